import { describe, expect, it } from "vitest";
import type { Balance } from "../src/messages";
import { BalanceHistory, CAME, GONE, STACKED, THERE } from "../src/numbers/balance";

const NONE: Balance = {
  since: 0,
  initial: 0,
  work: 0,
  kinetic: 0,
  elastic: 0,
  potential: 0,
  contact: 0,
  viscous: 0,
  plastic: 0,
  damping: 0,
  friction: 0,
  impact: 0,
  fracture: 0,
  numerical: 0,
};

/** A stone of 1 J that falls for a second from a height below which there is no ground. */
const falling = (time: number, given: Partial<Balance> = {}): Balance => ({
  ...NONE,
  initial: -1,
  potential: -1 - time * time,
  kinetic: 0.9 * time * time,
  numerical: 0.1 * time * time,
  ...given,
});

function history(times: number[], revision = 1): BalanceHistory {
  const found = new BalanceHistory();
  for (const time of times) found.hear({ revision, time, balance: falling(time) });
  return found;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, k) => k / 10);

describe("the energy balance", () => {
  it("stack up to what came in, from the lowest potential", () => {
    const found = history([0, 0.5, 1]);
    for (const at of [0, 1, 2]) {
      const levels = found.levels(at);
      expect(levels).toHaveLength(STACKED.length + 1);
      expect(levels[levels.length - 1]).toBeCloseTo(found.sum(CAME, at), 12);
      expect(found.sum(THERE, at) + found.sum(GONE, at)).toBeCloseTo(found.sum(CAME, at), 12);
      expect(found.sum(CAME, at)).toBeCloseTo(1, 12);
    }
    expect(found.value("potential", 2)).toBe(0);
    expect(found.value("potential", 0)).toBe(1);
    expect(found.value("kinetic", 2)).toBe(0.9);
  });

  it("begin anew with another take, another account, or an earlier time", () => {
    const found = history([0, 0.5]);
    found.hear({ revision: 2, time: 0.6, balance: falling(0.1) });
    expect(found.length).toBe(1);
    expect(found.value("potential", 0)).toBe(0);
    found.hear({ revision: 2, time: 0.7, balance: falling(0.2) });
    expect(found.length).toBe(2);
    found.hear({ revision: 2, time: 0.8, balance: falling(0, { since: 0.8 }) });
    expect([found.length, found.since]).toEqual([1, 0.8]);
    found.hear({ revision: 2, time: 0.75, balance: falling(0, { since: 0.8 }) });
    expect(found.length).toBe(1);
    found.hear({ revision: 2, time: 0.9, balance: null });
    expect(found.length).toBe(0);
  });

  it("have one sample of a state, but see what is done while time stands still", () => {
    const found = history([0.5, 0.5, 0.5]);
    expect(found.length).toBe(1);
    found.hear({ revision: 1, time: 0.5, balance: falling(0.5, { work: 2, elastic: 2 }) });
    expect(found.length).toBe(2);
    expect(found.value("work", 1)).toBe(2);
  });

  it("are found by their time, if there were any", () => {
    const found = history([1, 1.1, 1.2]);
    expect(found.nearest(0.9)).toBeNull();
    expect(found.nearest(1.04)).toBe(0);
    expect(found.nearest(1.06)).toBe(1);
    expect(found.nearest(5)).toBe(2);
    expect(new BalanceHistory().nearest(0)).toBeNull();
  });

  it("show the newest samples, or those around one of the past", () => {
    expect(history([]).window(null)).toEqual([0, -1]);
    expect(history(range(100)).window(3)).toEqual([0, 99]);
    const long = history(range(1000));
    expect(long.window(null)).toEqual([760, 999]);
    expect(long.window(900)).toEqual([760, 999]);
    expect(long.window(400)).toEqual([280, 519]);
    expect(long.window(5)).toEqual([0, 239]);
    expect(history(range(4000)).length).toBe(3000);
  });
});
