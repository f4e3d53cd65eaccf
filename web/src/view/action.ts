/** Where things happen: what a good camera sees, and where light and ground have to be. */

import { Vector3 } from "three";
import { gather } from "./seam";

export interface Box {
  low: Vector3;
  high: Vector3;
}

export function boxOf(points: ArrayLike<number>): Box | null {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.clone().negate();
  const point = new Vector3();
  for (let i = 0; i + 2 < points.length; i += 3) {
    point.set(points[i], points[i + 1], points[i + 2]);
    if (!Number.isFinite(point.x + point.y + point.z)) continue;
    low.min(point);
    high.max(point);
  }
  return low.x <= high.x ? { low, high } : null;
}

export const sizeOf = (box: Box): number => box.high.distanceTo(box.low);
export const middleOf = (box: Box): Vector3 => box.low.clone().add(box.high).multiplyScalar(0.5);

/** Some of the points of a body: enough to know where it is. */
export function sample(positions: Float32Array, most = 2000): number[] {
  const stride = 3 * Math.max(1, Math.floor(positions.length / 3 / most));
  const out: number[] = [];
  for (let i = 0; i + 2 < positions.length; i += stride)
    out.push(positions[i], positions[i + 1], positions[i + 2]);
  return out;
}

/** Points around others, on all sides, at most `radius` [m] away. */
export function around(points: readonly number[], radius: number): readonly number[] {
  if (!(radius > 0)) return points;
  return [0, 1, 2].flatMap((axis) =>
    [-radius, radius].flatMap((by) => points.map((value, k) => (k % 3 === axis ? value + by : value))),
  );
}

const EXTREMES = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => new Vector3(x, y, z))))
  .filter((direction) => direction.lengthSq() > 0);

/** Where bodies have been so far: of all points that it was told, the outermost in 26 directions. */
export class Extent {
  private readonly outermost = EXTREMES.map(() => new Vector3());
  private readonly far = EXTREMES.map(() => -Infinity);

  add(points: ArrayLike<number>): void {
    const point = new Vector3();
    for (let i = 0; i + 2 < points.length; i += 3) {
      point.set(points[i], points[i + 1], points[i + 2]);
      if (!Number.isFinite(point.x + point.y + point.z)) continue;
      EXTREMES.forEach((direction, k) => {
        const far = point.dot(direction);
        if (far <= this.far[k]) return;
        this.far[k] = far;
        this.outermost[k].copy(point);
      });
    }
  }

  clear(): void {
    this.far.fill(-Infinity);
  }

  get points(): number[] {
    return this.outermost.flatMap((point, k) => (this.far[k] > -Infinity ? point.toArray() : []));
  }
}

/** What is joined by parts of two or three nodes each: nodes of every piece, the one with the most nodes first. */
export function piecesOf(parts: ArrayLike<number>, corners: 2 | 3, count: number): Uint32Array[] {
  const parent = Uint32Array.from({ length: count }, (_, node) => node);
  const root = (node: number): number => {
    while (parent[node] !== node) node = parent[node] = parent[parent[node]];
    return node;
  };
  const joined = new Set<number>();
  for (let i = 0; i < parts.length; i++) {
    joined.add(parts[i]);
    if (i % corners) parent[root(parts[i])] = root(parts[i - 1]);
  }
  const pieces = new Map<number, number[]>();
  for (const node of joined) {
    const piece = pieces.get(root(node));
    if (piece) piece.push(node);
    else pieces.set(root(node), [node]);
  }
  return [...pieces.values()].sort((a, b) => b.length - a.length).map((piece) => Uint32Array.from(piece));
}

/**
 * Where the nodes are of what is left of a torn body: its main piece, and those not farther from it than `reach` [m].
 * The main piece is the largest that is `held`, or the largest of all; what falls for ever is out of sight.
 */
export function leftOf(
  positions: Float32Array,
  pieces: readonly Uint32Array[],
  held: readonly number[],
  reach: number,
): Float32Array {
  const points = pieces.map((piece) => {
    const own = new Float32Array(3 * piece.length);
    gather(positions, piece, 3, own);
    return own;
  });
  const first = pieces.findIndex((piece) => held.some((node) => piece.includes(node)));
  const main = points[Math.max(first, 0)] ?? new Float32Array();
  const box = boxOf(main);
  const kept = points.filter((own) => own === main || (box && near(own, box, reach).length));
  const out = new Float32Array(kept.reduce((sum, { length }) => sum + length, 0));
  kept.reduce((at, own) => (out.set(own, at), at + own.length), 0);
  return out;
}

/** Where most of the nodes of a crumbled body are: without those that flew farther than `reach` [m] from its middle. */
export function bulkOf(positions: Float32Array, reach: number): Float32Array {
  const middle = [0, 1, 2].map((axis) => {
    const values = positions.filter((value, k) => k % 3 === axis && Number.isFinite(value)).sort();
    return values[Math.floor(values.length / 2)] ?? 0;
  });
  const centre = new Vector3().fromArray(middle);
  return Float32Array.from(near(positions, { low: centre, high: centre }, reach));
}

/** Those of some points that are not far from a box. */
export function near(positions: ArrayLike<number>, box: Box, reach: number): number[] {
  const { low, high } = box;
  const out: number[] = [];
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]];
    if (
      x > low.x - reach &&
      x < high.x + reach &&
      y > low.y - reach &&
      y < high.y + reach &&
      z > low.z - reach &&
      z < high.z + reach
    ) {
      out.push(x, y, z);
    }
  }
  return out;
}

/**
 * Where a body that starts at `box` may be soon, if weight acts on it: down to a floor that is near, or as far
 * below its pins as it reaches sideways. `floor` is the height of what stops it; −∞ if nothing does. A curve that is coiled
 * up may have a longer `reach` [m], of which a spring needs a part.
 */
export function fallen(
  box: Box,
  pins: readonly Vector3[],
  floor: number,
  reach: number | null = null,
): number[] {
  const size = sizeOf(box);
  const drop = box.low.z - floor;
  let bottom = drop < 2.5 * size ? floor : box.low.z - 0.5 * size;
  if (pins.length) {
    const corners = [
      box.low,
      box.high,
      new Vector3(box.low.x, box.high.y, box.low.z),
      new Vector3(box.high.x, box.low.y, box.low.z),
    ];
    const sideways = Math.max(
      ...corners.map((corner) => Math.min(...pins.map((pin) => pin.distanceTo(corner)))),
    );
    const hanging = Math.min(Math.max(sideways, reach ?? 0), sideways + size);
    bottom = Math.max(floor, Math.min(...pins.map(({ z }) => z)) - hanging);
  }
  if (bottom >= box.low.z) return [];
  // Hanging cloth is narrower than lying cloth, so its lower end is looked for nearer to the middle.
  const middle = middleOf(box);
  const part = 0.7;
  const at = (x: number, y: number): number[] => [
    middle.x + part * (x - middle.x),
    middle.y + part * (y - middle.y),
    bottom,
  ];
  return [
    ...at(box.low.x, box.low.y),
    ...at(box.high.x, box.low.y),
    ...at(box.low.x, box.high.y),
    ...at(box.high.x, box.high.y),
  ];
}
