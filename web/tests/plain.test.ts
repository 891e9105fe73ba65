import { expect, test } from "vitest";
import { t } from "../src/i18n/index.ts";
import { neighbour } from "../src/lib/choosing.svelte.ts";
import { parse } from "../src/router.svelte.ts";
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
