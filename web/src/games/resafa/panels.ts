/** The panels of Resafa's table: their shares of it, and where a question lies. */

import type { Choice } from "../../api/types.ts";

export const PANELS = ["map", "water", "city", "displays", "offer"] as const;
export type PanelId = (typeof PANELS)[number];

/** How many panels lie in each row. */
export const ROWS_OF_PANELS = [3, 2];

/** Shares of a row, about as the drawings are wide. */
export const SHARES: Record<PanelId, number> = {
  map: 1.5,
  water: 1.07,
  city: 0.95,
  displays: 2.5,
  offer: 1,
};

const ASKED: Record<string, PanelId> = {
  go: "map",
  base: "map",
  load: "map",
  sell: "map",
  buy: "map",
  flip: "map",
  canal: "water",
  space: "water",
  flow: "water",
  tile: "offer",
  cell: "city",
  room: "city",
  square: "city",
  rotate: "city",
  lay: "city",
  side: "city",
  bonus: "displays",
  step: "displays",
  open: "displays",
  look: "displays",
  take: "displays",
};

/** The panel that most choices of a question are about; null: none of them. */
function askedPanel(choices: Choice[]): PanelId | null {
  const counts = new Map<PanelId, number>();
  for (const choice of choices) {
    const panel = ASKED[choice.word];
    if (panel) counts.set(panel, (counts.get(panel) ?? 0) + 1);
  }
  let most: PanelId | null = null;
  for (const [panel, count] of counts) {
    if (most === null || count > counts.get(most)!) most = panel;
  }
  return most;
}

/** Questions about the own cards and tokens below the panels. */
const BELOW = new Set(["play", "row", "drop"]);

/**
 * The panel that grows at a question, where `before` has grown until now. It keeps its size while
 * nothing is asked, or what lies in the question bar: what comes next often lies there again. Where
 * the question is about the own cards, all have their own size.
 */
export function grownPanel(choices: Choice[], before: PanelId | null): PanelId | null {
  if (choices.some((choice) => BELOW.has(choice.word))) return null;
  return askedPanel(choices) ?? before;
}
