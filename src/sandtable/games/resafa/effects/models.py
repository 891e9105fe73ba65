"""What may stand where in the effects of an edition, made of what each kind of part declares.

docs/resafa-effects.md says what the words mean. No postponed annotations here: with them Python
forgets which keys are not required.
"""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from sandtable.games.resafa.effects import base
from sandtable.games.resafa.effects.fields import Cost, Gain
from sandtable.games.resafa.effects.kinds import KINDS
from sandtable.kernel.schema import Items

MOST_PARTS = 8
MOST_ROOMS = 2

_make: Any = TypedDict
_list: Any = list
#: The data of each kind of part.
PARTS: dict[str, Any] = {kind.word: _make(kind.__name__, dict(kind.fields)) for kind in KINDS}


def _parts(place: str, most: int = MOST_PARTS) -> Any:
    """A list of the parts that may stand in a place."""
    declared = reduce(or_, [PARTS[kind.word] for kind in KINDS if place in kind.places])
    return Annotated[_list[declared], Items(most=most)]


if TYPE_CHECKING:
    Now = list[dict[str, Any]]
    Reward = list[dict[str, Any]]
    Rooms = list[dict[str, Any]]
    WithCanal = list[dict[str, Any]]
    WithTrading = list[dict[str, Any]]
    WithSale = list[dict[str, Any]]
    AtEnd = list[dict[str, Any]]
else:
    Now = _parts(base.NOW)
    Reward = _parts(base.REWARD)
    Rooms = _parts(base.ROOM, MOST_ROOMS)
    WithCanal = _parts(base.WITH_CANAL)
    WithTrading = _parts(base.WITH_TRADING)
    WithSale = _parts(base.WITH_SALE)
    AtEnd = _parts(base.AT_END)


class Permanent(TypedDict):
    """What a permanent card gives each time something happens."""

    on: Literal["workshop", "garden", "canal", "move", "trade", "base"]
    gain: NotRequired[Gain]
    discount: NotRequired[Cost]


Always = Annotated[list[Permanent], Items(most=MOST_PARTS, least=1)]
