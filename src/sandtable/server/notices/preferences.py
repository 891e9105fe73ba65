"""How a person wants notices. Nothing is sent until they have asked for it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

TURN = "turn"
ASKED = "asked"
INVITED = "invited"
BEGAN = "began"
ENDED = "ended"
KINDS = (TURN, ASKED, INVITED, BEGAN, ENDED)

PUSH = "push"
EMAIL = "email"
WEBHOOK = "webhook"
CHANNELS = (PUSH, EMAIL, WEBHOOK)

DAY_MINUTES = 24 * 60
MINUTE = 60_000  # milliseconds


@dataclass(frozen=True)
class QuietHours:
    """Minutes of the day in a time zone; ``until`` may be on the next day."""

    begin: int
    until: int
    zone: str

    def hold(self, moment: int) -> bool:
        """Whether it is quiet at that moment."""
        minute = self._minute(moment)
        if self.begin <= self.until:
            return self.begin <= minute < self.until
        return minute >= self.begin or minute < self.until

    def end_after(self, moment: int) -> int:
        """The next moment at which they end. Where the clocks are changed in between, an hour off:
        whoever waits until then has to look again."""
        minutes = (self.until - self._minute(moment)) % DAY_MINUTES or DAY_MINUTES
        return moment - moment % MINUTE + minutes * MINUTE

    def _minute(self, moment: int) -> int:
        local = datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(self.zone))
        return local.hour * 60 + local.minute


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
        kept = {key: value for key, value in (plain or {}).items() if key in known}
        quiet = kept.get("quiet")
        if quiet is not None:
            kept["quiet"] = QuietHours(**quiet) if is_zone(quiet["zone"]) else None
        return Preferences(**kept)

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    def quiet_at(self, moment: int) -> bool:
        return self.quiet is not None and self.quiet.hold(moment)
