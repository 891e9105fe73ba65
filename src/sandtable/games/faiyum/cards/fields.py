"""The kinds of data that rows of cards hold, for the families to declare what they need.

Not compiled: the checks read these types while running (see tools/compiled_modules.py).
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from sandtable.games.faiyum import constants
from sandtable.kernel.schema import Items, Range, Text

_literal: Any = Literal
_not_required: Any = NotRequired


def one_of(words: list[str]) -> Any:
    return _literal[tuple(words)]


def number(least: int, most: int) -> Any:
    return Annotated[int, Range(least, most)]


def numbers(kind: Any, amount: int) -> Any:
    """This many of a kind."""
    return Annotated[list[kind], Items(most=amount, least=amount)]


def optional(kind: Any) -> Any:
    return _not_required[kind]


Amount = Annotated[int, Range(1, 99)]
Money = Annotated[int, Range(0, 99)]
Name = Annotated[str, Text(most=40, least=1)]
Sentence = Annotated[str, Text(most=600)]
Icon = Annotated[str, Text(most=40, least=1, pattern="[a-z0-9-]+")]
Source = Literal["rulebook", "seen", "reconstructed"]

AMOUNT: Any = Amount
MONEY: Any = Money
TIMES: Any = number(1, 12)
FEW: Any = number(1, 3)
FLAG: Any = bool
RESOURCE: Any = one_of(constants.RESOURCES)
BASIC: Any = one_of(constants.RESOURCES[: constants.BASIC])
POST: Any = one_of(constants.POSTS)
#: Resources to choose from, each named once.
KINDS: Any = Annotated[list[RESOURCE], Items(most=len(constants.RESOURCES), least=1)]


class Gain(TypedDict, total=False):
    wheat: Amount
    grape: Amount
    stone: Amount
    fish: Amount
    rose: Amount
    money: Amount
    reputation: Amount


class FixedPrice(TypedDict, total=False):
    """Fixed amounts."""

    wheat: Annotated[int, Range(1, 2)]
    grape: Annotated[int, Range(1, 2)]
    stone: Annotated[int, Range(1, 2)]
    fish: Annotated[int, Range(1, 1)]
    money: Money


_make: Any = TypedDict
#: This many of these kinds, the same or different.
AnyPrice: Any = _make("AnyPrice", {"any": FEW, "of": KINDS, "money": optional(MONEY)})
#: From the first to the second number of different resources.
DifferentPrice: Any = _make(
    "DifferentPrice",
    {
        "different": tuple[number(1, 5), number(1, 5)],  # type: ignore[misc]
        "of": KINDS,
        "money": optional(MONEY),
    },
)

GAIN: Any = Gain
DIFFERENT_PRICE: Any = DifferentPrice
PRICE: Any = FixedPrice | AnyPrice | DifferentPrice
#: Reputation by number of players; nothing where a number is not named.
WORTH: Any = _make("Worth", {str(players): MONEY for players in range(2, 6)}, total=False)
