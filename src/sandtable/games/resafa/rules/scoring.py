"""Final scoring, and the same reckoned at any moment of the game."""

from __future__ import annotations

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import AMPHORA, COIN, MARBLE, SPICE, STONE, Part
from sandtable.games.resafa.rules.turn import Turn, counted
from sandtable.games.resafa.state import Player
from sandtable.kernel.bits import members


class Reckoning:
    """What the end of the game would give a player now: VP by source, and by pink card."""

    def __init__(self, c: Components, p: Player) -> None:
        self.points: list[int] = [0] * n.NUM_SOURCES
        self.pink: dict[int, int] = {}  # effect of each pink card, boxed VP not included
        self.owned: list[int] = p.item[:]  # what is left after conversions, cargo included
        if p.cargo:
            self.owned[p.cargo_item] += p.cargo
        self.points[n.FROM_SACKS] = int(p.sacks).bit_count() * c.sack_vp
        self._pink_cards(c, p)
        self.points[n.END_SCARABS] = self._scarabs(c, p)
        things = [p.gardens, len(p.workshops), p.canals]
        for kind in range(len(things)):
            tokens = int(p.row(kind))
            if tokens:
                self.points[n.END_ROWS + kind] = things[kind] * c.row_vp[tokens - 1]
        self.points[n.END_BOXED] = sum(c.boxed[card] for card in special_cards(c, p))
        self.points[n.END_GOODS] = (self.owned[AMPHORA] + self.owned[SPICE]) * c.good_vp
        rest = self.owned[COIN] + self.owned[STONE] + self.owned[MARBLE]
        self.points[n.END_REST] = rest // c.others_per_vp
        if p.canals:
            self.points[n.END_CANALS] = c.canal_vp[p.canals - 1]

    def total(self) -> int:
        return sum(self.points)

    def _pink_cards(self, c: Components, p: Player) -> None:
        cards = [card for card in special_cards(c, p) if c.end[card]]
        for card in cards:
            self.pink[card] = sum(self._worth(c, p, part) for part in c.end[card])
        for card in cards:
            if any(part.kind == fx.REPEAT for part in c.end[card]):
                others = [
                    c.boxed[other] + self.pink[other] + _table_worth(c, p, other)
                    for other in cards
                    if other != card and not _repeats(c, other)
                ]
                self.pink[card] += max(others, default=0)
        self.points[n.END_PINK] = sum(self.pink.values())

    def _worth(self, c: Components, p: Player, part: Part) -> int:
        """What a part of a pink card gives; conversions take what they need."""
        if part.kind == fx.FLAT:
            return part.vp
        if part.kind == fx.PER:
            return part.vp * min(counted(c, p, part.what), part.most)
        if part.kind == fx.CONVERT:
            left = part.most
            for item in part.items:
                used = min(left, self.owned[item])
                self.owned[item] -= used
                left -= used
            return part.vp * (part.most - left)
        return 0

    def _scarabs(self, c: Components, p: Player) -> int:
        """The usual table, or the better one of a pink card."""
        best = _from_table(c.scarab_vp, p.scarabs)
        for card in special_cards(c, p):
            for part in c.end[card]:
                if part.kind == fx.SCARABS:
                    best = max(best, _from_table(part.table, p.scarabs))
        return best


def _from_table(table: list[int], number: int) -> int:
    return table[min(number, len(table)) - 1] if number else 0


def _table_worth(c: Components, p: Player, card: int) -> int:
    """What a pink card's own scarab table gives."""
    tables = [part.table for part in c.end[card] if part.kind == fx.SCARABS]
    return sum(_from_table(table, p.scarabs) for table in tables)


def _repeats(c: Components, card: int) -> bool:
    return any(part.kind == fx.REPEAT for part in c.end[card])


def special_cards(c: Components, p: Player) -> list[int]:
    """The special cards of a player, used or not."""
    return members(p.pink_white) + [c.first_yellow + card for card in members(p.yellow_blue)]


def score_end(t: Turn) -> None:
    """The final scoring of all players."""
    for seat, p in enumerate(t.s.seats):
        found = Reckoning(t.c, p)
        for source in range(n.NUM_SOURCES):
            amount = found.points[source]
            if amount:
                p.vp += amount
                p.points[source] += amount
                if t.log is not None:
                    t.log.append((ev.END_POINTS, seat, source, amount))
