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
from sandtable.server import store
from sandtable.server.faults import Fault
from sandtable.server.house import STALE, House
from sandtable.server.play import Play
from sandtable.server.rooms import Room
from sandtable.server.store import OVER, Table
from sandtable.server.telling import Herald
from sandtable.server.writer import Closed, Conflict

#: Hears of the new version and step.
Done = Callable[[int, int], None]


class Hub:
    def __init__(self, house: House) -> None:
        self.house = house
        self.herald = Herald(house)
        #: Called under a table's lock whenever a bot may have to choose.
        self.on_turn: Callable[[Room], None] = lambda room: None

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
        async with self.house.at(id) as (room, table):
            play = await self.house.running(room, version)
            seat = play.to_choose
            assert seat is not None
            if seat not in table.own(identity):
                raise Fault("not_your_turn", f"It is {table.names()[seat]} who has to choose.")
            if (action is None) == (notation is None):
                raise Fault("bad_request", "Give either the choice's id or its notation.")
            if action is None:
                assert notation is not None
                try:
                    action = play.match.str_to_action(notation)
                except BadOption as error:
                    raise Fault("illegal", f"{error}.") from None
            await self.commit_choice(room, play, action, done)
            return play.version, play.step

    async def commit_choice(
        self,
        room: Room,
        play: Play,
        action: int,
        done: Done | None = None,
    ) -> None:
        """Make a choice for whoever has to choose, write it, and tell everybody."""
        table = room.table
        assert table is not None
        seat = play.to_choose
        assert seat is not None
        try:
            play.act(action)
        except IllegalAction as error:
            raise Fault("illegal", f"{error}.") from None
        what = play.match.action_to_str(action)
        await self._write(room, play, ("act", what, seat), done)
        made = play.made[-1]
        if play.over:
            await self.herald.tell_update(room, play, "act", seat, 0)
            self.herald.tell_table(room)
        else:
            await self.herald.tell_update(room, play, "act", seat, made.turn)
        self.on_turn(room)

    async def undo(
        self,
        id: str,
        identity: str | None,
        version: int,
        whole_turn: bool,
        done: Done | None = None,
    ) -> tuple[int, int]:
        """Take back the last choice, or all of the turn it belongs to."""
        async with self.house.at(id) as (room, table):
            play = await self.house.running(room, version)
            own = table.own(identity)
            refusal = play.undo_refusal(own)
            if refusal is not None:
                raise Fault("illegal", f"This cannot be taken back: {refusal}.")
            count = play.restart_count(own) if whole_turn else 1
            first = play.made[len(play.made) - count]
            play.undo(count)
            await self._write(room, play, ("undo", str(count), first.seat), done)
            cause = "restart" if whole_turn else "undo"
            await self.herald.tell_update(room, play, cause, first.seat, first.turn)
            self.on_turn(room)
            return play.version, play.step

    async def _write(
        self,
        room: Room,
        play: Play,
        what: tuple[str, str, int],
        done: Done | None,
    ) -> None:
        table = room.table
        assert table is not None
        made = store.now()
        row = (table.id, play.version, *what, play.step, play.to_choose, made)
        try:
            if play.over:
                await self.house.writer.run(_ending(table, play, row))
            else:
                await self.house.writer.entry(row)
        except Conflict:
            room.forget()
            raise Fault("stale", STALE) from None
        except Closed:
            room.forget()
            raise Fault("busy", "The server is stopping; try again in a moment.") from None
        except BaseException:
            room.forget()
            raise
        table.version, table.step, table.to_choose = play.version, play.step, play.to_choose
        table.updated = made
        if play.over:
            table.status = OVER
            table.scores, table.winners = play.match.scores(), play.match.winners()
        if done is not None:
            done(play.version, play.step)
            await asyncio.sleep(0)  # the answer goes out before the new positions are worked out

    async def begin(self, room: Room) -> None:
        """All seats are taken."""
        await self.herald.tell_start(room)
        self.on_turn(room)


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
