"""Hints and analyses as tables."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from sandtable.bots.analysis import Analysis, Judged
from sandtable.bots.hints import Hint


def _grid(*heads: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
    for head in heads:
        words = head in ("choice", "player", "played", "better")
        table.add_column(head, justify="left" if words else "right", overflow="fold")
    return table


def hint_table(hints: list[Hint], keys: dict[int, str] | None = None) -> Table:
    """Choices with what they are worth, best first; ``keys``: what is typed for each of them."""
    alone = all(hint.chance is None for hint in hints)
    heads = ["points", *([] if alone else ["to win"]), "looked at", "choice"]
    table = _grid(*heads) if keys is None else _grid("type", *heads)
    for hint in hints:
        row = [f"{hint.value:.1f}"] if keys is None else [keys[hint.action], f"{hint.value:.1f}"]
        if not alone:
            row.append(percent(hint.chance))
        table.add_row(*row, percent(hint.share), Text(told(hint)))
    return table


def told(hint: Hint) -> str:
    """A choice in words, with how the turn goes on."""
    return hint.text + (f", then: {'; '.join(hint.then)}" if hint.then else "")


def percent(part: float | None) -> str:
    return "" if part is None else f"{part * 100:.0f}%"


def swing_table(found: Analysis, names: list[str], count: int) -> Table:
    table = _grid("turn", "player", "before", "after", "change", "after choice")
    for place in found.swings(count):
        turn = found.turns[place]
        table.add_row(str(turn.turn), names[turn.seat], *_move(found, place), str(turn.last))
    return table


def turn_table(found: Analysis, names: list[str]) -> Table:
    table = _grid("turn", "player", "before", "after", "change", "lost", "played")
    for place, turn in enumerate(found.turns):
        worst = turn.worst()
        text = turn.decisions[0].played.text if turn.decisions else ""
        table.add_row(
            str(turn.turn),
            names[turn.seat],
            *_move(found, place),
            "" if worst is None else lost(worst),
            Text(text if worst is None else worst.played.text),
        )
    return table


def missed_table(found: Analysis, names: list[str], count: int) -> Table:
    table = _grid("turn", "player", "lost", "played", "better")
    for place in found.missed(count):
        turn = found.turns[place]
        worst = turn.worst()
        assert worst is not None
        table.add_row(
            str(turn.turn),
            names[worst.seat],
            lost(worst),
            Text(worst.played.text),
            Text(told(worst.best)),
        )
    return table


def lost(judged: Judged) -> str:
    """What a decision cost: chance to win, or points where there is none."""
    chance = judged.chance_lost
    return f"{judged.points_lost:.1f}" if chance is None else percent(chance)


def _move(found: Analysis, place: int) -> list[str]:
    """Before, after and change of a turn, for its player."""
    turn = found.turns[place]
    before, after = turn.before, found.after(place)
    swing = found.swing(place)
    if before.chances is None or after.chances is None:
        values = [before.points[turn.seat], after.points[turn.seat]]
        return [f"{values[0]:.1f}", f"{values[1]:.1f}", f"{swing:+.1f}"]
    chances = [before.chances[turn.seat], after.chances[turn.seat]]
    return [percent(chances[0]), percent(chances[1]), f"{swing * 100:+.0f}%"]
