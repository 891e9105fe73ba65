"""Resafa as a tensor. Owners are counted from the observer, alone Resafabot comes after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.resafa import constants
from sandtable.games.resafa.actions import SLOTS
from sandtable.games.resafa.edition.components import (
    BASE_SPACES,
    CELLS,
    LEVEL_1,
    cell_number,
)
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.geometry import SIZE
from sandtable.games.resafa.observation.encoder import ResafaEncoder
from sandtable.games.resafa.observation.seats import (
    Read,
    Things,
    card_flags,
    cell_at,
    counts,
    number_of,
    own_flags,
    seat_flags,
    seat_numbers,
    span,
)
from sandtable.games.resafa.observation.subjects import Places
from sandtable.games.resafa.view import BOT_NAME, PHASES, SIDES
from sandtable.observation.encoder import Frame
from sandtable.observation.tensors import Field, Layout, View, flags, one_hot, table_fields

#: The kinds of questions, in the order of the tensor: new ones go to the end.
KINDS = [
    "play",
    "next",
    "colour",
    "provisions",
    "special",
    "take",
    "tile",
    "room_now",
    "side",
    "cell",
    "rotate",
    "produce",
    "square",
    "lay",
    "lay_bare",
    "canal",
    "space",
    "go",
    "load",
    "trade",
    "sale",
    "base",
    "row",
    "part",
    "pay",
    "step",
    "bonus",
    "item",
    "replace",
    "draw",
    "limit",
    "flow",
]
STACKS = len(fx.COLOURS) * constants.LEVELS
OFFER = 2 * constants.OFFERED


class ResafaLayout(Layout):
    place_words = frozenset({"cell", "square", "space", "go", "base"})

    def __init__(self, game: Resafa, players: int) -> None:
        self.rules = game.rules
        self.owners = players + 1 if players == 1 else players
        self.things = Things(game.components)
        self.tiles = self.things.workshops
        self.built = len(self.tiles) - LEVEL_1  # tiles that can be on offer
        self.faces = game.components.canal_faces
        codes = game.rules.codes
        self.uses: list[str] = codes.book.items[codes.first_use : codes.discard]
        self.centres: list[str] = game.components.centre_ids
        self.places = Places(game.components)
        fields = [
            *table_fields(players, KINDS),
            Field("subject", (self.places.size,), "what the question is about", self._subject),
            Field(
                "heading",
                (len(self.centres),),
                "the centre the caravan is on its way to",
                self._heading,
            ),
            Field(
                "turning",
                (2 * len(self.tiles),),
                "front or back of the workshop to turn",
                self._turning,
            ),
            *self._board_flags(players),
            *self._card_flags(),
            *seat_flags(game.rules, self.things, players),
            *own_flags(self.tiles),
            *(self._bot_flags() if players == 1 else []),
            Field("turning_at", (2,), "column and row of that workshop", _turning_at, SIZE, SIZE),
            *self._table_numbers(),
            *seat_numbers(game.rules, self.things, players),
            *(self._bot_numbers() if players == 1 else []),
        ]
        super().__init__(game, players, fields)
        frame = Frame(players, self.start, self.least, self.most, self.unit, KINDS)
        self.use(ResafaEncoder(frame, game.rules))

    def _subject(self, view: View) -> list[int]:
        return one_hot(self.places.size, self._subject_place(_asked_about(view)))

    def _subject_place(self, about: dict[str, Any]) -> int | None:
        kind, places = about["type"], self.places
        if kind == "use":
            return self.uses.index(about["thing"])
        if kind == "main":
            return places.mains + fx.ACTIONS.index(about["action"])
        if kind == "colour":
            if about["colour"] is None:
                return places.any_colour
            return places.colours + fx.COLOURS.index(about["colour"])
        if kind == "stack":
            colour, level = fx.COLOURS.index(about["colour"]), int(about["level"])
            return places.stacks + colour * constants.LEVELS + level - 1
        if kind == "card":
            return places.cards + self.things.special[about["card"]]
        if kind == "tile":
            return places.tiles + self.tiles[about["tile"]]
        if kind == "square":
            return places.squares + cell_at(about["square"])
        if kind == "water":
            return places.waters + cell_number(about["space"])
        bonuses = {
            "reward": places.reward,
            "base bonus": places.base_bonus,
            "trade bonus": places.trade_bonus,
        }
        return bonuses.get(kind)

    def _heading(self, view: View) -> list[int]:
        about = _asked_about(view)
        journey = about["type"] == "journey"
        return one_hot(len(self.centres), self.centres.index(about["centre"]) if journey else None)

    def _turning(self, view: View) -> list[int]:
        about = _asked_about(view)
        face = None
        if about["type"] == "rotation":
            face = self.tiles[about["tile"]] * 2 + SIDES.index(about["side"])
        return one_hot(2 * len(self.tiles), face)

    def _owner(self, view: View, owner: object) -> int | None:
        """A seat as the observer counts it; the bot comes last."""
        if owner is None:
            return None
        if owner == BOT_NAME:
            return self.owners - 1
        assert isinstance(owner, int)
        players: int = view["players"]
        return (owner - int(view["seat"])) % players

    def _face(self, tile: str | None, side: str | None) -> int | None:
        """A side of a canal tile."""
        if tile is None or side is None:
            return None
        return self.things.canals[tile] * 2 + SIDES.index(side)

    # -- flags ---------------------------------------------------------------------------------

    def _board_flags(self, players: int) -> list[Field]:
        owners = self.owners
        centres = self.rules.edition.centre_ids
        spaces = self.rules.spaces[players]
        tiles = self.things.trading
        edition, faces = self.rules.edition, self.faces
        bonus = self.things.canal_bonus

        def trading(view: View) -> list[int]:
            flags: list[int] = []
            for centre in view["centres"]:
                face = tiles[centre["trading_tile"]] * 2 + "ab".index(centre["side"])
                flags += one_hot(2 * len(tiles), face)
            return flags

        def bases(view: View) -> list[int]:
            bits: list[int] = []
            for number, centre in enumerate(view["centres"]):
                left = list(centre["bases"])
                for place in range(BASE_SPACES):
                    here = left.pop(0) if spaces[number * BASE_SPACES + place] else None
                    bits += one_hot(owners, self._owner(view, here))
            return bits

        def cells(size: int, read: Callable[[View, View], int | None]) -> Read:
            def all_cells(view: View) -> list[int]:
                bits = [0] * (CELLS * size)
                for cell in view["water"]:
                    index = read(view, cell)
                    if index is not None:
                        bits[cell_number(cell["space"]) * size + index] = 1
                return bits

            return all_cells

        where = "water spaces r1c1 to r5c5, t1 to t5"
        return [
            Field("phase", (len(PHASES),), ", ".join(PHASES), _phase),
            Field(
                "start",
                (owners,),
                "whose turn comes first",
                lambda v: one_hot(owners, self._owner(v, v["start"])),
            ),
            Field("advanced", (1,), "the advanced game", lambda v: [int(v["advanced"])]),
            Field(
                "trading",
                (edition.centres, 2 * len(tiles)),
                f"side a and b of each trading tile at {', '.join(centres)}",
                trading,
            ),
            Field(
                "bases", (edition.centres * BASE_SPACES, owners), "owners of trading bases", bases
            ),
            Field(
                "canal_owner",
                (CELLS, owners),
                f"owners of canal tiles; {where}",
                cells(owners, lambda v, cell: self._owner(v, cell["owner"])),
            ),
            Field(
                "canal_face",
                (CELLS, faces),
                f"front and back of canal tiles {span(edition.canal_ids)}",
                cells(faces, lambda v, cell: self._face(cell["tile"], cell["side"])),
            ),
            Field(
                "canal_bonus",
                (CELLS, len(bonus)),
                f"canal bonus tiles {span(edition.canal_bonus_ids)}",
                cells(len(bonus), lambda v, cell: number_of(bonus, cell["bonus"])),
            ),
            Field(
                "sources",
                (CELLS,),
                "cubes outside the network",
                cells(1, lambda v, cell: 0 if cell["source"] else None),
            ),
            Field(
                "cubes",
                (CELLS,),
                "cubes on canal tiles",
                cells(1, lambda v, cell: 0 if cell["cube"] else None),
            ),
        ]

    def _card_flags(self) -> list[Field]:
        edition, special, bonus = self.rules.edition, self.things.special, self.things.bonus
        built = self.built

        def tile(word: str | None) -> int | None:
            return None if word is None else self.tiles[word] - LEVEL_1

        def display(view: View) -> list[int]:
            bits: list[int] = []
            for colour in fx.COLOURS:
                for card in view["bonus"][colour]:
                    bits += one_hot(len(bonus), number_of(bonus, card))
            return bits

        def to_come(level: str) -> Read:
            return lambda v: flags(
                built, [self.tiles[word] - LEVEL_1 for word in v["workshops_to_come"][level]]
            )

        return [
            Field(
                "offer",
                (OFFER, built),
                "workshop tiles on offer by slot, level I first",
                lambda v: [x for word in v["offer"] for x in one_hot(built, tile(word))],
            ),
            Field("level_1", (built,), "workshop tiles of level I to come", to_come("level_1")),
            Field("level_2", (built,), "workshop tiles of level II to come", to_come("level_2")),
            Field(
                "display",
                (len(fx.COLOURS), SLOTS, len(bonus)),
                f"bonus cards {span(edition.bonus_ids)} on display, by colour "
                f"({', '.join(fx.COLOURS)}) and slot",
                display,
            ),
            Field(
                "open",
                (len(special),),
                f"open special cards {span(edition.special_ids)}",
                lambda v: card_flags(special, [s["open"] for s in v["special"] if s["open"]]),
            ),
            Field("looked", (STACKS,), "stacks whose hidden cards are known", _looked),
            Field(
                "known",
                (len(special),),
                "hidden special cards that are known",
                lambda v: card_flags(
                    special, [card for s in v["special"] for card in s["known"] or []]
                ),
            ),
            Field(
                "not_in_game",
                (len(special),),
                "special cards known to be out",
                lambda v: card_flags(special, v["not_in_game"] or []),
            ),
        ]

    def _bot_flags(self) -> list[Field]:
        centres = self.rules.edition.centre_ids
        cards, special = self.things.solo, self.things.special
        solo = len(cards)

        def canal(view: View) -> list[int]:
            bot = view["resafabot"]
            return one_hot(self.faces, self._face(bot["next_canal"], bot["next_canal_side"]))

        return [
            Field(
                "bot_marker",
                (CELLS,),
                "Resafabot: its marker",
                lambda v: one_hot(CELLS, cell_number(v["resafabot"]["marker"])),
            ),
            Field(
                "bot_next",
                (solo,),
                "the card it turns over next",
                lambda v: one_hot(solo, cards[v["resafabot"]["next_card"]]),
            ),
            Field(
                "bot_played",
                (solo,),
                "cards it has turned over",
                lambda v: card_flags(cards, v["resafabot"]["played"]),
            ),
            Field("bot_canal", (self.faces,), "its next canal tile", canal),
            Field(
                "bot_bases",
                (len(centres),),
                "its bases",
                lambda v: flags(len(centres), [centres.index(x) for x in v["resafabot"]["bases"]]),
            ),
            Field(
                "bot_removed",
                (len(special),),
                "special cards it has removed",
                lambda v: card_flags(special, v["resafabot"]["removed"]),
            ),
        ]

    # -- numbers -------------------------------------------------------------------------------

    def _table_numbers(self) -> list[Field]:
        colours = len(fx.COLOURS)
        sacks, bonus = len(self.things.sacks), self.things.bonus

        def to_come(view: View) -> list[int]:
            numbers: list[int] = []
            for colour in fx.COLOURS:
                for level in ("level_1", "level_2"):
                    numbers += counts(bonus, view["bonus_to_come"][colour][level])
            return numbers

        def order(view: View) -> list[int]:
            numbers = [0] * sacks
            for place, card in enumerate(reversed(view["sack_deck"]["known_at_end"]), 1):
                numbers[self.things.sacks[card]] = place
            return numbers

        return [
            Field(
                "round",
                (1,),
                "the round",
                lambda v: [v["round"]],
                constants.ROUNDS,
                constants.ROUNDS,
            ),
            Field("turn", (1,), "turn in the round", lambda v: [v["turn_in_round"] or 0], 3, 3),
            Field(
                "gardens_left",
                (2,),
                "small and large garden tiles left",
                lambda v: [v["gardens_left"]["small"], v["gardens_left"]["large"]],
                100,
                20,
            ),
            Field(
                "bonus_to_come",
                (colours, 2, len(bonus)),
                "bonus cards to come, by colour and level",
                to_come,
                9,
                3,
            ),
            Field(
                "hidden",
                (STACKS,),
                "hidden cards in each stack of special cards",
                lambda v: [stack["hidden"] for stack in v["special"]],
                6,
                6,
            ),
            Field(
                "sacks_left",
                (1,),
                "sack cards left",
                lambda v: [v["sack_deck"]["cards"]],
                sacks,
                sacks,
            ),
            Field(
                "sack_order",
                (sacks,),
                "known sack cards at the end of the deck: 1 is the last",
                order,
                sacks,
                sacks,
            ),
            Field(
                "declared",
                (len(bonus),),
                "bonus cards declared in the canal action under way",
                lambda v: counts(bonus, v["declared"]),
                3,
                3,
            ),
        ]

    def _bot_numbers(self) -> list[Field]:
        return [
            Field(
                "bot_tracks",
                (len(fx.COLOURS),),
                "Resafabot's tracks",
                lambda v: [v["resafabot"]["tracks"][colour] for colour in fx.COLOURS],
                20,
                10,
            ),
            Field(
                "bot_canals",
                (1,),
                "canal tiles it has left",
                lambda v: [v["resafabot"]["canal_tiles"]],
                self.rules.edition.canal_tiles,
                self.rules.edition.canal_tiles,
            ),
        ]


# -- reading ---------------------------------------------------------------------------------------


def _asked_about(view: View) -> dict[str, Any]:
    """What the own question is about; an empty type where it is about nothing."""
    asked = view["decision"]
    subject: dict[str, Any] | None = None if asked is None else asked["subject"]
    return {"type": ""} if subject is None else subject


def _turning_at(view: View) -> list[int]:
    about = _asked_about(view)
    if about["type"] != "rotation":
        return [0, 0]
    cell = cell_at(about["cell"])
    return [cell % SIZE + 1, cell // SIZE + 1]


def _phase(view: View) -> list[int]:
    return one_hot(len(PHASES), PHASES.index(view["phase"]))


def _looked(view: View) -> list[int]:
    return [int(stack["known"] is not None) for stack in view["special"]]
