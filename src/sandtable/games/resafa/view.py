"""What a seat may know of a game, as plain data."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from sandtable.games.resafa import constants
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.edition.components import (
    BASE_SPACES,
    CELLS,
    PLAYER_COLOURS,
    ROW_KINDS,
    Components,
    cell_name,
)
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import AREA, FIRST_LARGE, PLACEMENTS
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.rules import hand, provisions, rain, solo
from sandtable.games.resafa.rules.scoring import EndScoring, special_cards
from sandtable.games.resafa.state import Player, State
from sandtable.kernel.bits import members

PHASES = ["setting up", "playing", "end of round"]
SIDES = ["front", "back"]
BOT_NAME = "resafabot"


def view(lookup: LookupTables, state: State, seat: int | None) -> dict[str, Any]:
    return {
        "round": state.round,
        "phase": PHASES[state.phase],
        "turn_in_round": state.step // state.takers() + 1
        if state.phase == constants.PLAYING
        else None,
        "start": owner(constants.BOT if state.players == 1 and state.start == 1 else state.start),
        "advanced": state.advanced,
        "centres": [_centre(lookup, state, centre) for centre in range(lookup.edition.centres)],
        "columns": lookup.edition.sides[lookup.side_index(state.players)].columns,
        "water": [_cell(lookup, state, cell) for cell in _cells(lookup, state)],
        "rain": _rain(lookup, state),
        "flowing": _flowing(state),
        "offer": [tile_id(lookup, tile) for tile in state.offer],
        "workshops_to_come": {
            "level_1": [tile_id(lookup, tile) for tile in sorted(state.decks[0][state.drawn_1 :])],
            "level_2": [tile_id(lookup, tile) for tile in sorted(state.decks[1][state.drawn_2 :])],
        },
        "gardens_left": {"small": state.small_left, "large": state.large_left},
        "bonus": {
            colour: [
                bonus_id(lookup.edition, card)
                for card in state.bonus[row * SLOTS : row * SLOTS + SLOTS]
            ]
            for row, colour in enumerate(fx.COLOURS)
        },
        "bonus_to_come": {
            colour: _bonus_to_come(lookup.edition, state, row)
            for row, colour in enumerate(fx.COLOURS)
        },
        "special": [
            _stack(lookup.edition, state, stack, seat) for stack in range(len(state.special))
        ],
        "not_in_game": (
            [lookup.edition.special_ids[card] for box in state.box for card in box]
            if state.advanced
            else None
        ),
        "sack_deck": {
            "cards": len(state.sacks),
            "known_at_end": [
                lookup.edition.sack_ids[card]
                for card in state.sacks[len(state.sacks) - state.sacks_known :]
            ],
        },
        "declared": bonus_list(lookup.edition, int(state.declared)),
        "seats": [_seat(lookup, state, number, seat) for number in range(state.players)],
        "resafabot": _bot(lookup, state) if state.players == 1 else None,
    }


# -- names -----------------------------------------------------------------------------------------


def owner(number: int) -> int | str | None:
    """A seat, the bot, or nobody."""
    if number == constants.BOT:
        return BOT_NAME
    return None if number < 0 else number


def tile_id(lookup: LookupTables, tile: int) -> str | None:
    return lookup.edition.workshop_ids[tile] if tile >= 0 else None


def bonus_id(edition: Components, card: int) -> str | None:
    return edition.bonus_ids[card] if card >= 0 else None


def special_id(edition: Components, card: int) -> str | None:
    return edition.special_ids[card] if card >= 0 else None


def canal_id(edition: Components, face: int) -> str:
    return edition.canal_ids[face // 2]


def bonus_list(edition: Components, bonus: int) -> list[str]:
    """Bonus cards of a hand, each as often as it is there."""
    return [
        word for card, word in enumerate(edition.bonus_ids) for _ in range(bonus >> 2 * card & 3)
    ]


def pair_name(lookup: LookupTables, pair: int, half: int = 0) -> str:
    names = [fx.ACTIONS[lookup.edition.pair_actions[pair * 2 + i]] for i in range(2)]
    return f"{names[half]}/{names[1 - half]}"


# -- the board -------------------------------------------------------------------------------------


def _centre(lookup: LookupTables, state: State, centre: int) -> dict[str, Any]:
    face = state.trading[centre]
    first = centre * BASE_SPACES
    return {
        "centre": lookup.edition.centre_ids[centre],
        "trading_tile": lookup.edition.trading_ids[face // 2],
        "side": "ab"[face % 2],
        "bases": [
            owner(state.bases[first + place])
            for place in range(BASE_SPACES)
            if lookup.spaces[state.players][first + place]
        ],
    }


def _cells(lookup: LookupTables, state: State) -> list[int]:
    side = lookup.edition.sides[lookup.side_index(state.players)]
    return [cell for cell in range(CELLS) if side.cell_vp[cell] >= 0]


def _cell(lookup: LookupTables, state: State, cell: int) -> dict[str, Any]:
    """A cell of the water network, made only once for all that can lie on it."""
    key: i64 = (state.water[cell] + 1) << 32 | (state.water_bonus[cell] + 1) << 16 | cell << 3
    key |= (
        (state.sources >> cell & 1) << 2
        | (state.cubes >> cell & 1) << 1
        | lookup.side_index(state.players)
    )
    shown = lookup.cell_views.get(key)
    if shown is None:
        shown = lookup.cell_views[key] = _new_cell(lookup, state, cell)
    return shown


def _new_cell(lookup: LookupTables, state: State, cell: int) -> dict[str, Any]:
    edition = lookup.edition
    columns = edition.sides[lookup.side_index(state.players)].columns
    tile = state.water[cell]
    bonus = state.water_bonus[cell]
    return {
        "space": cell_name(cell),
        "owner": owner(tile // edition.canal_faces if tile >= 0 else constants.NOBODY),
        "tile": canal_id(edition, tile % edition.canal_faces) if tile >= 0 else None,
        "side": SIDES[tile % 2] if tile >= 0 else None,
        "bonus": edition.canal_bonus_ids[bonus] if bonus >= 0 else None,
        "source": bool(state.sources >> cell & 1),
        "cube": bool(state.cubes >> cell & 1),
        "worth": rain.tile_worth(edition, state, cell),
        "flows": [cell_name(to) for to in rain.leads_to(edition, state, columns, cell)],
    }


def _flowing(state: State) -> dict[str, Any] | None:
    """The water cube that stands at a fork while its owner is asked."""
    if state.flowing < 0:
        return None
    return {"space": cell_name(state.flowing), "owner": owner(state.flow_owner)}


def _rain(lookup: LookupTables, state: State) -> dict[str, Any]:
    """When it rains next, and what every seat's tiles would score then."""
    rounds = [
        number
        for number in range(state.round, constants.ROUNDS + 1)
        if lookup.edition.rain_rounds >> number & 1
    ]
    return {
        "next_round": rounds[0] if rounds and not state.over else None,
        "tiles": rain.tiles_worth(lookup.edition, state),
    }


def _bonus_to_come(edition: Components, state: State, row: int) -> dict[str, list[str]]:
    """What is left in a deck, known by what has been seen; its order is not. Of a large deck not
    all of it will come."""
    left = provisions.bonus_to_come(edition, state, row)
    return {
        f"level_{level}": [edition.bonus_ids[card] for card in sorted(cards)]
        for level, cards in enumerate(left, 1)
    }


def _stack(edition: Components, state: State, stack: int, seat: int | None) -> dict[str, Any]:
    cards = state.special[stack]
    is_open = bool(state.open >> stack & 1)
    hidden = cards[1:] if is_open else cards
    known = state.advanced or (seat is not None and state.seats[seat].looked >> stack & 1 == 1)
    return {
        "colour": fx.COLOURS[stack // constants.LEVELS],
        "level": stack % constants.LEVELS + 1,
        "open": edition.special_ids[cards[0]] if is_open and cards else None,
        "hidden": len(hidden),
        "known": [edition.special_ids[card] for card in sorted(hidden)] if known else None,
    }


def _bot(lookup: LookupTables, state: State) -> dict[str, Any]:
    return {
        "tracks": {colour: solo.track(state, i) for i, colour in enumerate(fx.COLOURS)},
        "marker": cell_name(state.bot_cell),
        "next_card": lookup.edition.solo_ids[state.bot_deck[state.bot_at]],
        "played": [lookup.edition.solo_ids[card] for card in state.bot_deck[: state.bot_at]],
        "next_canal": canal_id(lookup.edition, state.bot_stack[0]) if state.bot_stack else None,
        "next_canal_side": SIDES[state.bot_stack[0] % 2] if state.bot_stack else None,
        "canal_tiles": len(state.bot_stack),
        "bases": [lookup.edition.centre_ids[centre] for centre in members(state.bot_bases)],
        "removed": [lookup.edition.special_ids[card] for card in state.bot_specials],
    }


# -- players ---------------------------------------------------------------------------------------


def _seat(lookup: LookupTables, state: State, number: int, seat: int | None) -> dict[str, Any]:
    edition, area = lookup.edition, state.seats[number]
    ends = EndScoring(edition, area)
    own = number == seat
    return {
        "seat": number,
        "colour": PLAYER_COLOURS[number],
        "vp": area.vp,
        "items": {name: area.item[item] for item, name in enumerate(fx.ITEMS[: fx.HELD])},
        "camels": area.camel,
        "caravan": {
            "at": "resafa" if area.at == edition.resafa else edition.centre_ids[area.at],
            "item": fx.ITEMS[area.cargo_item] if area.cargo else None,
            "count": area.cargo,
        },
        "tracks": {colour: int(area.track(i)) for i, colour in enumerate(fx.COLOURS)},
        "squares": area.squares,
        "scarabs": area.scarabs,
        "causeway": [_token(token) for token in area.tokens if token // 2 == 0],
        "rows": {
            kind: [_token(token) for token in area.tokens if token // 2 == i + 1]
            for i, kind in enumerate(ROW_KINDS)
        },
        "bases": [edition.centre_ids[centre] for centre in members(area.bases)],
        "water_cubes": area.cubes,
        "canals": area.canals,
        "tanks": area.tanks,
        "canal_tiles": [edition.canal_ids[tile] for tile in members(area.canal_left)],
        "canal_bonus": [edition.canal_bonus_ids[tile] for tile in members(area.tiles)],
        "workshops": _workshops(lookup, area),
        "productions": 2 + area.extra,
        "gardens": area.gardens,
        "full_squares": area.full_squares,
        "garden_squares": _squares(area),
        "special": [_special(lookup, area, card) for card in special_cards(edition, area)],
        "bonus": bonus_list(edition, int(area.bonus)),
        "sacks": int(area.sacks).bit_count(),
        "sack_cards": [
            edition.sack_ids[card] for card in members(area.sacks if own else area.sacks_shown)
        ],
        "action_cards": _action_cards(lookup, area, own),
        "cards_in_hand": hand.cards_in_hand(area),
        "points": points(area),
        "end": end_points(ends) if not state.over else {},
        "end_total": ends.total() if not state.over else 0,
        "pink": {edition.special_ids[card]: vp for card, vp in ends.pink.items()},
    }


def points(area: Player) -> dict[str, int]:
    """VP so far by source."""
    return {word: area.points[source] for source, word in enumerate(constants.SOURCES)}


def end_points(ends: EndScoring) -> dict[str, int]:
    """What each rule of the final scoring would give now."""
    points = {"sack cards": ends.points[constants.FROM_SACKS]}
    for source in range(constants.END_SCARABS, constants.NUM_SOURCES):
        points[constants.SOURCES[source]] = ends.points[source]
    return points


def _token(token: int) -> str:
    return "scarab" if token % 2 else "square"


def _workshops(lookup: LookupTables, area: Player) -> list[dict[str, Any]]:
    workshops: list[dict[str, Any]] = []
    for cell in range(0, AREA, 2):
        if area.grid[cell]:
            value = area.grid[cell] - 1
            workshops.append(
                {
                    "cell": place_name(cell),
                    "tile": lookup.edition.workshop_ids[value // 8],
                    "side": SIDES[value // 4 % 2],
                    "rotation": value % 4 * 90,
                }
            )
    return workshops


def _squares(area: Player) -> list[dict[str, Any]]:
    """Garden squares with their tiles, named as they are laid."""
    squares: list[dict[str, Any]] = []
    for cell in range(1, AREA, 2):
        value = area.grid[cell]
        if not value:
            continue
        first = 3 if value & 8 else 0  # names of small tiles that run down follow those across
        large = FIRST_LARGE + (2 if value & 8 else 0)
        tiles: list[str] = []
        covered = 0
        if value & 16:
            tiles.append(PLACEMENTS[large])
            covered = 3
        if value & 32:
            tiles.append(PLACEMENTS[large + 1])
            covered = 6
        for third in range(3):
            if value & ~covered & 7 & 1 << third:
                tiles.append(PLACEMENTS[first + third])
        squares.append({"cell": place_name(cell), "tiles": tiles, "full": value & 7 == 7})
    return squares


def _special(lookup: LookupTables, area: Player, card: int) -> dict[str, Any]:
    usable = lookup.usable_index[card] >= 0
    used = usable and not area.unused >> lookup.usable_index[card] & 1
    return {"card": lookup.edition.special_ids[card], "usable": usable and not used, "used": used}


def _action_cards(lookup: LookupTables, area: Player, own: bool) -> dict[str, Any]:
    """The action cards and where they are. Others know hand and draw pile only together,
    unless the pile is empty."""
    played = [entry // 2 for entry in area.played]
    cards: list[dict[str, Any]] = []
    for slot in range(lookup.edition.pairs):
        place = "hidden"
        if slot in played:
            place = "played"
        elif own or not area.pile or (area.shown_hand | area.shown_pile) >> slot & 1:
            place = "hand" if area.hand >> slot & 1 else "pile"
        card = area.cards[slot]
        colours = lookup.edition.set_colours[area.set][slot * 2 : slot * 2 + 2]
        cards.append(
            {
                "pair": pair_name(lookup, slot),
                "yellow": special_id(lookup.edition, card),
                "colours": [fx.COLOURS[colour] for colour in colours] if card < 0 else None,
                "place": place,
            }
        )
    return {
        "set": lookup.edition.set_ids[area.set],
        "cards": cards,
        "hand": int(area.hand).bit_count(),
        "pile": len(area.pile),
        "played": [_played(lookup, area, entry) for entry in area.played],
    }


def _played(lookup: LookupTables, area: Player, entry: int) -> dict[str, Any]:
    card = area.cards[entry // 2]
    return {
        "pair": pair_name(lookup, entry // 2, entry % 2),
        "yellow": special_id(lookup.edition, card),
    }
