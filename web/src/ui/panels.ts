/** The panel at the side, or the sheet at the bottom of a phone: one of its pages at a time. */

import type { Store } from "../state/store";
import type { PanelName, Studio } from "../state/studio";
import { button, h, setText } from "./dom";
import { icon } from "./icons";
import { PANELS } from "./topbar";

export function panels(store: Store<Studio>, pages: Record<PanelName, HTMLElement>): HTMLElement {
  const title = h("span", {});
  const close = button(
    {
      test: "panel-close",
      label: "Close",
      class: "button icon-only small",
      press: () => store.set({ panel: null }),
    },
    icon("close"),
  );
  const bodies = PANELS.map(({ name, label }) =>
    h("div", { class: "panel-body", role: "region", "aria-label": label }, pages[name]),
  );
  const panel = h(
    "aside",
    { class: "panel", test: "panel" },
    h("header", { class: "panel-head" }, title, close),
    ...bodies,
  );
  store.on(["panel"], (state) => {
    panel.hidden = state.panel === null;
    bodies.forEach((body, k) => (body.hidden = PANELS[k].name !== state.panel));
    setText(title, PANELS.find(({ name }) => name === state.panel)?.label ?? "");
  });
  return panel;
}
