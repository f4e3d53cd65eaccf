/** Smooth normals: at each vertex the mean of the triangles around it, weighted by area. */

/** Writes unit normals to `out`, of vertices or, if given, of `groups` of them; zero where nothing is known. */
export function vertexNormals(
  positions: Float32Array,
  triangles: Uint32Array,
  out: Float32Array,
  groups: Uint32Array | null = null,
): void {
  out.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    for (let k = t; k < t + 3; k++) {
      const at = 3 * (groups ? groups[triangles[k]] : triangles[k]);
      out[at] += x;
      out[at + 1] += y;
      out[at + 2] += z;
    }
  }
  for (let i = 0; i < out.length; i += 3) {
    const length = Math.sqrt(out[i] * out[i] + out[i + 1] * out[i + 1] + out[i + 2] * out[i + 2]);
    const scale = length > 0 ? 1 / length : 0;
    out[i] *= scale;
    out[i + 1] *= scale;
    out[i + 2] *= scale;
  }
}
