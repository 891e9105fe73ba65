"""How the choices of Faiyum are grouped and worded at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.games.faiyum.terminal.help import card_named
from sandtable.games.faiyum.text.words import vector
from sandtable.kernel.match import Match
from sandtable.terminal.choices import Group, NumberedChoice

if TYPE_CHECKING:
    from sandtable.games.faiyum.terminal.renderer import TerminalRenderer

#: Groups with a heading, by the word their notations begin with; spaces are grouped by kind.
TITLED = (
    "play",
    "cash",
    "buy",
    "hand",
    "stack",
    "take",
    "remove",
    "road",
    "bridge",
    "pay",
    "gain",
    "administration",
    "pass",
)
#: Groups in which many short choices stand side by side.
FLOWING = {"cash", "space", "road", "bridge", "pay", "gain", "hand", "stack", "number"}

#: The order in which kinds of spaces are listed; other choices of the decision come after them.
KINDS = ["wheat", "grape", "stone", "red", "obelisk", "colossus", "pyramid"]


def groups(drawing: TerminalRenderer, match: Match) -> list[Group]:
    seat = match.current_player
    assert seat is not None
    book = drawing.game.action_space
    view = match.view(seat)
    say = drawing.messages.say
    by_word: dict[str, Group] = {}
    order: dict[str, int] = {}
    for action in match.legal_actions():
        word, item = book.words[action], book.items[action]
        title = say(f"terminal.group.{word}") if word in TITLED else ""
        if word == "space":
            title = say(f"terminal.kind.{drawing.kinds[item]}")
            order[title] = KINDS.index(drawing.kinds[item])
        group = by_word.setdefault(f"{word} {title}", Group(title, [], word in FLOWING))
        label, note = _words(drawing, match, view, action, word, item)
        group.choices.append(NumberedChoice(action, book.notation(action), label, note))
    return sorted(by_word.values(), key=lambda group: order.get(group.title, len(KINDS)))


def _words(
    drawing: TerminalRenderer, match: Match, view: dict[str, Any], action: int, word: str, item: str
) -> tuple[str, str]:
    """Label and note of a choice."""
    say = drawing.messages.say
    me = view["seats"][view["seat"]]
    card = card_named(drawing, item) if word in ("play", "cash", "buy", "take", "remove") else None
    if card is not None:
        text: str = drawing.cards[card]["text"]
        if word == "play":
            if drawing.cards[card]["family"] == "papyrus" and me["stack"]:
                text += say("terminal.now", card=drawing.title(me["stack"][-1]))
            return drawing.title_with_count(card, me["hand"]), text
        if word == "cash":
            return drawing.title_with_count(card, me["hand"]), ""
        if word == "buy":
            price = next(slot["price"] for slot in view["market"] if slot["card"] == card)
            return say("terminal.for", card=drawing.title(card), price=price), text
        return drawing.title(card), text
    label = match.action_text(action)
    if word in ("space", "road", "bridge"):
        return item, ""
    codes = drawing.faiyum.codes
    if word == "pay":
        return vector(drawing.messages, codes.payments[action - codes.pay]), ""
    if word == "gain":
        return vector(drawing.messages, codes.gains[action - codes.gain]), ""
    if word == "stack":
        stack = list(reversed(me["stack"]))
        return say("terminal.depth", card=drawing.title(stack[int(item) - 1]), depth=item), ""
    if word == "hand":
        return drawing.title_with_count(card_named(drawing, item) or 0, me["hand"]), ""
    if word == "number":
        return effect(drawing, match, view, action), ""
    if word == "administration":
        return say("terminal.do_it"), administration(drawing, match, me)
    if word == "pass":
        return say("terminal.do_it"), say("terminal.out")
    return label, ""


def administration(drawing: TerminalRenderer, match: Match, me: dict[str, Any]) -> str:
    income = max(0, 3 - len(me["hand"]))
    back = min(3, len(me["stack"]))
    alone = "yes" if match.players == 1 else "no"
    return drawing.messages.say("terminal.administration", income=income, back=back, alone=alone)


def effect(drawing: TerminalRenderer, match: Match, view: dict[str, Any], action: int) -> str:
    """What a choice gives and takes at once. Tried out on a match that knows no more than the
    seat does."""
    say = drawing.messages.say
    seat: int = view["seat"]
    trial = match.resample(seat, "preview")
    trial.apply(action)
    before, after = view["seats"][seat], trial.view(seat)["seats"][seat]
    parts = []
    for word, sign in (("money", "$"), ("reputation", "")):
        change = after[word] - before[word]
        if change:
            way = "+" if change > 0 else "-"
            if word == "money":
                parts.append(f"{way}{sign}{abs(change)}")
            else:
                parts.append(say("terminal.change.reputation", sign=way, amount=abs(change)))
    for word, amount in after["resources"].items():
        change = amount - before["resources"][word]
        if change:
            name = say(f"resource.{word}")
            parts.append(say("terminal.change.resource", change=f"{change:+d}", resource=name))
    cards = len(after["hand"]) - len(before["hand"])
    if cards:
        way = "+" if cards > 0 else "-"
        parts.append(say("terminal.change.cards", sign=way, count=abs(cards)))
    return "(" + (", ".join(parts) or say("terminal.change.none")) + ")"
