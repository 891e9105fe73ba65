"""The fields of Resafa's players. Only the observer's own area includes where
workshops and gardens lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.games.resafa import constants
from sandtable.games.resafa.edition.components import ROW_KINDS, Components
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.geometry import AREA, PLACE_DOWN, PLACE_MASK, PLACEMENTS, SIZE
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.observation.encoder import PLACES, SQUARES
from sandtable.games.resafa.view import SIDES, pair_name
from sandtable.observation.tensors import Field, View, flags, in_order, one_hot, per_seat

Read = Callable[[View], Sequence[int]]
#: Things of one kind, numbered by the ids the view gives them.
Ids = dict[str, int]


def numbered(words: list[str]) -> Ids:
    return {word: number for number, word in enumerate(words)}


class Things:
    """The cards and tiles of an edition by their ids."""

    def __init__(self, edition: Components) -> None:
        self.bonus = numbered(edition.bonus_ids)
        self.special = numbered(edition.special_ids)
        self.sacks = numbered(edition.sack_ids)
        self.canals = numbered(edition.canal_ids)
        self.canal_bonus = numbered(edition.canal_bonus_ids)
        self.trading = numbered(edition.trading_ids)
        self.solo = numbered(edition.solo_ids)
        self.workshops = numbered(edition.workshop_ids)
        self.sets = numbered(edition.set_ids)


def seat_flags(rules: LookupTables, things: Things, players: int) -> list[Field]:
    edition = rules.edition
    tiles = things.workshops
    yellow_cards = edition.special_ids[edition.first_yellow : edition.first_blue]
    places = [*edition.centre_ids, "resafa"]
    held = fx.ITEMS[: fx.HELD]
    pairs = {pair_name(rules, slot, half): (slot, half) for slot, half in halves(edition.pairs)}

    def yellow(seat: View) -> list[int]:
        bits: list[int] = []
        for card in seat["action_cards"]["cards"]:
            number = number_of(things.special, card["yellow"])
            bits += one_hot(
                len(yellow_cards), None if number is None else number - edition.first_yellow
            )
        return bits

    def second(seat: View) -> list[int]:
        played = [pairs[entry["pair"]] for entry in seat["action_cards"]["played"]]
        return flags(edition.pairs, [slot for slot, half in played if half])

    def workshops(seat: View, side: str | None) -> list[int]:
        built = [w for w in seat["workshops"] if side is None or w["side"] == side]
        return flags(len(tiles), [tiles[w["tile"]] for w in built])

    def special(seat: View, word: str | None) -> list[int]:
        cards = [card for card in seat["special"] if word is None or card[word]]
        return card_flags(things.special, [card["card"] for card in cards])

    def add(name: str, shape: tuple[int, ...], meaning: str, read: Read) -> Field:
        return Field(name, (players, *shape), meaning, per_seat(read))

    return [
        add(
            "caravan",
            (len(places),),
            "where the caravan is: the centres, then Resafa",
            lambda s: one_hot(len(places), places.index(s["caravan"]["at"])),
        ),
        add(
            "cargo_item",
            (fx.HELD,),
            f"what it carries: {', '.join(held)}",
            lambda s: one_hot(
                fx.HELD, held.index(s["caravan"]["item"]) if s["caravan"]["item"] else None
            ),
        ),
        add(
            "canal_tiles",
            (edition.canal_tiles,),
            "canal tiles not yet built",
            lambda s: card_flags(things.canals, s["canal_tiles"]),
        ),
        add(
            "bonus_tiles",
            (len(things.canal_bonus),),
            "canal bonus tiles owned",
            lambda s: card_flags(things.canal_bonus, s["canal_bonus"]),
        ),
        add("workshops", (len(tiles),), "workshops", lambda s: workshops(s, None)),
        add(
            "backs",
            (len(tiles),),
            "workshops with the back up",
            lambda s: workshops(s, SIDES[1]),
        ),
        add("special", (len(things.special),), "special cards", lambda s: special(s, None)),
        add("used", (len(things.special),), "special cards used up", lambda s: special(s, "used")),
        add(
            "sack_cards",
            (len(things.sacks),),
            "sack cards that are known",
            lambda s: card_flags(things.sacks, s["sack_cards"]),
        ),
        add(
            "set",
            (len(things.sets),),
            "the set of action cards",
            lambda s: one_hot(len(things.sets), things.sets[s["action_cards"]["set"]]),
        ),
        add(
            "action_cards",
            (edition.pairs, len(PLACES)),
            f"where each action card is: {', '.join(PLACES)}",
            lambda s: [
                x
                for card in s["action_cards"]["cards"]
                for x in one_hot(len(PLACES), PLACES.index(card["place"]))
            ],
        ),
        add(
            "yellow",
            (edition.pairs, len(yellow_cards)),
            f"yellow cards {span(yellow_cards)} among them",
            yellow,
        ),
        add("second", (edition.pairs,), "played for the second of its actions", second),
    ]


def own_flags(tiles: Ids) -> list[Field]:
    def turned(view: View) -> list[int]:
        bits = [0] * (len(tiles) * 4)
        for workshop in in_order(view)[0]["workshops"]:
            bits[tiles[workshop["tile"]] * 4 + workshop["rotation"] // 90] = 1
        return bits

    def garden(view: View) -> list[int]:
        bits = [0] * (SQUARES * 4)
        for square in in_order(view)[0]["garden_squares"]:
            at = cell_at(square["cell"]) // 2 * 4
            for tile in square["tiles"]:
                place = PLACEMENTS.index(tile)
                for third in range(3):
                    if PLACE_MASK[place] >> third & 1:
                        bits[at + third] = 1
                bits[at + 3] = PLACE_DOWN[place]
        return bits

    return [
        Field("turned", (len(tiles), 4), "own workshops by 0, 90, 180, 270 degrees", turned),
        Field(
            "garden",
            (SQUARES, 4),
            "own garden squares in the order of their action ids: filled thirds, and whether "
            "strips run down",
            garden,
        ),
    ]


def seat_numbers(rules: LookupTables, things: Things, players: int) -> list[Field]:
    edition = rules.edition
    tiles = things.workshops
    held = fx.ITEMS[: fx.HELD]
    sacks = len(things.sacks)
    most_canals = max(10, edition.canal_tiles)
    pairs = {pair_name(rules, slot, half): slot for slot, half in halves(edition.pairs)}

    def played(seat: View) -> list[int]:
        numbers = [0] * edition.pairs
        for place, entry in enumerate(seat["action_cards"]["played"], 1):
            numbers[pairs[entry["pair"]]] = place
        return numbers

    def tokens(seat: View) -> list[int]:
        rows = [seat["causeway"], *[seat["rows"][kind] for kind in ROW_KINDS]]
        return [row.count(token) for row in rows for token in ("square", "scarab")]

    def add(
        name: str, shape: tuple[int, ...], meaning: str, read: Read, most: int, unit: int
    ) -> Field:
        return Field(name, (players, *shape), meaning, per_seat(read), most, unit)

    def one(name: str, meaning: str, word: str, most: int, unit: int) -> Field:
        return add(name, (), meaning, lambda s: [s[word]], most, unit)

    def cells(view: View) -> list[int]:
        numbers = [0] * (len(tiles) * 2)
        for workshop in in_order(view)[0]["workshops"]:
            cell, at = cell_at(workshop["cell"]), tiles[workshop["tile"]] * 2
            numbers[at : at + 2] = [cell % SIZE + 1, cell // SIZE + 1]
        return numbers

    return [
        one("vp", "victory points", "vp", 500, 50),
        add(
            "items",
            (fx.HELD,),
            ", ".join(held),
            lambda s: [s["items"][word] for word in held],
            100,
            10,
        ),
        one("camels", "camels", "camels", 10, 7),
        add("cargo", (), "items carried", lambda s: [s["caravan"]["count"]], 10, 7),
        add(
            "tracks",
            (len(fx.COLOURS),),
            f"tracks: {', '.join(fx.COLOURS)}",
            lambda s: [s["tracks"][colour] for colour in fx.COLOURS],
            20,
            10,
        ),
        one("squares", "square tokens", "squares", 30, 10),
        one("scarabs", "scarab tokens", "scarabs", 30, 10),
        add(
            "tokens",
            (1 + len(ROW_KINDS), 2),
            "squares and scarabs on the causeway and in the rows",
            tokens,
            30,
            10,
        ),
        one("water_cubes", "water cubes", "water_cubes", 30, 10),
        one("canals", "canal tiles built", "canals", most_canals, 7),
        one("tanks", "tanks among them", "tanks", most_canals, 7),
        one("productions", "rooms used by a production", "productions", 10, 5),
        one("gardens", "garden tiles", "gardens", 60, 10),
        one("full_squares", "full garden squares", "full_squares", 30, 10),
        add(
            "bonus_cards",
            (len(things.bonus),),
            "bonus cards in hand",
            lambda s: counts(things.bonus, s["bonus"]),
            3,
            3,
        ),
        one("sacks", "sack cards in hand", "sacks", sacks, sacks),
        one("in_hand", "cards in hand that count for the limit", "cards_in_hand", 40, 10),
        add(
            "hand_and_pile",
            (2,),
            "action cards in hand and in the draw pile",
            lambda s: [s["action_cards"]["hand"], s["action_cards"]["pile"]],
            edition.pairs,
            edition.pairs,
        ),
        add(
            "played",
            (edition.pairs,),
            "order of the action cards played",
            played,
            edition.pairs,
            edition.pairs,
        ),
        add(
            "points",
            (constants.NUM_SOURCES,),
            f"points by source: {', '.join(constants.SOURCES)}",
            lambda s: [s["points"][word] for word in constants.SOURCES],
            300,
            30,
        ),
        Field(
            "cells",
            (len(tiles), 2),
            "column and row of own workshops",
            cells,
            SIZE,
            SIZE,
        ),
    ]


# -- reading ---------------------------------------------------------------------------------------


def number_of(ids: Ids, word: str | None) -> int | None:
    return None if word is None else ids[word]


def card_flags(ids: Ids, words: list[str]) -> list[int]:
    return flags(len(ids), [ids[word] for word in words])


def counts(ids: Ids, words: list[str]) -> list[int]:
    numbers = [0] * len(ids)
    for word in words:
        numbers[ids[word]] += 1
    return numbers


def span(words: list[str]) -> str:
    """Such as ``p37 to p54``."""
    return f"{words[0]} to {words[-1]}"


def cell_at(name: str) -> int:
    """A cell of the seat's area, as `geometry.cell_name` writes it."""
    cell = (int(name[1:]) - 1) * SIZE + "abcdefghijklmno".index(name[0])
    assert cell < AREA
    return cell


def halves(pairs: int) -> list[tuple[int, int]]:
    return [divmod(half, 2) for half in range(2 * pairs)]
