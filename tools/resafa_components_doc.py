"""Writes docs/resafa-components.md: every component of the standard edition with its source."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.edition.loading import load, standard
from sandtable.games.resafa.effects.language import COLOURS, HELD, ITEMS
from sandtable.games.resafa.text import effects as describe
from sandtable.games.resafa.text.words import PACKAGE
from sandtable.kernel.messages import ENGLISH, catalog

#: The page is in English.
EN = catalog(PACKAGE, ENGLISH)

TARGET = Path(__file__).resolve().parent.parent / "docs" / "resafa-components.md"
THIRDS = ["N1", "N2", "N3", "E1", "E2", "E3", "S1", "S2", "S3", "W1", "W2", "W3"]
ROMAN = ["", "I", "II", "III"]

INTRO = """# Resafa: every component and where it comes from

Made from the standard edition by `python tools/resafa_components_doc.py`; do not edit by hand.

**rulebook**: stated in the rulebook's text. **seen**: shown in other public material.
**reconstructed**: our own, made to fit what is known and to the scale of the known pieces.
Where parts of an entry have another source, they follow in brackets. The words of effects are
explained in [the effect language](resafa-effects.md); `sandtable edition export resafa FILE` writes
the data itself.
"""


def source(entry: dict[str, Any]) -> str:
    others = [f"{path} {other}" for path, other in entry.get("except", {}).items()]
    return f"{entry['source']} ({', '.join(others)})" if others else str(entry["source"])


def table(heads: list[str], rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(str(cell).replace("|", "/") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def gain(data: dict[str, int]) -> str:
    return describe.amounts(EN, [data.get(item, 0) for item in ITEMS])


def cost(data: dict[str, int]) -> str:
    return (
        "free" if not data else describe.amounts(EN, [data.get(item, 0) for item in ITEMS[:HELD]])
    )


def green(data: dict[str, dict[str, int]]) -> str:
    return ", ".join(f"{THIRDS[int(third)]} {gain(what)}" for third, what in data.items())


def map_section(edition: dict[str, Any], c: Components) -> list[str]:
    centres = [[e["name"], e["colour"], source(e)] for e in edition["centres"]]
    roads = [[" - ".join(e["joins"]), source(e)] for e in edition["roads"]]
    return [
        "## Map\nEvery road segment costs 1 coin.\n",
        table(["centre", "colour", "source"], centres),
        table(["road segment joins", "source"], roads),
    ]


def side_section(edition: dict[str, Any], c: Components, name: str) -> list[str]:
    data = edition["sides"][name]
    cells: list[list[object]] = []
    for e in data["cells"]:
        marks = []
        if "discount" in e:
            marks.append(f"{cost(e['discount'])} less")
        if "water" in e:
            marks.append(f"source at the {e['water']}")
        if e.get("palm"):
            marks.append("palm")
        cells.append([e["id"], e["vp"], ", ".join(marks), source(e)])
    side = c.sides[0 if name == "1-2" else 1]
    bases: list[list[object]] = []
    for e in data["bases"]:
        space = c.centre_ids.index(e["centre"]) * 4 + int(e["id"].rpartition("-")[2]) - 1
        players = f"{e['players']} players only" if "players" in e else ""
        bases.append(
            [e["id"], e["token"], describe.parts(EN, side.base_do[space]), players, source(e)]
        )
    return [
        f"## Main board, side for {name} players\n",
        f"Network of {data['columns']} columns and 5 rows, tanks below: {source(data)}.\n",
        table(["cell", "VP", "marks", "source"], cells),
        table(["base space", "token", "bonus", "", "source"], bases),
    ]


def canal_section(edition: dict[str, Any], c: Components) -> list[str]:
    setup = [
        [e["id"], ", ".join(e["1-2"]), ", ".join(e["3-4"]), source(e)]
        for e in edition["canal_setup_cards"]
    ]
    bonus = [
        [e["id"], e["name"], describe.parts(EN, c.canal_bonus_do[i]), source(e)]
        for i, e in enumerate(edition["canal_bonus_tiles"])
    ]
    tiles: list[list[object]] = []
    for e in edition["canal_tiles"]:
        faces = [
            f"{face['shape']}, {face['blue']} blue VP, {cost(face['cost'])}"
            for face in (e["front"], e["back"])
        ]
        tiles.append([e["id"], *faces, source(e)])
    return [
        "## Canals\nA set-up card names the cells that get a random canal bonus tile.\n",
        table(["set-up card", "side 1-2", "side 3-4", "source"], setup),
        table(["canal bonus tile", "name", "effect", "source"], bonus),
        table(["canal tile", "front", "back", "source"], tiles),
    ]


def trading_section(edition: dict[str, Any], c: Components) -> list[str]:
    rows: list[list[object]] = []
    for i, e in enumerate(edition["trading_tiles"]):
        for side in range(2):
            face = i * 2 + side
            data = e["ab"[side]]
            sale = {"coin": data["sell"].get("coin", 0), "vp": data["sell"].get("vp", 0)}
            rows.append(
                [
                    f"{e['id']} {'AB'[side]}",
                    f"{data['sell']['item']}: {gain(sale)} each",
                    describe.parts(EN, c.sell_bonus[face]),
                    f"{data['buy']['item']}: {describe.amount(EN, 0, data['buy']['coin'])} each",
                    describe.parts(EN, c.buy_bonus[face]),
                    source(e) if side == 0 else "",
                ]
            )
    return [
        "## Trading tiles\nOf the red tiles four lie with side A up, of the blue three.\n",
        table(["tile", "sale", "bonus", "purchase", "bonus", "source of both sides"], rows),
    ]


def workshop_section(edition: dict[str, Any], c: Components) -> list[str]:
    starting = [
        [
            e["id"],
            " / ".join(p.priced_text(EN) for p in c.rooms[i * 2]),
            green(e["green"]),
            source(e),
        ]
        for i, e in enumerate(edition["starting_workshops"])
    ]
    parts = [
        "## Workshops\nGreen bonuses by third of an edge, clockwise from N1 in the north-west.\n",
        table(["starting tile", "rooms", "green bonuses", "source"], starting),
    ]
    rows: list[list[object]] = []
    for i, e in enumerate(edition["workshops"], len(starting)):
        rooms = [" / ".join(p.priced_text(EN) for p in c.rooms[i * 2 + side]) for side in range(2)]
        rows.append(
            [
                e["id"],
                e["name"],
                rooms[0],
                green(e["front"]["green"]),
                rooms[1],
                green(e["back"]["green"]),
                source(e),
            ]
        )
    heads = ["tile", "name", "rooms", "green bonuses", "back", "green bonuses", "source"]
    gardens = [
        [e["id"], e["count"], f"{e['thirds']}/3", cost(e["cost"]), source(e)]
        for e in edition["garden_tiles"]
    ]
    parts += [table(heads, rows), "## Garden tiles\n"]
    return [*parts, table(["size", "number", "of a square", "cost", "source"], gardens)]


def action_section(edition: dict[str, Any], c: Components) -> list[str]:
    rows: list[list[object]] = []
    for e in edition["action_sets"]:
        for card in e["cards"]:
            halves = [f"{card['actions'][i]} {card['colours'][i]}" for i in range(2)]
            rows.append([e["letter"], card["id"], *halves, source(card)])
    return ["## Action cards\n", table(["set", "card", "one half", "other half", "source"], rows)]


def card_sections(edition: dict[str, Any], c: Components) -> list[str]:
    bonus: list[list[object]] = []
    for i, e in enumerate(edition["bonus_cards"]):
        stacks = ", ".join(
            f"{copies['count']} × {copies['colour']} {ROMAN[copies['level']]}"
            for copies in e["copies"]
        )
        effect = describe.parts(EN, c.bonus_do[i])
        if c.bonus_need[i]:
            effect = f"needs {describe.need(EN, c.bonus_need[i])}: {effect}"
        bonus.append([e["id"], e["name"], e["when"], effect, stacks, source(e)])
    special: list[list[object]] = []
    for i, e in enumerate(edition["special_cards"]):
        effects = [describe.parts(EN, c.special_do[i])] if c.special_do[i] else []
        effects += [one.text(EN) for one in c.always[i]]
        effects += [f"end: {describe.parts(EN, c.end[i])}"] if c.end[i] else []
        if c.mains[i]:
            pair = c.yellow_pair[i]
            what = "any action" if pair < 0 else " or ".join(e["actions"])
            effects.insert(0, what if c.mains[i] == 1 else "two different actions")
        level = f"{COLOURS[c.special_colour[i]]} {ROMAN[c.special_level[i]]}"
        special.append([e["id"], level, e["name"], c.boxed[i], "; ".join(effects), source(e)])
    sacks = [
        [e["id"], e["name"], describe.parts(EN, c.sack_do[i]), source(e)]
        for i, e in enumerate(edition["sack_cards"])
    ]
    return [
        "## Bonus cards\nThree copies of each effect; `when` names the action a card goes with.\n",
        table(["card", "name", "when", "effect", "copies", "source"], bonus),
        "## Special cards\nThe boxed VP are scored at the end.\n",
        table(["card", "stack", "name", "boxed", "effect", "source"], special),
        "## Sack cards\n",
        table(["card", "name", "effect", "source"], sacks),
    ]


def solo_section(edition: dict[str, Any], c: Components) -> list[str]:
    rows: list[list[object]] = []
    for e in edition["solo_cards"]:
        halves = "palms " + ", ".join(e["palms"]) if "palms" in e else ""
        if "upper" in e:
            upper, lower = e["upper"], e["lower"]
            halves = f"{upper['action']} {upper['colour']} / {lower['action']} {lower['colour']}"
        rows.append(
            [
                e["id"],
                halves,
                e["arrow"],
                e["colour_action"],
                e["workshop"],
                e["provisions"],
                e["canal"],
                e["red"],
                ", ".join(e["centres"]),
                source(e),
            ]
        )
    heads = ["card", "upper / lower", "arrow", "colour", "workshop", "provisions", "canal", "red"]
    return ["## Solo cards\n", table([*heads, "centres", "source"], rows)]


def table_section(edition: dict[str, Any], c: Components) -> list[str]:
    rows: list[list[object]] = []
    for e in edition["tables"]:
        values: list[str] = []
        for key, value in e.items():
            if key in ("id", "source", "except"):
                continue
            if key == "rewards":
                value = "; ".join(describe.parts(EN, reward) for reward in c.garden_rewards)
            elif isinstance(value, dict):
                value = gain(value)
            elif key == "rounds" and isinstance(value[0], dict):
                value = ", ".join(gain(one) for one in value)
            elif isinstance(value, list):
                value = ", ".join(str(one) for one in value)
            values.append(f"{key} {value}")
        rows.append([e["id"].replace("_", " "), "; ".join(values), source(e)])
    return ["## Tables of the boards\n", table(["table", "values", "source"], rows)]


def page() -> str:
    """The whole page."""
    edition = standard()
    c = load(edition)
    parts = [INTRO, *map_section(edition, c)]
    for name in ("1-2", "3-4"):
        parts += side_section(edition, c, name)
    for section in (
        canal_section,
        trading_section,
        workshop_section,
        action_section,
        card_sections,
        solo_section,
        table_section,
    ):
        parts += section(edition, c)
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
