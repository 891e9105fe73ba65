"""The live channel: what comes in, what goes out, and to whom."""

from __future__ import annotations

import json
import random
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import sandtable
from sandtable.server.protocols import WebSocketConnection
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Live, Person, changed


def duel(ann: Person, bob: Person, game: str = "faiyum") -> tuple[Json, Live, Live]:
    """Two people at a running table; the first one is to choose."""
    table = ann.table(game, "human open", seed=1)
    bob.post(f"/api/invites/{table['invite']}")
    lives = ann.live(table), bob.live(table)
    if lives[0].position is not None and lives[0].position["to_choose"] == 1:
        lives = lives[1], lives[0]
    return table, lives[0], lives[1]


def no_more(live: Live) -> None:
    """Nothing but what everybody hears is on its way."""
    live.send("ping")
    while True:
        message = live.next()
        if message["type"] == "pong":
            return
        assert message["type"] in ("presence", "table"), message


def test_hello_has_it_all(ann: Person, bob: Person) -> None:
    table, first, second = duel(ann, bob)
    assert first.hello["table"]["id"] == table["id"]
    position = first.position
    assert position is not None and position["step"] == 0 and position["decision"]
    assert second.position is not None and second.position["decision"] is None
    seat = position["seat"]
    match = sandtable.game("faiyum").new(2, 1)
    view = match.view(seat)
    view.pop("decision")
    assert position["view"] == view
    choices = position["decision"]["choices"]
    assert [choice["id"] for choice in choices] == match.legal_actions()
    for choice in choices:
        assert choice["notation"] == match.action_to_str(choice["id"])
        assert choice["text"] == match.action_text(choice["id"])
        assert " ".join([choice["word"], choice["item"]]).strip() == choice["notation"]
    assert position["decision"]["explanations"] == match.explain(seat)
    assert position["decision"]["prompt"] == match.prompt()


def test_answer_and_new_position_go_out_together(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing to a socket costs more than anything else about a choice."""
    _, first, _ = duel(ann, bob)
    no_more(first)
    writes: list[WebSocketConnection] = []
    flush = WebSocketConnection._flush

    def counted(connection: WebSocketConnection) -> None:
        writes.append(connection)
        flush(connection)

    monkeypatch.setattr(WebSocketConnection, "_flush", counted)
    first.act(first.choices[0]["id"])
    first.until(1)
    assert [message["type"] for message in first.messages[-2:]] == ["ack", "update"]
    assert len(writes) == len(set(writes)) >= 1


def test_a_choice_is_acknowledged_then_told_to_all(ann: Person, bob: Person) -> None:
    _, first, second = duel(ann, bob)
    choice = first.choices[0]
    first.send("act", version=0, action=choice["id"])
    types = []
    while "update" not in types:
        message = first.next()
        types.append(message["type"])
    assert [kind for kind in types if kind in ("ack", "update")] == ["ack", "update"]
    update = second.wait("update")
    assert update["cause"] == "act" and update["position"]["step"] == 1
    step = second.log[-1]["steps"][-1]
    assert step["events"] and second.log[-1]["lines"]
    # What exactly somebody else chose may be a secret; the own choice is not.
    assert step["action"] is None and step["notation"] is None
    assert first.log[-1]["steps"][-1]["notation"] == choice["notation"]


def test_notation_works_too(ann: Person, bob: Person) -> None:
    _, first, _ = duel(ann, bob)
    assert first.act(notation=first.choices[0]["notation"])["type"] == "ack"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"type": "act", "version": 0}, "bad_request"),
        ({"type": "act", "version": 0, "action": 1, "notation": "pass"}, "bad_request"),
        ({"type": "act", "version": 5, "action": 1}, "stale"),
        ({"type": "act", "version": 0, "action": 99_999}, "illegal"),
        ({"type": "act", "version": 0, "notation": "fly to the moon"}, "illegal"),
        ({"type": "undo", "version": 0}, "illegal"),
        ({"type": "restart", "version": 0}, "illegal"),
        ({"type": "watch", "seat": 7}, "forbidden"),
        ({"type": "dance"}, "bad_request"),
        ({"version": 0}, "bad_request"),
        ([], "bad_request"),
        ({"type": "act", "version": -1, "action": 1}, "bad_request"),
        ({"type": "act", "version": 0, "action": "1; drop table games"}, "bad_request"),
    ],
)
def test_what_is_refused(ann: Person, sent: Json, code: str) -> None:
    table = ann.table(seats="human hotseat", seed=1)
    with ann.live(table) as live:
        live.socket.send(json.dumps(sent))
        error = live.wait("error")
        assert error["code"] == code and error["message"]
        assert live.ask("ping")["type"] == "pong"
    after = ann.get(f"/api/tables/{table['id']}/position")
    assert after["version"] == 0


def test_text_that_is_no_json(ann: Person) -> None:
    with ann.live(ann.table()) as live:
        for text in ["", "{", "\x00", "null", "[" * 5000, "1" * 5000]:
            live.socket.send(text)
            assert live.wait("error")["code"] == "bad_request"
        live.socket.send(b"\x00\x01")
        assert live.wait("error")["code"] == "too_large"
        live.socket.send("x" * 20_000)
        assert live.wait("error")["code"] == "too_large"


def test_nobody_chooses_for_others(server: LiveServer, ann: Person, bob: Person) -> None:
    table, first, second = duel(ann, bob)
    wanted = first.choices[0]["id"]
    error = second.act(wanted)
    assert error["type"] == "error" and error["code"] == "not_your_turn"
    watcher = server.person()
    with watcher.live(table) as live:
        assert live.position is not None
        assert live.position["seat"] is None and live.position["decision"] is None
        assert live.act(wanted)["code"] == "not_your_turn"
        # Not even the refusal tells what could be chosen.
        assert not any(choice["notation"] in live.texts[-1] for choice in first.choices)
    watcher.refused(
        "POST", f"/api/tables/{table['id']}/actions", "not_your_turn",
        {"version": 0, "action": wanted},
    )  # fmt: skip
    assert first.act(wanted)["type"] == "ack"
    error = first.ask("undo", version=1)
    assert error["type"] == "ack", "one's own choice can be taken back"


def test_undo_step_by_step_and_the_whole_turn(ann: Person) -> None:
    table = ann.table(seats="human hotseat", seed=5)
    with ann.live(table) as live:
        before = live.position
        assert before is not None and not before["undo"]["allowed"] and before["undo"]["reason"]
        # Farmer, then where to: two choices, nothing uncovered.
        live.act(notation="play farmer")
        between = live.position
        assert between is not None and between["undo"] == {
            "allowed": True,
            "reason": None,
            "count": 1,
            "back": 0,
        }
        answer = live.ask("undo", version=live.version)
        assert answer == {"type": "ack", "ref": answer["ref"], "version": 2, "step": 0}
        live.until(2)
        assert live.position is not None
        assert live.position["view"] == before["view"] and live.log == []
        live.act(notation="play farmer")
        live.act(live.choices[0]["id"])
        assert live.position["undo"]["count"] == 2
        assert live.ask("restart", version=live.version)["step"] == 0
        live.until(5)
        assert live.position["view"] == before["view"]
        assert live.log == []


def test_undo_ends_where_something_came_to_light(ann: Person) -> None:
    table = ann.table(seats="human hotseat", seed=5)
    with ann.live(table) as live:
        buy = next(choice for choice in live.choices if choice["word"] == "buy")
        live.act(buy["id"])
        assert live.position is not None
        undo = live.position["undo"]
        assert not undo["allowed"] and "revealed" in undo["reason"] and undo["count"] == 0
        error = live.ask("undo", version=live.version)
        assert error["code"] == "illegal" and "revealed" in error["message"]


def test_undo_is_not_for_others(ann: Person, bob: Person) -> None:
    _, first, second = duel(ann, bob)
    first.act(notation="play farmer")
    second.until(1)
    assert second.position is not None
    assert second.position["undo"]["reason"] == "another player has chosen since"
    assert second.ask("undo", version=1)["code"] == "illegal"


def test_hot_seat_turns_the_view(ann: Person) -> None:
    table = ann.table(seats="human hotseat", seed=5)
    with ann.live(table) as live:
        seen = set()
        for _ in range(12):
            assert live.position is not None
            assert live.position["seat"] == live.position["to_choose"]
            seen.add(live.position["seat"])
            live.act(live.choices[-1]["id"])
        assert seen == {0, 1}


def test_looking_from_another_seat(ann: Person, bob: Person) -> None:
    table = ann.table(seats="human hotseat open", seed=5)
    bob.post(f"/api/invites/{table['invite']}")
    with ann.live(table, seat=1) as live:
        assert live.position is not None and live.position["seat"] == 1
        live.send("watch", seat=-1)
        assert live.wait("update")["position"]["seat"] is None
        live.send("watch", seat=0)
        assert live.wait("update")["position"]["seat"] == 0
        assert live.ask("watch", seat=2)["code"] == "forbidden"
        live.send("sync")
        assert live.wait("update")["position"]["seat"] == 0, "a refusal changes nothing"
        live.send("watch")
        assert live.wait("update")["position"]["seat"] in (0, 1)
    ann.refused("GET", f"/api/tables/{table['id']}/position?seat=2", "forbidden")
    ann.refused("GET", f"/api/tables/{table['id']}/history/0?seat=2", "forbidden")
    ann.refused("GET", f"/api/tables/{table['id']}/log?seat=2", "forbidden")


def test_presence(ann: Person, bob: Person) -> None:
    table = ann.table(seats="human open")
    bob.post(f"/api/invites/{table['invite']}")
    with ann.live(table) as live:
        assert live.wait("presence")["seats"] == [True, False]
        second = bob.live(table)
        assert live.wait("presence")["seats"] == [True, True]
        watcher = bob.live(table, seat=-1)
        assert live.wait("presence")["spectators"] == 0, "who has a seat is no spectator"
        watcher.close()
        live.wait("presence")
        second.close()
        assert live.wait("presence")["seats"] == [True, False]


def test_the_start_is_told(ann: Person, bob: Person) -> None:
    table = ann.table(seats="human open")
    with ann.live(table) as live:
        assert live.position is None and live.hello["table"]["status"] == "waiting"
        assert live.ask("act", version=0, action=1)["code"] == "not_running"
        assert live.ask("watch", seat=0)["code"] == "not_running"
        bob.post(f"/api/invites/{table['invite']}")
        assert live.wait("table")["table"]["status"] == "running"
        assert live.wait("update")["cause"] == "start"
        assert live.position is not None


def test_a_lost_connection_comes_back_without_loss(ann: Person, bob: Person) -> None:
    table, first, second = duel(ann, bob)
    source = random.Random(7)
    for _ in range(30):
        chooser = first if first.position and first.position["decision"] else second
        other = second if chooser is first else first
        version = chooser.version
        # The answer to this choice is never read: the line is cut.
        chooser.send("act", version=version, action=source.choice(chooser.choices)["id"])
        other.until(version + 1)
        person = ann if chooser in ann.lives else bob
        chooser.close()
        back = person.live(table)
        assert back.position is not None and other.position is not None
        assert back.version == other.version == version + 1
        assert back.position["step"] == other.position["step"]
        assert [turn["lines"] for turn in back.log] == [turn["lines"] for turn in other.log]
        if chooser is first:
            first = back
        else:
            second = back


def test_the_log_grows_like_the_log_read_anew(ann: Person) -> None:
    table = ann.table(seats="human hotseat hotseat", seed=11)
    source = random.Random(2)
    with ann.live(table, seat=0) as live:
        for _ in range(60):
            person = ann.get(f"/api/tables/{table['id']}/position")
            if person["undo"]["allowed"] and source.random() < 0.3:
                kind = source.choice(["undo", "restart"])
                answer = live.ask(kind, version=person["version"])
            else:
                choice = source.choice(person["decision"]["choices"])
                answer = live.ask("act", version=person["version"], action=choice["id"])
            assert answer["type"] == "ack", answer
            live.until(answer["version"])
            assert live.log == ann.get(f"/api/tables/{table['id']}/log", seat=0)["turns"]


def test_the_game_goes_to_its_end(ann: Person, bob: Person) -> None:
    table, first, second = duel(ann, bob)
    source = random.Random(4)
    while True:
        chooser = first if first.position and first.position["decision"] else second
        answer = chooser.act(source.choice(chooser.choices)["id"])
        for live in (first, second):
            live.until(answer["version"])
        assert chooser.position is not None
        if chooser.position["over"]:
            break
    told = second.wait("table")["table"]
    assert told["status"] == "over" and told["winners"] and len(told["scores"]) == 2
    assert chooser.position["scores"] == told["scores"]
    # Now that it is over everybody may see what was chosen.
    assert all(step["notation"] for turn in second.log for step in turn["steps"])
    error = chooser.ask("undo", version=chooser.version)
    assert error["code"] == "not_running"
    assert chooser.ask("act", version=chooser.version, action=0)["code"] == "not_running"
    assert ann.get(f"/api/tables/{table['id']}")["status"] == "over"


def test_no_such_table(server: LiveServer) -> None:
    live = server.url.replace("http", "ws", 1)
    with connect(f"{live}/api/tables/nothing/live") as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404


def test_other_sites_are_turned_away(server: LiveServer, ann: Person) -> None:
    table = ann.table()
    live = server.url.replace("http", "ws", 1) + f"/api/tables/{table['id']}/live"
    headers = {"cookie": f"sandtable={ann.cookie}", "origin": "https://elsewhere.example"}
    with connect(live, additional_headers=headers) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
    own = {"cookie": f"sandtable={ann.cookie}", "origin": server.url}
    with connect(live, additional_headers=own) as socket:
        assert json.loads(socket.recv(timeout=10))["type"] == "hello"
    for origin in ("https://elsewhere.example", "null", "http://[", "//"):
        ann.refused("POST", "/api/me", "forbidden", {"name": "X"}, headers={"origin": origin})
    answer = ann.http.post("/api/me", json={"name": "Y"}, headers={"origin": server.url})
    assert answer.status_code == 200


def test_a_slow_reader_holds_nobody_up(start: Start) -> None:
    """Who does not read is cut off after a while and finds everything on coming back."""
    server = start()
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.table(seats="human hotseat", seed=3)
    slow = bob.live(table, unread=16)  # never reads on
    source = random.Random(5)
    with ann.live(table) as live:
        for _ in range(400):
            assert live.position is not None
            if live.position["over"]:
                break
            begun = time.monotonic()
            if live.position["undo"]["allowed"] and source.random() < 0.5:
                live.until(live.ask("undo", version=live.version)["version"])
            else:
                live.act(source.choice(live.choices)["id"])
            assert time.monotonic() - begun < 10
        again = bob.live(table)
        assert again.version == live.version
    slow.socket.socket.shutdown(socket.SHUT_RDWR)  # a close would wait for an answer behind it all


@pytest.mark.parametrize("game", sandtable.games())
def test_changes_lead_to_the_same_position(server: LiveServer, game: str) -> None:
    """Whoever puts the changes together has what a whole position says, in every seat."""
    ann, bob, eve = (server.person(name) for name in ("Ann", "Bob", "Eve"))
    table = ann.table(game, "human open", seed="x")
    bob.post(f"/api/invites/{table['invite']}")
    people = [ann, bob, eve]
    lives = [person.live(table) for person in people]
    source = random.Random(5)
    sizes: list[int] = []
    whole: list[int] = []
    for _ in range(60):
        live = lives[0] if lives[0].position and lives[0].position["decision"] else lives[1]
        assert live.position is not None
        if live.position["over"]:
            break
        if live.position["undo"]["allowed"] and source.random() < 0.2:
            answer = live.ask("undo", version=live.version)
        else:
            answer = live.ask("act", version=live.version, action=source.choice(live.choices)["id"])
        for other, person in zip(lives, people, strict=True):
            other.until(answer["version"])
            position = person.get(f"/api/tables/{table['id']}/position")
            assert other.position == position
            sizes.append(len(other.texts[-1]))
            whole.append(len(json.dumps(position)))
    assert sum(sizes) < sum(whole) / 2
    for live in lives:
        before = live.position
        live.send("sync")
        message = live.wait("update")
        assert message["changes"] is None and message["position"] == before


def test_a_bots_choices_come_in_one_message_with_each_position(ann: Person) -> None:
    table = ann.table("resafa", "human bot:greedy")
    source = random.Random(3)
    several = 0
    with ann.live(table) as live:
        while several < 5:
            assert live.position is not None
            before = live.position
            if before["decision"] is not None:
                live.send("act", version=live.version, action=source.choice(live.choices)["id"])
            message = live.wait("update")
            after = message["position"]
            assert len(message["between"]) == after["step"] - before["step"] - 1
            told = [step["step"] for turn in message["log"] for step in turn["steps"]]
            for changes in message["between"]:
                before = changed(before, changes)
                assert before["step"] in told
                path = f"/api/tables/{table['id']}/history/{before['step']}"
                assert before["view"] == ann.get(path, seat=0)["view"]
                assert before["to_choose"] == 1 == message["by"]
            several += bool(message["between"])
