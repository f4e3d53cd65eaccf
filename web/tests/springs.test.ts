import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../src/messages";
import { placesOf, zigzag } from "../src/view/springs";

describe("springs", () => {
  const nodeAt = (body: string, node: number): Vec3 | null =>
    body === "mat" && node < 3 ? [node, 0, 0] : null;
  const anchorOf = (force: string): Vec3 | null => (force === "post" ? [0, 0, 5] : null);
  const size = (): number => 2;

  it("go from nodes to anchors, and from node to node", () => {
    const places = placesOf(
      [
        { body: "mat", nodes: [0, 2], force: "post", to: null },
        { body: "mat", nodes: [0], force: null, to: [1] },
      ],
      nodeAt,
      anchorOf,
      size,
    );
    expect(places.map(({ from, to }) => [from, to])).toEqual([
      [
        [0, 0, 0],
        [0, 0, 5],
      ],
      [
        [2, 0, 0],
        [0, 0, 5],
      ],
      [
        [0, 0, 0],
        [1, 0, 0],
      ],
    ]);
  });

  it("are left out where an end is unknown", () => {
    const lost = [
      { body: "mat", nodes: [7], force: "post", to: null },
      { body: "mat", nodes: [0], force: "gone", to: null },
      { body: "other", nodes: [0], force: null, to: [1] },
    ];
    expect(placesOf(lost, nodeAt, anchorOf, size)).toEqual([]);
  });

  it("zigzag from end to end, across the line of sight", () => {
    const eye = new Vector3(0, -10, 0);
    const points = zigzag({ from: [0, 0, 0], to: [0, 0, 1], size: 1 }, eye, false);
    expect(points[0].toArray()).toEqual([0, 0, 0]);
    expect(points[points.length - 1].toArray()).toEqual([0, 0, 1]);
    for (const { y } of points) expect(y).toBeCloseTo(0);
    expect(Math.max(...points.map(({ x }) => Math.abs(x)))).toBeGreaterThan(0.005);
    expect(zigzag({ from: [0, 0, 0], to: [0, 0, 0], size: 1 }, eye, false)).toHaveLength(2);
  });
});
