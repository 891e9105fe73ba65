"""Everything the server refuses, with a code for programs and words for people."""

from __future__ import annotations

from typing import Any

from sandtable.server.request_id import CURRENT

STATUS = {
    "bad_request": 400,
    "forbidden": 403,
    "not_your_turn": 403,
    "challenge_open": 403,
    "not_found": 404,
    "stale": 409,
    "illegal": 409,
    "not_running": 409,
    "not_over": 409,
    "seat_taken": 409,
    "name_taken": 409,
    "unplayable": 409,
    "too_large": 413,
    "too_fast": 429,
    "share_used_up": 507,
    "internal": 500,
    "busy": 503,
}


class ApiError(Exception):
    """A request that is refused.

    The message goes to the client, so it must not contain another seat's secrets."""

    def __init__(
        self,
        code: str,
        message: str,
        problems: list[str] | None = None,
        status: int | None = None,
        wait: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.problems = problems
        self.status = STATUS[code] if status is None else status
        self.wait = wait  # seconds after which to try again

    def body(self) -> dict[str, Any]:
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.problems is not None:
            error["problems"] = self.problems
        if CURRENT.get():
            error["request"] = CURRENT.get()
        return {"error": error}


def no_table() -> ApiError:
    return ApiError("not_found", "There is no such table; the link may be incomplete.")
