"""What can happen, as codes with plain numbers. ``text/log.py`` puts it into words."""

from __future__ import annotations

from typing import Final

PLAY: Final = 0  # seat, card, card whose action is used
CASH: Final = 1  # seat, card
BUY: Final = 2  # seat, card, price
ADMINISTRATION: Final = 3  # seat
PASS: Final = 4  # seat
GAIN: Final = 5  # seat, resource, amount
MONEY: Final = 6  # seat, amount (gained)
REPUTATION: Final = 7  # seat, amount (negative where paid)
PAY: Final = 8  # seat, resource, amount
SPEND: Final = 9  # seat, amount
WORKER: Final = 10  # seat, space
CROCODILE: Final = 11  # seat, space
WORKER_OFF: Final = 12  # seat, space
WORKER_MOVES: Final = 13  # seat, from, to
LAY_DOWN: Final = 14  # seat, space
ROAD: Final = 15  # seat, space, space
BRIDGE: Final = 16  # seat, space, space, 1 if grand
SETTLEMENT: Final = 17  # seat, space
TOWN: Final = 18  # seat, space
WORKSHOP: Final = 19  # seat, space
EXPANSION: Final = 20  # seat, space
PALACE: Final = 21  # seat, space
BLOCK: Final = 22  # seat, site, blocks there now
CONNECTION: Final = 23  # seat, place, place
DRAW: Final = 24  # card
OFF_MARKET: Final = 25  # card
TAKE: Final = 26  # seat, card (from the market without buying)
TOKEN: Final = 27  # card that gets a discount token
TAKE_BACK: Final = 28  # seat, card (from the seat's stack to the hand)
CARD_OUT: Final = 29  # seat, card (out of the game)
CARD_UNDER: Final = 30  # seat, card (from the hand under the seat's stack)
ESCORT: Final = 31  # seat, settlement, hops
LAST_TURNS: Final = 32
DISASTER: Final = 33  # seat, card, reputation
END: Final = 34
FEAST: Final = 35  # seat, towns supplied, other settlements supplied

#: Name and fields of each code, in the order of the codes.
FIELDS: Final[list[tuple[str, list[str]]]] = [
    ("play", ["seat", "card", "action"]),
    ("cash", ["seat", "card"]),
    ("buy", ["seat", "card", "price"]),
    ("administration", ["seat"]),
    ("pass", ["seat"]),
    ("gain", ["seat", "resource", "amount"]),
    ("money", ["seat", "amount"]),
    ("reputation", ["seat", "amount"]),
    ("pay", ["seat", "resource", "amount"]),
    ("spend", ["seat", "amount"]),
    ("worker", ["seat", "space"]),
    ("crocodile", ["seat", "space"]),
    ("worker_off", ["seat", "space"]),
    ("worker_moves", ["seat", "space", "to"]),
    ("lay_down", ["seat", "space"]),
    ("road", ["seat", "space", "to"]),
    ("bridge", ["seat", "space", "to", "grand"]),
    ("settlement", ["seat", "space"]),
    ("town", ["seat", "space"]),
    ("workshop", ["seat", "space"]),
    ("expansion", ["seat", "space"]),
    ("palace", ["seat", "space"]),
    ("block", ["seat", "space", "blocks"]),
    ("connection", ["seat", "space", "to"]),
    ("draw", ["card"]),
    ("off_market", ["card"]),
    ("take", ["seat", "card"]),
    ("token", ["card"]),
    ("take_back", ["seat", "card"]),
    ("card_out", ["seat", "card"]),
    ("card_under", ["seat", "card"]),
    ("escort", ["seat", "space", "hops"]),
    ("last_turns", []),
    ("disaster", ["seat", "card", "amount"]),
    ("end", []),
    ("feast", ["seat", "towns", "settlements"]),
]
