"""The largest edition that is accepted: everything that may be long is as long as it may be."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum.board import DIRECTIONS
from sandtable.games.faiyum.edition import models
from sandtable.games.faiyum.edition.check import KINDS
from sandtable.games.faiyum.edition.loading import standard

Edition = dict[str, Any]
ALL = {"wheat": 99, "grape": 99, "stone": 99, "fish": 99, "rose": 99}


def largest_edition() -> Edition:
    edition = standard()
    edition["name"] = "x" * 40
    _fill_board(edition["board"])
    numbers = [number for number in range(7, 122) if number % 2 or number == 121]
    more = models.MOST_CARDS - len(edition["cards"])
    like = next(card for card in edition["cards"] if card["number"] == 4)
    edition["cards"] += [{**like, "number": number} for number in numbers[:more]]
    for card in edition["cards"]:
        card["name"], card["icon"], card["text"] = "n" * 40, "i" * 40, "t" * 600
        amounts = {**ALL, "any": 99, "money": 99, "reputation": 99, "card": 99}
        card["face"] = {"pay": amounts, "gain": amounts}
    for goal in edition["campaign"]:
        goal["name"], goal["text"], goal["bonus_text"] = "n" * 40, "t" * 600, "t" * 600
    return edition


def _fill_board(board: dict[str, Any]) -> None:
    _add_spaces(board["spaces"])
    _add_bridges(board)
    for space in board["spaces"]:
        space["name"] = _long(space["name"])
    board["dam"] = [_long(name) for name in board["dam"]]
    board["bridges"] = [[_long(name) for name in pair] for pair in board["bridges"]]
    board["about"] = "t" * 600
    for key, value in board["geometry"].items():
        if isinstance(value, str):
            board["geometry"][key] = "t" * 600
    for line in ("channel_course", "lake_outline", "fertile_outline", "feeder"):
        board[line] = [[-999.2512345678901, -999.2512345678901]] * 1000
    board["water"] = [[-100, -100]] * 500
    board["scenery"] = [{**board["scenery"][0], "x": -999.2512345678901}] * 200
    board["labels"] = [{**board["labels"][0], "text": "x" * 40}] * 20


def _long(name: str) -> str:
    return name.ljust(6, "x")


def _add_spaces(spaces: list[dict[str, Any]]) -> None:
    """Stone spaces at the edge of the large bank, as many as there may be."""
    taken = {(space["q"], space["r"]): space for space in spaces}
    missing = KINDS["stone"][1] - sum(space["kind"] == "stone" for space in spaces)
    for space in list(spaces):
        for dq, dr in DIRECTIONS:
            q, r = space["q"] + dq, space["r"] + dr
            around = [taken.get((q + i, r + j)) for i, j in DIRECTIONS]
            banks = {other["bank"] for other in around if other is not None}
            if missing and (q, r) not in taken and banks == {"large"}:
                new = {**space, "name": f"z{missing}", "kind": "stone", "q": q, "r": r}
                new |= {"bank": "large", "channel": False, "lake": False}
                taken[q, r] = new
                spaces.append(new)
                missing -= 1
    assert not missing


def _add_bridges(board: dict[str, Any]) -> None:
    """Wherever two spaces face each other over the channel."""
    at = {(space["q"], space["r"]): space for space in board["spaces"]}
    joined = [sorted(pair) for pair in (board["dam"], *board["bridges"])]
    for (q, r), space in at.items():
        for dq, dr in DIRECTIONS:
            other = at.get((q + dq, r + dr))
            if other is None or other["bank"] == space["bank"]:
                continue
            pair = sorted([space["name"], other["name"]])
            if pair not in joined and len(board["bridges"]) < models.MOST_BRIDGES:
                joined.append(pair)
                board["bridges"].append(pair)
