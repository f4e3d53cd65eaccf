/** Vectors at the nodes as thin lines: normals, external and elastic forces. */

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments } from "three";

/**
 * Writes line segments from (or, with `inward`, to) the nodes, none longer than `longest` [m], and returns how many:
 * vectors that are zero or no numbers have none. The document has elastic forces point at the particle that they
 * push, so these are drawn inward.
 */
export function segments(
  positions: Float32Array,
  vectors: Float32Array,
  scale: number,
  longest: number,
  inward: boolean,
  out: Float32Array,
): number {
  let k = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const length = scale * Math.hypot(vectors[i], vectors[i + 1], vectors[i + 2]);
    if (!(length > 0 && length < Infinity)) continue;
    const factor = (inward ? -scale : scale) * Math.min(1, longest / length);
    for (let axis = 0; axis < 3; axis++) {
      const at = positions[i + axis];
      out[k + axis] = at;
      out[k + 3 + axis] = at + factor * vectors[i + axis];
    }
    k += 6;
  }
  return k / 6;
}

export class Arrows {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private array = new Float32Array(0);

  constructor(
    colour: string,
    private readonly inward: boolean,
  ) {
    const material = new LineBasicMaterial({ color: colour, toneMapped: false });
    this.lines = new LineSegments(new BufferGeometry(), material);
    this.lines.frustumCulled = false;
    this.lines.visible = false;
  }

  setColour(colour: string): void {
    this.lines.material.color.set(colour);
  }

  set(positions: Float32Array, vectors: Float32Array, scale: number, longest: number): void {
    const { geometry } = this.lines;
    if (this.array.length !== 2 * positions.length) {
      this.array = new Float32Array(2 * positions.length);
      geometry.setAttribute("position", new BufferAttribute(this.array, 3).setUsage(DynamicDrawUsage));
    }
    const count = segments(positions, vectors, scale, longest, this.inward, this.array);
    geometry.setDrawRange(0, 2 * count);
    geometry.getAttribute("position").needsUpdate = true;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
