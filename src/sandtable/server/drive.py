"""Bots at the tables: each is asked when it has to choose, and what it chooses is written like
any other choice. After a restart they go on where the logs end."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from typing import Any

from sandtable.server import store
from sandtable.server.faults import Fault
from sandtable.server.hub import Hub
from sandtable.server.infos import moment
from sandtable.server.play import Play
from sandtable.server.rooms import Room
from sandtable.server.store import BOT, RUNNING, Table
from sandtable.server.thinkers import NoAnswer, Thinkers

#: Quick bots are not announced.
ANNOUNCE = 0.15
#: How many games are taken up at once after a restart.
AT_ONCE = 50
PAUSES = [1.0, 5.0, 20.0, 60.0]

log = logging.getLogger("sandtable.server.bots")


class Drive:
    def __init__(self, hub: Hub, thinkers: Thinkers) -> None:
        self.hub = hub
        self.house = hub.house
        self.thinkers = thinkers
        self._tasks: set[asyncio.Task[None]] = set()
        hub.on_turn = self.wake

    def wake(self, room: Room) -> None:
        """Called under the table's lock: let a bot choose if it has to."""
        table = room.table
        if room.bot is None and table is not None and to_choose(table) is not None:
            room.bot = asyncio.create_task(self._drive(room))
            self._tasks.add(room.bot)
            room.bot.add_done_callback(self._tasks.discard)

    async def resume(self) -> None:
        """After a restart: take up all games that wait for a bot."""
        for id in await self.house.read(store.waiting_for_bots):
            while len(self._tasks) >= AT_ONCE:
                await asyncio.sleep(0.1)
            try:
                async with self.house.at(id) as (room, _):
                    await self.house.play(room)
                    self.wake(room)
            except Fault as fault:
                log.warning("not resumed", extra={"table": id, "reason": fault.message})

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _drive(self, room: Room) -> None:
        failures = 0
        while True:
            try:
                if not await self._turn(room):
                    return
                failures = 0
            except Fault as fault:
                if fault.code in ("not_found", "unplayable", "not_running"):
                    room.bot = None
                    return
                failures += 1
            except Exception:
                log.exception("bot's turn failed", extra={"table": room.id})
                failures += 1
            except BaseException:
                room.bot = None
                raise
            if failures:
                await asyncio.sleep(PAUSES[min(failures, len(PAUSES)) - 1])

    async def _turn(self, room: Room) -> bool:
        """One answer of a bot; False when no bot has to choose any more."""
        async with self.house.at(room.id) as (_, table):
            play = await self.house.play(room)
            seat = to_choose(table)
            if seat is None:
                room.bot = None  # under the lock, so nobody waits for a bot that has left
                return False
            bot = table.seats[seat].bot
            assert bot is not None
            version = play.version
            job = await self.job(table, play, bot, many=True)
        announcement = asyncio.get_running_loop().call_later(
            ANNOUNCE, self._announce, room, seat, moment(store.now())
        )
        choices: list[str | None]
        try:
            choices = [*await self.thinkers.think(job)]
        except NoAnswer as error:
            log.warning(
                "bot gave no answer",
                extra={"table": room.id, "seat": seat, "bot": bot, "reason": str(error)},
            )
            choices = [None]
        finally:
            announcement.cancel()
            room.thinking = None
        for notation in choices:
            async with self.house.at(room.id) as (_, table):
                play = await self.house.play(room)
                if play.version != version or to_choose(table) != seat:
                    break  # somebody took a choice back, or took the seat
                if notation is None:
                    action = secrets.choice(play.match.legal_actions())
                else:
                    action = play.match.str_to_action(notation)
                await self.hub.commit_choice(room, play, action)
                version = play.version
        return True

    def _announce(self, room: Room, seat: int, since: str) -> None:
        room.thinking = {"type": "thinking", "seat": seat, "since": since}
        room.send_all(room.thinking)

    async def job(self, table: Table, play: Play, bot: str, many: bool) -> dict[str, Any]:
        """What a thinking process has to know. The seat's rights are guarded there: a bot gets
        a table to look at, never the match."""
        setup = table.setup
        edition: dict[str, Any] | None = None
        if self.house.editions.standard_digest(setup.game) != setup.digest:
            found = await self.house.read(store.edition, setup.digest)
            edition = None if found is None else json.loads(found[1])
        notation = play.match.action_to_str
        return {
            "table": table.id,
            "setup": setup.plain(),
            "edition": edition,
            "choices": [notation(made.action) for made in play.made],
            "bot": bot,
            "many": many,
        }


def to_choose(table: Table) -> int | None:
    """The seat of the bot that has to choose; None where it is not a bot."""
    seat = table.to_choose
    if table.status != RUNNING or seat is None or table.seats[seat].kind != BOT:
        return None
    return seat
