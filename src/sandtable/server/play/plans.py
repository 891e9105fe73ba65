"""Planning ahead: a person's next turn, tried out on a private copy, kept, and played.

Every request rebuilds the copy from the log and the stored plan, so any process can answer it. A
plan is played in one transaction with its choices: the key of the log and the plan's own row keep
two processes from playing it twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import orjson
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.match import Match
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.languages import translated_seat_name
from sandtable.server.play.game import Play
from sandtable.server.play.live_table import STALE, LiveTable
from sandtable.server.play.plan_run import PlanRun, expired, foresee, may_begin
from sandtable.server.play.positions import decision, shown
from sandtable.server.play.previews import Trial
from sandtable.server.play.private_copy import PrivateCopy, assume, draw
from sandtable.server.play.table_service import BOT_PLAYS, Done, TableService
from sandtable.server.storage import entry_store, plan_store
from sandtable.server.storage.plan_store import PlanMoved
from sandtable.server.storage.stored_table import StoredTable
from sandtable.server.storage.writer import Job
from sandtable.server.tables.info import alone
from sandtable.server.tables.plan import PlayerPlan, new_plan_id
from sandtable.server.tables.seating import own_seat
from sandtable.server.tables.setup import new_seed

T = TypeVar("T")

#: Choices that a plan can have.
MOST_CHOICES = 60

NO_PLAN = "There is no plan; make one first."
CHANGED = "The plan has changed in the meantime: look at it again."
MISFIT = "This plan no longer fits the game; make a new one."


class PlanOwner(NamedTuple):
    """Who plans at which table, and in which language they are answered."""

    table: str
    who: Identity
    language: str


class Plans:
    def __init__(self, table_service: TableService) -> None:
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        #: Called under a table's lock when a plan is kept that is to be played automatically.
        self.on_kept: Callable[[LiveTable], None] = lambda live: None
        table_service.news.on(plan_store.PLAN, self._changed_elsewhere, self._in_memory)

    # -- making a plan -----------------------------------------------------------------------------

    async def state(self, owner: PlanOwner, seat: int | None) -> Any:
        """The person's plan with its private copy; both null where there is none."""
        async with self.table_cache.at(owner.table) as (live, table):
            seat = own_seat(table, owner.who, seat)
            play = await live.game()
            plan = await self._current(play, table, seat, owner.who)
            if plan is None:
                return {"plan": None, "position": None}
            base, now = await self._base(table, play, plan), _copy_now(play, seat)
        return await asyncio.to_thread(_plan_state, base, now, plan, table.names(), owner.language)

    async def begin(self, owner: PlanOwner, seat: int | None) -> Any:
        """Draw a private copy from what the seat may know, and begin to plan on it."""
        id, who, language = owner
        async with self.table_cache.at(id) as (live, table):
            seat = own_seat(table, who, seat)
            play = await live.running_game()
            _check_waiting(table, play, who)
            before = await self.table_cache.read(plan_store.plan, id, seat)
            base, names = play.match.clone(), table.names()
            version, step, turn = play.version, play.step, play.match.turn_number()
        seed = new_seed()
        assumed = await asyncio.to_thread(_assumed, base.clone(), seat, seed)
        if assumed is None:
            raise ApiError("illegal", "The game may be over before your next turn.")
        now = self.table_cache.time_source.now()
        plan = PlayerPlan(
            id, seat, who.id, new_plan_id(), version, step, seed, tuple(assumed), now, turn
        )
        await self._store(plan, before)
        return await asyncio.to_thread(_plan_state, base, None, plan, names, language)

    async def choose(self, owner: PlanOwner, seat: int | None, revision: int, action: int) -> Any:
        """Plan one more choice."""
        language = owner.language
        plan, base, names = await self._draft(owner, seat, revision)
        if len(plan.choices) >= MOST_CHOICES:
            raise ApiError("illegal", f"A plan has at most {MOST_CHOICES} choices.")

        def work() -> PlayerPlan:
            copy = _copy(base, plan, names, language)
            if not copy.open or action not in copy.match.legal_actions():
                raise ApiError("illegal", "This cannot be planned here.")
            choices = (*plan.choices, copy.choose(action))
            return replace(plan, choices=choices, complete=copy.complete)

        return await self._redraft(plan, await asyncio.to_thread(work), base, names, language)

    async def take_back(self, owner: PlanOwner, seat: int | None, revision: int, count: int) -> Any:
        """Take the last choices out of the plan."""
        plan, base, names = await self._draft(owner, seat, revision)
        if not 0 < count <= len(plan.choices):
            raise ApiError("illegal", f"The plan has {len(plan.choices)} choices.")
        shorter = replace(plan, choices=plan.choices[:-count], complete=False)
        return await self._redraft(plan, shorter, base, names, owner.language)

    async def previews(
        self, owner: PlanOwner, seat: int | None
    ) -> tuple[Callable[[], list[dict[str, Any]]], int]:
        """What works out the effect of each choice on the copy, and the plan's revision."""
        language = owner.language
        plan, base, names = await self._draft(owner, seat, None)

        def work() -> list[dict[str, Any]]:
            copy = _copy(base, plan, names, language)
            if not copy.open:
                return []
            trial = Trial(copy.match, plan.seat, names, secrets.token_hex(8), language)
            return [trial.preview(action) for action in copy.match.legal_actions()]

        return work, plan.revision

    async def keep(self, owner: PlanOwner, seat: int | None, revision: int, automatic: bool) -> Any:
        """Keep the plan for the turn; ``automatic``: play it without asking, where the table allows
        that."""
        plan, base, names = await self._draft(owner, seat, revision)
        if not plan.choices:
            raise ApiError("illegal", "Nothing is planned yet.")
        async with self.table_cache.at(owner.table) as (live, table):
            if automatic and not table.auto_plans:
                raise ApiError("forbidden", "At this table plans are not played automatically.")
            kept = replace(plan, status="kept", automatic=automatic, revision=plan.revision + 1)
            await self._store(kept, plan)
            now = _copy_now(await live.game(), plan.seat)
            if automatic:
                self.on_kept(live)
        told = await asyncio.to_thread(_plan_state, base, now, kept, names, owner.language)
        self._notify(live, kept.identity)
        return told

    async def discard(self, owner: PlanOwner, seat: int | None) -> None:
        id, who, _ = owner
        async with self.table_cache.at(id) as (live, table):
            seat = own_seat(table, who, seat)
            plan = await self.table_cache.read(plan_store.plan, id, seat)
            if plan is not None and plan.identity == who.id:
                await self._run(lambda c: plan_store.drop(c, plan))
                self._notify(live, who.id)

    async def _draft(
        self, owner: PlanOwner, seat: int | None, revision: int | None
    ) -> tuple[PlayerPlan, Match, list[str]]:
        """The plan as the person knows it, and the game where its copy was drawn."""
        async with self.table_cache.at(owner.table) as (live, table):
            seat = own_seat(table, owner.who, seat)
            play = await live.running_game()
            plan = await self._current(play, table, seat, owner.who)
            if plan is None or plan.status == "stopped":
                raise ApiError("not_found", NO_PLAN)
            if revision is not None and plan.revision != revision:
                raise ApiError("stale", CHANGED)
            return plan, await self._base(table, play, plan), table.names()

    async def _redraft(
        self, before: PlayerPlan, changed: PlayerPlan, base: Match, names: list[str], language: str
    ) -> Any:
        """A plan that is worked on is not played automatically."""
        plan = replace(changed, status="draft", automatic=False, revision=before.revision + 1)
        await self._store(plan, before)
        return await asyncio.to_thread(_plan_state, base, None, plan, names, language)

    # -- playing it --------------------------------------------------------------------------------

    async def play(
        self,
        owner: PlanOwner,
        seat: int | None,
        version: int,
        done: Done | None = None,
        hold: float = 0.0,
    ) -> dict[str, Any]:
        """Play the plan now. Returns how many choices were made, and why it stopped."""
        id, who, _ = owner
        async with self.table_cache.at(id, version) as (live, table):
            play = await live.running_game(version)
            seat = own_seat(table, who, seat)
            if table.seats[seat].driver is not None:
                raise ApiError("not_your_turn", BOT_PLAYS)
            plan = await self._current(play, table, seat, who)
            if plan is None or plan.status == "stopped" or not plan.choices:
                raise ApiError("not_found", NO_PLAN)
            if not may_begin(play, seat):
                raise ApiError("not_your_turn", "A plan is played when your turn comes.")
            run = await self._play(live, play, plan, done)
            if hold and alone(table) and play.undo_refusal((seat,)) is None:
                live.hold(hold)
            return {
                "version": play.version,
                "step": play.step,
                "done": run.done,
                "stop": run.stop,
            }

    async def play_by_itself(self, id: str) -> None:
        """The turn of a seat with a plan may have come: play it where it is to be played."""
        async with self.table_cache.at(id) as (live, table):
            play = await live.running_game()
            seat = play.to_choose
            if seat is None or not may_play_by_itself(table):
                return
            plan = await self.table_cache.read(plan_store.plan, id, seat)
            if plan is None or plan.identity != table.seats[seat].identity:
                return
            wanted = plan.status == "kept" and plan.automatic and not expired(plan, play)
            if wanted and may_begin(play, seat):
                await self._play(live, play, plan, None)

    async def _play(
        self, live: LiveTable, play: Play, plan: PlayerPlan, done: Done | None
    ) -> PlanRun:
        run = PlanRun(plan, lambda: play.match)
        actions = run.actions()

        def settle(connection: Connection) -> None:
            if run.stop is None:
                plan_store.drop(connection, plan)
            else:
                plan_store.set_plan(connection, _stopped(plan, run), plan)

        first = next(actions, None)
        if first is None:
            await self._run(settle)
        else:
            try:
                await self.table_service.commit_choices(
                    live, play, chain((first,), actions), done, settle
                )
            except PlanMoved:
                raise ApiError("stale", STALE) from None
        self._notify(live, plan.identity)
        return run

    # -- what is stored, and who is told -----------------------------------------------------------

    async def _current(
        self, play: Play, table: StoredTable, seat: int, who: Identity
    ) -> PlayerPlan | None:
        """The person's plan, unless its turn is over: then it is deleted."""
        plan = await self.table_cache.read(plan_store.plan, table.id, seat)
        if plan is None or plan.identity != who.id:
            return None
        if expired(plan, play):
            with suppress(ApiError):  # it was deleted elsewhere
                await self._run(lambda c: plan_store.drop(c, plan))
            return None
        return plan

    async def _base(self, table: StoredTable, play: Play, plan: PlayerPlan) -> Match:
        """The game as it stood when the copy was drawn. The log only grows, so it is still there
        when choices were taken back since."""
        if play.version - plan.version == play.step - plan.step:
            return play.history.at(plan.step)
        entries = await self.table_cache.read(entry_store.entries, table.id)

        def load() -> Match:
            past = Play.load(table.setup, play.game, table.names(), entries[: plan.version])
            return past.match

        return await asyncio.to_thread(load)

    async def _store(self, plan: PlayerPlan, before: PlayerPlan | None) -> None:
        await self._run(lambda c: plan_store.set_plan(c, plan, before))

    async def _run(self, job: Job) -> None:
        try:
            await self.table_cache.writer.run(job)
        except (PlanMoved, IntegrityError):
            raise ApiError("stale", CHANGED) from None

    def _in_memory(self, id: str) -> bool:
        return self.table_cache.find(id) is not None

    def _changed_elsewhere(self, id: str, details: dict[str, Any]) -> None:
        live = self.table_cache.find(id)
        if live is not None and live.table is not None:
            for identity in {connection.id for connection in live.connections}:
                if identity is not None and live.table.own(identity):
                    self._notify(live, identity)

    def _notify(self, live: LiveTable, identity: str) -> None:
        """Let the pages of one person look at their plan again; nobody else hears of it."""
        packed = orjson.dumps({"type": "plan"})
        for connection in live.connections:
            if connection.id == identity:
                connection.send(packed)


def may_play_by_itself(table: StoredTable) -> bool:
    """Whether the seat that has to choose may have a plan that is played automatically."""
    if not table.auto_plans or table.to_choose is None:
        return False
    if table.proposal is not None and table.proposal.kind == "undo":
        return False  # people are talking about what was chosen before
    seat = table.seats[table.to_choose]
    return seat.person and seat.driver is None


def _check_waiting(table: StoredTable, play: Play, who: Identity) -> None:
    """Raises where there is nothing to wait for."""
    if table.lesson is not None:
        raise ApiError("forbidden", "You cannot plan in a lesson.")
    if play.to_choose in table.playing(who.id):
        raise ApiError("illegal", "It is your turn: choose. Plans are made while others choose.")


def _assumed(copy: Match, seat: int, seed: str) -> list[str] | None:
    drawn = draw(copy, seat, seed)
    actions = assume(drawn, seat, seed)
    return None if actions is None else [drawn.action_to_str(action) for action in actions]


def _copy(base: Match, plan: PlayerPlan, names: list[str], language: str) -> PrivateCopy:
    try:
        spoken = [translated_seat_name(name, language) for name in names]
        return PrivateCopy(base, plan, spoken, language)
    except SandtableError:
        raise ApiError("illegal", MISFIT) from None


def _copy_now(play: Play, seat: int) -> Match | None:
    """The game now, if the seat's turn begins."""
    return play.match.clone() if may_begin(play, seat) else None


def _stopped(plan: PlayerPlan, run: PlanRun) -> PlayerPlan:
    return replace(
        plan,
        status="stopped",
        automatic=False,
        revision=plan.revision + 1,
        stop=run.stop,
        done=run.done,
        turn=run.turn,
    )


def _plan_state(
    base: Match, now: Match | None, plan: PlayerPlan, names: list[str], language: str
) -> dict[str, Any]:
    """A plan in words, and the position on its copy."""
    copy = _copy(base, plan, names, language)
    shown_plan: dict[str, Any] = {
        "seat": plan.seat,
        "revision": plan.revision,
        "status": plan.status,
        "automatic": plan.automatic,
        "steps": copy.steps,
        "assumed": copy.assumed,
        "complete": copy.complete,
        "revealed": copy.revealed,
        "turn": plan.turn,
        "stop": plan.stop,
        "done": plan.done,
        "outlook": None,
    }
    if now is not None and plan.status == "kept":
        run = foresee(plan, now, secrets.token_hex(8))
        shown_plan["outlook"] = {"done": run.done, "stop": run.stop}
    position = None if plan.status == "stopped" else _position(copy, plan, language)
    return {"plan": shown_plan, "position": position}


def _position(copy: PrivateCopy, plan: PlayerPlan, language: str) -> dict[str, Any]:
    count = len(plan.choices)
    position = shown(copy.match, plan.seat, copy.match.is_over)
    position["step"] = plan.step + len(plan.assumed) + count
    position["version"] = plan.revision
    position["undo"] = {"allowed": count > 0, "reason": None, "count": count, "back": None}
    if copy.open:
        position["decision"] = decision(copy.match, language)
    return position
