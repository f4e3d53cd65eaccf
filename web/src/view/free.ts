/** The parts of the view that nothing lies over. */

import type { Part } from "./framing";

/** A rectangle [CSS pixels], y downwards. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const inside = (a: Rect, b: Rect): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** All the largest rectangles in a view that none of some others overlaps. */
export function freeRects(view: Rect, covers: readonly Rect[]): Rect[] {
  let found = [view];
  for (const cover of covers) {
    const parts = found.flatMap((rect) =>
      overlap(rect, cover)
        ? [
            { ...rect, right: cover.left },
            { ...rect, left: cover.right },
            { ...rect, bottom: cover.top },
            { ...rect, top: cover.bottom },
          ].filter(({ left, right, top, bottom }) => left < right && top < bottom)
        : [rect],
    );
    found = parts.filter(
      (one, k) => !parts.some((other, n) => n !== k && inside(one, other) && (!inside(other, one) || n < k)),
    );
  }
  return found;
}

/** A rectangle of a view of some width and height, as a part of the picture. */
export const partOf = (rect: Rect, width: number, height: number): Part => ({
  left: (2 * rect.left) / width - 1,
  right: (2 * rect.right) / width - 1,
  bottom: 1 - (2 * rect.bottom) / height,
  top: 1 - (2 * rect.top) / height,
});
