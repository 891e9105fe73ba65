"""The line a person types, with history and completion where the system offers them."""

from __future__ import annotations

import contextlib
import sys
from types import ModuleType

from sandtable.terminal.screen import Screen

_readline: ModuleType | None = None
with contextlib.suppress(ImportError):  # not everywhere
    import readline as _readline


class Prompt:
    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._words: list[str] = []
        if _readline is not None and sys.stdin.isatty():
            _readline.set_completer(self._complete)
            _readline.set_completer_delims("")
            _readline.parse_and_bind("tab: complete")

    def ask(self, text: str, words: list[str]) -> str:
        """What was typed; ``words`` are offered for completion. Raises EOFError at the end."""
        self._words = words
        typed = input(text)
        if not sys.stdin.isatty():
            # A script's answers do not show by themselves; the transcript is readable with them.
            self.screen.console.print(typed)
        return typed.strip()

    def _complete(self, typed: str, index: int) -> str | None:
        fitting = [word for word in self._words if word.startswith(typed.lower())]
        return fitting[index] if index < len(fitting) else None
