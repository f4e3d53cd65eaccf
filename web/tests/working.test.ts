import { describe, expect, it } from "vitest";

import type { Working } from "../src/messages";
import { duration, workingFraction, workingText } from "../src/ui/working";

const work = (more: Partial<Working>): Working => ({
  type: "working",
  what: "stepping",
  text: "step 1 of 160,000 nodes",
  seconds: 0,
  estimate: null,
  fraction: null,
  opening: null,
  ...more,
});

describe("what takes a while", () => {
  it("is told with its seconds and an estimate, once they are worth it", () => {
    expect(workingText(work({}))).toBe("Step 1 of 160,000 nodes");
    expect(workingText(work({ seconds: 12.3, estimate: 40 }))).toBe(
      "Step 1 of 160,000 nodes, 12 s so far, about 40 s in all",
    );
  });

  it("is not said to be nearly done if the estimate was wrong", () => {
    const late = work({ seconds: 40, estimate: 1.2 });
    expect(workingText(late)).toBe("Step 1 of 160,000 nodes, 40 s so far, longer than expected");
    expect(workingFraction(late)).toBeNull();
  });

  it("is told in units that can be grasped", () => {
    expect([0.4, 3.2, 59, 300].map(duration)).toEqual(["0.4 s", "3 s", "59 s", "5 min"]);
  });

  it("never looks done before it is", () => {
    expect(workingFraction(work({}))).toBeNull();
    expect(workingFraction(work({ seconds: 15, estimate: 10 }))).toBe(0.97);
    expect(workingFraction(work({ fraction: 0.25 }))).toBe(0.25);
  });
});
