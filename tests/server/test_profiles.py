"""What a profile is made of: places that are shared, and points compared with those of others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from sqlalchemy import Engine, insert

from sandtable.server.people.profiles import profile_of
from sandtable.server.play import ending
from sandtable.server.storage.models import ResultRow
from tests.server.test_ratings import ANN, BOB, ROBOT, add_games, engine, table

assert engine  # a fixture


def add_results(engine: Engine, *games: dict[str, int]) -> None:
    """Games with the points that each of their players got for roads."""
    add_games(engine, len(games))
    rows: list[dict[str, Any]] = [
        {
            "table_id": f"g{number}", "seat": seat, "identity": identity, "game": "faiyum",
            "players": len(points), "options": {}, "score": roads, "place": 1, "won": False,
            "result": {}, "finished": number, "breakdown": {"roads": roads},
        }
        for number, points in enumerate(games)
        for seat, (identity, roads) in enumerate(points.items())
    ]  # fmt: skip
    with engine.begin() as connection:
        connection.execute(insert(ResultRow), rows)


def sources(engine: Engine) -> dict[str, Any]:
    with engine.connect() as connection:
        (title,) = profile_of(connection, "ann")["titles"]
    (roads,) = title["sources"]
    engine.dispose()
    return {key: roads[key] for key in ("mine", "people", "bots")}


def test_others_are_compared_in_the_games_that_the_person_plays(engine: Engine) -> None:
    """Ann plays for two three times as often as for three; others do it the other way round."""
    add_results(
        engine,
        *({"ann": 10, "bot:easy": 4} for _ in range(3)),
        {"ann": 20, "bob": 8, "bot:easy": 40},
        *({"bob": 8, "cat": 8, "dan": 8} for _ in range(5)),
        {"bob": 2, "cat": 6},
        {"bob": 100, "cat": 100, "dan": 100, "eve": 100},  # Ann never plays for four
        {"ann": 200},  # and alone nobody can be compared
        {"bob": 300},
    )
    assert sources(engine) == {"mine": 12.5, "people": (3 * 4 + 8) / 4, "bots": (3 * 4 + 40) / 4}


def test_who_only_plays_alone_is_compared_with_others_who_do(engine: Engine) -> None:
    add_results(engine, {"ann": 10}, {"bob": 20}, {"bob": 50, "cat": 50})
    assert sources(engine) == {"mine": 10, "people": 20, "bots": None}


def test_equals_share_a_place() -> None:
    """Ann and the bot have won together."""
    match = SimpleNamespace(
        scores=lambda: [9, 5, 9], winners=lambda: [0, 2], result=dict, breakdown=lambda: [{}] * 3
    )
    play: Any = SimpleNamespace(match=match, bot_choices=[0, 0, 0])
    setup = SimpleNamespace(game="faiyum", players=3, options={})
    here = table(ANN, BOB, ROBOT)
    here.setup = setup  # type: ignore[assignment]
    results, _ = ending._results(here, play, 5)
    assert [(row["place"], row["won"]) for row in results] == [(1, True), (3, False), (1, True)]
