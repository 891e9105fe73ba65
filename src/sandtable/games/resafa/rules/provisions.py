"""The colour action and the provisions action: a bonus card, a step on a track, or a sack card."""

from __future__ import annotations

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules import tracks
from sandtable.games.resafa.rules.turn import RETRY, Turn
from sandtable.games.resafa.state import State
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Step


def bonus_slots(t: Turn, colour: int) -> list[int]:
    """The ids of the open bonus cards of a row (ANY: of all rows).

    Equal cards of a row are offered once, except in the solo game: there it matters to Resafabot
    which place is left empty.
    """
    s = t.s
    found: list[int] = []
    first = 0 if colour == fx.ANY else colour
    last = 3 if colour == fx.ANY else colour
    for row in range(first, last + 1):
        for slot in range(row * SLOTS, row * SLOTS + SLOTS):
            card = s.bonus[slot]
            if card < 0:
                continue
            if s.players > 1 and card in s.bonus[row * SLOTS : slot]:
                continue
            found.append(t.k.bonus + slot)
    return found


def any_bonus(t: Turn, colour: int) -> bool:
    """Whether a row (ANY: some row) has a card."""
    bonus = t.s.bonus
    first = 0 if colour == fx.ANY else colour * SLOTS
    last = len(bonus) if colour == fx.ANY else first + SLOTS
    return any(bonus[slot] >= 0 for slot in range(first, last))


def unseen_bonus(c: Components, s: State, colour: int) -> tuple[list[int], list[int]]:
    """The cards of level I and II in a deck that nobody has seen yet, in their order."""
    deck = s.bonus_decks[colour]
    level_1 = len(c.bonus_stacks[colour * 2])
    seen_1 = min(s.round, n.BONUS_ROUNDS) * SLOTS
    seen_2 = max(0, s.round - n.BONUS_ROUNDS) * SLOTS
    return deck[min(seen_1, level_1) : level_1], deck[level_1 + seen_2 :]


def bonus_to_come(c: Components, s: State, colour: int) -> tuple[list[int], list[int]]:
    """The same without level I once its rounds are over: what is left of it stays in the box."""
    level_1, level_2 = unseen_bonus(c, s, colour)
    return (
        level_1 if s.round < n.BONUS_ROUNDS else [],
        level_2 if s.round < n.ROUNDS else [],
    )


def take_bonus(t: Turn, slot: int) -> None:
    """A bonus card from the display to the hand."""
    s = t.s
    card = s.bonus[slot]
    display = s.bonus[:]
    display[slot] = -1
    s.bonus = display
    t.p.bonus += BIT[2 * card]
    t.tell(ev.BONUS, slot, card)


def possible(t: Turn, colour: int) -> bool:
    """Whether one of the three can be done."""
    return bool(t.s.sacks) or any_bonus(t, colour) or tracks.can_step_any(t, colour)


def provide(t: Turn, colour: int, kind: str, may_decline: bool) -> Step:
    """One of the three, with a colour or (ANY) with all; returns whether something was done."""
    k = t.k
    chosen: int = RETRY
    while chosen == RETRY:
        options = bonus_slots(t, colour) + tracks.steps(t, colour)
        if t.s.sacks:
            options.append(k.sack)
        if may_decline:
            options.insert(0, k.decline)
        if not options:
            return 0
        chosen = yield from t.ask(kind, options)
    if chosen == k.decline:
        return 0
    if chosen == k.sack:
        t.draw_sack()
    elif chosen >= k.step:
        yield from tracks.step(t, chosen - k.step)
    else:
        take_bonus(t, chosen - k.bonus)
    return 1
