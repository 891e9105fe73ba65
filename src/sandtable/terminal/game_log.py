"""A match as it is told: every choice with what it brought about, turn by turn."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from sandtable.kernel.match import Match


class Step:
    """A choice: the turn it belongs to, who chose what, and the events that followed."""

    def __init__(self, turn: int, seat: int, action: int, events: list[dict[str, Any]]) -> None:
        self.turn = turn
        self.seat = seat
        self.action = action
        self.events = events


class GameLog:
    """Applies choices to a match and remembers what happened, as one seat (or all) may see it."""

    def __init__(self, match: Match, names: list[str], seat: int | None = None) -> None:
        self.match = match
        self.names = names
        self.seat = seat
        self.opening = match.events(seat)  # turns without a choice before the first one
        self.steps: list[Step] = []

    def apply(self, action: int) -> None:
        match = self.match
        turn, player = match.turn_number(), match.current_player
        match.apply(action)
        assert player is not None
        self.steps.append(Step(turn, player, action, match.events(self.seat)))

    def undo(self) -> None:
        self.match.undo()
        self.steps.pop()

    def turns(self) -> list[list[Step]]:
        """The choices turn by turn."""
        found: list[list[Step]] = []
        for step in self.steps:
            if found and found[-1][0].turn == step.turn:
                found[-1].append(step)
            else:
                found.append([step])
        return found

    def lines(self, steps: list[Step]) -> list[str]:
        """What these choices brought about, in sentences."""
        events = [event for step in steps for event in step.events]
        return self.match.game.tell(events, self.names)

    def last_turn(self) -> list[Step]:
        """The choices of the latest turn in which something was chosen."""
        turns = self.turns()
        return turns[-1] if turns else []


def as_table(log: GameLog, turns: list[list[Step]]) -> Table:
    """Turns as numbered paragraphs."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", style="dim", min_width=4)
    table.add_column()
    for steps in turns:
        for i, line in enumerate(log.lines(steps)):
            table.add_row(f"{steps[0].turn}." if i == 0 else "", Text(line))
    return table


def retell(start: Match, actions: list[int], names: list[str], seat: int | None = None) -> GameLog:
    """The log of a match from its beginning and its choices; ``start`` is played forward."""
    log = GameLog(start, names, seat)
    for action in actions:
        log.apply(action)
    return log
