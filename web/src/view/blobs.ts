/**
 * Balls around the nodes of a body, for matter that is drawn as blobs.
 *
 * What it costs does not grow with the number of nodes: only the half of a ball that faces the camera is drawn, and of
 * more than `MOST` balls only those that are in front (see `inFront`). All are one mesh, since drawing in software takes
 * longer for an instance than for its triangles.
 */

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, type PerspectiveCamera } from "three";
import type { Vec3 } from "../messages";
import { bodyMaterial, type SurfaceMaterial } from "./material";

export const MOST = { rich: 10_000, plain: 4_000 }; // balls of all bodies together
export const TRIANGLES = { rich: 240_000, plain: 72_000 }; // of all of them

/** What the choice of balls needs to know of a camera. */
export interface Eye {
  camera: PerspectiveCamera;
  height: number; // of the picture [pixels]
}

export class Blobs {
  readonly mesh: Mesh<BufferGeometry, SurfaceMaterial>;
  private positions: Float32Array | null = null; // none before the first frame: nothing is drawn then
  private most = 0;
  private dome: Dome = domeOf(6);

  /** `share` is the part of all balls in the scene that belongs to this body. */
  constructor(
    private readonly count: number,
    private readonly radius: number,
    public colour: Vec3,
    rich: boolean,
    private readonly share: number,
  ) {
    const look = { colour, texture: null, painted: false };
    this.mesh = new Mesh(new BufferGeometry(), bodyMaterial(rich, look));
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.setLook(rich);
  }

  /** How many balls are drawn. */
  get drawn(): number {
    return this.mesh.geometry.drawRange.count / this.dome.index.length;
  }

  /** Where the nodes are now; `face` puts the balls there. */
  update(positions: Float32Array): void {
    this.positions = positions;
  }

  /** Puts the balls where the nodes are, turned to the camera and the nearest first; before every picture. */
  face(eye: Eye): void {
    if (!this.positions) return;
    const { nodes, radius } = inFront(this.positions, this.radius, eye, this.most);
    const { geometry } = this.mesh;
    const [places, normals] = [
      geometry.getAttribute("position"),
      geometry.getAttribute("normal"),
    ] as BufferAttribute[];
    place(places.array as Float32Array, normals.array as Float32Array, this.dome, {
      positions: this.positions,
      nodes,
      radius,
      camera: eye.camera,
    });
    for (const attribute of [places, normals]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, nodes.length * this.dome.points.length);
      attribute.needsUpdate = true;
    }
    geometry.setDrawRange(0, nodes.length * this.dome.index.length);
  }

  setLook(rich: boolean): void {
    this.mesh.material.dispose();
    this.mesh.material = bodyMaterial(rich, { colour: this.colour, texture: null, painted: false });
    const kind = rich ? "rich" : "plain";
    this.most = Math.min(this.count, Math.max(1, Math.floor(this.share * MOST[kind])));
    this.dome = domeOf(sidesFor((this.share * TRIANGLES[kind]) / this.most, rich));
    this.mesh.geometry.dispose();
    this.mesh.geometry = domes(this.dome, this.most);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** Half a ball of radius 1 that looks along +z. */
interface Dome {
  points: Float32Array; // (n, 3)
  index: number[];
}

/** How many sides a dome may have that is to have so many triangles. */
function sidesFor(triangles: number, rich: boolean): number {
  const most = rich ? 24 : 14;
  for (let sides = most; sides > 6; sides -= 2)
    if (sides * (2 * ringsOf(sides) - 1) <= triangles) return sides;
  return 6;
}

const ringsOf = (sides: number): number => Math.max(2, Math.round(sides / 4));

export function domeOf(sides: number): Dome {
  const rings = ringsOf(sides);
  const points = [0, 0, 1];
  for (let ring = 1; ring <= rings; ring++) {
    const down = (ring / rings) * (Math.PI / 2);
    for (let k = 0; k < sides; k++) {
      const around = (2 * Math.PI * (k + ring / 2)) / sides;
      points.push(Math.sin(down) * Math.cos(around), Math.sin(down) * Math.sin(around), Math.cos(down));
    }
  }
  const index: number[] = [];
  const at = (ring: number, k: number): number => (ring === 0 ? 0 : 1 + (ring - 1) * sides + (k % sides));
  for (let ring = 0; ring < rings; ring++) {
    for (let k = 0; k < sides; k++) {
      index.push(at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1));
      if (ring > 0) index.push(at(ring, k + 1), at(ring, k), at(ring + 1, k));
    }
  }
  return { points: Float32Array.from(points), index };
}

/** Room for some domes, none of which is drawn yet. */
function domes({ points, index }: Dome, count: number): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const name of ["position", "normal"]) {
    const attribute = new BufferAttribute(new Float32Array(count * points.length), 3);
    geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
  }
  const all = new Uint32Array(count * index.length);
  const corners = points.length / 3;
  for (let k = 0; k < count; k++)
    for (let c = 0; c < index.length; c++) all[k * index.length + c] = k * corners + index[c];
  geometry.setIndex(new BufferAttribute(all, 1));
  geometry.setDrawRange(0, 0);
  return geometry;
}

interface Balls {
  positions: Float32Array;
  nodes: Uint32Array;
  radius: number;
  camera: PerspectiveCamera;
}

/** Writes the corners and normals of domes at some nodes that look at the camera. */
function place(
  places: Float32Array,
  normals: Float32Array,
  { points }: Dome,
  { positions, nodes, radius, camera }: Balls,
): void {
  const eye = camera.position;
  const [, , , , ux, uy, uz] = camera.matrixWorld.elements; // upwards in the picture
  let at = 0;
  for (const node of nodes) {
    const x = positions[3 * node];
    const y = positions[3 * node + 1];
    const z = positions[3 * node + 2];
    let tx = eye.x - x; // towards the camera
    let ty = eye.y - y;
    let tz = eye.z - z;
    const far = 1 / (Math.sqrt(tx * tx + ty * ty + tz * tz) || 1);
    tx *= far;
    ty *= far;
    tz *= far;
    let rx = uy * tz - uz * ty; // to the right
    let ry = uz * tx - ux * tz;
    let rz = ux * ty - uy * tx;
    const wide = 1 / (Math.sqrt(rx * rx + ry * ry + rz * rz) || 1);
    rx *= wide;
    ry *= wide;
    rz *= wide;
    const vx = ty * rz - tz * ry; // across both
    const vy = tz * rx - tx * rz;
    const vz = tx * ry - ty * rx;
    for (let p = 0; p < points.length; p += 3, at += 3) {
      const a = points[p];
      const b = points[p + 1];
      const c = points[p + 2];
      const nx = a * rx + b * vx + c * tx;
      const ny = a * ry + b * vy + c * ty;
      const nz = a * rz + b * vz + c * tz;
      normals[at] = nx;
      normals[at + 1] = ny;
      normals[at + 2] = nz;
      places[at] = x + radius * nx;
      places[at + 1] = y + radius * ny;
      places[at + 2] = z + radius * nz;
    }
  }
}

const BESIDE = 0.5; // of a ball's radius: how far beside a ball in front another one may be that it hides
const SMALLEST = 1; // pixels
const COARSER = 1.5;

/**
 * The balls to be drawn, the nearest first: all in the picture, or at most `most` that hide the others.
 *
 * The picture is then divided into cells, and of the balls whose centres fall into one only the nearest counts. Cells are
 * half a radius wide, so that no more than that of a ball is missed at an edge; where there are more balls than that
 * allows, cells are larger, and so are the balls (`radius` [m]), which then are small in the picture.
 */
export function inFront(
  positions: Float32Array,
  radius: number,
  { camera, height }: Eye,
  most: number,
): { nodes: Uint32Array; radius: number } {
  const { right, up, depth, seen } = projected(positions, radius, camera);
  const ordered = (nodes: Iterable<number>): Uint32Array =>
    Uint32Array.from(nodes).sort((a, b) => depth[a] - depth[b]);
  if (seen.length <= most) return { nodes: ordered(seen), radius };
  const far = seen.reduce((sum, node) => sum + depth[node], 0) / seen.length;
  const pixel = (2 * Math.tan((camera.fov * Math.PI) / 360)) / height; // as a tangent, as is the width of cells
  for (let cell = Math.max((BESIDE * radius) / far, SMALLEST * pixel); ; cell *= COARSER) {
    const nearest = new Map<number, number>();
    const columns = Math.ceil(4 / cell);
    for (const node of seen) {
      const key = Math.floor(up[node] / cell) * columns + Math.floor(right[node] / cell);
      const other = nearest.get(key);
      if (other === undefined || depth[node] < depth[other]) nearest.set(key, node);
      if (nearest.size > most) break;
    }
    if (nearest.size <= most)
      return { nodes: ordered(nearest.values()), radius: Math.max(radius, 0.75 * cell * far) };
  }
}

/** Where points are in the picture (as tangents), how far away [m], and which of them are in it, be it by a part. */
function projected(
  positions: Float32Array,
  radius: number,
  camera: PerspectiveCamera,
): { right: Float32Array; up: Float32Array; depth: Float32Array; seen: number[] } {
  const count = positions.length / 3;
  const [right, up, depth] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const v = camera.matrixWorldInverse.elements;
  const high = Math.tan((camera.fov * Math.PI) / 360);
  const wide = high * camera.aspect;
  const seen: number[] = [];
  for (let node = 0; node < count; node++) {
    const [x, y, z] = [positions[3 * node], positions[3 * node + 1], positions[3 * node + 2]];
    const far = -(v[2] * x + v[6] * y + v[10] * z + v[14]);
    const [a, b] = [v[0] * x + v[4] * y + v[8] * z + v[12], v[1] * x + v[5] * y + v[9] * z + v[13]];
    if (!(far > 0 && Math.abs(a) < wide * far + 2 * radius && Math.abs(b) < high * far + 2 * radius))
      continue;
    depth[node] = far;
    right[node] = a / far;
    up[node] = b / far;
    seen.push(node);
  }
  return { right, up, depth, seen };
}
