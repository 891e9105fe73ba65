"""A game as it could be for all that a seat knows: what is hidden from it is redrawn.

Everything hidden is sorted before it is shuffled, so nothing of its true order is left.
"""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import constants
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.rules import solo
from sandtable.games.resafa.rules.provisions import unseen_bonus
from sandtable.games.resafa.state import Player, State
from sandtable.kernel.bits import BIT, members
from sandtable.kernel.rng import Rng


def resample(lookup: LookupTables, start: State, now: State, seat: int | None, rng: Rng) -> State:
    """A copy of ``start``. What has been revealed since stays as it was, so that the choices made
    since then can be made again."""
    other = start.copy()
    draw_workshops(other, now, rng)
    draw_bonus_cards(lookup, other, now, rng)
    draw_special_cards(other, start, now, seat, rng)
    draw_sacks(other, start, now, seat, rng)
    for number, area in enumerate(other.seats):
        active = (
            start.phase == constants.PLAYING and not start.bots_turn() and start.active == number
        )
        if number == seat:
            shuffle_own_pile(area, now.seats[number], rng)
        elif area.pile:
            draw_action_cards(area, now.seats[number], active, rng)
    if start.players == 1:
        draw_bot(lookup, other, now, rng)
    return other


def shuffled(items: list[int], rng: Rng) -> list[int]:
    shuffled_items = sorted(items)
    rng.shuffle(shuffled_items)
    return shuffled_items


def draw_workshops(other: State, now: State, rng: Rng) -> None:
    level_1, level_2 = now.decks
    other.decks = [
        level_1[: now.drawn_1] + shuffled(level_1[now.drawn_1 :], rng),
        level_2[: now.drawn_2] + shuffled(level_2[now.drawn_2 :], rng),
    ]


def draw_bonus_cards(lookup: LookupTables, other: State, now: State, rng: Rng) -> None:
    """Level I comes before level II, whatever the order within."""
    decks: list[list[int]] = []
    for colour, deck in enumerate(now.bonus_decks):
        level_1 = len(lookup.edition.bonus_stacks[colour * 2])
        first, second = unseen_bonus(lookup.edition, now, colour)
        decks.append(
            deck[: level_1 - len(first)]
            + shuffled(first, rng)
            + deck[level_1 : len(deck) - len(second)]
            + shuffled(second, rng)
        )
    other.bonus_decks = decks


def draw_special_cards(other: State, start: State, now: State, seat: int | None, rng: Rng) -> None:
    """Who has looked through a stack knows its cards, though not their order."""
    stacks: list[tuple[int, ...]] = []
    boxes: list[tuple[int, ...]] = []
    for stack, cards in enumerate(start.special):
        left = now.special[stack]
        hidden = list(left[1:] if now.open >> stack & 1 else left)
        known = now.advanced or (seat is not None and now.seats[seat].looked >> stack & 1 == 1)
        pool = shuffled(hidden if known else hidden + list(start.box[stack]), rng)
        boxes.append(start.box[stack] if known else tuple(sorted(pool[len(hidden) :])))
        stacks.append(tuple([pool.pop(0) if card in hidden else card for card in cards]))
    other.special = stacks
    other.box = boxes


def draw_sacks(other: State, start: State, now: State, seat: int | None, rng: Rng) -> None:
    """Sack cards that the seat has not seen: in the deck, and in other hands."""
    unknown = list(now.sacks[: len(now.sacks) - now.sacks_known])
    for number, player in enumerate(now.seats):
        if number != seat:
            unknown += members(player.sacks & ~player.sacks_shown)
    pool = shuffled(unknown, rng)
    other.sacks = tuple([pool.pop(0) if card in unknown else card for card in start.sacks])
    for number, player in enumerate(other.seats):
        if number == seat:
            continue
        for card in members(start.seats[number].sacks & ~start.seats[number].sacks_shown):
            if card in unknown:
                player.sacks &= ~BIT[card]
        for card in members(start.seats[number].sacks & ~start.seats[number].sacks_shown):
            if card in unknown:
                player.sacks |= BIT[pool.pop(0)]


def shuffle_own_pile(area: Player, now: Player, rng: Rng) -> None:
    """The own draw pile is known as a set; a card already drawn from it this turn was the first."""
    first = list(area.pile[:1])
    if first and (first[0] in now.pile or now.cards[first[0]] != area.cards[first[0]]):
        first = []
    rest = [slot for slot in area.pile if slot not in first]
    area.pile = tuple(first + shuffled(rest, rng))


def draw_action_cards(area: Player, now: Player, active: bool, rng: Rng) -> None:
    """Others know hand and draw pile together, and of single cards where they have come to."""
    fixed: i64 = area.shown_hand | area.shown_pile
    if active:
        for played in now.played[len(area.played) :]:
            fixed |= BIT[played // 2]
        for slot in range(len(area.cards)):
            if now.cards[slot] != area.cards[slot]:
                fixed |= BIT[slot]
    in_hand: i64 = area.hand & fixed
    free = members(area.hand & ~fixed) + [slot for slot in area.pile if not fixed >> slot & 1]
    wanted = int(area.hand & ~fixed).bit_count()
    pool = shuffled(free, rng)
    for slot in pool[:wanted]:
        in_hand |= BIT[slot]
    in_pile = pool[wanted:] + [slot for slot in area.pile if fixed >> slot & 1]
    area.hand = in_hand
    area.pile = tuple(shuffled(in_pile, rng))


def draw_bot(lookup: LookupTables, other: State, now: State, rng: Rng) -> None:
    """The next solo card shows its back, and the top canal tile its face; all below is hidden."""
    known = now.bot_at + 1
    other.bot_deck = now.bot_deck[:known] + shuffled(now.bot_deck[known:], rng)
    below = shuffled([face // 2 for face in now.bot_stack[1:]], rng)
    other.bot_stack = now.bot_stack[:1] + tuple(
        [solo.random_side(lookup, rng, tile) for tile in below]
    )
