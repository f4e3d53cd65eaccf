/** What colours and arrows mean, with numbers. */

import { FIELDS } from "../messages";
import { cssGradient } from "../numbers/colourmap";
import { engineering, plain } from "../numbers/format";
import { VECTOR_COLOURS } from "../view/body";
import type { Legend } from "../view/view";
import { h, setText } from "./dom";

const LONGEST = 150; // CSS pixels that an arrow may take in the legend

export class LegendCard {
  readonly element: HTMLElement;
  private readonly title = h("b", { test: "legend-title" });
  private readonly numbers = [0, 0.5, 1].map((way) => h("span", { test: `legend-${way}` }));
  private readonly field = h(
    "div",
    { class: "legend-field", test: "legend-field" },
    this.title,
    h("i", { class: "legend-bar", style: `background:${cssGradient()}` }),
    h("div", { class: "legend-numbers" }, ...this.numbers),
  );
  private readonly pressing = [0, 0.5, 1].map((way) => h("span", { test: `legend-contacts-${way}` }));
  private readonly contacts = h(
    "div",
    { class: "legend-field", test: "legend-contacts" },
    h("b", {}, "Contact force"),
    h("i", { class: "legend-bar", style: `background:${cssGradient()}` }),
    h("div", { class: "legend-numbers" }, ...this.pressing),
  );
  private readonly arrow = h("i", { class: "legend-arrow" });
  private readonly force = h("span", { test: "legend-force" });
  private readonly forces = h(
    "div",
    { class: "legend-forces", test: "legend-forces" },
    this.arrow,
    this.force,
  );

  constructor() {
    this.arrow.style.background = `linear-gradient(to bottom, ${VECTOR_COLOURS.external_forces} 50%, ${VECTOR_COLOURS.elastic_forces} 50%)`;
    this.element = h(
      "div",
      { class: "legend covers", hidden: true, test: "legend" },
      this.field,
      this.contacts,
      this.forces,
    );
  }

  show({ field, forces, contacts }: Legend): void {
    this.element.hidden = !field && !forces && contacts === null;
    this.contacts.hidden = contacts === null;
    if (contacts !== null)
      this.pressing.forEach((number, k) => setText(number, engineering((k / 2) * contacts, "N")));
    this.field.hidden = !field;
    this.forces.hidden = !forces;
    if (field) {
      const { label, unit } = FIELDS[field.name];
      const high = unit === "%" ? 100 * field.high : field.high;
      setText(this.title, label);
      this.numbers.forEach((number, k) => setText(number, `${plain((k / 2) * high, 3)} ${unit}`));
    }
    if (forces) {
      // The bar is as long as an arrow in the middle of the view, or a round part of it.
      const part = [1, 0.5, 0.2, 0.1, 0.05].find((share) => share * forces.length <= LONGEST) ?? 0.02;
      this.arrow.style.width = `${Math.max(4, part * forces.length).toFixed(0)}px`;
      setText(this.force, engineering(part * forces.high, "N"));
    }
  }
}
