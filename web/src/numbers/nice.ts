/** Round numbers for scales and axes. */

const STEPS = [1, 1.5, 2, 3, 5, 7, 10];

/** The next of 1, 1.5, 2, 3, 5, 7 times a power of ten. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(3));
}

/** Around `count` round values between two numbers, for the lines of a plot. */
export function ticks(low: number, high: number, count = 3): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough * 0.999) ?? rough;
  const out: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * span; k++) {
    out.push(Number((k * step).toPrecision(12)));
  }
  return out;
}
