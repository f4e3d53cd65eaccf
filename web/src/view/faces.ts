/** Pictures over bodies that have an inside: each face of the body gets the whole of it. */

import { extent, unitNormals } from "./creases";

/** Coordinates for pictures and for checkerboards at each corner (3 for each triangle), and faces of triangles. */
export interface Faces {
  uv: Float32Array; // (corners, 2), 0 to 1 over a face
  tiles: Float32Array; // (corners, 2), one unit for two squares of a checkerboard
  face: Uint8Array; // of each triangle: twice the axis that it is across, plus 1 at the far end
}

/** Which coordinates go to the right and up on a face across each axis, and on which of its sides the first is mirrored. */
const AXES = [
  { right: 1, up: 2, mirrored: 0 },
  { right: 0, up: 2, mirrored: 1 },
  { right: 0, up: 1, mirrored: 0 },
] as const;

/**
 * The faces of a solid over a grid, from its material coordinates (n × 3, 0 to 1 or, along a periodic axis, up to the
 * last node before 1); `repeats` is how often a checkerboard repeats along each axis.
 */
export function gridFaces(
  triangles: Uint32Array,
  coordinates: Float32Array,
  periodic: readonly boolean[],
  repeats: readonly number[],
): Faces {
  const at = (corner: number, axis: number): number => coordinates[3 * triangles[corner] + axis];
  return laidOut(
    triangles.length,
    repeats,
    (t) => {
      const axis = [0, 1, 2].findIndex((k) => at(t, k) === at(t + 1, k) && at(t, k) === at(t + 2, k));
      return axis < 0 ? 0 : 2 * axis + (at(t, axis) > 0.5 ? 1 : 0);
    },
    (corner, axis) => {
      const t = corner - (corner % 3);
      const along = [0, 1, 2].map((k) => at(t + k, axis));
      const crosses = periodic[axis] && Math.max(...along) - Math.min(...along) > 0.5;
      return crosses && at(corner, axis) < 0.5 ? at(corner, axis) + 1 : at(corner, axis);
    },
  );
}

/** The same for a mesh, seen along the axis that each of its triangles faces at rest; `repeats` along its longest side. */
export function boxFaces(triangles: Uint32Array, rest: Float32Array, repeats: number): Faces {
  const normals = unitNormals(triangles, rest);
  const size = extent(rest) || 1;
  const low = [0, 1, 2].map((axis) => {
    let least = Infinity;
    for (let i = axis; i < rest.length; i += 3) least = Math.min(least, rest[i]);
    return least;
  });
  return laidOut(
    triangles.length,
    [repeats, repeats, repeats],
    (t) => {
      const [x, y, z] = normals.subarray(t, t + 3).map(Math.abs);
      const axis = x > y && x > z ? 0 : y > z ? 1 : 2;
      return 2 * axis + (normals[t + axis] > 0 ? 1 : 0);
    },
    (corner, axis) => (rest[3 * triangles[corner] + axis] - low[axis]) / size,
  );
}

function laidOut(
  corners: number,
  repeats: readonly number[],
  faceOf: (corner: number) => number,
  coordinate: (corner: number, axis: number) => number,
): Faces {
  const uv = new Float32Array(2 * corners);
  const tiles = new Float32Array(2 * corners);
  const face = new Uint8Array(corners / 3);
  for (let t = 0; t < corners; t += 3) {
    const found = (face[t / 3] = faceOf(t));
    const { right, up, mirrored } = AXES[found >> 1];
    for (let corner = t; corner < t + 3; corner++) {
      const u = coordinate(corner, right);
      const v = coordinate(corner, up);
      uv.set([(found & 1) === mirrored ? 1 - u : u, v], 2 * corner);
      tiles.set([u * repeats[right], v * repeats[up]], 2 * corner);
    }
  }
  return { uv, tiles, face };
}
