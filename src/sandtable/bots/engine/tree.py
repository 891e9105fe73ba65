"""Monte-Carlo tree search over information sets.

Every iteration draws anew what the seat does not know, walks down the one tree all iterations
share, adds a node, plays on for a while by quick guesses, judges the position reached, and takes
the judgement back up. A node stands for the choices that led to it, not for a position: what lay
hidden may differ from visit to visit, and with it what can be chosen.

This search has many quick iterations; the one in `careful.py` has few good ones.
"""

from __future__ import annotations

import math
import time
from typing import Final

from sandtable.bots.engine.evaluation import Evaluation, odds
from sandtable.bots.engine.plan import TurnPlan, best_few, judged
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match

SEATS: Final = 8  # more than any game has
STEADY: Final = 150.0  # visits of the root after which plans weigh as much again


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
        self.turns = 1  # further turns (or longer stretches) played by quick guesses; may be 0
        self.own = 0.3  # how much the own points count beside the chance to win
        self.scale = 10.0
        self.lowest = 1.0
        self.highest = 0.0
        values = evaluation.values(match.state)
        self.start: list[float] = values
        # What whole turns tried out make of the root's choices, by slot, and how many visits that
        # weighs as much as. A choice nobody tried out has 0 in ``trusts``.
        self.trust = 20.0
        self.unit = 0.06  # the difference at the root that is worth a full bonus of exploration
        self.beliefs: list[float] = []
        self.trusts: list[float] = []
        self.growing = 1.0 / STEADY  # by how much the plans weigh more with every visit
        self.planned: dict[int, list[int]] = {}  # the turn tried out for each of the root's choices
        self.enough = 24  # visits after which a choice can be told about
        self.lean = True  # whether matches of iterations need not be cloned

    def guide(self, plans: list[TurnPlan], heat: float) -> None:
        """Let whole turns that were tried out say where to look first."""
        root = self.root
        decision = self.match.decision()
        assert decision is not None
        for plan in plans:
            self.planned[plan.actions[0]] = plan.actions
        root.offer(decision, judged(plans, decision), heat)
        size = len(root.actions)
        self.beliefs = [0.0] * size
        self.trusts = [0.0] * size
        for plan in plans:
            values = plan.values
            if values is not None:
                slot = root.slots[plan.actions[0]]
                chances = self.evaluation.chances(self.match.state, values)
                self.blend(values, chances)
                self.beliefs[slot] = chances[self.seat]
                self.trusts[slot] = self.trust

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
        decision = self.match.decision()
        assert decision is not None
        self.follow(self.select(self.root, self.match, decision))

    def insist(self, action: int, times: int, seconds: float) -> None:
        """Iterate with this choice of the root, whatever the search thinks of it, so often or so
        long; at least once if it has never been tried."""
        stop = time.perf_counter() + seconds
        slot = self.root.slots[action]
        for _ in range(times):
            if self.root.counts[slot] and time.perf_counter() >= stop:
                return
            self.visit(slot)

    def visit(self, slot: int) -> None:
        """One iteration with a choice of the root that was not selected by its own rule."""
        self.root.visits += 1
        self.follow(slot)

    def follow(self, slot: int) -> None:
        """One iteration that begins with a choice of the root."""
        node = self.root
        # The n-th visit of every choice sees the same hidden things, so that luck evens out.
        match = self.match.resample(self.seat, f"{self.seed} {node.counts[slot]}", self.lean)
        self.iterations += 1
        path: list[Node] = []
        chosen: list[int] = []
        while True:
            if path:
                decision = match.decision()
                if decision is None:
                    break
                if not self.grows(node):
                    node.visits += 1
                    self.play_on(match)
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

    def grows(self, node: Node) -> bool:
        """Whether the tree goes on below a node that was reached before."""
        return True

    def glance(self, match: Match, decision: Decision) -> list[float]:
        """What the actions on offer seem to be worth, compared with each other."""
        return self.evaluation.rates(match.state, decision)

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
            node.offer(decision, self.glance(match, decision), self.heat)
        node.visits += 1
        if len(actions) == 1:
            return slots[actions[0]]
        width = int(self.widen + self.wider * math.sqrt(node.visits))
        offered = [slots[action] for action in actions]
        if width < len(offered):
            offered = best_few(offered, node.priors, width)
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
        if node is self.root and self.beliefs:
            opinions = self.opinions(offered)
            for i in range(len(offered)):
                slot = offered[i]
                value = opinions[i] / self.unit
                value += factor * node.priors[slot] / (1 + node.counts[slot])
                if value > highest:
                    highest = value
                    best = slot
            return best
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

    def opinions(self, slots: list[int]) -> list[float]:
        """What to think of the root's choices: what trying them out said, corrected step by step
        by what came of them. Where the search as a whole sees things brighter or darker than the
        trials, that is taken off."""
        root = self.root
        visits = 0
        seen = 0.0
        expected = 0.0
        known = len(self.beliefs)
        for slot in slots:
            count = root.counts[slot]
            if count and slot < known and self.trusts[slot] > 0.0:
                visits += count
                seen += root.chances[slot]
                expected += count * self.beliefs[slot]
        bias = (seen - expected) / (visits + 1)
        # Play-outs err alike however many there are: more of them must not drown the plans.
        more = 1.0 + self.growing * root.visits
        found: list[float] = []
        for slot in slots:
            weight = self.trusts[slot] * more if slot < known else 0.0
            belief = self.beliefs[slot] if slot < known else 0.0
            count = root.counts[slot]
            if weight + count > 0.0:
                total = weight * belief + root.chances[slot] - count * bias
                found.append(total / (weight + count))
            else:
                found.append(0.0)
        return found

    def play_on(self, match: Match) -> None:
        """Finish the turn by quick guesses, and play a few more, until the seat that thinks is
        to move: only positions of the same phase can be compared fairly. Without further turns
        the position is judged where the turn ends, whoever is to move."""
        evaluation = self.evaluation
        turns = self.turns
        while True:
            decision = match.decision()
            if decision is None:
                return
            settled = evaluation.settled(decision)
            if settled and turns <= 0 and (self.turns == 0 or decision.player == self.seat):
                return
            rates = evaluation.rates(match.state, decision)
            best = 0
            for i in range(1, len(rates)):
                if rates[i] > rates[best]:
                    best = i
            action = decision.actions[best]
            if settled and evaluation.closes(decision, action):
                turns -= 1
            match.apply(action)

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
        self.blend(values, chances)
        return values, chances

    def blend(self, values: list[float], chances: list[float]) -> None:
        """Mix the chance to win with how content a seat is with its own points."""
        own = self.own if len(values) > 1 else 1.0
        for seat in range(len(values)):
            content = odds((values[seat] - self.start[seat]) / self.scale)
            chances[seat] = (1.0 - own) * chances[seat] + own * content

    def tally(self) -> list[tuple[int, int, float, float]]:
        """The root in figures: action, visits, and the sums of chances and points."""
        root = self.root
        return [
            (root.actions[i], root.counts[i], root.chances[i], root.points[i])
            for i in range(len(root.actions))
        ]

    def merge(self, tally: list[tuple[int, int, float, float]]) -> None:
        """Take in what another search of the same position has found at its root."""
        root = self.root
        for action, visits, chances, points in tally:
            slot = root.slots.get(action, -1)
            if slot >= 0:
                root.counts[slot] += visits
                root.chances[slot] += chances
                root.points[slot] += points
                root.visits += visits
                self.iterations += visits

    def best(self, legal: list[int]) -> int:
        """The best choice of those that are legal."""
        return self.ranked(legal)[0]

    def ranked(self, legal: list[int]) -> list[int]:
        """Choices of the root, best first: those visited most, of equals the better ones, and of
        those never visited the ones that looked better at first sight."""
        root = self.root
        found: list[tuple[int, float, float, int]] = []
        for action in legal:
            slot = root.slots.get(action, -1)
            if slot >= 0:
                found.append((-root.counts[slot], -root.chances[slot], -root.priors[slot], action))
        found.sort()
        return [entry[3] for entry in found] or legal
