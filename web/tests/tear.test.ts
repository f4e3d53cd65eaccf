import { describe, expect, it } from "vitest";
import { firstMeeting } from "../src/hands/pick";
import type { Vec3 } from "../src/messages";
import { withTear } from "../src/view/skin";
import { Tear, turned, type TearArrays } from "../src/view/tear";

const close = (values: Iterable<number>): number[] =>
  [...values].map((value) => Number(value.toFixed(6)) + 0);

describe("a torn cell", () => {
  // One cell of nodes 0 = [0, 0], 1 = [0, 1], 2 = [1, 0], 3 = [1, 1] whose link from 0 to 2 is broken. Points: 4 and 5
  // the middles of that link, of node 0 and of node 2, 6, 7, 8 of the whole links 0–1, 2–3, 1–3, and 9 of the cell.
  const x = Float32Array.from([0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0]);
  const quarters: [Vec3[], number[]][] = [
    [[[0, 4, 9], [0, 9, 6]], [0, 0, 0.5, 0, 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0.5]],
    [[[2, 7, 9], [2, 9, 5]], [1, 0, 1, 0.5, 0.5, 0.5, 1, 0, 0.5, 0.5, 0.5, 0]],
    [[[3, 8, 9], [3, 9, 7]], [1, 1, 0.5, 1, 0.5, 0.5, 1, 1, 0.5, 0.5, 1, 0.5]],
    [[[1, 6, 9], [1, 9, 8]], [0, 1, 0, 0.5, 0.5, 0.5, 0, 1, 0.5, 0.5, 0.5, 1]],
  ]; // prettier-ignore
  const half = (point: number, a: number, b: number): number[] => [point, a, 0.5, point, b, 0.5];
  const arrays: TearArrays = {
    tear_triangles: Float32Array.from(quarters.flatMap(([triangles]) => triangles.flat())),
    tear_uv: Float32Array.from(quarters.flatMap(([, uv]) => uv)),
    tear_weights: Float32Array.from([
      ...[0, 0, 1, 1, 2, 1],
      ...half(2, 0, 1),
      ...half(3, 2, 3),
      ...half(4, 1, 3),
      ...[0, 1, 2, 3].flatMap((node) => [5, node, 0.25]),
    ]),
    // Half of the way from 1 to 3, for node 0 and backwards for node 2, turned as the other link turns.
    tear_loose: Float32Array.from([
      ...[1, 3, 0.5, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1],
      ...[3, 1, 0.5, 0, 0, 0, 0, 0, 0, 1, 0, 2, 3],
    ]),
    tear_shares: Float32Array.from([0, 0, 1, 1, 1, 1]),
  };
  const tear = new Tear(4, [2, 2], [false, false], arrays);

  it("has points that follow the nodes", () => {
    expect(tear.points).toBe(6);
    const closed = [0.5, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 1, 0.5, 0, 0.5, 1, 0, 0.5, 0.5, 0];
    expect(close(tear.move(x).subarray(12))).toEqual(closed);
    const open = x.slice();
    open.set([3, 0, 0], 6); // node 2, and the thread from it to 3 leans over
    const [first, second] = [tear.move(open).slice(12, 15), tear.move(open).slice(15, 18)];
    expect(close(first)).toEqual([0.5, 0, 0]);
    expect(Math.hypot(second[0] - 3, second[1], second[2])).toBeCloseTo(0.5, 6);
  });

  it("has values between those of the corners that meet", () => {
    expect(close(tear.spread(Float32Array.from([1, 2, 3, 4]), 1))).toEqual([
      1, 2, 3, 4, 1, 3, 1.5, 3.5, 3, 2.5,
    ]);
  });

  it("belongs to its corners for hands, and has its own places for knives", () => {
    const ray = { origin: [0.4, 0.2, 1] as Vec3, direction: [0, 0, -1] as Vec3 };
    const meeting = firstMeeting(ray, tear.move(x), tear.triangles);
    const owned = tear.owned(meeting!, { nodes: [0, 2, 3], weights: [1, 0, 0] }, 7);
    expect(owned).toMatchObject({ nodes: [0, 2, 3], weights: [1, 0, 0], element: 7 });
    expect(owned.material?.nodes).toEqual([0, 2, 1]);
    expect(close(owned.material!.weights)).toEqual([0.4, 0.4, 0.2]);
  });

  it("belongs to the nearer corner where two quarters are one", () => {
    const at = { distance: 1, element: 0, miss: 0, weights: [0.2, 0.5, 0.3] as Vec3 };
    expect(tear.owner({ ...at, nodes: [0, 1, 9] })).toBe(1);
    expect(tear.owner({ ...at, nodes: [0, 4, 9] })).toBe(0);
  });

  it("is drawn with vertices of its own", () => {
    const uv = Float32Array.from([0, 0, 0, 1, 1, 0, 1, 1]);
    const whole = {
      triangles: Uint32Array.from([0, 2, 3, 0, 3, 1]),
      source: null,
      groups: null,
      uv,
      tiles: uv,
    };
    const drawn = withTear({ ...whole, repeats: [2, 3] }, new Uint32Array(), tear);
    expect(drawn.triangles.length).toBe(24);
    expect(drawn.source!.length).toBe(4 + 10);
    expect([...drawn.source!.slice(4)].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(Math.max(...drawn.tiles)).toBe(3);
  });
});

describe("a vector", () => {
  it("turns with a thread by the smallest rotation", () => {
    expect(close(turned([0, 1, 0], [2, 0, 0], [0, 5, 0]))).toEqual([-1, 0, 0]);
    expect(close(turned([0, 0, 1], [2, 0, 0], [0, 5, 0]))).toEqual([0, 0, 1]);
    expect(turned([0, 1, 0], [1, 0, 0], [-1, 0, 0])).toEqual([0, 1, 0]);
    expect(turned([0, 1, 0], [0, 0, 0], [1, 0, 0])).toEqual([0, 1, 0]);
  });
});
