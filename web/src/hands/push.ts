/** Push a spot inward, harder the longer the button is held: the punch of document 000 (3.5.14). */

import { scale } from "./drag";
import { normalTowards } from "./pick";
import type { Tool } from "./context";

export const push: Tool = {
  start({ view, send, name }, { ray, touch }) {
    const hit = view.bodyAt(ray, touch);
    if (!hit) return null;
    const { nodes, weights } = hit.meeting;
    const id = name("push");
    const spot = { body: hit.body.id, nodes, weights };
    const direction = scale(normalTowards(ray, hit.body.positions, nodes), -1);
    send({ type: "push", id, spot, direction });
    view.setThrust({ spot, direction });
    return {
      cursor: "crosshair",
      move() {},
      end(lost) {
        view.setThrust(null);
        if (!lost) send({ type: "release", id });
      },
    };
  },
  hover({ view }, { ray, touch }) {
    const hit = view.bodyAt(ray, touch);
    return hit && { cursor: "crosshair", at: hit.point };
  },
};
