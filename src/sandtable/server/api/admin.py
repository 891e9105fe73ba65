"""For administrators: what is on the server, a copy of the database, a message for everybody."""

from __future__ import annotations

import asyncio
import platform
import sqlite3
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from sandtable.server.api.dependencies import ERRORS, Actor, Anyone, Serving, TableId
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.schemas.admin import (
    AdminOverview,
    AdminPeople,
    AdminReports,
    AdminTables,
    Backup,
    MessageRequest,
    ServerMessageText,
)
from sandtable.server.settings import PREFIX, Settings
from sandtable.server.storage import admin_store, chat_store, table_store
from sandtable.server.storage.backup import back_up
from sandtable.server.tables.info import moment
from sandtable.version import VERSION

router = APIRouter(prefix="/api", tags=["admin"], responses=ERRORS)

MOST = 100
Search = Annotated[str, Query(max_length=60, pattern="^[^\\x00]*$")]
BY_HAND = 'Back up PostgreSQL with "pg_dump --format=custom --file=sandtable.dump DATABASE".'
ITSELF = 'The copy is written to the folder "backups" beside the database.'


async def admin(who: Actor) -> Identity:
    if not who.admin:
        raise ApiError("forbidden", "This is for administrators of this server.")
    return who


Admin = Annotated[Identity, Depends(admin)]


def limits(settings: Settings) -> list[dict[str, str]]:
    """The limits in force, by their variables; nothing that is a secret."""
    words = ("max_", "rate_factor", "cache_", "_seconds", "workers")
    return [
        {"variable": f"{PREFIX}{name.upper()}", "value": str(getattr(settings, name))}
        for name in Settings.model_fields
        if name.startswith(words) or name.endswith(words)
    ]


@router.get("/message", response_model=ServerMessageText)
async def message(who: Anyone, server: Serving) -> dict[str, str]:
    """The message of the day; empty if there is none."""
    return {"text": await server.table_cache.read(admin_store.message)}


@router.get("/admin", response_model=AdminOverview)
async def overview(who: Admin, server: Serving) -> dict[str, Any]:
    """How the server is doing."""
    read = server.table_cache.read
    tables = server.table_cache.all()
    sqlite = server.engine.dialect.name == "sqlite"
    return {
        "version": VERSION,
        "python": platform.python_version(),
        "database": await read(admin_store.database_version),
        "bytes": await read(admin_store.size),
        "since": moment(server.since),
        "connections": sum(len(live.connections) for live in tables),
        "tables_in_memory": len(tables),
        "counts": await read(admin_store.counts),
        "backups": sqlite,
        "backup_help": ITSELF if sqlite else BY_HAND,
        "message": await read(admin_store.message),
        "limits": limits(server.settings),
    }


@router.get("/admin/tables", response_model=AdminTables)
async def all_tables(who: Admin, server: Serving, search: Search = "") -> dict[str, Any]:
    """Tables by their last change, and those whose id, name or people match."""
    rows = await server.table_cache.read(admin_store.tables, search, MOST)
    for row in rows:
        row["created"], row["updated"] = moment(row["created"]), moment(row["updated"])
    return {"tables": rows}


@router.delete("/admin/tables/{id}", status_code=204)
async def delete_table(id: TableId, who: Admin, server: Serving) -> Response:
    """Delete any table with its game."""
    async with server.table_cache.at(id) as (live, _):

        def job(connection: Any) -> None:
            table_store.delete_table(connection, id)
            table_store.free_derived(connection, id)

        await server.writer.run(job)
        server.table_cache.remove(live)
        server.table_service.free_derived(id)
    return Response(status_code=204)


@router.get("/admin/people", response_model=AdminPeople)
async def people(who: Admin, server: Serving, search: Search = "") -> dict[str, Any]:
    """People with an account, by when they were last here."""
    rows = await server.table_cache.read(admin_store.accounts, search, MOST)
    for row in rows:
        row["created"] = moment(row["created"])
        row["seen"] = None if row["seen"] is None else moment(row["seen"])
    return {"people": rows}


@router.get("/admin/reports", response_model=AdminReports)
async def reports(who: Admin, server: Serving) -> dict[str, Any]:
    """What people have complained about, and nobody has settled."""
    rows = await server.table_cache.read(chat_store.reports, False, MOST)
    return {
        "reports": [
            {
                "table": row.game,
                "number": row.number,
                "name": row.name,
                "text": row.text,
                "reason": row.reason,
                "made": moment(row.made),
            }
            for row in rows
        ]
    }


@router.post("/admin/reports/{id}/{number}/settle", status_code=204)
async def settle(
    id: TableId, number: Annotated[int, Path(ge=0, le=1_000_000)], who: Admin, server: Serving
) -> Response:
    """The complaints about this message are dealt with."""
    await server.writer.run(lambda c: chat_store.settle_report(c, id, number))
    return Response(status_code=204)


@router.post("/admin/backup", response_model=Backup)
async def backup(who: Admin, server: Serving) -> dict[str, Any]:
    """Copy the database now, while games go on (SQLite)."""
    if server.engine.dialect.name != "sqlite":
        raise ApiError("bad_request", BY_HAND)
    try:
        path = await asyncio.to_thread(back_up, server.engine, server.time_source.now())
    except (OSError, sqlite3.Error) as error:
        raise ApiError("busy", f"The database could not be copied: {error}.") from None
    return {"file": str(path), "size": path.stat().st_size}


@router.put("/admin/message", response_model=ServerMessageText)
async def set_message(asked: MessageRequest, who: Admin, server: Serving) -> dict[str, str]:
    """Say something to everybody."""
    words = " ".join(asked.text.split())
    await server.writer.run(lambda connection: admin_store.set_message(connection, words))
    return {"text": words}
