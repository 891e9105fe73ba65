"""The client's types are those of the server."""

from __future__ import annotations

from tools.build_web import TYPES, fingerprint, server_schema


def test_types_fit_the_schema() -> None:
    made_from = TYPES.read_text(encoding="utf-8").split("\n", 1)[0]
    now = fingerprint(server_schema())
    assert made_from == f"// Schema {now}", "run: python tools/build_web.py types"


def test_fingerprint_ignores_words_for_people() -> None:
    one = b'{"a": {"title": "A", "type": "integer", "description": "x"}}'
    two = b'{"a": {"description": "y", "type": "integer"}}'
    three = b'{"a": {"type": "string"}}'
    assert fingerprint(one) == fingerprint(two) != fingerprint(three)
