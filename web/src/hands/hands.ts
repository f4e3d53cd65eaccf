/** Mouse, pen and fingers on the view: what is a hand and what moves the camera. */

import type { Studio, Tool as ToolName } from "../state/studio";
import type { Context, Drag, Pointer, Tool } from "./context";
import { oncePerPicture } from "./context";
import { cut } from "./cut";
import { grab } from "./grab";
import { MoveTool } from "./move";
import { pin } from "./pin";
import { push } from "./push";

type CameraMove = "orbit" | "pan" | "zoom";

interface Place {
  x: number; // CSS pixels on the page
  y: number;
}

const placeOf = (event: PointerEvent): Place => ({ x: event.clientX, y: event.clientY });

const TOGETHER = 300; // [ms] between two fingers that are meant as one gesture
const TURN = 2.6; // radians over the height of the view
const WHEEL = 0.0014; // zoom per unit of the wheel

export class Hands {
  private readonly mover = new MoveTool();
  private readonly tools: Record<ToolName, Tool> = { grab, push, pin, cut, move: this.mover };
  private readonly pressed = new Map<number, Place>(); // where each pointer that is down was last
  private readonly drags = new Map<number, Drag>(); // by pointer: every finger may hold something
  private camera: CameraMove | null = null;
  private pointer: number | null = null; // which one was first
  private since = 0; // when the first finger or button came down [ms]

  constructor(private readonly context: Context) {
    const { canvas } = context.view.stage;
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
      canvas.addEventListener(name, (event) => this.up(event));
    }
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("dblclick", () => context.view.frame());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    addEventListener("blur", () => this.release());
    context.store.on(["tool"], ({ tool }) => {
      this.release();
      this.mover.activate(context, tool === "move");
      context.view.setHover(null);
      canvas.style.cursor = "";
    });
    let revision = -1;
    context.store.on(["scene"], ({ scene }) => {
      if (scene && scene.revision !== revision) {
        this.release(true);
        context.left.clear();
      }
      revision = scene?.revision ?? -1;
    });
  }

  /** Lets go of everything; `lost` if what was held is no more. */
  release(lost = false): void {
    const drags = [...this.drags.values()];
    this.drags.clear();
    this.camera = null;
    this.pointer = null;
    for (const drag of drags) drag.end(lost);
    this.context.view.stage.canvas.style.cursor = "";
  }

  /** Lets go of everything, also where hands were left. */
  letGo(): void {
    this.release();
    for (const id of this.context.left) this.context.send({ type: "release", id });
    this.context.left.clear();
  }

  /** What can be moved is somewhere else now. */
  refresh(): void {
    this.mover.refresh(this.context.view);
  }

  private down(event: PointerEvent): void {
    const { canvas } = this.context.view.stage;
    try {
      canvas.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is already gone again cannot be captured; its drag ends with the next event.
    }
    (document.activeElement as HTMLElement | null)?.blur();
    this.pressed.set(event.pointerId, placeOf(event));
    this.context.view.steady = true;
    if (this.pressed.size > 1) {
      if (event.pointerType === "touch") this.secondFinger(event);
      return;
    }
    this.pointer = event.pointerId;
    this.since = event.timeStamp;
    this.camera = cameraMove(event);
    if (this.camera) return;
    const drag = this.startDrag(event);
    if (drag) {
      this.drags.set(event.pointerId, drag);
      canvas.style.cursor = drag.cursor;
      this.context.view.setHover(null);
    } else {
      this.camera = "orbit";
    }
  }

  /** While one finger holds a body, another can hold it as well; two that come down together move the camera. */
  private secondFinger(event: PointerEvent): void {
    const together = event.timeStamp - this.since < TOGETHER;
    const holds = !together && [...this.drags.values()].some((drag) => drag.leave);
    const drag = holds ? this.startDrag(event) : null;
    if (drag) this.drags.set(event.pointerId, drag);
    else this.release();
  }

  private startDrag(event: PointerEvent): Drag | null {
    const { store, tell } = this.context;
    const tool = event.ctrlKey || event.metaKey ? grab : this.tools[store.state.tool];
    const pointer = this.pointerOf(event);
    const why = whyNot(store.state);
    if (why) {
      if (tool.hover(this.context, pointer)) tell(why);
      return null;
    }
    return tool.start(this.context, pointer);
  }

  private move(event: PointerEvent): void {
    const before = this.pressed.get(event.pointerId);
    if (before) this.pressed.set(event.pointerId, placeOf(event));
    const drag = this.drags.get(event.pointerId);
    if (drag) {
      drag.move(this.pointerOf(event));
    } else if (before && event.pointerType === "touch" && this.pressed.size > 1) {
      if (!this.drags.size) this.pinch(event, before);
    } else if (before && event.pointerId === this.pointer) {
      this.moveCamera(event.clientX - before.x, event.clientY - before.y);
    } else if (event.pointerType !== "touch" && !this.pressed.size) {
      this.hover(this.pointerOf(event));
    }
  }

  private moveCamera(dx: number, dy: number): void {
    const { rig, height } = this.context.view.stage;
    if (this.camera === "orbit") rig.orbit((-TURN * dx) / height, (TURN * dy) / height);
    else if (this.camera === "pan") rig.pan(dx, dy, height);
    else rig.zoom(Math.exp(-0.006 * dy));
    this.tookCamera();
  }

  /** From now on the camera is the user's. */
  private tookCamera(): void {
    this.context.store.set({ follow: false });
    this.context.view.stage.request();
  }

  /** Two fingers: their middle pans, their distance zooms. */
  private pinch(event: PointerEvent, before: Place): void {
    const other = [...this.pressed].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const { rig, height } = this.context.view.stage;
    const apart = (p: Place): number => Math.hypot(p.x - other.x, p.y - other.y);
    const now = placeOf(event);
    if (apart(before) > 4 && apart(now) > 4) {
      const middle = this.inView((now.x + other.x) / 2, (now.y + other.y) / 2);
      rig.zoom(apart(now) / apart(before), middle.x, middle.y);
    }
    rig.pan((now.x - before.x) / 2, (now.y - before.y) / 2, height);
    this.tookCamera();
  }

  private up(event: PointerEvent): void {
    this.pressed.delete(event.pointerId);
    this.context.view.steady = this.pressed.size > 0;
    const drag = this.drags.get(event.pointerId);
    this.drags.delete(event.pointerId);
    if (drag?.leave && event.type === "pointerup" && event.shiftKey) {
      this.context.left.add(drag.leave());
      this.context.tell("The hand stays here. Drag it to go on; Esc lets go.");
    } else {
      drag?.end(false);
    }
    if (event.pointerId === this.pointer || !this.drags.size) {
      this.pointer = null;
      this.camera = null;
      this.context.view.stage.canvas.style.cursor = "";
    }
  }

  private leave(): void {
    if (this.pointer === null) this.context.view.setHover(null);
  }

  private readonly hover = oncePerPicture((pointer: Pointer) => {
    if (this.pointer !== null) return;
    const { view, store } = this.context;
    const found =
      store.state.scrub === null ? this.tools[store.state.tool].hover(this.context, pointer) : null;
    view.stage.canvas.style.cursor = found?.cursor ?? "";
    const { at, strong = false, radius = 0 } = found ?? {};
    view.setHover(at ? { at, strong, radius } : null);
  });

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { rig } = this.context.view.stage;
    const lines = event.deltaMode === 1 ? 18 : 1;
    const faster = event.ctrlKey ? 6 : 1; // a pinch on a trackpad
    const at = this.inView(event.clientX, event.clientY);
    rig.zoom(Math.exp(-WHEEL * faster * lines * event.deltaY), at.x, at.y);
    this.tookCamera();
  }

  private inView(x: number, y: number): Place {
    const box = this.context.view.stage.canvas.getBoundingClientRect();
    return { x: (2 * (x - box.left)) / box.width - 1, y: 1 - (2 * (y - box.top)) / box.height };
  }

  private pointerOf(event: PointerEvent): Pointer {
    const { clientX: x, clientY: y } = event;
    return { x, y, ray: this.context.view.rayAt(x, y), touch: event.pointerType === "touch" };
  }
}

/** Why nothing can be held at present; "" if it can. */
function whyNot({ scrub, status }: Pick<Studio, "scrub" | "status">): string {
  if (status?.state === "recording") return "This is a recording: it can be looked at, not touched.";
  if (scrub !== null) return "This is a recording. Press Live to take hold of what happens now.";
  return status && !status.driving ? "Another tab drives. Press Drive to take over." : "";
}

/** Right and middle buttons, Alt and Shift always move the camera. */
export function cameraMove(event: Pick<PointerEvent, "button" | "altKey" | "shiftKey">): CameraMove | null {
  if (event.button === 1) return "pan";
  if (event.button === 2) return event.shiftKey ? "pan" : "orbit";
  if (event.altKey) return "zoom";
  return event.shiftKey ? "pan" : null;
}
