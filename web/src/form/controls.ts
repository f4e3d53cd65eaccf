/** Fields of the panel as elements that can be given new values without being made anew. */

import type { Assignment, FromPage } from "../messages";
import { button, h, setText } from "../ui/dom";
import { icon } from "../ui/icons";
import { oncePerPicture } from "../hands/context";
import { newGesture, type Refusal } from "./editor";
import type { ActionsField, ChoicesField, ColourField, Field, MenuField, SwitchField } from "./fields";

export interface Control<F extends Field = Field> {
  element: HTMLElement;
  update(field: F): void;
  /** Says why a value was refused. */
  complain?(refusal: Refusal): void;
}

export interface Editor {
  /** Lets something happen. */
  act(message: FromPage): void;
  /** Sends a value; `back` is called with the reason if it is refused. */
  set(path: string, value: unknown, gesture: string, refused: (refusal: Refusal) => void): void;
  /** Makes several changes, which are undone as one. */
  setAll(changes: readonly Assignment[]): void;
}

export const testName = (path: string): string => `field-${path}`;

interface Labelled {
  label: HTMLElement;
  error: HTMLElement;
  /** Says what is wrong, and offers what can be done about it; "" if nothing is. */
  complain(about: string | Refusal): void;
}

export function labelled(field: Field, editor: Editor): Labelled {
  const mark =
    field.restarts &&
    h("span", { class: "restarts", title: "A change starts the scene anew" }, icon("restart"));
  const label = h("span", { class: "field-label", title: field.hint || undefined }, field.label, mark);
  const error = h("p", { class: "field-error", role: "alert", hidden: true, test: `error-${field.path}` });
  const complain = (about: string | Refusal): void => {
    const { reason, offer, changes } =
      typeof about === "string" ? { reason: about, offer: "", changes: [] } : about;
    error.hidden = !reason;
    setText(error, reason);
    if (!offer || !changes.length) return;
    const press = (): void => editor.setAll(changes);
    error.append(button({ test: `remedy-${field.path}`, label: offer, class: "button small", press }, offer));
  };
  return { label, error, complain };
}

export function switchControl(first: SwitchField, editor: Editor): Control<SwitchField> {
  const { label, error, complain } = labelled(first, editor);
  const box = h("input", {
    type: "checkbox",
    class: "switch",
    role: "switch",
    test: testName(first.path),
    onchange: () => editor.set(first.path, box.checked, "", complain),
  });
  box.checked = first.value;
  return {
    element: h("div", { class: "field" }, h("label", { class: "field-line" }, label, box), error),
    update(next) {
      box.checked = next.value;
      complain("");
    },
    complain,
  };
}

/** A menu; `inside` are the controls of what is chosen. */
export function menuControl(first: MenuField, editor: Editor): Control<MenuField> {
  let field = first;
  const { label, error, complain } = labelled(field, editor);
  const select = h("select", {
    class: "menu",
    "aria-label": field.label,
    test: testName(field.path),
    onchange: () => {
      const option = field.options[Number(select.value)];
      editor.set(field.path, option.value, "", (refusal) => {
        complain(refusal);
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
      complain("");
      field = next;
      show();
    },
    complain,
  };
}

export function actionsControl(first: ActionsField, editor: Editor): Control<ActionsField> {
  let field = first;
  const { label } = labelled(field, editor);
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
  const { label, error, complain } = labelled(field, editor);
  const boxes = field.options.map((option) =>
    h("input", {
      type: "checkbox",
      test: `${testName(field.path)}-${option}`,
      onchange: () => {
        const value = field.options.filter((_, k) => boxes[k].checked);
        editor.set(field.path, value, "", (refusal) => {
          show();
          complain(refusal);
        });
      },
    }),
  );
  function show(): void {
    complain("");
    boxes.forEach((box, k) => (box.checked = field.value.includes(field.options[k])));
  }
  show();
  const choices = field.options.map((_, k) =>
    h("label", { class: "choice" }, boxes[k], h("span", {}, field.labels[k])),
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
    complain,
  };
}

export function colourControl(first: ColourField, editor: Editor): Control<ColourField> {
  const { label, error } = labelled(first, editor);
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
