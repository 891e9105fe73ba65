"""Editions of Faiyum: what may be changed, and that every fault is named instead of crashing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import EditionError
from sandtable.games.faiyum.actions import card_word
from sandtable.games.faiyum.edition.loading import standard
from sandtable.games.faiyum.game import Faiyum
from sandtable.kernel.edition import write
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from tests.conftest import games
from tests.faiyum.table import table
from tests.faiyum.test_papyrus import position
from tests.faiyum.valley import edition as valley_edition
from tools import check_board

GAME = sandtable.game("faiyum")
Edition = dict[str, Any]


def cards(edition: Edition) -> dict[int, dict[str, Any]]:
    return {card["number"]: card for card in edition["cards"]}


def space(edition: Edition, kind: str) -> dict[str, Any]:
    entry: dict[str, Any] = next(s for s in edition["board"]["spaces"] if s["kind"] == kind)
    return entry


def test_standard_edition_is_in_order() -> None:
    assert GAME.check_edition(standard()) == []
    report = check_board.check(standard()["board"])
    assert not report.faults, report.faults


def test_every_entry_says_where_it_comes_from() -> None:
    edition = standard()
    entries = [*edition["cards"], *edition["board"]["spaces"], *edition["campaign"]]
    assert all(e["source"] in ("rulebook", "seen", "reconstructed") for e in entries)
    assert {s["source"] for s in edition["board"]["spaces"]} <= {"seen", "reconstructed"}
    assert cards(edition)[32]["source"] == "reconstructed"


def test_another_map_can_be_played(tmp_path: Path) -> None:
    edition = valley_edition()
    match = GAME.new(players=3, seed=1, edition=edition)
    random_play(match, seeded(1))
    assert match.is_over
    path = str(tmp_path / "valley.json")
    write(edition, path)
    again = GAME.new(players=3, seed=1, edition=path)
    random_play(again, seeded(1))
    assert again.scores() == match.scores()
    text = str(match.record())
    assert sandtable.Record.parse(text).replay(edition=path).scores() == match.scores()


def test_changed_figures_are_played() -> None:
    edition = standard()
    cards(edition)[4]["gain"]["money"] = 7
    game = GAME.in_edition(edition)
    assert isinstance(game, Faiyum)
    card = game.deck[4]
    assert card is not None
    assert card.gains.money == 7
    assert GAME.in_edition(standard()) is GAME


def no_cards(e: Edition) -> None:
    del e["cards"]


def twice(e: Edition) -> None:
    e["cards"].append(e["cards"][0])


def one_missing(e: Edition) -> None:
    e["cards"] = [card for card in e["cards"] if card["number"] != 5]


def other_kind(e: Edition) -> None:
    space(e, "wheat")["kind"] = "grape"


def unknown_kind(e: Edition) -> None:
    space(e, "wheat")["kind"] = "swamp"


def same_name(e: Edition) -> None:
    e["board"]["spaces"][1]["name"] = e["board"]["spaces"][0]["name"]


def same_cell(e: Edition) -> None:
    one, two = e["board"]["spaces"][:2]
    two["q"], two["r"] = one["q"], one["r"]


def dam_elsewhere(e: Edition) -> None:
    e["board"]["dam"] = [e["board"]["spaces"][0]["name"], e["board"]["spaces"][1]["name"]]


def bridge_to_nowhere(e: Edition) -> None:
    e["board"]["bridges"][0] = ["a1", "nowhere"]


def six_goals(e: Edition) -> None:
    e["campaign"].pop()


def unknown_goal(e: Edition) -> None:
    e["campaign"][2]["goal"] = {"camels": {"at_least": 3}}


def unknown_family(e: Edition) -> None:
    cards(e)[26]["family"] = "wizard"


def negative_gain(e: Edition) -> None:
    cards(e)[14]["gain"]["wheat"] = -2


def unknown_price(e: Edition) -> None:
    cards(e)[40]["pay"] = {"camels": 1}


def other_game(e: Edition) -> None:
    e["game"] = "resafa"


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (no_cards, "cards"),
        (twice, "card 1"),
        (one_missing, "card 5"),
        (other_kind, "wheat"),
        (unknown_kind, "kind"),
        (same_name, "name"),
        (same_cell, "lies on"),
        (dam_elsewhere, "dam"),
        (bridge_to_nowhere, r"bridges\[0\]"),
        (six_goals, "goals"),
        (unknown_goal, "camels"),
        (unknown_family, "wizard"),
        (negative_gain, "card 14"),
        (unknown_price, "card 40"),
        (other_game, "faiyum"),
    ],
)
def test_faults_are_named(spoil: Callable[[Edition], None], word: str) -> None:
    edition = standard()
    spoil(edition)
    with pytest.raises(EditionError, match=word) as caught:
        GAME.new(players=2, seed=1, edition=edition)
    assert caught.value.problems


def test_all_faults_are_told_at_once() -> None:
    edition = standard()
    unknown_family(edition)
    negative_gain(edition)
    unknown_goal(edition)
    told = "; ".join(GAME.check_edition(edition))
    assert "card 26" in told and "card 14" in told and "campaign goal 3" in told


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    99,
    10**30,
    1.5,
    "",
    "x",
    "wheat",
    "settlement",
    "a1",
    [],
    {},
    [1],
    [[]],
    ["wheat", "wheat"],
    {"wheat": 1},
    {"at_least": 2},
]
#: Parts that only drawings use.
DRAWN = ("channel_course", "lake_outline", "fertile_outline", "scenery", "labels", "water")


def spoil_at_random(edition: Edition, rng: random.Random) -> str:
    """Change or drop one entry anywhere; says where."""
    path = []
    node: Any = edition
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = rng.choice([key for key in keys if key not in DRAWN])
        path.append(str(key))
        child = node[key]
        if not isinstance(child, (dict, list)) or not child or rng.random() < 0.15:
            break
        node = child
    junk = json.loads(json.dumps(rng.choice(JUNK)))
    if isinstance(node, dict) and rng.random() < 0.2:
        del node[key]
        return f"{'.'.join(path)} dropped"
    if isinstance(node, dict) and rng.random() < 0.2:
        key = rng.choice(["each_costs", "per_town", "grand", "matching", "up_to", "gain", "pay"])
        path[-1] = key
    node[key] = junk
    return f"{'.'.join(path)} = {junk!r}"


def spoiled_cards(number: int) -> Iterator[tuple[str, Edition]]:
    """A card with each of its entries replaced by each kind of junk."""
    text = json.dumps(valley_edition())
    common = ("number", "name", "text", "icon", "source", "scores_as")
    more = [] if number >= 122 else ["each_costs", "per_town", "grand", "matching"]
    for key in [*cards(valley_edition())[number], *more]:
        for junk in JUNK:
            if key not in common:
                edition = json.loads(text)
                cards(edition)[number][key] = junk
                yield f"card {number}: {key} = {junk!r}", edition


@pytest.mark.once
@pytest.mark.parametrize("number", [*cards(standard())])
def test_damaged_cards_are_refused_or_can_be_played(number: int) -> None:
    word = card_word(number)
    for what, edition in spoiled_cards(number):
        try:
            if GAME.check_edition(edition):
                continue
            game = Faiyum(edition)
            if number >= 122:
                random_play(game.new(players=2, seed=1), seeded(1))
                continue
            for seed in range(3):
                t = table(hand=[number], game=game, **position(number))
                rng = seeded(seed, what)
                if t.can(f"play {word}"):
                    t.play(f"play {word}")
                    while not t.turn_over():
                        t.play(t.offers()[rng.below(len(t.offers()))])
        except Exception as error:
            pytest.fail(f"{what}: {error!r}")


@pytest.mark.once
@pytest.mark.parametrize("batch", range(10))
def test_damaged_editions_are_refused_or_can_be_played(batch: int) -> None:
    text = json.dumps(standard())
    for number in range(games(40)):
        rng = random.Random(batch * 1_000_000 + number)
        edition = json.loads(text)
        what = spoil_at_random(edition, rng)
        try:
            match = GAME.new(players=1 + number % 5, seed=number, edition=edition)
        except EditionError as error:
            told = error.problems
        except Exception as error:
            pytest.fail(f"{what}: {error!r}")
        else:
            try:
                random_play(match, seeded(number))
                told = match.lines()
            except Exception as error:
                pytest.fail(f"{what}: accepted, then {error!r}")
        assert told, what


@pytest.mark.parametrize("number", [24, 30, 32, 34, 72, 86, 104, 108, 110, 114, 116])
def test_faces_show_cost_and_gain(number: int) -> None:
    face = cards(standard())[number]["face"]
    assert face["pay"] and face["gain"]


def test_face_of_the_all_rounder_shows_its_three_options() -> None:
    assert len(cards(standard())[50]["face"]["gain"]) == 3


def test_faces_are_no_matter_of_the_rules() -> None:
    edition = standard()
    del cards(edition)[50]["face"]
    assert GAME.in_edition(edition).fingerprint() == GAME.fingerprint()
