"""Questions and choices in words."""

from __future__ import annotations

from typing import Final

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.edition.components import Components
from sandtable.games.faiyum.rules import administration, market
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import card_of
from sandtable.games.faiyum.text.words import title, vector
from sandtable.kernel.bits import count
from sandtable.kernel.game import Decision
from sandtable.kernel.messages import Catalog

#: What is asked outside the action of a card, by kind of question.
QUESTIONS: Final = ("turn", "last", "worker_home", "buy_back", "market_off")


def prompt(edition: Components, decision: Decision) -> str:
    card = edition.deck[card_of(decision)]
    words = edition.words
    if card is None:
        return words.say(f"ask.{decision.kind}", pays=administration.WORKER_PAYS)
    return words.say("ask.card", card=card.name, question=words.say(card.prompts[decision.kind]))


def action_text(edition: Components, s: State, decision: Decision, action: int) -> str:
    """A choice as a person would say it, with what happens."""
    codes, words = edition.codes, edition.words
    word = codes.book.words[action]
    item = codes.book.items[action]
    card = _card(edition, s, decision, action)
    if word == "cash":
        return words.say("choose.cash", card=card, money=constants.PUT_DOWN)
    if word == "buy":
        number = codes.market_cards[action - codes.buy]
        price = market.price(s, s.market.index(number))
        return words.say("choose.buy", card=card, price=price)
    if word == "stack":
        return words.say("choose.stack", card=card, depth=action - codes.stack + 1)
    if card:
        return words.say(f"choose.{word}", card=card)
    if word == "pay":
        return words.say("choose.pay", what=vector(words, codes.payments[action - codes.pay]))
    if word == "gain":
        return words.say("choose.gain", what=vector(words, codes.gains[action - codes.gain]))
    if word == "space":
        return item
    if word == "number":
        return _number(edition, s, decision, action - codes.number)
    if word == "administration":
        return _administration(words, s, decision.player)
    if word == "done":
        asking = edition.deck[card_of(decision)]
        return words.say("done.workers" if asking is None else asking.enough[decision.kind])
    if word == "lift":
        return words.say("choose.lift", count=int(count(s.prone)))
    return words.say(f"choose.{word}", place=item)


def _card(edition: Components, s: State, decision: Decision, action: int) -> str:
    """The card that a choice names; empty where it names none."""
    cards, codes = edition.cards, edition.codes
    word = codes.book.words[action]
    stack = s.stacks[decision.player]
    if word == "play":
        return title(cards, codes.cards[action - codes.play])
    if word == "cash":
        return title(cards, codes.cards[action - codes.cash])
    if word == "buy":
        return title(cards, codes.market_cards[action - codes.buy])
    if word == "take":
        return title(cards, codes.market_cards[action - codes.take])
    if word == "remove":
        return title(cards, codes.market_cards[action - codes.remove])
    if word == "hand":
        return title(cards, codes.cards[action - codes.hand])
    if word == "stack":
        return title(cards, stack[len(stack) - 1 - (action - codes.stack)])
    if word == "this":
        return title(cards, s.playing)
    return title(cards, stack[-1]) if word == "back" else ""


def gives_up(edition: Components, decision: Decision, action: int) -> str | None:
    """What is lost by a choice, in a sentence; None: nothing."""
    codes, words = edition.codes, edition.words
    word = codes.book.words[action]
    if word == "cash":
        return words.say("lost.cash", card=title(edition.cards, codes.cards[action - codes.cash]))
    if word == "pass":
        return words.say("lost.pass")
    asking = edition.deck[card_of(decision)]
    if word != "done" or asking is None or decision.kind not in asking.forgone:
        return None
    return words.say(asking.forgone[decision.kind])


def _administration(words: Catalog, s: State, seat: int) -> str:
    """What administration brings this seat now."""
    back = min(administration.CARDS_BACK, len(s.stacks[seat]))
    return words.say("choose.administration", income=administration.income(s, seat), back=back)


def _number(edition: Components, s: State, decision: Decision, number: int) -> str:
    """How many, and what this many cost and bring."""
    card = edition.deck[card_of(decision)]
    if card is not None:
        return card.number_text(edition.words, number)
    cost = administration.buy_back_cost(s.players, number)
    return edition.words.say("choose.buy_back", number=number, cost=cost)
