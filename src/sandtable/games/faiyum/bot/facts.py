"""The cards as an evaluation sees them: what one use brings and takes, in numbers."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum import constants

# Families whose use depends on the position; all others are plain sums.
PLAIN: Final = 0
HARVEST: Final = 1
HERMIT: Final = 2
MIGRANT: Final = 3
HUNT: Final = 4
NOVICES: Final = 5
GEMS: Final = 6
ROADS: Final = 7
FIVE_ROADS: Final = 8
BRIDGE: Final = 9
GRAND: Final = 10
SETTLEMENT: Final = 11
TOWN: Final = 12
PALACE: Final = 13
WORKSHOP: Final = 14
EXPANSION: Final = 15
SACRIFICE: Final = 16
MONUMENT: Final = 17
MASONS: Final = 18
COMMERCE: Final = 19
PER_PIECE: Final = 20
MUMMY: Final = 21
TREASURER: Final = 22
PHARAOH: Final = 23
FESTIVAL: Final = 24
FREE_CARD: Final = 25
ORDER: Final = 26
ESCORT: Final = 27
PAPYRUS: Final = 28
REFINEMENT: Final = 29
TRADER: Final = 30

# Kinds of pieces whose number is limited.
NO_PIECE: Final = 0
ROAD: Final = 1  # two at a time
HOUSE: Final = 2
TOWN_PIECE: Final = 3
SHOP: Final = 4
ANNEX: Final = 5
BLOCK: Final = 6
SPAN: Final = 7
GRAND_SPAN: Final = 8
ROYAL: Final = 9
PIECES: Final = 10

#: Family -> the piece it places, and how many.
_PIECES: Final = {
    ROADS: (ROAD, 1),
    FIVE_ROADS: (ROAD, 2),
    SETTLEMENT: (HOUSE, 1),
    TOWN: (TOWN_PIECE, 1),
    WORKSHOP: (SHOP, 1),
    EXPANSION: (ANNEX, 1),
    SACRIFICE: (BLOCK, 1),
    MONUMENT: (BLOCK, 3),
    MASONS: (BLOCK, 1),
    BRIDGE: (SPAN, 1),
    GRAND: (GRAND_SPAN, 1),
    PALACE: (ROYAL, 1),
}

_FAMILIES: Final = {
    "migrant": MIGRANT,
    "crocodile_hunt": HUNT,
    "novices": NOVICES,
    "gem_searchers": GEMS,
    "two_roads": ROADS,
    "five_roads": FIVE_ROADS,
    "settlement": SETTLEMENT,
    "town": TOWN,
    "palace": PALACE,
    "workshop": WORKSHOP,
    "expansion": EXPANSION,
    "sacrifice": SACRIFICE,
    "monument": MONUMENT,
    "masons": MASONS,
    "commerce": COMMERCE,
    "choice": COMMERCE,
    "marketer": COMMERCE,
    "trader": TRADER,
    "assistant": COMMERCE,
    "per_piece": PER_PIECE,
    "mummy": MUMMY,
    "pharaoh": PHARAOH,
    "festival": FESTIVAL,
    "thief": FREE_CARD,
    "bazaar": FREE_CARD,
    "order": ORDER,
    "escort": ESCORT,
    "papyrus": PAPYRUS,
    "refinement": REFINEMENT,
}

WHERE: Final = [
    "settlement",
    "town",
    "workshop",
    "wheat workshop",
    "grape workshop",
    "stone workshop",
    "building site",
]
SITE: Final = 6


class Fact:
    """One card: what one use brings and takes."""

    def __init__(self, data: dict[str, Any], weights: dict[str, float]) -> None:
        self.number: int = data["number"]
        self.family: int = _family(data)
        piece = _PIECES.get(self.family, (NO_PIECE, 0))
        self.piece: int = piece[0]
        self.pieces: int = piece[1]
        self.where: int = WHERE.index(data["where"]) if data.get("where") in WHERE else -1
        self.matching: int = data.get("matching", 0)  # of the kind of the space chosen
        self.each_costs: int = data.get("each_costs", 0)
        self.bonus: float = weights.get(f"card_{self.number}", 0.0)
        self.up_to: int = data.get("up_to", 1)
        self.per_town: int = data.get("per_town", 0)
        self.per_workshop: int = data.get("per_workshop", 0)
        self.kind: int = constants.RESOURCES.index(data["on"]) if "on" in data else -1
        self.on_channel: bool = data.get("among") == "channel"
        gain: dict[str, int] = data.get("gain", {})
        pay: dict[str, Any] = data.get("pay", {})
        self.make: list[int] = [gain.get(word, 0) for word in constants.RESOURCES]
        # Of the player's choice, or as the space chosen has it.
        self.make_any = float(data.get("matching", 0) + data.get("choice", 0))
        self.need: list[int] = [pay.get(word, 0) for word in constants.RESOURCES[:4]]
        self.need_any: int = pay.get("any", 0)
        if "different" in pay:
            self.need_any = pay["different"][0]
        self.needs_cash: int = pay.get("money", 0)  # money that has to be at hand
        self.reputation = float(gain.get("reputation", 0))
        self.money = float(gain.get("money", 0) - self.needs_cash)
        self.sells_roses = False
        self.each_brings = 0.0  # dollars for each thing sold
        self._special(data)
        self.takes: int = self.need_any + sum(self.need)
        self.makes: float = self.make_any + sum(self.make)
        self.is_sink: bool = self.takes > 0 or self.needs_cash > 0

    def _special(self, data: dict[str, Any]) -> None:
        """Families whose figures are not simply gain and price."""
        family = self.family
        if family == HARVEST and self.up_to > 1:
            self.make_any *= self.up_to
            self.money -= self.up_to * data.get("each_costs", 0)
        elif family == MIGRANT:
            self.make_any = 2.0
        elif family == NOVICES:
            self.money = float(self.up_to * data["each"])
        elif family == GEMS:
            # Two plays: laying workers down, and taking them off.
            self.money = self.up_to * (data["each"] - data["each_costs"]) / 2
        elif family == ROADS:
            self.need_any = 2
        elif family == FIVE_ROADS:
            self.reputation *= self.up_to
            self.need_any = self.up_to
        elif family == MONUMENT:
            self.reputation *= self.up_to
            self.need[constants.STONE] = self.up_to
        elif family == MASONS:
            self.reputation = float(data["by_number"][3])
            self.need_any = 4
        elif data["family"] == "marketer":
            self.make_any = float(self.up_to)
            self.money -= self.up_to * data["each_costs"]
        elif family == TRADER:
            self.make[constants.ROSE] = self.up_to
            self.need_any = self.up_to
        elif family == REFINEMENT:
            self.make_any = float(self.up_to)
        elif data["family"] == "sale":
            self._sale(data)
        elif family == ORDER:
            self.money = 1.5 * data["each"]
        elif family == ESCORT:
            self.reputation = float(data["rewards"][0])
            self.needs_cash = data["costs"][0]
            self.money -= self.needs_cash
        elif data["family"] == "all_rounder":
            self.make_any = 0.4
        elif family in (MUMMY, FESTIVAL, TREASURER):
            self.reputation = 0.0

    def _sale(self, data: dict[str, Any]) -> None:
        gain = data["gain"]
        times = self.up_to
        self.sells_roses = data["sell"] == "rose"
        self.each_brings = float(gain.get("money", 0))
        if data["sell"] == "rose":
            self.make[constants.ROSE] = -times
            self.money = float(times * gain["money"])
        elif data["sell"] == "reputation":
            self.reputation = -float(times * data["each"])
            self.money = float(times * gain["money"])


def _family(data: dict[str, Any]) -> int:
    word: str = data["family"]
    if word == "harvest":
        return HERMIT if data["where"] == "hermit" else HARVEST
    if word == "bridge":
        return GRAND if data.get("grand") else BRIDGE
    if word == "sale":
        return TREASURER if data["sell"] == "money" else COMMERCE
    return _FAMILIES.get(word, PLAIN)
