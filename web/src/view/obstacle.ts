/** An obstacle as drawn. */

import { BufferAttribute, BufferGeometry, Mesh, Vector3, type Texture } from "three";
import { base64, float32, uint32 } from "../live/base64";
import type { Frame } from "../live/frame";
import type { ObstacleMesh } from "../messages";
import { vertexNormals } from "./normals";
import type { Above } from "./contact";
import { obstacleMaterial, type SurfaceMaterial } from "./material";
import { Ground } from "./ground";
import { picture } from "./textures";

/** The obstacles where they were in a frame that was scrubbed to. */
export function obstaclesIn(frame: Frame, now: readonly ObstacleMesh[]): ObstacleMesh[] {
  return now.map((mesh) => {
    const vertices = frame.bodies.get(`@${mesh.id}`)?.vertices;
    return vertices?.length === float32(mesh.vertices).length
      ? { ...mesh, vertices: base64(vertices) }
      : mesh;
  });
}

export class ObstacleView {
  readonly id: string;
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly visible: boolean;
  readonly mesh: Mesh<BufferGeometry, SurfaceMaterial> | null = null;
  readonly ground: Ground | null = null;
  private shading: Above | null = null;
  private map: Texture | null = null;
  private gone = false;

  /** It is drawn smaller by `inset` [m], because the flat triangles of cloth on it cut its corners. */
  constructor(
    public info: ObstacleMesh,
    private rich: boolean,
    private readonly inset: number,
    private readonly done: () => void, // it looks different now
  ) {
    this.id = info.id;
    this.visible = info.visible;
    this.positions = float32(info.vertices);
    this.triangles = uint32(info.triangles);
    if (!info.visible) return;
    if (info.texture)
      void picture(info.texture).then(
        (map) => this.wear(map),
        () => undefined,
      );
    if (info.kind === "plane") {
      const normals = new Float32Array(this.positions.length);
      vertexNormals(this.positions, this.triangles, normals);
      this.ground = new Ground(
        new Vector3(...this.positions.slice(0, 3)),
        new Vector3(...normals.slice(0, 3)),
      );
      return;
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.positions.slice(), 3));
    geometry.setIndex(new BufferAttribute(this.triangles, 1));
    this.mesh = new Mesh(geometry, obstacleMaterial(rich, info.colour));
    creasedNormals(geometry); // has made every corner a vertex
    if (info.uv) geometry.setAttribute("uv", new BufferAttribute(float32(info.uv), 2));
    shrink(geometry, this.inset);
    this.mesh.receiveShadow = true;
    this.mesh.castShadow = !this.open; // a room is lit through the walls that are not drawn
  }

  /** Follows a new version of itself if that is only shifted; false if it has to be made anew. */
  follow(info: ObstacleMesh): boolean {
    if (info.id !== this.id || info.kind !== this.info.kind || info.visible !== this.visible) return false;
    if (info.texture !== this.info.texture || info.uv !== this.info.uv) return false;
    if (this.ground) return info.vertices === this.info.vertices;
    if (info.triangles !== this.info.triangles || !sameColour(info, this.info)) return false;
    const to = float32(info.vertices);
    if (to.length !== this.positions.length) return false;
    const shift = [0, 1, 2].map((axis) => to[axis] - this.positions[axis]);
    const allowed = 1e-5 * (1 + to.reduce((most, value) => Math.max(most, Math.abs(value)), 0));
    for (let i = 0; i < to.length; i++) {
      if (Math.abs(to[i] - this.positions[i] - shift[i % 3]) > allowed) return false;
    }
    this.positions.set(to);
    this.info = info;
    if (this.mesh) this.mesh.position.add(new Vector3(...shift));
    return true;
  }

  /** A room, into which one looks from behind its walls: they face inwards. */
  get open(): boolean {
    return this.info.kind === "room";
  }

  /** Corners of its triangles and the mean area that each stands for [m²]: what shades the ground. */
  get above(): Above {
    this.shading ??= {
      points: this.positions,
      area:
        this.mesh && !this.open
          ? areaOfAll(this.positions, this.triangles) / (this.positions.length / 3) / 2
          : 0,
    };
    return this.shading;
  }

  setRich(rich: boolean): void {
    if (!this.mesh || rich === this.rich) return;
    this.rich = rich;
    this.mesh.material.dispose();
    this.mesh.material = obstacleMaterial(rich, this.info.colour, this.map);
  }

  private wear(map: Texture): void {
    if (this.gone) return map.dispose();
    this.map = map;
    if (this.mesh) {
      this.mesh.material.dispose();
      this.mesh.material = obstacleMaterial(this.rich, this.info.colour, map);
    }
    const corners = [0, 1, 2].map((k) => new Vector3().fromArray(this.positions, 3 * this.triangles[k]));
    const uv = float32(this.info.uv);
    this.ground?.wear(
      map,
      corners,
      [0, 1, 2].map((k) => [uv[2 * k], uv[2 * k + 1]]),
    );
    this.done();
  }

  dispose(): void {
    this.gone = true;
    this.map?.dispose();
    this.mesh?.geometry.dispose();
    this.mesh?.material.dispose();
    this.ground?.dispose();
  }
}

const sameColour = (a: ObstacleMesh, b: ObstacleMesh): boolean =>
  a.colour.every((part, k) => part === b.colour[k]);
const CREASE = Math.cos((40 * Math.PI) / 180);

/** Smooth normals except over edges sharper than 40°, so that a table has an edge and a ball has none. */
function creasedNormals(geometry: BufferGeometry): void {
  const flat = geometry.toNonIndexed();
  const at = flat.getAttribute("position").array as Float32Array;
  const corners = at.length / 3;
  const faces = new Float32Array(at.length);
  const order = Uint32Array.from({ length: corners }, (_, k) => k);
  vertexNormals(at, order, faces);
  const size = new Float32Array(corners / 3);
  const around = new Map<string, number[]>();
  for (let k = 0; k < corners; k++) {
    const key = `${Math.round(at[3 * k] * 1e5)},${Math.round(at[3 * k + 1] * 1e5)},${Math.round(at[3 * k + 2] * 1e5)}`;
    const list = around.get(key);
    if (list) list.push(k);
    else around.set(key, [k]);
  }
  for (let t = 0; t < corners; t += 3) size[t / 3] = areaOf(at, t);
  const normals = new Float32Array(at.length);
  for (const list of around.values()) {
    for (const k of list) {
      for (const other of list) {
        const facing =
          faces[3 * k] * faces[3 * other] +
          faces[3 * k + 1] * faces[3 * other + 1] +
          faces[3 * k + 2] * faces[3 * other + 2];
        if (facing < CREASE) continue;
        const weight = size[Math.floor(other / 3)];
        for (let axis = 0; axis < 3; axis++) normals[3 * k + axis] += weight * faces[3 * other + axis];
      }
    }
  }
  for (let k = 0; k < normals.length; k += 3) {
    const length = Math.hypot(normals[k], normals[k + 1], normals[k + 2]) || 1;
    for (let axis = 0; axis < 3; axis++) normals[k + axis] /= length;
  }
  geometry.setIndex(null);
  geometry.setAttribute("position", flat.getAttribute("position"));
  geometry.setAttribute("normal", new BufferAttribute(normals, 3));
}

function areaOfAll(positions: Float32Array, triangles: Uint32Array): number {
  let sum = 0;
  const at = new Float32Array(9);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++)
      at.set(positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3), 3 * k);
    sum += areaOf(at, 0);
  }
  return sum;
}

function shrink(geometry: BufferGeometry, inset: number): void {
  const positions = geometry.getAttribute("position").array as Float32Array;
  const normals = geometry.getAttribute("normal").array as Float32Array;
  for (let i = 0; i < positions.length; i++) positions[i] -= inset * normals[i];
}

function areaOf(at: Float32Array, corner: number): number {
  const [a, b, c] = [0, 1, 2].map((k) => new Vector3().fromArray(at, 3 * (corner + k)));
  return b.sub(a).cross(c.sub(a)).length() / 2;
}

/** How much obstacles are drawn smaller than they are [m]: sheets between nodes cut through what is round. */
export function insetFor(bodies: Iterable<{ sheet: boolean; spacing: number }>): number {
  const sheets = [...bodies].filter(({ sheet }) => sheet);
  return sheets.length ? 0.15 * Math.min(...sheets.map(({ spacing }) => spacing), 1) : 0;
}
