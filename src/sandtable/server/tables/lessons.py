"""Tables where the game is taught: the guided game and the puzzles.

A table's lesson is ``guide:<chapter>``, the guided game from that chapter on, or ``puzzle:<id>``.
Where it stands follows from the table's log. Each person has at most one guided game and one puzzle
of a title under way; a new one takes its place.
"""

from __future__ import annotations

from typing import Any

from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Game
from sandtable.kernel.lessons import Lessons
from sandtable.kernel.registry import game as standard_game
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import result_store, table_store
from sandtable.server.storage.stored_table import BOT, HUMAN, Seat, StoredTable
from sandtable.server.tables.creation import TableDraft, setup_of, store_draft
from sandtable.server.tables.lesson_run import finished, lesson_title, lessons_of
from sandtable.server.tables.lobby import Lobby
from sandtable.server.tables.seating import bot_by_name, bot_title

LONGEST_NAME = 60


class LessonTables:
    def __init__(self, table_service: TableService, lobby: Lobby) -> None:
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        self.lobby = lobby

    async def state(self, who: Identity, name: str) -> dict[str, Any]:
        """How far a person has come in a game's lessons."""
        game, lessons = _lessons(name)
        known = finished(await self.table_cache.read(result_store.progress_of, who.id), game.name)
        guide = await self._open_guide(who, game.name) if lessons is not None else None
        return {"guide": guide, "finished": known["guide"], "solved": known["solved"]}

    async def _open_guide(self, who: Identity, game: str) -> dict[str, str] | None:
        for table in await self.table_cache.read(table_store.lesson_tables, who.id, game):
            if table.lesson is None or not table.lesson.startswith("guide:"):
                continue
            async with self.table_cache.at(table.id) as (live, _):
                play = await live.game()
                if play.lesson is None:
                    continue
                state = play.lesson.state(play.match)
                if state["waits"] not in ("over", "lost"):
                    return {"table": table.id, "chapter": state["chapter"]}
        return None

    async def start(self, who: Identity, name: str, lesson: str) -> StoredTable:
        """The table of a lesson; an unfinished guided game continues where it was left."""
        game, lessons = _lessons(name)
        if lessons is None:
            raise ApiError("not_found", f"{game.title} has no lessons.")
        if lesson == "guide":
            going_on = await self._open_guide(who, game.name)
            if going_on is not None:
                async with self.table_cache.at(going_on["table"]) as (_, table):
                    return table
            lesson = f"guide:{next(iter(lessons.chapters()), '')}"
        if not lessons.has(lesson):
            raise ApiError("not_found", f"{game.title} has no lesson {lesson!r}.")
        await self._clear(who, game.name, lesson.partition(":")[0])
        run = lessons.run(lesson)
        match = lessons.record_of(lesson).start()
        bot = bot_by_name(run.bot)
        seats = [
            Seat(number, HUMAN, who.name, who.id)
            if number == run.seat
            else Seat(number, BOT, bot_title(bot), None, bot)
            for number in range(match.players)
        ]
        title = lesson_title(lessons, lesson)[:LONGEST_NAME]
        draft = TableDraft(seats, match.game, setup_of(match), title)
        draft.counts = False
        draft.lesson = lesson
        draft.choices = [match.str_to_action(notation) for notation in run.prefix]
        return await store_draft(self.table_service, who, draft)

    async def _clear(self, who: Identity, game: str, kind: str) -> None:
        """Delete what the person has under way of this kind. A guided game that was played on
        after its end stays."""
        for table in await self.table_cache.read(table_store.lesson_tables, who.id, game):
            if table.lesson is None or not table.lesson.startswith(f"{kind}:"):
                continue
            if kind == "guide":
                async with self.table_cache.at(table.id) as (live, _):
                    play = await live.game()
                    if play.lesson is None or play.lesson.state(play.match)["waits"] == "over":
                        continue
            await self.lobby.delete(table.id, who)


def _lessons(name: str) -> tuple[Game, Lessons | None]:
    try:
        game = standard_game(name)
    except BadOption as error:
        raise ApiError("not_found", f"{error}.") from None
    return game, lessons_of(game)
