/** The opening view: scenes to choose from. */

import type { GalleryItem } from "../messages";
import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { button, h, setText } from "./dom";
import { icon } from "./icons";
import { ENDINGS, openFile } from "./files";
import { titleOf } from "./topbar";

/** Whether every word that was typed occurs in an entry. */
export function found(item: GalleryItem, query: string): boolean {
  const text = [item.name, item.title, item.source, item.text, ...item.variants].join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** "000 Fig. 3.10" as "Document 000 · Fig. 3.10"; pliant's own scenes are there to be played with. */
export function sourceLabel(source: string): string {
  return source === "pliant" ? "Made to be played with" : source.replace(/^(\d{3})\s+/, "Document $1 · ");
}

export function gallery(store: Store<Studio>, actions: Actions): HTMLElement {
  const grid = h("div", { class: "cards", test: "gallery-grid" });
  const count = h("p", { class: "gallery-count", role: "status" });
  const nothing = h(
    "p",
    { class: "gallery-none", hidden: true, test: "gallery-none" },
    "Nothing is called that.",
  );
  const search = h("input", {
    type: "search",
    placeholder: "Search scenes",
    "aria-label": "Search scenes",
    test: "gallery-search",
    oninput: () => filter(),
  });
  const file = h("input", {
    type: "file",
    accept: ENDINGS,
    hidden: true,
    test: "open-file-input",
    onchange: () => {
      const chosen = file.files?.[0];
      if (chosen) void openFile(chosen, actions);
      file.value = "";
    },
  });
  const back = button(
    {
      test: "back-to-scene",
      label: "Back to the running scene",
      class: "button quiet",
      press: () => store.set({ page: "view" }),
    },
    icon("play"),
    h("span", { class: "back-title" }),
  );
  const version = h("span", { class: "gallery-version" });
  let cards: { item: GalleryItem; card: HTMLElement }[] = [];

  function filter(): void {
    const query = search.value.trim();
    let shown = 0;
    for (const { item, card } of cards) {
      const fits = !query || found(item, query);
      card.hidden = !fits;
      shown += Number(fits);
    }
    nothing.hidden = shown > 0 || cards.length === 0;
    setText(count, query ? `${shown} of ${cards.length} scenes` : `${cards.length} scenes`);
  }

  store.on(["welcome"], ({ welcome }) => {
    cards = (welcome?.gallery ?? []).map((item) => ({ item, card: card(item, actions) }));
    grid.replaceChildren(...(cards.length ? cards.map((one) => one.card) : waiting()));
    setText(version, welcome ? `pliant ${welcome.version}` : "");
    filter();
  });
  store.on(["scene", "welcome"], (state) => {
    back.hidden = state.scene === null;
    setText(back.querySelector(".back-title") as HTMLElement, titleOf(state));
  });

  return h(
    "main",
    { class: "gallery", test: "gallery" },
    h(
      "header",
      { class: "gallery-head" },
      h("div", { class: "gallery-brand" }, wordmark(), version),
      h("h1", {}, "Pull it, pin it, change it."),
      h(
        "p",
        { class: "lead" },
        "Elastic bodies that are simulated while you hold them. Choose a scene, take hold of what is in it, and turn every parameter while it moves.",
      ),
      h(
        "div",
        { class: "gallery-bar" },
        h("label", { class: "search" }, icon("search"), search),
        button(
          {
            test: "open-file",
            label: "Open a scene, a mesh or a recording",
            class: "button",
            press: () => file.click(),
          },
          icon("open"),
          h("span", {}, "Open file"),
        ),
        file,
        back,
        count,
      ),
    ),
    grid,
    nothing,
    h(
      "p",
      { class: "gallery-foot" },
      "Scene files (YAML, TOML, JSON, EDM XML), meshes and recordings can also be dropped anywhere on this page.",
    ),
  );
}

export function wordmark(): HTMLElement {
  const mark = h("span", { class: "wordmark", "aria-label": "pliant studio" });
  mark.innerHTML =
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 5.5C7 3 9.5 8 13 6.5s5-2.5 8-1v12c-3-1.5-4.5-.5-8 1s-6-3.5-10-1z" fill="currentColor"/></svg>' +
    "<b>pliant</b><i>studio</i>";
  return mark;
}

function waiting(): HTMLElement[] {
  return Array.from({ length: 8 }, () => h("div", { class: "card ghost", "aria-hidden": "true" }));
}

/** What the card says of a scene that is there to show how it explodes. */
export function explodes({ explodes: those, variants }: GalleryItem): string {
  if (!those.length) return "";
  return those.length < variants.length ? "explodes on purpose in some variants" : "explodes on purpose";
}

function card(item: GalleryItem, actions: Actions): HTMLElement {
  const picture = item.thumbnail
    ? h("img", { src: item.thumbnail, alt: "", loading: "lazy", decoding: "async", width: 480, height: 300 })
    : h("span", { class: "no-picture" }, icon("gallery"));
  picture.addEventListener("error", () =>
    picture.replaceWith(h("span", { class: "no-picture" }, icon("gallery"))),
  );
  const open = h(
    "button",
    {
      type: "button",
      class: "card-open",
      test: `open-${item.name}`,
      title: item.text,
      onclick: () => actions.open(item.name, item.variants[0] ?? null),
    },
    h("span", { class: "card-picture" }, picture),
    h(
      "span",
      { class: "card-text" },
      h("span", { class: "card-title" }, item.title),
      h(
        "span",
        { class: "card-source" },
        sourceLabel(item.source),
        item.slow && h("span", { class: "tag", title: `${item.nodes} nodes` }, "slower than real time"),
        explodes(item) && h("span", { class: "tag", test: `explodes-${item.name}` }, explodes(item)),
      ),
    ),
  );
  const variants =
    item.variants.length > 1 &&
    h(
      "div",
      { class: "card-variants", role: "group", "aria-label": `Variants of ${item.title}` },
      ...item.variants.map((variant) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            title: item.explodes.includes(variant) ? "Explodes on purpose" : undefined,
            test: `open-${item.name}-${variant}`,
            onclick: () => actions.open(item.name, variant),
          },
          item.explodes.includes(variant) ? `${variant} · explodes` : variant,
        ),
      ),
    );
  return h("article", { class: "card", test: `card-${item.name}` }, open, variants);
}
