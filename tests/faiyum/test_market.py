"""The card market: prices, discount tokens, buying, drawing."""

from __future__ import annotations

import pytest

from tests.faiyum.table import FARMER, table

MARKET = [6, 8, 10, 14, 16, 18, 20, 24]


@pytest.mark.parametrize(
    ("money", "offered"),
    [
        (2, set()),
        (3, {"6"}),
        (4, {"6", "8"}),
        (5, {"6", "8", "10"}),
        (6, {"6", "8", "10"}),
        (7, {"6", "8", "10", "14"}),
        (99, {"6", "8", "10", "14"}),
    ],
)
def test_prices_by_slot_without_tokens(money: int, offered: set[str]) -> None:
    t = table(hand=[FARMER], market=MARKET, tokens=[], money=money)
    assert t.choices("buy") == offered


@pytest.mark.parametrize(
    ("money", "offered"),
    [
        (1, set()),
        (2, {"6"}),
        (3, {"6", "8"}),
        (4, {"6", "8", "10"}),
        (5, {"6", "8", "10"}),
        (6, {"6", "8", "10", "14"}),
    ],
)
def test_prices_by_slot_with_tokens(money: int, offered: set[str]) -> None:
    t = table(hand=[FARMER], market=MARKET, tokens=[6, 8, 10, 14], money=money)
    assert t.choices("buy") == offered


@pytest.mark.parametrize(
    ("card", "price", "tokens"),
    [(6, 3, []), (8, 4, []), (10, 5, []), (14, 7, []), (6, 2, [6]), (14, 6, [14]), (8, 4, [6])],
)
def test_buying_pays_the_price_and_puts_the_card_in_the_hand(
    card: int, price: int, tokens: list[int]
) -> None:
    t = table(hand=[FARMER], stack=[4], market=MARKET, tokens=tokens, draws=[112], money=9)
    t.play(f"buy {card}")
    assert t.changes() == {"money": -price}
    assert t.seat(0).hand == sorted([FARMER, card])
    assert t.seat(0).stack == [4]
    assert t.market() == sorted({*MARKET, 112} - {card})
    assert t.turn_over()


def test_buying_puts_the_token_above_the_market_and_leaves_the_others() -> None:
    t = table(hand=[FARMER], market=MARKET, tokens=[6, 8, 14], draws=[112], money=9)
    assert t.state.tokens_free == 1
    t.play("buy 8")
    assert t.tokens() == [6, 14]
    assert t.state.tokens_free == 2


@pytest.mark.parametrize("drawn", [2, 12, 22, 112])
def test_drawn_card_is_sorted_in_without_token_and_tokens_travel(drawn: int) -> None:
    t = table(hand=[FARMER], market=MARKET, tokens=[10, 14], draws=[drawn], money=9)
    t.play("buy 6")
    assert t.market() == sorted({*MARKET, drawn} - {6})
    assert t.tokens() == [10, 14]
    slots = t.match.view(None)["market"]
    assert [slot["card"] for slot in slots] == t.market()
    assert [slot["current"] for slot in slots] == [True] * 4 + [False] * 4
    prices = [3, 4, 5, 7]
    for slot, price in zip(slots[:4], prices, strict=True):
        assert slot["price"] == price - (1 if slot["card"] in (10, 14) else 0)
        assert slot["token"] == (slot["card"] in (10, 14))
    assert all(slot["price"] is None and not slot["token"] for slot in slots[4:])


def test_future_market_cannot_be_bought_until_it_moves_up() -> None:
    t = table(hand=[FARMER], market=MARKET, draws=[112], money=50)
    assert "16" not in t.choices("buy")
    assert "future" in t.why("buy 16")
    t.play("buy 6").others()
    assert t.choices("buy") == {"8", "10", "14", "16"}


def test_cards_are_drawn_from_the_pile_first_then_from_the_final_stack() -> None:
    t = table(hand=[FARMER], market=MARKET, deck=[112, 120, 122, 124, 126, 128], money=50)
    view = t.match.view(None)["to_come"]
    assert view == {"draw_pile": [112], "final_stack": [120, 122, 124, 126, 128]}
    t.play("buy 6").others()
    assert t.market()[-1] == 112
    t.play("buy 8")
    assert t.market()[-1] == 120
    view = t.match.view(None)["to_come"]
    assert view == {"draw_pile": [], "final_stack": [122, 124, 126, 128]}


def test_other_seats_are_not_touched_by_a_purchase() -> None:
    t = table(players=3, hand=[FARMER], market=MARKET, money=50)
    before = [t.seat(seat).amounts() for seat in (1, 2)]
    t.play("buy 6")
    assert [t.seat(seat).amounts() for seat in (1, 2)] == before
    assert t.match.current_player == 1
