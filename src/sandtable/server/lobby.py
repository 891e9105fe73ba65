"""Tables made, joined and left."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from sqlalchemy import Connection

from sandtable.kernel.errors import BadOption, EditionError
from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as standard_game
from sandtable.server import store
from sandtable.server.faults import Fault
from sandtable.server.house import House
from sandtable.server.hub import Hub
from sandtable.server.identity import Identity
from sandtable.server.messages import SeatRequest
from sandtable.server.plans import Plan, check_storable, setup_of, store_plan
from sandtable.server.rooms import Room
from sandtable.server.seating import name_for, seat_for
from sandtable.server.store import BOT, HUMAN, OPEN, Seat, Table
from sandtable.server.thinkers import default_bot


class Lobby:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.house = hub.house

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
    ) -> Table:
        game = await self._game(game_name, edition)
        seated = [seat_for(number, asked, who) for number, asked in enumerate(seats)]
        if sum(seat.kind == HUMAN for seat in seated) > 1:
            raise Fault("bad_request", "You can take one seat; further people here are hot-seat.")
        chosen = seed is not None
        for word in options:
            if word not in game.option_names():
                has = ", ".join(game.option_names()) or "none"
                raise Fault("bad_request", f"{game.title} has no option {word!r}; it has: {has}.")
        options = await continued(self.house, who, game, options, set(options))
        try:
            match = game.new(len(seats), secrets.randbits(60) if seed is None else seed, **options)
        except BadOption as error:
            raise Fault("bad_request", f"{error}.") from None
        plan = Plan(seated, game, setup_of(match), name, listed, chosen)
        return await store_plan(self.hub, who, plan)

    async def _game(self, name: str, edition: dict[str, Any] | None) -> Game:
        try:
            game = standard_game(name)
            if edition is not None:
                check_storable(edition)
                game = await asyncio.to_thread(self.house.editions.add, name, edition)
        except BadOption as error:
            raise Fault("bad_request", f"{error}.") from None
        except EditionError as error:
            raise Fault(
                "bad_request", "This edition cannot be used.", error.problems[:100]
            ) from None
        return game

    async def join(self, id: str, who: Identity, seat: int | None, name: str | None) -> Table:
        """Take an open seat; the game begins with the last one."""
        async with self.house.at(id) as (room, table):
            if table.own(who.id):
                return table
            if table.status != store.WAITING:
                raise Fault("seat_taken", "All seats of this table are taken; you can watch.")
            free = [other.seat for other in table.seats if other.kind == OPEN]
            number = free[0] if seat is None else seat
            if number not in free:
                raise Fault("seat_taken", f"Seat {number} is not open; open are: {free}.")
            taken = Seat(number, HUMAN, name_for(name) or who.name, who.id)
            await self._change(room, table, [taken])
            return table

    async def set_seat(self, id: str, who: Identity, number: int, asked: SeatRequest) -> Table:
        """The owner fills or frees a seat while the table waits."""
        async with self.house.at(id) as (room, table):
            if table.owner != who.id:
                raise Fault("forbidden", "Only who made the table can change its seats.")
            if table.status != store.WAITING:
                raise Fault("not_running", "The game has begun; seats cannot be changed.")
            if number >= table.setup.players:
                raise Fault("not_found", f"There is no seat {number} at this table.")
            if table.seats[number].identity not in (None, who.id):
                raise Fault("seat_taken", f"Seat {number} is taken by somebody else.")
            seat = seat_for(number, asked, who)
            others = [other for other in table.seats if other.seat != number]
            if seat.kind == HUMAN and any(
                other.kind == HUMAN and other.identity == who.id for other in others
            ):
                raise Fault("bad_request", "You have a seat; further people here are hot-seat.")
            await self._change(room, table, [seat])
            return table

    async def leave(self, id: str, who: Identity) -> Table:
        """Give one's seats back; in a running game bots take them over."""
        async with self.house.at(id) as (room, table):
            own = table.own(who.id)
            if not own:
                raise Fault("forbidden", "You do not sit at this table.")
            if table.status == store.OVER:
                return table
            if table.status == store.WAITING:
                freed = [Seat(number, OPEN) for number in sorted(own)]
            else:
                freed = [
                    Seat(number, BOT, table.seats[number].name, None, default_bot())
                    for number in sorted(own)
                ]
            await self._change(room, table, freed)
            return table

    async def _change(self, room: Room, table: Table, seats: list[Seat]) -> None:
        changed = table.seats[:]
        for seat in seats:
            changed[seat.seat] = seat
        began = table.status == store.WAITING and all(seat.kind != OPEN for seat in changed)
        status = store.RUNNING if began else table.status

        def job(connection: Connection) -> None:
            stored = store.table(connection, table.id)
            if stored is None or stored.status != table.status or stored.seats != table.seats:
                raise Fault("seat_taken", "The seats have just changed; look again.")
            store.set_seats(connection, table.id, seats, status)

        try:
            await self.house.writer.run(job)
        except BaseException:
            room.forget()
            raise
        table.seats = changed
        table.status = status
        table.updated = store.now()
        if began:
            table.to_choose = table.first
            await self.hub.begin(room)
        else:
            if room.play is not None:
                room.play.rename(table.names())
            self.hub.herald.tell_table(room)
            self.hub.on_turn(room)
        room.send_presence()

    async def delete(self, id: str, who: Identity) -> None:
        async with self.house.at(id) as (room, table):
            if table.owner != who.id:
                raise Fault("forbidden", "Only who made the table can delete it.")
            if any(seat.person and seat.identity != who.id for seat in table.seats):
                raise Fault("forbidden", "Others sit at this table; it cannot be deleted.")
            await self.house.writer.run(lambda connection: store.delete_table(connection, id))
            self.house.remove(room)


async def continued(
    house: House, who: Identity, game: Game, options: dict[str, Any], given: set[str]
) -> dict[str, Any]:
    """A mode that spans several games goes on where the person has come to in it, but for
    the options they have given themselves."""
    mode = options.get("mode")
    if not isinstance(mode, str):
        return options
    progress = await house.read(store.progress_of, who.id)
    known = progress.get(game.name, {}).get(mode, {})
    found = dict(options)
    for option in game.option_help():
        word = option["name"]
        if word not in given and word in known and known[word] in option["values"]:
            found[word] = known[word]
    return found
