/**
 * Numbers as colours: rest nearly white, then amber, then dark red, as in pliant's pictures and videos. The anchors
 * are equally far apart in CIELAB (ΔE about 10), so that equal steps look equal, and ever darker, so that they do in
 * grey as well.
 */

const ANCHORS = [
  0xedede8, 0xf3e8d1, 0xf7e4ba, 0xfae0a3, 0xfcd88a, 0xfdca70, 0xfcb85a, 0xfaa448, 0xf58e38, 0xee782d,
  0xe76127, 0xdc4724, 0xc82f24, 0xb22025, 0x9c1727, 0x870f28, 0x730529,
];
const STEPS = 256;

type Rgb = [number, number, number];

/** The colour at `way` (0 to 1) in sRGB, 0 to 1 each. */
export function colourAt(way: number): Rgb {
  const place = Math.min(1, Math.max(0, Number.isFinite(way) ? way : 0)) * (ANCHORS.length - 1);
  const k = Math.min(Math.floor(place), ANCHORS.length - 2);
  const mix = (shift: number): number => {
    const a = (ANCHORS[k] >> shift) & 255;
    const b = (ANCHORS[k + 1] >> shift) & 255;
    return (a + (b - a) * (place - k)) / 255;
  };
  return [mix(16), mix(8), mix(0)];
}

export const linear = (srgb: number): number =>
  srgb <= 0.04045 ? srgb / 12.92 : ((srgb + 0.055) / 1.055) ** 2.4;

const TABLE = new Float32Array(3 * STEPS); // linear light, as vertex colours are meant
for (let i = 0; i < STEPS; i++) TABLE.set(colourAt(i / (STEPS - 1)).map(linear), 3 * i);
const NOT_A_NUMBER = 0.02; // nearly black

/** Writes the colours of `values` between 0 and `high` to `out`; value i goes to the vertices with source i. */
export function paint(
  values: Float32Array,
  high: number,
  source: Uint32Array | null,
  out: Float32Array,
): void {
  const vertices = out.length / 3;
  const factor = (STEPS - 1) / high;
  for (let v = 0; v < vertices; v++) {
    const value = values[source ? source[v] : v];
    if (!Number.isFinite(value)) {
      out[3 * v] = out[3 * v + 1] = out[3 * v + 2] = NOT_A_NUMBER;
      continue;
    }
    const at = 3 * Math.min(STEPS - 1, Math.max(0, Math.round(value * factor)));
    out[3 * v] = TABLE[at];
    out[3 * v + 1] = TABLE[at + 1];
    out[3 * v + 2] = TABLE[at + 2];
  }
}

/** The map as a CSS gradient from left to right. */
export function cssGradient(direction = "to right"): string {
  const stops = ANCHORS.map((colour) => `#${colour.toString(16).padStart(6, "0")}`);
  return `linear-gradient(${direction}, ${stops.join(", ")})`;
}
