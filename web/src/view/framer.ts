/** Sends the camera to where things happen, and lets light and ground follow. */

import { Vector3 } from "three";
import { nodeAt } from "../hands/pick";
import type { Anchor, Vec3 } from "../messages";
import { around, boxOf, Extent, fallen, middleOf, near, sample, sizeOf } from "./action";
import type { BodyView } from "./body";
import {
  bestAzimuth,
  fit,
  frontOf,
  keep,
  planeOf,
  startElevation,
  WHOLE,
  type Part,
  type Pose,
} from "./framing";
import { freeRects, partOf, type Rect } from "./free";
import type { Lights } from "./lights";
import type { ObstacleView } from "./obstacle";
import type { Stage } from "./stage";

const FRAMED = 2000; // points of a body that are looked at to frame it
const LARGER = 1.4; // so much nearer must the camera come for a smaller part of the view to be taken
const FOLLOWED = 400; // points of a body that are looked at in every frame
const STILL = 1e-6; // of the distance, by which a camera that is moved has not moved
const EXPLODED = 8; // times the size of what was framed: nobody follows that
const THIN = 0.1; // of a room's size, that lets bodies move in a plane only
const FACING = 0.3; // cosine from which on a plane is seen well enough to draw in it

type Side = Pick<Pose, "azimuth" | "elevation">;

/** What there is to look at. */
export interface Action {
  readonly bodies: ReadonlyMap<string, BodyView>;
  readonly obstacles: readonly ObstacleView[];
  readonly anchors: readonly Anchor[];
  readonly heavy: boolean; // whether weight acts
  readonly from: Side | null; // where the scene wants to be seen from
  pinsOf(body: BodyView): number[];
}

export class Framer {
  centre = new Vector3(); // of what is lit
  radius = 1;
  follows = true; // bodies that move are kept in the picture
  private readonly been = new Extent(); // where bodies were since the scene was opened
  private opened: Side | null = null; // from where the scene was looked at first
  private known: readonly number[] = []; // where they will be, if that is known
  private framed: { points: readonly number[]; pose: Pose } | null = null; // what the camera was last sent to see
  private part = WHOLE; // of the picture, into which it was sent

  /** `covers` tells what lies over the view [CSS pixels from its upper left corner]. */
  constructor(
    private readonly stage: Stage,
    private readonly lights: Lights,
    private readonly action: Action,
    private readonly covers: () => readonly Rect[],
  ) {}

  /** Another scene: nothing is known of where its bodies go but `known`. */
  begin(known: readonly number[]): void {
    this.been.clear();
    this.known = known;
    this.framed = null;
    this.opened = null;
  }

  /** Looks at everything, from where the camera is. */
  frame(): void {
    this.send(this.points(false), this.stage.rig.pose, false);
  }

  /** Looks at where things happen from first to last, from a side that suits the bodies or that the scene has. */
  home(atOnce: boolean): void {
    const ahead = this.known.length ? this.known : this.points(true);
    this.opened ??= this.side();
    this.send([...ahead, ...this.points(false), ...this.been.points], this.opened, atOnce);
  }

  private send(points: readonly number[], { azimuth, elevation }: Side, atOnce: boolean): void {
    if (!points.length) return;
    this.measure(points);
    const { rig } = this.stage;
    rig.setRadius(this.radius);
    rig.go(this.poseFor(points, azimuth, elevation), atOnce);
    this.remember(points);
    this.lights.aim(this.centre, this.radius, azimuth);
    this.stage.request();
  }

  /** In a view of another size: the same, unless somebody has moved the camera since. */
  again(): void {
    if (!this.framed) return;
    const { points, pose } = this.framed;
    const { rig } = this.stage;
    const now = rig.pose;
    if (now.distance !== pose.distance || now.azimuth !== pose.azimuth || !now.target.equals(pose.target)) {
      this.uncover();
      return;
    }
    rig.go(this.poseFor(points, now.azimuth, now.elevation), true);
    rig.update(0);
    this.remember(points);
  }

  /** Other things lie over the view: what they cover is brought out, unless somebody has taken the camera. */
  uncover(): void {
    if (!this.framed) return;
    const { pose } = this.stage.rig;
    this.poseFor(this.framed.points, pose.azimuth, pose.elevation); // which part that would be
    this.pursue(this.followed());
    this.stage.request();
  }

  /** Bodies moved: camera, light and ground go along where they have to. `steady`: the camera must not. */
  follow(steady: boolean): void {
    const bodies = this.followed();
    if (this.isSound(bodies)) {
      this.been.add(bodies);
      if (!steady) this.pursue(bodies);
    }
    this.light();
  }

  /** Whether bodies are of a size that can be followed: what has exploded is left to itself. */
  private isSound(bodies: readonly number[]): boolean {
    const box = boxOf(bodies);
    const size = this.framed && boxOf(this.framed.points);
    return box !== null && size !== null && sizeOf(box) < EXPLODED * sizeOf(size);
  }

  private pursue(bodies: readonly number[]): void {
    if (!this.follows || !this.isSound(bodies)) return;
    const { width, height, rig } = this.stage;
    // Also from a pose that is no number: then nothing is nearly the same.
    const differs = (a: Pose, b: Pose): boolean =>
      !(Math.abs(a.distance - b.distance) + a.target.distanceTo(b.target) <= STILL * a.distance);
    const to = keep(bodies, width / height, rig.pose, this.part);
    if (differs(to, rig.pose)) rig.go(to);
    // It glides there, unless they would be out of sight meanwhile.
    const now = keep(bodies, width / height, rig.here, WHOLE);
    if (differs(now, rig.here)) rig.shift(now);
  }

  private pointsOf(body: BodyView, most: number): readonly number[] {
    return around(sample(body.main(this.action.pinsOf(body)), most), body.thickness);
  }

  private followed(): number[] {
    return [...this.action.bodies.values()].flatMap((body) => this.pointsOf(body, FOLLOWED));
  }

  /** Light and ground go along when the bodies leave the place that was lit. */
  private light(): void {
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

  private remember(points: readonly number[]): void {
    const { pose } = this.stage.rig;
    this.framed = { points, pose: { ...pose, target: pose.target.clone() } };
  }

  /** From where to look at first: as the scene says; straight at a plane in which all bodies lie, else from above and beside. */
  private side(): Side {
    if (this.action.from) return this.action.from;
    const bodies = [...this.action.bodies.values()];
    const beside = this.action.obstacles.some(({ mesh, open }) => mesh && !open);
    if (bodies.every(({ thread }) => thread) && !beside) {
      const normal = planeOf(bodies.flatMap(({ positions }) => sample(positions)));
      const lying = normal && this.action.heavy && Math.abs(normal.z) > THIN; // and will not stay in it
      if (normal && !lying) return frontOf(normal);
    }
    return { azimuth: bestAzimuth(bodies[0]?.normals ?? []), elevation: startElevation() };
  }

  /** The pose that shows some points in a part of the view that nothing lies over, a large one, as large as they go. */
  private poseFor(points: ArrayLike<number>, azimuth: number, elevation: number): Pose {
    const { width, height } = this.stage;
    const view = { left: 0, top: 0, right: width, bottom: height };
    const parts = freeRects(view, this.covers()).map((rect) => partOf(rect, width, height));
    const poses = (parts.length ? parts : [WHOLE]).map((part) => ({
      part,
      pose: fit(points, width / height, azimuth, elevation, part),
    }));
    const area = ({ part }: { part: Part }): number => (part.right - part.left) * (part.top - part.bottom);
    const nearest = Math.min(...poses.map(({ pose }) => pose.distance));
    const best = poses
      .filter(({ pose }) => pose.distance <= LARGER * nearest)
      .reduce((a, b) => (area(b) > area(a) ? b : a));
    this.part = best.part;
    return best.pose;
  }

  /** Points that a good camera sees: bodies, obstacles near them and, with `soon`, where they will fall. */
  private points(soon: boolean): number[] {
    const { obstacles, anchors, heavy } = this.action;
    const bodies = [...this.action.bodies.values()];
    const points = bodies.flatMap((body) => this.pointsOf(body, FRAMED));
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
