"""What holds at every moment of a game of Resafa: pieces, cards, amounts, derived facts."""

from __future__ import annotations

from sandtable import Match
from sandtable.games.resafa.edition.components import cell_name
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.state import Player, State
from sandtable.kernel.rng import secure
from sandtable.testing import check_choices
from tests.resafa.reference import (
    EDITION,
    Workshop,
    final_points,
    legal_placements,
    name,
    strip,
)
from tests.resafa.table import GAME, Seat

SIZE = 15
BOT = 4
CANAL_TANKS = {1, 3}  # the backs of k1 and k2


def state_of(match: Match) -> State:
    state = match.state
    assert isinstance(state, State)
    return state


def between_turns(match: Match) -> bool:
    """Whether a turn has just begun, so that nothing is under way."""
    decision = match.decision()
    if decision is None:
        return True
    return not match.turns()[-1][1] and decision.kind in ("play", "rotate")


def check_everything(match: Match) -> None:
    s = state_of(match)
    quiet = between_turns(match)
    check_actions(match)
    check_board(s)
    check_stock(s)
    check_water(s)
    check_workshops(s, quiet)
    check_special_cards(s, quiet)
    check_other_cards(s, quiet)
    for seat, p in enumerate(s.seats):
        check_player(s, p)
        check_area(s, seat, p)
        check_action_cards(s, p, quiet)


def check_actions(match: Match) -> None:
    """As in any game; and only who may."""
    check_choices(match)
    decision = match.decision()
    if decision is None:
        return
    # In the rain the owner of a cube chooses, in turns only who has the turn.
    if decision.kind != "flow":
        assert match.current_player == state_of(match).active


# -- the board ---------------------------------------------------------------------------------


def check_board(s: State) -> None:
    tiles = EDITION["trading_tiles"]
    assert sorted(face // 2 for face in s.trading) == list(range(9))
    for centre, face in zip(EDITION["centres"], s.trading, strict=True):
        assert tiles[face // 2]["colour"] == centre["colour"]
    side = EDITION["sides"]["1-2" if s.players <= 2 else "3-4"]
    spaces = {base["id"] for base in side["bases"] if base.get("players", 0) <= max(2, s.players)}
    ids = [entry["id"] for entry in EDITION["centres"]]
    bases: dict[int, list[str]] = {}
    for place, holder in enumerate(s.bases):
        if holder >= 0:
            centre = ids[place // 4]
            assert f"{centre}-{place % 4 + 1}" in spaces
            bases.setdefault(holder, []).append(centre)
    for seat, p in enumerate(s.seats):
        own = bases.pop(seat, [])
        assert len(own) == len(set(own)) <= 8
        assert {i for i in range(9) if p.bases >> i & 1} == {ids.index(centre) for centre in own}
    if s.players == 1:
        own = bases.pop(BOT, [])
        assert {i for i in range(9) if s.bot_bases >> i & 1} == {ids.index(c) for c in own}
    assert not bases
    assert 1 <= s.round <= 6
    assert len(s.offer) == 6


def check_water(s: State) -> None:
    columns = 4 if s.players <= 2 else 5
    side = EDITION["sides"]["1-2" if s.players <= 2 else "3-4"]
    sources = {cell["id"] for cell in side["cells"] if "water" in cell}
    own: dict[int, list[int]] = {}
    for cell, value in enumerate(s.water):
        assert bool(s.built >> cell & 1) == (value >= 0)
        if value < 0:
            continue
        owner, face = divmod(value, 14)
        own.setdefault(owner, []).append(face)
        assert cell % 5 < columns
        assert (cell_name(cell)[0] == "t") == (face in CANAL_TANKS)
        assert s.water_bonus[cell] == -1
    for seat, p in enumerate(s.seats):
        faces = own.pop(seat, [])
        tiles = [face // 2 for face in faces]
        assert len(set(tiles)) == len(tiles) == p.canals
        assert {tile for tile in range(7) if p.canal_left >> tile & 1} == set(range(7)) - {*tiles}
        assert p.tanks == sum(1 for face in faces if face in CANAL_TANKS)
    if s.players == 1:
        tiles = [face // 2 for face in (*own.pop(BOT, []), *s.bot_stack)]
        assert sorted(tiles) == list(range(7))
        assert s.built >> s.bot_cell & 1
    assert not own

    # Cubes: outside, on a tile, kept, or (Resafabot's) out of the game.
    outside = {cell_name(cell) for cell in range(30) if s.sources >> cell & 1}
    on_tiles = {cell_name(cell) for cell in range(30) if s.cubes >> cell & 1}
    built = {cell_name(cell) for cell in range(30) if s.built >> cell & 1}
    assert outside <= sources - built
    assert on_tiles <= sources & built
    assert outside == sources - built, "a cube stays until somebody builds beside it"
    kept = sum(p.cubes for p in s.seats)
    total = len(outside) + len(on_tiles) + kept
    assert total == len(sources) if s.players > 1 else total <= len(sources)

    # Canal bonus tiles: on the network or held, none twice.
    held = [tile for p in s.seats for tile in range(9) if p.tiles >> tile & 1]
    lying = [tile for tile in s.water_bonus if tile >= 0]
    assert len({*held, *lying}) == len(held) + len(lying)


def check_workshops(s: State, quiet: bool) -> None:
    """Tiles are in one place each: stacks, offer, areas; one may be in a builder's hand."""
    for level, (first, last) in enumerate(((8, 20), (20, 34))):
        drawn = (s.drawn_1, s.drawn_2)[level]
        deck = s.decks[level][drawn:]
        offer = [tile for tile in s.offer[3 * level : 3 * level + 3] if tile >= 0]
        built = [face // 2 for p in s.seats for face in p.workshops if first <= face // 2 < last]
        tiles = [*deck, *offer, *built]
        assert len(set(tiles)) == len(tiles)
        assert set(tiles) <= set(range(first, last))
        if s.players > 1 and quiet:
            assert sorted(tiles) == list(range(first, last))
        shown = s.round >= 3 or level == 0
        if shown and deck and quiet:
            assert len(offer) == 3
        if not shown:
            assert not offer and drawn == 0


# -- cards -------------------------------------------------------------------------------------


def check_special_cards(s: State, quiet: bool) -> None:
    for number, stack in enumerate(s.special):
        colour, level = divmod(number, 3)
        first = {"pink": 0, "white": 18, "yellow": 36, "blue": 54}[fx.COLOURS[colour]] + 6 * level
        cards = range(first, first + 6)
        owned = [card for p in s.seats for card in cards if p.owns(GAME.components, card)]
        gone = [card for card in s.bot_specials if card in cards]
        everywhere = [*stack, *s.box[number], *owned, *gone]
        assert sorted(everywhere) == list(cards), "each card in one place"
        assert len(s.box[number]) == 2
        if level == 0:
            assert not stack or s.open >> number & 1
        elif stack:
            below = 4 - len(s.special[number - 1])
            assert bool(s.open >> number & 1) == (below > 0)
        else:
            assert not s.open >> number & 1
    for p in s.seats:
        for colour in range(4):
            first = {"pink": 0, "white": 18, "yellow": 36, "blue": 54}[fx.COLOURS[colour]]
            for level in range(3):
                owned = [
                    c
                    for c in range(first + 6 * level, first + 6 * level + 6)
                    if p.owns(GAME.components, c)
                ]
                reached = p.track(colour) >= 3 * level + 3
                assert len(owned) <= reached
                if quiet:
                    assert len(owned) == reached


def check_other_cards(s: State, quiet: bool) -> None:
    sacks = [*s.sacks, *[card for p in s.seats for card in range(12) if p.sacks >> card & 1]]
    assert len(set(sacks)) == len(sacks)
    if quiet:
        assert sorted(sacks) == list(range(12))
    assert 0 <= s.sacks_known <= len(s.sacks)
    for p in s.seats:
        assert p.sacks_shown | p.sacks == p.sacks
    # Bonus cards: nobody has more copies than have come to light and are gone from the display.
    for card in range(24):
        seen = sum(deck[: 3 * s.round].count(card) for deck in s.bonus_decks)
        held = sum(int(p.bonus >> 2 * card & 3) for p in s.seats)
        assert held + s.bonus.count(card) <= seen
    for colour in range(4):
        row = s.bonus_decks[colour][3 * s.round - 3 : 3 * s.round]
        shown = s.bonus[3 * colour : 3 * colour + 3]
        assert all(card in (-1, row[slot]) for slot, card in enumerate(shown))
    if quiet:
        # Who has had a turn keeps the limit; a new hand for the next rounds may exceed it.
        gone = [(s.start + step) % s.players for step in range(s.step)] if s.players > 1 else []
        for seat, p in enumerate(s.seats):
            cards = int(p.bonus_count()) + int(p.sacks).bit_count()
            if seat in gone and s.phase == 1:
                cards += int(p.hand).bit_count()
            assert cards <= 5
    if s.players == 1:
        assert sorted(s.bot_deck) == list(range(7))
        assert s.bot_deck[0] == 0
        assert 0 <= s.bot_at <= 5


def check_action_cards(s: State, p: Player, quiet: bool) -> None:
    hand = [slot for slot in range(6) if p.hand >> slot & 1]
    played = [entry // 2 for entry in p.played]
    assert sorted([*hand, *p.pile, *played]) == list(range(6)), "six cards, each in one place"
    yellow = [card for card in p.cards if card >= 0]
    owned = [card for card in range(36, 54) if p.owns(GAME.components, card)]
    assert len(set(yellow)) == len(yellow)
    assert set(yellow) <= set(owned)
    if quiet:
        assert sorted(yellow) == owned
    for slot, card in enumerate(p.cards):
        if card >= 0 and card < 42:
            assert slot == card - 36, "level I replaces its namesake"
    assert p.shown_hand | p.hand == p.hand
    assert all(slot in p.pile for slot in range(6) if p.shown_pile >> slot & 1)
    if quiet and s.phase == 1:
        assert len(played) + len(p.pile) + len(hand) == 6
        assert (len(p.pile) == 0) == (s.round % 2 == 0 or len(played) == 3)


# -- players -----------------------------------------------------------------------------------


def check_player(s: State, p: Player) -> None:
    assert min(p.item) >= 0
    assert p.vp >= 0
    assert sum(p.points) == p.vp
    assert 1 <= p.camel <= 7
    assert 0 <= p.cargo <= p.camel
    assert (p.cargo_item >= 1) == (p.cargo > 0)
    tracks = [int(p.track(colour)) for colour in range(4)]
    assert all(0 <= space <= 9 for space in tracks)
    assert sum(1 for space in tracks[:3] if space >= 6) <= 2
    assert sum(1 for space in tracks[:3] if space >= 9) <= 1
    places = [token // 2 for token in p.tokens]
    assert p.squares + p.scarabs == len(p.tokens)
    assert p.scarabs == sum(token % 2 for token in p.tokens)
    assert places.count(0) == min(2, len(places))
    for kind in range(3):
        assert places.count(kind + 1) == p.row(kind) <= 3
    unused = Seat(p).unused
    assert set(unused) <= set(Seat(p).specials)
    helps = [
        help_ for card in range(54, 72) if p.owns(GAME.components, card) for help_ in _always(card)
    ]
    assert len(p.helps) == len(helps)


def _always(card: int) -> list[object]:
    effects: list[object] = EDITION["special_cards"][card].get("always", [])
    return effects


def check_area(s: State, seat: int, p: Player) -> None:
    """Workshops corner to corner, strips of one direction in a square, and what may come next."""
    ids = GAME.components.workshop_ids
    workshops: dict[tuple[int, int], Workshop] = {}
    faces: list[int] = []
    squares: dict[str, list[str]] = {}
    for cell, value in enumerate(p.grid[: SIZE * SIZE]):
        if not value:
            continue
        x, y = cell % SIZE, cell // SIZE
        if (x + y) % 2 == 0:
            face, rotation = divmod(value - 1, 4)
            faces.append(face)
            workshops[x, y] = Workshop(
                EDITION, ids[face // 2], face % 2 == 1, name(x, y), rotation * 90
            )
        else:
            squares[name(x, y)] = strips(value)
    assert sorted(faces) == p.workshops
    assert p.extra == sum(face % 2 for face in faces)
    assert faces.count((seat * 2) * 2) == faces.count((seat * 2 + 1) * 2) == 1
    assert (7, 7) in workshops and (8, 8) in workshops
    reached = {(7, 7)}
    edge = [(7, 7)]
    corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    cells = set()
    while edge:
        x, y = edge.pop()
        for dx, dy in corners:
            there = (x + dx, y + dy)
            if there in workshops and there not in reached:
                reached.add(there)
                edge.append(there)
            elif there not in workshops and 0 <= there[0] < SIZE and 0 <= there[1] < SIZE:
                cells.add(name(*there))
    assert reached == set(workshops), "every workshop touches the corner of another"

    # Garden tiles.
    tiles = [tile for laid in squares.values() for tile in laid]
    assert len(tiles) == p.gardens
    for square, laid in squares.items():
        units = [strip(square, tile) for tile in laid]
        assert len(set().union(*units)) == sum(len(unit) for unit in units)
        across = {tile.split()[1] in ("top", "middle-row", "bottom") for tile in laid}
        assert len(across) == 1
    full = [square for square, laid in squares.items() if _thirds(laid) == 3]
    assert len(full) == p.full_squares

    # What the state keeps beside the pieces has to agree with them.
    book = GAME.action_space
    assert {book.items[cell] for cell in p.cells} == cells
    all_workshops = list(workshops.values())
    near = {
        name(x + dx, y + dy)
        for x, y in workshops
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE
    }
    for size, kept in (("small", p.small), ("large", p.large)):
        fitting = {
            square
            for square in near
            if legal_placements(
                _around(all_workshops, square), square, squares.get(square, []), {size}
            )
        }
        assert {book.items[square] for square in kept} == fitting


def _around(workshops: list[Workshop], square: str) -> list[Workshop]:
    x, y = ord(square[0]) - ord("a"), int(square[1:]) - 1
    return [w for w in workshops if abs(w.x - x) + abs(w.y - y) == 1]


def _thirds(laid: list[str]) -> int:
    return sum(1 if tile.startswith("small") else 2 for tile in laid)


def strips(value: int) -> list[str]:
    """The tiles of a garden square as the state writes it."""
    down = bool(value & 8)
    names = ("left", "middle-column", "right") if down else ("top", "middle-row", "bottom")
    filled = [third for third in range(3) if value >> third & 1]
    result: list[str] = []
    if value & 16:
        result.append(f"large {names[0]}")
        filled = [third for third in filled if third == 2]
    if value & 32:
        result.append(f"large {names[2]}")
        filled = [third for third in filled if third == 0]
    return result + [f"small {names[third]}" for third in filled]


def check_stock(s: State) -> None:
    """Garden tiles in stock and in all areas together."""
    tiles = [
        tile
        for p in s.seats
        for cell, value in enumerate(p.grid[: SIZE * SIZE])
        if value and (cell % SIZE + cell // SIZE) % 2
        for tile in strips(value)
    ]
    small = sum(1 for tile in tiles if tile.startswith("small"))
    assert small + s.small_left == 22
    assert len(tiles) - small + s.large_left == 17
    assert min(s.small_left, s.large_left) >= 0


def check_result(match: Match) -> None:
    """The final scoring, counted anew from what lies on the table."""
    s = state_of(match)
    assert match.is_over
    for p in s.seats:
        sources = [
            "scarabs", "garden row", "workshop row", "canal row", "pink cards", "boxed points",
            "goods", "coins and resources", "canal tiles",
        ]  # fmt: skip
        booked = dict(zip(GAME_SOURCES, p.points, strict=True))
        expected = final_points(Seat(p), [int(p.row(kind)) for kind in range(3)])
        together = {"scarabs": booked["scarabs"] + booked["pink cards"]}
        for source in sources[1:]:
            if source != "pink cards":
                together[source] = booked[source]
        assert together == expected
    scores, winners = match.scores(), match.winners()
    assert scores == [p.vp for p in s.seats]
    best = max(scores)
    leaders = [seat for seat in range(s.players) if scores[seat] == best]
    most = max(s.seats[seat].canals for seat in leaders)
    assert winners == [seat for seat in leaders if s.seats[seat].canals == most]


GAME_SOURCES = list(GAME.breakdown(GAME.setup(2, secure(0), {"advanced": False}))[0])
