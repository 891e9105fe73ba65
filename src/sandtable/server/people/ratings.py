"""Who is rated for a game, and ratings as people read them.

A rating is shown on a scale like Elo's: 400 points ahead means about ten wins in eleven games.
"""

from __future__ import annotations

from typing import Any, Literal

from sandtable.bots.skill import Skill, places
from sandtable.server.storage.rating_store import BOT_PREFIX, Entrant
from sandtable.server.storage.stored_table import HOTSEAT, HUMAN, OPEN, Seat, StoredTable

#: How a game counts for the rating of somebody who did not finish it: they come last, they get what
#: the bot in their place reached, or nobody is rated.
Abandoned = Literal["loss", "result", "ignore"]

MEAN = 1500
POINTS = 30
#: A rating less certain than this is provisional; it takes about ten games.
SURE = 5.2


def is_rated(table: StoredTable) -> bool:
    """Whether the game counts for ratings when it ends. Practice and lessons never do, nor does a
    game in which one person plays several seats."""
    seats = table.seats
    return (
        table.rated
        and table.counts
        and not table.practice
        and table.lesson is None
        and all(seat.kind != HOTSEAT for seat in seats)
        and any(seat.kind == OPEN or _person(seat) for seat in seats)
    )


def entrants(
    table: StoredTable, scores: list[int], winners: list[int], abandoned: Abandoned
) -> list[Entrant]:
    """Who is rated, with their places; empty where the game is not."""
    if not is_rated(table):
        return []
    gone = [seat.seat for seat in table.seats if seat.abandoned is not None]
    if gone and abandoned == "ignore":
        return []
    reached = places(scores, winners)
    if gone and abandoned == "loss":
        reached = _with_last(reached, gone)
    return [
        Entrant(seat.seat, _person(seat) or f"{BOT_PREFIX}{seat.bot}", reached[seat.seat])
        for seat in table.seats
    ]


def _with_last(reached: list[int], gone: list[int]) -> list[int]:
    """The places where these seats come last together, and the others move up."""
    stayed = [place for seat, place in enumerate(reached) if seat not in gone]
    return [
        1 + (len(stayed) if seat in gone else sum(other < place for other in stayed))
        for seat, place in enumerate(reached)
    ]


def broken_off(table: StoredTable, abandoned: Abandoned) -> list[Entrant]:
    """Who is rated for a game that ended early: those who did not play on lose to the others."""
    gone = {seat.seat for seat in table.seats if seat.abandoned is not None}
    if not gone or abandoned != "loss":
        return []
    ranks = [0 if seat.seat in gone else 1 for seat in table.seats]
    return entrants(table, ranks, [], abandoned)


def _person(seat: Seat) -> str | None:
    """The person whose seat it is, or was before they left."""
    return seat.former or (seat.identity if seat.kind == HUMAN else None)


def shown(mu: float) -> int:
    return round(MEAN + POINTS * (mu - Skill().mu))


def rating_info(mu: float, sigma: float, games: int) -> dict[str, Any]:
    """A rating, how far off it may be (19 times out of 20 less), and whether it is provisional."""
    return {
        "rating": shown(mu),
        "uncertainty": round(2 * POINTS * sigma),
        "provisional": sigma > SURE,
        "games": games,
    }
