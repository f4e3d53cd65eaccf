/** Pictures laid over bodies by their material coordinates. */

import {
  CanvasTexture,
  ImageLoader,
  RepeatWrapping,
  SRGBColorSpace,
  TextureLoader,
  type Texture,
} from "three";
import { LARGEST_IMAGE } from "../messages";

/** A checkerboard that is multiplied with the colour of the body; how often it repeats is up to the body. */
export function checker(): Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, 64, 64);
  context.fillStyle = "#7c7c7c";
  context.fillRect(0, 0, 32, 32);
  context.fillRect(32, 32, 32, 32);
  const texture = ready(new CanvasTexture(canvas));
  texture.channel = 1;
  return texture;
}

/** A picture has its own colours, so the body's colour is left out of it. */
export async function picture(url: string): Promise<Texture> {
  const texture = ready(await new TextureLoader().loadAsync(url));
  texture.userData.picture = true;
  return texture;
}

const EDGES = [1536, 1024, 512, 256]; // pixels, until it is short enough to be sent

/** A picture as a JPEG in base64, made smaller if it would be too long for a message. */
export async function asBase64(url: string): Promise<string> {
  const image = await new ImageLoader().loadAsync(url);
  for (const edge of EDGES) {
    const scale = Math.min(1, edge / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(scale * image.width));
    canvas.height = Math.max(1, Math.round(scale * image.height));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const data = canvas.toDataURL("image/jpeg", 0.9).replace(/^[^,]*,/, "");
    if (data.length <= LARGEST_IMAGE) return data;
  }
  return "";
}

function ready<T extends Texture>(texture: T): T {
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}
