import { describe, expect, it } from "vitest";
import { curveMeeting, spotOnCurve, spotOnThreads, threadsMeeting } from "../src/hands/pickcurve";
import { firstMeeting, normalTowards, spotAt, type Ray } from "../src/hands/pick";
import { firstHit, type Screen, type Target } from "../src/view/pointing";
import { Tube } from "../src/view/tube";

const RADIUS = 0.05;
const line = (count: number, at: (way: number) => number[]): Float32Array =>
  Float32Array.from(Array.from({ length: count }, (_, k) => at(k / (count - 1))).flat());
const ring = (count: number): Float32Array =>
  Float32Array.from(
    Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * k) / count;
      return [Math.cos(angle), Math.sin(angle), 0.2 * Math.sin(2 * angle)];
    }).flat(),
  );
const vectors = (array: Float32Array): number[][] =>
  Array.from({ length: array.length / 3 }, (_, k) => [...array.subarray(3 * k, 3 * k + 3)]);
const away = (a: number[], b: number[]): number => Math.hypot(...a.map((value, k) => value - b[k]));

function made(nodes: Float32Array, closed = false): Tube {
  const tube = new Tube(nodes.length / 3, closed, RADIUS);
  tube.update(nodes);
  return tube;
}

/** Vertices of one ring and the next along the tube. */
const sidesOf = (tube: Tube): number => tube.uv.findIndex((value, k) => k % 2 === 0 && value === 1) / 2;

describe("a tube", () => {
  it("is a radius away from a straight curve, with round ends", () => {
    const tube = made(line(20, (way) => [2 * way, 0, 0]));
    for (const [x, y, z] of vectors(tube.positions)) {
      const nearest = [Math.min(2, Math.max(0, x)), 0, 0];
      expect(away([x, y, z], nearest)).toBeCloseTo(RADIUS, 6);
    }
    const xs = vectors(tube.positions).map(([x]) => x);
    expect(Math.min(...xs)).toBeCloseTo(-RADIUS, 6);
    expect(Math.max(...xs)).toBeCloseTo(2 + RADIUS, 6);
  });

  it("has a gap where segments are gone", () => {
    for (const closed of [false, true]) {
      const tube = made(ring(9), closed);
      expect(tube.segments).toBe(closed ? 9 : 8);
      expect(tube.without(new Set())).toEqual(tube.triangles);
      const gone = tube.without(new Set([3]));
      const share = (tube.triangles.length - gone.length) / tube.triangles.length;
      expect(share).toBeGreaterThan(0.8 / 9);
      expect(share).toBeLessThan(1.01 / 8);
      const all = tube.without(new Set(Array.from({ length: 9 }, (_, k) => k)));
      expect(all.length).toBe(0);
    }
  });

  it("has unit normals, and triangles that face outwards", () => {
    for (const tube of [made(line(9, (way) => [way, Math.sin(3 * way), way * way])), made(ring(40), true)]) {
      for (const normal of vectors(tube.normals)) expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
      const [places, normals] = [vectors(tube.positions), vectors(tube.normals)];
      for (let t = 0; t < tube.triangles.length; t += 3) {
        const [a, b, c] = [...tube.triangles.subarray(t, t + 3)];
        const u = places[b].map((value, k) => value - places[a][k]);
        const v = places[c].map((value, k) => value - places[a][k]);
        const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        if (Math.hypot(...n) < 1e-9) continue; // at the poles of the ends
        expect(n[0] * normals[a][0] + n[1] * normals[a][1] + n[2] * normals[a][2]).toBeGreaterThan(0);
      }
    }
  });

  it("does not twist where the curve does not", () => {
    const tube = made(line(30, (way) => [Math.sin(way), 1 - Math.cos(way), 0])); // in a plane
    const sides = sidesOf(tube);
    const normals = vectors(tube.normals);
    for (let k = 0; k < sides; k++) {
      const heights = Array.from({ length: tube.rings }, (_, j) => normals[(j + 4) * (sides + 1) + k][2]);
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1e-5);
    }
  });

  it("closes without a seam, however the curve winds", () => {
    const tube = made(ring(50), true);
    const sides = sidesOf(tube);
    const places = vectors(tube.positions);
    const last = places.length - sides - 1;
    for (let k = 0; k <= sides; k++) expect(away(places[k], places[last + k])).toBeLessThan(1e-5);
    const steps = Array.from({ length: tube.rings - 1 }, (_, j) =>
      away(places[j * (sides + 1)], places[(j + 1) * (sides + 1)]),
    );
    expect(Math.max(...steps)).toBeLessThan(2 * Math.min(...steps)); // and no ring is turned against the next
  });

  it("goes through the nodes and is rounded between them", () => {
    const circle = Float32Array.from(
      Array.from({ length: 12 }, (_, k) => [
        Math.cos((k * Math.PI) / 6),
        Math.sin((k * Math.PI) / 6),
        0,
      ]).flat(),
    );
    const tube = made(circle, true);
    expect(tube.rings).toBeGreaterThan(13);
    const radii = vectors(tube.positions).map(([x, y]) => Math.hypot(x, y));
    expect(Math.max(...radii)).toBeLessThan(1 + RADIUS + 0.002);
    expect(Math.min(...radii)).toBeGreaterThan(1 - RADIUS - 0.002); // a polygon's sides would be at 0.966
  });

  it("keeps its buffers for a long rope, and few vertices", () => {
    const tube = made(line(1000, (way) => [way, 0, 0]));
    const { positions } = tube;
    tube.update(line(1000, (way) => [way, way * way, 0]));
    expect(tube.positions).toBe(positions);
    expect(positions.length / 3).toBeLessThan(20_000);
  });

  it("does not spin from frame to frame", () => {
    const nodes = line(20, (way) => [way, 0, 0]);
    const tube = made(nodes);
    const before = tube.positions.slice();
    tube.update(line(20, (way) => [way, 0, 1e-4 * way]));
    for (let k = 0; k < before.length; k++)
      expect(Math.abs(tube.positions[k] - before[k])).toBeLessThan(1e-3);
  });

  it("gets over nodes in one place, curves that turn back and what is no number", () => {
    const tube = new Tube(4, false, RADIUS);
    tube.update(Float32Array.from([NaN, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0]));
    for (const nodes of [new Float32Array(12), Float32Array.from([0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0])]) {
      tube.update(nodes);
      expect([...tube.positions, ...tube.normals].every(Number.isFinite)).toBe(true);
    }
  });

  it("has the values of its nodes, and between them what is between", () => {
    const tube = made(line(3, (way) => [way, 0, 0]));
    const out = new Float32Array(tube.positions.length / 3);
    tube.spread(Float32Array.from([0, 1, 3]), out);
    expect(out[0]).toBe(0);
    expect(out[out.length - 1]).toBe(3);
    expect([...out]).toEqual([...out].sort((a, b) => a - b));
    expect(new Set(out).size).toBe(tube.rings);
  });
});

describe("hitting a curve", () => {
  const rope = line(11, (way) => [way, 0, 0]);
  const open = { closed: false, radius: 0.01 };
  const down = (x: number, y: number): Ray => ({ origin: [x, y, 2], direction: [0, 0, -1] });

  it("gives the two nodes of the segment and the place between them", () => {
    const hit = curveMeeting(down(0.33, 0.005), rope, open, 0)!;
    expect(hit).toMatchObject({ element: 3, nodes: [3, 4, 4], miss: 0 });
    expect(hit.weights[1]).toBeCloseTo(0.3, 5);
    expect(hit.weights[2]).toBe(0);
    expect(spotAt(rope, hit.nodes, hit.weights)[0]).toBeCloseTo(0.33, 5);
    expect(hit.distance).toBeCloseTo(2 - Math.sqrt(0.01 ** 2 - 0.005 ** 2), 5); // on the tube, not in it
  });

  it("forgives a near miss, in proportion to the distance", () => {
    expect(curveMeeting(down(0.5, 0.05), rope, open, 0.01)).toBeNull(); // 0.04 beside it, 2 away
    expect(curveMeeting(down(0.5, 0.05), rope, open, 0.021)?.miss).toBeCloseTo(0.02, 5);
    expect(curveMeeting(down(1.015, 0), rope, open, 0.021)?.weights).toEqual([0, 1, 0]); // beyond its end
    expect(curveMeeting(down(1.2, 0), rope, open, 0.021)).toBeNull();
  });

  it("takes what is in front where a rope crosses itself, and what is hit rather than what is near", () => {
    const loop = Float32Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0.5, 0.5, -1, 1, 0.5, 1, 1]);
    expect(curveMeeting(down(0.5, 0), loop, open, 0.02)?.element).toBe(3);
    expect(curveMeeting(down(0.53, 0), loop, open, 0.02)?.element).toBe(0);
  });

  it("knows that a closed one goes on from its last node to its first", () => {
    const triangle = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(curveMeeting(down(0, 0.4), triangle, open, 0)).toBeNull();
    expect(curveMeeting(down(0, 0.4), triangle, { ...open, closed: true }, 0)?.nodes).toEqual([2, 0, 0]);
    expect(spotOnCurve(3, true, 2)).toEqual({ nodes: [2, 0, 0], weights: [1, 0, 0] });
    expect(spotOnCurve(3, false, 2)).toEqual({ nodes: [2, 1, 1], weights: [1, 0, 0] });
    expect(spotOnCurve(3, false, 3)).toBeNull();
  });

  it("finds the thread that is hit among several, and names the nodes of the body", () => {
    const ladder = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    const threads = [
      { nodes: [0, 1], closed: false, radius: 0.01 },
      { nodes: [2, 3], closed: false, radius: 0.01 },
      { nodes: [1, 3], closed: false, radius: 0.003 },
    ];
    expect(threadsMeeting(down(0.25, 1), ladder, threads, 0.01)).toMatchObject({
      nodes: [2, 3, 3],
      weights: [0.75, 0.25, 0],
    });
    expect(threadsMeeting(down(1, 0.5), ladder, threads, 0.01)?.nodes).toEqual([1, 3, 3]);
    expect(threadsMeeting(down(0.5, 0.5), ladder, threads, 0.01)).toBeNull();
    expect(spotOnThreads(threads, 3)).toEqual({ nodes: [3, 2, 2], weights: [1, 0, 0] });
    expect(spotOnThreads(threads, 4)).toBeNull();
  });

  it("looks ahead only, and passes over what is no number", () => {
    expect(curveMeeting({ origin: [0.5, 0, -1], direction: [0, 0, -1] }, rope, open, 1)).toBeNull();
    expect(curveMeeting(down(0, 0), Float32Array.from([NaN, 0, 0, 1, 0, 0]), open, 1)).toBeNull();
  });

  it("pushes along the line of sight", () => {
    expect(normalTowards(down(0.3, 0), rope, [3, 4, 4])[2]).toBe(1);
  });
});

describe("what is in front", () => {
  const square = (z: number): Float32Array => Float32Array.from([-1, -1, z, 1, -1, z, 1, 1, z, -1, 1, z]);
  const halves = Uint32Array.from([0, 1, 2, 0, 2, 3]);
  const sheet = (z: number): Target => ({
    thread: null,
    positions: square(z),
    meet: (ray) => firstMeeting(ray, square(z), halves),
  });
  const rope = (y: number, z: number): Target => {
    const positions = Float32Array.from([-1, y, z, 1, y, z]);
    const thread = { closed: false, radius: 0.01 };
    return { thread, positions, meet: (ray, spread) => curveMeeting(ray, positions, thread, spread) };
  };
  const screen = (z: number): Screen => ({ mesh: {}, positions: square(z), triangles: halves });
  const down: Ray = { origin: [0.2, 0, 10], direction: [0, 0, -1] };
  const at = (bodies: Target[], screens: Screen[] = []): number =>
    bodies.indexOf(firstHit(down, bodies, screens, 0.01, 0.001)?.body as Target);

  it("is a rope before a sheet, even if it was nearly missed", () => {
    expect(at([sheet(0), rope(0.05, 1)])).toBe(1);
    expect(at([sheet(0), rope(0.5, 1)])).toBe(0);
  });

  it("is a sheet before a rope", () => {
    expect(at([sheet(0), rope(0, -1)])).toBe(0);
  });

  it("is of two ropes the one that is hit, and of two that are hit the nearer", () => {
    expect(at([rope(0.05, 2), rope(0, 0)])).toBe(1);
    expect(at([rope(0, 2), rope(0, 0)])).toBe(0);
  });

  it("is nothing behind an obstacle, but a rope that lies on one", () => {
    expect(at([rope(0, 0)], [screen(1)])).toBe(-1);
    expect(at([rope(0.08, 0)], [screen(0.01)])).toBe(0);
    expect(at([rope(0, 0)], [{ ...screen(1), mesh: null }])).toBe(0);
  });

  it("is met where the spot is", () => {
    expect(firstHit(down, [rope(0.05, 1)], [], 0.01, 0)?.point[0]).toBeCloseTo(0.2, 5);
  });
});
