/** Numbers as people read and write them. */

const PREFIXES: [number, string][] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
];

/** At most `digits` significant digits, without zeros at the end: 0.01667, 170000, 5e6, 8e-6. */
export function plain(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    return value.toExponential(digits - 1).replace(/\.?0*e\+?/, "e");
  }
  return String(Number(value.toPrecision(digits)));
}

/** With a prefix to the unit, for readouts: 1.23 mJ, 0 J. What is below `floor` counts as nothing. */
export function engineering(value: number, unit: string, floor = 1e-12): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size < floor) return `0 ${unit}`.trim();
  const [scale, prefix] = PREFIXES.find(([scale]) => size >= 0.9995 * scale) ?? PREFIXES[PREFIXES.length - 1];
  return `${trimmed(value / scale)} ${prefix}${unit}`.trim();
}

const TAKES_PREFIX = /^(Pa|N\/m|N·m|N|J|m|s)$/;

/** The unit in which a value [`unit`] is easy to read, one with a prefix if that helps: MPa for 5e6 Pa. */
export function readableUnit(value: number, unit: string): string {
  const size = Math.abs(value);
  if (!TAKES_PREFIX.test(unit) || (size >= 0.1 && size < 1000) || !(size > 1e-12)) return unit;
  if (unit === "m" && size >= 1) return unit;
  const [, prefix] = PREFIXES.find(([scale]) => size >= 0.0995 * scale) ?? PREFIXES[PREFIXES.length - 1];
  return prefix + unit;
}

/** Whether a number can be read without counting zeros. */
export const isReadable = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5);

export const percent = (value: number): string =>
  Number.isFinite(value) ? `${trimmed(100 * value)} %` : "–";

/** Seconds as a clock shows them: 1.25 s, 1:02.5 */
export function clock(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–";
  if (Math.abs(seconds) < 60) return `${seconds.toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - 60 * minutes).toFixed(1).padStart(4, "0")}`;
}

export function bytes(count: number): string {
  if (count < 1e6) return `${Math.round(count / 1e3)} kB`;
  return count < 1e9 ? `${trimmed(count / 1e6)} MB` : `${trimmed(count / 1e9)} GB`;
}

function trimmed(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}
