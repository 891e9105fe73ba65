"""The colour action and the provisions action: a bonus card, a step on a track, or a sack card."""

from __future__ import annotations

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.rules import tracks
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import State
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Step


def bonus_slots(t: Turn, colour: int) -> list[int]:
    """The ids of the open bonus cards of a row (ANY: of all rows).

    Equal cards of a row are offered once, except in the solo game: there it matters to Resafabot
    which place is left empty.
    """
    state = t.state
    ids: list[int] = []
    first = 0 if colour == fx.ANY else colour
    last = 3 if colour == fx.ANY else colour
    for row in range(first, last + 1):
        for slot in range(row * SLOTS, row * SLOTS + SLOTS):
            card = state.bonus[slot]
            if card < 0:
                continue
            if state.players > 1 and card in state.bonus[row * SLOTS : slot]:
                continue
            ids.append(t.codes.bonus + slot)
    return ids


def any_bonus(t: Turn, colour: int) -> bool:
    """Whether a row (ANY: some row) has a card."""
    bonus = t.state.bonus
    first = 0 if colour == fx.ANY else colour * SLOTS
    last = len(bonus) if colour == fx.ANY else first + SLOTS
    return any(bonus[slot] >= 0 for slot in range(first, last))


def unseen_bonus(edition: Components, state: State, colour: int) -> tuple[list[int], list[int]]:
    """The cards of level I and II in a deck that nobody has seen yet, in their order."""
    deck = state.bonus_decks[colour]
    level_1 = len(edition.bonus_stacks[colour * 2])
    seen_1 = min(state.round, constants.BONUS_ROUNDS) * SLOTS
    seen_2 = max(0, state.round - constants.BONUS_ROUNDS) * SLOTS
    return deck[min(seen_1, level_1) : level_1], deck[level_1 + seen_2 :]


def bonus_to_come(edition: Components, state: State, colour: int) -> tuple[list[int], list[int]]:
    """The same without level I once its rounds are over: what is left of it stays in the box."""
    level_1, level_2 = unseen_bonus(edition, state, colour)
    return (
        level_1 if state.round < constants.BONUS_ROUNDS else [],
        level_2 if state.round < constants.ROUNDS else [],
    )


def take_bonus(t: Turn, slot: int) -> None:
    """A bonus card from the display to the hand."""
    state = t.state
    card = state.bonus[slot]
    display = state.bonus[:]
    display[slot] = -1
    state.bonus = display
    t.area.bonus += BIT[2 * card]
    t.emit(events.BONUS, slot, card)


def possible(t: Turn, colour: int) -> bool:
    """Whether one of the three can be done."""
    return bool(t.state.sacks) or any_bonus(t, colour) or tracks.can_step_any(t, colour)


def provide(t: Turn, colour: int, kind: str, may_decline: bool) -> Step:
    """One of the three, with a colour or (ANY) with all; returns whether something was done."""
    codes = t.codes
    chosen: int = RETRY
    while chosen == RETRY:
        options = bonus_slots(t, colour) + tracks.steps(t, colour)
        if t.state.sacks:
            options.append(codes.sack)
        if may_decline:
            options.insert(0, codes.decline)
        if not options:
            return 0
        chosen = yield from t.ask(kind, options)
    if chosen == codes.decline:
        return 0
    if chosen == codes.sack:
        t.draw_sack()
    elif chosen >= codes.step:
        yield from tracks.step(t, chosen - codes.step)
    else:
        take_bonus(t, chosen - codes.bonus)
    return 1
