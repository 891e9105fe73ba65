"""Cards that send workers onto undeveloped land."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards import fields
from sandtable.games.faiyum.cards.base import NO_WORKER, Card
from sandtable.games.faiyum.cards.features import CardFeatures, PositionFeatures
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import BIT, INDEX, count
from sandtable.kernel.game import Flow

FARM: Final = 0  # beside a worker
CHANNEL: Final = 1  # anywhere on the channel
WATER: Final = 2  # beside a worker, and on channel or lake
HERMIT: Final = 3  # far from workers and development
WHERE: Final = ["farm", "channel", "water", "hermit"]
STEPS: Final = 2  # of the migrant farmer


def hermit_land(t: Turn) -> i64:
    """Free land none of whose neighbours is developed or holds a worker."""
    s = t.state
    busy: i64 = s.developed | s.upright | s.prone
    land: i64 = 0
    rest: i64 = t.free_land()
    while rest:
        low: i64 = rest & -rest
        rest ^= low
        near: i64 = t.board.neighbours[INDEX[low % 67]]
        if not near & busy:
            land |= low
    return land


class Harvest(Card):
    """Place a worker on free land: FARMER and its kin, GARDENER, HERMIT, FISHER, HARVEST HANDS."""

    family = "harvest"
    places: ClassVar[dict[str, str]] = {"harvest": "place.worker"}
    fields: ClassVar[dict[str, Any]] = {
        "where": fields.one_of(WHERE),
        "matching": fields.optional(fields.number(1, 9)),
        "up_to": fields.optional(fields.TIMES),
        "each_costs": fields.optional(fields.MONEY),
        "gain": fields.optional(fields.GAIN),
    }
    prompts: ClassVar[dict[str, str]] = {"harvest": "ask.worker"}
    enough: ClassVar[dict[str, str]] = {"harvest": "done.workers"}
    forgone: ClassVar[dict[str, str]] = {"harvest": "lost.worker"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.where: int = WHERE.index(data["where"])
        self.matching: int = data.get("matching", 0)  # resources of the space's own kind
        self.up_to: int = data.get("up_to", 1)  # workers
        self.each_costs: int = data.get("each_costs", 0)

    def land(self, t: Turn) -> i64:
        if self.where == FARM:
            return t.farm_land()
        if self.where == CHANNEL:
            return t.free_land() & t.board.channel
        if self.where == WATER:
            return t.farm_land() & (t.board.channel | t.board.lake)
        return hermit_land(t)

    def can(self, t: Turn) -> bool:
        if t.state.workers_left <= 0 or (self.each_costs and t.money() < self.each_costs):
            return False
        if self.where == FARM:
            return t.can_farm() != 0
        if self.where == WATER:
            return t.can_farm() & (t.board.channel | t.board.lake) != 0
        return self.land(t) != 0

    def why(self, t: Turn) -> str:
        if t.state.workers_left <= 0:
            return t.say(NO_WORKER)
        if t.money() < self.each_costs:
            return t.say("why.worker_cost", cost=self.each_costs, money=t.money())
        if self.land(t):
            return ""
        return t.say(f"why.land.{WHERE[self.where]}")

    def play(self, t: Turn) -> Flow:
        # Money earned on the way does not pay for further workers.
        most = min(self.up_to, t.money() // self.each_costs) if self.each_costs else self.up_to
        placed = 0
        while placed < most and t.state.workers_left > 0:
            land = self.land(t)
            if placed and not land:
                break
            options = t.codes.spaces.ids(land)
            if placed:
                options.append(t.codes.done)
            chosen = yield from t.choose("harvest", options)
            if chosen == t.codes.done:
                break
            space = chosen - t.codes.space
            placed += 1
            t.spend(self.each_costs)
            t.place_worker(space)
            self.reap(t, space)

    def reap(self, t: Turn, space: int) -> None:
        if self.matching:
            t.gain(t.board.kind[space], self.matching)
        self.gains.give(t)
        t.earn(t.chase_crocodile(space))

    def fill_features(self, f: CardFeatures) -> None:
        f.matching = self.matching
        f.make_any = float(self.matching)
        f.each_costs = float(self.each_costs)
        if self.up_to > 1:
            f.make_any *= self.up_to
            f.money -= self.up_to * self.each_costs

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        if self.where == HERMIT:
            p.cash += p.crocodile_share
            if now:
                if not self.any_hermit_land(p):
                    p.weaken(0.0)
            elif p.land < 15:
                p.weaken(0.5)
        elif p.land:
            p.cash += p.crocodile_share * self.up_to
            if p.land < 6:
                p.weaken(0.9)
        else:
            p.weaken(0.0)

    def any_hermit_land(self, p: PositionFeatures) -> bool:
        s = p.position()
        busy: i64 = s.developed | s.upright | s.prone
        rest: i64 = p.board.resource & ~busy
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            near: i64 = p.board.neighbours[INDEX[low % 67]]
            if not near & busy:
                return True
        return False


class MigrantFarmer(Card):
    """Move one worker one or two steps, or two workers one step each, harvesting on the way."""

    family = "migrant"
    places: ClassVar[dict[str, str]] = {
        "migrant": "place.walks",
        "migrant_step": "place.step",
        "migrant_again": "place.again",
    }
    fields: ClassVar[dict[str, Any]] = {"gain": fields.optional(fields.GAIN)}
    prompts: ClassVar[dict[str, str]] = {
        "migrant": "ask.migrant",
        "migrant_step": "ask.migrant_step",
        "migrant_again": "ask.migrant_again",
    }
    enough: ClassVar[dict[str, str]] = {"migrant_again": "done.walk"}
    forgone: ClassVar[dict[str, str]] = {"migrant_again": "lost.step"}

    def steps(self, t: Turn, worker: i64) -> i64:
        near: i64 = t.board.neighbours[worker]
        return near & t.free_land()

    def movers(self, t: Turn, but: i64) -> i64:
        """Upright workers with a step to make, leaving out those in ``but``."""
        free = t.free_land()
        movers: i64 = 0
        rest: i64 = t.state.upright & ~but
        while rest:
            low: i64 = rest & -rest
            rest ^= low
            near: i64 = t.board.neighbours[INDEX[low % 67]]
            if near & free:
                movers |= low
        return movers

    def can(self, t: Turn) -> bool:
        return self.movers(t, 0) != 0

    def why(self, t: Turn) -> str:
        if not t.state.upright:
            return t.say("why.no_upright")
        return "" if self.can(t) else t.say("why.no_step")

    def step(self, t: Turn, worker: int, to: int) -> None:
        s = t.state
        bit: i64 = BIT[worker]
        s.upright = s.upright & ~bit | BIT[to]
        t.emit(events.WORKER_MOVES, worker, to)
        t.gain(t.board.kind[to], 1)
        t.earn(t.chase_crocodile(to))

    def play(self, t: Turn) -> Flow:
        worker = yield from t.choose_space("migrant", self.movers(t, 0))
        to = yield from t.choose_space("migrant_step", self.steps(t, worker))
        self.step(t, worker, to)
        # A second step of the same worker, or a step of another one: choose who goes on.
        moved: i64 = BIT[to]
        movers = self.movers(t, moved)
        if self.steps(t, to):
            movers |= moved
        if not movers:
            return
        options = t.codes.spaces.ids(movers)
        options.append(t.codes.done)
        chosen = yield from t.choose("migrant_again", options)
        if chosen == t.codes.done:
            return
        worker = chosen - t.codes.space
        to = yield from t.choose_space("migrant_step", self.steps(t, worker))
        self.step(t, worker, to)

    def fill_features(self, f: CardFeatures) -> None:
        f.matching = 1
        f.make_any = float(STEPS)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        p.cash += STEPS * p.crocodile_share
        if not p.upright or p.land <= 3:
            p.weaken(0.6)


class CrocodileHunt(Card):
    """A worker goes to a building site; some crocodile is removed, without money for it."""

    family = "crocodile_hunt"
    places: ClassVar[dict[str, str]] = {
        "site": "place.worker",
        "crocodile": "place.crocodile",
    }
    fields: ClassVar[dict[str, Any]] = {"gain": fields.optional(fields.GAIN)}
    prompts: ClassVar[dict[str, str]] = {
        "site": "ask.worker_site",
        "crocodile": "ask.crocodile",
    }

    def spaces(self, t: Turn) -> i64:
        return t.board.sites & ~(t.state.upright | t.state.prone)

    def why(self, t: Turn) -> str:
        if t.state.workers_left <= 0:
            return t.say(NO_WORKER)
        if not self.spaces(t):
            return t.say("why.sites_full")
        return "" if t.state.crocodiles else t.say("why.no_crocodile")

    def can(self, t: Turn) -> bool:
        return t.state.workers_left > 0 and t.state.crocodiles != 0 and self.spaces(t) != 0

    def play(self, t: Turn) -> Flow:
        site = yield from t.choose_space("site", self.spaces(t))
        t.place_worker(site)
        prey = yield from t.choose_space("crocodile", t.state.crocodiles)
        t.chase_crocodile(prey)
        self.gains.give(t)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        if not p.position().crocodiles or not p.free_at[constants.AT_SITE]:
            p.weaken(0.5)


class Novices(Card):
    """Remove one or more upright workers for money."""

    family = "novices"
    places: ClassVar[dict[str, str]] = {"worker_off": "place.worker_off"}
    fields: ClassVar[dict[str, Any]] = {"up_to": fields.TIMES, "each": fields.MONEY}
    prompts: ClassVar[dict[str, str]] = {"worker_off": "ask.worker_off"}
    enough: ClassVar[dict[str, str]] = {"worker_off": "done.workers"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.up_to: int = data["up_to"]
        self.each: int = data["each"]

    def can(self, t: Turn) -> bool:
        return t.state.upright != 0

    def why(self, t: Turn) -> str:
        return "" if t.state.upright else t.say("why.no_upright")

    def play(self, t: Turn) -> Flow:
        removed = 0
        while removed < self.up_to and t.state.upright:
            options = t.codes.spaces.ids(t.state.upright)
            if removed:
                options.append(t.codes.done)
            chosen = yield from t.choose("worker_off", options)
            if chosen == t.codes.done:
                break
            t.remove_worker(chosen - t.codes.space)
            removed += 1
        t.earn(removed * self.each)

    def fill_features(self, f: CardFeatures) -> None:
        f.money = float(self.up_to * self.each)
        f.each_brings = float(self.each)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        if p.upright < self.up_to and now:
            p.cash = float(self.each) * p.upright


class GemSearchers(Card):
    """Lay workers down for money, or take all that lie down off the board for more."""

    family = "gem_searchers"
    places: ClassVar[dict[str, str]] = {"lay_down": "place.lay_down"}
    fields: ClassVar[dict[str, Any]] = {
        "up_to": fields.TIMES,
        "each_costs": fields.AMOUNT,
        "each": fields.MONEY,
    }
    prompts: ClassVar[dict[str, str]] = {
        "gems": "ask.gems",
        "lay_down": "ask.lay_down",
    }
    enough: ClassVar[dict[str, str]] = {"lay_down": "done.workers"}

    def __init__(self, data: dict[str, Any], codes: Codes) -> None:
        super().__init__(data, codes)
        self.up_to: int = data["up_to"]
        self.each_costs: int = data["each_costs"]
        self.each: int = data["each"]

    def can_lay(self, t: Turn) -> bool:
        return t.state.upright != 0 and t.money() >= self.each_costs

    def can(self, t: Turn) -> bool:
        return t.state.prone != 0 or self.can_lay(t)

    def why(self, t: Turn) -> str:
        if self.can(t):
            return ""
        if t.state.upright:
            return t.say("why.lay_cost", cost=self.each_costs)
        return t.say("why.none_on_board")

    def play(self, t: Turn) -> Flow:
        options: list[int] = []
        if self.can_lay(t):
            options.append(t.codes.lay)
        if t.state.prone:
            options.append(t.codes.lift)
        chosen = yield from t.choose("gems", options)
        if chosen == t.codes.lift:
            self.lift(t)
        else:
            yield from self.lay(t)

    def lay(self, t: Turn) -> Flow:
        s = t.state
        most = min(self.up_to, t.money() // self.each_costs)
        laid = 0
        while laid < most and s.upright:
            options = t.codes.spaces.ids(s.upright)
            if laid:
                options.append(t.codes.done)
            chosen = yield from t.choose("lay_down", options)
            if chosen == t.codes.done:
                break
            space = chosen - t.codes.space
            bit: i64 = BIT[space]
            s.upright &= ~bit
            s.prone |= bit
            laid += 1
            t.emit(events.LAY_DOWN, space)
        t.spend(laid * self.each_costs)

    def lift(self, t: Turn) -> None:
        lifted = 0
        while t.state.prone:
            low: i64 = t.state.prone & -t.state.prone
            t.remove_worker(INDEX[low % 67])
            lifted += 1
        t.earn(lifted * self.each)

    def fill_features(self, f: CardFeatures) -> None:
        # Two plays: laying workers down, and taking them off.
        f.money = self.up_to * (self.each - self.each_costs) / 2
        f.each_brings = float(self.each - self.each_costs)
        f.each_costs = float(self.each_costs)

    def adjust(self, p: PositionFeatures, now: bool) -> None:
        prone = p.position().prone
        if now and prone:
            p.cash = float(self.each) * int(count(prone))
        elif p.upright < 4:
            p.weaken(0.7)
