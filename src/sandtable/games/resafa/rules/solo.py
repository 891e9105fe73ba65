"""Resafabot: it plays by its cards alone, collects nothing and scores nothing."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.edition.components import (
    BASE_SPACES,
    ROWS,
    STRIDE,
    TRACK_OP,
    SoloCard,
)
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.rules import canal, tracks, trading, workshop
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import State
from sandtable.kernel.bits import BIT
from sandtable.kernel.rng import Rng

# Index of components.PROVISION_RULES and of components.DIRECTIONS.
FURTHEST = 1
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]  # up, down, left, right as row and column


# -- set-up ----------------------------------------------------------------------------------------


def set_up(t: Turn) -> None:
    """Its canal tiles, its first tile on a palm, its cards, and who begins."""
    state, rng = t.state, t.state.rng
    state.bot_stack = canal_stack(t.lookup, rng.stream("solo canal tiles"))
    first = rng.stream("solo first tile")
    orientation = int(first.below(2))
    pointing = t.edition.solo[1 + first.below(len(t.edition.solo) - 1)]
    build(t, state.bot_stack[0], t.edition.solo_palms[orientation * 2 + pointing.arrow])
    state.bot_deck = solo_deck(len(t.edition.solo), rng.stream("solo cards"))
    state.start = int(rng.stream("start player").below(2))


def canal_stack(lookup: LookupTables, rng: Rng) -> tuple[int, ...]:
    """All tiles in random order, each with a random side up, but never a tank."""
    tiles = list(range(lookup.edition.canal_tiles))
    rng.shuffle(tiles)
    return tuple([random_side(lookup, rng, tile) for tile in tiles])


def random_side(lookup: LookupTables, rng: Rng, tile: int) -> int:
    face = tile * 2 + int(rng.below(2))
    return tile * 2 if lookup.is_tank[face] else face


def solo_deck(cards: int, rng: Rng) -> list[int]:
    """The canal set-up card on top of the others."""
    rest = list(range(1, cards))
    rng.shuffle(rest)
    return [0, *rest]


# -- a turn ----------------------------------------------------------------------------------------


def take_turn(t: Turn) -> None:
    """Turn over a card: its arrow points at an action and a colour on the next one."""
    state = t.state
    left = t.edition.solo[state.bot_deck[state.bot_at]]
    right = t.edition.solo[state.bot_deck[state.bot_at + 1]]
    colour = right.colours[left.arrow]
    action = right.actions[left.arrow]
    state.revealed = True
    cards = state.bot_deck[state.bot_at : state.bot_at + 2]
    t.emit_shared(events.BOT_CARDS, cards[0], cards[1], action, colour)
    state.bot_at += 1
    colour_action(t, left, colour)
    if action == fx.PRODUCTION or action == fx.GARDEN:
        action = left.red
    if not main_action(t, left, action, colour):
        t.emit_shared(events.BOT_NOTHING, action)
    if state.bot_at == len(t.edition.solo) - 1:
        again = state.fresh_rng().stream(
            f"solo cards after turn {state.step} of round {state.round}"
        )
        state.bot_deck = solo_deck(len(t.edition.solo), again)
        state.bot_at = 0
        t.emit_shared(events.BOT_SHUFFLE)


def colour_action(t: Turn, left: SoloCard, colour: int) -> None:
    """Remove a bonus card of the colour, or go two spaces on its track."""
    state = t.state
    if left.colour_op == TRACK_OP:
        advance(t, colour)
        return
    for step in range(SLOTS):
        slot = colour * SLOTS + (left.colour_op - step) % SLOTS
        card = state.bonus[slot]
        if card >= 0:
            display = state.bonus[:]
            display[slot] = -1
            state.bonus = display
            t.emit_shared(events.BOT_BONUS, slot, card)
            return
    t.emit_shared(events.BOT_NO_BONUS, colour)


def main_action(t: Turn, left: SoloCard, action: int, colour: int) -> bool:
    """Whether anything came of it."""
    if action == fx.WORKSHOP:
        return remove_workshop(t, left.workshop)
    if action == fx.PROVISIONS:
        return provide(t, left.provisions, colour)
    if action == fx.CANAL:
        return build_canal(t, left.canal)
    return found_base(t, left.centres)


# -- tracks ----------------------------------------------------------------------------------------


def track(state: State, colour: int) -> int:
    return int(state.bot_tracks >> colour * 8 & 255)


def advance(t: Turn, colour: int) -> bool:
    """Two spaces on a track, as far as it goes; the open card of each level reached is removed."""
    state, edition = t.state, t.edition
    space = track(state, colour)
    if space >= edition.track_end:
        return False
    for _ in range(min(2, edition.track_end - space)):
        space += 1
        state.bot_tracks += BIT[8 * colour]
    t.emit_shared(events.BOT_TRACK, colour, space)
    for level in range(constants.LEVELS):
        if space - 2 < edition.card_spaces[level] <= space:
            remove_special(t, colour * constants.LEVELS + level)
    return True


def remove_special(t: Turn, stack: int) -> None:
    state = t.state
    if not state.open >> stack & 1:
        return
    card = state.special[stack][0]
    state.bot_specials = [*state.bot_specials, card]
    t.emit_shared(events.BOT_SPECIAL, card)
    tracks.remove_card(t, stack, card)
    tracks.open_next_level(t, stack)


def provide(t: Turn, rule: int, colour: int) -> bool:
    """Two spaces with the marker of the arrow's colour, or with the furthest one.

    A tie for furthest moves the arrow's colour, also if it is not among the tied. Where the marker
    to move stands at the end of its track, the furthest of the others moves instead.
    """
    state, end = t.state, t.edition.track_end
    spaces = [track(state, i) for i in range(len(fx.COLOURS))]
    tie = spaces.count(max(spaces)) > 1
    if (rule != FURTHEST or tie) and spaces[colour] < end:
        return advance(t, colour)
    movable = [i for i in range(len(spaces)) if spaces[i] < end]
    if not movable:
        return False
    furthest = max([spaces[i] for i in movable])
    tied = [i for i in movable if spaces[i] == furthest]
    return advance(t, tied[0] if len(tied) == 1 else colour)


# -- workshops, canals, bases ----------------------------------------------------------------------


def remove_workshop(t: Turn, slot: int) -> bool:
    """A tile of level II if the player could build those, otherwise of level I."""
    levels = workshop.levels_open(t, workshop.ANY_LEVEL)
    for first in (constants.OFFERED, 0):
        if first and not levels & 2:
            continue
        for step in range(constants.OFFERED):
            place = first + (slot - step) % constants.OFFERED
            tile = t.state.offer[place]
            if tile >= 0:
                t.emit_shared(events.BOT_TILE, tile)
                workshop.take_tile(t, tile)
                workshop.refill(t, place)
                return True
    return False


def build_canal(t: Turn, direction: int) -> bool:
    """The top tile goes to the first free space from the marker in the direction, else in the
    opposite one; a tank space takes the next tank instead."""
    state = t.state
    if not state.bot_stack:
        return False
    cell = free_space(t, direction)
    if cell < 0:
        cell = free_space(t, direction ^ 1)
    if cell < 0:
        return False
    face = state.bot_stack[0]
    if cell // STRIDE == ROWS:
        tanks = [up ^ 1 for up in state.bot_stack if t.lookup.is_tank[up ^ 1]]
        if not tanks:
            return False
        face = tanks[0]
    build(t, face, cell)
    return True


def free_space(t: Turn, direction: int) -> int:
    """The first free space from the marker in a direction, or -1."""
    state = t.state
    row, column = divmod(state.bot_cell, STRIDE)
    down, across = MOVES[direction]
    while True:
        row += down
        column += across
        if not (0 <= row <= ROWS and 0 <= column < t.side.columns):
            return -1
        cell = row * STRIDE + column
        if not state.built >> cell & 1:
            return cell


def build(t: Turn, face: int, cell: int) -> None:
    """Put one of its tiles on the network; a canal bonus tile there leaves the game."""
    state = t.state
    at = [own // 2 for own in state.bot_stack].index(face // 2)
    state.bot_stack = state.bot_stack[:at] + state.bot_stack[at + 1 :]
    state.revealed = True
    canal.put(t, constants.BOT, face, cell)
    state.bot_cell = cell
    t.emit_shared(events.BOT_CANAL, face, cell)
    tile = state.water_bonus[cell]
    if tile >= 0:
        left = state.water_bonus[:]
        left[cell] = -1
        state.water_bonus = left
        t.emit_shared(events.BOT_CANAL_BONUS, tile)


def found_base(t: Turn, centres: list[int]) -> bool:
    """A base at the first centre, or at the second if it has one at the first; its markers are as
    many as a player's."""
    state = t.state
    bases: i64 = state.bot_bases
    if int(bases).bit_count() >= constants.MARKERS:
        return False
    for centre in centres:
        if bases >> centre & 1:
            continue
        for place in range(BASE_SPACES):
            space = centre * BASE_SPACES + place
            if t.lookup.spaces[state.players][space] and state.bases[space] == constants.NOBODY:
                trading.put_base(t, constants.BOT, space)
                state.bot_bases |= BIT[centre]
                t.emit_shared(events.BOT_BASE, centre, place)
                trading.turn_over(t, centre)
                return True
        return False
    return False
