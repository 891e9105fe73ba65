"""New workshops: which to build, where, and which way round."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.bot.gardens import THIRDS_IN, Gardens
from sandtable.games.resafa.bot.production import Production
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import BESIDE, FULL, OUTSIDE


class Workshops:
    def __init__(
        self,
        features: Features,
        production: Production,
        gardens: Gardens,
        weights: dict[str, float],
    ) -> None:
        self.features = features
        self.production = production
        self.gardens = gardens
        self.w_workshop: float = weights["workshop"] * weights["like_workshops"]

    def set_workshop(self) -> None:
        """The worth of a workshop action now."""
        f = self.features
        area = f.area
        total = self.w_workshop * f.fade_of(fx.PRODUCTION, 4.0)
        row = int(area.row(1))
        if row:
            total += f.edition.row_vp[row - 1]
        if not area.item[fx.COIN] or not area.item[fx.STONE]:
            total *= 0.6
        f.act[fx.WORKSHOP] = total

    def square_fit(self, square: int, but: int) -> float:
        """How good a garden square is for one more workshop: others beside it, room in it."""
        if square == OUTSIDE:
            return 0.0
        grid = self.features.area.grid
        filled = THIRDS_IN[grid[square] & FULL]
        if filled == 3:
            return 0.0
        others = 0
        for direction in range(4):
            cell = BESIDE[square * 4 + direction]
            if cell != but and grid[cell]:
                others += 1
        return [0.3, 0.8, 1.2, 1.5, 1.5][others]

    def cell_gain(self, cell: int) -> float:
        """How many good squares a workshop there shares."""
        total = 0.0
        for direction in range(4):
            square = BESIDE[cell * 4 + direction]
            total += self.square_fit(square, cell)
        return total

    def turned_gain(self, face: int, cell: int, rotation: int) -> float:
        """The green bonuses of a workshop turned that way, by the squares they look at."""
        total = 0.0
        tile: i64 = face * 4 + rotation + 1
        for direction in range(4):
            square = BESIDE[cell * 4 + direction]
            total += self.gardens.edge(tile, direction) * self.square_fit(square, cell)
        return total

    def tile_gain(self, tile: int) -> float:
        """What a workshop on offer would bring."""
        f = self.features
        front = self.engine_with(tile * 2)
        back = self.engine_with(tile * 2 + 1)
        total = front if front > back else back
        if f.edition.workshop_level[tile] == 2:
            for part in f.edition.rooms[tile * 2]:
                gain = part.value(f)
                if gain > 0.0:
                    total += gain
        return total

    def engine_with(self, face: int) -> float:
        f = self.features
        rooms = [*f.rooms, self.production.face_gain(face)]
        rooms.sort()
        rooms.reverse()
        green = 0.0
        for third in range(12):
            green += self.gardens.green(face * 12 + third)
        total = self.production.engine(rooms, f.area.extra + f.edition.extra[face])
        return total + 0.3 * green * self.gardens.like_gardens * f.fade(4.0)
