"""Whether an edition of Faiyum can be played: each problem names its entry and what is expected.

Shapes, types, ranges and sizes are declared in ``models.py``; here is what holds across entries.
Every check takes time in proportion to what it looks at.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.board import DIRECTIONS
from sandtable.games.faiyum.edition import models
from sandtable.kernel import schema

#: How many spaces of each kind a map has, from least to most.
KINDS: Final = {
    "wheat": (19, 19),
    "grape": (19, 19),
    "stone": (10, 16),
    "obelisk": (1, 1),
    "colossus": (1, 1),
    "pyramid": (2, 2),
    "red": (1, 1),
}
BANKS: Final = ["large", "small"]
#: How many cards may be for sale: enough to set up, and no more than there are numbers.
LEAST_BLUE: Final = 2 * constants.TURNED_UP


def check(edition: dict[str, Any]) -> list[str]:
    """All problems found; an empty list means the edition can be played."""
    if edition.get("game") != "faiyum":
        return [f"game: expected 'faiyum', found {str(edition.get('game'))[:40]!r}"]
    # The shape of the whole first, with the cards looked at one by one.
    outline = {**edition, "cards": [], "campaign": [], "board": {}}
    problems = [
        problem
        for problem in schema.check(outline, models.Edition)
        if not problem.startswith(("cards:", "campaign:", "board."))
    ]
    problems += check_board(edition.get("board"))
    problems += check_cards(edition.get("cards"))
    problems += check_campaign(edition.get("campaign"))
    return problems[: schema.MOST_PROBLEMS]


# -- the map -----------------------------------------------------------------------------------


def check_board(board: Any) -> list[str]:
    problems = schema.check(board, models.Board, "board")
    if problems:
        return problems
    spaces: list[dict[str, Any]] = board["spaces"]
    at: dict[tuple[int, int], str] = {}
    names: set[str] = set()
    count = dict.fromkeys(KINDS, 0)
    for space in spaces:
        name, cell = space["name"], (space["q"], space["r"])
        if name in names:
            problems.append(f"board space {name}: the name is used twice")
        if cell in at:
            problems.append(f"board space {name}: lies on {at[cell]}")
        names.add(name)
        at[cell] = name
        count[space["kind"]] += 1
    for kind, (least, most) in KINDS.items():
        if not least <= count[kind] <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            problems.append(f"board: {count[kind]} spaces of kind {kind}, expected {wanted}")
    if problems:
        return problems
    return _check_shores(spaces) + _check_crossings(board, spaces)


def _touching(spaces: list[dict[str, Any]]) -> list[list[int]]:
    """For each space the spaces on the cells around it, whatever bank they are on."""
    at = {(space["q"], space["r"]): i for i, space in enumerate(spaces)}
    touching = []
    for space in spaces:
        around = [at.get((space["q"] + dq, space["r"] + dr), -1) for dq, dr in DIRECTIONS]
        touching.append([i for i in around if i >= 0])
    return touching


def _reached(spaces: list[dict[str, Any]], touching: list[list[int]], start: list[int]) -> int:
    """How many spaces of one bank are connected to the first of them."""
    reached = start[:]
    seen = set(start)
    for i in reached:
        for j in touching[i]:
            if j not in seen and spaces[j]["bank"] == spaces[i]["bank"]:
                seen.add(j)
                reached.append(j)
    return len(reached)


def _check_shores(spaces: list[dict[str, Any]]) -> list[str]:
    problems: list[str] = []
    touching = _touching(spaces)
    special = {"obelisk", "colossus", "pyramid", "red"}
    for i, space in enumerate(spaces):
        across = [j for j in touching[i] if spaces[j]["bank"] != space["bank"]]
        if bool(across) != space["channel"]:
            word = "touches" if across else "does not touch"
            problems.append(
                f"board space {space['name']}: channel is wrong, it {word} the other bank"
            )
        for j in touching[i]:
            if i < j and space["kind"] in special and spaces[j]["kind"] in special:
                problems.append(
                    f"board spaces {space['name']} and {spaces[j]['name']}: building sites and the "
                    "red space never lie beside one another"
                )
    for bank in BANKS:
        members = [i for i, space in enumerate(spaces) if space["bank"] == bank]
        on_channel = sum(1 for i in members if spaces[i]["channel"])
        if not 8 <= on_channel <= 10:
            problems.append(
                f"board: {on_channel} channel spaces on the {bank} bank, expected 8 to 10"
            )
        if _reached(spaces, touching, members[:1]) != len(members):
            problems.append(f"board: the {bank} bank is not one connected piece")
    if sum(1 for space in spaces if space["lake"]) < 4:
        problems.append("board: expected at least four spaces on the lake")
    return problems


def _check_crossings(board: dict[str, Any], spaces: list[dict[str, Any]]) -> list[str]:
    problems: list[str] = []
    index = {space["name"]: i for i, space in enumerate(spaces)}
    touching = _touching(spaces)
    pairs: list[tuple[str, list[str]]] = [("board.dam", board["dam"])]
    pairs += [(f"board.bridges[{i}]", pair) for i, pair in enumerate(board["bridges"])]
    seen: set[tuple[str, ...]] = set()
    for where, pair in pairs:
        unknown = [name for name in pair if name not in index]
        if unknown:
            problems.append(f"{where}: there is no space {unknown[0]}")
            continue
        one, other = index[pair[0]], index[pair[1]]
        if other not in touching[one] or spaces[one]["bank"] == spaces[other]["bank"]:
            problems.append(
                f"{where}: {pair[0]} and {pair[1]} do not face each other over the channel"
            )
        if where == "board.dam" and {spaces[one]["kind"], spaces[other]["kind"]} != {"stone"}:
            problems.append("board.dam: the dam joins two stone spaces")
        ends = tuple(sorted(pair))
        if ends in seen:
            problems.append(f"{where}: {pair[0]} and {pair[1]} are joined twice")
        seen.add(ends)
    return problems


# -- cards and goals ---------------------------------------------------------------------------


def check_cards(cards: Any) -> list[str]:
    if not isinstance(cards, list):
        return ["cards: missing, expected a list"]
    if len(cards) > models.MOST_CARDS:
        return [f"cards: expected at most {models.MOST_CARDS} entries, found {len(cards)}"]
    problems: list[str] = []
    count: dict[int, int] = {}
    blue = 0
    for i, card in enumerate(cards):
        if not isinstance(card, dict) or type(card.get("number")) is not int:
            problems.append(f"cards[{i}]: expected an object with a number")
            continue
        number = card["number"]
        count[number] = count.get(number, 0) + 1
        problems += _check_card(f"card {str(number)[:10]}", card)
        if (
            number not in constants.STARTING
            and number < constants.WASTELAND
            and not card.get("final")
        ):
            blue += 1
    for number in (*dict.fromkeys(constants.STARTING), *constants.DISASTERS):
        if number not in count:
            problems.append(f"card {number}: missing")
    problems += [
        f"card {number}: found {times} times, expected once"
        for number, times in count.items()
        if times > 1
    ]
    if blue < LEAST_BLUE:
        problems.append(f"cards: {blue} cards for the draw pile, expected at least {LEAST_BLUE}")
    return problems


def _check_card(where: str, card: dict[str, Any]) -> list[str]:
    family = card.get("family")
    model = models.ROWS.get(family) if isinstance(family, str) else None
    if model is None:
        return [f"{where}: there is no family {str(family)[:40]!r}"]
    problems = schema.check(card, model, where)
    if problems:
        return problems
    number: int = card["number"]
    if (family == "disaster") != (number in constants.DISASTERS):
        problems.append(
            f"{where}: the disasters have the numbers {constants.DISASTERS}, no other card has"
        )
    elif number > constants.WASTELAND and number not in constants.DISASTERS:
        problems.append(
            f"{where}: numbers of cards that are no disasters end at {constants.WASTELAND - 1}"
        )
    if card.get("final") and (number in constants.STARTING or family == "disaster"):
        problems.append(f"{where}: neither starting cards nor disasters are marked final")
    for kinds in (card.get("of"), card.get("pay", {}).get("of")):
        if kinds is not None and len(set(kinds)) < len(kinds):
            problems.append(f"{where}: of names a resource twice")
    different = card.get("pay", {}).get("different")
    if different is not None and different[0] > different[1]:
        problems.append(f"{where}: different gives the least number first, then the most")
    return problems


def check_campaign(goals: Any) -> list[str]:
    if not isinstance(goals, list):
        return ["campaign: missing, expected a list of seven goals"]
    if len(goals) != constants.GOALS:
        return [f"campaign: {len(goals)} goals, expected {constants.GOALS}"]
    problems: list[str] = []
    for i, goal in enumerate(goals, 1):
        where = f"campaign goal {i}"
        wrong = schema.check(goal, models.Goal, where)
        problems += wrong
        if not wrong and goal["number"] != i:
            problems.append(f"{where}: expected number {i}, found {goal['number']}")
        if not wrong and not (goal["goal"] and all(goal["goal"].values())):
            problems.append(f"{where}: goal has something to reach, such as towns: at_least 6")
    return problems
