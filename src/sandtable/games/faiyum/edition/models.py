"""What an edition of Faiyum holds: every entry with its type and its range.

Sizes are bounded by what a game can need. What must hold across entries is in ``check.py``.
No postponed annotations here: with them Python forgets which keys are not required.
"""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.cards.deck import FAMILIES
from sandtable.games.faiyum.cards.fields import Amount, Icon, Name, Sentence, Source, one_of
from sandtable.games.faiyum.types import SpaceKind
from sandtable.kernel.schema import Items, Range, Text

#: Sets of spaces and of bridges are bit sets, so there can be no more of them.
MOST_SPACES = 60
MOST_BRIDGES = 20
MOST_CARDS = 125  # as many as there are numbers

SpaceName = Annotated[str, Text(most=6, least=1, pattern="[a-z0-9]+")]

# -- the map -----------------------------------------------------------------------------------

Cell = Annotated[int, Range(-100, 100)]
Coordinate = Annotated[float, Range(-1000, 1000)]
Size = Annotated[float, Range(0, 20)]
Point = tuple[Coordinate, Coordinate]
Line = Annotated[list[Point], Items(most=1000)]


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

_make: Any = TypedDict


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


#: What the rows of all cards hold. Those marked ``final`` begin in the final stack.
ROW: dict[str, Any] = {
    "number": Annotated[int, Range(1, constants.MAX_CARD - 1)],
    "final": NotRequired[bool],
    "face": NotRequired[Face],
    "name": Name,
    "icon": Icon,
    "scores_as": one_of(constants.SOURCES),
    "source": Source,
    "text": Sentence,
}
#: The rows of each family: what all hold, and what the family declares.
ROWS: dict[str, Any] = {
    name: _make(f"{family.__name__}Data", {**ROW, "family": one_of([name]), **family.fields})
    for name, family in FAMILIES.items()
}

if TYPE_CHECKING:
    Card = dict[str, Any]
else:
    Card = reduce(or_, ROWS.values())

# -- the campaign ------------------------------------------------------------------------------

Figure = Annotated[int, Range(0, 999)]


class Limits(TypedDict, total=False):
    at_least: Figure
    at_most: Figure


class Measures(TypedDict, total=False):
    """What a goal measures."""

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
    number: Annotated[int, Range(1, constants.GOALS)]
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
    campaign: Annotated[list[Goal], Items(most=constants.GOALS, least=constants.GOALS)]
