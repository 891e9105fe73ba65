"""Bots think elsewhere, within their time, and never stop a game."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.kernel.edition import digest
from sandtable.server.bots.pool import BotPool, NoAnswer, default_bot, offered
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

class Peeping(First):
    def choose(self, table):
        found = [name for name in dir(table) if "seed" in name]
        seeds = [getattr(table, name) for name in found if not callable(getattr(table, name))]
        assert table.resample(1).seed is None and not seeds, (found, seeds)
        return table.legal_actions()[0]
"""


@pytest.fixture
def house_bots() -> Iterator[str]:
    """The start of the specs of bots that behave in all sorts of ways."""
    with tempfile.TemporaryDirectory(prefix="b") as folder:  # names of bots are short
        file = Path(folder) / "odd.py"
        file.write_text(FILE)
        yield f"{file}:"


def job(bot: str, choices: list[str] | None = None, many: bool = False) -> dict[str, Any]:
    game = sandtable.game("faiyum")
    setup = Setup("faiyum", game.rules_version, digest(game.edition), 2, 7, {})
    return {
        "table": "t",
        "setup": setup.plain(),
        "edition": None,
        "choices": choices or [],
        "bot": bot,
        "many": many,
    }


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_every_bot_on_offer_answers() -> None:
    match = sandtable.game("faiyum").new(2, 7)

    async def work() -> None:
        bot_pool = BotPool(1, 60)
        try:
            for bot in offered():
                answer = await bot_pool.think(job(bot["name"]))
                assert match.str_to_action(answer[0]) in match.legal_actions()
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
                known = [match.action_to_str(action) for action in match.actions()]
                answer = await bot_pool.think(job(house_bots + "First", known, many=True))
                for notation in answer:
                    assert match.current_player == seat
                    match.apply(match.str_to_action(notation))
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
