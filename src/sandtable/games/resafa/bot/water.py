"""The water network: what tiles will score when it rains, and where the next one should lie."""

from __future__ import annotations

from sandtable.games.resafa.bot.effects import EffectValues
from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.edition.components import CELLS, STRIDE, TANK_ROW
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules.rain import ARM_LEFT, ARM_RIGHT
from sandtable.kernel.bits import BIT


class Water:
    def __init__(
        self, features: Features, effects: EffectValues, weights: dict[str, float]
    ) -> None:
        self.features = features
        self.faces: int = features.edition.canal_faces
        self.effects = effects
        self.w_canal: float = weights["canal"]
        self.like_canals: float = weights["like_canals"]
        # Cells by falling points, for each side of the board.
        self.dear_cells: list[list[int]] = []
        for side in features.edition.sides:
            ranked = [
                (-side.cell_vp[cell], cell)
                for cell in range(TANK_ROW * STRIDE)
                if side.cell_vp[cell] >= 0
            ]
            ranked.sort()
            self.dear_cells.append([cell for _, cell in ranked])

    def tile_rain(self, face: int) -> int:
        f = self.features
        return f.edition.rain_tile + f.edition.canal_blue[face]

    def flow(self, cell: int, came_from: int) -> float:
        """The most a cube can bring this seat from a cell on."""
        f = self.features
        state = f.state
        total = 0.0
        tile = state.water[cell]
        if tile >= 0 and tile // self.faces == f.player:
            total = float(self.tile_rain(tile % self.faces))
        if cell // STRIDE == TANK_ROW:
            return total
        best = self.flow(cell + STRIDE, cell)
        if tile >= 0:
            shape = f.edition.canal_shape[tile % self.faces]
            column = cell % STRIDE
            if ARM_LEFT[shape] and column > 0 and cell - 1 != came_from:
                best = max(best, self.flow(cell - 1, cell))
            if ARM_RIGHT[shape] and column < f.side.columns - 1 and cell + 1 != came_from:
                best = max(best, self.flow(cell + 1, cell))
        return total + best

    def rain_to_come(self) -> float:
        """What the seat's tiles and cubes will score."""
        f = self.features
        state = f.state
        if not f.area.canals or state.over:
            return 0.0
        total = 0.0
        for cell in range(CELLS):
            tile = state.water[cell]
            if tile >= 0 and tile // self.faces == f.player:
                total += f.rains * self.tile_rain(tile % self.faces)
                if state.cubes >> cell & 1:
                    total += self.flow(cell, -1)
        # Tiles down below will carry water of later cubes.
        return total + 0.35 * f.area.canals * f.fade(3.0)

    def space_rate(self, cell: int) -> float:
        """What building on a cell brings besides the tile itself."""
        f = self.features
        state = f.state
        total = float(f.side.cell_vp[cell])
        off = f.side.cell_discount[cell]
        if off:
            total += f.gains(off)
        tile = state.water_bonus[cell]
        if tile >= 0:
            total += 0.95 * self.effects.effect_gain(f.edition.canal_bonus_do[tile])
        if state.sources >> cell & 1:
            # The cube's way: this tile, and own tiles below.
            total += 1.2
            if cell // STRIDE < TANK_ROW:
                total += self.flow(cell + STRIDE, cell)
        else:
            above = cell - STRIDE
            if above >= 0:
                tile = state.water[above]
                if tile >= 0 and tile // self.faces == f.player:
                    total += 0.5
                    if state.cubes >> above & 1:
                        total += 1.0
        return total

    def face_rate(self, face: int) -> float:
        """What a side of a canal tile scores in the rains to come, its cost taken off."""
        f = self.features
        blue = f.edition.canal_blue[face]
        shape = f.edition.canal_shape[face]
        cost = f.edition.canal_cost[face]
        price = f.price
        total = f.rains * (1.0 + blue) - cost[0] * price[0] - cost[2] * price[2]
        total += 0.15 * f.rains * blue
        if ARM_LEFT[shape] or ARM_RIGHT[shape]:
            total += 0.3
        if f.lookup.is_tank[face]:
            total += 0.5
        return total

    def canal_step(self) -> float:
        """What one more canal tile adds at the end of the game."""
        f = self.features
        area, edition = f.area, f.edition
        table = edition.canal_vp
        if area.canals >= len(table):
            return 0.0
        before = table[area.canals - 1] if area.canals else 0
        total = float(table[area.canals] - before)
        row = int(area.row(2))
        if row:
            total += edition.row_vp[row - 1]
        return total

    def set_canal(self) -> None:
        """The worth of a canal action now."""
        f = self.features
        area, state, edition = f.area, f.state, f.edition
        if not area.canal_left:
            f.act[fx.CANAL] = 0.0
            return
        best = 0.0
        for cell in self.dear_cells[0 if state.players <= 2 else 1]:
            if not state.built & BIT[cell]:
                best = float(f.side.cell_vp[cell])
                break
        face = -9.0
        for i in range(self.faces):
            if area.canal_left >> i // 2 & 1 and not f.lookup.is_tank[i]:
                rate = self.face_rate(i)
                if rate > face:
                    face = rate
        total = best + 1.0 + face
        if (
            area.full_squares >= edition.tank_squares
            and int(area.bases).bit_count() >= edition.tank_bases
        ):
            for i in range(1, self.faces, 2):
                if area.canal_left >> i // 2 & 1 and f.lookup.is_tank[i]:
                    rate = self.face_rate(i) + 4.5
                    if rate > total:
                        total = rate
        total = (total + self.canal_step()) * self.like_canals
        if area.item[fx.MARBLE] < 2:
            total *= 0.6 if area.item[fx.MARBLE] else 0.4
        f.act[fx.CANAL] = total if total > self.w_canal else self.w_canal
