"""Editions from strangers: hostile and oversized ones are refused at once."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.games.resafa.edition.check import check
from sandtable.games.resafa.edition.loading import standard
from sandtable.games.resafa.edition.models import Edition
from sandtable.games.resafa.game import Resafa
from sandtable.kernel import schema
from sandtable.kernel.rng import seeded
from tests.resafa.largest import largest_edition
from tests.resafa.playing import uniform


def refused(edition: Any, part: str) -> None:
    """Refused with few messages, the first of which names the entry."""
    errors = check(edition)
    assert errors and part in errors[0], errors[:3]
    assert len(errors) <= schema.MOST_PROBLEMS
    assert all(len(error) < 1000 for error in errors)


@pytest.mark.parametrize("section", ["roads", "special_cards", "workshops", "canal_setup_cards"])
def test_too_many_entries(section: str) -> None:
    edition = standard()
    edition[section] = [dict(edition[section][0], id=f"x{i}") for i in range(40_000)]
    refused(edition, f"{section}: expected at most")


def test_too_deep() -> None:
    edition = standard()
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    edition["roads"] = deep
    refused(edition, "levels deep")


def test_too_many_fields() -> None:
    edition = standard()
    edition["tables"][0] = {f"x{i}": 1 for i in range(50_000)}
    refused(edition, "tables[0]: expected an object with")


@pytest.mark.parametrize(
    ("section", "field", "value", "problem"),
    [
        ("centres", "name", "x" * 61, "centres antiochia.name: expected at most 60 characters"),
        ("sack_cards", "text", "x" * 301, "sack_cards s1.text: expected at most 300 characters"),
        ("sack_cards", "id", "<b>s1</b>", "sack_cards <b>s1</b>.id: expected at most 4 characters"),
        (
            "canal_bonus_tiles",
            "kind",
            "a b",
            "canal_bonus_tiles c1.kind: expected a text of the form",
        ),
        (
            "special_cards",
            "boxed",
            10**30,
            "special_cards p1.boxed: expected a whole number from 0",
        ),
        ("special_cards", "boxed", 1.5, "special_cards p1.boxed: expected a whole number"),
        ("special_cards", "boxed", float("nan"), "special_cards p1.boxed: expected a whole number"),
    ],
)
def test_values_out_of_range(section: str, field: str, value: object, problem: str) -> None:
    edition = standard()
    edition[section][0][field] = value
    refused(edition, problem)


def test_no_edition_at_all() -> None:
    values: list[Any] = [[], "x", 3, None]
    for value in values:
        assert check(value)


def test_an_effect_of_too_many_parts() -> None:
    edition = standard()
    edition["sack_cards"][0]["do"] = [{"gain": {"coin": 1}}] * 9
    refused(edition, "sack_cards s1.do: expected at most 8 entries")


def test_the_largest_accepted_edition() -> None:
    """Every effect as long as may be, every text too: it is accepted, and it plays."""
    edition = largest_edition()
    assert check(edition) == []
    match = Resafa(edition).new(players=2, seed=1)
    rng = seeded("largest")
    while not match.is_over:
        match.apply(uniform(match, rng))


def test_the_declared_shape_fits_the_standard_edition() -> None:
    assert schema.check(standard(), Edition) == []
    assert json.dumps(schema.json_schema(Edition))
    edition = standard()
    edition["sack_cards"][0]["colour"] = "red"
    assert schema.check(edition, Edition)
