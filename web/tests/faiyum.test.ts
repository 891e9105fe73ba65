import { readFileSync } from "node:fs";
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Choice } from "../src/api/types.ts";
import Board from "../src/games/faiyum/Board.svelte";
import CardButton from "../src/games/faiyum/CardButton.svelte";
import { Geometry } from "../src/games/faiyum/geometry.ts";
import type { BoardData, CardData, FaiyumView } from "../src/games/faiyum/types.ts";
import { costOf, describeSpace, gainOf, readAmounts, tone } from "../src/games/faiyum/describe.ts";
import { Choosing } from "../src/lib/choosing.svelte.ts";
import type { LiveTable } from "../src/lib/live.svelte.ts";
import view from "./fixtures/faiyum-view.json";

const folder = "../src/sandtable/games/faiyum/edition/";
const board = JSON.parse(readFileSync(`${folder}board.json`, "utf8")) as BoardData;
const cards = JSON.parse(readFileSync(`${folder}cards.json`, "utf8")) as CardData[];
const now: FaiyumView = { ...(view as unknown as FaiyumView), joined: [["d1", "e1"]] };

afterEach(cleanup);

function offering(choices: Choice[]): { choosing: Choosing; act: ReturnType<typeof vi.fn> } {
  const act = vi.fn();
  const table = {
    decision: { kind: "x", prompt: "?", choices, explanations: { "play 4": "no" } },
    previews: new Map(),
    act,
  } as unknown as LiveTable;
  return { choosing: new Choosing(table), act };
}

const choice = (id: number, word: string, item: string): Choice => ({
  id,
  word,
  item,
  notation: `${word} ${item}`,
  text: `${word} ${item}!`,
  description: `${word} ${item}!`,
  rule: "",
  gives_up: null,
});

test("every space has its place inside the map, none on another", () => {
  const geometry = new Geometry(board);
  const [x, y, width, height] = geometry.data.geometry.view.map((v) => v * 100) as [
    number,
    number,
    number,
    number,
  ];
  const seen = new Set<string>();
  for (const place of geometry.places.values()) {
    expect(place.centre.x).toBeGreaterThan(x);
    expect(place.centre.x).toBeLessThan(x + width);
    expect(place.centre.y).toBeGreaterThan(y);
    expect(place.centre.y).toBeLessThan(y + height);
    seen.add(`${place.centre.x.toFixed(0)},${place.centre.y.toFixed(0)}`);
  }
  expect(seen.size).toBe(board.spaces.length);
});

test("a board without a landscape is drawn as well", () => {
  const { spaces, dam, bridges } = board;
  const bare = new Geometry({ spaces, dam, bridges });
  const [x, y, width, height] = bare.data.geometry.view.map((v) => v * 100);
  for (const { centre } of bare.places.values()) {
    expect(centre.x - x!).toBeGreaterThan(0);
    expect(centre.y - y!).toBeGreaterThan(0);
    expect(x! + width! - centre.x).toBeGreaterThan(0);
    expect(y! + height! - centre.y).toBeGreaterThan(0);
  }
  const { container } = render(Board, { geometry: bare, view: now });
  expect(container.querySelector("svg")!.innerHTML).not.toMatch(/NaN|undefined/);
});

test("roads run between neighbours", () => {
  const geometry = new Geometry(board);
  for (const [a, b] of now.roads) expect(geometry.line(a, b).length).toBeLessThan(260);
  expect(() => geometry.place("z9")).toThrow();
});

test("amounts are read from notation", () => {
  expect(readAmounts("wheat+2rose")).toEqual([
    { what: "wheat", amount: 1 },
    { what: "rose", amount: 2 },
  ]);
  expect(readAmounts("$3")).toEqual([{ what: "money", amount: 3 }]);
});

test("cards show their price and their yield", () => {
  const settlement = cards.find((card) => card.number === 5)!;
  expect(costOf(settlement).map((part) => part.what)).toEqual(["wheat", "grape", "stone"]);
  expect(gainOf(settlement)).toContainEqual({ what: "money", amount: 3 });
  expect(tone(settlement)).toBe("build");
  for (const card of cards) expect(tone(card)).not.toBe("");
});

test("a space is described in words", () => {
  const space = { ...now.spaces[0]!, crocodile: true, worker: "upright" as const };
  expect(describeSpace(space, board)).toContain("crocodile");
  expect(describeSpace(space, board)).toContain("worker");
});

test("the board draws all spaces and offers what can be chosen", async () => {
  const { choosing, act } = offering([choice(7, "space", "a1"), choice(8, "road", "d1-e1")]);
  const { container } = render(Board, { geometry: new Geometry(board), view: now, choosing });
  expect(container.querySelectorAll(".space")).toHaveLength(board.spaces.length);
  expect(container.querySelectorAll("[data-choice]")).toHaveLength(2);
  await fireEvent.click(screen.getByRole("button", { name: "space a1!" }));
  expect(act).toHaveBeenCalledWith(7);
  const road = screen.getByRole("button", { name: "road d1-e1!" });
  await fireEvent.keyDown(road, { key: "Enter" });
  expect(act).toHaveBeenCalledWith(8);
});

test("pairs that are joined are drawn on demand", () => {
  const geometry = new Geometry(board);
  const { container } = render(Board, { geometry, view: now });
  expect(container.querySelector(".pairs")).toBeNull();
  cleanup();
  const shown = render(Board, { geometry, view: now, showJoined: true });
  expect(shown.container.querySelectorAll(".pairs path")).toHaveLength(2);
});

test("a card that cannot be played says so and does nothing", async () => {
  const { choosing, act } = offering([]);
  const revenue = cards.find((card) => card.number === 4)!;
  render(CardButton, { card: revenue, choosing, choices: [], why: choosing.why("play 4") });
  await fireEvent.click(screen.getByRole("button", { name: /Revenue/ }));
  expect(act).not.toHaveBeenCalled();
});
