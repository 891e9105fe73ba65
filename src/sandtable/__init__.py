"""Sandtable: heavy desert board games for people and programs."""

from sandtable import _pure

_pure.install_if_asked()

from sandtable import games as _games  # noqa: E402, F401  (makes the games known)
from sandtable.kernel.errors import (  # noqa: E402
    BadOption,
    EditionError,
    IllegalAction,
    RecordError,
    SandtableError,
)
from sandtable.kernel.game import Decision, Game  # noqa: E402
from sandtable.kernel.match import Match  # noqa: E402
from sandtable.kernel.record import Record  # noqa: E402
from sandtable.kernel.registry import game, games, register  # noqa: E402
from sandtable.kernel.rng import seed_commitment  # noqa: E402
from sandtable.version import VERSION as __version__  # noqa: E402

__all__ = [
    "BadOption",
    "Decision",
    "EditionError",
    "Game",
    "IllegalAction",
    "Match",
    "Record",
    "RecordError",
    "SandtableError",
    "__version__",
    "game",
    "games",
    "register",
    "seed_commitment",
]
