"""Hints: the search's best choices for a decision, with expected points and chances to win.

The search gets a `Table`, so a hint knows no more than the seat it is for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sandtable.bots.base import BotError, Table
from sandtable.bots.engine.tree import SEATS, Node, Search
from sandtable.bots.reasons import Explainer, Reason
from sandtable.bots.search import UNLIMITED, SearchBot
from sandtable.bots.watching import Watcher, candidate
from sandtable.kernel.match import Match, seat_names

#: Visits that a choice further down the tree needs to be part of a line.
LINE_VISITS = 4
#: The share of the time for the search itself; the rest makes its best choices comparable.
SEARCH_SHARE = 0.6


@dataclass(frozen=True)
class Hint:
    """A choice, and how the search rates it."""

    action: int
    notation: str
    text: str
    value: float  # the points the seat can expect to end with
    chance: float | None  # of winning; None for somebody who plays alone
    share: float  # of the search's attention, from 0 to 1
    then: list[str]  # how the turn would continue, as far as that can be known
    line: list[int] = field(default_factory=list)  # the same as ids
    reasons: list[Reason] = field(default_factory=list)  # in favour of it
    lacks: list[Reason] = field(default_factory=list)  # what the best choice has and this lacks

    def plain(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)

    @staticmethod
    def of(plain: dict[str, Any]) -> Hint:
        """A hint read from JSON; older ones have no reasons."""
        reasons = [Reason.of(reason) for reason in plain.get("reasons", [])]
        lacks = [Reason.of(reason) for reason in plain.get("lacks", [])]
        return Hint(**{**plain, "reasons": reasons, "lacks": lacks})


def hints(
    match: Match,
    seat: int | None = None,
    count: int = 3,
    seconds: float = 1.0,
    iterations: int = 0,
    seed: object = 0,
    language: str | None = None,
    names: Sequence[str] | None = None,
    watcher: Watcher | None = None,
) -> list[Hint]:
    """The best choices of the seat that has to choose, best first.

    The search takes ``seconds``, or runs ``iterations`` instead; with iterations the same position
    gives the same hints again. ``names`` are the players', for reasons that mention them.
    ``watcher`` may end the search early.
    """
    if count < 1:
        raise BotError(f"count is a number of hints from 1 up, not {count}")
    table = Table(match, seat, language)
    bot = search_bot(seconds * SEARCH_SHARE, iterations, seed)
    bot.watcher = watcher
    search = bot.think(table)
    actions = search.ranked(table.legal_actions())[:count]
    # The search concentrates on its favourite: the other choices need visits to be comparable.
    wanted = max(search.min_visits, search.root.counts[search.root.slots[actions[0]]] // 3)
    each = UNLIMITED if iterations else seconds * (1.0 - SEARCH_SHARE) / count
    for action in actions:
        ensure_visits(search, action, wanted, each)
    actions.sort(key=lambda action: -mean_utility(search, action))
    rated = [hint_of(search, table, action) for action in actions]
    others = [hint_line(hint) for hint in rated[1:]] or other_lines(search, table, actions[0])
    return with_reasons(rated, explainer(search, table, names), others)


def explainer(search: Search, table: Table, names: Sequence[str] | None) -> Explainer | None:
    """Finds the reasons in this position; None where the title gives no reasons."""
    game = table.game if table.language is None else table.game.in_language(table.language)
    title = game.reasons()
    if title is None:
        return None
    names = names or seat_names(table.players)
    return Explainer(search.evaluation, search.match, table.seat, title, names)


def hint_line(hint: Hint) -> list[int]:
    """A choice and how its turn would continue."""
    return [hint.action, *hint.line]


def other_lines(search: Search, table: Table, best: int) -> list[list[int]]:
    """The line of the second best choice, for when there is only one hint."""
    for action in search.ranked(table.legal_actions()):
        if action != best:
            return [[action, *(id for id, _ in line(search, table, action))]]
    return []


def with_reasons(rated: list[Hint], why: Explainer | None, others: list[list[int]]) -> list[Hint]:
    """Hints, best first, with the reasons for each and what all but the first lack."""
    if why is None:
        return rated
    best = hint_line(rated[0])
    hints = [replace(rated[0], reasons=why.reasons(best, others))]
    for hint in rated[1:]:
        own = hint_line(hint)
        against = [] if why.begins else [best]
        reasons, lacks = why.reasons(own, against, 2), why.lacks(own, best)
        hints.append(replace(hint, reasons=reasons, lacks=lacks))
    return hints


def search_bot(seconds: float, iterations: int, seed: object) -> SearchBot:
    """The strongest bot, with that much time for a decision."""
    if iterations:
        return SearchBot(seed, iterations=iterations)
    if seconds <= 0:
        raise BotError(f"seconds is a number above 0, not {seconds}")
    return SearchBot(seed, time=seconds)


def ensure_visits(search: Search, action: int, wanted: int, seconds: float) -> None:
    """Let the search visit a choice until it has that many visits, or for that long."""
    search.sample(action, wanted - search.root.counts[search.root.slots[action]], seconds)


def mean_utility(search: Search, action: int) -> float:
    """The mean utility of a choice that was visited."""
    root = search.root
    slot = root.slots[action]
    return root.utilities[slot] / root.counts[slot]


def hint_of(search: Search, table: Table, action: int) -> Hint:
    """How a search rates a choice it has visited."""
    rated = candidate(search, table, action)
    following = line(search, table, action)
    return Hint(
        action=action,
        notation=table.action_to_str(action),
        text=table.action_text(action),
        value=rated.value,
        chance=rated.chance,
        share=rated.share,
        then=[text for _, text in following],
        line=[id for id, _ in following],
    )


def line(search: Search, table: Table, action: int) -> list[tuple[int, str]]:
    """The choices with which the seat would continue its turn, as ids and in words, until something
    hidden is revealed or the search knows too little. Where it has too few visits, the planned turn
    continues the line."""
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
        best = LINE_VISITS - 1
        if node is not None:
            node = node.children.get(action * SEATS + seat)
        if node is not None:
            for offered in match.legal_actions():
                slot = node.slots.get(offered, -1)
                if slot >= 0 and node.counts[slot] > best:
                    best, action = node.counts[slot], offered
        if best >= LINE_VISITS:
            planned = planned[1:] if planned[:1] == [action] else []
        elif planned:
            action, *planned = planned
        else:
            break
        choices.append((action, match.action_text(action, table.language)))
    return choices
