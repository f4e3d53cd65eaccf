/** The line above the view: where one is, undo, and how the page looks. */

import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { PanelName, Studio } from "../state/studio";
import { button, h, setPressed, setText } from "./dom";
import { icon, type IconName } from "./icons";

export const PANELS: readonly { name: PanelName; label: string; icon: IconName; keys: string }[] = [
  { name: "scene", label: "Scene", icon: "sliders", keys: "1" },
  { name: "view", label: "View", icon: "eye", keys: "2" },
  { name: "plots", label: "Plots", icon: "chart", keys: "3" },
];

export function topBar(store: Store<Studio>, actions: Actions, toggleTheme: () => void): HTMLElement {
  const title = h("h1", { class: "scene-title", test: "scene-title" });
  const variants = h("select", {
    class: "menu variant",
    "aria-label": "Variant of the scene",
    title: "Variant",
    test: "variant",
    onchange: () => {
      const { scene } = store.state;
      if (scene) actions.open(scene.name, variants.value);
    },
  });
  store.on(["scene", "welcome"], ({ scene, welcome }) => {
    const entry = welcome?.gallery.find(({ name }) => name === scene?.name);
    setText(title, titleOf(store.state));
    const names = entry?.variants ?? [];
    variants.hidden = names.length < 2;
    variants.replaceChildren(
      ...names.map((name) => h("option", { value: name, selected: name === scene?.variant }, name)),
    );
  });

  const tabs = PANELS.map(({ name, label, icon: picture, keys }) =>
    button(
      {
        test: `panel-${name}`,
        label: `${label} panel`,
        keys,
        class: "button tab",
        press: () => store.set({ panel: store.state.panel === name ? null : name }),
      },
      icon(picture),
      h("span", { class: "wide" }, label),
    ),
  );
  store.on(["panel"], ({ panel }) => tabs.forEach((tab, k) => setPressed(tab, PANELS[k].name === panel)));

  return h(
    "header",
    { class: "top" },
    button(
      {
        test: "gallery-button",
        label: "Gallery",
        keys: "Q",
        class: "button",
        press: () => actions.gallery(),
      },
      icon("gallery"),
      h("span", { class: "wide" }, "Gallery"),
    ),
    h("div", { class: "where" }, title, variants),
    themeButton(store, toggleTheme),
    button(
      {
        test: "help-button",
        label: "Keys and gestures",
        keys: "?",
        class: "button icon-only",
        press: () => store.set({ help: true }),
      },
      icon("help"),
    ),
    h("span", { class: "rule" }),
    h("div", { class: "row tight tabs" }, ...tabs),
  );
}

/** What the open scene is called: as in the gallery, else as it calls itself. */
export function titleOf({ scene, welcome }: Pick<Studio, "scene" | "welcome">): string {
  const entry = welcome?.gallery.find(({ name }) => name === scene?.name);
  return entry?.title ?? (scene?.title || scene?.name) ?? "";
}

export function themeButton(store: Store<Studio>, toggle: () => void): HTMLElement {
  const theme = button(
    { test: "theme", label: "Light or dark", keys: "T", class: "button icon-only", press: toggle },
    icon("moon"),
  );
  store.on(["theme"], (state) => theme.replaceChildren(icon(state.theme === "dark" ? "sun" : "moon")));
  return theme;
}
