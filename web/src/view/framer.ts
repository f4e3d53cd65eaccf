/** Sends the camera to where things happen, and lets light and ground follow. */

import { Vector3 } from "three";
import { nodeAt } from "../hands/pick";
import type { Anchor, Vec3 } from "../messages";
import { boxOf, fallen, middleOf, near, sample, sizeOf } from "./action";
import type { BodyView } from "./body";
import { bestAzimuth, fit, frontOf, planeOf, startElevation, type Pose } from "./framing";
import type { Lights } from "./lights";
import type { ObstacleView } from "./obstacle";
import type { Stage } from "./stage";

const TOOLS_WIDTH = 72; // CSS pixels at the left of the view
const THIN = 0.1; // of a room's size, that lets bodies move in a plane only
const FACING = 0.3; // cosine from which on a plane is seen well enough to draw in it

/** What there is to look at. */
export interface Action {
  readonly bodies: ReadonlyMap<string, BodyView>;
  readonly obstacles: readonly ObstacleView[];
  readonly anchors: readonly Anchor[];
  readonly heavy: boolean; // whether weight acts
  pinsOf(body: BodyView): number[];
}

export class Framer {
  centre = new Vector3(); // of what is lit
  radius = 1;
  private framed: { points: readonly number[]; pose: Pose } | null = null; // what the camera was last sent to see

  constructor(
    private readonly stage: Stage,
    private readonly lights: Lights,
    private readonly action: Action,
  ) {}

  /** Looks at everything, from where the camera is or, with `anew`, from a side that suits the bodies. */
  frame(anew: boolean, atOnce: boolean): void {
    const points = this.points(anew);
    if (!points.length) return;
    this.measure(points);
    const { rig } = this.stage;
    const { azimuth, elevation } = anew ? this.side() : rig.pose;
    rig.setRadius(this.radius);
    rig.go(this.poseFor(points, azimuth, elevation), atOnce);
    this.keep(points);
    this.lights.aim(this.centre, this.radius, azimuth);
    this.stage.request();
  }

  /** In a view of another size: the same, unless somebody has moved the camera since. */
  again(): void {
    if (!this.framed) return;
    const { points, pose } = this.framed;
    const { rig } = this.stage;
    const now = rig.pose;
    if (now.distance !== pose.distance || now.azimuth !== pose.azimuth || !now.target.equals(pose.target))
      return;
    rig.go(this.poseFor(points, now.azimuth, now.elevation), true);
    rig.update(0);
    this.keep(points);
  }

  /** Light and ground go along when the bodies leave the place that was lit. */
  follow(): void {
    const points = this.points(false);
    const box = boxOf(points);
    if (!box) return;
    const reach = middleOf(box).distanceTo(this.centre) + sizeOf(box) / 2;
    if (reach < 1.5 * this.radius || reach > 100 * this.radius) return;
    this.measure(points);
    this.stage.rig.setRadius(this.radius);
    this.lights.aim(this.centre, this.radius, this.stage.rig.pose.azimuth);
  }

  /** The normal of the plane in which a hand moves: that of the world if it has just one, else that of the picture. */
  handPlane(): Vec3 {
    const forward = this.stage.rig.forward();
    const walls = this.action.obstacles
      .filter(({ open }) => open)
      .flatMap(({ positions }) => thinnest(positions) ?? []);
    const normal = walls[0];
    const seen = normal && Math.abs(normal.dot(forward)) > FACING;
    return (seen ? normal : forward).toArray() as Vec3;
  }

  private keep(points: readonly number[]): void {
    const { pose } = this.stage.rig;
    this.framed = { points, pose: { ...pose, target: pose.target.clone() } };
  }

  /** From where to look at first: straight at a plane in which all bodies lie, else from above and beside. */
  private side(): { azimuth: number; elevation: number } {
    const bodies = [...this.action.bodies.values()];
    const beside = this.action.obstacles.some(({ mesh, open }) => mesh && !open);
    if (bodies.every(({ thread }) => thread) && !beside) {
      const normal = planeOf(bodies.flatMap(({ positions }) => sample(positions)));
      const lying = normal && this.action.heavy && Math.abs(normal.z) > THIN; // and will not stay in it
      if (normal && !lying) return frontOf(normal);
    }
    return { azimuth: bestAzimuth(bodies[0]?.normals ?? []), elevation: startElevation() };
  }

  /** The pose that shows some points in the part of the view that the tools leave free. */
  private poseFor(points: ArrayLike<number>, azimuth: number, elevation: number): Pose {
    const { width, height, rig } = this.stage;
    const pose = fit(points, Math.max(0.5 * width, width - TOOLS_WIDTH) / height, azimuth, elevation);
    const right = new Vector3(-Math.sin(azimuth), Math.cos(azimuth), 0);
    pose.target.addScaledVector(right, (-TOOLS_WIDTH / 2) * rig.metresPerPixel(height, pose.distance));
    return pose;
  }

  /** Points that a good camera sees: bodies, obstacles near them and, with `soon`, where they will fall. */
  private points(soon: boolean): number[] {
    const { obstacles, anchors, heavy } = this.action;
    const bodies = [...this.action.bodies.values()];
    const points = bodies.flatMap((body) => sample(body.main(this.action.pinsOf(body))));
    const box = boxOf(points);
    if (!box) return points;
    const solid = obstacles.filter(({ mesh }) => mesh !== null);
    const reach = (soon ? 0.8 : 0.35) * sizeOf(box);
    const stops = solid.flatMap(({ positions, open }) =>
      open ? [...positions] : near(sample(positions), box, reach),
    );
    points.push(...stops);
    points.push(
      ...near(
        anchors.flatMap(({ at }) => at),
        box,
        reach,
      ),
    );
    if (soon && heavy && !stops.length) {
      const floors = obstacles.flatMap(({ ground }) => ground?.heightBelow(middleOf(box)) ?? []);
      for (const body of bodies) {
        const held = this.action.pinsOf(body);
        const own = boxOf(sample(body.main(held)));
        const pins = held.map((node) => new Vector3(...nodeAt(body.positions, node)));
        if (own) points.push(...fallen(own, pins, Math.max(-Infinity, ...floors), body.reach(held)));
      }
    }
    return points;
  }

  private measure(points: readonly number[]): void {
    const box = boxOf(points);
    if (!box) return;
    this.centre = middleOf(box);
    this.radius = Math.max(sizeOf(box) / 2, 1e-3);
    for (const { ground } of this.action.obstacles) ground?.spread(this.centre, this.radius);
  }
}

/** The axis along which a room is so thin that bodies in it have a plane only. */
function thinnest(corners: Float32Array): Vector3 | null {
  const box = boxOf(corners);
  if (!box) return null;
  const sides = box.high.clone().sub(box.low).toArray();
  const axis = sides.indexOf(Math.min(...sides));
  return sides[axis] < THIN * sizeOf(box) ? new Vector3().setComponent(axis, 1) : null;
}
