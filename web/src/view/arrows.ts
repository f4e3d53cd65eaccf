/** Vectors at the nodes as thin lines: normals, external and elastic forces. */

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments } from "three";

/**
 * Writes line segments from (or, with `inward`, to) the nodes, none longer than `longest` [m]. The document has
 * elastic forces point at the particle that they push, so these are drawn inward.
 */
export function segments(
  positions: Float32Array,
  vectors: Float32Array,
  scale: number,
  longest: number,
  inward: boolean,
  out: Float32Array,
): void {
  for (let i = 0, k = 0; i < positions.length; i += 3, k += 6) {
    const length = scale * Math.hypot(vectors[i], vectors[i + 1], vectors[i + 2]);
    const factor = (inward ? -scale : scale) * Math.min(1, longest / length);
    for (let axis = 0; axis < 3; axis++) {
      const at = positions[i + axis];
      const along = factor * vectors[i + axis];
      out[k + axis] = at;
      out[k + 3 + axis] = Number.isFinite(along) ? at + along : at;
    }
  }
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
    segments(positions, vectors, scale, longest, this.inward, this.array);
    geometry.getAttribute("position").needsUpdate = true;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
