"""Garden construction: a small or a large tile into a square, green bonuses, completion."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import (
    BESIDE,
    FIRST_LARGE,
    FULL,
    LARGE_FITS,
    PLACE_DOWN,
    PLACE_MARK,
    PLACE_MASK,
    SMALL_FITS,
    TOUCH,
    joined,
)
from sandtable.games.resafa.lookup import GardenPrice
from sandtable.games.resafa.rules import player_area
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.subjects import RewardSubject, SquareSubject
from sandtable.kernel.game import Flow, Step

ANY_SIZE: Final = 3  # sizes as a set: 1 for small, 2 for large


def affordable(t: Turn, sizes: int, price: GardenPrice) -> int:
    """Those of the sizes that are in stock, can be paid for and fit somewhere."""
    state, area = t.state, t.area
    fitting = 0
    if (
        sizes & 1
        and state.small_left
        and area.small
        and t.affords(price.small, price.off, price.trigger)
    ):
        fitting = 1
    if (
        sizes & 2
        and state.large_left
        and area.large
        and t.affords(price.large, price.off, price.trigger)
    ):
        fitting |= 2
    return fitting


def build(t: Turn, sizes: int, price: GardenPrice, may_decline: bool) -> Step:
    """Build a garden tile of one of the sizes; returns whether one was built."""
    codes, area = t.codes, t.area
    while True:
        allowed = affordable(t, sizes, price)
        if not allowed and not may_decline:
            return 0
        # Where a large tile fits, a small one does.
        options: list[int] = []
        if allowed:
            options = area.small if allowed & 1 else area.large
        if may_decline:
            options = [codes.decline, *options]
        chosen = yield from t.ask("square", options)
        if chosen == RETRY:
            continue
        if chosen == codes.decline:
            return 0
        square = (chosen - codes.square) * 2 + 1
        laid: int = RETRY
        before, t.subject = t.subject, SquareSubject(square)
        while laid == RETRY:
            options = placements(t, square, affordable(t, sizes, price))
            if not options:
                break
            laid = yield from t.ask("lay" if price.green else "lay_bare", options)
        t.subject = before
        if laid != RETRY:
            yield from lay(t, square, laid - codes.lay, price)
            return 1


def placements(t: Turn, square: int, allowed: int) -> list[int]:
    """The ids of the ways in which tiles of these sizes fit into a square."""
    at = player_area.fits(t.area.grid, square)
    ids: list[int] = []
    if allowed & 1:
        ids = [t.codes.lay + place for place in SMALL_FITS[at]]
    if allowed & 2:
        ids += [t.codes.lay + place for place in LARGE_FITS[at]]
    return ids


def lay(t: Turn, square: int, placement: int, price: GardenPrice) -> Flow:
    """Pay, place the tile, gain what it touches, and the reward if the square is full now."""
    state, area = t.state, t.area
    if placement < FIRST_LARGE:
        t.settle(price.small, price.off, price.trigger)
        state.small_left -= 1
    else:
        t.settle(price.large, price.off, price.trigger)
        state.large_left -= 1
    area.gardens += 1
    filled = area.grid[square] & FULL | PLACE_MASK[placement]
    down = PLACE_DOWN[placement]
    marks = area.grid[square] & 48 | PLACE_MARK[placement]
    if t.log is not None:
        t.emit(events.GARDEN, square, placement)
    if price.green:
        gain = green_gain(t, square, down, joined(filled, PLACE_MASK[placement]))
        source, t.source = t.source, constants.FROM_GREEN
        t.grant(gain)
        t.source = source
    player_area.set_square(area, t.codes, square, 8 * down + filled + marks)
    if filled == FULL:
        area.full_squares += 1
        t.emit(events.FULL, square, area.full_squares)
        rewards = t.lookup.rewards
        yield from t.runner.run(
            t, rewards[min(area.full_squares, len(rewards)) - 1], RewardSubject()
        )


def green_gain(t: Turn, square: int, down: int, thirds: int) -> list[int]:
    """The green bonuses that these thirds of a square touch; empty where there are none."""
    grid = t.area.grid
    edition = t.edition
    gain: list[int] = []
    for touched in TOUCH[8 * down + thirds]:
        tile: i64 = grid[BESIDE[square * 4 + touched // 12]]
        if tile:
            tile -= 1
            # The place on the turned edge shows this third as printed.
            third: i64 = (touched + 12 - tile % 4 * 3) % 12
            at: i64 = tile // 4 * 12 + third
            amount = edition.green_amount[at]
            if amount:
                if not gain:
                    gain = [0] * len(fx.ITEMS)
                gain[edition.green_item[at]] += amount
    return gain
