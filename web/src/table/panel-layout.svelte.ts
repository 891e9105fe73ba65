/** Where the panels of a table lie and which one is enlarged, kept in the browser. */

interface Kept {
  /** Panels from left to right and row by row. */
  order: string[];
  large: string | null;
}

const KEY = "sandtable.desk.";

export class PanelLayout {
  private readonly key: string;
  private readonly start: string[];
  private kept: Kept = $state.raw({ order: [], large: null });
  /** The panel that is being dragged. */
  dragged: string | null = $state(null);

  /** `rows`: the panels of a new table. Every row keeps its number of panels. */
  constructor(
    name: string,
    private readonly counts: number[],
    start: string[],
  ) {
    this.key = KEY + name;
    this.start = start;
    this.kept = this.read();
  }

  private read(): Kept {
    const fresh = { order: this.start, large: null };
    try {
      const stored = JSON.parse(localStorage.getItem(this.key) ?? "{}") as Partial<Kept>;
      const order = stored.order ?? [];
      const whole =
        order.length === this.start.length && this.start.every((id) => order.includes(id));
      return whole ? { order, large: stored.large ?? null } : fresh;
    } catch {
      return fresh;
    }
  }

  private keep(part: Partial<Kept>): void {
    this.kept = { ...this.kept, ...part };
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }

  get rows(): string[][] {
    let from = 0;
    return this.counts.map((count) => this.kept.order.slice(from, (from += count)));
  }

  get large(): string | null {
    return this.kept.large;
  }

  /** Enlarge a panel until it is asked again. */
  enlarge(id: string): void {
    this.keep({ large: this.large === id ? null : id });
  }

  swap(a: string, b: string): void {
    const other = (id: string): string => (id === a ? b : id === b ? a : id);
    this.keep({ order: this.kept.order.map(other) });
  }

  /** Swap a panel with the one before or after it. */
  move(id: string, by: number): void {
    const order = this.kept.order;
    const other = order[order.indexOf(id) + by];
    if (other) this.swap(id, other);
  }

  get moved(): boolean {
    return this.large !== null || this.kept.order.some((id, n) => id !== this.start[n]);
  }

  reset(): void {
    this.keep({ order: this.start, large: null });
  }
}
