"""Questions and choices in words."""

from __future__ import annotations

from typing import Final

from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.rules import administration, market
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import card_of
from sandtable.games.faiyum.text.words import Cards, amount_of, amounts, title, vector
from sandtable.kernel.bits import count
from sandtable.kernel.game import Decision
from sandtable.kernel.sentences import counted

#: What is asked, by kind of question.
PROMPTS: Final = {
    "turn": "Play a card, buy a card, or do administration.",
    "last": "Last turns: play a card, buy a card, or pass.",
    "harvest": "{card}: where does the worker go?",
    "migrant": "{card}: which worker walks?",
    "migrant_step": "{card}: where to?",
    "migrant_again": "{card}: who takes another step?",
    "site": "{card}: which building site?",
    "crocodile": "{card}: which crocodile do you remove?",
    "worker_off": "{card}: which worker do you take off the board?",
    "gems": "{card}: lay workers down, or take off those lying down?",
    "lay_down": "{card}: which worker do you lay down?",
    "road": "{card}: where do you build the road?",
    "road_pay": "{card}: how do you pay for the road?",
    "bridge": "{card}: where do you build the bridge?",
    "settlement": "{card}: where do you found the settlement?",
    "town": "{card}: which settlement becomes a town?",
    "palace": "{card}: which town gets the palace?",
    "workshop": "{card}: where do you build the workshop?",
    "expansion": "{card}: which workshop do you expand?",
    "block": "{card}: which site gets the block?",
    "pay": "{card}: how do you pay?",
    "pay_singly": "{card}: what do you pay next?",
    "commerce": "{card}: where does the worker go?",
    "gain": "{card}: what do you gain?",
    "swap": "{card}: what do you swap for roses?",
    "times": "{card}: how many do you trade?",
    "double": "{card}: what do you double?",
    "steal": "{card}: which card do you take?",
    "bazaar": "{card}: which card do you take?",
    "all_rounder": "{card}: which of its three options?",
    "order": "{card}: which card goes under your stack?",
    "escort": "{card}: which worker parades?",
    "hops": "{card}: over how many settlements?",
    "sacrifice": "{card}: which card leaves the game?",
    "worker_home": "Administration: take a worker off the board for $1?",
    "buy_back": "Administration: how many more cards do you take back from your stack?",
    "market_off": "Administration: which card do you remove from the market?",
}


def prompt(cards: Cards, decision: Decision) -> str:
    card = card_of(decision)
    return PROMPTS[decision.kind].format(card=cards[card]["name"] if card else "")


def action_text(cards: Cards, codes: Codes, s: State, decision: Decision, action: int) -> str:
    """A choice as a person would say it, with what happens."""
    word = codes.book.words[action]
    item = codes.book.items[action]
    if word == "play":
        return f"Play {title(cards, codes.cards[action - codes.play])}"
    if word == "cash":
        return f"Put {title(cards, codes.cards[action - codes.cash])} down for $2"
    if word == "buy":
        card = codes.market_cards[action - codes.buy]
        return f"Buy {title(cards, card)} for ${market.price(s, s.market.index(card))}"
    if word == "take":
        return f"Take {title(cards, codes.market_cards[action - codes.take])}"
    if word == "remove":
        return f"Remove {title(cards, codes.market_cards[action - codes.remove])}"
    if word == "hand":
        return f"{title(cards, codes.cards[action - codes.hand])} from your hand"
    if word == "stack":
        stack = s.stacks[decision.player]
        depth = action - codes.stack
        return f"{title(cards, stack[len(stack) - 1 - depth])}, card {depth + 1} of your stack"
    if word == "this":
        return f"{title(cards, s.playing)}, the card you are playing"
    if word == "pay":
        return f"Pay {vector(codes.payments[action - codes.pay])}"
    if word == "gain":
        return f"Gain {vector(codes.gains[action - codes.gain])}"
    if word == "space":
        return item
    if word == "number":
        return _number(cards, s, decision, action - codes.number)
    if word == "back":
        return f"Take back {title(cards, s.stacks[decision.player][-1])}, the top of your stack"
    if word == "administration":
        return _administration(s, decision.player)
    if word == "done":
        return DONE.get(decision.kind, "Done")
    return {
        "pass": "Pass: you are out, and take the best disaster left",
        "reputation": "Gain 1 reputation",
        "lay": "Lay workers down",
        "lift": f"Take all {int(count(s.prone))} workers lying down off the board",
    }.get(word, f"{word.capitalize()} {item}")


#: What ``done`` means, by kind of question.
DONE: Final = {
    "worker_home": "No more workers",
    "worker_off": "No more workers",
    "lay_down": "No more workers",
    "harvest": "No more workers",
    "migrant_again": "Nobody walks on",
    "road": "No more roads",
    "block": "No more blocks",
    "pay_singly": "Pay no more",
    "order": "No more cards",
}


#: What ``done`` leaves undone, by kind of question; elsewhere nothing is lost.
FORGONE: Final = {
    "harvest": "You could send another worker.",
    "migrant_again": "A worker could take another step.",
    "road": "You could build another road.",
    "block": "You could add another block.",
}


def gives_up(cards: Cards, codes: Codes, decision: Decision, action: int) -> str | None:
    """What is lost by a choice, in a sentence; None: nothing."""
    word = codes.book.words[action]
    if word == "cash":
        name = title(cards, codes.cards[action - codes.cash])
        return f"{name} goes on your stack without its action."
    if word == "pass":
        return "You take no more turns in this game."
    return FORGONE.get(decision.kind) if word == "done" else None


def _administration(s: State, seat: int) -> str:
    """What administration brings this seat now."""
    income = administration.income(s, seat)
    back = min(administration.CARDS_BACK, len(s.stacks[seat]))
    parts = [f"gain ${income}"] if income else []
    if back:
        parts.append(f"take back the top {counted(back, 'card') if back > 1 else 'card'}")
    parts.append("then the market changes")
    return f"Administration: {', '.join(parts)}"


def _number(cards: Cards, s: State, decision: Decision, number: int) -> str:
    """How many, and what so many cost and bring."""
    card = cards.get(card_of(decision), {})
    if decision.kind == "buy_back":
        cost = administration.buy_back_cost(s.players, number)
        return f"{counted(number, 'card')} for ${cost}" if number else "No more cards"
    if decision.kind == "hops":
        cost, reputation = card["costs"][number - 1], card["rewards"][number - 1]
        return f"{counted(number, 'settlement')}: pay ${cost}, gain {reputation} reputation"
    if decision.kind == "times":
        sold: str = "$" if card["sell"] == "money" else card["sell"]
        gain = {("$" if word == "money" else word): n * number for word, n in card["gain"].items()}
        return f"Pay {amount_of(number * card['each'], sold)}, gain {amounts(gain)}"
    return str(number)
