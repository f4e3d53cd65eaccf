/** The tools of the hands, over the left edge of the view. */

import { plain } from "../numbers/format";
import { valueAt, wayOf, type Scale } from "../numbers/scale";
import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio, Tool } from "../state/studio";
import { button, h, setPressed, setText } from "./dom";
import { icon, type IconName } from "./icons";

export const TOOLS: readonly { name: Tool; label: string; icon: IconName; keys: string; tip: string }[] = [
  { name: "grab", label: "Grab", icon: "grab", keys: "G", tip: "Take hold of a body and pull it" },
  { name: "push", label: "Push", icon: "push", keys: "P", tip: "Push a spot, harder the longer you hold" },
  { name: "pin", label: "Pin", icon: "pin", keys: "N", tip: "Click a node to pin it or to let it go" },
  {
    name: "move",
    label: "Move",
    icon: "move",
    keys: "M",
    tip: "Move obstacles, anchors of springs and pins",
  },
];

export function toolBar(store: Store<Studio>, actions: Actions, frame: () => void): HTMLElement {
  const tools = TOOLS.map(({ name, label, icon: picture, keys, tip }) =>
    button(
      {
        test: `tool-${name}`,
        label: `${label}: ${tip}`,
        keys,
        class: "button tool",
        press: () => actions.tool(name),
      },
      icon(picture),
      h("span", {}, label),
    ),
  );
  store.on(["tool"], ({ tool }) =>
    tools.forEach((element, k) => setPressed(element, TOOLS[k].name === tool)),
  );
  return h(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "Tools", "aria-orientation": "vertical", test: "tools" },
    ...tools,
    h("span", { class: "rule" }),
    button(
      {
        test: "frame",
        label: "Show everything",
        keys: "H, or double-click",
        class: "button tool",
        press: frame,
      },
      icon("frame"),
      h("span", {}, "Frame"),
    ),
  );
}

const FIRMNESS: Scale = { low: 1, high: 1e5, log: true, zero: false, integer: false }; // [N/m]

/** How firm a grab is. */
export function firmness(store: Store<Studio>): HTMLElement {
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.001,
    "aria-label": "Stiffness of the hand [N/m]",
    test: "stiffness",
    oninput: () => store.set({ stiffness: valueAt(FIRMNESS, Number(slider.value)) }),
  });
  const value = h("output", { test: "stiffness-value" });
  const auto = button(
    {
      test: "stiffness-auto",
      label: "A stiffness that suits the body",
      class: "button small quiet",
      press: () => store.set({ stiffness: null }),
    },
    "Auto",
  );
  const bar = h("div", { class: "firmness", test: "firmness" }, h("label", {}, "Hand"), slider, value, auto);
  store.on(["stiffness", "tool"], ({ stiffness, tool }) => {
    bar.hidden = tool !== "grab" && tool !== "pin";
    const way = stiffness === null ? 0.5 : wayOf(FIRMNESS, stiffness);
    slider.value = String(way);
    slider.style.setProperty("--way", String(way));
    slider.classList.toggle("unset", stiffness === null);
    setPressed(auto, stiffness === null);
    setText(value, stiffness === null ? "" : `${plain(stiffness, 3)} N/m`);
    value.hidden = stiffness === null;
  });
  return bar;
}
