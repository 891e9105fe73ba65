"""The effect language beyond what the standard edition says with it: editions play as they say."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sandtable.games.resafa.edition.check import check
from sandtable.games.resafa.game import Resafa
from tests.resafa.table import GAME, Position, Table, table

Edition = dict[str, Any]


def edition_with(section: str, name: str, **fields: Any) -> Edition:
    edition = copy.deepcopy(GAME.edition)
    entry = next(e for e in edition[section] if e["id"] == name)
    entry.update(fields)
    entry["source"] = "reconstructed"
    entry.pop("except", None)
    return edition


def sack_that_does(do: list[dict[str, Any]], **position: Any) -> Table:
    """A position with sack card s1 in hand, which does something else."""
    edition = edition_with("sack_cards", "s1", do=do)
    assert check(edition) == []
    return table(sacks="s1", game=Resafa(edition), **position)


def test_gain_with_a_price_among_other_parts_may_be_declined() -> None:
    do = [{"gain": {"coin": 1}}, {"gain": {"marble": 3}, "pay": {"stone": 1}}]
    t = sack_that_does(do, stone=1).play("use s1")
    assert t.changes() == {"coin": 1, "sacks": -1}
    assert t.offers() == ["decline", "yes"]
    t.play("yes")
    assert t.changes() == {"coin": 1, "stone": -1, "marble": 3, "sacks": -1}
    t = sack_that_does(do, stone=1).play("use s1", "decline")
    assert t.changes() == {"coin": 1, "sacks": -1}
    t = sack_that_does(do).play("use s1")
    assert t.changes() == {"coin": 1, "sacks": -1}, "no stone: nothing is asked"


def test_a_part_that_cannot_be_paid_waits_for_a_card_that_helps() -> None:
    do = [{"gain": {"coin": 1}}, {"gain": {"marble": 3}, "pay": {"stone": 1}}]
    t = sack_that_does(do, bonus="b15").play("use s1")
    assert t.offers() == ["decline", "use b15"]
    t.play("use b15", "yes")
    assert t.changes() == {"coin": 1, "stone": 1, "marble": 3, "sacks": -1, "bonus": -1}


def test_gain_pays_for_a_later_part_of_the_same_effect() -> None:
    do = [{"gain": {"stone": 1}}, {"gain": {"vp": 4}, "pay": {"stone": 1}}]
    t = sack_that_does(do).play("use s1", "yes")
    assert t.changes() == {"vp": 4, "sacks": -1}


def test_choose_from_a_list() -> None:
    do = [{"choose": 3, "from": ["coin", "marble", "spice"]}]
    t = sack_that_does(do).play("use s1")
    assert t.choices("item") == {"coin", "marble", "spice"}
    t.play("item coin", "item marble")
    assert t.choices("item") == {"marble", "spice"}
    t.play("item spice")
    assert t.changes() == {"coin": 1, "marble": 1, "spice": 1, "sacks": -1}


def test_choose_with_a_price() -> None:
    do = [{"choose": 1, "from": ["amphora", "spice"], "pay": {"marble": 2}}]
    assert not sack_that_does(do, marble=1).can("use s1")
    t = sack_that_does(do, marble=2).play("use s1", "item spice")
    assert t.changes() == {"marble": -2, "spice": 1, "sacks": -1}


@pytest.mark.parametrize(
    ("count", "position", "number"),
    [
        ("workshop", {"workshops": "w1-01 g7"}, 3),
        ("garden", {"gardens": "h9 small top, h9 large bottom"}, 2),
        ("full_square", {"gardens": "h9 small top, h9 large bottom, i8 small top"}, 1),
        ("canal", {"canals": "k1 r3c3, k2 back t1"}, 2),
        ("tank", {"canals": "k1 r3c3, k2 back t1"}, 1),
        ("base", {"bases": "gerasa 1, alia 1"}, 2),
        ("token", {"tokens": "square scarab garden:scarab"}, 3),
        ("square", {"tokens": "square scarab garden:scarab"}, 1),
        ("scarab", {"tokens": "square scarab garden:scarab"}, 2),
        ("camel", {"camel": 5}, 5),
        ("water_cube", {"cubes_kept": 2}, 2),
        ("pair", {"gardens": "h9 small top", "workshops": "w1-01 g7"}, 1),
        ("special", {"used": "p1 p19 p55"}, 3),
        ("yellow_card", {"yellow": "p37, p43 2"}, 2),
        ("white_card", {"used": "p1 p19 p36"}, 2),
        ("blue_card", {"used": "p1 p55 p72 p60"}, 3),
        ("pink_card", {"used": "p1 p18 p55"}, 2),
    ],
)
def test_every_count(count: str, position: Position, number: int) -> None:
    t = sack_that_does([{"per": count, "vp": 3}], **position).play("use s1")
    assert t.changes() == {"vp": 3 * number, "sacks": -1}
    t = sack_that_does([{"per": count, "vp": 3, "max": 1}], **position).play("use s1")
    assert t.changes() == {"vp": 3, "sacks": -1}


@pytest.mark.parametrize("colour", ["yellow", "white", "blue", "pink"])
def test_steps_on_a_named_track(colour: str) -> None:
    do = [{"step": colour, "times": 2}]
    t = sack_that_does(do).play("use s1")
    # The first step is the only answer; the second may be declined.
    assert t.offers() == ["decline", f"step {colour}"]
    t.play(f"step {colour}")
    assert t.changes() == {colour: 2, "sacks": -1}


def test_steps_at_a_price_each() -> None:
    do = [{"step": "any", "times": 3, "pay": {"coin": 1}}]
    t = sack_that_does(do, coin=2).play("use s1", "step pink", "step white")
    assert t.changes() == {"coin": -2, "pink": 1, "white": 1, "sacks": -1}
    assert t.asked() == "play", "no coin for the third"


@pytest.mark.parametrize(
    ("colour", "row"), [("white", {"white 1", "white 2"}), ("pink", {"pink 3"})]
)
def test_bonus_cards_of_a_named_colour(colour: str, row: set[str]) -> None:
    rows = {"white": "b8 b9 -", "pink": "- - b7"}
    t = sack_that_does([{"bonus_card": colour, "times": 2}], bonus_cards=rows).play("use s1")
    if len(row) > 1:
        assert t.choices("bonus") == row
    else:
        assert t.me.bonus == ["b7"], "there was only one"


def test_bonus_cards_at_a_price() -> None:
    rows = {"white": "b8 b9 b10"}
    do = [{"bonus_card": "any", "times": 2, "pay": {"coin": 2}}]
    t = sack_that_does(do, bonus_cards=rows, coin=3).play("use s1", "bonus white 2")
    assert t.changes() == {"coin": -2, "bonus": 1, "sacks": -1}
    assert t.asked() == "play"


def test_productions_at_a_price_paid_once() -> None:
    do = [{"produce": 2, "pay": {"coin": 1}}]
    assert not sack_that_does(do).can("use s1")
    t = sack_that_does(do, coin=1).play("use s1", "room a 2", "room b 1")
    assert t.changes() == {"coin": -1 + 2, "stone": 3, "sacks": -1}


def test_productions_need_a_room_that_works_after_the_price() -> None:
    """With seven camels only B's rooms and A's coins are left; all are free of price."""
    t = sack_that_does([{"produce": 1, "pay": {"stone": 1}}], stone=1).play("use s1")
    assert "b 2" not in t.choices("room"), "the stone is spent"


def test_gardens_of_both_sizes() -> None:
    t = sack_that_does([{"garden": "large", "pay": {"marble": 1}}], marble=1).play("use s1")
    t.play("square i8")
    assert t.choices("lay") == {"large top", "large bottom", "large left", "large right"}
    t.play("lay large top")
    assert t.changes() == {"marble": -1, "vp": 1, "sacks": -1}
    t = sack_that_does([{"garden": "small", "green": False, "times": 2}]).play("use s1")
    t.play("square i8", "lay small top", "square i8", "lay small middle-row")
    assert t.changes() == {"sacks": -1}


def test_workshops_of_a_level() -> None:
    offer = "w1-01 w1-02 w1-03 w2-01 w2-02 w2-03"
    rich: Position = {"offer": offer, "round": 3, "tokens": "square square"}
    t = sack_that_does([{"workshop": 2, "pay": {"marble": 2}}], marble=2, **rich).play("use s1")
    assert t.choices("tile") == {"w2-01", "w2-02", "w2-03"}
    t = sack_that_does([{"workshop": 1}], **rich).play("use s1")
    assert t.choices("tile") == {"w1-01", "w1-02", "w1-03"}
    t = sack_that_does([{"workshop": "any"}], **rich).play("use s1")
    assert len(t.choices("tile")) == 6


@pytest.mark.parametrize("action", ["workshop", "provisions", "garden", "production", "canal"])
def test_every_action_as_an_effect(action: str) -> None:
    t = sack_that_does([{"action": action}], coin=9, stone=9, marble=9).play("use s1")
    question = {
        "workshop": "tile",
        "provisions": "provisions",
        "garden": "square",
        "production": "produce",
        "canal": "canal",
    }
    assert t.asked() == question[action]


def test_trading_as_an_effect() -> None:
    do = [{"action": "trading", "free_move": True, "flip": True}]
    t = sack_that_does(do, at="kena").play("use s1", "go masqat by resafa")
    assert t.can("flip")
    assert t.changes() == {"sacks": -1}


def test_needs() -> None:
    edition = edition_with("bonus_cards", "b22", need={"base": 2, "camel": 3})
    game = Resafa(edition)
    assert not table(bonus="b22", bases="gerasa 1", camel=3, game=game).can("use b22")
    assert not table(bonus="b22", bases="gerasa 1, alia 1", camel=2, game=game).can("use b22")
    assert table(bonus="b22", bases="gerasa 1, alia 1", camel=3, game=game).can("use b22")


def test_rooms_with_choices_and_steps() -> None:
    edition = edition_with("workshops", "w1-06")
    entry = next(e for e in edition["workshops"] if e["id"] == "w1-06")
    entry["front"]["rooms"] = [
        {"choose": 1, "from": ["stone", "marble"], "pay": {"coin": 1}},
        {"step": "any"},
    ]
    assert check(edition) == []
    game = Resafa(edition)
    t = table(workshops="w1-06 g7", coin=1, game=game).act("production").play("room w1-06 1")
    t.play("item marble")
    assert t.changes() == {"coin": -1, "marble": 1}
    t = table(workshops="w1-06 g7", game=game).act("production").play("room w1-06 2")
    t.play("step blue")
    assert t.changes() == {"blue": 1}
    ends = {"yellow": 9, "white": 8, "blue": 5, "pink": 9}
    t = table(workshops="w1-06 g7", tracks=ends, game=game).act("production")
    assert not any(room.startswith("w1-06") for room in t.choices("room"))


def test_rewards_and_bases_of_other_editions() -> None:
    edition = copy.deepcopy(GAME.edition)
    rewards = next(entry for entry in edition["tables"] if entry["id"] == "garden_rewards")
    rewards["rewards"][0] = [{"choose": 1, "from": ["amphora", "spice"]}, {"bonus_card": "pink"}]
    rewards["source"] = "reconstructed"
    base = next(b for b in edition["sides"]["1-2"]["bases"] if b["id"] == "gerasa-1")
    base["do"] = [{"gain": {"marble": 2}}]
    game = Resafa(edition)
    rows = {"pink": "b7 b6 -"}
    t = table(gardens="i8 large top", stone=1, bonus_cards=rows, game=game).act("garden")
    t.play("square i8", "item spice", "bonus pink 2")
    assert t.me.bonus == ["b6"]
    assert t.me.spice == 1
    t = table(coin=4, stone=1, game=game).act("trading")
    t.play("go gerasa", "load nothing", "buy 1", "base 1")
    assert t.changes()["marble"] == 2


def test_helps_of_other_editions() -> None:
    edition = edition_with(
        "special_cards",
        "p58",
        always=[{"on": "move", "discount": {"coin": 2}}, {"on": "trade", "gain": {"stone": 1}}],
    )
    game = Resafa(edition)
    t = table(specials="p58", coin=2, game=game).act("trading")
    assert len(t.choices("go")) == 9, "the furthest costs three, two of them are off"
    t.play("go antiochia", "buy 1")
    assert t.changes() == {"coin": -2, "stone": 1}
