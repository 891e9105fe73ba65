"""What Resafa tells the world: views, events and results, declared.

Servers and clients take their schemas from here. No postponed annotations: with them Python forgets
which keys are not required. Tiles, cards, centres and spaces are named by the ids of the edition.
"""

from typing import Literal, NotRequired, TypedDict

Held = Literal["coin", "stone", "marble", "amphora", "spice"]
Item = Literal[
    "coin", "stone", "marble", "amphora", "spice", "vp", "camel", "sack", "square", "scarab"
]
Token = Literal["square", "scarab"]
Colour = Literal["yellow", "white", "blue", "pink"]
Action = Literal["workshop", "provisions", "garden", "production", "trading", "canal"]
TileSide = Literal["front", "back"]
TradingSide = Literal["a", "b"]
Rotation = Literal[0, 90, 180, 270]
#: A seat, the automatic opponent, or nobody.
Owner = int | Literal["resafabot"] | None

# -- views -------------------------------------------------------------------------------------


class CentreView(TypedDict):
    """A trading centre. ``bases`` are the owners of its base spaces."""

    centre: str
    trading_tile: str
    side: TradingSide
    bases: list[Owner]


class WaterView(TypedDict):
    """A canal space: what its tile scores in the rain, and where water can run from it."""

    space: str
    owner: Owner
    tile: str | None
    side: TileSide | None
    bonus: str | None
    source: bool
    cube: bool
    worth: int
    flows: list[str]


class RainView(TypedDict):
    """When it rains next, and what every seat's tiles would score then."""

    next_round: int | None
    tiles: list[int]


class FlowView(TypedDict):
    """The water cube at a fork whose owner has to choose."""

    space: str
    owner: Owner


class TilesToCome(TypedDict):
    """Which workshop tiles are still to come, ascending; their order is hidden."""

    level_1: list[str]
    level_2: list[str]


class BonusToCome(TypedDict):
    """Which cards of a bonus deck are still to come, ascending; their order is hidden."""

    level_1: list[str]
    level_2: list[str]


class GardensLeft(TypedDict):
    small: int
    large: int


class BonusRows(TypedDict):
    """The display of bonus cards; None is an empty slot."""

    yellow: list[str | None]
    white: list[str | None]
    blue: list[str | None]
    pink: list[str | None]


class BonusDecks(TypedDict):
    yellow: BonusToCome
    white: BonusToCome
    blue: BonusToCome
    pink: BonusToCome


class StackView(TypedDict):
    """A stack of special cards. ``known`` are the hidden ones, for seats that have looked at
    them."""

    colour: Colour
    level: int
    open: str | None
    hidden: int
    known: list[str] | None


class SackDeckView(TypedDict):
    cards: int
    known_at_end: list[str]


class ItemsView(TypedDict):
    coin: int
    stone: int
    marble: int
    amphora: int
    spice: int


class TracksView(TypedDict):
    yellow: int
    white: int
    blue: int
    pink: int


class CaravanView(TypedDict):
    """Where a caravan is and what it carries."""

    at: str
    item: Held | None
    count: int


class TokenRows(TypedDict):
    garden: list[Token]
    workshop: list[Token]
    canal: list[Token]


class WorkshopView(TypedDict):
    cell: str
    tile: str
    side: TileSide
    rotation: Rotation


class GardenView(TypedDict):
    """A garden square with its tiles, named as they are laid."""

    cell: str
    tiles: list[str]
    full: bool


class SpecialView(TypedDict):
    card: str
    usable: bool
    used: bool


class ActionCardView(TypedDict):
    """One of a seat's six action cards. A yellow special card in its place has no colours."""

    pair: str
    yellow: str | None
    colours: list[Colour] | None
    place: Literal["hand", "pile", "played", "hidden"]


class PlayedCardView(TypedDict):
    pair: str
    yellow: str | None


class ActionCardsView(TypedDict):
    set: Literal["alpha", "beta", "gamma", "delta"]
    cards: list[ActionCardView]
    hand: int
    pile: int
    played: list[PlayedCardView]


class SeatView(TypedDict):
    """What a seat owns. ``points`` are its VP by source; ``end`` is what each rule of the final
    scoring would add now, ``pink`` the same by card."""

    seat: int
    colour: Literal["red", "green", "black", "yellow"]
    vp: int
    items: ItemsView
    camels: int
    caravan: CaravanView
    tracks: TracksView
    squares: int
    scarabs: int
    causeway: list[Token]
    rows: TokenRows
    bases: list[str]
    water_cubes: int
    canals: int
    tanks: int
    canal_tiles: list[str]
    canal_bonus: list[str]
    workshops: list[WorkshopView]
    productions: int
    gardens: int
    full_squares: int
    garden_squares: list[GardenView]
    special: list[SpecialView]
    bonus: list[str]
    sacks: int
    sack_cards: list[str]
    action_cards: ActionCardsView
    cards_in_hand: int
    points: dict[str, int]
    end: dict[str, int]
    end_total: int
    pink: dict[str, int]


class BotView(TypedDict):
    """The automatic opponent of a solo game."""

    tracks: TracksView
    marker: str
    next_card: str
    played: list[str]
    next_canal: str | None
    next_canal_side: TileSide | None
    canal_tiles: int
    bases: list[str]
    removed: list[str]


class ResafaView(TypedDict):
    """All that a seat may know of a position. ``not_in_game`` lists the special cards left in the
    box where the players know them, ``declared`` the bonus cards announced in this turn."""

    round: int
    phase: Literal["setting up", "playing", "end of round"]
    turn_in_round: int | None
    start: Owner
    advanced: bool
    centres: list[CentreView]
    columns: int
    water: list[WaterView]
    rain: RainView
    flowing: FlowView | None
    offer: list[str | None]
    workshops_to_come: TilesToCome
    gardens_left: GardensLeft
    bonus: BonusRows
    bonus_to_come: BonusDecks
    special: list[StackView]
    not_in_game: list[str] | None
    sack_deck: SackDeckView
    declared: list[str]
    seats: list[SeatView]
    resafabot: BotView | None


# -- questions ---------------------------------------------------------------------------------


class UseSubject(TypedDict):
    """A card or tile that is being used."""

    type: Literal["use"]
    thing: str


class MainSubject(TypedDict):
    """A main action."""

    type: Literal["main"]
    action: Action


class ColourSubject(TypedDict):
    """A colour action; None is the colour of your choice."""

    type: Literal["colour"]
    colour: Colour | None


class StackSubject(TypedDict):
    """A stack of special cards."""

    type: Literal["stack"]
    colour: Colour
    level: Literal[1, 2, 3]


class CardSubject(TypedDict):
    """A special card."""

    type: Literal["card"]
    card: str


class TileSubject(TypedDict):
    """A workshop tile whose side and cell are not chosen yet."""

    type: Literal["tile"]
    tile: str


class RotationSubject(TypedDict):
    """A workshop on its cell, still to be rotated."""

    type: Literal["rotation"]
    tile: str
    side: TileSide
    cell: str


class SquareSubject(TypedDict):
    """A garden square of your city."""

    type: Literal["square"]
    square: str


class JourneySubject(TypedDict):
    """The centre your caravan is on its way to."""

    type: Literal["journey"]
    centre: str


class WaterSubject(TypedDict):
    """A water cube at a fork."""

    type: Literal["water"]
    space: str


class BonusSubject(TypedDict):
    """What a filled garden square, a new base or a trade brings."""

    type: Literal["reward", "base bonus", "trade bonus"]


ResafaSubject = (
    UseSubject
    | MainSubject
    | ColourSubject
    | StackSubject
    | CardSubject
    | TileSubject
    | RotationSubject
    | SquareSubject
    | JourneySubject
    | WaterSubject
    | BonusSubject
)

# -- events ------------------------------------------------------------------------------------


class PlayEvent(TypedDict):
    """An action card is played, or the yellow special card in its place."""

    type: Literal["play"]
    seat: int
    pair: str | None
    special: str | None
    action: Action | None
    colour: Colour | None


class MainEvent(TypedDict):
    type: Literal["main"]
    seat: int
    action: Action


class SeatEvent(TypedDict):
    """A colour action begins, or a new hand is drawn."""

    type: Literal["colour", "redraw"]
    seat: int


class ItemEvent(TypedDict):
    type: Literal["gain", "pay", "sell", "buy"]
    seat: int
    item: Item
    amount: int


class LoadEvent(TypedDict):
    """A caravan is loaded; without an item it is left empty."""

    type: Literal["load"]
    seat: int
    item: Held | None
    amount: int


class SackEvent(TypedDict):
    """A sack card is drawn; named only for its owner."""

    type: Literal["sack"]
    seat: int
    sack: NotRequired[str]


class BonusEvent(TypedDict):
    """A bonus card is taken from the display."""

    type: Literal["bonus"]
    seat: int
    colour: Colour
    slot: int
    bonus: str


class StepEvent(TypedDict):
    type: Literal["step"]
    seat: int
    colour: Colour
    position: int


class LookEvent(TypedDict):
    type: Literal["look"]
    seat: int
    colour: Colour
    level: int


class SpecialEvent(TypedDict):
    type: Literal["special"]
    seat: int
    special: str


class OpenEvent(TypedDict):
    """A special card now lies open, or Resafabot removes one."""

    type: Literal["open", "bot_special"]
    special: str


class TokenEvent(TypedDict):
    """A token is laid; None where no place is free."""

    type: Literal["token"]
    seat: int
    item: Token
    place: Literal["causeway", "garden", "workshop", "canal"] | None


class TileEvent(TypedDict):
    type: Literal["tile"]
    seat: int
    tile: str


class WorkshopEvent(TypedDict):
    type: Literal["workshop"]
    seat: int
    tile: str
    side: TileSide
    cell: str
    rotation: Rotation


class OfferEvent(TypedDict):
    type: Literal["offer"]
    level: int
    slot: int
    tile: str


class RoomEvent(TypedDict):
    type: Literal["room"]
    seat: int
    tile: str
    room: int


class GardenEvent(TypedDict):
    type: Literal["garden"]
    seat: int
    cell: str
    placement: str


class FullSquareEvent(TypedDict):
    type: Literal["full_square"]
    seat: int
    cell: str
    number: int


class CanalEvent(TypedDict):
    type: Literal["canal"]
    seat: int
    canal: str
    side: TileSide
    space: str


class CanalBonusEvent(TypedDict):
    type: Literal["canal_bonus"]
    seat: int
    canal_bonus: str


class CubeEvent(TypedDict):
    type: Literal["cube"]
    seat: int
    space: str


class GoEvent(TypedDict):
    type: Literal["go"]
    seat: int
    centre: str
    by_resafa: bool
    cost: int


class FlipEvent(TypedDict):
    type: Literal["flip"]
    centre: str
    trading_tile: str
    side: TradingSide


class BaseEvent(TypedDict):
    type: Literal["base"]
    seat: int
    centre: str
    place: int


class ThingEvent(TypedDict):
    """Something that can be used is used, or can be used again."""

    type: Literal["use", "back"]
    seat: int
    thing: str


class BonusCardEvent(TypedDict):
    """A bonus card is used with an action, or put away."""

    type: Literal["with", "drop"]
    seat: int
    bonus: str


class DiscardEvent(TypedDict):
    type: Literal["discard"]
    seat: int
    sack: str


class SwapEvent(TypedDict):
    """A yellow special card replaces an action card."""

    type: Literal["swap"]
    seat: int
    pair: str
    special: str


class DrawEvent(TypedDict):
    """An action card is drawn; named only for its owner."""

    type: Literal["draw"]
    seat: int
    pair: NotRequired[str]
    special: NotRequired[str | None]


class RotateEvent(TypedDict):
    type: Literal["rotate"]
    seat: int
    start_tile: Literal["a", "b"]
    rotation: Rotation


class RoundEvent(TypedDict):
    type: Literal["round"]
    round: int
    start: Owner


class RainEvent(TypedDict):
    type: Literal["rain"]
    round: int


class RainPointsEvent(TypedDict):
    """VP for all canal tiles of a seat, or for one that water passes."""

    type: Literal["rain_tiles", "rain_pass"]
    seat: int
    amount: int


class RainFlowEvent(TypedDict):
    type: Literal["rain_flow"]
    owner: Owner
    space: str


class CubeKeptEvent(TypedDict):
    type: Literal["cube_kept"]
    owner: Owner


class EndPointsEvent(TypedDict):
    type: Literal["end_points"]
    seat: int
    source: str
    amount: int


class PlainEvent(TypedDict):
    type: Literal["end", "bot_shuffle"]


class BotCardsEvent(TypedDict):
    type: Literal["bot_cards"]
    left: str
    right: str
    action: Action
    colour: Colour


class BotBonusEvent(TypedDict):
    type: Literal["bot_bonus"]
    colour: Colour
    slot: int
    bonus: str


class BotTrackEvent(TypedDict):
    type: Literal["bot_track"]
    colour: Colour
    position: int


class BotTileEvent(TypedDict):
    type: Literal["bot_tile"]
    tile: str


class BotCanalEvent(TypedDict):
    type: Literal["bot_canal"]
    canal: str
    side: TileSide
    space: str


class BotBaseEvent(TypedDict):
    type: Literal["bot_base"]
    centre: str
    place: int


class BotNothingEvent(TypedDict):
    type: Literal["bot_nothing"]
    action: Action


class BotCanalBonusEvent(TypedDict):
    type: Literal["bot_canal_bonus"]
    canal_bonus: str


class BotNoBonusEvent(TypedDict):
    type: Literal["bot_no_bonus"]
    colour: Colour


ResafaEvent = (
    PlayEvent
    | MainEvent
    | SeatEvent
    | ItemEvent
    | LoadEvent
    | SackEvent
    | BonusEvent
    | StepEvent
    | LookEvent
    | SpecialEvent
    | OpenEvent
    | TokenEvent
    | TileEvent
    | WorkshopEvent
    | OfferEvent
    | RoomEvent
    | GardenEvent
    | FullSquareEvent
    | CanalEvent
    | CanalBonusEvent
    | CubeEvent
    | GoEvent
    | FlipEvent
    | BaseEvent
    | ThingEvent
    | BonusCardEvent
    | DiscardEvent
    | SwapEvent
    | DrawEvent
    | RotateEvent
    | RoundEvent
    | RainEvent
    | RainPointsEvent
    | RainFlowEvent
    | CubeKeptEvent
    | EndPointsEvent
    | PlainEvent
    | BotCardsEvent
    | BotBonusEvent
    | BotTrackEvent
    | BotTileEvent
    | BotCanalEvent
    | BotBaseEvent
    | BotNothingEvent
    | BotCanalBonusEvent
    | BotNoBonusEvent
)

# -- results -----------------------------------------------------------------------------------


class ResafaResult(TypedDict):
    """Empty except for solo games: the score and its rank on the designer's scale."""

    mode: NotRequired[Literal["solo"]]
    score: NotRequired[int]
    rank: NotRequired[str]
