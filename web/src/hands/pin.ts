/** Click a node to pin it or to let it go; dragging pulls, as a hand does. */

import type { Vec3 } from "../messages";
import { reachOf, type Context, type Drag, type Pointer, type Tool } from "./context";
import { holdBody, holdPin } from "./grab";
import { nearestCorner, nodeAt } from "./pick";

const STILL = 5; // CSS pixels that a click may wander

interface Target {
  body: string;
  node: number;
  pinned: boolean;
  at: Vec3;
}

function targetAt({ view }: Context, pointer: Pointer): Target | null {
  const pin = view.pinAt(pointer.x, pointer.y, reachOf(pointer));
  if (pin) return { body: pin.body.id, node: pin.node, pinned: true, at: pin.at };
  const hit = view.bodyAt(pointer.ray, pointer.touch);
  if (!hit) return null;
  const node = nearestCorner(hit.meeting.nodes, hit.meeting.weights);
  const pinned = view.hands?.pins[hit.body.id]?.includes(node) ?? false;
  return { body: hit.body.id, node, pinned, at: nodeAt(hit.body.positions, node) };
}

export const pin: Tool = {
  start(context, pointer) {
    const target = targetAt(context, pointer);
    if (!target) return null;
    let drag: Drag | null = null;
    return {
      cursor: "pointer",
      move(now) {
        if (!drag && Math.hypot(now.x - pointer.x, now.y - pointer.y) > STILL) {
          drag = target.pinned ? holdPin(context, pointer) : holdBody(context, pointer);
        }
        drag?.move(now);
      },
      end(lost) {
        if (drag) drag.end(lost);
        else if (!lost)
          context.send({ type: "pin", body: target.body, nodes: [target.node], free: target.pinned });
      },
    };
  },
  hover(context, pointer) {
    const target = targetAt(context, pointer);
    return target && { cursor: "pointer", at: target.at, strong: true };
  },
};
