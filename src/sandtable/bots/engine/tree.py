"""Monte-Carlo tree search over information sets.

Every iteration draws anew what the seat does not know, walks down the one tree all iterations
share, adds a node, plays on for a while by quick guesses, judges the position reached, and takes
the judgement back up. A node stands for the choices that led to it, not for a position: what lay
hidden may differ from visit to visit, and with it what can be chosen.
"""

from __future__ import annotations

import math
import time
from typing import Final

from sandtable.bots.engine.evaluation import Evaluation, odds
from sandtable.bots.engine.plan import Plan
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match

SEATS: Final = 8  # more than any game has


class Node:
    """A decision: what was on offer whenever it was reached, and how it went."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.visits = 0
        self.actions: list[int] = []
        self.slots: dict[int, int] = {}  # action -> place in the lists
        self.priors: list[float] = []
        self.counts: list[int] = []
        self.chances: list[float] = []  # sums, as who chooses here sees them
        self.points: list[float] = []
        self.children: dict[int, Node] = {}  # by action * SEATS + the next to choose

    def offer(self, decision: Decision, rates: list[float], heat: float) -> None:
        """Set the priors of the actions on offer by their rates; take in those that are new."""
        best = max(rates)
        powers = [math.exp((rate - best) / heat) for rate in rates]
        total = 0.0
        for power in powers:
            total += power
        for i in range(len(rates)):
            action = decision.actions[i]
            if action in self.slots:
                self.priors[self.slots[action]] = powers[i] / total
            else:
                self.slots[action] = len(self.actions)
                self.actions.append(action)
                self.priors.append(powers[i] / total)
                self.counts.append(0)
                self.chances.append(0.0)
                self.points.append(0.0)


class Search:
    """One search from one position; ``run`` may be called again to think on."""

    def __init__(self, evaluation: Evaluation, match: Match, seat: int, seed: str) -> None:
        self.evaluation = evaluation
        self.match = match
        self.seat = seat
        self.seed = seed
        self.root = Node(seat)
        self.iterations = 0
        self.explore = 1.2
        self.heat = 0.6  # points; the lower, the more the priors trust the quick guesses
        self.widen = 4.0  # children considered at first
        self.wider = 1.2  # and per square root of visits
        self.turns = 1  # further turns played by quick guesses before judging
        self.own = 0.3  # how much the own points count beside the chance to win
        self.scale = 10.0
        self.lowest = 1.0
        self.highest = 0.0
        values = evaluation.values(match.state)
        self.start: list[float] = values

    def guide(self, plans: list[Plan], heat: float) -> None:
        """Let whole turns that were tried out say where to look first."""
        root = self.root
        decision = self.match.decision()
        assert decision is not None
        found: dict[int, float] = {}
        for plan in plans:
            found[plan.actions[0]] = plan.value
        root.offer(decision, [found[action] for action in decision.actions], heat)

    def run(self, iterations: int, seconds: float) -> None:
        """Think for so many iterations or so long, whichever ends first."""
        stop = time.perf_counter() + seconds
        begun = self.iterations
        while self.iterations - begun < iterations:
            self.iterate()
            if self.iterations & 15 == 0:
                left = stop - time.perf_counter()
                if left <= 0.0 or self.settled(left, seconds, self.iterations - begun):
                    return

    def settled(self, left: float, seconds: float, made: int) -> bool:
        """Whether the most visited choice can no longer be overtaken in the time left."""
        counts = self.root.counts
        best = 0
        second = 0
        for count in counts:
            if count > best:
                second = best
                best = count
            elif count > second:
                second = count
        to_come = made * left / (seconds - left + 1e-9)
        return best - second > to_come

    def iterate(self) -> None:
        node = self.root
        decision = self.match.decision()
        assert decision is not None
        slot = self.select(node, self.match, decision)
        # The n-th visit of every choice sees the same hidden things, so that luck evens out.
        match = self.match.resample(self.seat, f"{self.seed} {node.counts[slot]}", True)
        self.iterations += 1
        path: list[Node] = []
        chosen: list[int] = []
        while True:
            if path:
                decision = match.decision()
                if decision is None:
                    break
                slot = self.select(node, match, decision)
            fresh = node.counts[slot] == 0
            path.append(node)
            chosen.append(slot)
            action = node.actions[slot]
            match.apply(action)
            after = match.decision()
            if after is None:
                break
            if fresh:
                self.play_on(match)
                break
            key = action * SEATS + after.player
            child = node.children.get(key)
            if child is None:
                child = Node(after.player)
                node.children[key] = child
            node = child
        self.learn(match, path, chosen)

    def select(self, node: Node, match: Match, decision: Decision) -> int:
        """The slot to follow: the best of value so far and what prior and visits leave open."""
        actions = decision.actions
        slots = node.slots
        new = False
        for action in actions:
            if action not in slots:
                new = True
                break
        if new:
            node.offer(decision, self.evaluation.rates(match.state, decision), self.heat)
        node.visits += 1
        if len(actions) == 1:
            return slots[actions[0]]
        width = int(self.widen + self.wider * math.sqrt(node.visits))
        offered = [slots[action] for action in actions]
        if width < len(offered):
            offered = best_slots(offered, node.priors, width)
        factor = self.explore * math.sqrt(node.visits)
        span = self.highest - self.lowest
        if span < 1e-6:
            span = 1e-6
        # What has not been tried is taken to be a little worse than what has.
        tried = 0
        total = 0.0
        for slot in offered:
            tried += node.counts[slot]
            total += node.chances[slot]
        unknown = 0.0
        if tried:
            unknown = (total / tried - self.lowest) / span - 0.1
        best = offered[0]
        highest = -1e9
        for slot in offered:
            count = node.counts[slot]
            value = unknown
            if count:
                value = (node.chances[slot] / count - self.lowest) / span
            value += factor * node.priors[slot] / (1 + count)
            if value > highest:
                highest = value
                best = slot
        return best

    def play_on(self, match: Match) -> None:
        """Finish the turn by quick guesses, and play a few more."""
        evaluation = self.evaluation
        turns = self.turns
        while True:
            decision = match.decision()
            if decision is None:
                return
            if evaluation.settled(decision):
                if turns == 0:
                    return
                turns -= 1
            rates = evaluation.rates(match.state, decision)
            best = 0
            for i in range(1, len(rates)):
                if rates[i] > rates[best]:
                    best = i
            match.apply(decision.actions[best])

    def learn(self, match: Match, path: list[Node], chosen: list[int]) -> None:
        values, chances = self.judge(match)
        for i in range(len(path)):
            node = path[i]
            slot = chosen[i]
            node.counts[slot] += 1
            node.chances[slot] += chances[node.player]
            node.points[slot] += values[node.player]
            mean = node.chances[slot] / node.counts[slot]
            if mean < self.lowest:
                self.lowest = mean
            if mean > self.highest:
                self.highest = mean

    def judge(self, match: Match) -> tuple[list[float], list[float]]:
        """Points each seat can expect, and how content each is with it, from 0 to 1."""
        evaluation = self.evaluation
        if match.is_over:
            values = [float(score) for score in match.scores()]
            winners = match.winners()
            if len(values) > 1:
                chances = [0.0] * len(values)
                for seat in winners:
                    chances[seat] = 1.0 / len(winners)
            else:
                chances = [0.0]
        else:
            values = evaluation.values(match.state)
            chances = evaluation.chances(match.state, values)
        own = self.own if len(values) > 1 else 1.0
        for seat in range(len(values)):
            content = odds((values[seat] - self.start[seat]) / self.scale)
            chances[seat] = (1.0 - own) * chances[seat] + own * content
        return values, chances

    def best(self, legal: list[int]) -> int:
        """The action visited most; of equals the better one."""
        root = self.root
        found = -1
        for action in legal:
            slot = root.slots.get(action, -1)
            if slot < 0:
                continue
            if (
                found < 0
                or root.counts[slot] > root.counts[found]
                or (
                    root.counts[slot] == root.counts[found]
                    and root.chances[slot] > root.chances[found]
                )
            ):
                found = slot
        return legal[0] if found < 0 else root.actions[found]


def best_slots(offered: list[int], priors: list[float], width: int) -> list[int]:
    """The slots with the highest priors, in falling order."""
    found: list[int] = []
    for slot in offered:
        prior = priors[slot]
        at = len(found)
        while at > 0 and priors[found[at - 1]] < prior:
            at -= 1
        if at < width:
            found.insert(at, slot)
            if len(found) > width:
                found.pop()
    return found
