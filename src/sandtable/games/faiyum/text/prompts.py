"""Questions and choices in words."""

from __future__ import annotations

from typing import Final

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.edition.components import Components
from sandtable.games.faiyum.rules import administration, market
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import card_of
from sandtable.games.faiyum.text.words import title, vector
from sandtable.kernel.bits import count
from sandtable.kernel.game import Decision
from sandtable.kernel.sentences import counted

#: What is asked outside the action of a card, by kind of question.
PROMPTS: Final = {
    "turn": "Play a card, buy a card, or do administration.",
    "last": "Last turns: play a card, buy a card, or pass.",
    "worker_home": (
        f"Administration: take a worker off the board for ${administration.WORKER_PAYS}?"
    ),
    "buy_back": "Administration: how many more cards do you take back from your stack?",
    "market_off": "Administration: which card do you remove from the market?",
}
NO_MORE_WORKERS: Final = "No more workers"


def prompt(deck: list[Card | None], decision: Decision) -> str:
    card = deck[card_of(decision)]
    if card is None:
        return PROMPTS[decision.kind]
    return f"{card.name}: {card.prompts[decision.kind]}"


def action_text(edition: Components, s: State, decision: Decision, action: int) -> str:
    """A choice as a person would say it, with what happens."""
    cards, codes = edition.cards, edition.codes
    word = codes.book.words[action]
    item = codes.book.items[action]
    if word == "play":
        return f"Play {title(cards, codes.cards[action - codes.play])}"
    if word == "cash":
        return (
            f"Put {title(cards, codes.cards[action - codes.cash])} down for ${constants.PUT_DOWN}"
        )
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
        return _number(edition.deck, s, decision, action - codes.number)
    if word == "back":
        return f"Take back {title(cards, s.stacks[decision.player][-1])}, the top of your stack"
    if word == "administration":
        return _administration(s, decision.player)
    if word == "done":
        asking = edition.deck[card_of(decision)]
        return asking.enough[decision.kind] if asking is not None else NO_MORE_WORKERS
    return {
        "pass": "Pass: you are out, and take the best disaster left",
        "reputation": "Gain 1 reputation",
        "lay": "Lay workers down",
        "lift": f"Take all {int(count(s.prone))} workers lying down off the board",
    }.get(word, f"{word.capitalize()} {item}")


def gives_up(edition: Components, decision: Decision, action: int) -> str | None:
    """What is lost by a choice, in a sentence; None: nothing."""
    codes = edition.codes
    word = codes.book.words[action]
    if word == "cash":
        name = title(edition.cards, codes.cards[action - codes.cash])
        return f"{name} goes on your stack without its action."
    if word == "pass":
        return "You take no more turns in this game."
    asking = edition.deck[card_of(decision)]
    if word != "done" or asking is None:
        return None
    return asking.forgone.get(decision.kind)


def _administration(s: State, seat: int) -> str:
    """What administration brings this seat now."""
    income = administration.income(s, seat)
    back = min(administration.CARDS_BACK, len(s.stacks[seat]))
    parts = [f"gain ${income}"] if income else []
    if back:
        parts.append(f"take back the top {counted(back, 'card') if back > 1 else 'card'}")
    parts.append("then the market changes")
    return f"Administration: {', '.join(parts)}"


def _number(deck: list[Card | None], s: State, decision: Decision, number: int) -> str:
    """How many, and what so many cost and bring."""
    card = deck[card_of(decision)]
    if card is not None:
        return card.number_text(number)
    cost = administration.buy_back_cost(s.players, number)
    return f"{counted(number, 'card')} for ${cost}" if number else "No more cards"
