"""The components of an edition as typed tables, cheap to use from the rules.

`loading.load` fills one `Components` object from an edition. Everything is numbered in the order
of the edition:

- centres from 0, Resafa after the last; trading tile face = tile * 2 + side (side A 0, side B 1)
- cells of the water network = row * 5 + column on both sides of the board, row 5 holds the tanks
- canal tile face = tile * 2 + side (front 0, back 1)
- workshop tiles: 0-7 starting (colour * 2, + 1 for tile B), then level I, then level II;
  workshop face = tile * 2 + side; thirds 0-11 clockwise from the north-west corner
- special cards: pink, white, yellow, blue; bonus cards by effect
- stacks: bonus = colour * 2 + level - 1, special = colour * 3 + level - 1
"""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.permanent import Permanent

BASE_SPACES: Final = 4
RED: Final = 0
BLUE_CENTRE: Final = 1
CENTRE_COLOURS: Final = ["red", "blue"]

STRIDE: Final = 5
ROWS: Final = 5
CELLS: Final = 30
TANK_ROW: Final = 5
EDGES: Final = ["top", "left", "right"]

SHAPES: Final = ["straight", "left", "right", "cross", "tank"]
TANK: Final = 4

PLAYER_COLOURS: Final = ["red", "green", "black", "yellow"]
START_TILES: Final = 8
LEVEL_1: Final = START_TILES  # the first tile that can be on offer
THIRDS: Final = 12

ARROWS: Final = ["up", "down"]
DIRECTIONS: Final = ["up", "down", "left", "right"]
# What Resafabot does with a colour: three slots of the display to discard from, or its track.
COLOUR_OPS: Final = ["discard 1", "discard 2", "discard 3", "track"]
TRACK_OP: Final = 3
PROVISION_RULES: Final = ["same", "furthest"]
ROW_KINDS: Final = ["garden", "workshop", "canal"]


class Side:
    """One side of the main board: its water network and base spaces."""

    def __init__(self, centres: int) -> None:
        self.columns = 0
        self.cell_vp: list[int] = [-1] * CELLS  # -1: no such cell on this side
        self.cell_discount: list[list[int]] = [[] for _ in range(CELLS)]
        self.water = 0  # bit set of the cells beside a source
        self.palms = 0  # bit set
        # Base spaces by centre * 4 + place.
        spaces = centres * BASE_SPACES
        self.base_token: list[int] = [-1] * spaces  # -1: no such space
        self.base_do: list[list[EffectPart]] = [[] for _ in range(spaces)]
        self.base_players: list[int] = [0] * spaces  # least number of players
        # The cells that get canal bonus tiles, by set-up card.
        self.layouts: list[list[int]] = []


class SoloCard:
    """One of Resafabot's cards; `actions` and `colours` are empty on the canal set-up card."""

    def __init__(self) -> None:
        self.actions: list[int] = []  # upper, lower
        self.colours: list[int] = []
        self.arrow = 0
        self.colour_op = 0
        self.workshop = 0  # slot, counted from 0
        self.provisions = 0
        self.canal = 0
        self.red = 0
        self.centres: list[int] = []


class Components:
    """All tables of an edition, filled by `loading.load` and never changed after."""

    def __init__(self) -> None:
        self.centres = 0  # how many there are
        self.resafa = 0  # its number among the places, after all centres
        self.centre_ids: list[str] = []
        self.centre_names: list[str] = []
        self.centre_colour: list[int] = []
        # Coins for a move by from * centres + to; `from` may be Resafa. `by_resafa` stops there.
        self.direct: list[int] = []
        self.by_resafa: list[int] = []
        self.sides: list[Side] = []  # for 1-2 and for 3-4 players

        self.canal_bonus_ids: list[str] = []
        self.canal_bonus_names: list[str] = []
        self.canal_bonus_texts: list[str] = []
        self.canal_bonus_do: list[list[EffectPart]] = []
        self.canal_bonus_twin: list[int] = []  # the first tile with the same effect
        self.canal_ids: list[str] = []
        self.canal_tiles = 0  # of each player
        self.canal_faces = 0
        self.canal_cost: list[list[int]] = []  # from here by face
        self.canal_shape: list[int] = []
        self.canal_blue: list[int] = []
        self.canal_twin: list[int] = []  # the first face that is the same on both sides

        self.trading_ids: list[str] = []  # by tile
        self.trade_colour: list[int] = []
        self.sell_item: list[int] = []  # from here by face
        self.sell_coin: list[int] = []
        self.sell_vp: list[int] = []
        self.sell_bonus: list[list[EffectPart]] = []
        self.buy_item: list[int] = []
        self.buy_coin: list[int] = []
        self.buy_bonus: list[list[EffectPart]] = []

        self.workshop_ids: list[str] = []  # by tile
        self.workshop_names: list[str] = []
        self.workshop_level: list[int] = []
        self.level_2 = 0  # the first tile of level II
        self.rooms: list[list[EffectPart]] = []  # by face
        self.extra: list[int] = []
        self.green_item: list[int] = []  # by face * 12 + third; the amount is 0 without a bonus
        self.green_amount: list[int] = []

        self.garden_count: list[int] = []  # small, large
        self.garden_cost: list[list[int]] = []

        self.pairs = 0  # action cards of a set
        self.pair_actions: list[int] = []  # by pair * 2 + half
        self.set_ids: list[str] = []
        self.set_colours: list[list[int]] = []  # by set, then pair * 2 + half

        self.bonus_ids: list[str] = []
        self.bonus_names: list[str] = []
        self.bonus_texts: list[str] = []
        self.bonus_when: list[int] = []
        self.bonus_need: list[list[int]] = []
        self.bonus_do: list[list[EffectPart]] = []
        self.bonus_stacks: list[list[int]] = []  # by stack: the effects of its cards

        self.special_ids: list[str] = []
        self.first_white = 0  # pink cards come first, white, yellow and blue ones after them
        self.first_yellow = 0
        self.first_blue = 0
        self.usable: list[int] = []  # white and blue cards: those that can be used, or help always
        self.special_names: list[str] = []
        self.special_texts: list[str] = []
        self.special_colour: list[int] = []
        self.special_level: list[int] = []
        self.boxed: list[int] = []
        self.special_do: list[list[EffectPart]] = []
        self.always: list[list[Permanent]] = []
        self.end: list[list[EffectPart]] = []
        self.mains: list[int] = []  # main actions of a yellow card, 0 for other colours
        self.yellow_pair: list[int] = []  # the pair of a yellow card, -1 for any action
        self.special_stacks: list[list[int]] = []
        self.pair_cards: list[int] = []  # yellow cards with a pair of actions, in order of pairs
        self.free_cards: list[int] = []  # yellow cards with any action

        self.sack_ids: list[str] = []
        self.sack_names: list[str] = []
        self.sack_texts: list[str] = []
        self.sack_do: list[list[EffectPart]] = []
        self.solo_ids: list[str] = []
        self.solo: list[SoloCard] = []
        self.solo_palms: list[int] = []  # cells by orientation * 2 + arrow

        self.start_gain: list[int] = []
        self.fourth_gain: list[int] = []
        self.workshop_cost: list[int] = []
        self.base_cost: list[int] = []
        self.garden_rewards: list[list[EffectPart]] = []
        self.camel_start = 0
        self.camel_max = 0
        self.scarab_vp: list[int] = []
        self.causeway = 0
        self.token_rows: list[int] = []  # what each row of tokens counts, an index of ROW_KINDS
        self.row_vp: list[int] = []
        self.track_end = 0
        self.card_spaces: list[int] = []
        self.level_limit: list[int] = []  # how many of yellow, white, blue may reach II and III
        self.open_card: list[int] = []
        self.pink_gain: list[list[int]] = []  # by round, from 0
        self.hand_limit = 0
        self.level_2_round = 0
        self.level_2_tokens = 0
        self.tank_squares = 0
        self.tank_bases = 0
        self.rain_rounds = 0  # bit set of rounds
        self.rain_tile = 0
        self.canal_vp: list[int] = []
        self.good_vp = 0
        self.others_per_vp = 0
        self.sack_vp = 0
        self.solo_scale: list[int] = []
        self.solo_names: list[str] = []


def cell_number(name: str) -> int:
    """The number of a cell (`r2c3`) or tank space (`t3`); -1 if it is neither."""
    if len(name) == 2 and name[0] == "t" and name[1] in "12345":
        return TANK_ROW * STRIDE + int(name[1]) - 1
    if len(name) == 4 and name[0] == "r" and name[2] == "c" and {name[1], name[3]} <= set("12345"):
        return (int(name[1]) - 1) * STRIDE + int(name[3]) - 1
    return -1


def cell_name(cell: int) -> str:
    row, column = divmod(cell, STRIDE)
    return f"t{column + 1}" if row == TANK_ROW else f"r{row + 1}c{column + 1}"


def road_lengths(centres: list[str], roads: list[list[str]]) -> list[list[int]]:
    """Road segments between any two places, Resafa last; -1 where no road leads."""
    places = [*centres, "resafa"]
    lengths: list[list[int]] = []
    for start in places:
        lengths_here = {start: 0}
        edge = [start]
        while edge:
            here = edge.pop(0)
            for joins in roads:
                if here in joins:
                    for there in joins:
                        if there not in lengths_here:
                            lengths_here[there] = lengths_here[here] + 1
                            edge.append(there)
        lengths.append([lengths_here.get(place, -1) for place in places])
    return lengths
