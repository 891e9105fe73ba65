"""Tables made, joined and left."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as standard_game
from sandtable.server.auth.identity import Identity
from sandtable.server.bots.pool import default_bot
from sandtable.server.errors import ApiError
from sandtable.server.notices.preferences import BEGAN
from sandtable.server.play.live_table import STALE, LiveTable
from sandtable.server.play.table_cache import TableCache
from sandtable.server.play.table_service import TableService
from sandtable.server.play.timing import seat_on_clock
from sandtable.server.schemas.requests import ClockRequest, SeatRequest
from sandtable.server.storage import (
    clock_store,
    friend_store,
    notice_store,
    plan_store,
    result_store,
    table_store,
)
from sandtable.server.storage.clock_store import ClockMoved
from sandtable.server.storage.stored_table import (
    BOT,
    HUMAN,
    OPEN,
    OVER,
    RUNNING,
    WAITING,
    Seat,
    StoredTable,
)
from sandtable.server.tables.advice import UNTIL_OVER
from sandtable.server.tables.clock import DELAY, FIRST_DELAY, Clock
from sandtable.server.tables.creation import TableDraft, setup_of, store_draft
from sandtable.server.tables.info import alone, one_person
from sandtable.server.tables.proposal import settled
from sandtable.server.tables.seating import bot_title, clock_for, distinct, name_for, seat_for
from sandtable.server.tables.setup import new_seed
from sandtable.server.uploads.pool import UploadPool

#: A new name reaches this many tables of each kind, the latest first.
RENAMED = 50


class Lobby:
    def __init__(self, table_service: TableService, uploads: UploadPool) -> None:
        self.table_service = table_service
        self.uploads = uploads
        self.table_cache = table_service.table_cache

    async def create(
        self,
        who: Identity,
        game_name: str,
        seats: list[SeatRequest],
        options: dict[str, Any],
        seed: int | str | None,
        edition: dict[str, Any] | None,
        listed: bool,
        name: str | None,
        clock: ClockRequest | None = None,
        rated: bool = True,
        auto_plans: bool = False,
    ) -> StoredTable:
        game = await self._game(who, game_name, edition)
        seated = [seat_for(number, asked, who) for number, asked in enumerate(seats)]
        if sum(seat.kind == HUMAN for seat in seated) > 1:
            raise ApiError(
                "bad_request", "You can take one seat; further people here are hot-seat."
            )
        chosen = seed is not None
        for word in options:
            if word not in game.option_names():
                has = ", ".join(game.option_names()) or "none"
                raise ApiError(
                    "bad_request", f"{game.title} has no option {word!r}; it has: {has}."
                )
        options = await continued(self.table_cache, who, game, options, set(options))
        try:
            match = game.new(len(seats), new_seed() if seed is None else seed, **options)
        except BadOption as error:
            raise ApiError("bad_request", f"{error}.") from None
        # The person who chose the seed may know every card, so the game does not count.
        draft = TableDraft(seated, game, setup_of(match), name, listed, chosen, counts=not chosen)
        if clock is not None:
            draft.clock = clock_for(clock, len(seated))
        draft.rated = rated
        draft.auto_plans = auto_plans
        return await store_draft(self.table_service, who, draft)

    async def _game(self, who: Identity, name: str, edition: dict[str, Any] | None) -> Game:
        try:
            game = standard_game(name)
        except BadOption as error:
            raise ApiError("bad_request", f"{error}.") from None
        if edition is None:
            return game
        checked = await self.uploads.check_edition(who, name, edition)
        if checked.problems:
            raise ApiError("bad_request", "This edition cannot be used.", checked.problems[:100])
        return await asyncio.to_thread(self.table_cache.editions.add, name, edition, True)

    async def join(self, id: str, who: Identity, seat: int | None, name: str | None) -> StoredTable:
        """Take an open seat; the game begins with the last one."""
        async with self.table_cache.at(id) as (live, table):
            if table.own(who.id):
                return table
            if table.status != WAITING:
                raise ApiError("seat_taken", "All seats of this table are taken; you can watch.")
            free = [other.seat for other in table.seats if other.kind == OPEN]
            number = free[0] if seat is None else seat
            if number not in free:
                raise ApiError("seat_taken", f"Seat {number} is not open; open are: {free}.")
            await check_welcome(self.table_cache, who, table)
            own_name = distinct(name_for(name) or who.name, table.seats)
            taken = Seat(number, HUMAN, own_name, who.id)
            taken.profile = who.name if who.account else None
            await self._change(live, table, [taken], who)
            return table

    async def set_seat(
        self, id: str, who: Identity, number: int, asked: SeatRequest
    ) -> StoredTable:
        """The owner fills or frees a seat while the table waits."""
        async with self.table_cache.at(id) as (live, table):
            if table.owner != who.id:
                raise ApiError(
                    "forbidden", "Only the person who made the table can change its seats."
                )
            if table.status != WAITING:
                raise ApiError("not_running", "The game has begun; seats cannot be changed.")
            if number >= table.setup.players:
                raise ApiError("not_found", f"There is no seat {number} at this table.")
            if table.seats[number].identity not in (None, who.id):
                raise ApiError("seat_taken", f"Seat {number} is taken by somebody else.")
            seat = seat_for(number, asked, who)
            others = [other for other in table.seats if other.seat != number]
            if seat.kind == HUMAN and any(
                other.kind == HUMAN and other.identity == who.id for other in others
            ):
                raise ApiError("bad_request", "You have a seat; further people here are hot-seat.")
            await self._change(live, table, [seat], who)
            return table

    async def rename(self, who: Identity, name: str) -> None:
        """A new name at all tables where the person sits under the present one and plays on."""
        for status in (WAITING, RUNNING):
            tables = await self.table_cache.read(table_store.tables_of, who.id, status, RENAMED)
            for summary in tables:
                with suppress(ApiError):  # a table that has just gone or changed keeps the old name
                    await self._rename_at(summary.id, who, name)

    async def _rename_at(self, id: str, who: Identity, name: str) -> None:
        async with self.table_cache.at(id) as (live, table):
            own = next(
                (seat for seat in table.seats if (seat.kind, seat.identity) == (HUMAN, who.id)),
                None,
            )
            if own is None or table.status == OVER:
                return
            others = [seat for seat in table.seats if seat is not own]
            if own.name == distinct(who.name, others):  # no name chosen for this table alone
                renamed = Seat(own.seat, HUMAN, distinct(name, others), who.id)
                await self._change(live, table, [renamed], who)

    async def leave(self, id: str, who: Identity) -> StoredTable:
        """Give one's seats back; in a running game bots take them over."""
        async with self.table_cache.at(id) as (live, table):
            own = table.own(who.id)
            if not own:
                raise ApiError("forbidden", "You do not sit at this table.")
            if table.status == OVER:
                return table
            if table.source is not None:
                raise ApiError("forbidden", f"{UNTIL_OVER} You can delete this table instead.")
            if table.status == WAITING:
                freed = [Seat(number, OPEN) for number in sorted(own)]
            else:
                freed = _left(table, sorted(own), who)
            await self._change(live, table, freed, who)
            return table

    async def _change(
        self, live: LiveTable, table: StoredTable, seats: list[Seat], who: Identity
    ) -> None:
        changed = table.seats[:]
        for seat in seats:
            changed[seat.seat] = seat
        began = table.status == WAITING and all(seat.kind != OPEN for seat in changed)
        status = RUNNING if began else table.status
        left_alone = status == RUNNING and one_person(changed)
        moment = self.table_cache.time_source.now()
        clock = _clock_after(table, changed, began, moment)
        proposal = table.proposal  # others are asked now, or nobody

        def job(connection: Connection) -> None:
            table_store.lock_table(connection, table.id)
            stored = table_store.table(connection, table.id)
            if stored is None or stored.status != table.status or stored.seats != table.seats:
                raise ApiError("seat_taken", "The seats have just changed; look again.")
            table_store.set_seats(connection, table.id, seats, status, moment)
            plan_store.drop_of_others(connection, table.id, seats)
            if left_alone:
                table_store.free_derived(connection, table.id)
            if began:
                others = replace(table, seats=changed).others(who.id)
                notice_store.add_events(connection, BEGAN, table.id, others, moment)
            if clock is not None and clock != table.clock:
                clock_store.set_clock(connection, table.id, clock)
            if proposal is not None:
                clock_store.drop_proposal(connection, table.id, proposal.id)

        try:
            await self.table_cache.writer.run(job)
        except ClockMoved:
            live.forget()
            raise ApiError("stale", STALE) from None
        except BaseException:
            live.forget()
            raise
        table.clock, table.proposal = clock, None
        if clock is not None:
            self.table_service.on_clock(clock)
        if proposal is not None:
            self.table_service.send_everywhere(live, settled(proposal, "void"))
        table.seats = changed
        table.status = status
        table.updated = moment
        if began:
            table.to_choose = table.first
            await self.table_service.begin(live)
        else:
            if live.play is not None:
                live.play.rename(table.names())
            live.send_table()
            self.table_service.on_turn(live)
        live.send_presence()
        if left_alone:
            self.table_service.free_derived(table.id)

    async def delete(self, id: str, who: Identity) -> None:
        async with self.table_cache.at(id) as (live, table):
            if table.owner != who.id:
                raise ApiError("forbidden", "Only the person who made the table can delete it.")
            if any(seat.person and seat.identity != who.id for seat in table.seats):
                raise ApiError("forbidden", "Others sit at this table; it cannot be deleted.")

            def job(connection: Connection) -> None:
                table_store.delete_table(connection, id)
                table_store.free_derived(connection, id)

            await self.table_cache.writer.run(job)
            self.table_cache.remove(live)
            self.table_service.free_derived(id)


def _left(table: StoredTable, own: list[int], who: Identity) -> list[Seat]:
    """The seats of somebody who leaves a running game: a bot's from now on. Where nobody else
    plays, it is a bot like any other and has no person's name."""
    bot = default_bot() if table.clock is None else table.clock.bot
    if not alone(table):
        return [_abandoned(table.seats[number], bot, who) for number in own]
    others = [seat for seat in table.seats if seat.seat not in own]
    left: list[Seat] = []
    for number in own:
        left.append(Seat(number, BOT, distinct(bot_title(bot), others + left), None, bot))
    return left


def _abandoned(seat: Seat, bot: str, who: Identity) -> Seat:
    former = who.id if seat.kind == HUMAN else None
    return Seat(seat.seat, BOT, seat.name, None, bot, abandoned="left", former=former)


def _clock_after(table: StoredTable, seats: list[Seat], began: bool, moment: int) -> Clock | None:
    """The clock when these people sit at the table."""
    if table.clock is None:
        return None
    to_choose = table.first if began else table.to_choose
    delay = FIRST_DELAY if began else DELAY
    clock = table.clock.runs_for(seat_on_clock(to_choose, seats, None), moment, delay)
    if clock == table.clock:
        return clock
    return replace(clock, revision=clock.revision + 1)


async def check_welcome(table_cache: TableCache, who: Identity, table: StoredTable) -> None:
    """Raises where somebody at the table, or who made it, has blocked this person."""
    others = table.people() - {who.id}
    if await table_cache.read(friend_store.blocked_by, who.id, others):
        raise ApiError("forbidden", "You cannot play here: somebody at this table blocked you.")


async def continued(
    table_cache: TableCache, who: Identity, game: Game, options: dict[str, Any], given: set[str]
) -> dict[str, Any]:
    """A mode that spans several games continues where the person has come to in it, but for
    the options they have given themselves."""
    mode = options.get("mode")
    if not isinstance(mode, str):
        return options
    progress = await table_cache.read(result_store.progress_of, who.id)
    known = progress.get(game.name, {}).get(mode, {})
    continued_options = dict(options)
    for option in game.option_help():
        word = option["name"]
        if word not in given and word in known and known[word] in option["values"]:
            continued_options[word] = known[word]
    return continued_options
