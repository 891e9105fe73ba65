"""Planning whole turns: the promising ways to complete a turn, and what each leads to."""

from __future__ import annotations

from typing import Final

from sandtable.bots.engine.evaluation import Evaluation
from sandtable.bots.engine.network import Network
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match

#: How many answers to the first, second ... question inside an action are considered.
WIDTHS: Final[list[int]] = [4, 2, 2, 2, 1]
#: At most this many completions of one action.
COMPLETIONS: Final = 16
ALL: Final = 1 << 30
HOPELESS: Final = -1e3
#: The weight of the others' points. Harming one rival too eagerly only helps a third player.
RIVALRY: Final = 0.25


class TurnPlan:
    """The choices of a turn and the value of the position after them."""

    def __init__(self, value: float, actions: list[int], values: list[float] | None = None) -> None:
        self.value = value
        self.actions = actions
        self.values = values  # those of all seats


class Beginning:
    """The first choices of a turn, and how much worse than others they looked at first sight."""

    def __init__(self, actions: list[int], loss: float) -> None:
        self.actions = actions
        self.loss = loss


class Completions:
    """The ways to complete a turn after its first action, as far as they have been tried out."""

    def __init__(self, first: int) -> None:
        self.best = TurnPlan(-1e9, [first])
        self.waiting: list[Beginning] = [Beginning([first], 0.0)]  # not yet completed
        self.tried = 0

    def take_next(self) -> Beginning:
        """The beginning that looks best; of equal ones the last."""
        waiting = self.waiting
        place = len(waiting) - 1
        for i in range(place - 1, -1, -1):
            if waiting[i].loss < waiting[place].loss:
                place = i
        return waiting.pop(place)


class Planner:
    """Tries turns out on copies of one match.

    To be quick, it tries out only the ``max_actions`` actions with the highest rates, with at most
    ``completions`` of each. Of more than ``finalists`` actions, each is completed once at first,
    and only so many of the best further. What looks best at first sight is completed first, or
    with ``deepest_first`` what differs last in the turn, as in version 0.1. The ``network`` rates
    actions where there is one, otherwise the evaluation. With ``own_only`` turns are judged by the
    seat's own points alone, which takes a fraction of the time in games of many players.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        max_actions: int = ALL,
        completions: int = COMPLETIONS,
        network: Network | None = None,
        own_only: bool = False,
        finalists: int = ALL,
        deepest_first: bool = False,
    ) -> None:
        self.evaluation = evaluation
        self.own_only = own_only
        self.max_actions = max_actions
        self.completions = completions
        self.network = network
        self.finalists = finalists
        self.deepest_first = deepest_first

    def plans(self, match: Match) -> list[TurnPlan]:
        """The best completion of every action tried out, best first."""
        decision = match.decision()
        assert decision is not None
        seat = decision.player
        actions = decision.actions
        if len(actions) > self.max_actions:
            rates = self.rate_actions(match, decision)
            actions = [
                actions[i] for i in top_indices(list(range(len(rates))), rates, self.max_actions)
            ]
        if len(actions) > self.finalists and self.completions > 1:
            return self.plans_of_finalists(match, seat, actions)
        plans: list[TurnPlan] = [self.complete(match, seat, action) for action in actions]
        plans.sort(key=_highest_first)
        return plans

    def plans_of_finalists(self, match: Match, seat: int, actions: list[int]) -> list[TurnPlan]:
        """A completion of every action, and further ones of the best, best first."""
        begun = [Completions(action) for action in actions]
        for each in begun:
            self.try_out(match, seat, each, 1)
        begun.sort(key=_best_first)
        for each in begun[: self.finalists]:
            self.try_out(match, seat, each, self.completions)
        plans: list[TurnPlan] = [each.best for each in begun]
        plans.sort(key=_highest_first)
        return plans

    def play(self, match: Match) -> None:
        """Play the current turn to its end, or up to the choice of another seat. With one action
        and one completion, the highest rates are followed without copying the match."""
        if self.max_actions > 1 or self.completions > 1:
            for action in self.plans(match)[0].actions:
                match.apply(action)
            return
        decision = match.decision()
        assert decision is not None
        seat = decision.player
        while decision is not None and decision.player == seat:
            actions = decision.actions
            best = 0
            if len(actions) > 1:
                rates = self.rate_actions(match, decision)
                for i in range(1, len(rates)):
                    if rates[i] > rates[best]:
                        best = i
            match.apply(actions[best])
            decision = match.decision()
            if decision is None or self.evaluation.begins_turn(decision):
                return

    def complete(self, match: Match, seat: int, first: int) -> TurnPlan:
        """The best way found to complete the turn after its first action."""
        completions = Completions(first)
        self.try_out(match, seat, completions, self.completions)
        return completions.best

    def try_out(self, match: Match, seat: int, completions: Completions, upto: int) -> None:
        """Complete a turn in further ways, up to this many in all."""
        evaluation = self.evaluation
        waiting = completions.waiting
        while waiting and completions.tried < upto:
            begun = waiting.pop() if self.deepest_first else completions.take_next()
            actions = begun.actions
            trial = match.clone(True)
            for action in actions:
                trial.choose(action)
            while True:
                decision = trial.decision()
                if decision is None or decision.player != seat or evaluation.begins_turn(decision):
                    break
                choices = decision.actions
                rates = self.rate_actions(trial, decision)
                depth = len(actions) - 1
                width = WIDTHS[depth] if depth < len(WIDTHS) else 1
                top = top_indices(list(range(len(rates))), rates, width)
                # The best guess is followed at once; the others wait, the better ones on top.
                for i in range(len(top) - 1, 0, -1):
                    loss = begun.loss + rates[top[0]] - rates[top[i]]
                    waiting.append(Beginning([*actions, choices[top[i]]], loss))
                actions = [*actions, choices[top[0]]]
                trial.choose(choices[top[0]])
            completions.tried += 1
            values: list[float] | None = None
            if self.own_only:
                value = evaluation.value_for(trial.state, seat)
            else:
                values = evaluation.values(trial.state)
                value = margin(values, seat)
            if value > completions.best.value:
                completions.best = TurnPlan(value, actions, values)

    def rate_actions(self, match: Match, decision: Decision) -> list[float]:
        """How good each legal action looks at first sight."""
        guesses = self.evaluation.rate_actions(match.state, decision)
        network = self.network
        return guesses if network is None else network.rate_actions(match, decision, guesses)


def top_indices(places: list[int], rates: list[float], width: int) -> list[int]:
    """Those of some indices with the highest rates, highest first; ties keep their order."""
    best: list[int] = []
    for i in places:
        rate = rates[i]
        at = len(best)
        while at > 0 and rates[best[at - 1]] < rate:
            at -= 1
        if at < width:
            best.insert(at, i)
            if len(best) > width:
                best.pop()
    return best


def plan_rates(plans: list[TurnPlan], decision: Decision) -> list[float]:
    """The values of plans as rates of the legal actions; what was not tried out is hopeless."""
    values: dict[int, float] = {}
    for plan in plans:
        values[plan.actions[0]] = plan.value
    return [values.get(action, HOPELESS) for action in decision.actions]


def margin(values: list[float], seat: int) -> float:
    """A seat's value, less a part of the others'."""
    others = len(values) - 1
    if others == 0:
        return values[seat]
    best = -1e9
    total = 0.0
    for i in range(len(values)):
        if i != seat:
            total += values[i]
            if values[i] > best:
                best = values[i]
    return values[seat] - RIVALRY * (best + total / others) / 2.0


def _best_first(completions: Completions) -> float:
    return -completions.best.value


def _highest_first(plan: TurnPlan) -> float:
    return -plan.value
