import { describe, expect, it } from "vitest";
import { base64, float32, uint32 } from "../src/live/base64";
import type { ObstacleMesh } from "../src/messages";
import { obstaclesIn } from "../src/view/obstacle";
import { decodeFrame } from "../src/live/frame";

/** As `encode` in src/pliant/studio/frames.py. */
function encoded(
  arrays: { body: string; name: string; components: number; values: number[] }[],
): ArrayBuffer {
  const listed = arrays.map(({ body, name, components, values }) => ({
    body,
    name,
    components,
    count: values.length / components,
  }));
  let text = JSON.stringify({ revision: 3, frame: 7, step: 9, time: 0.15, live: true, arrays: listed });
  text += " ".repeat((4 - (text.length % 4)) % 4);
  const header = new TextEncoder().encode(text);
  const floats = Float32Array.from(arrays.flatMap(({ values }) => values));
  const data = new Uint8Array(8 + header.length + floats.byteLength);
  data.set(new TextEncoder().encode("PLF1"));
  new DataView(data.buffer).setUint32(4, header.length, true);
  data.set(header, 8);
  data.set(new Uint8Array(floats.buffer), 8 + header.length);
  return data.buffer;
}

const CLOTH = { body: "cloth", name: "positions", components: 3, values: [1, 2, 3, 4, 5, 6] };

describe("a frame", () => {
  it("is read with its header and its arrays", () => {
    const stretch = { body: "cloth", name: "stretch", components: 1, values: [0.5, -0.25] };
    const frame = decodeFrame(encoded([CLOTH, stretch]));
    expect(frame).toMatchObject({ revision: 3, frame: 7, step: 9, time: 0.15, live: true });
    expect([...(frame.bodies.get("cloth")?.positions ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...(frame.bodies.get("cloth")?.stretch ?? [])]).toEqual([0.5, -0.25]);
  });

  it("keeps bodies apart whose names have slashes or letters of other alphabets", () => {
    const frame = decodeFrame(encoded([CLOTH, { ...CLOTH, body: "a/б", values: [9, 9, 9] }].slice(0, 1)));
    expect([...frame.bodies.keys()]).toEqual(["cloth"]);
  });

  it("is refused when it is none, or cut off", () => {
    const good = encoded([CLOTH]);
    expect(() => decodeFrame(new ArrayBuffer(3))).toThrow("too short");
    expect(() => decodeFrame(new ArrayBuffer(64))).toThrow("not a frame");
    expect(() => decodeFrame(good.slice(0, good.byteLength - 4))).toThrow("ends too early");
    const broken = good.slice(0);
    new DataView(broken).setUint32(4, 1 << 20, true);
    expect(() => decodeFrame(broken)).toThrow("broken header");
  });
});

describe("arrays in messages", () => {
  it("are base64 of little-endian numbers", () => {
    const text = (array: Uint32Array | Float32Array): string => Buffer.from(array.buffer).toString("base64");
    expect([...uint32(text(Uint32Array.from([0, 1, 70000])))]).toEqual([0, 1, 70000]);
    expect([...float32(text(Float32Array.from([0.5, -2])))]).toEqual([0.5, -2]);
  });

  it("are written as they are read", () => {
    const values = new Float32Array([9, 0.5, -2, 1e-7, 9]).subarray(1, 4);
    expect([...float32(base64(values))]).toEqual([...values]);
  });
});

describe("an obstacle that was moved", () => {
  const mesh = { id: "ball", vertices: base64(Float32Array.from([1, 1, 1])) } as ObstacleMesh;

  it("is where it was in a frame that is scrubbed to", () => {
    const ball = { body: "@ball", name: "vertices", components: 3, values: [4, 5, 6] };
    const [then] = obstaclesIn(decodeFrame(encoded([CLOTH, ball])), [mesh]);
    expect([...float32(then.vertices)]).toEqual([4, 5, 6]);
  });

  it("stays where it is if the frame does not know it, or knows another", () => {
    const other = { body: "@ball", name: "vertices", components: 3, values: [1, 2, 3, 4, 5, 6] };
    expect(obstaclesIn(decodeFrame(encoded([CLOTH])), [mesh])).toEqual([mesh]);
    expect(obstaclesIn(decodeFrame(encoded([other])), [mesh])).toEqual([mesh]);
  });
});
