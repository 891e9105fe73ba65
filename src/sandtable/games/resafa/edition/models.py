"""What an edition of Resafa holds: every entry with its type and its range.

Sizes are bounded by what the game keeps in sets of bits. What must hold across entries is in
``check.py``; what effects hold is in ``effects/models.py``. No postponed annotations
here: with them Python forgets which keys are not required.
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from sandtable.games.resafa.effects.fields import Action, Amount, Colour, Cost, Counts, Gain
from sandtable.games.resafa.effects.models import (
    Always,
    AtEnd,
    Now,
    Reward,
    Rooms,
    WithCanal,
    WithSale,
    WithTrading,
)
from sandtable.kernel.schema import Items, Range, Text

#: The special cards of one colour and level, and the workshops of one level.
MOST_IN_STACK = 10
MOST_WORKSHOPS = 30
#: Bonus cards that differ; of each there are up to three.
MOST_BONUS_CARDS = 31

Id = Annotated[str, Text(most=60, least=1, pattern="[a-z0-9_-]+")]
Name = Annotated[str, Text(most=60, least=1, pattern=r"[^\n]*\S[^\n]*")]
Sentence = Annotated[str, Text(most=300, least=1)]
Source = Literal["rulebook", "seen", "reconstructed"]
Sources = Annotated[dict[str, Source], Items(most=30)]
Figure = Annotated[int, Range(0, 99)]
Round = Annotated[int, Range(1, 6)]


#: ``except`` names parts of an entry that come from elsewhere.
Exceptions = TypedDict("Exceptions", {"except": NotRequired[Sources]})


class Sourced(Exceptions):
    source: Source


class Entry(Sourced):
    id: Id


# -- the board ---------------------------------------------------------------------------------


class Centre(Entry):
    name: Name
    colour: Literal["red", "blue"]


class Road(Entry):
    joins: Annotated[list[Id], Items(most=10, least=2)]


class Cell(Entry):
    vp: Annotated[int, Range(0, 20)]
    discount: NotRequired[Cost]
    water: NotRequired[Literal["top", "left", "right"]]
    palm: NotRequired[bool]


class BaseSpace(Entry):
    centre: Id
    token: Literal["square", "scarab"]
    do: Reward
    players: NotRequired[Annotated[int, Range(4, 4)]]


class Side(Entry):
    columns: Annotated[int, Range(4, 5)]
    rows: Annotated[int, Range(5, 5)]
    cells: Annotated[list[Cell], Items(most=30)]
    bases: Annotated[list[BaseSpace], Items(most=80)]


Sides = TypedDict("Sides", {"1-2": Side, "3-4": Side})
Cells = Annotated[list[Id], Items(most=30, least=1)]
Layouts = TypedDict("Layouts", {"1-2": Cells, "3-4": Cells})


class CanalSetupCard(Entry, Layouts):
    pass


# -- tiles -------------------------------------------------------------------------------------


class CanalBonusTile(Sourced):
    id: Annotated[str, Text(most=4, pattern="c[0-9]+")]
    kind: Id
    name: Name
    text: Sentence
    do: Now


class CanalFace(TypedDict):
    shape: Literal["straight", "left", "right", "cross", "tank"]
    blue: Annotated[int, Range(0, 9)]
    cost: Cost


class CanalTile(Sourced):
    id: Annotated[str, Text(most=4, pattern="k[0-9]+")]
    front: CanalFace
    back: CanalFace


Ware = Literal["stone", "marble", "amphora", "spice"]
Price = Annotated[int, Range(0, 20)]


class Sale(TypedDict):
    item: Ware
    coin: NotRequired[Price]
    vp: NotRequired[Price]


class Purchase(TypedDict):
    item: Ware
    coin: Price


class TradingFace(TypedDict):
    sell: Sale
    sell_bonus: Reward
    buy: Purchase
    buy_bonus: Reward


class TradingTile(Sourced):
    id: Annotated[str, Text(most=4, pattern="[rb][0-9]+")]
    colour: Literal["red", "blue"]
    a: TradingFace
    b: TradingFace


class GreenBonus(TypedDict, total=False):
    stone: Amount
    coin: Amount
    vp: Amount


#: Green bonuses by third, clockwise from the north-west corner.
Green = TypedDict(
    "Green",
    {
        "0": GreenBonus,
        "1": GreenBonus,
        "2": GreenBonus,
        "3": GreenBonus,
        "4": GreenBonus,
        "5": GreenBonus,
        "6": GreenBonus,
        "7": GreenBonus,
        "8": GreenBonus,
        "9": GreenBonus,
        "10": GreenBonus,
        "11": GreenBonus,
    },
    total=False,
)


class StartingWorkshop(Entry):
    colour: Literal["red", "green", "black", "yellow"]
    tile: Literal["a", "b"]
    rooms: Rooms
    green: Green


class WorkshopFront(TypedDict):
    rooms: Rooms
    green: Green


class WorkshopBack(WorkshopFront):
    extra: Literal[1]


class Workshop(Sourced):
    id: Annotated[str, Text(most=6, pattern="w[12]-[0-9]+")]
    level: Annotated[int, Range(1, 2)]
    name: Name
    front: WorkshopFront
    back: WorkshopBack


class GardenTile(Entry):
    thirds: Annotated[int, Range(1, 2)]
    count: Annotated[int, Range(1, 99)]
    cost: Cost


# -- cards -------------------------------------------------------------------------------------


class ActionCard(Entry):
    actions: tuple[Action, Action]
    colours: tuple[Colour, Colour]


class ActionSet(Entry):
    letter: Name
    cards: Annotated[list[ActionCard], Items(most=12, least=6)]


class Copies(TypedDict):
    colour: Colour
    level: Annotated[int, Range(1, 2)]
    count: Annotated[int, Range(1, 3)]


class BonusCardData(Sourced):
    """What all bonus cards have."""

    id: Annotated[str, Text(most=4, pattern="b[0-9]+")]
    name: Name
    text: Sentence
    need: NotRequired[Counts]
    copies: Annotated[list[Copies], Items(most=3, least=1)]


class AnyTimeCard(BonusCardData):
    when: Literal["any"]
    do: Now


class CanalCard(BonusCardData):
    when: Literal["canal"]
    do: WithCanal


class TradingCard(BonusCardData):
    when: Literal["trading"]
    do: WithTrading


class SaleCard(BonusCardData):
    when: Literal["sale"]
    do: WithSale


BonusCard = AnyTimeCard | CanalCard | TradingCard | SaleCard


class SpecialCardData(Sourced):
    """What all special cards have."""

    id: Annotated[str, Text(most=4, pattern="p[0-9]+")]
    level: Annotated[int, Range(1, 3)]
    name: Name
    text: Sentence
    boxed: Annotated[int, Range(0, 30)]


class PinkCard(SpecialCardData):
    colour: Literal["pink"]
    end: AtEnd


class WhiteCard(SpecialCardData):
    colour: Literal["white"]
    do: Now


class YellowCard(SpecialCardData):
    colour: Literal["yellow"]
    do: NotRequired[Now]
    mains: Annotated[int, Range(1, 2)]
    actions: Literal["any"] | tuple[Action, Action]


class BlueCard(SpecialCardData):
    colour: Literal["blue"]
    do: NotRequired[Now]
    always: NotRequired[Always]


SpecialCard = PinkCard | WhiteCard | YellowCard | BlueCard


class SackCard(Sourced):
    id: Annotated[str, Text(most=4, pattern="s[0-9]+")]
    name: Name
    text: Sentence
    do: Now


class SoloAction(TypedDict):
    action: Action
    colour: Colour


class SoloCard(Sourced):
    id: Annotated[str, Text(most=7, pattern="solo[0-9]+")]
    palms: NotRequired[Annotated[list[Id], Items(most=4, least=4)]]
    upper: NotRequired[SoloAction]
    lower: NotRequired[SoloAction]
    arrow: Literal["up", "down"]
    colour_action: Literal["discard 1", "discard 2", "discard 3", "track"]
    workshop: Annotated[int, Range(1, 3)]
    provisions: Literal["same", "furthest"]
    canal: Literal["up", "down", "left", "right"]
    red: Literal["workshop", "provisions", "trading", "canal"]
    centres: Annotated[list[Id], Items(most=2, least=2)]


# -- tables: costs, tracks, rewards and scales -------------------------------------------------


class StartTable(Sourced):
    id: Literal["start", "fourth_player"]
    gain: Gain


class CostTable(Sourced):
    id: Literal["workshop_cost", "base_cost"]
    cost: Cost


class GardenRewards(Sourced):
    id: Literal["garden_rewards"]
    rewards: Annotated[list[Reward], Items(most=5, least=5)]


class Camels(Sourced):
    id: Literal["camels"]
    start: Annotated[int, Range(0, 7)]
    max: Annotated[int, Range(1, 7)]


class Scarabs(Sourced):
    id: Literal["scarabs"]
    vp: Annotated[list[Figure], Items(most=5, least=5)]


RowKind = Literal["garden", "workshop", "canal"]


class TokenRows(Sourced):
    id: Literal["token_rows"]
    causeway: Annotated[int, Range(0, 9)]
    rows: tuple[RowKind, RowKind, RowKind]
    vp: tuple[Figure, Figure, Figure]


Space = Annotated[int, Range(1, 20)]
Limit = Annotated[int, Range(1, 3)]


class Tracks(Sourced):
    id: Literal["tracks"]
    spaces: Annotated[int, Range(3, 20)]
    cards: tuple[Space, Space, Space]
    level_2: Limit
    level_3: Limit
    open_card: Gain


class PinkCards(Sourced):
    id: Literal["pink_cards"]
    rounds: Annotated[list[Gain], Items(most=6, least=6)]


class HandLimit(Sourced):
    id: Literal["hand_limit"]
    cards: Annotated[int, Range(3, 12)]


class Level2Workshops(Sourced):
    id: Literal["level_2_workshops"]
    round: Round
    tokens: Annotated[int, Range(0, 9)]


class Tanks(Sourced):
    id: Literal["tanks"]
    full_squares: Annotated[int, Range(0, 9)]
    bases: Annotated[int, Range(0, 8)]


class Rain(Sourced):
    id: Literal["rain"]
    rounds: Annotated[list[Round], Items(most=6)]
    tile: Annotated[int, Range(0, 9)]


class Canals(Sourced):
    id: Literal["canals"]
    vp: Annotated[list[Figure], Items(most=15, least=1)]


class Leftovers(Sourced):
    id: Literal["leftovers"]
    good: Figure
    others: Amount
    sack: Figure


class SoloScale(Sourced):
    id: Literal["solo_scale"]
    names: Annotated[list[Name], Items(most=20, least=1)]
    vp: Annotated[list[Annotated[int, Range(1, 999)]], Items(most=19)]


AnyTable = (
    StartTable
    | CostTable
    | GardenRewards
    | Camels
    | Scarabs
    | TokenRows
    | Tracks
    | PinkCards
    | HandLimit
    | Level2Workshops
    | Tanks
    | Rain
    | Canals
    | Leftovers
    | SoloScale
)


class Edition(TypedDict):
    game: Literal["resafa"]
    name: Name
    format: Literal[1]
    about: NotRequired[Annotated[str, Text(most=2000)]]
    centres: Annotated[list[Centre], Items(most=20, least=3)]
    roads: Annotated[list[Road], Items(most=100)]
    sides: Sides
    canal_setup_cards: Annotated[list[CanalSetupCard], Items(most=12, least=1)]
    canal_bonus_tiles: Annotated[list[CanalBonusTile], Items(most=30, least=1)]
    canal_tiles: Annotated[list[CanalTile], Items(most=15, least=1)]
    trading_tiles: Annotated[list[TradingTile], Items(most=40, least=3)]
    starting_workshops: Annotated[list[StartingWorkshop], Items(most=8, least=8)]
    workshops: Annotated[list[Workshop], Items(most=2 * MOST_WORKSHOPS, least=2)]
    garden_tiles: Annotated[list[GardenTile], Items(most=2, least=2)]
    action_sets: Annotated[list[ActionSet], Items(most=8, least=4)]
    bonus_cards: Annotated[list[BonusCard], Items(most=MOST_BONUS_CARDS, least=1)]
    special_cards: Annotated[list[SpecialCard], Items(most=12 * MOST_IN_STACK, least=12)]
    sack_cards: Annotated[list[SackCard], Items(most=30, least=1)]
    solo_cards: Annotated[list[SoloCard], Items(most=30, least=4)]
    tables: Annotated[list[AnyTable], Items(most=17, least=17)]
