"""Every choice Resafa can offer, as ids.

What can be used at any time comes last: a question's own answers are then always below it.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.edition.components import (
    BASE_SPACES,
    CELLS,
    LEVEL_1,
    ROW_KINDS,
    Components,
    cell_name,
)
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import AREA, PLACEMENTS
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.kernel.action_space import ActionSpace
from sandtable.kernel.bits import MemberLists

SLOTS: Final = 3  # bonus cards in a row of the display
MOST_CAMELS: Final = 7


class Codes:
    """The first id of each group."""

    def __init__(self, edition: Components) -> None:
        book = ActionSpace()
        self.book = book
        self.decline: int = book.add("decline", [""])
        self.end: int = book.add("end", [""])
        self.yes: int = book.add("yes", [""])
        self.main: int = book.add("main", fx.ACTIONS)
        self.colour: int = book.add("colour", [""])
        # Action cards: a starting card by its actions, the one wanted first; yellow ones by number.
        pairs = [
            [fx.ACTIONS[edition.pair_actions[pair * 2 + half]] for half in range(2)]
            for pair in range(edition.pairs)
        ]
        started = [f"{pair[half]}/{pair[1 - half]}" for pair in pairs for half in range(2)]
        self.play: int = book.add("play", started)
        yellow = [
            f"{edition.special_ids[card]} {action}"
            for card in edition.pair_cards
            for action in pairs[edition.yellow_pair[card]]
        ]
        self.play_pair: int = book.add("play", yellow)
        self.play_free: int = book.add(
            "play", [edition.special_ids[card] for card in edition.free_cards]
        )
        # Bonus cards, tracks, sacks, special cards.
        rows = [f"{colour} {slot + 1}" for colour in fx.COLOURS for slot in range(SLOTS)]
        self.bonus: int = book.add("bonus", rows)
        self.step: int = book.add("step", fx.COLOURS)
        self.sack: int = book.add("sack", [""])
        self.open: int = book.add("open", [""])
        self.look: int = book.add("look", [""])
        self.take: int = book.add("take", edition.special_ids)
        # Workshops.
        tiles = ["a", "b", *edition.workshop_ids[LEVEL_1:]]
        self.tile: int = book.add("tile", tiles[2:])
        self.side: int = book.add("side", ["front", "back"])
        self.cell: int = book.add("cell", [place_name(cell) for cell in range(0, AREA, 2)])
        self.rotate: int = book.add("rotate", ["0", "90", "180", "270"])
        rooms = [f"{tile} {room}" for tile in tiles for room in (1, 2)]
        self.room: int = book.add("room", rooms)
        # Gardens.
        self.square: int = book.add("square", [place_name(cell) for cell in range(1, AREA, 2)])
        self.lay: int = book.add("lay", PLACEMENTS)
        # Canals.
        faces = [f"{tile}{side}" for tile in edition.canal_ids for side in ("", " back")]
        self.canal: int = book.add("canal", faces)
        self.space: int = book.add("space", [cell_name(cell) for cell in range(CELLS)])
        # Trading.
        ways = [f"{centre}{way}" for centre in edition.centre_ids for way in ("", " by resafa")]
        self.go: int = book.add("go", ways)
        loads = [
            f"{count + 1} {item}" for item in fx.ITEMS[1 : fx.HELD] for count in range(MOST_CAMELS)
        ]
        self.load_nothing: int = book.add("load", ["nothing"])
        self.load: int = book.add("load", loads)
        self.sell: int = book.add("sell", [str(count + 1) for count in range(MOST_CAMELS)]) - 1
        self.buy: int = book.add("buy", [str(count + 1) for count in range(MOST_CAMELS)]) - 1
        self.flip: int = book.add("flip", [""])
        self.base: int = book.add("base", [str(place + 1) for place in range(BASE_SPACES)])
        self.row: int = book.add("row", ROW_KINDS)
        # Cards and effects.
        self.with_card: int = book.add("with", edition.bonus_ids)
        self.item: int = book.add("item", fx.ITEMS[: fx.HELD])
        self.part: int = book.add("part", [str(part + 1) for part in range(_most_parts(edition))])
        self.replace: int = book.add("replace", ["/".join(pair) for pair in pairs])
        self.draw: int = book.add("draw", ["/".join(pair) for pair in pairs])
        self.drop: int = book.add("drop", edition.bonus_ids)
        self.flow: int = book.add("flow", ["left", "down", "right"])
        # Uses at any time.
        self.first_use: int = book.add("use", edition.bonus_ids)
        self.use_sack: int = book.add("use", edition.sack_ids)
        self.use_tile: int = book.add("use", edition.canal_bonus_ids)
        self.use_special: int = book.add(
            "use", [edition.special_ids[card] for card in edition.usable]
        )
        self.discard: int = book.add("discard", edition.sack_ids)
        self.spaces = MemberLists(self.space)


def _most_parts(edition: Components) -> int:
    """The most parts an effect of this edition has."""
    most = 6
    for effects in (
        edition.bonus_do,
        edition.sack_do,
        edition.canal_bonus_do,
        edition.special_do,
        edition.sell_bonus,
    ):
        most = max(most, max(len(parts) for parts in effects))
    for effects in (
        edition.buy_bonus,
        edition.garden_rewards,
        edition.sides[0].base_do,
        edition.sides[1].base_do,
    ):
        most = max(most, max(len(parts) for parts in effects))
    return most
