"""What people do at a table: come in, look, choose, take back, leave.

An entry of the log is first tried on the match in memory, then written, and sent to everybody only
when it is committed. If writing fails, the match in memory is dropped and read again from the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import orjson

from sandtable.kernel.errors import BadOption, IllegalAction
from sandtable.server.auth.identity import Identity
from sandtable.server.cluster.news import News
from sandtable.server.errors import ApiError
from sandtable.server.people.ratings import is_rated
from sandtable.server.play.connection import LiveConnection
from sandtable.server.play.ending import ending
from sandtable.server.play.entry_jobs import all_of, clocking, dropping, practice, void
from sandtable.server.play.game import Play
from sandtable.server.play.live_table import STALE, LiveTable
from sandtable.server.play.table_cache import TableCache
from sandtable.server.play.timing import next_clock
from sandtable.server.play.update import Update
from sandtable.server.storage import (
    table_store,
)
from sandtable.server.storage.clock_store import ClockMoved
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed
from sandtable.server.storage.news import TABLE
from sandtable.server.storage.stored_table import OVER, Seat, StoredTable
from sandtable.server.storage.writer import Closed, Conflict, Job, Row
from sandtable.server.tables.clock import Clock
from sandtable.server.tables.info import against_bots, alone, can_move_now
from sandtable.server.tables.lesson_run import mark_done
from sandtable.server.tables.proposal import settled

#: The topics of messages that go to everybody at a table, of what a bot there considers, and of
#: somebody who wants it to move now.
RELAY = "relay"
CANDIDATES = "candidates"
MOVE_NOW = "move_now"

#: Called with the new version and step when they are stored.
Done = Callable[[int, int], None]

BOT_PLAYS = "A bot plays for you at the moment; take your seat back first."


class TableService:
    def __init__(self, table_cache: TableCache, news: News) -> None:
        self.table_cache = table_cache
        self.news = news
        news.on(TABLE, self._changed_elsewhere, self._in_memory)
        news.on(RELAY, self._relay, self._in_memory)
        news.on(CANDIDATES, self._candidates, self._in_memory)
        news.on(MOVE_NOW, self._move_now_elsewhere, self._in_memory)
        news.on_gap.append(self._catch_up)
        #: Called under a table's lock whenever somebody else may have to choose.
        self.turn_listeners: list[Callable[[LiveTable], None]] = []
        #: Called whenever a clock has changed: it may be due earlier than any other.
        self.on_clock: Callable[[Clock], None] = lambda clock: None
        #: Called where the bot that thinks about a version of a game is to choose now.
        self.on_move_now: Callable[[LiveTable, int], None] = lambda live, version: None

    def on_turn(self, live: LiveTable) -> None:
        """Somebody else may have to choose: a bot, or a person with a plan."""
        for listener in self.turn_listeners:
            listener(live)

    def _in_memory(self, id: str) -> bool:
        return self.table_cache.find(id) is not None

    async def _changed_elsewhere(self, id: str, details: dict[str, Any]) -> None:
        """Another process has changed a table: those who are connected here see it at once."""
        live = self.table_cache.find(id)
        if live is None:
            return
        if live.idle:
            self.table_cache.drop(live)
            return
        try:
            async with self.table_cache.at(id):
                pass  # which brings it up to date
        except ApiError as api_error:
            if api_error.code != "not_found":
                raise
        except DATABASE_FAILURES as error:
            database_failed(error)  # the news is cut off, too; see _catch_up

    async def _catch_up(self) -> None:
        """News may have been missed: look at every table in memory."""
        for live in self.table_cache.all():
            await self._changed_elsewhere(live.id, {})

    def _relay(self, id: str, details: dict[str, Any]) -> None:
        live = self.table_cache.find(id)
        if live is not None:
            live.send_all(details["message"])

    def presence_changed(self, id: str) -> None:
        """Somebody has come to another process, or gone."""
        live = self.table_cache.find(id)
        if live is not None and live.table is not None:
            live.send_presence()

    def send_everywhere(self, live: LiveTable, message: dict[str, Any]) -> None:
        """The same to everybody at a table, to whichever process they are connected. For what
        everybody may know and nothing has to remember."""
        live.send_all(message)
        self.news.send(RELAY, live.id, message=message)

    def send_candidates(self, live: LiveTable, seat: int, candidates: list[dict[str, Any]]) -> None:
        """What the bot of a seat considers, to those who may see it, wherever they are."""
        live.candidates = (seat, candidates)
        live.send_candidates()
        if live.elsewhere():
            self.news.send(CANDIDATES, live.id, seat=seat, candidates=candidates)

    def _candidates(self, id: str, details: dict[str, Any]) -> None:
        live = self.table_cache.find(id)
        if live is not None:
            live.candidates = (details["seat"], details["candidates"])
            live.send_candidates()
            live.candidates = None  # here nobody knows when the bot has chosen

    async def move_now(self, id: str, identity: str | None, version: int) -> None:
        """Make the bot that thinks about this version of the game choose the best it has found, in
        whichever process it thinks. The game is unrated from then on."""
        async with self.table_cache.at(id) as (live, table):
            if not can_move_now(table, identity):
                raise ApiError("forbidden", "You cannot tell bots here to move now.")
            play = await live.running_game()
            seat = play.to_choose
            if play.version != version or seat is None or table.seats[seat].program is None:
                return  # it has chosen meanwhile
            if is_rated(table):
                await self.unrate(live, table)
            live.release()
            self.on_move_now(live, version)
            self.news.send(MOVE_NOW, id, version=version)

    def _move_now_elsewhere(self, id: str, details: dict[str, Any]) -> None:
        live = self.table_cache.find(id)
        if live is not None:
            live.release()
            self.on_move_now(live, details["version"])

    async def enter(self, id: str, connection: LiveConnection) -> None:
        """Somebody comes in and gets all there is."""
        async with self.table_cache.seen_by(id, connection.id) as (live, table):
            sees = table.sees(connection.id)
            live.check_viewer(sees, connection.seat)
            if not sees and live.spectators() >= self.table_cache.settings.max_spectators:
                raise ApiError("busy", "This table has as many spectators as it can take.")
            live.connections.add(connection)
            try:
                await live.send_hello(connection)
            except BaseException:
                live.connections.discard(connection)
                raise
            if live.thinking is not None:
                connection.send(orjson.dumps(live.thinking))
                live.send_candidates_to(connection)
            live.send_presence()

    async def watch(self, id: str, connection: LiveConnection, cause: str) -> None:
        """The whole position once more, perhaps from another seat."""
        async with self.table_cache.at(id) as (live, table):
            live.check_viewer(table.sees(connection.id), connection.seat)
            await live.send_position(connection, cause)

    def leave(self, id: str, connection: LiveConnection) -> None:
        live = self.table_cache.find(id)
        if live is not None:
            live.leave(connection)

    def sign_out(self, identity: str, ended: Callable[[Identity], bool]) -> None:
        """Close the live connections of a person whose sign-in has ended."""
        for live in self.table_cache.all():
            for connection in list(live.connections):
                who = connection.identity
                if who is not None and who.id == identity and ended(who):
                    connection.leave()

    def stop(self) -> None:
        """Send everybody away; they come back when the server does."""
        for live in self.table_cache.all():
            live.close()

    async def act(
        self,
        id: str,
        identity: str | None,
        version: int,
        action: int | None,
        notation: str | None,
        done: Done | None = None,
        hold: float = 0.0,
    ) -> tuple[int, int]:
        """Make a choice for one of the person's seats. Returns the new version and step when
        written; ``done`` is called before anybody else is told. Where only bots follow, they wait
        ``hold`` seconds, in which the choice can be taken back."""
        async with self.table_cache.at(id, version) as (live, table):
            play = await live.running_game(version)
            seat = play.to_choose
            assert seat is not None
            if seat not in table.own(identity):
                raise ApiError("not_your_turn", f"{table.names()[seat]} has to choose.")
            if table.seats[seat].driver is not None:
                raise ApiError("not_your_turn", BOT_PLAYS)
            if (action is None) == (notation is None):
                raise ApiError("bad_request", "Give either the choice's id or its notation.")
            if action is None:
                assert notation is not None
                try:
                    action = play.match.str_to_action(notation)
                except BadOption as error:
                    raise ApiError("illegal", f"{error}.") from None
            if (
                action in play.match.legal_actions()
                and play.lesson is not None
                and play.lesson.refuses(play.match, play.match.action_to_str(action))
            ):
                raise ApiError("illegal", "The lesson waits for something else; see its text.")
            await self.commit_choices(live, play, [action], done)
            if hold and alone(table) and play.undo_refusal((seat,)) is None:
                live.hold(hold)
            return play.version, play.step

    async def unrate(self, live: LiveTable, table: StoredTable) -> None:
        """Somebody has had help: the game counts for no rating from now on."""
        if not table.rated:
            return
        await self.table_cache.writer.run(lambda c: table_store.mark_unrated(c, table.id))
        table.rated = False
        live.send_table()

    async def release(self, id: str, identity: str | None) -> None:
        """Somebody who plays here does not want to take anything back: bots continue."""
        async with self.table_cache.at(id) as (live, table):
            if table.own(identity):
                live.release()

    async def commit_choices(
        self,
        live: LiveTable,
        play: Play,
        actions: Iterable[int],
        done: Done | None = None,
        more: Job | None = None,
    ) -> None:
        """Make choices for whoever has to choose, until it is another seat's turn; write them
        together, with ``more`` in the same transaction, and tell everybody. Stops before a choice
        that cannot be made, and raises `illegal` if it is the first one."""
        table = live.table
        assert table is not None
        seat = play.to_choose
        assert seat is not None
        update = Update(play, "act", seat, play.match.turn_number())
        rows: list[Row] = []
        for action in actions:
            if play.to_choose != seat:
                break
            if rows:
                update.pass_through(live.seen(play))
            try:
                play.act(action)
            except IllegalAction as error:
                if not rows:
                    raise ApiError("illegal", f"{error}.") from None
                break
            what = play.match.action_to_str(action)
            rows.append(self.row(table, play, "act", what, seat))
        seats = None
        if play.turn_driven(seat):
            play.seat_to_person(seat)
            rows.append(self.row(table, play, "note", f"self {seat}", seat))
            seats = [replace(table.seats[seat], driver=None)]
        await self.write(live, play, rows, done, seats, more)
        if play.over:
            update.log_from = 0  # now everything may be shown
        await self._note_lesson(table, play)
        await live.send(play, update)
        if play.over:
            live.send_table()
            self.free_derived(table.id)
        elif seats is not None:
            live.send_table()
        self.on_turn(live)

    async def undo(
        self,
        id: str,
        identity: str | None,
        version: int,
        whole_turn: bool,
        done: Done | None = None,
    ) -> tuple[int, int]:
        """Take back the last choice, or all of the turn it belongs to."""
        async with self.table_cache.at(id, version) as (live, table):
            play = await live.running_game(version)
            own = table.own(identity)
            if own and not table.playing(identity):
                raise ApiError("illegal", BOT_PLAYS)
            refusal = play.undo_refusal(own)
            if refusal is not None:
                raise ApiError("illegal", f"This cannot be taken back: {refusal}.")
            count = play.restart_count(own) if whole_turn else 1
            first = play.choices[len(play.choices) - count]
            play.undo(count)
            row = self.row(table, play, "undo", str(count), first.seat)
            await self.write(live, play, [row], done)
            cause = "restart" if whole_turn else "undo"
            live.release()
            await live.send_update(cause, first.seat, first.turn)
            self.on_turn(live)
            return play.version, play.step

    async def go_on(
        self, id: str, identity: str | None, kind: str, number: int | None = None
    ) -> Play:
        """In a lesson: the step of this number was read ("read"), or the person continues alone
        ("stop"). What others chose meanwhile does not matter."""
        async with self.table_cache.at(id) as (live, table):
            play = await live.running_game()
            if not table.own(identity):
                raise ApiError("forbidden", "You do not sit at this table.")
            lesson = play.lesson
            if lesson and number is not None and number != lesson.state(play.match)["number"]:
                raise ApiError("stale", STALE)
            try:
                play.go_on(kind)
            except IllegalAction as error:
                raise ApiError("illegal", f"{error}.") from None
            row = self.row(table, play, kind, "", min(table.own(identity)))
            await self.write(live, play, [row], None)
            await self._note_lesson(table, play)
            await live.send_update("lesson", None, play.match.turn_number())
            self.on_turn(live)
            return play

    async def _note_lesson(self, table: StoredTable, play: Play) -> None:
        """A lesson that was finished just now is marked for its owner."""
        if play.lesson is not None and table.lesson is not None and play.lesson.finished():
            game, lesson = table.setup.game, table.lesson
            await self.table_cache.writer.run(
                lambda connection: mark_done(connection, table.owner, game, lesson)
            )

    async def go_back(
        self, id: str, identity: str | None, version: int, step: int, done: Done | None = None
    ) -> tuple[int, int]:
        """Go back to the last own choice with at most this many choices before it, past anything.
        From then on the game is practice."""
        async with self.table_cache.at(id, version) as (live, table):
            play = await live.running_game(version)
            own = table.own(identity)
            if not own:
                raise ApiError("forbidden", "You do not sit at this table.")
            if table.source == table.id:
                raise ApiError("forbidden", "This is your one try: it cannot go back.")
            if not against_bots(table):
                raise ApiError("forbidden", "Going back is for games against bots alone.")
            target = play.back_step(own, step)
            if target is None:
                raise ApiError("illegal", "You had chosen nothing by then.")
            first = play.choices[target]
            play.go_back(target)
            row = self.row(table, play, "back", str(target), first.seat)
            await self.write(live, play, [row], done, more=practice(table))
            news = not table.practice
            table.practice, table.counts = True, False
            live.release()
            await live.send_update("back", first.seat, first.turn)
            if news:
                live.send_table()
            self.on_turn(live)
            return play.version, play.step

    async def write(
        self,
        live: LiveTable,
        play: Play,
        rows: list[Row],
        done: Done | None = None,
        seats: Sequence[Seat] | None = None,
        more: Job | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Store entries, and in the same transaction what follows from them: clock (from ``clock``
        on, where it was set), proposal, result, these seats as they are now, and ``more``."""
        table = live.table
        assert table is not None
        moment = rows[-1][-1]
        after = list(table.seats)
        jobs: list[Job] = [] if more is None else [more]
        for seat in seats or ():
            after[seat.seat] = seat
        if seats:
            changed = list(seats)
            jobs.append(lambda c: table_store.set_seats(c, table.id, changed, table.status, moment))
        proposal = table.proposal
        if proposal is not None and void(proposal, play, rows):
            jobs.append(dropping(table.id, proposal))
            proposal = None
        clock = next_clock(clock or table.clock, play, after, proposal, moment)
        if clock is not None and clock != table.clock:
            clock = replace(clock, revision=clock.revision + 1)
            jobs.append(clocking(table.id, clock))
        if play.over:
            abandoned = self.table_cache.settings.abandoned
            jobs.append(ending(table, play, after, rows[-1], abandoned))
        try:
            if jobs:
                await self.table_cache.writer.run(all_of(rows, jobs))
            else:
                await self.table_cache.writer.entries(rows)
        except (Conflict, ClockMoved):
            live.forget()
            live.driven_elsewhere = True
            raise ApiError("stale", STALE) from None
        except Closed:
            live.forget()
            raise ApiError("busy", "The server is stopping; try again in a moment.") from None
        except BaseException:
            live.forget()
            raise
        table.version, table.step, table.to_choose = play.version, play.step, play.to_choose
        table.updated = moment
        live.driven_elsewhere = False
        table.seats, table.clock = after, clock
        if proposal is not table.proposal:
            assert table.proposal is not None
            self.send_everywhere(live, settled(table.proposal, "void"))
            table.proposal = None
            live.send_table()
        if clock is not None:
            self.on_clock(clock)
        if play.over:
            table.status, table.ended = OVER, play.ended
            table.scores, table.winners = play.match.scores(), play.winners()
        if done is not None:
            done(play.version, play.step)

    def row(self, table: StoredTable, play: Play, kind: str, what: str, seat: int) -> Row:
        """The entry that has led to where the game stands now."""
        moment = self.table_cache.time_source.now()
        return (table.id, play.version, kind, what, seat, play.step, play.to_choose, moment)

    def free_derived(self, id: str) -> None:
        """The game is over, or one person is left: tables that branched off it give advice again.
        The database knows already; here it is for those in memory."""
        for live in self.table_cache.all():
            if live.table is not None and live.table.source == id:
                live.table.source = None
                live.send_table()
                self.on_turn(live)

    async def begin(self, live: LiveTable) -> None:
        """All seats are taken."""
        await live.game()
        live.send_table()
        await live.send_update("start", None, 0)
        self.on_turn(live)
