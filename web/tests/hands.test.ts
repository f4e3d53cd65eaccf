import { describe, expect, it } from "vitest";
import { onLine, onPlane } from "../src/hands/drag";
import { cameraMove } from "../src/hands/hands";
import { distanceToSegment } from "../src/hands/move";
import { firstMeeting, nearestCorner, normalTowards, spotAt, spotOfNode, type Ray } from "../src/hands/pick";

const SQUARE = Float32Array.from([
  0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, /* a roof above */ 0, 0, 1, 1, 0, 1, 0, 1, 1,
]);
const TRIANGLES = Uint32Array.from([0, 1, 2, 1, 3, 2, 4, 5, 6]);
const down = (x: number, y: number, z = 5): Ray => ({ origin: [x, y, z], direction: [0, 0, -1] });

describe("picking", () => {
  it("finds the nearest triangle with weights that give the point back", () => {
    const hit = firstMeeting(down(0.2, 0.3), SQUARE, TRIANGLES);
    expect(hit).toMatchObject({ element: 2, distance: 4, miss: 0 });
    const point = spotAt(SQUARE, hit!.nodes, hit!.weights);
    expect(point[0]).toBeCloseTo(0.2);
    expect(point[1]).toBeCloseTo(0.3);
    expect(hit!.weights.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
  });

  it("sees triangles from both sides and none behind", () => {
    expect(firstMeeting({ origin: [0.8, 0.8, -1], direction: [0, 0, 1] }, SQUARE, TRIANGLES)?.element).toBe(
      1,
    );
    expect(firstMeeting(down(0.2, 0.2, -1), SQUARE, TRIANGLES)).toBeNull();
    expect(firstMeeting(down(2, 2), SQUARE, TRIANGLES)).toBeNull();
  });

  it("passes over triangles that are points or no numbers", () => {
    const odd = Float32Array.from([0, 0, 0, 0, 0, 0, 0, 0, 0, NaN, 0, 0]);
    expect(firstMeeting(down(0, 0), odd, Uint32Array.from([0, 1, 2, 0, 1, 3]))).toBeNull();
  });

  it("never gives weights outside 0 to 1", () => {
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [0.5, 0.5],
    ]) {
      const hit = firstMeeting(down(x, y), SQUARE, TRIANGLES);
      for (const weight of hit?.weights ?? []) {
        expect(weight).toBeGreaterThanOrEqual(0);
        expect(weight).toBeLessThanOrEqual(1);
      }
    }
  });

  it("knows the nearest node and a spot exactly at a node", () => {
    expect(nearestCorner([7, 8, 9], [0.2, 0.7, 0.1])).toBe(8);
    const spot = spotOfNode(TRIANGLES, 3);
    expect(spot).toEqual({ nodes: [3, 2, 1], weights: [1, 0, 0] });
    expect(spotOfNode(TRIANGLES, 99)).toBeNull();
  });

  it("has normals that look at the viewer, so that a push goes inward", () => {
    expect(normalTowards(down(0, 0), SQUARE, [0, 1, 2])).toEqual([0, 0, 1]);
    const up: Ray = { origin: [0, 0, -5], direction: [0, 0, 1] };
    expect(normalTowards(up, SQUARE, [0, 1, 2])[2]).toBe(-1);
  });
});

describe("dragging", () => {
  it("stays on the plane through the grabbed point", () => {
    const ray: Ray = { origin: [0, 0, 5], direction: [0.6, 0, -0.8] };
    expect(onPlane(ray, [0, 0, 1], [0, 0, 1])).toEqual([3, 0, 1]);
  });

  it("gives nothing where the ray never meets the plane", () => {
    expect(onPlane({ origin: [0, 0, 5], direction: [1, 0, 0] }, [0, 0, 1], [0, 0, 1])).toBeNull();
    expect(onPlane({ origin: [0, 0, 5], direction: [0, 0, 1] }, [0, 0, 1], [0, 0, 1])).toBeNull();
  });

  it("moves along an axis to the point nearest to the ray", () => {
    expect(onLine(down(2, 1), [0, 0, 0], [1, 0, 0])).toEqual([2, 0, 0]);
    expect(onLine(down(2, 1), [0, 0, 0], [0, 0, 1])).toBeNull();
  });

  it("hits the arrows of the gizmo in the picture", () => {
    expect(distanceToSegment({ x: 5, y: 3 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(3);
    expect(distanceToSegment({ x: -4, y: 3 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(5);
    expect(distanceToSegment({ x: 3, y: 4 }, { x: 0, y: 0 }, { x: 0, y: 0 })).toBe(5);
  });
});

describe("buttons", () => {
  const press = (button: number, keys: Partial<Record<"altKey" | "shiftKey", boolean>> = {}): string | null =>
    cameraMove({ button, altKey: false, shiftKey: false, ...keys });

  it("move the camera except for the left one", () => {
    expect(press(0)).toBeNull();
    expect(press(1)).toBe("pan");
    expect(press(2)).toBe("orbit");
    expect(press(0, { shiftKey: true })).toBe("pan");
    expect(press(0, { altKey: true })).toBe("zoom");
  });
});
