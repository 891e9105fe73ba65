"""What happened in a match, turn by turn, as one seat may know it."""

from __future__ import annotations

from typing import Any, NamedTuple

from mypy_extensions import mypyc_attr

from sandtable.kernel.game import Game


class PastChoice(NamedTuple):
    """A choice that was made."""

    turn: int
    seat: int
    action: int


class LogTurn:
    """The choices of a turn, and what each of them brought about."""

    def __init__(self, number: int, seat: int | None, first: int) -> None:
        self.number = number
        self.seat = seat  # who chose first in it; None: turns before the first choice
        self.first = first  # how many choices came before it
        self.choices: list[PastChoice] = []
        self.texts: list[str] = []  # each choice as a person would say it, at that moment
        self.events: list[list[dict[str, Any]]] = []  # by choice


@mypyc_attr(allow_interpreted_subclasses=True)
class GameLog:
    """Choices are added at the end and cut off from there. It speaks as its game does, which may
    be another language than that of the match."""

    def __init__(
        self, game: Game, names: list[str], viewer: int | None, opening: list[dict[str, Any]]
    ) -> None:
        self.game = game
        self.names = names
        self.viewer = viewer
        self.step = 0  # choices so far
        self.opening = opening  # what happened before the first choice
        self.turns: list[LogTurn] = []  # those in which something was chosen

    @property
    def language(self) -> str:
        return self.game.language

    def add(self, choice: PastChoice, text: str, events: list[dict[str, Any]]) -> None:
        """A choice, in words, and what it brought about as the viewer may know it."""
        turn = self.turns[-1] if self.turns else None
        if turn is None or turn.number != choice.turn:
            if turn is not None:
                self.close(turn)
            turn = LogTurn(choice.turn, choice.seat, self.step)
            self.turns.append(turn)
        turn.choices.append(choice)
        turn.texts.append(text)
        turn.events.append(events)
        self.step += 1

    def cut(self, step: int) -> None:
        """Forget everything after this many choices."""
        while self.step > step:
            turn = self.turns[-1]
            self.reopen(turn)
            while turn.choices and self.step > step:
                turn.choices.pop()
                turn.texts.pop()
                turn.events.pop()
                self.step -= 1
            if not turn.choices:
                self.turns.pop()

    def close(self, turn: LogTurn) -> None:
        """Another turn begins, perhaps once more after it was taken back. For logs that keep past
        turns in a form of their own."""

    def reopen(self, turn: LogTurn) -> None:
        """Choices of this turn are taken back."""

    def last_turn(self) -> int:
        """The number of the last turn in which something was chosen, 0 where nothing was."""
        return self.turns[-1].number if self.turns else 0

    def lines(self, turn: LogTurn) -> list[str]:
        """A turn in sentences."""
        return self.game.log_lines(
            [event for events in turn.events for event in events], self.names
        )

    def lines_since(self, step: int) -> list[str]:
        """What happened after this many choices, in sentences."""
        some: list[dict[str, Any]] = []
        for turn in self.turns:
            for place, events in enumerate(turn.events):
                if turn.first + place >= step:
                    some += events
        return self.game.log_lines(some, self.names)
