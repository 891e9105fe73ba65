"""The examples of the official glossary, set up on the tests' own map, with their figures."""

from __future__ import annotations

from tests.faiyum.table import FARMER, SETTLEMENT, TWO_ROADS, Position, table


def test_angelika_farmer_and_senior_farmer() -> None:
    position: Position = {"workers": "c5", "crocodiles_off": "b6"}
    t = table(hand=[FARMER], **position).play("play farmer")
    assert {"c4", "b6", "c6", "b5"} == t.choices("space")
    assert "d5" not in t.choices("space"), "the other side of the channel"
    t.play("space c4")
    assert t.changes() == {"grape": 1, "money": 1}
    assert "c4" not in t.crocodiles()
    t = table(hand=[6], **position).play("play 6", "space c4")
    assert t.changes() == {"grape": 2, "money": 1}
    t = table(hand=[FARMER], **position).play("play farmer", "space b6")
    assert t.changes() == {"wheat": 1}, "no $1 on a crocodile-free space"


def test_hedwig_settlement() -> None:
    t = table(
        hand=[SETTLEMENT, SETTLEMENT],
        settlements="c1",
        crocodiles_off="b4 b6 d5 c4",
        wheat=2,
        grape=2,
        stone=2,
    )
    t.play("play settlement", "space b4")
    assert t.changes() == {"wheat": -1, "grape": -1, "stone": -1, "reputation": 3, "money": 3}
    t.others().play("play settlement")
    offered = t.choices("space")
    assert {"b6", "d5"} <= offered
    assert "c4" not in offered, "beside the new settlement, though free of crocodiles"


def test_nicole_two_roads() -> None:
    t = table(hand=[TWO_ROADS], settlements="c1", crocodiles_off="c2", wheat=1, grape=1)
    t.play("play two-roads", "road c1-c2", "pay grape")
    assert set(t.network().joined["c1"]) == {"c2", "b2"}, "the second road was the only one left"
    assert t.changes() == {"wheat": -1, "grape": -1, "reputation": 3 + 1}


def test_angelika_gardener() -> None:
    position: Position = {
        "settlements": "c1",
        "roads": "c1-c2 b2-c1",
        "workers": "c4",
        "crocodiles_off": "c3 d5",
    }
    t = table(hand=[2], **position).play("play 2")
    offered = t.choices("space")
    assert {"c3", "c5", "d4", "d6"} <= offered
    assert not offered & {"c1", "c2", "c4"}
    with_crocodile = table(hand=[2], **position).play("play 2", "space d6")
    assert with_crocodile.changes() == {"rose": 1, "money": 1}
    without = table(hand=[2], **position).play("play 2", "space d5")
    assert without.changes() == {"rose": 1}


def test_hedwig_hermit() -> None:
    t = table(hand=[8], settlements="c6 c1", roads="c1-c2", workers="b4").play("play 8")
    assert "d6" in t.choices("space"), "opposite a settlement, on the small peninsula"
    t.play("space d6")
    assert "d6" not in t.crocodiles()
    assert t.changes() == {"reputation": 2, "money": 1}


def test_nicole_sacrifice_then_angelika_wheat_supplier() -> None:
    t = table(
        hand=[12],
        stack=[TWO_ROADS, FARMER, 4],
        other_hand=[14],
        settlements="e5",
        workers="b9",
    )
    t.play("play 12", "space b2", "stack 2")
    assert t.blocks("b2") == 1
    assert t.seat(0).stack == [TWO_ROADS, 4, 12]
    assert t.changes() == {"reputation": 1, "money": 3}
    # The only settlement without a worker lies on stone; the supplier gains wheat all the same.
    t.play("play 14")
    assert t.workers() == {"b9", "e5"}
    assert t.seat(1).wheat == 2


def test_hedwig_migrant_farmer() -> None:
    t = table(hand=[26], settlements="b4", workers="b4 e5")
    t.play("play 26", "space b4", "space c4", "space e5", "space d5")
    assert t.changes() == {"grape": 1, "wheat": 1, "money": 2}
    assert t.workers() == {"c4", "d5"}


def test_nicole_bridge() -> None:
    # c4 is a settlement; c8 and d8 are settlements opposite one another; on c2 two roads meet.
    t = table(
        hand=[38],
        settlements="c4 c8 d8",
        roads="b2-c2 c2-c3",
        wheat=1,
        grape=1,
    )
    t.play("play 38")
    assert t.choices("bridge") == {"c4-d4", "c8-d8"}, "not from c2: no junction on a resource space"
    t.play("bridge c4-d4")
    assert t.changes() == {"wheat": -1, "grape": -1, "reputation": 4}


def test_angelika_small_town() -> None:
    t = table(hand=[40], settlements="c4", towns="b9", workers="c4", wheat=1, grape=1, stone=1)
    t.play("play 40")
    assert t.changes() == {"wheat": -1, "grape": -1, "stone": -1, "reputation": 5, "money": 2}
    assert t.workers() == {"c4"}


def test_hedwig_farm_or_vineyard() -> None:
    # The bridge c5-d5 develops the wheat space d5; roads develop the grape spaces c6 and b7.
    position: Position = {"settlements": "c5", "bridges": "c5-d5", "roads": "c5-c6 c6-b7"}
    t = table(hand=[44], grape=1, stone=1, **position).play("play 44")
    assert t.workshops() == {"d5"}
    assert t.changes() == {"grape": -1, "stone": -1, "reputation": 3, "wheat": 3}
    t = table(hand=[46], wheat=1, stone=1, **position).play("play 46")
    assert t.choices("space") == {"c6", "b7"}


def test_nicole_expansion_then_angelika_assistant() -> None:
    t = table(hand=[54], other_hand=[56], workshops="c4 c5", stone=1)
    t.play("play 54", "space c4")
    assert t.changes() == {"stone": -1, "reputation": 3}
    t.play("play 56")
    assert t.choices("space") == {"c4", "c5"}
    other = t.match.clone()
    t.play("space c5")
    assert t.seat(1).wheat == 3
    other.apply(other.str_to_action("space c4"))
    assert other.view(None)["seats"][1]["resources"]["grape"] == 3


def test_hedwig_gem_searchers_then_nicole_novices() -> None:
    t = table(hand=[60], other_hand=[62], workers="b4 c4 c5 d5 e5 b9 f6", money=3)
    t.play("play 60", "space b4", "space c4", "space c5")
    assert t.changes() == {"money": -3}
    t.play("play 62")
    assert t.choices("space") == {"d5", "e5", "b9", "f6"}
    t.play("space d5", "space e5", "space b9")
    assert t.seat(1).money == 6
    assert t.prone() == {"b4", "c4", "c5"}


def test_angelika_bazaar_then_papyrus() -> None:
    market = [40, 44, 52, 56, 66, 76, 90, 92]
    t = table(
        hand=[64, 88],
        market=market,
        tokens=[40, 44, 52],
        draws=[46, 42],
        money=3,
        other_hand=[FARMER] * 3,
    )
    t.play("play 64", "take 52")
    assert t.changes() == {"money": -1}
    assert t.seat(0).hand == [52, 88]
    assert t.state.tokens_free == 2, "the token lies above the market"
    assert t.market() == [40, 44, 46, 56, 66, 76, 90, 92]
    t.others()
    # The last card she played was BAZAAR: its action again, this time without a token.
    t.play("play 88", "take 56")
    assert t.changes() == {"money": -3}
    assert t.seat(0).hand == [52, 56]
    assert t.seat(0).stack == [64, 88]


def test_hedwig_monument() -> None:
    t = table(hand=[72], stone=2, blocks={"b2": 1}).play("play 72", "space b2", "space a7")
    assert t.changes() == {"stone": -2, "reputation": 4}
    assert t.blocks("b2") == 2
    assert t.blocks("a7") == 1


def test_nicole_escort() -> None:
    t = table(
        hand=[86],
        settlements="c1 c3 c5 c7",
        roads="c1-c2 c2-c3 c3-c4 c4-c5 c5-c6 c6-c7",
        workers="c1 c5",
        money=6,
    )
    t.play("play 86", "space c1")
    assert t.choices("number") == {"1", "3"}, "a worker is on the second settlement"
    t.play("number 3")
    assert t.changes() == {"money": -6, "reputation": 6}
    assert t.workers() == {"c5"}


def test_hedwig_tax_collector() -> None:
    t = table(hand=[90], workshops="b4 c4 c8 d5 e6", towns="b9 d3").play("play 90", "space c4")
    assert t.changes() == {"money": 7}


def test_nicole_channel_festival() -> None:
    t = table(hand=[104], settlements="c1 c3 d5 a5", towns="c5 d7", fish=2, stone=2, wheat=1)
    t.play("play 104", "pay wheat", "pay stone", "pay stone", "pay fish", "pay fish")
    assert t.changes() == {"wheat": -1, "stone": -2, "fish": -2, "reputation": 7}


def test_angelika_harvest_festival() -> None:
    # Six connected settlements, two of them towns: c1, c3, c5, c7 and, over the bridge, d5, d7.
    t = table(
        hand=[110],
        settlements="c1 c3 c7 d7",
        towns="c5 d5",
        roads="c1-c2 c2-c3 c3-c4 c4-c5 c5-c6 c6-c7 d5-d6 d6-d7",
        bridges="c5-d5",
        fish=2,
        wheat=3,
    )
    t.play("play 110", "pay wheat", "pay wheat", "pay wheat", "pay fish", "pay fish")
    assert t.turn_over()
    assert t.changes() == {"wheat": -3, "fish": -2, "reputation": 7}


def test_hedwig_pharaoh() -> None:
    # The town a5 is joined with the pyramid a7 (4 blocks), the town c5 and the settlement b3;
    # the other town, c5, only with a5 and the settlement c7.
    position: Position = {
        "settlements": "b3 c7",
        "towns": "a5 c5",
        "roads": "a5-a6 a6-a7 a5-b5 b5-c5 a4-a5 a4-b3 c5-c6 c6-c7",
        "blocks": {"a7": 4},
    }
    t = table(hand=[112], **position).play("play 112", "space a5")
    assert t.changes() == {"reputation": 5 + 4}
    t = table(hand=[112], **position).play("play 112", "space c5")
    assert t.changes() == {"reputation": 5}
