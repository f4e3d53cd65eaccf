/** One small plot over time, drawn on a canvas. */

import type { Ring } from "../numbers/ring";
import { ticks } from "../numbers/nice";
import { h, setText } from "./dom";

export interface Line {
  column: number; // of the ring; column 0 is the time
  label: string;
  colour: string; // a CSS variable
}

export interface PlotOptions {
  name: string;
  title: string;
  lines: readonly Line[];
  write: (value: number) => string;
  /** The range is never smaller than this. */
  floor: number;
}

const HEIGHT = 84; // CSS pixels
const PAD = { left: 2, right: 2, top: 6, bottom: 4 };

export class Plot {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { role: "img" });
  private readonly values: HTMLElement[];
  private hover: number | null = null; // CSS pixels from the left

  constructor(
    private readonly ring: Ring,
    private readonly options: PlotOptions,
  ) {
    this.values = options.lines.map(({ label }) => h("output", { test: `plot-${options.name}-${label}` }));
    const legend = options.lines.map(({ label, colour }, k) =>
      h(
        "span",
        { class: "plot-line" },
        h("i", { style: `background:var(${colour})` }),
        label,
        this.values[k],
      ),
    );
    this.canvas.setAttribute("aria-label", options.title);
    this.canvas.addEventListener("pointermove", (event) => {
      this.hover = event.offsetX;
      this.draw();
    });
    this.canvas.addEventListener("pointerleave", () => {
      this.hover = null;
      this.draw();
    });
    const body = h("div", { class: "plot-body" }, this.canvas);
    const details = h(
      "details",
      { class: "plot", open: true, test: `plot-${options.name}` },
      h("summary", {}, h("span", {}, options.title)),
      h("div", { class: "plot-legend" }, ...legend),
      body,
    );
    details.addEventListener("toggle", () => this.draw());
    this.element = details;
  }

  draw(): void {
    const width = this.canvas.parentElement?.clientWidth ?? 0;
    if (!width) return;
    const ratio = Math.min(2, devicePixelRatio);
    if (this.canvas.width !== Math.round(width * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(HEIGHT * ratio);
      this.canvas.style.height = `${HEIGHT}px`;
    }
    const context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, HEIGHT);
    const style = getComputedStyle(this.element);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const [low, high] = this.range();
    const y = (value: number): number =>
      PAD.top + ((high - value) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom);
    const x = (index: number): number =>
      PAD.left + (index / Math.max(1, this.ring.capacity - 1)) * (width - PAD.left - PAD.right);
    context.font = `10px ${style.fontFamily}`;
    for (const tick of ticks(low, high, 2)) {
      context.strokeStyle = colour("--line");
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(PAD.left, Math.round(y(tick)) + 0.5);
      context.lineTo(width - PAD.right, Math.round(y(tick)) + 0.5);
      context.stroke();
      const below = y(tick) < 14; // there is no room above
      context.textBaseline = below ? "top" : "bottom";
      context.fillStyle = colour("--ink-3");
      context.fillText(this.options.write(tick), PAD.left, y(tick) + (below ? 3 : -1));
    }
    for (const line of this.options.lines) {
      context.strokeStyle = colour(line.colour);
      context.lineWidth = 1.5;
      context.lineJoin = "round";
      context.beginPath();
      for (let k = 0; k < this.ring.length; k++) {
        const value = this.ring.at(line.column, k);
        if (!Number.isFinite(value)) continue;
        context.lineTo(x(k + this.ring.capacity - this.ring.length), y(value));
      }
      context.stroke();
    }
    this.read(context, width, x, y, colour);
  }

  /** Writes the values under the pointer, or the latest. */
  private read(
    context: CanvasRenderingContext2D,
    width: number,
    x: (index: number) => number,
    y: (value: number) => number,
    colour: (name: string) => string,
  ): void {
    const { ring } = this;
    const hidden = ring.capacity - ring.length;
    let at = ring.length - 1;
    if (this.hover !== null && ring.length) {
      const place = Math.round((this.hover / width) * (ring.capacity - 1)) - hidden;
      at = Math.min(ring.length - 1, Math.max(0, place));
      context.strokeStyle = colour("--ink-3");
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(Math.round(x(at + hidden)) + 0.5, 0);
      context.lineTo(Math.round(x(at + hidden)) + 0.5, HEIGHT);
      context.stroke();
      for (const line of this.options.lines) {
        context.fillStyle = colour(line.colour);
        context.beginPath();
        context.arc(x(at + hidden), y(ring.at(line.column, at)), 3, 0, 7);
        context.fill();
      }
      context.fillStyle = colour("--ink-2");
      context.textBaseline = "top";
      const text = `${ring.at(0, at).toFixed(2)} s`;
      const left =
        x(at + hidden) + 4 + context.measureText(text).width > width
          ? -4 - context.measureText(text).width
          : 4;
      context.fillText(text, x(at + hidden) + left, 0);
    }
    this.options.lines.forEach(({ column }, k) => {
      setText(this.values[k], at >= 0 ? this.options.write(ring.at(column, at)) : "");
    });
  }

  private range(): [number, number] {
    let [low, high] = [0, this.options.floor];
    for (const { column } of this.options.lines) {
      for (let k = 0; k < this.ring.length; k++) {
        const value = this.ring.at(column, k);
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    const room = 0.06 * (high - low);
    return [low < 0 ? low - room : 0, high + room];
  }
}
