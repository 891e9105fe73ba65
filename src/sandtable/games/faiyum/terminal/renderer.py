"""Faiyum at the terminal: map, market, seats, choices."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.games.faiyum.constants import RESOURCES, STARTING
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.terminal import choices as faiyum_choices
from sandtable.games.faiyum.terminal import help as faiyum_help
from sandtable.games.faiyum.terminal.board_map import Map
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.messages import catalog
from sandtable.terminal.choices import Group
from sandtable.terminal.renderer import Renderer, View
from sandtable.terminal.screen import Screen

RESOURCE_STYLES = {
    "wheat": "#d9b64a",
    "grape": "#b48ad8",
    "stone": "#b8b8b0",
    "fish": "#6fb4e8",
    "rose": "#f08ab0",
}
SIDE = 44  # columns that market and seats need beside the map
GAP = 3
STACK_SHOWN = 6  # administration gives the top three back; more can be bought back


class TerminalRenderer(Renderer):
    parts: ClassVar[dict[str, str]] = {
        part: f"terminal.part.{part}" for part in ("table", "map", "market", "seats", "cards")
    }

    def __init__(self, game: Game, names: list[str], screen: Screen) -> None:
        super().__init__(game, names, screen)
        assert isinstance(game, Faiyum)
        self.faiyum = game
        self.messages = catalog("sandtable.games.faiyum", game.language)
        self.cards: dict[int, dict[str, Any]] = {c["number"]: c for c in game.edition["cards"]}
        self.board: dict[str, Any] = game.edition["board"]
        self.map = Map(self.board, screen, game.language)
        self.kinds: dict[str, str] = {s["name"]: s["kind"] for s in self.board["spaces"]}

    def part_text(self, part: str) -> str:
        return self.messages.say(self.parts[part])

    # -- the position --------------------------------------------------------------------------

    def table(self, view: View, offered: list[int]) -> RenderableType:
        board = self.draw_map(view, offered)
        width = self.screen.width
        if width >= self.map.width + GAP + SIDE:
            side = width - self.map.width - GAP
            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_column(width=self.map.width, no_wrap=True)
            grid.add_column(width=side)
            grid.add_row(board, Stack(self.market(view, side), Text(""), self.seats(view, side)))
            return grid
        return Stack(board, Text(""), self.market(view, width), Text(""), self.seats(view, width))

    def part(self, name: str, view: View, offered: list[int]) -> RenderableType:
        if name == "map":
            return Stack(self.draw_map(view, offered), Text(self.map.legend(), style="dim"))
        if name == "market":
            return Stack(
                self.market(view, self.screen.width),
                Text(""),
                self.card_list([slot["card"] for slot in view["market"]]),
                Text(""),
                faiyum_help.to_come(self, view),
            )
        if name == "seats":
            return self.seats(view, self.screen.width, deep=1000)
        if name == "cards":
            seat = view["seat"] if view["seat"] is not None else (view["to_choose"] or 0)
            return self.card_list(view["seats"][seat]["hand"])
        return self.table(view, offered)

    def before_question(self, view: View, offered: list[int]) -> RenderableType | None:
        if any(self.game.action_space.words[a] in ("space", "road", "bridge") for a in offered):
            return self.draw_map(view, offered)
        return None

    def draw_map(self, view: View, offered: list[int]) -> RenderableType:
        if self.screen.width < self.map.width:
            return self.space_list(view, offered)
        spaces, pairs = self.marks(offered)
        return self.map.draw(view["spaces"], view["roads"], view["bridges"], spaces, pairs)

    def marks(self, offered: list[int]) -> tuple[set[str], list[tuple[str, str]]]:
        """The spaces and the pairs of spaces that can be chosen."""
        book = self.game.action_space
        spaces: set[str] = set()
        pairs: list[tuple[str, str]] = []
        for action in offered:
            if book.words[action] == "space":
                spaces.add(book.items[action])
            elif book.words[action] in ("road", "bridge"):
                a, _, b = book.items[action].partition("-")
                pairs.append((a, b))
        return spaces, pairs

    def space_list(self, view: View, offered: list[int]) -> Text:
        """Instead of the map, where the terminal is too narrow for it."""
        spaces, _ = self.marks(offered)
        words = []
        for space in view["spaces"]:
            there = self.map.contents(space).strip()
            mark = self.screen.glyphs.chosen if space["name"] in spaces else ""
            kind = self.messages.say(f"terminal.kind.{space['kind']}")
            words.append(f"{space['name']}{mark} {kind}{' ' + there if there else ''}")
        none = self.messages.say("terminal.none")
        roads = ", ".join(f"{a}-{b}" for a, b in view["roads"]) or none
        bridges = ", ".join("-".join(b["ends"]) for b in view["bridges"]) or none
        lines = [
            self.messages.say("terminal.narrow", width=self.map.width),
            f"{'; '.join(words)}.",
            self.messages.say("terminal.roads", roads=roads),
            self.messages.say("terminal.bridges", bridges=bridges),
        ]
        return Text("\n".join(lines))

    # -- market --------------------------------------------------------------------------------

    def market(self, view: View, width: int) -> RenderableType:
        lines = [Text(self.messages.say("terminal.market"), style="bold")]
        later: list[str] = []
        token = False
        for slot in view["market"]:
            card = slot["card"]
            if not slot["current"]:
                later.append(self.title(card))
                continue
            price = f"${slot['price']}" if slot["price"] is not None else "-"
            token = token or slot["token"]
            line = Text(no_wrap=True, overflow="crop")
            line.append(f"{price + ('*' if slot['token'] else ' '):>4}", "bold green")
            line.append(f" {self.title(card)}", "bold")
            text = "  " + self.cards[card]["text"]
            line.append(shorten(text, width - len(line), self.screen.glyphs.more), "dim")
            lines.append(line)
        if later:
            dot = f" {self.screen.glyphs.dot} "
            lines.append(Text(self.messages.say("terminal.then", cards=dot.join(later))))
        coming = view["to_come"]
        pile, final = len(coming["draw_pile"]), len(coming["final_stack"])
        counts = self.messages.say("terminal.piles", pile=pile, final=final)
        off = self.messages.say("terminal.token") if token else ""
        lines.append(Text(counts + off, style="dim"))
        return Stack(*lines)

    # -- seats ---------------------------------------------------------------------------------

    def seats(self, view: View, width: int, deep: int = STACK_SHOWN) -> RenderableType:
        """What everybody has, and the topmost cards of the stacks."""
        narrow = width < 54
        table = Table(box=None, padding=(0, 1 if width < 64 else 2, 0, 0), show_edge=False)
        say = self.messages.say
        table.add_column(
            say("terminal.seats"), no_wrap=True, max_width=14 if narrow else 24, overflow="crop"
        )
        table.add_column(say("terminal.reputation"), justify="right", style="bold")
        table.add_column(say("terminal.money"), justify="right", style="green")
        for word in RESOURCES:
            name = say(f"resource.{word}")
            head = name[:2] if narrow else name
            table.add_column(head, justify="right", style=RESOURCE_STYLES[word])
        for seat in view["seats"]:
            here = self.screen.glyphs.here if seat["seat"] == view["to_choose"] else " "
            if seat["passed"]:
                here = "x"
            table.add_row(
                f"{here} {self.names[seat['seat']]}",
                str(seat["reputation"]),
                f"${seat['money']}",
                *[str(seat["resources"][word] or self.screen.glyphs.dot) for word in RESOURCES],
            )
        parts: list[RenderableType] = [table]
        for seat in view["seats"]:
            parts.append(self._cards_of(seat, deep))
        if view["goal"]:
            goal = self.game.edition["campaign"][view["goal"] - 1]
            number, name, text = goal["number"], goal["name"], goal["text"]
            told = self.messages.say("terminal.goal", number=number, name=name, text=text)
            parts.append(Text(told, "bold"))
        if view["last_turns"] and not view["over"]:
            parts.append(Text(self.messages.say("terminal.last_turns"), "bold red"))
        return Stack(*parts)

    def _cards_of(self, seat: dict[str, Any], deep: int) -> Text:
        text = Text()
        text.append(self.names[seat["seat"]], "bold")
        say = self.messages.say
        text.append(say("terminal.passed" if seat["passed"] else "terminal.holds"))
        text.append(self.counted(seat["hand"]) or say("terminal.no_card"))
        text.append(say("terminal.stack"), "dim")
        stack = [self.title(card) for card in reversed(seat["stack"])]
        if len(stack) > deep + 1:
            stack[deep:] = [say("terminal.more", count=len(stack) - deep)]
        text.append(", ".join(stack) or say("terminal.empty"), "dim")
        return text

    # -- cards ---------------------------------------------------------------------------------

    def title(self, card: int) -> str:
        """Number and name; starting cards have no number on them."""
        name: str = self.cards[card]["name"]
        return name if card in STARTING else f"{card} {name}"

    def counted(self, hand: list[int]) -> str:
        """Cards in a line, equal ones together."""
        return ", ".join(self.title_with_count(card, hand) for card in dict.fromkeys(hand))

    def title_with_count(self, card: int, hand: list[int]) -> str:
        count = hand.count(card)
        return self.title(card) + (f" {self.screen.glyphs.times}{count}" if count > 1 else "")

    def card_list(self, cards: list[int]) -> RenderableType:
        if not cards:
            return Text(self.messages.say("terminal.no_cards"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="bold", max_width=26)
        table.add_column()
        for card in dict.fromkeys(cards):
            table.add_row(self.title_with_count(card, cards), self.cards[card]["text"])
        return table

    # -- choices and words ---------------------------------------------------------------------

    def groups(self, match: Match) -> list[Group]:
        return faiyum_choices.groups(self, match)

    def after_choices(self, match: Match) -> RenderableType | None:
        """Which cards of the hand are of no use now, and why."""
        decision = match.decision()
        if decision is None or decision.kind not in ("turn", "last"):
            return None
        barred = self.reasons(
            {what: why for what, why in match.explain().items() if what.startswith("play ")}
        )
        if not barred:
            return None
        words = [f"{what.partition(' ')[2]} ({why})" for what, why in barred]
        return Text(self.messages.say("terminal.barred", cards=", ".join(words)), style="dim")

    def help(self, words: str, view: View) -> RenderableType | None:
        return faiyum_help.about(self, words, view)

    def help_hint(self) -> str:
        card = min(number for number in self.cards if number not in STARTING)
        space = self.board["spaces"][0]["name"]
        name = self.cards[card]["name"].lower()
        return self.messages.say("terminal.help_hint", card=card, name=name, space=space)

    def reasons(self, reasons: dict[str, str]) -> list[tuple[str, str]]:
        lines = []
        for notation, reason in reasons.items():
            word, _, item = notation.partition(" ")
            card = faiyum_help.card_named(self, item) if word in ("play", "buy") else None
            lines.append((f"{word} {self.title(card)}" if card else notation, reason))
        return lines

    def source_text(self, source: str) -> str:
        return self.messages.say(f"terminal.source.{source}")

    def verdict(self, match: Match) -> str:
        result = match.result()
        name, reputation = self.names[0], match.scores()[0]
        say = self.messages.say
        if not result:
            if match.players == 1:
                return say("terminal.ends", name=name, reputation=reputation)
            return super().verdict(match)
        key = "terminal.campaign_won" if result["campaign_complete"] else "terminal.reached"
        if not result["reached"]:
            key = "terminal.missed"
        goal, won = result["goal"], result["won"]
        return say(key, name=name, reputation=reputation, goal=goal, won=won)


def shorten(text: str, width: int, more: str) -> str:
    """Cut at a word, so that it fits; nothing where only crumbs would be left."""
    if len(text) <= width:
        return text
    cut = text[: max(0, width - len(more))]
    cut = re.sub(r"\s+\S*$", "", cut)
    return cut + more if len(cut) > 12 else ""
