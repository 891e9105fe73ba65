"""A card of a known family is one row of data: new numbers and figures play, ask, are told,
explained, observed and judged without a line of code."""

from __future__ import annotations

import math
from copy import deepcopy
from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from sandtable import envs
from sandtable.bots.evaluations import evaluation
from sandtable.games.faiyum.cards.deck import FAMILIES
from sandtable.games.faiyum.game import Faiyum
from sandtable.kernel.rng import seeded
from sandtable.terminal.renderer import renderer_for
from sandtable.terminal.screen import Screen
from tests.faiyum.table import FARMER, Position, Table, table
from tests.faiyum.valley import VALLEY

#: Figures that are raised by one in the new rows, where the family allows it.
RAISED = ("matching", "each", "per_town", "per_workshop", "price")


def new_rows() -> dict[str, dict[str, Any]]:
    """For each family a card of it with a number, a name and figures of its own."""
    rows: dict[str, dict[str, Any]] = {}
    number = 31
    for card in VALLEY.edition["cards"]:
        if card["family"] in rows or card["family"] == "disaster":
            continue
        row = deepcopy(card)
        row.update(number=number, name=f"New {row['family'].replace('_', ' ')}")
        for field in RAISED:
            if field in row:
                row[field] += 1
        for word in row.get("gain", {}):
            row["gain"][word] += 1
        if "rewards" in row:
            row["rewards"] = [reward + 1 for reward in row["rewards"]]
        rows[row["family"]] = row
        number += 2
    return rows


ROWS = new_rows()
NUMBERS = {family: row["number"] for family, row in ROWS.items()}


@pytest.fixture(scope="module")
def game() -> Faiyum:
    edition = deepcopy(VALLEY.edition)
    edition["cards"] += ROWS.values()
    assert VALLEY.check_edition(edition) == []
    made = VALLEY.in_edition(edition)
    assert isinstance(made, Faiyum)
    return made


#: A position in which every card can be played.
RICH: Position = {
    "money": 20,
    "reputation": 9,
    "wheat": 5,
    "grape": 5,
    "stone": 5,
    "fish": 5,
    "rose": 5,
    "workers": "c4 b9",
    "settlements": "c2 c4 d6",
    "towns": "c8",
    "workshops": "d2 d4 e5 c6",
    "roads": "c2-c3 c3-c4 d6-d7",
    "crocodiles_off": "d3 c3",
}


def rich(game: Faiyum, number: int) -> Table:
    return table(hand=[number, FARMER, 4], stack=[FARMER, 4], game=game, **RICH)


def test_there_is_a_new_card_of_every_family() -> None:
    assert set(ROWS) == set(FAMILIES) - {"disaster"}
    standard = {card["number"] for card in VALLEY.edition["cards"]}
    assert not standard & set(NUMBERS.values())


@pytest.mark.parametrize("family", list(ROWS))
def test_a_new_card_plays_asks_and_is_told(game: Faiyum, family: str) -> None:
    number, name = NUMBERS[family], ROWS[family]["name"]
    for seed in range(4):
        rng = seeded(seed, family)
        t = rich(game, number)
        t.play(f"play {number}")
        told = t.match.events()
        while not t.turn_over():
            copied = ROWS["revenue"]["name"] if family == "papyrus" else name
            assert t.match.prompt().startswith(f"{copied}: "), t.match.prompt()
            options = t.match.legal_actions()
            texts = [t.match.action_text(action) for action in options]
            assert len(set(texts)) == len(texts) and all(texts)
            t.match.apply(options[rng.below(len(options))])
            told += t.match.events()
        (line, *_) = game.log_lines(told, ["Ann", "Ben"])
        assert line.startswith(f"Ann plays {number} {name}"), line


@pytest.mark.parametrize("family", list(ROWS))
def test_a_new_card_is_explained(game: Faiyum, family: str) -> None:
    """A poor seat is told why, a rich one needs no reason."""
    number = NUMBERS[family]
    assert rich(game, number).why(f"play {number}") == ""
    poor = table(hand=[number], workers_left=0, game=game, crocodiles_off="all")
    assert bool(poor.why(f"play {number}")) != poor.can(f"play {number}")


@pytest.mark.parametrize("family", list(ROWS))
def test_a_new_card_is_observed_and_drawn(game: Faiyum, family: str) -> None:
    number = NUMBERS[family]
    t = rich(game, number)
    layout = envs.layout(game, 2)
    seen = layout.of_match(t.match, 0)
    assert np.array_equal(seen, layout.of_view(t.match.view(0)))
    assert not np.array_equal(seen, layout.of_match(rich(game, 6).match, 0))
    console = Console(file=StringIO(), width=120)
    drawing = renderer_for(game, ["Ann", "Ben"], Screen(console, plain=True))
    console.print(drawing.table(t.match.view(0), []))
    assert f"{number} {ROWS[family]['name']}" in console.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize("family", list(ROWS))
def test_a_new_card_is_judged(game: Faiyum, family: str) -> None:
    number = NUMBERS[family]
    judge = evaluation(game)
    t = rich(game, number)
    while not t.turn_over():
        decision = t.match.decision()
        assert decision is not None
        rates = judge.rate_actions(t.match.state, decision)
        assert len(rates) == len(decision.actions)
        assert all(math.isfinite(rate) for rate in rates)
        offers = t.offers()
        wanted = f"play {number}" if f"play {number}" in offers else offers[rates.index(max(rates))]
        t.play(wanted)
    assert all(math.isfinite(value) for value in judge.values(t.match.state))


def test_figures_of_a_row_are_what_counts(game: Faiyum) -> None:
    t = rich(game, NUMBERS["revenue"]).play(f"play {NUMBERS['revenue']}")
    assert t.changes() == {"money": 6}
    t = rich(game, NUMBERS["harvest"]).play(f"play {NUMBERS['harvest']}", "space b4")
    assert t.changes() == {"wheat": 2, "money": 1}
    t = rich(game, NUMBERS["novices"]).play(f"play {NUMBERS['novices']}", "space c4", "done")
    assert t.changes() == {"money": 3}
