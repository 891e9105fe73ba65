"""What an administrator sees and sets."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from sandtable.server.schemas.requests import Asked, Status, storable


class AdminLimit(BaseModel):
    variable: str
    value: str


class AdminOverview(BaseModel):
    version: str
    python: str
    database: str
    bytes: int
    since: str
    connections: int
    tables_in_memory: int
    counts: dict[str, int]
    backups: bool = Field(description="Whether the server can copy its database itself.")
    backup_help: str
    message: str
    limits: list[AdminLimit]


class AdminTable(BaseModel):
    id: str
    name: str
    game: str
    status: Status
    created: str
    updated: str
    size: int
    names: list[str]


class AdminTables(BaseModel):
    tables: list[AdminTable]


class AdminPerson(BaseModel):
    name: str
    admin: bool
    created: str
    seen: str | None
    games: int


class AdminPeople(BaseModel):
    people: list[AdminPerson]


class AdminReport(BaseModel):
    """Somebody complains about something that was said at a table."""

    table: str
    number: int
    name: str = Field(description="Who said it.")
    text: str
    reason: str
    made: str


class AdminReports(BaseModel):
    reports: list[AdminReport]


class Backup(BaseModel):
    file: str
    size: int


class MessageRequest(Asked):
    text: Annotated[str, Field(max_length=500), AfterValidator(storable)] = Field(
        description="Plain text; empty takes it away."
    )


class ServerMessageText(BaseModel):
    text: str
