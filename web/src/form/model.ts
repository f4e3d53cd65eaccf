/** The panel as data: what fields there are for a scene, before anything is drawn. */

import type { FromPage, SceneInfo, Welcome } from "../messages";
import type { Limits } from "../numbers/scale";
import {
  flatten,
  type Base,
  type Field,
  type MenuField,
  type NumberField,
  type Option,
  type Section,
} from "./fields";
import { itemName, join, restartsAt } from "./paths";
import { alternatives, choiceLabel, kindOf, matches, resolve, sentence, unitIn, type Schema } from "./schema";

export interface Group {
  name: string;
  label: string;
  fields: Field[];
}

export interface Knowledge {
  schema: Schema;
  restarts: readonly string[];
  materials: Record<string, Record<string, unknown>>;
  planets: Record<string, number>;
}

type Values = Record<string, unknown>;

/** What is not shown: names, what belongs to other things, and what the view has. */
const HIDDEN = new Set([
  "id",
  "title",
  "events",
  "apply_to",
  "collides",
  "ignores",
  "vertices",
  "triangles",
  "tetrahedra",
  "texture",
  "u",
  "v",
  "look",
  "initial_shape",
  "motion",
]);

const MOST_ROWS = 64; // numbers of a list that are shown: more are edited in a file

/** The groups of the panel for a scene. */
export function formModel(known: Knowledge, scene: Values): Group[] {
  const root = known.schema;
  const properties = root.properties ?? {};
  const build = new Builder(known, scene);
  const of = (name: string): Field[] =>
    properties[name] ? build.fields(properties[name], scene[name], name) : [];
  const groups: Group[] = [
    { name: "bodies", label: "Body", fields: of("bodies").map(arranged) },
    { name: "forces", label: "Forces", fields: [...of("gravity"), ...of("forces")] },
    { name: "obstacles", label: "Obstacles", fields: of("obstacles") },
    { name: "constraints", label: "Constraints", fields: of("constraints") },
    { name: "contact", label: "Contact", fields: [...of("contact"), ...of("collision")] },
    { name: "integrator", label: "Integrator", fields: of("integrator") },
    { name: "solver", label: "Solver", fields: of("solver") },
    { name: "time", label: "Time", fields: [...of("dt"), ...of("seconds")] },
  ];
  return groups.filter((group) => group.fields.length > 0);
}

/** The form of the scene that is open. */
export const formOf = (welcome: Welcome | null, scene: SceneInfo | null): Group[] =>
  welcome && scene ? formModel({ ...welcome, schema: welcome.scene_schema as Schema }, scene.scene) : [];

/** What a parameter is called in the form, or one of the values that it may have. */
export function called(form: Group[], path: string, value?: unknown): string {
  const named = form.flatMap(({ fields }) => flatten(fields)).filter((field) => field.path === path);
  if (value === undefined) return named[0]?.label ?? sentence(path.slice(path.lastIndexOf(".") + 1));
  const options = named.flatMap((field) => (field.type === "menu" ? field.options : []));
  return options.find((option) => option.value === value)?.label ?? sentence(String(value));
}

/** How a body starts is changed less often than what it is made of. */
const START = /\.(position|rotation|velocity|spin|periodic\.\d)$/;
const FIRST = [/\.material$/, /\.flow$/, /\.fracture$/, /\.grid$/, /\.variant$/, /\.look\.color$/];

const isSection = (field: Field): boolean => field.type === "section";

/** A body's section with what matters most at the top. */
function arranged(body: Field): Field {
  if (body.type !== "section") return body;
  const rank = (field: Field): number => {
    const at = FIRST.findIndex((pattern) => pattern.test(field.path));
    return (at < 0 ? FIRST.length : at) + (isSection(field) ? FIRST.length : 0);
  };
  const start = body.fields.filter(({ path }) => START.test(path));
  const rest = body.fields.filter(({ path }) => !START.test(path)).sort((a, b) => rank(a) - rank(b));
  if (!start.length) return { ...body, fields: rest };
  const section: Section = {
    type: "section",
    path: join(body.path, "start"),
    label: "Start",
    unit: "",
    hint: "Where the body starts and how it moves",
    restarts: false,
    open: false,
    fields: start,
  };
  return { ...body, fields: [...rest, section] };
}

class Builder {
  constructor(
    private readonly known: Knowledge,
    private readonly scene: Values,
  ) {}

  /** The fields for one parameter: none, one, or for a list one section for each item. */
  fields(schema: Schema, value: unknown, path: string): Field[] {
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (HIDDEN.has(name)) return name === "look" ? this.look(value, path) : [];
    const root = this.known.schema;
    const whole = resolve(root, schema);
    if (whole.type === "array" && whole.items && Array.isArray(value)) {
      return this.list(whole, whole.items, value, path);
    }
    if (name === "material") return this.material(whole, value as Values, path);
    const members = alternatives(root, whole);
    const chosen = members.find((member) => matches(root, member, value));
    if (!chosen) return [];
    const optional = members.some((member) => member.type === "null");
    const real = members.filter((member) => member.type !== "null");
    const { unit, span } = real.find((member) => member.unit !== undefined) ?? {};
    const said = { unit, span, ...whole }; // of the parameter, else of what it may be
    const base = this.base(path, said);
    if (real.length === 1 && (real[0].type === "number" || real[0].type === "integer")) {
      return [this.number(base, { ...said, ...real[0] }, value as number | null, optional)];
    }
    if (members.length === 1) return this.single(base, chosen, value, path);
    if (optional && real.length === 1 && real[0].type === "boolean") {
      const choices: [string, boolean | null][] = [
        [sentence(said.none ?? "auto"), null],
        ["Yes", true],
        ["No", false],
      ];
      const options = choices.map(([label, one]) => ({ label, value: one, chosen: one === value }));
      return [{ ...base, type: "menu", options, fields: [] }];
    }
    if (isEach(root, members)) {
      return chosen.items
        ? this.list(said, chosen.items, value as unknown[], path)
        : [this.number(base, { ...said, ...chosen }, value as number, false)];
    }
    return [this.union(base, said, members, chosen, value, path)];
  }

  /** The corners and edges that the body of a selection has, by the number of its axes. */
  private ofBody(options: string[], path: string): string[] {
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (name !== "corners" && name !== "edges") return options;
    const [group, id] = path.split(".");
    const named = (list: unknown, wanted: unknown): Values | undefined =>
      Array.isArray(list) ? (list as Values[]).find((item, k) => itemName(item, k) === wanted) : undefined;
    const body = named(this.scene.bodies, named(this.scene[group], id)?.body);
    const axes = Array.isArray(body?.grid) ? body.grid.length : 2;
    return options.filter((option) =>
      name === "corners" ? option.length === axes : axesOf(axes).includes(option[0]),
    );
  }

  /** A list: of things, one section each; of words, which of them; of numbers or points, a row each. */
  private list(said: Schema, items: Schema, value: unknown[], path: string): Field[] {
    const base = this.base(path, said);
    const plainItems = resolve(this.known.schema, items);
    if (plainItems.enum && plainItems.type === "string") {
      const options = this.ofBody(plainItems.enum as string[], path);
      const labels = options.map((option) => choiceLabel(said, option));
      return [{ ...base, type: "choices", value: value.map(String), options, labels }];
    }
    if (value.every((item) => this.alternativeOf(items, item)?.type === "object")) {
      return value.map((item, k) =>
        this.section(items, item as Values, join(path, itemName(item, k)), said.item),
      );
    }
    const called = said.item ?? "";
    const rows = value.flatMap((item, k) =>
      this.row({ ...base, path: join(path, String(k)), label: `${called} ${k + 1}`.trim() }, items, item),
    );
    if (!rows.length || flatten(rows).length > MOST_ROWS) return [];
    return [{ ...base, type: "section", open: false, fields: rows }];
  }

  /** An item of a list of numbers, points or lists of them. */
  private row(base: Base, schema: Schema, value: unknown): Field[] {
    const whole = resolve(this.known.schema, schema);
    if (whole.type === "number" || whole.type === "integer") {
      return [this.number(base, whole, value as number, false)];
    }
    if (whole.type !== "array" || !Array.isArray(value)) return [];
    const single = this.tuple(base, whole, value);
    if (single.length) return single;
    const inner = value.flatMap((item, k) => {
      const of = whole.prefixItems?.[k] ?? whole.items;
      const label = whole.prefixItems?.length === 2 ? ["From", "To"][k] : String(k + 1);
      return of ? this.row({ ...base, path: join(base.path, String(k)), label }, of, item) : [];
    });
    return inner.length ? [{ ...base, type: "section", open: false, fields: inner }] : [];
  }

  private alternativeOf(schema: Schema, value: unknown): Schema | undefined {
    return alternatives(this.known.schema, schema).find((member) =>
      matches(this.known.schema, member, value),
    );
  }

  private base(path: string, said: Schema): Base {
    return {
      path,
      label: said.label ?? sentence(path.slice(path.lastIndexOf(".") + 1)),
      unit: unitIn(said.unit, path.startsWith("bodies.") ? this.bodyAt(path) : undefined),
      hint: "",
      restarts: restartsAt(path, this.known.restarts),
    };
  }

  private single(base: Base, schema: Schema, value: unknown, path: string): Field[] {
    if (schema.const !== undefined) return [];
    if (schema.enum) {
      const options = schema.enum.map((one) => ({
        label: choiceLabel(schema, one),
        value: one,
        chosen: one === value,
      }));
      return [{ ...base, type: "menu", options, fields: [] }];
    }
    switch (schema.type) {
      case "number":
      case "integer":
        return [this.number(base, schema, value as number, false)];
      case "boolean":
        return [{ ...base, type: "switch", value: value as boolean }];
      case "array":
        return this.tuple(base, schema, value as unknown[]);
      case "object":
        return [this.section(schema, value as Values, path)];
      default:
        return [];
    }
  }

  private number(base: Base, schema: Schema, value: number | null, optional: boolean): NumberField {
    const { span = null, none = "auto", positive = false } = schema;
    const limits = limitsOf(schema);
    return { ...base, type: "number", value, limits, span, positive, optional, none };
  }

  private tuple(base: Base, schema: Schema, value: unknown[]): Field[] {
    const items = (schema.prefixItems ?? []).map((item) => resolve(this.known.schema, item));
    if (items.length && items.every((item) => item.type === "number" || item.type === "integer")) {
      const places = items.every((item) => item.type === "integer");
      const parts = places ? axesOf(items.length) : ["x", "y", "z", "w"].slice(0, items.length);
      return [{ ...base, type: "vector", value: value as number[], limits: items.map(limitsOf), parts }];
    }
    if (items.length && items.every((item) => item.type === "boolean")) {
      return items.map((_, k) => ({
        ...base,
        type: "switch",
        path: join(base.path, String(k)),
        label: items.length === 1 ? "Closed" : `${base.label} along ${axesOf(items.length)[k]}`,
        value: value[k] as boolean,
      }));
    }
    return [];
  }

  private section(schema: Schema, value: Values, path: string, item?: string): Section {
    const chosen = this.alternativeOf(schema, value) ?? {};
    const name = path.slice(path.lastIndexOf(".") + 1);
    const base = this.base(path, {});
    const kind = typeof value.kind === "string" ? value.kind : "";
    const numbered = /^\d+$/.test(name) ? (item ? `${item} ${Number(name) + 1}` : kind || name) : name;
    const label = value.id === name ? name : sentence(numbered); // an id is no word of ours
    const fields = [...this.kinds(schema, value, path), ...this.members(chosen, value, path)];
    const open = /^(bodies|forces)\.[^.]+$|^[^.]+$|\.arms\.\d+$/.test(path);
    return { ...base, type: "section", label, hint: firstSentence(chosen.description), open, fields };
  }

  private members(schema: Schema, value: Values, path: string): Field[] {
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      name in value ? this.fields(property, value[name], join(path, name)) : [],
    );
  }

  /** A menu of the kinds that something can be, where there are several that need nothing else to be said. */
  private kinds(schema: Schema, value: Values, path: string): Field[] {
    const members = alternatives(this.known.schema, schema).filter((member) => kindOf(member) !== null);
    const options = members
      .filter((member) => kindOf(member) === value.kind || !needsMore(member))
      .map((member) => ({
        label: choiceLabel(member, kindOf(member)),
        value: kindOf(member),
        chosen: kindOf(member) === value.kind,
      }));
    if (options.length < 2) return [];
    const base = this.base(join(path, "kind"), {});
    return [{ ...base, type: "menu", options, fields: [] }];
  }

  /** Something that can be of several types: a menu of what it can be, and the fields of what it is. */
  private union(
    base: Base,
    said: Schema,
    members: Schema[],
    chosen: Schema,
    value: unknown,
    path: string,
  ): Field {
    const ofKinds = members.every((member) => kindOf(member) !== null);
    if (ofKinds) return this.section({ oneOf: members }, value as Values, path);
    const noneFirst = [...members].sort((a, b) => Number(b.type === "null") - Number(a.type === "null"));
    const loses = (member: Schema): boolean => member.type === "null" || member.forgets === true;
    const kept = members.some(({ forgets }) => forgets) && !loses(chosen);
    const options = noneFirst.flatMap((member) =>
      this.optionsOf(member, member === chosen, value, path, said.start).map((option) =>
        kept && loses(member) ? { ...option, label: `${option.label}, from the start` } : option,
      ),
    );
    const { label, hint, restarts, unit } = base;
    const inner: Base = { path, label: "Value", unit, hint, restarts };
    const fields = chosen.enum || chosen.type === "null" ? [] : this.single(inner, chosen, value, path);
    const shown = fields.flatMap((field) => (field.type === "section" ? field.fields : [field]));
    const last = path.endsWith(".flow") ? this.heating(base, value as Values | null) : [];
    return { ...base, label, type: "menu", options, fields: [...shown, ...last] };
  }

  /** What softens can be softened and cooled at once. */
  private heating(base: Base, law: Values | null): Field[] {
    if (law?.kind !== "thermoplastic") return [];
    const body = base.path.split(".")[1];
    const heat = (temperature: number | null): FromPage => ({ type: "heat", body, temperature });
    const actions = [
      { name: "soften", label: "Soften", message: heat(law.melting as number) },
      { name: "cool", label: "Cool", message: heat(null) },
    ];
    return [{ ...base, path: `${base.path}.heat`, label: "Temperature now", type: "actions", actions }];
  }

  /** The body that a path leads into. */
  private bodyAt(path: string): Values | undefined {
    const bodies = this.scene.bodies;
    return Array.isArray(bodies)
      ? (bodies as Values[]).find((one, k) => itemName(one, k) === path.split(".")[1])
      : undefined;
  }

  private optionsOf(member: Schema, chosen: boolean, value: unknown, path: string, begin: unknown): Option[] {
    if (member.enum) {
      return member.enum.map((one) => ({
        label: this.planetLabel(String(one)),
        value: one,
        chosen: chosen && one === value,
      }));
    }
    const start = chosen ? value : this.startOf(member, value, path, begin);
    return start === undefined ? [] : [{ label: plainLabel(member), value: start, chosen }];
  }

  private planetLabel(name: string): string {
    const g = this.known.planets[name];
    return g === undefined ? sentence(name) : `${sentence(name)}, ${g.toPrecision(3)} m/s²`;
  }

  /** What to begin with when another type is chosen; undefined if nothing sensible is known. */
  private startOf(member: Schema, value: unknown, path: string, begin: unknown): unknown {
    const planet = typeof value === "string" ? this.known.planets[value] : undefined;
    const number = typeof value === "number" ? value : planet;
    switch (member.type) {
      case "null":
        return null;
      case "number": {
        if (number !== undefined) return number;
        return Array.isArray(value) ? Math.hypot(...(value as number[])) : 0;
      }
      case "array": {
        const count = member.prefixItems?.length ?? 0;
        if (!count) return undefined;
        if (count === 3 && number !== undefined && /gravity|\.g$/.test(path)) return [0, 0, -number];
        if (begin !== undefined) return begin;
        const mean = (value as { mean?: number[] } | null)?.mean;
        return Array.isArray(mean) && mean.length === count ? mean : Array<number>(count).fill(0);
      }
      case "object": {
        if (kindOf(member) === "gust" && Array.isArray(value)) return { kind: "gust", mean: value };
        return this.begun(member, path);
      }
      default:
        return undefined;
    }
  }

  /** An object with what its members begin with; undefined if it needs more than that. */
  private begun(schema: Schema, path: string): Values | undefined {
    const material = this.bodyAt(path)?.material as Values | undefined;
    const entries = Object.entries(schema.properties ?? {}).flatMap(([name, { start }]) =>
      start === undefined ? [] : [[name, startIn(start, material ?? {})]],
    );
    const begun = Object.fromEntries(entries) as Values;
    const kind = kindOf(schema);
    const isWhole = (schema.required ?? []).every((name) => name === "kind" || name in begun);
    return isWhole && (kind !== null || entries.length)
      ? { ...(kind !== null && { kind }), ...begun }
      : undefined;
  }

  private material(schema: Schema, value: Values, path: string): Field[] {
    const chosen = this.alternativeOf(schema, value);
    const preset = presetOf(this.known.materials, value);
    const names = alternatives(this.known.schema, schema).flatMap((member) => member.enum ?? []);
    const fitting = Object.keys(this.known.materials).filter((name) => names.includes(name));
    const options: Option[] = fitting.map((name) => ({
      label: sentence(name),
      value: name,
      chosen: name === preset,
    }));
    if (preset === null) options.unshift({ label: "Custom", value, chosen: true });
    const base = this.base(path, {});
    const menu: MenuField[] = fitting.length ? [{ ...base, type: "menu", options, fields: [] }] : [];
    const fields = chosen ? this.members(chosen, value, path) : [];
    const hint = firstSentence(chosen?.description);
    return [
      ...menu,
      {
        ...base,
        type: "section",
        label: fitting.length ? "Constants" : "Material",
        hint,
        restarts: false,
        open: true,
        fields,
      },
    ];
  }

  private look(value: unknown, path: string): Field[] {
    const colour = (value as { color?: [number, number, number] } | null)?.color;
    if (!colour) return [];
    const base = this.base(join(path, "color"), {});
    return [{ ...base, type: "colour", value: colour }];
  }
}

/** One number, or a list with one for each of several things. */
const isEach = (root: Schema, members: Schema[]): boolean =>
  members.length === 2 &&
  members[0].type === "number" &&
  members[1].items !== undefined &&
  resolve(root, members[1].items).type === "number";

/** What the axes of a grid are called. */
const axesOf = (count: number): string[] => ["l", "m", "n"].slice(3 - Math.min(3, count));

/** The preset that a material is equal to, or null. */
export function presetOf(materials: Record<string, Values>, material: Values): string | null {
  const same = (preset: Values): boolean =>
    Object.keys(preset).every((key) => JSON.stringify(preset[key]) === JSON.stringify(material[key]));
  return Object.keys(materials).find((name) => same(materials[name])) ?? null;
}

/** A value to begin with: as it is, or so many times the constant that the material has. */
function startIn(start: unknown, material: Values): unknown {
  if (typeof start !== "object" || start === null || Array.isArray(start)) return start;
  const shares = start as Record<string, number>;
  const name = Object.keys(shares).find((one) => typeof material[one] === "number" && material[one] > 0);
  return Number((name ? shares[name] * (material[name] as number) : shares[""]).toPrecision(2));
}

function limitsOf(schema: Schema): Limits {
  return {
    minimum: schema.minimum ?? null,
    exclusiveMinimum: schema.exclusiveMinimum ?? null,
    maximum: schema.maximum ?? null,
    exclusiveMaximum: schema.exclusiveMaximum ?? null,
    integer: schema.type === "integer",
  };
}

/** Whether an object of this schema cannot be made from its kind alone. */
const needsMore = (schema: Schema): boolean => (schema.required ?? []).some((name) => name !== "kind");

function plainLabel(schema: Schema): string {
  const kind = kindOf(schema);
  if (kind !== null) return choiceLabel(schema, kind);
  if (schema.label) return schema.label;
  if (schema.type === "null") return "None";
  if (schema.type === "number" || schema.type === "integer") return "One number";
  return schema.prefixItems?.length === 3 ? "Vector" : `${schema.prefixItems?.length ?? "Several"} numbers`;
}

function firstSentence(text: string | undefined): string {
  return (text ?? "")
    .split(/\n\n|(?<=[.;]) /)[0]
    .replace(/`/g, "")
    .replace(/\s+/g, " ");
}
