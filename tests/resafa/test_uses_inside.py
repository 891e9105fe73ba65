"""Things used at any time, in the middle of a question."""

from __future__ import annotations

from tests.resafa.table import table


def test_a_card_with_an_action_waits_while_an_action_of_its_kind_is_under_way() -> None:
    # p33 brings a workshop and a garden action: inside either, one of them would be lost.
    t = table(specials="p33", coin=5, stone=5)
    assert t.can("use p33")
    t.act("workshop")
    assert not t.can("use p33")
    t.play("tile w1-01", "side front", "cell g7", "rotate 0")
    assert t.can("use p33"), "once the workshop stands it can be used"


def test_a_card_with_gains_and_an_action_waits_as_well() -> None:
    # p70 brings a canal and a trading action.
    t = table(specials="p70", coin=9, marble=9).act("trading")
    assert not t.can("use p70")


def test_a_priced_sack_card_comes_back_if_its_price_was_spent_meanwhile() -> None:
    t = table(sacks="s12 s7", coin=1).play("use s12", "use s7")
    assert t.changes() == {"coin": -1, "stone": 3, "sacks": -1}
    assert t.me.sacks == ["s12"]
    assert t.state.seats[0].sacks_shown >> 11 & 1, "everybody has seen it"


def test_a_priced_tile_comes_back_if_its_price_was_spent_meanwhile() -> None:
    t = table(tiles="c7", sacks="s6", stone=1).play("use c7", "use s6")
    assert t.changes() == {"stone": -1, "marble": 4, "sacks": -1}
    assert t.me.tiles == ["c7"]


def test_a_priced_bonus_card_comes_back_if_its_price_was_spent_meanwhile() -> None:
    t = table(bonus="b8", sacks="s6", stone=1).play("use b8", "use s6")
    assert t.changes() == {"stone": -1, "marble": 4, "sacks": -1}
    assert t.me.bonus == ["b8"]


def test_a_special_card_with_an_action_comes_back_if_its_price_was_spent_meanwhile() -> None:
    t = table(specials="p19", sacks="s11", stone=2).play("use p19", "use s11")
    assert t.changes() == {"stone": -2, "vp": 5, "sacks": -1}
    assert t.me.unused == ["p19"]


def test_a_priced_card_can_be_used_again_once_it_can_be_paid() -> None:
    t = table(sacks="s12 s7 s1", coin=1).play("use s12", "use s7", "use s1", "use s12")
    assert t.choices("step") == {"yellow", "white", "blue", "pink"}


def test_a_question_with_one_answer_left_after_a_use_is_asked_all_the_same() -> None:
    # The last thing is used in the question what to do next: the turn does not end unasked.
    t = table(sacks="s1", sack_deck="", coin=0).play("play canal/trading", "colour", "step yellow")
    assert t.offers() == ["end", "use s1", "discard s1"]
    t.play("discard s1")
    assert t.offers() == ["end"]
    t = table(sacks="s1", sack_deck="").play("play canal/trading", "colour", "step yellow", "end")
    assert t.match.current_player == 1
