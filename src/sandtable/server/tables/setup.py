"""How a game began, so that a match can be made again from it, here or in a bot's process."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any

from cachetools import LRUCache

from sandtable.kernel.edition import digest as digest_of
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as standard_game

#: A seed that nobody can guess, not even from the hash of it that is shown.
SEED_BYTES = 16


def new_seed() -> str:
    return secrets.token_hex(SEED_BYTES)


class Unplayable(SandtableError):
    """A stored game that this version of the rules cannot replay."""


@dataclass(frozen=True)
class Origin:
    """Where a branch of a running game began: the choices made there so far, and how all that a
    seat (None: a spectator) cannot know was redrawn. That game may have been a branch, too."""

    prefix: list[str]
    seat: int | None
    seed: str
    base: Origin | None = None

    @staticmethod
    def of(plain: dict[str, Any]) -> Origin:
        base = plain["base"]
        return Origin(**{**plain, "base": None if base is None else Origin.of(base)})

    @property
    def depth(self) -> int:
        return 1 if self.base is None else 1 + self.base.depth


@dataclass(frozen=True)
class Setup:
    game: str
    rules: int
    digest: str  # of the edition
    players: int
    seed: int | str
    options: dict[str, Any]
    origin: Origin | None = None

    def plain(self) -> dict[str, Any]:
        """As plain data, for another process."""
        return asdict(self)

    @staticmethod
    def of(plain: dict[str, Any]) -> Setup:
        origin = plain["origin"]
        return Setup(**{**plain, "origin": None if origin is None else Origin.of(origin)})


class Editions:
    """Games by the digest of their edition; the most recently used ones are kept."""

    def __init__(self, keep: int = 16) -> None:
        self._games: LRUCache[str, Game] = LRUCache(keep)
        self._standard: dict[str, str] = {}
        self._lock = Lock()

    def standard_digest(self, name: str) -> str:
        digest = self._standard.get(name)
        if digest is None:
            digest = self._standard[name] = digest_of(standard_game(name).edition)
        return digest

    def get(self, name: str, digest: str) -> Game | None:
        """The game, if it is the standard edition or one that was added."""
        if digest == self.standard_digest(name):
            return standard_game(name)
        with self._lock:
            return self._games.get(digest)

    def add(self, name: str, edition: dict[str, Any], checked: bool = False) -> Game:
        """The game in an edition; raises EditionError with what is wrong, unless it is known to
        be right."""
        digest = digest_of(edition)
        made = self.get(name, digest)
        if made is None:
            game = standard_game(name)
            made = game.with_edition(edition) if checked else game.in_edition(edition)
            with self._lock:
                self._games[digest] = made
        return made


def begin(setup: Setup, game: Game) -> Match:
    """The match at its beginning, before any entry of its own log."""
    if setup.rules != game.rules_version:
        raise Unplayable(
            f"this game was begun with rules {setup.rules} of {game.title}; this server plays "
            f"rules {game.rules_version}"
        )
    match = game.new(setup.players, setup.seed, **setup.options)
    return match if setup.origin is None else _branched(match, setup.origin)


def _branched(match: Match, origin: Origin) -> Match:
    if origin.base is not None:
        match = _branched(match, origin.base)
    for notation in origin.prefix:
        match.apply(match.str_to_action(notation))
    return match.resample(origin.seat, origin.seed, secure=True)
