"""The shape of an edition of Resafa, entry by entry.

`sandtable edition schema resafa` prints it as JSON Schema. What holds across entries is code in
``check.py``; what the words of effects mean is in docs/resafa-effects.md. No postponed annotations
here: with them Python forgets which keys are not required.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from sandtable.kernel.schema import Items, Range, Text

Id = Annotated[str, Text(most=60, least=1, pattern="[a-z0-9_-]+")]
Name = Annotated[str, Text(most=60, least=1)]
Sentence = Annotated[str, Text(most=300, least=1)]
Source = Literal["rulebook", "seen", "reconstructed"]
Sources = Annotated[dict[str, Source], Items(most=30)]
Colour = Literal["yellow", "white", "blue", "pink"]
Action = Literal["workshop", "provisions", "garden", "production", "trading", "canal"]
Amount = Annotated[int, Range(0, 99)]
#: Amounts by item, such as {"coin": 2}.
Amounts = Annotated[dict[str, Amount], Items(most=10)]
#: The parts of an effect.
Effect = Annotated[list[dict[str, Any]], Items(most=8)]


#: ``except`` names parts of an entry that come from elsewhere.
Exceptions = TypedDict("Exceptions", {"except": NotRequired[Sources]})


class Entry(Exceptions):
    id: Id
    source: Source


class Centre(Entry):
    name: Name
    colour: Literal["red", "blue"]


class Road(Entry):
    joins: Annotated[list[Id], Items(most=10, least=2)]


class Cell(Entry):
    vp: Annotated[int, Range(0, 20)]
    discount: NotRequired[Amounts]
    water: NotRequired[Literal["top", "left", "right"]]
    palm: NotRequired[bool]


class BaseSpace(Entry):
    centre: Id
    token: Literal["square", "scarab"]
    do: Effect
    players: NotRequired[Annotated[int, Range(4, 4)]]


class Side(Entry):
    columns: Annotated[int, Range(4, 5)]
    rows: Annotated[int, Range(5, 5)]
    cells: Annotated[list[Cell], Items(most=30)]
    bases: Annotated[list[BaseSpace], Items(most=36)]


Sides = TypedDict("Sides", {"1-2": Side, "3-4": Side})
Cells = Annotated[list[Id], Items(most=9, least=1)]
Layouts = TypedDict("Layouts", {"1-2": Cells, "3-4": Cells})


class CanalSetupCard(Entry, Layouts):
    pass


class CanalBonusTile(Entry):
    kind: Id
    name: Name
    text: Sentence
    do: Effect


class CanalFace(TypedDict):
    shape: Literal["straight", "left", "right", "cross", "tank"]
    blue: Annotated[int, Range(0, 9)]
    cost: Amounts


class CanalTile(Entry):
    front: CanalFace
    back: CanalFace


class Sale(TypedDict):
    item: Literal["stone", "marble", "amphora", "spice"]
    coin: NotRequired[Annotated[int, Range(0, 20)]]
    vp: NotRequired[Annotated[int, Range(0, 20)]]


class Purchase(TypedDict):
    item: Literal["stone", "marble", "amphora", "spice"]
    coin: Annotated[int, Range(0, 20)]


class TradingFace(TypedDict):
    sell: Sale
    sell_bonus: Effect
    buy: Purchase
    buy_bonus: Effect


class TradingTile(Entry):
    colour: Literal["red", "blue"]
    a: TradingFace
    b: TradingFace


#: Green bonuses by third, 0 to 11 clockwise from the north-west corner.
Green = Annotated[dict[str, Amounts], Items(most=4)]


class StartingWorkshop(Entry):
    colour: Literal["red", "green", "black", "yellow"]
    tile: Literal["a", "b"]
    rooms: Effect
    green: Green


class WorkshopFace(TypedDict):
    rooms: Effect
    green: Green
    extra: NotRequired[Annotated[int, Range(1, 1)]]


class Workshop(Entry):
    level: Annotated[int, Range(1, 2)]
    name: Name
    front: WorkshopFace
    back: WorkshopFace


class GardenTile(Entry):
    thirds: Annotated[int, Range(1, 2)]
    count: Annotated[int, Range(1, 99)]
    cost: Amounts


class ActionCard(Entry):
    actions: Annotated[list[Action], Items(most=2, least=2)]
    colours: Annotated[list[Colour], Items(most=2, least=2)]


class ActionSet(Entry):
    letter: Name
    cards: Annotated[list[ActionCard], Items(most=6, least=6)]


class Copies(TypedDict):
    colour: Colour
    level: Annotated[int, Range(1, 2)]
    count: Annotated[int, Range(1, 3)]


class BonusCard(Entry):
    name: Name
    text: Sentence
    when: Literal["any", "canal", "trading", "sale"]
    need: NotRequired[Annotated[dict[str, Amount], Items(most=17)]]
    do: Effect
    copies: Annotated[list[Copies], Items(most=3, least=1)]


class SpecialCard(Entry):
    colour: Colour
    level: Annotated[int, Range(1, 3)]
    name: Name
    text: Sentence
    boxed: Annotated[int, Range(0, 30)]
    do: NotRequired[Effect]
    always: NotRequired[Effect]
    end: NotRequired[Effect]
    mains: NotRequired[Annotated[int, Range(1, 2)]]
    actions: NotRequired[Literal["any"] | Annotated[list[Action], Items(most=2, least=2)]]


class SackCard(Entry):
    name: Name
    text: Sentence
    do: Effect


class SoloAction(TypedDict):
    action: Action
    colour: Colour


class SoloCard(Entry):
    palms: NotRequired[Annotated[list[Id], Items(most=4, least=4)]]
    upper: NotRequired[SoloAction]
    lower: NotRequired[SoloAction]
    arrow: Literal["up", "down"]
    colour_action: Literal["discard 1", "discard 2", "discard 3", "track"]
    workshop: Annotated[int, Range(1, 3)]
    provisions: Literal["same", "furthest"]
    canal: Literal["up", "down", "left", "right"]
    red: Action
    centres: Annotated[list[Id], Items(most=2, least=2)]


class Edition(TypedDict):
    name: Name
    game: Literal["resafa"]
    format: Annotated[int, Range(1, 1)]
    about: NotRequired[Annotated[str, Text(most=2000)]]
    centres: Annotated[list[Centre], Items(most=9, least=9)]
    roads: Annotated[list[Road], Items(most=100)]
    sides: Sides
    canal_setup_cards: Annotated[list[CanalSetupCard], Items(most=3, least=3)]
    canal_bonus_tiles: Annotated[list[CanalBonusTile], Items(most=9, least=9)]
    canal_tiles: Annotated[list[CanalTile], Items(most=7, least=7)]
    trading_tiles: Annotated[list[TradingTile], Items(most=9, least=9)]
    starting_workshops: Annotated[list[StartingWorkshop], Items(most=8, least=8)]
    workshops: Annotated[list[Workshop], Items(most=26, least=26)]
    garden_tiles: Annotated[list[GardenTile], Items(most=2, least=2)]
    action_sets: Annotated[list[ActionSet], Items(most=4, least=4)]
    bonus_cards: Annotated[list[BonusCard], Items(most=24, least=24)]
    special_cards: Annotated[list[SpecialCard], Items(most=72, least=72)]
    sack_cards: Annotated[list[SackCard], Items(most=30, least=1)]
    solo_cards: Annotated[list[SoloCard], Items(most=30, least=4)]
    #: Costs, tracks, rewards and scales; their fields are those of the standard edition.
    tables: Annotated[list[dict[str, Any]], Items(most=17, least=17)]
