"""What a seat may know, and states that agree with it."""

from __future__ import annotations

import json
import operator

import pytest

import sandtable
from sandtable.games.faiyum import view
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.state import State
from sandtable.kernel.rng import seeded
from sandtable.testing import check_plain_views
from tests.faiyum.table import FARMER, Position, table

GAME = sandtable.game("faiyum")
SECRET = "nobody can guess"


def walk(match: sandtable.Match, steps: int, seed: int) -> None:
    rng = seeded(seed, "walk")
    for _ in range(steps):
        if match.is_over:
            return
        options = match.legal_actions()
        match.apply(options[rng.below(len(options))])


def state_of(match: sandtable.Match) -> State:
    state = match.state
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("players", [1, 2, 5])
def test_view_is_plain_json_without_seed_or_random_state(players: int) -> None:
    match = GAME.new(players=players, seed=f"a word that {SECRET}")
    for steps in (0, 37, 60):
        walk(match, steps, 1)
        check_plain_views(match, SECRET)


def test_views_share_what_has_not_changed_and_nobody_can_spoil_it() -> None:
    game = sandtable.game("faiyum")
    assert isinstance(game, Faiyum)
    match = game.new(players=3, seed=4)
    while not match.is_over:
        before = match.shared_view(0)
        walk(match, 1, match.turn_number())
        shown = match.shared_view(0)
        new = [
            view._new_space(state_of(match), game.board, space) for space in range(game.board.size)
        ]
        assert shown["spaces"] == new
        assert sum(map(operator.is_, shown["spaces"], before["spaces"])) > len(new) / 2
    own = match.view(0)
    own["spaces"][0]["kind"] = "spoilt"
    own["seats"][0]["resources"].clear()
    assert match.view(0) == shown


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_states_that_differ_only_in_hidden_order_give_the_same_view(
    players: int, seed: int
) -> None:
    match = GAME.new(players=players, seed=seed)
    walk(match, 30 * seed, seed)
    for seat in (None, *range(players)):
        views = {
            json.dumps(match.resample(seat, other).view(seat), sort_keys=True) for other in range(6)
        }
        assert views == {json.dumps(match.view(seat), sort_keys=True)}


def test_cards_to_come_are_told_as_sets_not_in_their_order() -> None:
    match = GAME.new(players=2, seed=8)
    state = state_of(match)
    to_come = match.view(None)["to_come"]
    assert to_come["draw_pile"] == sorted(state.deck[:44])
    assert to_come["final_stack"] == sorted(state.deck[44:])
    assert list(state.deck[:44]) != to_come["draw_pile"]


def test_resample_keeps_pile_and_final_stack_apart_and_shuffles_each() -> None:
    match = GAME.new(players=2, seed=8)
    walk(match, 60, 2)
    true = state_of(match)
    seen = set()
    for seed in range(40):
        other = state_of(match.resample(0, seed))
        assert other.drawn == true.drawn
        assert other.deck[: true.drawn] == true.deck[: true.drawn], "what was drawn is known"
        assert sorted(other.deck[true.drawn : 44]) == sorted(true.deck[true.drawn : 44])
        assert sorted(other.deck[44:]) == sorted(true.deck[44:])
        seen.add(other.deck)
    assert len(seen) == 40
    first = {state_of(match.resample(0, seed)).deck[true.drawn] for seed in range(200)}
    assert len(first) > 10, "the next card is drawn anew"


def test_resample_does_not_depend_on_the_true_order() -> None:
    """Two matches that look the same to a seat give it the same resampled match."""
    one = GAME.new(players=2, seed=8)
    two = one.resample(0, "another order")
    assert state_of(one).deck != state_of(two).deck
    for seed in range(5):
        assert state_of(one.resample(0, seed)).deck == state_of(two.resample(0, seed)).deck


def test_resample_within_a_turn_keeps_the_choices() -> None:
    t = table(hand=[36], market=[6, 8, 10, 14, 16, 18, 20, 24], stack=[4])
    t.play("play 36")
    other = t.match.resample(0, 1)
    assert other.legal_actions() == t.match.legal_actions()
    assert other.view(0) == t.match.view(0)
    other.apply(other.str_to_action("take 8"))
    assert other.view(0)["seats"][0]["stack"] == [4, 8, 36]


def test_resampled_match_plays_to_an_end_and_leaves_the_original_alone() -> None:
    match = GAME.new(players=3, seed=5)
    walk(match, 50, 3)
    before = match.view(0)
    text = str(match.record())
    other = match.resample(1, 99)
    walk(other, 5000, 4)
    assert other.is_over
    assert match.view(0) == before
    assert str(match.record()) == text


def test_decision_is_shown_to_the_seat_that_has_to_choose_only() -> None:
    match = GAME.new(players=2, seed=5)
    assert match.view(0)["decision"]["actions"] == match.legal_actions()
    assert match.view(1)["decision"] is None
    assert match.view(None)["decision"] is None
    assert match.view(1)["to_choose"] == 0


def test_view_of_a_finished_game() -> None:
    market = [106, 108, 110, 112, 122, 124, 126, 128]
    t = table(hand=[FARMER], market=market, deck=[]).play("pass", "pass")
    view = t.match.view(0)
    assert view["over"] is True
    assert view["winners"] == [0]
    assert view["to_choose"] is None
    assert view["decision"] is None


def test_view_shows_everything_on_the_board() -> None:
    t = table(
        hand=[FARMER],
        settlements="c1",
        towns="c5",
        palaces="c3",
        roads="c1-c2 c2-c3",
        bridges="c5-d5",
        grand="c9-d9",
        workshops="c2",
        expansions="c4",
        workers="b4",
        prone="e5",
        blocks={"a7": 3},
        money=3,
        wheat=2,
    )
    view = t.match.view(None)
    spaces = {space["name"]: space for space in view["spaces"]}
    assert spaces["c1"]["settlement"] and not spaces["c1"]["town"]
    assert spaces["c5"]["settlement"] and spaces["c5"]["town"]
    assert spaces["c3"]["palace"] and spaces["c3"]["town"]
    assert spaces["c2"]["workshop"] and not spaces["c2"]["expansion"]
    assert spaces["c4"]["workshop"] and spaces["c4"]["expansion"]
    assert spaces["b4"]["worker"] == "upright"
    assert spaces["e5"]["worker"] == "prone"
    assert spaces["a7"]["blocks"] == 3
    assert {frozenset(road) for road in view["roads"]} == {
        frozenset(("c1", "c2")),
        frozenset(("c2", "c3")),
    }
    bridges = {frozenset(bridge["ends"]): bridge["grand"] for bridge in view["bridges"]}
    assert bridges == {frozenset(("c5", "d5")): False, frozenset(("c9", "d9")): True}
    assert view["seats"][0]["money"] == 3
    assert view["seats"][0]["resources"]["wheat"] == 2
    assert view["supply"]["bridges"] == 3
    assert view["supply"]["grand_bridges"] == 1


def test_card_being_played_is_not_gone() -> None:
    t = table(hand=[38, 72], stone=3, settlements="c4", crocodiles_off="d3 d4")
    assert t.match.view(None)["playing"] is None
    t.play("play 72")
    for seat in (None, 0, 1):
        view = t.match.view(seat)
        assert view["playing"] == 72
        assert 72 not in view["gone"]
    t.play("space a7", "space a7", "space a7")
    view = t.match.view(None)
    assert view["playing"] is None
    assert 72 not in view["gone"]
    assert view["seats"][0]["stack"] == [72]


def test_card_being_played_under_papyrus_is_papyrus() -> None:
    t = table(hand=[88, FARMER], stack=[12]).play("play 88")
    view = t.match.view(None)
    assert view["playing"] == 88
    assert not {12, 88} & set(view["gone"])
    t.play("space a7", "this")
    assert 88 in t.match.view(None)["gone"]


def test_pairs_ever_joined_are_public() -> None:
    position: Position = {"settlements": "c1 c5", "roads": "c1-c2 c2-c3 c3-c4"}
    t = table(hand=[3, 5], **position, wheat=2, grape=2, stone=2, crocodiles_off="all")
    assert t.match.view(None)["joined"] == []
    t.play("play two-roads", "road c4-c5")
    while t.match.decision().kind != "road":  # type: ignore[union-attr]
        t.play(t.offers()[0])
    pair = [["c1", "c5"]]
    for seat in (None, 0, 1):
        assert t.match.view(seat)["joined"] == pair
    while not t.turn_over():
        t.play(t.offers()[0])
    t.others().play("play settlement", "space c3")
    while not t.turn_over():
        t.play(t.offers()[0])
    now = t.match.view(None)["joined"]
    assert [pair for pair in now if "c3" in pair] == [["c1", "c3"], ["c3", "c5"]]
    assert ["c1", "c5"] in now, "once joined, always joined"
