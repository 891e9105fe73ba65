"""A map of the tests' own, so that a test can name its spaces and the real map may change.

Six rows of hexes. Rows a to c are the large peninsula, d to f the small one, and the channel runs
between c and d. A space borders its neighbours in its own row, in the row below the ones with its
own number and one less, in the row above those with its own number and one more: b4 borders b3,
b5, a4, a5, c3 and c4. Between c and d nothing is adjacent.

        1   2   3   4   5   6   7   8   9   10
    a           s   g   w   g   P   w   g   s
     b      O   g   w   s   w   g   w   R   g
      c w   g   s   g   w   g   s   w   g   s      all on the channel; dam c10-d10
      d g   w   g   s   w   g   w   s   w   s      all on the channel
       e w  C   w   g   s   w   g   w   P   g
        f       g   w   g   s   w   g   w   s

w wheat, g grape, s stone; O obelisk (2 blocks), C colossus (3), P pyramids (5 each), R the red
space. On the lake: a3, b2, c1, d1, e1, f3.
"""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum.edition.loading import standard
from sandtable.games.faiyum.game import Faiyum

ROWS = {
    "a": "..sgwgPwgs",
    "b": ".OgwswgwRg",
    "c": "wgsgwgswgs",
    "d": "gwgswgwsws",
    "e": "wCwgswgwPg",
    "f": "..gwgswgws",
}
KINDS = {
    "w": "wheat",
    "g": "grape",
    "s": "stone",
    "O": "obelisk",
    "C": "colossus",
    "P": "pyramid",
    "R": "red",
}
LAKE = ["a3", "b2", "c1", "d1", "e1", "f3"]
BRIDGES = ["c1-d1", "c2-d2", "c4-d3", "c4-d4", "c5-d5", "c6-d6", "c8-d8", "c9-d9"]


def board() -> dict[str, Any]:
    spaces = []
    for r, (row, kinds) in enumerate(ROWS.items()):
        for q, kind in enumerate(kinds):
            name = f"{row}{q + 1}"
            if kind != ".":
                spaces.append(
                    {
                        "name": name,
                        "kind": KINDS[kind],
                        "q": q,
                        "r": r,
                        "bank": "large" if row <= "c" else "small",
                        "channel": row in "cd",
                        "lake": name in LAKE,
                        "source": "reconstructed",
                    }
                )
    return {
        "spaces": spaces,
        "dam": ["c10", "d10"],
        "bridges": [place.split("-") for place in BRIDGES],
    }


def edition() -> dict[str, Any]:
    """The standard edition with this map."""
    data = standard()
    data["name"] = "valley"
    data["board"] = board()
    return data


VALLEY = Faiyum(edition())
