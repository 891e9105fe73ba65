"""A game's log as a table of the terminal."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from sandtable.kernel.game_log import GameLog, LogTurn


def log_table(log: GameLog, turns: list[LogTurn]) -> Table:
    """Turns as numbered paragraphs."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", style="dim", min_width=4)
    table.add_column()
    for turn in turns:
        for i, line in enumerate(log.lines(turn)):
            table.add_row(f"{turn.number}." if i == 0 else "", Text(line))
    return table
