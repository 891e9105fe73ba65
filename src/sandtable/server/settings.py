"""How a server is to run: from the command line, and for hosting from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sandtable.kernel.errors import BadOption


@dataclass(frozen=True)
class Rates:
    """How often one person may ask, as (requests, seconds): so many in so long, evenly refilled."""

    act: tuple[int, float] = (60, 3.0)
    read: tuple[int, float] = (240, 12.0)
    preview: tuple[int, float] = (40, 8.0)
    create: tuple[int, float] = (30, 60.0)
    hint: tuple[int, float] = (20, 60.0)
    analysis: tuple[int, float] = (10, 120.0)
    connect: tuple[int, float] = (60, 60.0)


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8765
    database: str | None = None
    full_sync: bool = False
    workers: int = 0  # processes in which bots think; 0: as many as fit this machine
    think_seconds: float = 20.0  # for one choice of a bot, then a quick one is made for it
    hint_seconds: float = 1.0
    analysis_seconds: float = 0.06  # for each decision of a finished game
    max_analyses: int = 20  # under way or waiting at once
    cache_megabytes: float = 512  # for games in memory; others are read from their logs
    log: str = "text"
    rates: Rates = field(default_factory=Rates)
    rate_factor: float = 1.0  # all rates times this; 0: no limits
    max_body: int = 64_000
    max_upload: int = 4_500_000  # records and editions
    max_message: int = 16_000
    max_connections: int = 4000
    max_address_connections: int = 400  # open sockets from one address that is not a proxy's
    head_seconds: float = 10.0  # until a request's headers are complete
    body_seconds: float = 60.0  # from then on until its body is
    read_seconds: float = 30.0  # for a client to read what it was sent
    max_connections_each: int = 60  # per person and per address
    max_spectators: int = 200  # per table
    max_running: int = 300  # unfinished tables per person
    max_stored_each: int = 20_000_000  # bytes of tables, records and editions per person; 0: any
    max_stored_address: int = 100_000_000  # and of everybody at one address
    compress: bool | None = None  # live messages; None: unless the server is for this machine only
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is believed

    @property
    def compress_live(self) -> bool:
        if self.compress is not None:
            return self.compress
        return self.host not in ("127.0.0.1", "localhost", "::1")

    @property
    def bot_processes(self) -> int:
        return self.workers or max(1, min(4, (os.cpu_count() or 2) - 1))


_NUMBERS = {
    "SANDTABLE_WORKERS": ("workers", int),
    "SANDTABLE_THINK_SECONDS": ("think_seconds", float),
    "SANDTABLE_HINT_SECONDS": ("hint_seconds", float),
    "SANDTABLE_ANALYSIS_SECONDS": ("analysis_seconds", float),
    "SANDTABLE_CACHE_MEGABYTES": ("cache_megabytes", float),
    "SANDTABLE_RATE_FACTOR": ("rate_factor", float),
    "SANDTABLE_MAX_CONNECTIONS": ("max_connections", int),
    "SANDTABLE_MAX_CONNECTIONS_EACH": ("max_connections_each", int),
    "SANDTABLE_MAX_ADDRESS_CONNECTIONS": ("max_address_connections", int),
    "SANDTABLE_HEAD_SECONDS": ("head_seconds", float),
    "SANDTABLE_BODY_SECONDS": ("body_seconds", float),
    "SANDTABLE_READ_SECONDS": ("read_seconds", float),
    "SANDTABLE_MAX_STORED_EACH": ("max_stored_each", int),
    "SANDTABLE_MAX_STORED_ADDRESS": ("max_stored_address", int),
}


def from_environment(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings that the environment asks for; the command line goes over them."""
    given = os.environ if environ is None else environ
    found: dict[str, object] = {}
    for variable, (name, kind) in _NUMBERS.items():
        text = given.get(variable)
        if text is None:
            continue
        try:
            value = kind(text)
        except ValueError:
            raise BadOption(f"{variable} is a number, not {text!r}") from None
        if not 0 <= value < 1e9:
            raise BadOption(f"{variable} is out of range: {text}")
        found[name] = value
    if given.get("SANDTABLE_DATABASE"):
        found["database"] = given["SANDTABLE_DATABASE"]
    if given.get("SANDTABLE_PROXIES"):
        found["proxies"] = given["SANDTABLE_PROXIES"]
    if "SANDTABLE_COMPRESS" in given:
        found["compress"] = given["SANDTABLE_COMPRESS"] not in ("", "0")
    sync = given.get("SANDTABLE_SQLITE_SYNC", "normal").lower()
    if sync not in ("normal", "full"):
        raise BadOption(f"SANDTABLE_SQLITE_SYNC is normal or full, not {sync!r}")
    found["full_sync"] = sync == "full"
    return replace(Settings(), **found)  # type: ignore[arg-type]
