/** What tests may look at from outside: `window.pliant`. */

import { nodeAt } from "../hands/pick";
import type { Vec3 } from "../messages";
import type { Store } from "../state/store";
import type { Studio } from "../state/studio";
import type { View } from "../view/view";

export interface Hooks {
  readonly store: { readonly state: Readonly<Studio> };
  readonly view: {
    /** Where a node is on the page [CSS pixels]. */
    project(body: string, node: number): { x: number; y: number } | null;
    /** Where a point of the world is on the page [CSS pixels]. */
    projectPoint(point: Vec3): { x: number; y: number } | null;
    position(body: string, node: number): Vec3 | null;
    /** Which body is under a place on the page. */
    bodyAt(x: number, y: number): string | null;
    /** How many triangles of a body are there: less when it is cut. */
    triangles(body: string): number;
    /** How many triangles are drawn instead of those of torn cells. */
    quarters(body: string): number;
    readonly springs: number; // that are drawn
    readonly contacts: number; // that are drawn
    readonly held: { arrows: number; guides: number; points: number; numbers: string[] }; // likewise
    /** The tips of loads that can be dragged. */
    loadTips(): { path: string; at: Vec3 }[];
    readonly lines: number; // that are being drawn to cut along
    readonly lastFrame: { revision: number; frame: number; step: number; time: number; live: boolean } | null;
    readonly cameraMoves: boolean;
    readonly fps: number;
    readonly pictures: number; // drawn so far
    readonly renderer: string;
  };
}

declare global {
  interface Window {
    pliant?: Hooks;
  }
}

export function expose(store: Store<Studio>, view: View, renderer = ""): void {
  const position = (body: string, node: number): Vec3 | null => {
    const positions = view.bodies.get(body)?.positions;
    return positions && 3 * node < positions.length ? nodeAt(positions, node) : null;
  };
  const hooks: Hooks = {
    store: {
      get state() {
        return store.state;
      },
    },
    view: {
      project(body, node) {
        const at = position(body, node);
        return at && view.toPage(at);
      },
      projectPoint: (point) => view.toPage(point),
      position,
      bodyAt: (x, y) => view.bodyAt(view.rayAt(x, y))?.body.id ?? null,
      triangles: (body) => (view.bodies.get(body)?.triangles.length ?? 0) / 3,
      quarters: (body) => (view.bodies.get(body)?.tear?.triangles.length ?? 0) / 3,
      get springs() {
        return view.springMarks.drawn;
      },
      get contacts() {
        return view.contactMarks.drawn;
      },
      get held() {
        return view.heldMarks.drawn;
      },
      loadTips: () => view.loadTips(),
      get lines() {
        return view.stroke.paths.length;
      },
      get lastFrame() {
        if (!view.lastFrame) return null;
        const { revision, frame, step, time, live } = view.lastFrame;
        return { revision, frame, step, time, live };
      },
      get cameraMoves() {
        return view.stage.rig.moves;
      },
      get fps() {
        return view.stage.fps;
      },
      get pictures() {
        return view.stage.drawnSoFar;
      },
      renderer,
    },
  };
  window.pliant = Object.freeze(hooks);
}
