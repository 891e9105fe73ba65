"""Draw the map of Faiyum as it stands before the first turn, as an SVG picture.

Run `python tools/render_board.py [--bare] [--data FILE] [OUTPUT]`; `--bare` leaves out the
crocodiles. Everything is drawn from the data file alone, so the picture shows what a client has.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any

# The script also runs by its path, without the project's root on the path for imports.
sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.board_icons import ICONS, INK, group, path
from tools.board_map import BOARD, Board, Point, around, centre, corner, read, same, side

PICTURE = Path(__file__).parents[1] / "docs/img/faiyum-board.svg"
SCALE = 100  # of the picture to the data: the distance from a hex's centre to a corner

FILL = {
    "wheat": ("#f7dc83", "#e6bd4d"),
    "grape": ("#d3b8dc", "#b08fc0"),
    "stone": ("#dcd6c8", "#b9b09e"),
    "pyramid": ("#fdf1d0", "#ecd29a"),
    "obelisk": ("#fdf1d0", "#ecd29a"),
    "colossus": ("#fdf1d0", "#ecd29a"),
    "red": ("#d9573f", "#b03a28"),
}
BLOCKS = {"obelisk": 2, "colossus": 3, "pyramid": 5}


def at(point: Point) -> str:
    return f"{point[0] * SCALE:.1f},{point[1] * SCALE:.1f}"


def towards(a: Point, b: Point, part: float) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def rounded(points: list[Point], part: float, closed: bool) -> str:
    """A path through the points whose corners are cut by curves; part 0.5 leaves only curves."""
    n = len(points)
    if closed:
        d = f"M{at(towards(points[-1], points[0], 1 - part))}"
        inner = list(range(n))
    else:
        d = f"M{at(points[0])}"
        inner = list(range(1, n - 1))
    for i in inner:
        before, here, after = points[i - 1], points[i], points[(i + 1) % n]
        d += f" L{at(towards(here, before, part))} Q{at(here)} {at(towards(here, after, part))}"
    return d + (" Z" if closed else f" L{at(points[-1])}")


def plot(board: Board, i: int, gap: float, bank: float) -> list[Point]:
    """The hex of a space, drawn in by gap on every side, and by bank where the channel runs."""
    x, y = centre(board.spaces[i].cell)
    facing = [side(board, i, j) for j in board.across[i]]
    reach = []
    for d in range(6):
        ends = corner(board.spaces[i].cell, d), corner(board.spaces[i].cell, d + 1)
        wet = any(same(ends[0], a) and same(ends[1], b) for a, b in facing)
        reach.append(math.sqrt(3) / 2 - (bank if wet else gap))
    out = []
    for d in range(6):
        # Corner d lies where the sides d - 1 and d meet; their normals are 60 degrees apart.
        a, b = reach[d - 1], reach[d]
        along, off = (a + b) / math.sqrt(3), b - a
        angle = math.radians(60 * d - 30)
        out.append(
            (
                x + along * math.cos(angle) - off * math.sin(angle),
                y + along * math.sin(angle) + off * math.cos(angle),
            )
        )
    return out


def middle_of(points: list[Point]) -> Point:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def icon(kind: str) -> str:
    return f'<use href="#{kind}"/>'


def definitions() -> str:
    out = "<defs>" + "".join(f'<g id="{kind}">{draw()}</g>' for kind, draw in ICONS.items())
    for kind, (light, dark) in FILL.items():
        out += (
            f'<radialGradient id="fill-{kind}" cx="0.42" cy="0.36" r="0.75">'
            f'<stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{dark}"/>'
            "</radialGradient>"
        )
    out += (
        '<linearGradient id="lake" x1="0" y1="0" x2="0.25" y2="1">'
        '<stop offset="0" stop-color="#2f7f93"/><stop offset="1" stop-color="#3a8a9b"/>'
        "</linearGradient>"
        '<linearGradient id="desert" x1="0" y1="0" x2="0.3" y2="1">'
        '<stop offset="0" stop-color="#f3dcaa"/><stop offset="1" stop-color="#e2b973"/>'
        "</linearGradient>"
    )
    return out + "</defs>"


def ground(board: Board, data: dict[str, Any]) -> str:
    """Desert, lake with its shallows, and the green of the fertile land under the hexes."""
    x, y, width, height = (v * SCALE for v in board.view)
    out = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="url(#desert)"/>'
    for thing in data["scenery"]:
        if thing["kind"] == "dune":
            out += place(thing)
    shore = rounded(board.outline, 0.5, True)
    out += f'<clipPath id="water"><path d="{shore}"/></clipPath>'
    out += path(shore, "none", "#fbefcf", 30)
    out += path(shore, "url(#lake)", "#b98f52", 3)
    out += '<g clip-path="url(#water)">'
    for wide, colour in ((170, "#4596a6"), (112, "#5cabb2"), (64, "#7cc3be"), (24, "#b4e0d2")):
        out += path(shore, "none", colour, wide)
    out += waves(board)
    out += "</g>"
    fertile = rounded([(p[0], p[1]) for p in data["fertile_outline"]], 0.5, True)
    return out + path(fertile, "#a9c46f", "#7f9f4e", 5)


def waves(board: Board) -> str:
    """Short strokes on the open water, spread by a fixed pattern."""
    near = {c for s in board.spaces for c in around(s.cell)}
    out = ""
    for n, cell in enumerate(board.water):
        if cell in near:
            continue
        x, y = centre(cell)
        start = x - 0.42 + 0.35 * math.sin(n * 2.4), y + 0.3 * math.cos(n * 1.7)
        out += path(f"M{at(start)} q14,-11 28,0 q14,11 28,0 q14,-11 28,0", stroke="#a9d6d2")
    return f'<g opacity="0.55">{out}</g>'


def hexes(board: Board, data: dict[str, Any], crocodiles: bool) -> str:
    out = ""
    bank = data["channel_width"] / 2 + 0.05
    for i, s in enumerate(board.spaces):
        site = s.kind in BLOCKS
        edge = "#8f6a2c" if site else "#6b1d10" if s.kind == "red" else "#6f6238"
        shape = rounded(plot(board, i, 0.035, bank), 0.1, True)
        out += path(shape, f"url(#fill-{s.kind})", edge, 5 if site else 3)
        if site or s.kind == "red":
            inner = rounded(plot(board, i, 0.11, bank + 0.08), 0.1, True)
            out += path(inner, "none", "#b98f45" if site else "#f2b184", 2)
        # A space that the channel makes narrower gets its pictures moved and a little smaller.
        size = 1 - 0.045 * len(board.across[i])
        x, y = middle_of(plot(board, i, 0, data["channel_width"] / 2))
        out += group(space(s.kind, crocodiles), x * SCALE, y * SCALE, size)
        out += (
            f'<text x="{x * SCALE:.1f}" y="{(y + 0.81 * size) * SCALE:.1f}" font-size="23" '
            f'font-weight="bold" fill="{"#fff1e0" if s.kind == "red" else INK}" '
            f'text-anchor="middle">{s.name}</text>'
        )
    return out


def space(kind: str, crocodiles: bool) -> str:
    if crocodiles and kind in ("wheat", "grape"):
        out = group(icon(kind), 0, -31, 0.98) + group(icon("crocodile"), 2, 38, 0.98)
    elif kind in ("wheat", "grape", "stone"):
        out = group(icon(kind), 0, -10, 1.15)
    elif kind == "red":
        out = group(icon(kind), 0, -4, 1.05)
    else:
        out = group(icon(kind), 0, -14, 0.98) + blocks(BLOCKS[kind])
    return out


def blocks(count: int) -> str:
    """As many empty squares as the site takes building blocks."""
    return "".join(
        f'<rect x="{(n - count / 2) * 17 + 2:g}" y="46" width="13" height="13" rx="2" '
        'fill="#fffaf0" stroke="#6e5120" stroke-width="2"/>'
        for n in range(count)
    )


def channel(board: Board, data: dict[str, Any]) -> str:
    """The channel from the lake to the dam, and the ditch that feeds it from the desert."""
    wide = data["channel_width"] * SCALE
    # At the mouth the channel's shallows fade into those of the lake.
    second, start = board.course[1], board.course[0]
    mouth = towards(second, start, 1.55)
    out = ""
    for name, colour in (("bank", "#b4e0d2"), ("shallow", "#7cc3be"), ("deep", "#5cabb2")):
        (x1, y1), (x2, y2) = towards(second, start, 1.3), towards(second, start, 0.75)
        out += (
            f'<linearGradient id="mouth-{name}" gradientUnits="userSpaceOnUse" '
            f'x1="{x1 * SCALE:.1f}" y1="{y1 * SCALE:.1f}" x2="{x2 * SCALE:.1f}" '
            f'y2="{y2 * SCALE:.1f}"><stop offset="0" stop-color="{colour}" stop-opacity="0"/>'
            f'<stop offset="1" stop-color="{colour}"/></linearGradient>'
        )
    wall = towards(board.course[-2], board.course[-1], 0.5)
    run = rounded([mouth, *board.course[:-1], wall], 0.33, False)
    ditch = [wall, board.course[-1], *((p[0], p[1]) for p in data["feeder"])]
    feeder = rounded(ditch, 0.5, False)
    out += path(feeder, stroke="#a9c46f", width=wide)
    out += path(feeder, stroke="#b4e0d2", width=wide * 0.6)
    out += path(feeder, stroke="#5cabb2", width=wide * 0.42)
    out += path(run, stroke="url(#mouth-bank)", width=wide)
    out += path(run, stroke="url(#mouth-shallow)", width=wide * 0.82)
    return out + path(run, stroke="url(#mouth-deep)", width=wide * 0.46)


def bridge_places(board: Board, data: dict[str, Any]) -> str:
    out = ""
    for a, b in board.bridges:
        p, q = side(board, board.index[a], board.index[b])
        x, y = towards(p, q, 0.5)
        turn = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])) + 90
        reach = data["channel_width"] * SCALE / 2 + 3
        pier = "".join(
            f'<rect x="{s * reach - 5:g}" y="-17" width="10" height="34" rx="3" fill="#d9c9a0" '
            'stroke="#5c4526" stroke-width="2.4"/>'
            for s in (-1, 1)
        )
        deck = (
            f'<rect x="{-reach:g}" y="-13" width="{2 * reach:g}" height="26" fill="#fff6dc" '
            'fill-opacity="0.5" stroke="#5c4526" stroke-width="2.2" stroke-dasharray="7 5"/>'
        )
        out += group(deck + pier, x * SCALE, y * SCALE, 1, turn)
    return out


def dam(board: Board, data: dict[str, Any]) -> str:
    """A wall of dressed stone across the channel, and the road on it."""
    a, b = (board.spaces[board.index[n]].cell for n in board.dam)
    p, q = centre(a), centre(b)
    x, y = towards(p, q, 0.5)
    reach = data["channel_width"] * SCALE / 2 + 24
    wall = (
        f'<rect x="{-reach:g}" y="-30" width="{2 * reach:g}" height="60" rx="5" fill="#cbbd9d" '
        'stroke="#4d3d22" stroke-width="3.4"/>'
    )
    wall += path(
        f"M{-reach:g},-17 H{reach:g} M{-reach:g},17 H{reach:g} "
        f"M{-reach / 2:g},-30 v13 M{reach / 2:g},-30 v13 M0,17 v13 "
        f"M{-reach / 2 - 12:g},17 v13 M{reach / 2 + 12:g},17 v13",
        stroke="#4d3d22",
        width=2,
    )
    road = (
        '<rect x="-62" y="-9" width="124" height="18" rx="7" fill="#9a5f2c" stroke="#3f240d" '
        'stroke-width="3"/>'
    )
    turn = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
    return group(wall + road, x * SCALE, y * SCALE, 1, turn)


def place(thing: dict[str, Any]) -> str:
    return group(icon(thing["kind"]), thing["x"] * SCALE, thing["y"] * SCALE, thing["size"])


def scenery(data: dict[str, Any]) -> str:
    out = "".join(
        place(t) for t in sorted(data["scenery"], key=lambda t: t["y"]) if t["kind"] != "dune"
    )
    out += cartouche(data["title"]) + compass(data["compass"])
    for label in data["labels"]:
        colour = {"water": "#e9f7f2", "land": "#7a5523"}[label["on"]]
        x, y = label["x"] * SCALE, label["y"] * SCALE
        out += (
            f'<text x="{x:g}" y="{y:g}" font-size="{label["size"] * SCALE:g}" font-style="italic" '
            f'letter-spacing="{label["size"] * 12:g}" fill="{colour}" text-anchor="middle" '
            f'transform="rotate({label["turn"]:g} {x:g} {y:g})">{label["text"]}</text>'
        )
    return out


def cartouche(thing: dict[str, Any]) -> str:
    """The title in an oval with a bar at its end, as the names of kings were written."""
    half = 0.385 * len(thing["text"]) * 100
    out = (
        f'<rect x="{-half:g}" y="-62" width="{2 * half:g}" height="124" rx="60" fill="#f9e7bb" '
        'stroke="#6b431c" stroke-width="11"/>'
        f'<rect x="{-half:g}" y="-62" width="{2 * half:g}" height="124" rx="60" fill="none" '
        'stroke="#dba53a" stroke-width="5"/>'
        f'<rect x="{half + 5:g}" y="-66" width="13" height="132" rx="5" fill="#dba53a" '
        'stroke="#6b431c" stroke-width="4"/>'
        f'<text x="6" y="27" font-size="74" font-weight="bold" letter-spacing="11" '
        f'fill="#8c2f1e" text-anchor="middle">{thing["text"]}</text>'
    )
    return group(out, thing["x"] * SCALE, thing["y"] * SCALE, thing["size"])


def compass(thing: dict[str, Any]) -> str:
    out = '<circle r="52" fill="#f9e7bb" fill-opacity="0.75" stroke="#6b431c" stroke-width="4"/>'
    for turn, long in (
        (45, 40),
        (135, 40),
        (225, 40),
        (315, 40),
        (90, 62),
        (180, 62),
        (270, 62),
        (0, 74),
    ):
        fill = "#8c2f1e" if turn == 0 else "#6b431c"
        out += (
            f'<g transform="rotate({turn})"><polygon points="0,{-long} -9,-9 0,0" fill="#f9e7bb" '
            f'stroke="{fill}" stroke-width="2"/><polygon points="0,{-long} 9,-9 0,0" fill="{fill}" '
            f'stroke="{fill}" stroke-width="2"/></g>'
        )
    out += (
        '<text y="-82" font-size="36" font-weight="bold" fill="#8c2f1e" '
        'text-anchor="middle">N</text>'
    )
    return group(out, thing["x"] * SCALE, thing["y"] * SCALE, thing["size"])


def frame(board: Board) -> str:
    x, y, width, height = (v * SCALE for v in board.view)
    out = ""
    for inset, wide, colour in ((10, 20, "#5b3a1c"), (25, 10, "#d8a640"), (33, 6, "#5b3a1c")):
        out += (
            f'<rect x="{x + inset:g}" y="{y + inset:g}" width="{width - 2 * inset:g}" '
            f'height="{height - 2 * inset:g}" fill="none" stroke="{colour}" '
            f'stroke-width="{wide}"/>'
        )
    return out


def render(data: dict[str, Any], crocodiles: bool = True) -> str:
    board = Board(data)
    x, y, width, height = (v * SCALE for v in board.view)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}" '
        "font-family=\"Georgia, 'DejaVu Serif', serif\">"
    )
    layers = (
        "<title>The map of Faiyum</title>",
        definitions(),
        ground(board, data),
        channel(board, data),
        hexes(board, data, crocodiles),
        bridge_places(board, data),
        dam(board, data),
        scenery(data),
        frame(board),
    )
    return "\n".join((head, *layers, "</svg>", ""))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Draw the map of Faiyum as an SVG picture.")
    parser.add_argument("output", nargs="?", type=Path, default=PICTURE)
    parser.add_argument("--data", type=Path, default=BOARD, help="the map's data file")
    parser.add_argument("--bare", action="store_true", help="leave out the crocodiles")
    options = parser.parse_args(arguments)
    try:
        picture = render(read(options.data), not options.bare)
    except (OSError, ValueError, KeyError) as problem:
        print(f"cannot draw the map {options.data}: {problem!r}", file=sys.stderr)
        return 1
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(picture, encoding="utf-8")
    print(f"wrote {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
