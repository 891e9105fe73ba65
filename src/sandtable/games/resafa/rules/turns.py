"""The course of the game: setting up, turns, rounds, the end."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.geometry import TILE_A, TILE_B
from sandtable.games.resafa.rules import hand, main_actions, provisions, rain, scoring, solo
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import State
from sandtable.games.resafa.subjects import CardSubject, ColourSubject, RotationSubject
from sandtable.kernel.bits import BIT, members
from sandtable.kernel.game import TURN_OVER, Decision, Flow

NO_DISCOUNT: list[int] = []


# -- setting up ------------------------------------------------------------------------------------


def rotate_start(t: Turn) -> Flow:
    """A player turns the two starting tiles as they like."""
    codes, area = t.codes, t.area
    for number in range(2):
        face = (t.player * 2 + number) * 2
        options = t.lookup.rotations[face]
        cell = TILE_B if number else TILE_A
        t.subject = RotationSubject(face, cell)
        chosen = yield from t.ask("rotate", options)
        rotation = chosen - codes.rotate
        grid = area.grid[:]
        grid[cell] = face * 4 + rotation + 1
        area.grid = grid
        t.emit(events.ROTATE, number, rotation)
    advance(t)
    yield TURN_OVER


# -- a turn ----------------------------------------------------------------------------------------


def play_turn(t: Turn, known: Decision | None) -> Flow:
    """Play an action card and take its actions, in any order."""
    codes, area, edition = t.codes, t.area, t.edition
    chosen: int = RETRY
    if known is not None and known.kind == "play":
        chosen = yield known
        if chosen >= codes.first_use:
            yield from t.use("play", chosen)
            chosen = RETRY
    while chosen == RETRY:
        chosen = yield from t.ask("play", hand.play_options(t))

    # The card, and what it allows.
    half = 0
    mains = 1
    allowed: i64 = constants.ALL_ACTIONS
    if chosen < codes.play_pair:
        slot, half = divmod(chosen - codes.play, 2)
    elif chosen < codes.play_free:
        place, half = divmod(chosen - codes.play_pair, 2)
        slot = area.cards.index(edition.pair_cards[place])
    else:
        card = edition.free_cards[chosen - codes.play_free]
        slot = area.cards.index(card)
        mains = edition.mains[card]
    if chosen < codes.play_free:
        allowed = BIT[edition.pair_actions[slot * 2 + half]]
    colour = hand.colour_of(t, slot, half)
    area.hand &= ~BIT[slot]
    area.shown_hand &= ~BIT[slot]
    area.played = (*area.played, slot * 2 + half)
    card = area.cards[slot]
    if t.log is not None:
        action = edition.pair_actions[slot * 2 + half] if chosen < codes.play_free else -1
        t.emit(events.PLAY, slot if card < 0 else -1, card, action, colour)
    if card >= 0:
        yield from t.runner.run(t, t.lookup.yellow[card], CardSubject(card))

    # Main and colour actions.
    colour_left = True
    while True:
        options = [codes.end]
        if mains:
            for action in members(allowed):
                if main_actions.possible(t, action, NO_DISCOUNT, False):
                    options.append(codes.main + action)
        if colour_left and provisions.possible(t, colour):
            options.append(codes.colour)
        chosen = yield from t.ask("next", options)
        if chosen == RETRY:
            continue
        if chosen == codes.end:
            break
        if chosen == codes.colour:
            t.emit(events.COLOUR)
            t.subject = ColourSubject(colour)
            done = yield from provisions.provide(t, colour, "colour", False)
            t.subject = None
            if done:
                colour_left = False
        else:
            action = chosen - codes.main
            if t.log is not None:
                t.emit(events.MAIN, action)
            done = yield from main_actions.take(t, action, NO_DISCOUNT, False, 0, False)
            if done:
                mains -= 1
                allowed &= ~BIT[action]
    yield from hand.finish(t)
    advance(t)
    yield TURN_OVER


def advance(t: Turn) -> None:
    """On to the next turn, or the end of the round."""
    state = t.state
    state.step += 1
    if state.phase == constants.SETTING_UP:
        if state.step == state.players:
            state.phase = constants.PLAYING
            state.step = 0
    elif state.step == constants.CARDS_A_ROUND * state.takers():
        state.phase = constants.ROUND_END
        state.step = 0
    state.active = active_seat(state)


def active_seat(state: State) -> int:
    """Whose turn it is; alone it is always the player's, even while Resafabot acts."""
    if state.players == 1:
        return 0
    return (state.start + state.step) % state.players


# -- rounds ----------------------------------------------------------------------------------------


def end_round(t: Turn) -> Flow:
    """Rain after some rounds, then a new round or the final scoring."""
    state, edition = t.state, t.edition
    if edition.rain_rounds >> state.round & 1:
        t.emit_shared(events.RAIN, state.round)
        yield from rain.rain(t)
    if state.round == constants.ROUNDS:
        scoring.score_end(t)
        state.over = True
        t.emit_shared(events.END)
        yield TURN_OVER
        return
    state.revealed = True
    state.start = (state.start + 1) % state.takers()
    state.round += 1
    state.phase = constants.PLAYING
    state.active = active_seat(state)
    t.emit_shared(events.ROUND, state.round, constants.BOT if state.bots_turn() else state.start)
    show_bonus_cards(t)
    if state.round == edition.level_2_round:
        show_level_2(t)
    if state.round % 2:  # before an even round the hand is full by drawing
        state.fresh_rng()
        for seat in range(state.players):
            hand.deal(state, seat)
            if t.log is not None:
                t.log.append((events.REDRAW, seat))
    yield TURN_OVER


def show_bonus_cards(t: Turn) -> None:
    """Three cards of each colour for the round; what was left of the last one is gone. Level II
    comes in the second half of the game; a small deck leaves places empty."""
    state = t.state
    level, turn = divmod(state.round - 1, constants.BONUS_ROUNDS)
    display: list[int] = []
    for colour, deck in enumerate(state.bonus_decks):
        level_1 = len(t.edition.bonus_stacks[colour * 2])
        cards = deck[level_1:] if level else deck[:level_1]
        shown = cards[turn * SLOTS : turn * SLOTS + SLOTS]
        display += shown + [-1] * (SLOTS - len(shown))
    state.bonus = display


def show_level_2(t: Turn) -> None:
    """Level II workshops come on offer."""
    state = t.state
    offer = state.offer[:]
    state.drawn_2 = min(constants.OFFERED, len(state.decks[1]))
    for i in range(state.drawn_2):
        slot = constants.OFFERED + i
        offer[slot] = state.decks[1][i]
        t.emit_shared(events.OFFER, slot, offer[slot])
    state.offer = offer


def bot_turn(t: Turn) -> Flow:
    """Resafabot's turn: it chooses nothing."""
    solo.take_turn(t)
    advance(t)
    yield TURN_OVER
