/** The energy balance: what there is and what is gone, stacked up to what came in. */

import { BalanceHistory, CAME, GONE, STACKED, THERE, type Entry } from "../numbers/balance";
import { clock, engineering } from "../numbers/format";
import { ticks } from "../numbers/nice";
import type { Actions } from "../state/actions";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import { h, setText } from "./dom";

const HEIGHT = 168; // CSS pixels
const PAD = { right: 6, top: 8, bottom: 18 };
const SMALLEST = 1e-6; // [J]; the range is never smaller …
const SHORTEST = 1; // [s] … nor the time that is shown
const NOTHING = 1e-6; // of all that came in: less is written pale

const WORDS: Record<Entry, [label: string, tip: string]> = {
  initial: ["Initial", "What there was when the energy balance was opened"],
  work: ["Work done", "By hands, streams and what is moved, and by parameters that are changed"],
  kinetic: ["Motion", "Kinetic energy"],
  elastic: ["Elastic", "Stored in the matter"],
  potential: ["Potential", "Of gravity and of springs, from its lowest value so far"],
  contact: ["Contact", "Stored where obstacles are pressed"],
  viscous: ["Viscous", "Dissipated by matter that creeps"],
  plastic: ["Plastic", "Dissipated by matter that yields"],
  damping: ["Damping", "Dissipated in the matter, by dampers and by the air"],
  friction: ["Friction", "Dissipated by what rubs"],
  impact: ["Impact", "Lost where obstacles stop a body"],
  fracture: ["Fracture", "Set free by what breaks or is cut"],
  numerical: [
    "Numerical",
    "What is left over: the error of the integrator; below zero if more was booked than was there",
  ],
};

const joules = (value: number): string => engineering(value, "J", 1e-9).replace("-", "−");

/** The chart; the energy balance is kept while it is open. */
export function balance(store: Store<Studio>, actions: Actions): { element: HTMLElement; draw: () => void } {
  const history = new BalanceHistory();
  const canvas = h("canvas", { role: "img", "aria-label": "Balance of energy" });
  const note = h("p", { class: "balance-note", test: "balance-note" });
  const legend = new Legend();
  const element = h(
    "details",
    { class: "plot balance", test: "plot-balance" },
    h("summary", { title: "Balance of energy (E)" }, h("span", {}, "Where energy goes")),
    h("div", { class: "plot-body" }, canvas, legend.element, note),
  );
  let hover: number | null = null; // CSS pixels from the left

  const draw = (): void => {
    if (!element.open || !canvas.clientWidth) return;
    const { scrub, shown } = store.state;
    const past = scrub !== null && shown ? shown.time : null;
    const looked = past === null ? null : history.nearest(past);
    const pointed = drawChart(canvas, history, looked, hover);
    const missing = !history.length || (past !== null && looked === null);
    legend.show(history, pointed ?? (missing ? null : (looked ?? history.length - 1)));
    const since = `Since ${clock(history.since)}; potentials from their lowest value.`;
    setText(
      note,
      !history.length
        ? "Waiting for the first entry …"
        : missing
          ? "No energy balance was kept at this time."
          : since,
    );
  };
  canvas.addEventListener("pointermove", (event) => {
    hover = event.offsetX;
    draw();
  });
  canvas.addEventListener("pointerleave", () => {
    hover = null;
    draw();
  });
  element.addEventListener("toggle", () => {
    actions.balance(element.open);
    if (element.open) element.scrollIntoView({ block: "nearest" });
    draw();
  });
  store.on(["balance"], (state) => (element.open = state.balance));
  store.on(["status"], ({ status }) => {
    if (status) history.hear(status);
  });
  store.on(["scrub", "shown"], draw);
  return { element, draw };
}

/** How an entry is filled in the legend: what is left over in stripes, as in the chart. */
function fill(entry: Entry): string {
  if (entry === "initial" || entry === "work") return "transparent";
  const ink = `var(--balance-${entry})`;
  return entry === "numerical" ? `repeating-linear-gradient(-45deg,${ink} 0 2px,transparent 2px 4px)` : ink;
}

/** Labels and values, in two columns that are as long as each other. */
class Legend {
  private readonly rows = new Map<Entry, { row: HTMLElement; value: HTMLElement }>();
  private readonly sums: [readonly Entry[], HTMLElement][] = [];
  readonly element = h(
    "div",
    { class: "balance-legend" },
    h("div", {}, this.group("came", "Came in", CAME), this.group("there", "There is", THERE)),
    h("div", {}, this.group("gone", "Gone", GONE)),
  );

  private group(name: string, label: string, entries: readonly Entry[]): HTMLElement {
    const sum = h("output", { test: `balance-${name}` });
    this.sums.push([entries, sum]);
    const line = name === "came" && h("i", { class: "balance-line" });
    return h("div", {}, h("h3", {}, line, label, sum), ...entries.map((entry) => this.row(entry)));
  }

  private row(entry: Entry): HTMLElement {
    const [label, tip] = WORDS[entry];
    const value = h("output", { test: `balance-${entry}` });
    const row = h(
      "div",
      { class: "balance-row", title: tip },
      h("i", { style: `background:${fill(entry)}` }),
      label,
      value,
    );
    this.rows.set(entry, { row, value });
    return row;
  }

  show(history: BalanceHistory, at: number | null): void {
    const whole = at === null ? 0 : Math.abs(history.sum(CAME, at)) + history.sum(THERE, at);
    for (const [entry, { row, value }] of this.rows) {
      const energy = at === null ? NaN : history.value(entry, at);
      setText(value, joules(energy));
      row.classList.toggle("nothing", !(Math.abs(energy) > NOTHING * whole));
    }
    for (const [entries, sum] of this.sums)
      setText(sum, joules(at === null ? NaN : history.sum(entries, at)));
  }
}

/** What is left over may be less than nothing, and then lies over other entries, which remain to be seen. */
function stripes(context: CanvasRenderingContext2D, ink: string): CanvasPattern {
  const tile = h("canvas", { width: 6, height: 6 });
  const pen = tile.getContext("2d") as CanvasRenderingContext2D;
  pen.strokeStyle = ink;
  pen.lineWidth = 2.2;
  for (const shift of [-6, 0, 6]) {
    pen.moveTo(shift - 1, 7);
    pen.lineTo(shift + 7, -1);
  }
  pen.stroke();
  return context.createPattern(tile, "repeat") as CanvasPattern;
}

/** Draws what is to be shown, with a mark at a sample that is looked at; returns the one under the pointer. */
function drawChart(
  canvas: HTMLCanvasElement,
  history: BalanceHistory,
  looked: number | null,
  hover: number | null,
): number | null {
  const width = canvas.clientWidth;
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(HEIGHT * ratio);
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const style = getComputedStyle(canvas);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  context.font = `10px ${style.fontFamily}`;

  const [first, last] = history.window(looked);
  const samples = Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const levels = samples.map((at) => history.levels(at));
  const came = samples.map((at) => history.sum(CAME, at));
  const low = Math.min(0, ...levels.flat());
  const high = Math.max(SMALLEST, ...levels.flat(), ...came);
  const heights = ticks(low, high, 3);
  const left = Math.ceil(Math.max(...heights.map((tick) => context.measureText(joules(tick)).width))) + 6;
  const begin = samples.length ? history.time(first) : 0;
  const end = Math.max(samples.length ? history.time(last) : 0, begin + SHORTEST);
  const x = (time: number): number => left + ((time - begin) / (end - begin)) * (width - left - PAD.right);
  const y = (energy: number): number =>
    PAD.top + ((high - energy) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom);

  const rule = (fromX: number, fromY: number, toX: number, toY: number, ink: string): void => {
    context.strokeStyle = colour(ink);
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(Math.round(fromX) + 0.5, Math.round(fromY) + 0.5);
    context.lineTo(Math.round(toX) + 0.5, Math.round(toY) + 0.5);
    context.stroke();
  };
  context.fillStyle = colour("--ink-3");
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (const tick of heights) {
    rule(left, y(tick), width - PAD.right, y(tick), "--line");
    context.fillText(joules(tick), left - 5, y(tick));
  }
  context.textBaseline = "bottom";
  context.textAlign = "center";
  for (const tick of ticks(begin, end, 3)) {
    const text = `${Number(tick.toFixed(2))} s`;
    const half = context.measureText(text).width / 2;
    if (x(tick) - half < left || x(tick) + half > width) continue;
    rule(x(tick), y(low), x(tick), y(low) + 3, "--line-2");
    context.fillText(text, x(tick), HEIGHT);
  }
  STACKED.forEach((name, layer) => {
    const ink = colour(`--balance-${name}`);
    context.fillStyle = name === "numerical" ? stripes(context, ink) : ink;
    context.beginPath();
    samples.forEach((at, k) => context.lineTo(x(history.time(at)), y(levels[k][layer])));
    for (let k = samples.length - 1; k >= 0; k--)
      context.lineTo(x(history.time(samples[k])), y(levels[k][layer + 1]));
    context.fill();
  });
  context.strokeStyle = colour("--ink");
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  context.beginPath();
  samples.forEach((at, k) => context.lineTo(x(history.time(at)), y(came[k])));
  context.stroke();

  const time = hover === null ? NaN : begin + ((hover - left) / (width - left - PAD.right)) * (end - begin);
  const pointed = Number.isFinite(time) && hover !== null && hover >= left ? history.nearest(time) : null;
  const marked = pointed ?? looked;
  if (marked !== null) {
    rule(x(history.time(marked)), 0, x(history.time(marked)), y(low), "--ink");
    const text = clock(history.time(marked));
    const before = x(history.time(marked)) + 4 + context.measureText(text).width > width;
    context.fillStyle = colour("--ink");
    context.textBaseline = "top";
    context.textAlign = before ? "right" : "left";
    context.fillText(text, x(history.time(marked)) + (before ? -4 : 4), 0);
  }
  return pointed;
}
