"""Time that tests move, and the time of the machine."""

from __future__ import annotations

import asyncio
import time

from sandtable.server.time_source import WALL_CLOCK
from tests.server.conftest import Start
from tests.server.fake_time import FakeTime


def test_the_wall_clock_shows_milliseconds() -> None:
    before = time.time() * 1000
    assert before - 1 <= WALL_CLOCK.now() <= time.time() * 1000


def test_sleeping_until_a_moment_that_has_passed_returns_at_once() -> None:
    asyncio.run(asyncio.wait_for(WALL_CLOCK.sleep_until(WALL_CLOCK.now() - 1), 10))


def test_the_wall_clock_sleeps_until_the_moment() -> None:
    until = WALL_CLOCK.now() + 20
    asyncio.run(WALL_CLOCK.sleep_until(until))
    assert WALL_CLOCK.now() >= until


def test_fake_time_wakes_those_whose_moment_has_come() -> None:
    async def run() -> None:
        fake = FakeTime()
        soon = asyncio.create_task(fake.sleep_until(fake.now() + 1000))
        late = asyncio.create_task(fake.sleep_until(fake.now() + 3_600_000))
        await asyncio.sleep(0)
        fake.advance(1)
        await asyncio.wait_for(soon, 10)
        assert not late.done()
        fake.advance(3600)
        await asyncio.wait_for(late, 10)

    asyncio.run(run())


def test_tables_and_their_entries_carry_the_time_of_the_source(start: Start) -> None:
    fake = FakeTime()
    server = start(time_source=fake)
    ann = server.person("Ann")
    table = ann.table()
    assert table["created"] == "2026-09-21T14:13:20.000Z"
    fake.advance(60)
    position = ann.get(f"/api/tables/{table['id']}/position")
    action = position["decision"]["choices"][0]["id"]
    path = f"/api/tables/{table['id']}/actions"
    ann.post(path, version=position["version"], action=action)
    assert ann.get(f"/api/tables/{table['id']}")["updated"] == "2026-09-21T14:14:20.000Z"
