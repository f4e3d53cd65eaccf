/** Three arrows, three squares and a ball to move something with; picked in the picture, so that fingers hit. */

import {
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
  DoubleSide,
  type Camera,
} from "three";
import type { Vec3 } from "../messages";

export type Handle = "x" | "y" | "z" | "xy" | "yz" | "zx" | "free";

const AXES: Record<"x" | "y" | "z", { along: Vec3; colour: string }> = {
  x: { along: [1, 0, 0], colour: "#d9534a" },
  y: { along: [0, 1, 0], colour: "#4a9d5b" },
  z: { along: [0, 0, 1], colour: "#3f72d9" },
};
const PLANES: Record<"xy" | "yz" | "zx", Vec3> = { xy: [0, 0, 1], yz: [1, 0, 0], zx: [0, 1, 0] };
const LENGTH = 84; // CSS pixels
const CORNER = 0.34; // where the squares are, over the length
const BRIGHT = "#f2b430";

/** The axis or the normal of the plane that a handle moves along; null: the plane of the camera. */
export function constraintOf(handle: Handle): { axis: Vec3 | null; normal: Vec3 | null } {
  if (handle === "free") return { axis: null, normal: null };
  if (handle in AXES) return { axis: AXES[handle as "x"].along, normal: null };
  return { axis: null, normal: PLANES[handle as "xy"] };
}

/** Where the handles are, with the length of the arrows as unit, to be picked in the picture. */
export function handlePlaces(): { handle: Handle; from: Vec3; to: Vec3 }[] {
  const arrows = (["x", "y", "z"] as const).map((handle) => ({
    handle,
    from: AXES[handle].along.map((v) => 0.25 * v) as Vec3,
    to: AXES[handle].along,
  }));
  const squares = (["xy", "yz", "zx"] as const).map((handle) => {
    const at = PLANES[handle].map((v) => (v ? 0 : CORNER)) as Vec3;
    return { handle, from: at, to: at };
  });
  return [{ handle: "free", from: [0, 0, 0], to: [0, 0, 0] }, ...squares, ...arrows];
}

export class Gizmo {
  readonly group = new Group();
  private readonly meshes = new Map<Handle, Mesh<BufferGeometry, MeshBasicMaterial>[]>();
  private readonly colours = new Map<Handle, string>();
  private hot: Handle | null = null;

  constructor() {
    for (const [handle, { along, colour }] of Object.entries(AXES)) {
      const direction = new Vector3(...along);
      const shaft = this.add(handle as Handle, new CylinderGeometry(0.012, 0.012, 0.8, 8), colour);
      shaft.position.copy(direction).multiplyScalar(0.48);
      const tip = this.add(handle as Handle, new ConeGeometry(0.055, 0.18, 16), colour);
      tip.position.copy(direction).multiplyScalar(0.95);
      for (const mesh of [shaft, tip]) mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), direction);
    }
    for (const [handle, normal] of Object.entries(PLANES)) {
      const axis = Object.values(AXES).find(({ along }) => along.every((v, k) => v === normal[k]));
      const square = this.add(handle as Handle, new PlaneGeometry(0.2, 0.2), axis?.colour ?? BRIGHT, 0.55);
      square.position.set(...(normal.map((v) => (v ? 0 : CORNER)) as Vec3));
      square.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...normal));
    }
    this.add("free", new SphereGeometry(0.085, 20, 14), "#7d8794", 0.9);
    this.group.visible = false;
  }

  show(at: Vec3 | null, camera: Camera, perPixel: (depth: number) => number): void {
    this.group.visible = at !== null;
    if (!at) return;
    this.group.position.set(...at);
    this.group.scale.setScalar(LENGTH * perPixel(camera.position.distanceTo(this.group.position)));
    this.group.updateMatrixWorld();
  }

  /** The unit of `handlePlaces` [m], as drawn. */
  get length(): number {
    return this.group.scale.x;
  }

  highlight(handle: Handle | null): boolean {
    if (handle === this.hot) return false;
    this.hot = handle;
    for (const [name, meshes] of this.meshes) {
      for (const mesh of meshes)
        mesh.material.color.set(name === handle ? BRIGHT : (this.colours.get(name) as string));
    }
    return true;
  }

  private add(
    handle: Handle,
    geometry: BufferGeometry,
    colour: string,
    opacity = 1,
  ): Mesh<BufferGeometry, MeshBasicMaterial> {
    const material = new MeshBasicMaterial({
      color: colour,
      depthTest: false,
      toneMapped: false,
      transparent: true,
      opacity,
      side: DoubleSide,
    });
    const mesh = new Mesh(geometry, material);
    mesh.renderOrder = 30;
    this.meshes.set(handle, [...(this.meshes.get(handle) ?? []), mesh]);
    this.colours.set(handle, colour);
    this.group.add(mesh);
    return mesh;
  }
}
