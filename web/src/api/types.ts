export interface Me {
  name: string;
  known: boolean;
}

export interface OptionHelp {
  name: string;
  values: (string | number | boolean)[];
  default: string | number | boolean;
  players?: number[];
  help: string;
}

export interface GameInfo {
  name: string;
  title: string;
  min_players: number;
  max_players: number;
  edition: string;
  digest: string;
  options: OptionHelp[];
}

export interface Bot {
  name: string;
  level: number | null;
}

export type SeatKind = "human" | "hotseat" | "bot" | "open";

export interface SeatInfo {
  seat: number;
  kind: SeatKind;
  name: string;
  bot: string | null;
  mine: boolean;
  present: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  title: string;
  name: string;
  status: "waiting" | "running" | "over";
  created: string;
  updated: string;
  players: number;
  options: Record<string, unknown>;
  edition: string;
  digest: string;
  standard_edition: boolean;
  seed_chosen: boolean;
  listed: boolean;
  owner: boolean;
  invite: string | null;
  seats: SeatInfo[];
  to_choose: number | null;
  my_turn: boolean;
  step: number;
  version: number;
  scores: number[] | null;
  winners: number[] | null;
  parent: { table: string; step: number } | null;
  rematch: string | null;
  hints: boolean;
  problem: string | null;
}

export interface Choice {
  id: number;
  notation: string;
  word: string;
  item: string;
  text: string;
}

export interface Decision {
  kind: string;
  prompt: string;
  choices: Choice[];
  explanations: Record<string, string>;
}

export interface Undo {
  allowed: boolean;
  reason: string | null;
  count: number;
}

export interface Position {
  step: number;
  version: number;
  turn: number;
  seat: number | null;
  view: Record<string, unknown>;
  to_choose: number | null;
  over: boolean;
  decision: Decision | null;
  undo: Undo | null;
  scores: number[];
}

export interface GameEvent {
  type: string;
  seat?: number;
  [field: string]: unknown;
}

export interface LogStep {
  step: number;
  seat: number | null;
  action: number | null;
  notation: string | null;
  text: string | null;
  events: GameEvent[];
}

export interface LogTurn {
  turn: number;
  seat: number | null;
  lines: string[];
  steps: LogStep[];
}

export interface SeatChange {
  seat: number;
  score: number;
  changes: Record<string, number>;
}

export interface Preview {
  action: number;
  certain: boolean;
  ends_turn: boolean;
  seats: SeatChange[];
  events: GameEvent[];
  lines: string[];
  view: Record<string, unknown> | null;
}

export interface Result {
  scores: number[];
  winners: number[];
  ranking: number[];
  breakdown: Record<string, number>[];
  over_time: { step: number; turn: number; scores: number[] }[];
  result: Record<string, unknown>;
  names: string[];
}

export interface Score {
  game: string;
  players: number;
  options: Record<string, unknown>;
  score: number;
  won: boolean;
  place: number;
  finished: string;
  table: string;
  result: Record<string, unknown>;
}

export type ServerMessage =
  | { type: "hello"; table: TableInfo; position: Position | null; log: LogTurn[]; version: number }
  | {
      type: "update";
      cause: "act" | "undo" | "restart" | "sync" | "watch" | "start";
      by: number | null;
      position: Position;
      log_from: number;
      log: LogTurn[];
    }
  | { type: "table"; table: TableInfo }
  | { type: "presence"; seats: boolean[]; spectators: number }
  | { type: "thinking"; seat: number; since: string }
  | { type: "ack"; ref: number; version: number; step: number }
  | { type: "error"; ref: number | null; code: string; message: string; version: number | null }
  | { type: "pong"; ref: number };

export type ClientMessage =
  | { type: "act"; ref: number; version: number; action: number }
  | { type: "undo" | "restart"; ref: number; version: number }
  | { type: "watch"; ref: number; seat: number | null }
  | { type: "sync" | "ping"; ref: number };
