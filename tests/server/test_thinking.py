"""Thinking is shown while it lasts, to those who may see it, and can be stopped."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import sandtable
from sandtable.kernel.edition import digest
from sandtable.server.bots.fair_queue import WorkClaim
from sandtable.server.bots.pool import BotJob, BotPool
from sandtable.server.bots.runner import ANNOUNCE, Announcement
from sandtable.server.tables import seating
from sandtable.server.tables.setup import Setup
from tests.server.conftest import Start
from tests.server.fake_time import FakeTime
from tests.server.people import Live, Person
from tests.server.postgres import Cluster

#: Bots that would think for ever, by time and by iterations.
FILE = """
from sandtable.bots.search import SearchBot

class Pondering(SearchBot):
    def __init__(self, seed=0):
        super().__init__(seed, iterations=10**8, planned=0)

class Timed(SearchBot):
    def __init__(self, seed=0):
        super().__init__(seed, time=10**6, workers=2, certainty=0.0)
"""


@pytest.fixture
def thinkers() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="b") as folder:  # names of bots are short
        file = Path(folder) / "slow.py"
        file.write_text(FILE)
        yield f"{file}:"


@pytest.fixture
def offer(thinkers: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """People cannot name files; for a test they can."""
    names = [{"name": name, "level": None} for name in (thinkers + "Pondering", "random")]
    monkeypatch.setattr(seating, "offered", lambda: names)
    return f"bot:{thinkers}Pondering"


def table_of(person: Person, seats: str, **more: Any) -> dict[str, Any]:
    asked = [
        {"kind": kind, "bot": bot} if bot else {"kind": kind}
        for kind, _, bot in (word.partition(":") for word in seats.split())
    ]
    return person.post("/api/tables", game="faiyum", seats=asked, **more)


def move_now(live: Live) -> dict[str, Any]:
    """Tell the bot to move now; returns what it has chosen, with the rest of its turn."""
    live.send("move_now", version=live.version)
    before = live.version
    while live.version == before:
        live.wait("update", "error", seconds=60)
        assert live.messages[-1]["type"] == "update", live.messages[-1]
    return live.messages[-1]


class Heard:
    """Stands for the table and the table service: keeps what people are told."""

    def __init__(self) -> None:
        self.time_source = FakeTime()
        self.table_cache = self
        self.limits: list[float | None] = []

    def send_everywhere(self, live: Any, message: dict[str, Any]) -> None:
        self.limits.append(message["limit"])


def test_a_slow_worker_says_later_how_long_the_bot_may_take() -> None:
    """A process that has to load the game first names the limit after the bot is announced."""

    async def run() -> list[float | None]:
        heard: Any = Heard()
        announcement = Announcement(heard, 0, heard)
        announcement.begin()
        await asyncio.sleep(ANNOUNCE * 2)
        for limit in (100, 100, 2):  # the second one is no news
            announcement.progress({"limit": limit})
        announcement.end()
        return cast("list[float | None]", heard.limits)

    assert asyncio.run(run()) == [None, 100, 2]


@pytest.mark.parametrize("bot", ["Pondering", "Timed"])
def test_a_job_can_be_hurried(thinkers: str, bot: str) -> None:
    game = sandtable.game("faiyum")
    setup = Setup("faiyum", game.rules_version, digest(game.edition), 2, 7, {})
    legal = game.new(2, 7).legal_actions()

    def job() -> BotJob:
        details = {"bot": thinkers + bot, "many": False, "candidates": 3}
        return BotJob("think", "t", setup, None, [], WorkClaim("a", "Ann"), details)

    async def work() -> None:
        pool = BotPool(1, 120)
        told: list[dict[str, Any]] = []
        enough = asyncio.Event()

        def hear(progress: dict[str, Any]) -> None:
            told.append(progress)
            if "candidates" in progress:
                enough.set()

        try:
            first, waiting = job(), job()
            first.on_progress = hear
            answers = [asyncio.create_task(pool.think(one)) for one in (first, waiting)]
            await enough.wait()
            # One that waits for its turn is hurried as well, and nobody hurries a later one.
            pool.move_now(waiting)
            pool.move_now(first)
            for answer in answers:
                assert (await answer)[0] in legal
            pool.move_now(first)
            second = job()
            second.on_progress = hear
            enough.clear()
            thinking = asyncio.create_task(pool.think(second))
            await enough.wait()
            pool.move_now(second)
            assert (await thinking)[0] in legal
        finally:
            await pool.close()
        assert told[0] == {"limit": None if bot == "Pondering" else 10**6}
        for progress in told:
            for candidate in progress.get("candidates", []):
                assert set(candidate) == {"value", "chance", "share", "texts"}
                assert set(candidate["texts"]) == {"en", "de"}
        assert 1 <= len(told[1]["candidates"]) <= 3

    asyncio.run(work())


def test_who_watches_bots_sees_what_they_consider(start: Start, offer: str) -> None:
    server = start(think_seconds=120.0)
    ann, eve = server.person("Ann"), server.person("Eve")
    table = table_of(ann, f"{offer} {offer}")
    lives = [ann.live(table), eve.live(table), eve.live(table, language="de")]
    shown = [live.wait("candidates", seconds=60) for live in lives]
    assert [message["seat"] for message in shown] == [0, 0, 0]
    english, german = shown[1]["candidates"], shown[2]["candidates"]
    assert 1 <= len(english) <= 4
    texts = [{c["text"] for c in candidates} for candidates in (english, german)]
    assert not texts[0] & texts[1], "each in the language of the page"
    for candidate in english + german:
        assert set(candidate) == {"text", "value", "chance", "share"}
        assert 0.0 <= candidate["chance"] <= 1.0
    # Who comes in meanwhile sees it at once.
    with eve.live(table) as later:
        assert later.wait("thinking")["limit"] is None
        assert later.wait("candidates")["seat"] == 0
    # Who has made the table may hurry its bots, who only watches may not.
    assert lives[0].hello["table"]["can_move_now"] and not lives[1].hello["table"]["can_move_now"]
    answer = lives[1].ask("move_now", version=lives[1].version)
    assert answer["code"] == "forbidden"
    for live in lives[1:]:
        live.close()
    update = move_now(lives[0])
    assert update["by"] == 0 and update["position"]["step"] >= 1


def test_a_person_at_the_table_is_not_shown_what_a_bot_considers(start: Start, offer: str) -> None:
    """It would give away the bot's hand. The person may tell it to move now."""
    server = start(think_seconds=120.0)
    ann, eve = server.person("Ann"), server.person("Eve")
    table = table_of(ann, f"{offer} human")
    live, watcher = ann.live(table), eve.live(table)
    told = live.wait("thinking")
    assert (told["seat"], told["limit"]) == (0, None)
    assert live.hello["table"]["can_move_now"] and live.hello["table"]["rated"]
    # Of another position: the bot goes on.
    live.send("move_now", version=live.version + 1)
    live.ask("ping")
    assert live.version == 0
    move_now(live)
    while live.position is not None and live.position["to_choose"] == 0:
        live.wait("update", seconds=60)  # it goes on so until its turn is over
    tables = [message["table"] for message in live.messages if message["type"] == "table"]
    assert not tables[-1]["rated"], "it was weaker than it is"
    live.send("move_now", version=live.version)
    assert live.ask("ping")["type"] == "pong", "nobody thinks: nothing happens"
    watcher.ask("ping")
    for one in (live, watcher):
        assert {"candidates"} & {message["type"] for message in one.messages} == set()
        assert not any('"candidates"' in text for text in one.texts)


def test_nobody_hurries_bots_in_a_rated_game_with_others(start: Start, offer: str) -> None:
    server = start(think_seconds=120.0)
    ann, bob = server.person("Ann"), server.person("Bob")
    for rated in (False, True):
        table = table_of(ann, f"{offer} human open", rated=rated)
        bob.post(f"/api/invites/{table['invite']}")
        with ann.live(table) as live, bob.live(table):
            live.wait("thinking")
            assert live.hello["table"]["can_move_now"] is not rated
            if rated:
                answer = live.ask("move_now", version=live.version)
                assert answer["code"] == "forbidden"
            else:
                move_now(live)


def test_bots_of_another_server_are_hurried_and_looked_at(
    start: Start, offer: str, postgres: Cluster
) -> None:
    database = postgres.new_database()
    servers = [start(database=database, think_seconds=120.0) for _ in range(2)]
    ann = servers[0].person("Ann")
    elsewhere = servers[1].person()
    elsewhere.http.cookies.set("sandtable", ann.cookie)
    table = table_of(ann, f"{offer} {offer}")
    live = elsewhere.live(table)
    while move_now(live)["position"]["step"] < 4:
        pass
    tables = [server.service.table_cache.find(table["id"]) for server in servers]
    assert [live is not None and live.bot is not None for live in tables] == [True, False]
    assert live.wait("candidates", seconds=60)["candidates"]
