"""Plain data checked against declarations, and the declarations as JSON Schema."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from sandtable.kernel.schema import MOST_PROBLEMS, Items, Range, Text, check, json_schema


class Space(TypedDict):
    name: Annotated[str, Text(most=4, least=1, pattern="[a-z0-9]+")]
    kind: Literal["wheat", "stone"]
    at: tuple[int, int]
    turn: NotRequired[Annotated[float, Range(-180, 180)]]


class Gain(TypedDict):
    type: Literal["gain"]
    amount: Annotated[int, Range(1, 9)]


class Trade(TypedDict):
    type: Literal["trade"]
    then: "list[Gain | Trade]"


class Board(TypedDict):
    spaces: Annotated[list[Space], Items(most=3, least=1)]
    effects: NotRequired[list[Gain | Trade]]
    prices: NotRequired[dict[str, int]]
    open: NotRequired[bool | None]


def space(**changes: Any) -> dict[str, Any]:
    return {"name": "a1", "kind": "wheat", "at": [0, 1], **changes}


def test_right_data_has_no_problems() -> None:
    data = {
        "spaces": [space(), space(turn=90.5)],
        "effects": [{"type": "trade", "then": [{"type": "gain", "amount": 2}]}],
        "prices": {"stone": 3},
        "open": None,
    }
    assert check(data, Board) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"name": "A 1"}, "board.spaces[0].name: expected a text of the form [a-z0-9]+"),
        ({"name": "abcde"}, "board.spaces[0].name: expected at most 4 characters"),
        ({"name": ""}, "board.spaces[0].name: expected at least 1 characters"),
        ({"name": 3}, "board.spaces[0].name: expected a text, found 3"),
        ({"kind": "rose"}, "board.spaces[0].kind: expected one of 'wheat', 'stone', found 'rose'"),
        ({"at": [0]}, "board.spaces[0].at: expected a list of 2, found [0]"),
        ({"at": [0, True]}, "board.spaces[0].at[1]: expected a whole number, found True"),
        ({"turn": "90) <script>"}, "board.spaces[0].turn: expected a number, found '90) <script>'"),
        ({"turn": 400}, "board.spaces[0].turn: expected a number from -180 to 180, found 400"),
        ({"colour": 1}, "board.spaces[0].colour: nothing of that name belongs here"),
    ],
)
def test_a_problem_names_its_entry(change: dict[str, Any], problem: str) -> None:
    problems = check({"spaces": [space(**change)]}, Board, "board")
    assert len(problems) == 1
    assert problems[0].startswith(problem)


def test_missing_and_wrong_shape() -> None:
    assert check({}, Board) == ["spaces: missing"]
    assert check([], Board) == ["data: expected an object, found []"]
    assert check({"spaces": []}, Board) == ["spaces: expected at least 1 entries, found 0"]
    assert check({"spaces": [space()] * 4}, Board) == [
        "spaces: expected at most 3 entries, found 4"
    ]
    assert check({"spaces": [space()], "open": 1}, Board) == [
        "open: expected true or false or null, found 1"
    ]


def test_a_union_reports_the_member_that_was_meant() -> None:
    data = {"spaces": [space()], "effects": [{"type": "gain", "amount": 12}]}
    assert check(data, Board) == [
        "effects[0].amount: expected a whole number from 1 to 9, found 12"
    ]


def test_reports_end_and_deep_data_is_refused() -> None:
    assert len(check({"prices": {str(i): "x" for i in range(900)}}, Board)) == MOST_PROBLEMS
    deep: Any = []
    for _ in range(20_000):
        deep = [{"type": "trade", "then": deep}]
    assert check({"spaces": [space()], "effects": deep}, Board) == [
        "data: nested more than 40 levels deep"
    ]


def test_too_many_entries_are_refused_without_a_look_at_them() -> None:
    problems = check({"spaces": [{"name": None}] * 400_000}, Board)
    assert problems == ["spaces: expected at most 3 entries, found 400000"]


def test_json_schema_says_the_same() -> None:
    schema = json_schema(Board, "A board")
    assert schema["title"] == "A board"
    assert schema["$ref"] == "#/$defs/Board"
    spaces = schema["$defs"]["Board"]["properties"]["spaces"]
    assert spaces == {
        "type": "array",
        "items": {"$ref": "#/$defs/Space"},
        "minItems": 1,
        "maxItems": 3,
    }
    assert schema["$defs"]["Board"]["required"] == ["spaces"]
    assert schema["$defs"]["Space"]["additionalProperties"] is False
    assert schema["$defs"]["Space"]["properties"]["turn"] == {
        "type": "number",
        "minimum": -180,
        "maximum": 180,
    }
    assert schema["$defs"]["Trade"]["properties"]["then"]["items"] == {
        "anyOf": [{"$ref": "#/$defs/Gain"}, {"$ref": "#/$defs/Trade"}]
    }
