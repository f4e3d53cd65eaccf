/** Says discreetly that the view was made simpler. */

import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { h, setText } from "./dom";

const SHOWN = 9000; // ms

export function qualityNote(store: Store<Studio>): HTMLElement {
  const note = h("p", { class: "quality-note", role: "status", hidden: true, test: "quality" });
  store.on(["quality", "page"], ({ quality, page }) => {
    if (!quality.reason || page !== "view") return;
    setText(
      note,
      quality.reason === "software"
        ? "Drawn without a graphics card: simpler light, no shadows"
        : "Simpler light, so that pictures come faster",
    );
    note.hidden = false;
    setTimeout(() => (note.hidden = true), SHOWN);
  });
  return note;
}
