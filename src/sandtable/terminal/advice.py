"""Hints and analyses as tables."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from sandtable.bots.analysis import Analysis, JudgedDecision, Sources
from sandtable.bots.analysis.habits import Habit
from sandtable.bots.hints import Hint
from sandtable.kernel.messages import ENGLISH, catalog

PACKAGE = "sandtable.terminal"


def _grid(language: str, *heads: str) -> Table:
    messages = catalog(PACKAGE, language)
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
    for head in heads:
        words = head in ("choice", "player", "played", "better", "habit")
        title = messages.say(f"advice.{head}")
        table.add_column(title, justify="left" if words else "right", overflow="fold")
    return table


def hint_table(
    hints: list[Hint], keys: dict[int, str] | None = None, language: str = ENGLISH
) -> Table:
    """Choices with what they are worth, best first; ``keys``: what is typed for each of them."""
    alone = all(hint.chance is None for hint in hints)
    heads = ["points", *([] if alone else ["to_win"]), "looked_at", "choice"]
    table = _grid(language, *heads) if keys is None else _grid(language, "type", *heads)
    for hint in hints:
        row = [f"{hint.value:.1f}"] if keys is None else [keys[hint.action], f"{hint.value:.1f}"]
        if not alone:
            row.append(percent(hint.chance))
        table.add_row(*row, percent(hint.share), Text(hint_text(hint, language)))
        blanks = [""] * len(row)
        for sign, reasons in (("+", hint.reasons), ("-", hint.lacks)):
            for reason in reasons:
                table.add_row(*blanks, "", Text(f"  {sign} {reason.text}", style="dim"))
    return table


def hint_text(hint: Hint, language: str) -> str:
    """A choice in words, with how the turn continues."""
    if not hint.then:
        return hint.text
    rest = "; ".join(hint.then)
    return catalog(PACKAGE, language).say("advice.then", choice=hint.text, rest=rest)


def percent(part: float | None) -> str:
    return "" if part is None else f"{part * 100:.0f}%"


def swing_table(analysis: Analysis, names: list[str], count: int) -> Table:
    table = _grid(ENGLISH, "turn", "player", "before", "after", "change", "after_choice")
    for place in analysis.swings(count):
        turn = analysis.turns[place]
        table.add_row(str(turn.turn), names[turn.seat], *_move(analysis, place), str(turn.last))
    return table


def turn_table(analysis: Analysis, names: list[str]) -> Table:
    table = _grid(ENGLISH, "turn", "player", "before", "after", "change", "lost", "played")
    for place, turn in enumerate(analysis.turns):
        worst = turn.worst()
        text = turn.decisions[0].played.text if turn.decisions else ""
        table.add_row(
            str(turn.turn),
            names[turn.seat],
            *_move(analysis, place),
            "" if worst is None else lost(worst),
            Text(text if worst is None else worst.played.text),
        )
    return table


def missed_table(analysis: Analysis, names: list[str], count: int) -> Table:
    table = _grid(ENGLISH, "turn", "player", "lost", "played", "better")
    for place in analysis.missed(count):
        turn = analysis.turns[place]
        worst = turn.worst()
        assert worst is not None
        table.add_row(
            str(turn.turn),
            names[worst.seat],
            lost(worst),
            Text(worst.played.text),
            Text(hint_text(worst.best, ENGLISH)),
        )
        for reason in worst.played.lacks:
            table.add_row("", "", "", Text(f"  - {reason.text}", style="dim"), "")
    return table


def habit_table(habits: list[Habit], names: list[str]) -> Table:
    table = _grid(ENGLISH, "player", "times", "points", "habit")
    for habit in habits:
        cost = f"{habit.points:.1f}"
        table.add_row(names[habit.seat], str(habit.times), cost, Text(habit.text))
    return table


def source_table(sources: Sources, names: list[str]) -> Table:
    """Each player's points by source, beside those of the search in the same seat."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
    table.add_column("source")
    for name in names:
        table.add_column(f"{name} / search", justify="right")
    for source in sources.played[0]:
        pairs = [
            (own.get(source, 0), other.get(source, 0))
            for own, other in zip(sources.played, sources.search, strict=True)
        ]
        if any(own or other for own, other in pairs):
            table.add_row(source, *(f"{own} / {other}" for own, other in pairs))
    totals = [
        f"{sum(own.values())} / {sum(other.values())}"
        for own, other in zip(sources.played, sources.search, strict=True)
    ]
    table.add_row("all", *totals)
    return table


def lost(judged: JudgedDecision) -> str:
    """What a decision cost: chance to win, or points where there is none."""
    chance = judged.chance_lost
    return f"{judged.points_lost:.1f}" if chance is None else percent(chance)


def _move(analysis: Analysis, place: int) -> list[str]:
    """Before, after and change of a turn, for its player."""
    turn = analysis.turns[place]
    before, after = turn.before, analysis.after(place)
    swing = analysis.swing(place)
    if before.chances is None or after.chances is None:
        values = [before.points[turn.seat], after.points[turn.seat]]
        return [f"{values[0]:.1f}", f"{values[1]:.1f}", f"{swing:+.1f}"]
    chances = [before.chances[turn.seat], after.chances[turn.seat]]
    return [percent(chances[0]), percent(chances[1]), f"{swing * 100:+.0f}%"]
