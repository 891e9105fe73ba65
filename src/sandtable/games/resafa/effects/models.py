"""The data of effects: a declaration for each part an effect can have, and what may stand where.

docs/resafa-effects.md says what the words mean. No postponed annotations here: with them Python
forgets which keys are not required.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from sandtable.kernel.schema import Items, Range

Colour = Literal["yellow", "white", "blue", "pink"]
Action = Literal["workshop", "provisions", "garden", "production", "trading", "canal"]
Held = Literal["coin", "stone", "marble", "amphora", "spice"]
Amount = Annotated[int, Range(1, 99)]
Times = Annotated[int, Range(1, 9)]
Choice = Annotated[list[Held], Items(most=5, least=1)]


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

# -- parts that do something now ---------------------------------------------------------------


class Priced(TypedDict):
    """A part that may have a price."""

    pay: NotRequired[Cost]


class GainPart(Priced):
    gain: Gain


ItemsToChoose = TypedDict("ItemsToChoose", {"from": Choice})


class ChoosePart(Priced, ItemsToChoose):
    choose: Times


class PerPart(Priced):
    per: Counted
    vp: Amount
    max: NotRequired[Amount]


class StepPart(Priced):
    step: Colour | Literal["any"]
    times: NotRequired[Times]


class BonusCardPart(Priced):
    bonus_card: Colour | Literal["any"]
    times: NotRequired[Times]


class ProducePart(Priced):
    produce: Times


class GardenPart(Priced):
    garden: Literal["small", "large"]
    times: NotRequired[Times]
    green: NotRequired[bool]


class WorkshopPart(Priced):
    workshop: Literal["any", 1, 2]


class BasePart(Priced):
    base: Literal["here"]


class ActionPart(TypedDict):
    action: Action
    discount: NotRequired[Cost]
    free_move: NotRequired[bool]
    flip: NotRequired[bool]


# -- parts that go with an action --------------------------------------------------------------


class DiscountPart(TypedDict):
    discount: Cost


class FlipPart(TypedDict):
    flip: Literal[True]


class PerSoldPart(TypedDict):
    per_sold: Held
    gain: Gain
    max: Amount


# -- parts that score at the end ---------------------------------------------------------------


class FlatPart(TypedDict):
    vp: Amount


class ConvertPart(TypedDict):
    convert: Choice
    vp: Amount
    max: Amount


class ScarabsPart(TypedDict):
    scarabs: Annotated[list[Annotated[int, Range(0, 99)]], Items(most=5, least=5)]


class RepeatPart(TypedDict):
    repeat: Literal[True]


# -- what may stand where ----------------------------------------------------------------------

MOST_PARTS = 8
Now = Annotated[
    list[
        GainPart
        | ChoosePart
        | PerPart
        | StepPart
        | BonusCardPart
        | ProducePart
        | GardenPart
        | WorkshopPart
        | BasePart
        | ActionPart
    ],
    Items(most=MOST_PARTS),
]
Reward = Annotated[list[GainPart | ChoosePart | StepPart | BonusCardPart], Items(most=MOST_PARTS)]
Rooms = Annotated[list[GainPart | ChoosePart | StepPart], Items(most=2)]
WithCanal = Annotated[list[GainPart | PerPart | DiscountPart], Items(most=MOST_PARTS)]
WithTrading = Annotated[list[GainPart | FlipPart], Items(most=MOST_PARTS)]
WithSale = Annotated[list[PerSoldPart], Items(most=MOST_PARTS)]
AtEnd = Annotated[
    list[FlatPart | PerPart | ConvertPart | ScarabsPart | RepeatPart],
    Items(most=MOST_PARTS),
]


class Permanent(TypedDict):
    """What a permanent card gives each time something happens."""

    on: Literal["workshop", "garden", "canal", "move", "trade", "base"]
    gain: NotRequired[Gain]
    discount: NotRequired[Cost]


Always = Annotated[list[Permanent], Items(most=MOST_PARTS, least=1)]
