"""Choices with their full meaning, for people who do not see the table or do not know the cards.

Where the rules work out a price or a gain, the choice is tried out on a copy of the match. Only
what happens to the player in this turn is described, never a card that is drawn or revealed.
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
from sandtable.games.resafa.rules import hand, main_actions, production, rain
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.subjects import RotationSubject, TileSubject, WaterSubject
from sandtable.games.resafa.text import effects
from sandtable.games.resafa.text.prompts import action_text, buys_more, helped_cost
from sandtable.games.resafa.text.words import Words
from sandtable.kernel.game import Decision
from sandtable.kernel.match import Match
from sandtable.kernel.sentences import capital

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

#: Sides of a cell, as messages select by them.
DIRECTIONS: Final = ["above", "right", "below", "left"]


def describe(words: Words, t: Turn, match: Match, decision: Decision, action: int) -> str:
    codes = t.codes
    word = codes.book.words[action]
    text = action_text(words, t, decision, action)
    more: list[str] = []
    if word in TRIED:
        more = _effects(words, match, decision, action)
        if any(more) and word in ("room", "space"):
            text, _, _ = text.partition(":")  # the rest is said with actual prices
    elif word == "play":
        more = _play(words, t, action)
    elif word == "main":
        more = [_main(words, t, action - codes.main)]
    elif word == "colour":
        more = [_colour(words, _played_colour(t))]
    elif word == "bonus" and t.state.players == 1:
        # Alone it matters to Resafabot which of two equal cards is taken.
        more = [words.speech.say("describe.place", n=(action - codes.bonus) % SLOTS + 1)]
    elif word == "step":
        more = _step(words, t, action - codes.step)
    elif word == "tile":
        more = [_back(words, t, action - codes.tile + LEVEL_1)]
    elif word == "cell":
        more = [_around(words, t, (action - codes.cell) * 2)]
    elif word == "side":
        assert isinstance(decision.subject, TileSubject)
        more = [_green(words, t, decision.subject.tile * 2 + action - codes.side, 0)]
    elif word == "rotate":
        assert isinstance(decision.subject, RotationSubject)
        more = [_green(words, t, decision.subject.face, action - codes.rotate)]
    elif word == "square":
        more = _square(words, t, (action - codes.square) * 2 + 1)
    elif word == "go":
        more = _centre(words, t, (action - codes.go) // 2)
    elif word == "flip":
        more = [_trades(words, t, t.state.trading[t.area.at] ^ 1)]
    elif word == "row":
        more = _row(words, t, action - codes.row)
    elif word == "replace":
        more = [_starting_card(words, t, action - codes.replace)]
    elif word == "draw":
        item = t.edition.special_ids[t.area.cards[action - codes.draw]]
        more = [words.text(item)]
    elif word == "flow":
        more = [_flow(words, t, decision, action - codes.flow)]
    if word in HELPED and not buys_more(decision):
        more.append(_helped(words, t, HELPED[word]))
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
    return [_books(words, paid, gained), *others]


def _books(words: Words, paid: list[int], gained: list[int]) -> str:
    speech = words.speech
    less, more = effects.amounts(speech, paid), effects.amounts(speech, gained)
    if any(paid) and any(gained):
        return speech.say("describe.pay_and_gain", paid=less, gained=more)
    if any(paid):
        return speech.say("describe.pay", what=less)
    return speech.say("describe.gain", what=more) if any(gained) else ""


def _other(words: Words, event: dict[str, Any]) -> list[str]:
    """What else comes of a choice by itself."""
    kind, speech = event["type"], words.speech
    if kind == "step":
        return [speech.say("describe.step", colour=event["colour"], space=event["position"])]
    if kind == "token":
        return [speech.say("describe.no_token")]
    if kind == "canal_bonus":
        tile = words.card(event["canal_bonus"])
        return [speech.say("describe.canal_bonus", tile=tile)]
    if kind == "cube":
        return [speech.say("describe.cube")]
    return []


def _helped(words: Words, t: Turn, trigger: int) -> str:
    """What permanent cards give for it; they have lowered the price already."""
    gained = [0] * len(fx.ITEMS)
    for help_ in t.area.helps:
        if help_.on == trigger:
            for item, amount in enumerate(help_.gain):
                gained[item] += amount
    if not any(gained):
        return ""
    return words.speech.say("describe.helped", what=effects.amounts(words.speech, gained))


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
        return [words.text(edition.special_ids[card])]
    more: list[str] = []
    if action >= codes.play_pair:
        place, half = divmod(action - codes.play_pair, 2)
        card = edition.pair_cards[place]
        slot = t.area.cards.index(card)
        main = edition.pair_actions[edition.yellow_pair[card] * 2 + half]
        more.append(words.text(edition.special_ids[card]))
    else:
        slot, half = divmod(action - codes.play, 2)
        main = edition.pair_actions[slot * 2 + half]
    colour = hand.colour_of(t, slot, half)
    taken = words.speech.say("choice.main", action=fx.ACTIONS[main])
    return [
        *more,
        f"{taken}: {_main(words, t, main)}",
        f"{words.speech.say('choice.colour')}: {_colour(words, colour)}",
    ]


def _main(words: Words, t: Turn, action: int) -> str:
    """What a main action is, at today's prices."""
    edition, speech = t.edition, words.speech
    if not main_actions.possible(t, action, [], False):
        return speech.say("describe.not_now")
    if action == fx.WORKSHOP:
        price = _price(words, t, edition.workshop_cost, fx.ON_WORKSHOP)
        return speech.say("describe.workshop", price=price)
    if action == fx.PROVISIONS:
        return speech.say("describe.colour", colour="any")
    if action == fx.GARDEN:
        small, large = [_price(words, t, cost, fx.ON_GARDEN) for cost in edition.garden_cost]
        return speech.say("describe.garden", small=small, large=large)
    if action == fx.PRODUCTION:
        return speech.say("describe.production", n=production.ACTIVATIONS + t.area.extra)
    if action == fx.TRADING:
        at = t.area.at
        place = "Resafa" if at == edition.resafa else edition.centre_names[at]
        return speech.say("describe.trading", place=place)
    return speech.say("describe.canal")


def _price(words: Words, t: Turn, cost: list[int], trigger: int) -> str:
    return effects.price(words.speech, helped_cost(t, cost, trigger))


def _colour(words: Words, colour: int) -> str:
    return words.speech.say("describe.colour", colour=effects.colour_name(colour))


def _step(words: Words, t: Turn, colour: int) -> list[str]:
    """What waits on the next space of a track."""
    spaces, speech = t.edition.card_spaces, words.speech
    space = int(t.area.track(colour)) + 1
    if space not in spaces:
        later = [other for other in spaces if other > space]
        return [speech.say("describe.next_card", space=later[0])] if later else []
    level = spaces.index(space)
    stack = colour * constants.LEVELS + level
    cards = t.state.special[stack]
    if not cards:
        return [speech.say("describe.no_card")]
    name, roman = fx.COLOURS[colour], constants.ROMAN[level]
    told = [speech.say("describe.take_card", colour=name, level=roman)]
    if t.state.open >> stack & 1:
        card = words.card(t.edition.special_ids[cards[0]])
        told.append(speech.say("describe.open_card", card=card))
    return told


def _starting_card(words: Words, t: Turn, slot: int) -> str:
    """What is given up with a starting card."""
    halves = [
        words.speech.say(
            "describe.half",
            action=words.action(t.edition.pair_actions[slot * 2 + half]),
            colour=words.colour(hand.colour_of(t, slot, half)),
        )
        for half in range(2)
    ]
    return words.speech.say("describe.halves", halves=words.speech.listing(halves))


# -- the player's area -----------------------------------------------------------------------------


def _back(words: Words, t: Turn, tile: int) -> str:
    """The other side of a workshop."""
    face = tile * 2 + 1
    parts = [part.priced_text(words.speech) for part in t.edition.rooms[face]]
    if t.edition.extra[face]:
        parts.append(words.speech.say("describe.extra"))
    return words.speech.say("describe.back", what=words.speech.listing(parts)) if parts else ""


def _around(words: Words, t: Turn, cell: int) -> str:
    """The garden squares beside a cell for a workshop."""
    squares = []
    for direction, side in enumerate(DIRECTIONS):
        square = BESIDE[cell * 4 + direction]
        if square != OUTSIDE:
            where = words.speech.say("side_of", what=place_name(square), side=side)
            squares.append(f"{where} ({_filled(words, t, square)})")
    return words.speech.say("describe.around", squares=", ".join(squares))


def _filled(words: Words, t: Turn, square: int) -> str:
    return words.speech.say("describe.filled", n=(t.area.grid[square] & FULL).bit_count())


def _green(words: Words, t: Turn, face: int, rotation: int) -> str:
    """The green bonuses of a workshop by the side they would lie on."""
    sides: list[str] = []
    for direction, side in enumerate(DIRECTIONS):
        gain = [0] * len(fx.ITEMS)
        for third in range(3):
            printed = (direction * 3 + third - rotation * 3) % 12
            at = face * 12 + printed
            gain[t.edition.green_item[at]] += t.edition.green_amount[at]
        if any(gain):
            what = effects.amounts(words.speech, gain)
            sides.append(words.speech.say("side_of", what=what, side=side))
    if not sides:
        return words.speech.say("describe.no_green")
    return words.speech.say("describe.green", sides=", ".join(sides))


def _square(words: Words, t: Turn, square: int) -> list[str]:
    """What lies in a square and around it."""
    beside = []
    for direction, side in enumerate(DIRECTIONS):
        tile = t.area.grid[BESIDE[square * 4 + direction]]
        if tile:
            what = words.tile((tile - 1) // 8)
            beside.append(words.speech.say("side_of", what=what, side=side))
    return [_filled(words, t, square), words.speech.listing(beside)]


# -- map and water ---------------------------------------------------------------------------------


def _trades(words: Words, t: Turn, face: int) -> str:
    """What can be bought and sold with a trading tile."""
    edition, speech = t.edition, words.speech
    gain = [0] * len(fx.ITEMS)
    gain[fx.COIN], gain[fx.VP] = edition.sell_coin[face], edition.sell_vp[face]
    deals = []
    for word, item, price, bonus in (
        ("sell", edition.sell_item[face], effects.amounts(speech, gain), edition.sell_bonus[face]),
        (
            "buy",
            edition.buy_item[face],
            effects.amount(speech, fx.COIN, edition.buy_coin[face]),
            edition.buy_bonus[face],
        ),
    ):
        text = speech.say(f"choice.{word}", what=effects.amount(speech, item, 1), price=price)
        if bonus:
            text = speech.say("with_bonus", text=text, bonus=effects.parts(speech, bonus))
        deals.append(text)
    return ". ".join(deals)


def _centre(words: Words, t: Turn, centre: int) -> list[str]:
    """What can be done in a centre."""
    state, side, speech = t.state, t.side, words.speech
    told = [_trades(words, t, state.trading[centre])]
    if t.area.bases >> centre & 1:
        return [*told, speech.say("describe.own_base")]
    free = []
    first = centre * BASE_SPACES
    for space in range(first, first + BASE_SPACES):
        if t.lookup.spaces[state.players][space] and state.bases[space] == constants.NOBODY:
            gains = [effects.amount(speech, side.base_token[space], 1)]
            gains += [part.priced_text(speech) for part in side.base_do[space]]
            free.append(speech.listing(gains))
    if not free:
        return [*told, speech.say("describe.no_base")]
    return [*told, speech.say("describe.free_bases", spaces="; ".join(free))]


def _row(words: Words, t: Turn, kind: int) -> list[str]:
    tokens = int(t.area.row(kind))
    vp = t.edition.row_vp[tokens - 1] if tokens else 0
    return [words.speech.say("describe.row", n=tokens, vp=vp)]


def _flow(words: Words, t: Turn, decision: Decision, direction: int) -> str:
    """Where the water would run, and who scores for it."""
    subject = decision.subject
    assert isinstance(subject, WaterSubject)
    cell = subject.space + (-1, STRIDE, 1)[direction]
    where = words.in_place(cell_name(cell))
    tile = t.state.water[cell]
    if tile < 0:
        return words.speech.say("describe.dry", where=where)
    owner, face = divmod(tile, t.edition.canal_faces)
    whose = "you" if owner == t.player else "bot" if owner == constants.BOT else "other"
    vp = rain.tile_worth(t.edition, t.state, cell)
    return words.speech.say(
        "describe.flow", whose=whose, canal=words.a_canal(face), where=where, vp=vp
    )
