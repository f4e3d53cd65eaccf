/** Springs, as ribbons that zigzag and face the camera, and the anchors that they pull towards. */

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  Vector3,
  type Camera,
} from "three";
import { nodeAt } from "../hands/pick";
import type { Frame } from "../live/frame";
import type { Anchor, SpringLines, Vec3 } from "../messages";
import { Dots, tinted } from "./dots";

const TURNS = 10; // of a zigzag
const ENDS = 0.12; // of the length, straight at either end
const SWING = 0.012; // half the width of a zigzag, in sizes of the body
const THICK = 0.9; // half the width of the ribbon [CSS pixels]
const MANY = 300; // springs from which on they are straight lines

/** Both ends of a spring, and the size of its body [m]. */
export interface SpringPlace {
  from: Vec3;
  to: Vec3;
  size: number;
}

/** Where springs are, given where nodes and anchors are; those whose ends are not known are left out. */
export function placesOf(
  springs: readonly SpringLines[],
  nodeAt: (body: string, node: number) => Vec3 | null,
  anchorOf: (force: string) => Vec3 | null,
  sizeOf: (body: string) => number,
): SpringPlace[] {
  return springs.flatMap(({ body, nodes, force, to }) =>
    nodes.flatMap((node, k) => {
      const from = nodeAt(body, node);
      const other = to ? nodeAt(body, to[k]) : force !== null ? anchorOf(force) : null;
      return from && other ? [{ from, to: other, size: sizeOf(body) }] : [];
    }),
  );
}

/** Points along a spring, to and fro across it and across the line of sight from `eye`. */
export function zigzag({ from, to, size }: SpringPlace, eye: Vector3, straight: boolean): Vector3[] {
  const [a, b] = [new Vector3(...from), new Vector3(...to)];
  if (straight) return [a, b];
  const along = b.clone().sub(a);
  const across = along.clone().cross(eye.clone().sub(a));
  if (!(across.length() > 0)) return [a, b];
  across.setLength(Math.min(SWING * size, 0.15 * along.length()));
  const at = (way: number, swing: number): Vector3 =>
    a.clone().addScaledVector(along, way).addScaledVector(across, swing);
  const step = (1 - 2 * ENDS) / (TURNS + 1);
  const turns = Array.from({ length: TURNS }, (_, k) => at(ENDS + (k + 1) * step, k % 2 ? -1 : 1));
  return [a, at(ENDS, 0), ...turns, at(1 - ENDS, 0), b];
}

/** What knows where springs are. */
export interface Sprung {
  readonly bodies: ReadonlyMap<string, { positions: Float32Array }>;
  readonly springs: readonly SpringLines[];
  readonly anchors: readonly Anchor[];
  readonly anchorsAtStart: readonly Anchor[];
  readonly lastFrame: Frame | null;
  readonly stage: { readonly rig: { readonly camera: Camera } };
  sizeOf(body: string): number;
}

/** Where the fixed end of a spring force is, in the frame that is shown. */
function anchorIn(view: Sprung, force: string): Vec3 | null {
  const live = view.lastFrame?.live !== false;
  const moved = view.lastFrame?.bodies.get(`^${force}`)?.anchor;
  if (!live && moved) return [moved[0], moved[1], moved[2]];
  return (live ? view.anchors : view.anchorsAtStart).find(({ id }) => id === force)?.at ?? null;
}

export class SpringMarks {
  readonly group = new Group();
  private readonly material = new MeshBasicMaterial({ side: DoubleSide, toneMapped: false });
  private readonly ribbons = new Mesh(new BufferGeometry(), this.material);
  private readonly anchors = new Dots();
  drawn = 0; // springs in the last picture
  private colour = "#6b7480";

  constructor() {
    this.ribbons.frustumCulled = false;
    this.group.add(this.ribbons, this.anchors.points);
  }

  setColour(colour: string): void {
    this.colour = colour;
    this.material.color.set(colour);
  }

  /** Puts them where they are in the frame that is shown. */
  show(
    view: Sprung,
    shown: boolean,
    perPixel: (depth: number) => number,
    pixelsPerMetre: number,
    ratio: number,
  ): void {
    const lines = shown && view.lastFrame ? view.springs : [];
    const { camera } = view.stage.rig;
    const at = (body: string, node: number): Vec3 | null => {
      const positions = view.bodies.get(body)?.positions;
      return positions && 3 * node < positions.length ? nodeAt(positions, node) : null;
    };
    const anchorOf = (force: string): Vec3 | null => anchorIn(view, force);
    const springs = placesOf(lines, at, anchorOf, (body) => view.sizeOf(body));
    const anchors = lines.flatMap(({ force }) => {
      const found = force === null ? null : anchorOf(force);
      return found ? [found] : [];
    });
    this.drawn = springs.length;
    this.group.visible = springs.length > 0;
    if (!springs.length) return;
    const straight = springs.length > MANY;
    const eye = camera.position;
    const corners: number[] = [];
    for (const spring of springs) {
      const points = zigzag(spring, eye, straight);
      for (let k = 0; k + 1 < points.length; k++) quad(points[k], points[k + 1], eye, perPixel, corners);
    }
    this.fill(Float32Array.from(corners));
    this.anchors.set(Float32Array.from(anchors.flat()), tinted(anchors.length, this.colour));
    this.anchors.setScale(pixelsPerMetre);
    this.anchors.setSize(SWING * Math.max(...springs.map(({ size }) => size)), 8 * ratio, 22 * ratio);
  }

  private fill(positions: Float32Array): void {
    const { geometry } = this.ribbons;
    const old = geometry.getAttribute("position") as BufferAttribute | undefined;
    if (old?.array.length !== positions.length) {
      const attribute = new BufferAttribute(positions, 3);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute("position", attribute);
      geometry.setIndex(
        Array.from({ length: positions.length / 12 }, (_, k) =>
          [0, 1, 2, 2, 1, 3].map((corner) => 4 * k + corner),
        ).flat(),
      );
      return;
    }
    (old.array as Float32Array).set(positions);
    old.needsUpdate = true;
  }
}

/** A piece of ribbon from one point to another, across the line of sight. */
function quad(
  a: Vector3,
  b: Vector3,
  eye: Vector3,
  perPixel: (depth: number) => number,
  out: number[],
): void {
  const side = b.clone().sub(a).cross(eye.clone().sub(a));
  side.setLength(THICK * perPixel(eye.distanceTo(a)));
  if (!Number.isFinite(side.x)) side.set(0, 0, 0);
  for (const point of [a, b]) {
    for (const sign of [1, -1]) {
      out.push(point.x + sign * side.x, point.y + sign * side.y, point.z + sign * side.z);
    }
  }
}
