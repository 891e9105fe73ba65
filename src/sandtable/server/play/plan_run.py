"""A plan that is played: choice by choice, as long as nothing relevant has changed.

Nothing relevant has changed where the same question is asked about the same thing, the planned
choice is on offer, and it brings and costs its seat at once what it did on the private copy. The
plan also stops as soon as something hidden is revealed: what follows was planned without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.match import Match
from sandtable.server.play.game import Play
from sandtable.server.play.private_copy import effect_of, has_turn
from sandtable.server.tables.plan import PlannedChoice, PlayerPlan, StopReason, plain


class PlanRun:
    def __init__(self, plan: PlayerPlan, match: Callable[[], Match]) -> None:
        """``match``: the game as it stands, which the caller changes choice by choice."""
        self.plan = plan
        self.done = 0
        self.stop: StopReason | None = None
        self._match = match
        self.turn = match().turn_number()

    def actions(self) -> Iterator[int]:
        """The choices to make; each has to be made before the next one is asked for."""
        for choice in self.plan.choices:
            self.stop = self._refusal(choice)
            if self.stop is not None:
                return
            yield self._match().str_to_action(choice.notation)
            self.done += 1
            if self._match().state.revealed and self._mine():
                self.stop = "revealed"
                return
        if self._mine():
            self.stop = "question" if self.plan.complete else "end"

    def _mine(self) -> bool:
        """Whether the turn continues."""
        match = self._match()
        return match.turn_number() == self.turn and match.current_player == self.plan.seat

    def _refusal(self, choice: PlannedChoice) -> StopReason | None:
        match = self._match()
        asked = match.decision()
        if asked is None or not self._mine():
            return "question"
        if (asked.kind, plain(match.subject())) != (choice.kind, choice.subject):
            return "question"
        try:
            action = match.str_to_action(choice.notation)
        except SandtableError:
            return "illegal"
        if action not in asked.actions:
            return "illegal"
        if effect_of(match, self.plan.seat, action) != choice.effect:
            return "changed"
        return None


def foresee(plan: PlayerPlan, match: Match, seed: str) -> PlanRun:
    """How far the plan would come, as far as its seat can know. It is the seat's turn."""
    trial = match.resample(plan.seat, seed)
    run = PlanRun(plan, lambda: trial)
    for action in run.actions():
        trial.apply(action)
    return run


def expired(plan: PlayerPlan, play: Play) -> bool:
    """Whether the turn that was planned is over, or the game is."""
    if play.over:
        return True
    now = play.match.turn_number()
    if plan.status == "stopped":
        return plan.turn != now
    own = {choice.turn for choice in play.choices if choice.seat == plan.seat}
    later = {turn for turn in own if turn > plan.turn and turn != now}
    if not later:
        return False
    turns = play.match.turns()
    return any(turns[turn - 1][0] == plan.seat for turn in later)


def may_begin(play: Play, seat: int) -> bool:
    """Whether a plan can be played now: its seat chooses first in a turn of its own."""
    return play.to_choose == seat and has_turn(play.match, seat)
