/** How many frames the server may send: two are on their way, and one more for each that was drawn. */

export const OUTSTANDING = 2;
const AT_ONCE = 16; // what one message may grant

export class Credits {
  private owed = 0;

  constructor(private readonly grant: (frames: number) => void) {}

  /** A new connection: what was owed to the old one is gone. */
  start(): void {
    this.owed = 0;
    this.grant(OUTSTANDING);
  }

  arrived(): void {
    this.owed += 1;
  }

  /** What arrived has been drawn, or left out for a newer one. */
  drawn(): void {
    while (this.owed > 0) {
      const frames = Math.min(this.owed, AT_ONCE);
      this.owed -= frames;
      this.grant(frames);
    }
  }
}
