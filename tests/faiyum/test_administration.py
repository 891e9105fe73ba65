"""Administration: income, workers home, cards back, further cards, the market."""

from __future__ import annotations

import pytest

from tests.faiyum.table import FARMER, TWO_ROADS, Table, table

MARKET = [6, 8, 10, 14, 16, 18, 20, 24]
DRAWS = [110, 112]


# -- (1) income --------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "income"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0), (9, 0)])
def test_income_three_dollars_less_one_for_each_card_in_hand(cards: int, income: int) -> None:
    t = table(hand=[FARMER] * cards, workers="b4", market=MARKET)
    t.play("administration", "done")
    assert t.changes() == ({"money": income} if income else {})


def test_income_counts_the_hand_before_cards_come_back() -> None:
    t = table(hand=[FARMER], stack=[4, 26, TWO_ROADS], market=MARKET).play("administration")
    assert t.changes() == {"money": 2}
    assert t.seat(0).hand == [FARMER, TWO_ROADS, 4, 26]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_workers_home_none_one_or_two_for_a_dollar_each(number: int) -> None:
    t = table(hand=[FARMER] * 3, workers="b4 c4 e5", prone="d5", market=MARKET)
    t.play("administration")
    assert t.choices("space") == {"b4", "c4", "e5"}, "prone workers stay"
    assert t.can("done")
    for space in ["b4", "e5"][:number]:
        t.play(f"space {space}")
    if number < 2:
        t.play("done")
    assert t.changes() == ({"money": number} if number else {})
    assert len(t.workers()) == 3 - number
    assert t.supply("workers") == 26 + number
    assert t.prone() == {"d5"}
    assert t.turn_over()


def test_workers_home_only_one_there() -> None:
    t = table(hand=[FARMER] * 3, workers="b4", market=MARKET)
    t.play("administration", "space b4")
    assert t.turn_over()
    assert t.changes() == {"money": 1}


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5])
def test_top_three_cards_come_back_or_all_there_are(size: int) -> None:
    stack = [4, 26, 28, 30, 32][:size]
    t = table(hand=[FARMER] * 3, stack=stack, market=MARKET).play("administration")
    assert t.seat(0).hand == sorted([*[FARMER] * 3, *stack[-3:]])
    assert t.seat(0).stack == stack[:-3]
    assert t.changes() == {}
    assert t.turn_over()


def test_administration_with_an_empty_stack() -> None:
    t = table(hand=[FARMER, FARMER], market=MARKET, draws=DRAWS, tokens=[6, 8]).play(
        "administration"
    )
    assert t.changes() == {"money": 1}
    assert t.market() == [10, 14, 16, 18, 20, 24, 110, 112]


# -- (2) further cards -------------------------------------------------------------------------


@pytest.mark.parametrize("more", [0, 1, 2])
def test_further_cards_from_the_top_for_a_dollar_each(more: int) -> None:
    stack = [4, 26, 28, 30, 32]
    t = table(hand=[FARMER] * 3, stack=stack, money=9, market=MARKET).play("administration")
    assert t.choices("number") == {"0", "1", "2"}
    t.play(f"number {more}")
    assert t.changes() == ({"money": -more} if more else {})
    assert t.seat(0).stack == stack[: 2 - more]
    assert t.seat(0).hand == sorted([*[FARMER] * 3, *stack[2 - more :]])


def test_further_cards_are_paid_from_the_income_too() -> None:
    stack = [4, 26, 28, 30, 32, 34, 36, 38]
    t = table(hand=[FARMER], stack=stack, workers="b4", market=MARKET)
    t.play("administration", "space b4")
    assert t.choices("number") == {"0", "1", "2", "3"}, "$2 income and $1 for the worker"
    t.play("number 3")
    assert t.changes() == {}
    assert t.seat(0).stack == [4, 26]


@pytest.mark.parametrize(
    ("money", "most"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (10, 4), (99, 4)]
)
def test_further_cards_cost_one_two_three_and_so_on_alone(money: int, most: int) -> None:
    stack = [4, 26, 28, 30, 32, 34, 36]
    t = table(players=1, hand=[FARMER] * 3, stack=stack, money=money, market=MARKET)
    t.play("administration")
    if most:
        assert t.choices("number") == {str(i) for i in range(most + 1)}
        t.play(f"number {most}")
    t.play("remove 6", "remove 8")
    spent = most * (most + 1) // 2
    assert t.changes() == ({"money": -spent} if spent else {})
    assert t.seat(0).stack == stack[: 4 - most]


# -- (3) the market ----------------------------------------------------------------------------


def administered(players: int, tokens: list[int], draws: list[int] = DRAWS) -> Table:
    t = table(players=players, hand=[FARMER] * 3, market=MARKET, tokens=tokens, draws=draws)
    return t.play("administration")


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    ("tokens", "removed"),
    [
        ([], {6, 8}),
        ([6, 8, 10, 14], {6, 8}),
        ([8, 10, 14], {8, 10}),
        ([10, 14], {10, 14}),
        ([6, 14], {6, 14}),
        ([10], {10, 6}),
        ([14], {14, 6}),
        ([6], {6, 8}),
    ],
)
def test_market_two_or_three_players_remove_two_cards_tokens_first(
    players: int, tokens: list[int], removed: set[int]
) -> None:
    t = administered(players, tokens)
    assert t.market() == sorted({*MARKET, *DRAWS} - removed)
    assert t.tokens() == sorted(set(MARKET[:4]) - removed), "all that remain have a token"
    assert t.state.tokens_free == 2
    assert removed <= set(t.match.view(None)["gone"])


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize(
    ("tokens", "removed"),
    [([], 6), ([6, 8, 10, 14], 6), ([8, 10], 8), ([10, 14], 10), ([14], 14), ([6], 6)],
)
def test_market_four_or_five_players_remove_one_card(
    players: int, tokens: list[int], removed: int
) -> None:
    t = administered(players, tokens)
    assert t.market() == sorted({*MARKET, DRAWS[0]} - {removed})
    assert t.tokens() == sorted(set(MARKET[:4]) - {removed})
    assert t.state.tokens_free == 1


def test_market_tokens_go_to_the_cards_that_remain_not_to_those_that_slide_in() -> None:
    t = administered(2, [6, 8, 10, 14])
    assert t.market()[:4] == [10, 14, 16, 18]
    assert t.tokens() == [10, 14]


def test_market_new_cards_get_no_token_even_in_the_current_market() -> None:
    t = administered(2, [6, 8, 10, 14], draws=[2, 4])
    assert t.market()[:4] == [2, 4, 10, 14]
    assert t.tokens() == [10, 14]
    assert t.state.tokens_free == 2


@pytest.mark.parametrize(("first", "second"), [(6, 8), (14, 6), (10, 14)])
def test_market_alone_any_two_of_the_current_market(first: int, second: int) -> None:
    t = table(players=1, hand=[FARMER] * 3, market=MARKET, draws=DRAWS).play("administration")
    assert t.choices("remove") == {"6", "8", "10", "14"}
    t.play(f"remove {first}")
    assert t.choices("remove") == {"6", "8", "10", "14"} - {str(first)}
    t.play(f"remove {second}")
    assert t.market() == sorted({*MARKET, *DRAWS} - {first, second})
    assert t.tokens() == []
    assert t.state.tokens_free == 0


def test_market_removed_cards_have_left_the_game() -> None:
    t = administered(2, [6, 8])
    assert t.match.view(None)["gone"] == [6, 8]
    held = [card for seat in (0, 1) for card in (*t.seat(seat).hand, *t.seat(seat).stack)]
    assert 6 not in held


def test_administration_ends_the_turn_of_the_seat_alone() -> None:
    t = administered(3, [6, 8, 10, 14])
    assert t.match.current_player == 1
    assert t.seat(1).hand == [FARMER] * 5


def test_administration_that_brings_the_fourth_disaster_is_finished_first() -> None:
    market = [98, 100, 102, 104, 106, 122, 124, 126]
    t = table(
        hand=[FARMER] * 3,
        stack=[4, 26, 28],
        market=market,
        tokens=[98, 100],
        deck=[128, 112, 120],
    )
    t.play("administration")
    assert t.market() == [102, 104, 106, 112, 122, 124, 126, 128], "both cards were replaced"
    assert t.seat(0).hand == [FARMER, FARMER, FARMER, 4, 26, 28]
    assert t.match.current_player == 1
    assert t.can("pass")
    assert not t.can("administration")


def test_seat_that_can_do_nothing_but_administration_is_asked_all_the_same() -> None:
    t = table(hand=[], stack=[4])
    assert t.match.current_player == 0
    assert t.offers() == ["administration"]
    t.play("administration")
    assert t.seat(0).hand == [4]
    assert t.turn_over()
