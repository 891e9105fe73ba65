"""Editions are bounded: hostile ones are refused at once, the largest one is still quick."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

import sandtable
from sandtable.games.faiyum.edition.loading import standard
from sandtable.games.faiyum.game import Faiyum
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from tests.faiyum.largest import largest_edition

GAME = sandtable.game("faiyum")
assert isinstance(GAME, Faiyum)
Edition = dict[str, Any]
MOST_SECONDS = 0.25  # far more than it takes, for slow machines


def seconds(edition: Edition) -> tuple[list[str], float]:
    began = time.process_time()
    problems = GAME.check_edition(edition)
    return problems, time.process_time() - began


def many_spaces(e: Edition) -> None:
    first = e["board"]["spaces"][0]
    e["board"]["spaces"] = [{**first, "name": f"s{i}", "q": i} for i in range(40_000)]


def many_cards(e: Edition) -> None:
    e["cards"] = e["cards"] * 1000


def many_bridges(e: Edition) -> None:
    e["board"]["bridges"] = e["board"]["bridges"] * 5000


def many_labels(e: Edition) -> None:
    e["board"]["labels"] = e["board"]["labels"] * 20_000


def much_scenery(e: Edition) -> None:
    e["board"]["scenery"] = e["board"]["scenery"] * 2000


def long_outline(e: Edition) -> None:
    e["board"]["lake_outline"] = [[0.5, 0.5]] * 100_000


def long_text(e: Edition) -> None:
    e["cards"][0]["text"] = "x" * 1_000_000


def many_goals(e: Edition) -> None:
    e["campaign"] = e["campaign"] * 5000


def many_unknown_keys(e: Edition) -> None:
    e["cards"][0].update({f"key{i}": i for i in range(50_000)})


def deep_nest(e: Edition) -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    e["board"]["water"] = deep


@pytest.mark.parametrize(
    "spoil",
    [
        many_spaces,
        many_cards,
        many_bridges,
        many_labels,
        much_scenery,
        long_outline,
        long_text,
        many_goals,
        many_unknown_keys,
        deep_nest,
    ],
)
def test_huge_editions_are_refused_at_once(spoil: Callable[[Edition], None]) -> None:
    edition = standard()
    spoil(edition)
    problems, took = seconds(edition)
    assert problems
    assert len(problems) <= 50
    assert all(len(problem) < 300 for problem in problems)
    assert took < MOST_SECONDS


def label(key: str, value: object) -> Callable[[Edition], None]:
    return lambda e: e["board"]["labels"][0].update({key: value})


def scenery(key: str, value: object) -> Callable[[Edition], None]:
    return lambda e: e["board"]["scenery"][0].update({key: value})


MARKUP = '0)"><img src=x onerror=alert(1)>'


@pytest.mark.parametrize(
    "spoil",
    [
        label("turn", MARKUP),
        label("turn", 1e9),
        label("turn", float("nan")),
        label("turn", float("inf")),
        label("size", MARKUP),
        label("x", [1]),
        label("on", MARKUP),
        label("text", "a\u0000b"),
        label("onclick", "x"),
        scenery("size", MARKUP),
        scenery("size", -1),
        scenery("kind", MARKUP),
        scenery("x", None),
        lambda e: e["board"]["geometry"].update(view=[MARKUP] * 4),
        lambda e: e["board"]["geometry"].update(view=[0, 0, 1]),
        lambda e: e["board"].update(channel_width=MARKUP),
        lambda e: e["board"].update(lake_outline=[["M0 0", 1]]),
        lambda e: e["board"].update(feeder=[[1, 2, 3]]),
        lambda e: e["board"].update(water=[[0, "x"]]),
        lambda e: e["board"]["compass"].update(size=MARKUP),
        lambda e: e["board"]["title"].update(text=5),
        lambda e: e["board"].update(script="x"),
        lambda e: e["cards"][0].update(icon='"><script>'),
        lambda e: e["cards"][0].update(name=""),
        lambda e: e["cards"][0].update(number=10**30),
        lambda e: e["cards"][0].update(number=True),
        lambda e: e["cards"][5].update(number=121.0),
        lambda e: e["campaign"][0].update(bonus={"money": 10**6}),
        lambda e: e["campaign"][0].update(goal={"towns": {}}),
        lambda e: e.update(extra=1),
        lambda e: e.update(name=MARKUP),
    ],
)
def test_everything_in_an_edition_is_checked_by_type_and_range(
    spoil: Callable[[Edition], None],
) -> None:
    edition = standard()
    spoil(edition)
    assert GAME.check_edition(edition)


def test_largest_accepted_edition_is_checked_and_played() -> None:
    edition = largest_edition()
    problems, took = seconds(edition)
    assert problems == []
    assert took < MOST_SECONDS
    match = GAME.new(players=2, seed=1, edition=edition)
    random_play(match, seeded(1))
    assert match.is_over
