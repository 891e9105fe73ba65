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

type Names<T> = T extends unknown ? keyof T : never;
/** What is in any member of a union, all of it optional: a drawing asks for what it shows. */
type AnyOf<T> = {
  [K in Names<T>]?: T extends unknown ? (K extends keyof T ? T[K] : never) : never;
};

export type Edition = Schemas["ResafaEdition"];
export type Side = Edition["sides"]["1-2"];
export type Cell = Side["cells"][number];
export type BaseSpace = Side["bases"][number];
export type CanalFace = Edition["canal_tiles"][number]["front"];
export type TradeSide = Edition["trading_tiles"][number]["a"];

type Workshop = Edition["workshops"][number];
export type WorkshopFace = Pick<Workshop["front"], "rooms" | "green"> & { extra?: number };

type AnyCard =
  | Edition["special_cards"][number]
  | Edition["bonus_cards"][number]
  | Edition["sack_cards"][number]
  | Edition["canal_bonus_tiles"][number];
/** Bonus, special and sack cards and canal bonus tiles: what any of them has. */
export type Card = Omit<AnyOf<AnyCard>, "id" | "name" | "text" | "do" | "end"> & {
  id: string;
  name: string;
  text: string;
  do?: Part[];
  end?: Part[];
};

/** What any part of an effect has. */
export type Part = AnyOf<
  | Schemas["ResafaEditionWhiteCard"]["do"][number]
  | Schemas["ResafaEditionPinkCard"]["end"][number]
  | Schemas["ResafaEditionAnyTimeCard"]["do"][number]
  | Schemas["ResafaEditionCanalCard"]["do"][number]
  | Schemas["ResafaEditionTradingCard"]["do"][number]
  | Schemas["ResafaEditionSaleCard"]["do"][number]
>;
