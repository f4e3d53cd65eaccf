/** Pictures laid over bodies by their material coordinates. */

import { CanvasTexture, RepeatWrapping, SRGBColorSpace, TextureLoader, type Texture } from "three";

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

function ready<T extends Texture>(texture: T): T {
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}
