/** The panel that is made from the scene: groups of controls that follow its values. */

import { h } from "../ui/dom";
import {
  actionsControl,
  choicesControl,
  colourControl,
  menuControl,
  switchControl,
  type Control,
  type Editor,
} from "./controls";
import type { Refusal } from "./editor";
import type { Field } from "./fields";
import { numberControl, vectorControl } from "./numberfields";
import type { Group } from "./model";

const OPEN_AT_FIRST = new Set(["bodies", "forces", "time"]);

/** What a form looks like, whatever its values: if it stays the same, the controls can stay. */
export function outline(groups: readonly Group[]): string {
  const of = (field: Field): unknown => [
    field.type,
    field.path,
    field.label,
    field.unit,
    field.type === "menu" ? field.options.map(({ label }) => label) : null,
    field.type === "number" ? field.optional : null,
    "fields" in field ? field.fields.map(of) : null,
  ];
  return JSON.stringify(groups.map((group) => [group.name, group.label, group.fields.map(of)]));
}

export class FormPanel {
  readonly element = h("div", { class: "form", test: "form" });
  private shape = "";
  private readonly controls = new Map<string, Control>();
  private readonly open = new Map<string, boolean>();

  constructor(private readonly editor: Editor) {}

  show(groups: readonly Group[]): void {
    const shape = outline(groups);
    if (shape !== this.shape) {
      this.shape = shape;
      this.controls.clear();
      const scroll = this.element.parentElement?.scrollTop ?? 0;
      this.element.replaceChildren(...groups.map((group) => this.group(group)));
      if (this.element.parentElement) this.element.parentElement.scrollTop = scroll;
      return;
    }
    for (const group of groups) this.update(group.fields);
  }

  /** Lets the field of a parameter say why its value was refused; false if there is no such field. */
  refuse(path: string, refusal: Refusal): boolean {
    const [, control] = [...this.controls].find(([name]) => name.split(" ")[1] === path) ?? [];
    control?.complain?.(refusal);
    return control?.complain !== undefined;
  }

  private update(fields: readonly Field[]): void {
    for (const field of fields) {
      this.controls.get(`${field.type} ${field.path}`)?.update(field);
      if ("fields" in field) this.update(field.fields);
    }
  }

  private group(group: Group): HTMLElement {
    const [only] = group.fields;
    const flat = group.fields.length === 1 && only.type === "section";
    const summary = h("summary", {}, h("span", {}, group.label));
    if (flat && only.label !== group.label) summary.append(h("small", {}, only.label));
    return this.details(
      group.name,
      "group",
      OPEN_AT_FIRST.has(group.name),
      summary,
      flat ? only.fields : group.fields,
      `group-${group.name}`,
    );
  }

  private details(
    name: string,
    kind: string,
    open: boolean,
    summary: HTMLElement,
    fields: readonly Field[],
    test: string,
  ): HTMLElement {
    const element = h(
      "details",
      { class: kind, test },
      summary,
      h("div", { class: "fields" }, ...fields.flatMap((one) => this.field(one))),
    );
    element.open = this.open.get(name) ?? open;
    element.addEventListener("toggle", () => this.open.set(name, element.open));
    return element;
  }

  private field(field: Field): HTMLElement[] {
    if (field.type === "section") {
      const summary = h("summary", { title: field.hint || undefined }, h("span", {}, field.label));
      return [
        this.details(field.path, "section", field.open, summary, field.fields, `section-${field.path}`),
      ];
    }
    const control = controlFor(field, this.editor);
    this.controls.set(`${field.type} ${field.path}`, control);
    return [
      control.element,
      ...(field.type === "menu" ? field.fields.flatMap((one) => this.field(one)) : []),
    ];
  }
}

function controlFor(field: Exclude<Field, { type: "section" }>, editor: Editor): Control {
  switch (field.type) {
    case "number":
      return numberControl(field, editor) as Control;
    case "vector":
      return vectorControl(field, editor) as Control;
    case "switch":
      return switchControl(field, editor) as Control;
    case "menu":
      return menuControl(field, editor) as Control;
    case "choices":
      return choicesControl(field, editor) as Control;
    case "actions":
      return actionsControl(field, editor) as Control;
    case "colour":
      return colourControl(field, editor) as Control;
  }
}
