"""Choices with their full meaning, for people who do not see the table."""

from __future__ import annotations

from tests.descriptions import check_descriptions
from tests.faiyum.playing import uniform
from tests.faiyum.table import FARMER, SETTLEMENT, TWO_ROADS, Table, table


def described(t: Table, notation: str) -> str:
    return t.match.describe(t.match.str_to_action(notation))


def test_a_space_with_what_is_there_and_what_it_brings() -> None:
    t = table(hand=[FARMER], workers="b4").play("play farmer")
    assert described(t, "space c4") == (
        "c4, grapes, crocodile: place the worker here, gain 1 grape and $1 for the crocodile"
    )


def test_a_building_with_its_price_and_its_gain() -> None:
    t = table(hand=[SETTLEMENT], crocodiles_off="b4 d5", wheat=1, grape=1, stone=1, rose=1)
    price = "1 wheat, 1 grape and 1 stone"
    assert described(t.play("play settlement"), "space b4") == (
        f"b4, wheat: found the settlement here, pay {price}, gain $3 and 3 reputation"
    )


def test_a_road_with_what_it_joins() -> None:
    t = table(hand=[TWO_ROADS], settlements="d9 b7", wheat=2, grape=2).play("play two-roads")
    assert described(t, "road a7-b7").startswith("a7 to b7: build the road")


def test_cards_with_what_they_do_and_discounts() -> None:
    market = [6, 8, 10, 14, 16, 18, 20, 24]
    t = table(hand=[4, FARMER], market=market, tokens=[6], money=3)
    assert described(t, "play 4") == "Play 4 Revenue: Gain $5."
    assert described(t, "buy 6").startswith(
        "Buy 6 Senior farmer for $2, $1 off with its discount token: "
    )
    assert described(t, "cash 4") == (
        "Put 4 Revenue down for $2: it goes on your stack without its action"
    )


def test_administration_names_all_it_does() -> None:
    t = table(hand=[FARMER], stack=[14, 16, 18, 20], workers="b4")
    assert described(t, "administration") == (
        "Administration: gain $2, take up to 2 workers off the board for $1 each, take back "
        "20 New settlement, 18 Stone supplier and 16 Grape supplier, take back more cards from "
        "your stack for $1 each, then 2 cards leave the market and new ones come in"
    )


def test_passing_names_the_disaster() -> None:
    t = table(hand=[FARMER], market=[106, 108, 110, 112, 122, 124, 126, 128], deck=[])
    assert described(t, "pass") == (
        "Pass: you take no more turns; you take 128 Sandstorm and gain 6 reputation"
    )


def test_whole_games_are_described_without_changing_or_telling_anything_hidden() -> None:
    check_descriptions("faiyum", uniform)


def test_cards_that_are_bought_back_are_listed_once() -> None:
    t = table(hand=[FARMER], stack=[14, 16, 18, 20, 22], money=9).play("administration")
    assert described(t, "number 2") == (
        "2 cards for $2: pay $2 and take back 16 Grape supplier and 14 Wheat supplier"
    )
