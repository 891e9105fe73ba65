"""How a game is shown. This renderer can show any game; games with one of their own do it better.

A title's own is a subclass that its ``Game.renderer()`` returns; it overrides what it wants to do
better.
"""

from __future__ import annotations

import contextlib
from typing import Any, ClassVar

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.messages import catalog
from sandtable.terminal.choices import Group, NumberedChoice
from sandtable.terminal.screen import Screen

View = dict[str, Any]

#: What a view says about the decision itself; the question says it better.
_ASIDE = {"decision", "game", "players", "seat", "turn_of", "to_choose", "over", "winners"}


class Renderer:
    #: Parts of the table that a player can ask for by name, each with a line of help.
    parts: ClassVar[dict[str, str]] = {"table": "everything there is to see"}

    def __init__(self, game: Game, names: list[str], screen: Screen) -> None:
        self.game = game
        self.names = names
        self.screen = screen
        self.words = catalog("sandtable.terminal", game.language)

    def part_text(self, part: str) -> str:
        """What one of ``parts`` shows."""
        return self.words.say("part.table") if type(self) is Renderer else self.parts[part]

    # -- the position --------------------------------------------------------------------------

    def table(self, view: View, offered: list[int]) -> RenderableType:
        """The whole position. ``offered`` are the actions to choose from, to be marked."""
        shown = {key: value for key, value in view.items() if key not in _ASIDE}
        return Text("\n".join(_readable(shown, 0)))

    def part(self, name: str, view: View, offered: list[int]) -> RenderableType:
        """One of ``parts``."""
        return self.table(view, offered)

    def before_question(self, view: View, offered: list[int]) -> RenderableType | None:
        """What to show again for a choice in the midst of a turn, or None."""
        return None

    # -- choices -------------------------------------------------------------------------------

    def groups(self, match: Match) -> list[Group]:
        """The choices, grouped and worded. Here: by the first word of their notation."""
        by_word: dict[str, list[NumberedChoice]] = {}
        for action in match.legal_actions():
            choice = NumberedChoice(action, match.action_to_str(action), match.action_text(action))
            by_word.setdefault(self.game.action_space.words[action], []).append(choice)
        return [
            Group(word, choices, flow=all(len(c.label) <= 24 for c in choices))
            for word, choices in by_word.items()
        ]

    def after_choices(self, match: Match) -> RenderableType | None:
        """What to add below the choices, or None."""
        return None

    # -- words ---------------------------------------------------------------------------------

    def help(self, words: str, view: View) -> RenderableType | None:
        """What there is to say about a thing of the game, or None where nothing is known."""
        return None

    def help_hint(self) -> str:
        """What `help` can be asked about, for example."""
        return ""

    def reasons(self, reasons: dict[str, str]) -> list[tuple[str, str]]:
        """Why things cannot be chosen: how a person calls them, and the reason."""
        return list(reasons.items())

    def result(self, match: Match) -> RenderableType:
        """How a finished match ended."""
        scores, winners = match.scores(), match.winners()
        sources: list[dict[str, int]] = []
        with contextlib.suppress(NotImplementedError):  # a game need not tell its points apart
            sources = match.breakdown()
        words = [w for w in (sources[0] if sources else {}) if any(s.get(w) for s in sources)]
        room = max(4, (self.screen.width - 22) // match.players - 2)
        table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
        table.add_column("", max_width=28 if self.screen.width >= 100 else 20)
        for seat in range(match.players):
            mark = "* " if seat in winners and match.players > 1 else ""
            table.add_column((mark + self.names[seat])[:room], justify="right")
        for word in words:
            points = [str(source.get(word, 0)) for source in sources]
            table.add_row(self.source_text(word), *points)
        table.add_row(
            self.words.say("all_together"), *[str(score) for score in scores], style="bold"
        )
        return Stack(table, Text(self.verdict(match)))

    def source_text(self, source: str) -> str:
        """What points came from, in words."""
        return source

    def verdict(self, match: Match) -> str:
        """Who has won, in a sentence."""
        winners = [self.names[seat] for seat in match.winners()]
        if match.players == 1:
            return self.words.say("ends_with", name=self.names[0], points=match.scores()[0])
        if not winners:
            return self.words.say("nobody")
        if len(winners) == 1:
            return self.words.say("won", name=winners[0])
        return self.words.say("shared", names=self.words.listing(winners, "and"))


def _readable(value: object, depth: int) -> list[str]:
    """Plain data as indented lines; short lists and dicts stay on one line."""
    pad = "  " * depth
    if isinstance(value, dict):
        lines: list[str] = []
        for key, inner in value.items():
            short = _short(inner)
            if len(pad) + len(str(key)) + len(short) <= 76 or not isinstance(inner, (dict, list)):
                lines.append(f"{pad}{key}: {short}")
            else:
                lines.append(f"{pad}{key}:")
                lines += _readable(inner, depth + 1)
        return lines
    if isinstance(value, list):
        lines = []
        for inner in value:
            short = _short(inner)
            if len(pad) + len(short) <= 76 or not isinstance(inner, (dict, list)):
                lines.append(f"{pad}- {short}")
            else:
                below = _readable(inner, depth + 1)
                lines.append(f"{pad}- {below[0].lstrip()}")
                lines += below[1:]
        return lines
    return [pad + _short(value)]


def _short(value: object) -> str:
    if value is None or value is False:
        return "-" if value is None else "no"
    if value is True:
        return "yes"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_short(inner)}" for key, inner in value.items()) or "nothing"
    if isinstance(value, list):
        inner = [f"({_short(v)})" if isinstance(v, (dict, list)) else _short(v) for v in value]
        return ", ".join(inner) or "nothing"
    return str(value)


def renderer_for(game: Game, names: list[str], screen: Screen) -> Renderer:
    """The game's own renderer, or the one for all games."""
    own: type[Renderer] | None = game.renderer()
    return (own or Renderer)(game, names, screen)
