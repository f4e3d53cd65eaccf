/** Frames as they come from the server; the format is described in src/pliant/studio/frames.py. */

import type { FieldName, VectorName } from "../messages";
import type { TearName } from "../view/tear";

export type ArrayName =
  | "positions"
  | "vertices"
  | "anchor"
  | "cut"
  | "broken"
  | "!reactions"
  | ContactName
  | HeldName
  | TearName
  | FieldName
  | VectorName;

/** Of the body "!contacts": places where bodies touch, unit vectors (3 each), and how hard they press [N]. */
export type ContactName = "points" | "normals" | "forces";

/** Of the body "!held": points of joints, pieces of lines (6 each), places and forces [N] of loads (6 each). */
export type HeldName = "points" | "guides" | "loads";

export interface Frame {
  revision: number;
  frame: number; // number of the recorded frame
  step: number;
  time: number; // [s]
  live: boolean; // what happens now, or was scrubbed to
  /** In frames that were scrubbed to also obstacles and anchors where they were: "@" or "^" and the id. */
  bodies: Map<string, Partial<Record<ArrayName, Float32Array>>>;
}

interface Header extends Omit<Frame, "bodies"> {
  arrays: { body: string; name: ArrayName; components: number; count: number }[];
}

const MAGIC = 0x31464c50; // "PLF1", little-endian

/** The arrays are views of `data`: nothing is copied. */
export function decodeFrame(data: ArrayBuffer): Frame {
  if (data.byteLength < 8) throw new Error("a frame is too short");
  const view = new DataView(data);
  if (view.getUint32(0, true) !== MAGIC) throw new Error("not a frame");
  const length = view.getUint32(4, true);
  if (length % 4 !== 0 || 8 + length > data.byteLength) throw new Error("a frame has a broken header");
  const text = new TextDecoder().decode(new Uint8Array(data, 8, length));
  const { arrays, ...rest } = JSON.parse(text) as Header;
  const bodies: Frame["bodies"] = new Map();
  let at = 8 + length;
  for (const { body, name, components, count } of arrays) {
    const size = components * count;
    if (at + 4 * size > data.byteLength) throw new Error("a frame ends too early");
    const ofBody = bodies.get(body) ?? {};
    ofBody[name] = new Float32Array(data, at, size);
    bodies.set(body, ofBody);
    at += 4 * size;
  }
  return { ...rest, bodies };
}
