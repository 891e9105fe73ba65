"""What a seat may know of a game, as plain data."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from sandtable.games.resafa import constants as n
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
from sandtable.games.resafa.rules.scoring import Reckoning, special_cards
from sandtable.games.resafa.state import Player, State
from sandtable.kernel.bits import members

PHASES = ["setting up", "playing", "end of round"]
SIDES = ["front", "back"]
BOT_NAME = "resafabot"


def view(r: LookupTables, s: State, seat: int | None) -> dict[str, Any]:
    return {
        "round": s.round,
        "phase": PHASES[s.phase],
        "turn_in_round": s.step // s.takers() + 1 if s.phase == n.PLAYING else None,
        "start": owner(n.BOT if s.players == 1 and s.start == 1 else s.start),
        "advanced": s.advanced,
        "centres": [_centre(r, s, centre) for centre in range(r.c.centres)],
        "columns": r.c.sides[r.side_index(s.players)].columns,
        "water": [_cell(r, s, cell) for cell in _cells(r, s)],
        "rain": _rain(r, s),
        "flowing": _flowing(s),
        "offer": [tile_id(r, tile) for tile in s.offer],
        "workshops_to_come": {
            "level_1": [tile_id(r, tile) for tile in sorted(s.decks[0][s.drawn_1 :])],
            "level_2": [tile_id(r, tile) for tile in sorted(s.decks[1][s.drawn_2 :])],
        },
        "gardens_left": {"small": s.small_left, "large": s.large_left},
        "bonus": {
            colour: [bonus_id(r.c, card) for card in s.bonus[row * SLOTS : row * SLOTS + SLOTS]]
            for row, colour in enumerate(fx.COLOURS)
        },
        "bonus_to_come": {
            colour: _bonus_to_come(r.c, s, row) for row, colour in enumerate(fx.COLOURS)
        },
        "special": [_stack(r.c, s, stack, seat) for stack in range(len(s.special))],
        "not_in_game": (
            [r.c.special_ids[card] for box in s.box for card in box] if s.advanced else None
        ),
        "sack_deck": {
            "cards": len(s.sacks),
            "known_at_end": [
                r.c.sack_ids[card] for card in s.sacks[len(s.sacks) - s.sacks_known :]
            ],
        },
        "declared": bonus_list(r.c, int(s.declared)),
        "seats": [_seat(r, s, number, seat) for number in range(s.players)],
        "resafabot": _bot(r, s) if s.players == 1 else None,
    }


# -- names -----------------------------------------------------------------------------------------


def owner(number: int) -> int | str | None:
    """A seat, the bot, or nobody."""
    if number == n.BOT:
        return BOT_NAME
    return None if number < 0 else number


def tile_id(r: LookupTables, tile: int) -> str | None:
    return r.c.workshop_ids[tile] if tile >= 0 else None


def bonus_id(c: Components, card: int) -> str | None:
    return c.bonus_ids[card] if card >= 0 else None


def special_id(c: Components, card: int) -> str | None:
    return c.special_ids[card] if card >= 0 else None


def canal_id(c: Components, face: int) -> str:
    return c.canal_ids[face // 2]


def bonus_list(c: Components, bonus: int) -> list[str]:
    """Bonus cards of a hand, each as often as it is there."""
    return [word for card, word in enumerate(c.bonus_ids) for _ in range(bonus >> 2 * card & 3)]


def pair_name(r: LookupTables, pair: int, half: int = 0) -> str:
    names = [fx.ACTIONS[r.c.pair_actions[pair * 2 + i]] for i in range(2)]
    return f"{names[half]}/{names[1 - half]}"


# -- the board -------------------------------------------------------------------------------------


def _centre(r: LookupTables, s: State, centre: int) -> dict[str, Any]:
    face = s.trading[centre]
    first = centre * BASE_SPACES
    return {
        "centre": r.c.centre_ids[centre],
        "trading_tile": r.c.trading_ids[face // 2],
        "side": "ab"[face % 2],
        "bases": [
            owner(s.bases[first + place])
            for place in range(BASE_SPACES)
            if r.spaces[s.players][first + place]
        ],
    }


def _cells(r: LookupTables, s: State) -> list[int]:
    side = r.c.sides[r.side_index(s.players)]
    return [cell for cell in range(CELLS) if side.cell_vp[cell] >= 0]


def _cell(r: LookupTables, s: State, cell: int) -> dict[str, Any]:
    """A cell of the water network, made only once for all that can lie on it."""
    key: i64 = (s.water[cell] + 1) << 32 | (s.water_bonus[cell] + 1) << 16 | cell << 3
    key |= (s.sources >> cell & 1) << 2 | (s.cubes >> cell & 1) << 1 | r.side_index(s.players)
    found = r.cell_views.get(key)
    if found is None:
        found = r.cell_views[key] = _new_cell(r, s, cell)
    return found


def _new_cell(r: LookupTables, s: State, cell: int) -> dict[str, Any]:
    c = r.c
    columns = c.sides[r.side_index(s.players)].columns
    tile = s.water[cell]
    bonus = s.water_bonus[cell]
    return {
        "space": cell_name(cell),
        "owner": owner(tile // c.canal_faces if tile >= 0 else n.NOBODY),
        "tile": canal_id(c, tile % c.canal_faces) if tile >= 0 else None,
        "side": SIDES[tile % 2] if tile >= 0 else None,
        "bonus": c.canal_bonus_ids[bonus] if bonus >= 0 else None,
        "source": bool(s.sources >> cell & 1),
        "cube": bool(s.cubes >> cell & 1),
        "worth": rain.tile_worth(c, s, cell),
        "flows": [cell_name(to) for to in rain.leads_to(c, s, columns, cell)],
    }


def _flowing(s: State) -> dict[str, Any] | None:
    """The water cube that stands at a fork while its owner is asked."""
    if s.flowing < 0:
        return None
    return {"space": cell_name(s.flowing), "owner": owner(s.flow_owner)}


def _rain(r: LookupTables, s: State) -> dict[str, Any]:
    """When it rains next, and what every seat's tiles would score then."""
    rounds = [number for number in range(s.round, n.ROUNDS + 1) if r.c.rain_rounds >> number & 1]
    return {
        "next_round": rounds[0] if rounds and not s.over else None,
        "tiles": rain.tiles_worth(r.c, s),
    }


def _bonus_to_come(c: Components, s: State, row: int) -> dict[str, list[str]]:
    """What is left in a deck, known by what has been seen; its order is not. Of a large deck not
    all of it will come."""
    left = provisions.bonus_to_come(c, s, row)
    return {
        f"level_{level}": [c.bonus_ids[card] for card in sorted(cards)]
        for level, cards in enumerate(left, 1)
    }


def _stack(c: Components, s: State, stack: int, seat: int | None) -> dict[str, Any]:
    cards = s.special[stack]
    is_open = bool(s.open >> stack & 1)
    hidden = cards[1:] if is_open else cards
    known = s.advanced or (seat is not None and s.seats[seat].looked >> stack & 1 == 1)
    return {
        "colour": fx.COLOURS[stack // n.LEVELS],
        "level": stack % n.LEVELS + 1,
        "open": c.special_ids[cards[0]] if is_open and cards else None,
        "hidden": len(hidden),
        "known": [c.special_ids[card] for card in sorted(hidden)] if known else None,
    }


def _bot(r: LookupTables, s: State) -> dict[str, Any]:
    return {
        "tracks": {colour: solo.track(s, i) for i, colour in enumerate(fx.COLOURS)},
        "marker": cell_name(s.bot_cell),
        "next_card": r.c.solo_ids[s.bot_deck[s.bot_at]],
        "played": [r.c.solo_ids[card] for card in s.bot_deck[: s.bot_at]],
        "next_canal": canal_id(r.c, s.bot_stack[0]) if s.bot_stack else None,
        "next_canal_side": SIDES[s.bot_stack[0] % 2] if s.bot_stack else None,
        "canal_tiles": len(s.bot_stack),
        "bases": [r.c.centre_ids[centre] for centre in members(s.bot_bases)],
        "removed": [r.c.special_ids[card] for card in s.bot_specials],
    }


# -- players ---------------------------------------------------------------------------------------


def _seat(r: LookupTables, s: State, number: int, seat: int | None) -> dict[str, Any]:
    c, p = r.c, s.seats[number]
    ends = Reckoning(c, p)
    own = number == seat
    return {
        "seat": number,
        "colour": PLAYER_COLOURS[number],
        "vp": p.vp,
        "items": {name: p.item[item] for item, name in enumerate(fx.ITEMS[: fx.HELD])},
        "camels": p.camel,
        "caravan": {
            "at": "resafa" if p.at == c.resafa else c.centre_ids[p.at],
            "item": fx.ITEMS[p.cargo_item] if p.cargo else None,
            "count": p.cargo,
        },
        "tracks": {colour: int(p.track(i)) for i, colour in enumerate(fx.COLOURS)},
        "squares": p.squares,
        "scarabs": p.scarabs,
        "causeway": [_token(token) for token in p.tokens if token // 2 == 0],
        "rows": {
            kind: [_token(token) for token in p.tokens if token // 2 == i + 1]
            for i, kind in enumerate(ROW_KINDS)
        },
        "bases": [c.centre_ids[centre] for centre in members(p.bases)],
        "water_cubes": p.cubes,
        "canals": p.canals,
        "tanks": p.tanks,
        "canal_tiles": [c.canal_ids[tile] for tile in members(p.canal_left)],
        "canal_bonus": [c.canal_bonus_ids[tile] for tile in members(p.tiles)],
        "workshops": _workshops(r, p),
        "productions": 2 + p.extra,
        "gardens": p.gardens,
        "full_squares": p.full_squares,
        "garden_squares": _squares(p),
        "special": [_special(r, p, card) for card in special_cards(c, p)],
        "bonus": bonus_list(c, int(p.bonus)),
        "sacks": int(p.sacks).bit_count(),
        "sack_cards": [c.sack_ids[card] for card in members(p.sacks if own else p.sacks_shown)],
        "action_cards": _action_cards(r, p, own),
        "cards_in_hand": hand.cards_in_hand(p),
        "points": points(p),
        "end": end_points(ends) if not s.over else {},
        "end_total": ends.total() if not s.over else 0,
        "pink": {c.special_ids[card]: vp for card, vp in ends.pink.items()},
    }


def points(p: Player) -> dict[str, int]:
    """VP so far by source."""
    return {word: p.points[source] for source, word in enumerate(n.SOURCES)}


def end_points(ends: Reckoning) -> dict[str, int]:
    """What each rule of the final scoring would give now."""
    found = {"sack cards": ends.points[n.FROM_SACKS]}
    for source in range(n.END_SCARABS, n.NUM_SOURCES):
        found[n.SOURCES[source]] = ends.points[source]
    return found


def _token(token: int) -> str:
    return "scarab" if token % 2 else "square"


def _workshops(r: LookupTables, p: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for cell in range(0, AREA, 2):
        if p.yard[cell]:
            value = p.yard[cell] - 1
            found.append(
                {
                    "cell": place_name(cell),
                    "tile": r.c.workshop_ids[value // 8],
                    "side": SIDES[value // 4 % 2],
                    "rotation": value % 4 * 90,
                }
            )
    return found


def _squares(p: Player) -> list[dict[str, Any]]:
    """Garden squares with their tiles, named as they are laid."""
    found: list[dict[str, Any]] = []
    for cell in range(1, AREA, 2):
        value = p.yard[cell]
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
        found.append({"cell": place_name(cell), "tiles": tiles, "full": value & 7 == 7})
    return found


def _special(r: LookupTables, p: Player, card: int) -> dict[str, Any]:
    usable = r.usable_index[card] >= 0
    used = usable and not p.unused >> r.usable_index[card] & 1
    return {"card": r.c.special_ids[card], "usable": usable and not used, "used": used}


def _action_cards(r: LookupTables, p: Player, own: bool) -> dict[str, Any]:
    """The action cards and where they are. Others know hand and draw pile only together,
    unless the pile is empty."""
    played = [entry // 2 for entry in p.played]
    cards: list[dict[str, Any]] = []
    for slot in range(r.c.pairs):
        place = "hidden"
        if slot in played:
            place = "played"
        elif own or not p.pile or (p.shown_hand | p.shown_pile) >> slot & 1:
            place = "hand" if p.hand >> slot & 1 else "pile"
        card = p.cards[slot]
        colours = r.c.set_colours[p.set][slot * 2 : slot * 2 + 2]
        cards.append(
            {
                "pair": pair_name(r, slot),
                "yellow": special_id(r.c, card),
                "colours": [fx.COLOURS[colour] for colour in colours] if card < 0 else None,
                "place": place,
            }
        )
    return {
        "set": r.c.set_ids[p.set],
        "cards": cards,
        "hand": int(p.hand).bit_count(),
        "pile": len(p.pile),
        "played": [_played(r, p, entry) for entry in p.played],
    }


def _played(r: LookupTables, p: Player, entry: int) -> dict[str, Any]:
    card = p.cards[entry // 2]
    return {
        "pair": pair_name(r, entry // 2, entry % 2),
        "yellow": special_id(r.c, card),
    }
