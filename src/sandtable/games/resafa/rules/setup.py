"""Setting up: what is shuffled, dealt and laid out before the first turn."""

from __future__ import annotations

from sandtable.games.resafa import constants as n
from sandtable.games.resafa.edition.components import BASE_SPACES, BLUE_CENTRE, LEVEL_1, RED
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import TILE_A, TILE_B
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.rules import hand, player_area, solo, turns
from sandtable.games.resafa.rules.turn import Runner, Turn
from sandtable.games.resafa.state import State, empty_yard
from sandtable.kernel.bits import BIT
from sandtable.kernel.rng import Rng


def set_up(s: State, r: LookupTables, runner: Runner) -> None:
    t = Turn(s, r, runner, None)
    rng = s.rng
    lay_trading_tiles(t, rng)
    lay_water(t, rng)
    stack_workshops(t, rng)
    stack_cards(t, rng)
    s.small_left, s.large_left = r.c.garden_count
    if s.players > 1:
        s.start = int(rng.stream("start player").below(s.players))
    else:
        solo.set_up(t)
    deal_players(t, rng)
    s.active = turns.active_seat(s)
    s.revealed = False


def lay_trading_tiles(t: Turn, rng: Rng) -> None:
    """On centres of their colour; all but one of each colour with the coloured box on top."""
    c = t.c
    t.s.bases = [n.NOBODY] * (c.centres * BASE_SPACES)
    faces = [0] * c.centres
    trading = rng.stream("trading tiles")
    for colour in (RED, BLUE_CENTRE):
        tiles = [tile for tile in range(len(c.trade_colour)) if c.trade_colour[tile] == colour]
        centres = [centre for centre in range(c.centres) if c.centre_colour[centre] == colour]
        trading.shuffle(tiles)
        turned = int(trading.below(len(centres)))
        for i, centre in enumerate(centres):
            faces[centre] = tiles[i] * 2 + (1 if i == turned else 0)
    t.s.trading = faces


def lay_water(t: Turn, rng: Rng) -> None:
    """Cubes beside their sources, canal bonus tiles where a random set-up card says."""
    s = t.s
    s.sources = t.side.water
    layouts = t.side.layouts
    layout = layouts[rng.stream("water layout").below(len(layouts))]
    tiles = list(range(len(t.c.canal_bonus_do)))
    rng.stream("canal bonus tiles").shuffle(tiles)
    for tile, cell in zip(tiles, layout, strict=False):
        s.water_bonus[cell] = tile


def stack_workshops(t: Turn, rng: Rng) -> None:
    s = t.s
    level_1 = list(range(LEVEL_1, t.c.level_2))
    level_2 = list(range(t.c.level_2, len(t.c.workshop_ids)))
    rng.stream("workshops I").shuffle(level_1)
    rng.stream("workshops II").shuffle(level_2)
    s.decks = [level_1, level_2]
    s.drawn_1 = min(n.OFFERED, len(level_1))
    s.offer[: s.drawn_1] = level_1[: s.drawn_1]
    if t.c.level_2_round == 1:
        turns.show_level_2(t)


def stack_cards(t: Turn, rng: Rng) -> None:
    s, c = t.s, t.c
    bonus = rng.stream("bonus cards")
    for colour in range(len(fx.COLOURS)):
        deck: list[int] = []
        for level in range(2):
            cards = c.bonus_stacks[colour * 2 + level][:]
            bonus.shuffle(cards)
            deck += cards
        s.bonus_decks.append(deck)
    turns.show_bonus_cards(t)
    special = rng.stream("special cards")
    for stack, all_cards in enumerate(c.special_stacks):
        cards = all_cards[:]
        special.shuffle(cards)
        s.special.append(tuple(cards[: n.SPECIALS_IN_GAME]))
        s.box.append(tuple(sorted(cards[n.SPECIALS_IN_GAME :])))
        if stack % n.LEVELS == 0:
            s.open |= BIT[stack]
    sacks = list(range(len(c.sack_do)))
    rng.stream("sack cards").shuffle(sacks)
    s.sacks = tuple(sacks)


def deal_players(t: Turn, rng: Rng) -> None:
    s, c, k = t.s, t.c, t.k
    sets = list(range(len(c.set_ids)))
    rng.stream("sets").shuffle(sets)
    for seat, p in enumerate(s.seats):
        p.set = sets[seat]
        p.start(c)
        p.camel = c.camel_start
        gains = [c.start_gain]
        if s.players == 4 and (seat - s.start) % 4 == 3:
            gains.append(c.fourth_gain)
        for gain in gains:
            for item in range(fx.HELD):
                p.item[item] += gain[item]
            p.vp += gain[fx.VP]
            p.points[n.FROM_START] += gain[fx.VP]
        p.yard = empty_yard()
        for number, cell in ((0, TILE_A), (1, TILE_B)):
            face = (seat * 2 + number) * 2
            player_area.add_workshop(p, k, face, cell, 0, c.extra[face])
        hand.deal(s, seat)
