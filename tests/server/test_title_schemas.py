"""What titles declare is part of the server's schema, under names of its own."""

from __future__ import annotations

import json
from typing import Any, TypedDict

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import sandtable
from sandtable.server.app import create_app
from sandtable.server.schemas.titles import title_schemas
from sandtable.server.settings import Settings


class Seat(TypedDict):
    money: int


class View(TypedDict):
    """What is seen."""

    seats: list[Seat]


def test_declarations_become_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(sandtable.game("resafa")), "view_type", View)
    schemas = title_schemas()
    assert schemas["ResafaView"]["properties"]["seats"]["items"] == {
        "$ref": "#/components/schemas/ResafaSeat"
    }
    assert schemas["ResafaSeat"]["required"] == ["money"]
    monkeypatch.setattr(type(sandtable.game("resafa")), "event_type", Seat | View)
    event = title_schemas()["ResafaEvent"]
    assert [part["$ref"].rpartition("/")[2] for part in event["anyOf"]] == [
        "ResafaSeat",
        "ResafaView",
    ]


def test_all_references_lead_somewhere() -> None:
    schema = create_app(Settings()).openapi()
    parts = schema["components"]["schemas"]
    assert "FaiyumEdition" in parts

    def references(data: Any) -> set[str]:
        if isinstance(data, dict):
            own = {data["$ref"]} if isinstance(data.get("$ref"), str) else set()
            return own.union(*(references(value) for value in data.values()))
        if isinstance(data, list):
            return set().union(*(references(value) for value in data))
        return set()

    for reference in references(schema):
        assert reference.rpartition("/")[2] in parts, reference
    json.dumps(schema)


def test_fields_of_answers_are_what_titles_declare() -> None:
    parts = create_app(Settings()).openapi()["components"]["schemas"]
    assert parts["Position"]["properties"]["view"]["$ref"] == "#/components/schemas/GameView"
    subject = parts["DecisionInfo"]["properties"]["subject"]["anyOf"]
    assert subject == [{"$ref": "#/components/schemas/GameSubject"}, {"type": "null"}]
    events = parts["LogStep"]["properties"]["events"]["items"]
    assert events == {"$ref": "#/components/schemas/GameEvent"}
    assert parts["Result"]["properties"]["result"]["$ref"] == "#/components/schemas/GameResult"
    named = [part.get("$ref", "").rpartition("/")[2] for part in parts["GameView"]["anyOf"]]
    assert named == ["FaiyumView", "ResafaView", ""]


@pytest.mark.parametrize("name", ["faiyum", "resafa"])
def test_views_are_held_to_their_own_declaration(name: str) -> None:
    schema = create_app(Settings()).openapi()
    checker = Draft202012Validator({**schema, "$ref": "#/components/schemas/GameView"})
    view = sandtable.game(name).new(players=2).view(0)
    asked = view.pop("decision")
    view = json.loads(json.dumps(view))
    assert checker.is_valid(view)
    subjects = Draft202012Validator({**schema, "$ref": "#/components/schemas/GameSubject"})
    assert asked["subject"] is None or subjects.is_valid(asked["subject"])
    assert not checker.is_valid({**view, "unheard": 1})
    assert checker.is_valid({**view, "unheard": 1, "game": "another"})
