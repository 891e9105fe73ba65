"""States that differ from another one only in what a seat cannot know, made without the engine.

What is hidden: the order of all decks; which special cards of a stack that nobody showed the seat
are in the game; sack cards in other hands, unless everybody saw them going under the deck; where
the other players' action cards are, hand or draw pile, unless they were shown; Resafabot's cards
and canal tiles below the top.
"""

from __future__ import annotations

from sandtable.games.resafa.state import Player, State
from sandtable.kernel.rng import Rng

BONUS_OF_LEVEL = 9


def differing(state: State, seat: int | None, rng: Rng) -> State:
    s = state.copy()
    s.decks = [
        _shuffled_after(s.decks[0], s.drawn_1, rng),
        _shuffled_after(s.decks[1], s.drawn_2, rng),
    ]
    s.bonus_decks = [_bonus_deck(deck, 3 * s.round, rng) for deck in s.bonus_decks]
    _special_cards(s, seat, rng)
    _sacks(s, seat, rng)
    for number, p in enumerate(s.seats):
        if number == seat:
            pile = list(p.pile)
            rng.shuffle(pile)
            p.pile = tuple(pile)
        else:
            _action_cards(p, rng)
    if s.players == 1:
        s.bot_deck = _shuffled_after(s.bot_deck, s.bot_at + 1, rng)
        s.bot_stack = tuple(_shuffled_after(list(s.bot_stack), 1, rng))
    s.rng = rng.copy()
    return s


def _shuffled_after(cards: list[int], known: int, rng: Rng) -> list[int]:
    rest = cards[known:]
    rng.shuffle(rest)
    return cards[:known] + rest


def _bonus_deck(deck: list[int], seen: int, rng: Rng) -> list[int]:
    first, second = deck[:BONUS_OF_LEVEL], deck[BONUS_OF_LEVEL:]
    return [
        *_shuffled_after(first, min(seen, BONUS_OF_LEVEL), rng),
        *_shuffled_after(second, max(0, seen - BONUS_OF_LEVEL), rng),
    ]


def _special_cards(s: State, seat: int | None, rng: Rng) -> None:
    stacks, boxes = s.special[:], s.box[:]
    for number, cards in enumerate(stacks):
        shown = 1 if s.open >> number & 1 else 0
        known = s.advanced or (seat is not None and s.seats[seat].looked >> number & 1)
        box = () if known else boxes[number]
        pool = [*cards[shown:], *box]
        rng.shuffle(pool)
        hidden = len(cards) - shown
        stacks[number] = cards[:shown] + tuple(pool[:hidden])
        if not known:
            boxes[number] = tuple(sorted(pool[hidden:]))
    s.special, s.box = stacks, boxes


def _sacks(s: State, seat: int | None, rng: Rng) -> None:
    """Cards of other hands that nobody saw are exchanged with the unseen part of the deck."""
    unseen = len(s.sacks) - s.sacks_known
    pool = list(s.sacks[:unseen])
    counts = []
    for number, p in enumerate(s.seats):
        secret = 0 if number == seat else p.sacks & ~p.sacks_shown
        cards = [card for card in range(12) if secret >> card & 1]
        counts.append(len(cards))
        pool += cards
        p.sacks &= ~secret
    rng.shuffle(pool)
    for p, count in zip(s.seats, counts, strict=True):
        for _ in range(count):
            p.sacks |= 1 << pool.pop()
    s.sacks = tuple(pool) + s.sacks[unseen:]


def _action_cards(p: Player, rng: Rng) -> None:
    shown = p.shown_hand | p.shown_pile
    free = [slot for slot in range(6) if p.hand >> slot & 1 and not shown >> slot & 1]
    in_hand = len(free)
    free += [slot for slot in p.pile if not shown >> slot & 1]
    kept = [slot for slot in p.pile if shown >> slot & 1]
    rng.shuffle(free)
    for slot in free:
        p.hand &= ~(1 << slot)
    for slot in free[:in_hand]:
        p.hand |= 1 << slot
    p.pile = tuple(free[in_hand:] + kept)
