/** What is being edited: which change the server has not answered yet, and who is to be told if it refuses. */

export interface Waiting {
  path: string;
  refuse(reason: string): void;
}

/** Troubles carry no path of their own, so a refusal goes to the field whose path it names, else to the last. */
export class Pending {
  private waiting: Waiting[] = [];

  sent(change: Waiting): void {
    this.waiting = [...this.waiting.filter(({ path }) => path !== change.path), change];
  }

  /** The server took over what was sent. */
  accepted(): void {
    this.waiting = [];
  }

  /** True if a field takes the blame. */
  refused(reason: string): boolean {
    const named = this.waiting.filter(({ path }) => reason.includes(path));
    const chosen = named[named.length - 1] ?? this.waiting[this.waiting.length - 1];
    if (!chosen) return false;
    this.waiting = this.waiting.filter((one) => one !== chosen);
    chosen.refuse(inWords(reason));
    return true;
  }
}

/** A refusal as a sentence, without the place in the scene: it stands below the field. */
function inWords(reason: string): string {
  const [first] = reason.split("\n");
  const text = first.replace(/^(?:[\w-]+(?:[.[][\w.[\]-]+)?: ){0,2}/, "");
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

let gestures = 0;
/** A name for one drag of a slider, so that it is undone as one. */
export const newGesture = (): string => `slider-${Date.now().toString(36)}-${(gestures += 1)}`;
