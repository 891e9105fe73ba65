"""Tables that come from other games: played again, branched off, read from records."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as standard_game
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.languages import FROM_RECORD
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import table_store
from sandtable.server.storage.stored_table import (
    BOT,
    HOTSEAT,
    HUMAN,
    OPEN,
    OVER,
    Seat,
    StoredTable,
)
from sandtable.server.tables.advice import UNTIL_OVER, source_of
from sandtable.server.tables.creation import TableDraft, setup_of, store_draft
from sandtable.server.tables.lobby import check_welcome, continued
from sandtable.server.tables.seating import bot_by_name, bot_title
from sandtable.server.tables.setup import Origin, new_seed
from sandtable.server.uploads.pool import UploadPool

MAX_DEPTH = 20


class DerivedTables:
    def __init__(self, table_service: TableService, uploads: UploadPool) -> None:
        self.table_service = table_service
        self.uploads = uploads
        self.table_cache = table_service.table_cache

    async def rematch(self, id: str, who: Identity) -> StoredTable:
        """The same people once more, the next one beginning."""
        async with self.table_cache.at(id) as (live, table):
            if not table.own(who.id):
                raise ApiError("forbidden", "Only those who played can ask for another game.")
            if table.status != OVER:
                raise ApiError("not_over", "The game is not over yet.")
            if table.rematch is not None:
                existing = await self.table_cache.read(table_store.table, table.rematch)
                if existing is not None:
                    return existing
            await check_welcome(self.table_cache, who, table)
            game = await self.table_cache.game_of(table.setup.game, table.setup.digest)
            seats = [
                Seat(number, OPEN)
                if seat.kind == HUMAN and seat.identity is None  # the account is gone
                else replace(seat, seat=number, driver=None, abandoned=None, former=None)
                for number, seat in enumerate(table.seats[1:] + table.seats[:1])
            ]
            options = await continued(self.table_cache, who, game, table.setup.options, {"mode"})
            match = game.new(len(seats), new_seed(), **options)
            draft = TableDraft(seats, game, setup_of(match), table.name, rated=table.rated)
            draft.clock = None if table.clock is None else table.clock.again(len(seats))
            draft.auto_plans = table.auto_plans
            new = await store_draft(self.table_service, who, draft)
            before = table.rematch
            table.rematch = await self.table_cache.writer.run(
                lambda c: table_store.set_rematch(c, id, new.id, before)
            )
            live.send_table()
            if table.rematch == new.id:
                return new
            first = await self.table_cache.read(table_store.table, table.rematch)
            assert first is not None
            return first

    async def branch(
        self, id: str, who: Identity, step: int, seat: int | None, bot: str | None
    ) -> StoredTable:
        """Play on from a position, against bots; alone on all seats while people still play that
        game."""
        program = bot_by_name(bot)
        async with self.table_cache.seen_by(id, who.id) as (live, table):
            play = await live.game()
            if step > play.step:
                raise ApiError("not_found", f"The game has {play.step} choices so far, not {step}.")
            own = table.own(who.id)
            there = play.history.at(step)
            if there.is_over:
                raise ApiError("illegal", "The game is over there; choose an earlier position.")
            chooses = there.current_player
            assert chooses is not None
            if seat is None:
                seat = chooses if chooses in own or not own else min(own)
            if seat >= table.setup.players:
                raise ApiError("not_found", f"There is no seat {seat} at this table.")
            setup = table.setup
            choices = [choice.action for choice in play.choices[:step]]
            if not play.over:
                # Nobody may learn here what they cannot know there.
                prefix = [there.action_to_str(choice.action) for choice in play.choices[:step]]
                if setup.origin is not None and setup.origin.depth >= MAX_DEPTH:
                    raise ApiError("illegal", f"Branches can be nested at most {MAX_DEPTH} deep.")
                knows = None if not own else seat if seat in own else min(own)
                origin = Origin(prefix, knows, new_seed(), setup.origin)
                setup, choices = replace(setup, origin=origin), []
            game = play.game
            source = source_of(table)
            if not play.over and own and source is None:
                # Alone against bots: at the new table there is advice about this game.
                await self.table_service.unrate(live, table)
        if source is not None and bot is not None:
            raise ApiError("forbidden", f"{UNTIL_OVER} Branch without bots to try it yourself.")
        seats = []
        for number in range(setup.players):
            if number == seat:
                seats.append(Seat(number, HUMAN, who.name, who.id))
            elif source is not None:
                seats.append(Seat(number, HOTSEAT, f"Seat {number + 1}", who.id))
            else:
                seats.append(Seat(number, BOT, bot_title(program), None, program))
        draft = TableDraft(seats, game, setup, table.name, counts=False, choices=choices)
        draft.parent = (table.id, step)
        draft.source = source
        return await store_draft(self.table_service, who, draft)

    async def from_record(
        self, who: Identity, text: str, edition: dict[str, Any] | None, bot: str | None
    ) -> StoredTable:
        """A table from a record: to look at, or to play on."""
        checked = await self.uploads.replay_record(who, text, edition)
        if checked.message is not None:
            raise ApiError("bad_request", checked.message, checked.problems[:100] or None)

        def begin() -> Match:
            game = standard_game(checked.game)
            if edition is not None:
                game = self.table_cache.editions.add(checked.game, edition, True)
            return game.new(checked.players, checked.seed, **checked.options)

        match = await asyncio.to_thread(begin)
        program = None if bot is None or checked.over else bot_by_name(bot)
        seats = [Seat(0, HUMAN, who.name, who.id)]
        for number in range(1, match.players):
            if program is None:
                seats.append(Seat(number, HOTSEAT, f"Seat {number + 1}", who.id))
            else:
                seats.append(Seat(number, BOT, bot_title(program), None, program))
        draft = TableDraft(seats, match.game, setup_of(match), FROM_RECORD, seed_chosen=True)
        draft.counts = False
        draft.choices = checked.actions
        return await store_draft(self.table_service, who, draft)
