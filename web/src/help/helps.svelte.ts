/** Helps for newcomers to a title. They fade as somebody plays: the server knows how many games a
 * person has finished, the browser how often it has asked each kind of question. */

import { api } from "../api/client.ts";
import { settings } from "../lib/settings.svelte.ts";

const KEY = "sandtable.asked";
/** Finished games of a title after which nothing is suggested, and nothing explained unasked. */
const SUGGEST_GAMES = 3;
const EXPLAIN_GAMES = 6;
/** So often a kind of question comes with suggestions. */
const SUGGEST_TIMES = 8;

type Asked = Record<string, Record<string, number>>;

function read(): Asked {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Asked;
  } catch {
    return {};
  }
}

export class Helps {
  private game = $state("");
  /** Games of this title that the person has finished; null: not known yet. */
  private finished: number | null = $state(null);
  private asked: Asked = read();

  async load(game: string): Promise<void> {
    if (this.game !== game) this.finished = null;
    this.game = game;
    try {
      const { scores } = await api.scores(game);
      if (this.game === game) this.finished = scores.length;
    } catch {
      // Whoever the server does not know is new here.
      if (this.game === game) this.finished = 0;
    }
  }

  /** Whether choices and icons are explained without being asked. */
  get explains(): boolean {
    return this.on(EXPLAIN_GAMES);
  }

  /** Whether suggestions belong to a kind of question. */
  suggests(kind: string): boolean {
    if (settings.helps === "always") return true;
    return this.on(SUGGEST_GAMES) && (this.asked[this.game]?.[kind] ?? 0) < SUGGEST_TIMES;
  }

  /** Suggestions were shown for a kind of question. */
  suggested(kind: string): void {
    const here = this.asked[this.game] ?? {};
    this.asked = { ...this.asked, [this.game]: { ...here, [kind]: (here[kind] ?? 0) + 1 } };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.asked));
    } catch {
      // A browser that keeps nothing goes on helping.
    }
  }

  private on(games: number): boolean {
    if (settings.helps !== "fade") return settings.helps === "always";
    return this.finished !== null && this.finished < games;
  }
}

export const helps = new Helps();
