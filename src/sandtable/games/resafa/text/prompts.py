"""Questions and choices in words."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.actions import MOST_CAMELS
from sandtable.games.resafa.constants import LEVELS, ROMAN
from sandtable.games.resafa.edition.components import BASE_SPACES, LEVEL_1, cell_name
from sandtable.games.resafa.effects import kinds
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.buildings import BasePart, WorkshopPart
from sandtable.games.resafa.geometry import FULL, PLACE_DOWN, PLACE_MASK, PLACEMENTS, joined
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.games.resafa.lookup import lowered
from sandtable.games.resafa.rules import canal, garden, hand, trading
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.subjects import (
    BaseBonusSubject,
    CardSubject,
    JourneySubject,
    RewardSubject,
    RotationSubject,
    SquareSubject,
    StackSubject,
    TileSubject,
    TradeBonusSubject,
    UseSubject,
    WaterSubject,
)
from sandtable.games.resafa.text import effects
from sandtable.games.resafa.text.words import Words
from sandtable.kernel.game import Decision, Subject
from sandtable.kernel.sentences import capital

#: The kinds of questions; each has a message `ask.<kind>`.
QUESTIONS: Final = [
    "play", "next", "colour", "provisions", "special", "take", "tile", "room_now", "side", "cell",
    "rotate", "produce", "square", "lay", "lay_bare", "canal", "space", "go", "load", "trade",
    "sale", "base", "row", "part", "pay", "step", "bonus", "replace", "draw", "limit", "flow",
    *kinds.questions(),
]  # fmt: skip
#: Choices that are said alike at every question.
PLAIN: Final = ("end", "yes", "colour", "sack", "flip")


def about(words: Words, subject: Subject | None) -> str:
    """What a question is about; empty where the question says it itself."""
    speech, edition = words.speech, words.lookup.edition
    if isinstance(subject, UseSubject):
        return words.name(words.thing(subject.thing))
    if isinstance(subject, StackSubject):
        colour, level = divmod(subject.stack, LEVELS)
        return speech.say("about.stack", colour=fx.COLOURS[colour], level=ROMAN[level])
    if isinstance(subject, CardSubject):
        return edition.special_names[subject.card]
    if isinstance(subject, TileSubject):
        return words.tile(subject.tile)
    if isinstance(subject, RotationSubject):
        tile, cell = words.tile(subject.face // 2), place_name(subject.cell)
        return speech.say("about.rotation", tile=tile, cell=cell)
    if isinstance(subject, JourneySubject):
        return speech.say("about.journey", centre=edition.centre_names[subject.centre])
    if isinstance(subject, SquareSubject):
        return speech.say("choice.square", square=place_name(subject.square))
    if isinstance(subject, WaterSubject):
        return speech.say("about.water", where=words.in_place(cell_name(subject.space)))
    if isinstance(subject, RewardSubject):
        return speech.say("about.reward")
    if isinstance(subject, BaseBonusSubject):
        return speech.say("about.base_bonus")
    if isinstance(subject, TradeBonusSubject):
        return speech.say("about.trade_bonus")
    return ""


def buys_more(decision: Decision) -> bool:
    """Whether it is about buying more after a trade, with what its bonus has brought."""
    return decision.kind == "trade" and isinstance(decision.subject, TradeBonusSubject)


def prompt(words: Words, decision: Decision) -> str:
    asked = words.speech.say("ask.buy_more" if buys_more(decision) else f"ask.{decision.kind}")
    subject = about(words, decision.subject)
    return (
        words.speech.say("ask_about", subject=capital(subject), asked=asked) if subject else asked
    )


# -- choices ---------------------------------------------------------------------------------------


def action_text(words: Words, t: Turn, decision: Decision, action: int) -> str:
    """A choice as a person would say it."""
    codes, speech, subject = t.codes, words.speech, decision.subject
    word, item = codes.book.words[action], codes.book.items[action]
    if word == "decline":
        key = "decline.buy_more" if buys_more(decision) else f"decline.{decision.kind}"
        return speech.say(key if key in speech else "decline.other")
    if word in PLAIN:
        return speech.say(f"choice.{word}")
    if word in ("open", "look"):
        assert isinstance(subject, StackSubject)
        return _open(words, t, subject.stack) if word == "open" else _look(words, t, subject.stack)
    if word == "load":
        return _load(words, t, action)
    if word == "play":
        return _play(words, t, action, item)
    if word == "main":
        return speech.say("choice.main", action=item)
    if word in ("use", "with", "drop", "discard", "take"):
        return _card(words, t, word, item)
    if word == "bonus":
        card = t.edition.bonus_ids[t.state.bonus[action - codes.bonus]]
        return speech.say("choice.bonus", colour=item.split()[0], card=words.card(card))
    if word == "step":
        return _step(words, t, action - codes.step)
    if word == "side":
        assert isinstance(subject, TileSubject)
        return _side(words, t, subject.tile, action - codes.side)
    if word == "lay":
        assert isinstance(subject, SquareSubject)
        return _lay(words, t, subject.square, action - codes.lay, decision.kind == "lay")
    if word in ("tile", "room", "cell", "square", "rotate"):
        return _city(words, t, decision, action)
    if word == "canal":
        return _canal(words, t, action - codes.canal)
    if word == "space":
        return _space(words, t, action - codes.space)
    if word in ("go", "sell", "buy", "base"):
        return _trade(words, t, decision, action)
    if word == "part":
        parts = _open_parts(t, subject)
        at = action - codes.part
        if at >= len(parts):
            return speech.say("choice.part", n=at + 1)
        return capital(parts[at].priced_text(speech))
    if word == "item":
        return speech.say("choice.item", what=effects.amount(speech, action - codes.item, 1))
    if word == "row":
        vp = t.edition.row_vp[int(t.area.row(action - codes.row))]
        return speech.say("choice.row", row=item, vp=vp)
    if word == "replace":
        return speech.say("choice.replace", card=words.pair(action - codes.replace))
    if word == "draw":
        # Only a yellow card that was just put into the draw pile is drawn by choice.
        drawn = t.area.cards[action - codes.draw]
        return speech.say("choice.draw", card=t.edition.special_names[drawn])
    assert word == "flow"
    return speech.say("choice.flow", way=item)


#: Declining one of these loses nothing: a card that is not used stays.
HARMLESS: Final = {"sale"}
#: This many of the other choices are named.
NAMED: Final = 3


def gives_up(words: Words, t: Turn, decision: Decision, action: int) -> str | None:
    """What is lost by a choice, in a sentence; None: nothing."""
    word = t.codes.book.words[action]
    if word == "drop":
        return words.speech.say("gives_up.drop", card=words.name(t.codes.book.items[action]))
    if word not in ("end", "decline") or decision.kind in HARMLESS:
        return None
    others = [other for other in decision.actions if other != action]
    texts = [action_text(words, t, decision, other) for other in others[:NAMED]]
    more = max(0, len(others) - NAMED)
    return words.speech.say("gives_up.others", others="; ".join(texts), more=more)


def _play(words: Words, t: Turn, action: int, item: str) -> str:
    codes, edition, speech = t.codes, t.edition, words.speech
    if action >= codes.play_free:
        card = edition.free_cards[action - codes.play_free]
        actions = yellow_actions(words, t, card)
        return speech.say("choice.play_free", card=edition.special_names[card], actions=actions)
    if action >= codes.play_pair:
        place, half = divmod(action - codes.play_pair, 2)
        card = edition.pair_cards[place]
        main = words.action(edition.pair_actions[edition.yellow_pair[card] * 2 + half])
        return speech.say("choice.play_pair", card=edition.special_names[card], action=main)
    slot, half = divmod(action - codes.play, 2)
    first, other = slot * 2 + half, slot * 2 + 1 - half
    return speech.say(
        "choice.play",
        action=words.action(edition.pair_actions[first]),
        colour=words.colour(hand.colour_of(t, slot, half)),
        other=words.action(edition.pair_actions[other]),
        below=words.colour(hand.colour_of(t, slot, 1 - half)),
    )


def _card(words: Words, t: Turn, word: str, item: str) -> str:
    if word == "take":
        return _special(words, t, t.edition.special_ids.index(item))
    if word == "discard":
        return words.speech.say("choice.discard", card=words.name(item), vp=t.edition.sack_vp)
    return words.speech.say(f"choice.{word}", card=words.card(item))


def _special(words: Words, t: Turn, card: int) -> str:
    """A special card with all it brings."""
    speech = words.speech
    item = t.edition.special_ids[card]
    text = words.text(item)
    if t.edition.mains[card]:
        text = speech.say("special.yellow", actions=yellow_actions(words, t, card), text=text)
    boxed = t.edition.boxed[card]
    return speech.say("special.card", card=words.name(item), text=text, boxed=boxed)


def yellow_actions(words: Words, t: Turn, card: int) -> str:
    """The actions a yellow card brings when it is played."""
    pair = t.edition.yellow_pair[card]
    actions = ""
    if pair >= 0:
        names = [words.action(t.edition.pair_actions[pair * 2 + half]) for half in range(2)]
        actions = words.speech.listing(names, "or")
    kind = "pair" if pair >= 0 else "two" if t.edition.mains[card] > 1 else "any"
    return words.speech.say("yellow_actions", kind=kind, actions=actions)


def _open(words: Words, t: Turn, stack: int) -> str:
    card = _special(words, t, t.state.special[stack][0])
    bonus = effects.amounts(words.speech, t.edition.open_card)
    return words.speech.say("choice.open", card=card, bonus=bonus)


def _look(words: Words, t: Turn, stack: int) -> str:
    return words.speech.say("choice.look", n=len(t.state.special[stack]))


def _load(words: Words, t: Turn, action: int) -> str:
    """What the caravan carries on; the rest of its cargo goes into the warehouse."""
    codes, area, speech = t.codes, t.area, words.speech
    cargo = effects.amount(speech, area.cargo_item, area.cargo) if area.cargo else ""
    if action == codes.load_nothing:
        return speech.say("choice.unload_all", cargo=cargo) if cargo else speech.say("choice.empty")
    item = (action - codes.load) // MOST_CAMELS + fx.STONE
    count = (action - codes.load) % MOST_CAMELS + 1
    if item == area.cargo_item:
        if count == area.cargo:
            return speech.say("choice.keep", cargo=cargo)
        what = effects.amount(speech, item, abs(count - area.cargo))
        return speech.say("choice.load_more" if count > area.cargo else "choice.unload", what=what)
    what = effects.amount(speech, item, count)
    if cargo:
        return speech.say("choice.exchange", what=what, cargo=cargo)
    return speech.say("choice.load", what=what)


def _step(words: Words, t: Turn, colour: int) -> str:
    space = int(t.area.track(colour)) + 1
    card = "yes" if space in t.edition.card_spaces else "no"
    return words.speech.say("choice.step", colour=fx.COLOURS[colour], space=space, card=card)


# -- the city --------------------------------------------------------------------------------------


def _city(words: Words, t: Turn, decision: Decision, action: int) -> str:
    codes, speech = t.codes, words.speech
    word, item = codes.book.words[action], codes.book.items[action]
    if word == "tile":
        return _tile(words, t, decision, action - codes.tile + LEVEL_1)
    if word == "room":
        return _room(words, t, action)
    if word == "cell":
        return speech.say("choice.cell", cell=item)
    if word == "square":
        return speech.say("choice.square", square=item)
    return speech.say("choice.rotate", degrees=int(item))


def due_price(
    words: Words,
    t: Turn,
    decision: Decision,
    kind: type[EffectPart],
    cost: list[int],
    trigger: int,
) -> str:
    """The price of a workshop or base: of the main action, or of the card that allows it."""
    subject = decision.subject
    if isinstance(subject, UseSubject):
        for part in t.lookup.effects[subject.thing].parts:
            if isinstance(part, kind):
                return effects.price(words.speech, part.pay)
    return effects.price(words.speech, helped_cost(t, cost, trigger))


def helped_cost(t: Turn, cost: list[int], trigger: int) -> list[int]:
    """A cost after the discounts of the action under way and of permanent cards."""
    due = lowered(cost, t.state.discount)
    for help_ in t.area.helps:
        if help_.on == trigger:
            due = lowered(due, help_.discount)
    return due


def _tile(words: Words, t: Turn, decision: Decision, tile: int) -> str:
    price = due_price(words, t, decision, WorkshopPart, t.edition.workshop_cost, fx.ON_WORKSHOP)
    return words.speech.say(
        "choice.tile",
        tile=words.tile(tile),
        level=ROMAN[t.edition.workshop_level[tile] - 1],
        price=price,
        rooms=effects.rooms(words.speech, t.edition.rooms[tile * 2]),
    )


def _side(words: Words, t: Turn, tile: int, side: int) -> str:
    face = tile * 2 + side
    return words.speech.say(
        "choice.side",
        side="back" if side else "front",
        rooms=effects.rooms(words.speech, t.edition.rooms[face]),
        extra=t.edition.extra[face],
    )


def _room(words: Words, t: Turn, action: int) -> str:
    place, number = divmod(action - t.codes.room, 2)
    for face in t.area.workshops:
        tile = face // 2
        if t.lookup.room_id(tile, 0) == t.codes.room + place * 2:
            room = t.edition.rooms[face][number].priced_text(words.speech)
            return f"{capital(words.tile(tile))}: {room}"
    return t.codes.book.notation(action)


def _lay(words: Words, t: Turn, square: int, placement: int, green: bool) -> str:
    size, _, where = PLACEMENTS[placement].partition(" ")
    filled = t.area.grid[square] & FULL | PLACE_MASK[placement]
    bonus = ""
    if green:
        run = joined(filled, PLACE_MASK[placement])
        gain = garden.green_gain(t, square, PLACE_DOWN[placement], run)
        bonus = effects.amounts(words.speech, gain) if gain else ""
    text = words.speech.say("choice.lay", size=size, where=where)
    if bonus:
        text += f": {bonus}"
    return f"{text} ({words.speech.say('fills')})" if filled == FULL else text


# -- water and trade -------------------------------------------------------------------------------


def _canal(words: Words, t: Turn, face: int) -> str:
    with_ = canal.means(t, t.state.discount, t.state.declared)
    cost = lowered(t.edition.canal_cost[face], with_.off if with_ is not None else [])
    return words.speech.say(
        "choice.canal",
        canal=capital(words.canal(face)),
        blue=t.edition.canal_blue[face],
        price=effects.price(words.speech, cost),
    )


def _space(words: Words, t: Turn, cell: int) -> str:
    speech = words.speech
    parts = [effects.amount(speech, fx.VP, t.side.cell_vp[cell])]
    if t.side.cell_discount[cell]:
        off = effects.amounts(speech, t.side.cell_discount[cell])
        parts.append(speech.say("effect.less", what=off))
    if t.state.water_bonus[cell] >= 0:
        tile = t.edition.canal_bonus_ids[t.state.water_bonus[cell]]
        parts.append(speech.say("canal_bonus", tile=words.card(tile)))
    if t.state.sources >> cell & 1:
        parts.append(speech.say("water_cube"))
    return f"{capital(words.in_place(cell_name(cell)))}: {', '.join(parts)}"


def _trade(words: Words, t: Turn, decision: Decision, action: int) -> str:
    codes = t.codes
    word, item = codes.book.words[action], codes.book.items[action]
    if word == "go":
        return _go(words, t, action)
    if word == "base":
        return _base(words, t, decision, action - codes.base)
    return _deal(words, t, word, int(item), not buys_more(decision))


def _go(words: Words, t: Turn, action: int) -> str:
    centre, stop = divmod(action - t.codes.go, 2)
    cost = trading.move_cost(t, centre, stop == 1, t.state.free_move)
    speech = words.speech
    price = effects.amount(speech, fx.COIN, cost) if cost else speech.say("free")
    stops = "yes" if stop else "no"
    return speech.say("choice.go", centre=t.edition.centre_names[centre], stops=stops, price=price)


def _deal(words: Words, t: Turn, word: str, count: int, with_bonus: bool) -> str:
    face = t.state.trading[t.area.at]
    edition, speech = t.edition, words.speech
    if word == "buy":
        bonus = edition.buy_bonus[face]
        what = effects.amount(speech, edition.buy_item[face], count)
        price = effects.amount(speech, fx.COIN, count * edition.buy_coin[face])
    else:
        bonus = edition.sell_bonus[face]
        gain = [0] * len(fx.ITEMS)
        gain[fx.COIN] = count * edition.sell_coin[face]
        gain[fx.VP] = count * edition.sell_vp[face]
        what = effects.amount(speech, edition.sell_item[face], count)
        price = effects.amounts(speech, gain)
    text = speech.say(f"choice.{word}", what=what, price=price)
    if not bonus or not with_bonus:
        return text
    return speech.say("with_bonus", text=text, bonus=effects.parts(speech, bonus))


def _base(words: Words, t: Turn, decision: Decision, place: int) -> str:
    space = t.area.at * BASE_SPACES + place
    speech = words.speech
    gains = [effects.amount(speech, t.side.base_token[space], 1)]
    gains += [part.priced_text(speech) for part in t.side.base_do[space]]
    return speech.say(
        "choice.base",
        n=place + 1,
        price=due_price(words, t, decision, BasePart, t.edition.base_cost, fx.ON_BASE),
        gains=speech.listing(gains),
    )


def _open_parts(t: Turn, subject: Subject | None) -> list[EffectPart]:
    """The parts a question lets choose from, as far as its subject tells."""
    if isinstance(subject, UseSubject):
        return t.lookup.effects[subject.thing].open
    if isinstance(subject, CardSubject):
        return t.lookup.yellow[subject.card].open
    if isinstance(subject, RewardSubject):
        rewards = t.lookup.rewards
        return rewards[min(t.area.full_squares, len(rewards)) - 1].open
    return []
