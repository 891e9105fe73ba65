"""For administrators: tables and accounts, reports, backups, the message of the day."""

from __future__ import annotations

import asyncio
import logging
import platform
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from sandtable.server.api.dependencies import (
    ERRORS,
    Actor,
    AnswerLanguage,
    Anyone,
    Serving,
    TableId,
)
from sandtable.server.api.people import AccountName
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.languages import server_message
from sandtable.server.schemas.admin import (
    AdminOverview,
    AdminPeople,
    AdminReports,
    AdminResetLink,
    AdminTables,
    Backup,
    MessageRequest,
    ServerMessageText,
)
from sandtable.server.settings import PREFIX, Settings
from sandtable.server.storage import admin_store, chat_store, table_store
from sandtable.server.storage.backup import BackupFailed
from sandtable.server.tables.info import moment
from sandtable.version import VERSION

router = APIRouter(prefix="/api", tags=["admin"], responses=ERRORS)

log = logging.getLogger("sandtable.server")

MOST = 100
Search = Annotated[str, Query(max_length=60, pattern="^[^\\x00]*$")]


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
    """Get the message of the day; empty if there is none."""
    return {"text": await server.table_cache.read(admin_store.message)}


@router.get("/admin", response_model=AdminOverview)
async def overview(who: Admin, server: Serving, language: AnswerLanguage) -> dict[str, Any]:
    """Get figures about the server."""
    read = server.table_cache.read
    possible = server.backups.possible
    folder = str(server.backups.folder)
    copies = await asyncio.to_thread(server.backups.copies)
    return {
        "version": VERSION,
        "python": platform.python_version(),
        "database": await read(admin_store.database_version),
        "bytes": await read(admin_store.size),
        "since": moment(server.since),
        "processes": 1 + len(server.leases.others),
        "connections": server.open.total,
        "tables_in_memory": len(server.table_cache.all()),
        "copies": copies.count,
        "copies_bytes": copies.bytes,
        "last_copy": None if copies.last is None else moment(copies.last),
        "free_bytes": copies.free,
        "counts": await read(admin_store.counts),
        "backups": possible,
        "backup_help": server_message("backup.folder", language, folder=folder)
        if possible
        else server_message("backup.no_pg_dump", language),
        "message": await read(admin_store.message),
        "limits": limits(server.settings),
    }


@router.get("/admin/tables", response_model=AdminTables)
async def list_tables(who: Admin, server: Serving, search: Search = "") -> dict[str, Any]:
    """List tables by last change, or search them by id, name or people."""
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
async def list_accounts(who: Admin, server: Serving, search: Search = "") -> dict[str, Any]:
    """List accounts, the most recently active first."""
    rows = await server.table_cache.read(admin_store.accounts, search, MOST)
    for row in rows:
        row["created"] = moment(row["created"])
        row["seen"] = None if row["seen"] is None else moment(row["seen"])
    return {"people": rows}


@router.post("/admin/people/{name}/reset", response_model=AdminResetLink)
async def reset_link(name: AccountName, who: Admin, server: Serving) -> dict[str, Any]:
    """A link with which somebody who has forgotten their password sets a new one, to be handed to
    them. Links made for them before end."""
    account = await server.friends.account(name)
    secret, expires = await server.accounts.reset_link(account)
    log.info("reset link made", extra={"by": who.name, "account": account.name})
    return {"secret": secret, "expires": moment(expires)}


@router.delete("/admin/people/{name}", status_code=204)
async def delete_person(name: AccountName, who: Admin, server: Serving) -> Response:
    """Delete somebody's account, as they could themselves. Finished games stay, without their
    name."""
    account = await server.friends.account(name)
    if account.admin:
        raise ApiError("forbidden", "This is an administrator's account: they can delete it.")
    await server.personal_data.delete(Identity(account.identity, account.name, account=True))
    log.info("account deleted", extra={"by": who.name, "account": account.name})
    return Response(status_code=204)


@router.get("/admin/reports", response_model=AdminReports)
async def list_reports(who: Admin, server: Serving) -> dict[str, Any]:
    """List open reports of chat messages."""
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
async def close_reports(
    id: TableId, number: Annotated[int, Path(ge=0, le=1_000_000)], who: Admin, server: Serving
) -> Response:
    """Close the reports of this message."""
    await server.writer.run(lambda c: chat_store.settle_report(c, id, number))
    return Response(status_code=204)


@router.post("/admin/backup", response_model=Backup)
async def backup(who: Admin, server: Serving, language: AnswerLanguage) -> dict[str, Any]:
    """Back up the database now, while games continue."""
    if not server.backups.possible:
        raise ApiError("bad_request", server_message("backup.no_pg_dump", language))
    try:
        path = await server.backups.make(server.time_source.now())
    except BackupFailed as error:
        raise ApiError(
            "busy", server_message("backup.failed", language, reason=str(error))
        ) from None
    log.info("backed up", extra={"file": str(path)})
    return {"file": str(path), "size": path.stat().st_size}


@router.put("/admin/message", response_model=ServerMessageText)
async def set_message(asked: MessageRequest, who: Admin, server: Serving) -> dict[str, str]:
    """Set the message of the day."""
    words = " ".join(asked.text.split())
    await server.writer.run(lambda connection: admin_store.set_message(connection, words))
    return {"text": words}
