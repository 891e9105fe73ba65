"""What happens at a table apart from choices, for the log."""

from __future__ import annotations

from typing import Literal, NamedTuple

NoteKind = Literal[
    "undo",
    "pause",
    "resume",
    "bot_time",
    "bot_turn",
    "bot_vote",
    "self",
    "end_time",
    "end_vote",
    "coach",
    "coach_end",
]
DRIVER_NOTES: dict[str, NoteKind] = {"time": "bot_time", "turn": "bot_turn", "vote": "bot_vote"}
END_NOTES: dict[str, NoteKind] = {"time": "end_time", "vote": "end_vote"}

#: Why nothing can be taken back: keys of the server's messages.


class Note(NamedTuple):
    """Something that happened at the table apart from choices."""

    turn: int
    kind: NoteKind
    seat: int | None
    coach: int | None = None  # the number of a coach at this table


class Driver(NamedTuple):
    """A bot that plays for a person."""

    bot: str
    reason: str
    turn: int  # when it began
