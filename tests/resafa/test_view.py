"""What a seat may know, and states that agree with it."""

from __future__ import annotations

import operator
from typing import Any

import pytest

from sandtable import BadOption, Match
from sandtable.games.resafa import view
from sandtable.kernel.rng import seeded
from sandtable.testing import check_plain_views
from tests.resafa.invariants import state_of
from tests.resafa.playing import busy
from tests.resafa.table import GAME, Table, table

SECRET = "nobody can guess"


def walk(match: Match, steps: int, seed: int) -> None:
    rng = seeded(seed, "walk")
    for _ in range(steps):
        if match.is_over:
            return
        match.apply(busy(match, rng))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_view_is_plain_json_without_seed_or_random_state(players: int) -> None:
    match = GAME.new(players=players, seed=f"a word that {SECRET}")
    for steps in (0, 60, 90):
        walk(match, steps, 1)
        check_plain_views(match, SECRET)


@pytest.mark.parametrize("players", [1, 3])
def test_views_share_what_has_not_changed_and_nobody_can_spoil_it(players: int) -> None:
    match = GAME.new(players=players, seed=4)
    while not match.is_over:
        before = match.shared_view(0)
        walk(match, 1, match.turn_number())
        shown = match.shared_view(0)
        state = state_of(match)
        cells = view._cells(GAME.rules, state)
        assert shown["water"] == [view._new_cell(GAME.rules, state, cell) for cell in cells]
        assert sum(map(operator.is_, shown["water"], before["water"])) > len(cells) / 2
    own = match.view(0)
    own["water"][0]["flows"].append("spoilt")
    own["seats"][0]["items"].clear()
    assert match.view(0) == shown


def test_there_are_only_so_many_seats() -> None:
    with pytest.raises(BadOption):
        GAME.new(players=2, seed=1).view(2)


# -- hands -------------------------------------------------------------------------------------


def seat_of(t: Table, viewer: int | None, seat: int) -> dict[str, Any]:
    area: dict[str, Any] = t.match.view(viewer)["seats"][seat]
    return area


def places(t: Table, viewer: int | None, seat: int) -> dict[str, str]:
    cards = seat_of(t, viewer, seat)["action_cards"]["cards"]
    return {card["yellow"] or card["pair"]: card["place"] for card in cards}


def test_sack_cards_are_secret_bonus_cards_are_not() -> None:
    t = table(bonus="b4 b7", sacks="s1 s5")
    assert seat_of(t, 0, 0)["sack_cards"] == ["s1", "s5"]
    for viewer in (None, 1):
        told = seat_of(t, viewer, 0)
        assert told["sacks"] == 2, "their number is known"
        assert told["sack_cards"] == []
        assert told["bonus"] == ["b4", "b7"], "all have seen them being taken"


def test_a_sack_card_that_all_saw_going_under_the_deck_stays_known() -> None:
    """The deck is never shuffled: when it has come down to used cards, all know what is drawn."""
    t = table(sacks="s1 s2", sack_deck="s9").play("use s1")
    assert t.match.view(None)["sack_deck"] == {"cards": 2, "known_at_end": ["s1"]}
    t.colour("garden").play("sack")
    assert seat_of(t, 1, 0)["sack_cards"] == [], "s9 is secret"
    t.end().others()
    t.colour("trading").play("sack")
    assert t.me.sacks == ["s1", "s2", "s9"]
    assert seat_of(t, 1, 0)["sack_cards"] == ["s1"]
    t.play("discard s2")
    assert seat_of(t, 1, 0)["sacks"] == 2


def test_hand_and_pile_of_others_are_known_together_only() -> None:
    t = table(round=1)
    own = places(t, 0, 0)
    assert own["workshop/provisions"] == "hand"
    assert own["provisions/garden"] == "pile"
    assert set(places(t, 1, 0).values()) == {"hidden"}
    assert set(places(t, None, 0).values()) == {"hidden"}
    assert seat_of(t, 1, 0)["action_cards"]["hand"] == 3
    t.play("play garden/production")
    assert places(t, 1, 0)["garden/production"] == "played"


def test_without_a_pile_the_hand_is_known() -> None:
    t = table(round=2)
    assert sorted(places(t, 1, 0).values()) == ["hand"] * 3 + ["played"] * 3


def test_a_yellow_card_swapped_into_the_hand_is_known_to_be_there() -> None:
    t = table(round=1, tracks={"yellow": 2}, stacks={"yellow 1": "p41 p37 p38 p39"})
    t.colour("garden").play("step yellow", "open").end()
    assert places(t, 1, 0)["p41"] == "hand"
    assert list(places(t, 1, 0).values()).count("hidden") == 4


def test_a_yellow_card_pulled_from_the_pile_is_known_to_be_in_hand() -> None:
    t = table(round=1, tracks={"yellow": 2}, stacks={"yellow 1": "p38 p37 p41 p39"})
    t.colour("garden").play("step yellow", "open").end()
    assert places(t, 1, 0)["p38"] == "hand"


def test_yellow_cards_are_known_to_be_drawn_first() -> None:
    t = table(yellow="p37", start=1, step=5, hand="1").play("play p37 workshop").end()
    assert t.state.round == 3
    assert places(t, 1, 0)["p37"] == "hand"
    assert list(places(t, 1, 0).values()).count("hidden") == 5


# -- stacks and decks --------------------------------------------------------------------------


def stack(t: Table, viewer: int | None, colour: str, level: int) -> dict[str, Any]:
    for result in t.match.view(viewer)["special"]:
        if (result["colour"], result["level"]) == (colour, level):
            told: dict[str, Any] = result
            return told
    raise AssertionError


def test_of_a_stack_the_open_card_is_known() -> None:
    t = table(stacks={"white 1": "p24 p19 p23 p20"})
    for viewer in (None, 0, 1):
        assert stack(t, viewer, "white", 1) == {
            "colour": "white", "level": 1, "open": "p24", "hidden": 3, "known": None
        }  # fmt: skip
        assert stack(t, viewer, "white", 2)["open"] is None
        assert stack(t, viewer, "white", 2)["hidden"] == 4


def test_who_has_looked_keeps_knowing_the_cards_but_not_their_order() -> None:
    t = table(tracks={"white": 2}, stacks={"white 1": "p24 p23 p19 p20"})
    t.act("provisions").play("step white", "look", "take p23")
    assert stack(t, 0, "white", 1)["known"] == ["p19", "p20"]
    assert stack(t, 1, "white", 1)["known"] is None
    assert stack(t, None, "white", 1)["known"] is None
    # The card taken is public.
    assert [card["card"] for card in seat_of(t, 1, 0)["special"]] == ["p23"]


def test_while_looking_only_the_player_sees_the_choice() -> None:
    t = table(tracks={"white": 2}).act("provisions").play("step white", "look")
    assert t.match.view(0)["decision"]["actions"] == t.match.legal_actions()
    assert t.match.view(1)["decision"] is None
    assert t.match.view(None)["decision"] is None


def test_with_the_advanced_rule_all_know_which_cards_are_not_in_the_game() -> None:
    t = table(options={"advanced": True}, stacks={"white 1": "p24 p23 p19 p20"})
    view = t.match.view(None)
    assert {"p21", "p22"} <= set(view["not_in_game"])
    assert len(view["not_in_game"]) == 24
    assert stack(t, 1, "white", 1)["known"] == ["p19", "p20", "p23"]
    assert table().match.view(0)["not_in_game"] is None


def test_decks_are_told_as_sets() -> None:
    match = GAME.new(players=3, seed=4)
    state = state_of(match)
    view = match.view(None)
    ids = GAME.components.workshop_ids
    to_come = [ids[tile] for tile in state.decks[0][3:]]
    assert view["workshops_to_come"]["level_1"] == sorted(to_come)
    assert to_come != sorted(to_come)
    for colour, word in enumerate(("yellow", "white", "blue", "pink")):
        told = view["bonus_to_come"][word]
        deck = [f"b{card + 1}" for card in state.bonus_decks[colour]]
        assert sorted(told["level_1"]) == sorted(deck[3:9])
        assert sorted(told["level_2"]) == sorted(deck[9:])


# -- the score explained -----------------------------------------------------------------------


def test_points_so_far_and_what_the_end_would_give_now() -> None:
    t = table(
        vp=3,
        used="p11 p22",
        coin=6,
        amphora=2,
        sacks="s1",
        canals="k1 r3c3, k2 r3c2",
        tokens="scarab square garden:square",
        gardens="h9 small top",
    )
    told = seat_of(t, 1, 0)
    assert told["points"]["start"] == 3
    assert sum(told["points"].values()) == 3
    ends = told["end"]
    assert ends["pink cards"] == 13
    assert ends["boxed points"] == 2
    assert ends["scarabs"] == 2
    assert ends["garden row"] == 1
    assert ends["goods"] == 2
    assert ends["coins and resources"] == 1
    assert ends["canal tiles"] == 1
    assert ends["sack cards"] == 1
    assert told["end_total"] == sum(ends.values()) == 23
    assert told["pink"] == {"p11": 13}


def test_what_the_end_would_give_is_what_it_gives() -> None:
    t = table(
        round=6, start=1, step=5, hand="3", vp=3, used="p11 p7", coin=6, amphora=2, sacks="s1",
        tokens="scarab square workshop:square", bases="gerasa 1", gardens="h9 small top",
    )  # fmt: skip
    expected = seat_of(t, 0, 0)["end_total"]
    t.play("play garden/production", "end")
    assert t.match.is_over
    assert t.match.scores()[0] == 3 + expected
    assert seat_of(t, 0, 0)["end_total"] == 0, "nothing more to come"


# -- drawing anew ------------------------------------------------------------------------------


def test_drawn_anew_deals_other_decks_and_hands() -> None:
    match = GAME.new(players=3, seed=4)
    walk(match, 120, 3)
    states = [state_of(match.resample(0, seed)) for seed in range(40)]
    true = state_of(match)
    assert len({tuple(s.decks[0]) for s in states}) > 10
    assert len({tuple(s.bonus_decks[0]) for s in states}) > 10
    assert all(s.decks[0][: true.drawn_1] == true.decks[0][: true.drawn_1] for s in states)
    assert len({tuple(s.special) for s in states}) > 10
    assert len({s.sacks for s in states}) > 10


def test_drawn_anew_brings_cards_from_the_box_unless_they_are_known() -> None:
    t = table(stacks={"white 1": "p24 p19 p23 p20"})
    seen = {card for seed in range(60) for card in state_of(t.match.resample(1, seed)).special[3]}
    assert {f"p{card + 1}" for card in seen} == {"p19", "p20", "p21", "p22", "p23", "p24"}
    t = table(tracks={"white": 2}, stacks={"white 1": "p24 p19 p23 p20"})
    t.act("provisions").play("step white", "look", "take p24").end()
    assert t.match.current_player == 1
    seen = {card for seed in range(60) for card in state_of(t.match.resample(0, seed)).special[3]}
    assert {f"p{card + 1}" for card in seen} == {"p19", "p20", "p23"}


def test_drawn_anew_other_hands_change_and_the_own_does_not() -> None:
    t = table(round=1, sacks="s1", others={1: {"sacks": "s2 s3"}})
    mine = {int(state_of(t.match.resample(0, seed)).seats[0].hand) for seed in range(30)}
    theirs = {int(state_of(t.match.resample(0, seed)).seats[1].hand) for seed in range(60)}
    assert len(mine) == 1
    assert len(theirs) > 10
    sacks = {int(state_of(t.match.resample(0, seed)).seats[1].sacks) for seed in range(60)}
    assert len(sacks) > 10
    assert all(not sack & 1 for sack in sacks), "s1 is in the own hand"


def test_drawn_anew_does_not_depend_on_what_is_hidden() -> None:
    """Two matches that look the same to a seat give it the same match drawn anew."""
    match = GAME.new(players=3, seed=8)
    walk(match, 100, 8)
    while state_of(match).phase != 1 or match.turns()[-1][1]:
        match.apply(match.legal_actions()[0])
    for seat in range(3):
        other = match.resample(seat, "another deal")
        for seed in range(3):
            one, two = match.resample(seat, seed), other.resample(seat, seed)
            assert state_of(one).special == state_of(two).special
            assert state_of(one).sacks == state_of(two).sacks
            assert state_of(one).bonus_decks == state_of(two).bonus_decks
            assert state_of(one).decks == state_of(two).decks
            for a, b in zip(state_of(one).seats, state_of(two).seats, strict=True):
                assert (a.hand, a.pile, a.sacks) == (b.hand, b.pile, b.sacks)
