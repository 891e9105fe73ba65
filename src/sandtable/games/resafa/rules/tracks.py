"""The colour tracks, and the special cards that lie along them."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import Player
from sandtable.games.resafa.subjects import StackSubject
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Flow


def can_step(edition: Components, area: Player, colour: i64) -> bool:
    """Whether the marker may go one space on: yellow, white and blue share limits."""
    space = area.track(colour) + 1
    if space > edition.track_end:
        return False
    if colour == fx.PINK:
        return True
    for level in (1, 2):
        if space == edition.card_spaces[level]:
            there = 0
            for other in (fx.YELLOW, fx.WHITE, fx.BLUE):
                if area.track(other) >= space:
                    there += 1
            return there < edition.level_limit[level - 1]
    return True


def steps(t: Turn, colour: int) -> list[int]:
    """The ids of the legal steps, on one track or (ANY) on all."""
    if colour != fx.ANY:
        return [t.codes.step + colour] if can_step(t.edition, t.area, colour) else []
    return [t.codes.step + i for i in range(4) if can_step(t.edition, t.area, i)]


def can_step_any(t: Turn, colour: int) -> bool:
    if colour != fx.ANY:
        return can_step(t.edition, t.area, colour)
    return any(can_step(t.edition, t.area, i) for i in range(4))


def step(t: Turn, colour: i64) -> Flow:
    """One step; reaching a space with a card means taking one."""
    area = t.area
    area.tracks += BIT[8 * colour]
    space = area.track(colour)
    if t.log is not None:
        t.emit(events.STEP, colour, space)
    spaces = t.edition.card_spaces
    for level in range(constants.LEVELS):
        if space == spaces[level]:
            yield from take_card(t, int(colour) * constants.LEVELS + level)
            return


# -- special cards -------------------------------------------------------------------------------


def take_card(t: Turn, stack: int) -> Flow:
    """Take the open card with its bonus, or look through the stack and take any of it."""
    state, codes = t.state, t.codes
    before, t.subject = t.subject, StackSubject(stack)
    chosen: int = RETRY
    while chosen == RETRY:
        cards = state.special[stack]
        is_open = state.open >> stack & 1
        options: list[int] = []
        if is_open and cards:
            options.append(codes.open)
        if len(cards) > is_open:
            options.append(codes.look)
        if not options:
            t.subject = before
            return
        chosen = yield from t.ask("special", options)
    if chosen == codes.open:
        card = state.special[stack][0]
        source = t.source
        t.source = constants.FROM_TRACKS
        yield from t.gain(t.edition.open_card)
        t.source = source
    else:
        state.revealed = True
        t.area.looked |= BIT[stack]
        t.emit(events.LOOK, stack)
        chosen = RETRY
        while chosen == RETRY:
            options = [codes.take + each for each in state.special[stack]]
            options.sort()
            chosen = yield from t.ask("take", options)
        card = chosen - codes.take
    t.subject = before
    remove_card(t, stack, card)
    open_next_level(t, stack)
    yield from add_card(t, card)


def remove_card(t: Turn, stack: int, card: int) -> None:
    """A card leaves its stack; if it was the open one, the next is turned over."""
    state = t.state
    cards = state.special[stack]
    was_open = state.open >> stack & 1 and cards[0] == card
    stacks = state.special[:]
    stacks[stack] = tuple([other for other in cards if other != card])
    state.special = stacks
    if was_open:
        state.open &= ~BIT[stack]
        open_card(t, stack)


def open_card(t: Turn, stack: int) -> None:
    """Turn over the first card of a stack, if there is one and it is not open yet."""
    state = t.state
    if state.special[stack] and not state.open >> stack & 1:
        state.open |= BIT[stack]
        state.revealed = True
        t.emit_shared(events.OPEN, state.special[stack][0])


def open_next_level(t: Turn, stack: int) -> None:
    """Once somebody has taken a card of one level, the next level's first card lies open."""
    if stack % constants.LEVELS < constants.LEVELS - 1:
        open_card(t, stack + 1)


def add_card(t: Turn, card: int) -> Flow:
    """A special card comes to the player."""
    edition, area = t.edition, t.area
    if card < edition.first_yellow:
        area.pink_white |= BIT[card]
    else:
        area.yellow_blue |= BIT[card - edition.first_yellow]
    t.emit(events.SPECIAL, card)
    colour = edition.special_colour[card]
    if colour == fx.PINK:
        gain = edition.pink_gain[t.state.round - 1]
        source = t.source
        t.source = constants.FROM_TRACKS
        yield from t.gain(gain)
        t.source = source
    elif colour == fx.YELLOW:
        t.swaps.append(card)
    else:
        index = t.lookup.usable_index[card]
        if index >= 0:
            area.unused |= BIT[index]
        if edition.always[card]:
            area.helps = area.helps + edition.always[card]
