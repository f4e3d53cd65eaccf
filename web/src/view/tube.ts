/**
 * A curve as a tube with round ends: rings about points of the curve, joined one to the next.
 *
 * The frame of a ring is that of the ring before, turned by the smallest rotation that takes one tangent to the
 * other, so that nothing twists where the curve does not. Around a closed curve such frames come back turned by some
 * angle; it is taken back evenly along the way, and there is no seam.
 */

const CAP = 4; // rings of a round end
const SMOOTH = 400; // rings up to which the curve is rounded between its nodes
const MOST_PIECES = 4;
const SIDES = 12;
const FEW_SIDES = 8;
const MANY = 2000; // rings from which on a tube has few sides

export class Tube {
  readonly positions: Float32Array; // of vertices
  readonly normals: Float32Array;
  readonly uv: Float32Array; // around, along
  readonly triangles: Uint32Array;
  readonly wires: Uint32Array; // pairs: a ring at every node, four lines along
  readonly rings: number; // points of the curve that have one, the doubled last one of a closed curve too
  private readonly pieces: number; // of each segment
  private readonly sides: number;
  private readonly cap: number;
  private readonly centres: Float64Array;
  private readonly tangents: Float64Array;
  private readonly across: Float64Array; // the unit vector from each centre to its first vertex
  private turned = 0; // the angle by which frames came back around a closed curve, last time

  constructor(
    readonly nodes: number,
    readonly closed: boolean,
    readonly radius: number,
  ) {
    const segments = closed ? nodes : nodes - 1;
    this.pieces = Math.max(1, Math.min(MOST_PIECES, Math.floor(SMOOTH / Math.max(1, segments))));
    this.rings = segments * this.pieces + 1;
    this.sides = this.rings > MANY ? FEW_SIDES : SIDES;
    this.cap = closed ? 0 : CAP;
    this.centres = new Float64Array(3 * this.rings);
    this.tangents = new Float64Array(3 * this.rings);
    this.across = new Float64Array(3 * this.rings);
    const vertices = (this.rings + 2 * this.cap) * (this.sides + 1);
    this.positions = new Float32Array(3 * vertices);
    this.normals = new Float32Array(3 * vertices);
    this.uv = this.makeUv();
    this.triangles = this.makeTriangles();
    this.wires = this.makeWires();
  }

  /** Takes over the positions of the nodes. */
  update(nodes: Float32Array): void {
    this.place(nodes);
    this.findTangents();
    this.transport();
    if (this.closed) this.close();
    const { rings, cap } = this;
    for (let j = 0; j < cap; j++) {
      const angle = ((cap - j) / cap) * (Math.PI / 2);
      this.ring(j, 0, -Math.sin(angle), Math.cos(angle));
      this.ring(rings + 2 * cap - 1 - j, rings - 1, Math.sin(angle), Math.cos(angle));
    }
    for (let i = 0; i < rings; i++) this.ring(cap + i, i, 0, 1);
  }

  /** A value of each node at the vertices: between the nodes of a segment in proportion. */
  spread(values: Float32Array, out: Float32Array): void {
    const { pieces, nodes, cap, rings, sides } = this;
    for (let j = 0; j < rings + 2 * cap; j++) {
      const i = Math.min(rings - 1, Math.max(0, j - cap));
      const node = Math.floor(i / pieces);
      const way = (i % pieces) / pieces;
      const first = values[node % nodes];
      const value = way > 0 ? first + way * (values[(node + 1) % nodes] - first) : first;
      out.fill(value, j * (sides + 1), (j + 1) * (sides + 1));
    }
  }

  // ---------------------------------------------------------------- where it goes

  /** Points of the curve: its nodes, and between them those of a Catmull–Rom spline. */
  private place(nodes: Float32Array): void {
    const { pieces, rings, centres, closed } = this;
    const count = this.nodes;
    const at = (k: number): number =>
      3 * (closed ? (k + count) % count : Math.min(count - 1, Math.max(0, k)));
    for (let i = 0; i < rings; i++) {
      const node = Math.floor(i / pieces);
      const t = (i % pieces) / pieces;
      const [a, b, c, d] = [at(node - 1), at(node), at(node + 1), at(node + 2)];
      const [t2, t3] = [t * t, t * t * t];
      const wa = 0.5 * (-t + 2 * t2 - t3);
      const wb = 0.5 * (2 - 5 * t2 + 3 * t3);
      const wc = 0.5 * (t + 4 * t2 - 3 * t3);
      const wd = 0.5 * (t3 - t2);
      for (let k = 0; k < 3; k++) {
        centres[3 * i + k] =
          t > 0
            ? wa * nodes[a + k] + wb * nodes[b + k] + wc * nodes[c + k] + wd * nodes[d + k]
            : nodes[b + k];
      }
    }
  }

  /** Where points lie upon each other, the direction of the one before holds. */
  private findTangents(): void {
    const { centres, tangents, rings, closed } = this;
    let [x, y, z] = [0, 0, 1];
    for (let i = 0; i < rings; i++) {
      const wraps = closed && (i === 0 || i === rings - 1);
      const before = 3 * (wraps ? rings - 2 : Math.max(0, i - 1));
      const after = 3 * (wraps ? 1 : Math.min(rings - 1, i + 1));
      const dx = centres[after] - centres[before];
      const dy = centres[after + 1] - centres[before + 1];
      const dz = centres[after + 2] - centres[before + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (length > 0 && Number.isFinite(length)) [x, y, z] = [dx / length, dy / length, dz / length];
      tangents[3 * i] = x;
      tangents[3 * i + 1] = y;
      tangents[3 * i + 2] = z;
    }
  }

  private transport(): void {
    const { across, tangents, rings } = this;
    this.straighten(0, across[0], across[1], across[2]); // as it was in the frame before: nothing spins
    for (let i = 1; i < rings; i++) {
      const [p, q] = [3 * i - 3, 3 * i];
      const [vx, vy, vz] = [across[p], across[p + 1], across[p + 2]];
      const [bx, by, bz] = [tangents[q], tangents[q + 1], tangents[q + 2]];
      const [wx, wy, wz] = [tangents[p] + bx, tangents[p + 1] + by, tangents[p + 2] + bz];
      const half = 0.5 * (wx * wx + wy * wy + wz * wz); // 1 + cos of the angle between the tangents
      const s = half > 1e-6 ? (bx * vx + by * vy + bz * vz) / half : 0;
      this.straighten(q, vx - s * wx, vy - s * wy, vz - s * wz);
    }
  }

  /** Writes the part of a vector that is across the tangent at `q`, at length 1; any such vector where it has none. */
  private straighten(q: number, x: number, y: number, z: number): void {
    const { across, tangents } = this;
    const [tx, ty, tz] = [tangents[q], tangents[q + 1], tangents[q + 2]];
    const along = x * tx + y * ty + z * tz;
    let [ax, ay, az] = [x - along * tx, y - along * ty, z - along * tz];
    let length = Math.sqrt(ax * ax + ay * ay + az * az);
    if (!(length > 1e-6)) {
      // t × the axis that is least along t
      if (Math.abs(tx) <= Math.abs(ty) && Math.abs(tx) <= Math.abs(tz)) [ax, ay, az] = [0, tz, -ty];
      else if (Math.abs(ty) <= Math.abs(tz)) [ax, ay, az] = [-tz, 0, tx];
      else [ax, ay, az] = [ty, -tx, 0];
      length = Math.sqrt(ax * ax + ay * ay + az * az);
    }
    across[q] = ax / length;
    across[q + 1] = ay / length;
    across[q + 2] = az / length;
  }

  /** Takes back, evenly, by how much the last frame is turned against the first. */
  private close(): void {
    const { across, tangents, rings } = this;
    const last = 3 * (rings - 1);
    const [tx, ty, tz] = [tangents[0], tangents[1], tangents[2]];
    const [x, y, z] = [across[0], across[1], across[2]];
    const [sx, sy, sz] = [ty * z - tz * y, tz * x - tx * z, tx * y - ty * x];
    const [lx, ly, lz] = [across[last], across[last + 1], across[last + 2]];
    let angle = Math.atan2(lx * sx + ly * sy + lz * sz, lx * x + ly * y + lz * z);
    angle += 2 * Math.PI * Math.round((this.turned - angle) / (2 * Math.PI)); // no jump from ½ turn to −½ turn
    this.turned = angle;
    for (let i = 1; i < rings; i++) this.turn(3 * i, (-angle * i) / (rings - 1));
  }

  private turn(q: number, angle: number): void {
    const { across, tangents } = this;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [tx, ty, tz] = [tangents[q], tangents[q + 1], tangents[q + 2]];
    const [x, y, z] = [across[q], across[q + 1], across[q + 2]];
    across[q] = c * x + s * (ty * z - tz * y);
    across[q + 1] = c * y + s * (tz * x - tx * z);
    across[q + 2] = c * z + s * (tx * y - ty * x);
  }

  /** Writes ring `j`, about centre `i`, `along` the tangent and `out` from it [radii]. */
  private ring(j: number, i: number, along: number, out: number): void {
    const { centres, tangents, across, positions, normals, radius, sides } = this;
    const q = 3 * i;
    const [tx, ty, tz] = [tangents[q], tangents[q + 1], tangents[q + 2]];
    const [x, y, z] = [across[q], across[q + 1], across[q + 2]];
    const [sx, sy, sz] = [ty * z - tz * y, tz * x - tx * z, tx * y - ty * x];
    for (let k = 0; k <= sides; k++) {
      const c = out * COSINES[sides][k];
      const s = out * SINES[sides][k];
      const v = 3 * (j * (sides + 1) + k);
      normals[v] = along * tx + c * x + s * sx;
      normals[v + 1] = along * ty + c * y + s * sy;
      normals[v + 2] = along * tz + c * z + s * sz;
      positions[v] = centres[q] + radius * normals[v];
      positions[v + 1] = centres[q + 1] + radius * normals[v + 1];
      positions[v + 2] = centres[q + 2] + radius * normals[v + 2];
    }
  }

  // ---------------------------------------------------------------- what stays

  private makeUv(): Float32Array {
    const { rings, cap, sides } = this;
    const uv = new Float32Array(2 * (rings + 2 * cap) * (sides + 1));
    for (let j = 0, at = 0; j < rings + 2 * cap; j++) {
      const along = Math.min(1, Math.max(0, (j - cap) / (rings - 1)));
      for (let k = 0; k <= sides; k++, at += 2) {
        uv[at] = k / sides;
        uv[at + 1] = along;
      }
    }
    return uv;
  }

  /** How many segments there are between nodes. */
  get segments(): number {
    return (this.rings - 1) / this.pieces;
  }

  /** The triangles without those of some segments. */
  without(gone: ReadonlySet<number>): Uint32Array {
    const { rings, cap, sides, pieces } = this;
    const row = 6 * sides;
    return this.triangles.filter((_, at) => {
      const ring = Math.min(rings - 2, Math.max(0, Math.floor(at / row) - cap));
      return !gone.has(Math.floor(ring / pieces));
    });
  }

  private makeTriangles(): Uint32Array {
    const { rings, cap, sides } = this;
    const out = new Uint32Array(6 * (rings + 2 * cap - 1) * sides);
    let at = 0;
    for (let j = 0; j + 1 < rings + 2 * cap; j++) {
      for (let k = 0; k < sides; k++) {
        const a = j * (sides + 1) + k;
        const b = a + sides + 1;
        out.set([a, a + 1, b, a + 1, b + 1, b], at);
        at += 6;
      }
    }
    return out;
  }

  private makeWires(): Uint32Array {
    const { rings, cap, sides, pieces } = this;
    const out: number[] = [];
    const vertex = (j: number, k: number): number => j * (sides + 1) + k;
    for (let i = 0; i < rings; i += pieces) {
      for (let k = 0; k < sides; k++) out.push(vertex(cap + i, k), vertex(cap + i, k + 1));
    }
    for (let j = 0; j + 1 < rings + 2 * cap; j++) {
      for (let k = 0; k < sides; k += sides / 4) out.push(vertex(j, k), vertex(j + 1, k));
    }
    return Uint32Array.from(out);
  }
}

const around = (of: (angle: number) => number): Record<number, number[]> =>
  Object.fromEntries(
    [SIDES, FEW_SIDES].map((sides) => [
      sides,
      Array.from({ length: sides + 1 }, (_, k) => of((2 * Math.PI * (k % sides)) / sides)),
    ]),
  );
const COSINES = around(Math.cos);
const SINES = around(Math.sin);
