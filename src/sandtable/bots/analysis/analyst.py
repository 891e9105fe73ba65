"""A finished game looked at again: turn by turn, who was how likely to win, and what would have
been better.

Every decision is judged with what the seat could know when it was taken: the search gets the
`Table` of that moment, and nothing that came to light later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sandtable.bots.analysis.model import (
    Analysis,
    JudgedDecision,
    JudgedTurn,
    Loss,
    Sources,
    Standing,
)
from sandtable.bots.analysis.reference import Reference
from sandtable.bots.base import BotError, Table
from sandtable.bots.engine.tree import Search
from sandtable.bots.evaluations import evaluation
from sandtable.bots.hints import (
    Hint,
    ensure_visits,
    explainer,
    hint_line,
    hint_of,
    line,
    mean_utility,
    search_bot,
)
from sandtable.bots.search import UNLIMITED
from sandtable.kernel.match import Match
from sandtable.kernel.record import Record

#: How often a turn is played on to see where everybody stands at its beginning.
SAMPLES = 16

#: Smaller differences in points are not mentioned.
LEAST = 0.3

#: Told how many turns are done, of how many.
Progress = Callable[[int, int], None]


class Analyst:
    """Judges a game turn by turn, in any order: each turn's judgement depends on nothing else."""

    def __init__(
        self,
        start: Match,
        actions: list[int],
        seconds: float = 0.2,
        iterations: int = 0,
        language: str | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        search_bot(seconds, iterations, 0)  # raises where they make no sense
        self._start = start.clone()
        self._actions = actions
        self._seconds = seconds
        self._iterations = iterations
        self._language = language
        self._names = names
        self._judge = evaluation(start.game)
        self._match = start.clone()
        self._step = 0
        #: Of every turn: its number, its seat, the choices before it and with it.
        self.turns: list[tuple[int, int, int, int]] = []
        match = start.clone()
        for step, action in enumerate(actions):
            turn = match.turn_number()
            if self.turns and self.turns[-1][0] == turn:
                self.turns[-1] = (*self.turns[-1][:3], step + 1)
            else:
                self.turns.append((turn, match.state.active, step, step + 1))
            match.apply(action)
        self._end = match

    def turn(self, place: int) -> JudgedTurn:
        """The judgement of a turn, given by its index in ``turns``."""
        number, seat, first, last = self.turns[place]
        match = self._go_to(first)
        before: Standing | None = None
        judged: list[JudgedDecision] = []
        bots = {}
        for step in range(first, last):
            who = match.current_player
            assert who is not None
            if who not in bots:
                bots[who] = search_bot(self._seconds, self._iterations, f"analysis {number} {who}")
            action = self._actions[step]
            table = Table(match, language=self._language)
            options = len(table.legal_actions())
            likely = action
            search: Search | None = None
            if options > 1:
                search = bots[who].think(table)
                begins = step == first and who == seat
                played, best = self._compare(search, table, action, begins)
                judged.append(
                    JudgedDecision(step, who, options, played, best, table.kind(), begins)
                )
                likely = best.action
            if before is None:
                before = self._standing(table, search, likely)
            match.apply(action)
            self._step = step + 1
        assert before is not None
        losses = [Loss.of_decision(one) for one in judged if one.points_lost >= LEAST]
        return JudgedTurn(number, seat, first, last, before, judged, losses)

    def end(self) -> Standing:
        """Where everybody stands when all choices are made: the result, if the game is over."""
        match = self._end
        if match.is_over:
            return _result(match)
        table = Table(match)
        search = search_bot(self._seconds, self._iterations, "analysis end").think(table)
        return self._standing(table, search, search.best(table.legal_actions()))

    def analysis(self, turns: list[JudgedTurn], sources: Sources | None = None) -> Analysis:
        return Analysis(self._start.game.name, self._start.players, turns, self.end(), sources)

    def reference(self, actions: list[int] | None = None) -> Reference | None:
        """The search's own game of the same deal, to continue with after some choices; None where
        the game that is looked at is not over: there is nothing to compare."""
        if not self._end.is_over:
            return None
        return Reference(self._start, self._seconds, self._iterations, actions or [])

    def sources(self, reference: Reference) -> Sources:
        """Where points came from, in the game and in the search's own, which is over."""
        return Sources(self._end.breakdown(), reference.match.breakdown())

    def _go_to(self, step: int) -> Match:
        if step < self._step:
            self._match, self._step = self._start.clone(), 0
        for action in self._actions[self._step : step]:
            self._match.apply(action)
        self._step = step
        return self._match

    def _compare(
        self, search: Search, table: Table, action: int, begins: bool
    ) -> tuple[Hint, Hint]:
        """What was played and the best choice, both tried often enough to be compared: what was
        played at least half as often as the other. Where something was lost they say why, and
        where a turn begins what was played says what it brings."""
        best = search.best(table.legal_actions())
        seconds = UNLIMITED if self._iterations else self._seconds
        ensure_visits(search, best, 1, seconds)
        if action != best:
            root = search.root
            wanted = max(search.min_visits, root.counts[root.slots[best]] // 2)
            ensure_visits(search, action, wanted, seconds)
            if mean_utility(search, action) >= mean_utility(search, best):
                best = action
        played, better = hint_of(search, table, action), hint_of(search, table, best)
        lost = better.value - played.value >= LEAST
        why = explainer(search, table, self._names) if lost or begins else None
        if why is not None:
            line, better_line = hint_line(played), hint_line(better)
            if begins:
                played = replace(played, reasons=why.reasons(line, [], 2))
            if lost:
                better = replace(better, reasons=why.reasons(better_line, [line]))
                played = replace(played, lacks=why.lacks(line, better_line))
        return played, better

    def _standing(self, table: Table, search: Search | None, action: int) -> Standing:
        """Where everybody stands, as far as the seat that is to choose knows.

        The game is played on until everybody else has had a turn. Half of the times the seat goes
        on with that choice, half of the times it chooses by quick guesses like the others: only the
        one would favour the seat to choose, only the other would harm it.
        """
        players = table.players
        points, chances = [0.0] * players, [0.0] * players
        number = table.turn
        ahead = [action]
        if search is not None:
            ahead += [action for action, _ in line(search, table, action)]
        for sample in range(SAMPLES):
            match = table.resample(f"standing {number} {sample}", lean=True)
            guessed = sample % 2 == 1
            for choice in [] if guessed else ahead:
                if match.current_player != table.seat or choice not in match.legal_actions():
                    break
                match.apply(choice)
            self._play_on(match, players if guessed else max(1, players - 1))
            if match.is_over:
                seen = _result(match)
                values, odds = seen.points, seen.chances or [0.0]
            else:
                values = self._judge.values(match.state)
                odds = self._judge.chances(match.state, values)
            for seat in range(players):
                points[seat] += values[seat] / SAMPLES
                chances[seat] += odds[seat] / SAMPLES
        return Standing(
            [round(value, 2) for value in points],
            None if players == 1 else [round(chance, 4) for chance in chances],
        )

    def _play_on(self, match: Match, turns: int) -> None:
        """Finish the turn by quick guesses, and play this many more."""
        judge = self._judge
        while True:
            decision = match.decision()
            if decision is None:
                return
            if judge.begins_turn(decision):
                if turns == 0:
                    return
                turns -= 1
            rates = judge.rate_actions(match.state, decision)
            match.apply(decision.actions[rates.index(max(rates))])


def analyse(
    game: Record | Match,
    seconds: float = 0.2,
    iterations: int = 0,
    progress: Progress | None = None,
    edition: object = None,
) -> Analysis:
    """Look at a game again, with ``seconds`` (or ``iterations``) for each of its decisions.

    ``edition`` is needed for records of another edition than the standard one.
    """
    if isinstance(game, Record):
        played = game.replay(edition=edition)
        start = game.start(edition)
    else:
        if game.seed is None:
            raise BotError("a resampled match does not know how it began")
        played = game
        start = game.game.new(game.players, game.seed, **game.options)
    analyst = Analyst(start, played.actions(), seconds, iterations)
    if not analyst.turns:
        raise BotError("nothing has been chosen in this game: there is nothing to analyse")
    reference = analyst.reference()
    total = len(analyst.turns)
    turns = []
    for place in range(total):
        turns.append(analyst.turn(place))
        if progress is not None:
            progress(place + 1, total)
    if reference is None:
        return analyst.analysis(turns)
    reference.play()
    return analyst.analysis(turns, analyst.sources(reference))


def _result(match: Match) -> Standing:
    """The end of a game as a standing: nothing is uncertain any more."""
    points = [float(score) for score in match.scores()]
    if match.players == 1:
        return Standing(points, None)
    winners = match.winners()
    return Standing(
        points, [1 / len(winners) if seat in winners else 0.0 for seat in range(match.players)]
    )
