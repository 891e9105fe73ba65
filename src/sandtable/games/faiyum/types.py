"""The declared types of Faiyum's views, questions, events and results.

Servers and clients take their schemas from here. No postponed annotations: with them Python forgets
which keys are not required.
"""

from typing import Literal, NotRequired, TypedDict

Resource = Literal["wheat", "grape", "stone", "fish", "rose"]
SpaceKind = Literal["wheat", "grape", "stone", "obelisk", "colossus", "pyramid", "red"]
#: The names of two spaces.
Pair = tuple[str, str]

# -- views -------------------------------------------------------------------------------------


class SpaceView(TypedDict):
    name: str
    kind: SpaceKind
    crocodile: bool
    worker: Literal["upright", "prone"] | None
    settlement: bool
    town: bool
    palace: bool
    workshop: bool
    expansion: bool
    developed: bool
    blocks: int
    block_limit: int


class BridgeView(TypedDict):
    ends: Pair
    grand: bool


class SlotView(TypedDict):
    """A place in the market. The price is None where the card cannot be bought."""

    card: int
    current: bool
    token: bool
    price: int | None


class CardsToCome(TypedDict):
    """Which cards are still to come, ascending; their order is hidden."""

    draw_pile: list[int]
    final_stack: list[int]


class SupplyView(TypedDict):
    """Pieces left."""

    workers: int
    settlements: int
    towns: int
    workshops: int
    expansions: int
    roads: int
    bridges: int
    grand_bridges: int
    palaces: int
    blocks: int


class ResourcesView(TypedDict):
    wheat: int
    grape: int
    stone: int
    fish: int
    rose: int


class PointsView(TypedDict):
    """Reputation by where it came from."""

    roads: int
    connections: int
    cities: int
    workshops: int
    monuments: int
    commerce: int
    festivals: int
    disasters: int
    other: int


class SeatView(TypedDict):
    """What a seat owns; the top of the stack is last."""

    seat: int
    money: int
    reputation: int
    resources: ResourcesView
    hand: list[int]
    stack: list[int]
    passed: bool
    points: PointsView


class FaiyumView(TypedDict):
    """A position. Only the order of the cards to come is hidden."""

    turn: int
    last_turns: bool
    goal: int | None
    playing: int | None
    spaces: list[SpaceView]
    roads: list[Pair]
    dam: Pair
    bridges: list[BridgeView]
    joined: list[Pair]
    market: list[SlotView]
    tokens_free: int
    to_come: CardsToCome
    gone: list[int]
    supply: SupplyView
    seats: list[SeatView]


# -- questions ---------------------------------------------------------------------------------


class FaiyumSubject(TypedDict):
    """What a question is about: the card whose action is carried out."""

    type: Literal["card"]
    card: int


# -- events ------------------------------------------------------------------------------------


class SeatEvent(TypedDict):
    type: Literal["administration", "pass"]
    seat: int


class PlayEvent(TypedDict):
    """A card is played; ``action`` is the card whose action it carries out."""

    type: Literal["play"]
    seat: int
    card: int
    action: int


class BuyEvent(TypedDict):
    type: Literal["buy"]
    seat: int
    card: int
    price: int


class CardEvent(TypedDict):
    """A card is put down for money, taken, taken back, removed, or put under the stack."""

    type: Literal["cash", "take", "take_back", "card_out", "card_under"]
    seat: int
    card: int


class ResourceEvent(TypedDict):
    type: Literal["gain", "pay"]
    seat: int
    resource: Resource
    amount: int


class AmountEvent(TypedDict):
    """Money gained or spent, or reputation, negative where it is paid."""

    type: Literal["money", "spend", "reputation"]
    seat: int
    amount: int


class SpaceEvent(TypedDict):
    type: Literal[
        "worker",
        "crocodile",
        "worker_off",
        "lay_down",
        "settlement",
        "town",
        "workshop",
        "expansion",
        "palace",
    ]
    seat: int
    space: str


class PairEvent(TypedDict):
    type: Literal["worker_moves", "road", "connection"]
    seat: int
    space: str
    to: str


class BridgeEvent(TypedDict):
    type: Literal["bridge"]
    seat: int
    space: str
    to: str
    grand: bool


class BlockEvent(TypedDict):
    type: Literal["block"]
    seat: int
    space: str
    blocks: int


class EscortEvent(TypedDict):
    type: Literal["escort"]
    seat: int
    space: str
    hops: int


class FeastEvent(TypedDict):
    type: Literal["feast"]
    seat: int
    towns: int
    settlements: int


class DisasterEvent(TypedDict):
    type: Literal["disaster"]
    seat: int
    card: int
    amount: int


class MarketEvent(TypedDict):
    type: Literal["draw", "off_market", "token"]
    card: int


class EndingEvent(TypedDict):
    type: Literal["last_turns", "end"]


FaiyumEvent = (
    SeatEvent
    | PlayEvent
    | BuyEvent
    | CardEvent
    | ResourceEvent
    | AmountEvent
    | SpaceEvent
    | PairEvent
    | BridgeEvent
    | BlockEvent
    | EscortEvent
    | FeastEvent
    | DisasterEvent
    | MarketEvent
    | EndingEvent
)

# -- results -----------------------------------------------------------------------------------


class FaiyumResult(TypedDict):
    """Empty except for campaign games. ``won`` is the option for the next game."""

    mode: NotRequired[Literal["campaign"]]
    goal: NotRequired[int]
    reached: NotRequired[bool]
    won: NotRequired[int]
    campaign_complete: NotRequired[bool]
