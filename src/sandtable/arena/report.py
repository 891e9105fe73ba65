"""The report: one HTML file that needs nothing else, with plots and the figures behind them."""

from __future__ import annotations

from html import escape
from pathlib import Path

from sandtable.arena import analysis, charts, figures
from sandtable.arena.folder import FinishedGame
from sandtable.arena.plan import Plan
from sandtable.arena.standings import PlayerStanding
from sandtable.version import VERSION

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; margin: 0 auto;
  max-width: 60rem; padding: 1rem 1.5rem 4rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; }
.about, .note { color: #555; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; }
.duels td:not(:first-child) { text-align: center; min-width: 3rem; } .duels .none { color: #999; }
th, td { text-align: right; padding: 0.25rem 0.8rem; border-bottom: 1px solid #ddd;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.wide { overflow-x: auto; }
h1, h2, p { overflow-wrap: anywhere; }
"""


def write(
    plan: Plan, games: list[FinishedGame], standings: list[PlayerStanding], folder: Path
) -> Path:
    path = folder / "report.html"
    path.write_text(page(plan, games, standings), encoding="utf-8")
    return path


def page(plan: Plan, games: list[FinishedGame], standings: list[PlayerStanding]) -> str:
    title = f"{plan.title.title}: {len(plan.players)} players, {len(games)} games"
    body = "\n".join(_sections(plan, games, standings))
    return (
        "<!doctype html>\n"
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}{charts.STYLE}</style></head>\n"
        f"<body>\n{body}\n</body></html>\n"
    )


def _sections(plan: Plan, games: list[FinishedGame], standings: list[PlayerStanding]) -> list[str]:
    alone = plan.seats == 1
    expected = 1 / plan.seats
    sections = [_head(plan, games)]
    sections += [
        _section("Ratings", _rating_note(alone)),
        _table(
            ["player", "rating", "uncertainty", "games", "won", "19 of 20", "mean score", "place"],
            [_standing_row(standing) for standing in standings],
        ),
        figures.ratings(standings),
    ]
    if len(plan.players) > 1:
        sections += [
            _section("Who ends before whom", "Per cent of the games in which both played."),
            figures.duels(plan, games),
        ]
    sections += [
        _section("Scores", "How often each score was reached; the dotted line is the mean."),
        figures.scores(plan, games),
    ]
    if not alone:
        rows = analysis.seats(plan, games)
        sections += [
            _section(
                "Seats",
                "All seatings are balanced, so a difference is the seat's. "
                "Thin lines: 19 of 20; dotted: no advantage.",
            ),
            figures.rates(rows, expected),
            _rate_table("seat", rows),
        ]
    sections += [
        _section("Length", "How many turns and choices games take; the dotted line is the mean."),
        figures.lengths(games),
        _section("Where points come from", "Mean points of each player by source."),
        figures.sources(plan, games),
        _source_table(plan, games),
    ]
    return sections + _strategy_section(games, alone, expected)


def _strategy_section(games: list[FinishedGame], alone: bool, expected: float) -> list[str]:
    rows = analysis.strategies(games)
    if not rows:
        return []
    note = (
        "A seat's strategy in a game is the source of points it leans on most: whose share of "
        "its points is furthest above the usual share, counted in standard deviations."
    )
    if alone:
        rows.sort(key=lambda row: -row.mean)
        return [
            _section("Score by strategy", note),
            figures.means(rows),
            _rate_table("strategy", rows),
        ]
    return [
        _section("Win rate by strategy", note + " Dotted: what chance would give."),
        figures.rates(rows, expected),
        _rate_table("strategy", rows),
    ]


def _head(plan: Plan, games: list[FinishedGame]) -> str:
    options = ", ".join(f"{word} {value}" for word, value in plan.options.items())
    facts = [
        f"{plan.seats} at a table" if plan.seats > 1 else "alone",
        f"seeds from {plan.seed}",
        *([options] if options else []),
        f"edition {plan.title.edition.get('name', 'unnamed')}",
        f"Sandtable {VERSION}",
    ]
    played = "1 game" if len(games) == 1 else f"{len(games)} games"
    names = ", ".join(plan.names)
    return (
        f"<h1>{escape(plan.title.title)}</h1>\n"
        f'<p class="about">{played} of {escape(names)}: {escape("; ".join(facts))}.</p>'
    )


def _rating_note(alone: bool) -> str:
    how = "All games of one seed count as a contest by score. " if alone else ""
    return (
        how + "Plackett-Luce ratings by openskill: everybody begins at 25 with an uncertainty of "
        "8.33; between two, a difference of 5 makes a win 80 per cent likely."
    )


def _section(title: str, note: str) -> str:
    return f'<h2>{escape(title)}</h2>\n<p class="note">{escape(note)}</p>'


def _table(heads: list[str], rows: list[list[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><tr>{head}</tr>\n{body}</table></div>'


def _standing_row(standing: PlayerStanding) -> list[str]:
    document = standing.document()
    low, high = standing.win_interval
    place = document["mean_place"]
    return [
        standing.name,
        f"{standing.mu:.2f}",
        f"{standing.sigma:.2f}",
        str(standing.games),
        f"{100 * standing.win_rate:.1f} %",
        f"{100 * low:.1f} to {100 * high:.1f} %",
        f"{standing.mean_score:.1f} ± {standing.score_error:.1f}",
        "" if place is None else f"{place:.2f}",
    ]


def _rate_table(head: str, rows: list[analysis.Rate]) -> str:
    return _table(
        [head, "games", "won", "19 of 20", "mean score"],
        [
            [
                row.name,
                str(row.games),
                f"{100 * row.share:.1f} %",
                f"{100 * row.interval[0]:.1f} to {100 * row.interval[1]:.1f} %",
                f"{row.mean:.1f} ± {row.error:.1f}",
            ]
            for row in rows
        ],
    )


def _source_table(plan: Plan, games: list[FinishedGame]) -> str:
    rows = [
        [source, *[f"{mean:.1f}" for mean in means]]
        for source, means in analysis.sources(plan, games).items()
    ]
    return _table(["source", *plan.names], rows)
