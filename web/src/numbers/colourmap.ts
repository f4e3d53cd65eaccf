/** Viridis, by Stéfan van der Walt and Nathaniel Smith (CC0): equal steps look equal, in grey as well. */

const ANCHORS = [
  0x440154, 0x48186a, 0x472d7b, 0x424086, 0x3b528b, 0x33638d, 0x2c728e, 0x26828e, 0x21918c, 0x1fa088, 0x28ae80,
  0x3fbc73, 0x5ec962, 0x84d44b, 0xaddc30, 0xd8e219, 0xfde725,
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
const NOT_A_NUMBER = 0.02;

/** Writes the colours of `values` between 0 and `high` to `out`; value i goes to the vertices with source i. */
export function paint(values: Float32Array, high: number, source: Uint32Array | null, out: Float32Array): void {
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
