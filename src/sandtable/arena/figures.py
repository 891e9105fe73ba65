"""The plots of a report, each a Plotly figure."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from sandtable.arena import analysis
from sandtable.arena.folder import Game
from sandtable.arena.plan import Plan
from sandtable.arena.standings import PlayerStanding

# Colours that people who see few colours can tell apart (after Okabe and Ito).
COLOURS = [
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#8c6d31",
    "#525252",
    "#b5cf6b",
    "#9c9ede",
]
GREY = "#8a8a8a"
ROW = 44  # pixels for a player


def colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def figure(height: int, **layout: Any) -> Any:
    found = go.Figure()
    found.update_layout(
        template="plotly_white",
        height=height,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        font={"family": "system-ui, sans-serif", "size": 13},
        colorway=COLOURS,
        **layout,
    )
    found.update_xaxes(automargin=True)
    found.update_yaxes(automargin=True)
    return found


def ratings(standings: list[PlayerStanding]) -> Any:
    """Ratings with twice their uncertainty."""
    found = figure(90 + ROW * len(standings), showlegend=False)
    found.add_scatter(
        x=[standing.mu for standing in standings],
        y=[standing.name for standing in standings],
        error_x={"array": [2 * standing.sigma for standing in standings], "thickness": 1.5},
        mode="markers",
        marker={"size": 11, "color": COLOURS[0]},
        customdata=[[standing.sigma, standing.games] for standing in standings],
        hovertemplate="%{y}: %{x:.2f}, uncertainty %{customdata[0]:.2f}, "
        "%{customdata[1]} games<extra></extra>",
    )
    found.update_yaxes(autorange="reversed")
    found.update_xaxes(title="rating and twice its uncertainty")
    return found


def scores(plan: Plan, games: list[Game]) -> Any:
    """How the scores of each player are distributed."""
    found = figure(140 + ROW * len(plan.players), showlegend=False)
    for player, values in enumerate(analysis.scores_by_player(plan, games)):
        found.add_violin(
            x=values,
            name=plan.names[player],
            orientation="h",
            side="positive",
            width=1.7,
            box={"visible": True, "width": 0.16},
            meanline={"visible": True},
            points=False,
            line={"color": colour(player)},
        )
    found.update_yaxes(autorange="reversed")
    found.update_xaxes(title="score")
    return found


def rates(rows: list[analysis.Rate], expected: float, horizontal: bool) -> Any:
    """Shares of wins with their intervals, and what chance alone would give."""
    height = 110 + ROW * len(rows) if horizontal else 320
    found = figure(height, showlegend=False)
    names = [row.name for row in rows]
    shares = [100 * row.share for row in rows]
    up = [100 * (row.interval[1] - row.share) for row in rows]
    down = [100 * (row.share - row.interval[0]) for row in rows]
    error = {"array": up, "arrayminus": down, "thickness": 1.5}
    about = [[row.games, row.mean, row.error] for row in rows]
    told = (
        "%{customdata[0]} games, mean score %{customdata[1]:.1f} "
        "± %{customdata[2]:.1f}<extra></extra>"
    )
    if horizontal:
        found.add_bar(
            x=shares,
            y=names,
            orientation="h",
            error_x=error,
            customdata=about,
            hovertemplate="%{y}: %{x:.1f} %, " + told,
        )
        found.add_vline(x=100 * expected, line={"dash": "dot", "color": GREY})
        found.update_yaxes(autorange="reversed")
        found.update_xaxes(title="games won, per cent", rangemode="tozero")
    else:
        found.add_bar(
            x=names,
            y=shares,
            error_y=error,
            width=0.5,
            customdata=about,
            hovertemplate="%{x}: %{y:.1f} %, " + told,
        )
        found.add_hline(y=100 * expected, line={"dash": "dot", "color": GREY})
        found.update_yaxes(title="games won, per cent", rangemode="tozero")
    return found


def means(rows: list[analysis.Rate]) -> Any:
    """Mean scores, where nobody can win."""
    found = figure(110 + ROW * len(rows), showlegend=False)
    found.add_bar(
        x=[row.mean for row in rows],
        y=[row.name for row in rows],
        orientation="h",
        error_x={"array": [row.error for row in rows], "thickness": 1.5},
        customdata=[[row.games] for row in rows],
        hovertemplate="%{y}: %{x:.1f}, %{customdata[0]} games<extra></extra>",
    )
    found.update_yaxes(autorange="reversed")
    found.update_xaxes(title="mean score")
    return found


def lengths(games: list[Game]) -> Any:
    """How long games are."""
    found = figure(320, showlegend=False)
    values = analysis.lengths(games)
    found.set_subplots(rows=1, cols=2, horizontal_spacing=0.1)
    for column, word in enumerate(("turns", "decisions"), 1):
        found.add_histogram(x=values[word], nbinsx=40, row=1, col=column, name=word)
        found.update_xaxes(title=f"{word} in a game", row=1, col=column)
    found.update_yaxes(title="games", row=1, col=1)
    return found


def sources(plan: Plan, games: list[Game]) -> Any:
    """Where each player's points come from."""
    found = figure(170 + ROW * len(plan.players), barmode="relative")
    for place, (source, row) in enumerate(analysis.sources(plan, games).items()):
        found.add_bar(
            x=row,
            y=plan.names,
            name=source,
            orientation="h",
            marker={"color": colour(place), "pattern": {"shape": _pattern(place)}},
            hovertemplate=f"%{{y}}, {source}: %{{x:.1f}}<extra></extra>",
        )
    found.update_layout(legend={"orientation": "h", "y": -0.25, "traceorder": "normal"})
    found.update_yaxes(autorange="reversed")
    found.update_xaxes(title="mean points")
    return found


def _pattern(place: int) -> str:
    """Colours come back with a pattern where there are more sources than colours."""
    return ["", "/", ".", "x"][place // len(COLOURS) % 4]


def duels(plan: Plan, games: list[Game]) -> Any:
    """Who ends before whom."""
    rows = analysis.duels(plan, games)
    found = figure(150 + ROW * len(plan.players))
    found.add_heatmap(
        z=[[None if cell is None else 100 * cell for cell in row] for row in rows],
        x=plan.names,
        y=plan.names,
        zmin=0,
        zmax=100,
        colorscale=[[0, "#d55e00"], [0.5, "#f7f7f7"], [1, "#0072b2"]],
        texttemplate="%{z:.0f}",
        hovertemplate="%{y} ends before %{x}: %{z:.1f} %<extra></extra>",
        colorbar={"title": "%"},
    )
    found.update_yaxes(autorange="reversed")
    found.update_xaxes(side="top")
    return found
