import { readFileSync } from "node:fs";
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, expect, test } from "vitest";
import type { Choice } from "../src/api/types.ts";
import ChoiceLabel from "../src/games/resafa/ChoiceLabel.svelte";
import City from "../src/games/resafa/City.svelte";
import { Lookup } from "../src/games/resafa/lookup.ts";
import Offer from "../src/games/resafa/Offer.svelte";
import { grownPanel } from "../src/games/resafa/panels.ts";
import {
  bedBox,
  cellAt,
  cityBox,
  course,
  edgeAt,
  legs,
  placeOf,
  way,
  waterAt,
} from "../src/games/resafa/places.ts";
import type { Edition, ResafaView } from "../src/games/resafa/types.ts";
import Water from "../src/games/resafa/Water.svelte";
import type { Choosing } from "../src/lib/choosing.svelte.ts";
import view from "./fixtures/resafa-view.json";

const edition = JSON.parse(
  readFileSync("../src/sandtable/games/resafa/edition/standard.json", "utf8"),
) as Edition;
const now = view as unknown as ResafaView;
const lookup = new Lookup(edition);

afterEach(cleanup);

test("every centre has a place of its own on the map", () => {
  const places = [...edition.centres.map((centre) => centre.id), "resafa"].map((id) =>
    placeOf(edition, id),
  );
  for (const [n, a] of places.entries()) {
    for (const b of places.slice(n + 1))
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(120);
  }
  expect(legs(edition).length).toBeGreaterThanOrEqual(edition.roads.length);
});

test("ways are drawn along roads", () => {
  expect(way(edition, "resafa", "gerasa")).toEqual(["resafa-gerasa-ctesiphon"]);
  expect(way(edition, "alia", "ctesiphon")).toEqual(["gerasa-alia", "resafa-gerasa-ctesiphon"]);
  expect(way(edition, "kena", "kena")).toEqual([]);
  const { places, line } = course(edition, ["gerasa", "resafa", "gerasa"]);
  expect(places).toEqual(["resafa", "gerasa"]);
  expect(course(edition, ["resafa", "kena"]).places).toEqual(["gerasa", "alexandria", "kena"]);
  expect(line[0]).toEqual(line.at(-1));
  expect(line.length).toBe(5);
});

test("cells of the city and of the network", () => {
  expect(cellAt("a1")).toEqual({ x: 0, y: 0 });
  expect(cellAt("o15")).toEqual({ x: 14, y: 14 });
  expect(waterAt("r2c3")).toEqual({ x: 2, y: 1 });
  expect(waterAt("t4")).toEqual({ x: 3, y: 5 });
});

test("garden tiles fill their thirds", () => {
  const area = (placement: string): number => bedBox(placement)[2] * bedBox(placement)[3];
  expect(area("large top")).toBeCloseTo(2 * area("small bottom"));
  expect(area("small left") * 3).toBeCloseTo(92 * 92);
  expect(bedBox("large right")[0] + bedBox("large right")[2]).toBeCloseTo(46);
});

test("edges of workshops turn clockwise", () => {
  expect(edgeAt(0, 40)).toEqual({ x: -27, y: -40 });
  expect(edgeAt(3, 40)).toEqual({ x: 40, y: -27 });
  expect(edgeAt(6, 40)).toEqual({ x: 27, y: 40 });
  expect(edgeAt(9, 40)).toEqual({ x: -40, y: 27 });
});

test("all that a view names can be looked up", () => {
  for (const seat of now.seats) {
    for (const shop of seat.workshops)
      expect(lookup.workshop(shop.tile)[shop.side].rooms.length).toBeGreaterThan(0);
    for (const id of [...seat.bonus, ...seat.canal_bonus])
      expect(lookup.card(id).text).not.toBe("");
  }
  for (const centre of now.centres) {
    expect(lookup.trade(centre.trading_tile, centre.side)).toBeTruthy();
    expect(lookup.bases(now, centre.centre)).toHaveLength(centre.bases.length);
  }
});

test("a city draws its workshops and gardens", () => {
  const seat = now.seats[0]!;
  const { container } = render(City, {
    lookup,
    seat,
    name: "Ann",
    box: cityBox(seat, []),
    happened: [],
    beat: 0,
  });
  expect(container.querySelectorAll("svg.city > g > g.piece")).toHaveLength(
    seat.workshops.length +
      seat.garden_squares.reduce((sum, square) => sum + square.tiles.length, 0),
  );
});

/** A question about a workshop: of the log, only the last choice. */
function asking(kind: string, subject: object, last: string, looked = ""): Choosing {
  return {
    table: { decision: { kind, subject }, log: [{ steps: [{ notation: last }] }] },
    previewed: looked ? { notation: looked } : null,
    get: () => undefined,
    of: () => [],
    attrs: () => ({}),
    whyNot: () => undefined,
  } as unknown as Choosing;
}

test("a workshop in question stays in sight: its side, then on its cell", () => {
  const offer = now.offer.map((id, slot) => (slot === 0 ? null : id));
  const { id: tile } = edition.workshops.find(
    (workshop) => workshop.level === 1 && !offer.includes(workshop.id),
  )!;
  const drawn = (kind: string, last: string, looked?: string): string => {
    cleanup();
    const { container } = render(Offer, {
      lookup,
      view: { ...now, offer },
      choosing: asking(kind, { type: "tile", tile }, last, looked),
      happened: [],
    });
    const slot = container.querySelector(".tiles > :first-child")!;
    expect(slot.textContent).toContain(lookup.workshop(tile).name);
    return slot.innerHTML;
  };
  const front = drawn("side", `tile ${tile}`);
  const back = drawn("side", `tile ${tile}`, "side back");
  expect(back).not.toBe(front);
  expect(drawn("cell", "side front")).toBe(front);
  expect(drawn("cell", "side back")).toBe(back);

  const { container } = render(City, {
    lookup,
    seat: now.seats[0]!,
    name: "Ann",
    box: cityBox(now.seats[0]!, ["a1"]),
    choosing: asking("rotate", { type: "rotation", tile, side: "front", cell: "a1" }, "cell a1"),
    happened: [],
    beat: 0,
  });
  expect(container.querySelectorAll(".over .room")).toHaveLength(
    lookup.workshop(tile).front.rooms.length,
  );
});

test("a button shows what a card does once, and nothing a discarded card would have done", () => {
  const label = (word: string, item: string, text: string): HTMLElement => {
    cleanup();
    const choice = { word, item, text, notation: `${word} ${item}` } as Choice;
    return render(ChoiceLabel, { choice, view: now, edition }).container;
  };
  const purse = edition.sack_cards.find((card) => card.do.length)!;
  const added = label("with", purse.id, `With ${purse.name} (${purse.text})`);
  expect(added.textContent).toContain(`With ${purse.name}`);
  expect(added.textContent).not.toContain(purse.text);
  expect(added.querySelector(".parts")).not.toBeNull();
  const discarded = label("discard", purse.id, `Discard ${purse.name} for 1 VP`);
  expect(discarded.querySelector(".parts")).toBeNull();
  const shop = edition.workshops.find((workshop) => workshop.level === 1)!;
  const built = label("tile", shop.id, `${shop.name}, level I (costs 1 coin): much`);
  expect(built.textContent).toContain("(costs 1 coin)");
  expect(built.textContent).not.toContain("much");
});

test("the network draws every space", () => {
  const { container } = render(Water, {
    lookup,
    view: now,
    happened: [],
    beat: 0,
    names: ["A", "B", "C"],
  });
  expect(container.querySelectorAll(".cell")).toHaveLength(now.water.length);
});

test("the panel in question grows and keeps its size until another or a card is asked", () => {
  const choices = (...words: string[]): Choice[] => words.map((word) => ({ word }) as Choice);
  expect(grownPanel(choices("tile", "tile", "end"), null)).toBe("offer");
  expect(grownPanel(choices("bonus", "step", "bonus", "room"), "offer")).toBe("displays");
  expect(grownPanel(choices("main", "colour", "end"), "offer")).toBe("offer");
  expect(grownPanel([], "offer")).toBe("offer");
  expect(grownPanel(choices("play", "room"), "offer")).toBe(null);
  expect(grownPanel(choices("row", "row"), "offer")).toBe(null);
});
