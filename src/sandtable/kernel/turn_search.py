"""Every way to play a turn to its end, and the points each brings: for puzzles and their tests."""

from __future__ import annotations

from sandtable.kernel.match import Match


class TurnSearch:
    """All ways to play on until the turn under way is over. What is hidden is as it truly is, so
    no way can bring more than ``best``; ``solutions`` holds only ways that can be planned, since
    nothing hidden is revealed before their last choice."""

    def __init__(self, match: Match, most: int) -> None:
        seat = match.current_player
        if seat is None:
            raise ValueError("the game is over: there is no turn to search")
        self.seat: int = seat
        self.most = most
        self.lines = 0
        self.complete = True  # no more than `most` ways
        self.best = -1
        self.next_best = -1
        self.solutions: list[list[str]] = []
        self.beginnings: dict[str, int] = {}  # ways by their first choice
        self._turn = match.turn_number()
        self._start = match.scores()[seat]
        self._explore(match, [], False)

    def _explore(self, match: Match, line: list[str], blind: bool) -> None:
        for action in match.legal_actions():
            if self.lines >= self.most:
                self.complete = False
                return
            other = match.clone()
            following = [*line, match.action_to_str(action)]
            other.apply(action)
            if other.is_over or other.turn_number() != self._turn:
                self._count(other.scores()[self.seat] - self._start, following, blind)
            else:
                self._explore(other, following, blind or other.state.revealed)

    def _count(self, points: int, line: list[str], blind: bool) -> None:
        self.lines += 1
        self.beginnings[line[0]] = self.beginnings.get(line[0], 0) + 1
        if points > self.best:
            self.next_best = self.best
            self.best = points
            self.solutions = []
        elif self.next_best < points < self.best:
            self.next_best = points
        if points == self.best and not blind:
            self.solutions.append(line)
