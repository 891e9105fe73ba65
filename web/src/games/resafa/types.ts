/** What the server's data looks like for Resafa: its edition and its views. */

export type Item =
  "coin" | "stone" | "marble" | "amphora" | "spice" | "vp" | "camel" | "sack" | "square" | "scarab";
export const HELD = ["coin", "stone", "marble", "amphora", "spice"] as const;
export const COLOURS = ["yellow", "white", "blue", "pink"] as const;
export type Colour = (typeof COLOURS)[number];
export const ROWS = ["garden", "workshop", "canal"] as const;

export type Amounts = Partial<Record<Item, number>>;

/** One part of an effect; see the effect language. */
export interface Part {
  gain?: Amounts;
  pay?: Amounts;
  choose?: number;
  from?: Item[];
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
  per_sold?: Item;
  convert?: Item[];
  scarabs?: number[];
  repeat?: boolean;
}

export interface Help {
  on: string;
  gain?: Amounts;
  discount?: Amounts;
}

export interface Card {
  id: string;
  name: string;
  text: string;
  source: string;
  do?: Part[];
  end?: Part[];
  always?: Help[];
  when?: string;
  colour?: Colour;
  level?: number;
  boxed?: number;
  actions?: string[] | "any";
  mains?: number;
  need?: Record<string, number>;
}

export interface TradeSide {
  sell: { item: Item; coin?: number; vp?: number };
  sell_bonus: Part[];
  buy: { item: Item; coin: number };
  buy_bonus: Part[];
}

export interface WorkshopFace {
  rooms: Part[];
  green: Record<string, Amounts>;
  extra?: number;
}

export interface CanalFace {
  shape: "straight" | "left" | "right" | "cross" | "tank";
  blue: number;
  cost: Amounts;
}

export interface Cell {
  id: string;
  vp: number;
  water?: "top" | "left" | "right";
  discount?: Amounts;
}

export interface BaseSpace {
  id: string;
  centre: string;
  token: Item;
  do: Part[];
  players?: number;
}

export interface Side {
  id: string;
  columns: number;
  rows: number;
  cells: Cell[];
  bases: BaseSpace[];
}

export interface Edition {
  centres: { id: string; name: string; colour: "red" | "blue" }[];
  roads: { id: string; joins: string[] }[];
  sides: Record<string, Side>;
  canal_bonus_tiles: Card[];
  canal_tiles: { id: string; front: CanalFace; back: CanalFace }[];
  trading_tiles: { id: string; colour: string; a: TradeSide; b: TradeSide }[];
  starting_workshops: ({ id: string; colour: string; tile: string } & WorkshopFace)[];
  workshops: { id: string; level: number; name: string; front: WorkshopFace; back: WorkshopFace }[];
  garden_tiles: { id: string; thirds: number; cost: Amounts }[];
  bonus_cards: Card[];
  special_cards: Card[];
  sack_cards: Card[];
  tables: ({ id: string } & Record<string, unknown>)[];
}

export type Owner = number | string | null;

export interface CentreView {
  centre: string;
  trading_tile: string;
  side: "a" | "b";
  bases: Owner[];
}

export interface WaterView {
  space: string;
  owner: Owner;
  tile: string | null;
  side: "front" | "back" | null;
  bonus: string | null;
  source: boolean;
  cube: boolean;
  /** What the tile scores in the rain, and where water can run from here. */
  worth: number;
  flows: string[];
}

export interface StackView {
  colour: Colour;
  level: number;
  open: string | null;
  hidden: number;
  known: string[] | null;
}

export interface ActionCard {
  pair: string;
  yellow: string | null;
  colours: Colour[] | null;
  place: "hand" | "pile" | "played" | "hidden";
}

export interface SeatView {
  seat: number;
  colour: string;
  vp: number;
  items: Record<string, number>;
  camels: number;
  caravan: { at: string; item: Item | null; count: number };
  tracks: Record<Colour, number>;
  squares: number;
  scarabs: number;
  causeway: Item[];
  rows: Record<string, Item[]>;
  bases: string[];
  water_cubes: number;
  canals: number;
  tanks: number;
  canal_tiles: string[];
  canal_bonus: string[];
  workshops: { cell: string; tile: string; side: "front" | "back"; rotation: number }[];
  productions: number;
  gardens: number;
  full_squares: number;
  garden_squares: { cell: string; tiles: string[]; full: boolean }[];
  special: { card: string; usable: boolean; used: boolean }[];
  bonus: string[];
  sacks: number;
  sack_cards: string[];
  action_cards: {
    set: string;
    cards: ActionCard[];
    hand: number;
    pile: number;
    played: { pair: string; yellow: string | null }[];
  };
  cards_in_hand: number;
  points: Record<string, number>;
  end: Record<string, number>;
  end_total: number;
  pink: Record<string, number>;
}

export interface BotView {
  tracks: Record<Colour, number>;
  marker: string;
  next_card: string;
  played: string[];
  next_canal: string | null;
  next_canal_side: "front" | "back" | null;
  canal_tiles: number;
  bases: string[];
  removed: string[];
}

export interface ResafaView {
  players: number;
  round: number;
  phase: string;
  turn_in_round: number | null;
  start: Owner;
  over: boolean;
  turn_of: number | null;
  centres: CentreView[];
  columns: number;
  water: WaterView[];
  offer: (string | null)[];
  workshops_to_come: { level_1: string[]; level_2: string[] };
  gardens_left: { small: number; large: number };
  bonus: Record<Colour, (string | null)[]>;
  special: StackView[];
  sack_deck: { cards: number; known_at_end: string[] };
  declared: string[];
  seats: SeatView[];
  resafabot: BotView | null;
  rain: { next_round: number | null; tiles: number[] };
  /** A cube at a fork while its owner is asked. */
  flowing: { space: string; owner: Owner } | null;
}
