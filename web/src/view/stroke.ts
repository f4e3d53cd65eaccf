/** The line along which a surface will be cut, while it is drawn: dots that stay on the surface as it moves. */

import type { Points } from "three";
import type { Spot, Vec3 } from "../messages";
import { Dots, tinted } from "./dots";

const COLOUR = "#2f62c9";
const BETWEEN = 4; // dots from one spot to the next
const SIZE = 3.5; // [CSS pixels]

export class StrokeMarks {
  paths: readonly (readonly Spot[])[] = [];
  private readonly dots = new Dots({ onTop: true, flat: true });

  get points(): Points {
    return this.dots.points;
  }

  /** Puts the dots where the spots are at present. */
  show(place: (spot: Spot) => Vec3 | null, pixelRatio: number): void {
    this.points.visible = this.paths.length > 0;
    if (!this.points.visible) return;
    const chains = this.paths.map((path) => path.map(place).filter((at) => at !== null));
    const places = Float32Array.from(chains.flatMap(between));
    this.dots.set(places, tinted(places.length / 3, COLOUR));
    this.dots.setSize(1e-6, SIZE * pixelRatio, SIZE * pixelRatio);
  }
}

/** Points along a chain, a few on each piece of it; as a flat list. */
export function between(chain: readonly Vec3[]): number[] {
  return chain.flatMap((at, k) => {
    const next = chain[k + 1];
    if (!next) return at;
    return Array.from({ length: BETWEEN }, (_, i) => i / BETWEEN).flatMap((t) =>
      at.map((value, axis) => value + t * (next[axis] - value)),
    );
  });
}
