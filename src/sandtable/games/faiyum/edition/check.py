"""Whether an edition of Faiyum can be played: each problem names its entry and what is expected."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum import constants as n
from sandtable.games.faiyum.board import DIRECTIONS
from sandtable.games.faiyum.cards import commerce, harvest
from sandtable.games.faiyum.cards.deck import FAMILIES
from sandtable.games.faiyum.rules.campaign import MEASURES

KINDS = {"wheat": 19, "grape": 19, "obelisk": 1, "colossus": 1, "pyramid": 2, "red": 1}
BANKS = ["large", "small"]
SOURCES = ["rulebook", "seen", "reconstructed"]
STARTING = [n.FARMER, n.TWO_ROADS, n.SETTLEMENT]
NUMBERS = [*STARTING, *n.BLUE, *n.YELLOW, *n.DISASTERS]

#: What a family of cards needs beside the common entries: word -> a sample of its type.
NEEDS: dict[str, dict[str, Any]] = {
    "harvest": {"where": harvest.WHERE},
    "novices": {"up_to": 1, "each": 1},
    "gem_searchers": {"up_to": 1, "each": 1, "each_costs": 1},
    "five_roads": {"up_to": 1},
    "workshop": {"on": n.RESOURCES[:3]},
    "monument": {"up_to": 1},
    "masons": {"by_number": [0]},
    "commerce": {"where": commerce.WHERE},
    "choice": {"where": commerce.WHERE, "choice": 1},
    "marketer": {"where": commerce.WHERE, "up_to": 1, "each_costs": 1},
    "trader": {"where": commerce.WHERE, "up_to": 1},
    "sale": {
        "where": commerce.WHERE,
        "up_to": 1,
        "each": 1,
        "sell": ["rose", "reputation", "money"],
    },
    "assistant": {"where": ["workshop"], "matching": 1},
    "per_piece": {"where": commerce.WHERE},
    "mummy": {"where": ["building site"], "up_to": 1},
    "pharaoh": {"where": ["town"]},
    "festival": {"among": ["channel", "group"], "up_to": 1},
    "refinement": {"up_to": 1},
    "bazaar": {"price": 1},
    "order": {"up_to": 1, "each": 1},
    "escort": {"costs": [0], "rewards": [0]},
    "disaster": {"reputation": {}},
}


def check(edition: dict[str, Any]) -> list[str]:
    """All problems found; an empty list means the edition can be played."""
    problems: list[str] = []
    if edition.get("game") != "faiyum":
        return [f"game: expected 'faiyum', found {edition.get('game')!r}"]
    if edition.get("format") != 1:
        problems.append(f"format: expected 1, found {edition.get('format')!r}")
    name = edition.get("name")
    if (
        not isinstance(name, str)
        or not name
        or len(name) > 40
        or not name.replace("-", "").isalnum()
    ):
        problems.append("name: expected a word of letters, digits and hyphens, at most 40")
    board = edition.get("board")
    if isinstance(board, dict):
        problems += check_board(board)
    else:
        problems.append("board: missing, expected an object with spaces, dam and bridges")
    cards = edition.get("cards")
    if isinstance(cards, list):
        problems += check_cards(cards)
    else:
        problems.append("cards: missing, expected a list")
    goals = edition.get("campaign")
    if isinstance(goals, list):
        problems += check_campaign(goals)
    else:
        problems.append("campaign: missing, expected a list of seven goals")
    return problems


# -- the map -----------------------------------------------------------------------------------


def check_board(board: dict[str, Any]) -> list[str]:
    spaces = board.get("spaces")
    if not isinstance(spaces, list) or not spaces:
        return ["board.spaces: expected a list of spaces"]
    problems: list[str] = []
    for i, space in enumerate(spaces):
        problems += _check_space(f"board.spaces[{i}]", space)
    if problems:
        return problems
    names = [space["name"] for space in spaces]
    for name in sorted(set(names)):
        if names.count(name) > 1:
            problems.append(f"board space {name}: the name is used {names.count(name)} times")
    cells = [(space["q"], space["r"]) for space in spaces]
    for i, cell in enumerate(cells):
        if cell in cells[:i]:
            problems.append(f"board space {names[i]}: lies on {names[cells.index(cell)]}")
    for kind, wanted in KINDS.items():
        found = sum(1 for space in spaces if space["kind"] == kind)
        if found != wanted:
            problems.append(f"board: {found} spaces of kind {kind}, expected {wanted}")
    stone = sum(1 for space in spaces if space["kind"] == "stone")
    if not 10 <= stone <= 16:
        problems.append(f"board: {stone} stone spaces, expected 10 to 16")
    if problems:
        return problems
    problems += _check_shores(spaces)
    problems += _check_crossings(board, spaces)
    return problems


def _check_space(where: str, space: Any) -> list[str]:
    if not isinstance(space, dict):
        return [f"{where}: expected an object"]
    problems: list[str] = []
    name = space.get("name")
    if not isinstance(name, str) or not name.isalnum() or not name.islower() or len(name) > 6:
        problems.append(f"{where}.name: expected a short name such as 'b4', found {name!r}")
    for key, allowed in (("kind", n.SPACE_KINDS), ("bank", BANKS), ("source", SOURCES)):
        if space.get(key) not in allowed:
            problems.append(f"{where}.{key}: expected one of {allowed}, found {space.get(key)!r}")
    for key in ("q", "r"):
        if type(space.get(key)) is not int or abs(space[key]) > 100:
            problems.append(f"{where}.{key}: expected a whole number, found {space.get(key)!r}")
    for key in ("channel", "lake"):
        if not isinstance(space.get(key), bool):
            problems.append(f"{where}.{key}: expected true or false, found {space.get(key)!r}")
    return problems


def _touching(spaces: list[dict[str, Any]]) -> list[list[int]]:
    """For each space the spaces on the cells around it, whatever bank they are on."""
    at = {(space["q"], space["r"]): i for i, space in enumerate(spaces)}
    found = []
    for space in spaces:
        around = [at.get((space["q"] + dq, space["r"] + dr), -1) for dq, dr in DIRECTIONS]
        found.append([i for i in around if i >= 0])
    return found


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
        reached = members[:1]
        for i in reached:
            reached += [j for j in touching[i] if j in members and j not in reached]
        if len(reached) != len(members):
            problems.append(f"board: the {bank} bank is not one connected piece")
    if sum(1 for space in spaces if space["lake"]) < 4:
        problems.append("board: expected at least four spaces on the lake")
    return problems


def _check_crossings(board: dict[str, Any], spaces: list[dict[str, Any]]) -> list[str]:
    problems: list[str] = []
    index = {space["name"]: i for i, space in enumerate(spaces)}
    touching = _touching(spaces)
    pairs: list[tuple[str, Any]] = [("board.dam", board.get("dam"))]
    bridges = board.get("bridges")
    if not isinstance(bridges, list) or not 6 <= len(bridges) <= 20:
        return ["board.bridges: expected a list of 6 to 20 bridge places"]
    pairs += [(f"board.bridges[{i}]", pair) for i, pair in enumerate(bridges)]
    seen: list[list[str]] = []
    for where, pair in pairs:
        if not (
            isinstance(pair, list)
            and len(pair) == 2
            and all(isinstance(x, str) and x in index for x in pair)
        ):
            problems.append(f"{where}: expected the names of two spaces, found {pair!r}")
            continue
        one, other = index[pair[0]], index[pair[1]]
        if other not in touching[one] or spaces[one]["bank"] == spaces[other]["bank"]:
            problems.append(
                f"{where}: {pair[0]} and {pair[1]} do not face each other over the channel"
            )
        if where == "board.dam" and {spaces[one]["kind"], spaces[other]["kind"]} != {"stone"}:
            problems.append("board.dam: the dam joins two stone spaces")
        if sorted(pair) in seen:
            problems.append(f"{where}: {pair[0]} and {pair[1]} are joined twice")
        seen.append(sorted(pair))
    return problems


# -- cards and goals ---------------------------------------------------------------------------


def check_cards(cards: list[Any]) -> list[str]:
    problems: list[str] = []
    numbers: list[int] = []
    for i, card in enumerate(cards):
        if not isinstance(card, dict) or type(card.get("number")) is not int:
            problems.append(f"cards[{i}]: expected an object with a number")
            continue
        numbers.append(card["number"])
        problems += _check_card(f"card {card['number']}", card)
    for number in NUMBERS:
        if numbers.count(number) != 1:
            problems.append(f"card {number}: found {numbers.count(number)} times, expected once")
    for number in sorted(set(numbers) - set(NUMBERS)):
        problems.append(f"card {number}: there is no card of that number")
    return problems


def _check_card(where: str, card: dict[str, Any]) -> list[str]:
    problems: list[str] = []
    for key in ("name", "text", "icon"):
        if not isinstance(card.get(key), str) or not card[key]:
            problems.append(f"{where}: {key} is missing")
    if card.get("source") not in SOURCES:
        problems.append(f"{where}: source is one of {SOURCES}, not {card.get('source')!r}")
    if card.get("scores_as") not in n.SOURCES:
        problems.append(f"{where}: scores_as is one of {n.SOURCES}, not {card.get('scores_as')!r}")
    family = card.get("family")
    disaster = card["number"] in n.DISASTERS
    known = isinstance(family, str) and (family == "disaster" or family in FAMILIES)
    if not known or disaster != (family == "disaster"):
        return [*problems, f"{where}: family {family!r} does not exist or does not fit the number"]
    assert isinstance(family, str)
    for key, sample in NEEDS.get(family, {}).items():
        problems += _check_need(where, key, card.get(key), sample)
    for key in ("gain", "pay"):
        if key in card:
            problems += _check_amounts(f"{where}: {key}", card[key], key)
    if family in ("trader", "mummy", "festival") and not _kinds(card.get("of")):
        problems.append(f"{where}: of lists resources such as ['wheat', 'fish']")
    for key in ("each_costs", "per_town", "per_workshop"):
        if key in card and not (type(card[key]) is int and 0 <= card[key] <= 99):
            problems.append(f"{where}: {key} is a number from 0 to 99")
    priced = [("gem_searchers", "each_costs"), ("marketer", "each_costs"), ("sale", "each")]
    for family_name, key in priced:
        if family == family_name and card.get(key) == 0:
            problems.append(f"{where}: {key} is at least 1 for this kind of card")
    if "grand" in card and not isinstance(card["grand"], bool):
        problems.append(f"{where}: grand is true or false")
    for key, most in (("choice", 3), ("matching", 9), ("up_to", 12)):
        if key in card and not (type(card[key]) is int and 1 <= card[key] <= most):
            problems.append(f"{where}: {key} is a number from 1 to {most}")
    for family_name, key, most in (
        ("trader", "up_to", 3),
        ("marketer", "up_to", 3),
        ("refinement", "up_to", 2),
    ):
        value = card.get(key)
        if family == family_name and isinstance(value, int) and value > most:
            problems.append(f"{where}: {key} is at most {most} for this kind of card")
    return problems


def _check_need(where: str, key: str, value: Any, sample: Any) -> list[str]:
    if isinstance(sample, list) and sample and isinstance(sample[0], str):
        if value not in sample:
            return [f"{where}: {key} is one of {sample}, not {value!r}"]
    elif isinstance(sample, list):
        wanted = {"costs": 3, "rewards": 3, "by_number": 5}[key]
        if not (
            isinstance(value, list)
            and len(value) == wanted
            and all(type(x) is int and 0 <= x <= 99 for x in value)
        ):
            return [f"{where}: {key} is a list of {wanted} numbers from 0 to 99"]
    elif isinstance(sample, dict):
        if not isinstance(value, dict) or not all(
            players in ("2", "3", "4", "5") and type(worth) is int and 0 <= worth <= 99
            for players, worth in value.items()
        ):
            return [f"{where}: {key} gives a number by player count, such as {{'4': 3}}"]
    elif type(value) is not int or not 0 <= value <= 99:
        return [f"{where}: {key} is a number from 0 to 99, not {value!r}"]
    return []


def _kinds(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and len(set(map(str, value))) == len(value)
        and all(word in n.RESOURCES for word in value)
    )


def _check_amounts(where: str, amounts: Any, key: str) -> list[str]:
    if not isinstance(amounts, dict):
        return [f"{where} is an object such as {{'wheat': 1}}"]
    if key == "pay" and ("any" in amounts or "different" in amounts):
        return _check_choice(where, amounts)
    words = [*n.RESOURCES, "money", "reputation"] if key == "gain" else [*n.RESOURCES[:4], "money"]
    problems = []
    for word, amount in amounts.items():
        if word not in words:
            problems.append(f"{where}: {word!r} is none of {words}")
        elif type(amount) is not int or not 1 <= amount <= 99:
            problems.append(f"{where}: {word} is a number from 1 to 99, not {amount!r}")
    if key == "pay" and not problems:
        basic = [amounts.get(word, 0) for word in n.RESOURCES[:3]]
        if max(basic) > 2 or amounts.get("fish", 0) > 1 or sum(basic) + amounts.get("fish", 0) > 6:
            problems.append(f"{where}: at most 2 of each basic resource and 1 fish can be asked")
    return problems


def _check_choice(where: str, amounts: dict[str, Any]) -> list[str]:
    problems = []
    if not _kinds(amounts.get("of")):
        problems.append(f"{where}: of lists the resources that count, such as ['wheat', 'grape']")
    if "any" in amounts and not (type(amounts["any"]) is int and 1 <= amounts["any"] <= 3):
        problems.append(f"{where}: any is a number from 1 to 3")
    if "different" in amounts:
        pair = amounts["different"]
        if not (
            isinstance(pair, list)
            and len(pair) == 2
            and all(type(x) is int for x in pair)
            and 1 <= pair[0] <= pair[1] <= 5
        ):
            problems.append(f"{where}: different is a pair of numbers from 1 to 5, least and most")
    money = amounts.get("money", 0)
    if type(money) is not int or not 0 <= money <= 99:
        problems.append(f"{where}: money is a number from 0 to 99")
    return problems


def check_campaign(goals: list[Any]) -> list[str]:
    problems: list[str] = []
    if len(goals) != 7:
        problems.append(f"campaign: {len(goals)} goals, expected seven")
    for i, goal in enumerate(goals, 1):
        where = f"campaign goal {i}"
        if not isinstance(goal, dict) or goal.get("number") != i:
            problems.append(f"{where}: expected an object with number {i}")
            continue
        for key in ("name", "text", "bonus_text"):
            if not isinstance(goal.get(key), str):
                problems.append(f"{where}: {key} is missing")
        wanted = goal.get("goal")
        if not isinstance(wanted, dict) or not wanted:
            problems.append(f"{where}: goal is an object such as {{'towns': {{'at_least': 6}}}}")
        else:
            for what, limits in wanted.items():
                if what not in MEASURES or not isinstance(limits, dict) or not limits:
                    problems.append(f"{where}: {what!r} is none of {MEASURES} with its limits")
                elif not all(
                    word in ("at_least", "at_most") and type(value) is int
                    for word, value in limits.items()
                ):
                    problems.append(f"{where}: limits of {what} are at_least and at_most")
        bonus = goal.get("bonus")
        words = ["money", *n.RESOURCES]
        if not isinstance(bonus, dict) or not all(
            word in words and type(value) is int and 0 <= value <= 20
            for word, value in bonus.items()
        ):
            problems.append(f"{where}: bonus gives numbers up to 20 of {words}")
    return problems
