/** What a title gives the pages of the client. */

import type { Component } from "svelte";
import type {
  Choice,
  GameEdition,
  GameEvent,
  GameResult,
  GameView,
  Preview,
  Result,
  Score,
} from "../api/types.ts";
import type { Choosing } from "../lib/choosing.svelte.ts";
import type { EventFacts } from "./event-facts.ts";
import type { LiveTable } from "../lib/live.svelte.ts";

/** What a title's data looks like; a title gives its own, the pages deal with any. */
export interface Data {
  view: GameView;
  edition: GameEdition;
  event: GameEvent;
  result: GameResult;
}

export type ResultOf<D extends Data> = Omit<Result, "result"> & { result: D["result"] };
export type PreviewOf<D extends Data> = Omit<Preview, "events"> & { events: D["event"][] };

export interface GameProps<D extends Data = Data> {
  table: LiveTable;
  choosing: Choosing;
  edition: D["edition"];
  view: D["view"];
  /** What came about between the last two positions, and what a choice that is looked at brings. */
  happened: D["event"][];
  ghosts: D["event"][];
  names: string[];
  /** The seat whose area is shown, and whether it is played from this screen. */
  seat: number;
  mine: boolean;
  /** Back from somebody else's area to the own one; absent: it is the own one. */
  onhome?: (() => void) | undefined;
  /** On narrow screens: the part that is shown. */
  tab: string;
}

export interface SeatProps<D extends Data = Data> {
  view: D["view"];
  edition: D["edition"];
  seat: number;
}

export interface ToolProps<D extends Data = Data> {
  table: LiveTable;
  view: D["view"];
  edition: D["edition"];
  names: string[];
}

export interface ChoiceProps<D extends Data = Data> {
  choice: Choice;
  view: D["view"];
  edition: D["edition"];
}

export interface PreviewProps<D extends Data = Data> {
  preview: PreviewOf<D>;
  view: D["view"];
  edition: D["edition"];
  seat: number;
  names: string[];
}

export interface ResultProps<D extends Data = Data> {
  result: ResultOf<D>;
  edition: D["edition"];
}

/** A game that was played for something else than points: its own headline and explanation. */
export interface SpecialResult<D extends Data = Data> {
  headline: string;
  /** What the button for another game says; absent: as always. */
  again?: string;
  Details: Component<ResultProps<D>>;
}

export interface OptionProps {
  options: Record<string, unknown>;
}

/** A title outside its table: on the start page, at a new table, among the scores. */
export interface Title {
  tagline: string;
  about: string;
  Scene: Component;
  /** Words for options and their values; others show as they are. */
  optionNames: Record<string, string>;
  optionValues: Record<string, string>;
  /** Options that the server sets by itself. */
  keptOptions: string[];
  /** More about the options chosen for a new table. */
  OptionNote?: Component<OptionProps>;
  /** What a finished game was besides a game for points. */
  scoreNote?: (score: Score) => string;
  /** How far a person has come, below the list of scores. */
  Progress?: Component;
  table: () => Promise<GameModule>;
}

/** A part of the table that is a tab on narrow screens. */
export interface Tab {
  id: string;
  label: string;
}

export interface Tool<D extends Data = Data> {
  id: string;
  label: string;
  icon: string;
  component: Component<ToolProps<D>>;
}

export interface GameModule<D extends Data = Data> {
  tabs: Tab[];
  /** On large screens the table fits the window: its parts share the height. */
  oneScreen?: boolean;
  Main: Component<GameProps<D>>;
  /** What a seat owns, in the list of players. */
  Seat: Component<SeatProps<D>>;
  /** The same in words, line by line. */
  owns(view: D["view"], seat: number): string[];
  /** What stands on the button of a choice that lies nowhere on the table. */
  ChoiceLabel: Component<ChoiceProps<D>>;
  /** What a choice would bring. */
  Effects: Component<PreviewProps<D>>;
  tools: Tool<D>[];
  /** The tab where a choice lies; null: it is offered as a button beside the question. */
  place(choice: Choice): string | null;
  /** For choices that are buttons beside the question: the tab where their effect is seen. */
  near(choice: Choice): string | null;
  /** Cards and tiles: on large screens they are offered beside the question too. */
  inBar?(choice: Choice): boolean;
  /** Where things happen and what they bring. */
  eventFacts: EventFacts<D["event"]>;
  /** Icons for what happened in a turn, most telling first. */
  icons(events: D["event"][], edition: D["edition"]): string[];
  /** A seat's points as everybody sees them now; null: not known before the end. */
  score(view: D["view"], seat: number): number | null;
  /** What points are called, and what they are in the rulebook. */
  points?: { name: string; thing: string };
  /** Names of the sources of points. */
  sources: Record<string, string>;
  /** Seats have secrets from one another: at one screen a curtain falls between them. */
  secrets: boolean;
  /** For games alone: from how many points on a result is called what. */
  scale(edition: D["edition"]): [number, string][];
  scaleHelp: string;
  /** Where a finished game was about something else than points: what came of it. */
  special?: (result: ResultOf<D>) => SpecialResult<D> | null;
  /** Whether a finished game counts among the best games alone. */
  countsAsBest(score: Score): boolean;
}
