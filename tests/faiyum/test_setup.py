"""Set-up: money, hands, market, draw pile and final stack, the map at the start; options."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable import BadOption
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.state import State
from tests.faiyum.reference import names

BLUE = list(range(2, 113, 2))
YELLOW = [114, 116, 118, 120]
DISASTERS = [122, 124, 126, 128]
START = {"farmer": 3, "two-roads": 1, "settlement": 1}

GAME = sandtable.game("faiyum")


def state_of(match: sandtable.Match) -> State:
    state = match.state
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize(
    ("players", "money"),
    [(1, [4]), (2, [3, 4]), (3, [3, 4, 4]), (4, [3, 4, 4, 5]), (5, [3, 4, 4, 5, 5])],
)
def test_money_by_seat_and_nothing_else(players: int, money: list[int]) -> None:
    view = GAME.new(players=players, seed=1).view(None)
    seats = view["seats"]
    assert [seat["money"] for seat in seats] == money
    for seat in seats:
        assert seat["reputation"] == 0
        assert set(seat["resources"].values()) == {0}
        assert seat["hand"] == [1, 1, 1, 3, 5]
        assert seat["stack"] == []
        assert seat["passed"] is False


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
def test_market_is_the_eight_lowest_of_twelve(players: int, seed: int) -> None:
    match = GAME.new(players=players, seed=seed)
    view = match.view(None)
    market = [slot["card"] for slot in view["market"]]
    assert len(market) == 8
    assert market == sorted(market)
    pile, final = view["to_come"]["draw_pile"], view["to_come"]["final_stack"]
    assert len(pile) == 44
    assert len(final) == 12
    assert set(YELLOW + DISASTERS) <= set(final)
    turned_up = set(final) - set(YELLOW + DISASTERS)
    assert len(turned_up) == 4
    assert min(turned_up) > max(market)
    assert sorted([*market, *turned_up, *pile]) == BLUE
    tokens = [slot["token"] for slot in view["market"]]
    assert tokens == ([False] * 8 if players == 1 else [True] * 4 + [False] * 4)
    assert view["tokens_free"] == 0
    assert view["gone"] == []


def test_map_at_the_start() -> None:
    match = GAME.new(players=2, seed=1)
    view = match.view(None)
    spaces = {space["name"]: space for space in view["spaces"]}
    kinds = [space["kind"] for space in spaces.values()]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "wheat": 19,
        "grape": 19,
        "stone": kinds.count("stone"),
        "obelisk": 1,
        "colossus": 1,
        "pyramid": 2,
        "red": 1,
    }
    for space in spaces.values():
        assert space["crocodile"] == (space["kind"] in ("wheat", "grape"))
        assert space["worker"] is None
        assert space["settlement"] == (space["kind"] == "red")
        assert not space["town"] and not space["workshop"]
    dam = set(view["dam"])
    built = {name for name, space in spaces.items() if space["developed"]}
    places = {n for n, s in spaces.items() if s["kind"] not in ("wheat", "grape", "stone")}
    assert built == places | dam
    assert view["roads"] == []
    assert view["bridges"] == []
    limits = {s["kind"]: s["block_limit"] for s in spaces.values() if s["block_limit"]}
    assert limits == {"obelisk": 2, "colossus": 3, "pyramid": 5}
    assert view["supply"] == {
        "workers": 30,
        "settlements": 15,
        "towns": 8,
        "workshops": 10,
        "expansions": 5,
        "roads": 39,
        "bridges": 4,
        "grand_bridges": 2,
        "palaces": 2,
        "blocks": 15,
    }


def test_dam_joins_two_stone_spaces_that_are_not_adjacent() -> None:
    assert isinstance(GAME, Faiyum)
    board = GAME.board
    one, other = board.dam
    assert board.kind[one] == board.kind[other] == 2
    assert not board.neighbours[one] >> other & 1
    assert {board.names[one], board.names[other]} <= names(board, board.channel)
    assert board.dam not in board.bridge_places
    state = state_of(GAME.new(players=2, seed=1))
    assert state.links[one] == 1 << other


def test_seeds_give_different_games_and_the_same_seed_the_same() -> None:
    def deck(seed: object) -> tuple[int, ...]:
        return state_of(GAME.new(players=3, seed=seed)).deck

    assert deck(5) == deck(5)
    assert len({deck(seed) for seed in range(20)}) == 20
    assert deck("five") != deck(5)


def test_first_player_is_seat_one_and_turns_go_round() -> None:
    match = GAME.new(players=3, seed=4)
    seats = []
    for _ in range(6):
        seats.append(match.current_player)
        match.apply(match.str_to_action("cash farmer"))
    assert seats == [0, 1, 2, 0, 1, 2]


# -- options -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 6},
        {"players": -1},
        {"players": True},
        {"players": "2"},
        {"players": 2.0},
        {"players": 2, "mode": "campaign"},
        {"players": 1, "mode": "hard"},
        {"players": 1, "mode": None},
        {"players": 1, "mode": "campaign", "won": 7},
        {"players": 1, "mode": "campaign", "won": -1},
        {"players": 1, "mode": "campaign", "won": True},
        {"players": 1, "mode": "campaign", "won": "1"},
        {"players": 1, "won": 1},
        {"players": 2, "colour": "red"},
        {"players": 2, "seed": None},
        {"players": 2, "seed": 1.5},
        {"players": 2, "seed": True},
        {"players": 2, "seed": ""},
        {"players": 2, "seed": "x" * 101},
        {"players": 2, "seed": "a\nb"},
        {"players": 2, "seed": [1]},
        {"players": 2, "edition": 5},
        {"players": 2, "edition": ["a"]},
    ],
)
def test_bad_options_get_a_message(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(**options)
    assert str(caught.value)


def test_options_are_settled() -> None:
    assert GAME.new(players=1, seed=1).options == {"mode": "score"}
    assert GAME.new(players=2, seed=1).options == {}
    assert GAME.new(players=1, seed=1, mode="campaign").options == {"mode": "campaign", "won": 0}
    assert GAME.new(players=1, seed=1, mode="campaign", won=3).options["won"] == 3
    assert GAME.new(players=2, seed=1, mode="score").options == {}


def test_option_help_names_every_option() -> None:
    told = {option["name"]: option for option in GAME.option_help()}
    assert set(told) == {"mode", "won"}
    assert all(option["help"] for option in told.values())


def test_games_by_name() -> None:
    assert "faiyum" in sandtable.games()
    assert sandtable.game("faiyum") is GAME
    with pytest.raises(BadOption, match="faiyum"):
        sandtable.game("chess")
