import { expect, test } from "vitest";
import { strokes } from "../src/view/contactmarks";

test("strokes go both ways along the normal, as long as the force, and never longer than is allowed", () => {
  const points = Float32Array.of(1, 0, 0, 0, 0, 2);
  const normals = Float32Array.of(0, 1, 0, 0, 0, 1);
  const ends = strokes(points, normals, Float32Array.of(3, 100), 0.1, 0.5);
  const expected = [1, -0.3, 0, 1, 0.3, 0, 0, 0, 1.5, 0, 0, 2.5];
  ends.forEach((value, k) => expect(value).toBeCloseTo(expected[k]));
});
