/** Which corner of the view a card takes: one where it covers neither pins nor other cards. */

import { overlap, type Rect } from "../view/free";

export const CORNERS = ["top-left", "bottom-left", "top-right", "bottom-right"] as const;
export type Corner = (typeof CORNERS)[number];

export interface Point {
  x: number;
  y: number;
}

const BESIDE = 10; // CSS pixels around a pin that stay free

/** Where a card of some size is in each corner of an area. */
export function boxesIn(area: Rect, width: number, height: number): Record<Corner, Rect> {
  const box = (left: number, top: number): Rect => ({ left, top, right: left + width, bottom: top + height });
  return {
    "top-left": box(area.left, area.top),
    "top-right": box(area.right - width, area.top),
    "bottom-left": box(area.left, area.bottom - height),
    "bottom-right": box(area.right - width, area.bottom - height),
  };
}

/** The corner where it is, or else the first in which it lies over nothing; null if there is none. */
export function freeCorner(
  boxes: Record<Corner, Rect>,
  now: Corner,
  others: readonly Rect[],
  pins: readonly Point[],
): Corner | null {
  const covers = ({ left, right, top, bottom }: Rect, { x, y }: Point): boolean =>
    x > left - BESIDE && x < right + BESIDE && y > top - BESIDE && y < bottom + BESIDE;
  const isFree = (corner: Corner): boolean =>
    !others.some((other) => overlap(other, boxes[corner])) && !pins.some((pin) => covers(boxes[corner], pin));
  return [now, ...CORNERS].find(isFree) ?? null;
}
