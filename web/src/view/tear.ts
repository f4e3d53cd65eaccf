/**
 * A torn surface, open along its broken links: quarters of cells take the place of torn ones. The server says which
 * (src/pliant/studio/torn_links.py) and how their points follow the nodes; the equations are in recording/skin/seams.py.
 */

import type { Meeting } from "../hands/pick";
import type { Vec3 } from "../messages";

export const TEAR = ["tear_triangles", "tear_uv", "tear_weights", "tear_loose", "tear_shares"] as const;
export type TearName = (typeof TEAR)[number];
export type TearArrays = Record<TearName, Float32Array>;

const LOOSE = 13; // numbers of a loose half step: ends, gain, constant, at, direction, own
const BACK = -1 + 1e-6; // a cosine of directions so far apart that it turns back

export class Tear {
  readonly points: number; // numbered after the nodes
  readonly triangles: Uint32Array; // a node, another one or a point, and a point
  readonly uv: Float32Array; // of the triangles' corners
  private readonly extended: Float32Array;
  private readonly meeting: Uint32Array; // how many corners of triangles meet in each point

  constructor(
    readonly nodes: number,
    private readonly grid: readonly number[],
    private readonly periodic: readonly boolean[],
    private readonly arrays: TearArrays,
  ) {
    this.triangles = Uint32Array.from(arrays.tear_triangles);
    this.uv = arrays.tear_uv;
    this.points = this.triangles.reduce((most, point) => Math.max(most, point + 1), nodes) - nodes;
    this.extended = new Float32Array(3 * (nodes + this.points));
    this.meeting = new Uint32Array(this.points);
    this.eachPoint((_, point) => this.meeting[point]++);
  }

  /** Where the nodes and after them the points are; the array is used again. */
  move(x: Float32Array): Float32Array {
    const out = this.extended;
    out.set(x);
    out.fill(0, x.length);
    const { tear_weights: weights, tear_shares: shares } = this.arrays;
    add(weights, x, out, this.nodes);
    if (shares.length) add(shares, this.loose(x), out, this.nodes);
    return out;
  }

  /** Values of nodes (`components` each), and at the points the means of those of the corners whose quarters meet. */
  spread(values: Float32Array, components: number): Float32Array {
    const out = new Float32Array(components * (this.nodes + this.points));
    out.set(values.subarray(0, components * this.nodes));
    this.eachPoint((node, point) => {
      for (let k = 0; k < components; k++) {
        out[components * (this.nodes + point) + k] += values[components * node + k] / this.meeting[point];
      }
    });
    return out;
  }

  /** The corner of a cell that a place in a quarter belongs to: the nearer one, where two quarters are one. */
  owner({ nodes, weights }: Meeting): number {
    return nodes[1] < this.nodes && weights[1] > weights[0] ? nodes[1] : nodes[0];
  }

  /** What a ray that meets a quarter meets of the body: its corner, and where in the material it is. */
  owned(meeting: Meeting, corner: { nodes: Vec3; weights: Vec3 }, before: number): Meeting {
    return {
      ...meeting,
      ...corner,
      element: before + meeting.element,
      material: this.place(meeting.element, meeting.weights),
    };
  }

  /** The place in a cell of the grid that a place in a quarter is. */
  private place(element: number, weights: Vec3): { nodes: Vec3; weights: Vec3 } {
    const [a, b] = [0, 1].map((axis) => {
      const steps = this.periodic[axis] ? this.grid[axis] : this.grid[axis] - 1;
      const along = weights.reduce((sum, weight, k) => sum + weight * this.uv[6 * element + 2 * k + axis], 0);
      const cell = Math.min(Math.floor(steps * along + 1e-4), this.periodic[axis] ? Infinity : steps - 1);
      const part = Math.min(1, Math.max(0, steps * along - cell));
      return { part, ends: [cell % this.grid[axis], (cell + 1) % this.grid[axis]] };
    });
    const node = (i: number, j: number): number => a.ends[i] * this.grid[1] + b.ends[j];
    const [s, t] = [a.part, b.part];
    return s + t <= 1
      ? { nodes: [node(0, 0), node(1, 0), node(0, 1)], weights: [1 - s - t, s, t] }
      : { nodes: [node(1, 1), node(0, 1), node(1, 0)], weights: [s + t - 1, 1 - s, 1 - t] };
  }

  private eachPoint(visit: (node: number, point: number) => void): void {
    for (let t = 0; t < this.triangles.length; t += 3) {
      const [first, second, third] = this.triangles.subarray(t, t + 3);
      visit(first, third - this.nodes);
      if (second < this.nodes) visit(second, third - this.nodes);
      else visit(first, second - this.nodes);
    }
  }

  /** Half steps across threads of one node, turned as these are. */
  private loose(x: Float32Array): Float32Array {
    const table = this.arrays.tear_loose;
    const out = new Float32Array((3 * table.length) / LOOSE);
    for (let k = 0, i = 0; i < table.length; k += 3, i += LOOSE) {
      const way = (from: number, to: number): Vec3 =>
        [0, 1, 2].map((c) => x[3 * table[i + to] + c] - x[3 * table[i + from] + c]) as Vec3;
      const v = way(0, 1).map((part, c) => table[i + 2] * part + table[i + 3 + c]) as Vec3;
      const t = way(6, 7).map((part, c) => part + table[i + 8 + c]) as Vec3;
      out.set(turned(v, t, way(11, 12)), k);
    }
    return out;
  }
}

/** Adds weighted rows of three numbers to points; `terms` are point, row, weight. */
function add(terms: Float32Array, rows: Float32Array, out: Float32Array, nodes: number): void {
  for (let i = 0; i < terms.length; i += 3) {
    const at = 3 * (nodes + terms[i]);
    const from = 3 * terms[i + 1];
    const weight = terms[i + 2];
    out[at] += weight * rows[from];
    out[at + 1] += weight * rows[from + 1];
    out[at + 2] += weight * rows[from + 2];
  }
}

/** A vector after the smallest rotation that brings t to another direction; unless it turns back. */
export function turned(v: Vec3, t: Vec3, to: Vec3): Vec3 {
  const size = Math.hypot(...t) * Math.hypot(...to);
  const cosine = dot(t, to) / size;
  if (!(size > 0) || !(cosine > BACK)) return v;
  const axis = cross(t, to).map((part) => part / size) as Vec3;
  const more = dot(axis, v) / (1 + cosine);
  return cross(axis, v).map((part, k) => cosine * v[k] + part + more * axis[k]) as Vec3;
}

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
