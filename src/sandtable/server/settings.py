"""How a server is to run: from the command line, and for hosting from the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from sandtable.kernel.errors import BadOption

PREFIX = "SANDTABLE_"

Count = Annotated[int, Field(ge=0, lt=10**9)]
Niceness = Annotated[int, Field(ge=0, le=19)]
Processes = Annotated[int, Field(ge=1, le=64)]
Bytes = Annotated[int, Field(ge=0, lt=10**12)]
Seconds = Annotated[float, Field(ge=0, lt=1e9, allow_inf_nan=False)]
Number = Seconds
PublicUrl = Annotated[str, Field(pattern="^(https?://[^/?#@ ]+/?)?$")]
Signup = Annotated[
    Literal["open", "invite", "closed"], BeforeValidator(lambda text: str(text).lower())
]
Invites = Annotated[Literal["admins", "members"], BeforeValidator(lambda text: str(text).lower())]
Sync = Annotated[Literal["normal", "full"], BeforeValidator(lambda text: str(text).lower())]


@dataclass(frozen=True)
class Rates:
    """How often one person may ask, as (requests, seconds); refilled evenly."""

    act: tuple[int, float] = (60, 3.0)
    read: tuple[int, float] = (240, 12.0)
    preview: tuple[int, float] = (40, 8.0)
    create: tuple[int, float] = (30, 60.0)
    hint: tuple[int, float] = (20, 60.0)
    analysis: tuple[int, float] = (10, 120.0)
    connect: tuple[int, float] = (60, 60.0)
    chat: tuple[int, float] = (8, 20.0)
    sign_in: tuple[int, float] = (10, 60.0)  # with a password, by link or with a passkey
    mail: tuple[int, float] = (3, 900.0)  # asking for a mail


class Settings(BaseSettings):
    """Every field can be set by the variable of its name, such as SANDTABLE_MAX_BODY."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid"
    )

    host: str = "127.0.0.1"
    port: int = 8765
    database: str | None = None
    sqlite_sync: Sync = "normal"  # full: wait for the disk at every commit
    backups: str = ""  # the folder for copies of the database; empty: beside it
    processes: Processes = 1  # server processes on one port; more than one needs PostgreSQL
    workers: Count = 0  # processes in which bots think, for each server process; 0: as fits
    bot_niceness: Niceness = 15  # and of the one that checks uploads: people who wait come first
    think_seconds: Seconds = 20.0  # for one choice of a bot, then a quick one is made for it
    hint_seconds: Seconds = 1.0
    review_seconds: Seconds = 0.3  # for each decision of a turn that is looked at again
    analysis_seconds: Seconds = 0.06  # for each decision of a finished game
    max_analyses: Count = 20  # under way or waiting at once
    cache_megabytes: Number = 512  # for games in memory; others are read from their logs
    log: str = "text"
    rates: Rates = Field(default_factory=Rates)
    rate_factor: Number = 1.0  # all rates times this; 0: no limits
    max_body: Bytes = 64_000
    max_upload: Bytes = 500_000  # records and editions; a game needs a fifth of it
    upload_seconds: Seconds = 5.0  # to check one
    max_pending_bodies: Bytes = 64_000_000  # of all requests that are still arriving
    max_message: Bytes = 16_000
    max_connections: Count = 4000
    max_address_connections: Count = 400  # open sockets from one address that is not a proxy's
    head_seconds: Seconds = 10.0  # until a request's headers are complete
    body_seconds: Seconds = 60.0  # from then on until its body is
    read_seconds: Seconds = 30.0  # for a client to read what it was sent
    max_connections_each: Count = 60  # per person and per address
    max_spectators: Count = 200  # per table
    max_running: Count = 300  # unfinished tables per person
    max_stored_each: Bytes = 20_000_000  # of tables, records and editions per person; 0: any
    max_stored_address: Bytes = 100_000_000  # and of everybody at one address
    # How ratings count a game that somebody has abandoned: as a lost one for them, as the bot
    # has finished it, or not at all.
    abandoned: Literal["loss", "result", "ignore"] = "loss"
    compress: bool | None = None  # live messages; None: unless the server is for this machine only
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is believed
    signup: Signup = "open"  # who may make an account
    invites: Invites = "members"  # who may invite, where an account needs an invitation
    public_url: PublicUrl = ""  # where people find the server; links in mails begin with it
    smtp_url: str = Field(default="", repr=False)  # smtp://USER:PASSWORD@HOST:PORT; empty: no mail
    mail_from: str = ""  # the address that mails come from
    metrics_token: str = Field(default="", repr=False)  # /metrics asks for it; empty: this machine
    outgoing_private: bool = False  # webhooks and push may go to http:// and private addresses

    @property
    def full_sync(self) -> bool:
        return self.sqlite_sync == "full"

    @property
    def compress_live(self) -> bool:
        if self.compress is not None:
            return self.compress
        return self.host not in ("127.0.0.1", "localhost", "::1")

    @property
    def bot_processes(self) -> int:
        cores = os.cpu_count() or 2
        return self.workers or max(1, min(4, (cores - 1) // self.processes))


def from_environment() -> Settings:
    """The settings that the environment asks for; raises BadOption naming the variable."""
    try:
        return Settings()
    except ValidationError as error:
        problems = [
            f"{PREFIX}{str(problem['loc'][0]).upper()} is wrong: {problem['msg']}"
            for problem in error.errors(include_url=False, include_input=False)
        ]
        raise BadOption("; ".join(problems)) from None
