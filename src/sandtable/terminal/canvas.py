"""A sheet of characters to draw on, each with a style."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._signs = [[" "] * width for _ in range(height)]
        self._styles: list[list[str]] = [[""] * width for _ in range(height)]

    def put(self, column: int, line: int, text: str, style: str = "") -> None:
        """Write text; what lies outside is cut off."""
        if not 0 <= line < self.height:
            return
        for i, sign in enumerate(text):
            if 0 <= column + i < self.width:
                self._signs[line][column + i] = sign
                self._styles[line][column + i] = style

    def text(self) -> Text:
        """All lines, each without trailing blanks that nobody would see."""
        lines = [self._line(line) for line in range(self.height)]
        return Text("\n", no_wrap=True, overflow="crop").join(lines)

    def _line(self, line: int) -> Text:
        signs, styles = self._signs[line], self._styles[line]
        end = self.width
        while end and signs[end - 1] == " " and not styles[end - 1]:
            end -= 1
        drawn = Text(no_wrap=True, overflow="crop")
        start = 0
        for i in range(1, end + 1):
            if i == end or styles[i] != styles[start]:
                style = Style.parse(styles[start]) if styles[start] else ""
                drawn.append("".join(signs[start:i]), style)
                start = i
        return drawn
