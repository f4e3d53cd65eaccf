/** The camera and how it is moved: around a target, z up, gliding to where it is wanted. */

import { MathUtils, PerspectiveCamera, Vector3 } from "three";
import { VIEW_ANGLE, type Pose } from "./framing";

const STEEPEST = MathUtils.degToRad(88);
const GLIDE = 0.055; // [s] to come closer by a factor e
const STILL = 1e-4; // what is left of a movement before it counts as done, relative

export class Rig {
  readonly camera = new PerspectiveCamera(VIEW_ANGLE, 1, 0.01, 100);
  private readonly goal: Pose = { target: new Vector3(), azimuth: -1, elevation: 0.35, distance: 3 };
  private readonly now: Pose = { ...this.goal, target: new Vector3() };
  private moving = false;
  private radius = 1;
  glides = true;

  constructor() {
    this.camera.up.set(0, 0, 1);
    this.place();
  }

  /** Whether it is on its way. */
  get moves(): boolean {
    return this.moving;
  }

  get pose(): Readonly<Pose> {
    return this.goal;
  }

  /** The size of what is looked at [m]; how far things may be seen depends on it. */
  setRadius(radius: number): void {
    this.radius = Math.max(radius, 1e-4);
  }

  setAspect(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  /** Goes to a pose, at once or gliding. */
  go(pose: Pose, atOnce = false): void {
    this.goal.target.copy(pose.target);
    this.goal.distance = pose.distance;
    this.goal.elevation = MathUtils.clamp(pose.elevation, -STEEPEST, STEEPEST);
    // The short way round.
    const turn = MathUtils.euclideanModulo(pose.azimuth - this.goal.azimuth + Math.PI, 2 * Math.PI) - Math.PI;
    this.goal.azimuth += turn;
    if (atOnce) this.arrive();
    this.moving = true;
  }

  /** Where it is on its way. */
  get here(): Readonly<Pose> {
    return this.now;
  }

  /** Puts it somewhere else on its way, at once; where it goes stays the same. */
  shift({ target, distance }: Pose): void {
    this.now.target.copy(target);
    this.now.distance = distance;
    this.moving = true;
    this.place();
  }

  /** Turns by angles [rad]. */
  orbit(azimuth: number, elevation: number): void {
    this.goal.azimuth += azimuth;
    this.goal.elevation = MathUtils.clamp(this.goal.elevation + elevation, -STEEPEST, STEEPEST);
    this.moving = true;
  }

  /** Shifts the picture by pixels of a view that is `height` pixels high. */
  pan(dx: number, dy: number, height: number): void {
    const perPixel = this.metresPerPixel(height);
    const { right, up } = this.axes(this.goal);
    this.goal.target.addScaledVector(right, -dx * perPixel).addScaledVector(up, dy * perPixel);
    this.moving = true;
  }

  /** Comes closer by a factor; what is at (x, y), both −1 to 1, stays where it is in the picture. */
  zoom(factor: number, x = 0, y = 0): void {
    const before = this.goal.distance;
    this.goal.distance = MathUtils.clamp(before / factor, 0.02 * this.radius, 60 * this.radius);
    const t = Math.tan(MathUtils.degToRad(VIEW_ANGLE / 2)) * (before - this.goal.distance);
    const { right, up } = this.axes(this.goal);
    this.goal.target.addScaledVector(right, x * t * this.camera.aspect).addScaledVector(up, y * t);
    this.moving = true;
  }

  metresPerPixel(height: number, depth = this.now.distance): number {
    return (2 * depth * Math.tan(MathUtils.degToRad(VIEW_ANGLE / 2))) / Math.max(1, height);
  }

  /** Moves on by `seconds`; true while it is on its way. */
  update(seconds: number): boolean {
    if (!this.moving) return false;
    const share = this.glides ? 1 - Math.exp(-Math.min(seconds, 0.1) / GLIDE) : 1;
    const { now, goal } = this;
    now.target.lerp(goal.target, share);
    now.azimuth += (goal.azimuth - now.azimuth) * share;
    now.elevation += (goal.elevation - now.elevation) * share;
    now.distance += (goal.distance - now.distance) * share;
    const left =
      now.target.distanceTo(goal.target) / goal.distance +
      Math.abs(goal.azimuth - now.azimuth) +
      Math.abs(goal.elevation - now.elevation) +
      Math.abs(goal.distance - now.distance) / goal.distance;
    if (left < STILL) {
      this.arrive();
      this.moving = false;
    }
    this.place();
    return true;
  }

  forward(): Vector3 {
    return this.camera.getWorldDirection(new Vector3());
  }

  private arrive(): void {
    const { target, ...rest } = this.goal;
    this.now.target.copy(target);
    Object.assign(this.now, rest);
    this.place();
  }

  private axes(pose: Pose): { right: Vector3; up: Vector3; outward: Vector3 } {
    const { azimuth: a, elevation: e } = pose;
    const outward = new Vector3(Math.cos(a) * Math.cos(e), Math.sin(a) * Math.cos(e), Math.sin(e));
    const right = new Vector3(-Math.sin(a), Math.cos(a), 0);
    return { right, up: outward.clone().cross(right), outward };
  }

  private place(): void {
    const { target, distance } = this.now;
    const { outward } = this.axes(this.now);
    const { camera } = this;
    camera.position.copy(target).addScaledVector(outward, distance);
    camera.lookAt(target);
    camera.near = Math.max(0.02 * distance, distance - 8 * this.radius);
    camera.far = distance + 40 * this.radius;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
