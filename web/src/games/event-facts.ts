/** What happened, as far as every page wants to know it: where, worth what, how it sounds. */

import { eventsOf, type GameEdition, type LogTurn } from "../api/types.ts";
import type { GameModule } from "./types.ts";

export type Sound = "place" | "coins" | "rain" | "card";

export interface EventFacts<E> {
  /** The places of an event, as elements name them in `data-spot`; `card X` is one by `data-card`. */
  spots(event: E): string[];
  /** What a place is called; empty where it goes without saying. */
  where(spot: string, edition: GameEdition): string;
  /** The tab where an event is seen; null: on no tab of its own. */
  tab(event: E): string | null;
  /** The points an event brings, by seat. */
  points(event: E): { seat: number; points: number } | null;
  sound(event: E): Sound | null;
}

/** For titles that say nothing about it. */
export const NO_EVENT_FACTS: EventFacts<unknown> = {
  spots: () => [],
  where: () => "",
  tab: () => null,
  points: () => null,
  sound: () => null,
};

/** The places of a whole turn. */
export function spotsOf(game: GameModule, turn: LogTurn): string[] {
  return [...new Set(eventsOf(turn).flatMap((event) => game.eventFacts.spots(event)))];
}

/** The points of a turn, by seat. */
export function pointsOf(game: GameModule, turn: LogTurn): Map<number, number> {
  const points = new Map<number, number>();
  for (const event of eventsOf(turn)) {
    const won = game.eventFacts.points(event);
    if (won?.points) points.set(won.seat, (points.get(won.seat) ?? 0) + won.points);
  }
  return points;
}

/** What the others did: all turns since the last one of these seats that is over. */
export function turnsSince(log: LogTurn[], mine: number[], now: number | null): LogTurn[] {
  const turns: LogTurn[] = [];
  for (const turn of log.toReversed()) {
    if (turn.seat === null) break;
    if (mine.includes(turn.seat)) {
      if (turn.turn === now) continue;
      break;
    }
    turns.push(turn);
  }
  return turns.reverse();
}

/** The first sentence of a turn says what it was; the rest are its details. */
export function inShort(lines: string[]): { main: string; details: string[] } {
  const [first = "", ...rest] = lines;
  const end = first.search(/\. (?=\S)/);
  if (end < 0) return { main: first, details: rest };
  return { main: first.slice(0, end + 1), details: [first.slice(end + 2), ...rest] };
}
