/** What the person at this browser likes, kept in the browser. */

export type Theme = "auto" | "light" | "dark";
export type Pace = "slow" | "normal" | "fast" | "none";
/** Helps for newcomers: as long as somebody is new to a title, always, or never. */
export type HelpWish = "fade" | "always" | "never";

interface Kept {
  theme: Theme;
  pace: Pace;
  confirm: boolean;
  notify: boolean;
  labels: boolean;
  /** So many seconds bots wait after my turn, in case I take it back. */
  hold: number;
  sounds: boolean;
  helps: HelpWish;
  /** Title and icon of the tab say how many games wait. */
  tab: boolean;
}

const KEY = "sandtable.settings";
const START: Kept = {
  theme: "auto",
  pace: "normal",
  confirm: false,
  notify: false,
  labels: true,
  hold: 2,
  sounds: false,
  helps: "fade",
  tab: true,
};

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    // It used to be on or off.
    if (typeof kept.hold === "boolean") kept.hold = kept.hold ? START.hold : 0;
    return { ...START, ...kept };
  } catch {
    return START;
  }
}

class Settings {
  private kept: Kept = $state(read());
  /** The system asks for little motion. */
  stillness = $state(false);

  constructor() {
    const query = matchMedia?.("(prefers-reduced-motion: reduce)");
    if (query) {
      this.stillness = query.matches;
      query.addEventListener?.("change", () => (this.stillness = query.matches));
    }
  }

  get theme(): Theme {
    return this.kept.theme;
  }

  set theme(theme: Theme) {
    this.keep({ theme });
    const root = document.documentElement;
    if (theme === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
    try {
      localStorage.setItem("sandtable.theme", theme);
    } catch {
      // A browser that keeps nothing forgets the theme with the page.
    }
  }

  get pace(): Pace {
    return this.stillness ? "none" : this.kept.pace;
  }

  set pace(pace: Pace) {
    this.keep({ pace });
  }

  get confirm(): boolean {
    return this.kept.confirm;
  }

  set confirm(confirm: boolean) {
    this.keep({ confirm });
  }

  get notify(): boolean {
    return this.kept.notify;
  }

  set notify(notify: boolean) {
    this.keep({ notify });
  }

  get sounds(): boolean {
    return this.kept.sounds;
  }

  set sounds(sounds: boolean) {
    this.keep({ sounds });
  }

  get helps(): HelpWish {
    return this.kept.helps;
  }

  set helps(helps: HelpWish) {
    this.keep({ helps });
  }

  get tab(): boolean {
    return this.kept.tab;
  }

  set tab(tab: boolean) {
    this.keep({ tab });
  }

  get hold(): number {
    return this.kept.hold;
  }

  set hold(hold: number) {
    this.keep({ hold });
  }

  /** The names of spaces on the map. */
  get labels(): boolean {
    return this.kept.labels;
  }

  set labels(labels: boolean) {
    this.keep({ labels });
  }

  private keep(part: Partial<Kept>): void {
    this.kept = { ...this.kept, ...part };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // As above.
    }
  }
}

export const settings = new Settings();

/** How long a move of somebody else stays before the next one is shown, in milliseconds. */
export const PACE: Record<Pace, number> = { slow: 1600, normal: 850, fast: 350, none: 0 };
