"""Set-up: what lies where by player count, what players begin with; options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable import BadOption, Match
from sandtable.games.resafa.edition.components import cell_name
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.state import State
from tests.resafa.table import GAME, Seat, Table

COUNTS = [1, 2, 3, 4]
E = GAME.edition


def state_of(match: Match) -> State:
    state = match.state
    assert isinstance(state, State)
    return state


def new(players: int, seed: object = 1, **options: Any) -> State:
    return state_of(GAME.new(players=players, seed=seed, **options))


# -- the board ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", COUNTS)
def test_water_cubes_lie_at_every_source(players: int) -> None:
    """Nine for three and four players, eight for fewer."""
    s = new(players)
    sources = {cell_name(cell) for cell in range(30) if s.sources >> cell & 1}
    left_and_right = {"r2c1", "r4c1"}
    if players <= 2:
        expected = {"r1c1", "r1c2", "r1c3", "r1c4", "r3c4", "r5c4"} | left_and_right
    else:
        expected = {"r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r3c5", "r5c5"} | left_and_right
    assert sources == expected
    assert len(sources) == (8 if players <= 2 else 9)
    assert s.cubes == 0


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("seed", range(5))
def test_trading_tiles_lie_on_centres_of_their_colour(players: int, seed: int) -> None:
    s = new(players, seed)
    tiles = E["trading_tiles"]
    centres = E["centres"]
    assert sorted(face // 2 for face in s.trading) == list(range(9))
    for centre, face in enumerate(s.trading):
        assert tiles[face // 2]["colour"] == centres[centre]["colour"]
    for colour, total in (("red", 5), ("blue", 4)):
        sides = [s.trading[i] % 2 for i in range(9) if centres[i]["colour"] == colour]
        assert len(sides) == total
        assert sum(sides) == 1, "one of each colour shows side B"


def test_trading_tiles_are_dealt_at_random() -> None:
    deals = [tuple(new(2, seed).trading) for seed in range(400)]
    for centre in range(9):
        seen = {deal[centre] for deal in deals}
        assert len(seen) == 2 * (5 if centre < 5 else 4), "every tile with either side up"


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("seed", range(8))
def test_canal_bonus_tiles_lie_where_a_set_up_card_says(players: int, seed: int) -> None:
    s = new(players, seed)
    side = "1-2" if players <= 2 else "3-4"
    tiles = {cell_name(i): tile for i, tile in enumerate(s.water_bonus) if tile >= 0}
    assert len(set(tiles.values())) == len(tiles), "no tile twice"
    layouts = [set(card[side]) for card in E["canal_setup_cards"]]
    taken = {cell_name(s.bot_cell)} if players == 1 else set()
    assert any(set(tiles) == layout - taken for layout in layouts)
    assert len(tiles) + len(taken & set.union(*layouts)) >= (7 if players <= 2 else 9) - 1


def test_every_set_up_card_comes_up() -> None:
    seen = {
        frozenset(i for i in range(30) if new(3, seed).water_bonus[i] >= 0) for seed in range(40)
    }
    assert len(seen) == 3


@pytest.mark.parametrize("players", COUNTS)
def test_workshops_of_level_one_on_offer(players: int) -> None:
    s = new(players)
    level = [0] * 8 + [1] * 12 + [2] * 14
    assert [level[tile] for tile in s.offer[:3]] == [1, 1, 1]
    assert s.offer[3:] == [-1, -1, -1], "level II comes with the third round"
    assert s.offer[:3] == s.decks[0][:3]
    assert sorted(s.decks[0]) == list(range(8, 20))
    assert sorted(s.decks[1]) == list(range(20, 34))


@pytest.mark.parametrize("players", COUNTS)
def test_garden_tiles_in_stock(players: int) -> None:
    s = new(players)
    assert (s.small_left, s.large_left) == (22, 17)


# -- cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("seed", range(3))
def test_special_cards_four_of_each_stack(players: int, seed: int) -> None:
    s = new(players, seed)
    assert len(s.special) == 12
    for number, stack in enumerate(s.special):
        colour, level = divmod(number, 3)
        first = {"pink": 0, "white": 18, "yellow": 36, "blue": 54}[fx.COLOURS[colour]] + 6 * level
        assert len(set(stack)) == 4
        assert sorted([*stack, *s.box[number]]) == list(range(first, first + 6))
        assert bool(s.open >> number & 1) == (level == 0), "the first card of each level I"


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("seed", range(3))
def test_bonus_cards_level_one_above_level_two(players: int, seed: int) -> None:
    s = new(players, seed)
    for colour, word in enumerate(fx.COLOURS):
        deck = s.bonus_decks[colour]
        assert len(deck) == 18
        for level in (1, 2):
            copies = Counter(
                {
                    number: copy["count"]
                    for number, card in enumerate(E["bonus_cards"])
                    for copy in card["copies"]
                    if (copy["colour"], copy["level"]) == (word, level)
                }
            )
            assert sum(copies.values()) == 9
            assert Counter(deck[9 * level - 9 : 9 * level]) == copies
        assert s.bonus[colour * 3 : colour * 3 + 3] == deck[:3], "three of each lie open"


def test_sack_cards_all_in_the_deck() -> None:
    assert sorted(new(4).sacks) == list(range(12))
    assert len({new(2, seed).sacks for seed in range(20)}) == 20


# -- players -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("seed", range(6))
def test_what_players_begin_with(players: int, seed: int) -> None:
    """Two coins and a stone; the fourth player in turn order a stone and 2 VP more."""
    s = new(players, seed)
    for seat, p in enumerate(s.seats):
        own = Seat(p)
        fourth = players == 4 and (seat - s.start) % 4 == 3
        assert (own.coin, own.stone) == ((2, 2) if fourth else (2, 1))
        assert own.vp == (2 if fourth else 0)
        assert (own.marble, own.amphora, own.spice) == (0, 0, 0)
        assert own.camel == 1
        assert own.cargo == "nothing"
        assert set(own.tracks.values()) == {0}
        assert own.workshops == 2
        assert len(own.hand) == 3
        assert len(own.pile) == 3
        assert own.played == []
        assert not own.bonus and not own.sacks and not own.tiles and not own.specials
        assert (own.squares, own.scarabs, own.canals, own.gardens) == (0, 0, 0, 0)
        assert p.at == 9, "the camel stands in Resafa"
        assert p.canal_left == 0b1111111


def test_sets_of_action_cards_are_dealt_at_random_and_only_once() -> None:
    seen = set()
    for seed in range(60):
        s = new(3, seed)
        sets = [p.set for p in s.seats]
        assert len(set(sets)) == 3
        seen.add(tuple(sets))
    assert len(seen) > 12


def test_starting_player_is_random() -> None:
    assert {new(4, seed).start for seed in range(40)} == {0, 1, 2, 3}
    assert {new(1, seed).start for seed in range(20)} == {0, 1}, "Resafabot may begin"


def test_hands_are_dealt_at_random() -> None:
    assert len({int(new(2, seed).seats[0].hand) for seed in range(150)}) == 20


# -- rotations ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", COUNTS)
def test_players_turn_their_starting_tiles_in_turn_order(players: int) -> None:
    match = GAME.new(players=players, seed=3)
    start = 0 if players == 1 else state_of(match).start
    for turn in range(players):
        seat = (start + turn) % players
        for angle in (90, 270):
            assert match.current_player == seat
            t = Table(match)
            assert t.offers() == ["rotate 0", "rotate 90", "rotate 180", "rotate 270"]
            t.play(f"rotate {angle}")
        p = state_of(match).seats[seat]
        a, b = 7 * 15 + 7, 8 * 15 + 8
        assert (p.grid[a] - 1) % 4 == 1
        assert (p.grid[b] - 1) % 4 == 3
    assert Table(match).asked() == "play"


def test_starting_tiles_touch_corner_to_corner() -> None:
    p = new(2).seats[0]
    cells = [i for i, value in enumerate(p.grid) if value]
    (ax, ay), (bx, by) = [(cell % 15, cell // 15) for cell in cells]
    assert abs(ax - bx) == 1 and abs(ay - by) == 1


def test_each_seat_has_the_starting_tiles_of_its_colour() -> None:
    s = new(4)
    ids = GAME.components.workshop_ids
    for seat, colour in enumerate(("red", "green", "black", "yellow")):
        own = [ids[face // 2] for face in s.seats[seat].workshops]
        assert own == [f"{colour}-a", f"{colour}-b"]


# -- seeds and options -------------------------------------------------------------------------


def test_seeds_give_different_games_and_the_same_seed_the_same() -> None:
    def deal(seed: object) -> tuple[object, ...]:
        s = new(3, seed)
        return (s.sacks, *[tuple(deck) for deck in s.bonus_decks], *s.special)

    assert deal(5) == deal(5)
    assert len({deal(seed) for seed in range(20)}) == 20
    assert deal("five") != deal(5)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 0},
        {"players": 5},
        {"players": True},
        {"players": "2"},
        {"players": 2, "advanced": "yes"},
        {"players": 2, "advanced": 1},
        {"players": 2, "advanced": None},
        {"players": 2, "mode": "campaign"},
        {"players": 2, "seed": None},
        {"players": 2, "edition": 5},
    ],
)
def test_bad_options_get_a_message(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption) as caught:
        GAME.new(**options)
    assert str(caught.value)


def test_options_are_settled() -> None:
    assert GAME.new(players=2, seed=1).options == {"advanced": False}
    assert GAME.new(players=2, seed=1, advanced=True).options == {"advanced": True}
    told = {option["name"]: option for option in GAME.option_help()}
    assert set(told) == {"advanced"}
    assert all(option["help"] for option in told.values())


def test_the_advanced_option_changes_what_is_known_not_what_is_dealt() -> None:
    one, other = new(2, 7), new(2, 7, advanced=True)
    assert one.special == other.special
    assert one.box == other.box
    assert (one.advanced, other.advanced) == (False, True)


def test_games_do_not_share_what_changes() -> None:
    """Seats begin as copies of one pattern; playing a game leaves it alone."""
    before = [GAME.new(players=4, seed=3).view(seat) for seat in range(4)]
    match = GAME.new(players=4, seed=3)
    while not match.is_over:
        actions = match.legal_actions()
        match.apply(actions[len(actions) // 2])
    assert [GAME.new(players=4, seed=3).view(seat) for seat in range(4)] == before
