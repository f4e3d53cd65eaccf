/** How bodies are drawn: colours, texture, wires, and the visual debug of document 000. */

import { FIELDS, VECTORS, type FieldName } from "../messages";
import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import { ALL_VECTORS, debugOn, fieldsOf, type Studio, type TextureChoice } from "../state/studio";
import { PIN, VECTOR_COLOURS } from "../view/body";
import { LOAD, REACTION } from "../view/heldmarks";
import type { Quality } from "../view/quality";
import { button, h, setPressed } from "./dom";

const COLOURS: readonly (FieldName | null)[] = [null, ...(Object.keys(FIELDS) as FieldName[])];
const TEXTURES: readonly { name: TextureChoice; label: string }[] = [
  { name: "own", label: "As in the scene" },
  { name: "none", label: "None" },
  { name: "checker", label: "Checker" },
  { name: "image", label: "Picture …" },
];
const QUALITIES: readonly { name: Quality; label: string }[] = [
  { name: "high", label: "High" },
  { name: "medium", label: "Medium" },
  { name: "low", label: "Low" },
];

export function viewPanel(
  store: Store<Studio>,
  actions: Actions,
  usePicture: (file: File) => void,
): HTMLElement {
  return h(
    "div",
    { class: "form", test: "view-panel" },
    group("Colour by", colours(store, actions)),
    group("Texture", texture(store, usePicture)),
    group(
      "Drawn",
      toggle(
        store,
        "surface",
        "Surface",
        (state) => state.surface,
        (surface) => store.set({ surface }),
      ),
      toggle(
        store,
        "wireframe",
        "Wireframe",
        (state) => state.wireframe,
        (wireframe) => store.set({ wireframe }),
        "W",
      ),
      toggle(
        store,
        "points",
        "Points",
        (state) => state.particles,
        (particles) => store.set({ particles }),
      ),
      toggle(
        store,
        "springs",
        "Springs and anchors",
        (state) => state.springs,
        (springs) => store.set({ springs }),
      ),
      toggle(
        store,
        "contacts",
        "Contact forces",
        (state) => state.contacts,
        (on) => actions.contacts(on),
      ),
      toggle(
        store,
        "held",
        "Constraints and loads",
        (state) => state.held,
        (on) => actions.held(on),
        "",
        LOAD,
      ),
      toggle(
        store,
        "reactions",
        "Reactions",
        (state) => state.reactions,
        (on) => actions.reactions(on),
        "",
        REACTION,
      ),
      toggle(
        store,
        "readout",
        "Frames per second",
        (state) => state.readout,
        (readout) => store.set({ readout }),
        "F",
      ),
    ),
    debug(store, actions),
    group("Quality", quality(store)),
  );
}

function group(label: string, ...children: HTMLElement[]): HTMLElement {
  return h(
    "section",
    { class: "group plain" },
    h("h2", {}, label),
    h("div", { class: "fields" }, ...children),
  );
}

function colours(store: Store<Studio>, actions: Actions): HTMLElement {
  const choices = COLOURS.map((name) => {
    const label = name ? FIELDS[name].label : "Plain";
    return button(
      {
        test: `colour-${name ?? "plain"}`,
        label: `Colour by ${label.toLowerCase()}`,
        class: "segment",
        press: () => actions.field(name),
      },
      label,
    );
  });
  store.on(["field"], ({ field }) =>
    choices.forEach((choice, k) => setPressed(choice, COLOURS[k] === field)),
  );
  store.on(["scene"], ({ scene }) => {
    const there = fieldsOf(scene);
    choices.forEach((choice, k) => (choice.hidden = !there.includes(COLOURS[k])));
    if (!there.includes(store.state.field)) actions.field(null);
  });
  return h("div", { class: "segments wrap", role: "group", "aria-label": "Colour by" }, ...choices);
}

function texture(store: Store<Studio>, usePicture: (file: File) => void): HTMLElement {
  const file = h("input", {
    type: "file",
    accept: "image/*",
    hidden: true,
    test: "texture-file",
    onchange: () => {
      const chosen = file.files?.[0];
      if (chosen) usePicture(chosen);
      file.value = "";
    },
  });
  const menu = h("select", {
    class: "menu",
    "aria-label": "Texture",
    test: "texture",
    onchange: () => {
      if (menu.value === "image") {
        file.click();
        menu.value = store.state.texture;
      } else {
        store.set({ texture: menu.value as TextureChoice });
      }
      menu.blur();
    },
  });
  menu.append(...TEXTURES.map(({ name, label }) => h("option", { value: name }, label)));
  store.on(["texture"], (state) => (menu.value = state.texture));
  return h(
    "div",
    { class: "field" },
    h("label", { class: "field-line" }, h("span", { class: "field-label" }, "Over the body"), menu),
    file,
  );
}

function toggle(
  store: Store<Studio>,
  name: string,
  label: string,
  read: (state: Studio) => boolean,
  write: (on: boolean) => void,
  keys = "",
  swatch = "",
): HTMLElement {
  const box = h("input", {
    type: "checkbox",
    class: "switch",
    role: "switch",
    test: `show-${name}`,
    onchange: () => write(box.checked),
  });
  store.on(
    ["surface", "wireframe", "particles", "springs", "vectors", "contacts", "held", "reactions", "readout"],
    (state) => (box.checked = read(state)),
  );
  const colour = swatch && h("i", { class: "swatch", style: `background:${swatch}` });
  return h(
    "label",
    { class: "field field-line" },
    h("span", { class: "field-label" }, colour || null, label, keys ? h("kbd", {}, keys) : null),
    box,
  );
}

function debug(store: Store<Studio>, actions: Actions): HTMLElement {
  const all = button(
    {
      test: "debug",
      label: "All of it or none",
      keys: "D",
      class: "button small quiet",
      press: () => actions.toggleDebug(),
    },
    "",
  );
  store.on(["particles", "vectors"], (state) => (all.textContent = debugOn(state) ? "None" : "All"));
  const section = group(
    "Visual debug",
    toggle(
      store,
      "particles",
      "Particles, fixed ones red",
      (state) => state.particles,
      (particles) => store.set({ particles }),
      "",
      PIN,
    ),
    ...ALL_VECTORS.map((name) =>
      toggle(
        store,
        name,
        VECTORS[name].label,
        (state) => state.vectors.includes(name),
        (on) => actions.vector(name, on),
        "",
        name === "normals" ? "var(--ink)" : VECTOR_COLOURS[name],
      ),
    ),
  );
  section.querySelector("h2")?.append(h("kbd", {}, "D"), all);
  return section;
}

function quality(store: Store<Studio>): HTMLElement {
  const choices = QUALITIES.map(({ name, label }) =>
    button(
      {
        test: `quality-${name}`,
        label: `Quality: ${label.toLowerCase()}`,
        class: "segment",
        press: () => store.set({ quality: { quality: name, fixed: true, reason: "" } }),
      },
      label,
    ),
  );
  const note = h("p", { class: "panel-note", test: "quality-note" });
  store.on(["quality"], ({ quality: now }) => {
    choices.forEach((choice, k) => setPressed(choice, QUALITIES[k].name === now.quality));
    note.hidden = now.reason === "";
    note.textContent =
      now.reason === "software"
        ? "Lowered, because this browser draws without a graphics card."
        : "Lowered, because pictures took too long.";
  });
  return h(
    "div",
    {},
    h("div", { class: "segments", role: "group", "aria-label": "Quality" }, ...choices),
    note,
  );
}
