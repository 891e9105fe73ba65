"""A turn: play a card, buy a card, administration, or pass in the last turns."""

from __future__ import annotations

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.rules import market
from sandtable.games.faiyum.rules.administration import administration
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import TURN_OVER, Decision, Flow


def options(t: Turn) -> list[int]:
    """Everything the seat may do with its turn, ascending."""
    s, c = t.state, t.codes
    deck = t.edition.deck
    play_of, cash_of = c.play_of, c.cash_of
    plays: list[int] = []
    others: list[int] = []
    before = 0
    for number in s.hands[t.player]:
        if number != before:
            before = number
            card = deck[number]
            if card is not None and card.can(t):
                plays.append(play_of[number])
            others.append(cash_of[number])
    if s.money[t.player] > 1:
        for number in market.affordable(s, s.money[t.player]):
            others.append(c.buy_of[number])
    others.append(c.pass_ if s.last_turns else c.admin)
    return plays + others


def take_turn(t: Turn, known: Decision | None) -> Flow:
    c = t.codes
    offered = known.actions if known is not None else options(t)
    # Asked even where administration or passing is all there is: a person should see that.
    chosen = yield Decision(t.player, "last" if t.state.last_turns else "turn", None, offered)
    if chosen < c.cash:
        yield from play_card(t, c.cards[chosen - c.play])
    elif chosen < c.buy:
        cash_in(t, c.cards[chosen - c.cash])
    elif chosen < c.admin:
        market.buy(t, c.market_cards[chosen - c.buy])
    elif chosen == c.admin:
        yield from administration(t)
    else:
        pass_out(t)
    next_seat(t)
    yield TURN_OVER


def play_card(t: Turn, number: int) -> Flow:
    card = t.edition.deck[number]
    assert card is not None
    t.drop_from_hand(number)
    t.card = number
    t.state.playing = number
    t.action = number
    t.source = card.source
    if t.log is not None:
        t.emit(events.PLAY, number, card.acts_as(t))
    yield from card.play(t)
    t.state.playing = 0
    if not t.gone:
        t.state.stacks[t.player] = (*t.state.stacks[t.player], number)


def cash_in(t: Turn, number: int) -> None:
    t.drop_from_hand(number)
    t.emit(events.CASH, number)
    t.earn(constants.PUT_DOWN)
    t.state.stacks[t.player] = (*t.state.stacks[t.player], number)


def pass_out(t: Turn) -> None:
    """Leave the game with the best disaster that is left."""
    s = t.state
    t.emit(events.PASS)
    s.passed |= BIT[t.player]
    best = s.market[-1] if s.market else 0
    if best >= constants.WASTELAND:
        market.take(t, best)
        reputation = t.edition.disasters[s.players].get(best, 0)
        t.emit(events.DISASTER, best, reputation)
        t.score_from(constants.SOURCE_DISASTERS, reputation)
        market.refill(t)


def next_seat(t: Turn) -> None:
    s = t.state
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
    t.emit(events.END)
