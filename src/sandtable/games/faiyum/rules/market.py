"""The card market: eight cards in ascending order, the first four to be had now."""

from __future__ import annotations

from sandtable.games.faiyum import constants as n
from sandtable.games.faiyum import events as ev
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.state import State
from sandtable.kernel.game import Flow


def has_token(s: State, card: int) -> bool:
    return card in s.tokens


def price(s: State, slot: int) -> int:
    """The price of the card in a slot of the current market."""
    return n.PRICES[slot] - (1 if has_token(s, s.market[slot]) else 0)


def affordable(s: State, money: int) -> list[int]:
    """The cards of the current market that so much money buys."""
    found: list[int] = []
    tokens = s.tokens
    slot = 0
    for card in s.market[: n.CURRENT]:
        cost = n.PRICES[slot]
        if card in tokens:
            cost -= 1
        if cost <= money and card < n.WASTELAND:
            found.append(card)
        slot += 1
    return found


def current(s: State) -> list[int]:
    """The cards of the current market that can be had: all but disasters."""
    return [card for card in s.market[: n.CURRENT] if card < n.WASTELAND]


def take(t: Turn, card: int) -> None:
    """Take a card out of the market; its token goes above the market."""
    s = t.s
    at = s.market.index(card)
    s.market = s.market[:at] + s.market[at + 1 :]
    if has_token(s, card):
        s.tokens = tuple([other for other in s.tokens if other != card])
        s.tokens_free += 1


def refill(t: Turn) -> None:
    """Draw a card and sort it in; nothing happens when draw pile and final stack are used up."""
    s = t.s
    if s.drawn >= len(s.deck):
        return
    card = s.deck[s.drawn]
    s.drawn += 1
    s.revealed = True
    at = 0
    while at < len(s.market) and s.market[at] < card:
        at += 1
    s.market = (*s.market[:at], card, *s.market[at:])
    t.tell(ev.DRAW, card)
    if card >= n.WASTELAND:
        s.disasters_seen += 1
        if s.disasters_seen == len(n.DISASTERS):
            s.last_turns = True
            t.tell(ev.LAST_TURNS)


def buy(t: Turn, card: int) -> None:
    s = t.s
    cost = price(s, s.market.index(card))
    t.tell(ev.BUY, card, cost)
    s.money[t.seat] -= cost
    take(t, card)
    t.add_to_hand(card)
    refill(t)


def administer(t: Turn) -> Flow:
    """Remove cards, hand the tokens on to those that remain, fill up."""
    s = t.s
    number = 2 if s.players <= 3 else 1
    if s.players == 1:
        chosen = yield from t.choose("market_off", _removable(t, 0))
        first = t.c.market_cards[chosen - t.c.remove]
        chosen = yield from t.choose("market_off", _removable(t, first))
        going = [first, t.c.market_cards[chosen - t.c.remove]]
    else:
        here = current(s)
        going = [card for card in here if has_token(s, card)]
        going += [card for card in here if not has_token(s, card)]
        going = going[:number]
    left = [card for card in current(s) if card not in going]
    for card in going:
        t.tell(ev.OFF_MARKET, card)
        take(t, card)
    for card in left:
        if s.tokens_free and not has_token(s, card):
            s.tokens = (*s.tokens, card)
            s.tokens_free -= 1
            t.tell(ev.TOKEN, card)
    for _ in going:
        refill(t)


def _removable(t: Turn, but: int) -> list[int]:
    return [t.c.remove_of[card] for card in current(t.s) if card != but]
