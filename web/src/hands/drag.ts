/** Where the hand is while it drags: on a plane or along a line, under the pointer. */

import type { Vec3 } from "../messages";
import type { Ray } from "./pick";

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by];
export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const GRAZING = 1e-3;

/** The point of the plane through `point` that the ray meets; null where it runs along or away from it. */
export function onPlane(ray: Ray, point: Vec3, normal: Vec3): Vec3 | null {
  const slope = dot(ray.direction, normal);
  if (Math.abs(slope) < GRAZING) return null;
  const way = dot(subtract(point, ray.origin), normal) / slope;
  return way > 0 ? add(ray.origin, scale(ray.direction, way)) : null;
}

/** The point of the line through `point` along the unit vector `axis` that is nearest to the ray. */
export function onLine(ray: Ray, point: Vec3, axis: Vec3): Vec3 | null {
  const slope = dot(ray.direction, axis);
  const denominator = 1 - slope * slope;
  if (denominator < GRAZING) return null;
  const between = subtract(ray.origin, point);
  const way = (dot(between, axis) - slope * dot(between, ray.direction)) / denominator;
  return add(point, scale(axis, way));
}
