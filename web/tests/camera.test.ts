import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { boxesIn, freeCorner } from "../src/ui/corners";
import { Extent } from "../src/view/action";
import { fit, keep, MARGIN, WHOLE, type Part, type Pose } from "../src/view/framing";
import { freeRects, partOf } from "../src/view/free";
import { Rig } from "../src/view/rig";

const ASPECT = 1.6;
const cube = (x = 0, y = 0, z = 0, half = 1): number[] =>
  [-half, half].flatMap((a) =>
    [-half, half].flatMap((b) => [-half, half].flatMap((c) => [x + a, y + b, z + c])),
  );

/** Where the outermost of some points are in the picture. */
function seen(points: readonly number[], pose: Pose): Part {
  const rig = new Rig();
  rig.setAspect(ASPECT);
  rig.setRadius(50);
  rig.go(pose, true);
  const at = Array.from({ length: points.length / 3 }, (_, k) =>
    new Vector3().fromArray(points, 3 * k).project(rig.camera),
  );
  const [x, y] = [at.map((one) => one.x), at.map((one) => one.y)];
  return { left: Math.min(...x), right: Math.max(...x), bottom: Math.min(...y), top: Math.max(...y) };
}

const within = (a: Part, b: Part, by = 1e-6): boolean =>
  a.left >= b.left - by && a.right <= b.right + by && a.bottom >= b.bottom - by && a.top <= b.top + by;

describe("what lies over the view", () => {
  const view = { left: 0, top: 0, right: 1000, bottom: 600 };

  it("leaves the largest rectangles without it", () => {
    const tools = { left: 10, top: 150, right: 70, bottom: 450 };
    const card = { left: 82, top: 10, right: 350, bottom: 110 };
    const free = freeRects(view, [tools, card]);
    expect(free).toContainEqual({ left: 350, top: 0, right: 1000, bottom: 600 });
    expect(free).toContainEqual({ left: 70, top: 110, right: 1000, bottom: 600 });
    expect(free).toContainEqual({ left: 0, top: 450, right: 1000, bottom: 600 });
    expect(new Set(free.map((rect) => JSON.stringify(rect))).size).toBe(free.length);
  });

  it("may leave all of it or nothing", () => {
    expect(freeRects(view, [])).toEqual([view]);
    expect(freeRects(view, [view])).toEqual([]);
  });

  it("never lies over what is framed, and that fills the rest", () => {
    for (const cover of [
      { left: 0, top: 0, right: 400, bottom: 600 },
      { left: 0, top: 300, right: 1000, bottom: 600 },
      { left: 300, top: 0, right: 1000, bottom: 350 },
    ]) {
      const [part] = freeRects(view, [cover]).map((rect) => partOf(rect, 1000, 600));
      const at = seen(cube(), fit(cube(), ASPECT, -1, 0.4, part));
      expect(within(at, part)).toBe(true);
      const filled = Math.max(
        (at.right - at.left) / (part.right - part.left),
        (at.top - at.bottom) / (part.top - part.bottom),
      );
      expect(filled).toBeCloseTo(1 - MARGIN);
    }
  });
});

describe("a body that is followed", () => {
  const start = fit(cube(), ASPECT, -1, 0.4);

  it("moves freely as long as it stays in the picture", () => {
    const to = keep(cube(0, 0, 0.02), ASPECT, start, WHOLE);
    expect(to.distance).toBe(start.distance);
    expect(to.target.distanceTo(start.target)).toBeLessThan(1e-9);
  });

  it("is in the picture wherever it goes, from the same side and at the same size", () => {
    for (const [x, y, z] of [
      [0, 0, -30],
      [12, 0, 0],
      [0, 9, 2],
    ]) {
      const to = keep(cube(x, y, z), ASPECT, start, WHOLE);
      expect(within(seen(cube(x, y, z), to), WHOLE)).toBe(true);
      expect([to.azimuth, to.elevation]).toEqual([start.azimuth, start.elevation]);
      expect(to.distance / start.distance).toBeLessThan(2.6);
      expect(to.distance / start.distance).toBeGreaterThan(0.9);
    }
  });

  it("takes the camera back when it spreads, no farther than it must", () => {
    const to = keep(cube(0, 0, 0, 2), ASPECT, start, WHOLE);
    const at = seen(cube(0, 0, 0, 2), to);
    expect(within(at, WHOLE)).toBe(true);
    expect(Math.max(at.right, -at.left, at.top, -at.bottom)).toBeGreaterThan(0.9);
  });

  it("does not shrink to a dot when it flies away", () => {
    const forward = new Vector3(-Math.cos(-1) * Math.cos(0.4), -Math.sin(-1) * Math.cos(0.4), -Math.sin(0.4));
    const far = cube(...(forward.multiplyScalar(300).toArray() as [number, number, number]));
    const at = seen(far, keep(far, ASPECT, start, WHOLE));
    expect(within(at, WHOLE)).toBe(true);
    expect(at.top - at.bottom).toBeGreaterThan(0.5);
  });

  it("is nowhere if it is not a number", () => {
    const to = keep([NaN, 0, 0], ASPECT, start, WHOLE);
    expect(to.target.toArray()).toEqual(start.target.toArray());
  });
});

describe("where bodies have been", () => {
  it("is remembered by its outermost points", () => {
    const been = new Extent();
    been.add(cube(0, 0, 5));
    been.add([NaN, 0, 0, 0, 0, 0]);
    been.add(cube(0, 0, -5, 0.5));
    const heights = been.points.filter((_, k) => k % 3 === 2);
    expect([Math.min(...heights), Math.max(...heights)]).toEqual([-5.5, 6]);
    been.clear();
    expect(been.points).toEqual([]);
  });
});

describe("the card of the hand", () => {
  const boxes = boxesIn({ left: 80, top: 10, right: 990, bottom: 550 }, 280, 100);
  const middleOf = ({ left, right, top, bottom }: (typeof boxes)["top-left"]): { x: number; y: number } => ({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
  });

  it("stays where it is until a pin comes there", () => {
    expect(freeCorner(boxes, "top-left", [], [{ x: 500, y: 300 }])).toBe("top-left");
    expect(freeCorner(boxes, "top-right", [], [])).toBe("top-right");
    expect(freeCorner(boxes, "top-left", [], [middleOf(boxes["top-left"])])).toBe("bottom-left");
  });

  it("does not lie over other cards either", () => {
    const pins = [middleOf(boxes["top-left"])];
    expect(freeCorner(boxes, "top-left", [boxes["bottom-left"]], pins)).toBe("top-right");
  });

  it("has no place where there are pins everywhere", () => {
    expect(freeCorner(boxes, "top-left", [], Object.values(boxes).map(middleOf))).toBeNull();
  });
});
