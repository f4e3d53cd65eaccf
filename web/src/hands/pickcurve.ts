/** What a ray meets of a curve, or nearly: a thin rope is hard to hit. */

import type { Vec3 } from "../messages";
import type { Meeting, Ray } from "./pick";

/** Nodes that are joined in their order. */
export interface Thread {
  closed: boolean; // the last to the first
  radius: number; // [m]
  nodes?: readonly number[]; // of the body; all of them, unless told
}

/** Pairs of nodes that follow one another, through all threads of a body with so many nodes. */
export function segmentsOf(threads: readonly Thread[], count: number): Uint32Array {
  return Uint32Array.from(
    threads.flatMap(({ nodes = [...Array(count).keys()], closed }) =>
      nodes.flatMap((node, k) =>
        k + 1 < nodes.length ? [node, nodes[k + 1]] : closed && k > 1 ? [node, nodes[0]] : [],
      ),
    ),
  );
}

/**
 * The place of a curve that the ray meets: in front if it goes through the tube in several, nearest to it if it goes
 * beside the tube by at most `spread` [m per m of distance].
 */
export function curveMeeting(
  ray: Ray,
  positions: Float32Array,
  { closed, radius, nodes: chain }: Thread,
  spread: number,
): Meeting | null {
  const [ox, oy, oz] = ray.origin;
  const [dx, dy, dz] = ray.direction;
  const nodes = chain?.length ?? positions.length / 3;
  const nodeAt = (k: number): number => (chain ? chain[k] : k);
  let found = -1;
  let foundWay = 0;
  let nearest = Infinity;
  let least = Infinity;
  for (let k = 0; k < (closed ? nodes : nodes - 1); k++) {
    const a = 3 * nodeAt(k);
    const b = 3 * nodeAt((k + 1) % nodes);
    const [ux, uy, uz] = [
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
    ];
    const [wx, wy, wz] = [positions[a] - ox, positions[a + 1] - oy, positions[a + 2] - oz];
    // The segment as seen along the ray: what of u and w is across it. The nearest point of a + t·u is at t = −w·u/u².
    const [ud, wd] = [ux * dx + uy * dy + uz * dz, wx * dx + wy * dy + wz * dz];
    const uu = ux * ux + uy * uy + uz * uz - ud * ud;
    const uw = ux * wx + uy * wy + uz * wz - ud * wd;
    const t = uu > 0 ? Math.min(1, Math.max(0, -uw / uu)) : 0;
    const depth = wd + t * ud;
    if (!(depth > 0)) continue;
    const [x, y, z] = [wx + t * ux - depth * dx, wy + t * uy - depth * dy, wz + t * uz - depth * dz];
    const away = Math.sqrt(x * x + y * y + z * z);
    const miss = Math.max(0, away - radius) / depth;
    const distance = depth - Math.sqrt(Math.max(0, radius * radius - away * away));
    if (!(miss <= spread) || miss > least || (miss === least && distance >= nearest)) continue;
    found = k;
    foundWay = t;
    nearest = distance;
    least = miss;
  }
  if (found < 0) return null;
  const next = nodeAt((found + 1) % nodes);
  return {
    distance: nearest,
    element: found,
    nodes: [nodeAt(found), next, next],
    weights: [1 - foundWay, foundWay, 0],
    miss: least,
  };
}

/** Of several threads of one body the one that is missed by least, and of those the one in front. */
export function threadsMeeting(
  ray: Ray,
  positions: Float32Array,
  threads: readonly Thread[],
  spread: number,
): Meeting | null {
  let best: Meeting | null = null;
  for (const thread of threads) {
    const meeting = curveMeeting(ray, positions, thread, spread);
    if (meeting && (!best || before(meeting, best))) best = meeting;
  }
  return best;
}

/** Whether a meeting comes before another: nearer to the ray, or as near and in front. */
export const before = (a: Meeting, b: Meeting): boolean =>
  a.miss < b.miss || (a.miss === b.miss && a.distance < b.distance);

/** A spot exactly at a node of some thread. */
export function spotOnThreads(
  threads: readonly Thread[],
  node: number,
): { nodes: Vec3; weights: Vec3 } | null {
  for (const { nodes: chain, closed } of threads) {
    const at = chain?.indexOf(node) ?? -1;
    const spot = chain && at >= 0 ? spotOnCurve(chain.length, closed, at) : null;
    if (chain && spot) return { ...spot, nodes: spot.nodes.map((k) => chain[k]) as Vec3 };
  }
  return null;
}

/** A spot exactly at a node of a curve. */
export function spotOnCurve(
  nodes: number,
  closed: boolean,
  node: number,
): { nodes: Vec3; weights: Vec3 } | null {
  if (node >= nodes || nodes < 2) return null;
  const next = node + 1 < nodes ? node + 1 : closed ? 0 : node - 1;
  return { nodes: [node, next, next], weights: [1, 0, 0] };
}
