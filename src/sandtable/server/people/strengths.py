"""How strong bots are on the scale of people's ratings, and which of them suits a person.

Bots begin with the strength they were measured to have; games against people then move it like
anybody's.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Connection, select

from sandtable.bots import LEVELS
from sandtable.bots.levels import ratings
from sandtable.bots.skill import Skill
from sandtable.kernel.registry import games
from sandtable.server.people.ratings import shown
from sandtable.server.storage.people_models import RatingRow
from sandtable.server.storage.rating_store import BOT_PREFIX

#: How far off what was measured may be: people play differently from bots.
MEASURED_SIGMA = 3.0


@cache
def measured(game: str) -> dict[str, float]:
    return ratings(game) if game in games() else {}


def first_skill(player: str, game: str) -> Skill:
    """The skill a player's rating begins with."""
    if player.startswith(BOT_PREFIX):
        mu = measured(game).get(player[len(BOT_PREFIX) :])
        if mu is not None:
            return Skill(mu, MEASURED_SIGMA)
    return Skill()


def strengths(connection: Connection, game: str) -> dict[str, float]:
    """The levels of a game with their strength by now."""
    rows = connection.execute(
        select(RatingRow.player, RatingRow.mu).where(
            RatingRow.game == game,
            RatingRow.games > 0,
            RatingRow.player.in_([BOT_PREFIX + level for level in LEVELS]),
        )
    )
    played = {row.player[len(BOT_PREFIX) :]: row.mu for row in rows}
    return {level: played.get(level, mu) for level, mu in measured(game).items()}


def suited(connection: Connection, game: str, player: str | None) -> dict[str, Any]:
    """The ratings of a game's bots as people read them, and the one that is a little stronger than
    a player: the first of the ladder with a higher rating. Nobody knows how strong a newcomer is,
    so the gentlest one suits them."""
    now = strengths(connection, game)
    own: float | None = None
    if player is not None:
        own = connection.scalar(
            select(RatingRow.mu).where(
                RatingRow.player == player, RatingRow.game == game, RatingRow.games > 0
            )
        )
    stronger = LEVELS[0]
    if own is not None:
        stronger = next((level for level in LEVELS if now.get(level, own) > own), LEVELS[-1])
    return {
        "ratings": {level: shown(mu) for level, mu in now.items()},
        "stronger": stronger,
        "own": None if own is None else shown(own),
    }
