"""All cards of an edition, made from its data."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.cards.build import (
    Bridge,
    Expansion,
    FiveRoads,
    Palace,
    Settlement,
    Town,
    TwoRoads,
    Workshop,
)
from sandtable.games.faiyum.cards.commerce import (
    Assistant,
    Choice,
    Commerce,
    Marketer,
    Mummy,
    PerPiece,
    Pharaoh,
    Sale,
    Trader,
)
from sandtable.games.faiyum.cards.disasters import Disaster
from sandtable.games.faiyum.cards.festivals import Festival
from sandtable.games.faiyum.cards.harvest import (
    CrocodileHunt,
    GemSearchers,
    Harvest,
    MigrantFarmer,
    Novices,
)
from sandtable.games.faiyum.cards.monuments import Masons, Monument, Sacrifice
from sandtable.games.faiyum.cards.others import (
    AllRounder,
    Bazaar,
    Escort,
    Order,
    Papyrus,
    Refinement,
    Revenue,
    Thief,
)

#: All families by their name in the edition; a new one is a class and a line here.
FAMILIES: Final[dict[str, type[Card]]] = {
    family.family: family
    for family in (
        Harvest,
        MigrantFarmer,
        CrocodileHunt,
        Novices,
        GemSearchers,
        TwoRoads,
        FiveRoads,
        Bridge,
        Settlement,
        Town,
        Palace,
        Workshop,
        Expansion,
        Sacrifice,
        Monument,
        Masons,
        Commerce,
        Choice,
        Marketer,
        Trader,
        Sale,
        Assistant,
        PerPiece,
        Mummy,
        Pharaoh,
        Festival,
        Revenue,
        Refinement,
        Thief,
        Bazaar,
        AllRounder,
        Order,
        Escort,
        Papyrus,
        Disaster,
    )
}


def make_card(data: dict[str, Any], codes: Codes) -> Card:
    card = FAMILIES[data["family"]](data, codes)
    card.fill_features(card.features)
    card.features.add_up()
    return card


def make_deck(data: list[dict[str, Any]], codes: Codes) -> list[Card | None]:
    """The playable cards by number; None where there is no such card."""
    deck: list[Card | None] = [None] * constants.MAX_CARD
    for entry in data:
        card = make_card(entry, codes)
        if not isinstance(card, Disaster):
            deck[card.number] = card
    for made in deck:
        if isinstance(made, Papyrus):
            made.deck = deck
    return deck
