"""A finished game looked at again: turn by turn, who was how likely to win, and what would have
been better.

Every decision is judged with what the seat could know when it was taken: the search gets the
`Table` of that moment, and nothing that came to light later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from sandtable.bots.base import BotError, Table
from sandtable.bots.engine.tree import Search
from sandtable.bots.evaluations import evaluation
from sandtable.bots.hints import UNHURRIED, Hint, content, hint_of, line, thinker, try_out
from sandtable.kernel.match import Match
from sandtable.kernel.record import Record

#: How often a turn is played on to see where everybody stands at its beginning.
SAMPLES = 16

#: Told how many turns are done, of how many.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Judged:
    """A decision with more than one answer: what was chosen, and the best that was found."""

    step: int  # how many choices had been made before
    seat: int
    options: int  # how many answers there were
    played: Hint
    best: Hint

    @property
    def points_lost(self) -> float:
        return round(max(0.0, self.best.value - self.played.value), 2)

    @property
    def chance_lost(self) -> float | None:
        if self.best.chance is None or self.played.chance is None:
            return None
        return round(max(0.0, self.best.chance - self.played.chance), 4)

    def plain(self) -> dict[str, Any]:
        return {
            **asdict(self),
            "points_lost": self.points_lost,
            "chance_lost": self.chance_lost,
        }

    @staticmethod
    def of(plain: dict[str, Any]) -> Judged:
        return Judged(
            plain["step"],
            plain["seat"],
            plain["options"],
            Hint(**plain["played"]),
            Hint(**plain["best"]),
        )


@dataclass(frozen=True)
class Standing:
    """Where everybody stands: points to be expected at the end, and chances to win."""

    points: list[float]
    chances: list[float] | None  # None for somebody who plays alone

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Turn:
    """A turn: where everybody stood before it, and its decisions."""

    turn: int
    seat: int
    first: int  # choices made before it
    last: int  # and with it
    before: Standing
    decisions: list[Judged]

    def worst(self) -> Judged | None:
        """The decision that cost who took it most; None where nothing better was found."""
        found: Judged | None = None
        for judged in self.decisions:
            if _cost(judged) > (_cost(found) if found else 0.0):
                found = judged
        return found

    def plain(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "seat": self.seat,
            "first": self.first,
            "last": self.last,
            "before": self.before.plain(),
            "decisions": [judged.plain() for judged in self.decisions],
        }

    @staticmethod
    def of(plain: dict[str, Any]) -> Turn:
        return Turn(
            plain["turn"],
            plain["seat"],
            plain["first"],
            plain["last"],
            Standing(**plain["before"]),
            [Judged.of(judged) for judged in plain["decisions"]],
        )


@dataclass(frozen=True)
class Analysis:
    """All turns of a game, and where everybody stood after the last one."""

    game: str
    players: int
    turns: list[Turn]
    end: Standing

    def after(self, place: int) -> Standing:
        """Where everybody stood after a turn, given by its place in ``turns``."""
        return self.turns[place + 1].before if place + 1 < len(self.turns) else self.end

    def swing(self, place: int) -> float:
        """By how much a turn moved its player's chance to win; alone: the points expected."""
        turn = self.turns[place]
        before, after = turn.before, self.after(place)
        if before.chances is None or after.chances is None:
            return round(after.points[turn.seat] - before.points[turn.seat], 2)
        return round(after.chances[turn.seat] - before.chances[turn.seat], 4)

    def swings(self, count: int = 5) -> list[int]:
        """The places of the turns that moved most, up or down."""
        places = range(len(self.turns))
        return sorted(places, key=lambda place: -abs(self.swing(place)))[:count]

    def missed(self, count: int = 5) -> list[int]:
        """The places of the turns in which most was given away, greatest loss first."""
        places = [place for place, turn in enumerate(self.turns) if turn.worst() is not None]
        return sorted(places, key=lambda place: -_cost(self.turns[place].worst()))[:count]

    def plain(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "turns": [
                {
                    **turn.plain(),
                    "after": self.after(place).plain(),
                    "swing": self.swing(place),
                }
                for place, turn in enumerate(self.turns)
            ],
            "swings": self.swings(),
            "missed": self.missed(),
            "end": self.end.plain(),
        }


class Analyst:
    """Judges a game turn by turn, in any order: each turn's judgement depends on nothing else."""

    def __init__(
        self,
        start: Match,
        actions: list[int],
        seconds: float = 0.2,
        iterations: int = 0,
        language: str | None = None,
    ) -> None:
        thinker(seconds, iterations, 0)  # raises where they make no sense
        self._start = start.clone()
        self._actions = actions
        self._seconds = seconds
        self._iterations = iterations
        self._language = language
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

    def turn(self, place: int) -> Turn:
        """The judgement of a turn, given by its place in ``turns``."""
        number, seat, first, last = self.turns[place]
        match = self._go_to(first)
        before: Standing | None = None
        judged: list[Judged] = []
        bots = {}
        for step in range(first, last):
            who = match.current_player
            assert who is not None
            if who not in bots:
                bots[who] = thinker(self._seconds, self._iterations, f"analysis {number} {who}")
            action = self._actions[step]
            table = Table(match, language=self._language)
            options = len(table.legal_actions())
            best = action
            search: Search | None = None
            if options > 1:
                search = bots[who].think(table)
                played, found = self._compare(search, table, action)
                judged.append(Judged(step, who, options, played, found))
                best = found.action
            if before is None:
                before = self._standing(table, search, best)
            match.apply(action)
            self._step = step + 1
        assert before is not None
        return Turn(number, seat, first, last, before, judged)

    def end(self) -> Standing:
        """Where everybody stands when all choices are made: the result, if the game is over."""
        match = self._end
        if match.is_over:
            return _result(match)
        table = Table(match)
        search = thinker(self._seconds, self._iterations, "analysis end").think(table)
        return self._standing(table, search, search.best(table.legal_actions()))

    def analysis(self, turns: list[Turn]) -> Analysis:
        return Analysis(self._start.game.name, self._start.players, turns, self.end())

    def _go_to(self, step: int) -> Match:
        if step < self._step:
            self._match, self._step = self._start.clone(), 0
        for action in self._actions[self._step : step]:
            self._match.apply(action)
        self._step = step
        return self._match

    def _compare(self, search: Search, table: Table, action: int) -> tuple[Hint, Hint]:
        """What was played and the best choice, both tried often enough to be compared: what was
        played at least half as often as the other."""
        best = search.best(table.legal_actions())
        seconds = UNHURRIED if self._iterations else self._seconds
        try_out(search, best, 1, seconds)
        if action != best:
            root = search.root
            wanted = max(search.enough, root.counts[root.slots[best]] // 2)
            try_out(search, action, wanted, seconds)
            if content(search, action) >= content(search, best):
                best = action
        return hint_of(search, table, action), hint_of(search, table, best)

    def _standing(self, table: Table, search: Search | None, action: int) -> Standing:
        """Where everybody stands, as far as the seat that is to choose knows.

        The game is played on until everybody else has had a turn. Half of the times the seat goes
        on with that choice, half of the times it chooses by quick guesses like the others: only
        the one would be kind to whoever is to choose, only the other unkind.
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
        """Finish the turn by quick guesses, and play so many more."""
        judge = self._judge
        while True:
            decision = match.decision()
            if decision is None:
                return
            if judge.settled(decision):
                if turns == 0:
                    return
                turns -= 1
            rates = judge.rates(match.state, decision)
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
            raise BotError("a match that was drawn anew does not know how it began")
        played = game
        start = game.game.new(game.players, game.seed, **game.options)
    analyst = Analyst(start, played.actions(), seconds, iterations)
    if not analyst.turns:
        raise BotError("nothing has been chosen in this game: there is nothing to analyse")
    turns = []
    for place in range(len(analyst.turns)):
        turns.append(analyst.turn(place))
        if progress is not None:
            progress(place + 1, len(analyst.turns))
    return analyst.analysis(turns)


def _cost(judged: Judged | None) -> float:
    if judged is None:
        return 0.0
    lost = judged.chance_lost
    return judged.points_lost if lost is None else lost


def _result(match: Match) -> Standing:
    """The end of a game as a standing: nothing is uncertain any more."""
    points = [float(score) for score in match.scores()]
    if match.players == 1:
        return Standing(points, None)
    winners = match.winners()
    return Standing(
        points, [1 / len(winners) if seat in winners else 0.0 for seat in range(match.players)]
    )
