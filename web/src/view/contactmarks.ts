/** Where bodies touch: dots that are the darker the harder they press, with strokes across, as long as they press. */

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
} from "three";
import type { ArrayName } from "../live/frame";
import { AutoRange, typicalSize } from "../numbers/autorange";
import { paint } from "../numbers/colourmap";
import { Dots } from "./dots";

type Touching = Partial<Record<ArrayName, Float32Array>>;
interface Sized {
  spacing: number;
  size: number;
}

const FLOOR = 1e-4; // [N]
const MOST = 0.95; // of the contacts are shown no darker than the legend's darkest
const LONGEST = 0.12; // of the largest body

/** Strokes (2 ends each) through places along unit vectors, both ways, by `scale` [m/N] times a force, at most `longest` [m]. */
export function strokes(
  points: Float32Array,
  normals: Float32Array,
  forces: Float32Array,
  scale: number,
  longest: number,
): Float32Array {
  const out = new Float32Array(2 * points.length);
  for (let i = 0; i < forces.length; i++) {
    const length = Math.min(longest, scale * forces[i]);
    for (let axis = 0; axis < 3; axis++) {
      const [at, along] = [points[3 * i + axis], length * normals[3 * i + axis]];
      out[6 * i + axis] = at - along;
      out[6 * i + 3 + axis] = at + along;
    }
  }
  return out;
}

export class ContactMarks {
  readonly group = new Group();
  private readonly range = new AutoRange(FLOOR);
  private readonly dots = new Dots({ onTop: true });
  private readonly lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ vertexColors: true, toneMapped: false, depthTest: false, transparent: true }),
  );
  private radius = 0.005;
  drawn = 0; // places

  constructor() {
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 19;
    this.group.visible = false;
    this.group.add(this.lines, this.dots.points);
  }

  reset(): void {
    this.range.reset();
    this.group.visible = false;
  }

  setScale(pixelsPerMetre: number, ratio: number): void {
    this.dots.setScale(pixelsPerMetre);
    this.dots.setSize(this.radius, 3 * ratio, 8 * ratio);
  }

  /** Draws what touches in a frame, or nothing if it is null; returns how hard the darkest press [N]. */
  show(touching: Touching | null, bodies: readonly Sized[]): number | null {
    this.group.visible = touching !== null;
    this.drawn = touching?.forces?.length ?? 0;
    if (!touching) return null;
    const nothing = new Float32Array(0);
    const { points = nothing, normals = nothing, forces = nothing } = touching;
    this.range.update(typicalSize(forces, 1, MOST), performance.now() / 1000);
    const size = Math.max(0, ...bodies.map((body) => body.size));
    this.radius = 0.08 * Math.min(...bodies.map((body) => body.spacing), size);
    const tints = new Float32Array(points.length);
    paint(forces, this.range.high, null, tints);
    this.dots.set(points, tints);
    const longest = LONGEST * size;
    const ends = strokes(points, normals, forces, longest / this.range.high, longest);
    const { geometry } = this.lines;
    geometry.dispose();
    geometry.setAttribute("position", new BufferAttribute(ends, 3).setUsage(DynamicDrawUsage));
    const both = Float32Array.from(ends, (_, k) => tints[3 * Math.floor(k / 6) + (k % 3)]);
    geometry.setAttribute("color", new BufferAttribute(both, 3).setUsage(DynamicDrawUsage));
    return this.range.high;
  }
}
