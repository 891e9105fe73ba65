"""Action cards in hand, draw pile and played area: swapping yellow ones in, drawing, the limit."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import Player, State
from sandtable.games.resafa.subjects import CardSubject
from sandtable.kernel.bits import BIT, INDEX, count
from sandtable.kernel.game import Flow


def play_options(t: Turn) -> list[int]:
    """The ids of the ways to play the cards in hand, ascending."""
    codes, area, edition = t.codes, t.area, t.edition
    options: list[int] = []
    hand: i64 = area.hand
    while hand:
        low: i64 = hand & -hand
        hand ^= low
        slot: i64 = INDEX[low % 67]
        card = area.cards[slot]
        if card < 0:
            options.append(codes.play + slot * 2)
            options.append(codes.play + slot * 2 + 1)
        elif edition.yellow_pair[card] >= 0:
            place = codes.play_pair + edition.pair_cards.index(card) * 2
            options.append(place)
            options.append(place + 1)
        else:
            options.append(codes.play_free + edition.free_cards.index(card))
    options.sort()
    return options


def finish(t: Turn) -> Flow:
    """The end of a turn: yellow cards are swapped in, a card is drawn, the hand limit holds."""
    drawn = False
    while True:
        if t.swaps:
            yield from swap(t)
        if not drawn:
            drawn = True
            if t.area.pile:
                yield from draw(t)
        t.pulled = []
        if cards_in_hand(t.area) > t.edition.hand_limit:
            yield from keep_limit(t)
        if not t.swaps:
            return


# -- yellow cards ----------------------------------------------------------------------------------


def swap(t: Turn) -> Flow:
    """Yellow cards taken this turn replace starting cards, wherever those are."""
    codes, area = t.codes, t.area
    while t.swaps:
        card = t.swaps[0]
        slot = t.edition.yellow_pair[card]
        if slot < 0 or area.cards[slot] >= 0:
            t.subject = CardSubject(card)
            options = [codes.replace + i for i in range(t.edition.pairs) if area.cards[i] < 0]
            chosen = yield from t.ask("replace", options)
            t.subject = None
            if chosen == RETRY:
                continue
            slot = chosen - codes.replace
        t.swaps.pop(0)
        cards = area.cards[:]
        cards[slot] = card
        area.cards = cards
        if area.hand >> slot & 1:
            area.shown_hand |= BIT[slot]
        elif slot in area.pile:
            area.shown_pile |= BIT[slot]
            t.pulled.append(slot)
        t.emit(events.SWAP, slot, card)


# -- drawing ---------------------------------------------------------------------------------------


def draw(t: Turn) -> Flow:
    """Draw a card from the pile. A card just swapped in there is the one drawn."""
    codes, area = t.codes, t.area
    if t.pulled:
        chosen: int = RETRY
        while chosen == RETRY:
            options = [codes.draw + slot for slot in sorted(t.pulled)]
            chosen = yield from t.ask("draw", options)
        slot = chosen - codes.draw
        area.shown_pile &= ~BIT[slot]
        area.shown_hand |= BIT[slot]
        t.emit(events.DRAW, slot, 1, area.cards[slot])
    else:
        slot = area.pile[0]
        area.shown_pile = 0  # it may have been drawn: nobody else knows any more
        t.state.revealed = True
        t.emit(events.DRAW, slot, 0, area.cards[slot])
    area.pile = tuple([other for other in area.pile if other != slot])
    area.hand |= BIT[slot]


def deal(state: State, seat: int) -> None:
    """Make a hand and a draw pile of all action cards: yellow ones first into the hand, then others
    at random until it is full."""
    area = state.seats[seat]
    rest: list[int] = []
    area.hand = 0
    area.played = ()
    area.shown_hand = 0
    area.shown_pile = 0
    in_hand = 0
    for slot in range(len(area.cards)):
        if area.cards[slot] >= 0 and in_hand < constants.HAND:
            area.hand |= BIT[slot]
            in_hand += 1
        else:
            rest.append(slot)
    area.shown_hand = area.hand
    state.rng.stream(f"hand {seat} in round {state.round}").shuffle(rest)
    for slot in rest[: constants.HAND - in_hand]:
        area.hand |= BIT[slot]
    area.pile = tuple(rest[constants.HAND - in_hand :])


# -- the limit -------------------------------------------------------------------------------------


def cards_in_hand(area: Player) -> int:
    return int(count(area.hand) + area.bonus_count() + count(area.sacks))


def keep_limit(t: Turn) -> Flow:
    """Use or give up cards until the hand is small enough."""
    codes, area = t.codes, t.area
    while cards_in_hand(area) > t.edition.hand_limit:
        options: list[int] = []
        bits: i64 = area.bonus
        while bits:
            card: i64 = INDEX[(bits & -bits) % 67] // 2
            bits &= ~(3 * BIT[2 * card])
            options.append(codes.drop + card)
        before = t.runner.offered(t)
        chosen = yield from t.ask("limit", options)
        if chosen != RETRY:
            area.bonus -= BIT[2 * (chosen - codes.drop)]
            t.emit(events.DROP, chosen - codes.drop)
        # What a use has brought can be used before the turn is over.
        elif any(use not in before for use in t.runner.offered(t)):
            while chosen == RETRY and cards_in_hand(area) <= t.edition.hand_limit:
                chosen = yield from t.ask("next", [codes.end])


def colour_of(t: Turn, slot: int, half: int) -> int:
    """The colour of a half of an action card; ANY on yellow cards."""
    if t.area.cards[slot] >= 0:
        return fx.ANY
    return t.edition.set_colours[t.area.set][slot * 2 + half]
