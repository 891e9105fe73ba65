"""The log in sentences: each turn as a person at the table would retell it.

The first line of a turn says what mattered, the second one has the details.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.resafa.constants import ROMAN
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.text.effects import amount
from sandtable.games.resafa.text.words import Words
from sandtable.kernel.sentences import capital

#: Kinds of events that are named first.
MAJOR: Final = {
    "workshop", "garden", "full_square", "canal", "sell", "buy", "base", "special", "rotate",
}  # fmt: skip
#: Mentioned only in a turn in which nothing more important happened.
MINOR: Final = {"go", "step", "bonus", "sack", "room", "use", "discard", "drop"}
#: At most so many of them are in the first line.
MOST: Final = 4

#: Events in which a player gets something that can be used at any time.
TAKEN: Final = {"bonus", "sack", "canal_bonus"}

#: Cards given up in a turn are one deed, by kind of event: what the event calls the card.
GIVEN_UP: Final = {"drop": "bonus", "discard": "sack"}
#: What gets a line of its own.
PUBLIC: Final = {
    "open", "offer", "flip", "round", "rain", "rain_tiles", "rain_flow", "rain_pass", "cube_kept",
    "redraw", "end", "end_points",
}  # fmt: skip


class TurnText:
    """What one player did, being put together."""

    def __init__(self, words: Words, name: str) -> None:
        self.words = words
        self.name = name
        self.lead = ""  # how the turn began; empty before a card is played
        self.action = ""  # the main action that the lead names
        self.deeds: list[tuple[str, str]] = []  # kind of the event and what is said of it
        self.rooms: list[str] = []  # workshops whose rooms were used: one deed for all of them
        self.taken: dict[str, str] = {}  # cards and tiles taken in this turn: what is said of it
        self.given_up: dict[str, list[str]] = {}
        self.steps: dict[str, str] = {}  # by track: what is said of the last step
        self.centre = ""  # where the caravan went
        self.dealt = False  # something was bought or sold there
        self.paid: dict[str, int] = {}
        self.gained: dict[str, int] = {}

    def lines(self) -> list[str]:
        """What mattered, then the rest."""
        speech = self.words.speech
        told = [at for at, (kind, _) in enumerate(self.deeds) if kind in MAJOR]
        if not told:
            told = [at for at, (kind, _) in enumerate(self.deeds) if kind in MINOR]
        told = told[:MOST]
        vp = self.gained.pop("vp", 0)
        main = speech.listing([self.deeds[at][1] for at in told])
        if vp:
            points = amount(speech, fx.VP, vp)
            main = f"{main} ({points})" if main else speech.say("log.gains", what=points)
        rest = [text for at, (_, text) in enumerate(self.deeds) if at not in told]
        rest += [
            speech.say(key, what=speech.listing([self._amount(i, n) for i, n in things.items()]))
            for key, things in (("log.pays", self.paid), ("log.gains", self.gained))
            if things
        ]
        if not main and rest and not self.lead:
            main, rest = rest[0], rest[1:]
        lead = self.lead or self.name
        if not main:
            first = [f"{self.lead}."] if self.lead else []
        else:
            first = [f"{lead}{':' if self.lead else ''} {main}."]
        return first + ([f"{capital(speech.listing(rest))}."] if rest else [])

    def _amount(self, item: str, number: int) -> str:
        return amount(self.words.speech, fx.ITEMS.index(item), number)

    def add(self, kind: str, happened: dict[str, Any]) -> None:
        """A deed, a payment or a gain."""
        if kind == "play":
            self.lead = _played(self.words, self.name, happened)
            self.action = happened["action"] or ""
        elif kind == "gain":
            self._count(self.gained, happened)
        elif kind == "pay":
            self._count(self.paid, happened)
        elif kind == "main":
            if happened["action"] != self.action:
                text = self.words.speech.say("log.main", action=happened["action"])
                self.deeds.append((kind, text))
        elif kind == "workshop":
            # It was chosen before it was placed: one deed.
            self.deeds = [deed for deed in self.deeds if deed[0] != "tile"]
            self.deeds.append((kind, _deed(self.words, kind, happened)))
        elif kind == "room":
            self.rooms.append(self.words.the_tile(happened["tile"]))
            tiles = self.words.speech.listing(self.rooms)
            text = self.words.speech.say("log.rooms", n=len(self.rooms), tiles=tiles)
            self._replace(kind, text)
        elif kind in GIVEN_UP:
            card = self.words.name(happened[GIVEN_UP[kind]])
            cards = self.given_up.setdefault(kind, [])
            cards.append(self.words.speech.say("log.card", card=card))
            listed = self.words.speech.listing(cards)
            self._replace(kind, self.words.speech.say(f"log.{kind}", cards=listed))
        elif kind in ("sell", "buy"):
            self.dealt = bool(self.centre)
            self.deeds.append((kind, _deal(self.words, kind, happened, self.centre)))
        elif kind == "use" and happened["thing"] in self.taken:
            self._use_at_once(happened["thing"])
        elif kind != "colour":
            self._deed(kind, happened)

    def _replace(self, kind: str, text: str) -> None:
        """All deeds of a kind in one."""
        self.deeds = [deed for deed in self.deeds if deed[0] != kind]
        self.deeds.append((kind, text))

    def _deed(self, kind: str, happened: dict[str, Any]) -> None:
        if kind == "go":
            self.centre = self.words.name(happened["centre"])
            self.dealt = False
        there = kind == "base" and self.dealt
        text = (
            self.words.speech.say("log.base_there") if there else _deed(self.words, kind, happened)
        )
        if kind == "step":
            # Only where a marker stands at the end matters.
            before = self.steps.get(happened["colour"])
            self.deeds = [deed for deed in self.deeds if deed != (kind, before)]
            self.steps[happened["colour"]] = text
        self.deeds.append((kind, text))
        thing = happened.get(kind)
        if kind in TAKEN and thing:
            self.taken[thing] = text

    def _use_at_once(self, thing: str) -> None:
        """What is used in the turn it was taken in is one deed."""
        before = self.taken.pop(thing)
        once = self.words.speech.say("log.and_uses", taken=before)
        self.deeds = [(kind, once if text == before else text) for kind, text in self.deeds]

    def _count(self, things: dict[str, int], happened: dict[str, Any]) -> None:
        item = happened["item"]
        things[item] = things.get(item, 0) + happened["amount"]


class LogWriter:
    """Puts events together: lines for each player's doings, then what was revealed."""

    def __init__(self, words: Words, names: list[str]) -> None:
        self.words = words
        self.names = names
        self.lines: list[str] = []
        self.turn: TurnText | None = None
        self.seat = -1
        self.after: list[str] = []
        self.offers: list[str] = []
        self.water: list[str] = []  # the way of a cube
        self.water_of = ""
        self.water_vp: dict[str, int] = {}
        self.end_vp: dict[str, list[str]] = {}

    def who(self, owner: int | str | None) -> str:
        return self.names[owner] if isinstance(owner, int) else "Resafabot"

    def close(self) -> None:
        """Write down all that was gathered."""
        self.write_water("")
        self.write_offers()
        if self.turn is not None:
            self.lines += self.turn.lines()
        self.turn = None
        self.lines += self.after
        self.after = []
        for name, points in self.end_vp.items():
            sums = self.words.speech.listing(points)
            self.say("log.scoring", name=name, points=sums)
            self.lines += self.after
            self.after = []
        self.end_vp = {}

    def say(self, key: str, **values: object) -> None:
        """A line of its own."""
        self.after.append(self.words.speech.say(key, **values))

    def write_offers(self) -> None:
        if self.offers:
            self.say("log.offer", tiles=self.words.speech.listing(self.offers))
        self.offers = []

    def write_water(self, keeper: str) -> None:
        """The way of one cube, or the part of it that is known."""
        speech = self.words.speech
        if self.water:
            points = [
                speech.say("log.water_vp", vp=vp, name=name) for name, vp in self.water_vp.items()
            ]
            self.say(
                "log.water",
                name=self.water_of,
                start=self.words.place(self.water[0]),
                end=self.words.place(self.water[-1]),
                moved="yes" if len(self.water) > 1 else "no",
                points=speech.listing(points) if points else speech.say("log.water_nothing"),
                keeper=keeper,
                kept="yes" if keeper else "no",
            )
        self.water = []
        self.water_vp = {}

    def add(self, happened: dict[str, Any]) -> None:
        kind = happened["type"]
        if kind != "offer":
            self.write_offers()
        if kind.startswith("bot_"):
            self.after.append(_bot(self.words, kind, happened))
        elif kind in PUBLIC:
            self.public(kind, happened)
        else:
            seat: int = happened["seat"]
            if self.turn is None or seat != self.seat or kind == "play":
                self.close()
                self.turn = TurnText(self.words, self.names[seat])
                self.seat = seat
            self.turn.add(kind, happened)

    def public(self, kind: str, happened: dict[str, Any]) -> None:
        """What gets a line of its own."""
        name = self.words.name
        if kind == "open":
            self.say("log.open", card=name(happened["special"]))
        elif kind == "offer":
            self.offers.append(name(happened["tile"]))
        elif kind == "flip":
            self.say("log.flip", centre=name(happened["centre"]))
        elif kind == "round":
            self.say("log.round", round=happened["round"], name=self.who(happened["start"]))
        elif kind == "rain":
            self.say("log.rain")
        elif kind == "redraw":
            line = self.words.speech.say("log.redraw")
            if line not in self.after:  # one line for everybody
                self.after.append(line)
        elif kind == "rain_tiles":
            self.say("log.rain_tiles", name=self.who(happened["seat"]), vp=happened["amount"])
        elif kind == "rain_flow":
            self.water_of = self.who(happened["owner"])
            self.water.append(happened["space"])
        elif kind == "rain_pass":
            seat = self.who(happened["seat"])
            self.water_vp[seat] = self.water_vp.get(seat, 0) + happened["amount"]
        elif kind == "cube_kept":
            self.write_water(self.who(happened["owner"]))
        elif kind == "end_points":
            points = self.end_vp.setdefault(self.who(happened["seat"]), [])
            source = happened["source"].replace(" ", "_")
            points.append(self.words.speech.say(f"source.{source}", vp=happened["amount"]))
        else:
            self.close()
            self.say("log.over")


def log_lines(words: Words, events: list[dict[str, Any]], names: list[str]) -> list[str]:
    """Events as sentences."""
    writer = LogWriter(words, names)
    for happened in events:
        writer.add(happened)
    writer.close()
    return writer.lines


def _bot(words: Words, kind: str, happened: dict[str, Any]) -> str:
    name, speech = words.name, words.speech
    if kind == "bot_cards":
        aim = {"action": happened["action"], "colour": happened["colour"]}
        return speech.say("log.bot_cards", **aim)
    if kind == "bot_bonus":
        card = name(happened["bonus"])
        return speech.say("log.bot_bonus", colour=happened["colour"], card=card)
    if kind == "bot_track":
        space = happened["position"]
        return speech.say("log.bot_track", colour=happened["colour"], space=space)
    if kind == "bot_no_bonus":
        return speech.say("log.bot_no_bonus", colour=happened["colour"])
    if kind == "bot_canal_bonus":
        return speech.say("log.bot_canal_bonus", tile=name(happened["canal_bonus"]))
    if kind == "bot_special":
        return speech.say("log.bot_special", card=name(happened["special"]))
    if kind == "bot_tile":
        return speech.say("log.bot_tile", tile=name(happened["tile"]))
    if kind == "bot_canal":
        return speech.say("log.bot_canal", canal=_canal(words, happened))
    if kind == "bot_base":
        return speech.say("log.bot_base", centre=name(happened["centre"]))
    if kind == "bot_nothing":
        return speech.say("log.bot_nothing", action=happened["action"])
    return speech.say("log.bot_shuffle")


def _canal(words: Words, happened: dict[str, Any]) -> str:
    """The piece and where it lies, as somebody who looks at the network would say it."""
    edition = words.lookup.edition
    face = edition.canal_ids.index(happened["canal"]) * 2 + (happened["side"] == "back")
    return f"{words.a_canal(face)} {words.in_place(happened['space'])}"


def _played(words: Words, who: str, happened: dict[str, Any]) -> str:
    speech, action = words.speech, happened["action"]
    if happened["special"] is None:
        return speech.say(
            "log.plays",
            name=who,
            action=speech.say(f"action.{action}"),
            colour=speech.say(f"colour.{happened['colour']}"),
        )
    card = words.name(happened["special"])
    if action:
        main = speech.say(f"action.{action}")
        return speech.say("log.plays_for", name=who, card=card, action=main)
    return speech.say("log.plays_card", name=who, card=card)


def _deed(words: Words, kind: str, happened: dict[str, Any]) -> str:
    speech, name = words.speech, words.name
    if kind in ("sack", "draw", "bonus", "look", "special", "use", "back", "with", "swap"):
        return _cards(words, kind, happened)
    if kind in ("go", "load", "base"):
        return _trade(words, kind, happened)
    if kind == "step":
        return speech.say("log.step", space=happened["position"], colour=happened["colour"])
    if kind == "token":
        place = happened["place"] or "none"
        return speech.say("log.token", item=happened["item"], place=place)
    if kind == "rotate":
        letter = happened["start_tile"].upper()
        return speech.say("log.rotate", letter=letter, degrees=happened["rotation"])
    if kind == "tile":
        return speech.say("log.tile", tile=words.the_tile(happened["tile"]))
    if kind == "workshop":
        tile, cell = words.the_tile(happened["tile"]), happened["cell"]
        return speech.say("log.workshop", tile=tile, cell=cell, side=happened["side"])
    if kind == "garden":
        size, _, _ = happened["placement"].partition(" ")
        return speech.say("log.garden", size=size, cell=happened["cell"])
    if kind == "full_square":
        return speech.say("log.full_square", n=happened["number"])
    if kind == "canal":
        return speech.say("log.canal", canal=_canal(words, happened))
    if kind == "canal_bonus":
        return speech.say("log.canal_bonus", tile=name(happened["canal_bonus"]))
    assert kind == "cube"
    return speech.say("log.cube")


def _cards(words: Words, kind: str, happened: dict[str, Any]) -> str:
    speech, name = words.speech, words.name
    if kind == "sack":
        card = happened.get("sack")
        return speech.say("log.draws", card=name(card)) if card else speech.say("log.draws_sack")
    if kind == "draw":
        if happened.get("special"):
            return speech.say("log.draws", card=name(happened["special"]))
        if "pair" in happened:
            return speech.say("log.draws_pair", card=_pair(words, happened["pair"]))
        return speech.say("log.draws_card")
    if kind == "bonus":
        card = name(happened["bonus"])
        return speech.say("log.bonus", colour=happened["colour"], card=card)
    if kind == "look":
        level = ROMAN[happened["level"] - 1]
        return speech.say("log.look", colour=happened["colour"], level=level)
    if kind == "special":
        return speech.say("log.takes", card=name(happened["special"]))
    if kind == "use":
        return speech.say("log.use", card=name(happened["thing"]))
    if kind == "back":
        return speech.say("log.back", card=name(happened["thing"]))
    if kind == "with":
        return speech.say("log.with", card=name(happened["bonus"]))
    card, pair = name(happened["special"]), _pair(words, happened["pair"])
    return speech.say("log.swap", card=card, pair=pair)


def _pair(words: Words, pair: str) -> str:
    """A starting card by its actions, in the words of the language."""
    return "/".join([words.speech.say(f"action.{action}") for action in pair.split("/")])


def _trade(words: Words, kind: str, happened: dict[str, Any]) -> str:
    speech = words.speech
    if kind == "go":
        return speech.say(
            "log.go",
            centre=words.name(happened["centre"]),
            stops="yes" if happened["by_resafa"] else "no",
            cost=happened["cost"],
        )
    if kind == "base":
        return speech.say("log.base", centre=words.name(happened["centre"]))
    if kind == "load" and not happened["amount"]:
        return speech.say("log.unload")
    return speech.say("log.load", what=_what(words, happened))


def _deal(words: Words, kind: str, happened: dict[str, Any], centre: str) -> str:
    """A sale or a purchase, and where, if that is known."""
    known = "yes" if centre else "no"
    what = _what(words, happened)
    return words.speech.say(f"log.{kind}", what=what, centre=centre, known=known)


def _what(words: Words, happened: dict[str, Any]) -> str:
    return amount(words.speech, fx.ITEMS.index(happened["item"]), happened["amount"])
