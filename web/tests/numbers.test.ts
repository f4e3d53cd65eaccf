import { describe, expect, it } from "vitest";
import { AutoRange, typicalSize } from "../src/numbers/autorange";
import { colourAt, linear, paint } from "../src/numbers/colourmap";
import { bytes, clock, engineering, isReadable, percent, plain, readableUnit } from "../src/numbers/format";
import { roundUp, ticks } from "../src/numbers/nice";
import { Ring } from "../src/numbers/ring";
import { holds, scaleFor, valueAt, wayOf, type Limits } from "../src/numbers/scale";

const limits = (given: Partial<Limits>): Limits => ({
  minimum: null,
  exclusiveMinimum: null,
  maximum: null,
  exclusiveMaximum: null,
  integer: false,
  ...given,
});

describe("sliders", () => {
  it("are logarithmic for what must be positive, a hundredth to a hundredfold", () => {
    const scale = scaleFor(5e6, limits({ exclusiveMinimum: 0 }), null);
    expect(scale).toMatchObject({ low: 5e4, high: 5e8, log: true });
    expect(valueAt(scale!, 0.5)).toBe(5e6);
    expect(wayOf(scale!, 5e6)).toBeCloseTo(0.5);
  });

  it("are linear between limits", () => {
    const scale = scaleFor(0.1, limits({ exclusiveMinimum: -1, maximum: 0.5 }), null);
    expect(scale).toMatchObject({ low: -1, high: 0.5, log: false });
    expect(valueAt(scale!, 1)).toBe(0.5);
    expect(wayOf(scale!, -0.25)).toBe(0.5);
  });

  it("reach zero exactly where zero is allowed", () => {
    const scale = scaleFor(8e-6, limits({ minimum: 0 }), null)!;
    expect(scale.zero).toBe(true);
    expect(valueAt(scale, 0)).toBe(0);
    expect(holds(scale, 0)).toBe(true);
    expect(scaleFor(0, limits({ minimum: 0 }), 1)).toMatchObject({ low: 0, high: 1, log: false });
  });

  it("give whole numbers for whole numbers, and few digits for others", () => {
    expect(valueAt(scaleFor(30, limits({ minimum: 1, integer: true }), 100)!, 0.333)).toBe(34);
    expect(String(valueAt({ low: 0, high: 1, log: false, zero: false, integer: false }, 1 / 3))).toBe("0.33");
    expect(String(valueAt({ low: 1, high: 1e4, log: true, zero: false, integer: false }, 0.377))).toBe(
      "32.2",
    );
  });

  it("go there and back", () => {
    const scale = scaleFor(0.02, limits({ exclusiveMinimum: 0 }), null)!;
    for (const way of [0.01, 0.3, 0.77, 0.99]) expect(wayOf(scale, valueAt(scale, way))).toBeCloseTo(way, 2);
  });

  it("are left out where nothing bounds a value", () => {
    expect(scaleFor(3, limits({}), null)).toBeNull();
    expect(scaleFor(0, limits({}), Math.PI)).toMatchObject({ low: -Math.PI, high: Math.PI });
  });
});

describe("numbers", () => {
  it("are written short", () => {
    expect(plain(1 / 60)).toBe("0.01667");
    expect(plain(5e6)).toBe("5e6");
    expect(plain(170000)).toBe("170000");
    expect(plain(0.0004)).toBe("0.0004");
    expect(plain(8e-6)).toBe("8e-6");
    expect(plain(2.5e8)).toBe("2.5e8");
    expect(plain(0)).toBe("0");
    expect(plain(-0.5)).toBe("-0.5");
    expect(plain(NaN)).toBe("–");
  });

  it("stand beside units that suit them", () => {
    expect(readableUnit(5e6, "Pa")).toBe("MPa");
    expect(readableUnit(0.0004, "m")).toBe("mm");
    expect(readableUnit(1 / 60, "s")).toBe("ms");
    expect(readableUnit(8e-6, "N·m")).toBe("µN·m");
    expect(readableUnit(375, "kg/m³")).toBe("kg/m³");
    expect(readableUnit(0, "Pa")).toBe("Pa");
    expect(readableUnit(1200, "m")).toBe("m");
    for (const value of [0, 0.05, 4000, -3]) expect(isReadable(value)).toBe(true);
    for (const value of [2e-4, 1e6, -1e7]) expect(isReadable(value)).toBe(false);
  });

  it("come with prefixes in readouts", () => {
    expect(engineering(0.00123, "J")).toBe("1.23 mJ");
    expect(engineering(12345, "J")).toBe("12.3 kJ");
    expect(engineering(0.9999, "J")).toBe("1.00 J");
    expect(engineering(1e-15, "J")).toBe("0 J");
    expect(percent(0.0523)).toBe("5.23 %");
    expect(clock(1.25)).toBe("1.25 s");
    expect(clock(62.5)).toBe("1:02.5");
    expect(bytes(2_128_588)).toBe("2.13 MB");
  });

  it("are rounded for axes", () => {
    expect(roundUp(0.0131)).toBe(0.015);
    expect(roundUp(5)).toBe(5);
    expect(roundUp(7.1)).toBe(10);
    expect(ticks(0, 1, 2)).toEqual([0, 0.5, 1]);
    expect(ticks(-3, 7, 3)).toEqual([0, 5]);
  });
});

describe("a range that follows what is shown", () => {
  it("grows at once and shrinks slowly", () => {
    const range = new AutoRange(0.01);
    expect(range.update(0.5, 0)).toBe(true);
    expect(range.high).toBe(0.5);
    range.update(0.2, 0.1);
    expect(range.high).toBe(0.5);
    for (let t = 1; t < 20; t++) range.update(0.1, t);
    expect(range.high).toBeLessThan(0.5);
    expect(range.high).toBeGreaterThanOrEqual(0.1);
  });

  it("does not flicker between two steps", () => {
    const range = new AutoRange(0.01);
    let changes = 0;
    for (let k = 0; k < 200; k++) changes += Number(range.update(0.3 + 0.01 * Math.sin(k), k / 30));
    expect(changes).toBeLessThanOrEqual(2);
  });

  it("leaves noise dark", () => {
    const range = new AutoRange(0.005);
    range.update(1e-9, 0);
    expect(range.high).toBe(0.005);
  });

  it("is not decided by a spike or by what is no number", () => {
    const values = new Float32Array(1000).fill(1);
    values[3] = 1e9;
    values[4] = NaN;
    expect(typicalSize(values)).toBe(1);
    expect(typicalSize(Float32Array.from([3, 4, 0]), 3)).toBe(5);
    expect(typicalSize([])).toBe(0);
  });
});

describe("a ring", () => {
  it("keeps the last samples in order", () => {
    const ring = new Ring(3, 2);
    expect(ring.last(0)).toBeNaN();
    for (let k = 0; k < 5; k++) ring.push(k, 10 * k);
    expect(ring.length).toBe(3);
    expect([0, 1, 2].map((k) => ring.at(1, k))).toEqual([20, 30, 40]);
    expect(ring.last(0)).toBe(4);
    ring.clear();
    expect(ring.length).toBe(0);
  });
});

describe("the colour map", () => {
  /** CIELAB, for D65. */
  const lab = (way: number): number[] => {
    const [r, g, b] = colourAt(way).map(linear);
    const xyz = [
      (0.4125 * r + 0.3576 * g + 0.1804 * b) / 0.9505,
      0.2127 * r + 0.7152 * g + 0.0722 * b,
      (0.0193 * r + 0.1192 * g + 0.9503 * b) / 1.089,
    ];
    const [x, y, z] = xyz.map((v) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116));
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const places = Array.from({ length: 33 }, (_, k) => lab(k / 32));
  const steps = places.slice(1).map((colour, k) => colour.map((part, axis) => part - places[k][axis]));

  it("looks the same distance apart everywhere", () => {
    const sizes = steps.map((step) => Math.hypot(...step));
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.25);
  });

  it("gets darker all the way", () => {
    for (const [lightness] of steps) expect(lightness).toBeLessThan(0);
  });

  it("paints vertices by their nodes, and what is no number nearly black", () => {
    const out = new Float32Array(9);
    paint(Float32Array.from([0, 1, NaN]), 1, null, out);
    expect(out[6]).toBeCloseTo(0.02);
    const doubled = new Float32Array(6);
    paint(Float32Array.from([0, 1]), 1, Uint32Array.from([1, 0]), doubled);
    expect([...doubled.slice(0, 3)]).toEqual([...out.slice(3, 6)]);
    expect([...doubled.slice(3, 6)]).toEqual([...out.slice(0, 3)]);
  });

  it("stays inside its ends", () => {
    expect(colourAt(-1)).toEqual(colourAt(0));
    expect(colourAt(7)).toEqual(colourAt(1));
    expect(colourAt(NaN)).toEqual(colourAt(0));
  });
});
