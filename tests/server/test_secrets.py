"""Nobody is ever sent what they may not know: every message of whole games is searched."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

import sandtable
from sandtable.kernel.match import Match
from sandtable.kernel.rng import SecureRng
from sandtable.server.storage.news import CHANNEL
from tests.server.conftest import LiveServer, Start
from tests.server.fake_time import FakeTime
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
    ("POST", "/coaches", {"name": "Nobody"}),
    ("POST", "/coaches", {"offer": 1}),
    ("POST", "/coaches/offers", {"seat": 0}),
    ("DELETE", "/coaches/1", None),
    ("GET", "/plan", None),
    ("GET", "/plan?seat=0", None),
    ("POST", "/plan", {}),
    ("POST", "/plan", {"seat": 1}),
    ("POST", "/plan/choices", {"revision": 0, "action": 0}),
    ("GET", "/plan/previews", None),
    ("POST", "/plan/keep", {"revision": 1}),
    ("POST", "/plan/play", {"version": 0}),
    ("DELETE", "/plan", None),
    ("POST", "/join", {}),
    ("PUT", "/seats/0", {"kind": "bot"}),
    ("DELETE", "", None),
]


@pytest.fixture(params=[*sandtable.games(), "toy"])
def game(request: pytest.FixtureRequest) -> str:
    """Every game there is, and one with secrets of all kinds."""
    if request.param == "toy":
        request.getfixturevalue("toy")
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
                other.send("move_now", version=live.version)
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
        what = "each server reads from what is stored what it may tell"
        assert topic not in ("table", "plan") or details == {}, what


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
        answer = ann.get(f"{path}/previews", seat=seat)
        told = {preview["action"]: preview for preview in answer["previews"]}
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


def test_what_a_bot_considers_is_for_nobody_it_plays_with(start: Start, postgres: Cluster) -> None:
    """It comes from the bot's hand: neither who plays nor who looks on gets a word of it, and no
    server tells another."""
    database = postgres.new_database()
    servers = [start(database=database) for _ in range(2)]
    ann, eve = servers[0].person("Ann"), servers[1].person("Eve")
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        table = ann.table("resafa", "human bot:search")
        lives = [ann.live(table), eve.live(table)]
        source = random.Random(2)
        while lives[0].messages[-1]["type"] != "thinking":
            position = lives[0].position
            if position is not None and position["decision"] is not None:
                lives[0].act(source.choice(lives[0].choices)["id"])
            else:
                lives[0].next()
        lives[0].wait("update")
        thought = [message for message in lives[0].messages if message["type"] == "thinking"]
        for live in lives:
            live.ask("ping")
        heard = [one.payload for one in connection.notifies(timeout=1)]
    assert thought, "the bot took its time"
    for text in [*lives[0].texts, *lives[1].texts, *heard]:
        assert "candidates" not in text and '"share"' not in text
    for message in thought:
        assert set(message) == {"type", "seat", "since", "limit"}


def test_a_branch_of_a_running_game_gives_nothing_away(server: LiveServer, toy: Any) -> None:
    """Hidden hands and the deck are drawn anew, whoever branches and from wherever."""
    ann, bob, eve = (server.person(name) for name in ("Ann", "Bob", "Eve"))
    table = ann.table("toy", "human open")
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


def test_the_copy_of_a_plan_gives_nothing_away(server: LiveServer, toy: Any) -> None:
    """The die that Bob rolls on his private copy is not that of the game, but another each
    time."""
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.table("toy", "human open")
    bob.post(f"/api/invites/{table['invite']}")
    path = f"/api/tables/{table['id']}"
    hand = bob.get(f"{path}/position")["view"]["hand"]
    rolled: set[int] = set()
    for _ in range(16):
        state = bob.post(f"{path}/plan")
        coins = state["position"]["view"]["coins"][1]
        assert state["position"]["view"]["hand"] == hand, "the own hand is known"
        choices = state["position"]["decision"]["choices"]
        action = next(choice["id"] for choice in choices if choice["notation"] == "roll")
        state = bob.post(f"{path}/plan/choices", revision=0, action=action)
        rolled.add(state["position"]["view"]["coins"][1] - coins)
    assert len(rolled) > 2, "rolled anew each time"


def test_a_plan_is_for_its_person_alone(server: LiveServer, toy: Any) -> None:
    """Nobody else is sent a word of it: neither the other player, nor who looks on, nor the
    administrator who is Bob's coach as well, and nobody hears that there is one."""
    ann, bob, eve, boss = (server.person(name) for name in ("Ann", "Bob", "Eve", "Boss"))
    boss.post("/api/account", name="Boss", password="correct horse battery")
    table = ann.table("toy", "human open", auto_plans=True, rated=False)
    bob.post(f"/api/invites/{table['invite']}")
    path = f"/api/tables/{table['id']}"
    bob.post(f"{path}/coaches", name="Boss")
    others = [Listener(ann), Listener(eve), Listener(boss)]
    lives = [ann.live(table), eve.live(table), boss.live(table)]
    for live in lives:
        live.ask("ping")
    heard = [len(live.texts) for live in lives]
    state = bob.post(f"{path}/plan")
    card = f"show {bob.get(f'{path}/position')['view']['hand'][0]}"
    choices = state["position"]["decision"]["choices"]
    action = next(choice["id"] for choice in choices if choice["notation"] == card)
    state = bob.post(f"{path}/plan/choices", revision=0, action=action)
    bob.post(f"{path}/plan/keep", revision=1, automatic=True)
    with server.service.engine.connect() as connection:
        row = connection.exec_driver_sql("SELECT id, seed FROM plans").one()
    for person in (ann, eve, boss):
        for method, where, body in TRIES:
            if method == "GET" or "/plan" in where:
                person.http.request(method, f"{path}{where}", json=body)
        person.http.get("/api/account/data")
        for where in ("", "/tables", "/people", "/reports"):
            person.http.get(f"/api/admin{where}")
    for live in lives:
        live.ask("ping")
    assert bob.get(f"{path}/plan")["plan"]["status"] == "kept", "and nobody can touch it"
    sent = [text for listener in others for text in listener.texts]
    live_texts = [text for n, live in zip(heard, lives, strict=True) for text in live.texts[n:]]
    assert len(sent) > 60
    for text in sent + live_texts:
        assert not re.search(rf"\b{re.escape(card)}\b", text), "as a whole: show 1, not show 10"
        assert row[0] not in text and row[1] not in text
        assert '"type":"plan"' not in text
    assert all('"pong"' in text or '"presence"' in text for text in live_texts)


@pytest.mark.parametrize("game", sandtable.games())
def test_advice_gives_nothing_away(start: Start, game: str) -> None:
    """Hints, looks back at a turn, previews and branches of a game against a bot: none of them
    has anything of the deal."""
    server = start(hint_seconds=0.05, review_seconds=0.01)
    ann = server.person("Ann")
    listener = Listener(ann)
    table = ann.table(game, "human bot:random")
    path = f"/api/tables/{table['id']}"
    live = ann.live(table)
    for _ in range(6):
        live.my_turn()
        ann.post(f"{path}/hint")
        ann.post(f"{path}/hint", bot="random")
        ann.get(f"{path}/previews")
        live.act(live.choices[0]["id"])
        ann.http.post(f"{path}/review")
    branch = ann.post(f"{path}/branch", step=2)
    ann.get(f"/api/tables/{branch['id']}/history/0")
    ann.http.post(f"{path}/plan", json={})
    with server.service.engine.connect() as connection:
        row = connection.exec_driver_sql("SELECT seed FROM games WHERE parent IS NULL").one()
    seed = json.loads(row[0])
    match = sandtable.game(game).new(2, seed, **table["options"])
    key = Moment(match).key
    assert len(listener.texts) > 25
    for text in listener.texts + live.texts:
        assert str(seed) not in text and key not in text


def refused_everywhere(person: Person, table: str) -> list[str]:
    """Whoever may not look at a table learns nothing at any address; returns the answers."""
    path = f"/api/tables/{table}"
    answers = []
    for method, where, body in [*TRIES, ("POST", "/branch", {"step": 0})]:
        answer = person.http.request(method, f"{path}{where}", json=body)
        assert answer.status_code >= 400 or where in ("/note", "/plan"), (where, answer.text)
        answers.append(answer.text)
    with pytest.raises(ConnectionClosed) as closed:
        person.live(table)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4423
    return answers


def test_a_challenge_is_shown_to_those_who_have_finished_it(start: Start, database: str) -> None:
    """Neither a try nor what branched off it shows the deal before, while it runs or afterwards.
    A profile names it only to people who have finished, too."""
    time = FakeTime()
    server = start(time, database=database)
    ann, bob, eve = (server.person(name) for name in ("Ann", "Bob", "Eve"))
    ann.post("/api/account", name="Ann", password="correct horse battery")
    ann.http.put("/api/account/listed", json={"listed": True})
    challenge = next(
        one
        for one in bob.get("/api/challenges")["challenges"]
        if (one["game"], one["period"]) == ("resafa", "day")
    )
    address = f"/api/challenges/{challenge['id']}"
    table = ann.post(f"{address}/start")["id"]
    own = bob.post(f"{address}/start")["id"]
    others = [Listener(bob), Listener(eve)]
    sent = refused_everywhere(bob, table) + refused_everywhere(eve, table)
    ann.live(table).play_on(random.Random(1))
    branch = ann.post(f"/api/tables/{table}/branch", step=2)["id"]

    def profile(person: Person) -> str:
        return json.dumps(person.get("/api/people/Ann"))

    for person in (bob, eve):
        assert table not in profile(person)
        person.get(address)
        for id in (table, branch):
            sent += refused_everywhere(person, id)
    sent += [text for listener in others for text in listener.texts]
    seed = ann.get(f"/api/tables/{table}/result")["seed"]
    assert len(sent) > 400
    for text in sent:
        assert seed not in text and '"view"' not in text
    # Who has finished sees both; who has not tried sees them when the challenge is over.
    bob.live(own).play_on(random.Random(2))
    assert bob.get(f"/api/tables/{table}/result")["seed"] == seed
    assert table in profile(bob)
    assert table not in profile(eve)
    bob.get(f"/api/tables/{branch}/position")
    eve.refused("GET", f"/api/tables/{own}", "challenge_open")
    time.advance(24 * 3600)
    assert eve.get(f"/api/tables/{own}/result")["seed"] == seed
    assert table in profile(eve)
    eve.live(table)
