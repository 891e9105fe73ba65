"""Lessons and puzzles at tables of the server."""

from __future__ import annotations

from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Live, Person


def follow(person: Person, table: Json, live: Live) -> Json:
    """Read the step, or do what it waits for; returns the lesson's new state."""
    assert live.position is not None
    lesson: Json = live.position["lesson"]
    if lesson["waits"] == "read":
        done = person.post(f"/api/tables/{table['id']}/lesson/read", number=lesson["number"])
        live.until(done["version"])
    elif lesson["waits"] == "choice":
        assert live.act(lesson["choices"][0])["type"] == "ack"
    else:
        live.wait("update")
    result: Json = live.position["lesson"]
    return result


def test_a_guided_game(start: Start) -> None:
    server = start()
    ann = server.person("Ann")
    lessons = ann.get("/api/games/faiyum/lessons")
    assert lessons["minutes"] == 15
    texts = lessons["texts"]
    assert all(f"guide.{chapter['id']}" in texts for chapter in lessons["chapters"])
    assert ann.get("/api/me/lessons", game="faiyum") == {
        "guide": None,
        "finished": False,
        "solved": [],
    }
    table = ann.post("/api/lessons", game="faiyum", lesson="guide")
    assert table["lesson"] == "guide:goal" and not table["counts"]
    assert table["name"] == texts["guide"]
    german = ann.get("/api/games/faiyum/lessons", language="de")["texts"]
    assert ann.get(f"/api/tables/{table['id']}", language="de")["name"] == german["guide"]
    with ann.live(table) as live:
        assert live.position is not None
        lesson = live.position["lesson"]
        while lesson["waits"] != "choice":
            assert texts[lesson["text"]]
            lesson = follow(ann, table, live)
        # Another choice waits, and nothing changes; what is waited for can be taken back.
        refused = live.act(notation="administration")
        assert refused["type"] == "error" and "lesson" in refused["message"]
        before = lesson
        assert follow(ann, table, live)["text"] != before["text"]
        live.until(live.ask("undo", version=live.version)["version"])
        assert live.position["lesson"] == before
    # It can be left and taken up again, also after a restart of the server.
    server.stop()
    server = start()
    again = server.person()
    again.http.cookies.set("sandtable", ann.cookie)
    ann = again
    assert ann.get("/api/me/lessons", game="faiyum")["guide"]["table"] == table["id"]
    assert ann.post("/api/lessons", game="faiyum", lesson="guide")["id"] == table["id"]
    with ann.live(table) as live:
        assert live.position is not None and live.position["lesson"] == before
        while live.position["lesson"]["waits"] != "over":
            follow(ann, table, live)
        # From here on it is a game like any other.
        live.my_turn()
        assert live.act(live.choices[0]["id"])["type"] == "ack"
    state = ann.get("/api/me/lessons", game="faiyum")
    assert state["finished"] and state["guide"] is None


def test_skip_and_stop(ann: Person) -> None:
    first = ann.post("/api/lessons", game="resafa", lesson="guide")
    table = ann.post("/api/lessons", game="resafa", lesson="guide:canal")
    listed = [entry["id"] for entry in ann.get("/api/me/tables")["tables"]]
    assert listed == [table["id"]] and first["id"] not in listed
    with ann.live(table) as live:
        assert live.position is not None
        assert live.position["lesson"]["chapter"] == "canal"
        assert live.position["undo"]["reason"] == "the lesson begins here"
        done = ann.post(f"/api/tables/{table['id']}/lesson/stop")
        live.until(done["version"])
        assert live.position["lesson"]["waits"] == "over"
        other = next(c for c in live.choices if "canal/workshop" not in c["notation"])
        assert live.act(other["id"])["type"] == "ack"


def test_a_puzzle(ann: Person, server: LiveServer) -> None:
    lessons = ann.get("/api/games/faiyum/lessons")
    puzzle = lessons["puzzles"][0]["id"]
    table = ann.post("/api/lessons", game="faiyum", lesson=f"puzzle:{puzzle}")
    with ann.live(table) as live:
        assert live.position is not None
        cash = next(c for c in live.choices if c["word"] == "cash")
        assert live.act(cash["id"])["type"] == "ack"
        lesson = live.position["lesson"]
        assert lesson["waits"] == "done" and lesson["result"]["points"] == 0
        assert lesson["result"]["solution"]
        # No bot goes on: the person may take the turn back.
        live.until(live.ask("undo", version=live.version)["version"])
        assert live.position["lesson"]["waits"] == "choice"
        assert ann.get("/api/me/lessons", game="faiyum")["solved"] == []
        for notation in ("play settlement", "space b5"):
            assert live.act(notation=notation)["type"] == "ack"
        result = live.position["lesson"]["result"]
        assert result["points"] == result["best"] == 4
    assert ann.get("/api/me/lessons", game="faiyum")["solved"] == [puzzle]
    assert ann.get("/api/me/tables")["tables"] == []
    # Another puzzle takes its place.
    ann.post("/api/lessons", game="faiyum", lesson=f"puzzle:{puzzle}")
    ann.refused("GET", f"/api/tables/{table['id']}", "not_found")


def test_bad_wishes(ann: Person) -> None:
    wish = {"game": "faiyum", "lesson": "guide:nothing"}
    assert "no lesson" in ann.refused("POST", "/api/lessons", "not_found", wish)
    ann.refused("POST", "/api/lessons", "not_found", {"game": "chess", "lesson": "guide"})
    ann.refused("POST", "/api/lessons", "bad_request", {"game": "faiyum", "lesson": "../x"})
    plain = ann.post("/api/play", game="faiyum", bot="random")
    path = f"/api/tables/{plain['id']}/lesson/read"
    assert "not a lesson" in ann.refused("POST", path, "illegal", {"number": 0})
