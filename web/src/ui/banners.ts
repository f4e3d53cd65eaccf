/** What stands above the view as long as it is so: no connection, another tab drives, the simulation stopped. */

import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { called, formOf } from "../form/model";
import { button, h, sentence, setText } from "./dom";
import { icon } from "./icons";

const MANY = 4; // attempts after which it is likely that nobody is there any more

export function connectionBanner(store: Store<Studio>): HTMLElement {
  const text = h("p", {});
  const banner = h(
    "div",
    { class: "banner lost", role: "alert", hidden: true, test: "banner-lost" },
    h("span", { class: "spinner" }),
    text,
  );
  store.on(["connection", "failures", "welcome"], ({ connection, failures }) => {
    banner.hidden = connection !== "lost";
    setText(
      text,
      failures >= MANY
        ? "The studio does not answer. If you started it anew, open the address that it printed."
        : "The connection was lost. Trying again …",
    );
  });
  return banner;
}

export function driveBanner(store: Store<Studio>, actions: Actions): HTMLElement {
  const banner = h(
    "div",
    { class: "banner", hidden: true, test: "banner-drive" },
    h("p", {}, "Another tab drives; this one watches."),
    button(
      {
        test: "drive",
        label: "Drive from this tab",
        class: "button primary small",
        press: () => actions.drive(),
      },
      "Drive",
    ),
  );
  store.on(["status", "connection", "page"], ({ status, connection, page }) => {
    banner.hidden = connection !== "open" || page !== "view" || status === null || status.driving;
  });
  return banner;
}

/** Whether the scene that is open is there to show how it explodes. */
export function onPurpose({ scene, welcome }: Pick<Studio, "scene" | "welcome">): boolean {
  const entry = welcome?.gallery.find(({ name }) => name === scene?.name);
  return entry !== undefined && entry.explodes.includes(scene?.variant ?? "");
}

/** Which body stopped the simulation and why, and what can be done about it. */
export function troubleCard(store: Store<Studio>, actions: Actions): HTMLElement {
  const body = h("h2", {});
  const text = h("p", { test: "trouble-text" });
  const smaller = button(
    {
      test: "trouble-smaller-step",
      label: "Start anew with half the time step",
      class: "button primary",
      press: () => actions.reset({ smallerStep: true }),
    },
    "Smaller step",
  );
  const undo = button(
    {
      test: "trouble-undo",
      label: "Take the last change back and start anew",
      class: "button",
      press: () => actions.undoAndReset(),
    },
    "",
  );
  const steadier = button(
    {
      test: "trouble-steadier",
      label: "",
      class: "button",
      press: () => actions.setAndReset(store.state.trouble?.changes ?? []),
    },
    "",
  );
  const reset = button(
    { test: "trouble-reset", label: "Start anew", class: "button", press: () => actions.reset() },
    "Reset",
  );
  const close = button(
    {
      test: "trouble-close",
      label: "Close",
      class: "button icon-only small",
      press: () => store.set({ trouble: null }),
    },
    icon("close"),
  );
  const card = h(
    "section",
    {
      class: "trouble",
      role: "alertdialog",
      "aria-label": "The simulation stopped",
      hidden: true,
      test: "trouble",
    },
    h("span", { class: "trouble-icon" }, icon("warning")),
    h("div", {}, body, text, h("div", { class: "row" }, smaller, steadier, undo, reset)),
    close,
  );
  store.on(["trouble"], (state) => {
    const { trouble } = state;
    card.hidden = trouble === null;
    if (!trouble) return;
    setText(body, trouble.body ? `“${trouble.body}” stopped the simulation` : "The simulation stopped");
    setText(text, `${onPurpose(state) ? "This scene does so on purpose. " : ""}${sentence(trouble.text)}`);
    undo.hidden = !trouble.offers.includes("undo");
    const form = formOf(state.welcome, state.scene);
    setText(undo, `Undo ${called(form, trouble.path.replace(/\.kind$/, ""))}`);
    steadier.hidden = !trouble.changes.length;
    steadier.title = `${trouble.offer}, and start anew`;
    const { path, value } = trouble.changes.at(-1) ?? { path: "", value: "" };
    setText(steadier, `Use ${called(form, path, value)}`);
    smaller.hidden = !trouble.offers.includes("smaller_step");
    reset.hidden = !trouble.offers.includes("reset");
  });
  return card;
}
