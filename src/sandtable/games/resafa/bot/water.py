"""The water network: what tiles will score when it rains, and where the next one should lie."""

from __future__ import annotations

from sandtable.games.resafa.bot.trade import ResafaTrade
from sandtable.games.resafa.edition.components import CELLS, STRIDE, TANK_ROW
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules.rain import ARM_LEFT, ARM_RIGHT
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Game


class ResafaWater(ResafaTrade):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        self.w_canal: float = weights["canal"]
        self.like_canals: float = weights["like_canals"]
        # Cells by falling points, for each side of the board.
        self.dear_cells: list[list[int]] = []
        for side in self.c.sides:
            ranked = [
                (-side.cell_vp[cell], cell)
                for cell in range(TANK_ROW * STRIDE)
                if side.cell_vp[cell] >= 0
            ]
            ranked.sort()
            self.dear_cells.append([cell for _, cell in ranked])

    def tile_rain(self, face: int) -> int:
        return self.c.rain_tile + self.c.canal_blue[face]

    def flow(self, cell: int, came_from: int) -> float:
        """The most a cube can bring this seat from a cell on."""
        s = self.s
        found = 0.0
        tile = s.water[cell]
        if tile >= 0 and tile // 14 == self.seat:
            found = float(self.tile_rain(tile % 14))
        if cell // STRIDE == TANK_ROW:
            return found
        best = self.flow(cell + STRIDE, cell)
        if tile >= 0:
            shape = self.c.canal_shape[tile % 14]
            column = cell % STRIDE
            if ARM_LEFT[shape] and column > 0 and cell - 1 != came_from:
                best = max(best, self.flow(cell - 1, cell))
            if ARM_RIGHT[shape] and column < self.side.columns - 1 and cell + 1 != came_from:
                best = max(best, self.flow(cell + 1, cell))
        return found + best

    def rain_to_come(self) -> float:
        """What the own tiles and cubes will score."""
        s = self.s
        if not self.p.canals or s.over:
            return 0.0
        found = 0.0
        for cell in range(CELLS):
            tile = s.water[cell]
            if tile >= 0 and tile // 14 == self.seat:
                found += self.rains * self.tile_rain(tile % 14)
                if s.cubes >> cell & 1:
                    found += self.flow(cell, -1)
        # Tiles down below will carry water of later cubes.
        return found + 0.35 * self.p.canals * self.fade(3.0)

    def space_rate(self, cell: int) -> float:
        """What building on a cell brings besides the tile itself."""
        s = self.s
        found = float(self.side.cell_vp[cell])
        off = self.side.cell_discount[cell]
        if off:
            found += self.gains(off)
        tile = s.water_bonus[cell]
        if tile >= 0:
            found += 0.95 * self.effect_gain(self.c.canal_bonus_do[tile])
        if s.sources >> cell & 1:
            # The cube's way: this tile, and own tiles below.
            found += 1.2
            if cell // STRIDE < TANK_ROW:
                found += self.flow(cell + STRIDE, cell)
        else:
            above = cell - STRIDE
            if above >= 0:
                tile = s.water[above]
                if tile >= 0 and tile // 14 == self.seat:
                    found += 0.5
                    if s.cubes >> above & 1:
                        found += 1.0
        return found

    def face_rate(self, face: int) -> float:
        """What a side of a canal tile scores in the rains to come, its cost taken off."""
        blue = self.c.canal_blue[face]
        shape = self.c.canal_shape[face]
        cost = self.c.canal_cost[face]
        price = self.price
        found = self.rains * (1.0 + blue) - cost[0] * price[0] - cost[2] * price[2]
        found += 0.15 * self.rains * blue
        if ARM_LEFT[shape] or ARM_RIGHT[shape]:
            found += 0.3
        if self.r.is_tank[face]:
            found += 0.5
        return found

    def canal_step(self) -> float:
        """What one more canal tile adds at the end of the game."""
        p, c = self.p, self.c
        table = c.canal_vp
        if p.canals >= len(table):
            return 0.0
        before = table[p.canals - 1] if p.canals else 0
        found = float(table[p.canals] - before)
        row = int(p.row(2))
        if row:
            found += c.row_vp[row - 1]
        return found

    def set_canal(self) -> None:
        """The worth of a canal action now."""
        p, s, c = self.p, self.s, self.c
        if not p.canal_left:
            self.act[fx.CANAL] = 0.0
            return
        best = 0.0
        for cell in self.dear_cells[0 if s.players <= 2 else 1]:
            if not s.built & BIT[cell]:
                best = float(self.side.cell_vp[cell])
                break
        face = -9.0
        for i in range(14):
            if p.canal_left >> i // 2 & 1 and not self.r.is_tank[i]:
                rate = self.face_rate(i)
                if rate > face:
                    face = rate
        found = best + 1.0 + face
        if p.full_squares >= c.tank_squares and int(p.bases).bit_count() >= c.tank_bases:
            for i in range(1, 14, 2):
                if p.canal_left >> i // 2 & 1 and self.r.is_tank[i]:
                    rate = self.face_rate(i) + 4.5
                    if rate > found:
                        found = rate
        found = (found + self.canal_step()) * self.like_canals
        if p.item[fx.MARBLE] < 2:
            found *= 0.6 if p.item[fx.MARBLE] else 0.4
        self.act[fx.CANAL] = found if found > self.w_canal else self.w_canal
