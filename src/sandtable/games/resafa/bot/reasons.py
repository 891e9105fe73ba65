"""What sets two positions of Resafa apart: goods, tiles, tracks, cards, and what lies on offer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.bots.reasons import (
    Difference,
    Fields,
    Reason,
    Reasons,
    copy_fields,
    more_and_less,
)
from sandtable.games.resafa import constants
from sandtable.games.resafa.edition.components import LEVEL_1, cell_name
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.rules import main_actions, workshop
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import Player, State
from sandtable.games.resafa.text import advantages
from sandtable.kernel.bits import members

#: What belongs to each thing a player has, by field of the player.
AREA = ("grid", "cells", "small", "large")
WORKSHOPS = ("workshops", "extra", *AREA)
GARDENS = ("gardens", "full_squares", *AREA)
CANALS = ("canals", "canal_left", "tanks")
TOKENS = ("squares", "scarabs", "rows", "tokens")
SPECIALS = ("pink_white", "yellow_blue", "unused", "helps", "cards", "looked")
SACKS = ("sacks", "sacks_shown")
HAND = ("hand", "played", "pile", "shown_hand", "shown_pile")
#: And of what all share, by field of the state.
WATER = ("water", "built", "water_bonus", "sources", "cubes")
OFFER = ("offer", "drawn_1", "drawn_2")
DISPLAY = ("bonus", "special", "open", "box", "bonus_decks")
#: Kinds that are not worth saying what else they allow.
CARDS = ("special", "bonus", "tile", "unused", "hand")
#: It rains after every second round.
RAINS = 3


class PlayerFields(Fields):
    """Fields of a player, and of what all share, that go together."""

    def __init__(
        self,
        kind: str,
        values: dict[str, Any],
        seat: int,
        own: Iterable[str] = (),
        shared: Iterable[str] = (),
        silent: bool = False,
    ) -> None:
        super().__init__(kind, values, shared, silent, means=kind not in CARDS)
        self._seat = seat
        self._own = tuple(own)

    def carry(self, source: State, target: State) -> None:
        super().carry(source, target)
        copy_fields(self._own, source.seats[self._seat], target.seats[self._seat])


class Amount(PlayerFields):
    """More of something that can be counted, and was there before or not."""

    def __init__(self, kind: str, have: int, other: int, seat: int, own: Iterable[str]) -> None:
        super().__init__(kind, {"amount": have - other}, seat, own)
        self._have = have

    def keeps(self, before: State) -> bool:
        return self._have <= counted(before.seats[self._seat], self.kind)


class Item(Amount):
    """More of an item, in the warehouse or on the caravan."""

    def __init__(self, item: int, state: State, other: State, seat: int) -> None:
        kind = fx.ITEMS[item]
        have, had = counted(state.seats[seat], kind), counted(other.seats[seat], kind)
        super().__init__(kind, have, had, seat, ())
        self._item = item

    def carry(self, source: State, target: State) -> None:
        one, other = source.seats[self._seat], target.seats[self._seat]
        other.item[self._item] = one.item[self._item]
        if self._item in (one.cargo_item, other.cargo_item):
            other.cargo_item, other.cargo = one.cargo_item, one.cargo


class Steps(PlayerFields):
    """Steps on a track."""

    def __init__(self, colour: int, amount: int, seat: int) -> None:
        super().__init__("track", {"colour": fx.COLOURS[colour], "amount": amount}, seat)
        self._shift = colour * 8

    def carry(self, source: State, target: State) -> None:
        one, other = source.seats[self._seat], target.seats[self._seat]
        mask = 255 << self._shift
        other.tracks = (other.tracks & ~mask) | (one.tracks & mask)


class Hand(PlayerFields):
    """Action cards that are in hand still."""

    def keeps(self, before: State) -> bool:
        hand = before.seats[self._seat].hand
        return all(hand >> slot & 1 for slot in self.values["slots"])


class ResafaReasons(Reasons):
    paying = ("pay",)
    not_spent = ("garden", "track")

    def __init__(self, game: Resafa) -> None:
        self.game = game
        self.edition = game.components
        self.language = game.language

    def say_difference(self, kind: str, form: str, values: dict[str, Any]) -> str:
        return advantages.say_difference(self.game.words, kind, form, values)

    def say_options(self, options: list[str], way: str) -> list[str]:
        return advantages.say_options(self.game.words, options, way)

    def habit_kind(self, lack: Reason) -> str:
        colour = lack.values.get("colour")
        return lack.kind if colour is None else f"{lack.kind} {colour}"

    def say_habit(self, what: str, one: str, other: str, values: dict[str, Any]) -> str:
        return advantages.say_habit(self.game.words, what, one, other, values)

    def comparable(self, before: State, after: State) -> bool:
        """The end of a round brings rain and income, whatever was chosen in its last turn."""
        return before.round == after.round and before.phase == after.phase and not after.over

    def options(self, state: State, seat: int, viewer: int) -> list[str]:
        """Main actions that the viewer's own cards in hand allow; for rivals, whose hands are
        hidden, the workshops on offer that they can pay for."""
        if state.over or state.phase != constants.PLAYING:
            return []
        t = Turn(state, self.game.rules, self.game.runner, None)
        t.player = seat
        t.area = state.seats[seat]
        if seat == viewer:
            actions = self._in_hand(t.area)
            return [
                f"action {fx.ACTIONS[action]}"
                for action in actions
                if main_actions.possible(t, action, [], False)
            ]
        if not t.affords(self.edition.workshop_cost, [], fx.ON_WORKSHOP):
            return []
        tiles = workshop.tiles(t, workshop.ANY_LEVEL)
        return [f"build {self.edition.workshop_ids[self._tile(action)]}" for action in tiles]

    def _tile(self, action: int) -> int:
        return action - self.game.codes.tile + LEVEL_1

    def _in_hand(self, area: Player) -> list[int]:
        """The main actions of the cards in hand."""
        actions: set[int] = set()
        for slot in members(area.hand):
            card = area.cards[slot]
            if card >= 0 and self.edition.yellow_pair[card] < 0:
                return list(range(len(fx.ACTIONS)))
            pairs = self.edition.pair_actions
            actions |= {pairs[slot * 2], pairs[slot * 2 + 1]}
        return sorted(actions)

    # -- what differs --------------------------------------------------------------------------

    def differences(self, state: State, other: State, seat: int) -> list[Difference]:
        return [
            *self._amounts(state, other, seat),
            *self._tiles(state, other, seat),
            *self._cards(state, other, seat),
            *self._common(state, other, seat),
        ]

    def _amounts(self, state: State, other: State, seat: int) -> list[Difference]:
        one, two = state.seats[seat], other.seats[seat]
        differences: list[Amount | Steps] = [
            Item(item, state, other, seat) for item in range(fx.HELD)
        ]
        fields = {"vp": ("vp", "points"), "camel": ("camel",), "sack": SACKS, "cube": ("cubes",)}
        for kind, own in fields.items():
            differences.append(Amount(kind, counted(one, kind), counted(two, kind), seat, own))
        for kind in ("square", "scarab"):
            own = TOKENS if counted(one, kind) != counted(two, kind) else ()
            differences.append(Amount(kind, counted(one, kind), counted(two, kind), seat, own))
        for colour in range(len(fx.COLOURS)):
            differences.append(Steps(colour, int(one.track(colour) - two.track(colour)), seat))
        return [difference for difference in differences if difference.values["amount"]]

    def _tiles(self, state: State, other: State, seat: int) -> list[Difference]:
        one, two = state.seats[seat], other.seats[seat]
        differences: list[Difference] = []
        if one.workshops != two.workshops:
            values = more_and_less(
                [self.edition.workshop_ids[face // 2] for face in one.workshops],
                [self.edition.workshop_ids[face // 2] for face in two.workshops],
            )
            differences.append(PlayerFields("workshop", values, seat, WORKSHOPS))
        if (one.gardens, one.full_squares) != (two.gardens, two.full_squares):
            values = {
                "amount": one.gardens - two.gardens,
                "full": one.full_squares - two.full_squares,
            }
            shared = ("small_left", "large_left")
            differences.append(PlayerFields("garden", values, seat, GARDENS, shared))
        cells, cells_2 = self._canals(state, seat), self._canals(other, seat)
        if cells != cells_2:
            values = more_and_less(cells, cells_2)
            values["rains"] = RAINS - (state.round - 1) // 2
            differences.append(PlayerFields("canal", values, seat, CANALS, WATER))
        if one.bases != two.bases:
            values = more_and_less(self._centres(one.bases), self._centres(two.bases))
            differences.append(PlayerFields("base", values, seat, ("bases",), ("bases",)))
        if one.at != two.at:
            differences.append(
                PlayerFields("caravan", {"centre": self._centre(one.at)}, seat, ("at",))
            )
        return differences

    def _cards(self, state: State, other: State, seat: int) -> list[Difference]:
        one, two = state.seats[seat], other.seats[seat]
        edition = self.edition
        differences: list[Difference] = []
        for kind, ids, ids_2, own in (
            ("special", self._specials(one), self._specials(two), SPECIALS),
            ("bonus", self._bonus(one), self._bonus(two), ("bonus",)),
            (
                "tile",
                [edition.canal_bonus_ids[tile] for tile in members(one.tiles)],
                [edition.canal_bonus_ids[tile] for tile in members(two.tiles)],
                ("tiles",),
            ),
        ):
            if ids != ids_2:
                differences.append(PlayerFields(kind, more_and_less(ids, ids_2), seat, own))
        if one.unused != two.unused and self._specials(one) == self._specials(two):
            values = more_and_less(self._unused(one), self._unused(two))
            differences.append(PlayerFields("unused", values, seat, ("unused",)))
        if one.hand != two.hand or one.pile != two.pile:
            slots = list(members(one.hand & ~two.hand))
            differences.append(Hand("hand", {"slots": slots}, seat, HAND, silent=not slots))
        return differences

    def _common(self, state: State, other: State, seat: int) -> list[Difference]:
        """What lies on offer for everybody. It speaks for a choice only where a rival wanted it."""
        differences: list[Difference] = []
        if state.offer != other.offer:
            gone = [tile for tile in other.offer if tile >= 0 and tile not in state.offer]
            values = {"more": [], "less": [self.edition.workshop_ids[tile] for tile in gone]}
            differences.append(PlayerFields("offer", values, seat, shared=OFFER, silent=True))
        if state.bonus != other.bonus or state.special != other.special:
            differences.append(PlayerFields("display", {}, seat, shared=DISPLAY, silent=True))
        if state.trading != other.trading:
            differences.append(PlayerFields("trading", {}, seat, shared=("trading",), silent=True))
        return differences

    # -- names of things, as notation writes them ----------------------------------------------

    def _canals(self, state: State, seat: int) -> list[str]:
        faces = self.edition.canal_faces
        return [
            cell_name(cell)
            for cell, tile in enumerate(state.water)
            if tile >= 0 and tile // faces == seat
        ]

    def _centre(self, centre: int) -> str:
        ids = self.edition.centre_ids
        return ids[centre] if centre < len(ids) else ""

    def _centres(self, bits: int) -> list[str]:
        return [self.edition.centre_ids[centre] for centre in members(bits)]

    def _specials(self, area: Player) -> list[str]:
        ids = self.edition.special_ids
        cards = members(area.pink_white)
        cards += [self.edition.first_yellow + card for card in members(area.yellow_blue)]
        return [ids[card] for card in cards]

    def _unused(self, area: Player) -> list[str]:
        usable = self.edition.usable
        return [self.edition.special_ids[usable[place]] for place in members(area.unused)]

    def _bonus(self, area: Player) -> list[str]:
        ids: list[str] = []
        for card, id in enumerate(self.edition.bonus_ids):
            ids += [id] * int(area.bonus >> 2 * card & 3)
        return ids


def counted(area: Player, kind: str) -> int:
    """How many of something a player has."""
    if kind == "vp":
        return area.vp
    if kind == "camel":
        return area.camel
    if kind == "cube":
        return area.cubes
    if kind == "sack":
        return int(area.sacks).bit_count()
    if kind == "square":
        return area.squares
    if kind == "scarab":
        return area.scarabs
    item = fx.ITEMS.index(kind)
    return area.item[item] + (area.cargo if area.cargo_item == item else 0)
