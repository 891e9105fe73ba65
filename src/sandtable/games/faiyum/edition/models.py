"""What an edition of Faiyum holds: every entry with its type and its range.

Sizes are bounded by what a game can need. What must hold across entries is in ``check.py``.
No postponed annotations here: with them Python forgets which keys are not required.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from sandtable.kernel.schema import Items, Range, Text

#: Sets of spaces and of bridges are bit sets, so there can be no more of them.
MOST_SPACES = 60
MOST_BRIDGES = 20
MOST_CARDS = 125  # as many as there are numbers

Source = Literal["rulebook", "seen", "reconstructed"]
Resource = Literal["wheat", "grape", "stone", "fish", "rose"]
Basic = Literal["wheat", "grape", "stone"]
Name = Annotated[str, Text(most=40, least=1)]
Sentence = Annotated[str, Text(most=600)]
Icon = Annotated[str, Text(most=40, least=1, pattern="[a-z0-9-]+")]
SpaceName = Annotated[str, Text(most=6, least=1, pattern="[a-z0-9]+")]
Amount = Annotated[int, Range(1, 99)]
Money = Annotated[int, Range(0, 99)]
Times = Annotated[int, Range(1, 12)]
Few = Annotated[int, Range(1, 3)]

# -- the map -----------------------------------------------------------------------------------

Cell = Annotated[int, Range(-100, 100)]
Coordinate = Annotated[float, Range(-1000, 1000)]
Size = Annotated[float, Range(0, 20)]
Point = tuple[Coordinate, Coordinate]
Line = Annotated[list[Point], Items(most=1000)]
SpaceKind = Literal["wheat", "grape", "stone", "obelisk", "colossus", "pyramid", "red"]


class Space(TypedDict):
    name: SpaceName
    kind: SpaceKind
    q: Cell
    r: Cell
    bank: Literal["large", "small"]
    channel: bool
    lake: bool
    source: Source


class Geometry(TypedDict):
    """How drawings are to be read; only ``view`` is data, the rest explains."""

    orientation: NotRequired[Sentence]
    unit: NotRequired[Sentence]
    x: NotRequired[Sentence]
    y: NotRequired[Sentence]
    corner: NotRequired[Sentence]
    directions: NotRequired[Annotated[list[tuple[Cell, Cell]], Items(most=6, least=6)]]
    adjacent: NotRequired[Sentence]
    view: tuple[Coordinate, Coordinate, Coordinate, Coordinate]
    curves: NotRequired[Sentence]
    channel_course: NotRequired[Sentence]
    lake_outline: NotRequired[Sentence]
    fertile_outline: NotRequired[Sentence]
    water: NotRequired[Sentence]
    feeder: NotRequired[Sentence]


class Scenery(TypedDict):
    kind: Literal["dune", "palm", "boat", "islet", "fish", "reeds"]
    x: Coordinate
    y: Coordinate
    size: Size


class Label(TypedDict):
    text: Name
    x: Coordinate
    y: Coordinate
    size: Size
    turn: Annotated[float, Range(-360, 360)]
    on: Literal["water", "land"]


class Title(TypedDict):
    text: Name
    x: Coordinate
    y: Coordinate
    size: Size


class Compass(TypedDict):
    x: Coordinate
    y: Coordinate
    size: Size


class Board(TypedDict):
    about: NotRequired[Sentence]
    geometry: NotRequired[Geometry]
    spaces: Annotated[list[Space], Items(most=MOST_SPACES, least=1)]
    dam: tuple[SpaceName, SpaceName]
    bridges: Annotated[list[tuple[SpaceName, SpaceName]], Items(most=MOST_BRIDGES, least=6)]
    channel_width: NotRequired[Annotated[float, Range(0, 2)]]
    channel_course: NotRequired[Line]
    lake_outline: NotRequired[Line]
    fertile_outline: NotRequired[Line]
    water: NotRequired[Annotated[list[tuple[Cell, Cell]], Items(most=500)]]
    feeder: NotRequired[Line]
    scenery: NotRequired[Annotated[list[Scenery], Items(most=200)]]
    labels: NotRequired[Annotated[list[Label], Items(most=20)]]
    title: NotRequired[Title]
    compass: NotRequired[Compass]


# -- cards -------------------------------------------------------------------------------------


class Gain(TypedDict, total=False):
    wheat: Amount
    grape: Amount
    stone: Amount
    fish: Amount
    rose: Amount
    money: Amount
    reputation: Amount


class FixedPrice(TypedDict, total=False):
    """So much of each."""

    wheat: Annotated[int, Range(1, 2)]
    grape: Annotated[int, Range(1, 2)]
    stone: Annotated[int, Range(1, 2)]
    fish: Annotated[int, Range(1, 1)]
    money: Money


Kinds = Annotated[list[Resource], Items(most=5, least=1)]


class AnyPrice(TypedDict):
    """So many of these kinds, the same or different."""

    any: Few
    of: Kinds
    money: NotRequired[Money]


class DifferentPrice(TypedDict):
    """From the first to the second number of different resources."""

    different: tuple[Annotated[int, Range(1, 5)], Annotated[int, Range(1, 5)]]
    of: Kinds
    money: NotRequired[Money]


Price = FixedPrice | AnyPrice | DifferentPrice
ScoresAs = Literal[
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
#: Where a worker of a commerce card goes, and where one of a harvest card does.
Post = Literal[
    "settlement",
    "town",
    "workshop",
    "wheat workshop",
    "grape workshop",
    "stone workshop",
    "building site",
]
Land = Literal["farm", "channel", "water", "hermit"]


class FaceAmounts(TypedDict, total=False):
    wheat: Amount
    grape: Amount
    stone: Amount
    fish: Amount
    rose: Amount
    any: Amount
    money: Amount
    reputation: Amount
    card: Amount


class Face(TypedDict):
    """What a card's picture shows, where ``pay`` and ``gain`` do not say it all."""

    pay: FaceAmounts
    gain: FaceAmounts


class CardData(TypedDict):
    """What all cards have. Those marked ``final`` begin in the final stack."""

    number: Annotated[int, Range(1, 128)]
    final: NotRequired[bool]
    face: NotRequired[Face]
    name: Name
    icon: Icon
    scores_as: ScoresAs
    source: Source
    text: Sentence


class HarvestData(CardData):
    family: Literal["harvest"]
    where: Land
    matching: NotRequired[Annotated[int, Range(1, 9)]]
    up_to: NotRequired[Times]
    each_costs: NotRequired[Money]
    gain: NotRequired[Gain]


class PlainData(CardData):
    """Families that need nothing but what they yield."""

    family: Literal[
        "migrant",
        "crocodile_hunt",
        "two_roads",
        "sacrifice",
        "revenue",
        "thief",
        "all_rounder",
        "papyrus",
    ]
    gain: NotRequired[Gain]


class NovicesData(CardData):
    family: Literal["novices", "order"]
    up_to: Times
    each: Money


class GemSearchersData(CardData):
    family: Literal["gem_searchers"]
    up_to: Times
    each_costs: Amount
    each: Money


class FiveRoadsData(CardData):
    family: Literal["five_roads"]
    up_to: Times
    gain: NotRequired[Gain]


class BridgeData(CardData):
    family: Literal["bridge"]
    grand: NotRequired[bool]
    pay: NotRequired[Price]
    gain: NotRequired[Gain]


class BuildingData(CardData):
    family: Literal["settlement", "town", "palace", "expansion"]
    pay: NotRequired[Price]
    gain: NotRequired[Gain]


class WorkshopData(CardData):
    family: Literal["workshop"]
    on: Basic
    pay: NotRequired[Price]
    gain: NotRequired[Gain]


class MonumentData(CardData):
    family: Literal["monument"]
    up_to: Few
    gain: NotRequired[Gain]


class MasonsData(CardData):
    family: Literal["masons"]
    by_number: Annotated[list[Money], Items(most=5, least=5)]
    pay: DifferentPrice


class CommerceData(CardData):
    family: Literal["commerce"]
    where: Post
    pay: NotRequired[Price]
    gain: NotRequired[Gain]


class ChoiceData(CardData):
    family: Literal["choice"]
    where: Post
    choice: Few


class MarketerData(CardData):
    family: Literal["marketer"]
    where: Post
    up_to: Few
    each_costs: Amount


class TraderData(CardData):
    family: Literal["trader"]
    where: Post
    up_to: Few
    of: Kinds


class SaleData(CardData):
    family: Literal["sale"]
    where: Post
    sell: Literal["rose", "reputation", "money"]
    up_to: Times
    each: Amount
    gain: Gain


class AssistantData(CardData):
    family: Literal["assistant"]
    where: Literal["workshop"]
    matching: Annotated[int, Range(1, 9)]


class PerPieceData(CardData):
    family: Literal["per_piece"]
    where: Post
    per_town: NotRequired[Money]
    per_workshop: NotRequired[Money]


class MummyData(CardData):
    family: Literal["mummy"]
    where: Literal["building site"]
    of: Kinds
    up_to: Times


class PharaohData(CardData):
    family: Literal["pharaoh"]
    where: Literal["town"]


class FestivalData(CardData):
    family: Literal["festival"]
    among: Literal["channel", "group"]
    of: Kinds
    up_to: Times


class RefinementData(CardData):
    family: Literal["refinement"]
    up_to: Annotated[int, Range(1, 2)]


class BazaarData(CardData):
    family: Literal["bazaar"]
    price: Money


class EscortData(CardData):
    family: Literal["escort"]
    costs: Annotated[list[Money], Items(most=3, least=3)]
    rewards: Annotated[list[Money], Items(most=3, least=3)]


#: Reputation by number of players; nothing where a number is not named.
Worth = TypedDict("Worth", {"2": Money, "3": Money, "4": Money, "5": Money}, total=False)


class DisasterData(CardData):
    family: Literal["disaster"]
    reputation: Worth


Card = (
    HarvestData
    | PlainData
    | NovicesData
    | GemSearchersData
    | FiveRoadsData
    | BridgeData
    | BuildingData
    | WorkshopData
    | MonumentData
    | MasonsData
    | CommerceData
    | ChoiceData
    | MarketerData
    | TraderData
    | SaleData
    | AssistantData
    | PerPieceData
    | MummyData
    | PharaohData
    | FestivalData
    | RefinementData
    | BazaarData
    | EscortData
    | DisasterData
)

# -- the campaign ------------------------------------------------------------------------------

Figure = Annotated[int, Range(0, 999)]


class Limits(TypedDict, total=False):
    at_least: Figure
    at_most: Figure


class Measures(TypedDict, total=False):
    """What a goal is about."""

    reputation: Limits
    money: Limits
    crocodiles: Limits
    settlements: Limits
    towns: Limits
    palaces: Limits
    workshops: Limits
    expansions: Limits
    bridges: Limits
    roads: Limits
    blocks: Limits


Extra = Annotated[int, Range(0, 20)]


class Bonus(TypedDict, total=False):
    money: Extra
    wheat: Extra
    grape: Extra
    stone: Extra
    fish: Extra
    rose: Extra


class Goal(TypedDict):
    number: Annotated[int, Range(1, 7)]
    name: Name
    text: Sentence
    source: Source
    goal: Measures
    bonus: Bonus
    bonus_text: Sentence


class Edition(TypedDict):
    game: Literal["faiyum"]
    name: Annotated[str, Text(most=40, least=1, pattern="[A-Za-z0-9-]+")]
    format: Literal[1]
    board: Board
    cards: Annotated[list[Card], Items(most=MOST_CARDS, least=1)]
    campaign: Annotated[list[Goal], Items(most=7, least=7)]
