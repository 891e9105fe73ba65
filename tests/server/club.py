"""People at a table with a clock, on a server whose time stands still until the test moves it."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import create_engine, text

from sandtable.server.storage import database as databases
from tests.server.conftest import Start
from tests.server.fake_time import FakeTime
from tests.server.people import Json, Live

LIVE = {"pace": "live", "bank": 600, "increment": 10}


class Club:
    """Two people at a table with a clock, on a server whose time stands still."""

    def __init__(self, start: Start, seats: str = "human open", **options: Any) -> None:
        self.time = FakeTime()
        self.start = start
        self.settings = {key: options.pop(key) for key in ("database",) if key in options}
        self.server = start(time_source=self.time, **self.settings)
        self.ann, self.bob = self.server.person("Ann"), self.server.person("Bob")
        self.made = self.ann.table("faiyum", seats, seed=1, **options)
        self.id: str = self.made["id"]
        if "open" in seats:
            self.bob.post(f"/api/invites/{self.made['invite']}")
        self.a, self.b = self.ann.live(self.id), self.bob.live(self.id)

    @property
    def path(self) -> str:
        return f"/api/tables/{self.id}"

    def info(self) -> Json:
        return self.ann.get(self.path)

    def left(self, seat: int) -> float:
        """Seconds, as anybody would see them now."""
        clock = self.info()["clock"]
        left = clock["left"][seat]
        if clock["running"] == seat:
            left -= max(0, clock["now"] - clock["since"])
        return float(left / 1000)

    def turn(self, live: Live, others: bool = True) -> None:
        """Whoever has to choose plays a turn, and the others see it."""
        assert live.position is not None
        turn = live.position["turn"]
        while live.position["turn"] == turn and live.position["decision"] is not None:
            live.act(live.choices[0]["id"])
        for other in (self.a, self.b) if others else ():
            other.until(live.version)

    def restart(self, down: float = 0) -> None:
        """The server stops, and starts again after so many seconds."""
        cookies = [self.ann.cookie, self.bob.cookie]
        self.server.stop()
        self.time.advance(down)
        self.server = self.start(time_source=self.time, **self.settings)
        self.ann, self.bob = self.server.person(), self.server.person()
        for person, cookie in zip((self.ann, self.bob), cookies, strict=True):
            person.http.cookies.set("sandtable", cookie)

    def heartbeat(self) -> None:
        """Wait until the server has stored that it is alive now."""
        engine = create_engine(databases.address(self.settings["database"]))
        query = text("SELECT value FROM keepsakes WHERE name = 'alive'")
        deadline = time.monotonic() + 20
        while True:
            with engine.connect() as connection:
                if int(connection.execute(query).scalar() or 0) == self.time.now():
                    break
            assert time.monotonic() < deadline, "the server does not say that it is alive"
            time.sleep(0.01)
        engine.dispose()

    def come_back(self) -> None:
        self.a, self.b = self.ann.live(self.id), self.bob.live(self.id)


def until_table(live: Live, wanted: Any) -> Json:
    """The table as soon as it is as wanted."""
    while True:
        table: Json = live.wait("table")["table"]
        if wanted(table):
            return table
