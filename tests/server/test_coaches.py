"""Coaches: a player lets somebody see their hand and hints, and everybody sees that they do."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
import pytest

import sandtable
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Live, Person
from tests.server.postgres import Cluster
from tests.server.test_accounts import PASSWORD, sign_up
from tests.server.test_friends import channel, heard
from tests.server.test_secrets import replayed


@pytest.fixture(params=[*sandtable.games(), "toy"])
def game(request: pytest.FixtureRequest) -> str:
    if request.param == "toy":
        request.getfixturevalue("toy")
    name: str = request.param
    return name


class Lesson:
    """Ann and Bob play an unrated game; Cy has an account, Eve looks on as a guest."""

    def __init__(self, server: LiveServer, game: str = "faiyum", **options: Any) -> None:
        self.ann, self.bob = server.person("Ann"), server.person("Bob")
        self.cy, self.eve = server.person(), server.person("Eve")
        sign_up(self.cy, "Cy")
        options.setdefault("rated", False)
        self.made = self.ann.table(game, "human open", **options)
        self.bob.post(f"/api/invites/{self.made['invite']}")
        self.path = f"/api/tables/{self.made['id']}"

    def grant(self, name: str = "Cy") -> Json:
        return self.ann.post(self.path + "/coaches", name=name)

    def coach(self, table: Json, name: str = "Cy") -> Json:
        entry: Json = next(coach for coach in table["coaches"] if coach["name"] == name)
        return entry


def end(person: Person, path: str, number: int) -> Json:
    answer = person.http.delete(f"{path}/coaches/{number}")
    assert answer.status_code == 200, answer.text
    document: Json = answer.json()
    return document


def last_note(person: Person, path: str) -> Json:
    note: Json = person.get(path + "/position")["notes"][-1]
    return note


def test_a_coach_sees_the_hand_and_everybody_sees_the_coach(
    start: Start, database: str, toy: Any
) -> None:
    lesson = Lesson(start(database=database), "toy")
    with channel(lesson.cy) as told:
        number = lesson.coach(lesson.grant())["number"]
        message = heard(told)
    assert (message["type"], message["by"]) == ("coach", "Ann")
    assert message["table"] == lesson.made["id"]
    hand = lesson.ann.get(lesson.path + "/position")["view"]["hand"]
    assert hand and lesson.cy.get(lesson.path + "/position")["view"]["hand"] == hand
    for person in (lesson.ann, lesson.bob, lesson.eve, lesson.cy):
        coach = lesson.coach(person.get(lesson.path))
        assert (coach["seat"], coach["state"], coach["profile"]) == (0, "coach", "Cy")
        note = last_note(person, lesson.path)
        assert (note["kind"], note["seat"], note["coach"]) == ("coach", 0, number)
    assert lesson.cy.get(lesson.path)["coaching"] == 0
    assert lesson.eve.get(lesson.path)["coaching"] is None
    assert [t["id"] for t in lesson.cy.get("/api/me/coaching")["tables"]] == [lesson.made["id"]]

    end(lesson.ann, lesson.path, number)
    after = lesson.cy.get(lesson.path + "/position")
    assert after["seat"] is None and after["view"].get("hand") in (None, [])
    lesson.cy.refused("GET", lesson.path + "/position?seat=0", "forbidden")
    assert last_note(lesson.bob, lesson.path)["kind"] == "coach_end"
    assert lesson.coach(lesson.bob.get(lesson.path))["state"] == "ended"
    assert lesson.cy.get("/api/me/coaching")["tables"] == []
    # It can be granted again.
    assert lesson.coach(lesson.grant())["number"] == number
    assert lesson.cy.get(lesson.path)["coaching"] == 0


def test_everybody_who_is_connected_learns_it_at_once(server: LiveServer, toy: Any) -> None:
    lesson = Lesson(server, "toy")
    lives = [p.live(lesson.made) for p in (lesson.ann, lesson.bob, lesson.eve, lesson.cy)]
    assert lives[3].position is not None and lives[3].position["seat"] is None
    number = lesson.coach(lesson.grant())["number"]
    for live in lives:
        note = live.wait("update")["position"]["notes"][-1]
        assert (note["kind"], note["coach"]) == ("coach", number)
        assert lesson.coach(live.wait("table")["table"])["state"] == "coach"
    assert lives[3].position["seat"] == 0
    assert lives[3].log == lives[0].log
    end(lesson.cy, lesson.path, number)  # a coach may stop, too
    for live in lives:
        assert live.wait("update")["position"]["notes"][-1]["kind"] == "coach_end"
    assert lives[3].position["seat"] is None
    assert lives[3].log == lives[2].log


def test_people_at_two_servers(start: Start, postgres: Cluster, toy: Any) -> None:
    database = postgres.new_database()
    servers = [start(database=database) for _ in range(2)]
    lesson = Lesson(servers[0], "toy")
    cy = servers[1].person()
    cy.http.cookies.set("sandtable", lesson.cy.cookie)
    watching, playing = cy.live(lesson.made), lesson.ann.live(lesson.made)
    spectator = servers[1].person("Zoe").live(lesson.made)
    number = lesson.coach(lesson.grant())["number"]
    while watching.position is None or watching.position["seat"] != 0:
        watching.wait("update")
    assert playing.position is not None
    assert watching.position["view"] == playing.position["view"]
    while spectator.position is None or not spectator.position["notes"]:
        spectator.wait("update")
    assert spectator.position["seat"] is None
    assert lesson.coach(spectator.wait("table")["table"])["state"] == "coach"
    playing.until(watching.version)
    playing.act(playing.choices[0]["id"])
    watching.until(playing.version)
    assert watching.position["seat"] == 0 and watching.position["decision"] is None
    end(lesson.ann, lesson.path, number)
    while watching.position["seat"] is not None:
        watching.wait("update")
    cy.refused("GET", lesson.path + "/log?seat=0", "forbidden")


def test_a_coach_chooses_nothing(server: LiveServer) -> None:
    lesson = Lesson(server)
    lesson.grant()
    live = lesson.cy.live(lesson.made)
    assert live.position is not None and live.position["decision"] is None
    action = lesson.ann.get(lesson.path + "/position")["decision"]["choices"][0]["id"]
    assert live.ask("act", version=live.version, action=action)["code"] == "not_your_turn"
    assert live.ask("undo", version=live.version)["type"] == "error"
    body = {"version": live.version, "action": action}
    lesson.cy.refused("POST", lesson.path + "/actions", "not_your_turn", body)
    lesson.cy.refused("POST", lesson.path + "/undo", "illegal", {"version": live.version})
    lesson.cy.refused("GET", lesson.path + "/previews", "not_your_turn")
    lesson.cy.refused("POST", lesson.path + "/proposals", "forbidden", {"kind": "end"})
    lesson.cy.refused("POST", lesson.path + "/review", "forbidden", {})
    for seat in (1, 2):
        lesson.cy.refused("GET", f"{lesson.path}/position?seat={seat}", "forbidden")
    assert lesson.ann.get(lesson.path + "/position")["step"] == 0


def test_hints_are_for_the_coach_and_for_the_coached_seat_only(server: LiveServer) -> None:
    lesson = Lesson(server)
    lesson.ann.refused("POST", lesson.path + "/hint", "forbidden", {})
    lesson.cy.refused("POST", lesson.path + "/hint", "not_your_turn", {})
    number = lesson.coach(lesson.grant())["number"]
    hint = lesson.cy.post(lesson.path + "/hint")
    legal = {c["id"] for c in lesson.ann.get(lesson.path + "/position")["decision"]["choices"]}
    assert {choice["action"] for choice in hint["choices"]} <= legal
    lesson.ann.refused("POST", lesson.path + "/hint", "forbidden", {})
    lesson.bob.refused("POST", lesson.path + "/hint", "not_your_turn", {})
    live = lesson.ann.live(lesson.made)
    assert live.position is not None
    while live.position["to_choose"] == 0:
        live.act(live.choices[0]["id"])
    lesson.cy.refused("POST", lesson.path + "/hint", "not_your_turn", {})
    end(lesson.ann, lesson.path, number)
    lesson.cy.refused("POST", lesson.path + "/hint", "not_your_turn", {})


def test_an_offer_is_between_the_two(start: Start, database: str) -> None:
    """A guest who looks on offers it; the player accepts or declines."""
    lesson = Lesson(start(database=database))
    lives = [person.live(lesson.made) for person in (lesson.ann, lesson.bob, lesson.eve)]
    offered = lesson.coach(lesson.eve.post(lesson.path + "/coaches/offers", seat=0), "Eve")
    assert (offered["state"], offered["mine"]) == ("offered", True)
    assert lesson.coach(lives[0].wait("table")["table"], "Eve")["state"] == "offered"
    assert lives[1].wait("table")["table"]["coaches"] == []
    assert lesson.bob.get(lesson.path)["coaches"] == lesson.cy.get(lesson.path)["coaches"] == []
    assert lesson.eve.get(lesson.path)["coaching"] is None
    lesson.bob.refused("POST", lesson.path + "/coaches", "not_found", {"offer": offered["number"]})
    lesson.bob.refused("DELETE", f"{lesson.path}/coaches/{offered['number']}", "forbidden")
    end(lesson.ann, lesson.path, offered["number"])  # declined: nobody else ever hears of it
    assert lesson.eve.get(lesson.path + "/position")["notes"] == []
    lesson.eve.post(lesson.path + "/coaches/offers", seat=0)
    lesson.ann.post(lesson.path + "/coaches", offer=offered["number"])
    assert lesson.eve.get(lesson.path)["coaching"] == 0
    assert lesson.coach(lesson.bob.get(lesson.path), "Eve")["state"] == "coach"
    assert last_note(lesson.bob, lesson.path)["coach"] == offered["number"]


def test_who_cannot_coach(server: LiveServer) -> None:
    lesson = Lesson(server)
    sign_up(lesson.bob, "Bob")
    coaches = lesson.path + "/coaches"
    lesson.ann.refused("POST", coaches, "illegal", {"name": "Bob"})  # plays here
    lesson.bob.refused("POST", coaches + "/offers", "illegal", {"seat": 0})
    lesson.ann.refused("POST", coaches, "not_found", {"name": "Nobody"})
    lesson.ann.refused("POST", coaches, "forbidden", {"name": "Cy", "seat": 1})
    lesson.eve.refused("POST", coaches, "forbidden", {"name": "Cy"})
    lesson.eve.refused("POST", coaches + "/offers", "not_found", {"seat": 7})
    for body in ({}, {"name": "Cy", "offer": 1}):
        lesson.ann.refused("POST", coaches, "bad_request", body)
    lesson.ann.refused("POST", coaches, "not_found", {"offer": 5})
    lesson.ann.refused("DELETE", coaches + "/5", "not_found")
    # Who has seen one hand never sees another.
    number = lesson.coach(lesson.grant())["number"]
    lesson.bob.refused("POST", coaches, "illegal", {"name": "Cy"})
    end(lesson.ann, lesson.path, number)
    lesson.bob.refused("POST", coaches, "illegal", {"name": "Cy"})
    lesson.cy.refused("POST", coaches + "/offers", "illegal", {"seat": 1})
    assert lesson.bob.get(lesson.path)["coaching"] is None


def test_blocked_people_do_not_coach(start: Start, database: str) -> None:
    lesson = Lesson(start(database=database))
    assert lesson.bob.http.post("/api/blocks", json={"name": "Cy"}).status_code == 204
    lesson.ann.refused("POST", lesson.path + "/coaches", "forbidden", {"name": "Cy"})
    lesson.cy.refused("POST", lesson.path + "/coaches/offers", "forbidden", {"seat": 0})
    blocks = lesson.bob.get("/api/blocks")["blocks"]
    assert lesson.bob.http.delete(f"/api/blocks/{blocks[0]['id']}").status_code == 204
    lesson.grant()
    assert lesson.cy.get(lesson.path)["coaching"] == 0
    # A block between the two ends it at once.
    live = lesson.cy.live(lesson.made)
    assert lesson.ann.http.post("/api/blocks", json={"name": "Cy"}).status_code == 204
    assert live.wait("update")["position"]["seat"] is None
    assert lesson.cy.get(lesson.path)["coaching"] is None


def test_where_nobody_is_coached(server: LiveServer) -> None:
    """Rated games between people, games that have not begun or are over, challenges, and branches
    of running games, from which somebody could learn in secret what others do not see."""
    lesson = Lesson(server, rated=True)
    assert not lesson.ann.get(lesson.path)["can_have_coach"]
    message = lesson.ann.refused("POST", lesson.path + "/coaches", "illegal", {"name": "Cy"})
    assert "rated" in message
    branch = lesson.ann.post(lesson.path + "/branch", step=0, seat=0)["id"]
    lesson.ann.refused("POST", f"/api/tables/{branch}/coaches", "illegal", {"name": "Cy"})
    waiting = lesson.ann.table(seats="human open", rated=False)["id"]
    lesson.ann.refused("POST", f"/api/tables/{waiting}/coaches", "illegal", {"name": "Cy"})
    challenge = lesson.ann.get("/api/challenges")["challenges"][0]["id"]
    table = lesson.ann.post(f"/api/challenges/{challenge}/start")
    attempt = table.get("table", table.get("id"))
    lesson.ann.refused("POST", f"/api/tables/{attempt}/coaches", "illegal", {"name": "Cy"})


def test_alone_against_bots_the_game_becomes_unrated(start: Start, database: str) -> None:
    """As with hints: there is nobody whose rating could suffer."""
    server = start(database=database)
    ann, cy = server.person("Ann"), server.person()
    sign_up(cy, "Cy")
    table = ann.table(seats="human bot:random")
    path = f"/api/tables/{table['id']}"
    assert ann.get(path)["rated"] and ann.get(path)["can_have_coach"]
    assert not ann.post(path + "/coaches", name="Cy")["rated"]
    assert not cy.get(path)["rated"] and cy.get(path)["coaching"] == 0


def test_a_coach_talks_and_listens_with_the_players(server: LiveServer) -> None:
    lesson = Lesson(server)
    lesson.eve.post(lesson.path + "/chat", text="from the gallery")
    lesson.grant()
    live = lesson.cy.live(lesson.made)
    lesson.eve.post(lesson.path + "/chat", text="more of it")
    lesson.bob.post(lesson.path + "/chat", text="hello, coach")
    assert live.wait("chat")["message"]["text"] == "hello, coach"
    said = lesson.cy.post(lesson.path + "/chat", text="hello, all")
    assert (said["channel"], said["seat"], said["name"]) == ("table", None, "Cy")
    shown = [message["text"] for message in lesson.cy.get(lesson.path + "/chat")["messages"]]
    assert shown == ["hello, coach", "hello, all"]


def test_games_are_read_again_with_their_coaches(start: Start, database: str) -> None:
    server = start(database=database)
    lesson = Lesson(server, seed=5)
    number = lesson.coach(lesson.grant())["number"]
    live = lesson.ann.live(lesson.made)
    live.act(live.choices[0]["id"])
    cookie = lesson.cy.cookie
    server.stop()
    cy = start(database=database).person()
    cy.http.cookies.set("sandtable", cookie)
    assert cy.get(lesson.path)["coaching"] == 0
    position = cy.get(lesson.path + "/position")
    assert position["seat"] == 0 and position["notes"][0]["coach"] == number


def test_a_deleted_account_leaves_a_former_player(start: Start, database: str) -> None:
    lesson = Lesson(start(database=database))
    number = lesson.coach(lesson.grant())["number"]
    assert lesson.cy.get("/api/account/data")["coaches"][0]["seat"] == 0
    answer = lesson.cy.http.request("DELETE", "/api/account", json={"password": PASSWORD})
    assert answer.status_code in (200, 204), answer.text
    (coach,) = lesson.bob.get(lesson.path)["coaches"]
    assert coach["number"] == number and coach["state"] == "ended"
    assert coach["name"] == "Former player" and coach["profile"] is None


def test_the_record_says_who_had_a_coach(server: LiveServer, toy: Any) -> None:
    lesson = Lesson(server, "toy")
    lesson.grant()
    lives = [lesson.ann.live(lesson.made), lesson.bob.live(lesson.made)]
    play_out(lives, random.Random(2))
    record = lesson.ann.http.get(lesson.path + "/record").text
    assert "# seat 1 had a coach" in record and "# seat 2 had" not in record
    sandtable.Record.parse(record).replay()


def play_out(lives: list[Live], source: random.Random, after: Any = None) -> None:
    """A whole game; ``after`` is called after every choice with the version."""
    while True:
        turns = [bool(live.position and live.position["decision"]) for live in lives]
        if True not in turns:
            assert lives[0].position is not None and lives[0].position["over"]
            return
        mover = lives[turns.index(True)]
        answer = mover.act(source.choice(mover.choices)["id"])
        assert answer["type"] == "ack", answer
        for live in lives:
            live.until(answer["version"])
        if after is not None:
            after(answer["version"])
            newest = max(live.version for live in lives)
            for live in lives:
                live.until(newest)


def test_a_coach_never_learns_more_than_the_seat(server: LiveServer, game: str) -> None:
    """A whole game with a coach who comes and goes: every message and answer is searched."""
    lesson = Lesson(server, game)
    coach = lesson.cy.live(lesson.made)
    lives = [lesson.ann.live(lesson.made), lesson.bob.live(lesson.made)]
    answers: list[str] = []

    def keep(response: httpx.Response) -> None:
        response.read()
        answers.append(response.text)

    lesson.cy.http.event_hooks["response"] = [keep]
    secrets = {"ann": "quiet-words-of-ann", "bob": "quiet-words-of-bob", "eve": "gallery-words"}
    lesson.ann.http.put(lesson.path + "/note", json={"text": secrets["ann"]})
    lesson.bob.http.put(lesson.path + "/note", json={"text": secrets["bob"]})
    source = random.Random(6)
    allowed: dict[int, set[int | None]] = {}
    granted = False

    def after(version: int) -> None:
        nonlocal granted
        coach.until(version)
        if lives[0].position is None or lives[0].position["over"]:
            return
        if source.random() < 0.15:
            if granted:
                end(lesson.ann, lesson.path, 1)
            else:
                lesson.grant()
            granted = not granted
            lives[0].wait("table")
        coach.until(lives[0].version)
        allowed[lives[0].version] = {0, None} if granted else {None}
        if source.random() < 0.1 and granted:
            lesson.eve.post(lesson.path + "/chat", text=secrets["eve"])
            for path in ("/position", "/log", "/note", "/chat", "/previews", "/history/1", ""):
                lesson.cy.http.get(lesson.path + path)
            for path in ("/hint", "/branch"):
                body = {"step": 0, "seat": 1} if path == "/branch" else {"bot": "random"}
                lesson.cy.http.post(lesson.path + path, json=body)
            for seat in (0, 1, None, -1):
                coach.send("watch", seat=seat)
            coach.send("watch")
            coach.send("ping")
            coach.wait("pong")

    play_out(lives, source, after)
    record = lesson.ann.http.get(lesson.path + "/record").text
    match = sandtable.Record.parse(record).replay()
    states = replayed(match)
    keys = {state.key for state in states}
    seen = set()
    running = 0
    for text, message in zip(coach.texts, coach.messages, strict=True):
        position = message.get("position")
        if position is None or position["over"]:
            continue
        running += 1
        assert str(match.seed) not in text and not any(key in text for key in keys)
        assert not any(word in text for word in secrets.values())
        seen.add(position["seat"])
        assert position["seat"] in allowed.get(position["version"], {0, None})
        assert position["decision"] is None and not position["undo"]["allowed"]
        view = json.loads(json.dumps(states[position["step"]].match.view(position["seat"])))
        view.pop("decision")
        assert position["view"] == view
        for turn in message["log"]:
            for step in turn["steps"]:
                if step["seat"] != position["seat"]:
                    assert step["action"] is None and step["text"] is None
    assert running > 10 and seen == {0, None}
    for text in answers:
        assert not any(word in text for word in secrets.values())
        assert not any(key in text for key in keys)
