/** Colours by a field and arrows for vectors: both need a range that suits what is shown. */

import type { FieldName, VectorName } from "../messages";
import { AutoRange, typicalSize } from "../numbers/autorange";
import type { BodyView } from "./body";

/** Below these, nothing is worth a strong colour: stretch, bending [1/m], speed [m/s], strain, °C, share of links. */
const FLOORS: Record<FieldName, number> = {
  stretch: 0.005,
  bending: 0.5,
  speed: 0.05,
  flown: 0.005,
  temperature: 50,
  damage: 0.25,
};
const FORCE_FLOOR = 1e-5; // [N]
const MOST = 0.9; // of the forces are shown no longer than the legend's

export interface Shown {
  field: { name: FieldName; high: number } | null;
  forces: { high: number; length: number } | null; // [N], and how long its arrow is [m]
}

export class Extras {
  private readonly ranges: Record<FieldName, AutoRange> = {
    stretch: new AutoRange(FLOORS.stretch),
    bending: new AutoRange(FLOORS.bending),
    speed: new AutoRange(FLOORS.speed),
    flown: new AutoRange(FLOORS.flown),
    temperature: new AutoRange(FLOORS.temperature),
    damage: new AutoRange(FLOORS.damage),
  };
  private readonly forces = new AutoRange(FORCE_FLOOR);

  reset(): void {
    for (const range of [...Object.values(this.ranges), this.forces]) range.reset();
  }

  draw(bodies: readonly BodyView[], field: FieldName | null, vectors: readonly VectorName[]): Shown {
    const now = performance.now() / 1000;
    const sizeOf = (name: FieldName | VectorName, ...how: [number, number?]): number =>
      Math.max(0, ...bodies.map((body) => typicalSize(body.array(name) ?? [], ...how)));
    if (field) {
      this.ranges[field].update(sizeOf(field, 1), now);
      for (const body of bodies) body.paint(field, this.ranges[field].high);
    }
    const forces = vectors.filter((name) => name !== "normal");
    if (forces.length) this.forces.update(Math.max(...forces.map((name) => sizeOf(name, 3, MOST))), now);
    const length = Math.max(0, ...bodies.map((body) => Math.max(2.5 * body.spacing, 0.14 * body.size)));
    for (const name of vectors) {
      for (const body of bodies) {
        body.drawVectors(name, name === "normal" ? 0.9 * body.spacing : length / this.forces.high);
      }
    }
    return {
      field: field && { name: field, high: this.ranges[field].high },
      forces: forces.length ? { high: this.forces.high, length } : null,
    };
  }
}
