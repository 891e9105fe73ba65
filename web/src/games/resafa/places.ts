/** Where things lie in the drawings of Resafa. Only pictures depend on it. */

import type { Point } from "../../lib/draw.ts";
import type { Edition, SeatView } from "./types.ts";

/** The map is our own sketch: the coast in the west, the gulf in the east. */
const PLACES: Record<string, Point> = {
  resafa: { x: 545, y: 92 },
  antiochia: { x: 318, y: 128 },
  gerasa: { x: 400, y: 318 },
  alexandria: { x: 128, y: 372 },
  kena: { x: 196, y: 580 },
  alia: { x: 430, y: 540 },
  ctesiphon: { x: 712, y: 262 },
  gerrha: { x: 690, y: 470 },
  charax: { x: 900, y: 352 },
  masqat: { x: 880, y: 594 },
};
/** Where a road that joins more than two places has its fork. */
const FORKS: Record<string, Point> = { "resafa-gerasa-ctesiphon": { x: 548, y: 232 } };

export const MAP_WIDTH = 1020;
export const MAP_HEIGHT = 700;

export function placeOf(edition: Edition, id: string): Point {
  const known = PLACES[id];
  if (known) return known;
  // A place of another edition: somewhere on a ring, so that it can be seen.
  const n = edition.centres.findIndex((centre) => centre.id === id);
  const angle = (2 * Math.PI * n) / Math.max(1, edition.centres.length);
  return { x: 510 + 360 * Math.cos(angle), y: 350 + 230 * Math.sin(angle) };
}

export interface Leg {
  road: string;
  from: Point;
  to: Point;
}

/** The lines of all roads: from place to place, or from each place to the fork. */
export function legs(edition: Edition): Leg[] {
  return edition.roads.flatMap((road) => {
    const points = road.joins.map((id) => placeOf(edition, id));
    const fork = FORKS[road.id];
    if (points.length === 2) return [{ road: road.id, from: points[0]!, to: points[1]! }];
    const middle = fork ?? {
      x: points.reduce((sum, p) => sum + p.x, 0) / points.length,
      y: points.reduce((sum, p) => sum + p.y, 0) / points.length,
    };
    return points.map((from) => ({ road: road.id, from, to: middle }));
  });
}

/** The roads along the shortest way, for drawing it; what it costs is the server's to say. */
export function way(edition: Edition, from: string, to: string): string[] {
  if (from === to) return [];
  const before = new Map<string, { place: string; road: string }>();
  const queue = [from];
  while (queue.length) {
    const here = queue.shift()!;
    if (here === to) break;
    for (const road of edition.roads) {
      if (!road.joins.includes(here)) continue;
      for (const next of road.joins) {
        if (next === from || before.has(next)) continue;
        before.set(next, { place: here, road: road.id });
        queue.push(next);
      }
    }
  }
  const roads: string[] = [];
  for (let here = to; here !== from;) {
    const step = before.get(here);
    if (!step) return [];
    roads.unshift(step.road);
    here = step.place;
  }
  return roads;
}

export interface Course {
  /** The places a caravan comes to, the last one included. */
  places: string[];
  /** For drawing: all these places, and the forks between them. */
  line: Point[];
}

export function course(edition: Edition, stops: string[]): Course {
  const places: string[] = [];
  const line: Point[] = [placeOf(edition, stops[0]!)];
  for (let n = 1; n < stops.length; n++) {
    let here = stops[n - 1]!;
    const target = stops[n]!;
    for (const id of way(edition, here, target)) {
      const road = edition.roads.find((entry) => entry.id === id)!;
      const rest = way(edition, here, target);
      const next =
        road.joins.find(
          (place) => place !== here && way(edition, place, target).length === rest.length - 1,
        ) ?? target;
      if (road.joins.length > 2 && FORKS[road.id]) line.push(FORKS[road.id]!);
      line.push(placeOf(edition, next));
      places.push(next);
      here = next;
    }
  }
  return { places, line };
}

const LETTERS = "abcdefghijklmno";

/** Column and row of a cell of a player's city, from 0. */
export function cellAt(name: string): Point {
  return { x: LETTERS.indexOf(name.charAt(0)), y: Number(name.slice(1)) - 1 };
}

/** The margin of a city with the names of columns and rows. */
export const CITY_EDGE = 30;

export function columnName(x: number): string {
  return LETTERS.charAt(x);
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The cells of a city that are shown: all that lies there, and room around what is offered. */
export function cityBox(seat: SeatView, offered: string[]): Box {
  const names = [
    ...seat.workshops.map((shop) => shop.cell),
    ...seat.garden_squares.map((square) => square.cell),
    ...offered,
  ];
  const at = names.map(cellAt);
  if (!at.length) return { x: 5, y: 5, w: 4, h: 4 };
  // At least four by four, so that the drawing does not jump with every tile.
  const grow = (list: number[]): [number, number] => {
    let [low, high] = [Math.min(...list), Math.max(...list)];
    while (high - low < 3) {
      if (low > 0) low--;
      if (high - low < 3 && high < 14) high++;
    }
    return [low, high];
  };
  const [x0, x1] = grow(at.map((p) => p.x));
  const [y0, y1] = grow(at.map((p) => p.y));
  return { x: x0, y: y0, w: x1 - x0 + 1, h: y1 - y0 + 1 };
}

export const WATER_CELL = 108;
export const WATER_TOP = 34;
/** The margins of the water network with the numbers of rows and columns. */
export const WATER_LEFT = 34;
const WATER_BOTTOM = 44;
export const WATER_HEIGHT = 6 * WATER_CELL + WATER_TOP + WATER_BOTTOM;

export function waterWidth(columns: number): number {
  return WATER_LEFT + columns * WATER_CELL + 60;
}

/** Column and row of a space of the water network, from 0; the tanks are row 5. */
export function waterAt(name: string): Point {
  if (name.startsWith("t")) return { x: Number(name.slice(1)) - 1, y: 5 };
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return { x: Number(column) - 1, y: Number(row) - 1 };
}

/** The box of a garden tile in a square of 100 by 100 around the origin: x, y, width, height. */
export function bedBox(placement: string): [number, number, number, number] {
  const third = 92 / 3;
  const [size, where] = placement.split(" ") as [string, string];
  const n = size === "large" ? 2 : 1;
  switch (where) {
    case "top":
      return [-46, -46, 92, n * third];
    case "middle-row":
      return [-46, -46 + third, 92, third];
    case "bottom":
      return [-46, 46 - n * third, 92, n * third];
    case "left":
      return [-46, -46, n * third, 92];
    case "middle-column":
      return [-46 + third, -46, third, 92];
    default:
      return [46 - n * third, -46, n * third, 92];
  }
}

/** Where a third of a workshop's edge lies, 0 to 11 clockwise from the north-west corner. */
export function edgeAt(third: number, reach: number): Point {
  const along = [-27, 0, 27][third % 3]!;
  switch (Math.floor(third / 3) % 4) {
    case 0:
      return { x: along, y: -reach };
    case 1:
      return { x: reach, y: along };
    case 2:
      return { x: -along, y: reach };
    default:
      return { x: -reach, y: -along };
  }
}
