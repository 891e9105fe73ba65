"""Searching with few, good iterations.

Play-outs are planned like the greedy player's turns, so they cost a hundred times what quick
guesses cost and tell far more. With so few of them none may be wasted: the root's choices are
compared by sequential halving instead of by upper bounds, and the tree grows below a choice only
after it was visited often.
"""

from __future__ import annotations

import time
from typing import Final

from sandtable.bots.engine.evaluation import Evaluation
from sandtable.bots.engine.plan import Planner, best_few, judged
from sandtable.bots.engine.tree import Node, Search
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match

#: Choices of the root that are compared, those that look best after trying out whole turns.
CONTENDERS: Final = 8
#: Visits after which the tree grows below a node.
RIPE: Final = 20
#: How much a planner looks at whose turns are part of a play-out.
FEW: Final = 8
COMPLETIONS: Final = 4
#: Beside these points of difference the odds alone are nearly a straight line: the mean counts.
ALONE: Final = 40.0


class SequentialHalvingSearch(Search):
    """A search whose play-outs are ``turns`` planned turns of each player."""

    def __init__(self, evaluation: Evaluation, match: Match, seat: int, seed: str) -> None:
        super().__init__(evaluation, match, seat, seed)
        self.planner = Planner(evaluation, FEW, COMPLETIONS)
        self.trust = 3.0
        self.enough = 8
        self.lean = False
        self.growing = 0.0
        if match.players == 1:
            self.scale = ALONE

    def run(self, iterations: int, seconds: float) -> None:
        """Try the contenders equally often, drop the worse half, and so on until two are left.
        Each round has the same share of the iterations or the time."""
        decision = self.match.decision()
        assert decision is not None
        begun = time.perf_counter()
        slots = self.leaders([self.root.slots[a] for a in decision.actions], CONTENDERS)
        rounds = 1
        while (len(slots) - 1) >> rounds:
            rounds += 1
        made = 0
        for number in range(1, rounds + 1):
            upto = iterations * number // rounds
            until = begun + seconds * number / rounds
            place = 0
            while made < upto and time.perf_counter() < until:
                self.visit(slots[place])
                made += 1
                place = (place + 1) % len(slots)
            slots = self.leaders(slots, max(2, (len(slots) + 1) // 2))

    def leaders(self, slots: list[int], count: int) -> list[int]:
        """Of choices of the root those that look best by now, best first."""
        opinions = self.opinions(slots)
        return [slots[i] for i in best_few(list(range(len(slots))), opinions, count)]

    def ranked(self, legal: list[int]) -> list[int]:
        """Choices of the root, best first. Those that were dropped early come last: what is known
        of them is little, and that little was bad."""
        root = self.root
        slots = [root.slots[action] for action in legal if action in root.slots]
        most = max([root.counts[slot] for slot in slots])
        late = [slot for slot in slots if 2 * root.counts[slot] >= most]
        early = [slot for slot in slots if 2 * root.counts[slot] < most]
        ranked = self.leaders(late, len(late)) + self.leaders(early, len(early))
        return [root.actions[slot] for slot in ranked]

    def grows(self, node: Node) -> bool:
        return node.visits >= RIPE

    def glance(self, match: Match, decision: Decision) -> list[float]:
        return judged(self.planner.plans(match), decision)

    def play_on(self, match: Match) -> None:
        """Finish the turn as the greedy player would, and play a few more of every player."""
        evaluation = self.evaluation
        turns = self.turns * match.players
        while True:
            decision = match.decision()
            if decision is None:
                return
            if evaluation.settled(decision):
                if turns <= 0:
                    return
                turns -= 1
            for action in self.planner.plans(match)[0].actions:
                match.apply(action)
