"""Ratings: who is rated, counted once, and shown to those who may see them."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, select
from sqlalchemy.exc import IntegrityError

from sandtable.bots.skill import Skill
from sandtable.server.people.ratings import broken_off, entrants, is_rated, rating_info
from sandtable.server.storage import database as databases
from sandtable.server.storage import rating_store
from sandtable.server.storage.people_models import RatingChangeRow, RatingRow
from sandtable.server.storage.rating_store import Entrant
from sandtable.server.storage.stored_table import BOT, HOTSEAT, HUMAN, OPEN, OVER, Seat, StoredTable
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person
from tests.server.test_accounts import sign_up
from tests.server.test_personal_data import finished


def table(*seats: Seat, **more: Any) -> StoredTable:
    setup: Any = None
    values: dict[str, Any] = {"rated": True, "counts": True, **more}
    return StoredTable(
        id="t", setup=setup, first=0, name="", owner="ann", invite="", listed=False,
        seed_chosen=False, status=OVER, created=0, updated=0, seats=list(seats), **values,
    )  # fmt: skip


ANN = Seat(0, HUMAN, "Ann", "ann")
BOB = Seat(1, HUMAN, "Bob", "bob")
ROBOT = Seat(2, BOT, "Bot", None, "medium")
CAT_LEFT = Seat(1, BOT, "Cat", None, "easy", abandoned="left", former="cat")
DAN_LATE = Seat(1, HUMAN, "Dan", "dan", driver="easy", abandoned="time")


def test_people_and_bots_are_rated_alike() -> None:
    rated = entrants(table(ANN, BOB, ROBOT), [5, 9, 9], [2], "loss")
    assert rated == [Entrant(0, "ann", 3), Entrant(1, "bob", 2), Entrant(2, "bot:medium", 1)]


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        ((ANN, Seat(1, HOTSEAT, "Two", "ann")), {}),
        ((ANN, BOB), {"rated": False}),
        ((ANN, BOB), {"counts": False}),
        ((ANN, ROBOT), {"practice": True}),
        ((ANN, ROBOT), {"lesson": "guide:one"}),
        ((ROBOT, ROBOT), {}),
    ],
)
def test_what_is_never_rated(seats: tuple[Seat, ...], more: dict[str, Any]) -> None:
    assert not is_rated(table(*seats, **more))
    assert entrants(table(*seats, **more), [1, 2], [1], "loss") == []


def test_a_table_that_waits_may_become_a_rated_one() -> None:
    assert is_rated(table(ANN, Seat(1, OPEN)))


@pytest.mark.parametrize("gone", [CAT_LEFT, DAN_LATE])
def test_abandoned_games_count_as_the_host_sets_it(gone: Seat) -> None:
    """The one who is gone would have won."""
    here = table(ANN, gone, ROBOT)
    person = gone.former or gone.identity
    places = {
        how: {entrant.player: entrant.place for entrant in entrants(here, [5, 9, 7], [1], how)}
        for how in ("loss", "result", "ignore")
    }
    assert places["loss"] == {"ann": 2, person: 3, "bot:medium": 1}
    assert places["result"] == {"ann": 3, person: 1, "bot:medium": 2}
    assert places["ignore"] == {}
    # A game that ends early is lost by those who are gone, to all others alike.
    early = {entrant.player: entrant.place for entrant in broken_off(here, "loss")}
    assert early == {"ann": 1, person: 3, "bot:medium": 1}
    assert broken_off(here, "result") == broken_off(here, "ignore") == []
    assert broken_off(table(ANN, BOB), "loss") == []


def test_who_abandons_a_game_for_two_loses_it_whatever_the_bot_reaches() -> None:
    here = table(ANN, DAN_LATE)
    for scores, winners in (([5, 9], [1]), ([9, 5], [0]), ([7, 7], [0, 1])):
        rated = entrants(here, scores, winners, "loss")
        assert [entrant.place for entrant in rated] == [1, 2]
    # Of several who are gone, none is better than the other.
    everybody_gone = table(ANN, DAN_LATE, Seat(2, HUMAN, "Eve", "eve", abandoned="vote"))
    rated = entrants(everybody_gone, [1, 9, 5], [1], "loss")
    assert [entrant.place for entrant in rated] == [1, 2, 2]


def test_ratings_as_people_read_them() -> None:
    start = Skill()
    assert rating_info(start.mu, start.sigma, 0) == {
        "rating": 1500, "uncertainty": 500, "provisional": True, "games": 0,
    }  # fmt: skip
    assert not rating_info(30.0, 3.0, 30)["provisional"]
    assert rating_info(30.0, 3.0, 30)["rating"] == 1650


@pytest.fixture
def engine(database: str) -> Engine:
    return databases.connect(databases.address(database))


def stored(engine: Engine, player: str) -> Any:
    with engine.connect() as connection:
        query = select(RatingRow.__table__).where(RatingRow.player == player)
        return connection.execute(query).one()


def add_games(engine: Engine, count: int) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO editions (digest, game, name, data) VALUES ('d', 'faiyum', 'n', '{}')"
        )
        for number in range(count):
            connection.exec_driver_sql(
                "INSERT INTO games (id, game, rules, edition, players, seed, options, name, owner,"
                " invite, listed, seed_chosen, counts, status, created, updated) VALUES"
                f" ('g{number}', 'faiyum', 2, 'd', 2, '1', '{{}}', 'n', 'ann', 'i{number}',"
                " FALSE, FALSE, TRUE, 'running', 0, 0)"
            )


def test_a_game_is_counted_once(engine: Engine) -> None:
    add_games(engine, 1)
    players = [Entrant(0, "ann", 1), Entrant(1, "bob", 2)]
    with engine.begin() as connection:
        rating_store.rate_table(connection, "g0", "faiyum", players, 5)
    before = stored(engine, "ann")
    assert before.mu > 25 > stored(engine, "bob").mu
    with pytest.raises(IntegrityError), engine.begin() as connection:
        rating_store.rate_table(connection, "g0", "faiyum", players, 6)
    assert stored(engine, "ann") == before
    engine.dispose()


def test_a_bot_that_sits_there_twice_is_one_player(engine: Engine) -> None:
    add_games(engine, 1)
    robot = "bot:medium"
    players = [Entrant(0, "ann", 2), Entrant(1, robot, 1), Entrant(2, robot, 3)]
    with engine.begin() as connection:
        rating_store.rate_table(connection, "g0", "faiyum", players, 5)
    assert stored(engine, robot).games == 1
    with engine.connect() as connection:
        changes = rating_store.changes_at(connection, "g0")
    assert stored(engine, robot).mu == pytest.approx((changes[1].mu + changes[2].mu) / 2)
    # A table where nobody else sits says nothing.
    with engine.begin() as connection:
        rating_store.rate_table(connection, "g0", "faiyum", players[1:], 6)
    assert stored(engine, robot).games == 1
    engine.dispose()


def test_games_that_end_at_once_lose_no_change(postgres: Any) -> None:
    """Several processes on PostgreSQL: the same players in many games that end together."""
    url = postgres.new_database()
    engine = databases.connect(databases.address(url))
    count = 12
    add_games(engine, count)
    started = threading.Barrier(4)

    def end(first: int) -> None:
        own = create_engine(databases.address(url))
        started.wait()
        for number in range(first, count, 4):
            players = [Entrant(0, "ann", 1), Entrant(1, "bob", 2)]
            # Each sees the two in another order.
            if number % 2:
                players = [Entrant(0, "bob", 2), Entrant(1, "ann", 1)]
            with own.begin() as connection:
                rating_store.rate_table(connection, f"g{number}", "faiyum", players, 5)
        own.dispose()

    threads = [threading.Thread(target=end, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert stored(engine, "ann").games == count
    with engine.connect() as connection:
        query = select(RatingChangeRow.mu_before).where(RatingChangeRow.player == "ann")
        befores = list(connection.execute(query).scalars())
    assert len(set(befores)) == count  # each began where another had ended
    engine.dispose()


def test_two_people_play_a_rated_game(start: Start, database: str) -> None:
    server = start(database=database)
    ann, bob = server.person("Ann"), server.person("Bob")
    sign_up(ann, "Ann")
    sign_up(bob, "Bob")
    id = finished(ann, bob)
    info = ann.get(f"/api/tables/{id}")
    assert info["rated"]
    assert [seat["profile"] for seat in info["seats"]] == ["Ann", "Bob"]
    profiles = [person.get("/api/me/profile") for person in (ann, bob)]
    (mine, other) = [profile["titles"][0] for profile in profiles]
    winner, loser = (mine, other) if mine["wins"] else (other, mine)
    if mine["wins"] + other["wins"] == 1:
        assert winner["rating"]["rating"] > 1500 > loser["rating"]["rating"]
    assert mine["rating"]["provisional"] and mine["rating"]["games"] == 1
    assert mine["games"] == 1
    assert mine["latest"][0]["table"] == id
    assert mine["latest"][0]["opponents"] == ["Bob"]
    assert mine["latest"][0]["change"] == mine["rating"]["rating"] - 1500
    assert mine["groups"][0]["players"] == 2
    sources = {row["source"]: row for row in mine["sources"]}
    result = ann.get(f"/api/tables/{id}/result")
    assert {name: row["mine"] for name, row in sources.items()} == result["breakdown"][0]
    assert {name: row["people"] for name, row in sources.items()} == result["breakdown"][1]
    assert all(row["bots"] is None for row in sources.values())
    assert profiles[0]["opponents"][0]["name"] == "Bob"
    assert profiles[0]["opponents"][0]["games"] == 1
    # Nobody wants to be listed yet.
    assert ann.get("/api/ranking/faiyum")["players"] == []
    message = bob.refused("GET", "/api/people/Ann", "forbidden")
    assert "friends" in message
    assert ann.http.put("/api/account/listed", json={"listed": True}).status_code == 204
    (listed,) = bob.get("/api/ranking/faiyum")["players"]
    assert (listed["name"], listed["bot"], listed["mine"]) == ("Ann", False, False)
    shown = bob.get("/api/people/ann")
    assert shown["name"] == "Ann" and not shown["mine"] and shown["titles"] == profiles[0]["titles"]
    ann.refused("GET", "/api/ranking/nothing", "not_found")


def test_bots_have_ratings_and_breakdowns(server: LiveServer, ann: Person) -> None:
    table = ann.table(seats="human bot:random")
    assert table["rated"]
    ann.live(table).play_on(random.Random(3))
    assert ann.get(f"/api/tables/{table['id']}")["status"] == "over"
    (robot,) = ann.get("/api/ranking/faiyum")["players"]
    assert robot["bot"] and robot["name"] == "Random bot" and robot["rating"]["games"] == 1
    title = ann.get("/api/me/profile")["titles"][0]
    assert all(row["bots"] is not None and row["people"] is None for row in title["sources"])
    # A bot's results are not those of a person.
    assert len(ann.get("/api/me/scores")["scores"]) == 1


def test_help_makes_a_game_unrated(server: LiveServer, ann: Person) -> None:
    hinted = ann.table(seats="human bot:random")
    ann.post(f"/api/tables/{hinted['id']}/hint")
    assert ann.get(f"/api/tables/{hinted['id']}")["rated"] is False
    branched = ann.table(seats="human bot:random")
    assert branched["rated"]
    branch = ann.post(f"/api/tables/{branched['id']}/branch", step=0)
    assert branch["rated"] is False
    assert ann.get(f"/api/tables/{branched['id']}")["rated"] is False
    for more in ({"rated": False}, {"seed": 7}):
        assert ann.table(seats="human bot:random", **more)["rated"] is False
    assert ann.table(seats="human hotseat")["rated"] is False
