"""Whole turns: every way to complete a turn that is worth a look, and what it leads to."""

from __future__ import annotations

from typing import Final

from sandtable.bots.engine.evaluation import Evaluation
from sandtable.bots.engine.network import Network
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match

#: How many answers to the first, second ... question inside an action are looked at.
WIDTHS: Final[list[int]] = [4, 2, 2, 2, 1]
#: At most so many completions of one action.
COMPLETIONS: Final = 16
ALL: Final = 1 << 30
HOPELESS: Final = -1e3
#: How much others' points count. Whoever plays a turn only to harm others falls behind a third.
RIVALRY: Final = 0.25


class TurnPlan:
    """The choices of a turn and what the seat makes of the position after them."""

    def __init__(self, value: float, actions: list[int], values: list[float] | None = None) -> None:
        self.value = value
        self.actions = actions
        self.values = values  # those of all seats


class Planner:
    """Tries turns out on copies of one match.

    One that has to be quick tries out only the ``few`` actions that look best at sight, with fewer
    ``completions`` of each. What looks best says the ``network`` where there is one, else the
    evaluation.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        few: int = ALL,
        completions: int = COMPLETIONS,
        network: Network | None = None,
    ) -> None:
        self.evaluation = evaluation
        self.few = few
        self.completions = completions
        self.network = network

    def plans(self, match: Match) -> list[TurnPlan]:
        """For every action that is tried out the best completion found, best first."""
        decision = match.decision()
        assert decision is not None
        seat = decision.player
        actions = decision.actions
        if len(actions) > self.few:
            rates = self.rates(match, decision)
            actions = [actions[i] for i in best_few(list(range(len(rates))), rates, self.few)]
        plans: list[TurnPlan] = [self.complete(match, seat, action) for action in actions]
        plans.sort(key=_falling)
        return plans

    def complete(self, match: Match, seat: int, first: int) -> TurnPlan:
        """The best way found to go on after an action until the turn is over."""
        evaluation = self.evaluation
        best = TurnPlan(-1e9, [first])
        waiting: list[list[int]] = [[first]]
        tried = 0
        while waiting and tried < self.completions:
            actions = waiting.pop()
            trial = match.clone(True)
            for action in actions:
                trial.apply(action)
            while True:
                decision = trial.decision()
                if decision is None or decision.player != seat or evaluation.settled(decision):
                    break
                choices = self.narrow(trial, decision, len(actions) - 1)
                # The best guess is followed at once; the others wait, the better ones on top.
                for i in range(len(choices) - 1, 0, -1):
                    waiting.append([*actions, choices[i]])
                actions = [*actions, choices[0]]
                trial.apply(choices[0])
            tried += 1
            values = evaluation.values(trial.state)
            value = margin(values, seat)
            if value > best.value:
                best = TurnPlan(value, actions, values)
        return best

    def narrow(self, trial: Match, decision: Decision, depth: int) -> list[int]:
        """The answers that look best, best first."""
        actions = decision.actions
        width = WIDTHS[depth] if depth < len(WIDTHS) else 1
        rates = self.rates(trial, decision)
        return [actions[i] for i in best_few(list(range(len(rates))), rates, width)]

    def rates(self, match: Match, decision: Decision) -> list[float]:
        """How good each action on offer looks at sight."""
        network = self.network
        if network is None:
            return self.evaluation.rates(match.state, decision)
        return network.rates(match, decision)


def best_few(places: list[int], rates: list[float], width: int) -> list[int]:
    """Of some places those with the highest rates, highest first; of equal ones the first."""
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


def judged(plans: list[TurnPlan], decision: Decision) -> list[float]:
    """What plans make of the actions on offer, compared with each other; what was not tried out is
    far behind."""
    found: dict[int, float] = {}
    for plan in plans:
        found[plan.actions[0]] = plan.value
    return [found.get(action, HOPELESS) for action in decision.actions]


def margin(values: list[float], seat: int) -> float:
    """What a seat makes of a position: its own value, and a little what the others lack."""
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


def _falling(plan: TurnPlan) -> float:
    return -plan.value
