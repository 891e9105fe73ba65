"""Clocks that fit a title, from how long its turns are.

A title has a file `pace.json` beside its rules: for each number of players the turns that a player
has in a game and the choices in a turn, as measured. docs/hosting.md says how clocks follow.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Literal, TypedDict

from sandtable.kernel.game import Game
from sandtable.server.tables.clock import Pace

Name = Literal["fast", "normal", "slow"]

#: Seconds that a person needs for a choice.
CHOICE_SECONDS: dict[Name, float] = {"fast": 5, "normal": 8, "slow": 15}
#: Of a player's time, this share is in the bank from the beginning.
BANK_SHARE = 1 / 3
#: By correspondence: days for a player's whole game, and in the bank from the beginning.
DAYS: dict[Name, tuple[int, int]] = {"fast": (14, 3), "normal": (42, 7), "slow": (84, 14)}

HOUR = 3600
DAY = 24 * HOUR


class TurnCount(TypedDict):
    """What was measured for a number of players."""

    players: int
    turns: float  # of each player in a game
    choices: float  # in a turn


#: For a title that has not been measured.
UNMEASURED = TurnCount(players=0, turns=50, choices=3)


class Preset(TypedDict):
    """A clock to choose, in seconds."""

    name: Name
    pace: Pace
    players: int
    bank: int
    increment: int


@cache
def turn_counts(package: str) -> list[TurnCount]:
    """What was measured for the title of this package."""
    file = files(package) / "pace.json"
    if not file.is_file():
        return []
    counts: list[TurnCount] = json.loads(file.read_text())
    return counts


def presets(game: Game) -> list[Preset]:
    """For each number of people who can play together: live clocks, and slower ones."""
    package = type(game).__module__.rpartition(".")[0]
    known = {count["players"]: count for count in (turn_counts(package) if package else [])}
    result: list[Preset] = []
    for players in range(max(2, game.min_players), game.max_players + 1):
        count = known.get(players, UNMEASURED)
        for name, seconds in CHOICE_SECONDS.items():
            result.append(_live(name, players, count, seconds))
        for name, (whole, bank) in DAYS.items():
            increment = _rounded((whole - bank) * DAY / count["turns"], HOUR)
            result.append(_preset(name, "correspondence", players, bank * DAY, increment))
    return result


def _live(name: Name, players: int, count: TurnCount, seconds: float) -> Preset:
    turn = count["choices"] * seconds
    bank = _rounded(count["turns"] * turn * BANK_SHARE, 60)
    increment = _rounded(turn * (1 - BANK_SHARE), 5)
    return _preset(name, "live", players, bank, increment)


def _preset(name: Name, pace: Pace, players: int, bank: int, increment: int) -> Preset:
    return Preset(name=name, pace=pace, players=players, bank=bank, increment=increment)


def _rounded(value: float, to: int) -> int:
    return max(to, round(value / to) * to)
