"""What people at a table decide together, and what happens when somebody's time is up.

There is one proposal at a time. It is settled when all whom it concerns have agreed, when somebody
refuses, or when the time to answer is over. Everything that comes of it is an entry of the log,
whose key decides between several processes that want to act at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sandtable.server.errors import ApiError
from sandtable.server.notices.preferences import ASKED
from sandtable.server.play.entry_jobs import dropping
from sandtable.server.play.game import Play
from sandtable.server.play.live_table import STALE, LiveTable
from sandtable.server.play.table_service import TableService
from sandtable.server.play.timing import next_clock
from sandtable.server.storage import clock_store, notice_store, table_store
from sandtable.server.storage.clock_store import ClockMoved
from sandtable.server.storage.stored_table import Seat, StoredTable
from sandtable.server.tables.clock import ABSENT, ANSWER, DAY, MINUTE, Clock
from sandtable.server.tables.info import alone, voters
from sandtable.server.tables.proposal import (
    BY_SILENCE,
    Outcome,
    Proposal,
    ProposalKind,
    new_proposal_id,
    settled,
)
from sandtable.server.tables.seating import NOT_HERE

T = TypeVar("T")

ASKED_BEFORE = "The others did not agree to an undo here. You can ask again after the next choice."
GONE = "This proposal is no longer open."


class Agreements:
    def __init__(self, table_service: TableService, default_bot: Callable[[], str]) -> None:
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        self.default_bot = default_bot
        #: Called with the moment at which a new proposal ends.
        self.on_proposal: Callable[[int], None] = lambda expires: None

    # -- proposals -----------------------------------------------------------------------------

    async def propose(
        self,
        id: str,
        identity: str,
        kind: ProposalKind,
        target: int | None = None,
        version: int | None = None,
        step: int | None = None,
    ) -> StoredTable:
        """Ask the others for something; where nobody else is to be asked, it happens at once."""
        async with self.table_cache.at(id) as (live, table):
            play = await live.running_game(version)
            own = table.playing(identity)
            if not own:
                raise ApiError("forbidden", NOT_HERE)
            if alone(table):
                raise ApiError("forbidden", "There is nobody else at this table to ask.")
            if table.proposal is not None:
                raise ApiError("illegal", "There is already a proposal; answer it first.")
            now = self.table_cache.time_source.now()
            pace = None if table.clock is None else table.clock.pace
            seat = min(own)
            proposal = Proposal(
                new_proposal_id(), kind, seat, identity, now, now + ANSWER[pace], target
            )
            if kind == "undo":
                proposal = _asked_undo(proposal, table, play, step, version)
            elif kind == "replace":
                self._check_absent(live, table, proposal, now)
            else:
                _check_simple(table, kind, target)
            if not voters(table, proposal):
                await self._carry_out(live, table, play, proposal)
                return table
            await self._open(live, table, play, proposal)
            return table

    async def _open(
        self, live: LiveTable, table: StoredTable, play: Play, proposal: Proposal
    ) -> None:
        clock = self._clock(table, play, proposal, table.clock)

        def job(connection: Connection) -> None:
            clock_store.add_proposal(connection, table.id, proposal)
            asked, by = voters(table, proposal), table.seats[proposal.seat].name
            notice_store.add_events(connection, ASKED, table.id, asked, proposal.made, by)
            table_store.touch(connection, table.id)
            _store_clock(connection, table, clock)

        try:
            await self._run(live, job)
        except IntegrityError:
            live.forget()
            raise ApiError("stale", STALE) from None
        table.proposal, table.clock = proposal, clock
        self.on_proposal(proposal.expires)
        live.send_table()

    async def answer(self, id: str, identity: str, proposal_id: str, agree: bool) -> StoredTable:
        """Agree or refuse; who has made a proposal takes it back by refusing."""
        async with self.table_cache.at(id) as (live, table):
            play = await live.running_game()
            proposal = table.proposal
            if proposal is None or proposal.id != proposal_id:
                raise ApiError("stale", GONE)
            mine = proposal.identity == identity
            if not agree and mine:
                await self._settle(live, table, play, proposal, "withdrawn", proposal.seat)
                return table
            if identity not in voters(table, proposal):
                who = "You have proposed it yourself." if mine else "You are not asked."
                raise ApiError("forbidden", who)
            if not agree:
                by = min(table.own(identity))
                await self._settle(live, table, play, proposal, "refused", by)
                return table

            def note(connection: Connection) -> Proposal | None:
                table_store.touch(connection, id)
                return clock_store.agree(connection, id, proposal_id, identity)

            stored = await self._run(live, note)
            if stored is None:
                live.forget()
                raise ApiError("stale", GONE)
            table.proposal = stored
            if voters(table, stored) <= stored.agreed:
                await self._carry_out(live, table, play, stored)
            else:
                live.send_table()
            return table

    async def _settle(
        self,
        live: LiveTable,
        table: StoredTable,
        play: Play,
        proposal: Proposal,
        outcome: Outcome,
        by: int | None,
    ) -> None:
        """A proposal comes to nothing, and the game continues."""
        clock = table.clock
        if clock is not None and proposal.kind == "undo":
            clock = replace(clock, undo_asked=play.step)
        clock = self._clock(table, play, None, clock)

        def job(connection: Connection) -> bool:
            if not clock_store.drop_proposal(connection, table.id, proposal.id):
                return False
            _store_clock(connection, table, clock)
            table_store.touch(connection, table.id)
            return True

        if not await self._run(live, job):
            live.forget()
            raise ApiError("stale", GONE)
        table.proposal, table.clock = None, clock
        self._send_outcome(live, table, proposal, outcome, by)
        self.table_service.on_turn(live)

    def _send_outcome(
        self,
        live: LiveTable,
        table: StoredTable,
        proposal: Proposal,
        outcome: Outcome,
        by: int | None,
    ) -> None:
        if table.clock is not None:
            self.table_service.on_clock(table.clock)
        self.table_service.send_everywhere(live, settled(proposal, outcome, by))
        live.send_table()

    async def _carry_out(
        self, live: LiveTable, table: StoredTable, play: Play, proposal: Proposal
    ) -> None:
        """All have agreed."""
        drop = dropping(table.id, proposal)
        seat, turn = proposal.seat, play.match.turn_number()
        cause, seats, clock = "note", None, table.clock
        if proposal.kind == "undo":
            assert proposal.step is not None
            if play.version != proposal.version:
                await self._settle(live, table, play, proposal, "void", None)
                return
            turn, cause = play.choices[proposal.step].turn, "back"
            play.go_back(proposal.step, agreed=seat)
            what = f"undo {proposal.step} {seat}"
        elif proposal.kind == "replace":
            assert proposal.target is not None
            seat, bot = proposal.target, self._bot(table)
            play.seat_to_bot(seat, bot, "vote")
            what = f"bot {seat} {bot} vote"
            seats = [replace(table.seats[seat], driver=bot, abandoned="vote")]
        elif proposal.kind == "end":
            play.end("vote")
            what, turn = "end vote", 0
        else:
            play.note(proposal.kind, seat)
            what = f"{proposal.kind} {seat}"
            assert clock is not None
            clock = replace(clock, paused=proposal.kind == "pause")
        row = self.table_service.row(table, play, "note", what, seat)
        table.proposal = None
        await self.table_service.write(live, play, [row], None, seats, drop, clock)
        live.release()
        await live.send_update(cause, seat, turn)
        self._send_outcome(live, table, proposal, "agreed", None)
        if play.over:
            self.table_service.free_derived(table.id)
        self.table_service.on_turn(live)

    def _check_absent(
        self, live: LiveTable, table: StoredTable, proposal: Proposal, now: int
    ) -> None:
        """Raises where the seat is not that of somebody who keeps the others waiting."""
        target = proposal.target
        if target is None or target >= len(table.seats):
            raise ApiError("bad_request", "Say whose seat a bot should play.")
        seat = table.seats[target]
        if not seat.person or seat.driver is not None:
            raise ApiError("illegal", "A bot already plays this seat.")
        if seat.identity == proposal.identity:
            raise ApiError("illegal", "This is your own seat.")
        pace = None if table.clock is None else table.clock.pace
        wait = ABSENT[pace]
        if table.to_choose != target or now - table.updated < wait:
            long = "a day" if wait >= DAY else f"{wait // MINUTE} minutes"
            raise ApiError(
                "illegal",
                f"{table.names()[target]} can be replaced after keeping you waiting for {long}.",
            )
        if live.present()[target]:
            raise ApiError("illegal", f"{table.names()[target]} is here.")

    # -- seats that bots play for people ----------------------------------------------------------

    async def take_seat_back(self, id: str, identity: str, seat: int) -> StoredTable:
        """The person plays again where a bot has played for them."""
        async with self.table_cache.at(id) as (live, table):
            play = await live.running_game()
            if seat not in table.own(identity):
                raise ApiError("forbidden", "This seat is not yours.")
            if table.seats[seat].driver is None:
                return table
            play.seat_to_person(seat)
            row = self.table_service.row(table, play, "note", f"self {seat}", seat)
            clock = None if table.clock is None else table.clock.refilled(seat)
            mine = replace(table.seats[seat], driver=None, abandoned=None)
            await self.table_service.write(live, play, [row], seats=[mine], clock=clock)
            await live.send_update("note", seat, play.match.turn_number())
            live.send_table()
            self.table_service.on_turn(live)
            return table

    # -- when time is up -----------------------------------------------------------------------

    async def due(self, id: str) -> None:
        """The time of a seat or of a proposal may be up: act on it if it is."""
        async with self.table_cache.at(id) as (live, table):
            play = await live.game()
            if play.over:
                return
            now = self.table_cache.time_source.now()
            proposal = table.proposal
            if proposal is not None and proposal.expires <= now:
                if proposal.kind in BY_SILENCE:
                    await self._carry_out(live, table, play, proposal)
                else:
                    await self._settle(live, table, play, proposal, "expired", None)
            clock = table.clock
            if clock is not None and clock.deadline is not None and clock.deadline <= now:
                await self._time_is_up(live, table, play, clock)

    async def _time_is_up(
        self, live: LiveTable, table: StoredTable, play: Play, clock: Clock
    ) -> None:
        seat = clock.running
        assert seat is not None
        turn = play.match.turn_number()
        seats: list[Seat] = []
        if clock.on_timeout == "end":
            play.end("time")
            what, turn = "end time", 0
            seats = [replace(table.seats[seat], abandoned="time")]
        else:
            reason = "time" if clock.on_timeout == "bot" else "turn"
            bot = self._bot(table)
            play.seat_to_bot(seat, bot, reason)
            what = f"bot {seat} {bot} {reason}"
            abandoned = "time" if reason == "time" else None
            seats = [replace(table.seats[seat], driver=bot, abandoned=abandoned)]
        row = self.table_service.row(table, play, "note", what, seat)
        await self.table_service.write(live, play, [row], seats=seats)
        await live.send_update("note", seat, turn)
        live.send_table()
        if play.over:
            self.table_service.free_derived(table.id)
        self.table_service.on_turn(live)

    def _bot(self, table: StoredTable) -> str:
        return self.default_bot() if table.clock is None else table.clock.bot

    def _clock(
        self, table: StoredTable, play: Play, proposal: Proposal | None, clock: Clock | None
    ) -> Clock | None:
        """This clock with this proposal open, to be stored in place of the table's."""
        now = self.table_cache.time_source.now()
        clock = next_clock(clock, play, table.seats, proposal, now)
        if clock is None or clock == table.clock:
            return clock
        return replace(clock, revision=clock.revision + 1)

    async def _run(self, live: LiveTable, job: Callable[[Connection], T]) -> T:
        try:
            return await self.table_cache.writer.run(job)
        except ClockMoved:
            live.forget()
            raise ApiError("stale", STALE) from None
        except BaseException:
            live.forget()
            raise


def _asked_undo(
    proposal: Proposal, table: StoredTable, play: Play, step: int | None, version: int | None
) -> Proposal:
    if version is None:
        raise ApiError("bad_request", "Say which version of the position you see.")
    own = table.playing(proposal.identity)
    if table.clock is not None and table.clock.undo_asked == play.step:
        raise ApiError("illegal", ASKED_BEFORE)
    if play.undo_refusal(own) is None:
        raise ApiError("illegal", "You can take this back without asking anybody.")
    target = play.back_step(own, play.step if step is None else step)
    if target is None:
        raise ApiError("illegal", "There is no choice of yours to take back.")
    seat = play.choices[target].seat
    return replace(proposal, seat=seat, step=target, version=version)


def _check_simple(table: StoredTable, kind: ProposalKind, target: int | None) -> None:
    if target is not None:
        raise ApiError("bad_request", "Only replacing somebody names a seat.")
    if kind == "end":
        return
    if table.clock is None:
        raise ApiError("illegal", "There is no clock at this table.")
    if table.clock.paused == (kind == "pause"):
        raise ApiError("illegal", "The clock is paused." if table.clock.paused else "It runs.")


def _store_clock(connection: Connection, table: StoredTable, clock: Clock | None) -> None:
    if clock is not None and clock != table.clock:
        clock_store.set_clock(connection, table.id, clock)
