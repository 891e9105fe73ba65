"""Yellow special cards: where they go, what they give when played, which actions they have."""

from __future__ import annotations

import pytest

from tests.resafa.table import PAIRS, Position, Table, table

ACTIONS = ["workshop", "provisions", "garden", "production", "trading", "canal"]
RICH: Position = {"coin": 9, "stone": 9, "marble": 9}


def obtain(t: Table, card: str) -> Table:
    """Take a yellow card by a step on the yellow track in the colour action."""
    return t.colour("garden").play("step yellow", "look", f"take {card}")


def before_level(level: int, card: str, **given: object) -> Table:
    stacks = {f"yellow {level}": " ".join([card, *_others(level, card)])}
    position: Position = {
        "tracks": {"yellow": 3 * level - 1}, "stacks": stacks, "opened": f"yellow {level}", **given
    }  # fmt: skip
    return table(**position)


def _others(level: int, card: str) -> list[str]:
    first = 37 + 6 * (level - 1)
    return [f"p{n}" for n in range(first, first + 6) if f"p{n}" != card][:3]


# -- level I replaces its namesake -------------------------------------------------------------


@pytest.mark.parametrize("number", range(6))
def test_level_one_replaces_the_card_with_its_pair(number: int) -> None:
    card = f"p{37 + number}"
    t = obtain(before_level(1, card, hand="1 2 3 4 5 6"), card).end()
    mine = t.me
    held = [*mine.hand, *mine.pile, *mine.played]
    assert len(held) == 6
    assert sorted(held) == sorted([card, *[pair for pair in PAIRS if pair != PAIRS[number]]])


def test_level_one_in_hand() -> None:
    t = obtain(before_level(1, "p41"), "p41").end()
    assert t.me.hand == ["workshop/provisions", "p41"]


def test_level_one_in_the_played_area_comes_with_the_next_redraw() -> None:
    t = obtain(before_level(1, "p39", start=1, step=5), "p39").end()
    t.to_round(3)
    assert "p39" in t.me.hand, "yellow cards are drawn first"


def test_level_one_in_the_played_area_stays_there_for_now() -> None:
    t = obtain(before_level(1, "p39", round=1), "p39").end()
    assert "p39" in t.me.played
    assert "p39" not in t.me.hand
    assert len(t.me.hand) == 3, "a card was drawn as usual"


def test_level_one_from_the_draw_pile_is_the_card_drawn() -> None:
    t = obtain(before_level(1, "p38", round=1), "p38").end()
    assert "p38" in t.me.hand
    assert len(t.me.hand) == 3
    assert t.me.pile == ["production/trading", "canal/workshop"], "no other card was drawn"


def test_the_swap_comes_after_all_actions_of_the_turn() -> None:
    t = obtain(before_level(1, "p41", stone=1), "p41")
    assert t.me.hand == ["workshop/provisions", "trading/canal"]
    assert "p41" in t.me.specials
    t.play("main garden", "square i8", "lay small top")
    assert t.me.hand == ["workshop/provisions", "p41"]


# -- level II and III replace a card of choice -------------------------------------------------


@pytest.mark.parametrize(("level", "card"), [(2, "p43"), (3, "p49")])
def test_level_two_and_three_replace_any_starting_card(level: int, card: str) -> None:
    t = obtain(before_level(level, card, round=1, stone=9), card).end()
    assert t.asked() == "replace"
    assert t.choices("replace") == set(PAIRS)
    hand = Table(t.match.clone()).play("replace trading/canal")
    assert card in hand.me.hand
    assert len(hand.me.hand) == 3, "two cards were left, one was drawn"
    pile = Table(t.match.clone()).play("replace canal/workshop")
    assert card in pile.me.hand, "from the pile it is the draw"
    for seat in (0, 1):
        drawn = [event for event in pile.match.events(seat) if event["type"] == "draw"]
        assert [event["special"] for event in drawn] == [card], "and is told by its name"
    assert pile.me.pile == ["provisions/garden", "production/trading"]
    played = Table(t.match.clone()).play("replace garden/production")
    assert card in played.me.played
    assert len(played.me.hand) == 3


def test_yellow_never_replaces_yellow() -> None:
    t = obtain(before_level(2, "p43", yellow="p41"), "p43").end()
    assert t.choices("replace") == set(PAIRS) - {"trading/canal"}


def test_level_one_always_finds_its_starting_card() -> None:
    """Level I is reached first, so its namesake cannot have been replaced before."""
    t = obtain(before_level(3, "p49", yellow="p37, p43 2"), "p49").end()
    assert t.choices("replace") == set(PAIRS[2:])


def test_two_yellow_cards_in_one_turn() -> None:
    """By a step of the colour action and steps of cards: both are swapped in; of two from the
    pile the player draws one."""
    t = table(
        round=1,
        tracks={"yellow": 2},
        stacks={"yellow 1": "p38 p37 p39 p41", "yellow 2": "p43 p44 p45 p46"},
        tiles="c3 c4",
        bonus="b14",
    )
    t.colour("garden").play("step yellow", "open")
    t.play("use c3", "step yellow", "use c4", "step yellow", "use b14", "step yellow", "open")
    assert t.me.specials == ["p38", "p43"]
    t.end()
    assert t.choices("replace") == set(PAIRS) - {"provisions/garden"}
    t.play("replace canal/workshop")
    assert t.asked() == "draw"
    assert t.choices("draw") == {"provisions/garden", "canal/workshop"}
    t.play("draw canal/workshop")
    assert "p43" in t.me.hand
    assert t.me.pile == ["p38", "production/trading"], "the other stays in the pile"


def test_yellow_cards_score_and_count_like_other_special_cards() -> None:
    t = obtain(before_level(1, "p41"), "p41").end()
    assert t.me.specials == ["p41"]


def test_yellow_cards_are_drawn_first_at_the_redraw() -> None:
    for seed in range(12):
        t = table(yellow="p37, p43 4, p49 6", start=1, step=5, hand="1", seed=seed)
        t.play("play p37 workshop", "end").to_round(3)
        assert sorted(t.me.hand) == ["p37", "p43", "p49"]
        t = table(yellow="p37", start=1, step=5, hand="1", seed=seed)
        t.play("play p37 provisions", "end").to_round(3)
        assert "p37" in t.me.hand
        assert len(t.me.hand) == 3


# -- playing level I ---------------------------------------------------------------------------

GAINS_1 = {
    "p37": {"coin": 1, "marble": 1},
    "p38": {"stone": 1, "coin": 1},
    "p39": {"stone": 1, "vp": 1},
    "p40": {"coin": 2},
    "p41": {"marble": 1, "vp": 1},
    "p42": {"stone": 1, "marble": 1},
}


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("half", [0, 1])
def test_level_one_bonus_side_and_any_colour(number: int, half: int) -> None:
    card = f"p{37 + number}"
    action = PAIRS[number].split("/")[half]
    t = table(yellow=card, hand=str(number + 1), **RICH)
    assert t.choices("play") == {f"{card} {name}" for name in PAIRS[number].split("/")}
    t.play(f"play {card} {action}")
    assert t.changes() == GAINS_1[card], "the bonus in the middle comes at once"
    assert t.offers() == sorted(
        ["end", f"main {action}", "colour"], key=["end", f"main {action}", "colour"].index
    )
    t.play("colour")
    assert t.choices("step") == {"yellow", "white", "blue", "pink"}


def test_level_one_middle_bonus_pays_for_the_action() -> None:
    """p39 gives the stone for the garden, p37 the coin for the workshop, p40 the road."""
    t = table(yellow="p39", hand="3 1").play("play p39 garden", "main garden", "square i8")
    t.play("lay small top")
    assert t.me.gardens == 1
    t = table(yellow="p37", hand="1", stone=1).play("play p37 workshop", "main workshop")
    assert t.choices("tile")
    t = table(yellow="p40", hand="4").play("play p40 trading", "main trading")
    assert t.choices("go") == {"gerasa", "ctesiphon", "antiochia", "alexandria", "alia", "gerrha"}


# -- playing level II --------------------------------------------------------------------------


def test_level_two_any_one_action_and_any_colour() -> None:
    for card in ("p43", "p44", "p46"):
        t = table(yellow=f"{card} 3", hand="3 1", **RICH)
        assert card in t.choices("play")
        t.play(f"play {card}")
        assert t.choices("main") == set(ACTIONS)
        t.play("main garden", "square i8", "lay small top")
        assert not t.choices("main"), "one main action only"
        t.play("colour")
        assert t.choices("step") == {"yellow", "white", "blue", "pink"}


def test_p43_two_coins_and_a_camel() -> None:
    t = table(yellow="p43 3", hand="3 1").play("play p43")
    assert t.changes() == {"coin": 2, "camel": 1}
    t = table(yellow="p43 3", hand="3 1", camel=7).play("play p43")
    assert t.changes() == {"coin": 2}, "the eighth camel is lost"


def test_p44_two_stone_and_two_coins() -> None:
    t = table(yellow="p44 3", hand="3 1").play("play p44")
    assert t.changes() == {"stone": 2, "coin": 2}


def test_p45_one_production_and_a_sack() -> None:
    t = table(yellow="p45 3", hand="3 1", sack_deck="s2 s1").play("play p45")
    assert t.changes() == {"sacks": 1}
    assert t.choices("room") == {"a 1", "a 2", "b 1"}
    t.play("room b 1")
    assert t.changes() == {"sacks": 1, "stone": 3}
    assert {"main production", "main garden", "colour"} <= set(t.offers())
    t = table(yellow="p45 3", hand="3 1", sack_deck="").play("play p45", "decline")
    assert t.changes() == {}
    assert t.asked() == "next"


def test_p46_three_marble_and_two_points() -> None:
    t = table(yellow="p46 3", hand="3 1").play("play p46")
    assert t.changes() == {"marble": 3, "vp": 2}


def test_p47_a_point_and_any_step() -> None:
    t = table(yellow="p47 3", hand="3 1").play("play p47")
    t.play("step pink")
    assert t.changes() == {"pink": 1, "vp": 1}
    t = table(yellow="p47 3", hand="3 1").play("play p47", "decline")
    assert t.changes() == {"vp": 1}


def test_p48_a_stone_and_a_bonus_card() -> None:
    rows = {"yellow": "b1 b3 b4", "pink": "b7 - -"}
    t = table(yellow="p48 3", hand="3 1", bonus_cards=rows).play("play p48")
    assert t.choices("bonus") == {"yellow 1", "yellow 2", "yellow 3", "pink 1"}
    t.play("bonus pink 1")
    assert t.me.bonus == ["b7"]
    assert t.me.stone == 1


# -- playing level III -------------------------------------------------------------------------


def test_level_three_two_different_actions_and_a_colour_in_any_order() -> None:
    t = table(yellow="p49 3", hand="3 1", **RICH).play("play p49")
    assert t.choices("main") == set(ACTIONS)
    t.play("main garden", "square i8", "lay small top")
    assert t.choices("main") == set(ACTIONS) - {"garden"}
    t.play("colour", "step pink")
    assert t.choices("main") == set(ACTIONS) - {"garden"}
    t.play("main production", "room a 2", "room b 1")
    assert t.turn_over()


def test_level_three_actions_are_optional() -> None:
    t = table(yellow="p50 3", hand="3 1", **RICH).play("play p50", "end")
    assert t.turn_over()


def test_p49_three_points_and_two_stone() -> None:
    t = table(yellow="p49 3", hand="3 1").play("play p49")
    assert t.changes() == {"vp": 3, "stone": 2}


def test_p50_two_marble_and_a_point_for_each_canal_tile() -> None:
    t = table(yellow="p50 3", hand="3 1").play("play p50")
    assert t.changes() == {"marble": 2}
    t = table(yellow="p50 3", hand="3 1", canals="k1 r1c1, k7 r1c2").play("play p50")
    assert t.changes() == {"marble": 2, "vp": 2}


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        ("", 0),
        ("square scarab garden:square", 3),
        ("square square garden:scarab garden:square canal:square canal:square workshop:square", 4),
    ],
)
def test_p51_a_coin_and_a_point_for_each_token_up_to_four(tokens: str, points: int) -> None:
    t = table(yellow="p51 3", hand="3 1", tokens=tokens).play("play p51")
    assert t.changes() == ({"coin": 1, "vp": points} if points else {"coin": 1})


def test_p52_a_point_and_four_coins() -> None:
    t = table(yellow="p52 3", hand="3 1").play("play p52")
    assert t.changes() == {"vp": 1, "coin": 4}


def test_p53_two_points_a_sack_and_a_stone() -> None:
    t = table(yellow="p53 3", hand="3 1", sack_deck="s8").play("play p53")
    assert t.changes() == {"vp": 2, "stone": 1, "sacks": 1}


def test_p54_two_points_and_a_good() -> None:
    t = table(yellow="p54 3", hand="3 1").play("play p54")
    assert t.choices("item") == {"amphora", "spice"}
    assert not t.can("decline")
    t.play("item spice")
    assert t.changes() == {"vp": 2, "spice": 1}


def test_points_of_yellow_cards_are_booked_as_special_cards() -> None:
    t = table(yellow="p49 3", hand="3 1").play("play p49")
    assert t.points() == {"special cards": 3}
