"""Profiles: how somebody does, title by title, and with whom they play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from sqlalchemy import Connection, Row

from sandtable.server.people.ratings import rating_info, shown
from sandtable.server.storage import profile_store, rating_store
from sandtable.server.storage.stored_table import BOT
from sandtable.server.tables.info import moment

#: Games that are looked at, of the person and of those they are compared with.
MOST = 1000
BEST = 5
LATEST = 10
OPPONENTS = 10


def profile_of(connection: Connection, identity: str) -> dict[str, Any]:
    """The titles somebody has played, and their opponents."""
    results = profile_store.latest_results(connection, identity, MOST)
    tables = {row.table_id for row in results}
    others = profile_store.at_tables(connection, tables, identity)
    changes = {
        row.table_id: shown(row.mu) - shown(row.mu_before)
        for row in rating_store.changes_of(connection, identity, MOST)
    }
    ratings = {
        row.game: rating_info(row.mu, row.sigma, row.games)
        for row in rating_store.ratings_of(connection, identity)
    }
    names: dict[str, list[str]] = defaultdict(list)
    for other in others:
        names[other.table_id].append(other.name)
    by_game: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in results:
        by_game[row.game].append(row)
    titles = []
    for game, rows in sorted(by_game.items()):
        shown_games = {
            row.table_id: _game(row, names[row.table_id], changes.get(row.table_id)) for row in rows
        }
        best = sorted(rows, key=lambda row: (-row.score, row.finished))[:BEST]
        titles.append(
            {
                "game": game,
                "games": len(rows),
                "wins": sum(row.won and row.players > 1 for row in rows),
                "rating": ratings.get(game),
                "groups": _groups(rows),
                "best": [shown_games[row.table_id] for row in best],
                "latest": [shown_games[row.table_id] for row in rows[:LATEST]],
                "sources": _sources(connection, identity, game, rows),
            }
        )
    return {"titles": titles, "opponents": _opponents(results, others)}


def _game(row: Row[Any], opponents: list[str], change: int | None) -> dict[str, Any]:
    return {
        "table": row.table_id,
        "players": row.players,
        "pace": row.pace,
        "score": row.score,
        "place": row.place,
        "won": row.won,
        "finished": moment(row.finished),
        "opponents": opponents,
        "change": change,
    }


def _groups(rows: Sequence[Row[Any]]) -> list[dict[str, Any]]:
    groups: dict[tuple[int, str | None], list[Row[Any]]] = defaultdict(list)
    for row in rows:
        groups[row.players, row.pace].append(row)
    return [
        {
            "players": players,
            "pace": pace,
            "games": len(several),
            "wins": sum(row.won for row in several),
            "mean": round(fmean(row.score for row in several), 1),
            "best": max(row.score for row in several),
        }
        for (players, pace), several in sorted(
            groups.items(), key=lambda item: (item[0][0], item[0][1] or "")
        )
    ]


def _sources(
    connection: Connection, identity: str, game: str, rows: Sequence[Row[Any]]
) -> list[dict[str, Any]]:
    """Points per game by source, in the order in which the title names them."""
    mine = [row.breakdown for row in rows if row.breakdown is not None]
    if not mine:
        return []
    players = {row.players for row in rows if row.breakdown is not None}
    people, bots = (
        profile_store.breakdowns(connection, game, players, of_bots, identity, MOST)
        for of_bots in (False, True)
    )
    return [
        {
            "source": source,
            "mine": _mean(mine, source),
            "people": _mean(people, source),
            "bots": _mean(bots, source),
        }
        for source in mine[0]
    ]


def _mean(breakdowns: Sequence[dict[str, int]], source: str) -> float | None:
    if not breakdowns:
        return None
    return round(fmean(points.get(source, 0) for points in breakdowns), 1)


def _opponents(results: Sequence[Row[Any]], others: Sequence[Row[Any]]) -> list[dict[str, Any]]:
    """The people somebody has played with most."""
    places = {row.table_id: row.place for row in results}
    found: dict[str, dict[str, Any]] = {}
    for other in others:
        if other.kind == BOT or other.identity is None or other.place is None:
            continue
        known = found.setdefault(
            other.identity,
            {"name": other.profile or other.name, "profile": other.profile, "games": 0, "ahead": 0},
        )
        known["games"] += 1
        known["ahead"] += places[other.table_id] < other.place
    return sorted(found.values(), key=lambda known: (-known["games"], known["name"]))[:OPPONENTS]
