"""What there is to say about a card, a space or the cards to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.text import Text

from sandtable.games.faiyum.board import DIRECTIONS
from sandtable.games.faiyum.constants import STARTING_NAMES

if TYPE_CHECKING:
    from sandtable.games.faiyum.terminal.renderer import TerminalRenderer


def card_named(drawing: TerminalRenderer, words: str) -> int | None:
    """The card with that number, name or notation."""
    words = " ".join(words.lower().split())
    if words in STARTING_NAMES:
        return STARTING_NAMES[words]
    if words.isdecimal() and int(words) in drawing.cards:
        return int(words)
    for card, data in drawing.cards.items():
        if words == data["name"].lower() or words == drawing.title(card).lower():
            return card
    return None


def about(drawing: TerminalRenderer, words: str, view: dict[str, Any]) -> RenderableType | None:
    words = " ".join(words.lower().split())
    card = card_named(drawing, words)
    if card is not None:
        same = [
            number
            for number, data in drawing.cards.items()
            if data["name"] == drawing.cards[card]["name"] and number != card
        ]
        shown = [card, *same] if not words.isdecimal() else [card]
        return Stack(*[about_card(drawing, number, view) for number in shown])
    if words in drawing.kinds:
        return about_space(drawing, words, view)
    begun = [n for n, data in drawing.cards.items() if words and words in data["name"].lower()]
    if begun:
        return Stack(*[about_card(drawing, number, view) for number in begun])
    return None


def about_card(drawing: TerminalRenderer, card: int, view: dict[str, Any]) -> RenderableType:
    data = drawing.cards[card]
    lines = [Text(drawing.title(card), style="bold"), Text(data["text"])]
    if data.get("source") == "reconstructed":
        lines.append(Text("(The printed text is not known; this one is reconstructed.)", "dim"))
    where = whereabouts(drawing, card, view)
    if where:
        lines.append(Text(where, style="dim"))
    return Stack(*lines)


def whereabouts(drawing: TerminalRenderer, card: int, view: dict[str, Any]) -> str:
    """Where a card is now."""
    places = []
    for seat in view["seats"]:
        name = drawing.names[seat["seat"]]
        if card in seat["hand"]:
            places.append(f"in the hand of {name}")
        if card in seat["stack"]:
            depth = list(reversed(seat["stack"])).index(card) + 1
            places.append(f"card {depth} of {name}'s stack")
    for slot in view["market"]:
        if slot["card"] == card:
            price = f" for ${slot['price']}" if slot["price"] is not None else ""
            when = "current" if slot["current"] else "future"
            places.append(f"in the {when} market{price}")
    if card in view["to_come"]["draw_pile"]:
        places.append("in the draw pile")
    if card in view["to_come"]["final_stack"]:
        places.append("in the final stack")
    if card in view["gone"]:
        places.append("out of the game")
    return f"Now {', '.join(places)}." if places else ""


def about_space(drawing: TerminalRenderer, name: str, view: dict[str, Any]) -> Text:
    fixed = next(s for s in drawing.board["spaces"] if s["name"] == name)
    space = next(s for s in view["spaces"] if s["name"] == name)
    water = [word for word in ("channel", "lake") if fixed[word]]
    lies = f", on the {' and the '.join(water)}" if water else ""
    text = Text()
    text.append(name, "bold")
    text.append(f": {fixed['kind']}, {fixed['bank']} bank{lies}. ")
    there = contents(space)
    text.append(f"There: {', '.join(there)}. " if there else "Empty. ")
    roads = [b if a == name else a for a, b in view["roads"] if name in (a, b)]
    bridges = ["-".join(b["ends"]) for b in view["bridges"] if name in b["ends"]]
    if name in view["dam"]:
        roads.append("-".join(view["dam"]) + " (dam)")
    if roads:
        text.append(f"Roads to {', '.join(roads)}. ")
    if bridges:
        text.append(f"Bridges: {', '.join(bridges)}. ")
    at = {(s["q"], s["r"]): s for s in drawing.board["spaces"]}
    beside = [at.get((fixed["q"] + dq, fixed["r"] + dr)) for dq, dr in DIRECTIONS]
    names = sorted(s["name"] for s in beside if s is not None and s["bank"] == fixed["bank"])
    text.append(f"Beside it: {', '.join(names)}.")
    return text


def contents(space: dict[str, Any]) -> list[str]:
    found = []
    if space["crocodile"]:
        found.append("a crocodile")
    if space["worker"]:
        found.append("a worker" if space["worker"] == "upright" else "a worker lying down")
    if space["town"]:
        found.append("a town with a palace" if space["palace"] else "a town")
    elif space["settlement"]:
        found.append("a settlement")
    if space["workshop"]:
        found.append("a workshop" + (" with an expansion" if space["expansion"] else ""))
    if space["block_limit"]:
        found.append(f"{space['blocks']} of {space['block_limit']} blocks")
    return found


def to_come(drawing: TerminalRenderer, view: dict[str, Any]) -> Text:
    """All cards that have not come up yet; their order is anybody's guess."""
    text = Text()
    for title, key in (("In the draw pile", "draw_pile"), ("In the final stack", "final_stack")):
        cards = view["to_come"][key]
        names = ", ".join(drawing.title(card) for card in cards) or "no card"
        text.append(f"{title} ({len(cards)}): ", "bold")
        text.append(names + ".\n")
    supply = ", ".join(f"{n} {word.replace('_', ' ')}" for word, n in view["supply"].items())
    text.append("Pieces left: ", "bold")
    text.append(supply + ".")
    return text
