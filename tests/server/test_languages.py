"""People at one table, each in their own language."""

from __future__ import annotations

import json
import random

import pytest
from starlette.requests import HTTPConnection

import sandtable
from sandtable import bots
from sandtable.bots.analysis import Analysis, Standing
from sandtable.kernel.edition import digest
from sandtable.kernel.rng import seeded
from sandtable.server.bots.analyses import translate
from sandtable.server.languages import (
    FORMER_PLAYER,
    language_of,
    offered,
    translated_seat_name,
    translated_table_name,
)
from sandtable.server.play.game import Play
from sandtable.server.tables.setup import Setup
from tests.server.conftest import Start
from tests.server.people import Json, Live, Person
from tests.server.test_live import duel

GERMAN = {"accept-language": "de-AT,de;q=0.9,en;q=0.5"}


def asked(header: str = "", query: str = "") -> str:
    headers = [(b"accept-language", header.encode())] if header else []
    scope = {"type": "http", "headers": headers, "query_string": query.encode()}
    return language_of(HTTPConnection(scope))


@pytest.mark.parametrize(
    ("header", "query", "language"),
    [
        ("", "", "en"),
        ("de", "", "de"),
        ("de-CH", "", "de"),
        ("fr;q=1, de;q=0.3, en;q=0.8", "", "en"),
        ("fr, de;q=0.3", "", "de"),
        ("de;q=0", "", "en"),
        ("de;q=much", "", "en"),
        ("*", "", "en"),
        ("en", "language=de", "de"),
        ("de", "language=fr", "en"),
    ],
)
def test_the_language_of_a_request(header: str, query: str, language: str) -> None:
    assert {"en", "de"} <= offered()
    assert asked(header, query) == language


def test_names_of_bots_and_tables() -> None:
    assert translated_seat_name("Medium bot 2", "de") == "Mittlerer Bot 2"
    assert translated_seat_name("Seat 3", "de") == "Platz 3"
    assert translated_table_name("From a record", "de") == "Aus einer Aufzeichnung"
    assert translated_seat_name("Greedy bot", "de") == "Greedy-Bot"
    assert translated_seat_name("Easy bot", "en") == "Easy bot"
    assert translated_seat_name("Ann", "de") == "Ann"
    assert translated_seat_name(FORMER_PLAYER, "de") == "Früheres Mitglied"
    assert (
        translated_table_name(f"{FORMER_PLAYER}'s table", "de") == "Tisch eines früheren Mitglieds"
    )
    assert translated_table_name("Ann's table", "de") == "Tisch von Ann"
    assert translated_table_name("Ann's table", "en") == "Ann's table"
    assert translated_table_name("Friday evening", "de") == "Friday evening"


def place(live: Live) -> Json:
    assert live.position is not None
    return live.position


def test_one_table_in_two_languages(ann: Person, bob: Person) -> None:
    table, first, second = duel(ann, bob)
    match = sandtable.game("faiyum").new(2, 1)
    german = ann if place(first)["seat"] == 0 else bob
    with german.live(table, language="de") as live:
        assert place(first)["decision"]["prompt"] == match.prompt()
        decision = place(live)["decision"]
        assert decision["prompt"] == match.prompt("de") != match.prompt()
        assert decision["explanations"] == match.explain(place(live)["seat"], "de")
        for choice in decision["choices"]:
            assert choice["text"] == match.action_text(choice["id"], "de")
            assert choice["description"] == match.describe(choice["id"], "de")
            assert choice["gives_up"] == match.gives_up(choice["id"], "de")
        source = random.Random(4)
        for _ in range(12):
            actor = live if place(live)["decision"] else second
            choice = source.choice(actor.choices)
            match.apply(choice["id"])
            assert actor.act(choice["id"])["type"] == "ack"
            for other in (first, second, live):
                other.until(actor.version)
        assert [turn["steps"] == [] for turn in first.log] == [
            turn["steps"] == [] for turn in live.log
        ]
        events = [[step["events"] for step in turn["steps"]] for turn in first.log]
        assert events == [[step["events"] for step in turn["steps"]] for turn in live.log]
        names = [seat["name"] for seat in live.hello["table"]["seats"]]
        for turn, steps in zip(live.log, events, strict=True):
            together = [event for step in steps for event in step]
            told = sandtable.game("faiyum").in_language("de").log_lines(together, names)
            assert turn["lines"] == told
        again = german.get(f"/api/tables/{table['id']}/log", language="de")["turns"]
        assert [turn["lines"] for turn in again] == [turn["lines"] for turn in live.log]


def test_everything_a_game_says_over_http(start: Start) -> None:
    server = start(hint_seconds=0.05, review_seconds=0.05)
    ann = server.person("Ann")
    game, german = sandtable.game("faiyum"), sandtable.game("faiyum").in_language("de")
    ann.http.headers.update(GERMAN)
    table = ann.post("/api/play", game="faiyum", players=2, bot="newcomer")
    path = f"/api/tables/{table['id']}"
    assert ann.get("/api/games/faiyum")["edition_data"] == german.edition
    assert ann.get("/api/games/faiyum", language="en")["edition_data"] == game.edition
    assert ann.get(f"/api/editions/{table['digest']}")["cards"] == german.edition["cards"]
    listed = {info["name"]: info for info in ann.get("/api/games")["games"]}
    assert listed["faiyum"]["options"] == german.option_help()
    assert ann.get("/api/games/faiyum/rules")["language"] == "de"
    assert ann.get("/api/games/faiyum/lessons")["language"] == "de"
    names = [seat["name"] for seat in ann.get(path)["seats"]]
    assert "Neulings-Bot" in names
    with ann.live(table, language="de") as live:
        live.my_turn()
        texts = {choice["id"]: choice["text"] for choice in live.choices}
        hint = ann.post(f"{path}/hint")
        assert hint["text"] == texts[hint["action"]]
        assert all(choice["text"] == texts[choice["action"]] for choice in hint["choices"])
        assert all(len(choice["line"]) == len(choice["then"]) for choice in hint["choices"])
        previews = ann.get(f"{path}/previews")["previews"]
        lines = [line for preview in previews for line in preview["lines"]]
        assert any("Ann spielt" in line or "Ann kauft" in line for line in lines), lines
        live.play_on(random.Random(2), 8)
        live.my_turn()
        review = ann.post(f"{path}/review")
        for judged in review["decisions"]:
            assert judged["played"]["text"].split()[0] not in ("Play", "Put", "Buy", "Take")


def test_an_analysis_is_retold() -> None:
    """It is stored in English, for everybody."""
    game = sandtable.game("faiyum")
    setup = Setup("faiyum", game.rules_version, digest(game.edition), 2, 4, {})
    play = Play(setup, game, ["Ann", "Ben"])
    rng = seeded(4, "analysis")
    for _ in range(30):
        actions = play.match.legal_actions()
        play.act(actions[rng.below(len(actions))])
    analyst = bots.Analyst(game.new(2, 4), play.history.actions(), iterations=4)
    turns = [analyst.turn(place) for place in range(len(analyst.turns))]
    english = Analysis("faiyum", 2, turns, Standing([0.0, 0.0], None)).summary()
    german = json.loads(json.dumps(english))
    translate(play, german, "de")
    judged = 0
    for ours, theirs in zip(english["turns"], german["turns"], strict=True):
        if ours["worst"] is None:
            assert theirs["worst"] is None
            continue
        there = play.history.at(ours["worst"]["step"])
        for which in ("played", "best"):
            one, other = ours["worst"][which], theirs["worst"][which]
            assert one["text"] == there.action_text(one["action"])
            assert other["text"] == there.action_text(one["action"], "de")
            trial, last = there.clone(), one["action"]
            for action, text in zip(one["line"], other["then"], strict=True):
                trial.apply(last)
                assert text == trial.action_text(action, "de")
                last = action
            judged += 1
    assert judged > 5
