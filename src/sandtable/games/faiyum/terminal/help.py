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
        lines.append(Text(drawing.messages.say("terminal.reconstructed"), "dim"))
    where = whereabouts(drawing, card, view)
    if where:
        lines.append(Text(where, style="dim"))
    return Stack(*lines)


def whereabouts(drawing: TerminalRenderer, card: int, view: dict[str, Any]) -> str:
    """Where a card is now."""
    say = drawing.messages.say
    places = []
    for seat in view["seats"]:
        name = drawing.names[seat["seat"]]
        if card in seat["hand"]:
            places.append(say("terminal.at.hand", name=name))
        if card in seat["stack"]:
            depth = list(reversed(seat["stack"])).index(card) + 1
            places.append(say("terminal.at.stack", depth=depth, name=name))
    for slot in view["market"]:
        if slot["card"] == card:
            if slot["price"] is not None:
                places.append(say("terminal.at.market", price=slot["price"]))
            else:
                when = "current" if slot["current"] else "future"
                places.append(say(f"terminal.at.market_{when}"))
    if card in view["to_come"]["draw_pile"]:
        places.append(say("terminal.at.draw_pile"))
    if card in view["to_come"]["final_stack"]:
        places.append(say("terminal.at.final_stack"))
    if card in view["gone"]:
        places.append(say("terminal.at.gone"))
    return say("terminal.at", places=", ".join(places)) if places else ""


def about_space(drawing: TerminalRenderer, name: str, view: dict[str, Any]) -> Text:
    fixed = next(s for s in drawing.board["spaces"] if s["name"] == name)
    space = next(s for s in view["spaces"] if s["name"] == name)
    water = [word for word in ("channel", "lake") if fixed[word]]
    say = drawing.messages.say
    lies = ""
    if water:
        lies = say(f"terminal.space.{water[0] if len(water) == 1 else 'both'}")
    kind = say(f"terminal.kind.{fixed['kind']}")
    text = Text()
    text.append(name, "bold")
    text.append(f": {say('terminal.space.bank', kind=kind, bank=fixed['bank'])}{lies}. ")
    there = contents(drawing, space)
    if there:
        text.append(say("terminal.space.there", things=", ".join(there)))
    else:
        text.append(say("terminal.space.empty"))
    roads = [b if a == name else a for a, b in view["roads"] if name in (a, b)]
    bridges = ["-".join(b["ends"]) for b in view["bridges"] if name in b["ends"]]
    if name in view["dam"]:
        roads.append(say("terminal.space.dam", ends="-".join(view["dam"])))
    if roads:
        text.append(say("terminal.space.roads", places=", ".join(roads)))
    if bridges:
        text.append(say("terminal.space.bridges", places=", ".join(bridges)))
    at = {(s["q"], s["r"]): s for s in drawing.board["spaces"]}
    beside = [at.get((fixed["q"] + dq, fixed["r"] + dr)) for dq, dr in DIRECTIONS]
    names = sorted(s["name"] for s in beside if s is not None and s["bank"] == fixed["bank"])
    text.append(say("terminal.space.beside", names=", ".join(names)))
    return text


def contents(drawing: TerminalRenderer, space: dict[str, Any]) -> list[str]:
    say = drawing.messages.say
    lines = []
    if space["crocodile"]:
        lines.append(say("terminal.on.crocodile"))
    if space["worker"]:
        lines.append(say(f"terminal.on.{space['worker']}"))
    if space["town"]:
        lines.append(say("terminal.on.palace" if space["palace"] else "terminal.on.town"))
    elif space["settlement"]:
        lines.append(say("terminal.on.settlement"))
    if space["workshop"]:
        built = "expansion" if space["expansion"] else "workshop"
        lines.append(say(f"terminal.on.{built}"))
    if space["block_limit"]:
        blocks, limit = space["blocks"], space["block_limit"]
        lines.append(say("terminal.on.blocks", blocks=blocks, limit=limit))
    return lines


def to_come(drawing: TerminalRenderer, view: dict[str, Any]) -> Text:
    """All cards that have not come up yet, in ascending order: their true order is hidden."""
    say = drawing.messages.say
    text = Text()
    for key in ("draw_pile", "final_stack"):
        cards = view["to_come"][key]
        names = ", ".join(drawing.title(card) for card in cards) or say("terminal.no_card")
        text.append(say(f"terminal.pile.{key}", count=len(cards)), "bold")
        text.append(names + ".\n")
    pieces = view["supply"].items()
    supply = ", ".join(say(f"terminal.piece.{word}", count=n) for word, n in pieces)
    text.append(say("terminal.pieces"), "bold")
    text.append(supply + ".")
    return text
