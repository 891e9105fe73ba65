"""How a person wants notices. Nothing is sent until they have asked for it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

TURN = "turn"
INVITED = "invited"
BEGAN = "began"
ENDED = "ended"
KINDS = (TURN, INVITED, BEGAN, ENDED)

PUSH = "push"
EMAIL = "email"
WEBHOOK = "webhook"
CHANNELS = (PUSH, EMAIL, WEBHOOK)

DAY_MINUTES = 24 * 60


@dataclass(frozen=True)
class QuietHours:
    """Minutes of the day in a time zone; ``until`` may be on the next day."""

    begin: int
    until: int
    zone: str

    def hold(self, moment: int) -> bool:
        """Whether it is quiet at that moment."""
        local = datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(self.zone))
        minute = local.hour * 60 + local.minute
        if self.begin <= self.until:
            return self.begin <= minute < self.until
        return minute >= self.begin or minute < self.until


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    return name in _zones()


@dataclass(frozen=True)
class Preferences:
    kinds: list[str] = field(default_factory=lambda: list(KINDS))
    push: bool = False
    email: bool = False
    webhook: bool = False
    webhook_format: str = "discord"
    quiet: QuietHours | None = None
    language: str = "en"

    @staticmethod
    def of(plain: dict[str, Any] | None) -> Preferences:
        """From what is stored; fields of other versions do not matter."""
        known = {name.name for name in fields(Preferences)}
        found = {key: value for key, value in (plain or {}).items() if key in known}
        quiet = found.get("quiet")
        if quiet is not None:
            found["quiet"] = QuietHours(**quiet) if is_zone(quiet["zone"]) else None
        return Preferences(**found)

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    def quiet_at(self, moment: int) -> bool:
        return self.quiet is not None and self.quiet.hold(moment)
