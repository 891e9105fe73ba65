"""The numbers of the rules, by name; `effects` and `components` have further ones."""

from __future__ import annotations

from typing import Final

ROUNDS: Final = 6
CARDS_A_ROUND: Final = 3
HAND: Final = 3
MARKERS: Final = 8  # for trading bases
ALL_ACTIONS: Final = 0b111111  # the six main actions
BONUS_ROUNDS: Final = 3  # rounds with bonus cards of one level
LEVELS: Final = 3  # of special cards
ROMAN: Final = ["I", "II", "III"]  # how levels are written
SPECIALS_IN_GAME: Final = 4  # cards of each stack of special cards that are in the game
OFFERED: Final = 3  # workshops of each level on offer

#: The answer to a question during which something was used: work it out again.
RETRY: Final = -1

# What comes next. A phase is over when every seat has had its turn in it.
SETTING_UP: Final = 0
PLAYING: Final = 1
ROUND_END: Final = 2

# The owner of Resafabot's canal tiles and bases; seats come before it.
BOT: Final = 4
NOBODY: Final = -1

# Where points come from. The second part is counted when the game ends.
SOURCES: Final = [
    "start",
    "rooms",
    "green bonuses",
    "garden squares",
    "canal spaces",
    "rain",
    "trade",
    "bases",
    "tracks",
    "bonus cards",
    "sack cards",
    "canal bonus tiles",
    "special cards",
    "scarabs",
    "garden row",
    "workshop row",
    "canal row",
    "pink cards",
    "boxed points",
    "goods",
    "coins and resources",
    "canal tiles",
]
NUM_SOURCES: Final = 22
FROM_START: Final = 0
FROM_ROOMS: Final = 1
FROM_GREEN: Final = 2
FROM_SQUARES: Final = 3
FROM_CELLS: Final = 4
FROM_RAIN: Final = 5
FROM_TRADE: Final = 6
FROM_BASES: Final = 7
FROM_TRACKS: Final = 8
FROM_BONUS: Final = 9
FROM_SACKS: Final = 10
FROM_TILES: Final = 11
FROM_SPECIAL: Final = 12
END_SCARABS: Final = 13
END_ROWS: Final = 14  # garden, workshop and canal row
END_PINK: Final = 17
END_BOXED: Final = 18
END_GOODS: Final = 19
END_REST: Final = 20
END_CANALS: Final = 21
