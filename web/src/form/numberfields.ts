/** Fields for numbers: they keep the unit in which they are shown, and read numbers in any unit of that kind. */

import { oncePerPicture } from "../hands/context";
import { isReadable, plain, readableUnit } from "../numbers/format";
import { readQuantity, type Reading } from "../numbers/reading";
import { holds, scaleFor, valueAt, wayOf, type Limits, type Scale } from "../numbers/scale";
import { converted } from "../numbers/units";
import { button, h, setText } from "../ui/dom";
import { labelled, testName, type Control, type Editor } from "./controls";
import { newGesture } from "./editor";
import type { NumberField, VectorField } from "./fields";

/** Why a number cannot be: "" if it can. `write` says how limits are written. */
export function complaint(value: number, limits: Limits, write: (limit: number) => string = plain): string {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, integer } = limits;
  if (integer && !Number.isInteger(value)) return "Must be a whole number.";
  if (minimum !== null && value < minimum) return `Must be at least ${write(minimum)}.`;
  if (exclusiveMinimum !== null && value <= exclusiveMinimum)
    return `Must be more than ${write(exclusiveMinimum)}.`;
  if (maximum !== null && value > maximum) return `Must be at most ${write(maximum)}.`;
  if (exclusiveMaximum !== null && value >= exclusiveMaximum)
    return `Must be less than ${write(exclusiveMaximum)}.`;
  return "";
}

/** What was typed, if it is a quantity of the kind and within the limits that a field has. */
function understood(text: string, field: { unit: string }, shownIn: string, limits: Limits): Reading {
  const read = readQuantity(text, field.unit, shownIn);
  if ("wrong" in read) return read;
  const written = (limit: number): string =>
    `${plain(converted(limit, field.unit, shownIn))} ${shownIn}`.trim();
  const wrong = complaint(read.value, limits, written);
  return wrong ? { wrong } : read;
}

/** A text field for a number; `show` writes what is there now. */
function numberInput(
  name: string,
  label: string,
  commit: (text: string) => void,
  show: () => void,
): HTMLInputElement {
  const input = h("input", {
    type: "text",
    class: "number",
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": label,
    test: name,
    onfocus: () => {
      show();
      input.select();
    },
    onblur: show,
    onchange: () => commit(input.value),
    onkeydown: (event) => {
      if (event.key === "Escape") {
        show();
        input.blur();
      } else if (event.key === "Enter") {
        input.blur();
      }
      event.stopPropagation();
    },
  });
  return input;
}

export function numberControl(first: NumberField, editor: Editor): Control<NumberField> {
  let field = first;
  let shownIn = readableUnit(field.value ?? 0, field.unit);
  let scale: Scale | null = null;
  let gesture = "";
  let dragging = false;
  const { label, error, complain } = labelled(field, editor);
  const input = numberInput(
    testName(field.path),
    field.label,
    (text) => commit(text),
    () => show(),
  );
  const unit = h("span", { class: "unit", test: `unit-${field.path}` }, shownIn);
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.001,
    "aria-label": field.label,
    test: `slider-${field.path}`,
    onpointerdown: () => {
      dragging = true;
      gesture = newGesture();
    },
    oninput: () => {
      if (!scale) return;
      const value = valueAt(scale, Number(slider.value));
      paint(Number(slider.value));
      write(value);
      send(value, gesture || (gesture = newGesture()));
    },
    onchange: () => {
      dragging = false;
      gesture = "";
      slider.blur();
    },
  });
  const auto = button(
    {
      test: `auto-${field.path}`,
      label: field.none === "auto" ? "Leave it to pliant" : `${field.label}: ${field.none}`,
      class: "button small quiet",
      press: () => put(null, ""),
    },
    field.none,
  );
  const put = (value: number | null, name: string): void => {
    field = { ...field, value };
    complain("");
    editor.set(field.path, value, name, complain);
  };
  const send = oncePerPicture((value: number, name: string) => put(value, name));

  function commit(text: string): void {
    if (field.optional && ["", "auto", field.none].includes(text.trim().toLowerCase())) {
      if (field.value !== null) put(null, "");
      show();
      return;
    }
    const own = written(field.value);
    const same = own !== "" && [own, `${own} ${shownIn}`].includes(text.trim()); // rounded as it is shown
    const read = same ? { value: field.value, unit: "" } : understood(text, field, shownIn, field.limits);
    if (!("wrong" in read) && read.value !== field.value) {
      put(read.value, "");
      if (read.unit) suit();
    }
    show();
    complain("wrong" in read ? read.wrong : "");
  }

  /** The number as it stands in the field. */
  const written = (value: number | null): string =>
    value === null ? "" : plain(converted(value, field.unit, shownIn));

  /** A field keeps its unit, unless that makes its number hard to read. */
  function suit(): void {
    if (field.value === null || isReadable(converted(field.value, field.unit, shownIn))) return;
    shownIn = readableUnit(field.value, field.unit);
  }

  function write(value: number | null): void {
    input.value = written(value);
    setText(unit, shownIn);
  }

  function paint(way: number): void {
    slider.style.setProperty("--way", String(way));
  }

  function show(): void {
    const { value } = field;
    write(value);
    input.placeholder = field.optional ? field.none : "";
    auto.hidden = !field.optional || value === null;
    if (value !== null && (!scale || (!holds(scale, value) && !dragging)))
      scale = scaleFor(value, sliderLimits(field, value), field.span);
    slider.hidden = value === null || scale === null;
    if (dragging || value === null || !scale) return;
    const way = wayOf(scale, value);
    slider.value = String(way);
    paint(way);
  }

  show();
  return {
    element: h(
      "div",
      { class: "field" },
      h("div", { class: "field-line" }, label, auto, h("span", { class: "number-box" }, input, unit)),
      slider,
      error,
    ),
    update(next) {
      if (dragging) return;
      const other = next.value !== field.value;
      if (other) complain("");
      field = next;
      if (document.activeElement === input) return;
      if (other) suit();
      show();
    },
    complain,
  };
}

const sliderLimits = ({ limits, positive }: NumberField, value: number): Limits =>
  positive && value > 0 && limits.minimum === null ? { ...limits, exclusiveMinimum: 0 } : limits;

export function vectorControl(first: VectorField, editor: Editor): Control<VectorField> {
  let field = first;
  const { label, error, complain } = labelled(field, editor);
  const inputs = field.parts.map((part, k) =>
    numberInput(
      `${testName(field.path)}-${k}`,
      `${field.label} ${part}`,
      (text) => commit(k, text),
      () => show(),
    ),
  );
  function commit(k: number, text: string): void {
    const same = text.trim() === plain(field.value[k]); // rounded as it is shown
    const read = same ? { value: field.value[k] } : understood(text, field, field.unit, field.limits[k]);
    complain("wrong" in read ? read.wrong : "");
    if (!("wrong" in read) && read.value !== field.value[k]) {
      const value = field.value.map((old, at) => (at === k ? read.value : old));
      field = { ...field, value };
      editor.set(field.path, value, "", complain);
    }
    show();
  }
  function show(): void {
    inputs.forEach((input, k) => (input.value = plain(field.value[k])));
  }
  show();
  const boxes = inputs.map((input, k) =>
    h("label", { class: "number-box part" }, h("span", {}, field.parts[k]), input),
  );
  return {
    element: h(
      "div",
      { class: "field" },
      h("div", { class: "field-line" }, label, h("span", { class: "unit" }, field.unit)),
      h("div", { class: "vector" }, ...boxes),
      error,
    ),
    update(next) {
      field = next;
      if (!inputs.includes(document.activeElement as HTMLInputElement)) show();
    },
    complain,
  };
}
