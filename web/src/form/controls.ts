/** Fields of the panel as elements that can be given new values without being made anew. */

import type { FromPage } from "../messages";
import { parseNumber, plain, withUnit } from "../numbers/format";
import { holds, scaleFor, valueAt, wayOf, type Limits, type Scale } from "../numbers/scale";
import { button, h, setText } from "../ui/dom";
import { icon } from "../ui/icons";
import { oncePerPicture } from "../hands/context";
import { newGesture } from "./editor";
import { choiceLabel } from "./words";
import type {
  ActionsField,
  ChoicesField,
  ColourField,
  Field,
  MenuField,
  NumberField,
  SwitchField,
  VectorField,
} from "./fields";

export interface Control<F extends Field = Field> {
  element: HTMLElement;
  update(field: F): void;
}

export interface Editor {
  /** Lets something happen. */
  act(message: FromPage): void;
  /** Sends a value; `back` is called with the reason if it is refused. */
  set(path: string, value: unknown, gesture: string, refused: (reason: string) => void): void;
}

const testName = (path: string): string => `field-${path}`;

function labelled(field: Field): { label: HTMLElement; error: HTMLElement } {
  const mark =
    field.restarts &&
    h("span", { class: "restarts", title: "A change starts the scene anew" }, icon("restart"));
  const label = h("span", { class: "field-label", title: field.hint || undefined }, field.label, mark);
  const error = h("p", { class: "field-error", role: "alert", hidden: true, test: `error-${field.path}` });
  return { label, error };
}

/** Why a number cannot be: "" if it can. */
export function complaint(value: number | null, limits: Limits): string {
  if (value === null) return "Not a number.";
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, integer } = limits;
  if (integer && !Number.isInteger(value)) return "Must be a whole number.";
  if (minimum !== null && value < minimum) return `Must be at least ${plain(minimum)}.`;
  if (exclusiveMinimum !== null && value <= exclusiveMinimum)
    return `Must be more than ${plain(exclusiveMinimum)}.`;
  if (maximum !== null && value > maximum) return `Must be at most ${plain(maximum)}.`;
  if (exclusiveMaximum !== null && value >= exclusiveMaximum)
    return `Must be less than ${plain(exclusiveMaximum)}.`;
  return "";
}

/** A text field for a number; `show` writes what is there now, as it is to be read or to be edited. */
function numberInput(
  name: string,
  label: string,
  commit: (text: string) => void,
  show: () => void,
): HTMLInputElement {
  const input = h("input", {
    type: "text",
    inputmode: "decimal",
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
  let scale: Scale | null = null;
  let gesture = "";
  let dragging = false;
  const { label, error } = labelled(field);
  const input = numberInput(
    testName(field.path),
    field.label,
    (text) => commit(text),
    () => show(),
  );
  const unit = h("span", { class: "unit" }, field.unit);
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
    editor.set(field.path, value, name, (reason) => complain(reason));
  };
  const send = oncePerPicture((value: number, name: string) => put(value, name));

  function commit(text: string): void {
    if (field.optional && ["", "auto", field.none].includes(text.trim().toLowerCase())) {
      if (field.value !== null) put(null, "");
      show();
      return;
    }
    const value = parseNumber(text);
    const wrong = complaint(value, field.limits);
    if (!wrong && value !== null && text !== plainOf(field.value)) put(value, "");
    show();
    complain(wrong);
  }

  function complain(reason: string): void {
    error.hidden = !reason;
    setText(error, reason);
  }

  /** Somebody who edits the number sees all of it, in the unit that pliant has. */
  function write(value: number | null): void {
    const edited = document.activeElement === input;
    const shown =
      value === null || edited ? { number: plainOf(value), unit: field.unit } : withUnit(value, field.unit);
    input.value = shown.number;
    setText(unit, shown.unit);
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
      if (next.value !== field.value) complain("");
      field = next;
      if (document.activeElement !== input) show();
    },
  };
}

const sliderLimits = ({ limits, positive }: NumberField, value: number): Limits =>
  positive && value > 0 && limits.minimum === null ? { ...limits, exclusiveMinimum: 0 } : limits;

const plainOf = (value: number | null): string => (value === null ? "" : plain(value));

export function vectorControl(first: VectorField, editor: Editor): Control<VectorField> {
  let field = first;
  const { label, error } = labelled(field);
  const inputs = field.parts.map((part, k) =>
    numberInput(
      `${testName(field.path)}-${k}`,
      `${field.label} ${part}`,
      (text) => commit(k, text),
      () => show(),
    ),
  );
  const complain = (reason: string): void => {
    error.hidden = !reason;
    setText(error, reason);
  };
  function commit(k: number, text: string): void {
    const number = parseNumber(text);
    const wrong = complaint(number, field.limits[k]);
    complain(wrong);
    if (!wrong && number !== null && text !== plain(field.value[k])) {
      const value = field.value.map((old, at) => (at === k ? number : old));
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
  };
}

export function switchControl(first: SwitchField, editor: Editor): Control<SwitchField> {
  const { label, error } = labelled(first);
  const box = h("input", {
    type: "checkbox",
    class: "switch",
    role: "switch",
    test: testName(first.path),
    onchange: () =>
      editor.set(first.path, box.checked, "", (reason) => {
        error.hidden = false;
        setText(error, reason);
      }),
  });
  box.checked = first.value;
  return {
    element: h("div", { class: "field" }, h("label", { class: "field-line" }, label, box), error),
    update(next) {
      box.checked = next.value;
      error.hidden = true;
    },
  };
}

/** A menu; `inside` are the controls of what is chosen. */
export function menuControl(first: MenuField, editor: Editor): Control<MenuField> {
  let field = first;
  const { label, error } = labelled(field);
  const select = h("select", {
    class: "menu",
    "aria-label": field.label,
    test: testName(field.path),
    onchange: () => {
      const option = field.options[Number(select.value)];
      editor.set(field.path, option.value, "", (reason) => {
        error.hidden = false;
        setText(error, reason);
        show();
      });
      select.blur();
    },
  });
  function show(): void {
    select.replaceChildren(
      ...field.options.map((option, k) => h("option", { value: k, selected: option.chosen }, option.label)),
    );
  }
  show();
  return {
    element: h("div", { class: "field" }, h("label", { class: "field-line" }, label, select), error),
    update(next) {
      error.hidden = true;
      field = next;
      show();
    },
  };
}

export function actionsControl(first: ActionsField, editor: Editor): Control<ActionsField> {
  let field = first;
  const { label } = labelled(field);
  const buttons = field.actions.map(({ name, label: text }, k) =>
    button(
      {
        test: `${name}-${field.path}`,
        label: text,
        class: "button small",
        press: () => editor.act(field.actions[k].message),
      },
      text,
    ),
  );
  return {
    element: h(
      "div",
      { class: "field" },
      h("div", { class: "field-line" }, label, h("span", { class: "actions" }, ...buttons)),
    ),
    update: (next) => (field = next),
  };
}

export function choicesControl(first: ChoicesField, editor: Editor): Control<ChoicesField> {
  let field = first;
  const { label, error } = labelled(field);
  const boxes = field.options.map((option) =>
    h("input", {
      type: "checkbox",
      test: `${testName(field.path)}-${option}`,
      onchange: () => {
        const value = field.options.filter((_, k) => boxes[k].checked);
        editor.set(field.path, value, "", (reason) => {
          show();
          error.hidden = false;
          setText(error, reason);
        });
      },
    }),
  );
  function show(): void {
    error.hidden = true;
    boxes.forEach((box, k) => (box.checked = field.value.includes(field.options[k])));
  }
  show();
  const choices = field.options.map((option, k) =>
    h("label", { class: "choice" }, boxes[k], h("span", {}, choiceLabel(option))),
  );
  return {
    element: h(
      "div",
      { class: "field", role: "group", "aria-label": field.label },
      h("div", { class: "field-line" }, label),
      h("div", { class: "choices" }, ...choices),
      error,
    ),
    update(next) {
      field = next;
      show();
    },
  };
}

export function colourControl(first: ColourField, editor: Editor): Control<ColourField> {
  const { label, error } = labelled(first);
  let gesture = "";
  const send = oncePerPicture((value: number[]) => editor.set(first.path, value, gesture, () => {}));
  const input = h("input", {
    type: "color",
    "aria-label": first.label,
    test: testName(first.path),
    oninput: () => {
      gesture ||= newGesture();
      send([1, 3, 5].map((at) => Number((parseInt(input.value.slice(at, at + 2), 16) / 255).toFixed(4))));
    },
    onchange: () => (gesture = ""),
  });
  const show = (value: readonly number[]): void => {
    input.value = `#${value
      .map((part) =>
        Math.round(255 * part)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`;
  };
  show(first.value);
  return {
    element: h("div", { class: "field" }, h("label", { class: "field-line" }, label, input), error),
    update: (next) => show(next.value),
  };
}
