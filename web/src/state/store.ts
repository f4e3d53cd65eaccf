/** What the page knows, in one place; those who care are told when it changes. */

export class Store<S extends object> {
  private readonly listeners = new Set<{ keys: readonly (keyof S)[]; tell: (state: S) => void }>();

  constructor(private current: S) {}

  get state(): Readonly<S> {
    return this.current;
  }

  /** Changes some of it, and tells those who listen to what really changed. */
  set(patch: Partial<S>): void {
    const changed = (Object.keys(patch) as (keyof S)[]).filter((key) => patch[key] !== this.current[key]);
    if (!changed.length) return;
    this.current = { ...this.current, ...patch };
    for (const { keys, tell } of [...this.listeners]) {
      if (keys.some((key) => changed.includes(key))) tell(this.current);
    }
  }

  /** Calls `tell` now and whenever one of `keys` changes. */
  on(keys: readonly (keyof S)[], tell: (state: S) => void): void {
    this.listeners.add({ keys, tell });
    tell(this.current);
  }
}
