"""The log in sentences: what mattered first, then what it cost and brought, then the market."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.edition.components import Components
from sandtable.games.faiyum.text.words import MONUMENTS, Cards, amounts, listing, title
from sandtable.kernel.game import Event
from sandtable.kernel.sentences import capital

Happened = dict[str, Any]

_NO_SEAT: Final = {events.DRAW, events.OFF_MARKET, events.TOKEN, events.LAST_TURNS, events.END}
#: Events that begin a turn.
_BEGINS: Final = ("play", "cash", "buy", "administration", "pass")


def event(board: Board, event: Event) -> Happened:
    """An event as a dict with names instead of numbers."""
    name, fields = events.FIELDS[event[0]]
    values = list(event[2:]) if event[0] in _NO_SEAT else list(event[1:])
    told: Happened = {"type": name}
    for field, value in zip(fields, values, strict=False):
        if field in ("space", "to"):
            told[field] = board.names[value]
        elif field == "resource":
            told[field] = constants.RESOURCES[value]
        elif field == "grand":
            told[field] = bool(value)
        else:
            told[field] = value
    return told


def log_lines(edition: Components, all_events: list[Happened], names: list[str]) -> list[str]:
    """Events, of one choice or of a whole turn, as sentences."""
    turns: list[TurnText] = []
    market = MarketText(edition)
    lines: list[str] = []
    for happened in all_events:
        if "seat" not in happened:
            market.add(happened)
            continue
        if not turns or happened["type"] in _BEGINS:
            turns.append(TurnText(edition, names[happened["seat"]]))
        turns[-1].add(happened)
    for turn in turns:
        lines += turn.say()
    return lines + market.say()


class TurnText:
    """A turn, or a part of one, being put into words."""

    def __init__(self, edition: Components, who: str) -> None:
        self.cards: Cards = edition.cards
        self.board = edition.board
        self.words = edition.words
        self.who = who
        self.lead = ""
        self.deeds: list[str] = []
        self.roads: list[str] = []
        self.blocks: dict[str, int] = {}
        self.joined: list[str] = []
        self.workers: list[str] = []
        self.chased: list[str] = []
        self.left: list[str] = []  # workers that left the board
        self.laid: list[str] = []
        self.back: list[str] = []
        self.under: list[str] = []  # cards that went under the stack
        self.paid: dict[str, int] = {}
        self.gained: dict[str, int] = {}

    def place(self, name: str) -> str:
        """A space as one speaks of it: monuments by what they are."""
        kind = constants.SPACE_KINDS[self.board.kind[self.board.names.index(name)]]
        return self.words.say(f"log.place.{kind}", space=name) if kind in MONUMENTS else name

    # -- taking in -----------------------------------------------------------------------------

    def add(self, happened: Happened) -> None:
        kind: str = happened["type"]
        amount: int = happened.get("amount", 0)
        if kind in _BEGINS:
            self.lead = self._lead(happened)
        elif kind == "gain":
            _count(self.gained, happened["resource"], amount)
        elif kind == "money":
            _count(self.gained, "$", amount)
        elif kind == "reputation":
            _count(self.gained if amount > 0 else self.paid, "reputation", abs(amount))
        elif kind == "pay":
            _count(self.paid, happened["resource"], amount)
        elif kind == "spend":
            _count(self.paid, "$", amount)
        else:
            self._board(kind, happened)

    def _board(self, kind: str, happened: Happened) -> None:
        name: str = happened.get("space", "")
        to: str = happened.get("to", "")
        if kind == "worker":
            self.workers.append(self.place(name))
        elif kind == "crocodile":
            self.chased.append(name)
        elif kind == "worker_off":
            self.left.append(self.place(name))
        elif kind == "lay_down":
            self.laid.append(self.place(name))
        elif kind == "road":
            self.roads.append(f"{name}-{to}")
        elif kind == "block":
            _count(self.blocks, name, 1)
        elif kind == "connection":
            one, other = self.place(name), self.place(to)
            self.joined.append(self.words.say("log.pair", one=one, other=other))
        elif kind == "take_back":
            self.back.append(title(self.cards, happened["card"]))
        elif kind == "card_under":
            self.under.append(title(self.cards, happened["card"]))
        else:
            self.deeds.append(self._deed(kind, happened, name, to))

    def _deed(self, kind: str, happened: Happened, name: str, to: str) -> str:
        say = self.words.say
        if kind == "bridge":
            key = "log.grand_bridge" if happened["grand"] else "log.bridge"
            return say(key, start=name, end=to)
        if kind == "escort":
            return self.words.say("log.escort", start=name, hops=happened["hops"])
        if kind == "feast":
            return self._feast(happened["towns"], happened["settlements"])
        if kind == "worker_moves":
            return self.words.say("log.worker_moves", start=self.place(name), end=to)
        card = title(self.cards, happened["card"]) if "card" in happened else ""
        return say(f"log.{kind}", space=name, card=card)

    def _feast(self, towns: int, others: int) -> str:
        """Who was supplied."""
        fed = [self.words.say("log.guests.towns", count=towns)] if towns else []
        if others:
            key = "log.guests.others" if towns else "log.guests.settlements"
            fed.append(self.words.say(key, count=others))
        return self.words.say("log.feast", guests=listing(self.words, fed))

    def _lead(self, happened: Happened) -> str:
        kind = happened["type"]
        card = title(self.cards, happened["card"]) if "card" in happened else ""
        if kind == "play" and happened["action"] != happened["card"]:
            copied = title(self.cards, happened["action"])
            return self.words.say("log.play_as", card=card, copied=copied)
        if kind == "buy":
            return self.words.say("log.buy", card=card, price=happened["price"])
        return self.words.say(f"log.{kind}", card=card)

    # -- sentences -----------------------------------------------------------------------------

    def done(self) -> list[str]:
        """What was done on the board and with cards, the weightiest first."""
        words = self.words
        deeds = self.deeds[:]
        if self.roads:
            roads = listing(words, self.roads)
            deeds.append(words.say("log.roads", count=len(self.roads), roads=roads))
        for site, blocks in self.blocks.items():
            deeds.append(words.say("log.blocks", blocks=blocks, place=self.place(site)))
        if self.joined:
            deeds.append(words.say("log.joined", pairs=listing(words, self.joined)))
        if self.workers:
            deeds.append(self._at("log.workers", self.workers))
        if self.chased:
            here = self.chased == self.workers
            deeds.append(self._at("log.chased" if here else "log.chased_from", self.chased))
        if self.laid:
            deeds.append(self._at("log.laid", self.laid))
        if self.left:
            deeds.append(self._at("log.left", self.left))
        if self.under:
            deeds.append(words.say("log.card_under", cards=listing(words, self.under)))
        if self.back:
            deeds.append(words.say("log.take_back", cards=listing(words, self.back)))
        return deeds

    def _at(self, key: str, places: list[str]) -> str:
        return self.words.say(key, count=len(places), places=listing(self.words, places))

    def say(self) -> list[str]:
        words = self.words
        deeds = self.done()
        balance: list[str] = []
        if self.paid:
            balance.append(words.say("log.pays", what=amounts(words, self.paid)))
        if self.gained:
            balance.append(words.say("log.gains", what=amounts(words, self.gained)))
        told = listing(words, deeds)
        if self.lead and deeds:
            text = words.say("log.turn", who=self.who, lead=self.lead, deeds=told)
        elif self.lead or deeds:
            text = words.say("log.simple", who=self.who, deeds=self.lead or told)
        elif balance:
            return [words.say("log.simple", who=self.who, deeds=listing(words, balance))]
        else:
            return []
        if balance:
            text += f" {capital(listing(words, balance))}."
        return [text]


class MarketText:
    """What became of the market."""

    def __init__(self, edition: Components) -> None:
        self.cards: Cards = edition.cards
        self.words = edition.words
        self.off: list[str] = []
        self.new: list[str] = []
        self.tokens: list[str] = []
        self.endings: list[str] = []

    def add(self, happened: Happened) -> None:
        kind = happened["type"]
        if kind in ("last_turns", "end"):
            self.endings.append(self.words.say(f"market.{kind}"))
        else:
            cards = {"draw": self.new, "off_market": self.off, "token": self.tokens}[kind]
            cards.append(title(self.cards, happened["card"]))

    def say(self) -> list[str]:
        changes = (
            ("market.off", self.off),
            ("market.new", self.new),
            ("market.tokens", self.tokens),
        )
        parts = [
            self.words.say(key, count=len(cards), cards=listing(self.words, cards))
            for key, cards in changes
            if cards
        ]
        lines = [self.words.say("market.line", parts="; ".join(parts))] if parts else []
        return lines + self.endings


def _count(amounts: dict[str, int], what: str, amount: int) -> None:
    amounts[what] = amounts.get(what, 0) + amount
