/** What holds and loads bodies: points and guides of joints, arrows of loads and of reactions with their numbers. */

import {
  BufferAttribute,
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Vector3,
  type Camera,
} from "three";
import type { Frame } from "../live/frame";
import type { Vec3 } from "../messages";
import { AutoRange } from "../numbers/autorange";
import { engineering } from "../numbers/format";
import { Dots, tinted } from "./dots";
import { stretch } from "./handmarks";

export const LOAD = "#d07a1c";
export const REACTION = "#1f8a70";
const GUIDE = "#8a6fd1";
const FLOOR = 1e-4; // [N]
const LONGEST = 0.3; // of the largest body: an arrow of the largest force
const LEAST = 5e-3; // of the largest force: what is smaller has no arrow
const MOST_NUMBERS = 24;
const UP = new Vector3(0, 1, 0);

/** An arrow along a force [N] that begins at a place. */
export interface Arrow {
  at: Vec3;
  force: Vec3;
  kind: "load" | "reaction";
}

/** The tip of a load that can be dragged, and the parameter that it is. */
export interface Tip {
  path: string;
  at: Vec3;
  from: Vec3;
}

/** The arrows of a frame; rows of what has none are no numbers. */
export function arrowsIn(frame: Frame, held: boolean, reactions: boolean): Arrow[] {
  const found: Arrow[] = [];
  const loads = held ? frame.bodies.get("!held")?.loads : undefined;
  for (let k = 0; k + 6 <= (loads?.length ?? 0); k += 6) found.push(arrow(loads!, k, k + 3, "load"));
  const rows = reactions ? frame.bodies.get("")?.["!reactions"] : undefined;
  for (let k = 0; k + 9 <= (rows?.length ?? 0); k += 9) found.push(arrow(rows!, k + 6, k, "reaction"));
  return found;
}

const arrow = (values: Float32Array, at: number, force: number, kind: Arrow["kind"]): Arrow => ({
  at: [values[at], values[at + 1], values[at + 2]],
  force: [values[force], values[force + 1], values[force + 2]],
  kind,
});

const sizeOf = ({ force }: Arrow): number => Math.hypot(...force);

export class HeldMarks {
  readonly group = new Group();
  readonly numbers: HTMLElement;
  private readonly range = new AutoRange(FLOOR);
  private readonly points = new Dots({ onTop: true });
  private readonly guides = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: GUIDE, toneMapped: false, transparent: true, opacity: 0.9 }),
  );
  private readonly materials = { load: flat(LOAD), reaction: flat(REACTION) };
  private readonly pool: { shaft: Mesh; tip: Mesh }[] = [];
  private readonly labels: HTMLElement[] = [];
  private arrows: Arrow[] = [];
  private all: Arrow[] = [];
  private scale = 1; // [m/N]
  steady = false; // arrows keep their scale: somebody drags one

  constructor() {
    this.numbers = document.createElement("div");
    this.numbers.className = "force-numbers";
    this.guides.frustumCulled = false;
    this.guides.renderOrder = 18;
    this.group.add(this.guides, this.points.points);
  }

  /** How many arrows are drawn, and pieces of guides. */
  get drawn(): { arrows: number; guides: number; points: number; numbers: string[] } {
    return {
      arrows: this.arrows.length,
      guides: (this.guides.geometry.getAttribute("position")?.count ?? 0) / 2,
      points: this.points.points.geometry.getAttribute("position")?.count ?? 0,
      numbers: this.labels.filter(({ hidden }) => !hidden).map(({ textContent }) => textContent ?? ""),
    };
  }

  reset(): void {
    this.range.reset();
  }

  /** Takes over what a frame says. */
  take(frame: Frame | null, held: boolean, reactions: boolean, size: number): void {
    const { points, guides } = (held && frame?.bodies.get("!held")) || {};
    this.points.set(points ?? new Float32Array(0), tinted((points?.length ?? 0) / 3, GUIDE));
    const { geometry } = this.guides;
    geometry.dispose();
    geometry.setAttribute(
      "position",
      new BufferAttribute(guides ?? new Float32Array(0), 3).setUsage(DynamicDrawUsage),
    );
    this.all = frame ? arrowsIn(frame, held, reactions) : [];
    const sizes = this.all.map(sizeOf).filter(Number.isFinite);
    if (!this.steady) this.range.update(Math.max(0, ...sizes), performance.now() / 1000);
    this.scale = (LONGEST * size) / this.range.high;
    this.arrows = this.all.filter((one) => sizeOf(one) > LEAST * this.range.high);
  }

  /** Tips of the first loads, which are the parameters of these paths. */
  tips(paths: readonly string[]): Tip[] {
    const loads = this.all.filter(({ kind }) => kind === "load");
    return paths.flatMap((path, k) =>
      loads[k] ? [{ path, at: this.tipOf(loads[k]), from: loads[k].at }] : [],
    );
  }

  /** The force whose arrow goes from one place to another. */
  forceOf(from: Vec3, to: Vec3): Vec3 {
    return to.map((value, k) => Number(((value - from[k]) / this.scale).toPrecision(5))) as Vec3;
  }

  /** Sizes are those of the picture. */
  show(
    camera: Camera,
    perPixel: (depth: number) => number,
    pixelsPerMetre: number,
    ratio: number,
    seen: (at: Vec3) => { x: number; y: number } | null,
  ): void {
    this.points.setScale(pixelsPerMetre);
    this.points.setSize(1e-6, 8 * ratio, 8 * ratio);
    while (this.pool.length < this.arrows.length) this.pool.push(this.make());
    this.pool.forEach(({ shaft, tip }, k) => {
      const one = this.arrows[k];
      shaft.visible = tip.visible = one !== undefined;
      if (!one) return;
      const [from, to] = [new Vector3(...one.at), new Vector3(...this.tipOf(one))];
      const pixel = perPixel(camera.position.distanceTo(to));
      const along = to.clone().sub(from);
      const head = Math.min(12 * pixel, 0.6 * along.length());
      along.normalize();
      stretch(shaft, from, to.clone().addScaledVector(along, -0.8 * head), 1.6 * pixel);
      tip.position.copy(to).addScaledVector(along, -head / 2);
      tip.quaternion.setFromUnitVectors(UP, along);
      tip.scale.set(0.42 * head, head, 0.42 * head);
      shaft.material = tip.material = this.materials[one.kind];
    });
    this.write(seen);
  }

  private tipOf({ at, force }: Arrow): Vec3 {
    return at.map((value, k) => value + this.scale * force[k]) as Vec3;
  }

  /** Numbers beside the tips, the largest forces first, none over another. */
  private write(seen: (at: Vec3) => { x: number; y: number } | null): void {
    const taken: { x: number; y: number }[] = [];
    const told = [...this.arrows]
      .sort((a, b) => sizeOf(b) - sizeOf(a))
      .flatMap((one) => {
        const place = seen(this.tipOf(one));
        if (!place || taken.length >= MOST_NUMBERS) return [];
        if (taken.some(({ x, y }) => Math.abs(x - place.x) < 64 && Math.abs(y - place.y) < 17)) return [];
        taken.push(place);
        return [{ place, one }];
      });
    while (this.labels.length < told.length) {
      const label = document.createElement("span");
      this.labels.push(label);
      this.numbers.append(label);
    }
    this.labels.forEach((label, k) => {
      label.hidden = told[k] === undefined;
      if (!told[k]) return;
      const { place, one } = told[k];
      const text = engineering(sizeOf(one), "N");
      if (label.textContent !== text) label.textContent = text;
      label.dataset.kind = one.kind;
      label.style.transform = `translate(${(place.x + 8).toFixed(1)}px, ${(place.y - 9).toFixed(1)}px)`;
    });
  }

  private make(): { shaft: Mesh; tip: Mesh } {
    const shaft = new Mesh(new CylinderGeometry(1, 1, 1, 10), this.materials.load);
    const tip = new Mesh(new ConeGeometry(1, 1, 14), this.materials.load);
    for (const mesh of [shaft, tip]) {
      mesh.renderOrder = 22;
      mesh.frustumCulled = false;
      this.group.add(mesh);
    }
    return { shaft, tip };
  }
}

const flat = (color: string): MeshBasicMaterial =>
  new MeshBasicMaterial({ color, toneMapped: false, depthTest: false, transparent: true });
