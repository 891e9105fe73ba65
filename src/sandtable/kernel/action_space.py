"""The integer ids of every choice a game can ever offer, with their notation.

An action space is a list of groups. A group has a word (``space``) and items (``a1``, ``a2`` ...);
the id of an item is the group's first id plus its place, and its notation is word and item
(``space a1``). A group with the single item ``""`` is written as the word alone (``pass``).
"""

from __future__ import annotations

from sandtable.kernel.errors import BadOption, quoted


class ActionSpace:
    def __init__(self) -> None:
        self.words: list[str] = []
        self.items: list[str] = []
        self._ids: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.words)

    def add(self, word: str, items: list[str]) -> int:
        """Append a group; returns the id of its first item."""
        base = len(self.words)
        for item in items:
            notation = f"{word} {item}" if item else word
            if notation in self._ids:
                raise ValueError(f"two choices are both written {quoted(notation)}")
            self._ids[notation] = len(self.words)
            self.words.append(word)
            self.items.append(item)
        return base

    def notation(self, action: int) -> str:
        """The text of an id."""
        if not 0 <= action < len(self.words):
            raise BadOption(f"{action} is not an action id: ids go from 0 to {len(self.words) - 1}")
        item = self.items[action]
        return f"{self.words[action]} {item}" if item else self.words[action]

    def action(self, notation: str) -> int:
        """The id of a text; case and spacing do not matter."""
        id = self._ids.get(" ".join(notation.lower().split()))
        if id is None:
            raise BadOption(self._advice(notation))
        return id

    def _advice(self, notation: str) -> str:
        word = notation.lower().split()[0] if notation.split() else ""
        if word in self.words:
            examples = [self.notation(i) for i in range(len(self.words)) if self.words[i] == word]
            return f"{quoted(notation)} is not a choice of this game; {examples[0]!r} would be one"
        known = ", ".join(dict.fromkeys(self.words))
        return f"{quoted(notation)} is not a choice of this game; choices begin with: {known}"
