"""Turns retold: what mattered first, then what it cost and brought, then the market."""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum import constants, events
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.text.words import MONUMENTS, Cards, amounts, title
from sandtable.kernel.game import Event
from sandtable.kernel.sentences import counted, listing

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


def tell(cards: Cards, board: Board, all_events: list[Happened], names: list[str]) -> list[str]:
    """Events, of one choice or of a whole turn, as sentences."""
    turns: list[TurnText] = []
    market = MarketText(cards)
    lines: list[str] = []
    for happened in all_events:
        if "seat" not in happened:
            market.add(happened)
            continue
        if not turns or happened["type"] in _BEGINS:
            turns.append(TurnText(cards, board, names[happened["seat"]]))
        turns[-1].add(happened)
    for turn in turns:
        lines += turn.say()
    return lines + market.say()


class TurnText:
    """A turn, or a part of one, being put into words."""

    def __init__(self, cards: Cards, board: Board, who: str) -> None:
        self.cards = cards
        self.board = board
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
        self.paid: dict[str, int] = {}
        self.gained: dict[str, int] = {}

    def place(self, name: str) -> str:
        """A space as one speaks of it: monuments by what they are."""
        kind = constants.SPACE_KINDS[self.board.kind[self.board.names.index(name)]]
        return f"the {kind} on {name}" if kind in MONUMENTS else name

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
            self.joined.append(f"{self.place(name)} with {self.place(to)}")
        elif kind == "take_back":
            self.back.append(title(self.cards, happened["card"]))
        else:
            self.deeds.append(self._deed(kind, happened, name, to))

    def _deed(self, kind: str, happened: Happened, name: str, to: str) -> str:
        card = title(self.cards, happened["card"]) if "card" in happened else ""
        if kind == "bridge":
            return f"builds a {'grand ' if happened['grand'] else ''}bridge from {name} to {to}"
        if kind == "escort":
            return f"marches from {name} over {counted(happened['hops'], 'settlement')}"
        if kind == "feast":
            return "supplies " + _guests(happened["towns"], happened["settlements"])
        if kind == "worker_moves":
            return f"moves a worker from {self.place(name)} to {to}"
        return {
            "settlement": f"founds a settlement on {name}",
            "town": f"makes {name} a town",
            "workshop": f"builds a workshop on {name}",
            "expansion": f"expands the workshop on {name}",
            "palace": f"builds a palace in {name}",
            "take": f"takes {card} from the market",
            "card_out": f"removes {card} from the game",
            "card_under": f"puts {card} under the stack",
            "disaster": f"takes {card}",
        }[kind]

    def _lead(self, happened: Happened) -> str:
        kind = happened["type"]
        card = title(self.cards, happened["card"]) if "card" in happened else ""
        if kind == "play":
            copied = happened["action"]
            as_what = f" as {title(self.cards, copied)}" if copied != happened["card"] else ""
            return f"plays {card}{as_what}"
        if kind == "cash":
            return f"puts {card} down for money"
        if kind == "buy":
            return f"buys {card} for ${happened['price']}"
        return "does administration" if kind == "administration" else "passes"

    # -- telling -------------------------------------------------------------------------------

    def done(self) -> list[str]:
        """What was done on the board and with cards, the weightiest first."""
        deeds = self.deeds[:]
        if self.roads:
            word = "a road" if len(self.roads) == 1 else "roads"
            deeds.append(f"builds {word} {listing(self.roads)}")
        for site, blocks in self.blocks.items():
            deeds.append(f"adds {counted(blocks, 'block')} to {self.place(site)}")
        if self.joined:
            deeds.append(f"joins {listing(self.joined)}")
        if self.workers:
            word = "a worker" if len(self.workers) == 1 else "workers"
            deeds.append(f"sends {word} to {listing(self.workers)}")
        if self.chased:
            word = "the crocodile" if len(self.chased) == 1 else "the crocodiles"
            on = "" if self.chased == self.workers else f" from {listing(self.chased)}"
            deeds.append(f"chases {word} away{on}")
        if self.laid:
            deeds.append(f"lays down the {_workers(self.laid)}")
        if self.left:
            deeds.append(f"takes the {_workers(self.left)} off the board")
        if self.back:
            deeds.append(f"takes back {listing(self.back)}")
        return deeds

    def say(self) -> list[str]:
        deeds = self.done()
        balance: list[str] = []
        if self.paid:
            balance.append("pays " + amounts(self.paid))
        if self.gained:
            balance.append("gains " + amounts(self.gained))
        if self.lead and deeds:
            text = f"{self.who} {self.lead}: {listing(deeds)}."
        elif self.lead or deeds:
            text = f"{self.who} {self.lead or listing(deeds)}."
        elif balance:
            return [f"{self.who} {listing(balance)}."]
        else:
            return []
        if balance:
            second = listing(balance)
            text += f" {second[:1].upper()}{second[1:]}."
        return [text]


class MarketText:
    """What became of the market."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.off: list[str] = []
        self.new: list[str] = []
        self.tokens: list[str] = []
        self.endings: list[str] = []

    def add(self, happened: Happened) -> None:
        kind = happened["type"]
        if kind == "last_turns":
            self.endings.append("The fourth disaster is in the market: the last turns begin.")
        elif kind == "end":
            self.endings.append("Everybody has passed: the game is over.")
        else:
            found = {"draw": self.new, "off_market": self.off, "token": self.tokens}[kind]
            found.append(title(self.cards, happened["card"]))

    def say(self) -> list[str]:
        parts = []
        if self.off:
            parts.append(f"{listing(self.off)} {_verb(self.off, 'leaves', 'leave')}")
        if self.new:
            parts.append(f"{listing(self.new)} {_verb(self.new, 'comes', 'come')} in")
        if self.tokens:
            word = "a discount token" if len(self.tokens) == 1 else "discount tokens"
            parts.append(f"{listing(self.tokens)} {_verb(self.tokens, 'gets', 'get')} {word}")
        lines = [f"Market: {'; '.join(parts)}."] if parts else []
        return lines + self.endings


def _verb(of: list[str], one: str, many: str) -> str:
    return one if len(of) == 1 else many


def _workers(spaces: list[str]) -> str:
    return f"{'worker' if len(spaces) == 1 else 'workers'} on {listing(spaces)}"


def _guests(towns: int, others: int) -> str:
    fed = [counted(towns, "town")] if towns else []
    if others:
        fed.append(counted(others, "other settlement" if towns else "settlement"))
    return listing(fed)


def _count(amounts: dict[str, int], what: str, amount: int) -> None:
    amounts[what] = amounts.get(what, 0) + amount
