"""Setting up: map, money, hands, market, draw pile and final stack."""

from __future__ import annotations

from sandtable.games.faiyum import constants as n
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.state import State, prepare_board

MONEY = [3, 4, 4, 5, 5]
MONEY_ALONE = 4


def deal(s: State, b: Board, codes: Codes) -> None:
    prepare_board(s, b)
    s.money = [MONEY_ALONE] if s.players == 1 else MONEY[: s.players]
    s.hands = [tuple(sorted(n.STARTING)) for _ in range(s.players)]
    cards = codes.blue[:]
    s.rng.stream("draw pile").shuffle(cards)
    up = sorted(cards[: n.TURNED_UP])
    s.market = tuple(up[: n.MARKET])
    final = up[n.MARKET :] + codes.yellow + n.DISASTERS
    s.rng.stream("final stack").shuffle(final)
    pile = cards[n.TURNED_UP :]
    s.deck = tuple(pile + final)
    s.pile = len(pile)
    if s.players > 1:
        s.tokens = s.market[: n.CURRENT]
