/** Draw a line across a body: it is cut there when the button is let go. */

import type { Spot, Vec3 } from "../messages";
import type { Ray } from "./pick";
import type { Context, Drag, Pointer, Tool } from "./context";
import { distance } from "./drag";

const EVERY = 3; // CSS pixels between two looks at what is under the line
const LEAP = 4; // how much farther apart at rest than now two places may be, and so many cells

/** A place under the line. */
export interface Found {
  spot: Spot;
  element: number; // the triangle
  at: Vec3; // where it is now
  rest: Vec3; // and at rest
}

/**
 * The paths of one line: chains of spots of one body each. A line that leaves the body, or gets from one fold to
 * another, begins anew; of several places in one triangle only the first and the last are kept.
 */
export class Stroke {
  readonly paths: Found[][] = [];
  private open = false;

  constructor(
    private readonly spacing: (body: string) => number,
    private readonly isThread: (body: string) => boolean = () => false,
  ) {}

  add(found: Found | null): void {
    const path = this.paths[this.paths.length - 1];
    const last = path?.[path.length - 1];
    if (!found) {
      this.open = false;
    } else if (!this.open || !path || !last || this.leaps(last, found)) {
      this.paths.push([found]);
      this.open = true;
    } else if (
      last.element === found.element &&
      path.length > 1 &&
      path[path.length - 2].element === found.element
    ) {
      path[path.length - 1] = found;
    } else {
      path.push(found);
    }
  }

  /** What can be cut along: a single place is no path, but on a thread. */
  get cuts(): Spot[][] {
    const enough = (path: Found[]) => path.length > 1 || this.isThread(path[0].spot.body);
    return this.paths.filter(enough).map((path) => path.map(({ spot }) => spot));
  }

  private leaps(from: Found, to: Found): boolean {
    if (from.spot.body !== to.spot.body) return true;
    const allowed = LEAP * (distance(from.at, to.at) + this.spacing(to.spot.body));
    return distance(from.rest, to.rest) > allowed;
  }
}

function foundAt({ view }: Context, ray: Ray, touch: boolean): Found | null {
  const hit = view.bodyAt(ray, touch);
  if (!hit || !hit.body.cuttable) return null;
  const { element } = hit.meeting;
  const { nodes, weights } = hit.meeting.material ?? hit.meeting;
  const spot = { body: hit.body.id, nodes, weights };
  return { spot, element, at: hit.point, rest: hit.body.restOf(nodes, weights) };
}

export const cut: Tool = {
  start(context, pointer): Drag | null {
    const { view, send, tell } = context;
    const hit = view.bodyAt(pointer.ray, pointer.touch);
    if (hit && !hit.body.cuttable) {
      tell("It was not made to be cut: tick “Cuttable” in its settings.");
      return null;
    }
    const stroke = new Stroke(
      (body) => view.bodies.get(body)?.spacing ?? 0,
      (body) => view.bodies.get(body)?.thread !== null,
    );
    let last: Pick<Pointer, "x" | "y"> = pointer;
    stroke.add(foundAt(context, pointer.ray, pointer.touch));
    return {
      cursor: "crosshair",
      move(now) {
        const steps = Math.max(1, Math.ceil(Math.hypot(now.x - last.x, now.y - last.y) / EVERY));
        for (let k = 1; k <= steps; k++) {
          const x = last.x + ((now.x - last.x) * k) / steps;
          const y = last.y + ((now.y - last.y) * k) / steps;
          stroke.add(foundAt(context, view.rayAt(x, y), now.touch));
        }
        last = now;
        view.setStroke(stroke.cuts);
      },
      end(lost) {
        view.setStroke([]);
        if (!lost) for (const path of stroke.cuts) send({ type: "cut", path });
      },
    };
  },
  hover({ view }, { ray, touch }) {
    const hit = view.bodyAt(ray, touch);
    return hit?.body.cuttable ? { cursor: "crosshair", at: hit.point } : null;
  },
};
