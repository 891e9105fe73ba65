"""The rules a second time, in the plainest way, from nothing but the map's data and a public view.

What a seat may do with its turn, and what each card asks first. Nothing here is shared with the
engine: names instead of numbers, sets of names instead of bit sets, payments by trying them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any

BASIC = ["wheat", "grape", "stone"]
PAYING = [*BASIC, "fish", "rose", "$3"]
SITES = ("obelisk", "colossus", "pyramid")
PRICES = [3, 4, 5, 7]
BESIDE = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
NAMES = {1: "farmer", 3: "two-roads", 5: "settlement"}
EACH_BASIC = [["wheat"], ["grape"], ["stone"]]

#: Where a card's worker goes, for cards that place one and then ask at most how to pay.
WORKER_TO = {
    **dict.fromkeys([14, 16, 18, 24, 28, 30, 32, 34, 66, 68, 70, 82], "settlement"),
    **dict.fromkeys([56, 90], "workshop"),
    **dict.fromkeys([106, 112], "town"),
    **dict.fromkeys([94, 96, 114, 116], "site"),
    98: "wheat",
    100: "grape",
    102: "stone",
}
#: What a card asks for: one entry for each resource with what may be paid for it; and money.
PRICE: dict[int, tuple[list[list[str]], int]] = {
    5: (EACH_BASIC, 0),
    38: ([BASIC, BASIC], 0),
    40: (EACH_BASIC, 0),
    44: ([["grape"], ["stone"]], 0),
    46: ([["wheat"], ["stone"]], 0),
    48: ([["wheat"], ["grape"]], 0),
    54: ([[*BASIC, "fish"]], 0),
    74: ([["grape"], ["stone"]], 0),
    76: ([["wheat"], ["stone"]], 0),
    78: ([["wheat"], ["grape"]], 0),
    84: (EACH_BASIC, 0),
    94: ([["wheat"], ["grape"], ["fish"]], 6),
    98: ([["wheat"]], 0),
    100: ([["grape"]], 0),
    102: ([["stone"]], 0),
    118: (EACH_BASIC, 5),
    120: (EACH_BASIC * 2, 0),
}
WORKSHOP = {44: "wheat", 74: "wheat", 46: "grape", 76: "grape", 48: "stone", 78: "stone"}


def written(paid: Iterable[str]) -> str:
    units = list(paid)
    parts = [(units.count(what), what) for what in PAYING if what in units]
    return "+".join(f"{number if number > 1 else ''}{what}" for number, what in parts)


class Plain:
    """A position seen by the seat whose turn it is."""

    def __init__(self, board: dict[str, Any], view: dict[str, Any], seat: int) -> None:
        self.view = view
        self.me = view["seats"][seat]
        self.money: int = self.me["money"]
        self.own: dict[str, int] = self.me["resources"]
        self.supply: dict[str, int] = view["supply"]
        self.ground = {space["name"]: space for space in board["spaces"]}
        self.space = {space["name"]: space for space in view["spaces"]}
        cells = {(s["q"], s["r"], s["bank"]): s["name"] for s in board["spaces"]}
        self.near: dict[str, list[str]] = {
            s["name"]: [
                cells[s["q"] + q, s["r"] + r, s["bank"]]
                for q, r in BESIDE
                if (s["q"] + q, s["r"] + r, s["bank"]) in cells
            ]
            for s in board["spaces"]
        }
        self.bridge_places = [frozenset(place) for place in board["bridges"]]
        self.bridges = [frozenset(bridge["ends"]) for bridge in view["bridges"]]
        self.links = [frozenset(pair) for pair in (*view["roads"], view["dam"])] + self.bridges
        self.settlements = self.having("settlement")
        self.sites = {name for name, space in self.space.items() if space["kind"] in SITES}
        self.places = self.settlements | self.sites
        self.land = {name for name, space in self.space.items() if space["kind"] in BASIC}
        self.workers = {name for name, space in self.space.items() if space["worker"]}
        self.upright = {n for n, space in self.space.items() if space["worker"] == "upright"}

    def having(self, what: str) -> set[str]:
        return {name for name, space in self.space.items() if space[what]}

    # -- land ----------------------------------------------------------------------------------

    def developed(self) -> set[str]:
        return self.places | {end for link in self.links for end in link}

    def free_land(self) -> set[str]:
        return self.land - self.developed() - self.workers

    def farm_land(self) -> set[str]:
        if not self.workers:
            return self.free_land()
        return {name for name in self.free_land() if self.workers & set(self.near[name])}

    def on(self, *waters: str) -> set[str]:
        return {name for name, space in self.ground.items() if any(space[w] for w in waters)}

    # -- roads ---------------------------------------------------------------------------------

    def ends(self, name: str, links: list[frozenset[str]]) -> int:
        return sum(1 for link in links if name in link)

    def may_join(self, pair: frozenset[str], links: list[frozenset[str]]) -> bool:
        starts = 0
        for name in pair:
            if self.space[name]["crocodile"]:
                return False
            if name in self.places:
                starts += 1
            elif self.ends(name, links) > 1:
                return False
            elif self.ends(name, links) == 1:
                starts += 1
        return starts > 0 and pair not in links

    def roads(self, links: list[frozenset[str]]) -> list[frozenset[str]]:
        pairs = {frozenset((a, b)) for a, others in self.near.items() for b in others}
        return [pair for pair in pairs if self.may_join(pair, links)]

    def road_ways(self, road: frozenset[str]) -> list[str]:
        return [*{self.space[name]["kind"] for name in road} & set(BASIC), "rose", "$3"]

    def owns(self, paid: Iterable[str], money: int = 0) -> bool:
        """Whether all that can be paid at once: resources, $3 at most one time, and money."""
        units = list(paid)
        if units.count("$3") > 1 or self.money < money + 3 * units.count("$3"):
            return False
        return all(units.count(what) <= self.own[what] for what in PAYING[:5])

    def two_roads(self) -> set[str]:
        result: set[str] = set()
        if self.supply["roads"] < 2:
            return result
        for first in self.roads(self.links):
            later = self.roads([*self.links, first])
            ways = [pay for road in later for pay in self.road_ways(road)]
            if any(self.owns(pay) for pay in product(self.road_ways(first), set(ways))):
                result.add(self.road_name(first))
        return result

    def five_roads(self) -> set[str]:
        if self.supply["roads"] < 1:
            return set()
        return {
            self.road_name(road)
            for road in self.roads(self.links)
            if any(self.owns([pay]) for pay in self.road_ways(road))
        }

    def road_name(self, pair: frozenset[str]) -> str:
        order = list(self.space)
        return "road " + "-".join(sorted(pair, key=order.index))

    def free_bridges(self) -> set[str]:
        order = list(self.space)
        return {
            "bridge " + "-".join(sorted(place, key=order.index))
            for place in self.bridge_places
            if place not in self.bridges and self.may_join(place, self.links)
        }

    def direct(self, place: str) -> set[str]:
        result: set[str] = set()
        edge, seen = [place], {place}
        while edge:
            at = edge.pop()
            for other in {end for link in self.links if at in link for end in link} - seen:
                seen.add(other)
                if other in self.places:
                    result.add(other)
                else:
                    edge.append(other)
        return result

    def marches(self, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """All ways to march on, at most three settlements further than the first."""
        if len(path) > 1:
            yield path
        if len(path) < 4:
            for other in self.direct(path[-1]) & self.settlements - set(path):
                yield from self.marches((*path, other))

    # -- paying --------------------------------------------------------------------------------

    def ways(self, card: int) -> set[str]:
        """All payments of a card with a fixed number of resources, as they are written."""
        needs, money = PRICE[card]
        choices = [
            [*kinds, "rose", *(["$3"] if set(kinds) & set(BASIC) else [])] for kinds in needs
        ]
        return {written(paid) for paid in product(*choices) if self.owns(paid, money)}

    def different(self, least: int, most: int, money: int) -> set[str]:
        """So many different resources; a rose or $3 stands for one more each."""
        result = set()
        for number in range(5):
            for kinds in combinations([*BASIC, "fish"], number):
                for roses, three in product(range(most + 1), range(2)):
                    paid = [*kinds, *["rose"] * roses, *["$3"] * three]
                    if three and set(BASIC) <= set(kinds):
                        continue  # $3 would stand for a basic resource that is paid already
                    if least <= len(paid) <= most and self.owns(paid, money):
                        result.add(written(paid))
        return result

    def blocks(self, number: int) -> set[str]:
        """All payments for so many blocks of a monument."""
        ways = product(["stone", "rose", "$3"], repeat=number)
        return {written(paid) for paid in ways if self.owns(paid)}

    def single(self, kinds: list[str]) -> set[str]:
        """What can be paid for one resource of these kinds."""
        ways = [*kinds, "rose", "$3"]
        return {f"pay {way}" for way in ways if self.owns([way])}

    # -- cards ---------------------------------------------------------------------------------

    def asked(self, card: int, played: int) -> set[str] | None:
        """What a card asks first (nothing to ask: an empty set); None where it cannot be done."""
        if card in WORKER_TO:
            where = spaces(self.worker_spaces(card))
            return where if where and self.supply["workers"] and self.can_trade(card) else None
        if card in PRICE:
            return (self.building_spaces(card) or None) if self.ways(card) else None
        return self.other(card, played)

    def worker_spaces(self, card: int) -> set[str]:
        kind = WORKER_TO[card]
        if kind == "site":
            result = self.sites
        elif kind in BASIC:
            result = {n for n in self.having("workshop") if self.space[n]["kind"] == kind}
        else:
            result = self.having(kind)
        return result - self.workers

    def can_trade(self, card: int) -> bool:
        if card in PRICE:
            return bool(self.ways(card))
        if card in (24, 114):
            return bool(self.single([*BASIC, "fish"]))
        enough: dict[int, bool] = {
            30: self.money >= 1,
            32: self.own["rose"] >= 1,
            34: self.me["reputation"] >= 1,
            96: bool(self.having("crocodile")),
            116: self.money >= 2,
        }
        return enough.get(card, True)

    def building_spaces(self, card: int) -> set[str]:
        """Where the piece of a card with a fixed price may go; empty too without such a piece."""
        if card in WORKSHOP:
            fit = {n for n in self.developed() if self.space[n]["kind"] == WORKSHOP[card]}
            fit -= self.settlements | self.having("workshop")
            return spaces(fit) if self.supply["workshops"] else set()
        if card in (38, 118):
            piece = "bridges" if card == 38 else "grand_bridges"
            return self.free_bridges() if self.supply[piece] else set()
        piece, fit = {
            5: ("settlements", self.settlement_spaces()),
            40: ("towns", self.settlements - self.having("town")),
            84: ("towns", self.settlements - self.having("town")),
            54: ("expansions", self.having("workshop") - self.having("expansion")),
            120: ("palaces", self.having("town") - self.having("palace")),
        }[card]
        return spaces(fit) if self.supply[piece] else set()

    def settlement_spaces(self) -> set[str]:
        fit = self.land - self.having("crocodile") - self.having("workshop") - self.settlements
        return {name for name in fit if not self.settlements & set(self.near[name])}

    def unfinished(self) -> set[str]:
        return {n for n in self.sites if self.space[n]["blocks"] < self.space[n]["block_limit"]}

    def to_be_had(self) -> list[int]:
        return [slot["card"] for slot in self.view["market"][:4] if slot["card"] < 122]

    def harvest_land(self, card: int) -> set[str]:
        if card in (2, 42):
            return self.free_land() & self.on("channel")
        if card == 58:
            return self.farm_land() & self.on("channel", "lake")
        if card == 8:
            busy = self.developed() | self.workers
            return {name for name in self.free_land() if not busy & set(self.near[name])}
        return self.farm_land()

    def other(self, card: int, played: int) -> set[str] | None:
        if card in (1, 2, 6, 8, 10, 42, 58, 80):
            can = self.supply["workers"] > 0 and (card != 80 or self.money >= 1)
            return spaces(self.harvest_land(card)) or None if can else None
        if card == 3:
            return self.two_roads() or None
        if card == 92:
            return self.five_roads() or None
        if card == 4:
            return set()
        if card in (12, 72, 108):
            can = card == 12 or bool(
                self.single(["stone"]) if card == 72 else self.different(1, 5, 3)
            )
            return spaces(self.unfinished()) or None if can else None
        if card == 20:
            can = bool(self.different(2, 2, 0)) and self.supply["settlements"] > 0
            return spaces(self.settlement_spaces()) or None if can else None
        if card == 22:
            return self.doubled() or None
        if card == 26:
            free = self.free_land()
            return spaces({n for n in self.upright if free & set(self.near[n])}) or None
        if card == 36:
            return {f"take {number}" for number in self.to_be_had()} or None
        if card == 64:
            return self.bazaar() or None
        if card == 50:
            back = {"back"} if self.me["stack"] and played == 50 else set()
            return {"reputation", *(f"gain {what}" for what in (*BASIC, "fish")), *back}
        if card == 52:
            hand = list(self.me["hand"])
            hand.remove(played)
            return {f"hand {word(number)}" for number in hand} or None
        if card == 60:
            lay = {"lay"} if self.upright and self.money >= 1 else set()
            return lay | ({"lift"} if self.workers - self.upright else set()) or None
        if card == 62:
            return spaces(self.upright) or None
        if card == 86:
            return self.escorts() or None
        if card in (104, 110):
            guests = self.settlements & self.on("channel") if card == 104 else self.settlements
            kinds = [*BASIC, "fish"] if card == 104 else ["wheat", "grape", "fish"]
            return self.single(kinds) or None if guests else None
        if card == 88:
            return self.asked(self.me["stack"][-1], played) if self.me["stack"] else None
        raise AssertionError(f"no rule for {card}")

    def doubled(self) -> set[str]:
        owned = [what for what in PAYING[:5] for _ in range(min(2, self.own[what]))]
        picks = [*combinations(owned, 1), *combinations(owned, 2)]
        return {f"gain {written(pick)}" for pick in picks}

    def bazaar(self) -> set[str]:
        return {
            f"take {slot['card']}"
            for slot in self.view["market"][:4]
            if slot["card"] < 122 and self.money >= (1 if slot["token"] else 2)
        }

    def escorts(self) -> set[str]:
        return spaces(
            start
            for start in self.upright & self.settlements
            for path in self.marches((start,))
            if path[-1] not in self.workers and self.money >= 2 * (len(path) - 1)
        )

    # -- the turn ------------------------------------------------------------------------------

    def offers(self) -> set[str]:
        choices = {"pass" if self.view["last_turns"] else "administration"}
        for card in self.me["hand"]:
            choices.add(f"cash {word(card)}")
            if self.asked(card, card) is not None:
                choices.add(f"play {word(card)}")
        for price, slot in zip(PRICES, self.view["market"], strict=False):
            if slot["card"] < 122 and self.money >= price - (1 if slot["token"] else 0):
                choices.add(f"buy {slot['card']}")
        return choices


def word(card: int) -> str:
    return NAMES.get(card, str(card))


def spaces(names: Iterable[str]) -> set[str]:
    return {f"space {name}" for name in names}
