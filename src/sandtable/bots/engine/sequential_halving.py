"""Tree search with few, strong iterations.

In play-outs everybody plays well: a network chooses, or turns are planned as the greedy player
plans them, which costs ten times as much. Either way no iteration may be wasted: the root's choices
are compared by sequential halving instead of by upper bounds, and the tree grows below a choice
only after many visits.
"""

from __future__ import annotations

from typing import Final

from sandtable.bots.engine.evaluation import Evaluation
from sandtable.bots.engine.network import Network
from sandtable.bots.engine.plan import Planner, plan_rates, top_indices
from sandtable.bots.engine.tree import Node, Search
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match

#: Choices of the root that are compared: those whose planned turns look best.
CONTENDERS: Final = 8
#: Visits of a node before the tree grows below it.
EXPANSION_THRESHOLD: Final = 20
#: How much is tried out for each planned turn of a play-out.
MAX_ACTIONS: Final = 8
COMPLETIONS: Final = 4
FINALISTS: Final = 3
#: A choice is clear when it leads every other by so many standard errors ...
CERTAINTY: Final = 3.0
#: ... after at least so many visits of each.
CLEAR_VISITS: Final = 12
#: On this scale of points, the utility of a player alone is nearly linear: the mean counts.
ALONE: Final = 40.0


class SequentialHalvingSearch(Search):
    """A search whose play-outs are ``turns`` well played turns of each player."""

    def __init__(self, evaluation: Evaluation, match: Match, seat: int, seed: str) -> None:
        super().__init__(evaluation, match, seat, seed)
        self.planner = Planner(evaluation, MAX_ACTIONS, COMPLETIONS, deepest_first=True)
        self.contenders = CONTENDERS
        self.expansion_threshold = EXPANSION_THRESHOLD
        self.plan_weight = 3.0
        self.min_visits = 8
        self.certainty = 0.0  # standard errors by which the best choice must lead to end early
        self.lean_matches = False
        self.plan_weight_growth = 0.0
        if match.players == 1:
            self.points_scale = ALONE

    def use_planner(self, max_actions: int, completions: int, finalists: int) -> None:
        """Plan the turns of play-outs, each player considering their own points only."""
        self.planner = Planner(
            self.evaluation, max_actions, completions, own_only=True, finalists=finalists
        )

    def use_network(self, network: Network, tries: int) -> None:
        """Let a network choose the turns of play-outs, the best of ``tries``, and set the priors
        below the root."""
        self.planner = Planner(self.evaluation, tries, 1, network, True)
        self.lean_matches = tries == 1

    def run(self, iterations: int, seconds: float) -> None:
        """Visit the contenders equally often, drop the worse half, and so on until two are left.
        Each round gets the same share of the iterations or of the time. A clear choice ends it."""
        decision = self.match.decision()
        assert decision is not None
        begun = self.clock()
        slots = self.leaders([self.root.slots[a] for a in decision.actions], self.contenders)
        rounds = 1
        while (len(slots) - 1) >> rounds:
            rounds += 1
        done = 0
        for number in range(1, rounds + 1):
            upto = iterations * number // rounds
            until = begun + seconds * number / rounds
            place = 0
            while done < upto and self.clock() < until:
                self.visit(slots[place])
                done += 1
                place = (place + 1) % len(slots)
                if self.should_stop() or (place == 0 and self.is_clear(slots)):
                    return
            slots = self.leaders(slots, max(2, (len(slots) + 1) // 2))

    def is_clear(self, slots: list[int]) -> bool:
        """Whether one of these choices leads all others by far more than luck explains."""
        root = self.root
        if self.certainty == 0.0 or root.counts[slots[len(slots) - 1]] < CLEAR_VISITS:
            return False
        values = self.root_values(slots)
        best = top_indices(list(range(len(slots))), values, 1)[0]
        for i in range(len(slots)):
            if i != best:
                lead = (values[best] - values[i]) / self.certainty
                if lead * lead <= self.squared_error(slots[best]) + self.squared_error(slots[i]):
                    return False
        return True

    def squared_error(self, slot: int) -> float:
        """The squared standard error of the mean utility of a choice of the root."""
        root = self.root
        count = float(root.counts[slot])
        mean = root.utilities[slot] / count
        return (root.squares[slot] / count - mean * mean) / count

    def leaders(self, slots: list[int], count: int) -> list[int]:
        """The best so far of some of the root's choices, best first."""
        values = self.root_values(slots)
        return [slots[i] for i in top_indices(list(range(len(slots))), values, count)]

    def ranked(self, legal: list[int]) -> list[int]:
        """Choices of the root, best first. Those that were dropped early come last: little is known
        about them, and that little is bad."""
        root = self.root
        slots = [root.slots[action] for action in legal if action in root.slots]
        most = max([root.counts[slot] for slot in slots])
        late = [slot for slot in slots if 2 * root.counts[slot] >= most]
        early = [slot for slot in slots if 2 * root.counts[slot] < most]
        ranked = self.leaders(late, len(late)) + self.leaders(early, len(early))
        return [root.actions[slot] for slot in ranked]

    def should_expand(self, node: Node) -> bool:
        return node.visits >= self.expansion_threshold

    def prior_rates(self, match: Match, decision: Decision) -> list[float]:
        if self.planner.network is not None:
            return self.planner.rate_actions(match, decision)
        return plan_rates(self.planner.plans(match), decision)

    def play_out(self, match: Match) -> None:
        """Finish the turn and play a few more turns of every player."""
        evaluation = self.evaluation
        if self.planner.network is not None:
            self.finish(match)
        turns = self.turns * match.players
        while True:
            decision = match.decision()
            if decision is None:
                return
            if evaluation.begins_turn(decision):
                if turns <= 0:
                    return
                turns -= 1
            self.planner.play(match)

    def finish(self, match: Match) -> None:
        """Continue with the planned turn of the root's choice, as far as that is possible and the
        iteration has not left it."""
        actions = self.iteration_actions
        planned = self.planned.get(actions[0])
        if planned is None or actions != planned[: len(actions)]:
            return
        for i in range(len(actions), len(planned)):
            decision = match.decision()
            if decision is None or decision.player != self.seat:
                return
            if planned[i] not in decision.actions:
                return
            match.apply(planned[i])
