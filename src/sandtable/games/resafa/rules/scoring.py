"""Final scoring, and the same reckoned at any moment of the game."""

from __future__ import annotations

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.effects.language import AMPHORA, COIN, MARBLE, SPICE, STONE
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import Player
from sandtable.kernel.bits import members


class EndScoring:
    """What the end of the game would give a player now: VP by source, and by pink card."""

    def __init__(self, edition: Components, area: Player) -> None:
        self.edition = edition
        self.area = area
        self.points: list[int] = [0] * constants.NUM_SOURCES
        self.pink: dict[int, int] = {}  # effect of each pink card, boxed VP not included
        self.owned: list[int] = area.item[:]  # what is left after conversions, cargo included
        if area.cargo:
            self.owned[area.cargo_item] += area.cargo
        self.points[constants.FROM_SACKS] = int(area.sacks).bit_count() * edition.sack_vp
        self._pink_cards(edition, area)
        self.points[constants.END_SCARABS] = self._scarabs(edition, area)
        things = [area.gardens, len(area.workshops), area.canals]
        for kind in range(len(things)):
            tokens = int(area.row(kind))
            if tokens:
                self.points[constants.END_ROWS + kind] = things[kind] * edition.row_vp[tokens - 1]
        self.points[constants.END_BOXED] = sum(
            edition.boxed[card] for card in special_cards(edition, area)
        )
        self.points[constants.END_GOODS] = (
            self.owned[AMPHORA] + self.owned[SPICE]
        ) * edition.good_vp
        rest = self.owned[COIN] + self.owned[STONE] + self.owned[MARBLE]
        self.points[constants.END_REST] = rest // edition.others_per_vp
        if area.canals:
            self.points[constants.END_CANALS] = edition.canal_vp[area.canals - 1]

    def total(self) -> int:
        return sum(self.points)

    def _pink_cards(self, edition: Components, area: Player) -> None:
        cards = [card for card in special_cards(edition, area) if edition.end[card]]
        for card in cards:
            self.pink[card] = sum(part.end_vp(self) for part in edition.end[card])
        for card in cards:
            if _repeats(edition, card):
                others = [
                    edition.boxed[other] + self.pink[other] + _table_worth(edition, area, other)
                    for other in cards
                    if other != card and not _repeats(edition, other)
                ]
                self.pink[card] += max(others, default=0)
        self.points[constants.END_PINK] = sum(self.pink.values())

    def _scarabs(self, edition: Components, area: Player) -> int:
        """The usual table, or the better one of a pink card."""
        best = _from_table(edition.scarab_vp, area.scarabs)
        for card in special_cards(edition, area):
            for part in edition.end[card]:
                if part.scarab_table:
                    best = max(best, _from_table(part.scarab_table, area.scarabs))
        return best


def _from_table(table: list[int], number: int) -> int:
    return table[min(number, len(table)) - 1] if number else 0


def _table_worth(edition: Components, area: Player, card: int) -> int:
    """What a pink card's own scarab table gives."""
    tables = [part.scarab_table for part in edition.end[card]]
    return sum(_from_table(table, area.scarabs) for table in tables if table)


def _repeats(edition: Components, card: int) -> bool:
    return any(part.repeats for part in edition.end[card])


def special_cards(edition: Components, area: Player) -> list[int]:
    """The special cards of a player, used or not."""
    return members(area.pink_white) + [
        edition.first_yellow + card for card in members(area.yellow_blue)
    ]


def score_end(t: Turn) -> None:
    """The final scoring of all players."""
    for seat, area in enumerate(t.state.seats):
        scored = EndScoring(t.edition, area)
        for source in range(constants.NUM_SOURCES):
            amount = scored.points[source]
            if amount:
                area.vp += amount
                area.points[source] += amount
                if t.log is not None:
                    t.log.append((events.END_POINTS, seat, source, amount))
