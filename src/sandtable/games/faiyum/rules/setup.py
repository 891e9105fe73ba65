"""Setting up: map, money, hands, market, draw pile and final stack."""

from __future__ import annotations

from sandtable.games.faiyum import constants as n
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.state import State, prepare_board
from sandtable.kernel.bits import BIT

TURNED_UP = 12
MONEY = [3, 4, 4, 5, 5]
MONEY_ALONE = 4


def deal(s: State, b: Board) -> None:
    prepare_board(s, b)
    s.money = [MONEY_ALONE] if s.players == 1 else MONEY[: s.players]
    s.hands = [tuple(sorted(n.STARTING)) for _ in range(s.players)]
    cards = n.BLUE[:]
    s.rng.stream("draw pile").shuffle(cards)
    up = sorted(cards[:TURNED_UP])
    s.market = tuple(up[: n.MARKET])
    final = up[n.MARKET :] + n.YELLOW + n.DISASTERS
    s.rng.stream("final stack").shuffle(final)
    pile = cards[TURNED_UP:]
    s.deck = tuple(pile + final)
    s.pile = len(pile)
    if s.players > 1:
        for card in s.market[: n.CURRENT]:
            s.tokens |= BIT[card // 2]
