"""What happened, as plain data for a seat and as sentences for people."""

from __future__ import annotations

from typing import Any

from sandtable.games.resafa import constants, events, view
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.edition.components import ROW_KINDS, cell_name
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import PLACEMENTS
from sandtable.games.resafa.geometry import cell_name as place_name
from sandtable.games.resafa.text.effects import amount as amount_of
from sandtable.games.resafa.text.prompts import LEVELS, Words, canal_name, network_place
from sandtable.kernel.game import Event
from sandtable.kernel.sentences import listing


def event(words: Words, happened: Event, seat: int | None) -> dict[str, Any]:
    """An event with names instead of numbers; secret cards are named to their owner only."""
    kind, fields = events.FIELDS[happened[0]]
    told: dict[str, Any] = {"type": kind}
    for field, value in zip(fields, happened[1:], strict=False):
        told.update(_field(words, kind, field, value))
    if not told.pop("known", 1) and told["seat"] != seat:
        told.pop("sack", None)
        told.pop("pair", None)
        told.pop("special", None)
    return told


def _field(words: Words, kind: str, field: str, value: int) -> dict[str, Any]:
    """One number of an event by its name; some stand for two things."""
    lookup = words.lookup
    if field in ("owner", "start"):
        return {field: view.owner(value)}
    if field == "pair":
        return {field: view.pair_name(lookup, value) if value >= 0 else None}
    if field == "special":
        return {field: view.special_id(lookup.edition, value)}
    if field == "action":
        return {field: fx.ACTIONS[value] if value >= 0 else None}
    if field == "colour":
        return {field: fx.COLOURS[value] if value >= 0 else None}
    if field == "item":
        return {field: fx.ITEMS[value] if value >= 0 else None}
    if field == "sack":
        return {field: lookup.edition.sack_ids[value]}
    if field == "bonus":
        return {field: view.bonus_id(lookup.edition, value)}
    if field == "slot" and kind != "offer":
        return {"colour": fx.COLOURS[value // SLOTS], "slot": value % SLOTS + 1}
    if field == "slot":
        return {"level": value // constants.OFFERED + 1, "slot": value % constants.OFFERED + 1}
    if field == "tile":
        return {field: view.tile_id(lookup, value)}
    if field == "face":
        return {"tile": view.tile_id(lookup, value // 2), "side": view.SIDES[value % 2]}
    if field == "canal":
        return {field: view.canal_id(lookup.edition, value), "side": view.SIDES[value % 2]}
    if field == "canal_bonus":
        return {field: lookup.edition.canal_bonus_ids[value]}
    if field == "space":
        return {field: cell_name(value)}
    if field == "cell":
        return {field: place_name(value)}
    if field == "placement":
        return {field: PLACEMENTS[value]}
    if field == "rotation":
        return {field: value * 90}
    if field == "room":
        return {field: value + 1}
    if field == "centre":
        return {field: lookup.edition.centre_ids[value]}
    if field == "trading":
        return {"trading_tile": lookup.edition.trading_ids[value // 2], "side": "ab"[value % 2]}
    if field == "thing":
        return {field: words.thing(value)}
    if field == "stack":
        return {
            "colour": fx.COLOURS[value // constants.LEVELS],
            "level": value % constants.LEVELS + 1,
        }
    if field == "start_tile":
        return {field: "ab"[value]}
    if field == "source":
        return {field: constants.SOURCES[value]}
    if field in ("left", "right"):
        return {field: lookup.edition.solo_ids[value]}
    if field == "by_resafa":
        return {field: bool(value)}
    if field == "place" and kind == "token":
        return {field: [None, "causeway", *ROW_KINDS][value + 1]}
    if field == "place":
        return {field: value + 1}
    return {field: value}


# -- sentences -------------------------------------------------------------------------------------


class Sentence:
    """What one player did, being put together: what came first, then the rest, then what all of
    it cost and brought."""

    def __init__(self, who: str) -> None:
        self.lead = who
        self.begun = False
        self.action: str | None = None  # the main action that the lead names
        self.deeds: list[str] = []
        self.then: list[str] = []  # deeds of the second action
        self.second = False
        self.paid: dict[str, int] = {}
        self.gained: dict[str, int] = {}

    def say(self) -> str:
        sums = [
            f"{verb} {listing([_amount(i, a) for i, a in things.items()])}"
            for verb, things in (("pays", self.paid), ("gains", self.gained))
            if things
        ]
        deeds, then = self.deeds, self.then
        if not deeds:
            deeds, then = then, []
        if not deeds and not sums:
            return f"{self.lead}." if self.begun else ""
        said = f"{self.lead}: {', '.join(deeds)}" if deeds else self.lead
        if then:
            said += f". Then {', '.join(then)}"
        if sums and not deeds:
            return f"{said}: {', '.join(sums)}."
        return f"{said} ({', '.join(sums)})." if sums else f"{said}."

    def add(self, deed: str) -> None:
        (self.then if self.second else self.deeds).append(deed)


def _amount(item: str, amount: int) -> str:
    return amount_of(fx.ITEMS.index(item), amount)


class Teller:
    """Puts events together: a sentence for each player's doings, then what came to light."""

    def __init__(self, words: Words, names: list[str]) -> None:
        self.words = words
        self.names = names
        self.lines: list[str] = []
        self.sentence: Sentence | None = None
        self.seat = -1
        self.after: list[str] = []
        self.water: list[str] = []  # the way of a cube
        self.water_of = ""
        self.water_vp: dict[str, int] = {}
        self.end_vp: dict[str, list[str]] = {}

    def who(self, owner: int | str | None) -> str:
        return self.names[owner] if isinstance(owner, int) else "Resafabot"

    def close(self) -> None:
        """Write down all that was gathered."""
        self.tell_water("")
        if self.sentence is not None:
            said = self.sentence.say()
            if said:
                self.lines.append(said)
        self.sentence = None
        self.lines += self.after
        self.after = []
        for name, points in self.end_vp.items():
            self.lines.append(f"Final scoring, {name}: {listing(points)}.")
        self.end_vp = {}

    def tell_water(self, end: str) -> None:
        """The way of one cube, or the part of it that is known."""
        if self.water:
            vp = [f"{amount} VP for {name}" for name, amount in self.water_vp.items()]
            parts = [listing(vp) if vp else "no VP"] + ([end] if end else [])
            way = listing(self.water)
            self.after.append(f"The water of {self.water_of} passes {way}: {'; '.join(parts)}.")
        self.water = []
        self.water_vp = {}

    def add(self, happened: dict[str, Any]) -> None:
        kind = happened["type"]
        if kind.startswith("bot_"):
            self.after.append(_bot(self.words, kind, happened))
        elif kind in PUBLIC:
            self.public(kind, happened)
        else:
            seat: int = happened["seat"]
            if self.sentence is None or seat != self.seat or kind == "play":
                self.close()
                self.sentence = Sentence(self.names[seat])
                self.seat = seat
            _add(self.words, self.sentence, kind, happened)

    def public(self, kind: str, happened: dict[str, Any]) -> None:
        """What is told in a line of its own."""
        name = self.words.name
        if kind == "open":
            self.after.append(f"{_card(self.words, happened['special'])} lies open now.")
        elif kind == "offer":
            self.after.append(f"New on offer: {name(happened['tile'])}.")
        elif kind == "flip":
            self.after.append(f"The tile of {name(happened['centre'])} is turned over.")
        elif kind == "round":
            start = self.who(happened["start"])
            self.after.append(f"Round {happened['round']} begins with {start}.")
        elif kind == "rain":
            self.after.append("It rains.")
        elif kind == "redraw":
            self.after.append(f"{self.who(happened['seat'])}: takes all action cards back.")
        elif kind == "rain_tiles":
            seat = self.who(happened["seat"])
            self.after.append(f"{seat}: {happened['amount']} VP for canal tiles.")
        elif kind == "rain_flow":
            self.water_of = self.who(happened["owner"])
            self.water.append(happened["space"])
        elif kind == "rain_pass":
            seat = self.who(happened["seat"])
            self.water_vp[seat] = self.water_vp.get(seat, 0) + happened["amount"]
        elif kind == "cube_kept":
            kept = isinstance(happened["owner"], int)
            end = f"{self.who(happened['owner'])} keeps the cube" if kept else "the cube is gone"
            self.tell_water(end)
        elif kind == "end_points":
            points = self.end_vp.setdefault(self.who(happened["seat"]), [])
            points.append(f"{happened['amount']} for {happened['source']}")
        else:
            self.close()
            self.after.append("The game is over.")


def tell(words: Words, events: list[dict[str, Any]], names: list[str]) -> list[str]:
    """Events as sentences."""
    teller = Teller(words, names)
    for happened in events:
        teller.add(happened)
    teller.close()
    return teller.lines


PUBLIC = {
    "open", "offer", "flip", "round", "rain", "rain_tiles", "rain_flow", "rain_pass", "cube_kept",
    "redraw", "end", "end_points",
}  # fmt: skip


def _bot(words: Words, kind: str, happened: dict[str, Any]) -> str:
    name = words.name
    if kind == "bot_cards":
        number = happened["left"].removeprefix("solo")
        aim = f"{happened['action']}, {happened['colour']}"
        return f"Resafabot turns over card {number}, which points at {aim}."
    if kind == "bot_bonus":
        return f"Resafabot removes the {happened['colour']} bonus card {name(happened['bonus'])}."
    if kind == "bot_track":
        return f"Resafabot goes to {happened['position']} on the {happened['colour']} track."
    if kind == "bot_no_bonus":
        return f"Resafabot finds no {happened['colour']} bonus card to remove."
    if kind == "bot_canal_bonus":
        return f"It removes the {name(happened['canal_bonus'])} there."
    if kind == "bot_special":
        return f"Resafabot removes {_card(words, happened['special'])}."
    if kind == "bot_tile":
        return f"Resafabot removes the workshop {name(happened['tile'])}."
    if kind == "bot_canal":
        return f"Resafabot builds {_canal(words, happened)}."
    if kind == "bot_base":
        return f"Resafabot founds a base in {name(happened['centre'])}."
    if kind == "bot_nothing":
        return f"Nothing comes of Resafabot's {happened['action']} action."
    return "Resafabot's cards are shuffled."


def _card(words: Words, card: str) -> str:
    return words.name(card)


def _canal(words: Words, happened: dict[str, Any]) -> str:
    """The piece and where it lies, as somebody who looks at the network would say it."""
    edition = words.lookup.edition
    face = edition.canal_ids.index(happened["canal"]) * 2 + (happened["side"] == "back")
    return f"a {canal_name(edition, face)} {network_place(happened['space'])}"


def _add(words: Words, sentence: Sentence, kind: str, happened: dict[str, Any]) -> None:
    """A deed, a payment or a gain of the player whose sentence this is."""
    if kind == "play":
        sentence.begun = True
        sentence.lead = f"{sentence.lead} plays {_played(words, happened)}"
        sentence.action = happened["action"]
    elif kind == "gain":
        item = happened["item"]
        sentence.gained[item] = sentence.gained.get(item, 0) + happened["amount"]
    elif kind == "pay":
        item = happened["item"]
        sentence.paid[item] = sentence.paid.get(item, 0) + happened["amount"]
    elif kind in ("main", "colour"):
        if sentence.deeds:
            sentence.second = True
        if kind == "main" and happened["action"] != sentence.action:
            sentence.add(f"takes a {happened['action']} action")
    elif kind == "workshop":
        deed = f"builds the {words.name(happened['tile'])}"
        deeds = sentence.then if sentence.second else sentence.deeds
        if deed in deeds:
            deeds.remove(deed)
        back = " (back)" if happened["side"] == "back" else ""
        sentence.add(f"{deed}{back} on {happened['cell']}")
    else:
        sentence.add(_deed(words, kind, happened))


def _played(words: Words, happened: dict[str, Any]) -> str:
    action = happened["action"]
    if happened["special"] is None:
        return f"{action} ({happened['colour']})"
    card = _card(words, happened["special"])
    return f"{card} for {action}" if action else card


def _deed(words: Words, kind: str, happened: dict[str, Any]) -> str:
    if kind == "sack":
        card = happened.get("sack")
        return f"draws {words.name(card)}" if card else "draws a sack card"
    if kind == "draw":
        if happened.get("special"):
            return f"draws {_card(words, happened['special'])}"
        return f"draws {happened['pair']}" if "pair" in happened else "draws a card"
    if kind == "bonus":
        return f"takes the {happened['colour']} bonus card {words.name(happened['bonus'])}"
    if kind == "step":
        return f"steps to {happened['position']} on {happened['colour']}"
    if kind == "look":
        level = LEVELS[happened["level"] - 1]
        return f"looks through the {happened['colour']} cards of level {level}"
    if kind == "special":
        return f"takes {words.name(happened['special'])}"
    if kind == "token":
        return _token(happened)
    if kind in ("tile", "room", "garden", "full_square", "rotate"):
        return _area(words, kind, happened)
    if kind in ("canal", "canal_bonus", "cube"):
        return _water(words, kind, happened)
    if kind in ("go", "load", "sell", "buy", "base"):
        return _trade(words, kind, happened)
    if kind == "use":
        return f"uses {words.name(happened['thing'])}"
    if kind == "back":
        return f"keeps {words.name(happened['thing'])}, which can no longer be used"
    if kind == "with":
        return f"with {words.name(happened['bonus'])}"
    if kind == "discard":
        return f"discards {words.name(happened['sack'])}"
    if kind == "drop":
        return f"gives up {words.name(happened['bonus'])}"
    assert kind == "swap"
    return f"{_card(words, happened['special'])} replaces {happened['pair']}"


def _token(happened: dict[str, Any]) -> str:
    place = happened["place"]
    if place is None:
        return f"has no space for a {happened['item']} token"
    where = "on the causeway" if place == "causeway" else f"in the {place} row"
    return f"puts a {happened['item']} token {where}"


def _area(words: Words, kind: str, happened: dict[str, Any]) -> str:
    if kind == "rotate":
        return f"turns starting tile {happened['start_tile'].upper()} by {happened['rotation']}"
    if kind == "tile":
        return f"builds the {words.name(happened['tile'])}"
    if kind == "room":
        return f"uses a room of the {words.name(happened['tile'])}"
    if kind == "garden":
        size, _, where = happened["placement"].partition(" ")
        return f"lays a {size} garden tile on {happened['cell']} ({where.replace('-', ' ')})"
    return f"completes garden square {happened['number']}"


def _water(words: Words, kind: str, happened: dict[str, Any]) -> str:
    if kind == "canal":
        return f"builds {_canal(words, happened)}"
    if kind == "canal_bonus":
        return f"takes a {words.name(happened['canal_bonus'])}"
    return "a water cube comes onto it"


def _trade(words: Words, kind: str, happened: dict[str, Any]) -> str:
    if kind == "go":
        way = " by way of Resafa" if happened["by_resafa"] else ""
        cost = f" for {_amount('coin', happened['cost'])}" if happened["cost"] else ""
        return f"goes to {words.name(happened['centre'])}{way}{cost}"
    if kind == "base":
        return f"founds a base in {words.name(happened['centre'])}"
    if kind == "load" and not happened["amount"]:
        return "unloads everything"
    return f"{kind}s {_amount(happened['item'], happened['amount'])}"
