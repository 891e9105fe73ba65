"""Canal construction: cards that help are declared, then tile side and space are chosen and paid.

Nothing happens before the space is chosen: declared cards stay in the hand until then.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.edition.components import TANK
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import HELD
from sandtable.games.resafa.lookup import WaterNetwork, lowered
from sandtable.games.resafa.rules.turn import Turn
from sandtable.kernel.bits import BIT, INDEX
from sandtable.kernel.game import Flow, Step

NO_DISCOUNT: Final[list[int]] = []


class Means:
    """What a canal tile can be paid with: things owned after exchanges, and all discounts."""

    def __init__(self, owned: list[int], off: list[int]) -> None:
        self.owned = owned
        self.off = off

    def covers(self, price: list[int], more_off: list[int]) -> bool:
        """Whether a price (item, amount, item, amount ...) can be paid."""
        for i in range(0, len(price), 2):
            item = price[i]
            due = price[i + 1] - self.off[item]
            if more_off:
                due -= more_off[item]
            if due > 0 and due > self.owned[item]:
                return False
        return True


def means(t: Turn, off: list[int], declared: i64) -> Means | None:
    """What there is to pay with if these cards are declared; None if one cannot be used."""
    owned = t.area.item[:]
    total = off[:] if off else [0] * HELD
    for help_ in t.area.helps:
        if help_.on == fx.ON_CANAL:
            for item in range(HELD):
                owned[item] += help_.gain[item]
            add_to(total, help_.discount)
    cards: i64 = declared
    while cards:
        card = INDEX[(cards & -cards) % 67] // 2
        copies: i64 = cards >> 2 * card & 3
        cards &= ~(3 * BIT[2 * card])
        while copies:
            copies -= 1
            for part in t.edition.bonus_do[card]:
                add_to(total, part.discount)
                for item in range(HELD):
                    if part.pay:
                        owned[item] -= part.pay[item]
                        if owned[item] < 0:
                            return None
                    if part.gain:
                        owned[item] += part.gain[item]
    return Means(owned, total)


def add_to(total: list[int], amounts: list[int]) -> None:
    for item in range(len(amounts)):
        total[item] += amounts[item]


def network(t: Turn) -> WaterNetwork:
    return t.lookup.networks[t.lookup.side_index(t.state.players)]


def tanks_allowed(t: Turn) -> bool:
    area = t.area
    return (
        area.full_squares >= t.edition.tank_squares
        and int(area.bases).bit_count() >= t.edition.tank_bases
    )


def spaces(t: Turn, with_: Means, face: int) -> i64:
    """The cells where a face can be built and paid for."""
    net = network(t)
    free: i64 = ~t.state.built
    if t.lookup.is_tank[face]:
        if not tanks_allowed(t):
            return 0
        free &= net.tanks
    else:
        free &= net.cells
    price = t.lookup.canal_prices[face]
    if not free or with_.covers(price, NO_DISCOUNT):
        return free
    allowed: i64 = 0
    for i in range(len(net.discounts)):
        cells: i64 = net.discount_cells[i]
        if cells & free and with_.covers(price, net.discounts[i]):
            allowed |= cells & free
    return allowed


def faces(t: Turn, with_: Means) -> list[int]:
    """The ids of the tile sides that can be built somewhere; of equal tiles the first."""
    ids: list[int] = []
    left: i64 = t.area.canal_left
    seen: i64 = 0
    for face in range(len(t.edition.canal_cost)):
        if not left >> face // 2 & 1:
            continue
        twin: i64 = BIT[t.edition.canal_twin[face]]
        if seen & twin:
            continue
        seen |= twin
        if spaces(t, with_, face):
            ids.append(t.codes.canal + face)
    return ids


def buildable(t: Turn, off: list[int], declared: i64, more: i64) -> bool:
    """Whether some tile can be built with the declared cards and any of ``more``."""
    with_ = means(t, off, declared)
    if with_ is not None:
        left: i64 = t.area.canal_left
        for face in range(len(t.edition.canal_cost)):
            if left >> face // 2 & 1 and spaces(t, with_, face):
                return True
    cards: i64 = more
    while cards:
        card = INDEX[(cards & -cards) % 67] // 2
        one: i64 = BIT[2 * card]
        # Cards are added in their order, so no set of them is tried twice.
        if buildable(t, off, declared + one, cards - one):
            return True
        cards &= ~(3 * one)
    return False


def held(t: Turn) -> i64:
    """The player's cards for canal actions."""
    return t.area.bonus & t.lookup.bonus_masks[fx.CANAL_TIME]


def possible(t: Turn, off: list[int]) -> bool:
    return t.area.canal_left != 0 and buildable(t, off, 0, held(t))


def build(t: Turn, off: list[int], may_decline: bool) -> Step:
    """The canal action; returns whether a tile was built."""
    state, codes = t.state, t.codes
    state.declared = 0
    while True:
        if state.declared and not buildable(t, off, state.declared, held(t) - state.declared):
            state.declared = 0  # something used meanwhile has taken the means away
        options = offers(t, off)
        if may_decline and not state.declared:
            options.insert(0, codes.decline)
        if not options:
            return 0
        chosen = yield from t.ask("canal", options)
        if chosen == RETRY:
            continue
        if chosen == codes.decline:
            return 0
        if chosen >= codes.with_card:
            state.declared += BIT[2 * (chosen - codes.with_card)]
            continue
        face = chosen - codes.canal
        cell: int = RETRY
        while cell == RETRY:
            with_ = means(t, off, state.declared)
            cells = spaces(t, with_, face) if with_ is not None else 0
            if not cells:
                break
            cell = yield from t.ask("space", codes.spaces.ids(cells))
        if cell != RETRY:
            yield from place(t, off, face, cell - codes.space)
            return 1


def offers(t: Turn, off: list[int]) -> list[int]:
    """Tile sides that can be built, and cards with which something can."""
    state = t.state
    with_ = means(t, off, state.declared)
    options = faces(t, with_) if with_ is not None else []
    others: i64 = held(t) - state.declared
    cards: i64 = others
    while cards:
        card = INDEX[(cards & -cards) % 67] // 2
        cards &= ~(3 * BIT[2 * card])
        if buildable(t, off, state.declared + BIT[2 * card], others - BIT[2 * card]):
            options.append(t.codes.with_card + card)
    return options


def place(t: Turn, off: list[int], face: int, cell: int) -> Flow:
    """Use the declared cards, pay, put the tile on the board and take what lies there."""
    state, area, edition = t.state, t.area, t.edition
    total = off[:] if off else [0] * HELD
    add_to(total, t.side.cell_discount[cell])
    for help_ in area.helps:
        if help_.on == fx.ON_CANAL:
            t.help(help_.gain)
            add_to(total, help_.discount)
    used: list[int] = []
    cards: i64 = state.declared
    state.declared = 0
    while cards:
        card = INDEX[(cards & -cards) % 67] // 2
        cards -= BIT[2 * card]
        area.bonus -= BIT[2 * card]
        used.append(card)
        t.emit(events.WITH, card)
        source, t.source = t.source, constants.FROM_BONUS
        for part in edition.bonus_do[card]:
            add_to(total, part.discount)
            t.pay(part.pay)
            t.grant(part.gain)  # tokens come after the payment: placing them may ask
        t.source = source
    t.pay(lowered(edition.canal_cost[face], total))
    put(t, t.player, face, cell)
    area.canal_left &= ~BIT[face // 2]
    area.canals += 1
    if edition.canal_shape[face] == TANK:
        area.tanks += 1
    if t.log is not None:
        t.emit(events.CANAL, face, cell)
    source, t.source = t.source, constants.FROM_CELLS
    t.score(t.side.cell_vp[cell])
    t.source = source
    take_from_cell(t, cell)
    if used:
        source, t.source = t.source, constants.FROM_BONUS
        for card in used:
            for part in edition.bonus_do[card]:
                yield from part.after_canal(t)
        t.source = source


def put(t: Turn, owner: int, face: int, cell: int) -> None:
    """A canal tile onto the network; the cube of a source beside it moves onto the tile."""
    state = t.state
    water = state.water[:]
    water[cell] = owner * t.edition.canal_faces + face
    state.water = water
    bit: i64 = BIT[cell]
    state.built |= bit
    if state.sources & bit:
        state.sources &= ~bit
        state.cubes |= bit


def take_from_cell(t: Turn, cell: int) -> None:
    """The canal bonus tile of a cell comes to the player."""
    state = t.state
    if state.cubes >> cell & 1:
        t.emit(events.CUBE, cell)
    tile = state.water_bonus[cell]
    if tile >= 0:
        left = state.water_bonus[:]
        left[cell] = -1
        state.water_bonus = left
        t.area.tiles |= BIT[tile]
        t.emit(events.CANAL_BONUS, tile)
