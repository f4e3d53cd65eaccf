import { describe, expect, it } from "vitest";
import { plain, readableUnit } from "../src/numbers/format";
import { parseNumber, readQuantity } from "../src/numbers/reading";
import { converted, kindName, parseUnit } from "../src/numbers/units";

/** What a field with this unit takes a text for; a text instead says what it expects. */
function read(text: string, own: string, shown = own): number | string {
  const found = readQuantity(text, own, shown);
  return "wrong" in found ? found.wrong : found.value;
}

describe("numbers that are typed", () => {
  it("are read as people write them, and refused when they are none", () => {
    expect(parseNumber("1/60")).toBeCloseTo(1 / 60);
    expect(parseNumber(" 2e5 ")).toBe(2e5);
    expect(parseNumber("2.5E-3")).toBe(2.5e-3);
    expect(parseNumber("5×10^6")).toBe(5e6);
    expect(parseNumber("5 · 10⁻³")).toBe(5e-3);
    expect(parseNumber("1,5")).toBe(1.5);
    expect(parseNumber(",5")).toBe(0.5);
    expect(parseNumber("5 000")).toBe(5000);
    expect(parseNumber("1,234.5")).toBe(1234.5);
    expect(parseNumber("1.234,5")).toBe(1234.5);
    expect(parseNumber("−3")).toBe(-3);
    for (const text of [
      "",
      "NaN",
      "Infinity",
      "1e999",
      "1/0",
      "abc",
      "1/2/3",
      "0x10",
      "1,2,3",
      "5*100",
      "1 2",
    ]) {
      expect(parseNumber(text), text).toBeNull();
    }
  });

  it("are in the unit that is shown, if they come alone", () => {
    expect(read("0.5", "m", "mm")).toBe(0.0005);
    expect(read("5", "Pa", "MPa")).toBe(5e6);
    expect(read("16,7", "s", "ms")).toBe(0.0167);
    expect(read("0.5", "")).toBe(0.5);
  });

  it("come back as they are shown, whatever the unit", () => {
    const units = [
      "Pa",
      "m",
      "s",
      "N",
      "N/m",
      "N·m",
      "J",
      "kg/m³",
      "kg/(m²·s)",
      "rad",
      "°C",
      "N·m²",
      "m/N",
      "1/s",
    ];
    for (const own of units) {
      for (const value of [3e-7, 4e-4, 0.25, 7, 340, 5e6, 2.1e11]) {
        const shown = readableUnit(value, own);
        const text = `${plain(converted(value, own, shown))} ${shown}`;
        expect(read(text, own, shown), `${text} in ${own}`).toBe(value);
        expect(read(text, own), `${text} in ${own}`).toBe(value);
      }
    }
  });

  it("are read in any unit of their kind", () => {
    for (const [text, own, value] of [
      ["400 µm", "m", 4e-4],
      ["400 μm", "m", 4e-4],
      ["400um", "m", 4e-4],
      ["0,4 mm", "m", 4e-4],
      ["1 in", "m", 0.0254],
      ["5e3 kPa", "Pa", 5e6],
      ["5 GPa", "Pa", 5e9],
      ["5 N/mm²", "Pa", 5e6],
      ["5 N/m^2", "Pa", 5],
      ["5 N/m2", "Pa", 5],
      ["5 n m-2", "Pa", 5],
      ["2 bar", "Pa", 2e5],
      ["1.2 g/cm³", "kg/m³", 1200],
      ["1.2 g/cm^3", "kg/m³", 1200],
      ["250 g/m²", "kg/m²", 0.25],
      ["12 g", "kg", 0.012],
      ["1/60 s", "s", 1 / 60],
      ["1 min", "s", 60],
      ["90°", "rad", Math.PI / 2],
      ["90 deg", "rad", Math.PI / 2],
      ["90 degrees", "rad", Math.PI / 2],
      ["3 rad", "rad", 3],
      ["60 rpm", "rad/s", 2 * Math.PI],
      ["36 km/h", "m/s", 10],
      ["300 K", "°C", 26.85],
      ["212 °F", "°C", 100],
      ["20 C", "°C", 20],
      ["30 %", "", 0.3],
      ["2 J", "N·m", 2],
      ["8 µN·m", "N·m", 8e-6],
      ["3 g/(cm·s)", "kg/(m·s)", 0.3],
      ["5 pa", "Pa", 5],
      ["5 Hz", "1/s", 5],
      ["2 newtons per metre", "N/m", 2],
    ] as const) {
      expect(read(text, own), text).toBeCloseTo(value, 12 - Math.ceil(Math.log10(value)));
    }
  });

  it("are refused in units of other kinds, with what was expected", () => {
    expect(read("5 s", "Pa", "MPa")).toBe(
      "s is the unit of a time; expected a pressure or stress such as 0.5 MPa; a number alone is in MPa.",
    );
    expect(read("soft", "m", "mm")).toBe(
      "Not a number; expected a length such as 0.5 mm; a number alone is in mm.",
    );
    expect(read("5 mpa", "Pa")).toContain("“mpa” may be MPa or mPa");
    expect(read("5 flops", "kg")).toContain("“flops” is no unit known here; expected a mass");
    expect(read("5 mm", "")).toContain("expected a number without a unit");
    expect(read("90 °", "")).toContain("expected a number without a unit");
    expect(read("", "s")).toContain("Not a number");
  });
});

describe("units", () => {
  it("are what their parts are", () => {
    expect(parseUnit("kg·m/s²")).toEqual(parseUnit("N"));
    expect(parseUnit("N/(m²)")).toEqual(parseUnit("Pa"));
    expect(parseUnit("J/m")?.dimension).toEqual(parseUnit("N")?.dimension);
    expect(kindName(parseUnit("kPa")!)).toBe("a pressure or stress");
    for (const text of ["(m", "m)", "m/", "blah", "m^", "²"])
      expect(parseUnit(text)?.factor ?? null, text).toBeNull();
  });
});
