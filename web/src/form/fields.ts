/** The fields of the panel as data. */

import type { FromPage } from "../messages";
import type { Limits } from "../numbers/scale";

/** What all fields have. */
export interface Base {
  path: string;
  label: string;
  unit: string;
  hint: string; // longer explanation
  restarts: boolean;
}

export interface NumberField extends Base {
  type: "number";
  value: number | null; // null: left to pliant
  limits: Limits;
  span: number | null; // right end of the slider for what may be zero
  positive: boolean; // the slider has no negative values, although there may be some
  optional: boolean;
  none: string; // what it says when there is no number
}

export interface VectorField extends Base {
  type: "vector";
  value: number[];
  limits: Limits[];
  parts: string[]; // what the components are called
}

export interface SwitchField extends Base {
  type: "switch";
  value: boolean;
}

export interface Option {
  label: string;
  /** What the parameter becomes when it is chosen. */
  value: unknown;
  chosen: boolean;
}

/** A menu; what belongs to the chosen option follows in `fields`. */
export interface MenuField extends Base {
  type: "menu";
  options: Option[];
  fields: Field[];
}

/** Any of several words. */
export interface ChoicesField extends Base {
  type: "choices";
  value: string[];
  options: string[];
  labels: string[]; // of the options
}

export interface ColourField extends Base {
  type: "colour";
  value: [number, number, number];
}

/** Buttons that let something happen to a body. */
export interface ActionsField extends Base {
  type: "actions";
  actions: { name: string; label: string; message: FromPage }[];
}

export interface Section extends Base {
  type: "section";
  open: boolean; // at first
  fields: Field[];
}

export type Field =
  NumberField | VectorField | SwitchField | MenuField | ChoicesField | ColourField | ActionsField | Section;

/** Every field of a group, those inside others included. */
export function flatten(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => ("fields" in field ? [field, ...flatten(field.fields)] : [field]));
}
