import { describe, expect, it } from "vitest";
import type { Status } from "../src/messages";
import { frameAfter } from "../src/state/player";
import { kindOf } from "../src/ui/files";

describe("a file that is dropped", () => {
  it("is known by its ending", () => {
    expect(kindOf("Cloth.YAML")).toBe("scene");
    expect(kindOf("run.pliant")).toBe("recording");
    for (const name of ["bunny.obj", "a.STL", "x.ply", "y.glb", "z.vtu"]) expect(kindOf(name)).toBe("mesh");
    for (const name of ["notes.txt", "obj", "yaml.exe"]) expect(kindOf(name)).toBeNull();
  });
});

describe("a recording that is played", () => {
  const status = { first_frame: 10, last_frame: 110, first_time: 1, last_time: 3 } as Status;

  it("goes on at the speed at which it happened, to its end", () => {
    expect(frameAfter(status, 10, 1)).toBe(60);
    expect(frameAfter(status, 60, 9)).toBe(110);
    expect(frameAfter({ ...status, last_frame: 10, last_time: 1 }, 10, 1)).toBe(10);
  });
});
