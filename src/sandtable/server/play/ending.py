"""The end of a game: its outcome, results, progress, ratings and notices.

All of it is written in the transaction of the last entry. The entry's key lets one process end a
game, so nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from sandtable.bots.skill import places
from sandtable.server.notices.preferences import ENDED
from sandtable.server.people.ratings import Abandoned, broken_off, entrants
from sandtable.server.people.strengths import first_skill
from sandtable.server.play.game import Play
from sandtable.server.storage import notice_store, plan_store, rating_store, result_store
from sandtable.server.storage.rating_store import BOT_PREFIX, Entrant
from sandtable.server.storage.stored_table import HUMAN, Seat, StoredTable
from sandtable.server.storage.writer import Row

Job = Callable[[Connection], None]


def ending(
    table: StoredTable, play: Play, seats: Sequence[Seat], last: Row, abandoned: Abandoned
) -> Job:
    """The outcome of a game, and what the people at the table have from it."""
    match = play.match
    by, moment = last[4], last[-1]
    others = table.others(table.seats[by].identity)
    # The seats as they are when the game ends.
    final = replace(table, seats=list(seats))

    def add_notices(connection: Connection) -> None:
        if len(table.others(None)) > 1:  # not for somebody alone, who sees it
            notice_store.add_events(connection, ENDED, table.id, others, moment)

    def rate(connection: Connection, players: list[Entrant]) -> None:
        rating_store.rate_table(
            connection, table.id, table.setup.game, players, moment, first_skill
        )

    if play.ended is not None:
        reason, points = play.ended, match.scores()

        def break_off(connection: Connection) -> None:
            result_store.break_off(connection, table.id, reason, points, moment)
            rate(connection, broken_off(final, abandoned))
            plan_store.drop_all(connection, table.id)
            add_notices(connection)

        return break_off

    scores, winners = match.scores(), match.winners()
    results, progress = _results(final, play, moment)

    def finish(connection: Connection) -> None:
        result_store.finish(connection, table.id, scores, winners, results, progress, moment)
        rate(connection, entrants(final, scores, winners, abandoned))
        plan_store.drop_all(connection, table.id)
        add_notices(connection)

    return finish


def _results(
    table: StoredTable, play: Play, moment: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What people and bots have reached, and the people's progress in modes of several games."""
    results: list[dict[str, Any]] = []
    progress: list[dict[str, Any]] = []
    match = play.match
    scores, winners, result = match.scores(), match.winners(), match.result()
    breakdown, reached = match.breakdown(), places(scores, winners)
    for seat in table.seats if table.counts else []:
        person = seat.former or (seat.identity if seat.kind == HUMAN else None)
        # A hot-seat player is nobody the server knows.
        player = person or (None if seat.bot is None else f"{BOT_PREFIX}{seat.bot}")
        if player is None:
            continue
        results.append(
            {
                "table_id": table.id,
                "seat": seat.seat,
                "identity": player,
                "game": table.setup.game,
                "players": table.setup.players,
                "options": table.setup.options,
                "score": scores[seat.seat],
                "place": reached[seat.seat],
                "won": seat.seat in winners,
                "result": result,
                "finished": moment,
                "abandoned": seat.abandoned,
                "bot_choices": play.bot_choices[seat.seat],
                "breakdown": breakdown[seat.seat],
                "pace": None if table.clock is None else table.clock.pace,
            }
        )
        mode = result.get("mode")
        if isinstance(mode, str) and person is not None and seat.abandoned is None:
            progress.append(
                {
                    "identity": person,
                    "game": table.setup.game,
                    "mode": mode,
                    "data": {key: value for key, value in result.items() if key != "mode"},
                }
            )
    return results, progress
