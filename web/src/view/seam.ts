/** Bodies that are closed upon themselves, cut open for the texture; as `split_seam` in recording/mesh.py. */

export interface Unwrapped {
  triangles: Uint32Array; // indices of vertices
  uv: Float32Array;
  source: Uint32Array | null; // the node of each vertex; null: they are the same
}

/**
 * A triangle that crosses the seam has u near 1 on one side and u = 0 on the other: a texture would run
 * backwards over it. Its nodes with small u are doubled, with u + 1.
 */
export function splitSeam(triangles: Uint32Array, uv: Float32Array, periodic: readonly boolean[]): Unwrapped {
  if (!periodic[0] && !periodic[1]) return { triangles, uv, source: null };
  const source: number[] = Array.from({ length: uv.length / 2 }, (_, node) => node);
  const coordinates: number[] = Array.from(uv);
  const doubles = new Map<string, number>();
  const split = triangles.slice();
  for (let t = 0; t < triangles.length; t += 3) {
    const crosses = [0, 1].map((axis) => {
      if (!periodic[axis]) return false;
      const along = [0, 1, 2].map((k) => uv[2 * triangles[t + k] + axis]);
      return Math.max(...along) - Math.min(...along) > 0.5;
    });
    if (!crosses[0] && !crosses[1]) continue;
    for (let k = 0; k < 3; k++) {
      const node = triangles[t + k];
      const shift = crosses.map((crossing, axis) => Number(crossing && uv[2 * node + axis] < 0.5));
      if (!shift[0] && !shift[1]) continue;
      const key = `${node}/${shift[0]}${shift[1]}`;
      let vertex = doubles.get(key);
      if (vertex === undefined) {
        vertex = source.length;
        source.push(node);
        coordinates.push(uv[2 * node] + shift[0], uv[2 * node + 1] + shift[1]);
        doubles.set(key, vertex);
      }
      split[t + k] = vertex;
    }
  }
  return { triangles: split, uv: Float32Array.from(coordinates), source: Uint32Array.from(source) };
}

/** Values of nodes (`components` each) at the vertices of an unwrapped mesh. */
export function gather(
  values: Float32Array,
  source: Uint32Array,
  components: number,
  out: Float32Array,
): void {
  for (let v = 0; v < source.length; v++) {
    for (let k = 0; k < components; k++) out[components * v + k] = values[components * source[v] + k];
  }
}

/** Triangles, or what else has so many corners each, without those with some numbers. */
export function without(parts: Uint32Array, gone: ArrayLike<number>, corners: 2 | 3 = 3): Uint32Array {
  const left = new Set(Array.from(gone));
  return left.size ? parts.filter((_, corner) => !left.has(Math.floor(corner / corners))) : parts;
}

/** Pairs of nodes that share an edge, each once. */
export function edgesOf(triangles: Uint32Array, nodes: number): Uint32Array {
  const seen = new Set<number>();
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const key = Math.min(a, b) * nodes + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      out.push(a, b);
    }
  }
  return Uint32Array.from(out);
}
