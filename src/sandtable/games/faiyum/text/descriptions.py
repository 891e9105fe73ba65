"""Choices with their full meaning, for people who do not see the table or do not know the cards.

What a choice brings is tried out on a copy of the match. Only what happens to the player is
described, never a card that is drawn.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.edition.components import Components
from sandtable.games.faiyum.rules import administration, market
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import card_of
from sandtable.games.faiyum.text.prompts import action_text
from sandtable.games.faiyum.text.words import amount_of, amounts, listing, title
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match


def describe(edition: Components, match: Match, decision: Decision, action: int) -> str:
    s = match.state
    assert isinstance(s, State)
    codes, words = edition.codes, edition.words
    word = codes.book.words[action]
    text = action_text(edition, s, decision, action)
    if word == "administration":
        return _administration(edition, s, decision.player)
    if word == "pass":
        return _pass(edition, s)
    if word == "cash":
        return words.say("describe.cash", choice=text)
    number = _card(codes.book.items[action], word)
    if number:
        card = edition.cards[number]
        if word == "buy" and market.has_token(s, number):
            text = words.say("describe.discount", choice=text)
        return words.say("describe.card", choice=text, text=card["text"])
    effects = _effects(edition, match, decision, action)
    if word in ("space", "road", "bridge"):
        return _place(edition, s, decision, action, effects)
    if not effects:
        return text
    return words.say("describe.effects", choice=text, effects=listing(words, effects))


def _card(item: str, word: str) -> int:
    """The card a choice names; 0: none."""
    if word not in ("play", "buy", "take", "remove", "hand"):
        return 0
    return constants.STARTING_NAMES[item] if item in constants.STARTING_NAMES else int(item)


def _place(
    edition: Components, s: State, decision: Decision, action: int, effects: list[str]
) -> str:
    codes, words = edition.codes, edition.words
    word, item = codes.book.words[action], codes.book.items[action]
    if word == "space":
        where = space_text(edition, s, action - codes.space)
        card = edition.deck[card_of(decision)]
        key = card.places[decision.kind] if card is not None else "place.worker_off"
    else:
        start, end = item.split("-")
        where, key = words.say("describe.between", start=start, end=end), f"place.{word}"
    all_of_it = ", ".join([words.say(key), *effects])
    return words.say("describe.effects", choice=where, effects=all_of_it)


def space_text(edition: Components, s: State, space: int) -> str:
    """A space and what stands on it."""
    b, words = edition.board, edition.words
    kind = constants.SPACE_KINDS[b.kind[space]]
    parts = [b.names[space], words.say(f"space.{kind}")]
    bit = 1 << space
    if b.block_limit[space]:
        parts.append(words.say("on.blocks", blocks=s.blocks[space], limit=b.block_limit[space]))
    if s.towns & bit:
        parts.append(words.say("on.palace" if s.palaces & bit else "on.town"))
    elif s.settlements & bit and kind != "red":
        parts.append(words.say("on.settlement"))
    if s.workshops & bit:
        parts.append(words.say("on.expansion" if s.expansions & bit else "on.workshop"))
    if s.crocodiles & bit:
        parts.append(words.say("on.crocodile"))
    if s.upright & bit:
        parts.append(words.say("on.worker"))
    if s.prone & bit:
        parts.append(words.say("on.prone"))
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
        due = card.cost_text(edition.words)
        if due:
            trial.apply(following.actions[0])
            happened += [e for e in trial.events(decision.player) if e["type"] not in _PAID]
    return _in_words(edition, happened, due, edition.codes.book.words[action])


_PAID: Final = ("pay", "spend")


def _in_words(
    edition: Components, happened: list[dict[str, Any]], due: str, word: str
) -> list[str]:
    words = edition.words
    paid: dict[str, int] = {}
    gained: dict[str, int] = {}
    chased = 0
    others: list[str] = []
    back: list[str] = []
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
            others.append(words.say("effect.join", one=event["space"], other=event["to"]))
        elif kind == "take_back" and word != "back":
            back.append(title(edition.cards, event["card"]))
        before = kind
    parts = [words.say("effect.pay", what=due)] if due else []
    if paid:
        parts.append(words.say("effect.pay", what=amounts(words, paid)))
    gains = [amounts(words, gained)] if gained else []
    if chased:
        gains.append(words.say("effect.crocodile", amount=chased))
    if gains:
        parts.append(words.say("effect.gain", what=listing(words, gains)))
    if back:
        others.append(words.say("effect.take_back", cards=listing(words, back)))
    return parts + others


def _add(counted: dict[str, int], what: str, amount: int) -> None:
    counted[what] = counted.get(what, 0) + amount


def _administration(edition: Components, s: State, player: int) -> str:
    words = edition.words
    parts: list[str] = []
    income = administration.income(s, player)
    if income:
        parts.append(words.say("effect.gain", what=amount_of(words, income, "$")))
    if s.upright:
        workers, pays = administration.WORKERS_HOME, administration.WORKER_PAYS
        parts.append(words.say("administration.workers", workers=workers, pays=pays))
    stack = s.stacks[player]
    back = stack[-administration.CARDS_BACK :][::-1]
    if back:
        cards = listing(words, [title(edition.cards, card) for card in back])
        parts.append(words.say("effect.take_back", cards=cards))
    alone = "_alone" if s.players == 1 else ""
    if len(stack) > len(back):
        parts.append(words.say(f"administration.more{alone}"))
    removed, before = market.removed(s.players), len(parts)
    parts.append(words.say(f"administration.market{alone}", cards=removed, before=before))
    return words.say("describe.administration", steps=", ".join(parts))


def _pass(edition: Components, s: State) -> str:
    best = s.market[-1] if s.market else 0
    if best < constants.WASTELAND:
        return edition.words.say("describe.pass")
    reputation = edition.disasters[s.players].get(best, 0)
    card = title(edition.cards, best)
    return edition.words.say("describe.pass_disaster", card=card, reputation=reputation)
