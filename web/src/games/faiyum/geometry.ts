/** Where things lie on the map: from the data's hexes to points of the drawing. */

import { rounded, towards, type Point } from "../../lib/draw.ts";
import type { BoardData, BoardSpace, DrawnBoard, Pair } from "./types.ts";

/** The drawing's units per unit of the data, the distance from a hex's centre to a corner. */
export const SCALE = 100;

const DIRECTIONS: Pair[] = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

export interface Place {
  name: string;
  kind: string;
  /** The centre of the hex. */
  centre: Point;
  /** The middle of what the channel leaves of it. */
  middle: Point;
  /** How large pictures are drawn there. */
  size: number;
  shape: string;
  inner: string;
}

export interface Line {
  from: Point;
  to: Point;
  middle: Point;
  turn: number;
  length: number;
}

export const point = ([x, y]: Pair): Point => ({ x: x * SCALE, y: y * SCALE });

export function centre(q: number, r: number): Point {
  return { x: Math.sqrt(3) * (q + r / 2) * SCALE, y: 1.5 * r * SCALE };
}

function mean(points: Point[]): Point {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** A board with all that drawings need; editions may leave the landscape out. */
function drawn(board: BoardData): DrawnBoard {
  const at = board.spaces.map((space) => centre(space.q, space.r));
  const xs = at.map(({ x }) => x / SCALE);
  const ys = at.map(({ y }) => y / SCALE);
  const [left, top] = [Math.min(...xs) - 1.5, Math.min(...ys) - 1.5];
  return {
    geometry: { view: [left, top, Math.max(...xs) + 1.5 - left, Math.max(...ys) + 1.5 - top] },
    channel_width: 0.4,
    channel_course: [],
    lake_outline: [],
    fertile_outline: [],
    water: [],
    feeder: [],
    scenery: [],
    labels: [],
    ...board,
  };
}

export class Geometry {
  readonly places = new Map<string, Place>();
  private cells = new Map<string, BoardSpace>();

  readonly data: DrawnBoard;

  constructor(board: BoardData) {
    const data = drawn(board);
    this.data = data;
    for (const space of data.spaces) this.cells.set(`${space.q},${space.r}`, space);
    const bank = data.channel_width / 2 + 0.05;
    for (const space of data.spaces) {
      const wet = this.wetSides(space);
      this.places.set(space.name, {
        name: space.name,
        kind: space.kind,
        centre: centre(space.q, space.r),
        middle: mean(this.plot(space, wet, 0, data.channel_width / 2)),
        size: 1 - 0.045 * wet.filter(Boolean).length,
        shape: rounded(this.plot(space, wet, 0.035, bank), 0.1, true),
        inner: rounded(this.plot(space, wet, 0.1, bank + 0.07), 0.1, true),
      });
    }
  }

  /** By direction: whether the channel runs along that side. */
  private wetSides(space: BoardSpace): boolean[] {
    return DIRECTIONS.map(([dq, dr]) => {
      const other = this.cells.get(`${space.q + dq},${space.r + dr}`);
      return other !== undefined && other.bank !== space.bank;
    });
  }

  /** The corners of a hex drawn in by `gap` on every side, and by `bank` where the channel runs. */
  private plot(space: BoardSpace, wet: boolean[], gap: number, bank: number): Point[] {
    const { x, y } = centre(space.q, space.r);
    const reach = wet.map((side) => Math.sqrt(3) / 2 - (side ? bank : gap));
    return reach.map((b, d) => {
      // Corner d lies where the sides d - 1 and d meet; their normals are 60 degrees apart.
      const a = reach[(d + 5) % 6]!;
      const along = ((a + b) / Math.sqrt(3)) * SCALE;
      const off = (b - a) * SCALE;
      const angle = ((60 * d - 30) * Math.PI) / 180;
      return {
        x: x + along * Math.cos(angle) - off * Math.sin(angle),
        y: y + along * Math.sin(angle) + off * Math.cos(angle),
      };
    });
  }

  place(name: string): Place {
    const place = this.places.get(name);
    if (!place) throw new Error(`the map has no space ${name}`);
    return place;
  }

  /** From the middle of one space to the middle of a neighbour. */
  line(a: string, b: string): Line {
    const from = this.place(a).middle;
    const to = this.place(b).middle;
    return {
      from,
      to,
      middle: towards(this.place(a).centre, this.place(b).centre, 0.5),
      turn: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI,
      length: Math.hypot(to.x - from.x, to.y - from.y),
    };
  }

  get view(): string {
    return this.data.geometry.view.map((v) => v * SCALE).join(" ");
  }
}
