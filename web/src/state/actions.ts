/** What the user can do, whichever button, key or menu it came from. */

import { newGesture } from "../form/editor";
import type { Assignment, ExportFormat, FieldName, FromPage, Vec3, VectorName } from "../messages";
import { clock } from "../numbers/format";
import { toast } from "../ui/toasts";
import { VIEW_ANGLE } from "../view/framing";
import { Player } from "./player";
import type { Store } from "./store";
import { ALL_VECTORS, debugOn, fieldsOf, type Studio, type Tool } from "./studio";

export const SPEEDS: readonly { label: string; factor: number | null }[] = [
  { label: "¼×", factor: 0.25 },
  { label: "½×", factor: 0.5 },
  { label: "1×", factor: 1 },
  { label: "2×", factor: 2 },
  { label: "max", factor: null },
];

export type Range = "all" | "recent" | "here";
const RECENT = 10; // [s]

/** The first and the last frame of a choice of what to export. */
export function framesOf(
  range: Range,
  state: Pick<Studio, "status" | "scrub">,
): { first: number | null; last: number | null } {
  const { status, scrub } = state;
  if (!status || range === "all") return { first: null, last: null };
  if (range === "here") return { first: null, last: scrub };
  const rate =
    (status.last_frame - status.first_frame) / Math.max(1e-9, status.last_time - status.first_time);
  return { first: Math.max(status.first_frame, Math.round(status.last_frame - RECENT * rate)), last: null };
}

export class Actions {
  private readonly player: Player;

  constructor(
    private readonly store: Store<Studio>,
    readonly send: (message: FromPage) => boolean,
  ) {
    this.player = new Player(
      () => store.state.status,
      (frame) => frame !== store.state.scrub && this.scrub(frame, true),
      (playback) => store.set({ playback }),
    );
  }

  /** What is open is a recording. */
  get recorded(): boolean {
    return this.store.state.status?.state === "recording";
  }

  /** Plays what was recorded from its first frame. */
  playBack(): void {
    this.player.play(this.store.state.status?.first_frame ?? 0);
  }

  open(name: string, variant: string | null): void {
    this.send({ type: "open", name, variant });
    this.store.set({ page: "view", busy: "Opening …", opening: name, trouble: null, scrub: null });
  }

  openText(name: string, text: string): void {
    this.send({ type: "open_text", name, text });
    this.store.set({ busy: "Opening …", opening: name });
  }

  /** Opens a mesh or a recording that the server has under an id. */
  openDropped(id: string, name: string): void {
    this.send({ type: "open_dropped", id, name });
    this.store.set({ busy: "Opening …" });
  }

  busy(text: string): void {
    this.store.set({ busy: text });
  }

  gallery(): void {
    this.store.set({ page: "gallery" });
  }

  togglePlay(): void {
    const { status, scrub } = this.store.state;
    if (this.recorded) {
      if (this.player.plays) this.player.pause();
      else this.player.play(scrub ?? 0);
      return;
    }
    this.present();
    this.store.set({ trouble: null }); // it is tried again; if that fails the server says so
    const pauses = status?.plays && scrub === null;
    this.send({ type: pauses ? "pause" : "play" });
  }

  /** From a recorded frame back to what happens now; nothing can go on from another moment, and that is said. */
  private present(): void {
    const { status, scrub } = this.store.state;
    if (scrub === null || scrub === status?.last_frame) return this.live();
    this.live();
    toast(`Back to the present (${clock(status?.time ?? 0)}): a simulation goes on only from there.`);
  }

  step(): void {
    if (this.recorded) {
      const { status, scrub } = this.store.state;
      this.scrub(Math.min((scrub ?? 0) + 1, status?.last_frame ?? 0));
      return;
    }
    this.present();
    this.store.set({ trouble: null });
    this.send({ type: "step", count: 1 });
  }

  reset(options: { smallerStep?: boolean; replay?: boolean } = {}): void {
    if (this.recorded) {
      this.scrub(this.store.state.status?.first_frame ?? 0);
      return;
    }
    this.live();
    this.send({ type: "reset", smaller_step: options.smallerStep ?? false, replay: options.replay ?? false });
    this.store.set({ trouble: null });
  }

  speed(factor: number | null): void {
    this.send({ type: "speed", factor });
  }

  /** The next slower or faster of the speeds. */
  changeSpeed(by: 1 | -1): void {
    const now = this.store.state.status?.speed ?? null;
    const at = SPEEDS.findIndex(({ factor }) => factor === now);
    const next = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, (at < 0 ? 2 : at) + by))];
    this.speed(next.factor);
  }

  undo(again: boolean): void {
    this.send({ type: "undo", again });
  }

  drive(): void {
    this.send({ type: "drive" });
  }

  set(path: string, value: unknown, gesture = ""): void {
    this.send({ type: "set", path, value, gesture });
  }

  /** Several changes, each allowed after those before it; undone as one. */
  setAll(changes: readonly Assignment[]): void {
    const gesture = newGesture();
    for (const { path, value } of changes) this.set(path, value, gesture);
  }

  /** Takes the change that stopped the simulation back, and starts anew without it. */
  undoAndReset(): void {
    this.undo(false);
    this.reset();
  }

  /** Starts anew after some changes. */
  setAndReset(changes: readonly Assignment[]): void {
    this.setAll(changes);
    this.reset();
  }

  /** Looks at a recorded frame; whoever does so by hand stops what plays. */
  scrub(frame: number, playing = false): void {
    if (!playing && this.player.plays) this.player.pause();
    this.store.set({ scrub: frame });
    this.send({ type: "scrub", frame });
  }

  live(): void {
    if (this.store.state.scrub === null || this.recorded) return;
    this.store.set({ scrub: null });
    this.send({ type: "scrub", frame: null });
  }

  /** `high` is the end of the colours that are shown, if any, and `image` the user's own picture in base64. */
  export(
    format: ExportFormat,
    range: Range,
    { camera, high, image }: { camera: [Vec3, Vec3, Vec3]; high: number | null; image: string },
  ): void {
    const { field, texture, wireframe, particles } = this.store.state;
    this.send({
      type: "export",
      format,
      ...framesOf(range, this.store.state),
      camera,
      view_angle: VIEW_ANGLE,
      colour_by: field,
      high,
      texture,
      image,
      wireframe,
      particles,
    });
  }

  /** Lets the camera keep bodies in the picture, or leaves it where it is. */
  toggleFollow(): void {
    this.store.set({ follow: !this.store.state.follow });
  }

  tool(tool: Tool): void {
    this.store.set({ tool });
  }

  field(field: FieldName | null): void {
    this.store.set({ field });
    this.watch();
  }

  nextField(): void {
    const fields = fieldsOf(this.store.state.scene);
    this.field(fields[(fields.indexOf(this.store.state.field) + 1) % fields.length]);
  }

  vector(name: VectorName, shown: boolean): void {
    const { vectors } = this.store.state;
    this.store.set({ vectors: ALL_VECTORS.filter((one) => (one === name ? shown : vectors.includes(one))) });
    this.watch();
  }

  contacts(contacts: boolean): void {
    this.store.set({ contacts });
    this.watch();
  }

  held(held: boolean): void {
    this.store.set({ held });
    this.watch();
  }

  reactions(reactions: boolean): void {
    this.store.set({ reactions });
    this.watch();
  }

  toggleDebug(): void {
    const on = !debugOn(this.store.state);
    this.store.set({ particles: on, vectors: on ? ALL_VECTORS : [] });
    this.watch();
  }

  /** Opens or closes the energy balance, which is kept as long as it is open. */
  balance(open: boolean): void {
    if (open === this.store.state.balance) return;
    this.store.set({ balance: open });
    this.watch();
  }

  /** Shows the energy balance, or closes it if it is to be seen. */
  toggleBalance(): void {
    const { balance, panel } = this.store.state;
    const seen = balance && panel === "plots";
    if (!seen) this.store.set({ panel: "plots" });
    this.balance(!seen);
  }

  toggleWireframe(): void {
    const wireframe = !this.store.state.wireframe;
    this.store.set({ wireframe, surface: !wireframe });
  }

  /** Tells the server what is to come with frames and statuses; normals are worked out here. */
  watch(): void {
    const { field, vectors, contacts, held, reactions, balance } = this.store.state;
    this.send({
      type: "watch",
      fields: field ? [field] : [],
      vectors: vectors.filter((name) => name !== "normals"),
      contacts,
      held,
      reactions,
      balance,
    });
  }
}
