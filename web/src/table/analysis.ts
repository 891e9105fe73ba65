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

/** Points by source, in the game and in the search's own: a row for each source, then the sums. */
export function comparedSources(
  analysis: Analysis,
): { source: string; pairs: { played: number; search: number }[] }[] {
  const { played, search } = analysis.sources ?? { played: [], search: [] };
  const sum = (points: Record<string, number>): number =>
    Object.values(points).reduce((total, value) => total + value, 0);
  const rows = Object.keys(played[0] ?? {}).map((source) => ({
    source,
    pairs: played.map((own, seat) => ({
      played: own[source] ?? 0,
      search: search[seat]?.[source] ?? 0,
    })),
  }));
  const some = rows.filter((row) => row.pairs.some((pair) => pair.played || pair.search));
  if (!some.length) return [];
  const all = played.map((own, seat) => ({ played: sum(own), search: sum(search[seat] ?? {}) }));
  return [...some, { source: "", pairs: all }];
}
