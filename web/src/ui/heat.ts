/** Buttons that soften and cool the bodies that can be, beside the hands that mould them. */

import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { button, h } from "./dom";

const MOST_ROWS = 3; // more bodies share one

interface Softens {
  id: string;
  melting: number; // [°C]
}

/** The bodies of a scene that are soft when they are hot. */
export function softening(scene: Record<string, unknown> | undefined): Softens[] {
  const bodies = (scene?.bodies ?? []) as { id: string; flow?: { kind: string; melting?: number } | null }[];
  return bodies.flatMap(({ id, flow }) =>
    flow?.kind === "thermoplastic" ? [{ id, melting: flow.melting ?? 0 }] : [],
  );
}

export function heatRows(store: Store<Studio>, actions: Actions): HTMLElement {
  const rows = h("div", { class: "heat", test: "heat" });
  let shown = "";
  store.on(["scene"], ({ scene }) => {
    const found = softening(scene?.scene);
    if (JSON.stringify(found) === shown) return;
    shown = JSON.stringify(found);
    const groups = found.length > MOST_ROWS ? [found] : found.map((one) => [one]);
    rows.replaceChildren(...groups.map((bodies) => row(bodies, actions)));
    rows.hidden = !found.length;
  });
  return rows;
}

function row(bodies: readonly Softens[], actions: Actions): HTMLElement {
  const name = bodies.length > 1 ? "all" : bodies[0].id;
  const heat = (soft: boolean): void => {
    for (const { id, melting } of bodies)
      actions.send({ type: "heat", body: id, temperature: soft ? melting : null });
  };
  const press = (test: string, label: string, tip: string, soft: boolean): HTMLElement =>
    button({ test: `${test}-${name}`, label: tip, class: "button small", press: () => heat(soft) }, label);
  return h(
    "div",
    {},
    h("span", { title: name }, name),
    press("soften", "Soften", `Melt ${name}, to mould it`, true),
    press("cool", "Cool", `Cool ${name} to its surroundings, to keep the shape`, false),
  );
}
