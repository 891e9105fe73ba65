"""What Resafa's texts are made of: messages in one language, and the names of components."""

from __future__ import annotations

from sandtable.games.resafa.edition.components import LEVEL_1, SHAPES
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.lookup import LookupTables
from sandtable.kernel.messages import Catalog, catalog

PACKAGE = "sandtable.games.resafa"


class Words:
    """The messages of a language, and the names of things by how notation writes them."""

    def __init__(self, lookup: LookupTables, language: str) -> None:
        edition = lookup.edition
        self.lookup = lookup
        self.speech: Catalog = catalog(PACKAGE, language)
        self.names: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        for ids, names, texts in (
            (edition.bonus_ids, edition.bonus_names, edition.bonus_texts),
            (edition.special_ids, edition.special_names, edition.special_texts),
            (edition.sack_ids, edition.sack_names, edition.sack_texts),
            (edition.canal_bonus_ids, edition.canal_bonus_names, edition.canal_bonus_texts),
        ):
            self.names.update(zip(ids, names, strict=True))
            self.texts.update(zip(ids, texts, strict=True))
        self.names.update(zip(edition.workshop_ids, edition.workshop_names, strict=True))
        for tile in range(LEVEL_1):
            self.names[edition.workshop_ids[tile]] = self.tile(tile)
        self.names.update(zip(edition.centre_ids, edition.centre_names, strict=True))

    def name(self, word: str) -> str:
        return self.names.get(word, word)

    def card(self, word: str) -> str:
        """A card or tile with what it does: `Purse (Take 3 coins)`."""
        return f"{self.name(word)} ({self.text(word)})"

    def text(self, word: str) -> str:
        """What a card or tile does, as it stands within a sentence: without a full stop."""
        return self.texts[word].removesuffix(".")

    def tile(self, tile: int) -> str:
        """The name of a workshop; starting tiles go by their letters."""
        if tile < LEVEL_1:
            return self.speech.say("tile.start", letter="AB"[tile % 2])
        return self.lookup.edition.workshop_names[tile]

    def the_tile(self, word: str) -> str:
        """A workshop in a sentence: `the Kiln`, `starting tile A`."""
        if word in self.lookup.edition.workshop_ids[:LEVEL_1]:
            return self.name(word)
        return self.speech.say("the_tile", tile=self.name(word))

    def colour(self, colour: int) -> str:
        return self.speech.say(f"colour.{fx.COLOURS[colour]}")

    def action(self, action: int) -> str:
        """The name of a main action, as on a card."""
        return self.speech.say(f"action.{fx.ACTIONS[action]}")

    def pair(self, slot: int) -> str:
        """A starting card by its two actions."""
        actions = self.lookup.edition.pair_actions
        return f"{self.action(actions[slot * 2])}/{self.action(actions[slot * 2 + 1])}"

    def thing(self, index: int) -> str:
        """What can be used, by its place among the `use` ids, as notation writes it."""
        codes = self.lookup.codes
        return codes.book.items[codes.first_use + index]

    def canal(self, face: int) -> str:
        """Such as `straight canal`."""
        return self.speech.say(f"canal.{SHAPES[self.lookup.edition.canal_shape[face]]}")

    def a_canal(self, face: int) -> str:
        """Such as `a straight canal`."""
        return self.speech.say(f"a_canal.{SHAPES[self.lookup.edition.canal_shape[face]]}")

    def place(self, space: str) -> str:
        """A space of the water network: `row 1, column 3`."""
        if space.startswith("t"):
            return self.speech.say("place.tank", n=space[1:])
        row, _, column = space[1:].partition("c")
        return self.speech.say("place.cell", row=row, column=column)

    def in_place(self, space: str) -> str:
        """Where something lies in the water network: `in row 1, column 3`."""
        if space.startswith("t"):
            return self.speech.say("place.on_tank", n=space[1:])
        row, _, column = space[1:].partition("c")
        return self.speech.say("place.in_cell", row=row, column=column)
