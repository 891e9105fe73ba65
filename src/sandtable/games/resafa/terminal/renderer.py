"""Resafa at the terminal: map, water, display, areas, seats, choices."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.games.resafa.constants import ROUNDS
from sandtable.games.resafa.effects import language as effects
from sandtable.games.resafa.effects.kinds import read_parts
from sandtable.games.resafa.terminal import help as resafa_help
from sandtable.games.resafa.terminal.player_area import SEAT_STYLES, Area, WaterMap
from sandtable.games.resafa.text import effects as describe
from sandtable.games.resafa.text.words import PACKAGE
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.messages import catalog
from sandtable.terminal.choices import Group, NumberedChoice
from sandtable.terminal.renderer import Renderer, View
from sandtable.terminal.screen import Screen

LEVELS = ["I", "II", "III"]
COLOURS = {"yellow": "yellow", "white": "bold white", "blue": "bold blue", "pink": "magenta"}
TURNS = 3  # cards that everybody plays in a round
GAP = 3  # columns between centres and water where they stand beside each other
#: The words whose choices have a heading of their own.
TITLED = {
    "play", "main", "bonus", "use", "discard", "step", "take", "tile", "cell", "square", "room",
    "canal", "space", "go", "load", "sell", "buy", "base", "with", "drop",
}  # fmt: skip
COLUMNS = [
    "vp", "coin", "stone", "marble", "amphora", "spice", "camels", "tracks", "tokens", "rows",
    "canals", "gardens", "hand",
]  # fmt: skip
FLOWING = {"cell", "square", "load", "discard"}
#: Words whose labels carry an explanation in brackets.
CARDS = {"use", "with", "drop", "bonus", "take", "tile", "canal", "room"}


class TerminalRenderer(Renderer):
    parts: ClassVar[dict[str, str]] = {
        part: f"terminal.part.{part}"
        for part in ("table", "map", "water", "area", "display", "cards", "seats", "score")
    }

    def __init__(self, game: Game, names: list[str], screen: Screen) -> None:
        super().__init__(game, names, screen)
        self.speech = catalog(PACKAGE, game.language)
        self.things = resafa_help.things(self)
        self.tiles: dict[str, dict[str, Any]] = {t["id"]: t for t in game.edition["trading_tiles"]}
        self.area = Area(game.edition, screen, self.speech)
        self.water = WaterMap(game.edition, names, screen, self.speech)

    def part_text(self, part: str) -> str:
        return self.say(self.parts[part])

    def say(self, key: str, **values: object) -> str:
        return self.speech.say(key, **values)

    # -- the position --------------------------------------------------------------------------

    def table(self, view: View, offered: list[int]) -> RenderableType:
        heading = Text(self.moment(view), style="bold")
        centres, water = self.centres(view), self.draw_water(view, offered)
        board: list[RenderableType] = [centres, Text(""), water]
        wide = sum(self.screen.console.measure(part).maximum for part in (centres, water))
        if self.screen.width >= wide + GAP:
            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_row(centres, water)
            board = [grid]
        parts = [heading, *board, Text(""), self.display(view), Text(""), self.seats(view)]
        if view["resafabot"]:
            parts.append(self.bot(view["resafabot"]))
        seat = self.shown_seat(view)
        parts += [Text(""), self.draw_area(view, seat, offered), self.hand(view, seat)]
        return Stack(*parts)

    def part(self, name: str, view: View, offered: list[int]) -> RenderableType:
        if name == "map":
            return self.centres(view)
        if name == "water":
            return self.draw_water(view, offered)
        if name == "area":
            return self.areas(view, offered)
        if name == "display":
            return self.display(view, texts=True)
        if name == "cards":
            return self.cards(view, self.shown_seat(view))
        if name == "seats":
            return self.seats(view)
        if name == "score":
            return self.score(view)
        return self.table(view, offered)

    def before_question(self, view: View, offered: list[int]) -> RenderableType | None:
        words = {self.game.action_space.words[action] for action in offered}
        if words & {"cell", "square", "lay"}:
            return self.draw_area(view, self.shown_seat(view), offered)
        if words & {"space", "flow"}:
            return self.draw_water(view, offered)
        if "go" in words:
            return self.centres(view)
        return None

    def shown_seat(self, view: View) -> int:
        """Whose area and cards to show."""
        seat: int | None = view["seat"] if view["seat"] is not None else view["to_choose"]
        return seat or 0

    def moment(self, view: View) -> str:
        start = view["start"]
        name = self.names[start] if isinstance(start, int) else "Resafabot"
        return self.say(
            "terminal.moment",
            round=view["round"],
            rounds=ROUNDS,
            turn=view["turn_in_round"] or 0,
            turns=TURNS,
            name=name,
        )

    # -- the board -----------------------------------------------------------------------------

    def centres(self, view: View) -> RenderableType:
        table = Table(box=None, padding=(0, 1, 0, 0), show_edge=False)
        table.add_column(self.say("terminal.centres"), no_wrap=True)
        table.add_column(self.say("terminal.sell_each"), max_width=24)
        table.add_column(self.say("terminal.buy_each"), max_width=22)
        table.add_column(self.say("terminal.bases"), no_wrap=True)
        for centre in view["centres"]:
            data = self.things[centre["centre"]]
            face = self.tiles[centre["trading_tile"]][centre["side"]]
            here = [s["seat"] for s in view["seats"] if s["caravan"]["at"] == centre["centre"]]
            camels = "".join(f" {self.screen.glyphs.here}{self.names[s][:3]}" for s in here)
            name = Text(data["name"] + camels, style=data["colour"])
            sale, purchase = self.screen.fit(self.sale(face)), self.screen.fit(self.purchase(face))
            table.add_row(name, sale, purchase, self.owners(centre["bases"]))
        return table

    def owners(self, owners: list[int | str | None]) -> Text:
        text = Text()
        for owner in owners:
            if owner is None:
                text.append(f"{self.screen.glyphs.dot} ")
            elif isinstance(owner, int):
                text.append(f"{self.names[owner][:3]} ", SEAT_STYLES[owner])
            else:
                text.append(f"{self.say('terminal.bot')} ", SEAT_STYLES[4])
        return text

    def draw_water(self, view: View, offered: list[int]) -> RenderableType:
        return self.water.draw(view, self.items(offered, "space"))

    def draw_area(self, view: View, seat: int, offered: list[int]) -> RenderableType:
        cells = self.items(offered, "cell") if seat == view["to_choose"] else []
        squares = self.items(offered, "square") if seat == view["to_choose"] else []
        return self.area.draw(view["seats"][seat], cells, squares)

    def areas(self, view: View, offered: list[int]) -> RenderableType:
        parts: list[RenderableType] = []
        for seat in range(len(view["seats"])):
            parts.append(Text(self.names[seat], style=SEAT_STYLES[seat]))
            parts.append(self.draw_area(view, seat, offered))
        return Stack(*parts, Text(self.say("terminal.legend"), style="dim"))

    def items(self, offered: list[int], word: str) -> list[str]:
        book = self.game.action_space
        return [book.items[action] for action in offered if book.words[action] == word]

    # -- cards and tiles to be had -------------------------------------------------------------

    def display(self, view: View, texts: bool = False) -> RenderableType:
        table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
        table.add_column(self.say("terminal.colours"))
        table.add_column(self.say("terminal.bonus_cards"))
        table.add_column(self.say("terminal.special_cards"))
        for row, (colour, cards) in enumerate(view["bonus"].items()):
            bonus = [self.named(card, texts) for card in cards if card]
            stacks = [self.stack(stack, texts) for stack in view["special"][row * 3 : row * 3 + 3]]
            gap = "\n" if texts else "; "
            name = Text(self.speech.say(f"colour.{colour}"), COLOURS[colour])
            table.add_row(name, gap.join(bonus) or "-", gap.join(stacks))
        lines: list[RenderableType] = [table]
        offer = [tile for tile in view["offer"] if tile]
        gap = "\n  " if texts else "; "
        workshops = [f"{self.named(tile)} ({self.tile_text(self.things[tile])})" for tile in offer]
        tiles = gap.join(workshops) or self.say("terminal.none")
        lines.append(Text(self.say("terminal.offer", tiles=tiles)))
        gardens, sacks = view["gardens_left"], view["sack_deck"]["cards"]
        left = self.say(
            "terminal.left", small=gardens["small"], large=gardens["large"], sacks=sacks
        )
        lines.append(Text(left, style="dim"))
        return Stack(*lines)

    def named(self, thing: str, text: bool = False) -> str:
        data = self.things[thing]
        name = f"{thing} {data.get('name', '')}".rstrip()
        return f"{name}: {data['text']}" if text and "text" in data else name

    def stack(self, stack: dict[str, Any], text: bool) -> str:
        shown = self.named(stack["open"], text) if stack["open"] else "-"
        known = f": {', '.join(stack['known'])}" if stack["known"] else ""
        return f"{shown} (+{stack['hidden']}{known})"

    def tile_text(self, tile: dict[str, Any]) -> str:
        """The rooms of a workshop's front, or of a starting tile; shape and cost of a canal."""
        face = tile.get("front", tile)
        if "rooms" not in face:
            return " / ".join(self.canal_text(tile[side]) for side in ("front", "back"))
        return self.screen.fit(describe.rooms(self.speech, read_parts(face["rooms"])))

    def canal_text(self, face: dict[str, Any]) -> str:
        shape = self.speech.say(f"canal.{face['shape']}")
        return f"{shape} +{face['blue']}, {self.cost(face['cost'])}"

    # -- seats ---------------------------------------------------------------------------------

    def seats(self, view: View) -> RenderableType:
        table = Table(box=None, padding=(0, 1, 0, 0), show_edge=False)
        table.add_column(self.say("terminal.seats"), no_wrap=True, max_width=14)
        size = "short" if self.screen.width < 100 else "long"
        for column in COLUMNS:
            table.add_column(
                self.say(f"terminal.head.{size}.{column}"), justify="right", no_wrap=True
            )
        for seat in view["seats"]:
            here = self.screen.glyphs.here if seat["seat"] == view["to_choose"] else " "
            tracks = "/".join(str(space) for space in seat["tracks"].values())
            rows = "/".join(str(len(row)) for row in seat["rows"].values())
            name = Text(f"{here} {self.names[seat['seat']]}", style=SEAT_STYLES[seat["seat"]])
            table.add_row(
                name,
                str(seat["vp"]),
                *[str(amount or self.screen.glyphs.dot) for amount in seat["items"].values()],
                str(seat["camels"]),
                tracks,
                f"{seat['squares']}+{seat['scarabs']}",
                rows,
                str(seat["canals"]),
                f"{seat['gardens']}({seat['full_squares']})",
                str(seat["cards_in_hand"]),
            )
        return Stack(table, *[self.goods(seat) for seat in view["seats"]])

    def goods(self, seat: dict[str, Any]) -> Text:
        """What lies on the caravan, and the cards of a seat."""
        text = Text()
        text.append(self.names[seat["seat"]], SEAT_STYLES[seat["seat"]])
        caravan = seat["caravan"]
        item = caravan["item"]
        cargo = self.speech.say(f"item.{item}", n=caravan["count"]) if item else ""
        at = "Resafa" if caravan["at"] == "resafa" else self.things[caravan["at"]]["name"]
        text.append(
            self.say("terminal.caravan", place=at, loaded="yes" if item else "no", cargo=cargo)
        )
        cards = [card["card"] + ("*" if card["usable"] else "") for card in seat["special"]]
        for title, things in (
            ("special", cards),
            ("bonus", seat["bonus"]),
            ("tiles", seat["canal_bonus"]),
        ):
            if things:
                text.append(self.say(f"terminal.has.{title}", cards=", ".join(things)))
        if seat["sacks"]:
            known = f" ({', '.join(seat['sack_cards'])})" if seat["sack_cards"] else ""
            text.append(self.say("terminal.has.sacks", count=seat["sacks"], cards=known))
        return text

    def bot(self, bot: dict[str, Any]) -> Text:
        tracks = "/".join(str(space) for space in bot["tracks"].values())
        marker, tiles, card = bot["marker"], bot["canal_tiles"], bot["next_card"]
        told = self.say("terminal.resafabot", tracks=tracks, marker=marker, tiles=tiles, card=card)
        return Text(told, style=SEAT_STYLES[4])

    def hand(self, view: View, seat: int) -> RenderableType:
        cards = view["seats"][seat]["action_cards"]["cards"]
        text = Text(self.say("terminal.action_cards"), style="bold")
        for place in ("hand", "pile", "played", "hidden"):
            there = [self.action_card(card) for card in cards if card["place"] == place]
            if there:
                text.append(self.say(f"terminal.at.{place}"), "bold")
                text.append("; ".join(there) + ". ")
        return text

    def action_card(self, card: dict[str, Any]) -> str:
        actions = [self.speech.say(f"action.{action}") for action in card["pair"].split("/")]
        if card["yellow"]:
            return f"{card['yellow']} ({'/'.join(actions)})"
        colours = [self.speech.say(f"colour.{colour}") for colour in card["colours"]]
        halves = zip(actions, colours, strict=True)
        return " / ".join(f"{action} {colour}" for action, colour in halves)

    def cards(self, view: View, seat: int) -> RenderableType:
        mine = view["seats"][seat]
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="bold", max_width=28)
        table.add_column()
        for card in mine["special"]:
            data = self.things[card["card"]]
            used = self.say("terminal.used") if card["used"] else ""
            boxed = self.say("terminal.boxed", vp=data["boxed"]) if data["boxed"] else ""
            table.add_row(self.named(card["card"]), data["text"] + boxed + used)
        for thing in [*mine["bonus"], *mine["sack_cards"], *mine["canal_bonus"]]:
            table.add_row(self.named(thing), self.things[thing]["text"])
        return Stack(self.hand(view, seat), table)

    def score(self, view: View) -> RenderableType:
        table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
        table.add_column(self.say("terminal.points"))
        for seat in view["seats"]:
            table.add_column(self.names[seat["seat"]], justify="right")
        for source in view["seats"][0]["points"]:
            row = [seat["points"][source] for seat in view["seats"]]
            if any(row):
                table.add_row(self.source_text(source), *[str(amount) for amount in row])
        table.add_row(
            self.say("terminal.so_far"), *[str(s["vp"]) for s in view["seats"]], style="bold"
        )
        if not view["over"]:
            for source in view["seats"][0]["end"]:
                row = [seat["end"][source] for seat in view["seats"]]
                if any(row):
                    told = self.say("terminal.at_the_end", source=self.source_text(source))
                    table.add_row(told, *[str(a) for a in row], style="dim")
            totals = [str(seat["vp"] + seat["end_total"]) for seat in view["seats"]]
            table.add_row(self.say("terminal.if_over"), *totals, style="bold")
        return table

    def source_text(self, source: str) -> str:
        return self.say(f"terminal.source.{source.replace(' ', '_')}")

    # -- effects -------------------------------------------------------------------------------

    def bonus(self, parts: list[dict[str, Any]]) -> str:
        return f" (+ {describe.parts(self.speech, read_parts(parts))})" if parts else ""

    def cost(self, cost: dict[str, int]) -> str:
        return describe.amounts(self.speech, effects.read_cost(cost))

    def sale(self, face: dict[str, Any]) -> str:
        sell = face["sell"]
        gain = effects.read_gain({item: sell.get(item, 0) for item in ("coin", "vp")})
        item = self.speech.say(f"one.{sell['item']}")
        return f"{item}: {describe.amounts(self.speech, gain)}{self.bonus(face['sell_bonus'])}"

    def purchase(self, face: dict[str, Any]) -> str:
        buy = face["buy"]
        price = self.cost({"coin": buy["coin"]}) if buy["coin"] else self.speech.say("free")
        return f"{self.speech.say('one.' + buy['item'])}: {price}{self.bonus(face['buy_bonus'])}"

    # -- choices and words ---------------------------------------------------------------------

    def groups(self, match: Match) -> list[Group]:
        book = self.game.action_space
        by_word: dict[str, Group] = {}
        for action in match.legal_actions():
            word = book.words[action]
            title = self.say(f"terminal.group.{word}") if word in TITLED else ""
            group = by_word.setdefault(title, Group(title, [], word in FLOWING))
            label, note = self.screen.fit(match.action_text(action)), ""
            if word in FLOWING:
                label = book.items[action]
            elif word in CARDS:
                label, note = _split(label)
            group.choices.append(NumberedChoice(action, book.notation(action), label, note))
        return list(by_word.values())

    def help(self, words: str, view: View) -> RenderableType | None:
        return resafa_help.about(self, words)

    def help_hint(self) -> str:
        edition = self.game.edition
        tile = edition["workshops"][0]
        return self.say(
            "terminal.help_hint",
            card=edition["special_cards"][0]["id"],
            bonus=edition["bonus_cards"][0]["id"],
            tile=tile["id"],
            name=tile["name"].lower(),
        )

    def verdict(self, match: Match) -> str:
        result = match.result()
        if not result:
            return super().verdict(match)
        name, score, rank = self.names[0], result["score"], result["rank"]
        return self.say("terminal.ends", name=name, score=score, rank=rank)


def _split(label: str) -> tuple[str, str]:
    """A choice and what it does, which stands behind a colon or in brackets."""
    colon, bracket = label.find(": "), label.find(" (")
    if colon >= 0 and (bracket < 0 or colon < bracket):
        return label[:colon], label[colon + 2 :]
    if bracket >= 0:
        return label[:bracket], label[bracket + 2 :].replace(")", "", 1)
    return label, ""
