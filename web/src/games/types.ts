/** What a game gives the table page. */

import type { Component } from "svelte";
import type { Choice, GameEvent, Preview, Score } from "../api/types.ts";
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

export interface Tool {
  id: string;
  label: string;
  icon: string;
  component: Component<ToolProps>;
}

export interface GameModule {
  /** Parts of the table that are tabs on narrow screens, in order. */
  tabs: string[];
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
  /** Icons for what happened in a turn, most telling first. */
  icons(events: GameEvent[], edition: EditionData): string[];
  /** A seat's points as everybody sees them now. */
  score(view: View, seat: number): number;
  /** Names of the sources of points. */
  sources: Record<string, string>;
  /** Seats have secrets from one another: at one screen a curtain falls between them. */
  secrets: boolean;
  /** For games alone: from how many points on a result is called what. */
  scale(edition: EditionData): [number, string][];
  scaleHelp: string;
  /** Whether a finished game counts among the best games alone. */
  countsAsBest(score: Score): boolean;
}
