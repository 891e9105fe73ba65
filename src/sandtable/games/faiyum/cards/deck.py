"""All cards of an edition, made from its data."""

from __future__ import annotations

from typing import Any

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

#: The word for a family in the edition -> the class that carries out its cards.
FAMILIES: dict[str, type[Card]] = {
    "harvest": Harvest,
    "migrant": MigrantFarmer,
    "crocodile_hunt": CrocodileHunt,
    "novices": Novices,
    "gem_searchers": GemSearchers,
    "two_roads": TwoRoads,
    "five_roads": FiveRoads,
    "bridge": Bridge,
    "settlement": Settlement,
    "town": Town,
    "palace": Palace,
    "workshop": Workshop,
    "expansion": Expansion,
    "sacrifice": Sacrifice,
    "monument": Monument,
    "masons": Masons,
    "commerce": Commerce,
    "choice": Choice,
    "marketer": Marketer,
    "trader": Trader,
    "sale": Sale,
    "assistant": Assistant,
    "per_piece": PerPiece,
    "mummy": Mummy,
    "pharaoh": Pharaoh,
    "festival": Festival,
    "revenue": Revenue,
    "refinement": Refinement,
    "thief": Thief,
    "bazaar": Bazaar,
    "all_rounder": AllRounder,
    "order": Order,
    "escort": Escort,
    "papyrus": Papyrus,
}


def make_deck(data: list[dict[str, Any]], codes: Codes) -> list[Card | None]:
    """The playable cards by number; None where there is no such card."""
    deck: list[Card | None] = [None] * constants.MAX_CARD
    for entry in data:
        if entry["family"] != "disaster":
            deck[entry["number"]] = FAMILIES[entry["family"]](entry, codes)
    for card in deck:
        if isinstance(card, Papyrus):
            card.deck = deck
    return deck
