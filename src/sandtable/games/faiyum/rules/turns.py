"""A turn: play a card, buy a card, administration, or pass in the last turns."""

from __future__ import annotations

from typing import Final

from sandtable.games.faiyum import constants as n
from sandtable.games.faiyum import events as ev
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.rules import market
from sandtable.games.faiyum.rules.administration import administration
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import TURN_OVER, Decision, Flow

INSTEAD: Final = 2  # dollars for a card whose action is not used


def options(t: Turn, deck: list[Card | None]) -> list[int]:
    """Everything the seat may do with its turn, ascending."""
    s, c = t.s, t.c
    play_of, cash_of = c.play_of, c.cash_of
    plays: list[int] = []
    found: list[int] = []
    before = 0
    for number in s.hands[t.seat]:
        if number != before:
            before = number
            card = deck[number]
            if card is not None and card.can(t):
                plays.append(play_of[number])
            found.append(cash_of[number])
    if s.money[t.seat] > 1:
        for number in market.affordable(s, s.money[t.seat]):
            found.append(c.buy_of[number])
    found.append(c.pass_ if s.last_turns else c.admin)
    return plays + found


def take_turn(
    t: Turn, deck: list[Card | None], disasters: dict[int, int], known: Decision | None
) -> Flow:
    c = t.c
    offered = known.actions if known is not None else options(t, deck)
    # Asked even where administration or passing is all there is: a person should see that.
    chosen = yield Decision(t.seat, "last" if t.s.last_turns else "turn", 0, offered)
    if chosen < c.cash:
        yield from play_card(t, deck, c.cards[chosen - c.play])
    elif chosen < c.buy:
        cash_in(t, c.cards[chosen - c.cash])
    elif chosen < c.admin:
        market.buy(t, c.market_cards[chosen - c.buy])
    elif chosen == c.admin:
        yield from administration(t)
    else:
        pass_out(t, disasters)
    next_seat(t)
    yield TURN_OVER


def play_card(t: Turn, deck: list[Card | None], number: int) -> Flow:
    card = deck[number]
    assert card is not None
    t.drop_from_hand(number)
    t.card = number
    t.s.playing = number
    t.action = number
    t.source = card.source
    if t.log is not None:
        t.tell(ev.PLAY, number, card.acts_as(t))
    yield from card.play(t)
    t.s.playing = 0
    if not t.gone:
        t.s.stacks[t.seat] = (*t.s.stacks[t.seat], number)


def cash_in(t: Turn, number: int) -> None:
    t.drop_from_hand(number)
    t.tell(ev.CASH, number)
    t.earn(INSTEAD)
    t.s.stacks[t.seat] = (*t.s.stacks[t.seat], number)


def pass_out(t: Turn, disasters: dict[int, int]) -> None:
    """Leave the game with the best disaster that is left."""
    s = t.s
    t.tell(ev.PASS)
    s.passed |= BIT[t.seat]
    best = s.market[-1] if s.market else 0
    if best >= n.WASTELAND:
        market.take(t, best)
        t.tell(ev.DISASTER, best, disasters.get(best, 0))
        t.score_from(n.SOURCE_DISASTERS, disasters.get(best, 0))
        market.refill(t)


def next_seat(t: Turn) -> None:
    s = t.s
    s.turns += 1
    if not s.passed:
        s.active = s.active + 1 if s.active + 1 < s.players else 0
        return
    for step in range(1, s.players + 1):
        seat = (s.active + step) % s.players
        if not s.passed >> seat & 1:
            s.active = seat
            return
    s.over = True
    t.tell(ev.END)
