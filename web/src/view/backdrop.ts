/** What lies behind everything; it follows the theme of the page. */

import { CanvasTexture, Color, SRGBColorSpace } from "three";
import type { Theme } from "../ui/theme";

export interface Look {
  top: string;
  bottom: string;
  ground: string;
  groundOpacity: number;
  shadow: number; // of the lamp
  contact: number; // of the sky
}

export const LOOKS: Record<Theme, Look> = {
  light: {
    top: "#fdfdfe",
    bottom: "#e6eaf0",
    ground: "#bcc4d0",
    groundOpacity: 0.9,
    shadow: 0.2,
    contact: 0.32,
  },
  dark: {
    top: "#14171b",
    bottom: "#1d2229",
    ground: "#39414c",
    groundOpacity: 0.9,
    shadow: 0.42,
    contact: 0.62,
  },
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

/** One colour, which costs nothing to draw. */
export function plainBackdrop(theme: Theme): Color {
  return new Color(LOOKS[theme].top).lerp(new Color(LOOKS[theme].bottom), 0.5);
}
