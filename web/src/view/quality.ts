/** How much the view may cost. */

export type Quality = "high" | "medium" | "low";

export interface Settings {
  shadows: boolean;
  antialias: boolean; // only when the view is made: browsers cannot change it later
  pixelRatio: number; // at most
  pixels: number; // about how many may be drawn
  rich: boolean; // physically based materials with an environment, or simple ones
}

const SETTINGS: Record<Quality, Settings> = {
  high: { shadows: true, antialias: true, pixelRatio: 2, pixels: 8e6, rich: true },
  medium: { shadows: false, antialias: true, pixelRatio: 1, pixels: 2.5e6, rich: true },
  low: { shadows: false, antialias: false, pixelRatio: 1, pixels: 4e5, rich: false },
};
export const settingsOf = (quality: Quality): Settings => SETTINGS[quality];

const COARSEST = 0.6;

/** Pixels per CSS pixel for a view of this size [CSS pixels] on a screen with that many of its own. */
export function pixelRatioFor(settings: Settings, width: number, height: number, screen: number): number {
  const affordable = Math.max(COARSEST, Math.sqrt(settings.pixels / (width * height)));
  return Math.min(screen, settings.pixelRatio, affordable);
}

export interface Choice {
  quality: Quality;
  fixed: boolean; // asked for by the user, so that it stays
  reason: "" | "software" | "slow";
}

/** From the address of the page (?quality=low) and what the browser says of its renderer. */
export function chooseQuality(search: string, renderer: string): Choice {
  const asked = new URLSearchParams(search).get("quality");
  if (asked === "low" || asked === "medium" || asked === "high") {
    return { quality: asked, fixed: true, reason: "" };
  }
  if (/swiftshader|llvmpipe|software|basic render/i.test(renderer)) {
    return { quality: "low", fixed: false, reason: "software" };
  }
  return { quality: "high", fixed: false, reason: "" };
}

const SLOW = 42; // ms that a picture may take
const ENOUGH = 24; // pictures before something is changed

/** Watches how long pictures take, and asks for less when that is too long. */
export class Pace {
  private taken: number[] = [];

  /** A picture took so long [ms]; true if they have been too slow for a while. */
  took(ms: number): boolean {
    this.taken.push(ms);
    if (this.taken.length < ENOUGH) return false;
    const sorted = this.taken.sort((a, b) => a - b);
    this.taken = [];
    return sorted[Math.floor(sorted.length / 2)] > SLOW;
  }
}

export const lower = (quality: Quality): Quality => (quality === "high" ? "medium" : "low");
