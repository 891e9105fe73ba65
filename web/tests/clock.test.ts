import { describe, expect, it } from "vitest";
import type { ClockInfo } from "../src/api/types.ts";
import { graceAt, isLow, leftAt, shownTime } from "../src/table/clock.ts";

const clock = (more: Partial<ClockInfo> = {}): ClockInfo => ({
  pace: "live",
  bank: 600_000,
  increment: 10_000,
  on_timeout: "bot",
  bot: "medium",
  grace: 30_000,
  low: 60_000,
  left: [600_000, 90_000],
  running: 1,
  since: 1_000_000,
  now: 1_000_000,
  paused: false,
  ...more,
});

describe("a clock", () => {
  it("counts down for the seat that runs, from its moment on", () => {
    expect(leftAt(clock(), 0, 2_000_000)).toBe(600_000);
    expect(leftAt(clock(), 1, 999_000)).toBe(90_000);
    expect(leftAt(clock(), 1, 1_010_000)).toBe(80_000);
  });

  it("says when little is left, and how long until the server acts", () => {
    expect(isLow(clock(), 1, 1_030_000)).toBe(false);
    expect(isLow(clock(), 1, 1_030_001)).toBe(true);
    expect(graceAt(clock(), 1, 1_089_999)).toBeNull();
    expect(graceAt(clock(), 1, 1_100_000)).toBe(20_000);
    expect(graceAt(clock(), 1, 2_000_000)).toBe(0);
    expect(graceAt(clock({ running: null, since: null }), 1, 2_000_000)).toBeNull();
  });

  it("is shown in minutes, hours or days", () => {
    expect(shownTime(0)).toBe("0:00");
    expect(shownTime(-5000)).toBe("0:00");
    expect(shownTime(59_001)).toBe("1:00");
    expect(shownTime(754_000)).toBe("12:34");
    expect(shownTime(3_600_000 + 65_000)).toBe("1:01:05");
    expect(shownTime(3 * 86_400_000 + 4 * 3_600_000)).toBe("3 d 4 h");
  });
});
