"""Who lets whom look over their shoulder: a player grants it, and either of the two ends it.

A grant and its end are notes of the log, so that everybody sees them, then and later. An offer is
between the two whom it concerns. What a coach may see and do is said by `StoredTable.coached`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sandtable.server.auth.identity import Identity, name_key
from sandtable.server.errors import ApiError
from sandtable.server.people.channel import PersonalChannel
from sandtable.server.play.live_table import STALE, LiveTable
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import account_store, coach_store, friend_store, table_store
from sandtable.server.storage.stored_table import StoredTable
from sandtable.server.storage.writer import Job
from sandtable.server.tables.coach import Coach, CoachState
from sandtable.server.tables.info import coach_refusal
from sandtable.server.tables.seating import own_seat

#: Coaches of a player at one time, and rows of a table in all.
MAX_COACHES = 3
MAX_ROWS = 30
MAX_SHOWN = 20

GONE = "There is no such coach at this table."
PLAYS = "Players of this game cannot coach in it."
OTHER_SEAT = "A person can coach only one player of a game, because they have seen that hand."
UNWELCOME = "{} cannot coach here: somebody at this table and they have blocked each other."


class Coaching:
    def __init__(self, table_service: TableService, channel: PersonalChannel) -> None:
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        self.channel = channel

    async def grant(self, id: str, who: Identity, name: str, seat: int | None) -> StoredTable:
        """Let the person of an account look over one's shoulder."""
        other = await self.table_cache.read(account_store.account_by_key, name_key(name.strip()))
        if other is None:
            raise ApiError("not_found", "Nobody here has an account of this name.")
        async with self.table_cache.at(id) as (live, table):
            number = own_seat(table, who, seat)
            known = _row_of(table, other.identity)
            coach = Coach(0, number, other.identity, other.name, "coach", other.name)
            if known is not None:
                if known.seat == number and known.state == "coach":
                    return table
                coach.number = known.number
            await self._grant(live, table, who, coach, known)
            return table

    async def accept(self, id: str, who: Identity, number: int) -> StoredTable:
        """Let somebody who has offered it look over one's shoulder."""
        async with self.table_cache.at(id) as (live, table):
            known = _row(table, number)
            if known.seat not in table.own(who.id) or known.state == "ended":
                raise ApiError("not_found", GONE)
            if known.state == "offered":
                await self._grant(live, table, who, replace(known, state="coach"), known)
            return table

    async def _grant(
        self,
        live: LiveTable,
        table: StoredTable,
        who: Identity,
        coach: Coach,
        known: Coach | None,
    ) -> None:
        _check_table(table)
        _check_person(table, coach.identity, coach.seat)
        active = [c for c in table.coaches if c.seat == coach.seat and c.state == "coach"]
        if len(active) >= MAX_COACHES:
            raise ApiError("illegal", f"You have {MAX_COACHES} coaches; that is the maximum.")
        if known is None:
            _check_rows(table)
            coach.number = max((c.number for c in table.coaches), default=0) + 1
        moment = self.table_cache.time_source.now()
        unrate = table.rated

        def job(connection: Connection) -> None:
            _check_blocks(connection, table, coach)
            if known is None:
                coach_store.add_coach(connection, table.id, coach, moment)
            else:
                coach_store.grant(connection, table.id, coach, moment)
            if unrate:
                table_store.mark_unrated(connection, table.id)  # alone: as with hints
            table_store.touch(connection, table.id)

        await self._write(live, table, coach, "coach", job)
        table.rated = False
        live.send_table()
        message = {
            "type": "coach",
            "by": table.seats[coach.seat].name,
            "table": table.id,
            "title": table.name,
        }
        self.channel.send(coach.identity, message)

    async def offer(self, id: str, who: Identity, seat: int) -> StoredTable:
        """Offer a player to coach them; only they see it."""
        async with self.table_cache.seen_by(id, who.id) as (live, table):
            _check_table(table)
            if seat >= len(table.seats) or not table.seats[seat].person:
                raise ApiError("not_found", "Nobody sits there whom you could coach.")
            _check_person(table, who.id, seat)
            known = _row_of(table, who.id)
            if known is not None and known.state != "ended":
                return table
            if known is None:
                _check_rows(table)
            profile = who.name if who.account else None
            coach = Coach(0, seat, who.id, who.name, "offered", profile)
            moment = self.table_cache.time_source.now()

            def job(connection: Connection) -> None:
                _check_blocks(connection, table, coach)
                table_store.lock_table(connection, id)
                if known is None:
                    coach.number = coach_store.next_number(connection, id)
                    coach_store.add_coach(connection, id, coach, moment)
                else:
                    coach.number = known.number
                    coach_store.set_state(connection, id, known.number, "offered")
                table_store.touch(connection, id)

            await self._run(live, job)
            _put(table, coach)
            live.send_table()
            return table

    async def end(self, id: str, who: Identity, number: int) -> StoredTable:
        """The player takes it back or declines, or the coach stops."""
        async with self.table_cache.at(id) as (live, table):
            known = _row(table, number)
            mine = known.identity == who.id
            if not mine and known.seat not in table.own(who.id):
                raise ApiError("forbidden", "Only the player and the coach can end this.")
            await self._end(live, table, known)
            return table

    async def end_between(self, one: str, other: str) -> None:
        """One has blocked the other: neither looks over the other's shoulder any more."""
        for row in await self.table_cache.read(coach_store.between, one, other):
            async with self.table_cache.at(row.game) as (live, table):
                await self._end(live, table, _row(table, row.number))

    async def _end(self, live: LiveTable, table: StoredTable, known: Coach) -> None:
        if known.state == "ended":
            return
        ended = replace(known, state="ended")
        job = _store_state(table.id, known.number, "ended")
        if known.state == "offered" or table.coached(known.identity) is None:
            await self._run(live, job)
            _put(table, ended)
        else:
            await self._write(live, table, ended, "uncoach", job)
        live.send_table()

    async def _write(
        self, live: LiveTable, table: StoredTable, coach: Coach, word: str, job: Job
    ) -> None:
        """An entry of the log, and what it stands for."""
        play = await live.running_game()
        play.note("coach" if word == "coach" else "coach_end", coach.seat, coach.number)
        what = f"{word} {coach.seat} {coach.number}"
        row = self.table_service.row(table, play, "note", what, coach.seat)
        try:
            await self.table_service.write(live, play, [row], more=job)
        except IntegrityError:
            raise ApiError("stale", STALE) from None
        _put(table, coach)
        # From the beginning: the coach gets the log of another seat.
        await live.send_update("note", coach.seat, 0)
        self.table_service.on_turn(live)

    async def _run(self, live: LiveTable, job: Callable[[Connection], None]) -> None:
        try:
            await self.table_cache.writer.run(job)
        except BaseException:
            live.forget()
            raise

    async def tables(self, who: Identity) -> list[StoredTable]:
        """The running games in which a person coaches."""
        tables = []
        for id in await self.table_cache.read(coach_store.coached_tables, who.id, MAX_SHOWN):
            async with self.table_cache.at(id) as (_, table):
                if table.coached(who.id) is not None:
                    tables.append(table)
        return tables


def _row(table: StoredTable, number: int) -> Coach:
    for coach in table.coaches:
        if coach.number == number:
            return coach
    raise ApiError("not_found", GONE)


def _row_of(table: StoredTable, identity: str) -> Coach | None:
    return next((coach for coach in table.coaches if coach.identity == identity), None)


def _put(table: StoredTable, coach: Coach) -> None:
    others = [other for other in table.coaches if other.number != coach.number]
    table.coaches = sorted([*others, coach], key=lambda other: other.number)


def _store_state(id: str, number: int, state: CoachState) -> Job:
    def job(connection: Connection) -> None:
        coach_store.set_state(connection, id, number, state)
        table_store.touch(connection, id)

    return job


def _check_table(table: StoredTable) -> None:
    refusal = coach_refusal(table)
    if refusal is not None:
        raise ApiError("illegal", refusal)


def _check_person(table: StoredTable, identity: str, seat: int) -> None:
    """Raises where this person plays here, or has seen another hand."""
    former = {other.former for other in table.seats}
    if table.own(identity) or identity in former:
        raise ApiError("illegal", PLAYS)
    for coach in table.coaches:
        if coach.identity == identity and coach.seat != seat and coach.state != "offered":
            raise ApiError("illegal", OTHER_SEAT)


def _check_rows(table: StoredTable) -> None:
    if len(table.coaches) >= MAX_ROWS:
        raise ApiError("illegal", "Too many people have already offered to coach here.")


def _check_blocks(connection: Connection, table: StoredTable, coach: Coach) -> None:
    """Raises where the coach and somebody at the table have blocked each other."""
    people = table.others(coach.identity)
    blocked = friend_store.blocked_people(connection, coach.identity)
    if blocked & people or friend_store.blocked_by(connection, coach.identity, people):
        raise ApiError("forbidden", UNWELCOME.format(coach.name))
