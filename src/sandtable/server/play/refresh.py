"""A table in memory, brought up to date with what other processes have stored.

The connections here get the same messages as those of the process that wrote the entries. Work is
done under the table's lock.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from sandtable.kernel.errors import SandtableError
from sandtable.server.errors import ApiError
from sandtable.server.play.game import Play
from sandtable.server.play.live_table import LiveTable
from sandtable.server.play.update import Update
from sandtable.server.storage import entry_store, table_store
from sandtable.server.storage.stored_table import WAITING, StoredTable

if TYPE_CHECKING:
    from sandtable.server.play.table_cache import TableCache

#: Kind and contents.
Entry = tuple[str, str]
Changes = tuple[StoredTable, list[Entry]]

#: What a message calls the cause where it differs from the entry's kind.
CAUSES = {"read": "lesson", "stop": "lesson", "note": "note"}


def read_changes(connection: Connection, id: str, known: tuple[int, int]) -> Changes | bool:
    """The table and the entries that are new; True where nothing is, False where it is gone."""
    standing = table_store.standing(connection, id)
    if standing is None:
        return False
    if standing == known:
        return True
    table = table_store.table(connection, id)
    if table is None:
        return False
    return table, entry_store.entries_since(connection, id, known[1])


async def refresh(cache: TableCache, live: LiveTable) -> None:
    """Compare a table with what is stored; where it is gone, it is dropped."""
    before = live.table
    assert before is not None
    known = before.revision, before.version
    result = await cache.read(read_changes, live.id, known)
    if result is False:
        cache.remove(live)
    elif not isinstance(result, bool):
        await _apply(live, before, *result)


async def _apply(
    live: LiveTable, before: StoredTable, stored: StoredTable, entries: list[Entry]
) -> None:
    live.table = stored
    play = live.play
    began = before.status == WAITING and stored.status != WAITING
    if entries:
        live.driven_elsewhere = True
    if play is None:
        live.send_table()
        if live.connections and stored.status != WAITING:
            await send_missed(live, "start" if began else "sync")
        return
    if before.names() != stored.names():
        play.rename(stored.names())
    try:
        await _replay(live, play, entries)
    except SandtableError:
        # It does not follow from what is in memory: read the whole game again.
        live.play = None
        await send_missed(live)
    if live.play is not None:
        stored.version, stored.step, stored.to_choose = play.version, play.step, play.to_choose
    if _beside_the_log(before) != _beside_the_log(stored):
        live.send_table()
        live.send_presence()


def _beside_the_log(table: StoredTable) -> StoredTable:
    """What people see of a table apart from its game; its clock is sent separately."""
    return replace(table, revision=0, version=0, step=0, to_choose=None, updated=0, clock=None)


async def _replay(live: LiveTable, play: Play, entries: list[Entry]) -> None:
    """Apply entries one after the other and send what they change."""
    place = 0
    while place < len(entries):
        kind, what = entries[place]
        if kind == "act":
            place = await _replay_choices(live, play, entries, place)
            continue
        place += 1
        if kind == "undo":
            first = play.choices[play.step - int(what)]
            cause = "undo" if int(what) == 1 else "restart"
        elif kind == "back":
            first = play.choices[int(what)]
            cause = "back"
        else:
            play.apply_entry(kind, what)
            await live.send_update(CAUSES.get(kind, "sync"), None, 0)
            continue
        play.apply_entry(kind, what)
        live.release()
        await live.send_update(cause, first.seat, first.turn)


async def _replay_choices(live: LiveTable, play: Play, entries: list[Entry], place: int) -> int:
    """The choices that one seat made in a row go out together; returns the next place."""
    seat = play.to_choose
    update = Update(play, "act", seat, play.match.turn_number())
    first = place
    while place < len(entries) and entries[place][0] == "act" and play.to_choose == seat:
        if place > first:
            update.pass_through(live.seen(play))
        play.apply_entry(*entries[place])
        place += 1
    if play.over:
        update.log_from = 0  # now everything may be shown
    await live.send(play, update)
    return place


async def send_missed(live: LiveTable, cause: str = "sync") -> None:
    """The position to those whose last one is older."""
    try:
        play = await live.game()
    except ApiError:
        return  # it has not begun, or cannot be replayed
    for connection in list(live.connections):
        position = connection.position
        if position is None or position["version"] != play.version:
            await live.send_position(connection, cause)
