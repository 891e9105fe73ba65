/** What the server's data looks like for Faiyum, under short names. */

import type { components } from "../../api/schema.d.ts";

type Schemas = components["schemas"];

export type FaiyumView = Schemas["FaiyumView"];
export type FaiyumEvent = Schemas["FaiyumEvent"];
export type Edition = Schemas["FaiyumEdition"];

export interface Faiyum {
  view: FaiyumView;
  edition: Edition;
  event: FaiyumEvent;
  result: Schemas["FaiyumResult"];
}

export type SpaceView = Schemas["FaiyumSpaceView"];
export type SeatView = Schemas["FaiyumSeatView"];
export type MarketSlot = Schemas["FaiyumSlotView"];
export type BoardData = Schemas["FaiyumEditionBoard"];
/** A board with its landscape, but for title and compass. */
export type DrawnBoard = Required<Omit<BoardData, "about" | "title" | "compass">> &
  Pick<BoardData, "title" | "compass">;
export type BoardSpace = Schemas["FaiyumEditionSpace"];
export type CardData = Edition["cards"][number];
export type Goal = Schemas["FaiyumEditionGoal"];

export type Resource = keyof SeatView["resources"];
export const RESOURCES: Resource[] = ["wheat", "grape", "stone", "fish", "rose"];
export type Pair = [number, number];
