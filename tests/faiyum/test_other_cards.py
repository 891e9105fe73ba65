"""4 REVENUE, 22 REFINEMENT, 36 THIEF, 50 ALL-ROUNDER, 52 ORDER, 64 BAZAAR, 86 ESCORT."""

from __future__ import annotations

from typing import Any

import pytest

from tests.faiyum.table import FARMER, SETTLEMENT, TWO_ROADS, Position, Table, table

MARKET = [6, 8, 10, 14, 16, 18, 20, 24]
LAST_MARKET = [120, 122, 124, 126, 128]


def test_4_revenue_five_dollars() -> None:
    t = table(hand=[4]).play("play 4")
    assert t.changes() == {"money": 5}
    assert t.seat(0).stack == [4]


# -- 22 REFINEMENT -----------------------------------------------------------------------------


def test_22_refinement_one_or_two_of_what_is_owned() -> None:
    t = table(hand=[22], wheat=1, fish=2, rose=1).play("play 22")
    assert t.choices("gain") == {
        "wheat",
        "fish",
        "rose",
        "2fish",
        "wheat+fish",
        "wheat+rose",
        "fish+rose",
    }
    t.play("gain wheat+rose")
    assert t.changes() == {"wheat": 1, "rose": 1}


def test_22_refinement_same_twice_only_if_owned_twice() -> None:
    t = table(hand=[22], grape=2, rose=2).play("play 22")
    assert {"2grape", "2rose"} <= t.choices("gain")
    t.play("gain 2rose")
    assert t.changes() == {"rose": 2}
    t = table(hand=[22], grape=1).play("play 22")
    assert t.changes() == {"grape": 1}


def test_22_refinement_with_nothing() -> None:
    t = table(hand=[22], money=9)
    assert not t.can("play 22")
    assert t.why("play 22")


# -- 36 THIEF ----------------------------------------------------------------------------------


def test_36_thief_stolen_card_lies_under_it_on_the_stack() -> None:
    t = table(hand=[36], stack=[FARMER], market=MARKET, tokens=[6, 8], draws=[26])
    t.play("play 36")
    assert t.choices("take") == {"6", "8", "10", "14"}
    t.play("take 8")
    assert t.changes() == {}
    assert t.seat(0).stack == [FARMER, 8, 36]
    assert t.seat(0).hand == []
    assert t.market() == [6, 10, 14, 16, 18, 20, 24, 26], "refilled at once"
    assert t.tokens() == [6]
    assert t.state.tokens_free == 3


def test_36_thief_drawn_card_may_go_to_the_current_market() -> None:
    t = table(hand=[36], market=MARKET, tokens=[14], draws=[2]).play("play 36", "take 6")
    assert t.market() == [2, 8, 10, 14, 16, 18, 20, 24]
    assert t.tokens() == [14]


def test_36_64_no_disasters() -> None:
    t = table(hand=[36], market=LAST_MARKET, deck=[]).play("play 36")
    assert t.seat(0).stack == [120, 36], "the only card that can be taken"
    for card in (36, 64):
        t = table(hand=[card], market=[122, 124, 126, 128], deck=[], money=9)
        assert not t.can(f"play {card}")
        assert t.why(f"play {card}")


# -- 64 BAZAAR ---------------------------------------------------------------------------------


def test_64_bazaar_two_dollars_or_one_with_a_token() -> None:
    t = table(hand=[64], stack=[FARMER], market=MARKET, tokens=[6], draws=[26], money=2)
    t.play("play 64")
    assert t.choices("take") == {"6", "8", "10", "14"}
    t.play("take 14")
    assert t.changes() == {"money": -2}
    assert t.seat(0).hand == [14]
    assert t.seat(0).stack == [FARMER, 64]
    assert t.market() == [6, 8, 10, 16, 18, 20, 24, 26]
    assert t.state.tokens_free == 3

    t = table(hand=[64], market=MARKET, tokens=[6], draws=[26], money=2)
    t.play("play 64", "take 6")
    assert t.changes() == {"money": -1}
    assert t.state.tokens_free == 4
    assert t.tokens() == []


def test_64_bazaar_only_what_can_be_paid() -> None:
    t = table(hand=[64], market=MARKET, tokens=[8, 14], money=1).play("play 64")
    assert t.choices("take") == {"8", "14"}
    t = table(hand=[64], market=MARKET, tokens=[], money=1)
    assert not t.can("play 64")
    assert t.why("play 64")
    assert not table(hand=[64], market=MARKET, tokens=[8], money=0).can("play 64")


# -- 50 ALL-ROUNDER ----------------------------------------------------------------------------


def test_50_all_rounder_top_card_back() -> None:
    t = table(hand=[50], stack=[4, FARMER]).play("play 50", "back")
    assert t.seat(0).hand == [FARMER]
    assert t.seat(0).stack == [4, 50], "taken before ALL-ROUNDER lies there itself"
    assert t.changes() == {}


@pytest.mark.parametrize("kind", ["wheat", "grape", "stone", "fish"])
def test_50_all_rounder_a_resource_of_choice(kind: str) -> None:
    t = table(hand=[50], stack=[4]).play("play 50", f"gain {kind}")
    assert t.changes() == {kind: 1}
    assert t.seat(0).stack == [4, 50]


def test_50_all_rounder_reputation() -> None:
    t = table(hand=[50]).play("play 50", "reputation")
    assert t.changes() == {"reputation": 1}


def test_50_all_rounder_options() -> None:
    t = table(hand=[50], rose=2).play("play 50")
    assert set(t.offers()) == {"gain wheat", "gain grape", "gain stone", "gain fish", "reputation"}
    t = table(hand=[50], stack=[4]).play("play 50")
    assert t.can("back")


# -- 52 ORDER ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3])
def test_52_order_two_dollars_for_each_card(number: int) -> None:
    t = table(hand=[52, 4, 26, TWO_ROADS, FARMER], stack=[SETTLEMENT]).play("play 52")
    assert not t.can("done")
    names = ["26", "farmer", "4"]
    for name in names[:number]:
        t.play(f"hand {name}")
    if number < 3:
        t.play("done")
    assert t.turn_over()
    assert t.changes() == {"money": 2 * number}
    under = [26, FARMER, 4][:number]
    assert t.seat(0).stack == [*reversed(under), SETTLEMENT, 52], "the last chosen lies lowest"


def test_52_order_cannot_choose_itself_and_offers_equal_cards_once() -> None:
    t = table(hand=[52, FARMER, FARMER, 4]).play("play 52")
    assert t.offers() == ["hand farmer", "hand 4"]


def test_52_order_whole_hand() -> None:
    t = table(hand=[52, FARMER, FARMER]).play("play 52")
    assert t.can("done"), "one farmer went at once, being the only answer"
    t.play("hand farmer")
    assert t.turn_over()
    assert t.seat(0).hand == []
    assert t.seat(0).stack == [FARMER, FARMER, 52]
    assert t.changes() == {"money": 4}


def test_52_order_without_another_card() -> None:
    t = table(hand=[52])
    assert not t.can("play 52")
    assert t.why("play 52")


# -- 86 ESCORT ---------------------------------------------------------------------------------

#: Four settlements in a chain: c1 - c3 - c5 - c7, each two roads from the next.
CHAIN: Position = {"settlements": "c1 c3 c5 c7", "roads": "c1-c2 c2-c3 c3-c4 c4-c5 c5-c6 c6-c7"}


def escort(workers: str, money: int = 6, **changed: Any) -> Table:
    return table(hand=[86], workers=workers, money=money, **(CHAIN | changed))


@pytest.mark.parametrize(("hops", "cost", "reputation"), [(1, 2, 4), (2, 4, 5), (3, 6, 6)])
def test_86_escort_one_to_three_settlements(hops: int, cost: int, reputation: int) -> None:
    t = escort("c1").play("play 86")
    assert t.choices("number") == {"1", "2", "3"}
    t.play(f"number {hops}")
    assert t.changes() == {"money": -cost, "reputation": reputation}
    assert t.workers() == set(), "the worker leaves the board"
    assert t.supply("workers") == 30


@pytest.mark.parametrize(("money", "hops"), [(2, "1"), (4, "12"), (5, "12"), (6, "123")])
def test_86_escort_no_further_than_can_be_paid(money: int, hops: str) -> None:
    t = escort("c1 a5", money).play("play 86")
    if len(hops) > 1:
        assert t.choices("number") == set(hops)
    else:
        assert t.changes() == {"money": -2, "reputation": 4}


def test_86_escort_only_the_last_settlement_must_be_free() -> None:
    t = escort("c1 c3").play("play 86", "space c1")
    assert t.choices("number") == {"2", "3"}
    t = table(hand=[86], workers="c1 c3", prone="c5", money=6, **CHAIN)
    t.play("play 86", "space c3")
    assert t.changes() == {"money": -4, "reputation": 5}, "over c5 to c7, the only way"
    assert t.workers() == {"c1"}


def test_86_escort_from_the_middle() -> None:
    t = escort("c3").play("play 86")
    assert t.choices("number") == {"1", "2"}, "c1 or c5, and c7 over c5; never back to c3"


def test_86_escort_upright_worker_on_a_settlement() -> None:
    t = escort("c2 a7")
    assert not t.can("play 86")
    assert t.why("play 86")
    t = table(hand=[86], prone="c1", money=6, **CHAIN)
    assert not t.can("play 86"), "a prone worker does not march"


def test_86_escort_a_building_site_ends_the_chain() -> None:
    t = table(
        hand=[86],
        settlements="a5",
        roads="a5-a6 a6-a7 a7-a8 a8-b8 b8-b9",
        workers="a5",
        money=6,
    )
    assert not t.can("play 86")


def test_86_escort_over_bridges_and_towns() -> None:
    t = table(hand=[86], settlements="c4", towns="d4", bridges="c4-d4", workers="c4", money=2)
    t.play("play 86")
    assert t.changes() == {"money": -2, "reputation": 4}


def test_86_escort_never_the_same_settlement_twice() -> None:
    # A ring of the three settlements c3, c5 and a5.
    t = table(
        hand=[86],
        settlements="c3 c5 a5",
        roads="c3-c4 c4-c5 c5-b5 b5-a5 a5-b4 b4-c3",
        workers="c3",
        money=6,
    )
    t.play("play 86")
    assert t.choices("number") == {"1", "2"}, "a third hop would lead back to a place visited"


def test_86_escort_without_money() -> None:
    t = escort("c1", money=1)
    assert not t.can("play 86")
    assert "$2" in t.why("play 86")
