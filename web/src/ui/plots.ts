/** Energies, stretch and speed over time, and the energy balance. */

import type { Status } from "../messages";
import { engineering, percent } from "../numbers/format";
import { Ring } from "../numbers/ring";
import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { balance } from "./balance";
import { h } from "./dom";
import { Plot } from "./plot";

const SAMPLES = 240; // at about ten a second
const NAMES = ["time", "elastic", "kinetic", "potential", "stretch", "step", "fps"] as const;
const column = (name: (typeof NAMES)[number]): number => NAMES.indexOf(name);

export function plots(store: Store<Studio>, actions: Actions, fps: () => number): HTMLElement {
  const ring = new Ring(SAMPLES, NAMES.length);
  const joules = (value: number): string => engineering(value, "J", 1e-9);
  const all = [
    new Plot(ring, {
      name: "energy",
      title: "Energy",
      write: joules,
      floor: 1e-6,
      lines: [
        { column: column("elastic"), label: "elastic", colour: "--plot-1" },
        { column: column("kinetic"), label: "kinetic", colour: "--plot-2" },
        { column: column("potential"), label: "potential", colour: "--plot-3" },
      ],
    }),
    new Plot(ring, {
      name: "stretch",
      title: "Largest stretch",
      write: percent,
      floor: 0.01,
      lines: [{ column: column("stretch"), label: "stretch", colour: "--plot-1" }],
    }),
    new Plot(ring, {
      name: "step",
      title: "Time of a step",
      write: (value) => `${value.toFixed(1)} ms`,
      floor: 10,
      lines: [{ column: column("step"), label: "step", colour: "--plot-4" }],
    }),
    new Plot(ring, {
      name: "fps",
      title: "Frames per second",
      write: (value) => value.toFixed(0),
      floor: 60,
      lines: [{ column: column("fps"), label: "drawn", colour: "--plot-4" }],
    }),
  ];
  const account = balance(store, actions);
  const [energy, ...others] = all.map((plot) => plot.element);
  const element = h("div", { class: "plots", test: "plots" }, energy, account.element, ...others);
  let last: Status | null = null;
  const draw = (): void => {
    if (store.state.panel === "plots" && store.state.page === "view")
      for (const plot of [...all, account]) plot.draw();
  };
  store.on(["status"], ({ status }) => {
    if (!status || status.state === "empty") return;
    const anew = last && (status.revision !== last.revision || status.step < last.step);
    if (anew) ring.clear();
    if (!last || anew || status.step !== last.step) {
      ring.push(
        status.time,
        status.elastic,
        status.kinetic,
        status.potential,
        status.largest_stretch,
        status.step_ms,
        fps(),
      );
    }
    last = status;
    draw();
  });
  store.on(["panel", "page", "theme"], () => requestAnimationFrame(draw));
  new ResizeObserver(draw).observe(element);
  return element;
}
