"""Which paragraph of the rulebook belongs to what. The ids are those of ``rulebook/en.md``."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.edition.components import Components
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.kinds import KINDS
from sandtable.kernel.action_space import ActionSpace
from sandtable.kernel.rulebook.links import RuleLinks

#: By kind of question, as in ``prompts.QUESTIONS``.
QUESTIONS: Final = {
    "play": "turn",
    "next": "both-actions",
    "colour": "colour-action",
    "provisions": "provisions",
    "special": "tracks",
    "take": "look-through",
    "tile": "workshop",
    "room_now": "level-2",
    "side": "sides",
    "cell": "place-workshop",
    "rotate": "place-workshop",
    "produce": "production",
    "square": "garden",
    "lay": "green-bonuses",
    "lay_bare": "garden",
    "canal": "canal",
    "space": "canal-space",
    "go": "map",
    "load": "resafa-stop",
    "trade": "trading-tiles",
    "sale": "sale-cards",
    "base": "bases",
    "row": "token-rows",
    "part": "partial-use",
    "pay": "partial-use",
    "step": "tracks",
    "bonus": "bonus-cards",
    "replace": "yellow-cards",
    "draw": "draw",
    "limit": "hand-limit",
    "flow": "rain-way",
}

#: By the first word of a choice; actions and cards have their own below.
CHOICES: Final = {
    "decline": "partial-use",
    "end": "turn",
    "yes": "turn",
    "main": "main-actions",
    "colour": "colour-action",
    "play": "play-card",
    "bonus": "take-bonus",
    "step": "take-step",
    "sack": "take-sack",
    "open": "open-card",
    "look": "look-through",
    "take": "special-cards",
    "tile": "workshop",
    "side": "sides",
    "cell": "place-workshop",
    "rotate": "place-workshop",
    "room": "rooms",
    "square": "garden",
    "lay": "garden-place",
    "canal": "canal-tiles",
    "space": "canal-space",
    "go": "map",
    "load": "resafa-stop",
    "sell": "trading-tiles",
    "buy": "trading-tiles",
    "flip": "flip",
    "base": "bases",
    "row": "token-rows",
    "with": "bound-cards",
    "item": "goods",
    "part": "partial-use",
    "replace": "yellow-cards",
    "draw": "draw",
    "drop": "hand-limit",
    "flow": "rain-way",
    "use": "any-time",
    "discard": "sack-cards",
}

#: Where the condition stands that keeps something from being chosen.
REASONS: Final = {
    "play": "rounds",
    "use": "conditions",
    "step": "track-limits",
    "tile": "level-2",
    "canal": "tanks",
    "go": "moving",
}

ITEMS: Final = {
    "coin": "coins",
    "stone": "resources",
    "marble": "resources",
    "amphora": "amphora-spice",
    "spice": "amphora-spice",
    "vp": "points",
    "camel": "camels",
    "sack": "sack-cards",
    "square": "tokens",
    "scarab": "scarabs",
}

ACTIONS: Final = {
    "workshop": "workshop",
    "provisions": "provisions",
    "garden": "garden",
    "production": "production",
    "trading": "trading",
    "canal": "canal",
}

SPECIAL: Final = {
    "yellow": "yellow-cards",
    "white": "white-cards",
    "blue": "blue-cards",
    "pink": "pink-cards",
}

#: When bonus cards are used, in the order of ``effects.language.TIMES``.
BOUND: Final = ["any-time", "canal-cards", "trading-cards", "sale-cards"]

#: Parts of the table, by the names the client has for them.
THINGS: Final = {
    "hand": "cards",
    "hand limit": "hand-limit",
    "own": "player-board",
    "map": "map",
    "city": "workshop",
    "offer": "workshop",
    "displays": "tracks",
    "board": "player-board",
    "canals": "canal-tiles",
    "track": "tracks",
    "action": "action-cards",
    "special": "special-cards",
    "card": "cards",
    "cube": "rain",
    "shop": "rooms",
    "tile": "workshop",
    "canal": "canal-tiles",
    "sacks": "sack-cards",
    "rounds": "rounds",
    "action card": "action-cards",
    "bonus cards": "bonus-cards",
    "sack cards": "sack-cards",
    "special cards": "special-cards",
    "tracks": "tracks",
    "player board": "player-board",
    "warehouse": "warehouse",
    "causeway": "tokens",
    "row": "token-rows",
    "scarab table": "score-scarabs",
    "canal table": "score-canals",
    "workshop tile": "workshop",
    "level 2": "level-2",
    "green bonus": "green-bonuses",
    "garden square": "garden",
    "full squares": "full-squares",
    "canal tile": "canal-tiles",
    "tank": "tanks",
    "water": "water-network",
    "source": "sources",
    "water cube": "rain",
    "canal bonus": "canal-bonus",
    "centre": "trading-tiles",
    "resafa": "resafa-stop",
    "base": "bases",
    "road": "map",
    "cargo": "cargo",
    "rain": "rain",
    "scoring": "scoring",
    "resafabot": "resafabot",
}


def rule_links(edition: Components, book: ActionSpace) -> RuleLinks:
    """The links of an edition: cards by their colour or by when they are used."""
    cards: dict[str, str] = {}
    for card, when in zip(edition.bonus_ids, edition.bonus_when, strict=True):
        cards[card] = BOUND[when]
    for card, colour in zip(edition.special_ids, edition.special_colour, strict=True):
        cards[card] = SPECIAL[fx.COLOURS[colour]]
    cards.update(dict.fromkeys(edition.sack_ids, "sack-cards"))
    cards.update(dict.fromkeys(edition.canal_bonus_ids, "canal-bonus"))
    choices = dict(CHOICES)
    reasons = dict(REASONS)
    for action, rule in ACTIONS.items():
        choices[f"main {action}"] = rule
        reasons[f"main {action}"] = rule
    for word, item in zip(book.words, book.items, strict=True):
        if word in ("use", "with", "take") and item in cards:
            choices[f"{word} {item}"] = cards[item]
        if word == "canal" and not item.endswith(" back"):
            reasons[f"canal {item}"] = "canal-tiles"
    things = {**THINGS, **ITEMS}
    things.update({f"action {action}": rule for action, rule in ACTIONS.items()})
    things.update({f"special {colour}": rule for colour, rule in SPECIAL.items()})
    things.update({f"track {colour}": "tracks" for colour in fx.COLOURS})
    things.update({f"effect {kind.word}": kind.rule for kind in KINDS})
    things.update({f"card {card}": rule for card, rule in cards.items()})
    questions = {**QUESTIONS, **{asked: kind.rule for kind in KINDS for asked in kind.questions}}
    return RuleLinks(questions, choices, reasons, things)
