/** Which corners of triangles are shaded as one: those around a point that no crease lies between. */

/** Between faces of a body that touch at more than this angle, and within one face that turns by more, light breaks. */
const BETWEEN = Math.cos((40 * Math.PI) / 180);
const WITHIN = Math.cos((65 * Math.PI) / 180); // a coarse grid around a tube is no crease
const SAME_PLACE = 1e-5; // of the body's size: nodes that are one point, such as a pole

/**
 * For each corner (3 for each triangle) the number of its group; `rest` are positions of nodes (n × 3), `faces` says
 * which face of the body a triangle belongs to, if it has such.
 */
export function smoothingGroups(
  triangles: Uint32Array,
  rest: Float32Array,
  faces: Uint8Array | null = null,
): Uint32Array {
  const places = welded(rest);
  const normals = unitNormals(triangles, rest);
  const parent = Uint32Array.from({ length: triangles.length }, (_, corner) => corner);
  const root = (corner: number): number => {
    while (parent[corner] !== corner) corner = parent[corner] = parent[parent[corner]];
    return corner;
  };
  const unite = (a: number, b: number): void => {
    const [p, q] = [root(a), root(b)];
    parent[Math.max(p, q)] = Math.min(p, q);
  };
  const open = new Map<number, number>(); // edges by their places, and the corner at which their triangle runs along
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const t = Math.floor(corner / 3);
    if (places.size(t, triangles) < 3) continue; // a triangle at a pole is a line: those beside it meet
    const [a, b] = [places.of(triangles[corner]), places.of(triangles[next])];
    const back = open.get(b * places.count + a);
    if (back === undefined) {
      open.set(a * places.count + b, corner);
      continue;
    }
    const other = Math.floor(back / 3);
    const limit = faces && faces[t] === faces[other] ? WITHIN : BETWEEN;
    if (!(dot(normals, t, other) >= limit)) continue;
    unite(corner, back % 3 === 2 ? back - 2 : back + 1);
    unite(next, back);
  }
  return numbered(parent.map((_, corner) => root(corner)));
}

/** Nodes that lie in one place at rest count as one. */
function welded(rest: Float32Array): {
  of(node: number): number;
  size(triangle: number, triangles: Uint32Array): number;
  count: number;
} {
  const step = SAME_PLACE * extent(rest) || 1;
  const known = new Map<string, number>();
  const places = new Uint32Array(rest.length / 3);
  for (let node = 0; node < places.length; node++) {
    const key = [0, 1, 2].map((axis) => Math.round(rest[3 * node + axis] / step)).join();
    const place = known.get(key) ?? node;
    known.set(key, place);
    places[node] = place;
  }
  return {
    of: (node) => places[node],
    size: (t, triangles) => new Set([0, 1, 2].map((k) => places[triangles[3 * t + k]])).size,
    count: places.length,
  };
}

/** The longest side of the box around some points. */
export function extent(points: Float32Array): number {
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}

/** The unit normal of each triangle; no numbers where it has no area. */
export function unitNormals(triangles: Uint32Array, positions: Float32Array): Float32Array {
  const out = new Float32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const v = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n);
    for (let k = 0; k < 3; k++) out[t + k] = n[k] / length;
  }
  return out;
}

const dot = (vectors: Float32Array, i: number, j: number): number =>
  vectors[3 * i] * vectors[3 * j] +
  vectors[3 * i + 1] * vectors[3 * j + 1] +
  vectors[3 * i + 2] * vectors[3 * j + 2];

/** The same groups, numbered from zero. */
function numbered(groups: Uint32Array): Uint32Array {
  const numbers = new Map<number, number>();
  return groups.map((group) => {
    const number = numbers.get(group) ?? numbers.size;
    numbers.set(group, number);
    return number;
  });
}
