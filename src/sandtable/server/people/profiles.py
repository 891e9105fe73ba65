"""Profiles: how somebody does, title by title, and with whom they play."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
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


def profile_of(
    connection: Connection, identity: str, hidden: Collection[str] = ()
) -> dict[str, Any]:
    """The titles somebody has played, and their opponents; not the games at hidden tables."""
    results = profile_store.latest_results(connection, identity, MOST, hidden)
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
    """Points per game by source, in the order in which the title names them. Others are compared
    in games of as many players, each number of players as often as the person has played it; solo
    games, where others cannot be met, only where there is nothing else."""
    known = [row for row in rows if row.breakdown is not None]
    known = [row for row in known if row.players > 1] or known
    if not known:
        return []
    mine = [row.breakdown for row in known]
    times = Counter(row.players for row in known)
    people, bots = (
        profile_store.breakdowns(connection, game, times.keys(), of_bots, identity, MOST)
        for of_bots in (False, True)
    )
    return [
        {
            "source": source,
            "mine": round(_mean(mine, source), 1),
            "people": _weighted_mean(people, times, source),
            "bots": _weighted_mean(bots, times, source),
        }
        for source in mine[0]
    ]


def _mean(breakdowns: Sequence[dict[str, int]], source: str) -> float:
    return fmean(points.get(source, 0) for points in breakdowns)


def _weighted_mean(
    breakdowns: dict[int, list[dict[str, int]]], times: Counter[int], source: str
) -> float | None:
    """Of what others have reached, by number of players; None where they have not played."""
    known = [players for players in times if breakdowns.get(players)]
    if not known:
        return None
    points = sum(times[players] * _mean(breakdowns[players], source) for players in known)
    return round(points / sum(times[players] for players in known), 1)


def _opponents(results: Sequence[Row[Any]], others: Sequence[Row[Any]]) -> list[dict[str, Any]]:
    """The people somebody has played with most."""
    places = {row.table_id: row.place for row in results}
    opponents: dict[str, dict[str, Any]] = {}
    for other in others:
        if other.kind == BOT or other.identity is None or other.place is None:
            continue
        known = opponents.setdefault(
            other.identity,
            {"name": other.profile or other.name, "profile": other.profile, "games": 0, "ahead": 0},
        )
        known["games"] += 1
        known["ahead"] += places[other.table_id] < other.place
    return sorted(opponents.values(), key=lambda known: (-known["games"], known["name"]))[
        :OPPONENTS
    ]
