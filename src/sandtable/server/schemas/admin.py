"""Administration: requests and responses."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from sandtable.server.schemas.requests import RequestModel, Status, storable


class AdminLimit(BaseModel):
    variable: str
    value: str


class AdminOverview(BaseModel):
    version: str
    python: str
    database: str
    bytes: int
    since: str
    processes: int = Field(description="Live server processes on this database.")
    connections: int = Field(description="Live connections to all of them.")
    tables_in_memory: int
    copies: int = Field(description="Backups in the folder of this process.")
    copies_bytes: int
    last_copy: str | None
    free_bytes: int | None = Field(description="Free on the disk that the backups are on.")
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


class AdminResetLink(BaseModel):
    """With it somebody sets a new password: /reset#SECRET."""

    secret: str
    expires: str


class AdminReport(BaseModel):
    """A report about a chat message."""

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


class MessageRequest(RequestModel):
    text: Annotated[str, Field(max_length=500), AfterValidator(storable)] = Field(
        description="Plain text; an empty one removes the message."
    )


class ServerMessageText(BaseModel):
    text: str
