"""Views, subjects, events, results and editions are what they are declared to be."""

from __future__ import annotations

import json

import pytest

import sandtable
from sandtable.games.faiyum.edition.loading import standard
from sandtable.games.faiyum.events import FIELDS
from sandtable.kernel.rng import seeded
from sandtable.kernel.schema import check, json_schema

GAME = sandtable.game("faiyum")


@pytest.mark.parametrize("players", [1, 2, 5])
def test_views_events_and_results_are_as_declared(players: int) -> None:
    options = {"mode": "campaign"} if players == 1 else {}
    match = GAME.new(players=players, seed=players, **options)
    rng = seeded(players, "types")
    made = 0
    while not match.is_over:
        if made % 10 == 0:
            view = json.loads(json.dumps(GAME.view(match.state, None)))
            assert check(view, GAME.view_type, "view") == []
        subject = match.subject()
        assert subject is None or check(subject, GAME.subject_type, "subject") == []
        actions = match.legal_actions()
        match.apply(actions[rng.below(len(actions))])
        for event in match.events():
            assert check(event, GAME.event_type, "event") == []
        made += 1
    assert check(match.result(), GAME.result_type, "result") == []


def test_every_kind_of_event_is_declared() -> None:
    text = json.dumps(json_schema(GAME.event_type))
    for name, _ in FIELDS:
        assert f'"{name}"' in text


def test_schemas_of_all_declared_types() -> None:
    assert check(standard(), GAME.edition_type) == []
    declared = (GAME.view_type, GAME.subject_type, GAME.event_type, GAME.result_type)
    for face in (*declared, GAME.edition_type):
        assert json_schema(face)["$defs"]
