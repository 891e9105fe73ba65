"""The choices of a decision as a person sees and types them."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from sandtable.kernel.messages import ENGLISH, Catalog, catalog
from sandtable.terminal.screen import Screen

PACKAGE = "sandtable.terminal"


class NumberedChoice:
    """An action with the key a person types for it, and how it is put to them."""

    def __init__(self, action: int, notation: str, label: str, note: str = "") -> None:
        self.action = action
        self.notation = notation
        self.label = label
        self.note = note
        self.key = ""  # given by `number`


class Group:
    """Choices that belong together; in lines of their own, or flowing one after the other."""

    def __init__(self, title: str, choices: list[NumberedChoice], flow: bool = False) -> None:
        self.title = title
        self.choices = choices
        self.flow = flow


class NoChoice(Exception):
    """What was typed is no choice, or could be several; the message says so."""


def number(groups: list[Group]) -> list[NumberedChoice]:
    """Give all choices their keys: 1, 2, 3 ... in the order shown. Where every choice is a number
    itself, the number is its key, so that `2` never means three."""
    choices = [choice for group in groups for choice in group.choices]
    counts = [choice.notation.rpartition(" ")[2] for choice in choices]
    if all(c.notation.startswith("number ") for c in choices):
        keys = counts
    else:
        keys = [str(i) for i in range(1, len(choices) + 1)]
    for choice, key in zip(choices, keys, strict=True):
        choice.key = key
    return choices


def find(
    choices: list[NumberedChoice], typed: str, messages: Catalog | None = None
) -> NumberedChoice:
    """The choice that was meant: by key, notation, the end of its notation (`c4` for `space c4`),
    label, or a beginning of these that fits one choice only. ``messages``: for what is said where
    nothing was meant that is there; English if missing."""
    say = (messages or catalog(PACKAGE, ENGLISH)).say
    words = _plain(typed)
    for choice in choices:
        if words == choice.key:
            return choice
    for test in (_is_notation, _is_item, _is_label, _begins):
        matching = [choice for choice in choices if test(choice, words)]
        if len(matching) == 1:
            return matching[0]
        if matching:
            some = ", ".join(f"{c.key} ({c.notation})" for c in matching[:4])
            more = "yes" if len(matching) > 4 else "no"
            raise NoChoice(say("choice.several", typed=typed, some=some, more=more))
    if words.isdecimal():
        cards = len(choices) > 1 and any(c.notation.startswith("play ") for c in choices)
        raise NoChoice(say("choice.no_card" if cards else "choice.no_number", number=words))
    raise NoChoice(say("choice.none", typed=typed))


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _is_notation(choice: NumberedChoice, words: str) -> bool:
    return words == choice.notation


def _is_item(choice: NumberedChoice, words: str) -> bool:
    word, _, item = choice.notation.partition(" ")
    if not item or words.isdecimal():  # a bare number is a key and nothing else
        return False
    head, _, tail = words.partition(" ")
    typed = tail if tail and head == word else words
    return typed == item or ("-" in item and typed == "-".join(reversed(item.split("-"))))


def _is_label(choice: NumberedChoice, words: str) -> bool:
    return words == _plain(choice.label)


def _begins(choice: NumberedChoice, words: str) -> bool:
    return (
        bool(words)
        and not words.isdecimal()
        and (choice.notation.startswith(words) or _plain(choice.label).startswith(words))
    )


HEADING = 10  # columns for the titles of flowing groups
CLOSE = ") "  # after a key, so that it is not taken for the number of a card


def show(groups: list[Group], screen: Screen) -> None:
    """Print the groups, numbered."""
    pad = max(len(c.key) for g in groups for c in g.choices)
    labels = [len(c.label) for g in groups if g.flow for c in g.choices]
    cell = pad + len(CLOSE) + max(labels, default=0) + 2
    for group in groups:
        if group.flow:
            _flow(group, screen, pad, cell)
        else:
            _lines(group, screen, pad)


def _lines(group: Group, screen: Screen, pad: int) -> None:
    if group.title:
        screen.console.print(Text(group.title, style="bold"))
    label = min(32, max(len(choice.label) for choice in group.choices))
    noted = any(choice.note for choice in group.choices)
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", style="bold cyan", width=pad + 2, no_wrap=True)
    if noted:
        table.add_column(width=label + 1)
        table.add_column(style="dim")
    else:
        table.add_column()
    for choice in group.choices:
        cells = [choice.key + CLOSE.strip(), choice.label] + ([choice.note] if noted else [])
        table.add_row(*cells)
    screen.console.print(table)


def _flow(group: Group, screen: Screen, pad: int, cell: int) -> None:
    title, lead = group.title, HEADING
    if not title or len(title) > HEADING - 2:
        if title:
            screen.console.print(Text(title, style="bold"))
        title, lead = "", 1
    per_line = max(1, (screen.width - lead) // cell)
    for start in range(0, len(group.choices), per_line):
        line = Text((" " + title).ljust(lead), style="")
        line.stylize("bold")
        for choice in group.choices[start : start + per_line]:
            line.append(choice.key.rjust(pad) + CLOSE, "bold cyan")
            line.append(choice.label.ljust(cell - pad - len(CLOSE)))
        line.rstrip()
        screen.console.print(line, no_wrap=True, overflow="ellipsis", crop=True)
        title = ""
