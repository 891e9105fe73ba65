/** The server's interface for planning ahead. */

import { call } from "./client.ts";
import type { PlanPlayed, PlanState, Schemas } from "./types.ts";

const path = (table: string): string => `/tables/${encodeURIComponent(table)}/plan`;
const asSeat = (seat: number | null): string => (seat === null ? "" : `?seat=${seat}`);

export const plansApi = {
  plan: (table: string, seat: number | null) => call<PlanState>("GET", path(table) + asSeat(seat)),
  previews: (table: string, seat: number | null) =>
    call<Schemas["Previews"]>("GET", `${path(table)}/previews${asSeat(seat)}`),
  begin: (table: string, seat: number | null) => call<PlanState>("POST", path(table), { seat }),
  choose: (table: string, seat: number | null, revision: number, action: number) =>
    call<PlanState>("POST", `${path(table)}/choices`, { seat, revision, action }),
  back: (table: string, seat: number | null, revision: number, count: number) =>
    call<PlanState>("POST", `${path(table)}/back`, { seat, revision, count }),
  keep: (table: string, seat: number | null, revision: number, automatic: boolean) =>
    call<PlanState>("POST", `${path(table)}/keep`, { seat, revision, automatic }),
  play: (table: string, seat: number | null, version: number, hold: number) =>
    call<PlanPlayed>("POST", `${path(table)}/play`, { seat, version, hold }),
  discard: (table: string, seat: number | null) =>
    call<undefined>("DELETE", path(table) + asSeat(seat)),
};
