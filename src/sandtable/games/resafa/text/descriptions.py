"""Choices with their full meaning, for people who do not see the table or do not know the cards.

Where the rules work out a price or a gain, the choice is tried out on a copy of the match. Only
what happens to the player in this turn is told, never a card that is drawn or comes to light.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.resafa import constants
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.edition.components import (
    BASE_SPACES,
    LEVEL_1,
    STRIDE,
    cell_name,
)
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import BESIDE, FULL, OUTSIDE
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.games.resafa.lookup import lowered
from sandtable.games.resafa.rules import hand, main_actions, production, rain
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.subjects import RotationSubject, WaterSubject
from sandtable.games.resafa.text import effects
from sandtable.games.resafa.text.prompts import (
    LEVELS,
    Words,
    action_text,
    canal_name,
    network_place,
)
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match
from sandtable.kernel.sentences import capital, counted, listing

#: Choices that are tried out: the rules work out what they cost and bring.
TRIED: Final = ("lay", "space", "room", "use", "part", "yes")
#: Choices that permanent cards add something to.
HELPED: Final = {
    "tile": fx.ON_WORKSHOP,
    "go": fx.ON_MOVE,
    "sell": fx.ON_TRADE,
    "buy": fx.ON_TRADE,
    "base": fx.ON_BASE,
}
#: What follows one of these is no longer the doing of the choice.
AFTER: Final = ("draw", "redraw", "round", "rain", "bot_cards", "end_points")

DIRECTIONS: Final = ["above", "to the right", "below", "to the left"]
FILLED: Final = ["empty", "a third filled", "two thirds filled", "full"]


def describe(words: Words, t: Turn, match: Match, decision: Decision, action: int) -> str:
    codes = t.codes
    word = codes.book.words[action]
    text = action_text(words, t, decision, action)
    more: list[str] = []
    if word in TRIED:
        more = _effects(words, match, decision, action)
        if more and word in ("room", "space"):
            text, _, _ = text.partition(":")  # the rest is told with actual prices
    elif word == "play":
        more = _play(words, t, action)
    elif word == "main":
        more = [_main(t, action - codes.main)]
    elif word == "colour":
        more = [_colour(t, _played_colour(t))]
    elif word == "bonus" and t.state.players == 1:
        # Alone it matters to Resafabot which of two equal cards is taken.
        more = [f"in place {(action - codes.bonus) % SLOTS + 1} of its row"]
    elif word == "step":
        more = _step(words, t, action - codes.step)
    elif word == "tile":
        more = [_back(t, action - codes.tile + LEVEL_1)]
    elif word == "cell":
        more = [_around(t, (action - codes.cell) * 2)]
    elif word == "rotate":
        more = [_rotated(t, decision, action - codes.rotate)]
    elif word == "square":
        more = _square(t, (action - codes.square) * 2 + 1)
    elif word == "go":
        more = _centre(t, (action - codes.go) // 2)
    elif word == "flip":
        more = [_trades(t, t.state.trading[t.area.at] ^ 1)]
    elif word == "row":
        more = _row(t, action - codes.row)
    elif word == "replace":
        more = [_starting_card(t, action - codes.replace)]
    elif word == "draw":
        item = t.edition.special_ids[t.area.cards[action - codes.draw]]
        more = [words.texts[item].rstrip(".")]
    elif word == "flow":
        more = [_flow(t, decision, action - codes.flow)]
    if word in HELPED:
        more.append(_helped(t, HELPED[word]))
    return ". ".join([text, *[capital(part) for part in more if part]])


# -- what a choice costs and brings ----------------------------------------------------------------


def _effects(words: Words, match: Match, decision: Decision, action: int) -> list[str]:
    """What a choice costs and brings before the next question."""
    trial = match.clone()
    trial.apply(action)
    paid = [0] * len(fx.ITEMS)
    gained = [0] * len(fx.ITEMS)
    others: list[str] = []
    for event in trial.events(decision.player):
        kind: str = event["type"]
        if kind in AFTER:
            break
        if event.get("seat") != decision.player:
            continue
        if kind == "gain":
            gained[fx.ITEMS.index(event["item"])] += event["amount"]
        elif kind == "pay":
            paid[fx.ITEMS.index(event["item"])] += event["amount"]
        elif kind == "sack":
            gained[fx.SACK] += 1
        elif kind == "token" and event["place"]:
            gained[fx.ITEMS.index(event["item"])] += 1
        else:
            others += _other(words, event)
    parts: list[str] = []
    if any(paid):
        parts.append(f"pay {_amounts(paid)}")
    if any(gained):
        parts.append(f"gain {_amounts(gained)}")
    told = listing(parts)
    return [told, *others] if told else others


def _other(words: Words, event: dict[str, Any]) -> list[str]:
    """What else comes of a choice by itself."""
    kind = event["type"]
    if kind == "step":
        return [f"go to {event['position']} on the {event['colour']} track"]
    if kind == "token":
        return [f"there is no space left for the {event['item']} token"]
    if kind == "canal_bonus":
        return [f"take the {words.name(event['canal_bonus'])}"]
    if kind == "cube":
        return ["the water cube comes onto your tile"]
    return []


def _helped(t: Turn, trigger: int) -> str:
    """What permanent cards give for it; they have lowered the price already."""
    gained = [0] * len(fx.ITEMS)
    for help_ in t.area.helps:
        if help_.on == trigger:
            for item, amount in enumerate(help_.gain):
                gained[item] += amount
    return f"your cards bring {_amounts(gained)} more" if any(gained) else ""


def _amounts(numbers: list[int]) -> str:
    return listing([effects.amount(item, number) for item, number in enumerate(numbers) if number])


# -- cards and actions -----------------------------------------------------------------------------


def _played_colour(t: Turn) -> int:
    """The colour of the card that was played this turn."""
    slot, half = divmod(t.area.played[-1], 2)
    return hand.colour_of(t, slot, half)


def _play(words: Words, t: Turn, action: int) -> list[str]:
    """The actions of a card, and what a yellow one brings besides."""
    codes, edition = t.codes, t.edition
    if action >= codes.play_free:
        card = edition.free_cards[action - codes.play_free]
        return [words.texts[edition.special_ids[card]].rstrip(".")]
    more: list[str] = []
    if action >= codes.play_pair:
        place, half = divmod(action - codes.play_pair, 2)
        card = edition.pair_cards[place]
        slot = t.area.cards.index(card)
        main = edition.pair_actions[edition.yellow_pair[card] * 2 + half]
        more.append(words.texts[edition.special_ids[card]].rstrip("."))
    else:
        slot, half = divmod(action - codes.play, 2)
        main = edition.pair_actions[slot * 2 + half]
    colour = hand.colour_of(t, slot, half)
    return [
        *more,
        f"{fx.ACTIONS[main]} action: {_main(t, main)}",
        f"colour action: {_colour(t, colour)}",
    ]


def _main(t: Turn, action: int) -> str:
    """What a main action is, at today's prices."""
    edition = t.edition
    if not main_actions.possible(t, action, [], False):
        return "not possible now"
    if action == fx.WORKSHOP:
        return f"build a workshop, which {_price(t, edition.workshop_cost, fx.ON_WORKSHOP)}"
    if action == fx.PROVISIONS:
        return "take a bonus card of any colour, go a step on any track, or draw a sack card"
    if action == fx.GARDEN:
        small, large = [_price(t, cost, fx.ON_GARDEN) for cost in edition.garden_cost]
        return f"lay a garden tile; a small one {small}, a large one {large}"
    if action == fx.PRODUCTION:
        rooms = production.ACTIVATIONS + t.area.extra
        return f"use a room in each of up to {rooms} of your workshops"
    if action == fx.TRADING:
        return f"send your caravan on from {_place(t)}, then buy or sell, and found a base"
    return "build a canal tile at its price"


def _place(t: Turn) -> str:
    at = t.area.at
    return "Resafa" if at == t.edition.resafa else t.edition.centre_names[at]


def _price(t: Turn, cost: list[int], trigger: int) -> str:
    due = lowered(cost, t.state.discount)
    for help_ in t.area.helps:
        if help_.on == trigger:
            due = lowered(due, help_.discount)
    return effects.price(due) if any(due) else "is free"


def _colour(t: Turn, colour: int) -> str:
    if colour == fx.ANY:
        return "take a bonus card, go a step on a track, or draw a sack card, in any colour"
    name = fx.COLOURS[colour]
    return f"take a {name} bonus card, go a step on the {name} track, or draw a sack card"


def _step(words: Words, t: Turn, colour: int) -> list[str]:
    """What waits on the next space of a track."""
    spaces = t.edition.card_spaces
    space = int(t.area.track(colour)) + 1
    if space not in spaces:
        later = [other for other in spaces if other > space]
        return [f"the next card is on space {later[0]}"] if later else []
    level = spaces.index(space)
    stack = colour * constants.LEVELS + level
    cards = t.state.special[stack]
    if not cards:
        return ["no card is left there"]
    told = f"take a {fx.COLOURS[colour]} card of level {LEVELS[level]}"
    if t.state.open >> stack & 1:
        item = t.edition.special_ids[cards[0]]
        told += f"; {words.name(item)} lies open ({words.texts[item].rstrip('.')})"
    return [told]


def _starting_card(t: Turn, slot: int) -> str:
    """What is given up with a starting card."""
    halves = [
        f"{fx.ACTIONS[t.edition.pair_actions[slot * 2 + half]]} in "
        f"{fx.COLOURS[hand.colour_of(t, slot, half)]}"
        for half in range(2)
    ]
    return f"it has {listing(halves)}"


# -- the player's area -----------------------------------------------------------------------------


def _back(t: Turn, tile: int) -> str:
    """The other side of a workshop."""
    face = tile * 2 + 1
    found = [part.priced_text() for part in t.edition.rooms[face]]
    if t.edition.extra[face]:
        found.append("one more room in every production action")
    return f"its back: {listing(found)}" if found else ""


def _around(t: Turn, cell: int) -> str:
    """The garden squares beside a cell for a workshop."""
    found = []
    for direction, name in enumerate(DIRECTIONS):
        square = BESIDE[cell * 4 + direction]
        if square != OUTSIDE:
            found.append(f"{place_name(square)} {name} ({_filled(t, square)})")
    return f"garden squares beside it: {', '.join(found)}"


def _filled(t: Turn, square: int) -> str:
    return FILLED[(t.area.yard[square] & FULL).bit_count()]


def _rotated(t: Turn, decision: Decision, rotation: int) -> str:
    """The green bonuses of a workshop by the side they would lie on."""
    subject = decision.subject
    assert isinstance(subject, RotationSubject)
    sides: list[str] = []
    for direction, name in enumerate(DIRECTIONS):
        found = [0] * len(fx.ITEMS)
        for third in range(3):
            printed = (direction * 3 + third - rotation * 3) % 12
            at = subject.face * 12 + printed
            found[t.edition.green_item[at]] += t.edition.green_amount[at]
        if any(found):
            sides.append(f"{_amounts(found)} {name}")
    return f"green bonuses: {', '.join(sides)}" if sides else "no green bonuses"


def _square(t: Turn, square: int) -> list[str]:
    """What lies in a square and around it."""
    beside = []
    for direction, name in enumerate(DIRECTIONS):
        tile = t.area.yard[BESIDE[square * 4 + direction]]
        if tile:
            beside.append(f"{t.edition.workshop_names[(tile - 1) // 8]} {name}")
    return [_filled(t, square), listing(beside)]


# -- map and water ---------------------------------------------------------------------------------


def _for(cost: int) -> str:
    return f"for {effects.amount(fx.COIN, cost)}" if cost else "for free"


def _trades(t: Turn, face: int) -> str:
    """What a trading tile buys and sells, as the players see it."""
    edition = t.edition
    gain = [0] * len(fx.ITEMS)
    gain[fx.COIN], gain[fx.VP] = edition.sell_coin[face], edition.sell_vp[face]
    sold = effects.amount(edition.sell_item[face], 1)
    bought = effects.amount(edition.buy_item[face], 1)
    cost = edition.buy_coin[face]
    buy = f"buy {bought} {_for(cost)}"
    sell = f"sell {sold} for {_amounts(gain)}"
    if edition.sell_bonus[face]:
        sell += f", bonus {effects.parts(edition.sell_bonus[face])}"
    if edition.buy_bonus[face]:
        buy += f", bonus {effects.parts(edition.buy_bonus[face])}"
    return f"{sell}; {buy}"


def _centre(t: Turn, centre: int) -> list[str]:
    """What can be done in a centre."""
    state, side = t.state, t.side
    told = [_trades(t, state.trading[centre])]
    if t.area.bases >> centre & 1:
        return [*told, "you have a base there"]
    free = []
    first = centre * BASE_SPACES
    for space in range(first, first + BASE_SPACES):
        if t.lookup.spaces[state.players][space] and state.bases[space] == constants.NOBODY:
            bonus = f" and {effects.parts(side.base_do[space])}" if side.base_do[space] else ""
            free.append(f"{effects.amount(side.base_token[space], 1)}{bonus}")
    spaces = f"free for a base: {'; '.join(free)}" if free else "no base space is free"
    return [*told, spaces]


def _row(t: Turn, kind: int) -> list[str]:
    tokens = int(t.area.row(kind))
    if not tokens:
        return ["no token is there yet"]
    vp = t.edition.row_vp[tokens - 1]
    return [f"{counted(tokens, 'token')} there, now worth {vp} VP for each"]


def _flow(t: Turn, decision: Decision, direction: int) -> str:
    """Where the water would run, and who scores for it."""
    subject = decision.subject
    assert isinstance(subject, WaterSubject)
    cell = subject.space + (-1, STRIDE, 1)[direction]
    where = network_place(cell_name(cell))
    tile = t.state.water[cell]
    if tile < 0:
        return f"no canal tile lies {where}"
    owner, face = divmod(tile, t.edition.canal_faces)
    if owner == constants.BOT:
        return f"Resafabot's {canal_name(t.edition, face)} {where}"
    whose, scorer = ("your", "you") if owner == t.player else ("another player's", "them")
    vp = rain.tile_worth(t.edition, t.state, cell)
    return f"{whose} {canal_name(t.edition, face)} {where}, {vp} VP for {scorer}"
