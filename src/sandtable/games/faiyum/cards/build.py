"""Cards that build: roads, bridges, settlements, towns, workshops, expansions, palaces."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards import features, fields
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.cards.features import CardFeatures, PositionFeatures
from sandtable.games.faiyum.rules import paying, roads
from sandtable.games.faiyum.rules.paying import Price, any_of, different, fixed
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import BIT, count
from sandtable.kernel.game import Flow
from sandtable.kernel.messages import Catalog

#: Rows with a price and a gain.
PRICED: Final[dict[str, Any]] = {
    "pay": fields.optional(fields.PRICE),
    "gain": fields.optional(fields.GAIN),
}


def price_of(data: dict[str, Any], codes: Codes) -> Price:
    """The price written in a card: fixed amounts, a number of your choice, or different ones."""
    pay: dict[str, Any] = data.get("pay", {})
    money: int = pay.get("money", 0)
    if "any" in pay:
        kinds = [constants.RESOURCES.index(word) for word in pay["of"]]
        return any_of(pay["any"], kinds, money, codes)
    if "different" in pay:
        kinds = [constants.RESOURCES.index(word) for word in pay["of"]]
        least, most = pay["different"]
        return different(least, most, kinds, money, codes)
    return fixed([pay.get(word, 0) for word in constants.RESOURCES[:4]], money, codes)


class TwoRoads(Card):
    """Exactly two roads, each paid for separately."""

    family = "two_roads"
    fields: ClassVar[dict[str, Any]] = {"gain": fields.optional(fields.GAIN)}
    prompts = roads.PROMPTS

    def can(self, t: Turn) -> bool:
        return roads.can_build_two(t)

    def why(self, t: Turn) -> str:
        if t.state.roads_left < 2:
            return t.say("why.few_roads")
        if self.can(t):
            return ""
        if len(roads.free_roads(t.state, t.board)) < 1:
            return t.say(roads.NO_ROAD)
        if roads.Purse(t).units() < 2:
            return t.say("why.two_roads_cost")
        key = "why.second_road" if roads.payable_roads(t) else "why.road_cost"
        return t.say(key)

    def play(self, t: Turn) -> Flow:
        purse = roads.Purse(t)
        free = roads.free_roads(t.state, t.board)
        firsts = [road for road in free if roads.first_ways(t, free, road, purse)]
        chosen = yield from t.choose("road", roads.road_codes(t, firsts))
        first = chosen - t.codes.road
        yield from roads.pay_road(t, roads.first_ways(t, free, first, purse))
        extra = 1 if roads.build_road(t, first) else 0
        chosen = yield from t.choose("road", roads.road_codes(t, roads.payable_roads(t)))
        second = chosen - t.codes.road
        yield from roads.pay_road(t, roads.Purse(t).ways(t.board.road_pay[second]))
        extra += 1 if roads.build_road(t, second) else 0
        self.gains.give(t)
        t.score_from(constants.SOURCE_CONNECTIONS, extra)

    def fill_features(self, f: CardFeatures) -> None:
        f.need_any = 2
        f.piece, f.pieces = features.ROAD_PAIR, 1

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.gain += 2 * p.connection
        p.supply(features.ROAD_PAIR, now)


class FiveRoads(Card):
    """One road or more, each paid for separately and worth reputation by itself."""

    family = "five_roads"
    fields: ClassVar[dict[str, Any]] = {
        "up_to": fields.TIMES,
        "gain": fields.optional(fields.GAIN),
    }
    prompts = roads.PROMPTS
    enough: ClassVar[dict[str, str]] = {"road": "done.roads"}
    forgone: ClassVar[dict[str, str]] = {"road": "lost.road"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.up_to: int = data["up_to"]

    def can(self, t: Turn) -> bool:
        return len(roads.payable_roads(t)) > 0

    def why(self, t: Turn) -> str:
        if t.state.roads_left < 1:
            return t.say("why.no_road_left")
        if self.can(t):
            return ""
        if not roads.free_roads(t.state, t.board):
            return t.say(roads.NO_ROAD)
        return t.say("why.road_cost")

    def play(self, t: Turn) -> Flow:
        built = 0
        extra = 0
        while built < self.up_to:
            free = roads.payable_roads(t)
            if not free:
                break
            options = roads.road_codes(t, free)
            if built:
                options.append(t.codes.done)
            chosen = yield from t.choose("road", options)
            if chosen == t.codes.done:
                break
            road = chosen - t.codes.road
            yield from roads.pay_road(t, roads.Purse(t).ways(t.board.road_pay[road]))
            extra += 1 if roads.build_road(t, road) else 0
            built += 1
            self.gains.give(t)
        t.score_from(constants.SOURCE_CONNECTIONS, extra)

    def fill_features(self, f: CardFeatures) -> None:
        f.reputation *= self.up_to
        f.need_any = self.up_to
        f.piece, f.pieces = features.ROAD_PAIR, 2
        f.depends_on_position = True

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.gain += 3 * p.connection
        p.supply(features.ROAD_PAIR, now)


class Bridge(Card):
    """A bridge over the channel; the grand one brings no extra for a connection."""

    family = "bridge"
    fields: ClassVar[dict[str, Any]] = {"grand": fields.optional(fields.FLAG), **PRICED}
    prompts: ClassVar[dict[str, str]] = {
        "bridge": "ask.bridge",
        **paying.PROMPTS,
    }

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.price = price_of(data, codes)
        self.grand: bool = data.get("grand", False)

    def left(self, t: Turn) -> int:
        grand = int(count(t.state.grand))
        if self.grand:
            return constants.GRAND_BRIDGES - grand
        return constants.BRIDGES - int(count(t.state.bridges)) + grand

    def can(self, t: Turn) -> bool:
        return (
            self.price.possible(t)
            and self.left(t) > 0
            and len(roads.free_bridges(t.state, t.board)) > 0
        )

    def why(self, t: Turn) -> str:
        if self.left(t) <= 0:
            return t.say(f"why.none_left.{'grand_bridge' if self.grand else 'bridge'}")
        if not roads.free_bridges(t.state, t.board):
            return t.say(roads.why_no_bridge(t.state, t.board))
        return self.price.why(t)

    def play(self, t: Turn) -> Flow:
        free = [t.codes.bridge + place for place in roads.free_bridges(t.state, t.board)]
        chosen = yield from t.choose("bridge", free)
        place = chosen - t.codes.bridge
        yield from self.price.pay(t)
        one, other = t.board.bridge_places[place]
        roads.join(t.state, t.board, one, other)
        bit: i64 = BIT[place]
        t.state.bridges |= bit
        if self.grand:
            t.state.grand |= bit
        t.emit(events.BRIDGE, one, other, 1 if self.grand else 0)
        first = roads.connects(t, one, other)
        self.gains.give(t)
        if first and not self.grand:
            t.score_from(constants.SOURCE_CONNECTIONS, 1)

    def cost_text(self, words: Catalog) -> str:
        return self.price.text(words)

    def fill_features(self, f: CardFeatures) -> None:
        f.piece = features.GRAND_BRIDGE if self.grand else features.BRIDGE
        f.pieces = 1

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        if self.grand:
            p.supply(features.GRAND_BRIDGE, now)
        else:
            p.gain += p.connection
            p.supply(features.BRIDGE, now)


class Settlement(Card):
    """A settlement on a space that nothing stands on or beside."""

    family = "settlement"
    places: ClassVar[dict[str, str]] = {"settlement": "place.settlement"}
    fields: ClassVar[dict[str, Any]] = PRICED
    prompts: ClassVar[dict[str, str]] = {
        "settlement": "ask.settlement",
        **paying.PROMPTS,
    }

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.price = price_of(data, codes)

    def spaces(self, t: Turn) -> i64:
        """Resource spaces without crocodile or building, and not beside a settlement."""
        s = t.state
        return t.board.resource & ~(s.crocodiles | s.settlements | s.workshops | s.near)

    def can(self, t: Turn) -> bool:
        return (
            self.price.possible(t)
            and self.spaces(t) != 0
            and count(t.state.settlements) < constants.SETTLEMENTS
        )

    def why(self, t: Turn) -> str:
        if count(t.state.settlements) >= constants.SETTLEMENTS:
            return t.say("why.none_left.settlement")
        if not self.spaces(t):
            return t.say("why.no_ground")
        return self.price.why(t)

    def play(self, t: Turn) -> Flow:
        space = yield from t.choose_space("settlement", self.spaces(t))
        yield from self.price.pay(t)
        found_settlement(t, space)
        first = roads.connects_settlement(t, space)
        self.gains.give(t)
        if first:
            t.score_from(constants.SOURCE_CONNECTIONS, 1)

    def cost_text(self, words: Catalog) -> str:
        return self.price.text(words)

    def fill_features(self, f: CardFeatures) -> None:
        f.piece, f.pieces = features.SETTLEMENT, 1

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.gain += p.connection
        p.supply(features.SETTLEMENT, now)
        if now and not p.spots:
            p.weaken(p.blocked)


def found_settlement(t: Turn, space: int) -> None:
    s = t.state
    bit: i64 = BIT[space]
    s.settlements |= bit
    s.free_roads = None
    s.developed |= bit
    s.open_ends &= ~bit
    s.full_ends &= ~bit
    s.near |= t.board.neighbours[space]
    t.emit(events.SETTLEMENT, space)


class Upgrade(Card):
    """One piece on a space that suits it, paid for: town, palace, workshop, expansion."""

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.price = price_of(data, codes)

    def spaces(self, t: Turn) -> i64:
        raise NotImplementedError

    def left(self, t: Turn) -> i64:
        """Pieces in the supply."""
        raise NotImplementedError

    def no_space(self, t: Turn) -> str:
        """Why no space suits it."""
        raise NotImplementedError

    def put(self, t: Turn, space: int) -> None:
        raise NotImplementedError

    def can(self, t: Turn) -> bool:
        return self.price.possible(t) and self.spaces(t) != 0 and self.left(t) > 0

    def why(self, t: Turn) -> str:
        if self.left(t) <= 0:
            return t.say(f"why.none_left.{self.family}")
        if not self.spaces(t):
            return self.no_space(t)
        return self.price.why(t)

    def play(self, t: Turn) -> Flow:
        space = yield from t.choose_space(self.family, self.spaces(t))
        yield from self.price.pay(t)
        self.put(t, space)
        self.gains.give(t)

    def piece(self) -> int:
        """The kind of piece, as features count them."""
        raise NotImplementedError

    def no_place(self, p: PositionFeatures, now: bool) -> bool:
        """Whether there is no space for it."""
        raise NotImplementedError

    def cost_text(self, words: Catalog) -> str:
        return self.price.text(words)

    def fill_features(self, f: CardFeatures) -> None:
        f.piece, f.pieces = self.piece(), 1

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.supply(self.features.piece, now)
        if self.no_place(p, now):
            p.weaken(p.blocked)


class Town(Upgrade):
    family = "town"
    places: ClassVar[dict[str, str]] = {"town": "place.town"}
    fields: ClassVar[dict[str, Any]] = PRICED
    prompts: ClassVar[dict[str, str]] = {
        "town": "ask.town",
        **paying.PROMPTS,
    }

    def spaces(self, t: Turn) -> i64:
        return t.state.settlements & ~t.state.towns

    def left(self, t: Turn) -> i64:
        return constants.TOWNS - count(t.state.towns)

    def no_space(self, t: Turn) -> str:
        return t.say("why.all_towns")

    def put(self, t: Turn, space: int) -> None:
        bit: i64 = BIT[space]
        t.state.towns |= bit
        t.emit(events.TOWN, space)

    def piece(self) -> int:
        return features.TOWN

    def no_place(self, p: PositionFeatures, now: bool) -> bool:
        at = p.exist_at
        return at[constants.AT_SETTLEMENT] == at[constants.AT_TOWN]


class Palace(Upgrade):
    family = "palace"
    places: ClassVar[dict[str, str]] = {"palace": "place.palace"}
    fields: ClassVar[dict[str, Any]] = PRICED
    prompts: ClassVar[dict[str, str]] = {"palace": "ask.palace", **paying.PROMPTS}

    def spaces(self, t: Turn) -> i64:
        return t.state.towns & ~t.state.palaces

    def left(self, t: Turn) -> i64:
        return constants.PALACES - count(t.state.palaces)

    def no_space(self, t: Turn) -> str:
        return t.say("why.no_free_town")

    def put(self, t: Turn, space: int) -> None:
        bit: i64 = BIT[space]
        t.state.palaces |= bit
        t.emit(events.PALACE, space)

    def piece(self) -> int:
        return features.PALACE

    def no_place(self, p: PositionFeatures, now: bool) -> bool:
        s = p.position()
        return not s.towns & ~s.palaces


class Workshop(Upgrade):
    """A workshop on a developed space of its kind."""

    family = "workshop"
    places: ClassVar[dict[str, str]] = {"workshop": "place.workshop"}
    fields: ClassVar[dict[str, Any]] = {"on": fields.BASIC, **PRICED}
    prompts: ClassVar[dict[str, str]] = {
        "workshop": "ask.workshop",
        **paying.PROMPTS,
    }

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.kind: int = constants.RESOURCES.index(data["on"])

    def spaces(self, t: Turn) -> i64:
        s = t.state
        land: i64 = t.board.of_kind[self.kind]
        return land & s.developed & ~(s.settlements | s.workshops)

    def left(self, t: Turn) -> i64:
        return constants.WORKSHOPS - count(t.state.workshops)

    def no_space(self, t: Turn) -> str:
        return t.say("why.no_developed", resource=constants.RESOURCES[self.kind])

    def put(self, t: Turn, space: int) -> None:
        bit: i64 = BIT[space]
        t.state.workshops |= bit
        t.emit(events.WORKSHOP, space)

    def piece(self) -> int:
        return features.WORKSHOP

    def no_place(self, p: PositionFeatures, now: bool) -> bool:
        if not now:
            return False
        s = p.position()
        land: i64 = p.board.of_kind[self.kind]
        return not land & s.developed & ~(s.settlements | s.workshops)


class Expansion(Upgrade):
    family = "expansion"
    places: ClassVar[dict[str, str]] = {"expansion": "place.expansion"}
    fields: ClassVar[dict[str, Any]] = PRICED
    prompts: ClassVar[dict[str, str]] = {
        "expansion": "ask.expansion",
        **paying.PROMPTS,
    }

    def spaces(self, t: Turn) -> i64:
        return t.state.workshops & ~t.state.expansions

    def left(self, t: Turn) -> i64:
        return constants.EXPANSIONS - count(t.state.expansions)

    def no_space(self, t: Turn) -> str:
        return t.say("why.all_expanded")

    def put(self, t: Turn, space: int) -> None:
        bit: i64 = BIT[space]
        t.state.expansions |= bit
        t.emit(events.EXPANSION, space)

    def piece(self) -> int:
        return features.EXPANSION

    def no_place(self, p: PositionFeatures, now: bool) -> bool:
        s = p.position()
        return not s.workshops & ~s.expansions
