/** Frames per second and what a step costs, in a corner of the view. */

import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { h, setText } from "./dom";

export function readout(store: Store<Studio>, fps: () => number): HTMLElement {
  const parts = ["fps", "steps", "ms", "newton"].map((name) => h("span", { test: `readout-${name}` }));
  const element = h("div", { class: "readout covers", hidden: true, test: "readout" }, ...parts);
  store.on(["readout", "status"], ({ readout: shown, status }) => {
    element.hidden = !shown;
    if (!shown || !status) return;
    setText(parts[0], `${fps()} fps`);
    setText(parts[1], `${status.steps_per_second.toFixed(0)} steps/s`);
    setText(parts[2], `${status.step_ms.toFixed(1)} ms/step`);
    setText(parts[3], `${status.newton} Newton, ${status.linear} linear`);
  });
  return element;
}
