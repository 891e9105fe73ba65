"""What happened in a game, turn by turn, as one seat may know it.

Turns that are over are kept as the bytes that go out; only the last one is open. Taking back a
choice may open an earlier one again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from sandtable.kernel.game import Game


class Made(NamedTuple):
    """A choice that was made."""

    turn: int
    seat: int
    action: int
    text: str  # as a person would say it, at that moment


class _Turn:
    __slots__ = ("number", "packed", "seat", "steps")

    def __init__(self, number: int, seat: int | None) -> None:
        self.number = number
        self.seat = seat
        self.steps: list[dict[str, Any]] = []
        self.packed: bytes | None = None


class GameLog:
    def __init__(
        self,
        game: Game,
        names: list[str],
        viewer: int | None,
        open_: bool,
        opening: list[dict[str, Any]],
    ) -> None:
        self.game = game
        self.names = names
        self.viewer = viewer
        self.open = open_  # the game is over: who chose what is no secret any more
        self.step = 0
        self._opening = opening
        self._turns: list[_Turn] = []
        if opening:
            before = _Turn(0, None)
            before.packed = orjson.dumps(
                {"turn": 0, "seat": None, "lines": game.tell(opening, names), "steps": []}
            )
            self._turns.append(before)

    def add(self, made: Made, events: list[dict[str, Any]]) -> None:
        """A choice and what it brought about."""
        self.step += 1
        turn = self._turns[-1] if self._turns else None
        if turn is None or turn.number != made.turn:
            if turn is not None:
                self._pack(turn)
            turn = _Turn(made.turn, made.seat)
            self._turns.append(turn)
        # The choice itself may be a secret (a card put face down); the events say what is not.
        told = self.open or made.seat == self.viewer
        turn.steps.append(
            {
                "step": self.step,
                "seat": made.seat,
                "action": made.action if told else None,
                "notation": self.game.action_space.notation(made.action) if told else None,
                "text": made.text if told else None,
                "events": events,
            }
        )

    def cut(self, step: int) -> None:
        """Forget all after so many choices."""
        while self.step > step:
            turn = self._turns[-1]
            self._unpack(turn)
            while turn.steps and self.step > step:
                turn.steps.pop()
                self.step -= 1
            if not turn.steps:
                self._turns.pop()

    def last_turn(self) -> int:
        """The number of the last turn in which something was chosen, 0 where nothing was."""
        return self._turns[-1].number if self._turns else 0

    def turns(self, first: int = 0) -> list[orjson.Fragment]:
        """The turns from that number on, ready to be put into a message."""
        found: list[orjson.Fragment] = []
        for turn in reversed(self._turns):
            if turn.number < first:
                break
            if turn.packed is not None:
                found.append(orjson.Fragment(turn.packed))
            else:
                found.append(orjson.Fragment(self._bytes(turn)))
        found.reverse()
        return found

    def _bytes(self, turn: _Turn) -> bytes:
        events = [event for step in turn.steps for event in step["events"]]
        lines = self.game.tell(events, self.names)
        return orjson.dumps(
            {"turn": turn.number, "seat": turn.seat, "lines": lines, "steps": turn.steps}
        )

    def _pack(self, turn: _Turn) -> None:
        if turn.packed is None:
            turn.packed = self._bytes(turn)
            turn.steps = []

    def _unpack(self, turn: _Turn) -> None:
        if turn.packed is not None:
            turn.steps = orjson.loads(turn.packed)["steps"]
            turn.packed = None
