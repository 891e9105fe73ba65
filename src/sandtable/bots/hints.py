"""What to choose, and what it is worth: the search's opinion of a decision, in points and odds.

Only a `Table` is looked at, so a hint knows no more than the seat it is for.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from sandtable.bots.base import BotError, Table
from sandtable.bots.engine.evaluation import odds
from sandtable.bots.engine.tree import SEATS, Node, Search
from sandtable.bots.search import SearchBot
from sandtable.kernel.match import Match

#: A choice further down the tree is told only where the search has been there so often.
TOLD = 4
#: The part of a hint's time in which the search goes where it likes.
FREELY = 0.6
UNHURRIED = 1e9


@dataclass(frozen=True)
class Hint:
    """A choice, and what the search makes of it."""

    action: int
    notation: str
    text: str
    value: float  # the points the seat can expect to end with
    chance: float | None  # of winning; None for somebody who plays alone
    share: float  # of the search's attention, from 0 to 1
    then: list[str]  # how the turn would go on, as far as that can be known
    line: list[int] = field(default_factory=list)  # the same as ids

    def plain(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


def hints(
    match: Match,
    seat: int | None = None,
    count: int = 3,
    seconds: float = 1.0,
    iterations: int = 0,
    seed: object = 0,
    language: str | None = None,
) -> list[Hint]:
    """The best choices of the seat that has to choose, best first.

    The search takes ``seconds``, or as many ``iterations`` as are given instead; with iterations
    the same position gives the same hints again.
    """
    if count < 1:
        raise BotError(f"count is a number of hints from 1 up, not {count}")
    table = Table(match, seat, language)
    search = thinker(seconds * FREELY, iterations, seed).think(table)
    found = search.ranked(table.legal_actions())[:count]
    # The search stays with what it likes; others are told only after as fair a look.
    wanted = max(search.enough, search.root.counts[search.root.slots[found[0]]] // 3)
    each = UNHURRIED if iterations else seconds * (1.0 - FREELY) / count
    for action in found:
        try_out(search, action, wanted, each)
    found.sort(key=lambda action: -content(search, action))
    return [hint_of(search, table, action) for action in found]


def thinker(seconds: float, iterations: int, seed: object) -> SearchBot:
    """The bot that is asked: the one that plays best, with that much time for a decision."""
    if iterations:
        return SearchBot(seed, iterations=iterations)
    if seconds <= 0:
        raise BotError(f"seconds is a number above 0, not {seconds}")
    return SearchBot(seed, time=seconds)


def try_out(search: Search, action: int, wanted: int, seconds: float) -> None:
    """Let the search look at a choice until it has done so a number of times, or so long."""
    search.insist(action, wanted - search.root.counts[search.root.slots[action]], seconds)


def content(search: Search, action: int) -> float:
    """How content the seat is with a choice that was tried: what the search goes by."""
    root = search.root
    slot = root.slots[action]
    return root.chances[slot] / root.counts[slot]


def hint_of(search: Search, table: Table, action: int) -> Hint:
    """What a search makes of a choice it has tried."""
    root = search.root
    slot = root.slots[action]
    count = root.counts[slot]
    value = root.points[slot] / count
    following = line(search, table, action)
    return Hint(
        action=action,
        notation=table.action_to_str(action),
        text=table.action_text(action),
        value=round(value, 2),
        chance=_chance(search, table, root.chances[slot] / count, value),
        share=round(count / max(1, sum(root.counts)), 4),
        then=[text for _, text in following],
        line=[id for id, _ in following],
    )


def _chance(search: Search, table: Table, content: float, value: float) -> float | None:
    """The chance to win. The search is after a mixture of it and of points; the points are taken
    out again, at their mean."""
    if table.players == 1:
        return None
    points = odds((value - search.start[table.seat]) / search.scale)
    found = (content - search.own * points) / (1.0 - search.own)
    return round(min(1.0, max(0.0, found)), 4)


def line(search: Search, table: Table, action: int) -> list[tuple[int, str]]:
    """The choices with which the seat would go on in this turn, until something hidden comes to
    light or the search knows too little: ids and words. Where the search has not been often enough
    the turn that was tried out first is told."""
    match: Match = search.match.clone()
    turn = match.turn_number()
    node: Node | None = search.root
    planned = search.planned.get(action, [])[1:]
    choices: list[tuple[int, str]] = []
    while True:
        match.apply(action)
        seat = match.current_player
        if match.state.revealed or seat != table.seat or match.turn_number() != turn:
            break
        best = TOLD - 1
        if node is not None:
            node = node.children.get(action * SEATS + seat)
        if node is not None:
            for offered in match.legal_actions():
                slot = node.slots.get(offered, -1)
                if slot >= 0 and node.counts[slot] > best:
                    best, action = node.counts[slot], offered
        if best >= TOLD:
            planned = planned[1:] if planned[:1] == [action] else []
        elif planned:
            action, *planned = planned
        else:
            break
        choices.append((action, match.action_text(action, table.language)))
    return choices
