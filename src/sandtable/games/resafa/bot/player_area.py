"""The own area of a seat: what garden squares and new workshops promise."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa.bot.cards import ResafaCards
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import (
    BESIDE,
    FIRST_LARGE,
    FULL,
    LARGE_FITS,
    OUTSIDE,
    PLACE_DOWN,
    PLACE_MASK,
    SMALL_FITS,
    TOUCH,
    joined,
)
from sandtable.games.resafa.rules.player_area import fits
from sandtable.kernel.game import Game

THIRDS_IN: Final[list[int]] = [0, 1, 1, 2, 1, 2, 2, 3]  # by filled thirds

#: How much of a tank's worth is in sight: two squares missing, one, none.
TANK_READY: Final[list[float]] = [0.1, 0.4, 1.0]

OPPOSITE: Final[list[int]] = [2, 3, 0, 1]


class ResafaYard(ResafaCards):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        self.w_square: list[float] = [
            weights["square_0"], weights["square_1"], weights["square_2"], 0.0,
        ]  # fmt: skip
        self.like_gardens: float = weights["like_gardens"]
        # By (face * 4 + rotation) * 4 + direction: the green bonuses of that edge, flat pairs of
        # item and amount.
        self.edges: list[list[int]] = []
        for tile in range(len(self.c.rooms) * 4):
            for direction in range(4):
                first = (direction * 3 + 12 - tile % 4 * 3) % 12
                found: list[int] = []
                for at in range(tile // 4 * 12 + first, tile // 4 * 12 + first + 3):
                    if self.c.green_amount[at]:
                        found += [self.c.green_item[at], self.c.green_amount[at]]
                self.edges.append(found)
        self.reward = 0.0  # of the next full square
        self.promise = 0.0  # of the squares begun or not
        self.w_tanks: float = weights["tanks"] * weights["like_canals"]
        self.tank_blue = 0  # of the best tank
        for face in range(len(self.r.is_tank)):
            if self.r.is_tank[face] and self.c.canal_blue[face] > self.tank_blue:
                self.tank_blue = self.c.canal_blue[face]

    def green(self, at: i64) -> float:
        """A green bonus of a face, by its place in the tables."""
        amount = self.c.green_amount[at]
        return amount * self.price[self.c.green_item[at]] if amount else 0.0

    def edge(self, tile: i64, direction: i64) -> float:
        """The green bonuses of a workshop (as it lies in the yard) towards a direction."""
        pairs = self.edges[(tile - 1) * 4 + direction]
        found = 0.0
        for i in range(0, len(pairs), 2):
            found += self.price[pairs[i]] * pairs[i + 1]
        return found

    def around(self, square: i64) -> float:
        """All green bonuses around a square."""
        layout = self.p.yard
        price = self.price
        edges = self.edges
        found = 0.0
        for direction in range(4):
            tile: i64 = layout[BESIDE[square * 4 + direction]]
            if tile:
                pairs = edges[(tile - 1) * 4 + OPPOSITE[direction]]
                if pairs:
                    for i in range(0, len(pairs), 2):
                        found += price[pairs[i]] * pairs[i + 1]
        return found

    def set_squares(self) -> None:
        """The reward to come, the promise of all squares, and the best garden tile."""
        p, c = self.p, self.c
        rewards = c.garden_rewards
        self.reward = 0.0
        for part in rewards[min(p.full_squares, len(rewards) - 1)]:
            self.reward += self.part_gain(part)
        if p.full_squares < c.tank_squares:
            self.reward += self.tank_promise(p.full_squares + 1) - self.tank_promise(p.full_squares)
        one = 0.0
        two = 0.0
        three = 0.0
        small = 0.0
        large = 0.0
        layout = p.yard
        each = 0.5 + (c.row_vp[p.row(0) - 1] if p.row(0) else 0)
        first = self.k.square
        for number in p.small:
            square = (number - first) * 2 + 1
            filled = THIRDS_IN[layout[square] & FULL]
            green = self.around(square)
            missing = (3 - filled) * self.price[fx.STONE] * 0.8
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
                now = green + self.reward
                if now > small:
                    small = now
            elif filled == 1:
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
        self.promise = (one + 0.7 * two + 0.5 * three) * self.like_gardens * self.fade(2.0)
        self.small_gain = small + each if small > 0.0 else 0.0
        self.large_gain = large + each if large > 0.0 else 0.0
        if small > large:
            self.large_gain = self.small_gain
        least = self.small_gain - self.gains(c.garden_cost[0])
        more = self.large_gain - self.gains(c.garden_cost[1])
        found = more if more > least else least
        if p.item[fx.STONE] == 0:
            found *= 0.6
        self.act[fx.GARDEN] = found if found > 0.0 else 0.0

    def tank_promise(self, squares: int) -> float:
        """What the tanks not built yet may bring with so many full squares."""
        p, c = self.p, self.c
        left = 0
        face = 0
        for tile in range(7):
            if p.canal_left >> tile & 1 and self.r.is_tank[tile * 2 + 1]:
                left += 1
                face = tile * 2 + 1
        if not left:
            return 0.0
        cost = self.gains(c.canal_cost[face])
        each = (self.rains - 0.4) * (c.rain_tile + self.tank_blue) + 5.0 - cost
        if each <= 0.0:
            return 0.0
        ready = TANK_READY[min(squares, c.tank_squares) + 2 - c.tank_squares]
        if not p.bases:
            ready *= 0.6
        each *= self.fade_of(fx.CANAL, 3.0)
        return self.w_tanks * ready * each * (1.0 if left == 1 else 1.5)

    # -- single tiles --------------------------------------------------------------------------

    def touched(self, square: i64, down: int, thirds: int) -> float:
        """The green bonuses that these thirds of a square touch."""
        layout = self.p.yard
        found = 0.0
        for touched in TOUCH[8 * down + thirds]:
            tile: i64 = layout[BESIDE[square * 4 + touched // 12]]
            if tile:
                tile -= 1
                third: i64 = (touched + 12 - tile % 4 * 3) % 12
                found += self.green(tile // 4 * 12 + third)
        return found

    def lay_gain(self, square: int, placement: int) -> float:
        """What a garden tile laid there brings, its price taken off."""
        filled = self.p.yard[square] & FULL
        down = PLACE_DOWN[placement]
        mask = PLACE_MASK[placement]
        found = self.touched(square, down, joined(filled | mask, mask))
        cost = self.c.garden_cost[0 if placement < FIRST_LARGE else 1]
        found -= self.gains(cost)
        before = THIRDS_IN[filled]
        after = THIRDS_IN[filled | mask]
        whole = self.around(square) + self.reward
        if after == 3:
            found += self.reward
            found -= self.w_square[before] * whole * 0.5
        else:
            part = self.fade(2.0) * self.like_gardens
            found += (self.w_square[after] - self.w_square[before]) * whole * part
            if filled | mask == 5:
                found -= 1.0
        return found

    def square_gain(self, square: int) -> float:
        at = fits(self.p.yard, square)
        best = -9.0
        for placement in SMALL_FITS[at]:
            gain = self.lay_gain(square, placement)
            if gain > best:
                best = gain
        if self.p.item[fx.COIN] or self.p.helps:
            for placement in LARGE_FITS[at]:
                gain = self.lay_gain(square, placement)
                if gain > best:
                    best = gain
        return best

    def company(self, square: int, but: int) -> float:
        """How good a garden square is for one more workshop: others beside it, room in it."""
        if square == OUTSIDE:
            return 0.0
        layout = self.p.yard
        filled = THIRDS_IN[layout[square] & FULL]
        if filled == 3:
            return 0.0
        others = 0
        for direction in range(4):
            cell = BESIDE[square * 4 + direction]
            if cell != but and layout[cell]:
                others += 1
        return [0.3, 0.8, 1.2, 1.5, 1.5][others]

    def cell_gain(self, cell: int) -> float:
        """How many good squares a workshop there shares."""
        found = 0.0
        for direction in range(4):
            square = BESIDE[cell * 4 + direction]
            found += self.company(square, cell)
        return found

    def turned_gain(self, face: int, cell: int, rotation: int) -> float:
        """The green bonuses of a workshop turned that way, by the squares they look at."""
        found = 0.0
        tile: i64 = face * 4 + rotation + 1
        for direction in range(4):
            square = BESIDE[cell * 4 + direction]
            found += self.edge(tile, direction) * self.company(square, cell)
        return found
