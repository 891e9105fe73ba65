"""How the choices of Faiyum are grouped and worded at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.games.faiyum.terminal.help import card_named
from sandtable.kernel.match import Match
from sandtable.terminal.choices import Group, NumberedChoice

if TYPE_CHECKING:
    from sandtable.games.faiyum.terminal.renderer import TerminalRenderer

#: The heading of a group, by the word its notations begin with; spaces are grouped by kind.
TITLES = {
    "play": "Play a card",
    "cash": "Put a card down for $2",
    "buy": "Buy a card",
    "hand": "From your hand",
    "stack": "From your stack",
    "take": "From the market",
    "remove": "From the market",
    "road": "Roads",
    "bridge": "Bridges",
    "pay": "Pay",
    "gain": "Gain",
    "administration": "Administration",
    "pass": "Pass",
}
#: Groups in which many short choices stand side by side.
FLOWING = {"cash", "space", "road", "bridge", "pay", "gain", "hand", "stack", "number"}

#: The order in which kinds of spaces are listed; other choices of the decision come after them.
KINDS = ["wheat", "grape", "stone", "red", "obelisk", "colossus", "pyramid"]


def groups(drawing: TerminalRenderer, match: Match) -> list[Group]:
    seat = match.current_player
    assert seat is not None
    book = drawing.game.action_space
    view = match.view(seat)
    found: dict[str, Group] = {}
    for action in match.legal_actions():
        word, item = book.words[action], book.items[action]
        title = TITLES.get(word, "")
        if word == "space":
            title = drawing.kinds[item]
        group = found.setdefault(f"{word} {title}", Group(title, [], word in FLOWING))
        label, note = _words(drawing, match, view, action, word, item)
        group.choices.append(NumberedChoice(action, book.notation(action), label, note))
    return sorted(found.values(), key=_place)


def _place(group: Group) -> int:
    return KINDS.index(group.title) if group.title in KINDS else len(KINDS)


def _words(
    drawing: TerminalRenderer, match: Match, view: dict[str, Any], action: int, word: str, item: str
) -> tuple[str, str]:
    """Label and note of a choice."""
    me = view["seats"][view["seat"]]
    card = card_named(drawing, item) if word in ("play", "cash", "buy", "take", "remove") else None
    if card is not None:
        text: str = drawing.cards[card]["text"]
        if word == "play":
            if drawing.cards[card]["family"] == "papyrus" and me["stack"]:
                text += f" Now: {drawing.title(me['stack'][-1])}."
            return drawing.title_with_count(card, me["hand"]), text
        if word == "cash":
            return drawing.title_with_count(card, me["hand"]), ""
        if word == "buy":
            price = next(slot["price"] for slot in view["market"] if slot["card"] == card)
            return f"{drawing.title(card)} for ${price}", text
        return drawing.title(card), text
    label = match.action_text(action)
    if word in ("space", "road", "bridge"):
        return item, ""
    if word in ("pay", "gain"):
        return label.partition(" ")[2], ""
    if word == "stack":
        stack = list(reversed(me["stack"]))
        return f"{drawing.title(stack[int(item) - 1])} (card {item})", ""
    if word == "hand":
        return drawing.title_with_count(card_named(drawing, item) or 0, me["hand"]), ""
    if word == "number":
        return effect(match, view, action), ""
    if word == "administration":
        return "Do it", administration(match, me)
    if word == "pass":
        return "Do it", "You are out, and take the best disaster that is left."
    return label, ""


def administration(match: Match, me: dict[str, Any]) -> str:
    income = max(0, 3 - len(me["hand"]))
    back = min(3, len(me["stack"]))
    rising = "$1, $2, $3 and so on" if match.players == 1 else "$1 each"
    cards = f"{back} card{'' if back == 1 else 's'}"
    return (
        f"${income} income, up to 2 workers home for $1 each, {cards} back from your stack, "
        f"more for {rising}; then the market changes."
    )


def effect(match: Match, view: dict[str, Any], action: int) -> str:
    """What a choice gives and takes at once. Tried out on a match that knows no more than the
    seat does."""
    seat: int = view["seat"]
    trial = match.resample(seat, "preview")
    trial.apply(action)
    before, after = view["seats"][seat], trial.view(seat)["seats"][seat]
    parts = []
    for word, sign in (("money", "$"), ("reputation", "")):
        change = after[word] - before[word]
        if change:
            what = f"{sign}{abs(change)}" + (" reputation" if word == "reputation" else "")
            parts.append(f"{'+' if change > 0 else '-'}{what}")
    for word, amount in after["resources"].items():
        change = amount - before["resources"][word]
        if change:
            parts.append(f"{change:+d} {word}")
    cards = len(after["hand"]) - len(before["hand"])
    if cards:
        parts.append(f"{cards:+d} card{'s' if abs(cards) > 1 else ''}")
    return "(" + (", ".join(parts) or "no change") + ")"
