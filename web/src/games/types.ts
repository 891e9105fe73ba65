/** What a title gives the pages of the client. */

import type { Component } from "svelte";
import type { Choice, GameEvent, Preview, Result, Score } from "../api/types.ts";
import type { Choosing } from "../lib/choosing.svelte.ts";
import type { LiveTable } from "../lib/live.svelte.ts";

export type View = Record<string, unknown>;
export type EditionData = Record<string, unknown>;

export interface GameProps {
  table: LiveTable;
  choosing: Choosing;
  edition: EditionData;
  view: View;
  names: string[];
  /** The seat whose area is shown, and whether it is played from this screen. */
  seat: number;
  mine: boolean;
  /** On narrow screens: the part that is shown. */
  tab: string;
}

export interface SeatProps {
  view: View;
  edition: EditionData;
  seat: number;
}

export interface ToolProps {
  table: LiveTable;
  view: View;
  edition: EditionData;
  names: string[];
}

export interface ChoiceProps {
  choice: Choice;
  view: View;
  edition: EditionData;
}

export interface PreviewProps {
  preview: Preview;
  view: View;
  edition: EditionData;
  seat: number;
  names: string[];
}

export interface ResultProps {
  result: Result;
  edition: EditionData;
}

/** A game that was played for something else than points: its own headline and explanation. */
export interface SpecialResult {
  headline: string;
  /** What the button for another game says; absent: as always. */
  again?: string;
  Details: Component<ResultProps>;
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

export interface Tool {
  id: string;
  label: string;
  icon: string;
  component: Component<ToolProps>;
}

export interface GameModule {
  tabs: Tab[];
  Main: Component<GameProps>;
  /** What a seat owns, in the list of players. */
  Seat: Component<SeatProps>;
  /** The same in words, line by line. */
  owns(view: View, seat: number): string[];
  /** What stands on the button of a choice that lies nowhere on the table. */
  ChoiceLabel: Component<ChoiceProps>;
  /** What a choice would bring. */
  Effects: Component<PreviewProps>;
  tools: Tool[];
  /** The tab where a choice lies; null: it is offered as a button beside the question. */
  place(choice: Choice): string | null;
  /** For choices that are buttons beside the question: the tab where their effect is seen. */
  near(choice: Choice): string | null;
  /** A choice that throws something away, or forgoes or ends something: what is given up for it.
   * It is never made by one unasked press. `others`: what else is on offer. */
  givesUp(choice: Choice, others: Choice[]): string | null;
  /** Icons for what happened in a turn, most telling first. */
  icons(events: GameEvent[], edition: EditionData): string[];
  /** A seat's points as everybody sees them now; null: not known before the end. */
  score(view: View, seat: number): number | null;
  /** Names of the sources of points. */
  sources: Record<string, string>;
  /** Seats have secrets from one another: at one screen a curtain falls between them. */
  secrets: boolean;
  /** For games alone: from how many points on a result is called what. */
  scale(edition: EditionData): [number, string][];
  scaleHelp: string;
  /** Where a finished game was about something else than points: what came of it. */
  special?: (result: Result) => SpecialResult | null;
  /** Whether a finished game counts among the best games alone. */
  countsAsBest(score: Score): boolean;
}
