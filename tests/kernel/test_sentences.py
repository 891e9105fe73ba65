"""Lists, amounts and capitals."""

from __future__ import annotations

from sandtable.kernel.sentences import capital, counted, listing


def test_lists_of_any_length() -> None:
    assert listing([]) == ""
    assert listing(["a"]) == "a"
    assert listing(["a", "b"]) == "a and b"
    assert listing(["a", "b", "c"]) == "a, b and c"
    assert listing(["a", "b"], "or") == "a or b"


def test_amounts_with_their_plural() -> None:
    assert counted(1, "coin") == "1 coin"
    assert counted(2, "coin") == "2 coins"
    assert counted(0, "coin") == "0 coins"
    assert counted(2, "city", "cities") == "2 cities"
    assert counted(3, "fish", "fish") == "3 fish"


def test_capitals_leave_the_rest_alone() -> None:
    assert capital("a card of Ann") == "A card of Ann"
    assert capital("") == ""
