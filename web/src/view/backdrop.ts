/** What lies behind everything, and the ground: they follow the theme of the page. */

import {
  CanvasTexture,
  CircleGeometry,
  Color,
  Group,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  ShadowMaterial,
  SRGBColorSpace,
  Vector3,
  type Camera,
} from "three";
import type { Theme } from "../ui/theme";

interface Look {
  top: string;
  bottom: string;
  ground: string;
  groundOpacity: number;
  shadow: number;
}

const LOOKS: Record<Theme, Look> = {
  light: { top: "#fbfcfd", bottom: "#e4e8ee", ground: "#c6ccd6", groundOpacity: 0.8, shadow: 0.26 },
  dark: { top: "#15181d", bottom: "#1f242b", ground: "#323942", groundOpacity: 0.75, shadow: 0.5 },
};

/** A soft vertical gradient. */
export function backdrop(theme: Theme): CanvasTexture {
  const { top, bottom } = LOOKS[theme];
  const canvas = document.createElement("canvas");
  canvas.width = 2;
  canvas.height = 256;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const gradient = context.createLinearGradient(0, 0, 0, canvas.height);
  gradient.addColorStop(0, top);
  gradient.addColorStop(1, bottom);
  context.fillStyle = gradient;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

function fadingDisc(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const gradient = context.createRadialGradient(128, 128, 0, 128, 128, 128);
  for (let k = 0; k <= 16; k++) {
    const t = k / 16;
    const fade = (1 - t * t) ** 2;
    gradient.addColorStop(t, `rgb(${Math.round(255 * fade)} ${Math.round(255 * fade)} ${Math.round(255 * fade)})`);
  }
  context.fillStyle = gradient;
  context.fillRect(0, 0, 256, 256);
  return new CanvasTexture(canvas);
}

/** An infinite plane: a tint that fades into the backdrop, with shadows on it. */
export class Ground {
  readonly group = new Group();
  private readonly tint = new MeshBasicMaterial({
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    alphaMap: fadingDisc(),
  });
  private readonly shadow = new ShadowMaterial({ transparent: true, depthWrite: false });
  private readonly normal: Vector3;
  private readonly point: Vector3;
  private look: Look = LOOKS.light;

  constructor(point: Vector3, normal: Vector3) {
    this.point = point;
    this.normal = normal.clone().normalize();
    const disc = new Mesh(new CircleGeometry(1, 96), this.tint);
    const shade = new Mesh(new CircleGeometry(1, 48), this.shadow);
    shade.receiveShadow = true;
    disc.renderOrder = -2;
    shade.renderOrder = -1;
    this.group.add(disc, shade);
    this.group.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), this.normal));
  }

  /** Puts the disc below what is looked at. */
  spread(centre: Vector3, radius: number): void {
    const height = centre.clone().sub(this.point).dot(this.normal);
    this.group.position.copy(centre).addScaledVector(this.normal, -height);
    this.group.scale.setScalar(7 * radius);
  }

  setTheme(theme: Theme): void {
    this.look = LOOKS[theme];
    this.tint.color = new Color(this.look.ground);
  }

  /** From below one sees through it. */
  seenFrom(camera: Camera): void {
    const above = camera.position.clone().sub(this.point).dot(this.normal) > 0;
    this.tint.opacity = above ? this.look.groundOpacity : 0.15;
    this.shadow.opacity = above ? this.look.shadow : 0;
  }

  dispose(): void {
    this.tint.alphaMap?.dispose();
    this.tint.dispose();
    this.shadow.dispose();
    for (const child of this.group.children) (child as Mesh).geometry.dispose();
  }
}
