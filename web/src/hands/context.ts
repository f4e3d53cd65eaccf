/** What every tool has at hand. */

import type { FromPage, Vec3 } from "../messages";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import type { View } from "../view/view";
import type { Ray } from "./pick";

export interface Context {
  /** Hands that were left where they are. */
  left: Set<string>;
  view: View;
  store: Store<Studio>;
  send(message: FromPage): void;
  /** A name that nothing else has. */
  name(prefix: string): string;
  tell(text: string): void;
}

/** Where the pointer is, on the page and in the world. */
export interface Pointer {
  x: number;
  y: number;
  ray: Ray;
  touch: boolean;
}

/** Something that goes on from the moment a button is pressed until it is let go. */
export interface Drag {
  cursor: string;
  move(pointer: Pointer): void;
  /** The button was let go, or (`lost`) what was held is no more. */
  end(lost: boolean): void;
  /** The button was let go, but the hand stays where it is; returns its name. */
  leave?(): string;
}

/** What the pointer would do if it were pressed. */
export interface Hover {
  cursor: string;
  at: Vec3 | null;
  strong?: boolean;
  radius?: number; // of what would be gripped [m]
}

export interface Tool {
  start(context: Context, pointer: Pointer): Drag | null;
  hover(context: Context, pointer: Pointer): Hover | null;
}

/** How near a pointer must come to something small [CSS pixels]. */
export const reachOf = (pointer: Pointer): number => (pointer.touch ? 26 : 12);

/** The last call of each picture: a mouse may report a thousand positions a second. */
export function oncePerPicture<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  let latest: A | null = null;
  return (...args) => {
    if (latest === null) {
      requestAnimationFrame(() => {
        const now = latest as A;
        latest = null;
        call(...now);
      });
    }
    latest = args;
  };
}
