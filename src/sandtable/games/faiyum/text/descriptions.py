"""Choices with their full meaning, for people who do not see the table or do not know the cards.

What a choice brings is tried out on a copy of the match. Only what happens to the player is told,
never a card that is drawn.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.edition.components import Components
from sandtable.games.faiyum.rules import administration, market
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import card_of
from sandtable.games.faiyum.text.prompts import action_text
from sandtable.games.faiyum.text.words import amounts, title
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match
from sandtable.kernel.sentences import counted, listing

#: What grows or stands on a kind of space.
GROUND: Final = {"grape": "grapes", "red": "the first settlement"}
WORKER_OFF: Final = "take this worker off the board"


def describe(edition: Components, match: Match, decision: Decision, action: int) -> str:
    s = match.state
    assert isinstance(s, State)
    codes = edition.codes
    word = codes.book.words[action]
    text = action_text(edition, s, decision, action)
    if word == "administration":
        return _administration(edition, s, decision.player)
    if word == "pass":
        return _pass(edition, s)
    if word == "cash":
        return f"{text}: it goes on your stack without its action"
    number = _card(codes.book.items[action], word)
    if number:
        card = edition.cards[number]
        if word == "buy" and market.has_token(s, number):
            text += ", $1 off by its discount token"
        return f"{text}: {card['text']}"
    effects = _effects(edition, match, decision, action)
    if word in ("space", "road", "bridge"):
        return _place(edition, s, decision, action, effects)
    return f"{text}: {listing(effects)}" if effects else text


def _card(item: str, word: str) -> int:
    """The card a choice names; 0: none."""
    if word not in ("play", "buy", "take", "remove", "hand"):
        return 0
    return constants.STARTING_NAMES[item] if item in constants.STARTING_NAMES else int(item)


def _place(
    edition: Components, s: State, decision: Decision, action: int, effects: list[str]
) -> str:
    codes = edition.codes
    word, item = codes.book.words[action], codes.book.items[action]
    if word == "space":
        where = space_text(edition, s, action - codes.space)
        card = edition.deck[card_of(decision)]
        verb = card.places[decision.kind] if card is not None else WORKER_OFF
    else:
        ends = item.split("-")
        where, verb = f"{ends[0]} to {ends[1]}", f"build the {word}"
    return f"{where}: {', '.join([verb, *effects])}"


def space_text(edition: Components, s: State, space: int) -> str:
    """A space and what stands on it."""
    b = edition.board
    kind = constants.SPACE_KINDS[b.kind[space]]
    parts = [b.names[space], GROUND.get(kind, kind)]
    bit = 1 << space
    if b.block_limit[space]:
        parts.append(f"{s.blocks[space]} of {counted(b.block_limit[space], 'block')}")
    if s.towns & bit:
        parts.append("town with a palace" if s.palaces & bit else "town")
    elif s.settlements & bit and kind != "red":
        parts.append("settlement")
    if s.workshops & bit:
        parts.append("expanded workshop" if s.expansions & bit else "workshop")
    if s.crocodiles & bit:
        parts.append("crocodile")
    if s.upright & bit:
        parts.append("worker")
    if s.prone & bit:
        parts.append("worker lying down")
    return ", ".join(parts)


def _effects(edition: Components, match: Match, decision: Decision, action: int) -> list[str]:
    """What a choice costs and brings at once; before a payment, what is to be paid for it."""
    trial = match.clone()
    trial.apply(action)
    happened = trial.events(decision.player)
    following = trial.decision()
    due = ""
    card = edition.deck[card_of(decision)]
    if card is not None and following is not None and following.kind == "pay":
        due = card.cost_text()
        if due:
            trial.apply(following.actions[0])
            happened += [e for e in trial.events(decision.player) if e["type"] not in _PAID]
    return _told(edition, happened, due, edition.codes.book.words[action])


_PAID: Final = ("pay", "spend")


def _told(edition: Components, happened: list[dict[str, Any]], due: str, word: str) -> list[str]:
    paid: dict[str, int] = {}
    gained: dict[str, int] = {}
    chased = 0
    others: list[str] = []
    before = ""
    for event in happened:
        kind: str = event["type"]
        amount: int = event.get("amount", 0)
        if kind == "gain" and word != "gain":
            _add(gained, event["resource"], amount)
        elif kind == "money" and before == "crocodile":
            chased += amount
        elif kind == "money":
            _add(gained, "$", amount)
        elif kind == "reputation":
            _add(gained if amount > 0 else paid, "reputation", abs(amount))
        elif kind == "pay" and word != "pay":
            _add(paid, event["resource"], amount)
        elif kind == "spend" and word != "pay":
            _add(paid, "$", amount)
        elif kind == "connection":
            others.append(f"join {event['space']} with {event['to']}")
        elif kind == "take_back" and word != "back":
            others.append(f"take back {title(edition.cards, event['card'])}")
        before = kind
    parts = [f"pay {due}"] if due else []
    if paid:
        parts.append(f"pay {amounts(paid)}")
    gains = [amounts(gained)] if gained else []
    if chased:
        gains.append(f"${chased} for the crocodile")
    if gains:
        parts.append(f"gain {' and '.join(gains)}")
    return parts + others


def _add(found: dict[str, int], what: str, amount: int) -> None:
    found[what] = found.get(what, 0) + amount


def _administration(edition: Components, s: State, player: int) -> str:
    parts: list[str] = []
    income = administration.income(s, player)
    if income:
        parts.append(f"gain ${income}")
    if s.upright:
        workers = counted(administration.WORKERS_HOME, "worker")
        parts.append(f"take up to {workers} off the board for ${administration.WORKER_PAYS} each")
    stack = s.stacks[player]
    back = stack[-administration.CARDS_BACK :][::-1]
    if back:
        parts.append(f"take back {listing([title(edition.cards, card) for card in back])}")
    if len(stack) > len(back):
        price = "$1, $2, $3 and so on" if s.players == 1 else "$1 each"
        parts.append(f"take back more cards of your stack for {price}")
    cards = counted(market.removed(s.players), "card")
    leave = f"you remove {cards} from" if s.players == 1 else f"{cards} leave"
    then = "then " if parts else ""
    return f"Administration: {', '.join([*parts, f'{then}{leave} the market and new ones come'])}"


def _pass(edition: Components, s: State) -> str:
    best = s.market[-1] if s.market else 0
    text = "Pass: you take no more turns"
    if best < constants.WASTELAND:
        return text
    reputation = edition.disasters[s.players].get(best, 0)
    return f"{text}, take {title(edition.cards, best)} and gain {reputation} reputation"
