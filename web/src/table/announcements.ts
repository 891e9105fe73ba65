/** What is read out to people who do not see the table: the news of the log, each once. */

import type { LogTurn } from "../api/types.ts";

/** What is new in the log. A line that has grown is read from where it differs. */
export function newLines(before: LogTurn[], now: LogTurn[]): string[] {
  const known = new Map(before.map((turn) => [turn.turn, turn.lines]));
  return now.flatMap((turn) => {
    const old = known.get(turn.turn) ?? [];
    return turn.lines.flatMap((line, n) => (old.includes(line) ? [] : [rest(old[n] ?? "", line)]));
  });
}

/** The part of a line that the older one does not have, from the beginning of its clause. */
export function rest(old: string, line: string): string {
  let same = 0;
  while (same < old.length && old[same] === line[same]) same += 1;
  // Where the old line ended with a full stop, the new one goes on with a comma.
  const clause = Math.max(...[", ", ": ", ". ", " ("].map((mark) => line.lastIndexOf(mark, same)));
  return clause > 0 && same > 0 ? line.slice(clause + 2) : line;
}
