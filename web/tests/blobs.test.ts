import { PerspectiveCamera } from "three";
import { describe, expect, it } from "vitest";
import { base64 } from "../src/live/base64";
import type { BodyMesh } from "../src/messages";
import { BodyView } from "../src/view/body";
import { Blobs, domeOf, inFront, MOST, TRIANGLES, type Eye } from "../src/view/blobs";

const HEIGHT = 500; // pixels

function eyeAt(x: number, y: number, z: number): Eye {
  const camera = new PerspectiveCamera(28, 1.6, 0.01, 100);
  camera.up.set(0, 0, 1);
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return { camera, height: HEIGHT };
}

/** A block of n³ nodes within half a metre around the origin. */
function block(n: number): Float32Array {
  const at = (k: number): number => k / (n - 1) - 0.5;
  return Float32Array.from({ length: 3 * n ** 3 }, (_, k) => {
    const node = Math.floor(k / 3);
    return at([node % n, Math.floor(node / n) % n, Math.floor(node / n ** 2)][k % 3]);
  });
}

const trianglesIn = ({ mesh }: Blobs): number => mesh.geometry.drawRange.count / 3;

describe("blobs", () => {
  it("are not drawn before it is known where they are", () => {
    const blobs = new Blobs(1000, 0.1, [0, 1, 0], true, 1);
    expect(blobs.drawn).toBe(0);
    blobs.face(eyeAt(0, -4, 1));
    expect(blobs.drawn).toBe(0);
    blobs.update(block(10));
    blobs.face(eyeAt(0, -4, 1));
    expect(blobs.drawn).toBe(1000);
  });

  it("are where the nodes are, as large as they should be, and face the camera", () => {
    const blobs = new Blobs(8, 0.1, [0, 1, 0], false, 1);
    const eye = eyeAt(3, -4, 2);
    blobs.update(block(2));
    blobs.face(eye);
    const [places, normals] = ["position", "normal"].map((name) => blobs.mesh.geometry.getAttribute(name));
    const corners = places.count / 8;
    const seen = new Set<string>();
    for (let k = 0; k < places.count; k++) {
      const ball = k - (k % corners); // its first corner is the one nearest to the camera
      const centre = [places.getX(ball), places.getY(ball), places.getZ(ball)].map(
        (part, axis) => part - 0.1 * normals.getComponent(ball, axis),
      );
      seen.add(centre.map((part) => part.toFixed(4)).join());
      const away = centre.map((part, axis) => places.getComponent(k, axis) - part);
      expect(Math.hypot(...away)).toBeCloseTo(0.1);
      const towards = eye.camera.position.toArray().map((part, axis) => part - centre[axis]);
      expect(away.reduce((sum, part, axis) => sum + part * towards[axis], 0)).toBeGreaterThan(-1e-6);
    }
    expect([...seen].sort()).toEqual(
      [-0.5, 0.5]
        .flatMap((x) => [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((z) => [x, y, z])))
        .map((at) => at.map((part) => part.toFixed(4)).join())
        .sort(),
    );
  });

  it("cost as much for half a million nodes as for some thousand", () => {
    for (const rich of [true, false]) {
      const drawn = [1000, 8000, 30 ** 3, 80 ** 3].map((count) => {
        const blobs = new Blobs(count, 0.5 / Math.cbrt(count), [0, 1, 0], rich, 1);
        blobs.update(block(Math.round(Math.cbrt(count))));
        blobs.face(eyeAt(2, -4, 1));
        expect(blobs.drawn).toBeLessThanOrEqual(rich ? MOST.rich : MOST.plain);
        return trianglesIn(blobs);
      });
      expect(Math.max(...drawn)).toBeLessThanOrEqual(rich ? TRIANGLES.rich : TRIANGLES.plain);
    }
  });

  it("share what may be drawn with those of other bodies", () => {
    const blobs = Array.from({ length: 8 }, () => new Blobs(1000, 0.05, [0, 1, 0], false, 1 / 8));
    for (const one of blobs) {
      one.update(block(10));
      one.face(eyeAt(2, -4, 1));
    }
    expect(blobs.reduce((sum, one) => sum + trianglesIn(one), 0)).toBeLessThanOrEqual(TRIANGLES.plain);
  });

  it("that are left out are behind others", () => {
    const positions = block(20);
    const eye = eyeAt(2, -4, 1);
    const radius = 0.75 / 19;
    const { nodes, radius: drawn } = inFront(positions, radius, eye, 3000);
    expect(nodes.length).toBeLessThan(3000);
    const there = [...nodes].map((node) => positions.slice(3 * node, 3 * node + 3));
    const kept = new Set(nodes);
    const from = eye.camera.position.toArray();
    for (let node = 0; node < positions.length / 3; node += 7) {
      if (kept.has(node)) continue;
      const ray = from.map((part, axis) => positions[3 * node + axis] - part);
      const far = Math.hypot(...ray);
      // The line of sight to its centre meets a ball that is drawn, and that is nearer.
      const hidden = there.some((centre) => {
        const way = centre.reduce((sum, part, axis) => sum + ((part - from[axis]) * ray[axis]) / far, 0);
        const beside = Math.hypot(...centre.map((part, axis) => part - from[axis] - (way * ray[axis]) / far));
        return way < far && beside < drawn;
      });
      expect(hidden, `node ${node}`).toBe(true);
    }
  });

  it("are half balls whose triangles face the camera", () => {
    const { points, index } = domeOf(8);
    for (let k = 0; k < index.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => [
        ...points.slice(3 * index[k + corner], 3 * index[k + corner] + 3),
      ]);
      const [e, f] = [b.map((part, axis) => part - a[axis]), c.map((part, axis) => part - a[axis])];
      const normal = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
      expect(
        normal.reduce((sum, part, axis) => sum + part * (a[axis] + b[axis] + c[axis]), 0),
      ).toBeGreaterThan(0);
    }
  });
});

describe("a body of balls that crumbles", () => {
  /** Four nodes of a tetrahedron with 0.1 m edges, and two triangles of it. */
  const crumb: BodyMesh = {
    id: "crumb",
    kind: "solid",
    nodes: 4,
    grid: [4, 1, 1],
    periodic: [false, false, false],
    triangles: base64(new Float32Array(Uint32Array.from([0, 1, 2, 1, 2, 3]).buffer)),
    uv: "",
    coordinates: base64(new Float32Array(12)),
    rest: base64(new Float32Array(12)),
    radius: null,
    closed: false,
    chains: [],
    colour: [0, 1, 0],
    texture: null,
    size: 1,
    spacing: 0.5,
    cuttable: true,
    blobs: 0.1,
  };

  it("is framed with all its balls, also those without a triangle, but not with what flew away", () => {
    const body = new BodyView(crumb, false);
    const positions = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -50]);
    body.update({ positions, cut: Float32Array.from([0, 1]) });
    expect([...body.seen]).toEqual([...positions]);
    expect([...body.main([])]).toEqual([...positions.subarray(0, 9)]);
  });
});
