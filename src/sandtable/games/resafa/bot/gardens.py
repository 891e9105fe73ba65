"""Gardens: what squares promise, and what a tile laid in one brings."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa.bot.effects import EffectValues
from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import (
    BESIDE,
    FIRST_LARGE,
    FULL,
    LARGE_FITS,
    PLACE_DOWN,
    PLACE_MASK,
    SMALL_FITS,
    TOUCH,
    joined,
)
from sandtable.games.resafa.rules.player_area import fits

THIRDS_IN: Final[list[int]] = [0, 1, 1, 2, 1, 2, 2, 3]  # by filled thirds

#: How much of a tank's worth is in sight: two squares missing, one, none.
TANK_READY: Final[list[float]] = [0.1, 0.4, 1.0]

OPPOSITE: Final[list[int]] = [2, 3, 0, 1]


class Gardens:
    def __init__(
        self, features: Features, effects: EffectValues, weights: dict[str, float]
    ) -> None:
        self.features = features
        self.effects = effects
        self.w_square: list[float] = [
            weights["square_0"], weights["square_1"], weights["square_2"], 0.0,
        ]  # fmt: skip
        self.like_gardens: float = weights["like_gardens"]
        # By (face * 4 + rotation) * 4 + direction: the green bonuses of that edge, flat pairs of
        # item and amount.
        self.edges: list[list[int]] = []
        for tile in range(len(features.edition.rooms) * 4):
            for direction in range(4):
                first = (direction * 3 + 12 - tile % 4 * 3) % 12
                bonuses: list[int] = []
                for at in range(tile // 4 * 12 + first, tile // 4 * 12 + first + 3):
                    if features.edition.green_amount[at]:
                        bonuses += [
                            features.edition.green_item[at],
                            features.edition.green_amount[at],
                        ]
                self.edges.append(bonuses)
        self.reward = 0.0  # of the next full square
        self.promise = 0.0  # of the squares begun or not
        self.one_third = 0  # squares filled so far
        self.two_thirds = 0
        self.w_tanks: float = weights["tanks"] * weights["like_canals"]
        self.tank_blue = 0  # of the best tank
        for face in range(len(features.lookup.is_tank)):
            if features.lookup.is_tank[face] and features.edition.canal_blue[face] > self.tank_blue:
                self.tank_blue = features.edition.canal_blue[face]

    def green(self, at: i64) -> float:
        """A green bonus of a face, by its place in the tables."""
        f = self.features
        amount = f.edition.green_amount[at]
        return amount * f.price[f.edition.green_item[at]] if amount else 0.0

    def edge(self, tile: i64, direction: i64) -> float:
        """The green bonuses of a workshop (as it lies in the area) towards a direction."""
        pairs = self.edges[(tile - 1) * 4 + direction]
        total = 0.0
        for i in range(0, len(pairs), 2):
            total += self.features.price[pairs[i]] * pairs[i + 1]
        return total

    def around(self, square: i64) -> float:
        """All green bonuses around a square."""
        f = self.features
        grid = f.area.grid
        price = f.price
        edges = self.edges
        total = 0.0
        for direction in range(4):
            tile: i64 = grid[BESIDE[square * 4 + direction]]
            if tile:
                pairs = edges[(tile - 1) * 4 + OPPOSITE[direction]]
                if pairs:
                    for i in range(0, len(pairs), 2):
                        total += price[pairs[i]] * pairs[i + 1]
        return total

    def set_squares(self) -> None:
        """The reward to come, the promise of all squares, and the best garden tile."""
        f = self.features
        area, edition = f.area, f.edition
        rewards = edition.garden_rewards
        self.reward = 0.0
        for part in rewards[min(area.full_squares, len(rewards) - 1)]:
            self.reward += part.value(self.features)
        if area.full_squares < edition.tank_squares:
            self.reward += self.tank_promise(area.full_squares + 1) - self.tank_promise(
                area.full_squares
            )
        one = 0.0
        two = 0.0
        three = 0.0
        small = 0.0
        large = 0.0
        self.one_third = 0
        self.two_thirds = 0
        grid = area.grid
        each = 0.5 + (edition.row_vp[area.row(0) - 1] if area.row(0) else 0)
        first = f.codes.square
        for number in area.small:
            square = (number - first) * 2 + 1
            filled = THIRDS_IN[grid[square] & FULL]
            green = self.around(square)
            missing = (3 - filled) * f.price[fx.STONE] * 0.8
            whole = green + self.reward - missing
            if filled == 0:
                whole += 0.4 * green
            promise = self.w_square[filled] * whole
            if promise > one:
                three = two
                two = one
                one = promise
            elif promise > two:
                three = two
                two = promise
            elif promise > three:
                three = promise
            if filled == 2:
                self.two_thirds += 1
                now = green + self.reward
                if now > small:
                    small = now
            elif filled == 1:
                self.one_third += 1
                now = green + self.reward
                if now > large:
                    large = now
                if 0.6 * green > small:
                    small = 0.6 * green
            else:
                if 0.35 * (green + self.reward) > small:
                    small = 0.35 * (green + self.reward)
                if 0.55 * (green + self.reward) > large:
                    large = 0.55 * (green + self.reward)
        self.promise = (one + 0.7 * two + 0.5 * three) * self.like_gardens * f.fade(2.0)
        f.small_gain = small + each if small > 0.0 else 0.0
        f.large_gain = large + each if large > 0.0 else 0.0
        if small > large:
            f.large_gain = f.small_gain
        least = f.small_gain - f.gains(edition.garden_cost[0])
        more = f.large_gain - f.gains(edition.garden_cost[1])
        total = more if more > least else least
        if area.item[fx.STONE] == 0:
            total *= 0.6
        f.act[fx.GARDEN] = total if total > 0.0 else 0.0

    def tank_promise(self, squares: int) -> float:
        """What the tanks not built yet may bring with so many full squares."""
        f = self.features
        area, edition = f.area, f.edition
        left = 0
        face = 0
        for tile in range(edition.canal_tiles):
            if area.canal_left >> tile & 1 and f.lookup.is_tank[tile * 2 + 1]:
                left += 1
                face = tile * 2 + 1
        if not left:
            return 0.0
        cost = f.gains(edition.canal_cost[face])
        each = (f.rains - 0.4) * (edition.rain_tile + self.tank_blue) + 5.0 - cost
        if each <= 0.0:
            return 0.0
        ready = TANK_READY[max(0, min(squares, edition.tank_squares) + 2 - edition.tank_squares)]
        if not area.bases:
            ready *= 0.6
        each *= f.fade_of(fx.CANAL, 3.0)
        return self.w_tanks * ready * each * (1.0 if left == 1 else 1.5)

    def touched(self, square: i64, down: int, thirds: int) -> float:
        """The green bonuses that these thirds of a square touch."""
        grid = self.features.area.grid
        total = 0.0
        for touched in TOUCH[8 * down + thirds]:
            tile: i64 = grid[BESIDE[square * 4 + touched // 12]]
            if tile:
                tile -= 1
                third: i64 = (touched + 12 - tile % 4 * 3) % 12
                total += self.green(tile // 4 * 12 + third)
        return total

    def lay_gain(self, square: int, placement: int) -> float:
        """What a garden tile laid there brings, its price taken off."""
        f = self.features
        filled = f.area.grid[square] & FULL
        down = PLACE_DOWN[placement]
        mask = PLACE_MASK[placement]
        total = self.touched(square, down, joined(filled | mask, mask))
        cost = f.edition.garden_cost[0 if placement < FIRST_LARGE else 1]
        total -= f.gains(cost)
        before = THIRDS_IN[filled]
        after = THIRDS_IN[filled | mask]
        whole = self.around(square) + self.reward
        if after == 3:
            total += self.reward
            total -= self.w_square[before] * whole * 0.5
        else:
            part = f.fade(2.0) * self.like_gardens
            total += (self.w_square[after] - self.w_square[before]) * whole * part
            if filled | mask == 5:
                total -= 1.0
        return total

    def square_gain(self, square: int) -> float:
        f = self.features
        at = fits(f.area.grid, square)
        best = -9.0
        for placement in SMALL_FITS[at]:
            gain = self.lay_gain(square, placement)
            if gain > best:
                best = gain
        if f.area.item[fx.COIN] or f.area.helps:
            for placement in LARGE_FITS[at]:
                gain = self.lay_gain(square, placement)
                if gain > best:
                    best = gain
        return best
