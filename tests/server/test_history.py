"""Looking back, branching off, records, results, and what is kept about a person."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.server.play.previews import Trial
from sandtable.server.storage import entry_store
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Person

RECORDS = Path(__file__).parent.parent / "records" / "faiyum"


def finished(
    person: Person, game: str = "faiyum", seed: int | None = 1, alone: bool = False
) -> Json:
    """A table whose game was played to its end at random."""
    table = person.table(game, "human" if alone else "human hotseat", seed=seed)
    with person.live(table) as live:
        live.play_on(random.Random(1))
    return person.get(f"/api/tables/{table['id']}")


@pytest.mark.parametrize("game", sandtable.games())
def test_result_and_record(ann: Person, bob: Person, game: str) -> None:
    table = finished(ann, game)
    path = f"/api/tables/{table['id']}"
    assert table["status"] == "over"
    result = bob.get(f"{path}/result")
    assert result["scores"] == table["scores"] and result["winners"] == table["winners"]
    assert result["names"] == ["Ann", "Player 2"]
    assert result["over_time"][-1]["scores"] == table["scores"]
    assert len(result["breakdown"]) == 2
    answer = bob.http.get(f"{path}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "attachment" in answer.headers["content-disposition"]
    match = sandtable.Record.parse(answer.text).replay()
    assert match.scores() == table["scores"]
    assert "# seat 1: Ann" in answer.text
    # And back again: a table to look at.
    copy = bob.post("/api/records", record=answer.text)
    assert copy["status"] == "over" and copy["scores"] == table["scores"]
    again = bob.get(f"/api/tables/{copy['id']}/history/5", seat=-1)
    assert again["view"] == ann.get(f"{path}/history/5", seat=-1)["view"]


def test_not_before_the_end(ann: Person) -> None:
    table = ann.table()
    for what in ("result", "record"):
        ann.refused("GET", f"/api/tables/{table['id']}/{what}", "not_over")
    ann.refused("POST", f"/api/tables/{table['id']}/rematch", "not_over")


def test_an_unfinished_record_is_played_on(ann: Person) -> None:
    match = sandtable.game("faiyum").new(3, "a word")
    source = random.Random(1)
    for _ in range(30):
        match.apply(source.choice(match.legal_actions()))
    text = str(match.record())
    table = ann.post("/api/records", record=text)
    assert table["status"] == "running" and table["step"] == 30
    assert all(seat["mine"] for seat in table["seats"]) and table["seed_chosen"]
    with ann.live(table) as live:
        assert live.position is not None and live.position["to_choose"] == match.current_player
        live.play_on(source, 3)
        assert [step["step"] for turn in live.log for step in turn["steps"]] == [*range(1, 34)]
    against = ann.post("/api/records", record=text, bot="random")
    assert [seat["kind"] for seat in against["seats"]] == ["human", "bot", "bot"]


@pytest.mark.skipif(not RECORDS.is_dir(), reason="no stored games here")
def test_stored_games_can_be_uploaded(ann: Person) -> None:
    for file in sorted(RECORDS.glob("*.txt"))[:4]:
        table = ann.post("/api/records", record=file.read_text())
        assert table["step"] > 10, file.name
        assert ann.get(f"/api/tables/{table['id']}/position")["step"] == table["step"]


def test_history_and_the_link_to_a_position(ann: Person, bob: Person) -> None:
    table = ann.table(seed=3)
    path = f"/api/tables/{table['id']}"
    match = sandtable.game("faiyum").new(2, 3)
    source = random.Random(6)
    views = [match.view(None)]
    for step in range(60):
        action = source.choice(match.legal_actions())
        ann.post(f"{path}/actions", version=step, action=action)
        match.apply(action)
        views.append(match.view(None))
    for step in (0, 1, 25, 42, 60):
        view = bob.get(f"{path}/history/{step}")["view"]
        views[step].pop("decision")
        assert view == views[step]
    bob.refused("GET", f"{path}/history/61", "not_found")
    turns = bob.get(f"{path}/log")
    assert turns["step"] == 60
    assert [step["step"] for turn in turns["turns"] for step in turn["steps"]] == [*range(1, 61)]


def test_play_on_from_a_finished_game(ann: Person, bob: Person) -> None:
    """The same deck, with the history before."""
    table = finished(ann, seed=4)
    path = f"/api/tables/{table['id']}"
    branch = bob.post(f"{path}/branch", step=20, bot="random")
    assert branch["parent"] == {"table": table["id"], "step": 20}
    assert branch["status"] == "running"
    there = ann.get(f"{path}/history/20", seat=-1)
    copied = bob.get(f"/api/tables/{branch['id']}/history/20", seat=-1)
    assert copied["view"] == there["view"]
    seat = there["to_choose"]
    assert [s["mine"] for s in branch["seats"]] == [number == seat for number in (0, 1)]
    with bob.live(branch) as live:
        live.play_on(random.Random(9))
    done = bob.get(f"/api/tables/{branch['id']}")
    record = bob.http.get(f"/api/tables/{branch['id']}/record").text
    assert sandtable.Record.parse(record).replay().scores() == done["scores"]
    assert bob.get("/api/me/scores")["scores"] == [], "a branch is no fair score"
    bob.refused("POST", f"{path}/branch", "illegal", {"step": table["step"]})
    bob.refused("POST", f"{path}/branch", "not_found", {"step": 10_000})
    bob.refused("POST", f"{path}/branch", "not_found", {"step": 3, "seat": 5})
    bob.refused("POST", f"{path}/branch", "bad_request", {"step": 3, "bot": "nobody"})


def test_play_on_from_a_running_game(start: Start, tmp_path: Path) -> None:
    """All that is hidden is drawn anew; it survives a restart; it can be branched again."""
    server = start()
    ann = server.person("Ann")
    table = ann.table(seed=4)
    path = f"/api/tables/{table['id']}"
    with ann.live(table) as live:
        live.play_on(random.Random(2), 20)
        here = live.position
    assert here is not None
    branch = ann.post(f"{path}/branch", step=20, bot="random")
    assert branch["step"] == 0
    position = ann.get(f"/api/tables/{branch['id']}/history/0")
    assert position["view"]["market"] == here["view"]["market"]
    assert position["view"]["to_come"] == here["view"]["to_come"]
    with ann.live(branch) as live:
        live.play_on(random.Random(3), 5)
        live.my_turn()
        before = live.position
    assert before is not None
    ann.refused("GET", f"/api/tables/{branch['id']}/record", "not_over")
    twice = ann.post(f"/api/tables/{branch['id']}/branch", step=before["step"], bot="random")
    assert twice["parent"] == {"table": branch["id"], "step": before["step"]}
    ann.get(f"/api/tables/{twice['id']}/position")
    cookie = ann.cookie
    server.stop()
    back = start().person()
    back.http.cookies.set("sandtable", cookie)
    assert back.get(f"/api/tables/{branch['id']}/position")["view"] == before["view"]
    with back.live(branch) as live:
        live.play_on(random.Random(4))
    back.refused("GET", f"/api/tables/{branch['id']}/record", "not_found")
    third = back.post(f"/api/tables/{branch['id']}/branch", step=8, bot="random")
    assert third["step"] == 8, "from a finished branch the history comes along"


def test_rematch(server: LiveServer, ann: Person, bob: Person) -> None:
    table = ann.table(seats="human open bot:random", name="Friday")
    bob.post(f"/api/invites/{table['invite']}")
    source = random.Random(4)
    with ann.live(table) as first, bob.live(table) as second:
        while True:
            for live in (first, second):
                live.send("sync")
                live.wait("update")
            if first.position is None or first.position["over"]:
                break
            chooser = next(
                (one for one in (first, second) if one.position and one.position["decision"]),
                None,
            )
            if chooser is not None:
                chooser.act(source.choice(chooser.choices)["id"])
        again = ann.post(f"/api/tables/{table['id']}/rematch")
        while second.wait("table")["table"]["rematch"] != again["id"]:
            pass  # that the game is over was told before
    assert bob.post(f"/api/tables/{table['id']}/rematch")["id"] == again["id"]
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Random bot", "Ann"]
    assert again["status"] == "running" and again["name"] == "Friday"
    server.person("Eve").refused("POST", f"/api/tables/{table['id']}/rematch", "forbidden")


def test_best_scores(ann: Person, bob: Person) -> None:
    for _ in range(3):
        finished(ann, seed=None, alone=True)
    scores = ann.get("/api/me/scores", game="faiyum")["scores"]
    assert len(scores) == 3
    values = [score["score"] for score in scores]
    assert values == sorted(values, reverse=True)
    assert all(score["players"] == 1 and score["place"] == 1 for score in scores)
    assert scores[0]["options"]["mode"] == "score"
    assert bob.get("/api/me/scores")["scores"] == []
    assert ann.get("/api/me/scores", game="other")["scores"] == []


def test_the_campaign_goes_on(ann: Person, bob: Person) -> None:
    """Progress is kept per person; a new game and a rematch continue from it."""
    first = ann.table(seats="human", options={"mode": "campaign", "won": 2})
    assert first["options"] == {"mode": "campaign", "won": 2}
    with ann.live(first) as live:
        live.play_on(random.Random(1))
    progress = ann.get("/api/me/progress")["progress"]["faiyum"]["campaign"]
    outcome = ann.get(f"/api/tables/{first['id']}/result")["result"]
    assert outcome["mode"] == "campaign"
    assert progress == {key: value for key, value in outcome.items() if key != "mode"}
    following = ann.table(seats="human", options={"mode": "campaign"})
    assert following["options"]["won"] == progress["won"]
    again = ann.post(f"/api/tables/{first['id']}/rematch")
    assert again["options"]["won"] == progress["won"]
    anew = ann.table(seats="human", options={"mode": "campaign", "won": 0})
    assert anew["options"]["won"] == 0
    assert bob.table(seats="human", options={"mode": "campaign"})["options"]["won"] == 0
    assert bob.get("/api/me/progress") == {"progress": {}}


def test_few_games_are_in_memory(start: Start) -> None:
    """However many tables there are: the rest is read from the log when needed."""
    server = start(cache_megabytes=0.45)
    ann = server.person("Ann")
    tables = [ann.table(seed=number) for number in range(12)]
    source = random.Random(1)
    lives = [ann.live(table) for table in tables]
    for _ in range(5):
        for live in lives:
            live.play_on(source, 1)
    sessions = server.service.table_cache.all()
    assert sum(session.play is not None for session in sessions) <= 5
    for live in lives:
        live.close()
    for table in tables:
        assert ann.get(f"/api/tables/{table['id']}/position")["step"] == 5
    assert len(server.service.table_cache.all()) <= 5


def test_running_games_stay_in_memory(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games were looked at: one that is being played is read from the log once."""
    server = start(cache_megabytes=2.0)
    ann = server.person("Ann")
    reads: list[str] = []
    entries = entry_store.entries

    def count(connection: Any, id: str) -> Any:
        reads.append(id)
        return entries(connection, id)

    monkeypatch.setattr(entry_store, "entries", count)
    played = [ann.table(seed=number) for number in range(10)]
    lives = [ann.live(table) for table in played]
    others = [ann.table(seed=number) for number in range(10, 50)]
    for table in others:
        ann.get(f"/api/tables/{table['id']}/position")
    for live in lives:
        live.play_on(random.Random(1), 1)
    assert sorted(reads) == sorted(table["id"] for table in played + others)
    cache = server.service.table_cache
    assert cache._bytes == sum(session.counted for session in cache.all()) < 2e6


def test_games_of_other_rules_are_shown_but_not_played(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    ann = server.person("Ann")
    table = ann.table(seats="human bot:random")
    cookie = ann.cookie
    server.stop()
    monkeypatch.setattr(type(sandtable.game("faiyum")), "rules_version", 99)
    later = start()
    back = later.person()
    back.http.cookies.set("sandtable", cookie)
    back.refused("GET", f"/api/tables/{table['id']}/position", "unplayable")
    with back.live(table) as live:
        assert live.position is None and "rules" in live.hello["table"]["problem"]
    assert back.get("/api/me/tables")["tables"][0]["id"] == table["id"]


def test_previews(ann: Person, bob: Person) -> None:
    table = ann.table(seed=5)
    path = f"/api/tables/{table['id']}"
    position = ann.get(f"{path}/position")
    answer = ann.get(f"{path}/previews")
    assert answer["version"] == 0
    by_action = {preview["action"]: preview for preview in answer["previews"]}
    notation = {choice["id"]: choice["notation"] for choice in position["decision"]["choices"]}
    assert set(by_action) == set(notation)
    match = sandtable.game("faiyum").new(2, 5)
    seat = match.current_player
    assert seat is not None
    for action, preview in by_action.items():
        trial = match.clone()
        trial.apply(action)
        assert preview["ends_turn"] == (trial.turn_number() != match.turn_number())
        money = trial.view(seat)["seats"][seat]["money"] - match.view(seat)["seats"][seat]["money"]
        changes = [one["changes"] for one in preview["seats"] if one["seat"] == seat]
        assert sum(change.get("money", 0) for change in changes) == money
        kinds = [event["type"] for event in preview["events"]]
        # What cannot be taken back afterwards has uncovered something.
        assert preview["certain"] == trial.can_undo()
        if preview["certain"]:
            assert preview["events"] == trial.events(seat)
        else:
            assert "draw" not in kinds
        if notation[action].startswith("buy"):
            assert not preview["certain"] and "buy" in kinds
    cash = next(action for action, text in notation.items() if text.startswith("cash"))
    one = ann.get(f"{path}/previews/{cash}")
    trial = match.clone()
    trial.apply(cash)
    expected = trial.view(seat)
    expected.pop("decision")
    assert one["view"] == expected
    buy = next(action for action, text in notation.items() if text.startswith("buy"))
    assert ann.get(f"{path}/previews/{buy}")["view"] is None
    other = next(action for action in range(1000) if action not in notation)
    ann.refused("GET", f"{path}/previews/{other}", "illegal")
    bob.refused("GET", f"{path}/previews", "not_your_turn")
    assert ann.get(f"{path}/position")["version"] == 0


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_previews_look_one_choice_further(game: str) -> None:
    """A choice that does nothing yet is known by what all choices after it bring."""
    told = 0
    match = sandtable.game(game).new(2, "further")
    source = random.Random(2)
    while not match.is_over:
        seat = match.current_player
        assert seat is not None
        trial = Trial(match, seat, ["Ann", "Bob"], "x")
        for action in match.legal_actions():
            preview = trial.preview(action)
            then = preview["then"]
            if then is None:
                continue
            assert not preview["events"] and not preview["seats"]
            after = match.clone()
            after.apply(action)
            assert [choice["id"] for choice in then["choices"]] == after.legal_actions()
            for choice in then["choices"]:
                last = after.clone()
                last.apply(choice["id"])
                events = last.events(seat)
                assert all(event in events for event in then["events"])
            told += bool(then["events"])
        match.apply(source.choice(match.legal_actions()))
    assert told
