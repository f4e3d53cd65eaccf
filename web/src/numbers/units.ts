/** Units as people write them: what kind of quantity they measure, and how much of the SI's own unit one of them is. */

/** Exponents of metre, kilogram, second, kelvin and radian. */
export type Dimension = readonly [number, number, number, number, number];

export interface Unit {
  factor: number; // of the SI's unit of its kind
  offset: number; // of its zero, in the SI's unit: only temperatures have one
  dimension: Dimension;
}

const NUMBER: Dimension = [0, 0, 0, 0, 0];
const LENGTH: Dimension = [1, 0, 0, 0, 0];
const MASS: Dimension = [0, 1, 0, 0, 0];
const TIME: Dimension = [0, 0, 1, 0, 0];
const TEMPERATURE: Dimension = [0, 0, 0, 1, 0];
const ANGLE: Dimension = [0, 0, 0, 0, 1];
const FORCE: Dimension = [1, 1, -2, 0, 0];
const STRESS: Dimension = [-1, 1, -2, 0, 0];
const ENERGY: Dimension = [2, 1, -2, 0, 0];
const POWER: Dimension = [2, 1, -3, 0, 0];
const RATE: Dimension = [0, 0, -1, 0, 0];
const TURNING: Dimension = [0, 0, -1, 0, 1];
const VOLUME: Dimension = [3, 0, 0, 0, 0];

const G = 9.80665; // m/s²
const POUND = 0.45359237; // kg
const INCH = 0.0254; // m

/** Units that take prefixes. */
const SI: Record<string, [number, Dimension]> = {
  m: [1, LENGTH],
  g: [1e-3, MASS],
  t: [1e3, MASS],
  s: [1, TIME],
  K: [1, TEMPERATURE],
  rad: [1, ANGLE],
  N: [1, FORCE],
  Pa: [1, STRESS],
  bar: [1e5, STRESS],
  J: [1, ENERGY],
  W: [1, POWER],
  Hz: [1, RATE],
  l: [1e-3, VOLUME],
  L: [1e-3, VOLUME],
};
const PREFIXES: Record<string, number> = {
  T: 1e12,
  G: 1e9,
  M: 1e6,
  k: 1e3,
  h: 1e2,
  d: 1e-1,
  c: 1e-2,
  m: 1e-3,
  µ: 1e-6,
  u: 1e-6,
  n: 1e-9,
};
/** Units that take none, and words. */
const OTHERS: Record<string, [number, Dimension, number?]> = {
  "%": [1e-2, NUMBER],
  "‰": [1e-3, NUMBER],
  "1": [1, NUMBER],
  min: [60, TIME],
  h: [3600, TIME],
  in: [INCH, LENGTH],
  ft: [12 * INCH, LENGTH],
  lb: [POUND, MASS],
  oz: [POUND / 16, MASS],
  dyn: [1e-5, FORCE],
  lbf: [POUND * G, FORCE],
  kgf: [G, FORCE],
  psi: [(POUND * G) / INCH ** 2, STRESS],
  atm: [101325, STRESS],
  "°": [Math.PI / 180, ANGLE],
  deg: [Math.PI / 180, ANGLE],
  turn: [2 * Math.PI, ANGLE],
  rpm: [(2 * Math.PI) / 60, TURNING],
  "°C": [1, TEMPERATURE, 273.15],
  "°F": [5 / 9, TEMPERATURE, 459.67 * (5 / 9)],
};
const WORDS: Record<string, string> = {
  metre: "m",
  meter: "m",
  millimetre: "mm",
  millimeter: "mm",
  micron: "µm",
  centimetre: "cm",
  centimeter: "cm",
  inch: "in",
  inches: "in",
  foot: "ft",
  feet: "ft",
  gram: "g",
  kilogram: "kg",
  ton: "t",
  tonne: "t",
  second: "s",
  sec: "s",
  minute: "min",
  hour: "h",
  newton: "N",
  pascal: "Pa",
  joule: "J",
  degree: "°",
  radian: "rad",
  celsius: "°C",
  degc: "°C",
  degf: "°F",
  kelvin: "K",
  "℃": "°C",
  "℉": "°F",
  C: "°C",
  F: "°F",
};

function atom(symbol: string): Unit | null {
  const other = OTHERS[symbol];
  if (other) return { factor: other[0], dimension: other[1], offset: other[2] ?? 0 };
  const whole = SI[symbol];
  const [scale, base] = whole ? [1, whole] : [PREFIXES[symbol.charAt(0)], SI[symbol.slice(1)]];
  return scale && base ? { factor: scale * base[0], dimension: base[1], offset: 0 } : null;
}

/** Every symbol there is, for those who do not mind capitals. */
const SYMBOLS = [
  ...Object.keys(OTHERS),
  ...Object.keys(SI),
  ...Object.keys(PREFIXES).flatMap((prefix) => Object.keys(SI).map((base) => prefix + base)),
];

/** What a symbol may mean: itself, a word, or with other capitals something else; several if that is not clear. */
export function meanings(symbol: string): string[] {
  if (atom(symbol)) return [symbol];
  const word = WORDS[symbol] ?? WORDS[symbol.toLowerCase()] ?? WORDS[symbol.toLowerCase().replace(/s$/, "")];
  if (word) return [word];
  const alike = SYMBOLS.filter((one) => one.toLowerCase() === symbol.toLowerCase());
  const sizes = new Set(alike.map((one) => JSON.stringify(atom(one))));
  return sizes.size === 1 ? alike.slice(0, 1) : alike;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const TOKEN = /\s*(?:([()/])|([·⋅*×.])|([A-Za-zµ°℃℉%‰]+|1(?!\d))(?:(?:\^|\*\*)?([-+]?\d+))?)/y;

/** One spelling for what has several. */
const spelled = (text: string): string =>
  text
    .replace(/[μ]/g, "µ")
    .replace(/º/g, "°")
    .replace(/−|⁻/g, "-")
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)))
    .replace(/\bper\b/gi, "/")
    .replace(/\bsquared\b/gi, "2")
    .trim();

/** What a text such as "N/m²", "kg m^-3" or "g/(cm·s)" measures; null if it is no unit. The empty text is the number 1. */
export function parseUnit(text: string): Unit | null {
  const clean = spelled(text);
  const dimension = [...NUMBER];
  let factor = 1;
  let offset = 0;
  let count = 0;
  const signs = [1]; // of the exponents inside each open bracket
  let sign = 1;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < clean.length) {
    const found = TOKEN.exec(clean);
    if (!found) return null;
    const [, mark, times, symbol, power] = found;
    if (times) continue;
    if (mark === "/") sign = -signs[signs.length - 1];
    else if (mark === "(") signs.push(sign);
    else if (mark === ")") {
      if (signs.length < 2) return null;
      signs.pop();
      sign = signs[signs.length - 1];
    } else {
      const [one, ...others] = meanings(symbol);
      const unit = one !== undefined && !others.length ? atom(one) : null;
      if (!unit) return null;
      const exponent = sign * (power === undefined ? 1 : Number(power));
      factor *= unit.factor ** exponent;
      unit.dimension.forEach((part, k) => (dimension[k] += part * exponent));
      offset = exponent === 1 ? unit.offset : 0;
      count += 1;
      sign = signs[signs.length - 1];
    }
  }
  if (signs.length > 1 || sign !== 1) return null; // something is open still
  return { factor, offset: count === 1 ? offset : 0, dimension: dimension as unknown as Dimension };
}

export const sameKind = (a: Unit, b: Unit): boolean =>
  a.dimension.every((exponent, k) => exponent === b.dimension[k]);

/** A value in one unit as it is in another one of its kind, without the noise of the last digits. */
export function converted(value: number, from: string, to: string): number {
  if (from === to) return value;
  const [a, b] = [parseUnit(from), parseUnit(to)];
  if (!a || !b || !sameKind(a, b)) return value;
  const exact = (value * a.factor + (a.offset - b.offset)) / b.factor;
  return Number(exact.toPrecision(14));
}

const KINDS: [string, Dimension | string][] = [
  ["a number without a unit", NUMBER],
  ["a length", LENGTH],
  ["a mass", MASS],
  ["a time", TIME],
  ["a temperature", TEMPERATURE],
  ["an angle", ANGLE],
  ["a force", FORCE],
  ["a pressure or stress", STRESS],
  ["an energy or moment", ENERGY],
  ["a power", POWER],
  ["a rate", RATE],
  ["a turning speed", TURNING],
  ["a volume", VOLUME],
  ["an area", "m²"],
  ["a speed", "m/s"],
  ["an acceleration", "m/s²"],
  ["a stiffness", "N/m"],
  ["a density", "kg/m³"],
  ["a mass per area", "kg/m²"],
  ["a mass per length", "kg/m"],
  ["a damping", "kg/s"],
];

/** What a unit measures, in words; "" if there is none for it. */
export function kindName(unit: Unit): string {
  const found = KINDS.find(([, of]) => {
    const dimension = typeof of === "string" ? parseUnit(of)?.dimension : of;
    return dimension?.every((exponent, k) => exponent === unit.dimension[k]);
  });
  return found?.[0] ?? "";
}
