"""The two festivals: supply settlements with resources, towns first."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards import fields
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.cards.features import CardFeatures, PositionFeatures
from sandtable.games.faiyum.rules import paying, roads
from sandtable.games.faiyum.rules.paying import lacking, pay_singly, units
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import count
from sandtable.kernel.game import Flow

AMONG: Final = ["channel", "group"]


class Festival(Card):
    """Resources for settlements on the channel, or for those of one connected group."""

    family = "festival"
    fields: ClassVar[dict[str, Any]] = {
        "among": fields.one_of(AMONG),
        "of": fields.KINDS,
        "up_to": fields.TIMES,
    }
    prompts = paying.SINGLY_PROMPTS
    enough = paying.SINGLY_ENOUGH

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.kinds: list[int] = [constants.RESOURCES.index(word) for word in data["of"]]
        self.up_to: int = data["up_to"]
        self.on_channel: bool = data["among"] == AMONG[0]

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
            return t.say("why.no_channel_settlement")
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
        t.emit(events.FEAST, best_towns, paid - best_towns)
        t.score(paid + best_towns)

    def fill_features(self, f: CardFeatures) -> None:
        f.on_channel = self.on_channel
        f.each_scores = 1.3  # towns count twice
        f.depends_on_position = True

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        """Settlements that can be supplied, towns count twice; each costs a unit."""
        s = p.position()
        if self.on_channel:
            guests: i64 = s.settlements & p.board.channel
        else:
            guests = 0
            for group in roads.groups(s, p.board):
                if count(group) > count(guests):
                    guests = group
        towns = int(count(guests & s.towns))
        others = int(count(guests)) - towns
        p.gain += 2.0 * towns
        p.units -= towns * p.cheapest
        if p.draws < 8.0:
            p.gain += others
            p.units -= others * p.cheapest

    def last_turns(self, p: PositionFeatures) -> float:
        fed = min(p.last_units, float(p.exist_at[constants.AT_SETTLEMENT]))
        p.last_units -= fed
        return fed + min(fed, float(p.exist_at[constants.AT_TOWN])) * 0.7
