/** What the server's data looks like for Resafa, under short names. */

import type { components } from "../../api/schema.d.ts";

type Schemas = components["schemas"];

export type ResafaView = Schemas["ResafaView"];
export type ResafaEvent = Schemas["ResafaEvent"];

export interface Resafa {
  view: ResafaView;
  edition: Edition;
  event: ResafaEvent;
  result: Schemas["ResafaResult"];
}

export type WaterView = Schemas["ResafaWaterView"];
export type StackView = Schemas["ResafaStackView"];
export type SeatView = Schemas["ResafaSeatView"];
export type ActionCard = Schemas["ResafaActionCardView"];
export type Owner = WaterView["owner"];
export type Colour = StackView["colour"];

export const HELD = ["coin", "stone", "marble", "amphora", "spice"] as const;
export const COLOURS = ["yellow", "white", "blue", "pink"] as const;
export const ROWS = ["garden", "workshop", "canal"] as const;

export type Amounts = Record<string, number>;

/** One part of an effect; the schema leaves them open, see the effect language. */
export type Part = {
  gain?: Amounts;
  pay?: Amounts;
  choose?: number;
  from?: string[];
  per?: string;
  vp?: number;
  max?: number;
  step?: string;
  times?: number;
  bonus_card?: string;
  produce?: number;
  garden?: string;
  green?: boolean;
  workshop?: number | string;
  base?: string;
  action?: string;
  discount?: Amounts;
  free_move?: boolean;
  flip?: boolean;
  per_sold?: string;
  convert?: string[];
  scarabs?: number[];
  repeat?: boolean;
  on?: string;
};

type Open = Record<string, unknown>[];
/** The same data with its effects as parts. */
type Read<T> = unknown extends T
  ? T
  : Open extends T
    ? Part[]
    : T extends object
      ? { [K in keyof T]: Read<T[K]> }
      : T;

export type Edition = Omit<Read<Schemas["ResafaEdition"]>, "tables"> &
  Pick<Schemas["ResafaEdition"], "tables">;
export type Side = Edition["sides"]["1-2"];
export type Cell = Side["cells"][number];
export type BaseSpace = Side["bases"][number];
export type CanalFace = Edition["canal_tiles"][number]["front"];
export type TradeSide = Edition["trading_tiles"][number]["a"];
export type WorkshopFace = Edition["workshops"][number]["front"];

type Special = Edition["special_cards"][number];
type Bonus = Edition["bonus_cards"][number];
/** Bonus, special and sack cards and canal bonus tiles: what any of them has. */
export type Card = Pick<Special, "id" | "name" | "text"> &
  Partial<Omit<Special, "id" | "name" | "text">> &
  Partial<Pick<Bonus, "when" | "need">>;
