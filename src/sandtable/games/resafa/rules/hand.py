"""Action cards in hand, draw pile and played area: swapping yellow ones in, drawing, the limit."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules.turn import RETRY, Turn
from sandtable.games.resafa.state import Player, State
from sandtable.games.resafa.subjects import CardSubject
from sandtable.kernel.bits import BIT, INDEX, count
from sandtable.kernel.game import Flow


def play_options(t: Turn) -> list[int]:
    """The ids of the ways to play the cards in hand, ascending."""
    k, p, c = t.k, t.p, t.c
    found: list[int] = []
    hand: i64 = p.hand
    while hand:
        low: i64 = hand & -hand
        hand ^= low
        slot: i64 = INDEX[low % 67]
        card = p.cards[slot]
        if card < 0:
            found.append(k.play + slot * 2)
            found.append(k.play + slot * 2 + 1)
        elif c.yellow_pair[card] >= 0:
            place = k.play_pair + c.pair_cards.index(card) * 2
            found.append(place)
            found.append(place + 1)
        else:
            found.append(k.play_free + c.free_cards.index(card))
    found.sort()
    return found


def finish(t: Turn) -> Flow:
    """The end of a turn: yellow cards are swapped in, a card is drawn, the hand limit holds."""
    drawn = False
    while True:
        if t.swaps:
            yield from swap(t)
        if not drawn:
            drawn = True
            if t.p.pile:
                yield from draw(t)
        t.pulled = []
        if cards_in_hand(t.p) > t.c.hand_limit:
            yield from keep_limit(t)
        if not t.swaps:
            return


# -- yellow cards ----------------------------------------------------------------------------------


def swap(t: Turn) -> Flow:
    """Yellow cards taken this turn replace starting cards, wherever those are."""
    k, p = t.k, t.p
    while t.swaps:
        card = t.swaps[0]
        slot = t.c.yellow_pair[card]
        if slot < 0 or p.cards[slot] >= 0:
            t.subject = CardSubject(card)
            options = [k.replace + i for i in range(t.c.pairs) if p.cards[i] < 0]
            chosen = yield from t.ask("replace", options)
            t.subject = None
            if chosen == RETRY:
                continue
            slot = chosen - k.replace
        t.swaps.pop(0)
        cards = p.cards[:]
        cards[slot] = card
        p.cards = cards
        if p.hand >> slot & 1:
            p.shown_hand |= BIT[slot]
        elif slot in p.pile:
            p.shown_pile |= BIT[slot]
            t.pulled.append(slot)
        t.tell(ev.SWAP, slot, card)


# -- drawing ---------------------------------------------------------------------------------------


def draw(t: Turn) -> Flow:
    """Draw a card from the pile. A card just swapped in there is the one drawn."""
    k, p = t.k, t.p
    if t.pulled:
        chosen: int = RETRY
        while chosen == RETRY:
            options = [k.draw + slot for slot in sorted(t.pulled)]
            chosen = yield from t.ask("draw", options)
        slot = chosen - k.draw
        p.shown_pile &= ~BIT[slot]
        p.shown_hand |= BIT[slot]
        t.tell(ev.DRAW, slot, 1, p.cards[slot])
    else:
        slot = p.pile[0]
        p.shown_pile = 0  # it may have been drawn: nobody else knows any more
        t.s.revealed = True
        t.tell(ev.DRAW, slot, 0, p.cards[slot])
    p.pile = tuple([other for other in p.pile if other != slot])
    p.hand |= BIT[slot]


def deal(s: State, seat: int) -> None:
    """Make a hand and a draw pile of all action cards: yellow ones first into the hand, then others
    at random until it is full."""
    p = s.seats[seat]
    rest: list[int] = []
    p.hand = 0
    p.played = ()
    p.shown_hand = 0
    p.shown_pile = 0
    in_hand = 0
    for slot in range(len(p.cards)):
        if p.cards[slot] >= 0 and in_hand < n.HAND:
            p.hand |= BIT[slot]
            in_hand += 1
        else:
            rest.append(slot)
    p.shown_hand = p.hand
    s.rng.stream(f"hand {seat} in round {s.round}").shuffle(rest)
    for slot in rest[: n.HAND - in_hand]:
        p.hand |= BIT[slot]
    p.pile = tuple(rest[n.HAND - in_hand :])


# -- the limit -------------------------------------------------------------------------------------


def cards_in_hand(p: Player) -> int:
    return int(count(p.hand) + p.bonus_count() + count(p.sacks))


def keep_limit(t: Turn) -> Flow:
    """Use or give up cards until the hand is small enough."""
    k, p = t.k, t.p
    while cards_in_hand(p) > t.c.hand_limit:
        options: list[int] = []
        bits: i64 = p.bonus
        while bits:
            card: i64 = INDEX[(bits & -bits) % 67] // 2
            bits &= ~(3 * BIT[2 * card])
            options.append(k.drop + card)
        chosen = yield from t.ask("limit", options)
        if chosen != RETRY:
            p.bonus -= BIT[2 * (chosen - k.drop)]
            t.tell(ev.DROP, chosen - k.drop)


def colour_of(t: Turn, slot: int, half: int) -> int:
    """The colour of a half of an action card; ANY on yellow cards."""
    if t.p.cards[slot] >= 0:
        return fx.ANY
    return t.c.set_colours[t.p.set][slot * 2 + half]
