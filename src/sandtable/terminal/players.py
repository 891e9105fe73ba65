"""Who sits where: people at this terminal, and programs."""

from __future__ import annotations

from sandtable.bots import Bot, bot_seed, make
from sandtable.kernel.errors import BadOption
from sandtable.kernel.messages import ENGLISH, catalog

HUMAN = "human"


class Player:
    """A seat taken: a name, and the bot that plays it (None: a person does)."""

    def __init__(self, spec: str, name: str, bot: Bot | None) -> None:
        self.spec = spec
        self.name = name
        self.bot = bot


def split_seats(text: str) -> list[str]:
    """`human,greedy` as a list of specs."""
    specs = [part.strip() for part in text.split(",")]
    if not all(specs):
        raise BadOption(f"--seats {text!r}: name a player for every seat, as in 'human,greedy'")
    return specs


def is_human(spec: str) -> bool:
    return spec == HUMAN or spec.startswith(HUMAN + ":")


def seat_players(specs: list[str], seed: object, language: str = ENGLISH) -> list[Player]:
    """The players of a match; equal names get the number of their seat."""
    players = []
    for seat, spec in enumerate(specs, 1):
        if is_human(spec):
            _, colon, name = spec.partition(":")
            unnamed = catalog("sandtable.terminal", language).say("player", seat=seat)
            if colon and (not name.strip() or not name.isprintable() or len(name) > 20):
                raise BadOption(f"{spec!r}: a name has 1 to 20 printable characters")
            players.append(Player(spec, name.strip() or unnamed, None))
        else:
            bot = make(spec, bot_seed(seed, seat - 1))
            players.append(Player(spec, f"{_short(bot, spec).capitalize()} {seat}", bot))
    return players


def _short(bot: Bot, spec: str) -> str:
    name = getattr(bot, "name", "") or spec
    if ".py:" in name:
        name = name[name.index(".py:") + 4 :]
    return name.partition(":")[0]
