/** Short messages that go away by themselves. */

import { button, h, sentence } from "./dom";
import { icon } from "./icons";

const SHOWN = 5000; // ms
const AT_ONCE = 3;

let made: HTMLElement | null = null;

/** Where they appear; there is one such place. */
export function toasts(): HTMLElement {
  made ??= h("div", { class: "toasts", role: "status", "aria-live": "polite", test: "toasts" });
  return made;
}

/** Says something; the same text twice in a row is said once. */
export function toast(said: string, kind: "note" | "trouble" = "note"): void {
  const text = sentence(said);
  const list = toasts();
  const last = list.lastElementChild as HTMLElement | null;
  if (last?.dataset.text === text) last.remove();
  const element = h(
    "div",
    { class: kind === "trouble" ? "toast bad" : "toast", "data-text": text, test: `toast-${kind}` },
    h("p", {}, text),
  );
  const close = (): void => element.remove();
  element.append(
    button(
      { test: "toast-close", label: "Close", class: "button icon-only small", press: close },
      icon("close"),
    ),
  );
  list.append(element);
  while (list.children.length > AT_ONCE) list.firstElementChild?.remove();
  setTimeout(close, kind === "trouble" ? 2 * SHOWN : SHOWN);
}
