"""Ratings in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, insert, select, text, update

from sandtable.bots.skill import Skill, rate_game
from sandtable.server.storage.people_models import AccountRow, RatingChangeRow, RatingRow

BOT_PREFIX = "bot:"


class Entrant(NamedTuple):
    """A player of a rated game and the place they came to."""

    seat: int
    player: str
    place: int


def rate_table(
    connection: Connection,
    id: str,
    game: str,
    entrants: Sequence[Entrant],
    moment: int,
    first: Callable[[str, str], Skill] = lambda player, game: Skill(),
) -> None:
    """Count a finished game, in the transaction that ends it. The key of the changes refuses to
    count it twice; rows are locked in one order, so that games that end at once wait in turn."""
    players = sorted({entrant.player for entrant in entrants})
    if len(players) < 2:
        return
    before = {
        player: _locked(connection, player, game, moment, first(player, game)) for player in players
    }
    skills = [before[entrant.player] for entrant in entrants]
    after = rate_game(skills, [entrant.place for entrant in entrants])
    changes: dict[str, list[Skill]] = {}
    for entrant, skill in zip(entrants, after, strict=True):
        changes.setdefault(entrant.player, []).append(skill)
    for player, several in changes.items():
        # A bot may sit at a table more than once: it gets the mean of what its seats would get.
        skill = Skill(
            sum(one.mu for one in several) / len(several),
            sum(one.sigma for one in several) / len(several),
        )
        connection.execute(
            update(RatingRow)
            .where(RatingRow.player == player, RatingRow.game == game)
            .values(mu=skill.mu, sigma=skill.sigma, games=RatingRow.games + 1, updated=moment)
        )
    connection.execute(
        insert(RatingChangeRow),
        [
            {
                "table_id": id,
                "seat": entrant.seat,
                "player": entrant.player,
                "place": entrant.place,
                "mu_before": old.mu,
                "sigma_before": old.sigma,
                "mu": new.mu,
                "sigma": new.sigma,
                "made": moment,
            }
            for entrant, old, new in zip(entrants, skills, after, strict=True)
        ],
    )


def _locked(connection: Connection, player: str, game: str, moment: int, start: Skill) -> Skill:
    """A player's rating, kept from other transactions until this one is committed."""
    connection.execute(
        text(
            "INSERT INTO ratings (player, game, mu, sigma, games, updated)"
            " VALUES (:player, :game, :mu, :sigma, 0, :moment) ON CONFLICT DO NOTHING"
        ),
        {"player": player, "game": game, "mu": start.mu, "sigma": start.sigma, "moment": moment},
    )
    query = (
        select(RatingRow.mu, RatingRow.sigma)
        .where(RatingRow.player == player, RatingRow.game == game)
        .with_for_update()
    )
    row = connection.execute(query).one()
    return Skill(row.mu, row.sigma)


def ratings_of(connection: Connection, player: str) -> Sequence[Row[Any]]:
    query = select(RatingRow.__table__).where(RatingRow.player == player, RatingRow.games > 0)
    return connection.execute(query.order_by(RatingRow.game)).all()


def changes_of(connection: Connection, player: str, most: int) -> Sequence[Row[Any]]:
    """What the last games did to a player's ratings, newest first."""
    query = (
        select(RatingChangeRow.__table__)
        .where(RatingChangeRow.player == player)
        .order_by(RatingChangeRow.made.desc())
        .limit(most)
    )
    return connection.execute(query).all()


def changes_at(connection: Connection, id: str) -> Sequence[Row[Any]]:
    query = select(RatingChangeRow.__table__).where(RatingChangeRow.table_id == id)
    return connection.execute(query.order_by(RatingChangeRow.seat)).all()


def ranking(connection: Connection, game: str, sure: float, most: int) -> Sequence[Row[Any]]:
    """People who want to be listed, and all bots, by the rating they almost surely have; those
    whose rating is less certain than ``sure`` come last."""
    query = (
        select(RatingRow.__table__, AccountRow.name)
        .join(AccountRow, AccountRow.identity == RatingRow.player, isouter=True)
        .where(RatingRow.game == game, RatingRow.games > 0)
        .where(AccountRow.listed | RatingRow.player.startswith(BOT_PREFIX))
        .order_by(RatingRow.sigma > sure, (RatingRow.mu - 3 * RatingRow.sigma).desc())
        .limit(most)
    )
    return connection.execute(query).all()
