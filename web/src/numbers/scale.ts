/** How the way of a slider, 0 to 1, becomes a value. */

export interface Limits {
  minimum: number | null;
  exclusiveMinimum: number | null;
  maximum: number | null;
  exclusiveMaximum: number | null;
  integer: boolean;
}

export interface Scale {
  low: number;
  high: number;
  log: boolean;
  /** The left end means exactly zero, although the scale is logarithmic. */
  zero: boolean;
  integer: boolean;
}

const DECADES = 2; // to either side of the value that a logarithmic slider starts with

/**
 * A scale around `value`: linear between two given limits, logarithmic from a hundredth to a hundredfold for
 * what must be positive. `span` is the right end for what may be zero and is. Null: a slider makes no sense.
 */
export function scaleFor(value: number, limits: Limits, span: number | null): Scale | null {
  const low = limits.minimum ?? limits.exclusiveMinimum;
  const high = limits.maximum ?? limits.exclusiveMaximum;
  const { integer } = limits;
  if (low !== null && high !== null) return { low, high, log: false, zero: false, integer };
  if (low !== null && low >= 0 && !integer) {
    const zero = limits.minimum === 0;
    if (value > 0 && span === null) {
      return { low: value / 10 ** DECADES, high: value * 10 ** DECADES, log: true, zero, integer };
    }
    return { low: 0, high: Math.max(span ?? 1, value), log: false, zero: false, integer };
  }
  if (low !== null && integer)
    return { low, high: Math.max(span ?? 100, 2 * value), log: false, zero: false, integer };
  if (span !== null) {
    const reach = Math.max(span, Math.abs(value));
    return { low: -reach, high: high ?? reach, log: false, zero: false, integer };
  }
  return null;
}

/** The value at `way`, rounded to three digits so that a slider never gives 4999999.7. */
export function valueAt(scale: Scale, way: number): number {
  const t = Math.min(1, Math.max(0, way));
  if (scale.zero && t === 0) return 0;
  const exact = scale.log
    ? scale.low * (scale.high / scale.low) ** t
    : scale.low + (scale.high - scale.low) * t;
  if (scale.integer) return Math.round(exact);
  if (t === 0) return scale.low;
  if (t === 1) return scale.high;
  const step = scale.log ? Math.abs(exact) : scale.high - scale.low;
  const unit = 10 ** (Math.floor(Math.log10(step)) - 2);
  return Number((Math.round(exact / unit) * unit).toPrecision(12));
}

export function wayOf(scale: Scale, value: number): number {
  const way = scale.log
    ? Math.log(Math.max(value, 1e-300) / scale.low) / Math.log(scale.high / scale.low)
    : (value - scale.low) / (scale.high - scale.low);
  return Math.min(1, Math.max(0, Number.isFinite(way) ? way : 0));
}

export const holds = (scale: Scale, value: number): boolean =>
  (value >= scale.low && value <= scale.high) || (scale.zero && value === 0);
