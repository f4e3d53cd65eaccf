/** What the open scene shows and where it comes from. */

import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { h, setText } from "./dom";
import { sourceLabel } from "./gallery";

export function about(store: Store<Studio>): HTMLElement {
  const source = h("small", {});
  const text = h("p", { test: "about-text" });
  const group = h(
    "details",
    { class: "group about", test: "about" },
    h("summary", {}, h("span", {}, "About"), source),
    h("div", { class: "fields" }, text),
  );
  store.on(["scene", "welcome"], ({ scene, welcome }) => {
    const entry = welcome?.gallery.find(({ name }) => name === scene?.name);
    group.hidden = !entry?.text;
    if (!entry) return;
    setText(source, sourceLabel(entry.source));
    setText(text, entry.text.replace(/`/g, ""));
  });
  return group;
}
