import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LogTurn, Position, TableInfo } from "../src/api/types.ts";
import { LiveTable } from "../src/lib/live.svelte.ts";
import { PACE, settings } from "../src/lib/settings.svelte.ts";
import { pauseBefore } from "../src/lib/table-socket.ts";
import { eventsSince, joinLog, withChanges } from "../src/lib/updates.ts";

/** A WebSocket that the test speaks for. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const turn = (number: number, steps: number[], seat = 0): LogTurn => ({
  turn: number,
  seat,
  lines: [`turn ${number}`],
  steps: steps.map((step) => ({
    step,
    seat,
    action: null,
    notation: null,
    text: null,
    events: [{ type: "thing", step }],
  })),
});

const shown = {
  game: "another",
  players: 2,
  seat: 0,
  turn_of: 0,
  to_choose: 0,
  over: false,
  winners: [],
};

const position = (version: number, more: Partial<Position> = {}): Position => ({
  step: version,
  version,
  turn: 1,
  seat: 0,
  view: shown,
  to_choose: 0,
  over: false,
  decision: null,
  undo: { allowed: false, reason: "nothing", count: 0, back: null },
  lesson: null,
  scores: null,
  returns: [],
  notes: [],
  ...more,
});

const table = {
  id: "t",
  game: "faiyum",
  seats: [
    { seat: 0, kind: "human", name: "Ann", bot: null, mine: true, present: true },
    { seat: 1, kind: "bot", name: "Bot", bot: "easy", mine: false, present: true },
  ],
} as unknown as TableInfo;

const update = (version: number, by: number | null, log: LogTurn[], from: number): unknown => ({
  type: "update",
  cause: "act",
  by,
  between: [],
  position: position(version),
  log_from: from,
  log,
});

const decision = {
  kind: "turn",
  subject: null,
  prompt: "?",
  rule: "turn",
  choices: [],
  explanations: {},
  explanation_rules: {},
};

let live: LiveTable;

function socket(): FakeSocket {
  return FakeSocket.all.at(-1)!;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server here")));
  settings.pace = "normal";
  live = new LiveTable("t");
});

afterEach(() => {
  live.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a log keeps what came before and takes the rest anew", () => {
  const log = [turn(1, [1]), turn(2, [2, 3]), turn(3, [4])];
  const joined = joinLog(log, 2, [turn(2, [2]), turn(4, [3])]);
  expect(joined.map((entry) => entry.turn)).toEqual([1, 2, 4]);
  expect(joined[1]!.steps).toHaveLength(1);
  expect(eventsSince(log, 2).map((event) => "step" in event && event["step"])).toEqual([3, 4]);
});

test("changes make a new position and leave the old one as it is", () => {
  const old = position(1, {
    view: { ...shown, seats: [{ money: 1 }, { money: 2 }], deck: 9 },
  });
  const changes = [
    { path: ["version"], value: 2 },
    { path: ["view", "seats", 1, "money"], value: 5 },
  ];
  const made = withChanges(old, changes);
  expect(made).toEqual({
    ...old,
    version: 2,
    view: { ...shown, seats: [{ money: 1 }, { money: 5 }], deck: 9 },
  });
  expect(old.version).toBe(1);
  expect(old.view).toEqual({ ...shown, seats: [{ money: 1 }, { money: 2 }], deck: 9 });
});

test("updates with changes are put together", () => {
  socket().say({ type: "hello", table, position: position(1), log: [], version: 1 });
  const changes = [{ path: ["version"], value: 2 }];
  socket().say({
    type: "update",
    cause: "act",
    by: 0,
    between: [],
    position: null,
    changes,
    log_from: 1,
    log: [],
  });
  expect(live.current?.version).toBe(2);
});

test("choices that come together are shown one by one", () => {
  socket().say({ type: "hello", table, position: position(1), log: [], version: 1 });
  const to = (version: number): unknown[] => [
    { path: ["version"], value: version },
    { path: ["step"], value: version },
  ];
  socket().say({
    type: "update",
    cause: "act",
    by: 1,
    between: [to(2), to(3)],
    position: null,
    changes: to(4),
    log_from: 1,
    log: [turn(1, [2, 3, 4], 1)],
  });
  expect(live.latest?.version).toBe(4);
  for (const version of [2, 3, 4]) {
    expect(live.current?.version).toBe(version);
    expect(live.happened).toMatchObject([{ step: version }]);
    expect(live.log).toHaveLength(version < 4 ? 0 : 1);
    vi.advanceTimersByTime(PACE.normal);
  }
  expect(live.behind).toBe(false);
});

test("pauses between attempts grow, but not for ever", () => {
  expect(pauseBefore(0, 0.5)).toBeLessThan(pauseBefore(3, 0.5));
  expect(pauseBefore(50, 1)).toBeLessThanOrEqual(13_000);
  expect(pauseBefore(0, 0)).toBeGreaterThan(0);
});

test("hello shows all at once", () => {
  expect(live.connection).toBe("connecting");
  socket().say({ type: "hello", table, position: position(5), log: [turn(1, [1])], version: 5 });
  expect(live.connection).toBe("open");
  expect(live.current?.version).toBe(5);
  expect(live.mySeats).toEqual([0]);
  expect(live.log).toHaveLength(1);
});

test("moves of others are shown one after the other", () => {
  socket().say({ type: "hello", table, position: position(1), log: [], version: 1 });
  socket().say(update(2, 1, [turn(1, [2], 1)], 1));
  socket().say(update(3, 1, [turn(1, [2, 3], 1)], 1));
  expect(live.current?.version).toBe(2);
  expect(live.latest?.version).toBe(3);
  expect(live.behind).toBe(true);
  expect(live.happened.map((event) => "step" in event && event["step"])).toEqual([2]);
  vi.advanceTimersByTime(2000);
  expect(live.current?.version).toBe(3);
  expect(live.happened.map((event) => "step" in event && event["step"])).toEqual([3]);
  expect(live.behind).toBe(false);
});

test("who wants no motion sees all at once", () => {
  settings.pace = "none";
  socket().say({ type: "hello", table, position: position(1), log: [], version: 1 });
  for (let version = 2; version < 9; version++)
    socket().say(update(version, 1, [turn(1, [version], 1)], 1));
  expect(live.current?.version).toBe(8);
});

test("a choice goes out with the version it answers, and only once", () => {
  socket().say({ type: "hello", table, position: position(7), log: [], version: 7 });
  live.act(42);
  live.act(43);
  expect(socket().sent).toEqual([
    { type: "act", version: 7, action: 42, notation: null, hold: 2, ref: 1 },
  ]);
  expect(live.pending).toBe(true);
  socket().say({ type: "ack", ref: 1, version: 8, step: 8 });
  socket().say(update(8, 0, [turn(1, [8])], 1));
  expect(live.pending).toBe(false);
});

test("a question stays until its answer is late, and is asked again where that is refused", () => {
  const asked = position(7, { decision });
  socket().say({ type: "hello", table, position: asked, log: [], version: 7 });
  live.act(42);
  vi.advanceTimersByTime(100);
  expect(live.decision).not.toBeNull();
  vi.advanceTimersByTime(100);
  expect(live.decision).toBeNull();
  expect(live.asking).not.toBeNull();
  socket().say({ type: "error", code: "illegal", message: "No.", ref: 1 });
  expect(live.decision).not.toBeNull();
  live.act(43);
  expect(socket().sent).toHaveLength(2);
});

test("after one's turn the bots that follow wait a moment, and can be let go", () => {
  const alone = { ...table, hints: true };
  socket().say({ type: "hello", table: alone, position: position(7), log: [], version: 7 });
  const free = { allowed: true, reason: null, count: 1, back: 7 };
  const done = position(8, { to_choose: 1, undo: free });
  const told = { ...(update(8, 0, [turn(1, [8])], 1) as object), position: done };
  socket().say(told);
  expect(live.heldUntil).not.toBe(null);
  vi.advanceTimersByTime(2_000);
  expect(live.heldUntil).toBe(null);
  socket().say(told);
  live.goOn();
  expect(live.heldUntil).toBe(null);
  expect(socket().sent.at(-1)).toMatchObject({ type: "release" });
  settings.hold = 0;
  socket().say(told);
  expect(live.heldUntil).toBe(null);
  settings.hold = 2;
});

test("who was too late asks for what has happened", () => {
  socket().say({ type: "hello", table, position: position(7), log: [], version: 7 });
  live.act(42);
  socket().say({ type: "error", ref: 1, code: "stale", message: "too late", version: 9 });
  expect(socket().sent.at(-1)).toMatchObject({ type: "sync" });
  expect(live.complaint).toBe("");
  socket().say({ type: "error", ref: 3, code: "illegal", message: "not allowed", version: 9 });
  expect(live.complaint).toBe("not allowed");
});

test("a lost connection comes back by itself", () => {
  socket().say({ type: "hello", table, position: position(3), log: [], version: 3 });
  const first = socket();
  first.onclose?.({ code: 1006 });
  expect(live.connection).toBe("lost");
  vi.advanceTimersByTime(2000);
  expect(socket()).not.toBe(first);
  socket().say({ type: "hello", table, position: position(6), log: [], version: 6 });
  expect(live.connection).toBe("open");
  expect(live.current?.version).toBe(6);
});

test("a line that has gone dead without a word is given up", () => {
  socket().say({ type: "hello", table, position: position(3), log: [], version: 3 });
  const first = socket();
  vi.advanceTimersByTime(2_000);
  expect(first.sent.at(-1)).toMatchObject({ type: "ping" });
  expect(live.connection).toBe("open");
  vi.advanceTimersByTime(1_400);
  expect(live.connection).toBe("lost");
  first.say({ type: "pong", ref: 1 });
  expect(live.connection).toBe("open");
  vi.advanceTimersByTime(10_000);
  expect(live.connection).toBe("lost");
  vi.advanceTimersByTime(2000);
  expect(socket()).not.toBe(first);
});

test("a browser that goes offline says so at once", () => {
  socket().say({ type: "hello", table, position: position(3), log: [], version: 3 });
  dispatchEvent(new Event("offline"));
  expect(live.connection).toBe("lost");
});

test("a table that does not exist is not asked for again", () => {
  socket().onclose?.({ code: 4404 });
  expect(live.connection).toBe("refused");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("looking back hides the question", async () => {
  socket().say({ type: "hello", table, position: position(9, { decision }), log: [], version: 9 });
  expect(live.decision).not.toBeNull();
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify(position(4)), { status: 200 })),
  );
  await live.lookAt(4);
  expect(live.looking).toBe(true);
  expect(live.shown?.step).toBe(4);
  expect(live.decision).toBeNull();
  await live.lookAt(null);
  expect(live.looking).toBe(false);
  expect(live.decision).not.toBeNull();
});
