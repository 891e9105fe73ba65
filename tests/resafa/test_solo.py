"""Alone against Resafabot: its set-up, its cards, every main action."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.games.resafa.edition.components import cell_name
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.state import State
from sandtable.kernel.rng import seeded
from tests.resafa.reference import EDITION, tile_worth
from tests.resafa.table import GAME, Position, Table, table

CARDS = {entry["id"]: entry for entry in EDITION["solo_cards"]}
PALMS = {"r2c2", "r4c2", "r2c3", "r4c3"}


def bot(position: Position | None = None, **given: object) -> Table:
    """A solo game after Resafabot has begun it with a turn."""
    return table(1, start=1, bot=dict(given), **(position or {}))


def new(seed: object) -> State:
    state = GAME.new(players=1, seed=seed).state
    assert isinstance(state, State)
    return state


def tracks(t: Table) -> list[int]:
    return [int(t.state.bot_tracks >> 8 * colour & 255) for colour in range(4)]


# -- set-up ------------------------------------------------------------------------------------


def test_its_first_tile_lies_on_a_palm() -> None:
    seen = set()
    for seed in range(60):
        s = new(seed)
        cells = [cell for cell in range(30) if s.water[cell] >= 0]
        assert len(cells) == 1
        assert s.water[cells[0]] // 14 == 4
        assert s.bot_cell == cells[0]
        assert s.water_bonus[cells[0]] == -1
        seen.add(cell_name(cells[0]))
    assert seen == PALMS
    assert {cell["id"] for cell in EDITION["sides"]["1-2"]["cells"] if cell.get("palm")} == PALMS


def test_its_stack_has_no_tank_up() -> None:
    backs = set()
    for seed in range(40):
        s = new(seed)
        placed = next(value for value in s.water if value >= 0) % 14
        tiles = [face // 2 for face in (*s.bot_stack, placed)]
        assert sorted(tiles) == list(range(7))
        for face in s.bot_stack:
            assert face not in (1, 3), "k1 and k2 lie with the straight side up"
            backs.add(face % 2)
    assert backs == {0, 1}


def test_its_deck_has_the_set_up_card_on_top() -> None:
    decks = set()
    for seed in range(20):
        match = GAME.new(players=1, seed=seed)
        s = match.state
        assert isinstance(s, State)
        assert s.bot_deck[0] == 0
        assert sorted(s.bot_deck) == list(range(7))
        decks.add(tuple(s.bot_deck))
    assert len(decks) > 10


def test_it_has_no_player_board() -> None:
    s = new(1)
    assert len(s.seats) == 1
    assert s.bot_tracks == 0
    assert s.bot_bases == 0


@pytest.mark.parametrize("start", [0, 1])
def test_turns_alternate_and_the_start_player_swaps(start: int) -> None:
    t = table(1, round=1, start=start)
    log = []
    while not t.match.is_over and t.state.round <= 2:
        if t.asked() == "play":
            log.append((t.state.round, t.state.bot_at, t.state.step))
        word = "end" if t.can("end") else t.offers()[0]
        t.play(word)
    assert [entry[0] for entry in log].count(1) == 3
    first = next(step for round_, _, step in log if round_ == 1)
    second = next(step for round_, _, step in log if round_ == 2)
    assert first == start, "Resafabot has had a turn before if it started"
    assert second == 1 - start


# -- cards -------------------------------------------------------------------------------------


def test_six_turns_use_seven_cards_then_they_are_shuffled() -> None:
    t = table(1, round=1, start=1, seed=5)
    seen: set[int] = set()
    decks = [tuple(t.state.bot_deck)]
    while not t.match.is_over:
        if t.asked() == "play":
            seen.add(t.state.bot_at)
            if tuple(t.state.bot_deck) != decks[-1]:
                decks.append(tuple(t.state.bot_deck))
        t.play("end" if t.can("end") else t.offers()[0])
    assert seen <= {0, 1, 2, 3, 4, 5}
    assert all(deck[0] == 0 for deck in decks), "the set-up card on top"
    assert len(decks) == 3, "18 turns are three times through the cards"
    assert all(sorted(deck) == list(range(7)) for deck in decks)


@pytest.mark.parametrize("left", range(7))
@pytest.mark.parametrize("right", range(1, 7))
def test_every_pair_of_cards(left: int, right: int) -> None:
    """Arrow, colour, colour operation and main action as the two cards say."""
    if left == right:
        return
    rest = [n for n in range(7) if n not in (left, right)]
    deck = " ".join(str(n) for n in [left, right, *rest])
    rows = {"yellow": "b1 b3 b4", "white": "b8 b9 b10", "blue": "b2 b5 b11", "pink": "b6 b7 b14"}
    t = bot({"bonus_cards": rows}, deck=deck, cell="r3c2", canals="k1 r3c2")
    one, other = CARDS[f"solo{left}"], CARDS[f"solo{right}"]
    chosen = other["upper" if one["arrow"] == "up" else "lower"]
    action, colour = chosen["action"], chosen["colour"]
    if action in ("production", "garden"):
        action = one["red"]

    # The colour action.
    expected = {word: row.split() for word, row in rows.items()}
    spaces = [0, 0, 0, 0]
    if one["colour_action"] == "track":
        spaces[fx.COLOURS.index(colour)] += 2
    else:
        expected[colour][int(one["colour_action"].split()[1]) - 1] = "-"
    assert {word: t.display(word) for word in rows} == expected

    # The main action.
    if action == "provisions":
        if one["provisions"] == "same" or max(spaces) == 0:
            spaces[fx.COLOURS.index(colour)] += 2
        else:
            spaces[spaces.index(max(spaces))] += 2
    assert tracks(t) == spaces
    offer = ["w1-01", "w1-02", "w1-03", "-", "-", "-"]
    if action == "workshop":
        offer[one["workshop"] - 1] = "w1-04"
    assert t.offer() == offer
    cells = {"r3c2"}
    if action == "canal":
        cells.add({"up": "r2c2", "down": "r4c2", "left": "r3c1", "right": "r3c3"}[one["canal"]])
    assert set(t.canals()) == cells
    centres = {c for c in GAME.components.centre_ids if 4 in t.base_owners(c)}
    assert centres == ({one["centres"][0]} if action == "trading" else set())


def sign_read(left: dict[str, Any], right: dict[str, Any]) -> str:
    """The sign of the left card that its main action reads."""
    action = right["upper" if left["arrow"] == "up" else "lower"]["action"]
    if action in ("production", "garden"):
        action = left["red"]
    return "centres" if action == "trading" else str(action)


@pytest.mark.parametrize("left", list(CARDS))
def test_no_sign_of_a_card_is_dead(left: str) -> None:
    """Every sign is read beside some other card; the set-up card is never on the right."""
    others = [CARDS[name] for name in CARDS if name not in ("solo0", left)]
    signs = {sign_read(CARDS[left], right) for right in others}
    assert signs == {"workshop", "provisions", "canal", "centres"}
    half = "upper" if CARDS[left]["arrow"] == "up" else "lower"
    pointed = {right[half]["action"] for right in others}
    assert pointed & {"production", "garden"}, "its red outline is read"


def test_arrows_and_signs_differ() -> None:
    shuffled = [card for name, card in CARDS.items() if name != "solo0"]
    assert {card["arrow"] for card in shuffled} == {"up", "down"}, "all four palms are pointed at"
    for sign, known in (
        ("workshop", {1, 2, 3}),
        ("provisions", {"same", "furthest"}),
        ("canal", {"up", "down", "left", "right"}),
    ):
        assert {card[sign] for card in CARDS.values()} == known


def test_over_many_games_every_sign_is_read_and_every_centre_gets_a_base() -> None:
    read: set[tuple[str, str]] = set()
    bases: Counter[str] = Counter()
    games = 60
    for seed in range(games):
        match = GAME.new(players=1, seed=seed)
        rng = seeded(f"solo signs {seed}")
        state = match.state
        assert isinstance(state, State)
        at, deck = -1, state.bot_deck
        while not match.is_over:
            if (state.bot_at, state.bot_deck) != (at, deck):
                at, deck = state.bot_at, state.bot_deck
                if at:
                    pair = [CARDS[f"solo{number}"] for number in deck[at - 1 : at + 1]]
                    read.add((pair[0]["id"], sign_read(pair[0], pair[1])))
            legal = match.legal_actions()
            match.apply(legal[rng.below(len(legal))])
            assert isinstance(match.state, State)
            state = match.state
        for centre, name in enumerate(GAME.components.centre_ids):
            bases[name] += int(state.bot_bases >> centre & 1)
    signs = ("workshop", "provisions", "canal", "centres")
    assert read == {(card, sign) for card in CARDS for sign in signs}
    assert all(bases[name] >= games // 20 for name in GAME.components.centre_ids), bases


def test_it_collects_and_pays_nothing() -> None:
    t = bot({"coin": 3, "stone": 2}, deck="0 4 1 2 3 5 6")
    assert t.me.coin == 3
    assert t.me.stone == 2
    assert t.match.scores() == [0]


# -- the display -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "left"),
    [
        ("b1 b3 b4", "b1 b3 -"),
        ("b1 b3 -", "b1 - -"),  # the next to the left
        ("b1 - -", "- - -"),
        ("- - b4", "- - -"),
        ("- - -", "- - -"),
    ],
)
def test_an_empty_place_means_the_next_card_to_the_left(row: str, left: str) -> None:
    """Solo card 0 takes the third yellow card."""
    t = bot({"bonus_cards": {"yellow": row}}, deck="0 2 1 3 4 5 6")
    assert t.display("yellow") == left.split()


@pytest.mark.parametrize(
    ("row", "left"),
    [
        ("b8 b9 b10", "- b9 b10"),
        ("- b9 b10", "- b9 -"),  # round to the right end, then on to the left
        ("- b9 -", "- - -"),
    ],
)
def test_from_the_left_end_it_goes_round(row: str, left: str) -> None:
    """Solo card 3 takes the first card, and points up at the white garden on card 2."""
    t = bot({"bonus_cards": {"white": row}}, deck="3 2 0 1 4 5 6")
    assert t.display("white") == left.split()


# -- tracks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 3), (4, 6), (7, 9), (8, 9), (9, 9)])
def test_two_spaces_on_a_track_as_far_as_it_goes(before: int, after: int) -> None:
    """Solo card 1 moves on the track; card 3 below shows pink production."""
    t = bot(deck="1 3 0 2 4 5 6", tracks={"pink": before})
    assert tracks(t)[3] == after


@pytest.mark.parametrize(
    ("before", "level"), [(0, 0), (1, 1), (2, 1), (3, 0), (4, 2), (5, 2), (6, 0), (7, 3), (8, 3)]
)
def test_the_open_card_of_a_level_reached_or_passed_is_removed(before: int, level: int) -> None:
    opened = "pink 2, pink 3" if before > 3 else ""
    t = bot({"opened": opened}, deck="1 3 0 2 4 5 6", tracks={"pink": before})
    for number in (1, 2, 3):
        stack = t.stack("pink", number)
        assert len(stack) == (3 if number == level else 4)
        if number == level:
            assert t.is_open("pink", number), "the next is turned over"
            assert number == 3 or t.is_open("pink", number + 1)
    assert len(t.state.bot_specials) == (1 if level else 0)


def test_it_has_no_limits_on_tracks() -> None:
    """Solo card 1 goes two spaces on yellow and then takes yellow provisions, as card 2 says."""
    t = bot(
        {"opened": "yellow 2, yellow 3, white 3, blue 3"},
        deck="1 2 0 3 4 5 6",
        tracks={"yellow": 7, "white": 9, "blue": 9},
    )
    # The colour action takes yellow to the end, then the provisions find no yellow left and
    # move the furthest that can still go: pink.
    assert tracks(t) == [9, 9, 9, 2]


def test_provisions_furthest() -> None:
    """Card 1: its arrow points at yellow provisions on card 2, after two steps on yellow."""
    t = bot(deck="1 2 0 3 4 5 6", tracks={"blue": 5, "white": 4})
    assert tracks(t) == [2, 4, 7, 0]


def test_provisions_furthest_at_the_end_means_the_next() -> None:
    t = bot({"opened": "white 2"}, deck="1 2 0 3 4 5 6", tracks={"blue": 9, "white": 4})
    assert tracks(t) == [2, 6, 9, 0]


def test_provisions_a_tie_goes_to_the_colour_of_the_arrow() -> None:
    t = bot({"opened": "yellow 2"}, deck="1 2 0 3 4 5 6", tracks={"yellow": 2, "blue": 4})
    assert tracks(t) == [6, 0, 4, 0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # Yellow, the arrow's colour, has gone two spaces before as the colour action.
        ({"white": 4, "blue": 4}, [4, 4, 4, 0]),  # yellow, though it is behind the tied
        ({"white": 9, "blue": 9}, [4, 9, 9, 0]),  # the tied at the end of their tracks
        ({"yellow": 7, "white": 9, "pink": 4}, [9, 9, 0, 6]),  # yellow at the end: the next
        ({"yellow": 7, "white": 9}, [9, 9, 0, 0]),  # and a tie for next moves nobody
        ({"yellow": 7, "white": 9, "blue": 9, "pink": 9}, [9, 9, 9, 9]),
    ],
)
def test_provisions_a_tie_moves_the_colour_of_the_arrow_if_it_can(
    before: dict[str, int], after: list[int]
) -> None:
    opened = "yellow 2, yellow 3, white 2, white 3, blue 2, blue 3, pink 2, pink 3"
    t = bot({"opened": opened}, deck="1 2 0 3 4 5 6", tracks=before)
    assert tracks(t) == after


# -- workshops ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offer", "after"),
    [
        ("w1-01 w1-02 w1-03", "w1-01 - w1-03"),
        ("w1-01 - w1-03", "- - w1-03"),
        ("- - w1-03", "- - -"),
        ("- - -", "- - -"),
    ],
)
def test_an_empty_slot_means_the_next_lower_one(offer: str, after: str) -> None:
    """Card 3 takes slot 2 and points up at card 6's workshop; the deck is used up."""
    t = bot({"offer": offer, "deck_1": ""}, deck="3 6 0 1 2 4 5")
    assert t.offer()[:3] == after.split()


def test_level_two_used_up_means_level_one() -> None:
    offer = "w1-01 w1-02 w1-03 - - -"
    t = bot(
        {"offer": offer, "round": 4, "tokens": "square square", "deck_1": ""}, deck="3 6 0 1 2 4 5"
    )
    assert t.offer()[:3] == ["w1-01", "-", "w1-03"]


# -- canals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right", "cell", "occupied", "expected"),
    [
        # Card 0 points left, card 6's lower half is blue canal.
        ("0", "6", "r2c3", "", "r2c2"),
        ("0", "6", "r2c3", "k1 r2c2", "r2c1"),  # the first free space
        ("0", "6", "r2c3", "k1 r2c2, k2 r2c1", "r2c4"),  # else in the opposite direction
        ("0", "6", "r2c1", "", "r2c2"),  # outside the grid
        ("0", "6", "r2c2", "k1 r2c1, k2 r2c3, k3 r2c4", ""),  # nowhere
        # Card 4 points down.
        ("4", "6", "r2c2", "", "r3c2"),
        ("4", "6", "r4c2", "", "r5c2"),
        ("4", "6", "t2", "", "r5c2"),  # below the tanks there is nothing
    ],
)
def test_where_its_canal_goes(
    left: str, right: str, cell: str, occupied: str, expected: str
) -> None:
    rest = " ".join(str(n) for n in range(7) if str(n) not in (left, right))
    tile = "k1 back" if cell.startswith("t") else "k7"
    t = bot(
        {"canals": occupied},
        deck=f"{left} {right} {rest}",
        cell=cell,
        canals=f"{tile} {cell}",
        stack="k3 k2 k4 k5 k6",
    )
    own = {name for name, (owner, _) in t.canals().items() if owner == 4}
    assert own == {cell, expected} - {""}
    if expected:
        assert t.canals()[expected] == (4, "k3")
        assert cell_name(t.state.bot_cell) == expected, "its marker moves on"
        assert len(t.state.bot_stack) == 4
    else:
        assert cell_name(t.state.bot_cell) == cell
        assert len(t.state.bot_stack) == 5


def test_a_tank_space_takes_its_next_tank() -> None:
    t = bot(deck="4 6 0 1 2 3 5", cell="r5c2", canals="k7 r5c2", stack="k3 k2 k4 k1 k6")
    assert t.canals()["t2"] == (4, "k2 back"), "k2 comes before k1 in its stack"
    assert [face // 2 for face in t.state.bot_stack] == [2, 3, 0, 5]


def test_without_a_tank_it_builds_nothing_there() -> None:
    t = bot(deck="4 6 0 1 2 3 5", cell="r5c2", canals="k7 r5c2", stack="k3 k4 k6")
    assert set(t.canals()) == {"r5c2"}


def test_without_tiles_it_builds_nothing() -> None:
    t = bot(deck="0 6 1 2 3 4 5", stack="")
    assert set(t.canals()) == {"r2c2"}


def test_a_bonus_tile_where_it_builds_leaves_the_game() -> None:
    t = bot({"water_bonus": "r2c1 c2"}, deck="0 6 1 2 3 4 5", cell="r2c2")
    assert "r2c1" in t.canals()
    assert set(t.state.water_bonus) == {-1}
    assert t.me.tiles == []


def test_it_takes_the_cube_of_a_source() -> None:
    t = bot(deck="0 6 1 2 3 4 5", cell="r2c2")
    assert t.cubes() == {"r2c1"}
    assert "r2c1" not in t.sources()


def test_its_cube_runs_straight_down_and_leaves_the_game() -> None:
    """The player's tiles on the way score; its own score nobody; forks are not used."""
    t = table(
        1,
        start=1,
        step=5,
        hand="3",
        round=2,
        canals="k7 r3c1, k6 r5c1",
        bot={"canals": "k7 r2c1", "cubes": "r2c1", "cell": "r2c1", "deck": "0 3 1 2 4 5 6"},
    )
    t.play("play garden/production", "end")
    assert t.state.round == 3
    assert t.points() == {"rain": 2 * (tile_worth("k7") + tile_worth("k6"))}
    assert t.cubes() == set()
    assert t.me.cubes == 0


def test_the_players_cube_runs_over_its_tiles() -> None:
    t = table(
        1,
        start=0,
        step=4,
        hand="3",
        round=2,
        canals="k1 r1c1",
        cubes="r1c1",
        bot={"canals": "k7 r2c1", "cell": "r2c1", "deck": "0 3 1 2 4 5 6"},
    )
    t.play("play garden/production", "end")
    assert t.asked() == "flow", "its crossing is a fork for the player's water"
    t.play("flow right")
    assert t.points() == {"rain": 1 + 1}
    assert t.me.cubes == 1


# -- trade -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bases", "mine", "centre", "place"),
    [
        ("", "", "antiochia", 0),
        ("", "antiochia 1", "antiochia", 1),  # the leftmost free space
        ("antiochia 1", "", "kena", 0),
        ("antiochia 1", "kena 1", "kena", 1),
        ("antiochia 1, kena 2", "", "", -1),  # bases in both
    ],
)
def test_where_it_founds_a_base(bases: str, mine: str, centre: str, place: int) -> None:
    t = bot({"bases": mine}, deck="0 5 1 2 3 4 6", bases=bases)
    for name in ("antiochia", "kena"):
        before = [entry.strip() for entry in bases.split(",")]
        owners = t.base_owners(name)
        expected = [i for i in range(4) if f"{name} {i + 1}" in before]
        if name == centre:
            expected.append(place)
        assert [i for i in range(4) if owners[i] == 4] == expected
    tiles = {"antiochia": "r1", "kena": "r4"}
    for name, tile in tiles.items():
        assert t.trading_tile(name) == f"{tile} {'b' if name == centre else 'a'}"


def test_a_full_first_centre_means_no_base() -> None:
    """The second centre counts only if it has a base at the first. Two markers of one player in
    a centre cannot be, but they show it."""
    t = bot({"bases": "antiochia 1, antiochia 2"}, deck="0 5 1 2 3 4 6")
    assert 4 not in t.base_owners("antiochia")
    assert 4 not in t.base_owners("kena")


def test_it_has_eight_markers_for_bases() -> None:
    """Of its thirteen cubes four are on tracks and one is on the network."""
    eight = "antiochia 1, alexandria 1, gerasa 1, alia 1, ctesiphon 1, gerrha 1, charax 1, masqat 1"
    t = bot(deck="0 5 1 2 3 4 6", bases=eight)
    assert 4 not in t.base_owners("kena")
    assert t.trading_tile("kena") == "r4 a"


# -- the scale ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vp", "name"),
    [
        (149, "below the scale"),
        (150, "okay"),
        (179, "okay"),
        (180, "good"),
        (199, "good"),
        (200, "very good"),
        (219, "very good"),
        (220, "excellent"),
        (260, "excellent"),
    ],
)
def test_the_designers_scale_names_the_result(vp: int, name: str) -> None:
    t = table(1, round=6, start=1, step=5, hand="3", vp=vp, bot={"deck": "0 3 1 2 4 5 6"})
    t.play("play garden/production", "end")
    assert t.match.is_over
    assert t.match.scores() == [vp]
    assert t.match.result() == {"mode": "solo", "score": vp, "rank": name}
