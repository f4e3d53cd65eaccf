/** The closest camera that sees all of some points; as `look_at` in render/camera.py. */

import { Vector3 } from "three";

export const VIEW_ANGLE = 28; // degrees, vertical: a long lens keeps cloth in proportion
const MARGIN = 0.17; // of the picture's half width and height, left free on every side: a bar lies over the top
const AZIMUTHS = [-58, -32, -122, -148]; // degrees; the first unless it shows bodies edge-on
export const ELEVATION = 20; // degrees

/** Where the camera is: at `distance` [m] from the target, in a direction given by two angles [rad]. */
export interface Pose {
  target: Vector3;
  azimuth: number;
  elevation: number;
  distance: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function axes(azimuth: number, elevation: number): { right: Vector3; up: Vector3; forward: Vector3 } {
  const forward = new Vector3(
    -Math.cos(azimuth) * Math.cos(elevation),
    -Math.sin(azimuth) * Math.cos(elevation),
    -Math.sin(elevation),
  );
  const right = new Vector3(-Math.sin(azimuth), Math.cos(azimuth), 0);
  return { right, up: right.clone().cross(forward), forward };
}

/**
 * With a, b, c a point's coordinates to the right, up and forward, it is inside when |a − a₀| ≤ t·(c − c₀); so
 * max(±a − t·c) ≤ ±a₀ − t·c₀, which gives a₀ and c₀ exactly; the same upwards.
 */
export function fit(points: ArrayLike<number>, aspect: number, azimuth: number, elevation: number): Pose {
  const { right, up, forward } = axes(azimuth, elevation);
  const tUp = Math.tan(radians(VIEW_ANGLE / 2)) * (1 - MARGIN);
  const tRight = tUp * aspect;
  let [a1, a2, b1, b2, nearest, farthest] = [-Infinity, -Infinity, -Infinity, -Infinity, Infinity, -Infinity];
  const point = new Vector3();
  for (let i = 0; i + 2 < points.length; i += 3) {
    point.set(points[i], points[i + 1], points[i + 2]);
    const a = point.dot(right);
    const b = point.dot(up);
    const c = point.dot(forward);
    if (!Number.isFinite(a + b + c)) continue;
    a1 = Math.max(a1, a - tRight * c);
    a2 = Math.max(a2, -a - tRight * c);
    b1 = Math.max(b1, b - tUp * c);
    b2 = Math.max(b2, -b - tUp * c);
    nearest = Math.min(nearest, c);
    farthest = Math.max(farthest, c);
  }
  if (!(farthest >= nearest)) return { target: new Vector3(), azimuth, elevation, distance: 3 };
  const middle = (nearest + farthest) / 2;
  const start = Math.min(-(a1 + a2) / (2 * tRight), -(b1 + b2) / (2 * tUp));
  const distance = Math.max(middle - start, 0.6 * (farthest - nearest), 1e-3);
  const target = new Vector3()
    .addScaledVector(right, (a1 - a2) / 2)
    .addScaledVector(up, (b1 - b2) / 2)
    .addScaledVector(forward, middle);
  return { target, azimuth, elevation, distance };
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
