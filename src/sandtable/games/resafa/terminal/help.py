"""What there is to say about a card, a tile or a centre of Resafa."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

if TYPE_CHECKING:
    from sandtable.games.resafa.terminal.renderer import TerminalRenderer

ACTIONS = ["workshop", "provisions", "garden", "production", "trading", "canal"]


def things(drawing: TerminalRenderer) -> dict[str, dict[str, Any]]:
    """All that has an id, by id."""
    edition = drawing.game.edition
    entries: dict[str, dict[str, Any]] = {}
    for section in (
        "centres", "bonus_cards", "special_cards", "sack_cards", "canal_bonus_tiles", "workshops",
        "starting_workshops", "canal_tiles",
    ):  # fmt: skip
        for entry in edition[section]:
            entries[entry["id"]] = entry
    return entries


def about(drawing: TerminalRenderer, words: str) -> RenderableType | None:
    words = " ".join(words.lower().split())
    for action in ACTIONS:
        if words in (action, drawing.speech.say(f"action.{action}").lower()):
            return Text(drawing.say(f"terminal.do.{action}"))
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
        colour, level, vp = entry["colour"], entry["level"], entry["boxed"]
        colour = drawing.speech.say(f"colour.{colour}")
        text.append(drawing.say("terminal.card_facts", colour=colour, level=level, vp=vp))
    if "text" in entry:
        text.append(f": {entry['text']}")
    elif "front" in entry or "rooms" in entry:
        text.append(f": {drawing.tile_text(entry)}")
    elif "colour" in entry:
        text.append(drawing.say("terminal.centre_facts", colour=entry["colour"]))
    source = drawing.say(f"terminal.from.{entry['source']}")
    text.append(f" [{source}]", "dim")
    return text
