import { describe, expect, it } from "vitest";
import { smoothingGroups } from "../src/view/creases";
import { boxFaces, gridFaces } from "../src/view/faces";
import { vertexNormals } from "../src/view/normals";
import { joined } from "../src/view/skin";

/** The six sides of a grid of count³ nodes, as triangles of nodes; and its coordinates, 0 to 1. */
function cube(count: number): { triangles: Uint32Array; coordinates: Float32Array } {
  const node = (at: number[]): number => (at[0] * count + at[1]) * count + at[2];
  const triangles: number[] = [];
  for (const axis of [0, 1, 2]) {
    for (const side of [0, count - 1]) {
      for (let i = 0; i + 1 < count; i++) {
        for (let j = 0; j + 1 < count; j++) {
          const at = (a: number, b: number): number => {
            const place = [0, 0, 0];
            place[axis] = side;
            place[(axis + 1) % 3] = a;
            place[(axis + 2) % 3] = b;
            return node(place);
          };
          const corners = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
          if (side === 0) corners.reverse();
          triangles.push(corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]);
        }
      }
    }
  }
  const coordinates = Array.from({ length: count ** 3 }, (_, k) =>
    [Math.floor(k / count ** 2), Math.floor(k / count) % count, k % count].map((i) => i / (count - 1)),
  );
  return { triangles: Uint32Array.from(triangles), coordinates: Float32Array.from(coordinates.flat()) };
}

const shaded = (triangles: Uint32Array, rest: Float32Array, faces: Uint8Array | null = null): number[][] => {
  const groups = smoothingGroups(triangles, rest, faces);
  const blank = new Float32Array(2 * triangles.length);
  const made = joined(triangles, groups, blank, blank);
  const places = Float32Array.from([...made.source!].flatMap((k) => [...rest.subarray(3 * k, 3 * k + 3)]));
  const normals = new Float32Array(3 * (1 + Math.max(...made.groups!)));
  vertexNormals(places, made.triangles, normals, made.groups);
  return [...made.groups!].map((group, vertex) => [
    ...normals.subarray(3 * group, 3 * group + 3),
    ...places.subarray(3 * vertex, 3 * vertex + 3),
  ]);
};

describe("creases", () => {
  const { triangles, coordinates } = cube(4);

  it("keep the faces of a box flat to their edges", () => {
    const found = shaded(triangles, coordinates);
    expect(found.length).toBe(6 * 16);
    for (const normal of found) {
      const sizes = normal.slice(0, 3).map(Math.abs).sort();
      expect(sizes[2]).toBeCloseTo(1, 6);
      expect(sizes[1]).toBeCloseTo(0, 6);
    }
  });

  it("leave a ball smooth, made of a cube as it is", () => {
    const ball = coordinates.map((value) => 2 * value - 1);
    for (let i = 0; i < ball.length; i += 3) {
      const p = ball.subarray(i, i + 3);
      const length = Math.hypot(...p) || 1;
      const reach = Math.max(...p.map(Math.abs));
      p.forEach((value, k) => (p[k] = (value * reach) / length));
    }
    const found = shaded(triangles, ball);
    expect(found.length).toBe(new Set(triangles).size); // one vertex for each node
    for (const [nx, ny, nz, x, y, z] of found) expect(nx * x + ny * y + nz * z).toBeGreaterThan(0.95);
  });

  it("do not part what meets in a pole or along a seam, though there are several nodes", () => {
    // A cone of 16 nodes around, each with a tip of its own.
    const around = 16;
    const rest: number[] = [];
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around;
      rest.push(0, 0, 0.2, Math.cos(angle), Math.sin(angle), 0);
    }
    const cone = Array.from({ length: around }, (_, k) => {
      const [a, b] = [2 * k, 2 * ((k + 1) % around)];
      return [a, a + 1, b + 1, a, b + 1, b]; // the second is a line
    }).flat();
    const found = shaded(Uint32Array.from(cone), Float32Array.from(rest));
    const tips = found.filter(([, , , x, y, z]) => x === 0 && y === 0 && z > 0);
    const drawn = tips.filter(([, , nz]) => nz > 0.9);
    expect(drawn.length).toBeGreaterThanOrEqual(around);
  });

  it("are not told from the coarse grid of one face", () => {
    const prism = Array.from({ length: 8 }, (_, k) => [
      Math.cos((k * Math.PI) / 4),
      Math.sin((k * Math.PI) / 4),
    ]);
    const rest = Float32Array.from(prism.flatMap(([x, y]) => [x, y, 0, x, y, 1]));
    const wall = Uint32Array.from(
      prism.flatMap((_, k) => {
        const [a, b] = [2 * k, 2 * ((k + 1) % 8)];
        return [a, b, b + 1, a, b + 1, a + 1];
      }),
    );
    expect(shaded(wall, rest, new Uint8Array(16)).length).toBe(16);
    expect(shaded(wall, rest).length).toBe(32);
  });
});

describe("pictures on a solid", () => {
  it("cover each face once, upright and not mirrored", () => {
    const { triangles, coordinates } = cube(3);
    const { uv, face } = gridFaces(triangles, coordinates, [false, false, false], [1, 1, 1]);
    expect(new Set(face)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => [uv[2 * (t + k)], uv[2 * (t + k) + 1]]);
      const turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      expect(turn).toBeGreaterThan(0); // seen from outside, triangles and pictures run the same way round
    }
    expect([Math.min(...uv), Math.max(...uv)]).toEqual([0, 1]);
  });

  it("go on around a periodic axis", () => {
    // Four nodes around, two up: the outside of a ring.
    const coordinates = Float32Array.from([0, 1, 2, 3].flatMap((k) => [k / 4, 0, 1, k / 4, 1, 1]));
    const triangles = Uint32Array.from([6, 0, 7, 0, 1, 7]);
    const { uv, tiles } = gridFaces(triangles, coordinates, [true, false, false], [3, 1, 1]);
    const along = [...uv].filter((_, k) => k % 2 === 0);
    expect(along).toEqual([0.75, 1, 0.75, 1, 1, 0.75]);
    expect(Math.max(...tiles)).toBe(3);
  });

  it("lie on a mesh from the side that it faces", () => {
    const { triangles, coordinates } = cube(2);
    const { uv, face } = boxFaces(triangles, coordinates, 5);
    expect(new Set(face).size).toBe(6);
    expect([Math.min(...uv), Math.max(...uv)]).toEqual([0, 1]);
  });
});
