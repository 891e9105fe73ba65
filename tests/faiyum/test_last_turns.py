"""The last turns: passing, its rewards, the final stack, the end, ties."""

from __future__ import annotations

import pytest

from sandtable import IllegalAction
from tests.faiyum.table import FARMER, Position, table

MARKET = [106, 108, 110, 112, 122, 124, 126, 128]
REWARDS = {1: [0], 2: [6, 0], 3: [10, 6, 0], 4: [10, 6, 3, 0], 5: [10, 6, 3, 1, 0]}


def test_last_turns_begin_with_the_next_players_turn() -> None:
    market = [106, 108, 110, 112, 114, 122, 124, 126]
    t = table(hand=[FARMER], market=market, deck=[128, 116], money=9)
    assert t.can("administration")
    assert not t.can("pass")
    assert "last turns" in t.why("pass")
    t.play("buy 106")
    assert t.market() == [108, 110, 112, 114, 122, 124, 126, 128]
    assert t.can("pass")
    assert not t.can("administration")
    assert t.match.view(None)["last_turns"] is True
    assert "last turns" in t.match.explain(1)["administration"]


def test_last_turns_prompt_tells_of_passing() -> None:
    t = table(hand=[FARMER], market=MARKET, deck=[])
    assert "pass" in t.match.prompt()
    assert "administration" not in t.match.prompt()
    t = table(hand=[FARMER])
    assert "administration" in t.match.prompt()


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_passing_takes_the_best_disaster_left(players: int) -> None:
    t = table(players=players, hand=[FARMER], market=MARKET, deck=[])
    for place in range(players):
        assert t.match.current_player == place
        t.play("pass")
        assert t.seat(place).reputation == REWARDS[players][place]
        assert t.seat(place).passed
        disasters = [card for card in t.market() if card >= 122]
        assert disasters == [122, 124, 126, 128][: max(0, 3 - place)]
    assert t.match.is_over
    assert t.match.current_player is None
    assert t.match.legal_actions() == []
    assert t.match.scores() == REWARDS[players]
    with pytest.raises(IllegalAction):
        t.match.apply(0)


@pytest.mark.parametrize(
    ("card", "worth"),
    [
        (122, {5: 1}),
        (124, {4: 3, 5: 3}),
        (126, {3: 6, 4: 6, 5: 6}),
        (128, {2: 6, 3: 10, 4: 10, 5: 10}),
    ],
)
def test_122_124_126_128_disaster_by_number_of_players(card: int, worth: dict[int, int]) -> None:
    """The glossary's figures card by card: who takes it as the last one left of the higher ones."""
    left = [disaster for disaster in (122, 124, 126, 128) if disaster <= card]
    for players in range(1, 6):
        t = table(players=players, hand=[FARMER], market=[106, 108, *left], deck=[])
        assert "disaster" in t.why(f"buy {card}")
        t.play("pass")
        assert card not in t.market()
        assert t.changes() == ({"reputation": worth[players]} if players in worth else {})


def test_a_token_pushed_to_the_future_market_stays_and_has_no_effect_there() -> None:
    t = table(hand=[FARMER], market=MARKET, deck=[102], tokens=[112], money=20, other_hand=[64])
    t.state.money[1] = 20
    t.play("pass")
    assert t.market() == [102, 106, 108, 110, 112, 122, 124, 126]
    assert t.tokens() == [112]
    assert t.choices("buy") == {"102", "106", "108", "110"}
    assert "future" in t.match.explain(1)["buy 112"]
    # When it comes back to the current market its token counts again.
    t.play("buy 102")
    assert t.market() == [106, 108, 110, 112, 122, 124, 126]
    money = t.seat(1).money
    t.play("buy 112")
    assert t.seat(1).money == money - (7 - 1)


def test_passing_is_allowed_with_any_hand_and_cards_left_are_worth_nothing() -> None:
    t = table(hand=[FARMER, 4, 26], stack=[28], market=MARKET, deck=[], money=9)
    t.play("pass")
    assert t.changes() == {"reputation": 6}
    assert t.seat(0).hand == [FARMER, 4, 26]


def test_passing_refills_the_market_while_the_final_stack_lasts() -> None:
    t = table(hand=[FARMER], market=MARKET, deck=[116, 118])
    t.play("pass")
    assert t.market() == [106, 108, 110, 112, 116, 122, 124, 126]
    assert t.state.drawn == 1


def test_market_closes_up_to_the_left_when_the_final_stack_is_empty() -> None:
    t = table(hand=[FARMER], market=MARKET, deck=[], tokens=[112], money=20)
    t.play("buy 108").others()
    assert t.changes() == {"money": -4}
    assert t.market() == [106, 110, 112, 122, 124, 126, 128]
    assert t.choices("buy") == {"106", "110", "112"}, "the fourth slot holds a disaster"
    t.play("buy 112")
    assert t.changes() == {"money": -4 - 4}, "third slot $5 less $1 for its token"
    t.others()
    t.play("buy 110").others()
    assert t.changes() == {"money": -4 - 4 - 4}, "second slot"
    t.play("buy 106").others()
    assert t.changes() == {"money": -4 - 4 - 4 - 3}
    assert t.market() == [122, 124, 126, 128]
    assert t.choices("buy") == set()
    assert "disaster" in t.why("buy 122")


def test_thief_and_bazaar_refill_from_the_final_stack_too() -> None:
    t = table(hand=[36], market=MARKET, deck=[118]).play("play 36", "take 112")
    assert t.market() == [106, 108, 110, 118, 122, 124, 126, 128]
    t = table(hand=[64], market=MARKET, deck=[], money=2).play("play 64", "take 112")
    assert t.market() == [106, 108, 110, 122, 124, 126, 128]


def test_passed_seats_are_skipped_and_the_last_goes_on_alone() -> None:
    t = table(players=3, hand=[FARMER] * 3, market=MARKET, deck=[])
    t.play("cash farmer", "pass", "cash farmer")
    assert t.match.current_player == 0
    t.play("cash farmer")
    assert t.match.current_player == 2
    t.play("pass")
    assert t.match.current_player == 0
    t.play("cash farmer")
    assert t.match.current_player == 0
    t.play("pass")
    assert t.match.is_over
    assert t.match.scores() == [0, 10, 6]


def test_seat_with_nothing_else_to_do_can_only_pass() -> None:
    t = table(hand=[FARMER], market=[122, 124, 126, 128], deck=[], other_hand=[FARMER] * 3)
    t.play("cash farmer", "cash farmer")
    assert t.match.current_player == 0
    assert t.offers() == ["pass"]
    t.play("pass")
    assert t.seat(0).reputation == 6


def test_winner_has_most_reputation() -> None:
    t = table(hand=[FARMER], market=MARKET, deck=[], reputation=3, money=50).play("pass", "pass")
    assert t.match.scores() == [9, 0]
    assert t.match.winners() == [0]


@pytest.mark.parametrize(
    ("mine", "winners"),
    [
        ({"money": 4, "wheat": 1, "rose": 1}, [0]),
        ({"money": 2, "fish": 1, "stone": 1}, [1]),
        ({"money": 0, "grape": 2, "rose": 3}, [0, 1]),
    ],
)
def test_tie_is_broken_by_money_and_resources_one_each(mine: Position, winners: list[int]) -> None:
    t = table(hand=[FARMER], market=MARKET, deck=[], **mine)
    t.state.reputation[1] = 6
    t.state.money[1] = 3
    t.state.resources[5:10] = [1, 0, 0, 1, 0]
    t.play("pass", "pass")
    assert t.match.scores() == [6, 6]
    assert t.match.winners() == winners


def test_no_winners_while_the_game_runs() -> None:
    t = table(hand=[FARMER], market=MARKET, deck=[])
    assert t.match.winners() == []
    t.play("pass")
    assert t.match.winners() == []


def test_reputation_of_disasters_is_booked_as_such() -> None:
    t = table(players=3, hand=[FARMER], market=MARKET, deck=[]).play("pass", "pass", "pass")
    assert [seat["disasters"] for seat in t.match.breakdown()] == [10, 6, 0]
