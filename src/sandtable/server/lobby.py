"""Tables coming into being: made, joined, left, branched off, played again, read from records."""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection

from sandtable.kernel.edition import digest as digest_of
from sandtable.kernel.errors import BadOption, EditionError, RecordError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.record import Record
from sandtable.kernel.registry import game as standard_game
from sandtable.server import store
from sandtable.server.faults import Fault
from sandtable.server.hub import Hub
from sandtable.server.identity import Identity, clean_name
from sandtable.server.messages import SeatRequest
from sandtable.server.rooms import Room
from sandtable.server.setups import Origin, Setup, begin
from sandtable.server.store import BOT, HOTSEAT, HUMAN, OPEN, Seat, Table
from sandtable.server.thinkers import default_bot, offered

MAX_CHOICES = 20_000
MAX_DEPTH = 20


@dataclass
class Plan:
    """A table to be stored: its seats, how its game begins, and what has been played already."""

    seats: list[Seat]
    game: Game
    setup: Setup
    match: Match  # as it stands after what has been played
    name: str | None = None
    listed: bool = False
    seed_chosen: bool = False
    counts: bool = True
    parent: tuple[str, int] | None = None


class Lobby:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    # -- new tables ------------------------------------------------------------------------------

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
        seated = [_seat(number, asked, who) for number, asked in enumerate(seats)]
        if sum(seat.kind == HUMAN for seat in seated) > 1:
            raise Fault("bad_request", "You can take one seat; further people here are hot-seat.")
        chosen = seed is not None
        for word in options:
            if word not in game.option_names():
                has = ", ".join(game.option_names()) or "none"
                raise Fault("bad_request", f"{game.title} has no option {word!r}; it has: {has}.")
        options = await self._continued(who, game, options, set(options))
        try:
            match = game.new(len(seats), secrets.randbits(60) if seed is None else seed, **options)
        except BadOption as error:
            raise Fault("bad_request", f"{error}.") from None
        setup = _setup(game, match)
        plan = Plan(seated, game, setup, match, name, listed, chosen)
        return await self._store(who, plan)

    async def _continued(
        self, who: Identity, game: Game, options: dict[str, Any], given: set[str]
    ) -> dict[str, Any]:
        """A mode that spans several games goes on where the person has come to in it, but for
        the options they have given themselves."""
        mode = options.get("mode")
        if not isinstance(mode, str):
            return options
        progress = await self.hub.read(store.progress_of, who.id)
        known = progress.get(game.name, {}).get(mode, {})
        found = dict(options)
        for option in game.option_help():
            word = option["name"]
            if word not in given and word in known and known[word] in option["values"]:
                found[word] = known[word]
        return found

    async def _game(self, name: str, edition: dict[str, Any] | None) -> Game:
        try:
            game = standard_game(name)
            if edition is not None:
                _check_storable(edition)
                game = await asyncio.to_thread(self.hub.editions.add, name, edition)
        except BadOption as error:
            raise Fault("bad_request", f"{error}.") from None
        except EditionError as error:
            raise Fault(
                "bad_request", "This edition cannot be used.", error.problems[:100]
            ) from None
        return game

    async def _store(self, who: Identity, plan: Plan) -> Table:
        setup, match = plan.setup, plan.match
        moment = store.now()
        waiting = any(seat.kind == OPEN for seat in plan.seats)
        status = store.WAITING if waiting else store.RUNNING
        if match.is_over:
            status = store.OVER
        table = Table(
            id=store.new_id(),
            setup=setup,
            first=None,
            name=plan.name or f"{who.name}'s table",
            owner=who.id,
            invite=store.new_invite(),
            listed=plan.listed,
            seed_chosen=plan.seed_chosen,
            counts=plan.counts,
            status=status,
            created=moment,
            updated=moment,
            seats=plan.seats,
            scores=match.scores() if match.is_over else None,
            winners=match.winners() if match.is_over else None,
        )
        if plan.parent is not None:
            table.parent, table.parent_step = plan.parent
        log: list[dict[str, Any]] = []
        if setup.origin is None and match.actions():
            table.first, log = await asyncio.to_thread(_log_of, setup, plan.game, match, moment)
        else:
            table.first = match.current_player
        if log:
            table.version = table.step = len(log)
        table.to_choose = None if status == store.WAITING else match.current_player
        edition = plan.game.edition
        limit = self.hub.settings.max_running

        def job(connection: Connection) -> None:
            if status != store.OVER and store.unfinished(connection, who.id) >= limit:
                raise Fault(
                    "too_fast", f"You have {limit} unfinished tables; finish or delete some first."
                )
            store.keep_edition(
                connection,
                setup.digest,
                setup.game,
                str(edition.get("name", "unnamed")),
                json.dumps(edition),
            )
            store.add_table(connection, table, log)

        await self.hub.writer.run(job)
        if status == store.RUNNING:
            async with self.hub.at(table.id) as (room, _):
                self.hub.on_turn(room)
        return table

    # -- coming and going --------------------------------------------------------------------------

    async def join(self, id: str, who: Identity, seat: int | None, name: str | None) -> Table:
        """Take an open seat; the game begins with the last one."""
        async with self.hub.at(id) as (room, table):
            if table.own(who.id):
                return table
            if table.status != store.WAITING:
                raise Fault("seat_taken", "All seats of this table are taken; you can watch.")
            free = [other.seat for other in table.seats if other.kind == OPEN]
            number = free[0] if seat is None else seat
            if number not in free:
                raise Fault("seat_taken", f"Seat {number} is not open; open are: {free}.")
            taken = Seat(number, HUMAN, _name(name) or who.name, who.id)
            await self._change(room, table, [taken])
            return table

    async def set_seat(self, id: str, who: Identity, number: int, asked: SeatRequest) -> Table:
        """The owner fills or frees a seat while the table waits."""
        async with self.hub.at(id) as (room, table):
            if table.owner != who.id:
                raise Fault("forbidden", "Only who made the table can change its seats.")
            if table.status != store.WAITING:
                raise Fault("not_running", "The game has begun; seats cannot be changed.")
            if number >= table.setup.players:
                raise Fault("not_found", f"There is no seat {number} at this table.")
            if table.seats[number].identity not in (None, who.id):
                raise Fault("seat_taken", f"Seat {number} is taken by somebody else.")
            seat = _seat(number, asked, who)
            others = [other for other in table.seats if other.seat != number]
            if seat.kind == HUMAN and any(
                other.kind == HUMAN and other.identity == who.id for other in others
            ):
                raise Fault("bad_request", "You have a seat; further people here are hot-seat.")
            await self._change(room, table, [seat])
            return table

    async def leave(self, id: str, who: Identity) -> Table:
        """Give one's seats back; in a running game bots take them over."""
        async with self.hub.at(id) as (room, table):
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
            await self.hub.writer.run(job)
        except BaseException:
            room.forget()
            raise
        table.seats = changed
        table.status = status
        table.updated = store.now()
        if began:
            table.to_choose = table.first
            await self.hub.starting(room)
        else:
            if room.play is not None:
                room.play.rename(table.names())
            self.hub.tell_table(room)
            self.hub.on_turn(room)
        room.send_presence()

    async def delete(self, id: str, who: Identity) -> None:
        async with self.hub.at(id) as (room, table):
            if table.owner != who.id:
                raise Fault("forbidden", "Only who made the table can delete it.")
            if any(seat.person and seat.identity != who.id for seat in table.seats):
                raise Fault("forbidden", "Others sit at this table; it cannot be deleted.")
            await self.hub.writer.run(lambda connection: store.delete_table(connection, id))
            self.hub.remove(room)

    # -- from other games --------------------------------------------------------------------------

    async def rematch(self, id: str, who: Identity) -> Table:
        """The same people once more, the next one beginning."""
        async with self.hub.at(id) as (room, table):
            if not table.own(who.id):
                raise Fault("forbidden", "Only who has played can ask for another game.")
            if table.status != store.OVER:
                raise Fault("not_over", "The game is not over yet.")
            if table.rematch is not None:
                found = await self.hub.read(store.table, table.rematch)
                if found is not None:
                    return found
            game = await self.hub.game_of(table.setup.game, table.setup.digest)
            seats = [
                replace(seat, seat=number)
                for number, seat in enumerate(table.seats[1:] + table.seats[:1])
            ]
            options = await self._continued(who, game, table.setup.options, {"mode"})
            match = game.new(len(seats), secrets.randbits(60), **options)
            plan = Plan(seats, game, _setup(game, match), match, table.name)
            new = await self._store(who, plan)
            await self.hub.writer.run(lambda c: store.set_rematch(c, id, new.id))
            table.rematch = new.id
            self.hub.tell_table(room)
            return new

    async def branch(
        self, id: str, who: Identity, step: int, seat: int | None, bot: str | None
    ) -> Table:
        """Play on from a position, against bots."""
        bot = bot_by_name(bot)
        async with self.hub.at(id) as (room, table):
            play = await self.hub.play(room)
            if step > play.step:
                raise Fault("not_found", f"The game has {play.step} choices so far, not {step}.")
            own = table.own(who.id)
            there = play.at(step)
            if there.is_over:
                raise Fault("illegal", "The game is over there; choose an earlier position.")
            chooses = there.current_player
            assert chooses is not None
            if seat is None:
                seat = chooses if chooses in own or not own else min(own)
            if seat >= table.setup.players:
                raise Fault("not_found", f"There is no seat {seat} at this table.")
            setup = table.setup
            if not play.over:
                # Nobody may learn here what they cannot know there.
                prefix = [there.action_to_str(made.action) for made in play.made[:step]]
                if setup.origin is not None and setup.origin.depth >= MAX_DEPTH:
                    raise Fault("illegal", f"This is the {MAX_DEPTH}th branch of a branch; enough.")
                knows = seat if seat in own or not own else min(own)
                origin = Origin(prefix, knows if own else None, secrets.token_hex(16), setup.origin)
                setup = replace(setup, origin=origin)
            game = play.game
        if setup.origin is not table.setup.origin:
            there = await asyncio.to_thread(begin, setup, game)
        seats = [
            Seat(number, HUMAN, who.name, who.id)
            if number == seat
            else Seat(number, BOT, _bot_name(bot), None, bot)
            for number in range(setup.players)
        ]
        plan = Plan(seats, game, setup, there, table.name, counts=False, parent=(table.id, step))
        return await self._store(who, plan)

    async def from_record(
        self, who: Identity, text: str, edition: dict[str, Any] | None, bot: str | None
    ) -> Table:
        """A table from a record: to look at, or to play on."""
        if edition is not None:
            _check_storable(edition)

        def replay() -> Match:
            record = Record.parse(text)
            count = sum(len(turn[3]) for turn in record.turns)
            if count > MAX_CHOICES:
                raise RecordError(0, f"{count} choices; at most {MAX_CHOICES} are read here")
            return record.replay(edition=edition)

        try:
            match = await asyncio.to_thread(replay)
        except RecordError as error:
            raise Fault("bad_request", f"This record cannot be read: {error}.") from None
        except EditionError as error:
            raise Fault(
                "bad_request", "This edition cannot be used.", error.problems[:100]
            ) from None
        seats = []
        for number in range(match.players):
            if number == 0:
                seats.append(Seat(0, HUMAN, who.name, who.id))
            elif bot is not None and not match.is_over:
                seats.append(Seat(number, BOT, _bot_name(bot_by_name(bot)), None, bot_by_name(bot)))
            else:
                seats.append(Seat(number, HOTSEAT, f"Seat {number + 1}", who.id))
        plan = Plan(
            seats,
            match.game,
            _setup(match.game, match),
            match,
            "From a record",
            counts=False,
            seed_chosen=True,
        )
        return await self._store(who, plan)


def _setup(game: Game, match: Match) -> Setup:
    seed = match.seed
    assert isinstance(seed, (int, str))
    return Setup(
        game=game.name,
        rules=game.rules_version,
        digest=digest_of(game.edition),
        players=match.players,
        seed=seed,
        options=dict(match.options),
    )


def _log_of(
    setup: Setup, game: Game, match: Match, moment: int
) -> tuple[int | None, list[dict[str, Any]]]:
    """What has been played, as entries; and who chose first."""
    again = begin(setup, game)
    first = again.current_player
    rows: list[dict[str, Any]] = []
    for number, action in enumerate(match.actions(), 1):
        seat = again.current_player
        again.apply(action)
        rows.append(
            {
                "number": number,
                "kind": "act",
                "what": again.action_to_str(action),
                "seat": seat,
                "step": number,
                "to_choose": again.current_player,
                "made": moment,
            }
        )
    return first, rows


def _seat(number: int, asked: SeatRequest, who: Identity) -> Seat:
    if asked.bot is not None and asked.kind != BOT:
        raise Fault("bad_request", f"Seat {number}: only a seat for a bot names a bot.")
    if asked.kind == HUMAN:
        return Seat(number, HUMAN, _name(asked.name) or who.name, who.id)
    if asked.kind == HOTSEAT:
        return Seat(number, HOTSEAT, _name(asked.name) or f"Player {number + 1}", who.id)
    if asked.kind == BOT:
        bot = bot_by_name(asked.bot)
        return Seat(number, BOT, _name(asked.name) or _bot_name(bot), None, bot)
    return Seat(number, OPEN)


def _name(text: str | None) -> str | None:
    if text is None:
        return None
    name = clean_name(text)
    if name is None:
        raise Fault("bad_request", "A name has 1 to 30 characters that can be seen.")
    return name


def bot_by_name(name: str | None, strongest: bool = False) -> str:
    """Only bots by their plain names: a spec could name a file or any amount of time."""
    if name is None:
        levels = [str(bot["name"]) for bot in offered() if bot["level"] is not None]
        return levels[-1] if strongest and levels else default_bot()
    known = [str(bot["name"]) for bot in offered()]
    if name not in known:
        raise Fault("bad_request", f"There is no bot {name!r}; there are {', '.join(known)}.")
    return name


def _bot_name(bot: str) -> str:
    return f"{bot.capitalize()} bot"


def _check_storable(value: Any) -> None:
    """Databases cannot keep every text that JSON can write."""
    try:
        text = json.dumps(value, ensure_ascii=False)
        text.encode()
    except UnicodeEncodeError:
        raise Fault("bad_request", "The edition contains half of a surrogate pair.") from None
    except RecursionError:
        raise Fault("bad_request", "The edition is nested too deeply.") from None
    if "\\u0000" in text:
        raise Fault("bad_request", "The edition contains the character 0.")
