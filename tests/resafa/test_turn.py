"""A turn: playing a card, the two actions in any order, drawing, the hand limit; any time."""

from __future__ import annotations

import pytest

from tests.resafa.table import PAIRS, Position, table

ROWS = {"yellow": "b1 b3 b4", "white": "b8 b9 b10", "blue": "b2 b5 b11", "pink": "b6 b7 b14"}


# -- playing a card ----------------------------------------------------------------------------


def test_every_card_in_hand_can_be_played_either_way_up() -> None:
    t = table()
    assert t.choices("play") == {
        "workshop/provisions",
        "provisions/workshop",
        "garden/production",
        "production/garden",
        "trading/canal",
        "canal/trading",
    }
    t.play("play production/garden")
    assert t.me.hand == ["workshop/provisions", "trading/canal"]
    assert t.me.played[-1] == "garden/production"


@pytest.mark.parametrize(
    ("letters", "colours"),
    [
        # The colours of the two halves of each card, as the sets have them.
        ("alpha", "bw yw yp wp by bp"),
        ("beta", "wb yb py pb wy wp"),
        ("gamma", "yb pw pb yw yp bw"),
        ("delta", "bp wb yw by pw py"),
    ],
)
def test_colours_of_every_half_of_every_set(letters: str, colours: str) -> None:
    words = {"b": "blue", "w": "white", "y": "yellow", "p": "pink"}
    for number, pair in enumerate(colours.split()):
        for half in range(2):
            t = table(hand=str(number + 1), action_set=letters)
            actions = PAIRS[number].split("/")
            t.play(f"play {actions[half]}/{actions[1 - half]}", "colour")
            assert t.choices("step") == {words[pair[half]]}


def test_main_and_colour_action_in_either_order() -> None:
    t = table(stone=1)
    t.act("garden").play("square i8", "lay small top")
    assert t.offers() == ["end", "colour"]
    t.play("colour", "step yellow")
    assert t.turn_over()

    t = table(stone=1)
    t.colour("garden").play("step yellow")
    assert t.offers() == ["end", "main garden"]
    t.play("main garden", "square i8", "lay small top")
    assert t.turn_over()


def test_either_action_may_be_left_out() -> None:
    t = table(stone=1).play("play garden/production", "end")
    assert t.turn_over()
    assert t.changes() == {}
    t = table(stone=1).colour("garden").play("step yellow", "end")
    assert t.turn_over()
    assert t.changes() == {"yellow": 1}


def test_actions_are_not_interleaved() -> None:
    t = table(coin=5).act("production")
    assert not t.can("colour")
    t.play("room a 1")
    assert not t.can("colour")
    t.play("decline")
    assert t.can("colour")


def test_each_action_only_once() -> None:
    t = table(stone=5, coin=5).act("garden").play("square i8", "lay small top")
    assert not t.can("main garden")
    t.play("colour", "sack")
    assert not t.can("colour")


def test_without_a_possible_main_action_only_the_colour_action_is_left() -> None:
    t = table().play("play garden/production")
    assert t.offers() == ["end", "colour"]
    t = table().play("play canal/trading")
    assert t.offers() == ["end", "colour"]
    t = table().play("play trading/canal")
    assert t.offers() == ["end", "colour"], "no coin for the road"
    t = table().play("play workshop/provisions")
    assert t.offers() == ["end", "colour"]


def test_only_the_main_action_of_the_upper_half() -> None:
    t = table(coin=9, stone=9, marble=9).play("play garden/production")
    assert t.choices("main") == {"garden"}
    t = table(coin=9, stone=9, marble=9).play("play canal/trading")
    assert t.choices("main") == {"canal"}


def test_nothing_left_to_do_ends_the_turn_silently() -> None:
    t = table(tracks={"yellow": 9}, sack_deck="").play("play garden/production")
    assert t.turn_over(), "no stone, no step, no card, no sack"


# -- the colour action -------------------------------------------------------------------------


def test_colour_action_card_step_or_sack() -> None:
    t = table(bonus_cards=ROWS).colour("garden")
    assert t.choices("bonus") == {"yellow 1", "yellow 2", "yellow 3"}
    assert t.choices("step") == {"yellow"}
    assert t.can("sack")
    assert not t.can("decline"), "it was begun to be done"
    taken = table(bonus_cards=ROWS).colour("garden").play("bonus yellow 2")
    assert taken.me.bonus == ["b3"]
    assert taken.display("yellow") == ["b1", "-", "b4"], "refilled at the end of the round only"
    stepped = table(bonus_cards=ROWS).colour("garden").play("step yellow")
    assert stepped.me.tracks["yellow"] == 1
    drawn = table(bonus_cards=ROWS, sack_deck="s7 s2").colour("garden").play("sack")
    assert drawn.me.sacks == ["s7"]
    assert drawn.sack_deck() == ["s2"]


def test_colour_action_leaves_out_what_is_not_there() -> None:
    rows = {**ROWS, "yellow": "- - -"}
    t = table(bonus_cards=rows, tracks={"yellow": 9}).colour("garden")
    assert t.asked() == "next", "a sack was the only answer"
    assert t.changes() == {"sacks": 1}
    t = table(bonus_cards=rows, sack_deck="").colour("garden")
    assert t.turn_over(), "a step was the only answer"
    assert t.changes() == {"yellow": 1}


def test_colour_action_equal_cards_of_a_row_are_offered_once() -> None:
    t = table(bonus_cards={"yellow": "b1 b1 b4"}).colour("garden")
    assert t.choices("bonus") == {"yellow 1", "yellow 3"}


def test_colour_action_alone_every_place_counts() -> None:
    """Resafabot removes cards by their place, so there it matters which of two equals is taken."""
    t = table(1, bonus_cards={"yellow": "b1 b1 b4"}).colour("garden")
    assert t.choices("bonus") == {"yellow 1", "yellow 2", "yellow 3"}


def test_a_bonus_card_can_be_used_at_once_or_later() -> None:
    t = table(bonus_cards={"yellow": "b4 - -"}).colour("garden").play("bonus yellow 1")
    assert t.can("use b4")
    later = t.options_after("end")
    assert later, "it stays in hand"
    t.play("use b4")
    assert t.changes() == {"amphora": 1}


# -- provisions --------------------------------------------------------------------------------


def test_provisions_any_card_any_step_or_a_sack() -> None:
    t = table(bonus_cards=ROWS).act("provisions")
    assert len(t.choices("bonus")) == 12
    assert t.choices("step") == {"yellow", "white", "blue", "pink"}
    assert t.can("sack")
    t.play("bonus pink 2")
    assert t.me.bonus == ["b7"]


def test_provisions_and_colour_action_are_two() -> None:
    t = table(bonus_cards=ROWS).act("provisions").play("bonus white 1", "colour")
    assert t.choices("bonus") == {"white 2", "white 3"}
    t.play("bonus white 3")
    assert t.me.bonus == ["b8", "b10"]


def test_provisions_with_nothing_to_provide() -> None:
    ends = {"yellow": 9, "white": 8, "blue": 5, "pink": 9}
    t = table(tracks=ends, sack_deck="").play("play provisions/workshop")
    assert t.turn_over()
    t = table(tracks={**ends, "blue": 4}, sack_deck="").play("play provisions/workshop")
    assert t.offers() == ["end", "main provisions"]


# -- drawing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("round_", [1, 3, 5])
def test_in_odd_rounds_a_card_is_drawn_after_the_turn(round_: int) -> None:
    t = table(round=round_).play("play garden/production", "end")
    assert len(t.me.hand) == 3
    assert len(t.me.pile) == 2
    assert t.me.played[-1] == "garden/production"


@pytest.mark.parametrize("round_", [2, 4, 6])
def test_in_even_rounds_no_card_is_drawn(round_: int) -> None:
    t = table(round=round_).play("play garden/production", "end")
    assert t.me.hand == ["workshop/provisions", "trading/canal"]
    assert t.me.pile == []


def test_each_card_is_played_once_in_two_rounds() -> None:
    t = table(round=1)
    played: list[str] = []
    for _ in range(6):
        card = sorted(t.choices("play"))[0]
        played.append("/".join(sorted(card.split("/"))))
        t.play(f"play {card}", "end").others()
    assert len(set(played)) == 6
    assert t.state.round == 3
    assert len(t.me.hand) == 3
    assert len(t.me.pile) == 3
    assert t.me.played == []


# -- the hand limit ----------------------------------------------------------------------------


def test_hand_limit_counts_action_bonus_and_sack_cards() -> None:
    """Two action cards, two bonus cards and a sack are five; one more is too much."""
    held: Position = {"bonus": "b3 b3", "sacks": "s6"}
    t = table(**held).colour("garden").play("step yellow", "end")
    assert t.turn_over()
    t = table(**held).colour("garden").play("sack", "end")
    assert t.asked() == "limit"
    assert t.choices("drop") == {"b3"}
    assert "s6" in t.choices("discard")


def test_hand_limit_is_checked_after_the_draw() -> None:
    held: Position = {"bonus": "b3 b3 b2", "round": 1}
    t = table(**held).play("play garden/production", "end")
    assert t.asked() == "limit", "two cards left and one drawn, and three bonus cards"
    t.play("drop b2")
    assert t.turn_over()
    assert t.me.bonus == ["b3", "b3"]
    assert t.changes() == {"bonus": -1}, "a bonus card given up is worth nothing"


def test_hand_limit_is_no_limit_during_the_turn() -> None:
    t = table(bonus="b3 b3 b2 b2 b5 b5", bonus_cards=ROWS)
    t.colour("garden").play("bonus yellow 1")
    assert len(t.me.bonus) == 7
    assert t.asked() == "next"


def test_hand_limit_discarded_sacks_give_a_point_each() -> None:
    t = table(sacks="s6 s9 s11 s12").play("play garden/production", "end")
    assert t.asked() == "limit"
    t.play("discard s9")
    assert t.turn_over()
    assert t.changes() == {"sacks": -1, "vp": 1}
    assert t.sack_deck()[-1] == "s9"


def test_hand_limit_cards_may_be_used_instead() -> None:
    t = table(bonus="b4 b4 b4 b3").play("play garden/production", "end")
    t.play("use b4")
    assert t.turn_over()
    assert t.changes() == {"bonus": -1, "amphora": 1}


def test_hand_limit_one_at_a_time_until_five() -> None:
    t = table(bonus="b4 b4 b4 b3 b2 b5").play("play garden/production", "end")
    t.play("drop b3", "drop b5")
    assert not t.turn_over()
    t.play("drop b4")
    assert t.turn_over()
    assert t.me.bonus == ["b2", "b4", "b4"]


def test_hand_limit_special_cards_and_tiles_do_not_count() -> None:
    t = table(specials="p22 p28 p60 p71", tiles="c2 c5 c6", bonus="b3 b3 b3")
    t.play("play garden/production", "end")
    assert t.turn_over()


def test_hand_limit_using_a_card_may_bring_others() -> None:
    """A card that brings two sacks makes the hand larger: the limit is asked again."""
    t = table(
        bonus="b13 b3 b3 b3",
        pile="",
        sack_deck="s6 s9 s1",
        workshops="w1-01 g7, w1-02 i7, w1-03 g9",
    )
    t.play("play garden/production", "end", "use b13")
    assert t.me.sacks == ["s6", "s9"]
    assert t.asked() == "limit"
    t.play("drop b3", "drop b3")
    assert t.turn_over()


def test_hand_limit_what_a_used_card_brings_can_be_used_before_the_turn_is_over() -> None:
    """A step leads to a white card: it can be used at once, and not only in the next round."""
    stacks = {"white 1": "p22 p19 p20"}
    held: Position = {"bonus": "b3 b3 b3", "sacks": "s12", "coin": 1, "stacks": stacks}
    t = table(**held, tracks={"white": 2}).play("play garden/production", "end")
    assert t.asked() == "limit"
    t.play("use s12", "step white", "open")
    assert t.offers() == ["end", "use p22"]
    t.play("use p22", "square h9", "lay small top")
    assert t.offers() == ["end"]
    assert t.play("end").turn_over()


def test_hand_limit_what_is_brought_may_be_too_much_again() -> None:
    rows = {"yellow": "b2 b5 -"}
    stacks = {"white 1": "p21 p19 p20"}
    held: Position = {"bonus": "b3 b3 b3", "sacks": "s12", "coin": 1, "stacks": stacks}
    t = table(**held, bonus_cards=rows, tracks={"white": 2})
    t.play("play garden/production", "end", "use s12", "step white", "open")
    t.play("use p21", "bonus yellow 1", "bonus yellow 2")
    assert t.asked() == "limit"
    assert t.play("drop b5", "drop b3").turn_over(), "nothing is left to use"


# -- any time ----------------------------------------------------------------------------------


def test_cards_can_be_used_before_a_card_is_played() -> None:
    t = table(bonus="b4", sacks="s1", tiles="c2", specials="p20")
    assert {"b4", "s1", "c2", "p20"} <= t.choices("use")
    assert t.choices("discard") == {"s1"}
    t.play("use s1", "use b4", "use c2")
    assert t.asked() == "play"
    assert t.changes() == {"coin": 3, "amphora": 1, "vp": 4, "sacks": -1, "bonus": -1}


def test_cards_can_be_used_after_the_actions() -> None:
    t = table(bonus="b4").colour("garden").play("step yellow")
    assert t.offers() == ["end", "use b4"]
    t.play("use b4")
    assert t.offers() == ["end"], "the question is asked again"
    t.play("end")
    assert t.turn_over()


def test_end_of_turn_is_asked_only_while_something_is_usable() -> None:
    t = table(bonus="b3").colour("garden").play("step yellow")
    assert t.turn_over(), "a card for the sale of marble is of no use now"


def test_cards_can_be_used_inside_actions() -> None:
    """A stone from a card pays for the garden that is just being built."""
    t = table(stone=1, sacks="s2", bonus="b4").act("garden")
    t.play("use s2", "square i8", "use b4", "lay small top")
    assert t.changes() == {"stone": 2 - 1, "vp": 1, "amphora": 1, "sacks": -1, "bonus": -1}


def test_a_card_used_inside_an_action_can_make_more_possible() -> None:
    t = table(stone=1, sacks="s1").act("garden")
    t.play("square i8")
    assert t.choices("lay") == {"small top", "small bottom", "small left", "small right"}
    t.play("use s1")
    assert "large top" in t.choices("lay")
    t.play("lay large top")
    assert t.changes() == {"stone": -1, "coin": 2, "vp": 1, "sacks": -1}


def test_uses_resolve_last_in_first_out() -> None:
    """A room is chosen for one card; meanwhile another is used, and then the first goes on."""
    t = table(bonus="b1", sacks="s5", tiles="c6").act("production")
    t.play("use b1")
    assert t.asked() == "produce"
    t.play("use s5")
    t.play("use c6")
    assert t.choices("item") == {"amphora", "spice"}
    t.play("item spice", "room a 2")  # the sack's room
    assert t.changes() == {"spice": 1, "coin": 2, "sacks": -1, "bonus": -1}
    t.play("room a 2")  # the bonus card's room
    assert t.changes() == {"spice": 1, "coin": 4, "sacks": -1, "bonus": -1}
    t.play("room a 2", "room b 1")  # the action itself
    assert t.changes() == {"spice": 1, "coin": 6, "stone": 3, "sacks": -1, "bonus": -1}
    assert t.asked() == "next"


def test_an_action_cannot_be_begun_inside_itself() -> None:
    t = table(coin=9, stone=9, marble=9, specials="p26 p19 p60").act("garden")
    assert "p26" not in t.choices("use"), "a garden action"
    assert {"p19", "p60"} <= t.choices("use")
    t = table(coin=9, stone=9, marble=9, specials="p26 p19 p60").act("workshop")
    assert "p19" not in t.choices("use")
    assert {"p26", "p60"} <= t.choices("use")
    t = table(coin=9, stone=9, marble=9, specials="p26 p19 p60").act("canal")
    assert "p60" not in t.choices("use")


def test_an_action_inside_another_one() -> None:
    """While a workshop is being placed, a canal is built by a card, and then it is placed."""
    t = table(coin=5, stone=1, marble=3, specials="p60").act("workshop").play("tile w1-01")
    t.play("side front", "use p60", "canal k7", "space r1c3", "cell g7", "rotate 0")
    assert t.me.workshops == 3
    assert t.me.canals == 1
    assert t.changes() == {"coin": -1 - 2, "stone": -1, "marble": -1, "vp": 3}


def test_a_card_with_an_action_of_this_kind_waits() -> None:
    """p70 is a canal and a trading action; inside a canal action the canal would be lost."""
    t = table(coin=9, marble=9, specials="p70").act("canal")
    assert "p70" not in t.choices("use")


def test_nothing_is_used_outside_the_own_turn() -> None:
    t = table(bonus="b4").play("play garden/production", "end")
    assert t.match.current_player == 1
    assert not t.choices("use")


def test_nothing_is_used_in_the_rain() -> None:
    t = table(start=1, step=5, bonus="b4", canals="k7 r1c2", cubes="r1c2")
    t.play("play garden/production", "end")
    assert t.asked() == "flow"
    assert t.offers() == ["flow left", "flow down", "flow right"]


def test_a_card_whose_condition_is_not_met_cannot_be_used() -> None:
    t = table(bonus="b13 b22")
    assert not t.choices("use")
    t = table(bonus="b13 b22", canals="k1 r3c3")
    assert t.choices("use") == {"b22"}


def test_a_price_must_be_there_when_the_card_is_used() -> None:
    t = table(sacks="s6 s7")
    assert not t.choices("use")
    assert t.choices("discard") == {"s6", "s7"}
    assert table(sacks="s6 s7", coin=1).choices("use") == {"s7"}
    assert table(sacks="s6 s7", stone=1).choices("use") == {"s6"}


def test_sacks_can_be_discarded_at_any_time_for_a_point() -> None:
    t = table(sacks="s1 s4", coin=1).play("discard s1")
    assert t.changes() == {"sacks": -1, "vp": 1}
    t.act("trading").play("discard s4")
    assert t.changes() == {"sacks": -2, "vp": 2}
    assert t.sack_deck()[-2:] == ["s1", "s4"]
