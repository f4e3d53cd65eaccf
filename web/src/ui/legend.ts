/** What colours and arrows mean, with numbers. */

import type { FieldName } from "../messages";
import { cssGradient } from "../numbers/colourmap";
import { engineering, plain } from "../numbers/format";
import { VECTOR_COLOURS } from "../view/body";
import type { Legend } from "../view/view";
import { h, setText } from "./dom";

const FIELDS: Record<FieldName, { title: string; write: (value: number) => string }> = {
  stretch: { title: "Stretch", write: (value) => `${plain(100 * value, 2)} %` },
  bending: { title: "Bending", write: (value) => `${plain(value, 2)} 1/m` },
  speed: { title: "Speed", write: (value) => `${plain(value, 2)} m/s` },
  flown: { title: "Flown", write: (value) => `${plain(100 * value, 2)} %` },
  temperature: { title: "Temperature", write: (value) => `${plain(value, 3)} °C` },
  damage: { title: "Damage", write: (value) => `${plain(100 * value, 2)} %` },
};
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
  private readonly arrow = h("i", { class: "legend-arrow" });
  private readonly force = h("span", { test: "legend-force" });
  private readonly forces = h(
    "div",
    { class: "legend-forces", test: "legend-forces" },
    this.arrow,
    this.force,
  );

  constructor() {
    this.arrow.style.background = `linear-gradient(to bottom, ${VECTOR_COLOURS.external} 50%, ${VECTOR_COLOURS.elastic} 50%)`;
    this.element = h(
      "div",
      { class: "legend covers", hidden: true, test: "legend" },
      this.field,
      this.forces,
    );
  }

  show({ field, forces }: Legend): void {
    this.element.hidden = !field && !forces;
    this.field.hidden = !field;
    this.forces.hidden = !forces;
    if (field) {
      const { title, write } = FIELDS[field.name];
      setText(this.title, title);
      this.numbers.forEach((number, k) => setText(number, write((k / 2) * field.high)));
    }
    if (forces) {
      // The bar is as long as an arrow in the middle of the view, or a round part of it.
      const part = [1, 0.5, 0.2, 0.1, 0.05].find((share) => share * forces.length <= LONGEST) ?? 0.02;
      this.arrow.style.width = `${Math.max(4, part * forces.length).toFixed(0)}px`;
      setText(this.force, engineering(part * forces.high, "N"));
    }
  }
}
