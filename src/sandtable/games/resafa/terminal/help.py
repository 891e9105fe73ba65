"""What there is to say about a card, a tile or a centre of Resafa."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from sandtable.games.resafa.terminal.renderer import TerminalRenderer

ACTIONS = {
    "workshop": "Build a workshop from the offer so that it touches one of yours at a corner.",
    "provisions": "Take any open bonus card, or go a step on any track, or draw a sack card.",
    "garden": "Lay a small or a large garden tile and gain the green bonuses it touches.",
    "production": "Use rooms of two different workshops, and of one more for each back side.",
    "trading": "Move the caravan, then buy or sell, and perhaps found a base.",
    "canal": "Build one of your canal tiles on the water network.",
}


def things(drawing: TerminalRenderer) -> dict[str, dict[str, Any]]:
    """All that has an id, by id."""
    edition = drawing.game.edition
    found: dict[str, dict[str, Any]] = {}
    for section in (
        "centres", "bonus_cards", "special_cards", "sack_cards", "canal_bonus_tiles", "workshops",
        "starting_workshops", "canal_tiles",
    ):  # fmt: skip
        for entry in edition[section]:
            found[entry["id"]] = entry
    return found


def about(drawing: TerminalRenderer, words: str) -> RenderableType | None:
    words = " ".join(words.lower().split())
    if words in ACTIONS:
        return Text(ACTIONS[words])
    every = things(drawing)
    if words in every:
        return one(drawing, every[words])
    same = [e for e in every.values() if words and words in str(e.get("name", "")).lower()]
    return Stack(*[one(drawing, entry) for entry in same[:8]]) if same else None


def one(drawing: TerminalRenderer, entry: dict[str, Any]) -> RenderableType:
    """Name, what it does, and where our knowledge of it comes from."""
    text = Text()
    text.append(f"{entry['id']} {entry.get('name', '')}".rstrip(), "bold")
    if "boxed" in entry:
        text.append(f" ({entry['colour']}, level {entry['level']}, boxed {entry['boxed']} VP)")
    if "text" in entry:
        text.append(f": {entry['text']}")
    elif "front" in entry or "rooms" in entry:
        text.append(f": {drawing.tile_text(entry)}")
    elif "colour" in entry:
        text.append(f": {entry['colour']} trading centre")
    text.append(f" [{entry['source']}]", "dim")
    return text
