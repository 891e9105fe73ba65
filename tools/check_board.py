"""Check the map of Faiyum: counts, neighbours, shores, bridge places and room for settlements.

Run `python tools/check_board.py [FILE]`. Every fact that the rules need is checked on the data
file itself; the exit code is 1 and each fault is named if one does not hold.
"""

from __future__ import annotations

import math
import sys
from collections import Counter, deque
from pathlib import Path
from typing import Any

# The script also runs by its path, without the project's root on the path for imports.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.board_map import (
    BOARD,
    Board,
    around,
    centre,
    corner,
    inside,
    near_water,
    read,
    same,
    side,
)

RESOURCES = ("wheat", "grape", "stone")
SITES = ("obelisk", "colossus", "pyramid")
BANKS = ("large", "small")
COUNTS = {
    "wheat": 19,
    "grape": 19,
    "stone": 12,
    "obelisk": 1,
    "colossus": 1,
    "pyramid": 2,
    "red": 1,
}
SETTLEMENTS = 16  # pieces in the box, the one on the red space included
BRIDGES = 6  # four bridges and two grand ones
FESTIVAL = 9  # the most settlements card 104 supplies
MOST_SPACES = 60  # the engine keeps sets of spaces in 63 bits


def steps(adjacent: list[list[int]], start: list[int]) -> dict[int, int]:
    """The number of steps from the nearest start, for every space that can be reached."""
    distances = dict.fromkeys(start, 0)
    queue = deque(start)
    while queue:
        i = queue.popleft()
        for j in adjacent[i]:
            if j not in distances:
                distances[j] = distances[i] + 1
                queue.append(j)
    return distances


def most_apart(adjacent: list[list[int]], allowed: list[int], weight: list[int]) -> int:
    """The greatest weight of allowed spaces of which no two are adjacent, by exact search."""
    near = [sum(1 << j for j in row) | 1 << i for i, row in enumerate(adjacent)]
    known: dict[int, int] = {0: 0}

    def best(left: int) -> int:
        if left in known:
            return known[left]
        widest, degree = -1, -1
        rest = left
        while rest:
            i = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            d = (near[i] & left).bit_count()
            if d > degree:
                widest, degree = i, d
        with_it = weight[widest] + best(left & ~near[widest])
        # Nothing is gained by leaving out a space that has no neighbour left.
        value = with_it if degree == 1 else max(with_it, best(left & ~(1 << widest)))
        known[left] = value
        return value

    return best(sum(1 << i for i in allowed))


def groups(board: Board, members: list[int]) -> list[list[int]]:
    """The members, parted into groups that hang together by adjacency."""
    left = set(members)
    out: list[list[int]] = []
    for i in members:
        if i in left:
            inner = [[j for j in row if j in left] for row in board.adjacent]
            group = sorted(steps(inner, [i]))
            left -= set(group)
            out.append(group)
    return out


class Report:
    """Facts that hold, to be printed, and faults."""

    def __init__(self) -> None:
        self.facts: list[str] = []
        self.faults: list[str] = []

    def check(self, holds: bool, fault: str) -> None:
        if not holds:
            self.faults.append(fault)

    def tell(self, fact: str) -> None:
        self.facts.append(fact)


def check_spaces(board: Board, report: Report) -> None:
    spaces = board.spaces
    counts = Counter(s.kind for s in spaces)
    report.check(len(spaces) <= MOST_SPACES, f"{len(spaces)} spaces, at most {MOST_SPACES} fit")
    for kind in sorted(counts.keys() | COUNTS.keys()):
        report.check(
            counts[kind] == COUNTS.get(kind, 0),
            f"{counts[kind]} spaces of kind {kind}, {COUNTS.get(kind, 0)} belong on the map",
        )
    report.check(len(board.index) == len(spaces), "a name is used twice")
    report.check(len(board.at) == len(spaces), "two spaces lie on the same cell")
    for bank in sorted({s.bank for s in spaces} - set(BANKS)):
        report.check(False, f"unknown bank {bank}")
    for source in sorted(set(board.sources) - {"reconstructed"}):
        report.check(False, f"source {source!r}: every space of this map is reconstructed")
    # A letter for the row, a number for the place in it: names must follow from the cells.
    rows = sorted({s.cell[1] for s in spaces})
    want = [
        (f"{chr(ord('a') + i)}{n + 1}", cell)
        for i, r in enumerate(rows)
        for n, cell in enumerate(sorted(s.cell for s in spaces if s.cell[1] == r))
    ]
    report.check(
        [(s.name, s.cell) for s in spaces] == want,
        "names or order differ from rows top to bottom and places left to right",
    )
    sizes = Counter(s.bank for s in spaces)
    report.check(sizes["large"] >= 1.4 * sizes["small"], "the large peninsula is not larger")
    report.tell(
        f"{len(spaces)} spaces: "
        + ", ".join(f"{counts[k]} {k}" for k in COUNTS)
        + "; "
        + ", ".join(f"{sizes[b]} on the {b} peninsula" for b in BANKS)
    )


def check_sites(board: Board, report: Report) -> None:
    special = board.of_kind(*SITES, "red")
    for i in special:
        near = steps(board.touching, [i])
        for j in special:
            report.check(
                j <= i or near[j] >= 3,
                f"{board.names([i, j])}: building sites and the red space lie too close",
            )
    for i in special:
        kinds = Counter(board.spaces[j].kind for j in board.adjacent[i])
        name, kind = board.spaces[i].name, board.spaces[i].kind
        for resource in RESOURCES:
            report.check(kinds[resource] > 0, f"{name} ({kind}) has no {resource} beside it")
        report.check(
            kind != "red" or kinds["stone"] >= 2,
            f"{name}: fewer than two stone spaces beside the red space",
        )
    pyramids = [board.spaces[i].bank for i in board.of_kind("pyramid")]
    report.check(len(set(pyramids)) == 2, "both pyramids stand on the same peninsula")
    for i in board.of_kind("obelisk"):
        report.check(board.spaces[i].lake, "the obelisk does not stand on the lake")
    (red,) = board.of_kind("red")
    if board.spaces[red].bank != "large":
        report.check(False, "the red space is not on the large peninsula")
        return
    report.check(len(board.adjacent[red]) == 6, "the red space lies at the edge")
    far = {
        i: max(steps(board.adjacent, [i]).values())
        for i, s in enumerate(board.spaces)
        if s.bank == "large"
    }
    report.check(
        far[red] <= min(far.values()) + 1,
        f"the red space is {far[red]} steps from the farthest, others only {min(far.values())}",
    )
    report.tell(
        f"red space {board.spaces[red].name}, at most {far[red]} steps on its bank; sites "
        + ", ".join(f"{board.spaces[i].kind} {board.spaces[i].name}" for i in special if i != red)
    )


def check_roads(board: Board, report: Report) -> None:
    for bank in BANKS:
        whole = [i for i, s in enumerate(board.spaces) if s.bank == bank]
        report.check(len(groups(board, whole)) == 1, f"the {bank} peninsula falls apart")
        land = [i for i in whole if board.spaces[i].kind in RESOURCES]
        report.check(
            len(groups(board, land)) == 1,
            f"the resource spaces of the {bank} peninsula do not hang together",
        )
        for i in whole:
            report.check(
                len(board.adjacent[i]) >= 2, f"{board.spaces[i].name} is a dead end for roads"
            )
    # Roads run over resource spaces and the dam; one that passes a site is another connection.
    (red,) = board.of_kind("red")
    dam = [board.index[n] for n in board.dam]
    roads = [
        [j for j in row if board.spaces[j].kind in RESOURCES or i not in board.of_kind(*SITES)]
        for i, row in enumerate(board.adjacent)
    ]
    roads[dam[0]].append(dam[1])
    roads[dam[1]].append(dam[0])
    from_red = steps(roads, [red])
    lengths = []
    for i in board.of_kind(*SITES):
        report.check(i in from_red, f"no road can join {board.spaces[i].name} to the red space")
        if i in from_red:
            lengths.append(f"{board.spaces[i].kind} {board.spaces[i].name} {from_red[i]}")
    # Before the first harvest only spaces without crocodiles carry roads.
    dry = set(board.of_kind("stone", "red", *SITES))
    early = [[j for j in row if i in dry and j in dry] for i, row in enumerate(board.adjacent)]
    for i in board.of_kind("red", *SITES):
        report.check(bool(early[i]), f"{board.spaces[i].name}: no first road can start there")
    report.check(any(early[i] for i in dam), "the dam's road cannot be continued at the start")
    report.check(len(early[red]) >= 2, "TWO ROADS cannot be played from the red space at once")
    first = sum(len(row) for row in early) // 2
    report.tell(
        f"shortest roads from the red space: {', '.join(lengths)}; "
        f"{first} places for roads free of crocodiles at the start"
    )


def check_mixture(board: Board, report: Report) -> None:
    for kind, most in (("wheat", 3), ("grape", 3), ("stone", 2)):
        for group in groups(board, board.of_kind(kind)):
            report.check(
                len(group) <= most,
                f"{board.names(group)}: {len(group)} {kind} spaces in one cluster",
            )
    for i in board.of_kind(*RESOURCES):
        near = [j for j, n in steps(board.adjacent, [i]).items() if n <= 2]
        missing = set(RESOURCES) - {board.spaces[j].kind for j in near}
        for kind in sorted(missing):
            report.check(False, f"{board.spaces[i].name}: no {kind} within two steps")
    for bank in BANKS:
        for shore in ("channel", "lake"):
            kinds = Counter(s.kind for s in board.spaces if s.bank == bank and getattr(s, shore))
            for kind in RESOURCES:
                report.check(kinds[kind] > 0, f"no {kind} on the {shore} of the {bank} bank")
        kinds = Counter(s.kind for s in board.spaces if s.bank == bank)
        report.check(
            abs(kinds["wheat"] - kinds["grape"]) <= 1,
            f"{bank} peninsula: {kinds['wheat']} wheat but {kinds['grape']} grape",
        )
        report.tell(f"{bank} peninsula: " + ", ".join(f"{kinds[k]} {k}" for k in RESOURCES))


def check_channel(board: Board, report: Report) -> None:
    for i, s in enumerate(board.spaces):
        report.check(
            s.channel == bool(board.across[i]),
            f"{s.name}: channel is {s.channel}, the cells say {bool(board.across[i])}",
        )
    for bank in BANKS:
        shore = [i for i, s in enumerate(board.spaces) if s.channel and s.bank == bank]
        report.check(8 <= len(shore) <= 10, f"{len(shore)} channel spaces on the {bank} bank")
        report.tell(f"channel, {bank} bank: {len(shore)} spaces, {board.names(shore)}")
    # The course must run along exactly the sides that part the banks, from the lake to the dam.
    sides = [side(board, i, j) for i, row in enumerate(board.across) for j in row if j > i]
    pieces = list(zip(board.course, board.course[1:], strict=False))
    for a, b in pieces:
        hits = sum(
            1 for c, d in sides if (same(a, c) and same(b, d)) or (same(a, d) and same(b, c))
        )
        report.check(hits == 1, f"the channel's piece {a} to {b} does not part the banks")
    report.check(
        len(pieces) == len(sides),
        f"the channel has {len(pieces)} pieces, the banks meet along {len(sides)} sides",
    )
    turns = 0
    for (ax, ay), (_, _), (_, _), (dx, dy) in zip(
        board.course, board.course[1:], board.course[2:], board.course[3:], strict=False
    ):
        # Three sides in a row that bend the same way lead round a space: a bend of the channel.
        turns += math.hypot(dx - ax, dy - ay) < 2.1
    report.check(turns >= 2, f"the channel has only {turns} bends and does not wind")
    left, right = (board.index[n] for n in board.dam)
    report.check(
        board.spaces[left].kind == board.spaces[right].kind == "stone",
        "the dam needs two stone spaces",
    )
    report.check(right in board.across[left], "the ends of the dam do not face each other")
    if right in board.across[left]:
        last = pieces[-1]
        ends = side(board, left, right)
        report.check(
            all(any(same(p, e) for e in ends) for p in last),
            "the dam does not lie at the inner end of the channel",
        )
    report.check(near_water(board, board.course[0]), "the channel does not open into the lake")
    report.check(not near_water(board, board.course[-1]), "the channel's inner end is in the lake")


def check_bridges(board: Board, report: Report) -> None:
    seen: set[tuple[str, str]] = set()
    for a, b in board.bridges:
        if a not in board.index or b not in board.index:
            report.check(False, f"bridge place {a}-{b}: no such space")
            continue
        report.check(
            board.index[b] in board.across[board.index[a]],
            f"bridge place {a}-{b}: the spaces do not face each other across the channel",
        )
        report.check({a, b} != set(board.dam), f"bridge place {a}-{b} is the dam")
        report.check((min(a, b), max(a, b)) not in seen, f"bridge place {a}-{b} is listed twice")
        report.check(board.spaces[board.index[a]].bank == "large", f"{a}-{b}: large bank first")
        seen.add((min(a, b), max(a, b)))
    report.check(8 <= len(seen) <= 12, f"{len(seen)} bridge places, 8 to 12 are wanted")
    ends = Counter(n for pair in board.bridges for n in pair)
    for name, count in ends.items():
        report.check(count <= 2, f"{name} has {count} bridge places")
    # All bridges of the box can stand at once without meeting on a space.
    pairs = [set(pair) for pair in board.bridges]
    meeting = [[j for j, q in enumerate(pairs) if q is not p and p & q] for p in pairs]
    apart = most_apart(meeting, list(range(len(pairs))), [1] * len(pairs))
    report.check(apart >= BRIDGES, f"only {apart} of the {BRIDGES} bridges find a place apart")
    report.tell("bridge places: " + ", ".join("-".join(pair) for pair in board.bridges))


def check_lake(board: Board, report: Report) -> None:
    x0, y0, width, height = board.view
    cells = {
        (q, r)
        for r in range(-4, 16)
        for q in range(-14, 20)
        if x0 < centre((q, r))[0] < x0 + width and y0 < centre((q, r))[1] < y0 + height
    }
    wet = {c for c in cells if inside(centre(c), board.outline)}
    report.check(
        set(board.water) == wet, "the water cells differ from the cells inside the lake's outline"
    )
    for s in board.spaces:
        x, y = centre(s.cell)
        report.check(s.cell in cells, f"{s.name} lies outside the view")
        for c in around(s.cell):
            if c in board.at:
                continue
            cx, cy = centre(c)
            # A little beyond the side the drawing must show what the rules say is there.
            shore = (x + 0.8 * (cx - x), y + 0.8 * (cy - y))
            report.check(
                inside(shore, board.outline) == (c in wet),
                f"{s.name}: the drawn shore and the cell {c} disagree",
            )
        for i in range(6):
            cx, cy = corner(s.cell, i)
            if same((cx, cy), board.course[0]):
                continue  # the mouth of the channel, where the lake cuts into the banks
            report.check(
                not inside((x + 0.9 * (cx - x), y + 0.9 * (cy - y)), board.outline),
                f"{s.name} stands in the lake",
            )
        wanted = any(c in wet for c in around(s.cell))
        report.check(s.lake == wanted, f"{s.name}: lake is {s.lake}, the cells say {wanted}")
    for bank in BANKS:
        shore_names = [s.name for s in board.spaces if s.lake and s.bank == bank]
        report.check(len(shore_names) >= 4, f"the {bank} peninsula hardly reaches into the lake")
        report.tell(f"lake, {bank} bank: {len(shore_names)} spaces, {', '.join(shore_names)}")


def check_scenery(data: dict[str, Any], board: Board, report: Report) -> None:
    for thing in [*data["scenery"], *data["labels"], data["title"], data["compass"]]:
        what = thing.get("kind") or thing.get("text") or "compass"
        for s in board.spaces:
            report.check(
                math.dist((thing["x"], thing["y"]), centre(s.cell)) > math.sqrt(3) / 2,
                f"{what} stands on {s.name}",
            )


def check_room(board: Board, report: Report) -> None:
    """The spacing rule must leave room for all settlements, and for a full festival."""
    (red,) = board.of_kind("red")
    taken = {red, *board.adjacent[red]}
    free = [i for i in board.of_kind(*RESOURCES) if i not in taken]
    ones = [1] * len(board.spaces)
    room = 1 + most_apart(board.adjacent, free, ones)
    report.check(room >= SETTLEMENTS, f"room for only {room} settlements, {SETTLEMENTS} in the box")
    shore = [i for i in free if board.spaces[i].channel]
    most = most_apart(board.adjacent, shore, ones)
    report.check(
        FESTIVAL - 1 <= most <= FESTIVAL,
        f"room for {most} settlements on the channel, {FESTIVAL - 1} or {FESTIVAL} are wanted",
    )
    # With a full channel, is there still room for the rest? A channel space weighs more than
    # all others together, so the best choice has the most of them and then the most in all.
    heavy = [100 if board.spaces[i].channel else 1 for i in range(len(board.spaces))]
    both = most_apart(board.adjacent, free, heavy)
    with_full = 1 + both // 100 + both % 100
    report.check(with_full >= SETTLEMENTS, f"a full channel leaves room for only {with_full}")
    report.tell(
        f"room for {room} settlements in all, {most} on the channel, "
        f"{with_full} when the channel is full"
    )


def check(data: dict[str, Any]) -> Report:
    board = Board(data)
    report = Report()
    check_spaces(board, report)
    if report.faults:
        return report  # the other checks lean on the right spaces being there
    for part in (
        check_sites,
        check_roads,
        check_mixture,
        check_channel,
        check_bridges,
        check_lake,
        check_room,
    ):
        part(board, report)
    check_scenery(data, board, report)
    return report


def main(arguments: list[str]) -> int:
    path = Path(arguments[0]) if arguments else BOARD
    try:
        data = read(path)
    except (OSError, ValueError) as problem:
        print(f"cannot read the map {path}: {problem}", file=sys.stderr)
        return 1
    try:
        report = check(data)
    except (KeyError, IndexError, TypeError, ValueError) as problem:
        print(f"the map {path} lacks or garbles an entry: {problem!r}", file=sys.stderr)
        return 1
    for fact in report.facts:
        print(f"  {fact}")
    for fault in report.faults:
        print(f"FAULT {fault}")
    print(f"{len(report.faults)} faults" if report.faults else "the map holds together")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
