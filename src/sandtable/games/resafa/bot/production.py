"""Production: what the rooms of the workshops bring."""

from __future__ import annotations

from sandtable.games.resafa.bot.features import NUM_ITEMS, Features
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import HELD, Part


class Production:
    def __init__(self, features: Features, weights: dict[str, float]) -> None:
        self.features = features
        self.w_second: float = weights["second_room"]
        self.w_productions: float = weights["productions"]
        # By face and room: flat pairs of item and amount, what is paid negative.
        self.room_terms: list[list[list[int]]] = [
            [terms(part) for part in rooms] for rooms in features.edition.rooms
        ]
        self.rooms: list[float] = []  # the best room of each workshop, falling

    def room_gain(self, part: Part) -> float:
        f = self.features
        total = 0.0
        price = f.price
        if part.pay:
            for item in range(HELD):
                if part.pay[item]:
                    total -= part.pay[item] * price[item]
        if part.kind == fx.GAIN:
            total += f.gains(part.gain)
        elif part.kind == fx.STEP:
            total += f.best_step * part.times
        elif part.kind == fx.CHOOSE:
            total += f.dearest(part) * part.times
        return total

    def face_gain(self, face: int) -> float:
        """What a workshop brings when it produces: its better room, and that there is another."""
        best = 0.0
        second = 0.0
        price = self.features.price
        for pairs in self.room_terms[face]:
            gain = 0.0
            for i in range(0, len(pairs), 2):
                gain += price[pairs[i]] * pairs[i + 1]
            if gain > best:
                second = best
                best = gain
            elif gain > second:
                second = gain
        return best + self.w_second * second

    def set_rooms(self) -> None:
        total = [self.face_gain(face) for face in self.features.area.workshops]
        total.sort()
        total.reverse()
        self.rooms = total

    def produced(self, times: int) -> float:
        """What rooms of so many workshops bring."""
        total = 0.0
        rooms = self.rooms
        if times > len(rooms):
            times = len(rooms)
        for i in range(times):
            total += rooms[i]
        return total

    def engine(self, rooms: list[float], extra: int) -> float:
        """What production will bring."""
        total = 0.0
        times = 2 + extra
        for i in range(len(rooms)):
            if i < times:
                total += rooms[i]
            else:
                total += 0.1 * rooms[i]
        return total * self.w_productions * self.features.chance[fx.PRODUCTION]


def terms(part: Part) -> list[int]:
    """What a room gains and takes, as flat pairs; of a choice or a step a good guess."""
    pairs: list[int] = []
    if part.kind == fx.GAIN:
        for item in range(NUM_ITEMS):
            if part.gain[item]:
                pairs += [item, part.gain[item]]
    elif part.kind == fx.CHOOSE:
        pairs += [max(part.items), part.times]
    else:
        pairs += [fx.VP, 3 * part.times]
    for item in range(HELD):
        if part.pay and part.pay[item]:
            pairs += [item, -part.pay[item]]
    return pairs
