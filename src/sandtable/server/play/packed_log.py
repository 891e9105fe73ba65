"""A log as it is sent: turns that are over are kept as the bytes that go out."""

from __future__ import annotations

from typing import Any

import orjson

from sandtable.kernel.game import Game
from sandtable.kernel.game_log import GameLog, LogTurn


class PackedLog(GameLog):
    def __init__(
        self,
        game: Game,
        names: list[str],
        viewer: int | None,
        opening: list[dict[str, Any]],
        over: bool,
    ) -> None:
        super().__init__(game, names, viewer, opening)
        self.over = over  # who chose what is no secret any more
        self._packed: dict[int, bytes] = {}
        self._opening: bytes | None = None
        if opening:
            lines = game.log_lines(opening, names)
            self._opening = orjson.dumps({"turn": 0, "seat": None, "lines": lines, "steps": []})

    def close(self, turn: LogTurn) -> None:
        if turn.number not in self._packed:
            self._packed[turn.number] = self._pack(turn)
            turn.events = []

    def reopen(self, turn: LogTurn) -> None:
        packed = self._packed.pop(turn.number, None)
        if packed is not None:
            turn.events = [step["events"] for step in orjson.loads(packed)["steps"]]

    def since(self, first: int = 0) -> list[orjson.Fragment]:
        """The turns from that number on, ready to be put into a message."""
        result: list[orjson.Fragment] = []
        for turn in reversed(self.turns):
            if turn.number < first:
                break
            result.append(orjson.Fragment(self._packed.get(turn.number) or self._pack(turn)))
        if first <= 0 and self._opening is not None:
            result.append(orjson.Fragment(self._opening))
        result.reverse()
        return result

    def _pack(self, turn: LogTurn) -> bytes:
        steps = [self._step(turn, place) for place in range(len(turn.choices))]
        return orjson.dumps(
            {"turn": turn.number, "seat": turn.seat, "lines": self.lines(turn), "steps": steps}
        )

    def _step(self, turn: LogTurn, place: int) -> dict[str, Any]:
        choice = turn.choices[place]
        # The choice itself may be a secret (a card put face down); the events say what is not.
        shown = self.over or choice.seat == self.viewer
        return {
            "step": turn.first + place + 1,
            "seat": choice.seat,
            "action": choice.action if shown else None,
            "notation": self.game.action_space.notation(choice.action) if shown else None,
            "text": turn.texts[place] if shown else None,
            "events": turn.events[place],
        }
