"""What the terminal can show: colours or none, line drawing or plain letters."""

from __future__ import annotations

import contextlib
import io
import os
import sys

from rich.console import Console


class Glyphs:
    """The characters that stand for things; plain ones where the terminal has no others."""

    def __init__(self, plain: bool) -> None:
        self.worker = "i" if plain else "▲"
        self.prone = "_" if plain else "►"
        self.road = "--" if plain else "━━"
        self.road_down = "\\" if plain else "╲"
        self.road_up = "/" if plain else "╱"
        self.channel = "~" if plain else "≈"
        self.lake = "~"
        self.dam = "##" if plain else "▓▓"
        self.bridge = "]["
        self.grand_bridge = "}{"
        self.bridge_place = "::"
        self.rule = "-" if plain else "─"
        self.dot = "-" if plain else "·"
        self.times = "x" if plain else "×"
        self.more = "..." if plain else "…"
        self.here = ">" if plain else "▶"
        self.chosen = "*"
        self.arrow = "->" if plain else "→"


class PipedConsole(Console):
    """A console that lets the command line deal with a closed pipe."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """A console and the glyphs that fit it."""

    def __init__(self, console: Console, plain: bool) -> None:
        self.console = console
        self.glyphs = Glyphs(plain)

    @property
    def colour(self) -> bool:
        return self.console.color_system is not None

    @property
    def width(self) -> int:
        return self.console.width

    def fit(self, text: str) -> str:
        """A text of a game with signs that the terminal has."""
        return text.replace("→", self.glyphs.arrow).replace("×", self.glyphs.times)

    def heading(self, text: str) -> None:
        """A line across the screen that begins something new."""
        rule = self.glyphs.rule
        line = f"{rule * 3} {text} "
        self.console.print(line + rule * max(0, self.width - len(line)), style="bold cyan")

    def wipe(self) -> None:
        """Clear the screen, so that the next person does not see it."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
        else:
            self.console.print("\n" * self.console.height)


def make_screen(plain: bool = False) -> Screen:
    """The look for standard output. Colours only where it is a terminal that has them."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name with an odd letter must not end a game on a terminal that cannot show it.
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.reconfigure(errors="replace")
    encoding = (getattr(sys.stdout, "encoding", "") or "ascii").lower().replace("-", "")
    plain = plain or not encoding.startswith("utf")
    colourless = plain or bool(os.environ.get("NO_COLOR"))
    console = PipedConsole(
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        color_system=None if colourless else "auto",
        no_color=True if colourless else None,
    )
    return Screen(console, plain)
