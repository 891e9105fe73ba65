"""Challenges: a deal of a title per day and per month, for one person alone, the same for all.

A challenge is named by its title, its period and its day, such as ``faiyum-day-2026-11-18``. Its
seed is drawn when somebody starts it and known to the server alone; the hash of it is shown. Each
person has one try. Results and replays are for those who have finished theirs, and for everybody
once the challenge is over, except for those who are still playing: nobody learns the deal before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sandtable.kernel.game import Game
from sandtable.kernel.registry import game as standard_game
from sandtable.kernel.registry import games
from sandtable.kernel.rng import seed_commitment
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import challenge_store
from sandtable.server.storage.stored_table import HUMAN, OVER, Seat, StoredTable
from sandtable.server.tables.creation import TableDraft, setup_of, store_draft
from sandtable.server.tables.info import moment as as_text
from sandtable.server.tables.setup import new_seed

DAY, MONTH = "day", "month"
#: What became of a try.
RUNNING, FINISHED, GIVEN_UP = "running", "finished", "given_up"
NAME = re.compile(r"([a-z0-9_]+(?:-[a-z0-9_]+)*)-(day|month)-(\d{4}-\d{2}-\d{2})")
#: Challenges before today's that are listed, per title and period.
PAST = 7
MOST_TRIES = 1000
#: Of one person, that may still be open to others: those of older challenges are over.
LATEST_TRIES = 50

NOT_YET = "This game is a try of a challenge that is still open to you: finish your own first."


class Begun(Exception):
    """The person has begun meanwhile, in another tab or at another process."""


@dataclass(frozen=True)
class Challenge:
    game: str
    period: str
    first: date

    @property
    def id(self) -> str:
        return f"{self.game}-{self.period}-{self.first.isoformat()}"

    @property
    def begins(self) -> int:
        return _milliseconds(self.first)

    @property
    def ends(self) -> int:
        return _milliseconds(_next(self.period, self.first))

    def over(self, now: int) -> bool:
        return now >= self.ends


def _milliseconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def _next(period: str, first: date) -> date:
    if period == DAY:
        return first + timedelta(days=1)
    return (first.replace(day=1) + timedelta(days=32)).replace(day=1)


def _before(period: str, first: date) -> date:
    last = first - timedelta(days=1)
    return last if period == DAY else last.replace(day=1)


def solo_titles() -> list[str]:
    """The titles that one person can play alone."""
    return [name for name in games() if standard_game(name).min_players == 1]


def current(game: str, period: str, now: int) -> Challenge:
    today = datetime.fromtimestamp(now / 1000, UTC).date()
    return Challenge(game, period, today if period == DAY else today.replace(day=1))


def parse(id: str, now: int) -> Challenge:
    """The challenge of that name; raises ApiError where there is none, or not yet."""
    match = NAME.fullmatch(id)
    missing = ApiError("not_found", "There is no such challenge.")
    if match is None or match[1] not in solo_titles():
        raise missing
    try:
        first = date.fromisoformat(match[3])
    except ValueError:
        raise missing from None
    challenge = Challenge(match[1], match[2], first)
    if challenge.begins > now or first.year < 2020 or (match[2] == MONTH and first.day != 1):
        raise missing
    return challenge


def _may_know(connection: Connection, id: str, identity: str | None, now: int) -> bool:
    """Whether somebody may see the deal, and how others have played it."""
    mine = None if identity is None else challenge_store.try_with_game(connection, id, identity)
    state = None if mine is None else _state(mine)
    if state == RUNNING:
        return False  # also when the challenge is over: the try counts
    try:
        return state == FINISHED or parse(id, now).over(now)
    except ApiError:  # its title is not installed any more
        return True


def secret_tries(connection: Connection, of: str, viewer: str | None, now: int) -> set[str]:
    """The tables of a person's tries of which somebody else may know nothing yet."""
    latest = challenge_store.latest_tries(connection, of, LATEST_TRIES)
    return {row.table_id for row in latest if not _may_know(connection, row.challenge, viewer, now)}


class Challenges:
    def __init__(self, table_service: TableService) -> None:
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        self.table_cache.check_visitor = self._check_visitor

    async def _check_visitor(self, table: StoredTable, identity: str | None) -> None:
        """Until a challenge is over, others see a try only when they have finished theirs: it shows
        the deal. The same goes for what branched off it."""
        if len(table.seats) > 1 or table.own(identity):
            return
        now = self.table_cache.time_source.now()

        def refused(connection: Connection) -> bool:
            id = challenge_store.challenge_at(connection, table.id)
            return id is not None and not _may_know(connection, id, identity, now)

        if await self.table_cache.read(refused):
            raise ApiError("challenge_open", NOT_YET)

    async def all(self, who: Identity | None) -> list[dict[str, Any]]:
        """Today's and this month's challenges of every title, and some before them."""
        now = self.table_cache.time_source.now()
        wanted: list[Challenge] = []
        for game in solo_titles():
            for period in (DAY, MONTH):
                challenge = current(game, period, now)
                for _ in range(PAST if period == DAY else 3):
                    wanted.append(challenge)
                    challenge = Challenge(game, period, _before(period, challenge.first))

        def read(connection: Connection) -> list[dict[str, Any]]:
            return [_info(connection, challenge, who, now) for challenge in wanted]

        rows = await self.table_cache.read(read)
        # Of those before, only what somebody has tried.
        return [info for info in rows if not info["over"] or info["tries"]]

    async def one(self, id: str, who: Identity | None) -> dict[str, Any]:
        now = self.table_cache.time_source.now()
        challenge = parse(id, now)

        def read(connection: Connection) -> dict[str, Any]:
            return _info(connection, challenge, who, now) | {
                "results": _results(connection, challenge, who, now)
            }

        return await self.table_cache.read(read)

    async def start(self, id: str, who: Identity) -> StoredTable:
        """The table of a person's one try; the same again if they have begun."""
        now = self.table_cache.time_source.now()
        challenge = parse(id, now)
        table = await self._begun(id, who)
        if table is not None:
            return table
        if challenge.over(now):
            raise ApiError("not_running", "This challenge is over; look at its results.")
        game = standard_game(challenge.game)
        seed = await self.table_cache.writer.run(lambda c: _seed(c, id, now))
        match = game.new(1, seed)
        seats = [Seat(0, HUMAN, who.name, who.id)]
        draft = TableDraft(seats, game, setup_of(match), _table_name(game, challenge))
        draft.sealed = True

        def enter(connection: Connection, table: StoredTable) -> None:
            try:
                challenge_store.add_try(connection, id, who.id, who.name, table.id, now)
            except IntegrityError:
                raise Begun from None

        try:
            return await store_draft(self.table_service, who, draft, enter)
        except Begun:
            table = await self._begun(id, who)
            assert table is not None
            return table

    async def _begun(self, id: str, who: Identity) -> StoredTable | None:
        """The table of a try that a person has begun."""
        mine = await self.table_cache.read(challenge_store.try_of, id, who.id)
        if mine is None:
            return None
        async with self.table_cache.at(mine.table_id) as (_, table):
            return table

    async def ladder(self, game: str, mode: str, who: Identity | None) -> list[dict[str, Any]]:
        """How far people have come in a mode that spans several games, the furthest first."""
        title = standard_game(game)
        rows = await self.table_cache.read(challenge_store.ladder, game, mode)
        places: list[dict[str, Any]] = []
        for identity, name, data in rows:
            reached = _reached(title, data)
            if reached is not None:
                mine = who is not None and who.id == identity
                places.append({"name": name, "mine": mine, "reached": reached[0], "of": reached[1]})
        places.sort(key=lambda row: (-row["reached"], row["name"]))
        return places


def _seed(connection: Connection, id: str, now: int) -> str:
    """The seed of a challenge; drawn now if nobody has started, here or at another process."""
    known = challenge_store.seed_of(connection, id)
    if known is None:
        challenge_store.add_seed(connection, id, new_seed(), now)
        known = challenge_store.seed_of(connection, id)
        assert known is not None
    return known


def _table_name(game: Game, challenge: Challenge) -> str:
    when = challenge.first.isoformat()
    return f"{game.title} {when if challenge.period == DAY else when[:7]}"


def _info(
    connection: Connection, challenge: Challenge, who: Identity | None, now: int
) -> dict[str, Any]:
    seed = challenge_store.seed_of(connection, challenge.id)
    rows = challenge_store.tries(connection, challenge.id, MOST_TRIES) if seed else []
    mine = None if who is None else challenge_store.try_with_game(connection, challenge.id, who.id)
    over = challenge.over(now)
    return {
        "id": challenge.id,
        "game": challenge.game,
        "title": standard_game(challenge.game).title,
        "period": challenge.period,
        "begins": as_text(challenge.begins),
        "ends": as_text(challenge.ends),
        "over": over,
        "seed_commitment": None if seed is None else seed_commitment(seed),
        "seed": seed if over and (mine is None or _state(mine) != RUNNING) else None,
        "tries": len(rows),
        "finished": sum(_finished(row) for row in rows),
        "mine": None if mine is None else _state(mine),
        "table": None if mine is None or mine.status is None else mine.table_id,
        "score": mine.scores[0] if mine is not None and _finished(mine) else None,
    }


def _finished(row: Any) -> bool:
    return row.status == OVER and bool(row.scores) and not row.practice


def _state(row: Any) -> str:
    if _finished(row):
        return FINISHED
    return GIVEN_UP if row.status in (None, OVER) else RUNNING


def _results(
    connection: Connection, challenge: Challenge, who: Identity | None, now: int
) -> list[dict[str, Any]] | None:
    """Who has finished, best first; None as long as it would tell somebody about the deal."""
    if not _may_know(connection, challenge.id, who and who.id, now):
        return None
    rows = challenge_store.tries(connection, challenge.id, MOST_TRIES)
    finished = sorted((row for row in rows if _finished(row)), key=lambda row: -row.scores[0])
    scores = [row.scores[0] for row in finished]
    return [
        {
            "place": scores.index(row.scores[0]) + 1,
            "name": row.name,
            "score": row.scores[0],
            "table": row.table_id,
            "mine": who is not None and row.identity == who.id,
        }
        for row in finished
    ]


def _reached(game: Game, data: dict[str, Any]) -> tuple[int, int] | None:
    """How far along the option that carries the progress is, and of how many steps."""
    for option in game.option_help():
        value = data.get(option["name"])
        steps = option["values"]
        if isinstance(value, int) and not isinstance(value, bool) and len(steps) > 1:
            return min(value, len(steps)), len(steps)
    return None
