"""The plots of a report."""

from __future__ import annotations

import statistics
from html import escape

from sandtable.arena import analysis, charts
from sandtable.arena.charts import COLOURS, Scale
from sandtable.arena.folder import FinishedGame
from sandtable.arena.plan import Plan
from sandtable.arena.standings import PlayerStanding


def ratings(standings: list[PlayerStanding]) -> str:
    """Ratings with twice their uncertainty."""
    ends = [(s.mu - 2 * s.sigma, s.mu + 2 * s.sigma) for s in standings]
    scale = Scale([end for pair in ends for end in pair])
    rows = [
        charts.row(
            s.name,
            charts.interval(scale, low, high) + charts.dot(scale, s.mu),
            f"{s.mu:.1f} ± {2 * s.sigma:.1f}",
        )
        for s, (low, high) in zip(standings, ends, strict=True)
    ]
    return charts.plot(rows, scale, "rating and twice its uncertainty")


def scores(plan: Plan, games: list[FinishedGame]) -> str:
    """How the scores of each player are distributed."""
    by_player = analysis.scores_by_player(plan, games)
    scale = Scale([score for values in by_player for score in (*values, *(v + 1 for v in values))])
    rows = []
    for player, values in enumerate(by_player):
        if not values:
            continue
        marks = charts.columns(scale, charts.bins_of(values, scale), _colour(player))
        marks += charts.line(scale, statistics.mean(values))
        label = f"{min(values)} to {max(values)}" if len(set(values)) > 1 else f"always {values[0]}"
        rows.append(charts.row(plan.names[player], marks, label))
    return charts.plot(rows, scale, "score", tall=True)


def rates(rows: list[analysis.Rate], expected: float) -> str:
    """Shares of wins with their intervals, and what chance alone would give."""
    scale = Scale([100 * row.interval[1] for row in rows] + [100 * expected], from_zero=True)
    shown = [
        charts.row(
            row.name,
            charts.bar(scale, 0, 100 * row.share, f"{row.games} games, mean score {row.mean:.1f}")
            + charts.line(scale, 100 * expected)
            + charts.interval(scale, 100 * row.interval[0], 100 * row.interval[1]),
            f"{100 * row.share:.1f} %",
        )
        for row in rows
    ]
    return charts.plot(shown, scale, "games won, per cent")


def means(rows: list[analysis.Rate]) -> str:
    """Mean scores, where nobody can win."""
    scale = Scale([row.mean + row.error for row in rows], from_zero=True)
    shown = [
        charts.row(
            row.name,
            charts.bar(scale, 0, row.mean, f"{row.games} games")
            + charts.interval(scale, row.mean - row.error, row.mean + row.error),
            f"{row.mean:.1f}",
        )
        for row in rows
    ]
    return charts.plot(shown, scale, "mean score")


def lengths(games: list[FinishedGame]) -> str:
    """How long games are."""
    plots = []
    for word, values in analysis.lengths(games).items():
        if len(set(values)) < 2:
            label = f"{values[0]} {word}" if values else f"no {word}"
            plots.append(f"<p>Every game took {label}.</p>")
            continue
        scale = Scale([*values, *(value + 1 for value in values)])
        marks = charts.columns(scale, charts.bins_of(values, scale), COLOURS[0])
        marks += charts.line(scale, statistics.mean(values))
        label = f"mean {statistics.mean(values):.1f}"
        plots.append(
            charts.plot([charts.row(word, marks, label)], scale, f"{word} in a game", tall=True)
        )
    return "\n".join(plots)


def sources(plan: Plan, games: list[FinishedGame]) -> str:
    """Where each player's points come from: gains to the right of zero, losses to the left."""
    by_source = analysis.sources(plan, games)
    players = range(len(plan.players))
    gains = [sum(max(0.0, row[player]) for row in by_source.values()) for player in players]
    losses = [sum(min(0.0, row[player]) for row in by_source.values()) for player in players]
    scale = Scale([*gains, *losses], from_zero=True)
    rows = []
    for player in players:
        ends = {True: 0.0, False: 0.0}
        marks = ""
        for place, (source, row) in enumerate(by_source.items()):
            amount = row[player]
            if amount:
                begin = ends[amount > 0]
                ends[amount > 0] += amount
                hint = f"{source}: {amount:.1f}"
                marks += charts.bar(scale, begin, begin + amount, hint, charts.fill(place))
        rows.append(charts.row(plan.names[player], marks, f"{gains[player] + losses[player]:.1f}"))
    legend = "".join(
        f'<li><i style="{charts.fill(place)}"></i>{escape(source)}</li>'
        for place, source in enumerate(by_source)
    )
    return charts.plot(rows, scale, "mean points") + f'<ul class="legend">{legend}</ul>'


def duels(plan: Plan, games: list[FinishedGame]) -> str:
    """Who ends before whom: a table in which colours show how often."""
    head = "".join(f"<th>{escape(name)}</th>" for name in plan.names)
    rows = ""
    for name, cells in zip(plan.names, analysis.duels(plan, games), strict=True):
        rows += f"<tr><td>{escape(name)}</td>{''.join(_duel(cell) for cell in cells)}</tr>\n"
    return f'<div class="wide"><table class="duels"><tr><th></th>{head}</tr>\n{rows}</table></div>'


def _duel(share: float | None) -> str:
    if share is None:
        return '<td class="none">–</td>'
    colour = "0,114,178" if share >= 0.5 else "213,94,0"
    strength = round(0.75 * abs(share - 0.5) * 2, 2)
    return f'<td style="background:rgba({colour},{strength})">{100 * share:.0f}</td>'


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]
