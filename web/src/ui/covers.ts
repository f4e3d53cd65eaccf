/** What lies over the view, and how the card of the hand keeps out of the way of pins. */

import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import type { Rect } from "../view/free";
import type { View } from "../view/view";
import { boxesIn, freeCorner, type Corner } from "./corners";
import { toast } from "./toasts";

const OFTEN = 250; // [ms] between two looks at where pins are
const SOON = 2000; // [ms] after it was opened, in which it would be a riddle why it is folded again
const CALM = 4; // looks in a row without a pin in the way before a card that gave way comes back

const visible = (element: Element): boolean => element.getClientRects().length > 0;

/** Where some elements are [CSS pixels], counted from a corner of another. */
function rectsOf(elements: Iterable<Element>, from: Element): Rect[] {
  const { left, top } = from.getBoundingClientRect();
  return [...elements].filter(visible).map((element) => {
    const box = element.getBoundingClientRect();
    return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top };
  });
}

const OVER = ".covers, .notices > *";

/** What lies over the view. */
export const coversOf = (view: Element): Rect[] => rectsOf(view.querySelectorAll(OVER), view);

/** Tells when something begins or ends to lie over the view. */
export function watchCovers(view: Element, changed: () => void): void {
  const observer = new ResizeObserver(() => changed());
  for (const element of view.querySelectorAll(OVER)) observer.observe(element);
}

/** Lets the card of the hand give way to pins: to another corner, or folded if there is none. */
export function giveWay(store: Store<Studio>, view: View, element: HTMLElement, card: HTMLElement): void {
  const area = card.parentElement as HTMLElement;
  let size = { width: 0, height: 0 };
  let gaveWay = false;
  let calm = 0;
  let asked = -Infinity; // when the user opened it [ms]
  store.on(["card"], (state) => {
    if (!state.card) return;
    if (!gaveWay) asked = performance.now();
    gaveWay = false;
  });
  asked = -Infinity;
  const look = (): void => {
    const open = visible(card);
    if (store.state.page !== "view" || (!open && !gaveWay)) return;
    if (open) size = { width: card.offsetWidth, height: card.offsetHeight };
    if (open && card.matches(":hover, :active, :focus-within")) return;
    const others = [...element.querySelectorAll(OVER)].filter((other) => other !== card);
    const [room] = rectsOf([area], element);
    const now = (card.dataset.corner ?? "top-left") as Corner;
    const boxes = boxesIn(room, size.width, size.height);
    // Where it is, it may have been shifted by a notice.
    if (open) [boxes[now]] = rectsOf([card], element);
    const corner = freeCorner(boxes, now, rectsOf(others, element), view.pinPlaces());
    if (corner === null) {
      calm = 0;
      if (open && !view.stage.rig.moves) {
        if (performance.now() - asked < SOON)
          toast("The hand’s card would lie over pins here, so it is folded.");
        store.set({ card: false });
        gaveWay = true;
      }
      return;
    }
    if (!open) {
      calm += 1;
      if (calm < CALM) return;
      store.set({ card: true });
    }
    if (corner !== now) {
      card.dataset.corner = corner;
      view.uncover();
    }
  };
  setInterval(look, OFTEN);
}
