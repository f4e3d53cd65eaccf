/** Colours by a field and arrows for vectors: both need a range that suits what is shown. */

import { FIELDS, VECTORS, type FieldName, type VectorName } from "../messages";
import { AutoRange, typicalSize } from "../numbers/autorange";
import type { BodyView } from "./body";

const MOST = 0.9; // of the forces are shown no longer than the legend's

export interface Shown {
  field: { name: FieldName; high: number } | null;
  forces: { high: number; length: number } | null; // [N], and how long its arrow is [m]
}

export class Extras {
  private readonly ranges = Object.fromEntries(
    Object.entries(FIELDS).map(([name, { floor }]) => [name, new AutoRange(floor)]),
  ) as Record<FieldName, AutoRange>;
  private readonly forces = new AutoRange(VECTORS.elastic_forces.floor);

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
    const forces = vectors.filter((name) => name !== "normals");
    if (forces.length) this.forces.update(Math.max(...forces.map((name) => sizeOf(name, 3, MOST))), now);
    const length = Math.max(0, ...bodies.map((body) => Math.max(2.5 * body.spacing, 0.14 * body.size)));
    for (const name of vectors) {
      for (const body of bodies) {
        body.drawVectors(name, name === "normals" ? 0.9 * body.spacing : length / this.forces.high);
      }
    }
    return {
      field: field && { name: field, high: this.ranges[field].high },
      forces: forces.length ? { high: this.forces.high, length } : null,
    };
  }
}
