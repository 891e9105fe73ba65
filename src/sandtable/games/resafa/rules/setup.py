"""Setting up: what is shuffled, dealt and laid out before the first turn."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa import constants
from sandtable.games.resafa.edition.components import BASE_SPACES, BLUE_CENTRE, LEVEL_1, RED
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import TILE_A, TILE_B
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.rules import hand, player_area, solo, turns
from sandtable.games.resafa.rules.turn import Runner, Turn
from sandtable.games.resafa.state import Player, State, empty_grid
from sandtable.kernel.bits import BIT
from sandtable.kernel.rng import Rng

MOST_PLAYERS: Final = 4


def set_up(state: State, lookup: LookupTables, runner: Runner) -> None:
    t = Turn(state, lookup, runner, None)
    rng = state.rng
    lay_trading_tiles(t, rng)
    lay_water(t, rng)
    stack_workshops(t, rng)
    stack_cards(t, rng)
    state.small_left, state.large_left = lookup.edition.garden_count
    if state.players > 1:
        state.start = int(rng.stream("start player").below(state.players))
    else:
        solo.set_up(t)
    deal_players(t, rng)
    state.active = turns.active_seat(state)
    state.revealed = False


def lay_trading_tiles(t: Turn, rng: Rng) -> None:
    """On centres of their colour; all but one of each colour with the coloured box on top."""
    edition = t.edition
    t.state.bases = [constants.NOBODY] * (edition.centres * BASE_SPACES)
    faces = [0] * edition.centres
    trading = rng.stream("trading tiles")
    for colour in (RED, BLUE_CENTRE):
        tiles = [
            tile
            for tile in range(len(edition.trade_colour))
            if edition.trade_colour[tile] == colour
        ]
        centres = [
            centre for centre in range(edition.centres) if edition.centre_colour[centre] == colour
        ]
        trading.shuffle(tiles)
        turned = int(trading.below(len(centres)))
        for i, centre in enumerate(centres):
            faces[centre] = tiles[i] * 2 + (1 if i == turned else 0)
    t.state.trading = faces


def lay_water(t: Turn, rng: Rng) -> None:
    """Cubes beside their sources, canal bonus tiles where a random set-up card says."""
    state = t.state
    state.sources = t.side.water
    layouts = t.side.layouts
    layout = layouts[rng.stream("water layout").below(len(layouts))]
    tiles = list(range(len(t.edition.canal_bonus_do)))
    rng.stream("canal bonus tiles").shuffle(tiles)
    for tile, cell in zip(tiles, layout, strict=False):
        state.water_bonus[cell] = tile


def stack_workshops(t: Turn, rng: Rng) -> None:
    state = t.state
    level_1 = list(range(LEVEL_1, t.edition.level_2))
    level_2 = list(range(t.edition.level_2, len(t.edition.workshop_ids)))
    rng.stream("workshops I").shuffle(level_1)
    rng.stream("workshops II").shuffle(level_2)
    state.decks = [level_1, level_2]
    state.drawn_1 = min(constants.OFFERED, len(level_1))
    state.offer[: state.drawn_1] = level_1[: state.drawn_1]
    if t.edition.level_2_round == 1:
        turns.show_level_2(t)


def stack_cards(t: Turn, rng: Rng) -> None:
    state, edition = t.state, t.edition
    bonus = rng.stream("bonus cards")
    for colour in range(len(fx.COLOURS)):
        deck: list[int] = []
        for level in range(2):
            cards = edition.bonus_stacks[colour * 2 + level][:]
            bonus.shuffle(cards)
            deck += cards
        state.bonus_decks.append(deck)
    turns.show_bonus_cards(t)
    special = rng.stream("special cards")
    for stack, all_cards in enumerate(edition.special_stacks):
        cards = all_cards[:]
        special.shuffle(cards)
        state.special.append(tuple(cards[: constants.SPECIALS_IN_GAME]))
        state.box.append(tuple(sorted(cards[constants.SPECIALS_IN_GAME :])))
        if stack % constants.LEVELS == 0:
            state.open |= BIT[stack]
    sacks = list(range(len(edition.sack_do)))
    rng.stream("sack cards").shuffle(sacks)
    state.sacks = tuple(sacks)


def deal_players(t: Turn, rng: Rng) -> None:
    state, edition, lookup = t.state, t.edition, t.lookup
    if not lookup.starting_players:
        lookup.starting_players = [starting_player(t, seat) for seat in range(MOST_PLAYERS)]
    sets = list(range(len(edition.set_ids)))
    rng.stream("sets").shuffle(sets)
    for seat, area in enumerate(state.seats):
        area.copy_from(lookup.starting_players[seat])
        area.set = sets[seat]
        if state.players == MOST_PLAYERS and (seat - state.start) % MOST_PLAYERS == 3:
            take_starting_gain(area, edition.fourth_gain)
        hand.deal(state, seat)


def starting_player(t: Turn, seat: int) -> Player:
    """What a seat begins with in every game: copies share the lists of its area."""
    edition = t.edition
    area = Player()
    area.start(edition)
    area.camel = edition.camel_start
    take_starting_gain(area, edition.start_gain)
    area.grid = empty_grid()
    for number, cell in ((0, TILE_A), (1, TILE_B)):
        face = (seat * 2 + number) * 2
        player_area.add_workshop(area, t.codes, face, cell, 0, edition.extra[face])
    return area


def take_starting_gain(area: Player, gain: list[int]) -> None:
    for item in range(fx.HELD):
        area.item[item] += gain[item]
    area.vp += gain[fx.VP]
    area.points[constants.FROM_START] += gain[fx.VP]
