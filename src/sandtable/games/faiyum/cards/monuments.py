"""Cards that place building blocks on the sites of obelisk, colossus and pyramids."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards import features, fields
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.cards.build import price_of
from sandtable.games.faiyum.cards.features import CardFeatures, PositionFeatures
from sandtable.games.faiyum.rules import paying
from sandtable.games.faiyum.rules.paying import Price, any_of, lacking, units
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Flow

ALL_BUILT: Final = "why.all_built"
MOST_DIFFERENT: Final = 5  # four kinds of resource, and a rose beside them
BLOCK_PROMPTS: Final[dict[str, str]] = {"site": "ask.block"}


def unfinished(t: Turn) -> i64:
    """The building sites with room for another block."""
    sites: i64 = 0
    for site in t.board.site_list:
        if t.state.blocks[site] < t.board.block_limit[site]:
            sites |= BIT[site]
    return sites


def place_block(t: Turn, site: int) -> None:
    blocks = t.state.blocks[:]
    blocks[site] += 1
    t.state.blocks = blocks
    t.emit(events.BLOCK, site, blocks[site])


class Sacrifice(Card):
    """A block, and one of the seat's cards leaves the game."""

    family = "sacrifice"
    places: ClassVar[dict[str, str]] = {"site": "place.the_block"}
    fields: ClassVar[dict[str, Any]] = {"gain": fields.optional(fields.GAIN)}
    prompts: ClassVar[dict[str, str]] = {
        **BLOCK_PROMPTS,
        "sacrifice": "ask.sacrifice",
    }

    def can(self, t: Turn) -> bool:
        return unfinished(t) != 0

    def why(self, t: Turn) -> str:
        return "" if unfinished(t) else t.say(ALL_BUILT)

    def play(self, t: Turn) -> Flow:
        site = yield from t.choose_space("site", unfinished(t))
        place_block(t, site)
        c = t.codes
        options: list[int] = []
        for card in t.state.hands[t.player]:
            code = c.hand_of[card]
            if not options or options[-1] != code:
                options.append(code)
        stack = t.state.stacks[t.player]
        # Of equal neighbours in the stack only the first is offered: the others come to the same.
        for depth in range(len(stack)):
            at = len(stack) - 1 - depth
            if depth == 0 or stack[at] != stack[at + 1]:
                options.append(c.stack + depth)
        options.append(c.this)
        chosen = yield from t.choose("sacrifice", options)
        if chosen == c.this:
            t.gone = True
            card = t.card
        elif chosen >= c.stack:
            at = len(stack) - 1 - (chosen - c.stack)
            card = stack[at]
            t.state.stacks[t.player] = stack[:at] + stack[at + 1 :]
        else:
            card = c.cards[chosen - c.hand]
            t.drop_from_hand(card)
        t.emit(events.CARD_OUT, card)
        self.gains.give(t)

    def fill_features(self, f: CardFeatures) -> None:
        f.piece, f.pieces = features.BLOCK, 1

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.gain += p.thinning
        p.supply(features.BLOCK, now)


class Monument(Card):
    """One block or more at a stone each."""

    family = "monument"
    places: ClassVar[dict[str, str]] = {"block": "place.block"}
    fields: ClassVar[dict[str, Any]] = {"up_to": fields.FEW, "gain": fields.optional(fields.GAIN)}
    prompts: ClassVar[dict[str, str]] = {
        "block": "ask.block",
        **paying.PROMPTS,
    }
    enough: ClassVar[dict[str, str]] = {"block": "done.blocks"}
    forgone: ClassVar[dict[str, str]] = {"block": "lost.block"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.up_to: int = data["up_to"]
        self.prices: list[Price] = [
            any_of(blocks, [constants.STONE], 0, codes) for blocks in range(self.up_to + 1)
        ]

    def can(self, t: Turn) -> bool:
        return unfinished(t) != 0 and units(t, [constants.STONE], 0) > 0

    def why(self, t: Turn) -> str:
        if not unfinished(t):
            return t.say(ALL_BUILT)
        return lacking(t, [constants.STONE])

    def play(self, t: Turn) -> Flow:
        most = min(self.up_to, units(t, [constants.STONE], 0))
        placed = 0
        while placed < most:
            sites = unfinished(t)
            if not sites:
                break
            options = t.codes.spaces.ids(sites)
            if placed:
                options.append(t.codes.done)
            chosen = yield from t.choose("block", options)
            if chosen == t.codes.done:
                break
            place_block(t, chosen - t.codes.space)
            placed += 1
        yield from self.prices[placed].pay(t)
        t.score(placed * self.gains.reputation)

    def fill_features(self, f: CardFeatures) -> None:
        f.reputation *= self.up_to
        f.need[constants.STONE] = self.up_to
        f.piece, f.pieces = features.BLOCK, self.up_to

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        if p.blocks_left < self.up_to and now:
            p.weaken(p.blocks_left / self.up_to)
        else:
            p.supply(features.BLOCK, now)


class Masons(Card):
    """A block, and different resources for rising reputation."""

    family = "masons"
    places: ClassVar[dict[str, str]] = {"site": "place.the_block"}
    fields: ClassVar[dict[str, Any]] = {
        "by_number": fields.numbers(fields.MONEY, MOST_DIFFERENT),
        "pay": fields.DIFFERENT_PRICE,
    }
    prompts: ClassVar[dict[str, str]] = {**BLOCK_PROMPTS, **paying.PROMPTS}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.price = price_of(data, codes)
        self.table: list[int] = data["by_number"]

    def can(self, t: Turn) -> bool:
        return self.price.possible(t) and unfinished(t) != 0

    def why(self, t: Turn) -> str:
        if not unfinished(t):
            return t.say(ALL_BUILT)
        return self.price.why(t)

    def play(self, t: Turn) -> Flow:
        site = yield from t.choose_space("site", unfinished(t))
        place_block(t, site)
        paid = yield from self.price.pay(t)
        t.score(self.table[paid - 1])

    def fill_features(self, f: CardFeatures) -> None:
        # Judged as it is mostly played: with one resource less than the most.
        f.need_any = MOST_DIFFERENT - 1
        f.reputation = float(self.table[f.need_any - 1])
        f.scores = [0.0, *[float(reputation) for reputation in self.table]]
        f.piece, f.pieces = features.BLOCK, 1

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.supply(features.BLOCK, now)
