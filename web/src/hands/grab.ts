/** Take hold of a spot and pull it in the plane of the picture, or of a flat world. */

import type { Spot, Vec3 } from "../messages";
import { oncePerPicture, reachOf, type Context, type Drag, type Pointer, type Tool } from "./context";
import { add, distance, onPlane, subtract } from "./drag";

/** Holds a spot that is at `at` now; the hand keeps its distance to the pointer. `id`: one that was left there. */
export function hold(context: Context, pointer: Pointer, spot: Spot, at: Vec3, again?: string): Drag {
  const { view, store, send } = context;
  const id = again ?? context.name("grab");
  const normal = view.handPlane();
  const offset = subtract(at, onPlane(pointer.ray, at, normal) ?? at);
  let to = at;
  let told = at;
  let held = true;
  const { stiffness, damping } = store.state;
  const radius = gripOf(context, spot.body);
  if (!again) send({ type: "grab", id, spot, to, stiffness, damping: damping ?? 0, radius });
  view.setHold(id, { id, spot, to });
  const tell = oncePerPicture((place: Vec3) => {
    if (!held) return;
    told = place;
    send({ type: "move", id, to: place });
  });
  const stop = (): void => {
    held = false;
    view.setHold(id, null);
    if (distance(told, to) > 0) send({ type: "move", id, to });
  };
  return {
    cursor: "grabbing",
    move({ ray }) {
      const place = onPlane(ray, at, normal);
      if (!place) return;
      to = add(place, offset);
      view.setHold(id, { id, spot, to });
      tell(to);
    },
    end(lost) {
      if (lost) {
        held = false;
        view.setHold(id, null);
        return;
      }
      stop();
      send({ type: "release", id });
    },
    leave() {
      stop();
      return id;
    },
  };
}

/** How far around a spot a hand grips a body [m]. */
const gripOf = ({ store, view }: Context, body: string): number =>
  ((store.state.grip ?? 0) / 100) * view.sizeOf(body);

/** A hand that was left where it is, under the pointer again. */
function holdAgain(context: Context, pointer: Pointer): Drag | null {
  const found = context.view.holdAt(pointer.x, pointer.y, reachOf(pointer), context.left);
  if (!found) return null;
  context.left.delete(found.id);
  return hold(context, pointer, found.spot, found.to, found.id);
}

/** The pin under the pointer, moved by holding its node. */
export function holdPin(context: Context, pointer: Pointer): Drag | null {
  const pin = context.view.pinAt(pointer.x, pointer.y, reachOf(pointer));
  const spot = pin && pin.body.spotOfNode(pin.node);
  return pin && spot ? hold(context, pointer, { body: pin.body.id, ...spot }, pin.at) : null;
}

/** The body under the pointer. */
export function holdBody(context: Context, pointer: Pointer): Drag | null {
  const hit = context.view.bodyAt(pointer.ray, pointer.touch);
  if (!hit) return null;
  const { nodes, weights } = hit.meeting;
  return hold(context, pointer, { body: hit.body.id, nodes, weights }, hit.point);
}

export const grab: Tool = {
  start: (context, pointer) =>
    holdAgain(context, pointer) ?? holdPin(context, pointer) ?? holdBody(context, pointer),
  hover(context, pointer) {
    const { view, left } = context;
    const hand = view.holdAt(pointer.x, pointer.y, reachOf(pointer), left);
    if (hand) return { cursor: "grab", at: hand.to, strong: true };
    const pin = view.pinAt(pointer.x, pointer.y, reachOf(pointer));
    if (pin) return { cursor: "grab", at: pin.at, strong: true };
    const hit = view.bodyAt(pointer.ray, pointer.touch);
    return hit && { cursor: "grab", at: hit.point, radius: gripOf(context, hit.body.id) };
  },
};
