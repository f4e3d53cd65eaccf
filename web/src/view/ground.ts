/** An infinite plane as drawn: a tint that fades into the backdrop, with shadows on it. */

import {
  BufferAttribute,
  CanvasTexture,
  CircleGeometry,
  Color,
  DataTexture,
  Group,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RedFormat,
  Quaternion,
  ShadowMaterial,
  UnsignedByteType,
  Vector3,
  type Camera,
  type Texture,
} from "three";
import type { Theme } from "../ui/theme";
import { LOOKS, type Look } from "./backdrop";
import { contactShadow, TEXELS, type Above, type Patch } from "./contact";

const SPREAD = 7; // radius of the disc over that of the action
const SHADED = 2.2; // half width of the map of contact shadows, the same

/** White in the middle, black at the edge. */
function fadingDisc(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const gradient = context.createRadialGradient(128, 128, 0, 128, 128, 128);
  for (let k = 0; k <= 16; k++) {
    const t = k / 16;
    const fade = (1 - t * t) ** 2;
    gradient.addColorStop(
      t,
      `rgb(${Math.round(255 * fade)} ${Math.round(255 * fade)} ${Math.round(255 * fade)})`,
    );
  }
  context.fillStyle = gradient;
  context.fillRect(0, 0, 256, 256);
  return new CanvasTexture(canvas);
}

export class Ground {
  readonly group = new Group();
  private readonly tint = new MeshBasicMaterial({
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    alphaMap: fadingDisc(),
  });
  private readonly shadow = new ShadowMaterial({ transparent: true, depthWrite: false });
  private readonly contact: MeshBasicMaterial;
  private readonly map: DataTexture;
  private readonly darkness = new Float32Array(TEXELS * TEXELS);
  private readonly shade: Mesh;
  private readonly blot: Mesh;
  private readonly normal: Vector3;
  private readonly patch: Patch;
  private look: Look = LOOKS.light;
  private shadows = false;
  private readonly disc: Mesh;
  private lies: ((point: Vector3) => [number, number]) | null = null; // where a picture has a point of the plane

  constructor(
    private readonly point: Vector3,
    normal: Vector3,
  ) {
    this.normal = normal.clone().normalize();
    const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), this.normal);
    this.group.quaternion.copy(turn);
    this.patch = {
      centre: point.clone(),
      e1: new Vector3(1, 0, 0).applyQuaternion(turn),
      e2: new Vector3(0, 1, 0).applyQuaternion(turn),
      normal: this.normal,
      reach: 1,
    };
    this.map = new DataTexture(new Uint8Array(TEXELS * TEXELS), TEXELS, TEXELS, RedFormat, UnsignedByteType);
    this.map.magFilter = this.map.minFilter = LinearFilter;
    this.contact = new MeshBasicMaterial({
      color: 0x000000,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      alphaMap: this.map,
    });
    // Three reads the opacity of an alpha map from green; this one has red only.
    this.contact.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <alphamap_fragment>",
        "diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).r;",
      );
    };
    this.disc = new Mesh(new CircleGeometry(SPREAD, 96), this.tint);
    this.blot = new Mesh(new PlaneGeometry(2 * SHADED, 2 * SHADED), this.contact);
    this.shade = new Mesh(new CircleGeometry(SPREAD, 48), this.shadow);
    this.shade.receiveShadow = true;
    [this.disc, this.blot, this.shade].forEach((mesh, k) => (mesh.renderOrder = k - 3));
    this.group.add(this.disc, this.blot, this.shade);
  }

  /** Lays a picture on it, which has three corners of a triangle at `uv`. */
  wear(map: Texture, corners: Vector3[], uv: number[][]): void {
    const [a, b, c] = corners;
    const [e, f] = [b.clone().sub(a), c.clone().sub(a)];
    const [ee, ef, ff] = [e.dot(e), e.dot(f), f.dot(f)];
    this.lies = (point) => {
      const d = point.clone().sub(a);
      const [s, t] = [ff * d.dot(e) - ef * d.dot(f), ee * d.dot(f) - ef * d.dot(e)];
      const size = ee * ff - ef * ef;
      const at = (k: number): number =>
        uv[0][k] + (s * (uv[1][k] - uv[0][k]) + t * (uv[2][k] - uv[0][k])) / size;
      return [at(0), at(1)];
    };
    map.channel = 1;
    this.tint.map = map;
    this.tint.color = new Color(1, 1, 1);
    this.tint.needsUpdate = true;
    this.layPicture();
  }

  private layPicture(): void {
    if (!this.lies) return;
    const points = this.disc.geometry.getAttribute("position");
    const uv = new Float32Array(2 * points.count);
    const { position, quaternion, scale } = this.group;
    for (let k = 0; k < points.count; k++) {
      const point = new Vector3().fromBufferAttribute(points, k).multiply(scale).applyQuaternion(quaternion);
      uv.set(this.lies(point.add(position)), 2 * k);
    }
    this.disc.geometry.setAttribute("uv1", new BufferAttribute(uv, 2));
  }

  /** Puts the disc below what is looked at. */
  spread(centre: Vector3, radius: number): void {
    const height = centre.clone().sub(this.point).dot(this.normal);
    this.group.position.copy(centre).addScaledVector(this.normal, -height);
    this.group.scale.setScalar(radius);
    this.patch.centre.copy(this.group.position);
    this.patch.reach = SHADED * radius;
    this.layPicture();
  }

  setLook(theme: Theme, shadows: boolean): void {
    this.look = LOOKS[theme];
    if (!this.tint.map) this.tint.color = new Color(this.look.ground);
    this.shadows = shadows;
  }

  /** Darkens the ground under things. */
  shadeUnder(things: readonly Above[]): void {
    contactShadow(this.patch, things, this.darkness);
    const bytes = this.map.image.data as Uint8Array;
    for (let k = 0; k < bytes.length; k++) bytes[k] = 255 * this.darkness[k];
    this.map.needsUpdate = true;
  }

  /** The height [m] of the plane under a point, if it is a floor. */
  heightBelow(point: Vector3): number[] {
    if (this.normal.z < 0.5) return [];
    const above = point.clone().sub(this.point).dot(this.normal);
    return above > 0 ? [point.z - above / this.normal.z] : [];
  }

  /** From below one sees through it. */
  seenFrom(camera: Camera): void {
    const above = camera.position.clone().sub(this.point).dot(this.normal) > 0;
    this.tint.opacity = above ? (this.tint.map ? 1 : this.look.groundOpacity) : 0.15;
    this.shadow.opacity = this.look.shadow;
    this.contact.opacity = this.look.contact * (this.shadows ? 0.6 : 1);
    this.shade.visible = above && this.shadows;
    this.blot.visible = above;
  }

  dispose(): void {
    this.tint.alphaMap?.dispose();
    this.map.dispose();
    for (const material of [this.tint, this.shadow, this.contact]) material.dispose();
    for (const child of this.group.children) (child as Mesh).geometry.dispose();
  }
}
