/** Move obstacles, the anchors of springs, joints, the tips of loads and pins with a gizmo. */

import type { Vec3 } from "../messages";
import { constraintOf, handlePlaces, type Handle } from "../view/gizmo";
import type { View } from "../view/view";
import { oncePerPicture, reachOf, type Context, type Drag, type Pointer, type Tool } from "./context";
import { add, distance, onLine, onPlane, scale, subtract } from "./drag";
import { holdPin } from "./grab";
import { firstMeeting, nodeAt } from "./pick";

/** Something that can be moved, and by what name it is found again. */
type Movable =
  | { kind: "set"; name: string; path: string; at: Vec3 }
  | { kind: "load"; name: string; path: string; at: Vec3; from: Vec3 }
  | { kind: "pin"; name: string; body: string; node: number; at: Vec3 };

function movables(view: View): Movable[] {
  const set = (name: string, path: string | null, at: Vec3): Movable[] =>
    path === null ? [] : [{ kind: "set", name, path, at }];
  const pins = Object.entries(view.hands?.pins ?? {}).flatMap(([body, nodes]) =>
    nodes.length > 16
      ? []
      : nodes.map((node): Movable => {
          const positions = view.bodies.get(body)?.positions;
          return {
            kind: "pin",
            name: `pin ${body} ${node}`,
            body,
            node,
            at: positions ? nodeAt(positions, node) : [0, 0, 0],
          };
        }),
  );
  return [
    ...view.obstacles.flatMap(({ info }) => set(`obstacle ${info.id}`, info.path, info.anchor)),
    ...view.anchors.flatMap(({ id, path, at }) => set(`anchor ${id}`, path, at)),
    ...view.loadTips().map((tip): Movable => ({ kind: "load", name: `load ${tip.path}`, ...tip })),
    ...pins,
  ];
}

export class MoveTool implements Tool {
  private chosen: string | null = null;
  private active = false;
  private dragged: Vec3 | null = null;

  /** The tool was taken up or laid down. */
  activate({ view }: Context, active: boolean): void {
    this.active = active;
    if (!active) {
      view.setHandles([]);
      view.setGizmo(null);
      return;
    }
    const all = movables(view);
    if (!all.some(({ name }) => name === this.chosen)) this.chosen = all[0]?.name ?? null;
    this.refresh(view);
  }

  /** Something moved. */
  refresh(view: View): void {
    if (!this.active) return;
    const all = movables(view);
    const chosen = all.find(({ name }) => name === this.chosen);
    view.setHandles(all.filter((one) => one !== chosen).map(({ at }) => at));
    view.setGizmo(this.dragged ?? chosen?.at ?? null);
  }

  start(context: Context, pointer: Pointer): Drag | null {
    const { view } = context;
    const handle = this.handleAt(view, pointer);
    const here = movables(view).find(({ name }) => name === this.chosen);
    if (handle && here) return this.drag(context, pointer, here, handle);
    const other = this.movableAt(view, pointer);
    if (other) {
      this.chosen = other.name;
      this.refresh(view);
      return this.drag(context, pointer, other, "free");
    }
    return holdPin(context, pointer);
  }

  hover({ view }: Context, pointer: Pointer): { cursor: string; at: Vec3 | null } | null {
    const handle = this.handleAt(view, pointer);
    if (view.gizmo.highlight(handle)) view.stage.request();
    if (handle) return { cursor: "move", at: null };
    const other = this.movableAt(view, pointer);
    return other && { cursor: "move", at: other.at };
  }

  private drag(context: Context, pointer: Pointer, what: Movable, handle: Handle): Drag {
    const { view } = context;
    const { axis, normal } = constraintOf(handle);
    const facing = normal ?? (view.stage.rig.forward().toArray() as Vec3);
    const place = ({ ray }: Pointer): Vec3 | null =>
      axis ? onLine(ray, what.at, axis) : onPlane(ray, what.at, facing);
    const offset = subtract(what.at, place(pointer) ?? what.at);
    const mover = moverOf(context, what);
    view.gizmo.highlight(handle);
    return {
      cursor: "move",
      move: (now) => {
        const at = place(now);
        if (!at) return;
        this.dragged = add(at, offset);
        view.setGizmo(this.dragged);
        mover.to(this.dragged);
      },
      end: (lost) => {
        if (!lost) mover.end(this.dragged ?? what.at);
        this.dragged = null;
        view.heldMarks.steady = false;
        view.gizmo.highlight(null);
      },
    };
  }

  /** The handle of the gizmo under the pointer. */
  private handleAt(view: View, pointer: Pointer): Handle | null {
    if (!view.gizmo.group.visible) return null;
    const origin = view.gizmo.group.position.toArray() as Vec3;
    const reach = pointer.touch ? 22 : 11;
    for (const { handle, from, to } of handlePlaces()) {
      const a = view.toPage(add(origin, scale(from, view.gizmo.length)));
      const b = view.toPage(add(origin, scale(to, view.gizmo.length)));
      if (a && b && distanceToSegment(pointer, a, b) < reach) return handle;
    }
    return null;
  }

  /** The dot of something that can be moved under the pointer, or the obstacle there. */
  private movableAt(view: View, pointer: Pointer): Movable | null {
    const all = movables(view);
    for (const one of all) {
      const seen = view.toPage(one.at);
      if (seen && Math.hypot(seen.x - pointer.x, seen.y - pointer.y) < reachOf(pointer)) return one;
    }
    let nearest = view.bodyAt(pointer.ray, pointer.touch)?.meeting.distance ?? Infinity;
    let found: Movable | null = null;
    for (const { mesh, positions, triangles, info, open } of view.obstacles) {
      const meeting = mesh && !open && firstMeeting(pointer.ray, positions, triangles);
      if (!meeting || meeting.distance >= nearest) continue;
      nearest = meeting.distance;
      found = all.find(({ name }) => name === `obstacle ${info.id}`) ?? null;
    }
    return found;
  }
}

interface Mover {
  to(at: Vec3): void;
  end(at: Vec3): void;
}

const tidy = (at: Vec3): Vec3 => at.map((v) => Number(v.toFixed(6))) as Vec3;

function moverOf(context: Context, what: Movable): Mover {
  if (what.kind === "pin") return pinning(context, what);
  if (what.kind === "set") return setting(context, what.path, what.at, tidy);
  const { heldMarks } = context.view;
  heldMarks.steady = true;
  return setting(context, what.path, what.at, (at) => heldMarks.forceOf(what.from, at));
}

/** Sets a parameter to what a place means. */
function setting({ send, name }: Context, path: string, from: Vec3, meaning: (at: Vec3) => Vec3): Mover {
  const gesture = name("gizmo");
  let last = String(meaning(from));
  const put = (at: Vec3): void => {
    const value = meaning(at);
    if (String(value) === last) return;
    last = String(value);
    send({ type: "set", path, value, gesture });
  };
  return { to: oncePerPicture(put), end: put };
}

function pinning({ view, send, name }: Context, { body, node, at }: Movable & { kind: "pin" }): Mover {
  const id = name("grab");
  const spot = view.bodies.get(body)?.spotOfNode(node);
  if (!spot) return { to() {}, end() {} };
  let held = true;
  let told = at;
  send({ type: "grab", id, spot: { body, ...spot }, to: at });
  return {
    to: oncePerPicture((to: Vec3) => {
      if (!held) return;
      told = to;
      send({ type: "move", id, to });
    }),
    end(to) {
      held = false;
      if (distance(to, told) > 0) send({ type: "move", id, to });
      send({ type: "release", id });
    },
  };
}

export function distanceToSegment(
  p: { x: number; y: number },
  a: { x: number; y: number },
  b: { x: number; y: number },
): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const t = length > 0 ? Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length)) : 0;
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}
