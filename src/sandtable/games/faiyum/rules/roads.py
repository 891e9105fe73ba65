"""Roads and bridges: where they may run, what they connect, and paying for roads."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.state import State
from sandtable.kernel.bits import BIT, INDEX, members
from sandtable.kernel.game import Flow

#: What building roads asks, and why none can be built: keys of messages.
PROMPTS: Final[dict[str, str]] = {
    "road": "ask.road",
    "road_pay": "ask.road_pay",
}
NO_ROAD: Final = "why.no_road"
THREE: Final = 5  # the way to pay a road with $3, beside the resources 0 to 4


# -- where -------------------------------------------------------------------------------------


def places(s: State, b: Board) -> i64:
    """Settlements and building sites: where roads may branch and where connections end."""
    return s.settlements | b.sites


def free_roads(s: State, b: Board) -> list[int]:
    """The road places where a road may be built now, ascending.

    The list is kept until something changes that it depends on: a crocodile leaves, a road or
    bridge is joined on, a settlement is founded.
    """
    known = s.free_roads
    if known is not None:
        return known
    starts: i64 = s.settlements | b.sites | s.open_ends
    barred: i64 = s.crocodiles | s.full_ends
    roads: list[int] = []
    rest: i64 = starts
    while rest:
        low: i64 = rest & -rest
        rest ^= low
        space: i64 = INDEX[low % 67]
        near: i64 = b.neighbours[space]
        joined: i64 = s.links[space]
        # Between two starts the road is found from the lower one.
        targets: i64 = near & ~(barred | joined) & ~(starts & (low - 1))
        while targets:
            bit: i64 = targets & -targets
            targets ^= bit
            other: i64 = INDEX[bit % 67]
            roads.append(b.road_at[space * 64 + other])
    roads.sort()
    s.free_roads = roads
    return roads


def free_bridges(s: State, b: Board) -> list[int]:
    """The bridge places where a bridge may be built now."""
    starts: i64 = s.settlements | b.sites | s.open_ends
    barred: i64 = s.crocodiles | s.full_ends
    bridges: list[int] = []
    taken: i64 = s.bridges
    for place, (one, other) in enumerate(b.bridge_places):
        ends: i64 = BIT[one] | BIT[other]
        if not taken >> place & 1 and ends & starts and not ends & barred:
            bridges.append(place)
    return bridges


def why_no_bridge(s: State, b: Board) -> str:
    """The message that says why no bridge can be built, though there is one in the supply."""
    starts: i64 = s.settlements | b.sites | s.open_ends
    crocodile = False
    full = False
    for place, (one, other) in enumerate(b.bridge_places):
        ends: i64 = BIT[one] | BIT[other]
        if s.bridges >> place & 1 or not ends & (starts | s.full_ends):
            continue
        if ends & s.crocodiles:
            crocodile = True
        else:
            full = True
    if full:
        return "why.bridge_full"
    if crocodile:
        return "why.bridge_crocodile"
    return "why.bridge_place"


def join(s: State, b: Board, one: i64, other: i64) -> None:
    """Lay a road or bridge between two spaces."""
    links = s.links[:]
    links[one] |= BIT[other]
    links[other] |= BIT[one]
    s.links = links
    s.free_roads = None
    ends: i64 = BIT[one] | BIT[other]
    s.developed |= ends
    bare: i64 = ends & ~(s.settlements | b.sites)
    s.full_ends |= bare & s.open_ends
    s.open_ends ^= bare


# -- what is connected -------------------------------------------------------------------------


def follow(s: State, b: Board, came: i64, at: i64) -> i64:
    """The place reached by going on from ``at``, away from ``came``; -1 where the way ends."""
    ends: i64 = s.settlements | b.sites
    links = s.links
    steps: i64 = 0
    while steps < 64:
        if ends >> at & 1:
            return at
        link: i64 = links[at]
        link &= ~BIT[came]
        if link == 0:
            return -1
        came = at
        at = INDEX[link % 67]
        steps += 1
    return -1  # round and round on a ring without any place


def direct(s: State, b: Board, place: i64) -> i64:
    """The places directly connected with a place, itself left out."""
    places: i64 = 0
    rest: i64 = s.links[place]
    while rest:
        low: i64 = rest & -rest
        rest ^= low
        end = follow(s, b, place, INDEX[low % 67])
        if end >= 0 and end != place:
            places |= BIT[end]
    return places


def grandeur(s: State, squares: i64) -> int:
    """What stands on squares, as the pharaoh counts it (112): 2 for a town, 1 for a settlement,
    1 for each building block."""
    total = 0
    rest: i64 = squares
    while rest:
        low: i64 = rest & -rest
        rest ^= low
        if low & s.towns:
            total += 2
        elif low & s.settlements:
            total += 1
        else:
            total += s.blocks[INDEX[low % 67]]
    return total


def record_pair(s: State, one: i64, other: i64) -> bool:
    """Note that two places are directly connected; whether this is the first time."""
    pairs: i64 = s.met[one]
    if pairs >> other & 1:
        return False
    met = s.met[:]
    met[one] |= BIT[other]
    met[other] |= BIT[one]
    s.met = met
    return True


def connects(t: Turn, one: i64, other: i64) -> bool:
    """Whether a road or bridge just laid makes a first direct connection; it is noted."""
    s, b = t.state, t.board
    end = follow(s, b, other, one)
    far = follow(s, b, one, other)
    if end < 0 or far < 0 or end == far or not record_pair(s, end, far):
        return False
    if t.log is not None:
        t.emit(events.CONNECTION, end, far)
    return True


def connects_settlement(t: Turn, space: i64) -> bool:
    """Whether a settlement just placed makes a first direct connection; all are noted."""
    s, b = t.state, t.board
    new = False
    rest: i64 = direct(s, b, space)
    while rest:
        low: i64 = rest & -rest
        rest ^= low
        end: i64 = INDEX[low % 67]
        if record_pair(s, space, end):
            new = True
            if t.log is not None:
                t.emit(events.CONNECTION, space, end)
    return new


def groups(s: State, b: Board) -> list[int]:
    """Settlements grouped by what joins them, over the whole network of roads and bridges."""
    joined: list[int] = []
    rest: i64 = s.settlements
    while rest:
        low: i64 = rest & -rest
        group: i64 = low
        edge: i64 = low
        while edge:
            bit: i64 = edge & -edge
            edge ^= bit
            more: i64 = s.links[INDEX[bit % 67]]
            more &= ~group
            group |= more
            edge |= more
        joined.append(group & s.settlements)
        rest &= ~group
    return joined


# -- paying for roads --------------------------------------------------------------------------


class Purse:
    """What can pay for roads: basic resources as a bit set, and how many jokers."""

    def __init__(self, t: Turn) -> None:
        at = t.player * constants.NUM_RESOURCES
        resources = t.state.resources
        self.wheat = resources[at]
        self.grape = resources[at + 1]
        self.stone = resources[at + 2]
        self.rose = resources[at + 4]
        self.three: int = (
            1 if not t.three_used and t.state.money[t.player] >= constants.STAND_IN else 0
        )

    def units(self) -> int:
        return self.wheat + self.grape + self.stone + self.rose + self.three

    def pays(self, kinds: int) -> bool:
        """Whether a road can be paid that takes one of these kinds of resource."""
        if self.rose or self.three:
            return True
        return bool(
            (kinds & 1 and self.wheat) or (kinds & 2 and self.grape) or (kinds & 4 and self.stone)
        )

    def ways(self, kinds: int) -> list[int]:
        """The ways to pay such a road: resources 0 to 2, a rose, or $3."""
        ways_to_pay: list[int] = []
        if kinds & 1 and self.wheat:
            ways_to_pay.append(constants.WHEAT)
        if kinds & 2 and self.grape:
            ways_to_pay.append(constants.GRAPE)
        if kinds & 4 and self.stone:
            ways_to_pay.append(constants.STONE)
        if self.rose:
            ways_to_pay.append(constants.ROSE)
        if self.three:
            ways_to_pay.append(THREE)
        return ways_to_pay

    def change(self, way: int, by: int) -> None:
        if way == constants.WHEAT:
            self.wheat += by
        elif way == constants.GRAPE:
            self.grape += by
        elif way == constants.STONE:
            self.stone += by
        elif way == constants.ROSE:
            self.rose += by
        else:
            self.three += by


def second_road(t: Turn, roads: list[int], first: int, purse: Purse) -> bool:
    """Whether, with the first road built and paid, a second can be built and paid."""
    s, b = t.state, t.board
    one, other = b.road_places[first]
    for road in roads:
        if road != first:
            a, z = b.road_places[road]
            # Roads that share no space with the first are not touched by it.
            if a != one and a != other and z != one and z != other and purse.pays(b.road_pay[road]):
                return True
    # Those that go on from one of its ends: not where it joined the end of another road.
    bare: i64 = (BIT[one] | BIT[other]) & ~(s.settlements | b.sites)
    full: i64 = s.full_ends | bare & s.open_ends
    barred: i64 = s.crocodiles | full | BIT[one] | BIT[other]
    for space in (one, other):
        if full >> space & 1:
            continue
        targets: i64 = b.neighbours[space] & ~(barred | s.links[space])
        while targets:
            bit: i64 = targets & -targets
            targets ^= bit
            if purse.pays(b.road_pay[b.road_at[space * 64 + INDEX[bit % 67]]]):
                return True
    return False


def first_ways(t: Turn, roads: list[int], first: int, purse: Purse) -> list[int]:
    """The ways to pay a first road that leave a second one possible."""
    possible: list[int] = []
    for way in purse.ways(t.board.road_pay[first]):
        purse.change(way, -1)
        if second_road(t, roads, first, purse):
            possible.append(way)
        purse.change(way, 1)
    return possible


def can_build_two(t: Turn) -> bool:
    if t.state.roads_left < 2:
        return False
    at = t.player * constants.NUM_RESOURCES
    r = t.state.resources
    units = r[at] + r[at + 1] + r[at + 2] + r[at + 4]
    if units < 2 and (units == 0 or t.state.money[t.player] < constants.STAND_IN):
        return False
    purse = Purse(t)
    roads = free_roads(t.state, t.board)
    for first in roads:
        for way in purse.ways(t.board.road_pay[first]):
            purse.change(way, -1)
            if second_road(t, roads, first, purse):
                return True
            purse.change(way, 1)
    return False


def payable_roads(t: Turn) -> list[int]:
    """The roads that can be built and paid for now."""
    if t.state.roads_left < 1:
        return []
    purse = Purse(t)
    return [road for road in free_roads(t.state, t.board) if purse.pays(t.board.road_pay[road])]


def build_road(t: Turn, road: int) -> bool:
    """Put a road down; whether it makes a first direct connection."""
    one, other = t.board.road_places[road]
    join(t.state, t.board, one, other)
    t.state.roads_left -= 1
    if t.log is not None:
        t.emit(events.ROAD, one, other)
    return connects(t, one, other)


def pay_road(t: Turn, ways: list[int]) -> Flow:
    """Ask which of the ways is used and pay."""
    codes = sorted([t.codes.pay_one[way] for way in ways])
    chosen = yield from t.choose("road_pay", codes)
    way = t.codes.pay_one.index(chosen)
    if way == THREE:
        t.three_used = True
        t.spend(constants.STAND_IN)
    else:
        t.give_up(way, 1)


def road_codes(t: Turn, roads: list[int]) -> list[int]:
    return [t.codes.road + road for road in roads]


def network(s: State, b: Board) -> list[tuple[int, int]]:
    """All joined pairs of spaces, the lower first."""
    return [(a, z) for a in range(b.size) for z in members(s.links[a]) if a < z]


def joined(s: State, b: Board) -> list[tuple[int, int]]:
    """All pairs of places that were ever directly connected, the lower first."""
    return [(a, z) for a in range(b.size) for z in members(s.met[a]) if a < z]
