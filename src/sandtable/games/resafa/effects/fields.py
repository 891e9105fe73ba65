"""The kinds of data that parts of effects hold, for their classes to declare what they need.

Not compiled: the checks read these types while running (see tools/compiled_modules.py).
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from sandtable.kernel.schema import Items, Range

_literal: Any = Literal
_not_required: Any = NotRequired


def one_of(*words: object) -> Any:
    return _literal[words]


def optional(kind: Any) -> Any:
    return _not_required[kind]


Colour = Literal["yellow", "white", "blue", "pink"]
Action = Literal["workshop", "provisions", "garden", "production", "trading", "canal"]
Held = Literal["coin", "stone", "marble", "amphora", "spice"]
Counted = Literal[
    "workshop",
    "garden",
    "full_square",
    "canal",
    "tank",
    "base",
    "token",
    "square",
    "scarab",
    "camel",
    "water_cube",
    "pair",
    "special",
    "yellow_card",
    "white_card",
    "blue_card",
    "pink_card",
]
Amount = Annotated[int, Range(1, 99)]
Times = Annotated[int, Range(1, 9)]


class Cost(TypedDict, total=False):
    """Amounts of what players hold."""

    coin: Amount
    stone: Amount
    marble: Amount
    amphora: Amount
    spice: Amount


class Gain(Cost, total=False):
    """Amounts of all that can be gained."""

    vp: Amount
    camel: Amount
    sack: Amount
    square: Amount
    scarab: Amount


class Counts(TypedDict, total=False):
    """What can be counted, with the number that is needed."""

    workshop: Amount
    garden: Amount
    full_square: Amount
    canal: Amount
    tank: Amount
    base: Amount
    token: Amount
    square: Amount
    scarab: Amount
    camel: Amount
    water_cube: Amount
    pair: Amount
    special: Amount
    yellow_card: Amount
    white_card: Amount
    blue_card: Amount
    pink_card: Amount


AMOUNT: Any = Amount
TIMES: Any = Times
FLAG: Any = bool
COST: Any = Cost
GAIN: Any = Gain
#: The price of a part; without one it is free.
PRICE: Any = optional(Cost)
HELD: Any = Held
COUNTED: Any = Counted
ACTION: Any = Action
COLOUR_OR_ANY: Any = Colour | Literal["any"]
#: Held items to choose from.
CHOICE: Any = Annotated[list[Held], Items(most=5, least=1)]
#: VP by number of scarabs.
SCARAB_TABLE: Any = Annotated[list[Annotated[int, Range(0, 99)]], Items(most=5, least=5)]
