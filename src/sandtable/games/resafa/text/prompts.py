"""Resafa in words: questions and choices. The log is in ``log.py``."""

from __future__ import annotations

from sandtable.games.resafa.actions import MOST_CAMELS
from sandtable.games.resafa.edition.components import (
    BASE_SPACES,
    LEVEL_1,
    SHAPES,
    Components,
    cell_name,
)
from sandtable.games.resafa.effects import kinds
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
from sandtable.games.resafa.effects.buildings import BasePart, WorkshopPart
from sandtable.games.resafa.geometry import FULL, PLACE_DOWN, PLACE_MASK, PLACEMENTS, joined
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.games.resafa.lookup import LookupTables, lowered
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
from sandtable.games.resafa.text import effects as describe
from sandtable.kernel.game import Decision, Subject
from sandtable.kernel.sentences import capital

LEVELS = ["I", "II", "III"]

PROMPTS = {
    "play": "Play an action card.",
    "next": "Take the actions of your card in any order, or end the turn.",
    "colour": "Colour action: a bonus card, a step on the track, or a sack card.",
    "provisions": "Provisions: a bonus card, a step on a track, or a sack card.",
    "special": "Take the open card with its bonus, or look through the stack?",
    "take": "Which card do you take?",
    "tile": "Which workshop do you build?",
    "room_now": "Do you use the room at once?",
    "side": "Which side is up?",
    "cell": "Where does the workshop go?",
    "rotate": "How is the workshop turned?",
    "produce": "Which room do you use?",
    "square": "In which square do you build a garden?",
    "lay": "Which tile do you lay, and where in the square?",
    "lay_bare": "Which tile do you lay, and where in the square? It gains no green bonuses.",
    "canal": "Which canal tile do you build?",
    "space": "Where in the network?",
    "go": "Where does the caravan go?",
    "load": "What does the caravan carry on from Resafa?",
    "trade": "Do you buy or sell?",
    "sale": "Do you use a card for this sale?",
    "base": "Do you found a base here?",
    "row": "In which row do you put the token?",
    "part": "What do you do next?",
    "pay": "Do you pay for it?",
    "step": "On which track do you step?",
    "bonus": "Which bonus card do you take?",
    "replace": "Which starting card does it replace?",
    "draw": "Which of these cards do you draw?",
    "limit": "Your hand is too large: use or give up a card.",
    "flow": "Which way does the water run?",
    **kinds.prompts(),
}

PLAIN = {
    "decline": "No, thanks",
    "end": "End the turn",
    "yes": "Yes",
    "colour": "Colour action",
    "sack": "Draw a sack card",
    "flip": "Turn the trading tile over",
}
# What declining means, by question.
DECLINED = {
    "tile": "Build no workshop",
    "room_now": "Do not use the room",
    "produce": "Use no further room",
    "square": "Build no garden",
    "canal": "Build no canal",
    "go": "Do not move",
    "trade": "Do not trade",
    "sale": "Use no card",
    "base": "Found no base",
    "provisions": "Take nothing",
    "bonus": "Take no bonus card",
    "part": "Do nothing more",
    "pay": "Do not pay",
    "step": "Take no step",
}
WAYS = {"left": "To the left", "down": "Straight down", "right": "To the right"}


class Words:
    """The names of things, by how notation writes them."""

    def __init__(self, lookup: LookupTables) -> None:
        edition = lookup.edition
        self.lookup = lookup
        self.names: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        for ids, names, texts in (
            (edition.bonus_ids, edition.bonus_names, edition.bonus_texts),
            (edition.special_ids, edition.special_names, edition.special_texts),
            (edition.sack_ids, edition.sack_names, edition.sack_texts),
        ):
            self.names.update(zip(ids, names, strict=True))
            self.texts.update(zip(ids, texts, strict=True))
        for word, do in zip(edition.canal_bonus_ids, edition.canal_bonus_do, strict=True):
            self.names[word] = f"canal bonus ({describe.parts(do)})"
            self.texts[word] = describe.parts(do)
        self.names.update(zip(edition.workshop_ids, edition.workshop_names, strict=True))
        self.names.update(zip(edition.centre_ids, edition.centre_names, strict=True))

    def name(self, word: str) -> str:
        return self.names.get(word, word)

    def thing(self, index: int) -> str:
        """What can be used, by its place among the `use` ids, as notation writes it."""
        codes = self.lookup.codes
        return codes.book.items[codes.first_use + index]

    def subject(self, subject: Subject | None) -> str:
        """What a question is about; empty where the question says it itself."""
        edition = self.lookup.edition
        if isinstance(subject, UseSubject):
            return self.name(self.thing(subject.thing))
        if isinstance(subject, StackSubject):
            colour, level = divmod(subject.stack, 3)
            return f"{fx.COLOURS[colour].capitalize()} card of level {LEVELS[level]}"
        if isinstance(subject, CardSubject):
            return edition.special_names[subject.card]
        if isinstance(subject, TileSubject):
            return edition.workshop_names[subject.tile]
        if isinstance(subject, RotationSubject):
            return f"{edition.workshop_names[subject.face // 2]} on {place_name(subject.cell)}"
        if isinstance(subject, JourneySubject):
            return f"On the way to {edition.centre_names[subject.centre]}"
        if isinstance(subject, SquareSubject):
            return f"Square {place_name(subject.square)}"
        if isinstance(subject, WaterSubject):
            return f"Rain, a cube {network_place(cell_name(subject.space))}"
        if isinstance(subject, RewardSubject):
            return "Garden square filled"
        if isinstance(subject, BaseBonusSubject):
            return "Bonus of the base"
        if isinstance(subject, TradeBonusSubject):
            return "Bonus of the trade"
        return ""


def prompt(words: Words, decision: Decision) -> str:
    asked = PROMPTS[decision.kind]
    about = words.subject(decision.subject)
    return f"{capital(about)}: {asked[0].lower()}{asked[1:]}" if about else asked


# -- choices ---------------------------------------------------------------------------------------


def action_text(words: Words, t: Turn, decision: Decision, action: int) -> str:
    """A choice as a person would say it."""
    codes, state = t.codes, t.state
    word, item = codes.book.words[action], codes.book.items[action]
    if word == "decline":
        return DECLINED.get(decision.kind, PLAIN[word])
    subject = decision.subject
    if word == "open":
        assert isinstance(subject, StackSubject)
        return _open(words, t, subject.stack)
    if word == "look":
        assert isinstance(subject, StackSubject)
        return _look(t, subject.stack)
    if word in PLAIN:
        return PLAIN[word]
    if word == "load":
        return _load(t, action)
    if word == "play":
        return _play(words, t, action, item)
    if word == "main":
        return f"{item.capitalize()} action"
    if word in ("use", "with", "drop", "discard", "take"):
        return _card(words, t, word, item)
    if word == "bonus":
        card = t.edition.bonus_ids[state.bonus[action - codes.bonus]]
        colour = item.split()[0].capitalize()
        return f"{colour} bonus card: {words.name(card)} ({words.texts[card]})"
    if word == "step":
        return _step(t, action - codes.step)
    if word == "tile":
        return _tile(words, t, decision, action - codes.tile + LEVEL_1)
    if word == "side":
        assert isinstance(subject, TileSubject)
        return _side(t, subject.tile, action - codes.side)
    if word == "room":
        return _room(t, action)
    if word == "lay":
        assert isinstance(subject, SquareSubject)
        return _lay(t, subject.square, action - codes.lay, decision.kind == "lay")
    if word == "canal":
        return _canal(t, action - codes.canal)
    if word == "space":
        return _space(words, t, action - codes.space)
    if word == "go":
        return _go(t, action)
    if word in ("sell", "buy"):
        return _deal(t, word, int(item))
    if word == "base":
        return _base(t, decision, action - codes.base)
    if word == "part":
        parts = _open_parts(t, subject)
        at = action - codes.part
        return parts[at].priced_text().capitalize() if at < len(parts) else f"Part {item}"
    if word == "item":
        return f"Take 1 {item}"
    if word == "row":
        row = int(t.area.row(action - codes.row))
        vp = t.edition.row_vp[row]
        return f"{item.capitalize()} row: {vp} VP for each {item} tile at the end"
    if word == "rotate":
        return "As printed" if item == "0" else f"Turned by {item} degrees clockwise"
    if word == "replace":
        return f"Give up the starting card {item}"
    if word == "draw":
        # Only a yellow card that was just put into the draw pile is drawn by choice.
        return f"Draw {t.edition.special_names[t.area.cards[action - codes.draw]]}"
    if word == "cell":
        return f"On {item}"
    if word == "flow":
        return WAYS[item]
    return f"{word.capitalize()} {item}"


#: Declining one of these loses nothing: a card that is not used stays.
HARMLESS = {"sale"}
#: So many of the other choices are named.
NAMED = 3


def gives_up(words: Words, t: Turn, decision: Decision, action: int) -> str | None:
    """What is lost by a choice, in a sentence; None: nothing."""
    word = t.codes.book.words[action]
    if word == "drop":
        return f"{words.name(t.codes.book.items[action])} leaves your hand unused."
    if word not in ("end", "decline") or decision.kind in HARMLESS:
        return None
    others = [other for other in decision.actions if other != action]
    texts = [action_text(words, t, decision, other) for other in others[:NAMED]]
    more = f" and {len(others) - NAMED} more" if len(others) > NAMED else ""
    return f"You give up: {'; '.join(texts)}{more}."


def _play(words: Words, t: Turn, action: int, item: str) -> str:
    codes = t.codes
    if action >= codes.play_pair:
        name = words.name(item.split()[0])
        if action < codes.play_free:
            return f"Play {name} for {item.split()[1]} and a colour of your choice"
        return f"Play {name}: {yellow_actions(t, t.edition.free_cards[action - codes.play_free])}"
    slot, half = divmod(action - codes.play, 2)
    colour = fx.COLOURS[hand.colour_of(t, slot, half)]
    wanted, other = item.split("/")
    below = fx.COLOURS[hand.colour_of(t, slot, 1 - half)]
    return f"Play {wanted}, {colour} (other half: {other}, {below})"


def _card(words: Words, t: Turn, word: str, item: str) -> str:
    text = f"{words.name(item)} ({words.texts[item]})"
    if item.startswith("c"):
        text = words.name(item)
    if word == "use":
        return f"Use {text}"
    if word == "with":
        return f"With {text}"
    if word == "drop":
        return f"Give up {text}"
    if word == "discard":
        return f"Discard {words.name(item)} for {t.edition.sack_vp} VP"
    return _special(words, t, t.edition.special_ids.index(item))


def _special(words: Words, t: Turn, card: int) -> str:
    """A special card with all it brings."""
    item = t.edition.special_ids[card]
    text = words.texts[item]
    if t.edition.mains[card]:
        text = f"an action card with {yellow_actions(t, card)}. {text}"
    boxed = t.edition.boxed[card]
    return f"{words.name(item)} ({text})" + (f", {boxed} VP at the end" if boxed else "")


def yellow_actions(t: Turn, card: int) -> str:
    """The actions a yellow card brings when it is played."""
    pair = t.edition.yellow_pair[card]
    main = "any main action"
    if pair >= 0:
        main = " or ".join(fx.ACTIONS[t.edition.pair_actions[pair * 2 + half]] for half in range(2))
    elif t.edition.mains[card] > 1:
        main = "two different main actions"
    return f"{main} and a colour action of your choice"


def _open(words: Words, t: Turn, stack: int) -> str:
    card = t.state.special[stack][0]
    return f"Take {_special(words, t, card)}, with {describe.amounts(t.edition.open_card)}"


def _look(t: Turn, stack: int) -> str:
    cards = len(t.state.special[stack])
    what = "take it" if cards == 1 else f"take one of its {cards} cards"
    return f"Look through the stack and {what}, without a bonus"


def _load(t: Turn, action: int) -> str:
    """What the caravan carries on; the rest of its cargo goes into the warehouse."""
    codes, area = t.codes, t.area
    cargo = describe.amount(area.cargo_item, area.cargo) if area.cargo else ""
    if action == codes.load_nothing:
        return f"Put {cargo} into the warehouse and go on empty" if cargo else "Go on empty"
    item = (action - codes.load) // MOST_CAMELS + fx.STONE
    count = (action - codes.load) % MOST_CAMELS + 1
    if item == area.cargo_item:
        if count == area.cargo:
            return f"Keep {cargo}"
        more = describe.amount(item, abs(count - area.cargo))
        return f"Load {more} more" if count > area.cargo else f"Unload {more}"
    unload = f", and unload {cargo}" if cargo else ""
    return f"Load {describe.amount(item, count)}{unload}"


def _step(t: Turn, colour: int) -> str:
    space = int(t.area.track(colour)) + 1
    card = ", to a card" if space in t.edition.card_spaces else ""
    return f"A step on the {fx.COLOURS[colour]} track (to {space}{card})"


def _price(
    t: Turn, decision: Decision, kind: type[EffectPart], cost: list[int], trigger: int
) -> str:
    """The price of a workshop or base: of the main action, or of the card that allows it."""
    subject = decision.subject
    if isinstance(subject, UseSubject):
        for part in t.lookup.effects[subject.thing].parts:
            if isinstance(part, kind):
                return describe.price(part.pay)
    due = lowered(cost, t.state.discount)
    for help_ in t.area.helps:
        if help_.on == trigger:
            due = lowered(due, help_.discount)
    return describe.price(due)


def _tile(words: Words, t: Turn, decision: Decision, tile: int) -> str:
    rooms = " | ".join(part.priced_text() for part in t.edition.rooms[tile * 2])
    level = LEVELS[t.edition.workshop_level[tile] - 1]
    price = _price(t, decision, WorkshopPart, t.edition.workshop_cost, fx.ON_WORKSHOP)
    return f"{words.name(t.edition.workshop_ids[tile])}, level {level} ({price}): {rooms}"


def _side(t: Turn, tile: int, side: int) -> str:
    face = tile * 2 + side
    rooms = " | ".join(part.priced_text() for part in t.edition.rooms[face])
    extra = ", an extra production" if t.edition.extra[face] else ""
    return f"{'Back' if side else 'Front'}: {rooms}{extra}"


def _room(t: Turn, action: int) -> str:
    place, number = divmod(action - t.codes.room, 2)
    for face in t.area.workshops:
        tile = face // 2
        if t.lookup.room_id(tile, 0) == t.codes.room + place * 2:
            name = t.edition.workshop_names[tile]
            return f"{capital(name)}: {t.edition.rooms[face][number].priced_text()}"
    return t.codes.book.notation(action)


def _lay(t: Turn, square: int, placement: int, green: bool) -> str:
    size, _, where = PLACEMENTS[placement].partition(" ")
    text = f"A {size} tile, {where.replace('-', ' ')}"
    filled = t.area.yard[square] & FULL | PLACE_MASK[placement]
    if green:
        run = joined(filled, PLACE_MASK[placement])
        gain = garden.green_gain(t, square, PLACE_DOWN[placement], run)
        if gain:
            text += f": {describe.amounts(gain)}"
    return text + (" (fills the square)" if filled == FULL else "")


#: Canal tiles by their shape.
CANAL_NAMES = {
    "straight": "straight canal",
    "left": "canal with an arm to the left",
    "right": "canal with an arm to the right",
    "cross": "canal crossing",
    "tank": "water tank",
}


def canal_name(edition: Components, face: int) -> str:
    """Such as `straight canal`."""
    return CANAL_NAMES[SHAPES[edition.canal_shape[face]]]


def network_place(space: str) -> str:
    """Where a space of the water network is: `in row 1, column 3`."""
    if space.startswith("t"):
        return f"on tank space {space[1:]}"
    row, _, column = space[1:].partition("c")
    return f"in row {row}, column {column}"


def _canal(t: Turn, face: int) -> str:
    blue = t.edition.canal_blue[face]
    rain = f", {blue} VP in the rain" if blue else ""
    with_ = canal.means(t, t.state.discount, t.state.declared)
    cost = lowered(t.edition.canal_cost[face], with_.off if with_ is not None else [])
    return f"{capital(canal_name(t.edition, face))}{rain} ({describe.price(cost)})"


def _space(words: Words, t: Turn, cell: int) -> str:
    found = [f"{t.side.cell_vp[cell]} VP"]
    if t.side.cell_discount[cell]:
        found.append(f"{describe.amounts(t.side.cell_discount[cell])} less")
    if t.state.water_bonus[cell] >= 0:
        found.append(words.name(t.edition.canal_bonus_ids[t.state.water_bonus[cell]]))
    if t.state.sources >> cell & 1:
        found.append("a water cube")
    return f"{capital(network_place(cell_name(cell)))}: {', '.join(found)}"


def _go(t: Turn, action: int) -> str:
    centre, stop = divmod(action - t.codes.go, 2)
    cost = trading.move_cost(t, centre, stop == 1, t.state.free_move)
    way = " by way of Resafa" if stop else ""
    price = describe.amount(fx.COIN, cost) if cost else "free"
    return f"{t.edition.centre_names[centre]}{way} ({price})"


def _deal(t: Turn, word: str, count: int) -> str:
    face = t.state.trading[t.area.at]
    edition = t.edition
    if word == "buy":
        bonus = describe.parts(edition.buy_bonus[face]) if edition.buy_bonus[face] else ""
        what = describe.amount(edition.buy_item[face], count)
        price = describe.amount(fx.COIN, count * edition.buy_coin[face])
        return f"Buy {what} for {price}" + (f", bonus {bonus}" if bonus else "")
    gain = [0] * len(fx.ITEMS)
    gain[fx.COIN] = count * edition.sell_coin[face]
    gain[fx.VP] = count * edition.sell_vp[face]
    bonus = describe.parts(edition.sell_bonus[face]) if edition.sell_bonus[face] else ""
    what = describe.amount(edition.sell_item[face], count)
    return f"Sell {what} for {describe.amounts(gain)}" + (f", bonus {bonus}" if bonus else "")


def _base(t: Turn, decision: Decision, place: int) -> str:
    space = t.area.at * BASE_SPACES + place
    token = fx.ITEMS[t.side.base_token[space]]
    bonus = t.side.base_do[space]
    more = f" and {describe.parts(bonus)}" if bonus else ""
    price = _price(t, decision, BasePart, t.edition.base_cost, fx.ON_BASE)
    return f"A base on space {place + 1} ({price}): {token} token{more}"


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
