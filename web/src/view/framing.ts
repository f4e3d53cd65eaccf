/** The closest camera that sees all of some points, and one that keeps them in sight; as `look_at` in render/camera.py. */

import { Vector3 } from "three";

export const VIEW_ANGLE = 28; // degrees, vertical: a long lens keeps cloth in proportion
export const MARGIN = 0.1; // of the free part's half width and height, left empty on every side
const EDGE = 0.03; // the same, of what is followed: it may move that much nearer to the edge before the camera does
const AZIMUTHS = [-58, -32, -122, -148]; // degrees; the first unless it shows bodies edge-on
export const ELEVATION = 20; // degrees
const FARTHEST = 2.5; // times the closest distance, from which on what is followed has become too small

/** Where the camera is: at `distance` [m] from the target, in a direction given by two angles [rad]. */
export interface Pose {
  target: Vector3;
  azimuth: number;
  elevation: number;
  distance: number;
}

/** A part of the picture, in half widths and half heights of it: −1 … 1. */
export interface Part {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export const WHOLE: Part = { left: -1, right: 1, bottom: -1, top: 1 };

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function axes(azimuth: number, elevation: number): { right: Vector3; up: Vector3; forward: Vector3 } {
  const forward = new Vector3(
    -Math.cos(azimuth) * Math.cos(elevation),
    -Math.sin(azimuth) * Math.cos(elevation),
    -Math.sin(elevation),
  );
  const right = new Vector3(-Math.sin(azimuth), Math.cos(azimuth), 0);
  return { right, up: right.clone().cross(forward), forward };
}

/** What a direction of view allows: a₀ from `low(c₀)` to `high(c₀)`, likewise b₀, and c₀ up to `closest`. */
interface Room {
  across: (c0: number) => [number, number];
  along: (c0: number) => [number, number];
  closest: number;
  middle: number; // of the points, forward
  depth: number; // how far it is from the nearest of them to the farthest
}

/**
 * With a, b, c a point's coordinates to the right, up and forward, it is inside when l·(c − c₀) ≤ a − a₀ ≤ r·(c − c₀),
 * l and r being the slopes of the part's sides. So max(a − r·c) + r·c₀ ≤ a₀ ≤ min(a − l·c) + l·c₀, which is possible
 * up to c₀ = (min − max)/(r − l); the same upwards.
 */
function roomFor(
  points: ArrayLike<number>,
  aspect: number,
  { azimuth, elevation }: Pick<Pose, "azimuth" | "elevation">,
  part: Part,
  margin: number,
): Room | null {
  const { right, up, forward } = axes(azimuth, elevation);
  const slope = Math.tan(radians(VIEW_ANGLE / 2));
  const inset = (low: number, high: number, by: number): [number, number] => {
    const edge = (margin * (high - low)) / 2;
    return [by * (low + edge), by * (high - edge)];
  };
  const [l, r] = inset(part.left, part.right, slope * aspect);
  const [d, u] = inset(part.bottom, part.top, slope);
  let [a1, a2, b1, b2, nearest, farthest] = [-Infinity, Infinity, -Infinity, Infinity, Infinity, -Infinity];
  const point = new Vector3();
  for (let i = 0; i + 2 < points.length; i += 3) {
    point.set(points[i], points[i + 1], points[i + 2]);
    const a = point.dot(right);
    const b = point.dot(up);
    const c = point.dot(forward);
    if (!Number.isFinite(a + b + c)) continue;
    a1 = Math.max(a1, a - r * c);
    a2 = Math.min(a2, a - l * c);
    b1 = Math.max(b1, b - u * c);
    b2 = Math.min(b2, b - d * c);
    nearest = Math.min(nearest, c);
    farthest = Math.max(farthest, c);
  }
  if (!(farthest >= nearest)) return null;
  return {
    across: (c0) => [a1 + r * c0, a2 + l * c0],
    along: (c0) => [b1 + u * c0, b2 + d * c0],
    closest: Math.min((a2 - a1) / (r - l), (b2 - b1) / (u - d)),
    middle: (nearest + farthest) / 2,
    depth: farthest - nearest,
  };
}

/** The closest camera in a direction from which all points are inside a part of the picture, in its middle. */
export function fit(
  points: ArrayLike<number>,
  aspect: number,
  azimuth: number,
  elevation: number,
  part: Part = WHOLE,
): Pose {
  const room = roomFor(points, aspect, { azimuth, elevation }, part, MARGIN);
  if (!room) return { target: new Vector3(), azimuth, elevation, distance: 3 };
  const { right, up, forward } = axes(azimuth, elevation);
  const distance = Math.max(room.middle - room.closest, 0.6 * room.depth, 1e-3);
  const [a1, a2] = room.across(room.middle - distance);
  const [b1, b2] = room.along(room.middle - distance);
  const target = new Vector3()
    .addScaledVector(right, (a1 + a2) / 2)
    .addScaledVector(up, (b1 + b2) / 2)
    .addScaledVector(forward, room.middle);
  return { target, azimuth, elevation, distance };
}

/** The camera nearest to where it is, looking the same way, from which all points are inside a part of the picture. */
export function keep(points: ArrayLike<number>, aspect: number, pose: Readonly<Pose>, part: Part): Pose {
  const room = roomFor(points, aspect, pose, part, EDGE);
  if (!room) return { ...pose, target: pose.target.clone() };
  const { right, up, forward } = axes(pose.azimuth, pose.elevation);
  const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
  const [a, b, c] = [right, up, forward].map((axis) => pose.target.dot(axis));
  const least = Math.max(room.middle - room.closest, 0.6 * room.depth, 1e-3);
  const c0 = clamp(c - pose.distance, room.middle - FARTHEST * least, room.middle - least);
  const moves = c0 !== c - pose.distance; // then it turns about what is followed
  const middle = moves ? room.middle : c;
  const target = new Vector3()
    .addScaledVector(right, clamp(a, ...room.across(c0)))
    .addScaledVector(up, clamp(b, ...room.along(c0)))
    .addScaledVector(forward, middle);
  return { ...pose, target, distance: middle - c0 };
}

/** The first of a few three-quarter views from which the bodies are not seen edge-on [rad]. */
export function bestAzimuth(normals: ArrayLike<number>): number {
  const stride = 3 * Math.max(1, Math.floor(normals.length / 3000));
  const facing = AZIMUTHS.map((degrees) => {
    const { forward } = axes(radians(degrees), radians(ELEVATION));
    let sum = 0;
    for (let i = 0; i + 2 < normals.length; i += stride) {
      sum += Math.abs(normals[i] * forward.x + normals[i + 1] * forward.y + normals[i + 2] * forward.z);
    }
    return sum;
  });
  const best = Math.max(...facing);
  return radians(AZIMUTHS[facing.findIndex((seen) => seen >= 0.7 * best)] ?? AZIMUTHS[0]);
}

export const startElevation = (): number => radians(ELEVATION);

const FLAT = 0.01; // how far points are from a plane that they lie in, of how far they are from each other
const BROAD = 0.1; // how far they are from a line, so that there is just one such plane

/** The unit normal of the plane in which all of some points lie, upwards or towards −y; null if there is none, or many. */
export function planeOf(points: readonly number[]): Vector3 | null {
  const at = (k: number): Vector3 => new Vector3().fromArray(points, 3 * k);
  const count = Math.floor(points.length / 3);
  const farthest = (far: (point: Vector3) => number): Vector3 => {
    let [best, most] = [at(0), -1];
    for (let k = 0; k < count; k++) {
      const [point, away] = [at(k), far(at(k))];
      if (away > most) [best, most] = [point, away];
    }
    return best;
  };
  if (count < 3) return null;
  const start = farthest((point) => point.distanceTo(at(0)));
  const along = farthest((point) => point.distanceTo(start)).sub(start);
  const size = along.length();
  if (!(size > 0)) return null;
  along.divideScalar(size);
  const normal = along.clone().cross(farthest((point) => point.sub(start).cross(along).length()).sub(start));
  if (!(normal.length() > BROAD * size)) return null;
  normal.normalize();
  const away = farthest((point) => Math.abs(point.sub(start).dot(normal))).sub(start);
  if (!(Math.abs(away.dot(normal)) < FLAT * size)) return null;
  const upside = Math.abs(normal.z) > 0.5 ? normal.z : -(normal.y || normal.x);
  return upside < 0 ? normal.negate() : normal;
}

/** The angles of a camera that looks straight at a plane. */
export function frontOf(normal: Vector3): { azimuth: number; elevation: number } {
  const level = Math.hypot(normal.x, normal.y);
  return {
    azimuth: level > FLAT ? Math.atan2(normal.y, normal.x) : radians(-90),
    elevation: Math.atan2(normal.z, level),
  };
}
