"""The little pictures on the map of Faiyum, drawn from simple shapes.

Each is an SVG fragment around the origin, in units of which a hex measures 100 from its centre to
a corner. Light falls from the west: left faces are bright, right faces dark.
"""

from __future__ import annotations

INK = "#3b2a1a"


def polygon(points: str, fill: str, stroke: str = INK, width: float = 2.5) -> str:
    return (
        f'<polygon points="{points}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="{width}" stroke-linejoin="round"/>'
    )


def path(d: str, fill: str = "none", stroke: str = INK, width: float = 2.5) -> str:
    return (
        f'<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{width}" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, turn: float = 0) -> str:
    turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"{turned}/>'


def shadow(x: float, y: float, rx: float, ry: float) -> str:
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="#2a1a08" '
        'fill-opacity="0.2"/>'
    )


def group(inner: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    moves = [f"translate({x:g} {y:g})"]
    if turn:
        moves.append(f"rotate({turn:g})")
    if scale != 1:
        moves.append(f"scale({scale:g})")
    return f'<g transform="{" ".join(moves)}">{inner}</g>'


def wheat() -> str:
    ear = path("M0,40 C-1,15 0,0 0,-16", stroke="#8a5c12", width=3.5)
    for n, y in enumerate((-2, -13, -24)):
        shade = ("#d99a1c", "#e3a824", "#edb630")[n]
        for s in (-1, 1):
            ear += (
                f'<path d="M0,{y + 8} C{s * 3},{y - 1} {s * 6},{y - 7} {s * 13},{y - 11} '
                f'C{s * 14},{y - 1} {s * 9},{y + 6} 0,{y + 8} Z" fill="{shade}" '
                'stroke="#7a4d0b" stroke-width="1.8"/>'
            )
    ear += (
        '<path d="M0,-20 C-8,-30 -5,-40 0,-46 C5,-40 8,-30 0,-20 Z" fill="#f3c441" '
        'stroke="#7a4d0b" stroke-width="1.8"/>'
    )
    fan = "".join(f'<g transform="rotate({turn} 0 44)">{ear}</g>' for turn in (-27, 27, 0))
    return fan + path("M-10,27 Q0,33 10,27", stroke="#a5352a", width=5.5)


def grape() -> str:
    leaf = path(
        "M4,-28 C10,-44 26,-46 40,-40 C37,-36 40,-30 44,-26 C34,-22 30,-16 22,-14 "
        "C16,-16 8,-20 4,-28 Z",
        "#5d8c3a",
        "#35561f",
        2,
    ) + path("M6,-27 C16,-28 26,-32 34,-36", stroke="#35561f", width=1.6)
    stem = path("M0,-24 C0,-34 -4,-42 -12,-46", stroke="#5c4020", width=4)
    berries = ""
    for y, xs in (
        (-16, (-21, 0, 21)),
        (2, (-12, 11)),
        (1, (-30, 30)),
        (19, (-20, 1, 21)),
        (35, (-9, 11)),
        (49, (1,)),
    ):
        for x in xs:
            berries += (
                f'<circle cx="{x}" cy="{y - 4}" r="11.5" fill="#6d3a86" stroke="#3a1a4d" '
                'stroke-width="2"/>'
            ) + ellipse(x - 4, y - 8, 3.2, 2.4, "#b98acb", -30)
    return stem + leaf + group(berries, 0, 0, 0.82)


def block(x: float, y: float) -> str:
    """A dressed stone seen from above its left edge."""
    return group(
        polygon("-26,0 4,8 4,28 -26,20", "#d8cfbe", "#5e5546", 2.2)
        + polygon("4,8 28,-1 28,19 4,28", "#a89d88", "#5e5546", 2.2)
        + polygon("-26,0 -2,-9 28,-1 4,8", "#efe8d9", "#5e5546", 2.2),
        x,
        y,
    )


def stone() -> str:
    return (
        block(22, -4)
        + block(-22, 6)
        + block(4, -27)
        + path("M-34,42 l7,-6 8,2 3,7 z M30,36 l5,-5 8,4 -2,6 z", "#bdb29c", "#5e5546", 1.8)
    )


def crocodile() -> str:
    back = "".join(
        f'<path d="M{x},{y} l4,-7 4,6 z" fill="#2c5b2c"/>'
        for x, y in ((-6, -9), (3, -10), (12, -9), (21, -5), (30, -3))
    )
    body = path(
        "M-50,5 C-50,1 -46,-1 -42,-1 C-35,-2 -29,-4 -25,-8 C-23,-13 -15,-13 -13,-8 "
        "C-2,-12 14,-11 22,-5 C31,0 42,-3 52,-14 C52,-1 43,9 29,10 L25,10 L30,17 L20,17 "
        "L15,11 L-3,11 L1,18 L-9,18 L-14,10 C-26,11 -42,11 -50,5 Z",
        "#5f9a4a",
        "#1f3f1f",
        2.4,
    )
    mouth = path("M-48,5 C-40,3 -32,5 -24,2", stroke="#1f3f1f", width=1.8)
    teeth = path("M-42,4 l2,4 2,-4 M-34,4 l2,4 2,-4", "#fffbe8", "#fffbe8", 0.8)
    eye = '<circle cx="-19" cy="-7" r="3.2" fill="#f7e36b"/><circle cx="-19.6" cy="-7" r="1.5"/>'
    belly = path("M-14,10 C-4,6 10,7 22,8", stroke="#a9c98a", width=2.4)
    return back + body + belly + mouth + teeth + eye


def pyramid() -> str:
    courses = "".join(
        f'<path d="M{-14 - 14 * n},{-26 + 19 * n} L{4 + 4 * n - 1},{-22 + 21 * n} '
        f'L{13 + 13 * n},{-27 + 19 * n}" fill="none" stroke="#8a6a2e" stroke-width="1.6" '
        'opacity="0.75"/>'
        for n in range(4)
    )
    return (
        shadow(22, 46, 58, 9)
        + polygon("0,-50 -66,40 16,52", "#f6d98a", "#6e5120", 2.8)
        + polygon("0,-50 16,52 62,36", "#bd9147", "#6e5120", 2.8)
        + courses
        + polygon("0,-50 -13,-32 3,-30", "#fff4c9", "#6e5120", 2)
        + polygon("0,-50 3,-30 13,-33", "#e0b65c", "#6e5120", 2)
    )


def obelisk() -> str:
    signs = "".join(
        path(d, stroke="#7d5a2a", width=2)
        for d in (
            "M-9,-22 h8",
            "M-5,-14 a3.5,3.5 0 1 0 .1,0",
            "M-10,2 l4,-5 5,5",
            "M-10,11 h9",
            "M-6,18 v8 M-10,22 h8",
        )
    )
    return (
        shadow(16, 52, 44, 8)
        + polygon("-26,42 26,42 30,54 -30,54", "#cdb184", "#6e5120")
        + polygon("-14,42 -10,-46 3,-46 3,42", "#f3dfb2", "#6e5120")
        + polygon("3,42 3,-46 10,-46 14,42", "#c39b5f", "#6e5120")
        + polygon("-10,-46 0,-66 3,-46", "#fff1c0", "#6e5120")
        + polygon("3,-46 0,-66 10,-46", "#d9aa4c", "#6e5120")
        + signs
    )


def colossus() -> str:
    return (
        shadow(12, 55, 50, 8)
        + polygon("-34,46 34,46 38,57 -38,57", "#cdb184", "#6e5120")
        # The throne, then the sitting king: legs, lap, trunk, arms, head with its cloth.
        + polygon("-4,46 -4,-2 32,-2 32,46", "#c39b5f", "#6e5120")
        + path("M-28,46 L-28,12 Q-28,4 -20,4 L14,4 L14,20 L-8,20 L-8,46 Z", "#efd7a4", "#6e5120")
        + path("M-18,46 L-18,22", stroke="#a8854c", width=2)
        + path("M-14,4 L-16,-22 Q-14,-30 0,-30 Q18,-30 20,-20 L18,4 Z", "#f3dfb2", "#6e5120")
        + path("M10,-22 C14,-12 12,-4 6,0 L-16,2", stroke="#a8854c", width=3)
        + path(
            "M-14,-26 C-18,-34 -16,-62 0,-63 C16,-62 20,-42 18,-24 L8,-22 L4,-34 L-8,-34 L-8,-24 Z",
            "#e3b64f",
            "#6e5120",
        )
        + path("M-11,-50 Q-11,-32 -2,-31 Q8,-32 8,-50 Q-2,-56 -11,-50 Z", "#efd7a4", "#6e5120", 2)
        + path("M-7,-44 h4 M2,-44 h4 M-4,-37 q3,2 6,0", stroke="#6e5120", width=1.8)
        + path("M-2,-31 v8", stroke="#a8854c", width=4)
        + path("M14,-52 l4,3 M17,-42 l3,2 M17,-32 l3,1", stroke="#8a6a2e", width=2)
    )


def settlement() -> str:
    """The mud-brick houses of the first settlement."""
    return (
        shadow(8, 40, 60, 9)
        + polygon("4,38 4,-16 50,-16 54,38", "#e9a06a", "#5a1f12")
        + polygon("0,-16 0,-25 54,-25 54,-16", "#f6c08b", "#5a1f12")
        + polygon("-52,40 -48,-2 12,-2 16,40", "#f4b27c", "#5a1f12")
        + polygon("-53,-2 -53,-12 17,-12 17,-2", "#fbd2a2", "#5a1f12")
        + polygon("-34,-12 -32,-40 -4,-40 -2,-12", "#e9a06a", "#5a1f12")
        + polygon("-36,-40 -36,-48 0,-48 0,-40", "#fbd2a2", "#5a1f12")
        + path("M-28,40 v-20 q8,-8 16,0 v20 z", "#5a1f12", "#5a1f12", 1)
        + path("M-2,12 h8 v9 h-8 z M-23,-31 h8 v10 h-8 z M26,2 h9 v11 h-9 z", "#7c2f1c", width=0)
    )


def palm() -> str:
    leaf = "C{0},-58 {1},-54 {2},-38 C{3},-46 {4},-48 0,-46 Z"
    crown = ""
    for values in ((12, 30, 36, 26, 12), (-12, -30, -36, -26, -12)):
        crown += path("M0,-48 " + leaf.format(*values), "#4f7f35", "#2d4d1d", 1.6)
    for d in (
        "M0,-48 C8,-66 26,-66 36,-58 C22,-58 10,-54 0,-46 Z",
        "M0,-48 C-8,-66 -26,-66 -36,-58 C-22,-58 -10,-54 0,-46 Z",
        "M0,-48 C-4,-62 2,-72 12,-76 C8,-66 6,-56 2,-46 Z",
        "M0,-48 C6,-40 16,-30 16,-20 C8,-30 2,-38 0,-46 Z",
        "M0,-48 C-6,-40 -16,-30 -16,-20 C-8,-30 -2,-38 0,-46 Z",
    ):
        crown += path(d, "#629641", "#2d4d1d", 1.6)
    return (
        shadow(8, 2, 26, 5)
        + path("M-4,0 C-2,-16 -6,-34 -2,-48 L4,-48 C2,-32 4,-14 6,0 Z", "#a9793f", "#553818", 2)
        + path("M-2,-10 h6 M-2,-20 h5 M-2,-30 h5", stroke="#553818", width=1.4)
        + crown
    )


def boat() -> str:
    return (
        path("M-62,20 q16,8 32,0 q16,-8 32,0 q16,8 32,0 q14,-7 26,0", stroke="#e8f6f0", width=3)
        + path("M-46,4 C-30,18 26,18 46,-2 C40,24 -34,26 -46,4 Z", "#8a5a2b", "#41260f")
        + path("M2,8 L4,-68", stroke="#41260f", width=3.5)
        + path("M6,-66 C30,-48 40,-24 42,-6 L6,2 Z", "#fbf2da", "#41260f")
        + path("M0,-60 C-12,-40 -18,-20 -20,2 L0,4 Z", "#ecdcb4", "#41260f")
    )


def reeds() -> str:
    out = ""
    for x, top, lean in ((-16, -30, -6), (-8, -44, -2), (0, -36, 2), (9, -48, 5), (17, -30, 8)):
        out += path(f"M{x},4 Q{x},{top / 2} {x + lean},{top}", stroke="#4d7a34", width=3)
        out += ellipse(x + lean, top - 4, 3.2, 9, "#7b5426", lean)
    return out


def dune() -> str:
    return path(
        "M-90,12 C-60,-10 -30,-22 0,-22 C30,-20 60,-4 92,12 C60,6 30,2 6,8 C-20,2 -60,6 -90,12 Z",
        "#e3bd7c",
        "#c99c58",
        2,
    ) + path("M0,-22 C14,-12 14,-2 6,8", stroke="#c99c58", width=2)


def islet() -> str:
    return (
        path(
            "M-70,4 C-60,-14 -20,-20 6,-16 C40,-20 72,-6 68,8 C50,22 -52,22 -70,4 Z",
            "#f3dfae",
            "#b8e2d2",
            7,
        )
        + path("M-44,2 C-30,-10 20,-12 44,2 C24,10 -30,10 -44,2 Z", "#a9c472", "#7f9f4e", 2)
        + group(palm(), -12, 2, 0.8, -6)
        + group(palm(), 14, 4, 0.65, 8)
    )


def fish() -> str:
    return (
        path(
            "M-22,0 C-12,-13 8,-12 16,-1 L28,-9 L26,9 L16,2 C8,12 -12,12 -22,0 Z",
            "#8fc3bd",
            "#2c6a72",
            2,
        )
        + '<circle cx="-13" cy="-2" r="2" fill="#1d4a52"/>'
    )


ICONS = {
    "wheat": wheat,
    "grape": grape,
    "stone": stone,
    "pyramid": pyramid,
    "obelisk": obelisk,
    "colossus": colossus,
    "red": settlement,
    "crocodile": crocodile,
    "palm": palm,
    "boat": boat,
    "reeds": reeds,
    "dune": dune,
    "fish": fish,
    "islet": islet,
}
