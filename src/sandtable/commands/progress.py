"""The bar that shows how far a long command is."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)


def bars(note: bool = False) -> Progress:
    """Bars on a terminal's error output, nothing elsewhere; a ``note`` behind them if asked."""
    console = Console(stderr=True)
    columns: list[ProgressColumn] = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    ]
    if note:
        columns.append(TextColumn("{task.fields[note]}"))
    return Progress(*columns, console=console, disable=not console.is_terminal)
