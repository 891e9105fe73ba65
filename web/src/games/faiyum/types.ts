/** What the server's data looks like for Faiyum: its edition and its views. */

export type Resource = "wheat" | "grape" | "stone" | "fish" | "rose";
export const RESOURCES: Resource[] = ["wheat", "grape", "stone", "fish", "rose"];

export type Pair = [number, number];

export interface BoardSpace {
  name: string;
  kind: string;
  q: number;
  r: number;
  bank: string;
  channel: boolean;
  lake: boolean;
}

export interface Scenery {
  kind: string;
  x: number;
  y: number;
  size: number;
}

export interface BoardData {
  geometry: { view: [number, number, number, number] };
  spaces: BoardSpace[];
  dam: [string, string];
  bridges: [string, string][];
  channel_width: number;
  channel_course: Pair[];
  lake_outline: Pair[];
  fertile_outline: Pair[];
  water: Pair[];
  feeder: Pair[];
  scenery: Scenery[];
  labels: { text: string; x: number; y: number; size: number; turn: number; on: string }[];
  title: { text: string; x: number; y: number; size: number };
  compass: { x: number; y: number; size: number };
}

export interface CardData {
  number: number;
  name: string;
  family: string;
  icon: string;
  scores_as: string;
  source: string;
  text: string;
  face?: { pay: Record<string, number>; gain: Record<string, number> };
  pay?: Record<string, unknown>;
  gain?: Record<string, number>;
  reputation?: Record<string, number>;
  [field: string]: unknown;
}

export interface Goal {
  number: number;
  name: string;
  text: string;
  goal: Record<string, { at_least?: number; at_most?: number }>;
  bonus_text: string;
}

export interface Edition {
  board: BoardData;
  cards: CardData[];
  campaign: Goal[];
}

export interface SpaceView {
  name: string;
  kind: string;
  crocodile: boolean;
  worker: "upright" | "prone" | null;
  settlement: boolean;
  town: boolean;
  palace: boolean;
  workshop: boolean;
  expansion: boolean;
  developed: boolean;
  blocks: number;
  block_limit: number;
}

export interface MarketSlot {
  card: number;
  current: boolean;
  token: boolean;
  price: number | null;
}

export interface SeatView {
  seat: number;
  money: number;
  reputation: number;
  resources: Record<Resource, number>;
  hand: number[];
  stack: number[];
  passed: boolean;
  points: Record<string, number>;
}

export interface FaiyumView {
  turn: number;
  turn_of: number | null;
  last_turns: boolean;
  goal: number | null;
  over: boolean;
  spaces: SpaceView[];
  roads: [string, string][];
  dam: [string, string];
  bridges: { ends: [string, string]; grand: boolean }[];
  /** Pairs of settlements that are joined already, whoever joined them. */
  joined: [string, string][];
  market: MarketSlot[];
  tokens_free: number;
  to_come: { draw_pile: number[]; final_stack: number[] };
  gone: number[];
  supply: Record<string, number>;
  seats: SeatView[];
}
