"""A referee who watches a game by its events and reckons every payment and gain anew.

It knows the edition and the rulebook, not the engine: what was paid and gained between two deeds
has to be what the deed costs and yields. While cards are used inside an action it looks away,
since what belongs to what cannot be told from outside; it looks again at the next action.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.resafa.reference import (
    EDITION,
    Unit,
    Workshop,
    canal_face,
    green_gain,
    position,
    road,
    strip,
    tile_worth,
)
from tests.resafa.table import GAME

Amounts = Counter[str]
Event = dict[str, Any]

CARDS = {
    entry["id"]: entry for section in ("special_cards", "bonus_cards") for entry in EDITION[section]
}
TRADES = {entry["id"]: entry for entry in EDITION["trading_tiles"]}
FACES = {
    **{(tile["id"], "front"): tile for tile in EDITION["starting_workshops"]},
    **{(tile["id"], "front"): tile["front"] for tile in EDITION["workshops"]},
    **{(tile["id"], "back"): tile["back"] for tile in EDITION["workshops"]},
}
FULL_SQUARE = [0, 2, 3, 4, 5]
EARLY_PINK = [(2, 3), (2, 3), (1, 1), (1, 1), (0, 0), (0, 0)]
#: Deeds that are told after their price was paid.
PAID_BEFORE = {"garden", "canal", "base"}
#: What is told in the course of a deed without ending it.
WITHIN = {"cube", "canal_bonus", "sack", "draw", "offer", "open", "flip", "token", "bonus", "swap"}


class Watched:
    """What the referee remembers of a player."""

    def __init__(self, colour: str) -> None:
        self.tiles = {"h8": (f"{colour}-a", "front", 0), "i9": (f"{colour}-b", "front", 0)}
        self.gardens: dict[str, list[str]] = {}
        self.full = 0
        self.at = "resafa"
        self.cargo: Amounts = Counter()
        self.camels = 1
        self.tokens = 0
        self.canals = 0
        self.bases = 0
        self.specials: list[str] = []

    def workshops(self) -> list[Workshop]:
        return [
            Workshop(EDITION, tile, side == "back", cell, turn)
            for cell, (tile, side, turn) in self.tiles.items()
        ]

    def help(self, trigger: str, kind: str) -> Amounts:
        """What permanent cards give or take off."""
        gains: Amounts = Counter()
        for card in self.specials:
            for entry in CARDS[card].get("always", []):
                if entry["on"] == trigger:
                    gains.update(entry.get(kind, {}))
        return gains


class Referee:
    def __init__(self, view: dict[str, Any]) -> None:
        self.players: int = view["players"]
        self.side = EDITION["sides"]["1-2" if self.players <= 2 else "3-4"]
        self.seats = [Watched(entry["colour"]) for entry in EDITION["starting_workshops"][::2]]
        self.trading = {c["centre"]: (c["trading_tile"], c["side"]) for c in view["centres"]}
        self.network: dict[str, tuple[object, str]] = {}
        self.round = 1
        self.plain = True  # nothing has been used since the last action began
        self.paid: Amounts = Counter()
        self.gained: Amounts = Counter()
        self.due: tuple[str, Amounts, Amounts] | None = None  # deed, price, yield
        self.with_cards: list[str] = []
        self.sold: tuple[str, int] = ("", 0)
        self.water = ""
        self.reckoned: Amounts = Counter()  # how often each kind of deed was checked

    # -- watching ------------------------------------------------------------------------------

    def watch(self, events: list[Event]) -> None:
        for event in events:
            kind = event["type"]
            if kind == "gain":
                self.gained[event["item"]] += event["amount"]
                if event["item"] == "camel":
                    self.seats[event["seat"]].camels += event["amount"]
            elif kind == "pay":
                self.paid[event["item"]] += event["amount"]
            else:
                if kind not in WITHIN and kind not in PAID_BEFORE and kind != "with":
                    self.close()
                seat = event.get("seat")
                player = self.seats[seat] if isinstance(seat, int) else self.seats[0]
                getattr(self, f"_{kind}", self._nothing)(player, event)

    def expect(self, deed: str, price: Amounts, gain: Amounts) -> None:
        """What the deed costs and yields; with what was still open where a price comes first."""
        if self.due is not None:
            deed = f"{self.due[0]}, {deed}"
            price = price + self.due[1]
            gain = gain + self.due[2]
        self.due = (deed, price, gain)

    def close(self) -> None:
        """The deed is over: paid and gained what it says?"""
        if self.due is not None and self.plain:
            deed, price, gain = self.due
            assert +self.paid == +price, (deed, self.paid, price)
            assert +self.gained == +gain, (deed, self.gained, gain)
            for kind in deed.split(", "):
                self.reckoned[kind] += 1
        self.due = None
        self.paid.clear()
        self.gained.clear()

    def _nothing(self, player: Watched, event: Event) -> None:
        """Other events only end a deed."""

    # -- turns and cards -----------------------------------------------------------------------

    def _play(self, player: Watched, event: Event) -> None:
        self.plain = True
        if event["special"]:
            do = CARDS[event["special"]]["do"]
            if foreseen(do):
                self.expect("yellow card", Counter(), free(do, player))

    def _main(self, player: Watched, event: Event) -> None:
        self.plain = True

    def _colour(self, player: Watched, event: Event) -> None:
        self.plain = True

    def _use(self, player: Watched, event: Event) -> None:
        self.plain = False

    def _discard(self, player: Watched, event: Event) -> None:
        self.plain = False

    def _with(self, player: Watched, event: Event) -> None:
        card = CARDS[event["bonus"]]
        if card["when"] == "canal":
            self.with_cards.append(event["bonus"])
            return
        self.close()
        if card["when"] == "sale":
            (part,) = card["do"]
            item, count = self.sold
            assert part["per_sold"] == item
            times = min(count, part["max"])
            gain = Counter({what: number * times for what, number in part["gain"].items()})
            self.expect("card for a sale", Counter(), gain)

    def _special(self, player: Watched, event: Event) -> None:
        card = event["special"]
        player.specials.append(card)
        if CARDS[card]["colour"] == "pink":
            coins, vp = EARLY_PINK[self.round - 1]
            self.expect("pink card", Counter(), Counter(coin=coins, vp=vp))

    def _token(self, player: Watched, event: Event) -> None:
        if event["place"] is not None:
            player.tokens += 1
            assert (event["place"] == "causeway") == (player.tokens <= 2)

    # -- workshops and gardens -----------------------------------------------------------------

    def _rotate(self, player: Watched, event: Event) -> None:
        cell = "h8" if event["start_tile"] == "a" else "i9"
        player.tiles[cell] = (player.tiles[cell][0], "front", event["rotation"])

    def _tile(self, player: Watched, event: Event) -> None:
        if event["tile"].startswith("w2"):
            assert self.round >= 3
            assert player.tokens >= 2
        self.expect("workshop", Counter(coin=1, stone=1), player.help("workshop", "gain"))

    def _workshop(self, player: Watched, event: Event) -> None:
        x, y = position(event["cell"])
        others = [position(cell) for cell in player.tiles]
        assert any(abs(x - a) == abs(y - b) == 1 for a, b in others)
        assert (x, y) not in others
        player.tiles[event["cell"]] = (event["tile"], event["side"], event["rotation"])

    def _room(self, player: Watched, event: Event) -> None:
        sides = [side for tile, side, _ in player.tiles.values() if tile == event["tile"]]
        (side,) = sides or ["front"]  # a level II room is used before the tile lies
        room = FACES[event["tile"], side]["rooms"][event["room"] - 1]
        if foreseen([room]):
            self.expect("room", Counter(room.get("pay", {})), free([room], player))

    def _garden(self, player: Watched, event: Event) -> None:
        placement = event["placement"]
        laid = player.gardens.setdefault(event["cell"], [])
        units: list[set[Unit]] = [strip(event["cell"], other) for other in laid]
        green = green_gain(player.workshops(), units, strip(event["cell"], placement))
        laid.append(placement)
        price = Counter(stone=1) if placement.startswith("small") else Counter(coin=1, stone=1)
        gain = player.help("garden", "gain") + Counter(green)
        self.expect("garden", price, gain)

    def _full_square(self, player: Watched, event: Event) -> None:
        player.full += 1
        vp = FULL_SQUARE[min(player.full, 5) - 1]
        self.expect("full square", Counter(), Counter(vp=vp))

    # -- canals and rain -----------------------------------------------------------------------

    def _canal(self, player: Watched, event: Event) -> None:
        tile = f"{event['canal']}{' back' * (event['side'] == 'back')}"
        (cell,) = [cell for cell in self.side["cells"] if cell["id"] == event["space"]]
        tank = canal_face(tile)["shape"] == "tank"
        assert tank == event["space"].startswith("t")
        assert event["space"] not in self.network
        if tank:
            assert player.full >= 2
            assert player.bases >= 1
        self.network[event["space"]] = (event["seat"], tile)
        player.canals += 1
        price = Counter(canal_face(tile)["cost"])
        price -= Counter(cell.get("discount", {})) + player.help("canal", "discount")
        gain = Counter(vp=cell["vp"]) + player.help("canal", "gain")
        exchanged: Amounts = Counter()
        for card in self.with_cards:
            for part in CARDS[card]["do"]:
                if "discount" in part:
                    price -= Counter(part["discount"])
                elif "per" in part:
                    gain["vp"] += part["vp"] * player.canals
                else:
                    exchanged.update(part.get("pay", {}))
                    gain.update(part["gain"])
        self.with_cards = []
        self.expect("canal", price + exchanged, gain)

    def _bot_canal(self, player: Watched, event: Event) -> None:
        tile = f"{event['canal']}{' back' * (event['side'] == 'back')}"
        self.network[event["space"]] = ("bot", tile)

    def _rain_tiles(self, player: Watched, event: Event) -> None:
        own = [tile for owner, tile in self.network.values() if owner == event["seat"]]
        assert event["amount"] == sum(tile_worth(tile) for tile in own)
        self.reckoned["rain"] += 1

    def _rain_flow(self, player: Watched, event: Event) -> None:
        self.water = event["space"]

    def _rain_pass(self, player: Watched, event: Event) -> None:
        owner, tile = self.network[self.water]
        assert owner == event["seat"]
        assert event["amount"] == tile_worth(tile)
        self.reckoned["water"] += 1

    def _round(self, player: Watched, event: Event) -> None:
        self.round = event["round"]

    # -- trade ---------------------------------------------------------------------------------

    def _go(self, player: Watched, event: Event) -> None:
        if self.plain:
            cost = road(player.at, event["centre"], event["by_resafa"])
            off = player.help("move", "discount")["coin"]
            assert event["cost"] == max(0, cost - off)
            self.reckoned["move"] += 1
        assert event["by_resafa"] or event["centre"] != player.at
        player.at = event["centre"]

    def _load(self, player: Watched, event: Event) -> None:
        player.cargo = Counter({event["item"]: event["amount"]} if event["amount"] else {})
        assert player.cargo.total() <= player.camels

    def _sell(self, player: Watched, event: Event) -> None:
        trade = self._trade(player, "sell", event)
        player.cargo.subtract({event["item"]: event["amount"]})
        assert min(player.cargo.values()) >= 0
        player.cargo = +player.cargo
        self.sold = (event["item"], event["amount"])
        gain: Amounts = Counter(
            {item: event["amount"] * trade["sell"].get(item, 0) for item in ("coin", "vp")}
        )
        bonus = free(trade["sell_bonus"], player) + player.help("trade", "gain")
        if foreseen(trade["sell_bonus"]):
            self.expect("sale", Counter(), gain + bonus)

    def _buy(self, player: Watched, event: Event) -> None:
        trade = self._trade(player, "buy", event)
        player.cargo[event["item"]] += event["amount"]
        assert list(player.cargo) == [event["item"]]
        assert player.cargo.total() <= player.camels
        price: Amounts = Counter(coin=event["amount"] * trade["buy"]["coin"])
        bonus = free(trade["buy_bonus"], player) + player.help("trade", "gain")
        if foreseen(trade["buy_bonus"]):
            self.expect("purchase", price, bonus)

    def _trade(self, player: Watched, what: str, event: Event) -> dict[str, Any]:
        tile, side = self.trading[player.at]
        trade: dict[str, Any] = TRADES[tile][side]
        assert trade[what]["item"] == event["item"]
        return trade

    def _base(self, player: Watched, event: Event) -> None:
        player.bases += 1
        spaces = [base for base in self.side["bases"] if base["centre"] == event["centre"]]
        space = spaces[event["place"] - 1]
        assert space.get("players", 1) <= self.players
        price = Counter(coin=1, stone=1) - player.help("base", "discount")
        if foreseen(space["do"]):
            self.expect("base", price, player.help("base", "gain") + free(space["do"], player))

    def _flip(self, player: Watched, event: Event) -> None:
        tile, side = self.trading[event["centre"]]
        assert (tile, "b" if side == "a" else "a") == (event["trading_tile"], event["side"])
        self.trading[event["centre"]] = (event["trading_tile"], event["side"])


def foreseen(parts: list[dict[str, Any]]) -> bool:
    """Whether what these parts yield does not hang on a choice told by its gain alone."""
    return not any({"choose", "per"} & set(part) for part in parts)


def free(parts: list[dict[str, Any]], player: Watched) -> Amounts:
    """What parts yield by themselves, as the events tell it: sacks and tokens have their own."""
    amounts: Amounts = Counter()
    for part in parts:
        if "gain" in part:
            amounts.update(part["gain"])
    for item in ("sack", "square", "scarab"):
        del amounts[item]
    camels: int = GAME.components.camel_max
    amounts["camel"] = min(amounts["camel"], camels - player.camels)
    return amounts
