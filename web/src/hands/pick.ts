/** What a ray meets first of a body of triangles, and where in it; `pickcurve.ts` is for curves. */

import type { Vec3 } from "../messages";

export interface Ray {
  origin: Vec3;
  direction: Vec3; // unit
}

export interface Meeting {
  distance: number; // along the ray [m]
  element: number; // which triangle, or which segment of a curve
  nodes: Vec3; // of the triangle, as given; of a segment, the second one twice
  weights: Vec3; // barycentric
  material?: { nodes: Vec3; weights: Vec3 }; // beside a crack, where `nodes` are the corner that holds it: the place itself
  miss: number; // how far beside a curve it went [m per m of distance]; 0: it did meet it
}

/** The nearest triangle that the ray meets, from either side (Möller and Trumbore 1997). */
export function firstMeeting(ray: Ray, positions: Float32Array, triangles: Uint32Array): Meeting | null {
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  let nearest = Infinity;
  let found = -1;
  let foundU = 0;
  let foundV = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const e1x = positions[b] - ax;
    const e1y = positions[b + 1] - ay;
    const e1z = positions[b + 2] - az;
    const e2x = positions[c] - ax;
    const e2y = positions[c + 1] - ay;
    const e2z = positions[c + 2] - az;
    const px = dy * e2z - dz * e2y;
    const py = dz * e2x - dx * e2z;
    const pz = dx * e2y - dy * e2x;
    const determinant = e1x * px + e1y * py + e1z * pz;
    if (determinant === 0) continue;
    const inverse = 1 / determinant;
    const sx = ox - ax;
    const sy = oy - ay;
    const sz = oz - az;
    const u = (sx * px + sy * py + sz * pz) * inverse;
    if (!(u >= 0 && u <= 1)) continue;
    const qx = sy * e1z - sz * e1y;
    const qy = sz * e1x - sx * e1z;
    const qz = sx * e1y - sy * e1x;
    const v = (dx * qx + dy * qy + dz * qz) * inverse;
    if (!(v >= 0 && u + v <= 1)) continue;
    const distance = (e2x * qx + e2y * qy + e2z * qz) * inverse;
    if (distance > 0 && distance < nearest) {
      nearest = distance;
      found = t;
      foundU = u;
      foundV = v;
    }
  }
  if (found < 0) return null;
  return {
    distance: nearest,
    element: found / 3,
    nodes: [triangles[found], triangles[found + 1], triangles[found + 2]],
    weights: barycentric(foundU, foundV),
    miss: 0,
  };
}

/** Weights from 0 to 1 whose sum is 1, whatever was rounded before. */
function barycentric(u: number, v: number): Vec3 {
  const b = Math.min(1, Math.max(0, u));
  const c = Math.min(1 - b, Math.max(0, v));
  return [1 - b - c, b, c];
}

/** Where a node is. */
export const nodeAt = (positions: Float32Array, node: number): Vec3 => [
  positions[3 * node],
  positions[3 * node + 1],
  positions[3 * node + 2],
];

/** Where a spot is now. */
export function spotAt(positions: Float32Array, nodes: Vec3, weights: Vec3): Vec3 {
  const out: Vec3 = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    for (let axis = 0; axis < 3; axis++) out[axis] += weights[k] * positions[3 * nodes[k] + axis];
  }
  return out;
}

/** The corner of a triangle that is nearest to a spot on it. */
export function nearestCorner(nodes: Vec3, weights: Vec3): number {
  const k = weights[0] >= weights[1] && weights[0] >= weights[2] ? 0 : weights[1] >= weights[2] ? 1 : 2;
  return nodes[k];
}

/** A spot exactly at a node: a triangle that has it, the node first. Null if no triangle has. */
export function spotOfNode(triangles: Uint32Array, node: number): { nodes: Vec3; weights: Vec3 } | null {
  const at = triangles.indexOf(node);
  if (at < 0) return null;
  const t = at - (at % 3);
  const nodes: Vec3 = [node, triangles[t + ((at + 1) % 3)], triangles[t + ((at + 2) % 3)]];
  return { nodes, weights: [1, 0, 0] };
}

/** The unit normal of a triangle on the side that the ray comes from. */
export function normalTowards(ray: Ray, positions: Float32Array, nodes: Vec3): Vec3 {
  const [a, b, c] = nodes.map((node) => positions.subarray(3 * node, 3 * node + 3));
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const n: Vec3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...n);
  if (!(length > 0)) return ray.direction.map((x) => -x) as Vec3;
  const side = n[0] * ray.direction[0] + n[1] * ray.direction[1] + n[2] * ray.direction[2] > 0 ? -1 : 1;
  return n.map((x) => (side * x) / length) as Vec3;
}
