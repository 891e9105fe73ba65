"""The results as a table: a row for every seat of every game, as Parquet or CSV."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from sandtable.arena.folder import FinishedGame
from sandtable.arena.plan import Plan
from sandtable.arena.standings import contests_of
from sandtable.kernel.errors import SandtableError

FORMATS = ("parquet", "csv")


def rows(plan: Plan, games: list[FinishedGame]) -> list[dict[str, Any]]:
    """Seats are counted from 1; ``win`` is 1, or a part of it where a victory is shared. Alone,
    place and win are among all who have played the same seed."""
    result = []
    results = _results(plan, games)
    for game in games:
        for seat, player in enumerate(game["players"]):
            place, win = results[game["seed"], player]
            row: dict[str, Any] = {
                "game": game["game"],
                "seed": game["seed"],
                "seat": seat + 1,
                "player": plan.names[player],
                "score": game["scores"][seat],
                "place": place,
                "win": win,
                "decisions": game["decisions"],
                "turns": game["turns"],
            }
            for source, points in game["points"][seat].items():
                row[f"points_{source.replace(' ', '_')}"] = points
            result.append(row)
    return result


def _results(plan: Plan, games: list[FinishedGame]) -> dict[tuple[int, int], tuple[int, float]]:
    """Place and share of the victory by seed and player."""
    pairs: dict[tuple[int, int], tuple[int, float]] = {}
    for contest in contests_of(plan, games):
        best = contest.places.count(1)
        for player, place in zip(contest.players, contest.places, strict=True):
            pairs[contest.seed, player] = (place, 1 / best if place == 1 else 0.0)
    return pairs


def write(plan: Plan, games: list[FinishedGame], folder: Path, kind: str) -> Path:
    """Write the table; the same games give the same file."""
    table = rows(plan, games)
    path = folder / f"results.{kind}"
    if kind == "csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(table[0]) if table else [], lineterminator="\n")
            writer.writeheader()
            writer.writerows(table)
        return path
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise SandtableError(
            "Parquet needs the package pyarrow; install it with: "
            "pip install 'sandtable[arena]', or choose --format csv"
        ) from error
    pq.write_table(pa.Table.from_pylist(table), path)
    return path
