"""No dead ends, by brute force: every card and tile in many positions, choices followed to the
end of the turn."""

from __future__ import annotations

import pytest

from sandtable.kernel.rng import Rng, seeded
from tests.resafa.invariants import check_actions, check_area, check_player, state_of
from tests.resafa.table import Position, Table, table

THINGS = [
    *[f"b{n}" for n in range(1, 25)],
    *[f"s{n}" for n in range(1, 13)],
    *[f"c{n}" for n in range(1, 10)],
    *[f"p{n}" for n in range(19, 37)],
    *[f"p{n}" for n in range(60, 73)],
]

ROWS = {"yellow": "b1 b3 b4", "white": "b8 b9 b10", "blue": "b2 b5 b11", "pink": "b6 b7 b14"}
LEVEL_2 = "w1-01 w1-02 w1-03 w2-01 w2-02 w2-03"

BOARDS: list[Position] = [
    {"round": 1, "bonus_cards": ROWS},
    {
        "round": 4,
        "offer": LEVEL_2,
        "tokens": "square scarab garden:square",
        "workshops": "w1-04 g7, w1-05 back i7, w2-04 j8 90",
        "gardens": "h9 small top, i8 large bottom, h7 small bottom",
        "canals": "k1 r1c1, k7 r3c3",
        "at": "gerasa",
        "cargo": "1 spice",
        "camel": 2,
        "bases": "gerasa 1",
        "tracks": {"yellow": 5, "white": 2, "blue": 8, "pink": 2},
        "opened": "yellow 2, blue 2, blue 3",
        "bonus_cards": ROWS,
    },
    {
        "round": 6,
        "offer": "- - w1-03 - w2-02 -",
        "deck_1": "",
        "tokens": "square square garden:square garden:square garden:square workshop:square "
        "workshop:square workshop:square canal:square canal:square canal:square",
        "workshops": "w1-04 back g7, w2-05 back i7",
        "gardens": "h9 large top, h9 small bottom, i8 large top, i8 small bottom, g8 large left",
        "canals": "k1 r1c1, k2 back t1, k3 r1c2, k4 r1c3, k5 r1c4, k6 r2c1",
        "small_left": 1,
        "large_left": 0,
        "camel": 7,
        "at": "masqat",
        "cargo": "7 marble",
        "tracks": {"yellow": 9, "white": 8, "blue": 5, "pink": 8},
        "opened": "pink 3",
        "sack_deck": "",
    },
]


def complete(t: Table, word: str, rng: Rng, budget: int) -> None:
    """Follow branches after a choice until the turn is over."""
    first = t.match.clone()
    first.apply(first.str_to_action(word))
    edge = [first]
    tried = 0
    while edge and tried < budget:
        match = edge.pop()
        if match.is_over or match.current_player != 0:
            s = state_of(match)
            for p in s.seats:
                check_player(s, p)
            check_area(s, 0, s.seats[0])
            continue
        check_actions(match)
        actions = match.legal_actions()
        for _ in range(min(3, len(actions))):
            other = match.clone()
            other.apply(actions.pop(rng.below(len(actions))))
            edge.append(other)
            tried += 1


def position(thing: str, board: int, rng: Rng) -> Table:
    """A board with the thing in hand, some others to use meanwhile, and a random stock."""
    items = ("coin", "stone", "marble", "amphora", "spice")
    given: Position = {**BOARDS[board], **{item: rng.below(4) * rng.below(2) for item in items}}
    held: dict[str, list[str]] = {"b": ["b1"], "s": ["s2"], "c": ["c5"], "p": ["p22"]}
    if thing not in held[thing[0]]:
        held[thing[0]].append(thing)
    if "sack_deck" in given:
        gone = [f"s{n}" for n in range(1, 13) if f"s{n}" not in held["s"]]
        given["others"] = {1: {"sacks": " ".join(gone[:5])}}
        given["sack_deck"] = " ".join(gone[5:])
    return table(
        bonus=" ".join(held["b"]),
        sacks=" ".join(held["s"]),
        tiles=" ".join(held["c"]),
        specials=" ".join(held["p"]),
        **given,
    )


def look_into(thing: str, board: int, stocks: int, budget: int) -> None:
    rng = seeded(THINGS.index(thing) * 10 + board, "stocks")
    for _ in range(stocks):
        t = position(thing, board, rng)
        if t.can(f"use {thing}"):
            complete(t, f"use {thing}", rng, budget)
        plays = sorted(t.choices("play"))
        complete(t, f"play {plays[rng.below(len(plays))]}", rng, budget)


@pytest.mark.once
@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("board", range(len(BOARDS)))
def test_whatever_can_be_used_can_be_completed(thing: str, board: int) -> None:
    look_into(thing, board, 1, 40)


@pytest.mark.long
@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("board", range(len(BOARDS)))
def test_whatever_can_be_used_can_be_completed_in_many_ways(thing: str, board: int) -> None:
    look_into(thing, board, 3, 400)
