"""Production: what the rooms of the workshops bring."""

from __future__ import annotations

from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.language import HELD


class Production:
    def __init__(self, features: Features, weights: dict[str, float]) -> None:
        self.features = features
        self.w_second: float = weights["second_room"]
        self.w_productions: float = weights["productions"]
        # By face and room: flat pairs of item and amount, what is paid negative.
        self.room_terms: list[list[list[int]]] = [
            [terms(part) for part in rooms] for rooms in features.edition.rooms
        ]

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
        self.features.rooms = total

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


def terms(part: EffectPart) -> list[int]:
    """What a room gains and takes, as flat pairs."""
    pairs = part.room_terms()
    for item in range(HELD):
        if part.pay and part.pay[item]:
            pairs += [item, -part.pay[item]]
    return pairs
