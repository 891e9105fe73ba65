"""The course of the game: setting up, turns, rounds, the end."""

from __future__ import annotations

from mypy_extensions import i64

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.geometry import TILE_A, TILE_B
from sandtable.games.resafa.rules import hand, main_actions, provisions, rain, scoring, solo
from sandtable.games.resafa.rules.turn import RETRY, Turn
from sandtable.games.resafa.state import State
from sandtable.games.resafa.subjects import CardSubject, ColourSubject, RotationSubject
from sandtable.kernel.bits import BIT, members
from sandtable.kernel.game import TURN_OVER, Decision, Flow

NO_DISCOUNT: list[int] = []


# -- setting up ------------------------------------------------------------------------------------


def rotate_start(t: Turn) -> Flow:
    """A player turns the two starting tiles as they like."""
    k, p = t.k, t.p
    for number in range(2):
        face = (t.seat * 2 + number) * 2
        options = t.r.rotations[face]
        cell = TILE_B if number else TILE_A
        t.subject = RotationSubject(face, cell)
        chosen = yield from t.ask("rotate", options)
        rotation = chosen - k.rotate
        layout = p.yard[:]
        layout[cell] = face * 4 + rotation + 1
        p.yard = layout
        t.tell(ev.ROTATE, number, rotation)
    advance(t)
    yield TURN_OVER


# -- a turn ----------------------------------------------------------------------------------------


def play_turn(t: Turn, known: Decision | None) -> Flow:
    """Play an action card and take its actions, in any order."""
    k, p, c = t.k, t.p, t.c
    chosen: int = RETRY
    if known is not None and known.kind == "play":
        chosen = yield known
        if chosen >= k.first_use:
            yield from t.use("play", chosen)
            chosen = RETRY
    while chosen == RETRY:
        chosen = yield from t.ask("play", hand.play_options(t))

    # The card, and what it allows.
    half = 0
    mains = 1
    allowed: i64 = n.ALL_ACTIONS
    if chosen < k.play_pair:
        slot, half = divmod(chosen - k.play, 2)
    elif chosen < k.play_free:
        place, half = divmod(chosen - k.play_pair, 2)
        slot = p.cards.index(c.pair_cards[place])
    else:
        card = c.free_cards[chosen - k.play_free]
        slot = p.cards.index(card)
        mains = c.mains[card]
    if chosen < k.play_free:
        allowed = BIT[c.pair_actions[slot * 2 + half]]
    colour = hand.colour_of(t, slot, half)
    p.hand &= ~BIT[slot]
    p.shown_hand &= ~BIT[slot]
    p.played = (*p.played, slot * 2 + half)
    card = p.cards[slot]
    if t.log is not None:
        action = c.pair_actions[slot * 2 + half] if chosen < k.play_free else -1
        t.tell(ev.PLAY, slot if card < 0 else -1, card, action, colour)
    if card >= 0:
        yield from t.runner.run(t, t.r.yellow[card], CardSubject(card))

    # Main and colour actions.
    colour_left = True
    while True:
        options = [k.end]
        if mains:
            for action in members(allowed):
                if main_actions.possible(t, action, NO_DISCOUNT, False):
                    options.append(k.main + action)
        if colour_left and provisions.possible(t, colour):
            options.append(k.colour)
        chosen = yield from t.ask("next", options)
        if chosen == RETRY:
            continue
        if chosen == k.end:
            break
        if chosen == k.colour:
            t.tell(ev.COLOUR)
            t.subject = ColourSubject(colour)
            done = yield from provisions.provide(t, colour, "colour", False)
            t.subject = None
            if done:
                colour_left = False
        else:
            action = chosen - k.main
            if t.log is not None:
                t.tell(ev.MAIN, action)
            done = yield from main_actions.take(t, action, NO_DISCOUNT, False, 0, False)
            if done:
                mains -= 1
                allowed &= ~BIT[action]
    yield from hand.finish(t)
    advance(t)
    yield TURN_OVER


def advance(t: Turn) -> None:
    """On to the next turn, or the end of the round."""
    s = t.s
    s.step += 1
    if s.phase == n.SETTING_UP:
        if s.step == s.players:
            s.phase = n.PLAYING
            s.step = 0
    elif s.step == n.CARDS_A_ROUND * s.takers():
        s.phase = n.ROUND_END
        s.step = 0
    s.active = active_seat(s)


def active_seat(s: State) -> int:
    """Whose turn it is; alone it is always the player's, even while Resafabot acts."""
    if s.players == 1:
        return 0
    return (s.start + s.step) % s.players


# -- rounds ----------------------------------------------------------------------------------------


def end_round(t: Turn) -> Flow:
    """Rain after some rounds, then a new round or the final scoring."""
    s, c = t.s, t.c
    if c.rain_rounds >> s.round & 1:
        t.tell_all(ev.RAIN, s.round)
        yield from rain.rain(t)
    if s.round == n.ROUNDS:
        scoring.score_end(t)
        s.over = True
        t.tell_all(ev.END)
        yield TURN_OVER
        return
    s.revealed = True
    s.start = (s.start + 1) % s.takers()
    s.round += 1
    s.phase = n.PLAYING
    s.active = active_seat(s)
    t.tell_all(ev.ROUND, s.round, n.BOT if s.bots_turn() else s.start)
    show_bonus_cards(t)
    if s.round == c.level_2_round:
        show_level_2(t)
    if s.round % 2:  # before an even round the hand is full by drawing
        s.fresh_rng()
        for seat in range(s.players):
            hand.deal(s, seat)
            if t.log is not None:
                t.log.append((ev.REDRAW, seat))
    yield TURN_OVER


def show_bonus_cards(t: Turn) -> None:
    """Three cards of each colour for the round; what was left of the last one is gone. Level II
    comes in the second half of the game; a small deck leaves places empty."""
    s = t.s
    level, turn = divmod(s.round - 1, n.BONUS_ROUNDS)
    display: list[int] = []
    for colour, deck in enumerate(s.bonus_decks):
        level_1 = len(t.c.bonus_stacks[colour * 2])
        cards = deck[level_1:] if level else deck[:level_1]
        shown = cards[turn * SLOTS : turn * SLOTS + SLOTS]
        display += shown + [-1] * (SLOTS - len(shown))
    s.bonus = display


def show_level_2(t: Turn) -> None:
    """Level II workshops come on offer."""
    s = t.s
    offer = s.offer[:]
    s.drawn_2 = min(n.OFFERED, len(s.decks[1]))
    for i in range(s.drawn_2):
        slot = n.OFFERED + i
        offer[slot] = s.decks[1][i]
        t.tell_all(ev.OFFER, slot, offer[slot])
    s.offer = offer


def bot_turn(t: Turn) -> Flow:
    """Resafabot's turn: it chooses nothing."""
    solo.take_turn(t)
    advance(t)
    yield TURN_OVER
