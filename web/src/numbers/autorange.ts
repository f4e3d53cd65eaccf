/** A range that follows what is shown without flickering: it grows at once and shrinks slowly, in round steps. */

import { roundUp } from "./nice";

const HALF_LIFE = 3; // [s] in which a peak that is over loses half its say
const SLACK = 0.45; // the range shrinks once what is shown fills less than this part of it

export class AutoRange {
  private peak = 0;
  private since = NaN;
  high: number;

  /** `floor`: the range is never smaller, so that noise at rest stays dark. */
  constructor(private readonly floor: number) {
    this.high = roundUp(floor);
  }

  /** Takes the size of what is shown at `now` [s] into account; true if the range changed. */
  update(size: number, now: number): boolean {
    const passed = Number.isFinite(this.since) ? Math.max(0, now - this.since) : 0;
    this.since = now;
    this.peak = Math.max(Number.isFinite(size) ? size : 0, this.peak * 0.5 ** (passed / HALF_LIFE));
    const wanted = roundUp(Math.max(this.peak, this.floor));
    if (wanted <= this.high && this.peak > SLACK * this.high) return false;
    if (wanted === this.high) return false;
    this.high = wanted;
    return true;
  }

  reset(): void {
    this.peak = 0;
    this.since = NaN;
    this.high = roundUp(this.floor);
  }
}

const SAMPLES = 4000;

/** A quantile of |values|, by default near the top: a single spike must not decide about the range. */
export function typicalSize(values: ArrayLike<number>, components = 1, quantile = 0.99): number {
  const count = Math.floor(values.length / components);
  const stride = Math.max(1, Math.floor(count / SAMPLES));
  const sizes: number[] = [];
  for (let i = 0; i < count; i += stride) {
    let sum = 0;
    for (let k = 0; k < components; k++) sum += values[components * i + k] ** 2;
    if (Number.isFinite(sum)) sizes.push(Math.sqrt(sum));
  }
  sizes.sort((a, b) => a - b);
  return sizes.length ? sizes[Math.min(sizes.length - 1, Math.floor(quantile * sizes.length))] : 0;
}
