/** What is being edited: which change the server has not answered yet, and who is to be told if it refuses. */

import type { Assignment, Trouble } from "../messages";

/** Why a value was refused, and the changes by which it can be had all the same, if there are any. */
export interface Refusal {
  reason: string;
  offer: string;
  changes: readonly Assignment[];
}

export interface Waiting {
  path: string;
  refuse(refusal: Refusal): void;
}

/**
 * A refusal goes to the field whose path it names, else to the last. If none waits any more, since an earlier change was
 * answered meanwhile, `find` looks for that field, and says whether there is one.
 */
export class Pending {
  private waiting: Waiting[] = [];

  constructor(private readonly find: (path: string, refusal: Refusal) => boolean = () => false) {}

  sent(change: Waiting): void {
    this.waiting = [...this.waiting.filter(({ path }) => path !== change.path), change];
  }

  /** The server took over what was sent. */
  accepted(): void {
    this.waiting = [];
  }

  /** True if a field takes the blame. */
  refused({ text, path: which, why, offer, changes }: Trouble): boolean {
    const refusal = { reason: inWords(why || text), offer, changes };
    const named = this.waiting.filter(({ path }) => (which ? path === which : text.includes(path)));
    const chosen = named[named.length - 1] ?? this.waiting[this.waiting.length - 1];
    if (!chosen) return which !== "" && this.find(which, refusal);
    this.waiting = this.waiting.filter((one) => one !== chosen);
    chosen.refuse(refusal);
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
