"""Faiyum in words: questions, choices, events and log lines."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum import constants as n
from sandtable.games.faiyum import events as ev
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.rules import administration, market
from sandtable.games.faiyum.state import State
from sandtable.kernel.game import Decision, Event

Cards = dict[int, dict[str, Any]]

PROMPTS = {
    "turn": "Play a card, buy a card, or do administration.",
    "last": "Last turns: play a card, buy a card, or pass.",
    "harvest": "{card}: where does the worker go?",
    "migrant": "{card}: which worker walks?",
    "migrant_step": "{card}: where to?",
    "migrant_again": "{card}: who takes another step?",
    "site": "{card}: which building site?",
    "crocodile": "{card}: which crocodile is removed?",
    "worker_off": "{card}: which worker leaves the board?",
    "gems": "{card}: lay workers down, or take the prone ones off?",
    "lay_down": "{card}: which worker is laid down?",
    "road": "{card}: where does the road run?",
    "road_pay": "{card}: how do you pay for the road?",
    "bridge": "{card}: where is the bridge built?",
    "settlement": "{card}: where is the settlement founded?",
    "town": "{card}: which settlement becomes a town?",
    "palace": "{card}: which town gets the palace?",
    "workshop": "{card}: where is the workshop built?",
    "expansion": "{card}: which workshop is expanded?",
    "block": "{card}: on which site is the block placed?",
    "pay": "{card}: how do you pay?",
    "pay_singly": "{card}: what do you pay next?",
    "commerce": "{card}: where does the worker go?",
    "gain": "{card}: what do you gain?",
    "swap": "{card}: what do you swap for roses?",
    "times": "{card}: how many times?",
    "double": "{card}: what do you double?",
    "steal": "{card}: which card do you take?",
    "bazaar": "{card}: which card do you take?",
    "all_rounder": "{card}: what do you want?",
    "order": "{card}: which card goes under your stack?",
    "escort": "{card}: which worker marches?",
    "hops": "{card}: over how many settlements?",
    "sacrifice": "{card}: which card leaves the game?",
    "worker_home": "Administration: which worker comes home for $1?",
    "buy_back": "Administration: how many more cards do you take back?",
    "market_off": "Administration: which card leaves the market?",
}


def prompt(cards: Cards, decision: Decision) -> str:
    card = cards[decision.subject]["name"] if decision.subject in cards else ""
    return PROMPTS[decision.kind].format(card=card)


def title(cards: Cards, number: int) -> str:
    """A card as people name it: number and name, starting cards by name."""
    name = cards[number]["name"]
    return name if number in (n.FARMER, n.TWO_ROADS, n.SETTLEMENT) else f"{number} {name}"


def amounts(vector: tuple[int, ...]) -> str:
    words = [*n.RESOURCES, "$3"]
    parts = []
    for amount, word in zip(vector, words, strict=False):
        if amount:
            parts.append("$3 instead of a resource" if word == "$3" else counted(amount, word))
    return listing(parts)


def counted(amount: int, word: str) -> str:
    """An amount of something; wheat, fish and reputation have no plural."""
    return f"{amount} {word}" + ("s" if amount > 1 and word in ("grape", "stone", "rose") else "")


def listing(parts: list[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def action_text(cards: Cards, c: Codes, s: State, decision: Decision, action: int) -> str:
    """A choice as a person would say it."""
    word = c.book.words[action]
    item = c.book.items[action]
    if word == "play":
        return f"Play {title(cards, c.cards[action - c.play])}"
    if word == "cash":
        return f"Put {title(cards, c.cards[action - c.cash])} down for $2"
    if word == "buy":
        card = c.market_cards[action - c.buy]
        return f"Buy {title(cards, card)} for ${market.price(s, s.market.index(card))}"
    if word in ("take", "remove"):
        base = c.take if word == "take" else c.remove
        return title(cards, c.market_cards[action - base])
    if word == "hand":
        return f"{title(cards, c.cards[action - c.hand])} from your hand"
    if word == "stack":
        stack = s.stacks[decision.player]
        depth = action - c.stack
        return f"{title(cards, stack[len(stack) - 1 - depth])}, card {depth + 1} of your stack"
    if word == "this":
        return "This card itself"
    if word == "pay":
        return f"Pay {amounts(c.payments[action - c.pay])}"
    if word == "gain":
        return f"Gain {amounts(c.gains[action - c.gain])}"
    if word == "space":
        return item
    if word == "number":
        return _number(cards, s, decision, action - c.number)
    return {
        "administration": "Administration",
        "pass": "Pass",
        "back": "Take the top card of your stack back",
        "reputation": "Gain 1 reputation",
        "lay": "Lay workers down",
        "lift": "Take all prone workers off the board",
        "done": "Done",
    }.get(word, f"{word.capitalize()} {item}")


def _number(cards: Cards, s: State, decision: Decision, number: int) -> str:
    """How many, and what so many cost where that is not the same for each."""
    if decision.kind == "buy_back":
        cost = administration.buy_back_cost(s.players, number)
        return f"{number} for ${cost}" if number else "None"
    if decision.kind == "hops":
        card = cards[decision.subject]
        cost, reputation = card["costs"][number - 1], card["rewards"][number - 1]
        return f"{number}: ${cost} for {reputation} reputation"
    return str(number)


# -- events ------------------------------------------------------------------------------------

_NO_SEAT = {ev.DRAW, ev.OFF_MARKET, ev.TOKEN, ev.LAST_TURNS, ev.END}


def event(b: Board, event: Event) -> dict[str, Any]:
    """An event as a dict with names instead of numbers."""
    name, fields = ev.FIELDS[event[0]]
    values = list(event[2:]) if event[0] in _NO_SEAT else list(event[1:])
    told: dict[str, Any] = {"type": name}
    for field, value in zip(fields, values, strict=False):
        if field in ("space", "to"):
            told[field] = b.names[value]
        elif field == "resource":
            told[field] = n.RESOURCES[value]
        elif field == "grand":
            told[field] = bool(value)
        else:
            told[field] = value
    return told


class Sentence:
    """A turn, or a part of one, being put together."""

    def __init__(self, who: str) -> None:
        self.lead = who
        self.begun = False
        self.deeds: list[str] = []
        self.paid: dict[str, int] = {}  # what and how much
        self.gained: dict[str, int] = {}

    def say(self) -> str:
        parts = self.deeds[:]
        if self.paid:
            parts.append("pays " + sums(self.paid))
        if self.gained:
            parts.append("gains " + sums(self.gained))
        if not self.begun and not parts:
            return ""
        return self.lead + (": " + "; ".join(parts) if parts else "") + "."


def tell(cards: Cards, events: list[dict[str, Any]], names: list[str]) -> list[str]:
    """Events as sentences: what the player did, then what became of the market."""
    lines: list[str] = []
    sentence: Sentence | None = None
    after: list[str] = []
    for happened in events:
        kind = happened["type"]
        if "seat" not in happened:
            after.append(_public(cards, happened))
            continue
        who = names[happened["seat"]]
        if sentence is None or kind in ("play", "cash", "buy", "administration", "pass"):
            _close(lines, sentence, after)
            sentence = Sentence(who)
            after = []
        _add(cards, sentence, happened, who)
    _close(lines, sentence, after)
    return lines


def _close(lines: list[str], sentence: Sentence | None, after: list[str]) -> None:
    if sentence is not None and sentence.say():
        lines.append(sentence.say())
    lines.extend(line for line in after if line)


def _public(cards: Cards, happened: dict[str, Any]) -> str:
    kind = happened["type"]
    if kind == "last_turns":
        return "The fourth disaster is in the market: the last turns begin."
    if kind == "end":
        return "All have passed: the game is over."
    card = title(cards, happened["card"])
    if kind == "draw":
        return f"{card} comes to the market."
    if kind == "off_market":
        return f"{card} leaves the market."
    return f"{card} gets a discount token."


def _add(cards: Cards, sentence: Sentence, happened: dict[str, Any], who: str) -> None:
    kind = happened["type"]
    place = happened.get("space", "")
    to = happened.get("to", "")
    card = title(cards, happened["card"]) if "card" in happened else ""
    amount = happened.get("amount", 0)
    if kind in ("play", "cash", "buy", "administration", "pass"):
        sentence.begun = True
        sentence.lead = _lead(cards, happened, who, card)
    elif kind == "gain":
        _count(sentence.gained, happened["resource"], amount)
    elif kind == "money":
        _count(sentence.gained, "$", amount)
    elif kind == "reputation" and amount > 0:
        _count(sentence.gained, "reputation", amount)
    elif kind == "reputation":
        _count(sentence.paid, "reputation", -amount)
    elif kind == "pay":
        _count(sentence.paid, happened["resource"], amount)
    elif kind == "spend":
        _count(sentence.paid, "$", amount)
    elif kind == "bridge":
        grand = "a grand bridge" if happened["grand"] else "a bridge"
        sentence.deeds.append(f"{grand} joins {place} and {to}")
    elif kind == "block":
        sentence.deeds.append(f"block {happened['blocks']} on {place}")
    elif kind == "escort":
        far = happened["hops"]
        sentence.deeds.append(
            f"the worker of {place} marches over {far} settlement{'s' if far > 1 else ''}"
        )
    elif kind == "feast":
        towns, others = happened["towns"], happened["settlements"]
        fed = [f"{towns} town{'s' if towns > 1 else ''}"] if towns else []
        if others:
            other = "other settlement" if towns else "settlement"
            fed.append(f"{others} {other}{'s' if others > 1 else ''}")
        sentence.deeds.append("supplies " + listing(fed))
    elif kind == "disaster":
        sentence.deeds.append(f"takes {card}")
    else:
        sentence.deeds.append(
            {
                "worker": f"a worker goes to {place}",
                "crocodile": f"the crocodile of {place} is gone",
                "worker_off": f"the worker of {place} leaves the board",
                "worker_moves": f"a worker walks from {place} to {to}",
                "lay_down": f"the worker of {place} lies down",
                "road": f"a road runs from {place} to {to}",
                "settlement": f"a settlement on {place}",
                "town": f"a town on {place}",
                "workshop": f"a workshop on {place}",
                "expansion": f"an expansion on {place}",
                "palace": f"a palace on {place}",
                "connection": f"{place} and {to} are joined for the first time",
                "take": f"takes {card} from the market",
                "take_back": f"takes {card} back",
                "card_out": f"{card} leaves the game",
                "card_under": f"{card} goes under the stack",
            }[kind]
        )


def _count(amounts: dict[str, int], what: str, amount: int) -> None:
    amounts[what] = amounts.get(what, 0) + amount


def sums(amounts: dict[str, int]) -> str:
    return listing([f"${n}" if what == "$" else counted(n, what) for what, n in amounts.items()])


def _lead(cards: Cards, happened: dict[str, Any], who: str, card: str) -> str:
    kind = happened["type"]
    if kind == "play":
        copied = happened["action"]
        as_what = f" as {title(cards, copied)}" if copied != happened["card"] else ""
        return f"{who} plays {card}{as_what}"
    if kind == "cash":
        return f"{who} puts {card} down"
    if kind == "buy":
        return f"{who} buys {card} for ${happened['price']}"
    return f"{who} does administration" if kind == "administration" else f"{who} passes"
