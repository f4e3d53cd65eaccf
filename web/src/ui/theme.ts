/** Light or dark: as the system has it, until the user says otherwise. */

export type Theme = "light" | "dark";

const KEY = "pliant-theme";

export class ThemeSwitch {
  private readonly system = matchMedia("(prefers-color-scheme: dark)");
  private chosen: Theme | null = read();

  constructor(private readonly changed: (theme: Theme) => void) {
    this.system.addEventListener("change", () => this.apply());
    this.apply();
  }

  get theme(): Theme {
    return this.chosen ?? (this.system.matches ? "dark" : "light");
  }

  /** The other one. If that is what the system has, the page follows the system again. */
  toggle(): void {
    const next: Theme = this.theme === "dark" ? "light" : "dark";
    this.chosen = (next === "dark") === this.system.matches ? null : next;
    try {
      if (this.chosen) localStorage.setItem(KEY, this.chosen);
      else localStorage.removeItem(KEY);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.theme;
    this.changed(this.theme);
  }
}

function read(): Theme | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : null;
  } catch {
    return null;
  }
}
