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
