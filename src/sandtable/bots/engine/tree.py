"""Monte-Carlo tree search over information sets.

Every iteration redraws what the seat does not know, walks down the one tree all iterations share,
adds a node, plays on for a while by quick guesses, evaluates the position it reaches, and
backpropagates the result. A node stands for the choices that led to it, not for a position: what is
hidden may differ from visit to visit, and with it what can be chosen.

This search has many quick iterations; the one in `sequential_halving.py` has few good ones.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final

from sandtable.bots.engine.evaluation import Evaluation, logistic
from sandtable.bots.engine.plan import TurnPlan, plan_rates, top_indices
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match

SEATS: Final = 8  # more than any game has
PLAN_WEIGHT_DOUBLING: Final = 150.0  # visits of the root that double the weight of plans
WATCHER_INTERVAL: Final = 0.25  # seconds between two calls of a watcher


class Node:
    """A decision: every action that was ever legal here, and how it went."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.visits = 0
        self.actions: list[int] = []
        self.slots: dict[int, int] = {}  # action -> place in the lists
        self.priors: list[float] = []
        self.counts: list[int] = []
        self.utilities: list[float] = []  # sums, for the player who chooses here
        self.squares: list[float] = []  # sums of the squares of these utilities
        self.points: list[float] = []  # sums
        self.children: dict[int, Node] = {}  # by action * SEATS + the next to choose

    def set_priors(self, decision: Decision, rates: list[float], temperature: float) -> None:
        """Set the priors of the legal actions from their rates; new actions are added."""
        best = max(rates)
        powers = [math.exp((rate - best) / temperature) for rate in rates]
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
                self.utilities.append(0.0)
                self.squares.append(0.0)
                self.points.append(0.0)


class Search:
    """One search from one position. Call ``run`` again to continue it.

    Utility is what a player of the tree maximises: a mix of the chance to win and of points.
    """

    def __init__(self, evaluation: Evaluation, match: Match, seat: int, seed: str) -> None:
        self.evaluation = evaluation
        self.match = match
        self.seat = seat
        self.seed = seed
        self.root = Node(seat)
        self.iterations = 0
        self.exploration = 1.2
        self.temperature = 0.6  # of the priors, in points: the lower, the sharper
        # Progressive widening: a node considers base + rate * sqrt(visits) children.
        self.widening_base = 4.0
        self.widening_rate = 1.2
        self.turns = 1  # further turns (or longer stretches) played by quick guesses; may be 0
        self.points_weight = 0.3  # weight of the seat's own points against its chance to win
        self.points_scale = 10.0
        self.lowest = 1.0
        self.highest = 0.0
        values = evaluation.values(match.state)
        self.start: list[float] = values
        # The utility of the root's choices according to the planned turns, by slot, and how many
        # visits each counts as. A choice that no plan begins with has weight 0.
        self.plan_weight = 20.0
        self.plan_weight_growth = 1.0 / PLAN_WEIGHT_DOUBLING  # per visit of the root
        self.plan_values: list[float] = []
        self.plan_weights: list[float] = []
        self.planned: dict[int, list[int]] = {}  # the planned turn for each of the root's choices
        self.value_unit = 0.06  # the difference at the root that equals a full exploration bonus
        self.min_visits = 24  # before a choice is shown to people
        self.lean_matches = True  # play-outs never clone their match
        self.iteration_actions: list[int] = []  # of the current iteration, up to its play-out
        self.processor = False  # measure processor time instead of wall-clock time
        #: Called a few times a second while the search runs; True stops it.
        self.watcher: Callable[[Search], bool] | None = None
        self.next_check = 0.0
        self.stopped = False  # by the watcher

    def set_plans(self, plans: list[TurnPlan], temperature: float) -> None:
        """Take priors and first values from planned turns."""
        root = self.root
        decision = self.match.decision()
        assert decision is not None
        for plan in plans:
            self.planned[plan.actions[0]] = plan.actions
        root.set_priors(decision, plan_rates(plans, decision), temperature)
        size = len(root.actions)
        self.plan_values = [0.0] * size
        self.plan_weights = [0.0] * size
        for plan in plans:
            values = plan.values
            if values is not None:
                slot = root.slots[plan.actions[0]]
                utilities = self.evaluation.chances(self.match.state, values)
                self.add_points(values, utilities)
                self.plan_values[slot] = utilities[self.seat]
                self.plan_weights[slot] = self.plan_weight

    def clock(self) -> float:
        """The time by which thinking is measured, in seconds."""
        return time.process_time() if self.processor else time.perf_counter()

    def run(self, iterations: int, seconds: float) -> None:
        """Think for this many iterations or this long, whichever ends first."""
        stop = self.clock() + seconds
        begun = self.iterations
        while self.iterations - begun < iterations:
            self.iterate()
            if self.iterations & 15 == 0:
                left = stop - self.clock()
                if left <= 0.0 or self.is_decided(left, seconds, self.iterations - begun):
                    return
                if self.should_stop():
                    return

    def should_stop(self) -> bool:
        """Ask the watcher, if it is time again. Called every few iterations."""
        watcher = self.watcher
        if watcher is None or self.stopped:
            return self.stopped
        now = time.perf_counter()
        if now >= self.next_check:
            self.next_check = now + WATCHER_INTERVAL
            if watcher(self):
                self.stopped = True
        return self.stopped

    def is_decided(self, left: float, seconds: float, iterations: int) -> bool:
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
        to_come = iterations * left / (seconds - left + 1e-9)
        return best - second > to_come

    def iterate(self) -> None:
        decision = self.match.decision()
        assert decision is not None
        self.run_iteration(self.select(self.root, self.match, decision))

    def sample(self, action: int, times: int, seconds: float) -> None:
        """Visit this choice of the root up to so many times or for so long, however it is rated; at
        least once if it has never been visited."""
        stop = self.clock() + seconds
        slot = self.root.slots[action]
        for _ in range(times):
            if self.root.counts[slot] and (self.clock() >= stop or self.should_stop()):
                return
            self.visit(slot)

    def visit(self, slot: int) -> None:
        """One iteration with a choice of the root that ``select`` did not choose."""
        self.root.visits += 1
        self.run_iteration(slot)

    def run_iteration(self, slot: int) -> None:
        """One iteration that begins with a choice of the root."""
        node = self.root
        # The n-th visit of every choice sees the same hidden things, so that luck evens out.
        match = self.match.resample(
            self.seat, f"{self.seed} {node.counts[slot]}", self.lean_matches
        )
        self.iterations += 1
        path: list[Node] = []
        chosen: list[int] = []
        self.iteration_actions = []
        while True:
            if path:
                decision = match.decision()
                if decision is None:
                    break
                if not self.should_expand(node):
                    node.visits += 1
                    self.play_out(match)
                    break
                slot = self.select(node, match, decision)
            fresh = node.counts[slot] == 0
            path.append(node)
            chosen.append(slot)
            action = node.actions[slot]
            match.apply(action)
            self.iteration_actions.append(action)
            after = match.decision()
            if after is None:
                break
            if fresh:
                self.play_out(match)
                break
            key = action * SEATS + after.player
            child = node.children.get(key)
            if child is None:
                child = Node(after.player)
                node.children[key] = child
            node = child
        self.backpropagate(match, path, chosen)

    def should_expand(self, node: Node) -> bool:
        """Whether the tree continues below a node that was reached before."""
        return True

    def prior_rates(self, match: Match, decision: Decision) -> list[float]:
        """A rate for each legal action, from which the priors are made."""
        return self.evaluation.rate_actions(match.state, decision)

    def select(self, node: Node, match: Match, decision: Decision) -> int:
        """The slot to visit: the highest upper confidence bound (PUCT)."""
        actions = decision.actions
        slots = node.slots
        new = False
        for action in actions:
            if action not in slots:
                new = True
                break
        if new:
            node.set_priors(decision, self.prior_rates(match, decision), self.temperature)
        node.visits += 1
        if len(actions) == 1:
            return slots[actions[0]]
        width = int(self.widening_base + self.widening_rate * math.sqrt(node.visits))
        offered = [slots[action] for action in actions]
        if width < len(offered):
            offered = top_indices(offered, node.priors, width)
        factor = self.exploration * math.sqrt(node.visits)
        span = self.highest - self.lowest
        if span < 1e-6:
            span = 1e-6
        # Unvisited choices count as a little worse than the mean of the visited ones.
        tried = 0
        total = 0.0
        for slot in offered:
            tried += node.counts[slot]
            total += node.utilities[slot]
        unknown = 0.0
        if tried:
            unknown = (total / tried - self.lowest) / span - 0.1
        best = offered[0]
        highest = -1e9
        if node is self.root and self.plan_values:
            values = self.root_values(offered)
            for i in range(len(offered)):
                slot = offered[i]
                value = values[i] / self.value_unit
                value += factor * node.priors[slot] / (1 + node.counts[slot])
                if value > highest:
                    highest = value
                    best = slot
            return best
        for slot in offered:
            count = node.counts[slot]
            value = unknown
            if count:
                value = (node.utilities[slot] / count - self.lowest) / span
            value += factor * node.priors[slot] / (1 + count)
            if value > highest:
                highest = value
                best = slot
        return best

    def root_values(self, slots: list[int]) -> list[float]:
        """The utility of some of the root's choices: the plans' values and the visits' mean,
        weighted. Where the search as a whole is more or less optimistic than the plans, that bias
        is taken off."""
        root = self.root
        visits = 0
        seen = 0.0
        expected = 0.0
        known = len(self.plan_values)
        for slot in slots:
            count = root.counts[slot]
            if count and slot < known and self.plan_weights[slot] > 0.0:
                visits += count
                seen += root.utilities[slot]
                expected += count * self.plan_values[slot]
        bias = (seen - expected) / (visits + 1)
        # All play-outs share their errors: many of them must not outweigh the plans.
        growth = 1.0 + self.plan_weight_growth * root.visits
        values: list[float] = []
        for slot in slots:
            weight = self.plan_weights[slot] * growth if slot < known else 0.0
            planned = self.plan_values[slot] if slot < known else 0.0
            count = root.counts[slot]
            if weight + count > 0.0:
                total = weight * planned + root.utilities[slot] - count * bias
                values.append(total / (weight + count))
            else:
                values.append(0.0)
        return values

    def play_out(self, match: Match) -> None:
        """Finish the turn by quick guesses, and play a few more, until the searching seat is to
        move: only positions of the same phase can be compared fairly. Without further turns the
        position is evaluated where the turn ends."""
        evaluation = self.evaluation
        turns = self.turns
        while True:
            decision = match.decision()
            if decision is None:
                return
            at_turn = evaluation.begins_turn(decision)
            if at_turn and turns <= 0 and (self.turns == 0 or decision.player == self.seat):
                return
            rates = evaluation.rate_actions(match.state, decision)
            best = 0
            for i in range(1, len(rates)):
                if rates[i] > rates[best]:
                    best = i
            action = decision.actions[best]
            if at_turn and evaluation.ends_playout(decision, action):
                turns -= 1
            match.apply(action)

    def backpropagate(self, match: Match, path: list[Node], chosen: list[int]) -> None:
        values, utilities = self.evaluate(match)
        for i in range(len(path)):
            node = path[i]
            slot = chosen[i]
            utility = utilities[node.player]
            node.counts[slot] += 1
            node.utilities[slot] += utility
            node.squares[slot] += utility * utility
            node.points[slot] += values[node.player]
            mean = node.utilities[slot] / node.counts[slot]
            if mean < self.lowest:
                self.lowest = mean
            if mean > self.highest:
                self.highest = mean

    def evaluate(self, match: Match) -> tuple[list[float], list[float]]:
        """The points each seat can expect, and its utility from 0 to 1."""
        evaluation = self.evaluation
        if match.is_over:
            values = [float(score) for score in match.scores()]
            winners = match.winners()
            if len(values) > 1:
                utilities = [0.0] * len(values)
                for seat in winners:
                    utilities[seat] = 1.0 / len(winners)
            else:
                utilities = [0.0]
        else:
            values = evaluation.values(match.state)
            utilities = evaluation.chances(match.state, values)
        self.add_points(values, utilities)
        return values, utilities

    def add_points(self, values: list[float], utilities: list[float]) -> None:
        """Turn chances to win into utilities by mixing in each seat's own points."""
        weight = self.points_weight if len(values) > 1 else 1.0
        for seat in range(len(values)):
            points = logistic((values[seat] - self.start[seat]) / self.points_scale)
            utilities[seat] = (1.0 - weight) * utilities[seat] + weight * points

    def tally(self) -> list[tuple[int, int, float, float]]:
        """The root's statistics: action, visits, and the sums of utility and points."""
        root = self.root
        return [
            (root.actions[i], root.counts[i], root.utilities[i], root.points[i])
            for i in range(len(root.actions))
        ]

    def merge(self, tally: list[tuple[int, int, float, float]]) -> None:
        """Add the root statistics of another search of the same position."""
        root = self.root
        for action, visits, utility, points in tally:
            slot = root.slots.get(action, -1)
            if slot >= 0:
                root.counts[slot] += visits
                root.utilities[slot] += utility
                root.points[slot] += points
                root.visits += visits
                self.iterations += visits

    def best(self, legal: list[int]) -> int:
        """The best choice of those that are legal."""
        return self.ranked(legal)[0]

    def ranked(self, legal: list[int]) -> list[int]:
        """Choices of the root, best first: by visits, then by utility, then by prior."""
        root = self.root
        ranked: list[tuple[int, float, float, int]] = []
        for action in legal:
            slot = root.slots.get(action, -1)
            if slot >= 0:
                ranked.append(
                    (-root.counts[slot], -root.utilities[slot], -root.priors[slot], action)
                )
        ranked.sort()
        return [entry[3] for entry in ranked] or legal
