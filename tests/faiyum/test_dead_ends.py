"""No dead ends, by brute force: every card in many positions, every choice followed to its end."""

from __future__ import annotations

import pytest

from sandtable.games.faiyum.actions import card_word
from sandtable.kernel.rng import seeded
from tests.faiyum.table import Position, Table, table
from tests.faiyum.valley import VALLEY

CARDS = [card.number for card in VALLEY.deck if card is not None]
LAND = VALLEY.board.names
BUDGET = 1500

BOARDS: list[Position] = [
    {},
    {"crocodiles_off": "all", "workers": "b4 e5"},
    {
        "settlements": "c1 c5",
        "towns": "c3",
        "roads": "c1-c2 c2-c3 c3-c4 c4-c5 c5-c6 b8-b9 b9-b10 d4-d5",
        "bridges": "c5-d5",
        "workshops": "b8 c2 c4 c10",
        "workers": "c1 b4 e5",
        "prone": "f6",
        "crocodiles_off": "d6 c9 b6",
        "blocks": {"b2": 2, "e2": 2, "a7": 4},
    },
    {
        "settlements": "c4 d8 a5",
        "palaces": "d4",
        "roads": "a5-a6 a6-a7 d4-d5 d5-d6",
        "grand": "c4-d4",
        "expansions": "d5",
        "workers": "a7 b2 e2 e9 c4 d4 d8 a5",
        "workers_left": 1,
        "roads_left": 2,
        "blocks": {"b2": 2, "e2": 3, "a7": 5, "e9": 4},
    },
    {"settlements": "c4", "workers": "e1", "workers_left": 0, "roads_left": 1},
]


def complete(t: Table, word: str) -> None:
    """Follow every branch of a card's action until the turn is over."""
    edge = [t.match.clone()]
    edge[0].apply(edge[0].str_to_action(f"play {word}"))
    tried = 0
    while edge and tried < BUDGET:
        match = edge.pop()
        if match.current_player != 0:
            state = match.state
            owned = match.view(None)["seats"][0]
            assert owned["money"] >= 0
            assert owned["reputation"] >= 0
            assert min(owned["resources"].values()) >= 0
            assert state.active == 1
            continue
        actions = match.legal_actions()
        assert actions, "a choice led nowhere"
        for action in actions:
            other = match.clone()
            other.apply(action)
            edge.append(other)
            tried += 1


@pytest.mark.once
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("board", range(len(BOARDS)))
def test_whatever_is_offered_can_be_completed(card: int, board: int) -> None:
    rng = seeded(card * 10 + board, "stocks")
    word = card_word(card)
    for _ in range(6):
        stock: Position = {
            kind: rng.below(4) * rng.below(2)
            for kind in ("wheat", "grape", "stone", "fish", "rose")
        }
        stock["money"] = rng.below(16)
        stock["reputation"] = rng.below(5)
        stack = [c for c in (4, 26, 1, 62) if c != card]
        t = table(hand=[card, 1, 1, 3], stack=stack, **stock, **BOARDS[board])
        if t.can(f"play {word}"):
            assert t.why(f"play {word}") == ""
            complete(t, word)
        else:
            assert t.why(f"play {word}")
        assert t.can(f"cash {word}")
