/** The last `capacity` samples of several quantities over time. */

export class Ring {
  private readonly columns: Float64Array[];
  private start = 0;
  length = 0;

  constructor(
    readonly capacity: number,
    readonly width: number,
  ) {
    this.columns = Array.from({ length: width }, () => new Float64Array(capacity));
  }

  push(...values: number[]): void {
    const at = (this.start + this.length) % this.capacity;
    this.columns.forEach((column, k) => (column[at] = values[k] ?? NaN));
    if (this.length < this.capacity) this.length += 1;
    else this.start = (this.start + 1) % this.capacity;
  }

  clear(): void {
    this.start = 0;
    this.length = 0;
  }

  /** Sample `index`, counted from the oldest, of quantity `column`. */
  at(column: number, index: number): number {
    return this.columns[column][(this.start + index) % this.capacity];
  }

  last(column: number): number {
    return this.length ? this.at(column, this.length - 1) : NaN;
  }
}
