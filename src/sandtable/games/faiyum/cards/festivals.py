"""The two festivals: supply settlements with resources, towns first."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.rules import roads
from sandtable.games.faiyum.rules.paying import lacking, pay_singly, units
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import count
from sandtable.kernel.game import Flow


class Festival(Card):
    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.kinds: list[int] = [constants.RESOURCES.index(word) for word in data["of"]]
        self.up_to: int = data["up_to"]
        self.on_channel: bool = data["among"] == "channel"

    def guests(self, t: Turn) -> list[int]:
        """The sets of settlements of which one can be supplied: all on the channel, or the
        groups that are connected."""
        if self.on_channel:
            on: i64 = t.state.settlements & t.board.channel
            return [on] if on else []
        return roads.groups(t.state, t.board)

    def can(self, t: Turn) -> bool:
        return units(t, self.kinds, 0) > 0 and len(self.guests(t)) > 0

    def why(self, t: Turn) -> str:
        if not self.guests(t):
            return "no settlement lies on the channel"
        return lacking(t, self.kinds)

    def play(self, t: Turn) -> Flow:
        guests = self.guests(t)
        most = 0
        for group in guests:
            most = max(most, int(count(group)))
        paid = yield from pay_singly(t, self.kinds, min(most, self.up_to))
        best_towns = 0
        # The player supplies the group that is worth most for what was paid.
        for group in guests:
            if count(group) >= paid:
                towns = min(paid, int(count(group & t.state.towns)))
                best_towns = max(best_towns, towns)
        t.tell(events.FEAST, best_towns, paid - best_towns)
        t.score(paid + best_towns)
