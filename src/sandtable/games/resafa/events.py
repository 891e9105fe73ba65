"""What can happen, as codes with plain numbers. ``text/log.py`` puts it into words."""

from __future__ import annotations

from typing import Final

PLAY: Final = 0  # seat, pair or -1, special card or -1, action or -1, colour or -1
MAIN: Final = 1  # seat, action
COLOUR: Final = 2  # seat
GAIN: Final = 3  # seat, item, amount
PAY: Final = 4  # seat, item, amount
SACK: Final = 5  # seat, sack card, 1 if everybody knows which it is
BONUS: Final = 6  # seat, slot of the display, bonus card
STEP: Final = 7  # seat, colour, space reached
LOOK: Final = 8  # seat, stack
SPECIAL: Final = 9  # seat, special card
OPEN: Final = 10  # special card that now lies open
TOKEN: Final = 11  # seat, item (square or scarab), place (0 causeway, 1-3 row, -1 none free)
TILE: Final = 12  # seat, workshop tile
WORKSHOP: Final = 13  # seat, face, cell, rotation
OFFER: Final = 14  # slot, workshop tile
ROOM: Final = 15  # seat, workshop tile, room
GARDEN: Final = 16  # seat, cell, placement
FULL: Final = 17  # seat, cell, number of full squares
CANAL: Final = 18  # seat, face, cell
CANAL_BONUS: Final = 19  # seat, canal bonus tile
CUBE: Final = 20  # seat, cell
GO: Final = 21  # seat, centre, 1 if by Resafa, coins paid
LOAD: Final = 22  # seat, item, count
FLIP: Final = 23  # centre, face that is up now
SELL: Final = 24  # seat, item, count
BUY: Final = 25  # seat, item, count
BASE: Final = 26  # seat, centre, place
USE: Final = 27  # seat, number of the thing among the `use` ids
WITH: Final = 28  # seat, bonus card used with an action
DISCARD: Final = 29  # seat, sack card
DROP: Final = 30  # seat, bonus card
SWAP: Final = 31  # seat, pair replaced, yellow card
DRAW: Final = 32  # seat, slot, 1 if everybody knows which it is, yellow card or -1
ROTATE: Final = 33  # seat, tile (0 A, 1 B), rotation
ROUND: Final = 34  # round that begins, seat that starts (4: Resafabot)
RAIN: Final = 35  # round
RAIN_TILES: Final = 36  # seat, VP for all canal tiles
RAIN_FLOW: Final = 37  # owner of the cube, cell
RAIN_PASS: Final = 38  # seat, VP for the tile that is passed
CUBE_KEPT: Final = 39  # seat (4: Resafabot, the cube leaves the game)
REDRAW: Final = 40  # seat
END_POINTS: Final = 41  # seat, source, VP
END: Final = 42
BOT_CARDS: Final = 43  # left solo card, right solo card, action and colour pointed at
BOT_BONUS: Final = 44  # slot, bonus card
BOT_TRACK: Final = 45  # colour, space reached
BOT_SPECIAL: Final = 46  # special card
BOT_TILE: Final = 47  # workshop tile
BOT_CANAL: Final = 48  # face, cell
BOT_BASE: Final = 49  # centre, place
BOT_NOTHING: Final = 50  # action
BOT_SHUFFLE: Final = 51
BOT_CANAL_BONUS: Final = 53  # canal bonus tile that leaves the game
BOT_NO_BONUS: Final = 54  # colour of the empty row
BACK: Final = 52  # seat, number of the thing among the `use` ids

#: Name and fields of each code, in the order of the codes.
FIELDS: Final[list[tuple[str, list[str]]]] = [
    ("play", ["seat", "pair", "special", "action", "colour"]),
    ("main", ["seat", "action"]),
    ("colour", ["seat"]),
    ("gain", ["seat", "item", "amount"]),
    ("pay", ["seat", "item", "amount"]),
    ("sack", ["seat", "sack", "known"]),
    ("bonus", ["seat", "slot", "bonus"]),
    ("step", ["seat", "colour", "position"]),
    ("look", ["seat", "stack"]),
    ("special", ["seat", "special"]),
    ("open", ["special"]),
    ("token", ["seat", "item", "place"]),
    ("tile", ["seat", "tile"]),
    ("workshop", ["seat", "face", "cell", "rotation"]),
    ("offer", ["slot", "tile"]),
    ("room", ["seat", "tile", "room"]),
    ("garden", ["seat", "cell", "placement"]),
    ("full_square", ["seat", "cell", "number"]),
    ("canal", ["seat", "canal", "space"]),
    ("canal_bonus", ["seat", "canal_bonus"]),
    ("cube", ["seat", "space"]),
    ("go", ["seat", "centre", "by_resafa", "cost"]),
    ("load", ["seat", "item", "amount"]),
    ("flip", ["centre", "trading"]),
    ("sell", ["seat", "item", "amount"]),
    ("buy", ["seat", "item", "amount"]),
    ("base", ["seat", "centre", "place"]),
    ("use", ["seat", "thing"]),
    ("with", ["seat", "bonus"]),
    ("discard", ["seat", "sack"]),
    ("drop", ["seat", "bonus"]),
    ("swap", ["seat", "pair", "special"]),
    ("draw", ["seat", "pair", "known", "special"]),
    ("rotate", ["seat", "start_tile", "rotation"]),
    ("round", ["round", "start"]),
    ("rain", ["round"]),
    ("rain_tiles", ["seat", "amount"]),
    ("rain_flow", ["owner", "space"]),
    ("rain_pass", ["seat", "amount"]),
    ("cube_kept", ["owner"]),
    ("redraw", ["seat"]),
    ("end_points", ["seat", "source", "amount"]),
    ("end", []),
    ("bot_cards", ["left", "right", "action", "colour"]),
    ("bot_bonus", ["slot", "bonus"]),
    ("bot_track", ["colour", "position"]),
    ("bot_special", ["special"]),
    ("bot_tile", ["tile"]),
    ("bot_canal", ["canal", "space"]),
    ("bot_base", ["centre", "place"]),
    ("bot_nothing", ["action"]),
    ("bot_shuffle", []),
    ("back", ["seat", "thing"]),
    ("bot_canal_bonus", ["canal_bonus"]),
    ("bot_no_bonus", ["colour"]),
]
