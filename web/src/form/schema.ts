/** The little of JSON Schema that scenes use, and what `pliant.spec.Shown` adds to it. */

import { valueAtPath } from "./paths";

/** A text, or by what it goes: a path within the body and a unit for each value there, "" for all others. */
export type Unit = string | { [value: string]: Unit };

export interface Schema {
  label?: string; // what it is called, if not by its name
  unit?: Unit;
  span?: number; // the right end of a slider for something that may be zero
  positive?: boolean; // a slider stays so
  none?: string; // what it is called that no number is given; else "auto"
  item?: string; // what one item of a list is called
  labels?: Record<string, string>; // what choices are called, if not by their names
  start?: unknown; // what to begin with
  forgets?: boolean; // a law that loses what others have made of matter
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** `schema` itself, or what it refers to inside `root`; its own keys go before those of what it refers to. */
export function resolve(root: Schema, schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...own } = schema;
  const target = $ref
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((here, part) => (here as Record<string, unknown> | undefined)?.[part], root);
  if (!target) throw new Error(`the schema refers to ${$ref}, which it does not have`);
  return { ...resolve(root, target as Schema), ...own };
}

/** The alternatives of a union, flattened: a union inside a union counts as its members. */
export function alternatives(root: Schema, schema: Schema): Schema[] {
  const whole = resolve(root, schema);
  const members = whole.anyOf ?? whole.oneOf;
  return members ? members.flatMap((member) => alternatives(root, member)) : [whole];
}

/** What `kind` an object schema is for, if it says so. */
export function kindOf(schema: Schema): string | null {
  const kind = schema.properties?.kind?.const;
  return typeof kind === "string" ? kind : null;
}

/** Whether a value is of the type that a (resolved, plain) schema describes; not whether it is in its limits. */
export function matches(root: Schema, schema: Schema, value: unknown): boolean {
  const plain = resolve(root, schema);
  if (plain.const !== undefined) return value === plain.const;
  if (plain.enum) return plain.enum.includes(value);
  switch (plain.type) {
    case "null":
      return value === null;
    case "number":
    case "integer":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "array":
      return Array.isArray(value) && (!plain.prefixItems || plain.prefixItems.length === value.length);
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      const kind = kindOf(plain);
      return kind === null || (value as { kind?: unknown }).kind === kind;
    }
    default:
      return false;
  }
}

/** "fibre_angle" as people write it: Fibre angle. */
export function sentence(name: string): string {
  const words = name.replace(/_/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a choice is called: by the labels of a menu, or the label that its kind has. */
export const choiceLabel = (schema: Schema, value: unknown): string =>
  schema.labels?.[String(value)] ?? schema.properties?.kind?.label ?? sentence(String(value));

/** The unit of a parameter; one that goes by something else is looked up in the body that it belongs to. */
export function unitIn(unit: Unit | undefined, body: unknown): string {
  if (typeof unit !== "object") return unit ?? "";
  const by = valueAtPath(body, unit.by as string);
  return unitIn(unit[String(by)] ?? unit[""], body);
}
