/** Positions of the past as they were asked for; kept, because people look back and forth. */

import { api } from "../api/client.ts";
import type { Position } from "../api/types.ts";

const KEPT = 400;

export class PastPositions {
  fetching = false;
  private known = new Map<number, Position>();

  constructor(private readonly table: string) {}

  has(step: number): boolean {
    return this.known.has(step);
  }

  /** The position after so many choices, as a seat (-1: a spectator) sees it. */
  async at(step: number, seat: number): Promise<Position> {
    const known = this.known.get(step);
    if (known) return known;
    this.fetching = true;
    try {
      const position = await api.history(this.table, step, seat);
      if (this.known.size > KEPT) this.known.clear();
      this.known.set(step, position);
      return position;
    } finally {
      this.fetching = false;
    }
  }

  /** The game went back: what came from there on was not. */
  forgetFrom(step: number): void {
    for (const known of this.known.keys()) if (known >= step) this.known.delete(known);
  }
}
