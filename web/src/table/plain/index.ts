/** A table that plays any title: drawn from its view, its choices, its scores and its log. */

import { NO_EVENT_FACTS } from "../../games/event-facts.ts";
import type { GameModule } from "../../games/types.ts";
import { t } from "../../i18n/index.ts";
import { plainName } from "../../lib/plain-name.ts";
import ChoiceLabel from "./ChoiceLabel.svelte";
import Effects from "./Effects.svelte";
import Main from "./Main.svelte";
import Seat from "./Seat.svelte";
import { inWords, isRow, isScalar, scoreIn, type Row } from "./shape.ts";

/** What a view tells of a seat in figures: numbers and short words, one by one. */
export function figuresOf(view: Row, seat: number): string[] {
  const rows = view["seats"] ?? view["players"];
  const row: unknown = Array.isArray(rows) ? rows[seat] : null;
  if (!isRow(row)) return [];
  return Object.entries(row)
    .filter(([name, value]) => name !== "seat" && isScalar(value) && value !== null)
    .map(([name, value]) => `${plainName(name)} ${inWords(value, t.plain.yes, t.plain.no)}`);
}

export const plain: GameModule = {
  tabs: [{ id: "table", label: t.plain.table }],
  Main,
  Seat,
  owns: figuresOf,
  ChoiceLabel,
  Effects,
  tools: [],
  place: () => "table",
  near: () => null,
  eventFacts: NO_EVENT_FACTS,
  icons: () => [],
  score: scoreIn,
  sources: {},
  // Nobody knows what a title hides, so a curtain falls between people at one screen.
  secrets: true,
  scale: () => [],
  scaleHelp: "",
  countsAsBest: (score) => score.players === 1,
};
