/** Plays a recording: shows one frame after the other, at the speed at which they happened. */

import type { Status } from "../messages";

/** The frame that is shown so many seconds after another; they are taken to be evenly spread over time. */
export function frameAfter(status: Status, from: number, seconds: number): number {
  const { first_frame: first, last_frame: last, first_time, last_time } = status;
  const rate = (last - first) / Math.max(1e-9, last_time - first_time);
  return Math.min(last, Math.max(first, from + seconds * rate));
}

export class Player {
  private timer: number | null = null;

  /** `status` tells what there is, `show` a frame; `changed` hears whether it plays. */
  constructor(
    private readonly status: () => Status | null,
    private readonly show: (frame: number) => void,
    private readonly changed: (plays: boolean) => void,
  ) {}

  get plays(): boolean {
    return this.timer !== null;
  }

  /** From a frame on, again from the start if that is the last, until the end. */
  play(from: number): void {
    this.pause();
    let at = from >= (this.status()?.last_frame ?? 0) ? (this.status()?.first_frame ?? 0) : from;
    let before = performance.now();
    this.show(Math.round(at));
    this.timer = window.setInterval(() => {
      const status = this.status();
      const now = performance.now();
      if (status?.state !== "recording") return this.pause();
      at = frameAfter(status, at, ((status.speed ?? 1) * (now - before)) / 1000);
      before = now;
      this.show(Math.round(at));
      if (at >= status.last_frame) this.pause();
    }, 1000 / 60);
    this.changed(true);
  }

  pause(): void {
    if (this.timer !== null) window.clearInterval(this.timer);
    this.timer = null;
    this.changed(false);
  }
}
