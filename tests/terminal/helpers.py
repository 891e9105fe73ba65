"""A session whose person types what a test says, and whose screen the test can read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console

from sandtable import Match
from sandtable.kernel.game_log import GameLog
from sandtable.kernel.history import replayed
from sandtable.terminal.players import seat_players
from sandtable.terminal.screen import Screen
from sandtable.terminal.session import Session


def screen(width: int = 80, plain: bool = True, colour: bool = False) -> Screen:
    console = Console(
        file=io.StringIO(),
        width=width,
        height=50,
        highlight=False,
        markup=False,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
    )
    return Screen(console, plain)


def text_of(thing: Any, width: int = 80, plain: bool = True) -> str:
    """What a renderable looks like."""
    paper = screen(width, plain)
    paper.console.print(thing)
    return printed(paper)


def printed(paper: Screen) -> str:
    file = paper.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


class Person:
    """Types one line after the other, then nothing more; remembers what was asked and shown."""

    def __init__(self, session: Session, lines: Iterator[str]) -> None:
        self.session = session
        self.lines = lines
        self.asked: list[str] = []
        self.screens: list[str] = []  # what was printed before each question
        self._read = 0

    def ask(self, text: str, words: list[str]) -> str:
        self.asked.append(text)
        self.screens.append(self.shown())
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line

    def shown(self) -> str:
        """What was printed since the last time."""
        everything = printed(self.session.screen)
        new = everything[self._read :]
        self._read = len(everything)
        return new


def sit(
    match: Match,
    specs: list[str],
    lines: list[str] | Callable[[Match], Iterator[str]],
    pause: bool = True,
    actions: list[int] | None = None,
    width: int = 80,
) -> tuple[Session, Person]:
    """A session ready to run, with a person who types those lines."""
    players = seat_players(specs, match.seed)
    names = [player.name for player in players]
    people = [seat for seat, player in enumerate(players) if player.bot is None]
    seat = people[0] if len(people) == 1 else None
    log = GameLog(match.game, names, seat, match.events(seat))
    session = Session(replayed(match, actions or [], log), players, screen(width), pause)
    person = Person(session, iter(lines) if isinstance(lines, list) else lines(match))
    session.prompt.ask = person.ask  # type: ignore[method-assign]
    return session, person
