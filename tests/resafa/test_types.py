"""Views, subjects, events, results and editions are what they are declared to be."""

from __future__ import annotations

import json

import pytest

import sandtable
from sandtable.games.resafa import subjects
from sandtable.games.resafa.edition.loading import standard
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.events import FIELDS, LOAD
from sandtable.kernel.rng import seeded
from sandtable.kernel.schema import check, json_schema

GAME = sandtable.game("resafa")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_views_events_and_results_are_as_declared(players: int) -> None:
    match = GAME.new(players=players, seed=players, advanced=players % 2 == 0)
    seats = [None, *range(players)]
    rng = seeded(players, "types")
    made = 0
    while not match.is_over:
        if made % 10 == 0:
            for seat in seats:
                view = json.loads(json.dumps(GAME.view(match.state, seat)))
                assert check(view, GAME.view_type, "view") == []
        subject = match.subject()
        assert subject is None or check(subject, GAME.subject_type, "subject") == []
        actions = match.legal_actions()
        match.apply(actions[rng.below(len(actions))])
        for seat in seats:
            for event in match.events(seat):
                assert check(event, GAME.event_type, "event") == []
        made += 1
    for seat in seats:
        assert check(GAME.view(match.state, seat), GAME.view_type, "view") == []
    assert check(match.result(), GAME.result_type, "result") == []


def test_every_kind_of_subject_is_declared() -> None:
    numbered = [
        subjects.UseSubject,
        subjects.MainSubject,
        subjects.ColourSubject,
        subjects.StackSubject,
        subjects.CardSubject,
        subjects.TileSubject,
        subjects.SquareSubject,
        subjects.JourneySubject,
        subjects.WaterSubject,
    ]
    plain = [GAME.subject(kind(0)) for kind in numbered]
    plain += [
        GAME.subject(subjects.ColourSubject(fx.ANY)),
        GAME.subject(subjects.RotationSubject(1, 0)),
        GAME.subject(subjects.RewardSubject()),
        GAME.subject(subjects.BaseBonusSubject()),
        GAME.subject(subjects.TradeBonusSubject()),
    ]
    for subject in plain:
        assert check(subject, GAME.subject_type, "subject") == []
    assert len({subject["type"] for subject in plain}) == 13


@pytest.mark.parametrize("code", range(len(FIELDS)))
def test_every_kind_of_event_is_declared(code: int) -> None:
    event = GAME.event((code, *([0] * len(FIELDS[code][1]))), 0)
    assert event is not None
    if event["type"] == "token":
        event["item"] = "square"
    assert check(event, GAME.event_type, "event") == []


def test_an_emptied_caravan_is_declared() -> None:
    assert check(GAME.event((LOAD, 0, -1, 0), 0), GAME.event_type) == []


def test_schemas_of_all_declared_types() -> None:
    assert check(standard(), GAME.edition_type) == []
    declared = (GAME.view_type, GAME.subject_type, GAME.event_type, GAME.result_type)
    for face in (*declared, GAME.edition_type):
        assert json_schema(face)["$defs"]
