"""The colour tracks, and the special cards that lie along them."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules.turn import RETRY, Turn
from sandtable.games.resafa.state import Player
from sandtable.games.resafa.subjects import StackSubject
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Flow


def can_step(c: Components, p: Player, colour: i64) -> bool:
    """Whether the marker may go one space on: yellow, white and blue share limits."""
    space = p.track(colour) + 1
    if space > c.track_end:
        return False
    if colour == fx.PINK:
        return True
    for level in (1, 2):
        if space == c.card_spaces[level]:
            there = 0
            for other in (fx.YELLOW, fx.WHITE, fx.BLUE):
                if p.track(other) >= space:
                    there += 1
            return there < c.level_limit[level - 1]
    return True


def steps(t: Turn, colour: int) -> list[int]:
    """The ids of the legal steps, on one track or (ANY) on all."""
    if colour != fx.ANY:
        return [t.k.step + colour] if can_step(t.c, t.p, colour) else []
    return [t.k.step + i for i in range(4) if can_step(t.c, t.p, i)]


def can_step_any(t: Turn, colour: int) -> bool:
    if colour != fx.ANY:
        return can_step(t.c, t.p, colour)
    return any(can_step(t.c, t.p, i) for i in range(4))


def step(t: Turn, colour: i64) -> Flow:
    """One step; reaching a space with a card means taking one."""
    p = t.p
    p.tracks += BIT[8 * colour]
    space = p.track(colour)
    if t.log is not None:
        t.tell(ev.STEP, colour, space)
    spaces = t.c.card_spaces
    for level in range(n.LEVELS):
        if space == spaces[level]:
            yield from take_card(t, int(colour) * n.LEVELS + level)
            return


# -- special cards -------------------------------------------------------------------------------


def take_card(t: Turn, stack: int) -> Flow:
    """Take the open card with its bonus, or look through the stack and take any of it."""
    s, k = t.s, t.k
    before, t.subject = t.subject, StackSubject(stack)
    chosen: int = RETRY
    while chosen == RETRY:
        cards = s.special[stack]
        is_open = s.open >> stack & 1
        options: list[int] = []
        if is_open and cards:
            options.append(k.open)
        if len(cards) > is_open:
            options.append(k.look)
        if not options:
            t.subject = before
            return
        chosen = yield from t.ask("special", options)
    if chosen == k.open:
        card = s.special[stack][0]
        source = t.source
        t.source = n.FROM_TRACKS
        yield from t.gain(t.c.open_card)
        t.source = source
    else:
        s.revealed = True
        t.p.looked |= BIT[stack]
        t.tell(ev.LOOK, stack)
        chosen = RETRY
        while chosen == RETRY:
            options = [k.take + found for found in s.special[stack]]
            options.sort()
            chosen = yield from t.ask("take", options)
        card = chosen - k.take
    t.subject = before
    remove_card(t, stack, card)
    open_next_level(t, stack)
    yield from add_card(t, card)


def remove_card(t: Turn, stack: int, card: int) -> None:
    """A card leaves its stack; if it was the open one, the next is turned over."""
    s = t.s
    cards = s.special[stack]
    was_open = s.open >> stack & 1 and cards[0] == card
    stacks = s.special[:]
    stacks[stack] = tuple([other for other in cards if other != card])
    s.special = stacks
    if was_open:
        s.open &= ~BIT[stack]
        open_card(t, stack)


def open_card(t: Turn, stack: int) -> None:
    """Turn over the first card of a stack, if there is one and it is not open yet."""
    s = t.s
    if s.special[stack] and not s.open >> stack & 1:
        s.open |= BIT[stack]
        s.revealed = True
        t.tell_all(ev.OPEN, s.special[stack][0])


def open_next_level(t: Turn, stack: int) -> None:
    """Once somebody has taken a card of one level, the next level's first card lies open."""
    if stack % n.LEVELS < n.LEVELS - 1:
        open_card(t, stack + 1)


def add_card(t: Turn, card: int) -> Flow:
    """A special card comes to the player."""
    c, p = t.c, t.p
    if card < c.first_yellow:
        p.pink_white |= BIT[card]
    else:
        p.yellow_blue |= BIT[card - c.first_yellow]
    t.tell(ev.SPECIAL, card)
    colour = c.special_colour[card]
    if colour == fx.PINK:
        gain = c.pink_gain[t.s.round - 1]
        source = t.source
        t.source = n.FROM_TRACKS
        yield from t.gain(gain)
        t.source = source
    elif colour == fx.YELLOW:
        t.swaps.append(card)
    else:
        index = t.r.usable_index[card]
        if index >= 0:
            p.unused |= BIT[index]
        if c.always[card]:
            p.helps = p.helps + c.always[card]
