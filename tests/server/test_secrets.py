"""Nobody is ever sent what they may not know: every message of whole games is searched."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

import psycopg
import pytest

import sandtable
from sandtable.kernel.match import Match
from sandtable.kernel.rng import SecureRng
from sandtable.server.storage.news import CHANNEL
from tests.server.conftest import LiveServer, Start
from tests.server.people import Live, Person
from tests.server.postgres import Cluster

#: Everything about a table that can be read or tried, by those who may and those who may not.
TRIES: list[tuple[str, str, Any]] = [
    ("GET", "", None),
    ("GET", "/position", None),
    ("GET", "/position?seat=0", None),
    ("GET", "/position?seat=-1", None),
    ("GET", "/log", None),
    ("GET", "/log?seat=1", None),
    ("GET", "/history/0", None),
    ("GET", "/history/3?seat=0", None),
    ("GET", "/history/99999", None),
    ("GET", "/previews", None),
    ("GET", "/previews/0", None),
    ("GET", "/result", None),
    ("GET", "/record", None),
    ("POST", "/actions", {"version": 0, "action": 0}),
    ("POST", "/actions", {"version": 5, "notation": "no such thing"}),
    ("POST", "/undo", {"version": 0}),
    ("POST", "/restart", {"version": 0}),
    ("POST", "/hint", {"bot": "random"}),
    ("POST", "/hint", {}),
    ("GET", "/analysis", None),
    ("POST", "/analysis", None),
    ("POST", "/rematch", {}),
    ("POST", "/proposals", {"kind": "undo", "version": 0}),
    ("POST", "/proposals", {"kind": "pause"}),
    ("POST", "/proposals", {"kind": "replace", "seat": 0}),
    ("POST", "/proposals/answer", {"proposal": "x", "agree": True}),
    ("POST", "/seats/0/return", None),
    ("GET", "/chat", None),
    ("POST", "/chat", {"text": "hello there"}),
    ("POST", "/chat/1/report", {"reason": "rude"}),
    ("GET", "/note", None),
    ("POST", "/join", {}),
    ("PUT", "/seats/0", {"kind": "bot"}),
    ("DELETE", "", None),
]


@pytest.fixture(params=[*sandtable.games(), "whispers"])
def game(request: pytest.FixtureRequest) -> str:
    """Every game there is, and one with secrets of all kinds."""
    if request.param == "whispers":
        request.getfixturevalue("whispers")
    name: str = request.param
    return name


class Listener:
    """Keeps every text somebody gets while the game runs."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.texts: list[str] = []
        person.http.event_hooks["response"] = [self._keep]

    def _keep(self, response: Any) -> None:
        response.read()
        headers = " ".join(f"{k}: {v}" for k, v in response.headers.items() if k != "set-cookie")
        self.texts.append(headers + response.text)


def play(lives: list[Live], watcher: Live, people: list[Person], table: str) -> Match:
    """A whole game in which everybody tries everything on the way; returns it replayed."""
    source = random.Random(8)
    most = 4000
    while True:
        most -= 1
        assert most, "the game does not end"
        seat = next(
            (i for i, live in enumerate(lives) if live.position and live.position["decision"]),
            None,
        )
        if seat is None:
            assert lives[0].position is not None and lives[0].position["over"]
            break
        live = lives[seat]
        if source.random() < 0.1:
            for person in people:
                method, path, body = source.choice(TRIES)
                with suppress(AssertionError):
                    person.http.request(method, f"/api/tables/{table}{path}", json=body)
            for other in [*lives, watcher]:
                other.send("act", version=live.version + source.choice([0, 0, 1]), action=10**6)
                other.send("watch", seat=source.choice([None, 0, 1, 2, -1]))
                other.send("watch")
                other.send("ping")
                other.wait("pong")
        assert live.position is not None
        if live.position["undo"]["allowed"] and source.random() < 0.2:
            answer = live.ask("undo", version=live.version)
        else:
            answer = live.ask("act", version=live.version, action=source.choice(live.choices)["id"])
        assert answer["type"] == "ack", answer
        for other in [*lives, watcher]:
            other.until(answer["version"])
    record = people[0].http.get(f"/api/tables/{table}/record")
    assert record.status_code == 200
    return sandtable.Record.parse(record.text).replay()


def test_whole_games(server: LiveServer, game: str) -> None:
    search_a_whole_game([server], game)


def test_whole_games_at_two_servers(start: Start, postgres: Cluster, game: str) -> None:
    """People at different servers, whose messages to each other are searched, too."""
    database = postgres.new_database()
    servers = [start(database=database) for _ in range(2)]
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        match = search_a_whole_game(servers, game)
        heard = [one.payload for one in connection.notifies(timeout=1)]
    assert len(heard) > len(match.actions()) / 2
    keys = {one.key for one in replayed(match)}
    for payload in heard:
        assert str(match.seed) not in payload
        assert not any(key in payload for key in keys)
        _, topic, _, details = json.loads(payload)
        assert topic != "table" or details == {}, "each server reads from the log what it may tell"


def search_a_whole_game(servers: list[LiveServer], game: str) -> Match:
    """Search every message and answer that anybody gets; returns the game."""
    names = ("Ann", "Bob", "Cy")
    people = [servers[i % len(servers)].person(name) for i, name in enumerate(names)]
    listeners = [Listener(person) for person in people]
    seats = min(3, sandtable.game(game).max_players)
    made = people[0].table(game, " ".join(["human"] + ["open"] * (seats - 1)))
    for person in people[1:seats]:
        person.post(f"/api/invites/{made['invite']}")
    watching = servers[-1].person("Eve")
    listeners.append(Listener(watching))
    lives = [person.live(made) for person in people[:seats]]
    watcher = watching.live(made)
    match = play(lives, watcher, [*people, watching], made["id"])

    actions = match.actions()
    seed = str(match.seed)
    states = replayed(match)
    keys = {one.key for one in states}
    for viewer, (listener, live) in enumerate(zip(listeners, [*lives, watcher], strict=True)):
        seat = viewer if viewer < seats else None
        both = zip(live.texts, live.messages, strict=True)
        running = [text for text, message in both if not over(message)]
        assert len(running) > len(actions) / 2
        # Answers by HTTP came while it ran, but for the record at the end.
        for text in running + listener.texts[:-1]:
            assert seed not in text
            assert not any(key in text for key in keys)
            for person in [*people, watching]:
                if person is not listener.person:
                    assert person.cookie not in text
            if seat is None:
                assert made["invite"] not in text
        assert sum('"changes":[' in text for text in running) > len(running) / 4
        for message in live.messages:
            check(message, seat, states)
    return match


class Moment:
    """A position of the replayed game."""

    def __init__(self, match: Match) -> None:
        self.match = match.clone()
        rng = match.state.rng
        assert isinstance(rng, SecureRng)
        self.key = rng.key.hex()


def replayed(match: Match) -> list[Moment]:
    game = match.game.new(match.players, match.seed, **match.options)
    states = [Moment(game)]
    for action in match.actions():
        game.apply(action)
        states.append(Moment(game))
    return states


def over(message: dict[str, Any]) -> bool:
    if message["type"] == "table":
        return bool(message["table"]["status"] == "over")
    position = message.get("position")
    return position is not None and bool(position["over"])


def check(message: dict[str, Any], seat: int | None, states: list[Moment]) -> None:
    """A message holds what the seat may know, and not one thing more."""
    position = message.get("position")
    if position is None:
        return
    assert position["seat"] in (seat, None)
    if position["over"] or position["undo"] is None:
        return
    for turn in message["log"]:
        for step in turn["steps"]:
            if step["seat"] != position["seat"]:
                assert step["action"] is None
                assert step["notation"] is None and step["text"] is None
    if position["decision"] is not None:
        assert position["to_choose"] == position["seat"] == seat
    assert set(position) == {
        "step", "version", "turn", "seat", "view", "to_choose", "over", "decision", "undo",
        "scores", "lesson", "returns", "notes",
    }  # fmt: skip
    assert position["scores"] is None and position["lesson"] is None
    assert position["returns"] == [] and position["notes"] == []


def test_views_are_those_of_the_seat(server: LiveServer, game: str) -> None:
    """Position by position: the view is the engine's view for that seat, now and in history."""
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.table(game, "human open", seed="x")
    bob.post(f"/api/invites/{table['invite']}")
    match = sandtable.game(game).new(2, "x", **table["options"])
    eve = server.person("Eve")
    source = random.Random(3)
    viewers: list[tuple[Person, int | None]] = [(ann, 0), (bob, 1), (eve, None)]
    path = f"/api/tables/{table['id']}"
    for step in range(40):
        for person, seat in viewers:
            view = json.loads(json.dumps(match.view(seat)))
            view.pop("decision")
            assert person.get(f"{path}/position")["view"] == view
            assert person.get(f"{path}/history/{step}")["view"] == view
        if match.is_over:
            break
        action = source.choice(match.legal_actions())
        chooser = (ann, bob)[match.current_player or 0]
        chooser.post(f"{path}/actions", version=step, action=action)
        match.apply(action)


def test_previews_know_no_more_than_the_seat(server: LiveServer, game: str) -> None:
    """What a preview tells is the same for every way the hidden things may lie."""
    ann = server.person("Ann")
    if sandtable.game(game).max_players < 2:
        pytest.skip("nobody else at the table")
    table = ann.table(game, "human hotseat", seed="x")
    path = f"/api/tables/{table['id']}"
    match = sandtable.game(game).new(2, "x", **table["options"])
    source = random.Random(4)
    for step in range(30):
        if match.is_over:
            break
        seat = match.current_player
        assert seat is not None
        found = ann.get(f"{path}/previews", seat=seat)
        told = {preview["action"]: preview for preview in found["previews"]}
        assert sorted(told) == match.legal_actions()
        for action, preview in told.items():
            sure = [json.dumps(event, sort_keys=True) for event in preview["events"]]
            for world in range(4):
                other = match.resample(seat, f"test {world}")
                other.apply(action)
                real = [json.dumps(event, sort_keys=True) for event in other.events(seat)]
                if preview["certain"]:
                    assert sure == real
        action = source.choice(match.legal_actions())
        ann.post(f"{path}/actions", version=step, action=action)
        match.apply(action)


def test_a_branch_of_a_running_game_gives_nothing_away(server: LiveServer, whispers: Any) -> None:
    """Hidden hands and the deck are drawn anew, whoever branches and from wherever."""
    ann, bob, eve = (server.person(name) for name in ("Ann", "Bob", "Eve"))
    table = ann.table("whispers", "human open")
    bob.post(f"/api/invites/{table['invite']}")
    path = f"/api/tables/{table['id']}"
    hands = [person.get(f"{path}/position")["view"]["hand"] for person in (ann, bob)]
    seen: list[list[list[int]]] = [[], [], []]
    for who, person in enumerate((ann, bob, eve)):
        for seat in (0, 1):
            for _ in range(6):
                branch = person.post(f"{path}/branch", step=0, seat=seat)
                assert branch["parent"] == {"table": table["id"], "step": 0}
                shown = person.get(f"/api/tables/{branch['id']}/history/0", seat=seat)
                view = shown["view"]
                if who == seat:
                    assert view["hand"] == hands[seat], "the own hand is known"
                else:
                    seen[seat].append(view["hand"])
                person.refused("GET", f"/api/tables/{branch['id']}/record", "not_over")
                person.http.delete(f"/api/tables/{branch['id']}")
    for seat in (0, 1):
        assert len({tuple(hand) for hand in seen[seat]}) > 2, "drawn anew each time"
