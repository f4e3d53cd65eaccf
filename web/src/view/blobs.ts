/** Balls around the nodes of a body, for matter that is drawn as blobs. */

import { InstancedMesh, Matrix4, SphereGeometry, type BufferGeometry } from "three";
import type { Vec3 } from "../messages";
import { bodyMaterial, type SurfaceMaterial } from "./material";

export class Blobs {
  readonly mesh: InstancedMesh<BufferGeometry, SurfaceMaterial>;
  private readonly matrix = new Matrix4();

  constructor(
    count: number,
    private readonly radius: number,
    public colour: Vec3,
    rich: boolean,
  ) {
    const [around, down] = sides(count, rich);
    const ball = new SphereGeometry(1, around, down);
    this.mesh = new InstancedMesh(ball, bodyMaterial(rich, { colour, texture: null, painted: false }), count);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
  }

  /** Puts the balls where the nodes are. */
  update(positions: Float32Array): void {
    const { radius, matrix } = this;
    for (let node = 0; node < this.mesh.count; node++) {
      const at = 3 * node;
      matrix
        .makeScale(radius, radius, radius)
        .setPosition(positions[at], positions[at + 1], positions[at + 2]);
      this.mesh.setMatrixAt(node, matrix);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  setLook(rich: boolean): void {
    this.mesh.material.dispose();
    this.mesh.material = bodyMaterial(rich, { colour: this.colour, texture: null, painted: false });
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}

/** How finely balls are cut: thousands are small and may be rough, or drawing them takes longer than moving them. */
function sides(count: number, rich: boolean): [number, number] {
  if (count > 500) return [7, 5];
  return rich ? [16, 12] : [10, 8];
}
