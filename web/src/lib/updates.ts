/** What messages of the live channel do to the position and the log that are known. */

import {
  eventsOf,
  type GameEvent,
  type LogTurn,
  type Position,
  type Preview,
  type ServerMessage,
} from "../api/types.ts";

export type UpdateMessage = Extract<ServerMessage, { type: "update" }>;
export type Change = NonNullable<UpdateMessage["changes"]>[number];

/** The log after an update: turns from log_from on are replaced. */
export function joinLog(log: LogTurn[], from: number, turns: LogTurn[]): LogTurn[] {
  return [...log.filter((turn) => turn.turn < from), ...turns];
}

/** A position with what has changed since; the old one stays as it is. */
export function withChanges(position: Position, changes: Change[]): Position {
  return changes.reduce<unknown>(
    (whole, { path, value }) => put(whole, path, value),
    position,
  ) as Position;
}

function put(inside: unknown, [key, ...rest]: (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(inside)) {
    return (inside as unknown[]).map((part, place) =>
      place === key ? put(part, rest, value) : part,
    );
  }
  const parts = inside as Record<string, unknown>;
  return { ...parts, [key]: put(parts[key], rest, value) };
}

/** Previews by the choice they are of. One that does nothing yet is known by what comes of it in
 * any case. */
export function previewsById(previews: Preview[]): Map<number, Preview> {
  return new Map(
    previews.map((p) => [
      p.action,
      p.then ? { ...p, seats: p.then.seats, events: p.then.events } : p,
    ]),
  );
}

/** What happened in steps after the given one, up to another. */
export function eventsSince(log: LogTurn[], step: number, last = Infinity): GameEvent[] {
  return log.flatMap((turn) =>
    eventsOf({ ...turn, steps: turn.steps.filter((s) => s.step > step && s.step <= last) }),
  );
}
