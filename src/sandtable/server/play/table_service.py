"""What players do: who may do it, what is written when, and that everybody hears of it.

Work on a table is done under its lock, one thing after the other. An entry is first tried on the
match in memory, then written, and only when it is committed does anybody hear of it. Should the
writing fail, the match in memory is thrown away and read again from the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sandtable.kernel.errors import BadOption, IllegalAction
from sandtable.server.errors import ApiError
from sandtable.server.play.broadcaster import Broadcaster
from sandtable.server.play.game import Play
from sandtable.server.play.session import TableSession
from sandtable.server.play.table_cache import STALE, TableCache
from sandtable.server.storage import store
from sandtable.server.storage.store import OVER, Table
from sandtable.server.storage.writer import Closed, Conflict

#: Hears of the new version and step.
Done = Callable[[int, int], None]


class TableService:
    def __init__(self, table_cache: TableCache) -> None:
        self.table_cache = table_cache
        self.broadcaster = Broadcaster(table_cache)
        #: Called under a table's lock whenever a bot may have to choose.
        self.on_turn: Callable[[TableSession], None] = lambda session: None

    async def act(
        self,
        id: str,
        identity: str | None,
        version: int,
        action: int | None,
        notation: str | None,
        done: Done | None = None,
    ) -> tuple[int, int]:
        """Make a choice for a seat of one's own. Returns the new version and step when written;
        ``done`` hears of it before everybody else."""
        async with self.table_cache.at(id) as (session, table):
            play = await self.table_cache.running(session, version)
            seat = play.to_choose
            assert seat is not None
            if seat not in table.own(identity):
                raise ApiError("not_your_turn", f"It is {table.names()[seat]} who has to choose.")
            if (action is None) == (notation is None):
                raise ApiError("bad_request", "Give either the choice's id or its notation.")
            if action is None:
                assert notation is not None
                try:
                    action = play.match.str_to_action(notation)
                except BadOption as error:
                    raise ApiError("illegal", f"{error}.") from None
            await self.commit_choice(session, play, action, done)
            return play.version, play.step

    async def commit_choice(
        self,
        session: TableSession,
        play: Play,
        action: int,
        done: Done | None = None,
    ) -> None:
        """Make a choice for whoever has to choose, write it, and tell everybody."""
        table = session.table
        assert table is not None
        seat = play.to_choose
        assert seat is not None
        try:
            play.act(action)
        except IllegalAction as error:
            raise ApiError("illegal", f"{error}.") from None
        what = play.match.action_to_str(action)
        await self._write(session, play, ("act", what, seat), done)
        made = play.made[-1]
        if play.over:
            await self.broadcaster.tell_update(session, play, "act", seat, 0)
            self.broadcaster.tell_table(session)
            self.free_derived(table.id)
        else:
            await self.broadcaster.tell_update(session, play, "act", seat, made.turn)
        self.on_turn(session)

    async def undo(
        self,
        id: str,
        identity: str | None,
        version: int,
        whole_turn: bool,
        done: Done | None = None,
    ) -> tuple[int, int]:
        """Take back the last choice, or all of the turn it belongs to."""
        async with self.table_cache.at(id) as (session, table):
            play = await self.table_cache.running(session, version)
            own = table.own(identity)
            refusal = play.undo_refusal(own)
            if refusal is not None:
                raise ApiError("illegal", f"This cannot be taken back: {refusal}.")
            count = play.restart_count(own) if whole_turn else 1
            first = play.made[len(play.made) - count]
            play.undo(count)
            await self._write(session, play, ("undo", str(count), first.seat), done)
            cause = "restart" if whole_turn else "undo"
            await self.broadcaster.tell_update(session, play, cause, first.seat, first.turn)
            self.on_turn(session)
            return play.version, play.step

    async def _write(
        self,
        session: TableSession,
        play: Play,
        what: tuple[str, str, int],
        done: Done | None,
    ) -> None:
        table = session.table
        assert table is not None
        made = store.now()
        row = (table.id, play.version, *what, play.step, play.to_choose, made)
        try:
            if play.over:
                await self.table_cache.writer.run(_ending(table, play, row))
            else:
                await self.table_cache.writer.entry(row)
        except Conflict:
            session.forget()
            raise ApiError("stale", STALE) from None
        except Closed:
            session.forget()
            raise ApiError("busy", "The server is stopping; try again in a moment.") from None
        except BaseException:
            session.forget()
            raise
        table.version, table.step, table.to_choose = play.version, play.step, play.to_choose
        table.updated = made
        if play.over:
            table.status = OVER
            table.scores, table.winners = play.match.scores(), play.match.winners()
        if done is not None:
            done(play.version, play.step)
            await asyncio.sleep(0)  # the answer goes out before the new positions are worked out

    def free_derived(self, id: str) -> None:
        """The game is over, or one person is left: tables that branched off it give advice again.
        The database knows already; here it is for those in memory."""
        for session in self.table_cache.all():
            if session.table is not None and session.table.source == id:
                session.table.source = None
                self.broadcaster.tell_table(session)
                self.on_turn(session)

    async def begin(self, session: TableSession) -> None:
        """All seats are taken."""
        await self.broadcaster.tell_start(session)
        self.on_turn(session)


def _ending(table: Table, play: Play, row: tuple[Any, ...]) -> Callable[[Connection], None]:
    """The last entry of a game, its outcome, and what the people at the table have from it."""
    match = play.match
    scores, winners, result = match.scores(), match.winners(), match.result()
    ranking = play.ranking()
    results: list[dict[str, Any]] = []
    progress: list[dict[str, Any]] = []
    for seat in table.seats if table.counts else []:
        if seat.kind != store.HUMAN or seat.identity is None:
            continue
        results.append(
            {
                "table_id": table.id,
                "seat": seat.seat,
                "identity": seat.identity,
                "game": table.setup.game,
                "players": table.setup.players,
                "options": table.setup.options,
                "score": scores[seat.seat],
                "place": ranking.index(seat.seat) + 1,
                "won": seat.seat in winners,
                "result": result,
                "finished": row[-1],
            }
        )
        mode = result.get("mode")
        if isinstance(mode, str):
            progress.append(
                {
                    "identity": seat.identity,
                    "game": table.setup.game,
                    "mode": mode,
                    "data": {key: value for key, value in result.items() if key != "mode"},
                }
            )

    def job(connection: Connection) -> None:
        try:
            store.add_entry(connection, row)
        except IntegrityError:
            raise Conflict("somebody was faster") from None
        store.finish(connection, table.id, scores, winners, results, progress)

    return job
