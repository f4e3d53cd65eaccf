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
  { name: "cut", label: "Cut", icon: "cut", keys: "X", tip: "Draw a line across a surface to cut it" },
  {
    name: "move",
    label: "Move",
    icon: "move",
    keys: "M",
    tip: "Move obstacles, anchors of springs and pins",
  },
];

export function toolBar(store: Store<Studio>, actions: Actions): HTMLElement {
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
  const card = button(
    {
      test: "hand-card",
      label: "How firm the hand is, how damped and how wide",
      class: "button tool",
      press: () => store.set({ card: !store.state.card }),
    },
    icon("sliders"),
    h("span", {}, "Hand"),
  );
  store.on(["tool", "card"], ({ tool, card: open }) => {
    card.disabled = !hasSettings(tool);
    card.setAttribute("aria-expanded", String(open && hasSettings(tool)));
  });
  return h(
    "div",
    {
      class: "tools covers",
      role: "toolbar",
      "aria-label": "Tools",
      "aria-orientation": "vertical",
      test: "tools",
    },
    ...tools,
    h("span", { class: "rule" }),
    card,
  );
}

const hasSettings = (tool: Tool): boolean => tool === "grab" || tool === "pin";

interface Setting {
  name: "stiffness" | "damping" | "grip";
  label: string;
  what: string;
  unit: string;
  scale: Scale;
  unset: { label: string; tip: string; way: number };
}

const scale = (low: number, high: number): Scale => ({ low, high, log: true, zero: false, integer: false });

const SETTINGS: readonly Setting[] = [
  {
    name: "stiffness",
    label: "Hand",
    what: "Stiffness of the hand [N/m]",
    unit: "N/m",
    scale: scale(1, 1e5),
    unset: { label: "Auto", tip: "A stiffness that suits the body", way: 0.5 },
  },
  {
    name: "damping",
    label: "Damping",
    what: "Damping of the hand [kg/s]",
    unit: "kg/s",
    scale: scale(0.01, 1e3),
    unset: { label: "None", tip: "No damping", way: 0 },
  },
  {
    name: "grip",
    label: "Grip",
    what: "Radius of what the hand grips [% of the size of the body]",
    unit: "%",
    scale: { low: 0, high: 30, log: false, zero: false, integer: false },
    unset: { label: "Spot", tip: "Pull at one spot", way: 0 },
  },
];

/** How firm a grab is, how damped and how wide; `others` follow below. */
export function firmness(store: Store<Studio>, others: HTMLElement): HTMLElement {
  const bar = h(
    "div",
    { class: "firmness covers", test: "firmness", "data-corner": "top-left" },
    button(
      {
        test: "hand-card-fold",
        label: "Fold",
        class: "button icon-only small fold",
        press: () => store.set({ card: false }),
      },
      icon("close"),
    ),
    ...SETTINGS.map((setting) => settingRow(store, setting)),
    others,
  );
  store.on(["tool", "card"], ({ tool, card }) => {
    bar.hidden = !card || !hasSettings(tool);
  });
  return bar;
}

function settingRow(store: Store<Studio>, setting: Setting): HTMLElement {
  const { name, label, what, unit, scale, unset } = setting;
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.001,
    "aria-label": what,
    title: what,
    test: name,
    oninput: () => store.set({ [name]: valueAt(scale, Number(slider.value)) }),
  });
  const value = h("output", { test: `${name}-value` });
  const auto = button(
    {
      test: `${name}-auto`,
      label: unset.tip,
      class: "button small quiet",
      press: () => store.set({ [name]: null }),
    },
    unset.label,
  );
  store.on([name], (state) => {
    const given = state[name];
    const way = given === null ? unset.way : wayOf(scale, given);
    slider.value = String(way);
    slider.style.setProperty("--way", String(way));
    slider.classList.toggle("unset", given === null);
    setPressed(auto, given === null);
    setText(value, given === null ? "" : `${plain(given, 3)} ${unit}`);
    value.hidden = given === null;
  });
  return h("div", {}, h("label", {}, label), slider, value, auto);
}
