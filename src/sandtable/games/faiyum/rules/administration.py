"""Administration: income, workers home, cards back, a fresh market."""

from __future__ import annotations

from typing import Final

from sandtable.games.faiyum import events
from sandtable.games.faiyum.rules import market
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.state import State
from sandtable.kernel.game import Flow

INCOME: Final = 3
WORKERS_HOME: Final = 2
WORKER_PAYS: Final = 1  # dollars for each worker that goes home
CARDS_BACK: Final = 3


def administration(t: Turn) -> Flow:
    s = t.state
    t.emit(events.ADMINISTRATION)
    t.earn(income(s, t.player))
    for _ in range(WORKERS_HOME):
        if not s.upright:
            break
        options = t.codes.spaces.ids(s.upright)
        options.append(t.codes.done)
        chosen = yield from t.choose("worker_home", options)
        if chosen == t.codes.done:
            break
        t.remove_worker(chosen - t.codes.space)
        t.earn(WORKER_PAYS)
    take_back(t, min(CARDS_BACK, len(s.stacks[t.player])))
    most = affordable(t)
    chosen = yield from t.choose("buy_back", [t.codes.number + i for i in range(most + 1)])
    more = chosen - t.codes.number
    t.spend(buy_back_cost(s.players, more))
    take_back(t, more)
    yield from market.administer(t)


def income(s: State, seat: int) -> int:
    """$3 less $1 for each card in hand."""
    return max(0, INCOME - len(s.hands[seat]))


def buy_back_cost(players: int, cards: int) -> int:
    """$1 a card; alone the first costs $1, the second $2 and so on."""
    return cards * (cards + 1) // 2 if players == 1 else cards


def affordable(t: Turn) -> int:
    """How many further cards of the seat's stack can be paid for."""
    most = len(t.state.stacks[t.player])
    money = t.money()
    cards = 0
    while cards < most and buy_back_cost(t.state.players, cards + 1) <= money:
        cards += 1
    return cards


def take_back(t: Turn, cards: int) -> None:
    """From the top of the seat's stack to the hand."""
    s = t.state
    for _ in range(cards):
        stack = s.stacks[t.player]
        s.stacks[t.player] = stack[:-1]
        t.add_to_hand(stack[-1])
        t.emit(events.TAKE_BACK, stack[-1])
