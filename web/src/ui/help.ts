/** The overlay that lists keys and gestures. */

import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { button, h } from "./dom";
import { icon } from "./icons";
import { KEYS, type Key } from "./keys";

const GESTURES: readonly [string, string][] = [
  ["Drag a body", "Use the tool on it"],
  ["Drag beside it", "Turn the view"],
  ["Right-drag", "Turn the view, anywhere"],
  ["Middle-, or Shift-drag", "Shift the view"],
  ["Wheel, or Alt-drag", "Zoom"],
  ["Ctrl-drag", "Grab, whatever the tool"],
  ["Drag a red pin", "Move it"],
  ["Let go with Shift held", "The hand stays; a second can pull"],
  ["Double-click", "Show everything"],
];
const TOUCH: readonly [string, string][] = [
  ["One finger on a body", "Pull it"],
  ["One finger beside it", "Turn the view"],
  ["A second finger while one holds", "Pull it apart"],
  ["Two fingers at once", "Shift and zoom"],
];

export function helpOverlay(store: Store<Studio>): HTMLElement {
  const close = (): void => store.set({ help: false });
  const groups = ["Simulation", "Hands", "View", "Page"] as const;
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Keys and gestures", test: "help", onclose: close },
    h(
      "header",
      {},
      h("h1", {}, "Keys and gestures"),
      button({ test: "help-close", label: "Close", class: "button icon-only", press: close }, icon("close")),
    ),
    h(
      "div",
      { class: "help-columns" },
      ...groups.map((group) =>
        keyList(
          group,
          KEYS.filter((key) => key.group === group && key.shown !== "Ctrl Y"),
        ),
      ),
      gestureList("Mouse", GESTURES),
      gestureList("Touch", TOUCH),
    ),
    h("p", { class: "panel-note" }, "Space, Q, Y, D, W, R and F are the keys of document 000."),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  store.on(["help"], ({ help }) => {
    if (help && !dialog.open) dialog.showModal();
    else if (!help && dialog.open) dialog.close();
  });
  return dialog;
}

function keyList(title: string, keys: readonly Key[]): HTMLElement {
  const rows = keys.map(({ shown, text }) =>
    h("div", {}, h("dt", {}, ...shown.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, text)),
  );
  return h("section", {}, h("h2", {}, title), h("dl", {}, ...rows));
}

function gestureList(title: string, gestures: readonly [string, string][]): HTMLElement {
  const rows = gestures.map(([how, what]) => h("div", {}, h("dt", {}, how), h("dd", {}, what)));
  return h("section", {}, h("h2", {}, title), h("dl", { class: "gestures" }, ...rows));
}
