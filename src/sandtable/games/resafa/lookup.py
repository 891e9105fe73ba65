"""Tables that the rules use at every turn, worked out once from an edition's components."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from sandtable.games.resafa import constants
from sandtable.games.resafa.actions import Codes
from sandtable.games.resafa.edition.components import (
    BASE_SPACES,
    CELLS,
    LEVEL_1,
    STRIDE,
    TANK,
    TANK_ROW,
    Components,
    Side,
)
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.language import HELD, ON_GARDEN
from sandtable.games.resafa.state import Player
from sandtable.kernel.bits import BIT


class Effect:
    """A list of parts, sorted by how they run: see docs/resafa-effects.md."""

    def __init__(self, parts: list[EffectPart], source: int, need: list[int] | None = None) -> None:
        self.parts = parts
        self.source = source  # where its VP are booked
        self.need: list[int] = need or []
        self.gain: list[int] = []  # all free gains together
        self.then: list[EffectPart] = []  # free parts that follow by themselves
        self.open: list[EffectPart] = []  # parts that may be declined
        self.actions: i64 = 0  # the main actions among its parts
        #: Whether it always does something.
        self.sure: bool = False
        for part in parts:
            self.actions |= part.actions
            if part.pay or not part.automatic:
                self.open.append(part)
                continue
            if part.sure and not self.need:
                self.sure = True
            if part.gain:
                self.gain = add(self.gain, part.gain)
            else:
                self.then.append(part)

    def rest(self) -> Effect:
        """The same effect without its free gains."""
        if not self.gain:
            return self
        return Effect(self.then + self.open, self.source)


class Room:
    """A production room: what it costs and what it does."""

    def __init__(self, part: EffectPart) -> None:
        self.pay: list[int] = part.pay
        self.effect = Effect([part.free()], constants.FROM_ROOMS)
        self.sure: bool = self.effect.sure and not part.pay


class GardenPrice:
    """What a garden tile costs, and whether it gains its green bonuses."""

    def __init__(
        self, small: list[int], large: list[int], off: list[int], trigger: int, green: bool
    ) -> None:
        self.small = small
        self.large = large
        self.off = off
        self.trigger = trigger  # of permanent cards that help; -1 if none do
        self.green = green


class WaterNetwork:
    """The cells of one side of the board, by what building there takes off the cost."""

    def __init__(self, side: Side) -> None:
        self.cells: i64 = 0
        self.tanks: i64 = 0
        self.discounts: list[list[int]] = []
        self.discount_cells: list[int] = []  # bit sets
        for cell in range(CELLS):
            if side.cell_vp[cell] < 0:
                continue
            if cell // STRIDE == TANK_ROW:
                self.tanks |= BIT[cell]
            else:
                self.cells |= BIT[cell]
            off = side.cell_discount[cell]
            if any(off):
                if off not in self.discounts:
                    self.discounts.append(off)
                    self.discount_cells.append(0)
                self.discount_cells[self.discounts.index(off)] |= BIT[cell]


class LookupTables:
    def __init__(self, edition: Components, codes: Codes) -> None:
        self.edition = edition
        self.codes = codes
        # What can be used at any time, in the order of the ids.
        self.effects: list[Effect] = [
            Effect(do if when == fx.ANY_TIME else [], constants.FROM_BONUS, need)
            for do, when, need in zip(
                edition.bonus_do, edition.bonus_when, edition.bonus_need, strict=True
            )
        ]
        self.effects += [Effect(do, constants.FROM_SACKS) for do in edition.sack_do]
        self.effects += [Effect(do, constants.FROM_TILES) for do in edition.canal_bonus_do]
        self.effects += [
            Effect(edition.special_do[card], constants.FROM_SPECIAL) for card in edition.usable
        ]
        # Bonus cards by when they are used, as sets of two bits per card.
        self.bonus_masks: list[int] = [0, 0, 0, 0]
        for card, when in enumerate(edition.bonus_when):
            self.bonus_masks[when] |= 3 << 2 * card
        self.usable_index: list[int] = [
            edition.usable.index(card)
            if card in edition.usable and edition.special_do[card]
            else -1
            for card in range(len(edition.special_do))
        ]
        self.yellow: list[Effect] = [
            Effect(do, constants.FROM_SPECIAL) for do in edition.special_do
        ]
        self.rooms: list[list[Room]] = [[Room(part) for part in rooms] for rooms in edition.rooms]
        self.rotations: list[list[int]] = [
            [codes.rotate + turn for turn in _rotations(edition, face)]
            for face in range(len(edition.rooms))
        ]
        self.rewards: list[Effect] = [
            Effect(do, constants.FROM_SQUARES) for do in edition.garden_rewards
        ]
        self.sell_bonus: list[Effect] = [
            Effect(do, constants.FROM_TRADE) for do in edition.sell_bonus
        ]
        self.buy_bonus: list[Effect] = [
            Effect(do, constants.FROM_TRADE) for do in edition.buy_bonus
        ]
        self.base_bonus: list[list[Effect]] = [
            [Effect(do, constants.FROM_BASES) for do in side.base_do] for side in edition.sides
        ]
        self.networks: list[WaterNetwork] = [WaterNetwork(side) for side in edition.sides]
        #: By number of players: whether a base space is there to be used.
        self.spaces: list[list[bool]] = [_spaces(edition, players) for players in range(5)]
        #: By side: the first space of the centre that is like a space in token and bonus.
        self.space_twin: list[list[int]] = [_space_twins(side) for side in edition.sides]
        #: The cheapest move from each place.
        self.cheapest: list[int] = [
            min(
                min(
                    edition.direct[start * edition.centres + end]
                    for end in range(edition.centres)
                    if end != start
                ),
                min(
                    edition.by_resafa[
                        start * edition.centres : start * edition.centres + edition.centres
                    ]
                ),
            )
            for start in range(edition.resafa + 1)
        ]
        self.garden_price = GardenPrice(
            edition.garden_cost[0], edition.garden_cost[1], [], ON_GARDEN, True
        )
        #: By face: what a canal tile costs, as item, amount, item, amount ...
        self.canal_prices: list[list[int]] = [_pairs(cost) for cost in edition.canal_cost]
        self.is_tank: list[bool] = [shape == TANK for shape in edition.canal_shape]
        #: What each seat begins with; the first game that is set up fills it in.
        self.starting_players: list[Player] = []
        #: How cells of the water network are shown, by what lies on them: see view.py.
        self.cell_views: dict[int, dict[str, Any]] = {}

    def side_index(self, players: int) -> int:
        return 0 if players <= 2 else 1

    def room_id(self, tile: int, room: int) -> int:
        return self.codes.room + tile_place(tile) * 2 + room


def tile_place(tile: int) -> int:
    """The place of a workshop tile in the action space: A, B, then the others."""
    return tile % 2 if tile < LEVEL_1 else tile - LEVEL_1 + 2


def add(one: list[int], other: list[int]) -> list[int]:
    """Amounts together; an empty list stands for nothing."""
    if not one:
        return other
    if not other:
        return one
    return [a + b for a, b in zip(one, other, strict=True)]


def _pairs(cost: list[int]) -> list[int]:
    pairs: list[int] = []
    for item in range(HELD):
        if cost[item]:
            pairs += [item, cost[item]]
    return pairs


def lowered(cost: list[int], off: list[int]) -> list[int]:
    """A cost after a discount, never below zero of an item."""
    if not off:
        return cost
    left = cost[:]
    for item in range(HELD):
        if off[item]:
            left[item] = max(0, left[item] - off[item])
    return left


def _spaces(edition: Components, players: int) -> list[bool]:
    side = edition.sides[0 if players <= 2 else 1]
    return [
        side.base_token[space] >= 0 and side.base_players[space] <= max(players, 2)
        for space in range(len(side.base_token))
    ]


def _space_twins(side: Side) -> list[int]:
    twins: list[int] = []
    for space in range(len(side.base_token)):
        twin = space
        for other in range(space - space % BASE_SPACES, space):
            same = side.base_token[other] == side.base_token[space]
            if twin == space and same and alike(side.base_do[other], side.base_do[space]):
                twin = other
        twins.append(twin)
    return twins


def alike(one: list[EffectPart], other: list[EffectPart]) -> bool:
    """Whether two effects are the same."""
    return [part.data for part in one] == [part.data for part in other]


def _rotations(edition: Components, face: int) -> list[int]:
    """The rotations of a workshop that differ."""
    seen: list[list[int]] = []
    rotations: list[int] = []
    printed = [
        (edition.green_item[at] + 1) * edition.green_amount[at] * 100 + edition.green_amount[at]
        for at in range(face * 12, face * 12 + 12)
    ]
    for turn in range(4):
        turned = [printed[(place - 3 * turn) % 12] for place in range(12)]
        if turned not in seen:
            seen.append(turned)
            rotations.append(turn)
    return rotations
