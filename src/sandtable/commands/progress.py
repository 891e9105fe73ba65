"""Progress of long commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

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


@contextmanager
def watching(game: str) -> Iterator[Callable[[str, int, int, str], None]]:
    """A bar, and how to tell it what is done now, how much of it, and a note."""
    with bars(note=True) as progress:
        bar = progress.add_task(f"{game}: reading", total=None, note="")

        def show(text: str, done: int, total: int, note: str) -> None:
            progress.update(
                bar, description=f"{game}: {text}", completed=done, total=total, note=note
            )

        yield show


@contextmanager
def run_kept_in(folder: Path) -> Iterator[None]:
    """Say where an interrupted run is, and how it goes on."""
    try:
        yield
    except KeyboardInterrupt:
        print(f"The games so far are in {folder}; the same command continues.", file=sys.stderr)
        raise
