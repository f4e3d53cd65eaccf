import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { segmentsOf } from "../src/hands/pickcurve";
import { boxOf, fallen, leftOf, piecesOf } from "../src/view/action";
import { segments } from "../src/view/arrows";
import { bestAzimuth, fit, frontOf, MARGIN, planeOf } from "../src/view/framing";
import { vertexNormals } from "../src/view/normals";
import { chooseQuality, lower, Pace, pixelRatioFor, settingsOf } from "../src/view/quality";
import { Rig } from "../src/view/rig";
import { edgesOf, gather, splitSeam, without } from "../src/view/seam";

describe("quality", () => {
  it("is low without a graphics card", () => {
    for (const name of [
      "Google SwiftShader",
      "llvmpipe (LLVM 15)",
      "Mesa Software Rasterizer",
      "Microsoft Basic Render Driver",
    ]) {
      expect(chooseQuality("", name)).toMatchObject({ quality: "low", reason: "software" });
    }
    expect(chooseQuality("", "NVIDIA GeForce")).toMatchObject({ quality: "high", reason: "" });
  });

  it("is what the address asks for", () => {
    expect(chooseQuality("?token=x&quality=high", "SwiftShader")).toEqual({
      quality: "high",
      fixed: true,
      reason: "",
    });
    expect(chooseQuality("?quality=nonsense", "NVIDIA").quality).toBe("high");
  });

  it("is lowered when pictures take too long for a while, not for a moment", () => {
    const pace = new Pace();
    const many = (ms: number, count = 24): boolean[] => Array.from({ length: count }, () => pace.took(ms));
    expect(many(16)).not.toContain(true);
    expect(many(16, 20).concat(many(300, 4))).not.toContain(true);
    expect(many(60)).toContain(true);
    expect(lower("high")).toBe("medium");
    expect(lower("medium")).toBe("low");
  });

  it("spends no more pixels than it has", () => {
    expect(pixelRatioFor(settingsOf("high"), 960, 600, 3)).toBe(2);
    expect(pixelRatioFor(settingsOf("high"), 960, 600, 1)).toBe(1);
    expect(pixelRatioFor(settingsOf("low"), 1600, 1000, 2)).toBe(0.6);
    expect(pixelRatioFor(settingsOf("low"), 300, 200, 2)).toBe(1);
  });
});

describe("normals", () => {
  it("are those of a plane, everywhere", () => {
    const out = new Float32Array(12);
    vertexNormals(
      Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]),
      Uint32Array.from([0, 1, 2, 1, 3, 2]),
      out,
    );
    expect([...out]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  it("are zero where triangles have no area", () => {
    const out = new Float32Array(9);
    vertexNormals(new Float32Array(9), Uint32Array.from([0, 1, 2]), out);
    expect([...out]).toEqual(Array(9).fill(0));
  });
});

describe("a closed body", () => {
  // Four nodes around, two along: u = 0, ¼, ½, ¾ and back to 0.
  const uv = Float32Array.from([0, 0, 0, 1, 0.25, 0, 0.25, 1, 0.5, 0, 0.5, 1, 0.75, 0, 0.75, 1]);
  const triangles = Uint32Array.from(
    [0, 1, 2, 3].flatMap((k) => {
      const [a, b] = [2 * k, (2 * k + 2) % 8];
      return [a, b, a + 1, b, b + 1, a + 1];
    }),
  );

  it("is cut open where u jumps from ¾ to 0", () => {
    const open = splitSeam(triangles, uv, [true, false]);
    expect(open.uv.length / 2).toBe(10);
    expect([...open.source!.slice(8)].sort()).toEqual([0, 1]);
    for (let t = 0; t < triangles.length; t += 3) {
      const along = [0, 1, 2].map((k) => open.uv[2 * open.triangles[t + k]]);
      expect(Math.max(...along) - Math.min(...along)).toBeLessThanOrEqual(0.25);
      for (const k of [0, 1, 2]) expect(open.source![open.triangles[t + k]]).toBe(triangles[t + k]);
    }
  });

  it("stays as it is when it is not closed", () => {
    expect(splitSeam(triangles, uv, [false, false])).toEqual({ triangles, uv, source: null });
  });

  it("gives doubled vertices the values of their nodes", () => {
    const out = new Float32Array(6);
    gather(Float32Array.from([1, 2, 3, 4]), Uint32Array.from([0, 1, 0]), 2, out);
    expect([...out]).toEqual([1, 2, 3, 4, 1, 2]);
  });

  it("has each edge once", () => {
    expect(edgesOf(Uint32Array.from([0, 1, 2, 1, 3, 2]), 4).length / 2).toBe(5);
  });
});

describe("arrows", () => {
  it("start at the node, and those of elastic forces end there", () => {
    const [at, force] = [Float32Array.from([1, 0, 0]), Float32Array.from([0, 2, 0])];
    const out = new Float32Array(6);
    segments(at, force, 0.5, 9, false, out);
    expect([...out]).toEqual([1, 0, 0, 1, 1, 0]);
    segments(at, force, 0.5, 9, true, out);
    expect([...out]).toEqual([1, 0, 0, 1, -1, 0]);
  });

  it("are cut where they are too long, and left out where they are zero or no numbers", () => {
    const at = Float32Array.from([1, 0, 0, 2, 0, 0, 3, 0, 0]);
    const out = new Float32Array(18);
    const count = segments(at, Float32Array.from([NaN, 0, 0, 0, 8, 0, 0, 0, 0]), 1, 2, false, out);
    expect(count).toBe(1);
    expect([...out.slice(0, 6)]).toEqual([2, 0, 0, 2, 2, 0]);
  });
});

describe("framing", () => {
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].flatMap((z) => [x, y, z])));

  it("shows every point, and no more than it must", () => {
    const rig = new Rig();
    rig.setAspect(1.6);
    rig.setRadius(2);
    rig.go(fit(corners, 1.6, -1, 0.4), true);
    const seen = Array.from({ length: 8 }, (_, k) =>
      new Vector3().fromArray(corners, 3 * k).project(rig.camera),
    );
    const widest = Math.max(...seen.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
    expect(widest).toBeCloseTo(1 - MARGIN);
  });

  it("keeps z up", () => {
    const rig = new Rig();
    rig.go(fit(corners, 1, 0.3, 0.4), true);
    const up = rig.pose.target
      .clone()
      .add(new Vector3(0, 0, 0.5))
      .project(rig.camera);
    expect(up.y).toBeGreaterThan(0);
    expect(Math.abs(up.x)).toBeLessThan(1e-9);
  });

  it("looks at flat bodies from their broad side", () => {
    const facing = (x: number, y: number): number => bestAzimuth(Float32Array.from([x, y, 0]));
    const seen = (azimuth: number, x: number, y: number): number =>
      Math.abs(Math.cos(azimuth) * x + Math.sin(azimuth) * y);
    expect(seen(facing(1, 0), 1, 0)).toBeGreaterThan(0.5);
    expect(seen(facing(0, 1), 0, 1)).toBeGreaterThan(0.5);
  });

  it("leaves out what is no number", () => {
    expect(boxOf([NaN, 0, 0])).toBeNull();
    expect(boxOf([0, 0, 0, NaN, 1, 1, 1, 2, 3])?.high.toArray()).toEqual([1, 2, 3]);
  });
});

describe("what will fall", () => {
  const lying = { low: new Vector3(-1, -1, 2), high: new Vector3(1, 1, 2) };

  it("is looked for down to the floor, or as low as its pins let it", () => {
    const heights = (points: number[]): number => Math.min(...points.filter((_, k) => k % 3 === 2));
    expect(heights(fallen(lying, [], 1.5))).toBe(1.5);
    expect(heights(fallen(lying, [new Vector3(-1, -1, 2), new Vector3(1, -1, 2)], -Infinity))).toBe(0);
    expect(fallen(lying, [], 2.5)).toEqual([]);
    expect(heights(fallen(lying, [], -4))).toBe(-4); // two sizes below
    expect(heights(fallen(lying, [], -40))).toBeGreaterThan(0); // where nobody can see both
    const coil = { low: new Vector3(-0.1, -0.1, 2), high: new Vector3(0.1, 0.1, 3) };
    const peg = [new Vector3(0, 0, 3)];
    expect(heights(fallen(coil, peg, 1.2, 20))).toBe(1.2); // it may come down that far, but not twenty metres
    expect(heights(fallen(coil, peg, -Infinity, 20))).toBeGreaterThan(0.5);
  });
});

describe("the camera", () => {
  it("glides to where it is wanted and comes to rest", () => {
    const rig = new Rig();
    rig.go(fit([0, 0, 0, 1, 1, 1], 1, -1, 0.3), true);
    rig.update(0.016);
    rig.orbit(0.5, 0);
    let pictures = 0;
    while (rig.update(0.016) && pictures < 1000) pictures += 1;
    expect(pictures).toBeGreaterThan(3);
    expect(pictures).toBeLessThan(120);
  });

  it("does not tumble over the pole", () => {
    const rig = new Rig();
    rig.orbit(0, 10);
    expect(rig.pose.elevation).toBeLessThan(Math.PI / 2);
  });

  it("keeps what is under the pointer in its place when it zooms", () => {
    const rig = new Rig();
    rig.setAspect(1);
    rig.glides = false;
    rig.setRadius(1);
    rig.go({ target: new Vector3(), azimuth: 0.2, elevation: 0.3, distance: 4 }, true);
    const point = new Vector3(0.5, 0.4, 0).unproject(rig.camera);
    const direction = point.sub(rig.camera.position).normalize();
    const onTarget = rig.camera.position.clone().addScaledVector(direction, 4 / direction.dot(rig.forward()));
    rig.zoom(1.5, 0.5, 0.4);
    rig.update(1);
    const after = onTarget.project(rig.camera);
    expect(after.x).toBeCloseTo(0.5, 5);
    expect(after.y).toBeCloseTo(0.4, 5);
  });
});

describe("what is left of a torn body", () => {
  // A strip of four cells, torn in two between its third and its fourth pair of nodes; the rest of it is one cell.
  const strip = Uint32Array.from([0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4, 4, 5, 6, 5, 7, 6, 6, 7, 8, 7, 9, 8]);
  const pieces = piecesOf(without(strip, [4, 5]), 3, 10);
  const positions = (drop: number): Float32Array =>
    Float32Array.from(
      { length: 30 },
      (_, k) => [Math.floor(k / 6), Math.floor(k / 3) % 2, k < 18 ? 0 : -drop][k % 3],
    );

  it("is in pieces, the largest first", () => {
    expect(pieces.map((piece) => [...piece].sort())).toEqual([
      [0, 1, 2, 3, 4, 5],
      [6, 7, 8, 9],
    ]);
    expect(piecesOf([], 3, 10)).toEqual([]);
    const ring = segmentsOf([{ closed: true, radius: 1 }], 4);
    expect([...ring]).toEqual([0, 1, 1, 2, 2, 3, 3, 0]);
    expect(piecesOf(without(ring, [0, 2], 2), 2, 4).map((piece) => [...piece].sort())).toEqual([
      [1, 2],
      [0, 3],
    ]);
  });

  it("is framed without what fell far, and with what lies near", () => {
    expect(boxOf(leftOf(positions(50), pieces, [], 4))).toMatchObject({ low: { z: 0 }, high: { x: 2 } });
    expect(boxOf(leftOf(positions(2), pieces, [], 4))).toMatchObject({ low: { z: -2 }, high: { x: 4 } });
  });

  it("is where it is held", () => {
    expect(boxOf(leftOf(positions(50), pieces, [9], 4))).toMatchObject({ low: { x: 3 }, high: { z: -50 } });
    expect(boxOf(leftOf(positions(50), [], [9], 4))).toBeNull();
  });
});

describe("a flat world", () => {
  const circle = (u: Vector3, v: Vector3, at = new Vector3()): number[] =>
    Array.from({ length: 50 }, (_, k) => (2 * Math.PI * k) / 50).flatMap((angle) =>
      at.clone().addScaledVector(u, Math.cos(angle)).addScaledVector(v, Math.sin(angle)).toArray(),
    );
  const [x, y, z] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

  it("is seen from the front, x to the right", () => {
    const points = [...circle(x, z), ...circle(x, z, new Vector3(3, 0.01, 1))];
    const normal = planeOf(points) as Vector3;
    expect(normal.y).toBeCloseTo(-1, 3);
    expect(frontOf(normal).azimuth).toBeCloseTo(-Math.PI / 2, 2);
    expect(frontOf(normal).elevation).toBeCloseTo(0, 2);
  });

  it("is seen from above if it lies", () => {
    const normal = planeOf(circle(x, y)) as Vector3;
    expect(normal.z).toBeCloseTo(1, 5);
    expect(frontOf(normal).elevation).toBeCloseTo(Math.PI / 2, 5);
  });

  it("is none where bodies stand in different planes, and none where many planes would do", () => {
    expect(planeOf([...circle(x, z), ...circle(x, z, new Vector3(0, 0.5, 0))])).toBeNull();
    expect(planeOf([0, 0, 0, 1, 1, 1, 2, 2, 2.01])).toBeNull();
    expect(planeOf([])).toBeNull();
  });
});
