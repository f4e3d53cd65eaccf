/** The energy balance over time: what the server has told of it, and how it is stacked up. */

import type { Balance, Status } from "../messages";
import { Ring } from "./ring";

export const THERE = ["kinetic", "elastic", "potential", "contact"] as const;
export const GONE = ["viscous", "plastic", "damping", "friction", "impact", "fracture", "numerical"] as const;
export const CAME = ["initial", "work"] as const;
/** From below to above. */
export const STACKED = [...THERE, ...GONE] as const;

export type Entry = (typeof STACKED)[number] | (typeof CAME)[number];
const ENTRIES: readonly Entry[] = [...CAME, ...STACKED];

const KEPT = 3000; // samples, at about ten a second
const SHOWN = 240; // of them at a time

/**
 * Samples of one account. Potentials have no zero of their own: here it is the lowest value so far, and what was there
 * at the start is counted from there too, so that initial + work remains the sum of all that is stacked.
 */
export class BalanceHistory {
  private readonly ring = new Ring(KEPT, 1 + ENTRIES.length);
  private revision = -1;
  private lowest = Infinity;
  since = NaN; // when the account was opened [s]

  get length(): number {
    return this.ring.length;
  }

  /** Takes what a status says of the energy balance; another account, or none, begins with nothing. */
  hear(status: Pick<Status, "revision" | "time" | "balance">): void {
    const { balance, revision, time } = status;
    if (!balance) return this.clear();
    if (revision !== this.revision || balance.since !== this.since || time < this.ring.last(0)) this.clear();
    if (this.isLast(time, balance)) return;
    this.revision = revision;
    this.since = balance.since;
    this.lowest = Math.min(this.lowest, balance.potential);
    this.ring.push(time, ...ENTRIES.map((name) => balance[name]));
  }

  private clear(): void {
    this.ring.clear();
    this.lowest = Infinity;
    this.since = NaN;
  }

  private isLast(time: number, balance: Balance): boolean {
    return this.ring.last(0) === time && ENTRIES.every((name, k) => this.ring.last(1 + k) === balance[name]);
  }

  time(at: number): number {
    return this.ring.at(0, at);
  }

  /** An entry [J] of a sample, counted from the lowest potential. */
  value(name: Entry, at: number): number {
    const shift = name === "potential" || name === "initial" ? this.lowest : 0;
    return this.ring.at(1 + ENTRIES.indexOf(name), at) - shift;
  }

  sum(names: readonly Entry[], at: number): number {
    return names.reduce((sum, name) => sum + this.value(name, at), 0);
  }

  /** The heights [J] between which the entries are stacked: zero, and above it as many as there are entries. */
  levels(at: number): number[] {
    const levels = [0];
    for (const name of STACKED) levels.push(levels[levels.length - 1] + this.value(name, at));
    return levels;
  }

  /** The sample nearest to a time [s]; null if there was no energy balance then, or not any more. */
  nearest(time: number): number | null {
    if (!this.length || time < this.time(0)) return null;
    let at = this.length - 1;
    while (at > 0 && this.time(at) > time) at -= 1;
    const next = Math.min(at + 1, this.length - 1);
    return this.time(next) - time < time - this.time(at) ? next : at;
  }

  /** The first and the last sample to be shown: the newest, or those around one that is looked at. */
  window(looked: number | null): [number, number] {
    const newest = Math.max(0, this.length - SHOWN);
    const first = looked !== null && looked < newest ? Math.max(0, looked - SHOWN / 2) : newest;
    return [first, Math.min(this.length, first + SHOWN) - 1];
  }
}
