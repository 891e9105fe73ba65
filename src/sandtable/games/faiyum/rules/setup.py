"""Setting up: map, money, hands, market, draw pile and final stack."""

from __future__ import annotations

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.edition.components import Components
from sandtable.games.faiyum.state import State, prepare_board

MONEY = [3, 4, 4, 5, 5]
MONEY_ALONE = 4


def set_up(s: State, edition: Components) -> None:
    codes = edition.codes
    prepare_board(s, edition.board)
    s.money = [MONEY_ALONE] if s.players == 1 else MONEY[: s.players]
    s.hands = [tuple(sorted(constants.STARTING)) for _ in range(s.players)]
    cards = codes.blue[:]
    s.rng.stream("draw pile").shuffle(cards)
    up = sorted(cards[: constants.TURNED_UP])
    s.market = tuple(up[: constants.MARKET])
    final = up[constants.MARKET :] + codes.yellow + constants.DISASTERS
    s.rng.stream("final stack").shuffle(final)
    pile = cards[constants.TURNED_UP :]
    s.deck = tuple(pile + final)
    s.pile = len(pile)
    if s.players > 1:
        s.tokens = s.market[: constants.CURRENT]
