/** From an analysis to what is drawn of it. */

import type { Analysis, AnalysisState } from "../api/types.ts";

/** Where everybody stood before each turn and at the end: chances in per cent, alone points. */
export function analysisPoints(
  analysis: Analysis,
): { step: number; turn: number; scores: number[] }[] {
  const figures = (standing: Analysis["end"]): number[] =>
    (standing.chances?.map((chance) => chance * 100) ?? standing.points).map((figure) =>
      Math.round(figure),
    );
  const points = analysis.turns.map((turn) => ({
    step: turn.first,
    turn: turn.turn,
    scores: figures(turn.before),
  }));
  const last = analysis.turns.at(-1);
  if (last) points.push({ step: last.last, turn: last.turn, scores: figures(analysis.end) });
  return points;
}

/** How long to wait, in milliseconds, before asking again how far an analysis is. */
export function pace(state: AnalysisState): number {
  return state.total > 0 && state.done / state.total > 0.9 ? 500 : 1200;
}
