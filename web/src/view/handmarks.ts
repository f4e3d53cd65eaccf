/** What hands look like: a spring between the spot and the hand, the arrow of a push, a ring under the pointer. */

import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  SphereGeometry,
  Vector3,
  type Camera,
} from "three";
import type { Vec3 } from "../messages";

const UP = new Vector3(0, 1, 0);

export interface Pull {
  from: Vec3;
  to: Vec3;
  own: boolean; // this tab's hand, not another's
}

export interface Thrust {
  at: Vec3;
  direction: Vec3;
  seconds: number; // held so far
}

/** What a press would take hold of, and how far around. */
export interface Pointed {
  at: Vec3;
  strong: boolean;
  radius: number; // [m]
}

/** Sizes are given in CSS pixels and turned into metres by `perPixel(distance to the camera)`. */
export class HandMarks {
  readonly group = new Group();
  private readonly material = new MeshBasicMaterial({
    color: "#2f62c9",
    toneMapped: false,
    depthTest: false,
    transparent: true,
  });
  private readonly other = new MeshBasicMaterial({
    color: "#8d949e",
    toneMapped: false,
    depthTest: false,
    transparent: true,
  });
  private readonly pulls: { line: Mesh; ball: Mesh; spot: Mesh }[] = [];
  private readonly shaft = new Mesh(new CylinderGeometry(1, 1, 1, 12), this.material);
  private readonly tip = new Mesh(new ConeGeometry(1, 1, 16), this.material);
  private readonly halo = new Mesh(new RingGeometry(0.82, 1, 40), this.material);
  private readonly hover = new Mesh(
    new RingGeometry(0.72, 1, 40),
    new MeshBasicMaterial({
      color: "#2f62c9",
      toneMapped: false,
      depthTest: false,
      transparent: true,
      opacity: 0.9,
    }),
  );

  private readonly reach = new Mesh(new RingGeometry(0.97, 1, 64), this.hover.material);

  constructor() {
    const marks = [this.shaft, this.tip, this.halo, this.hover, this.reach];
    this.group.add(...marks);
    for (const mesh of marks) this.prepare(mesh);
  }

  setColour(colour: string): void {
    this.material.color.set(colour);
    (this.hover.material as MeshBasicMaterial).color.set(colour);
  }

  showPulls(pulls: readonly Pull[], camera: Camera, perPixel: (depth: number) => number): void {
    while (this.pulls.length < pulls.length) this.pulls.push(this.makePull());
    this.pulls.forEach(({ line, ball, spot }, k) => {
      const pull = pulls[k];
      line.visible = ball.visible = spot.visible = pull !== undefined;
      if (!pull) return;
      const [from, to] = [new Vector3(...pull.from), new Vector3(...pull.to)];
      const material = pull.own ? this.material : this.other;
      line.material = ball.material = spot.material = material;
      const pixel = perPixel(camera.position.distanceTo(to));
      stretch(line, from, to, 1.1 * pixel);
      ball.position.copy(to);
      ball.scale.setScalar(6 * pixel);
      spot.position.copy(from);
      spot.scale.setScalar(3.2 * pixel);
    });
  }

  showThrust(thrust: Thrust | null, camera: Camera, perPixel: (depth: number) => number): void {
    this.shaft.visible = this.tip.visible = this.halo.visible = thrust !== null;
    if (!thrust) return;
    const at = new Vector3(...thrust.at);
    const along = new Vector3(...thrust.direction).normalize();
    const pixel = perPixel(camera.position.distanceTo(at));
    const length = (26 + 90 * (1 - Math.exp(-thrust.seconds / 0.9))) * pixel;
    const head = 14 * pixel;
    const tail = at.clone().addScaledVector(along, -length);
    const neck = at.clone().addScaledVector(along, -head);
    stretch(this.shaft, tail, neck, 2.2 * pixel);
    this.tip.position.copy(at).addScaledVector(along, -head / 2);
    this.tip.quaternion.setFromUnitVectors(UP, along);
    this.tip.scale.set(6 * pixel, head, 6 * pixel);
    this.halo.position.copy(at);
    this.halo.quaternion.copy(camera.quaternion);
    this.halo.scale.setScalar((9 + 16 * (1 - Math.exp(-thrust.seconds / 0.9))) * pixel);
  }

  showHover(pointed: Pointed | null, camera: Camera, perPixel: (depth: number) => number): void {
    this.hover.visible = pointed !== null;
    this.reach.visible = false;
    if (!pointed) return;
    this.hover.position.set(...pointed.at);
    this.hover.quaternion.copy(camera.quaternion);
    const size = (pointed.strong ? 9 : 6) * perPixel(camera.position.distanceTo(this.hover.position));
    this.hover.scale.setScalar(size);
    this.reach.visible = pointed.radius > 1.5 * size;
    this.reach.position.copy(this.hover.position);
    this.reach.quaternion.copy(camera.quaternion);
    this.reach.scale.setScalar(pointed.radius);
  }

  private makePull(): { line: Mesh; ball: Mesh; spot: Mesh } {
    const line = new Mesh(new CylinderGeometry(1, 1, 1, 10), this.material);
    const ball = new Mesh(new SphereGeometry(1, 20, 14), this.material);
    const spot = new Mesh(new SphereGeometry(1, 14, 10), this.material);
    for (const mesh of [line, ball, spot]) {
      this.prepare(mesh);
      this.group.add(mesh);
    }
    return { line, ball, spot };
  }

  private prepare(mesh: Mesh): void {
    mesh.renderOrder = 25;
    mesh.frustumCulled = false;
    mesh.visible = false;
  }
}

/** Lays a cylinder of height 1 between two points. */
export function stretch(mesh: Mesh, from: Vector3, to: Vector3, radius: number): void {
  const along = to.clone().sub(from);
  const length = along.length();
  mesh.position.copy(from).add(to).multiplyScalar(0.5);
  mesh.scale.set(radius, Math.max(length, 1e-9), radius);
  if (length > 0) mesh.quaternion.setFromUnitVectors(UP, along.divideScalar(length));
}
