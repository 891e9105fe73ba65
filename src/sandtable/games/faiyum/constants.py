"""The numbers of the rules, by name."""

from __future__ import annotations

from typing import Final

# Resources, and the first three also as kinds of space.
WHEAT: Final = 0
GRAPE: Final = 1
STONE: Final = 2
FISH: Final = 3
ROSE: Final = 4
RESOURCES: Final = ["wheat", "grape", "stone", "fish", "rose"]
NUM_RESOURCES: Final = 5
BASIC: Final = 3  # money can stand for resources below this

# Other kinds of space.
OBELISK: Final = 3
COLOSSUS: Final = 4
PYRAMID: Final = 5
RED: Final = 6
SPACE_KINDS: Final = ["wheat", "grape", "stone", "obelisk", "colossus", "pyramid", "red"]
BLOCKS: Final = {OBELISK: 2, COLOSSUS: 3, PYRAMID: 5}

# Where workers of commerce cards go.
AT_SETTLEMENT: Final = 0
AT_TOWN: Final = 1
AT_WORKSHOP: Final = 2
AT_KIND: Final = 3  # the first of the workshops of one kind, which follow in order
AT_SITE: Final = 6
POSTS: Final = [
    "settlement",
    "town",
    "workshop",
    "wheat workshop",
    "grape workshop",
    "stone workshop",
    "building site",
]

# Cards are known by their number. Every edition has the starting cards and the disasters; which
# others there are its data say.
FARMER: Final = 1
TWO_ROADS: Final = 3
SETTLEMENT: Final = 5
STARTING: Final = [FARMER, FARMER, FARMER, TWO_ROADS, SETTLEMENT]
STARTING_NAMES: Final = {"farmer": FARMER, "two-roads": TWO_ROADS, "settlement": SETTLEMENT}
WASTELAND: Final = 122
HEAT: Final = 124
DROUGHT: Final = 126
SANDSTORM: Final = 128
DISASTERS: Final = [WASTELAND, HEAT, DROUGHT, SANDSTORM]
MAX_CARD: Final = SANDSTORM + 1  # one more than the highest number
TURNED_UP: Final = 12  # blue cards turned up when the game is set up
GOALS: Final = 7  # of the campaign

# Pieces.
WORKERS: Final = 30
SETTLEMENTS: Final = 16
TOWNS: Final = 8
WORKSHOPS: Final = 10
EXPANSIONS: Final = 5
ROADS: Final = 40
BRIDGES: Final = 4
GRAND_BRIDGES: Final = 2
PALACES: Final = 2
TOKENS: Final = 4

PUT_DOWN: Final = 2  # dollars for a card that is put down without its action
STAND_IN: Final = 3  # dollars that stand for one basic resource, once in an action

PRICES: Final = [3, 4, 5, 7]
CURRENT: Final = 4  # cards of the market that can be bought
MARKET: Final = 8

# Where reputation comes from.
SOURCES: Final = [
    "roads",
    "connections",
    "cities",
    "workshops",
    "monuments",
    "commerce",
    "festivals",
    "disasters",
    "other",
]
SOURCE_CONNECTIONS: Final = 1
SOURCE_DISASTERS: Final = 7
NUM_SOURCES: Final = 9
