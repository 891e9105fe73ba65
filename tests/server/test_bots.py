"""Bots think elsewhere, within their time, and never stop a game."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.kernel.edition import digest
from sandtable.server.bots import fair_queue, worker
from sandtable.server.bots.fair_queue import FairQueue, WorkClaim
from sandtable.server.bots.pool import BotJob, BotPool, BotProcess, NoAnswer, default_bot, offered
from sandtable.server.tables import seating
from sandtable.server.tables.setup import Setup
from tests.server.conftest import LiveServer, Start
from tests.server.people import Person

FILE = """
import os, sys, time
from sandtable.bots import Bot

class First(Bot):
    def choose(self, table):
        print("this is not an answer")
        sys.stdout.write("nor is this\\n")
        return table.legal_actions()[0]

class Slow(First):
    def choose(self, table):
        time.sleep(60)

class Endless(First):
    def choose(self, table):
        while True:
            pass

class Broken(First):
    def choose(self, table):
        raise ValueError("it does not work")

class Cheat(First):
    def choose(self, table):
        return 10**6

class Dying(First):
    def choose(self, table):
        os._exit(3)

class Napping(First):
    def choose(self, table):
        time.sleep(0.2)
        return table.legal_actions()[0]

class DyingOnce(First):
    def choose(self, table):
        grave = __file__ + ".died"
        if not os.path.exists(grave):
            open(grave, "w").close()
            os._exit(3)
        return table.legal_actions()[-1]

class Peeping(First):
    def choose(self, table):
        names = [name for name in dir(table) if "seed" in name]
        seeds = [getattr(table, name) for name in names if not callable(getattr(table, name))]
        assert table.resample(1).seed is None and not seeds, (names, seeds)
        return table.legal_actions()[0]
"""


@pytest.fixture
def house_bots() -> Iterator[str]:
    """The start of the specs of bots that behave in all sorts of ways."""
    with tempfile.TemporaryDirectory(prefix="b") as folder:  # names of bots are short
        file = Path(folder) / "odd.py"
        file.write_text(FILE)
        yield f"{file}:"


def job(
    bot: str,
    actions: list[int] | None = None,
    many: bool = False,
    table: str = "t",
    person: str = "Ann",
    watched: bool = True,
) -> BotJob:
    game = sandtable.game("faiyum")
    setup = Setup("faiyum", game.rules_version, digest(game.edition), 2, 7, {})
    claim = WorkClaim("address", person, watched)
    details = {"bot": bot, "many": many}
    return BotJob("think", table, setup, None, actions or [], claim, details)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_every_bot_on_offer_answers() -> None:
    match = sandtable.game("faiyum").new(2, 7)

    async def work() -> None:
        bot_pool = BotPool(1, 60)
        try:
            for bot in offered():
                answer = await bot_pool.think(job(bot["name"]))
                assert answer[0] in match.legal_actions()
        finally:
            await bot_pool.close()

    run(work())


def test_many_choices_of_one_seat_come_together(house_bots: str) -> None:
    """All choices a seat makes in a row; what others did meanwhile is caught up with."""
    match = sandtable.game("faiyum").new(2, 7)

    async def work() -> None:
        bot_pool = BotPool(1, 60)
        source = random.Random(1)
        try:
            for _ in range(20):
                seat = match.current_player
                actions = match.actions()
                answer = await bot_pool.think(job(house_bots + "First", actions, many=True))
                for action in answer:
                    assert match.current_player == seat
                    match.apply(action)
                assert match.current_player != seat
                match.apply(source.choice(match.legal_actions()))
                # Taking back makes what the process knows wrong; it notices.
                if match.can_undo():
                    match.undo()
                    match.apply(source.choice(match.legal_actions()))
        finally:
            await bot_pool.close()

    run(work())


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Slow", "within"),
        ("Endless", "within"),
        ("Broken", "it does not work"),
        ("Cheat", "not on offer"),
        ("Dying", "died"),
        ("Missing", "no class"),
    ],
)
def test_bots_that_fail_do_not_stay(house_bots: str, bot: str, reason: str) -> None:
    async def work() -> None:
        bot_pool = BotPool(1, 3)
        try:
            await bot_pool.think(job(house_bots + "First"))
            begun = time.monotonic()
            with pytest.raises(NoAnswer, match=reason):
                await bot_pool.think(job(house_bots + bot))
            assert time.monotonic() - begun < 20
            assert await bot_pool.think(job(house_bots + "First"))
        finally:
            await bot_pool.close()

    run(work())


def test_a_process_that_dies_is_asked_again(house_bots: str) -> None:
    """Nothing is chosen for a bot whose process was killed while it was thinking."""
    match = sandtable.game("faiyum").new(2, 7)

    async def work() -> None:
        bot_pool = BotPool(1, 60)
        try:
            assert await bot_pool.think(job(house_bots + "DyingOnce")) == match.legal_actions()[-1:]
            assert bot_pool.able
        finally:
            await bot_pool.close()

    run(work())


def test_processes_are_sent_news_only(house_bots: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many games stay in a process; it gets the choices made since, and all only once."""
    sent: list[dict[str, Any]] = []
    send = BotProcess._send

    async def listen(self: BotProcess, message: dict[str, Any], seconds: float) -> Any:
        sent.append(message)
        return await send(self, message, seconds)

    monkeypatch.setattr(BotProcess, "_send", listen)
    matches = {f"t{number}": sandtable.game("faiyum").new(2, 7) for number in range(100)}

    async def work() -> None:
        bot_pool = BotPool(1, 60)
        try:
            for _ in range(3):
                for table, match in matches.items():
                    asked = job(house_bots + "First", match.actions(), True, table)
                    for action in await bot_pool.think(asked):
                        match.apply(action)
                    match.apply(match.legal_actions()[0])
        finally:
            await bot_pool.close()

    run(work())
    assert len(sent) == 300
    assert [message["table"] for message in sent if "setup" in message] == list(matches)
    assert all(len(message["actions"]) == 1 for message in sent if "setup" not in message)


def test_a_process_that_dropped_a_game_gets_all_of_it(house_bots: str) -> None:
    match = sandtable.game("faiyum").new(2, 7)

    async def work() -> None:
        bot_pool = BotPool(1, 60)
        try:
            bot_pool._all[0].known["t"] = []
            assert await bot_pool.think(job(house_bots + "First")) == match.legal_actions()[:1]
        finally:
            await bot_pool.close()

    run(work())


def test_one_person_cannot_keep_the_others_waiting(house_bots: str) -> None:
    """Ann has thirty tables of slow bots, Bob one: he waits for the thought under way."""
    order: list[str] = []

    async def work() -> None:
        bot_pool = BotPool(1, 60)

        async def ask(person: str, number: int) -> None:
            asked = job(house_bots + "Napping", table=f"{person} {number}", person=person)
            await bot_pool.think(asked)
            order.append(person)

        try:
            await bot_pool.think(job(house_bots + "First"))
            crowd = [asyncio.create_task(ask("Ann", number)) for number in range(30)]
            await asyncio.sleep(0.5)
            await ask("Bob", 0)
            for task in crowd:
                task.cancel()
            await asyncio.gather(*crowd, return_exceptions=True)
        finally:
            await bot_pool.close()

    run(work())
    assert order.count("Ann") < 10


def test_a_fair_queue_serves_the_one_who_had_least(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    now = 0.0
    monkeypatch.setattr(fair_queue, "time", SimpleNamespace(monotonic=lambda: now))

    async def work() -> None:
        queue = FairQueue(1)

        async def visit(claim: WorkClaim, seconds: float) -> None:
            nonlocal now
            since = await queue.enter(claim)
            order.append(claim.person)
            await asyncio.sleep(0.001)  # all others come and wait
            now += seconds
            queue.leave(claim, since)

        async def visits(*claims: WorkClaim) -> None:
            order.clear()
            first = asyncio.create_task(visit(WorkClaim("x", "first"), 0.01))
            await asyncio.sleep(0)
            await asyncio.gather(first, *(visit(claim, 0.02) for claim in claims))

        ann, bob = WorkClaim("a", "Ann"), WorkClaim("b", "Bob")
        await visits(ann, ann, ann, bob, bob)
        assert order[1:] in (
            ["Ann", "Bob", "Ann", "Bob", "Ann"],
            ["Ann", "Bob", "Bob", "Ann", "Ann"],
        )
        # Many names at one address have one address's share.
        await visits(*(WorkClaim("c", f"guest {n}") for n in range(4)), WorkClaim("d", "Dan"))
        assert order.index("Dan") <= 2
        await visits(WorkClaim("e", "Eve", watched=False), WorkClaim("a", "Ann"))
        assert order == ["first", "Ann", "Eve"], "tables nobody watches go last"
        # Who gives up in the queue keeps nobody from being served.
        since = await queue.enter(ann)
        waiting = [asyncio.create_task(visit(claim, 0)) for claim in (ann, bob)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        queue.leave(ann, since)
        await asyncio.wait_for(waiting[0], 30)
        await asyncio.wait_for(visit(bob, 0), 30)

    run(work())


def test_one_person_never_has_all_places() -> None:
    async def work() -> None:
        queue = FairQueue(3)
        ann = WorkClaim("a", "Ann")
        held = [await queue.enter(ann) for _ in range(2)]
        third = asyncio.create_task(queue.enter(ann))
        await asyncio.sleep(0.01)
        assert not third.done()
        await asyncio.wait_for(queue.enter(WorkClaim("b", "Bob")), 30)
        queue.leave(ann, held[0])
        await asyncio.wait_for(third, 30)

    run(work())


def test_a_bot_cannot_find_the_seed(house_bots: str) -> None:
    async def work() -> None:
        bot_pool = BotPool(1, 60)
        try:
            assert await bot_pool.think(job(house_bots + "Peeping"))
        finally:
            await bot_pool.close()

    run(work())


@pytest.fixture
def offer(house_bots: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """People cannot name files; for a test they can."""
    names = [{"name": house_bots + bot, "level": None} for bot in ("Slow", "Broken", "First")]
    monkeypatch.setattr(seating, "offered", lambda: names)
    return house_bots


def seats(*kinds: str) -> list[dict[str, str]]:
    return [
        {"kind": "human"} if kind == "human" else {"kind": "bot", "bot": kind} for kind in kinds
    ]


def test_thinking_never_blocks_the_others(start: Start, offer: str) -> None:
    server = start(think_seconds=8.0)
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.post("/api/tables", game="faiyum", seats=seats(offer + "Slow", "human"), seed=1)
    other = bob.table(seats="human hotseat", seed=1)
    with ann.live(table) as slow, bob.live(other) as live:
        assert slow.wait("thinking")["seat"] == 0
        source = random.Random(1)
        for _ in range(4):
            assert live.play_on(source, 1) == 1
            assert bob.get("/api/health")["status"] == "ok"
        assert ann.get(f"/api/tables/{table['id']}")["step"] == 0, "it still thinks"
        # When its time is up, a choice is made for it, and the game goes on.
        slow.wait("update", seconds=60)
        assert slow.position is not None and slow.position["step"] >= 1


def test_people_see_that_a_bot_waits_for_its_turn(start: Start, offer: str) -> None:
    server = start(think_seconds=3.0)
    ann, bob = server.person("Ann"), server.person("Bob")
    slow = ann.post("/api/tables", game="faiyum", seats=seats(offer + "Slow", "human"), seed=1)
    with ann.live(slow) as thinking:
        assert thinking.wait("thinking")["seat"] == 0
        quick = bob.post(
            "/api/tables", game="faiyum", seats=seats(offer + "First", "human"), seed=1
        )
        with bob.live(quick) as waiting:
            assert waiting.wait("waiting")["seat"] == 0
            # Who comes in meanwhile sees it, too.
            with bob.live(quick) as later:
                assert later.wait("waiting")["seat"] == 0
            waiting.wait("update", seconds=30)


def test_a_broken_bot_does_not_end_the_game(start: Start, offer: str) -> None:
    server = start()
    ann = server.person("Ann")
    table = ann.post("/api/tables", game="faiyum", seats=seats(offer + "Broken", "human"), seed=1)
    with ann.live(table) as live:
        assert live.play_on(random.Random(1), 10) == 10


def test_bots_play_whole_games_by_themselves(ann: Person) -> None:
    tables = [ann.table(game, "bot:random bot:random") for game in sandtable.games()]
    deadline = time.monotonic() + 180
    for table in tables:
        while True:
            info = ann.get(f"/api/tables/{table['id']}")
            if info["status"] == "over":
                break
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert info["winners"]
        record = ann.http.get(f"/api/tables/{table['id']}/record").text
        match = sandtable.Record.parse(record).replay()
        assert match.scores() == info["scores"]


def test_taking_back_while_a_bot_thinks(start: Start, offer: str) -> None:
    """The bot's answer to a position that is gone is thrown away."""
    server = start(think_seconds=2.0)
    ann = server.person("Ann")
    table = ann.post("/api/tables", game="faiyum", seats=seats("human", offer + "Slow"), seed=5)
    with ann.live(table) as live:
        assert live.position is not None
        if live.position["to_choose"] != 0:
            live.my_turn()
        live.act(notation="play farmer")
        while live.position["decision"] is not None:
            live.act(live.choices[0]["id"])
        assert live.ask("restart", version=live.version)["type"] == "ack"
        live.until(live.version)
        live.my_turn()
        before = live.version
        time.sleep(3)
        live.send("ping")
        live.wait("pong")
        assert live.version == before, "nobody chose on a position that was taken back"


def test_hints(server: LiveServer, ann: Person, bob: Person) -> None:
    table = ann.post("/api/play", game="faiyum", players=2, bot="random")
    with ann.live(table) as live:
        live.my_turn()
        hint = ann.post(f"/api/tables/{table['id']}/hint", bot="random")
        assert hint["action"] in [choice["id"] for choice in live.choices]
        assert hint["text"] and hint["version"] == live.version
        strongest = ann.post(f"/api/tables/{table['id']}/hint")
        assert strongest["bot"] in bots.names()
        assert live.act(hint["action"])["type"] == "ack"
    ann.refused("POST", f"/api/tables/{table['id']}/hint", "bad_request", {"bot": "x.py:Y"})
    bob.refused("POST", f"/api/tables/{table['id']}/hint", "not_your_turn", {})
    duel = ann.table(seats="human open")
    bob.post(f"/api/invites/{duel['invite']}")
    info = ann.get(f"/api/tables/{duel['id']}")
    assert not info["hints"]
    chooser = (ann, bob)[info["to_choose"]]
    chooser.refused("POST", f"/api/tables/{duel['id']}/hint", "forbidden", {})


def test_the_usual_opponent_is_on_offer() -> None:
    assert default_bot() in [bot["name"] for bot in offered()]


def test_a_worker_forgets_games_that_nobody_asks_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise games that are over would stay until the memory for games is full."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    process = worker.Worker()
    process._games["old"] = worker.KnownGame("x", sandtable.game("faiyum").new(2, 1), [])
    now += worker.IDLE_SECONDS * 0.6
    process._games["new"] = worker.KnownGame("x", sandtable.game("faiyum").new(2, 1), [])
    process._drop_idle()
    assert set(process._games) == {"old", "new"}
    now += worker.IDLE_SECONDS * 0.6
    process._drop_idle()
    assert set(process._games) == {"new"}
