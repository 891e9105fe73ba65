/** What a clock shows at a moment. */

import type { ClockInfo } from "../api/types.ts";
import { t } from "../i18n/index.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds that a seat has left; below zero, the server acts soon. `now` is its time. */
export function leftAt(clock: ClockInfo, seat: number, now: number): number {
  const left = clock.left[seat] ?? 0;
  if (clock.running !== seat || clock.since === null) return left;
  return left - Math.max(0, now - clock.since);
}

/** How long until the server acts, once time is up; null: it is not. */
export function graceAt(clock: ClockInfo, seat: number, now: number): number | null {
  const left = leftAt(clock, seat, now);
  return clock.running === seat && left <= 0 ? Math.max(0, clock.grace + left) : null;
}

export function isLow(clock: ClockInfo, seat: number, now: number): boolean {
  return leftAt(clock, seat, now) < clock.low;
}

/** Minutes and seconds, or days and hours. */
export function shownTime(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left >= DAY) return t.clock.days(Math.floor(left / DAY), Math.floor((left % DAY) / HOUR));
  const seconds = Math.ceil(left / SECOND);
  const parts = [Math.floor((seconds % 3600) / 60), seconds % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${parts.join(":")}` : parts.join(":").replace(/^0(?=\d:)/, "");
}
