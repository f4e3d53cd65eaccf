import { describe, expect, it, vi } from "vitest";
import { framesOf } from "../src/state/actions";
import { Store } from "../src/state/store";
import { changedScene, debugOn, withExport } from "../src/state/studio";
import type { Changed, Exported, GalleryItem, SceneInfo, Status, Welcome } from "../src/messages";
import { onPurpose } from "../src/ui/banners";
import { explodes, found, sourceLabel } from "../src/ui/gallery";
import { commandFor, KEYS } from "../src/ui/keys";
import { fileName } from "../src/ui/screenshot";

const press = (
  key: string,
  keys: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
) => commandFor({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...keys });

describe("keys", () => {
  it("are those of document 000, in either case", () => {
    const table = {
      " ": "play",
      q: "gallery",
      y: "screenshot",
      d: "debug",
      w: "wireframe",
      r: "reset",
      f: "readout",
    };
    for (const [key, command] of Object.entries(table)) {
      expect(press(key)).toBe(command);
      expect(press(key.toUpperCase(), { shiftKey: true })).toBe(command);
    }
  });

  it("mean something else with Ctrl, and nothing with Alt", () => {
    expect(press("z", { ctrlKey: true })).toBe("undo");
    expect(press("Z", { metaKey: true, shiftKey: true })).toBe("redo");
    expect(press("y", { ctrlKey: true })).toBe("redo");
    expect(press("r", { ctrlKey: true })).toBeNull();
    expect(press("d", { altKey: true })).toBeNull();
    expect(press("?", { shiftKey: true })).toBe("help");
  });

  it("have one meaning each", () => {
    const names = KEYS.flatMap(({ keys, control, shift }) =>
      keys.map((key) => `${control ?? false} ${shift ?? false} ${key}`),
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the store", () => {
  it("tells those who listen to what changed, and only them", () => {
    const store = new Store({ a: 1, b: 2 });
    const [a, b] = [vi.fn(), vi.fn()];
    store.on(["a"], a);
    store.on(["b"], b);
    store.set({ a: 1 });
    store.set({ a: 5 });
    expect(a).toHaveBeenCalledTimes(2);
    expect(b).toHaveBeenCalledTimes(1);
    expect(store.state).toEqual({ a: 5, b: 2 });
  });
});

describe("what the server says", () => {
  const scene = {
    revision: 4,
    scene: { dt: 1 },
    obstacles: [],
    anchors: [],
    springs: [],
    readings: [],
    bodies: [1],
  } as unknown as SceneInfo;

  it("changes the scene that it is about", () => {
    const changed: Changed = {
      type: "changed",
      revision: 4,
      scene: { dt: 2 },
      obstacles: [],
      anchors: [],
      springs: [],
      loads: [],
      readings: ["stretch", "inelastic_strain"],
    };
    expect(changedScene(scene, changed)).toMatchObject({
      scene: { dt: 2 },
      bodies: [1],
      readings: ["stretch", "inelastic_strain"],
    });
    expect(changedScene(scene, { ...changed, revision: 3 })).toBe(scene);
  });

  it("moves an export on", () => {
    const job = (fraction: number): Exported => ({
      type: "exported",
      id: "1",
      format: "obj",
      fraction,
      done: false,
      name: "",
      url: "",
      trouble: "",
    });
    const once = withExport([], job(0.1));
    expect(withExport(once, job(0.6))).toEqual([job(0.6)]);
    expect(withExport(once, { ...job(0), id: "2" })).toHaveLength(2);
  });
});

describe("the gallery", () => {
  const item: GalleryItem = {
    name: "flag",
    title: "A flag in a constant wind",
    source: "002 Fig. 12",
    text: "A membrane on a pole.",
    thumbnail: null,
    variants: ["exact"],
    nodes: 600,
    slow: false,
    explodes: [],
  };

  it("finds entries by all words, in any order and case", () => {
    expect(found(item, "WIND flag")).toBe(true);
    expect(found(item, "fig. 12 pole")).toBe(true);
    expect(found(item, "flag carpet")).toBe(false);
  });

  it("says which scenes explode on purpose", () => {
    expect(explodes(item)).toBe("");
    expect(explodes({ ...item, explodes: ["exact"] })).toBe("explodes on purpose");
    const two = { ...item, variants: ["exact", "kelager"], explodes: ["kelager"] };
    expect(explodes(two)).toBe("explodes on purpose in some variants");
    const open = (variant: string): boolean =>
      onPurpose({ scene: { name: "flag", variant } as SceneInfo, welcome: { gallery: [two] } as Welcome });
    expect([open("exact"), open("kelager")]).toEqual([false, true]);
  });

  it("says which document a scene is from", () => {
    expect(sourceLabel("002 Fig. 12")).toBe("Document 002 · Fig. 12");
    expect(sourceLabel("pliant")).toBe("Made to be played with");
  });
});

describe("exports", () => {
  const status = { first_frame: 100, last_frame: 1300, first_time: 2, last_time: 22 } as Status;

  it("cover what was chosen", () => {
    expect(framesOf("all", { status, scrub: null })).toEqual({ first: null, last: null });
    expect(framesOf("recent", { status, scrub: null })).toEqual({ first: 700, last: null });
    expect(framesOf("here", { status, scrub: 450 })).toEqual({ first: null, last: 450 });
  });

  it("number screenshots", () => {
    expect(fileName("drape", 7)).toBe("drape-00007.png");
  });
});

describe("visual debug", () => {
  it("is on when any of it is", () => {
    expect(debugOn({ particles: false, vectors: [] })).toBe(false);
    expect(debugOn({ particles: false, vectors: ["normals"] })).toBe(true);
  });
});
