import { expect, test } from "vitest";
import { t } from "../src/i18n/index.ts";
import { neighbour } from "../src/lib/choosing.svelte.ts";
import { parse } from "../src/router.svelte.ts";
import { analysisPoints, pace } from "../src/table/analysis.ts";
import { rank, scaleTicks } from "../src/table/chart.ts";

test("paths lead to pages", () => {
  expect(parse("/", "")).toEqual({ page: "start" });
  expect(parse("/table/abc", "?step=4")).toEqual({ page: "table", id: "abc" });
  expect(parse("/join/x%20y", "")).toEqual({ page: "join", code: "x y" });
  expect(parse("/new", "?game=resafa")).toEqual({ page: "new", game: "resafa" });
  expect(parse("/table/abc/def", "")).toEqual({ page: "lost" });
  expect(parse("/nowhere", "")).toEqual({ page: "lost" });
});

test("arrow keys go to what lies in their direction", () => {
  const places = [
    { x: 100, y: 0 },
    { x: 0, y: 100 },
    { x: -100, y: 0 },
    { x: 300, y: 5 },
    { x: 20, y: -90 },
  ];
  const from = { x: 0, y: 0 };
  expect(neighbour(from, places, "right")).toBe(0);
  expect(neighbour(from, places, "down")).toBe(1);
  expect(neighbour(from, places, "left")).toBe(2);
  expect(neighbour(from, places, "up")).toBe(4);
  expect(neighbour({ x: 400, y: 0 }, places, "right")).toBe(-1);
});

test("scales of charts have round steps", () => {
  expect(scaleTicks(0, 100)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(scaleTicks(-10, 7)).toEqual([-10, -5, 0, 5]);
  expect(scaleTicks(0, 3)).toEqual([0, 1, 2, 3]);
});

test("an analysis is drawn turn by turn, and ends with the result", () => {
  const before = { points: [40.4, 60.6], chances: [0.25, 0.75] };
  const end = { points: [50, 40], chances: [1, 0] };
  const turn = {
    turn: 3,
    seat: 0,
    first: 7,
    last: 9,
    before,
    after: end,
    swing: 0.75,
    worst: null,
  };
  const analysis = { game: "x", players: 2, turns: [turn], swings: [0], missed: [], end };
  expect(analysisPoints(analysis)).toEqual([
    { step: 7, turn: 3, scores: [25, 75] },
    { step: 9, turn: 3, scores: [100, 0] },
  ]);
  const alone = {
    ...analysis,
    turns: [{ ...turn, before: { points: [40.4], chances: null } }],
    end: { points: [50], chances: null },
  };
  expect(analysisPoints(alone).map((point) => point.scores)).toEqual([[40], [50]]);
  const state = { status: "running" as const, done: 5, total: 100, message: null, analysis: null };
  expect(pace({ ...state, done: 95 })).toBeLessThan(pace(state));
  expect(pace({ ...state, total: 0 })).toBe(pace(state));
});

test("a result has its place on a scale", () => {
  const scale: [number, string][] = [
    [0, "a"],
    [10, "b"],
    [20, "c"],
  ];
  expect([-1, 0, 9, 10, 25].map((score) => rank(scale, score))).toEqual([-1, 0, 0, 1, 2]);
});

test("every text says something", () => {
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") expect(value.trim(), path).not.toBe("");
    else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    }
  };
  walk(t, "t");
  expect(t.start.openSeats(1)).toBe("1 open seat");
  expect(t.start.openSeats(2)).toBe("2 open seats");
  expect(t.preview.points(-3)).toBe("-3 points");
});
