"""For whom a table's clock runs."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.server.play.game import Play
from sandtable.server.storage.stored_table import Seat
from sandtable.server.tables.clock import Clock
from sandtable.server.tables.proposal import Proposal


def seat_on_clock(
    to_choose: int | None, seats: Sequence[Seat], proposal: Proposal | None
) -> int | None:
    """The person who has to choose; nobody while a bot thinks or an undo is talked about."""
    if to_choose is None or (proposal is not None and proposal.kind == "undo"):
        return None
    seat = seats[to_choose]
    return to_choose if seat.person and seat.program is None else None


def next_clock(
    clock: Clock | None, play: Play, seats: Sequence[Seat], proposal: Proposal | None, moment: int
) -> Clock | None:
    """The clock as it goes on from where the game stands."""
    if clock is None:
        return None
    running = seat_on_clock(play.to_choose, seats, proposal)
    return clock.runs_for(running, moment).credited(play.finished_turns())
