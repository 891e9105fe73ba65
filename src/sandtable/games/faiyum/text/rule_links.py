"""Which paragraph of the rulebook belongs to what. The ids are those of ``rulebook/en.md``."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum.actions import card_word
from sandtable.games.faiyum.constants import DISASTERS
from sandtable.kernel.rulebook.links import RuleLinks

#: By kind of question, as in ``prompts.QUESTIONS`` and the families of cards.
QUESTIONS: Final = {
    "turn": "turn",
    "last": "last-turns",
    "harvest": "harvest",
    "migrant": "card-26",
    "migrant_step": "card-26",
    "migrant_again": "card-26",
    "site": "sites",
    "crocodile": "card-96",
    "worker_off": "card-62",
    "gems": "card-60",
    "lay_down": "card-60",
    "road": "roads",
    "road_pay": "road-cost",
    "bridge": "bridges",
    "settlement": "settlements",
    "town": "towns",
    "palace": "card-120",
    "workshop": "workshops",
    "expansion": "card-54",
    "block": "monuments",
    "pay": "paying",
    "pay_singly": "paying",
    "commerce": "commerce",
    "gain": "resources",
    "swap": "card-24",
    "times": "commerce",
    "double": "card-22",
    "steal": "card-36",
    "bazaar": "card-64",
    "all_rounder": "card-50",
    "order": "card-52",
    "escort": "card-86",
    "hops": "card-86",
    "sacrifice": "card-12",
    "worker_home": "income",
    "buy_back": "cards-back",
    "market_off": "market-change",
}

#: By the first word of a choice; cards have their own below.
CHOICES: Final = {
    "play": "play",
    "cash": "cash",
    "buy": "buying",
    "administration": "administration",
    "pass": "passing",
    "space": "board",
    "road": "roads",
    "bridge": "bridges",
    "pay": "paying",
    "gain": "resources",
    "number": "turn",
    "hand": "cards",
    "stack": "stack",
    "this": "cards",
    "take": "market",
    "remove": "market-change",
    "back": "card-50",
    "reputation": "card-50",
    "lay": "card-60",
    "lift": "card-60",
    "done": "turn",
}

#: Where the conditions of a card stand, by its family: what hinders it is explained there.
FAMILIES: Final = {
    "harvest": "harvest",
    "migrant": "card-26",
    "crocodile_hunt": "card-96",
    "novices": "card-62",
    "gem_searchers": "card-60",
    "two_roads": "roads",
    "five_roads": "roads",
    "bridge": "bridges",
    "settlement": "settlements",
    "town": "towns",
    "palace": "towns",
    "workshop": "workshops",
    "expansion": "card-54",
    "sacrifice": "monuments",
    "monument": "monuments",
    "masons": "monuments",
    "commerce": "commerce",
    "choice": "commerce",
    "marketer": "commerce",
    "trader": "commerce",
    "sale": "commerce",
    "assistant": "commerce",
    "per_piece": "commerce",
    "mummy": "commerce",
    "pharaoh": "card-112",
    "festival": "festivals",
    "revenue": "card-4",
    "refinement": "card-22",
    "thief": "card-36",
    "bazaar": "card-64",
    "all_rounder": "card-50",
    "order": "card-52",
    "escort": "card-86",
    "papyrus": "card-88",
    "disaster": "disasters",
}

#: Reasons why not that are no card's: by the first word of what cannot be chosen.
REASONS: Final = {"buy": "market", "administration": "last-turns", "pass": "passing"}

#: Cards that share a paragraph with another one: number -> the other's.
SHARED: Final = {10: 6, 16: 14, 18: 14, 68: 66, 70: 66}

#: Pieces, icons and places, by the names the client has for them.
THINGS: Final = {
    "wheat": "resources",
    "grape": "resources",
    "stone": "resources",
    "fish": "fish",
    "rose": "roses",
    "any": "resources",
    "money": "resources",
    "reputation": "reputation",
    "worker": "workers",
    "prone": "prone",
    "crocodile": "crocodiles",
    "settlement": "settlements",
    "town": "towns",
    "palace": "towns",
    "workshop": "workshops",
    "expansion": "card-54",
    "road": "roads",
    "bridge": "bridges",
    "grand bridge": "card-118",
    "block": "monuments",
    "dam": "dam",
    "space wheat": "resource-spaces",
    "space grape": "resource-spaces",
    "space stone": "resource-spaces",
    "space obelisk": "sites",
    "space colossus": "sites",
    "space pyramid": "sites",
    "space red": "red-space",
    "space": "board",
    "board": "board",
    "card": "cards",
    "market": "market",
    "future market": "future-market",
    "token": "tokens",
    "hand": "cards",
    "stack": "stack",
    "pieces": "pieces",
    "pairs": "connections",
    "end": "disasters",
    "campaign": "campaign",
}


def rule_links(cards: list[dict[str, Any]], standard: bool) -> RuleLinks:
    """The links of an edition. The rulebook explains each card of the standard one; cards of
    other editions go by their family."""
    choices = dict(CHOICES)
    reasons = dict(REASONS)
    things = dict(THINGS)
    for card in cards:
        number: int = card["number"]
        word = card_word(number)
        family = FAMILIES[card["family"]]
        rule = family
        if standard and number not in DISASTERS:
            rule = f"card-{SHARED.get(number, number)}"
        things[f"card {number}"] = rule
        choices[f"play {word}"] = rule
        choices[f"hand {word}"] = rule
        reasons[f"play {word}"] = family
        if number in DISASTERS:
            reasons[f"buy {word}"] = family
    return RuleLinks(QUESTIONS, choices, reasons, things)
