import { describe, expect, it } from "vitest";
import { Stroke, type Found } from "../src/hands/cut";
import type { Vec3 } from "../src/messages";
import { between } from "../src/view/stroke";
import { edgesOf, without } from "../src/view/seam";

/** A place at x along a flat strip, in triangle `element`; `rest` if it is somewhere else there. */
const place = (x: number, element: number, rest = x, body = "cloth"): Found => ({
  spot: { body, nodes: [element, element + 1, element + 2] as Vec3, weights: [1, 0, 0] as Vec3 },
  element,
  at: [x, 0, 0],
  rest: [rest, 0, 0],
});

const drawn = (...places: (Found | null)[]): number[][] => {
  const stroke = new Stroke(() => 0.1);
  for (const one of places) stroke.add(one);
  return stroke.cuts.map((path) => path.map(({ nodes }) => nodes[0]));
};

describe("a line that is drawn to cut", () => {
  it("keeps the first and the last place of each triangle", () => {
    const stroke = new Stroke(() => 0.1);
    const places = [place(0, 1), place(0.01, 1), place(0.02, 1), place(0.1, 2), place(0.2, 4)];
    for (const one of places) stroke.add(one);
    expect(stroke.paths).toEqual([[places[0], places[2], places[3], places[4]]]);
  });

  it("begins anew where it leaves the body", () => {
    expect(drawn(null, place(0, 1), place(0.1, 2), null, null, place(0.4, 5), place(0.5, 6), null)).toEqual([
      [1, 2],
      [5, 6],
    ]);
  });

  it("does not cut through what lies between two folds", () => {
    expect(drawn(place(0, 1), place(0.1, 2), place(0.12, 70, 3), place(0.2, 71, 3.1))).toEqual([
      [1, 2],
      [70, 71],
    ]);
  });

  it("goes over what is stretched, and to another body anew", () => {
    expect(drawn(place(0, 1), place(0.5, 2, 0.1))).toEqual([[1, 2]]);
    expect(drawn(place(0, 1), place(0.1, 2), place(0.2, 3, 0.2, "flag"), place(0.3, 4, 0.3, "flag"))).toEqual(
      [
        [1, 2],
        [3, 4],
      ],
    );
  });

  it("is no cut at a single place", () => {
    expect(drawn(place(0, 1), null)).toEqual([]);
  });
});

describe("what is left", () => {
  const triangles = Uint32Array.from([0, 1, 2, 2, 1, 3, 2, 3, 4]);

  it("has no triangle that is gone", () => {
    expect([...without(triangles, Float32Array.from([1]))]).toEqual([0, 1, 2, 2, 3, 4]);
    expect(without(triangles, [])).toBe(triangles);
  });

  it("has no edge that only the gone ones had", () => {
    const edges = edgesOf(without(triangles, [0]), 5);
    expect(edges.length).toBe(2 * 5);
    expect(edges.includes(0)).toBe(false);
  });
});

describe("the dots of the line", () => {
  it("lie evenly between the spots", () => {
    const x = between([
      [0, 0, 0],
      [1, 0, 0],
      [1, 2, 0],
    ]);
    expect(x.length).toBe(3 * 9);
    expect(x.slice(3, 6)).toEqual([0.25, 0, 0]);
    expect(x.slice(-3)).toEqual([1, 2, 0]);
  });
});
