/** Numbers that somebody typed, with or without a unit. */

import { converted, kindName, meanings, parseUnit, sameKind } from "./units";

const DIGITS = String.raw`(?:\d{1,3}(?:[\s_'’]\d{3})+(?!\d)|\d+)`;
const PLAIN = String.raw`(?:${DIGITS}(?:[.,]\d*)?|[.,]\d+)`;
const GROUPED = String.raw`\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:\.\d{3})+,\d+`; // 1,234.5 and 1.234,5
const POWER = String.raw`(?:e[-+]?\d+|\s*[×x*·⋅]\s*10\s*(?:\^|\*\*)\s*[-+]?\d+)`;
const NUMBER = String.raw`[-+]?\s*(?:${GROUPED}|${PLAIN})${POWER}?`;
const TYPED = new RegExp(String.raw`^(${NUMBER})(?:\s*[/⁄∕]\s*(${NUMBER}))?(.*)$`, "i");

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The exponent of a power of ten in ordinary digits; those of units stay. */
const spelled = (text: string): string =>
  text
    .trim()
    .replace(/−/g, "-")
    .replace(/(10\s*)(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, ten: string, power: string) => {
      const digits = power
        .replace(/⁻/, "-")
        .replace(/[⁰-⁹¹²³]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)));
      return `${ten}^${digits}`;
    });

function numberOf(text: string): number {
  const clean = text
    .replace(/\s*[×x*·⋅]\s*10\s*(?:\^|\*\*)\s*/i, "e")
    .replace(/[\s_'’]/g, "")
    .replace(/,(?=.*\.)|\.(?=.*,)/g, "") // of two signs the last is the decimal one
    .replace(",", ".");
  return Number(clean);
}

/** What was typed: a number, and whatever follows it; null if it does not begin with a number, or not a finite one. */
export function parseTyped(text: string): { number: number; rest: string } | null {
  const found = TYPED.exec(spelled(text));
  if (!found) return null;
  const [, above, below, rest] = found;
  const number = below === undefined ? numberOf(above) : numberOf(above) / numberOf(below);
  return Number.isFinite(number) ? { number, rest: rest.trim() } : null;
}

/** A number alone: also 1/60, 2e5, 1,5 and 5 000. Null if it is none, or not finite. */
export function parseNumber(text: string): number | null {
  const typed = parseTyped(text);
  return typed && !typed.rest ? typed.number : null;
}

/** A value in the field's own unit and the unit that was typed, "" if none was; or why it is none and what is expected. */
export type Reading = { value: number; unit: string } | { wrong: string };

/**
 * A quantity that somebody typed into a field whose value is kept in the unit `own` and shown in the unit `shown`. A
 * number alone is in the unit that is shown.
 */
export function readQuantity(text: string, own: string, shown: string): Reading {
  const typed = parseTyped(text);
  if (!typed) return { wrong: `Not a number; expected ${example(own, shown)}.` };
  const { number, rest } = typed;
  if (!rest) return { value: converted(number, shown, own), unit: "" };
  if (rest === shown) return { value: converted(number, shown, own), unit: shown };
  const [unit, wanted] = [parseUnit(rest), parseUnit(own)];
  if (!unit) return { wrong: `${unknown(rest)}; expected ${example(own, shown)}.` };
  if (!wanted || !sameKind(unit, wanted)) {
    const kind = kindName(unit);
    return {
      wrong: `${rest} is ${kind ? `the unit of ${kind}` : "another unit"}; expected ${example(own, shown)}.`,
    };
  }
  return { value: converted(number, rest, own), unit: rest };
}

function unknown(rest: string): string {
  const several = /^\S+$/.test(rest) ? meanings(rest) : [];
  return several.length > 1 ? `“${rest}” may be ${several.join(" or ")}` : `“${rest}” is no unit known here`;
}

function example(own: string, shown: string): string {
  const wanted = parseUnit(own);
  const kind = wanted ? kindName(wanted) : "";
  if (!own) return "a number without a unit, such as 0.5, 1/60 or 2e5";
  return `${kind || "a number"} such as 0.5 ${shown}; a number alone is in ${shown}`;
}
