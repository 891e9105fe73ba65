"""What titles declare is part of the server's schema, under names of its own."""

from __future__ import annotations

import json
from typing import Any, TypedDict

import pytest

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
    found = title_schemas()
    assert found["ResafaView"]["properties"]["seats"]["items"] == {
        "$ref": "#/components/schemas/ResafaSeat"
    }
    assert found["ResafaSeat"]["required"] == ["money"]
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
