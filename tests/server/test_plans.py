"""Planning ahead: a private copy, a plan that is kept, and what happens when its turn comes."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import pytest
from sqlalchemy import text

import sandtable
from sandtable.kernel.match import Match
from sandtable.server.play import plan_keeper
from sandtable.server.play.plan_run import PlanRun, foresee
from sandtable.server.play.private_copy import PrivateCopy, assume, difference, draw, has_turn
from sandtable.server.tables.plan import PlayerPlan
from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Live, Person
from tests.server.postgres import Cluster


class Serving(Protocol):
    """A server in this process or in one of its own."""

    def person(self, name: str | None = None) -> Person: ...


class Pair:
    """Two people at a table; Bob waits for Ann and plans."""

    def __init__(self, servers: Sequence[Serving], game: str = "faiyum", **options: Any) -> None:
        self.ann, self.bob = servers[0].person("Ann"), servers[-1].person("Bob")
        made = self.ann.table(game, "human open", seed=1, **options)
        self.id: str = made["id"]
        self.bob.post(f"/api/invites/{made['invite']}")
        self.path = f"/api/tables/{self.id}"
        self.a, self.b = self.ann.live(self.id), self.bob.live(self.id)
        if self.a.position is None:
            self.a.wait("update")
        if made["to_choose"] == 1 or self.a.position["decision"] is None:  # type: ignore[index]
            self.turn(self.b)

    def turn(self, live: Live, choice: int = -1) -> None:
        """A turn in which the choice of this place on offer is always made."""
        live.my_turn()
        turn = self.position(live)["turn"]
        while self.position(live)["turn"] == turn and self.position(live)["decision"]:
            assert live.act(live.choices[choice]["id"])["type"] == "ack"
        for other in (self.a, self.b):
            other.until(live.version)

    @staticmethod
    def position(live: Live) -> Json:
        assert live.position is not None
        return live.position

    def plan(self, most: int = 30) -> Json:
        """Bob plans a whole turn."""
        state = self.bob.post(f"{self.path}/plan")
        while state["position"]["decision"] is not None and most:
            most -= 1
            state = self.choose(state, state["position"]["decision"]["choices"][0]["id"])
        return state

    def choose(self, state: Json, action: int) -> Json:
        return self.bob.post(
            f"{self.path}/plan/choices", revision=state["plan"]["revision"], action=action
        )

    def keep(self, state: Json, automatic: bool = False) -> Json:
        revision = state["plan"]["revision"]
        return self.bob.post(f"{self.path}/plan/keep", revision=revision, automatic=automatic)

    def now(self) -> Json:
        return self.bob.get(f"{self.path}/plan")


@pytest.fixture(params=sandtable.games())
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def notations(state: Json) -> list[str]:
    return [step["notation"] for step in state["plan"]["steps"]]


def test_a_plan_is_made_kept_and_played_with_one_click(start: Start, database: str) -> None:
    pair = Pair([start(database=database)])
    state = pair.keep(pair.plan())
    assert state["plan"]["status"] == "kept"
    assert state["plan"]["complete"] or state["plan"]["revealed"]
    assert all(step["text"] and step["prompt"] for step in state["plan"]["steps"])
    before = pair.ann.get(pair.path)["version"]
    pair.turn(pair.a)
    outlook = pair.now()["plan"]["outlook"]
    played = pair.bob.post(f"{pair.path}/plan/play", version=pair.b.version)
    assert (played["done"], played["stop"]) == (outlook["done"], outlook["stop"])
    assert played["done"] >= 1
    pair.b.until(played["version"])
    made = pair.bob.get(f"{pair.path}/log")["turns"][-1]["steps"]
    assert [step["notation"] for step in made if step["seat"] == 1] == notations(state)[
        : played["done"]
    ]
    assert played["version"] > before
    if played["stop"] is None:
        assert pair.now() == {"plan": None, "position": None}


def test_each_request_finds_the_same_copy(server: LiveServer, game: str) -> None:
    """The copy is drawn once; later requests rebuild it, and the plan grows on it."""
    pair = Pair([server], game)
    state = pair.bob.post(f"{pair.path}/plan")
    assert state == pair.now()
    decision = state["position"]["decision"]
    assert decision["choices"] and state["position"]["seat"] == 1
    more = pair.choose(state, decision["choices"][0]["id"])
    assert more == pair.now()
    assert notations(more) == [decision["choices"][0]["notation"]]
    told = pair.bob.get(f"{pair.path}/plan/previews")
    assert told["version"] == more["plan"]["revision"]
    following = more["position"]["decision"]
    offered = [] if following is None else [choice["id"] for choice in following["choices"]]
    assert [preview["action"] for preview in told["previews"]] == offered
    back = pair.bob.post(f"{pair.path}/plan/back", revision=more["plan"]["revision"])
    assert back["position"]["view"] == state["position"]["view"]
    assert back["position"]["decision"] == decision


def test_the_copy_is_drawn_from_what_the_seat_knows(server: LiveServer) -> None:
    """What Bob sees of his own is on the copy as it is, apart from what is assumed before."""
    pair = Pair([server])
    real = pair.bob.get(f"{pair.path}/position")["view"]
    copy = pair.bob.post(f"{pair.path}/plan")
    assert copy["position"]["view"]["seats"][1] == real["seats"][1]
    assert copy["position"]["to_choose"] == 1
    assert copy["plan"]["assumed"], "what Ann is assumed to do is said"
    assert pair.ann.get(pair.path)["version"] == pair.a.version, "nothing happens on the table"


def test_whoever_has_to_choose_does_not_plan(server: LiveServer) -> None:
    pair = Pair([server])
    pair.ann.refused("POST", f"{pair.path}/plan", "illegal", json={})
    eve = server.person("Eve")
    eve.refused("POST", f"{pair.path}/plan", "forbidden", json={})
    eve.refused("GET", f"{pair.path}/plan", "forbidden")
    pair.bob.refused("POST", f"{pair.path}/plan", "forbidden", json={"seat": 0})
    pair.bob.refused("GET", f"{pair.path}/plan?seat=0", "forbidden")


def test_bad_requests_change_nothing(server: LiveServer) -> None:
    pair = Pair([server])
    path = f"{pair.path}/plan"
    pair.bob.refused("POST", f"{path}/choices", "not_found", json={"revision": 0, "action": 1})
    pair.bob.refused("POST", f"{path}/play", "not_found", json={"version": pair.b.version})
    state = pair.bob.post(path)
    pair.bob.refused("POST", f"{path}/keep", "illegal", json={"revision": 0})
    pair.bob.refused("POST", f"{path}/choices", "illegal", json={"revision": 0, "action": 10**5})
    pair.bob.refused("POST", f"{path}/choices", "stale", json={"revision": 7, "action": 1})
    pair.bob.refused("POST", f"{path}/back", "illegal", json={"revision": 0, "count": 1})
    assert pair.now() == state
    state = pair.choose(state, state["position"]["decision"]["choices"][0]["id"])
    refused = {"revision": state["plan"]["revision"], "automatic": True}
    pair.bob.refused("POST", f"{path}/keep", "forbidden", json=refused)
    pair.keep(state)
    pair.bob.refused("POST", f"{path}/play", "not_your_turn", json={"version": pair.b.version})
    assert pair.now()["plan"]["status"] == "kept"


def test_a_plan_that_is_changed_waits_to_be_kept_again(server: LiveServer) -> None:
    pair = Pair([server], auto_plans=True)
    kept = pair.keep(pair.plan(), automatic=True)
    assert kept["plan"]["automatic"]
    changed = pair.bob.post(f"{pair.path}/plan/back", revision=kept["plan"]["revision"])
    assert changed["plan"]["status"] == "draft" and not changed["plan"]["automatic"]


def test_a_new_copy_replaces_the_plan_and_a_discarded_one_is_gone(server: LiveServer) -> None:
    pair = Pair([server])
    pair.keep(pair.plan())
    anew = pair.bob.post(f"{pair.path}/plan")
    assert anew["plan"]["steps"] == [] and anew["plan"]["status"] == "draft"
    assert pair.bob.http.delete(f"{pair.path}/plan").status_code == 204
    assert pair.now() == {"plan": None, "position": None}


def test_the_copy_stays_where_it_was_drawn(server: LiveServer) -> None:
    """Ann goes on, takes back and chooses something else: Bob's copy is the same."""
    pair = Pair([server], "resafa")
    state = pair.bob.post(f"{pair.path}/plan")
    pair.a.act(pair.a.choices[0]["id"])
    assert pair.now() == state
    assert pair.a.ask("undo", version=pair.a.version)["type"] == "ack"
    pair.a.my_turn()
    pair.a.act(pair.a.choices[-1]["id"])
    assert pair.now() == state
    more = pair.choose(state, state["position"]["decision"]["choices"][0]["id"])
    assert len(more["plan"]["steps"]) == 1


def planned(pair: Pair, notation: str) -> Json:
    """Bob's plan that begins with this choice."""
    state = pair.bob.post(f"{pair.path}/plan")
    choices = state["position"]["decision"]["choices"]
    return pair.choose(state, next(c["id"] for c in choices if c["notation"] == notation))


def faiyum_where_ann_can_buy(server: LiveServer, **options: Any) -> tuple[Pair, str]:
    """A table at which Ann and Bob want the same card."""
    pair = Pair([server], "faiyum", **options)
    state = pair.bob.post(f"{pair.path}/plan")
    wanted = {c["notation"] for c in state["position"]["decision"]["choices"] if c["word"] == "buy"}
    both = [c["notation"] for c in pair.a.choices if c["notation"] in wanted]
    assert both
    return pair, both[0]


def test_a_plan_stops_where_its_choice_is_not_legal_any_more(server: LiveServer) -> None:
    pair, card = faiyum_where_ann_can_buy(server)
    state = planned(pair, card)
    pair.keep(state)
    pair.a.act(notation=card)
    while pair.position(pair.a)["decision"]:
        pair.a.act(pair.a.choices[0]["id"])
    pair.b.until(pair.a.version)
    outlook = pair.now()["plan"]["outlook"]
    assert outlook == {"done": 0, "stop": "illegal"}
    before = pair.bob.get(f"{pair.path}/position")
    played = pair.bob.post(f"{pair.path}/plan/play", version=pair.b.version)
    assert (played["done"], played["stop"]) == (0, "illegal")
    assert pair.bob.get(f"{pair.path}/position") == before, "nothing was chosen"
    stopped = pair.now()["plan"]
    assert (stopped["status"], stopped["done"], stopped["stop"]) == ("stopped", 0, "illegal")
    assert stopped["steps"][0]["notation"] == card
    # When the turn is over, so is what there was to say about it.
    pair.turn(pair.b)
    assert pair.now()["plan"] is None


def test_a_plan_for_a_part_of_the_turn_leaves_the_rest(server: LiveServer) -> None:
    pair = Pair([server], "resafa")
    state = pair.bob.post(f"{pair.path}/plan")
    state = pair.choose(state, state["position"]["decision"]["choices"][0]["id"])
    assert not state["plan"]["complete"]
    pair.keep(state)
    pair.turn(pair.a)
    played = pair.bob.post(f"{pair.path}/plan/play", version=pair.b.version)
    assert (played["done"], played["stop"]) == (1, "end")
    pair.b.until(played["version"])
    assert pair.position(pair.b)["decision"] is not None
    assert pair.b.ask("undo", version=pair.b.version)["type"] == "ack", "it can be taken back"


def test_no_planning_past_what_comes_to_light(server: LiveServer, toy: Any) -> None:
    """A card is drawn: on the copy it is any card, so what would follow is neither planned nor
    played."""
    pair = Pair([server], "toy")
    state = planned(pair, "draw")
    assert state["plan"]["revealed"] and not state["plan"]["complete"]
    assert state["position"]["decision"] is None
    refused = {"revision": state["plan"]["revision"], "action": 0}
    pair.bob.refused("POST", f"{pair.path}/plan/choices", "illegal", json=refused)
    pair.keep(state)
    pair.turn(pair.a, choice=0)
    assert pair.now()["plan"]["outlook"] == {"done": 1, "stop": "revealed"}
    played = pair.bob.post(f"{pair.path}/plan/play", version=pair.b.version)
    assert (played["done"], played["stop"]) == (1, "revealed")
    pair.b.until(played["version"])
    assert pair.position(pair.b)["decision"]["kind"] == "keep"
    assert not pair.position(pair.b)["undo"]["allowed"], "what has come to light stays so"


def test_a_question_in_anothers_turn_is_no_turn_to_plan_for(server: LiveServer, toy: Any) -> None:
    """Ann asks Bob something: his plan waits for his own turn. In that he asks Ann, and the plan
    is played when she has to answer."""
    pair = Pair([server], "toy")
    pair.keep(planned(pair, "ask"))
    pair.a.act(notation="ask")
    pair.b.until(pair.a.version)
    assert pair.position(pair.b)["decision"]["kind"] == "answer"
    assert pair.now()["plan"]["outlook"] is None
    version = {"version": pair.b.version}
    pair.bob.refused("POST", f"{pair.path}/plan/play", "not_your_turn", json=version)
    pair.b.act(notation="yes")
    played = pair.bob.post(f"{pair.path}/plan/play", version=pair.b.version)
    assert (played["done"], played["stop"]) == (1, None)
    pair.a.until(played["version"])
    assert pair.position(pair.a)["decision"]["kind"] == "answer"


def plan_one_choice(pair: Pair) -> Json:
    """A plan of one choice that neither ends the turn nor reveals anything."""
    state = pair.bob.post(f"{pair.path}/plan")
    for choice in state["position"]["decision"]["choices"]:
        planned = pair.choose(state, choice["id"])
        if not planned["plan"]["complete"] and not planned["plan"]["revealed"]:
            return planned
        revision = planned["plan"]["revision"]
        state = pair.bob.post(f"{pair.path}/plan/back", revision=revision)
    raise AssertionError("every choice ends the turn")


def test_a_played_plan_can_be_taken_back(server: LiveServer, game: str) -> None:
    pair = Pair([server], game)
    pair.keep(plan_one_choice(pair))
    pair.turn(pair.a)
    before = pair.bob.get(f"{pair.path}/position")
    played = pair.bob.post(f"{pair.path}/plan/play", version=pair.b.version)
    assert played["done"] == 1
    pair.b.until(played["version"])
    assert pair.position(pair.b)["undo"]["allowed"]
    assert pair.b.ask("restart", version=pair.b.version)["type"] == "ack"
    after = pair.bob.get(f"{pair.path}/position")
    assert after["view"] == before["view"] and after["decision"] == before["decision"]


def until_played(pair: Pair, version: int) -> None:
    """Wait until Bob's plan has been played."""
    deadline = time.monotonic() + 120  # only so that a test ends at all
    while pair.ann.get(pair.path)["version"] <= version:
        assert time.monotonic() < deadline, "the plan was not played"
        time.sleep(0.05)


def entries_of(pair: Pair) -> int:
    version: int = pair.ann.get(pair.path)["version"]
    return version


def test_a_plan_is_played_by_itself_where_the_table_allows_it(
    start: Start, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan_keeper, "PAUSE", 0.2)
    pair = Pair([start(database=database)], auto_plans=True)
    assert pair.ann.get(pair.path)["auto_plans"]
    state = pair.keep(pair.plan(), automatic=True)
    pair.turn(pair.a)
    version = pair.a.version
    until_played(pair, version)
    assert pair.now()["plan"] is None or pair.now()["plan"]["status"] == "stopped"
    log = pair.bob.get(f"{pair.path}/log")["turns"]
    mine = [step["notation"] for turn in log for step in turn["steps"] if step["seat"] == 1]
    assert mine[-len(notations(state)) :] == notations(state)
    count = entries_of(pair)
    time.sleep(0.6)
    assert entries_of(pair) == count, "it was played once"


def test_an_undo_of_the_player_before_holds_the_plan_back(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long she takes for it: the plan is tried when the pause is over, and again later."""
    monkeypatch.setattr(plan_keeper, "PAUSE", 600.0)
    monkeypatch.setattr(plan_keeper, "LATE", 0.0)
    monkeypatch.setattr(plan_keeper, "POLL_SECONDS", 600.0)
    pair = Pair([server], auto_plans=True)
    pair.keep(pair.plan(), automatic=True)
    pair.turn(pair.a, choice=0)
    assert pair.a.ask("undo", version=pair.a.version)["type"] == "ack"
    version = entries_of(pair)
    keeper, loop = server.service.plan_keeper, server.server.servers[0].get_loop()
    for attempt in (keeper._play(pair.id), keeper.poll()):
        asyncio.run_coroutine_threadsafe(attempt, loop).result(60)
    assert entries_of(pair) == version, "Ann is still choosing"
    assert pair.now()["plan"]["automatic"]


def test_a_plan_that_its_process_left_is_played_after_a_restart(
    start: Start, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process stops before it has played the plan; the next one does, once."""
    monkeypatch.setattr(plan_keeper, "PAUSE", 600.0)
    monkeypatch.setattr(plan_keeper, "LATE", 600.0)
    server = start(database=database)
    pair = Pair([server], auto_plans=True)
    pair.keep(pair.plan(), automatic=True)
    pair.turn(pair.a)
    version = pair.a.version
    cookies = [pair.ann.cookie, pair.bob.cookie]
    server.stop()
    monkeypatch.setattr(plan_keeper, "LATE", 0.0)
    server = start(database=database)
    pair.ann, pair.bob = server.person(), server.person()
    for person, cookie in zip((pair.ann, pair.bob), cookies, strict=True):
        person.http.cookies.set("sandtable", cookie)
    until_played(pair, version)


def test_two_servers_play_a_plan_once(
    start: Start, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both try at the same moment; the log has every choice once."""
    monkeypatch.setattr(plan_keeper, "PAUSE", 600.0)
    monkeypatch.setattr(plan_keeper, "LATE", 0.0)
    monkeypatch.setattr(plan_keeper, "POLL_SECONDS", 600.0)
    database = postgres.new_database()
    servers = [start(database=database) for _ in range(2)]
    pair = Pair(servers, auto_plans=True)
    for _ in range(4):
        state = pair.keep(pair.plan(), automatic=True)
        pair.turn(pair.a)
        before = pair.position(pair.a)["step"]
        tries = [
            asyncio.run_coroutine_threadsafe(server.service.plan_keeper.poll(), loop)
            for server in servers
            if (loop := server.service.news._loop) is not None
        ]
        assert len(tries) == 2
        for one in tries:
            one.result(30)
        info = pair.ann.get(pair.path)
        assert before < info["step"] <= before + len(notations(state))
        for live in (pair.a, pair.b):
            live.until(info["version"])
        if info["to_choose"] == 1:
            pair.turn(pair.b)


def test_plans_of_others_and_finished_games_are_deleted(start: Start, database: str) -> None:
    server = start(database=database)
    pair = Pair([server])
    pair.keep(pair.plan())
    pair.bob.post(f"{pair.path}/leave")
    assert plans_stored(server) == 0
    pair = Pair([server])
    pair.keep(pair.plan())
    assert plans_stored(server) == 1
    proposal = pair.bob.post(f"{pair.path}/proposals", kind="end")["proposal"]
    pair.ann.post(f"{pair.path}/proposals/answer", proposal=proposal["id"], agree=True)
    assert pair.ann.get(pair.path)["status"] == "over"
    assert plans_stored(server) == 0


def plans_stored(server: LiveServer) -> int:
    with server.service.engine.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM plans")).scalar_one())


def test_a_plan_is_part_of_its_persons_data_alone(server: LiveServer) -> None:
    pair = Pair([server])
    state = pair.keep(pair.plan())
    mine = pair.bob.get("/api/account/data")["plans"]
    assert [choice["notation"] for choice in mine[0]["choices"]] == notations(state)
    assert "seed" not in mine[0] and "assumed" not in mine[0]
    assert pair.ann.get("/api/account/data")["plans"] == []


def test_a_turn_played_by_hand_ends_the_plan(server: LiveServer) -> None:
    pair = Pair([server])
    pair.keep(pair.plan())
    pair.turn(pair.a)
    pair.turn(pair.b)
    assert pair.now() == {"plan": None, "position": None}
    assert plans_stored(server) == 0


def test_a_stopped_plan_is_told_to_its_person_at_another_server(
    start: Start, postgres: Cluster
) -> None:
    database = postgres.new_database()
    servers = [start(database=database) for _ in range(2)]
    pair = Pair(servers)
    elsewhere = Person(servers[0].url)
    elsewhere.http.cookies.set("sandtable", pair.bob.cookie)
    servers[0].people.append(elsewhere)
    page = elsewhere.live(pair.id)
    pair.keep(pair.plan())
    assert page.wait("plan") == {"type": "plan"}
    assert all(message["type"] != "plan" for message in pair.a.messages)


def test_a_plan_knows_where_it_stops_before_it_is_played(game: str) -> None:
    """What is foreseen from what the seat knows is what happens, unless something comes to light
    on the way."""
    match = sandtable.game(game).new(2, 5)
    source = random.Random(3)
    plan: PlayerPlan | None = None
    reasons = set()
    for _ in range(400):
        if match.is_over:
            break
        if match.current_player == 0 and plan is None:
            plan = made_plan(match, 1, source)
        if plan is not None and has_turn(match, 1):
            foreseen = foresee(plan, match, "x")
            run = PlanRun(plan, partial(same, match))
            for action in run.actions():
                match.apply(action)
            assert run.done <= len(plan.choices)
            assert foreseen.done == run.done and foreseen.stop == run.stop
            reasons.add(run.stop)
            plan = None
            if run.stop is None:
                continue
        if not match.is_over:
            match.apply(source.choice(match.legal_actions()))
    assert None in reasons and len(reasons) > 1, "some plans were played, some stopped"


def same(match: Match) -> Match:
    return match


def made_plan(match: Match, seat: int, source: random.Random) -> PlayerPlan | None:
    seed = str(source.random())
    drawn = draw(match, seat, seed)
    assumed = assume(drawn, seat, seed)
    if assumed is None:
        return None
    words = tuple(match.action_to_str(action) for action in assumed)
    plan = PlayerPlan("g", seat, "bob", "id", 0, 0, seed, words, 0, match.turn_number())
    copy = PrivateCopy(match.clone(), plan, ["Ann", "Bob"], "en")
    choices = []
    while copy.open:
        choices.append(copy.choose(source.choice(copy.match.legal_actions())))
    return replace(plan, choices=tuple(choices), complete=copy.complete)


def test_what_is_assumed_changes_little(game: str) -> None:
    """Of several random turns the quietest is assumed."""
    match = sandtable.game(game).new(2, 5)
    source = random.Random(3)
    for _ in range(60):
        if match.is_over:
            break
        if match.current_player == 0 and match.state.active == 0:
            drawn = draw(match, 1, "a")
            before = drawn.view(1)
            quiet = drawn.clone()
            assert assume(quiet, 1, "a") is not None
            others = []
            for _ in range(10):
                loud = drawn.clone()
                while not loud.is_over and not has_turn(loud, 1):
                    loud.apply(source.choice(loud.legal_actions()))
                others.append(difference(before, loud.view(1), 0))
            assert difference(before, quiet.view(1), 0) <= sorted(others)[len(others) // 2]
        match.apply(source.choice(match.legal_actions()))
