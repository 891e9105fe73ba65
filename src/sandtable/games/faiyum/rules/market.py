"""The card market: eight cards in ascending order, the first four for sale now."""

from __future__ import annotations

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.state import State
from sandtable.kernel.game import Flow


def has_token(s: State, card: int) -> bool:
    return card in s.tokens


def price(s: State, slot: int) -> int:
    """The price of the card in a slot of the current market."""
    return constants.PRICES[slot] - (1 if has_token(s, s.market[slot]) else 0)


def affordable(s: State, money: int) -> list[int]:
    """The cards of the current market that this much money buys."""
    cards: list[int] = []
    tokens = s.tokens
    slot = 0
    for card in s.market[: constants.CURRENT]:
        cost = constants.PRICES[slot]
        if card in tokens:
            cost -= 1
        if cost <= money and card < constants.WASTELAND:
            cards.append(card)
        slot += 1
    return cards


def current(s: State) -> list[int]:
    """The cards of the current market that can be taken: all but disasters."""
    return [card for card in s.market[: constants.CURRENT] if card < constants.WASTELAND]


def take(t: Turn, card: int) -> None:
    """Take a card out of the market; its token goes above the market."""
    s = t.state
    at = s.market.index(card)
    s.market = s.market[:at] + s.market[at + 1 :]
    if has_token(s, card):
        s.tokens = tuple([other for other in s.tokens if other != card])
        s.tokens_free += 1


def refill(t: Turn) -> None:
    """Draw a card and sort it in; nothing happens when draw pile and final stack are used up."""
    s = t.state
    if s.drawn >= len(s.deck):
        return
    card = s.deck[s.drawn]
    s.drawn += 1
    s.revealed = True
    at = 0
    while at < len(s.market) and s.market[at] < card:
        at += 1
    s.market = (*s.market[:at], card, *s.market[at:])
    t.emit(events.DRAW, card)
    if card >= constants.WASTELAND:
        s.disasters_seen += 1
        if s.disasters_seen == len(constants.DISASTERS):
            s.last_turns = True
            t.emit(events.LAST_TURNS)


def buy(t: Turn, card: int) -> None:
    s = t.state
    cost = price(s, s.market.index(card))
    t.emit(events.BUY, card, cost)
    s.money[t.player] -= cost
    take(t, card)
    t.add_to_hand(card)
    refill(t)


def removed(players: int) -> int:
    """How many cards an administration takes off the market."""
    return 2 if players <= 3 else 1


def administer(t: Turn) -> Flow:
    """Remove cards, hand the tokens on to those that remain, fill up."""
    s = t.state
    number = removed(s.players)
    if s.players == 1:
        chosen = yield from t.choose("market_off", _removable(t, 0))
        first = t.codes.market_cards[chosen - t.codes.remove]
        chosen = yield from t.choose("market_off", _removable(t, first))
        going = [first, t.codes.market_cards[chosen - t.codes.remove]]
    else:
        here = current(s)
        going = [card for card in here if has_token(s, card)]
        going += [card for card in here if not has_token(s, card)]
        going = going[:number]
    left = [card for card in current(s) if card not in going]
    for card in going:
        t.emit(events.OFF_MARKET, card)
        take(t, card)
    for card in left:
        if s.tokens_free and not has_token(s, card):
            s.tokens = (*s.tokens, card)
            s.tokens_free -= 1
            t.emit(events.TOKEN, card)
    for _ in going:
        refill(t)


def _removable(t: Turn, but: int) -> list[int]:
    return [t.codes.remove_of[card] for card in current(t.state) if card != but]
