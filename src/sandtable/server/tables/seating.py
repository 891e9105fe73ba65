"""Who sits where: seats as people ask for them, names, and bots by name."""

from __future__ import annotations

from sandtable.bots.levels import ALIASES
from sandtable.server.auth.identity import MAX_NAME, Identity, clean_name
from sandtable.server.bots.pool import default_bot, offered
from sandtable.server.errors import ApiError
from sandtable.server.schemas.requests import ClockRequest, SeatRequest
from sandtable.server.storage.stored_table import BOT, HOTSEAT, HUMAN, OPEN, Seat, StoredTable
from sandtable.server.tables.clock import SECOND, Clock

NOT_HERE = "You do not sit at this table."


def own_seat(table: StoredTable, who: Identity, seat: int | None) -> int:
    """A seat of this person: the one asked for, or their first."""
    own = table.own(who.id)
    if not own:
        raise ApiError("forbidden", NOT_HERE)
    if seat is None:
        return min(own)
    if seat not in own:
        raise ApiError("forbidden", f"Seat {seat} is not yours.")
    return seat


def seat_for(number: int, asked: SeatRequest, who: Identity) -> Seat:
    if asked.bot is not None and asked.kind != BOT:
        raise ApiError("bad_request", f"Seat {number}: only a seat for a bot names a bot.")
    if asked.kind == HUMAN:
        return Seat(number, HUMAN, name_for(asked.name) or who.name, who.id)
    if asked.kind == HOTSEAT:
        return Seat(number, HOTSEAT, name_for(asked.name) or f"Player {number + 1}", who.id)
    if asked.kind == BOT:
        bot = bot_by_name(asked.bot)
        return Seat(number, BOT, name_for(asked.name) or bot_title(bot), None, bot)
    return Seat(number, OPEN)


def clock_for(asked: ClockRequest, players: int) -> Clock:
    return Clock.new(
        asked.pace,
        asked.bank * SECOND,
        asked.increment * SECOND,
        asked.on_timeout,
        bot_by_name(asked.bot),
        players,
    )


def name_for(text: str | None) -> str | None:
    if text is None:
        return None
    name = clean_name(text)
    if name is None:
        raise ApiError("bad_request", "A name has 1 to 30 visible characters.")
    return name


def bot_by_name(name: str | None, strongest: bool = False) -> str:
    """Only bots by their plain names: a spec could name a file or any amount of time."""
    if name is None:
        levels = [str(bot["name"]) for bot in offered() if bot["level"] is not None]
        return levels[-1] if strongest and levels else default_bot()
    name = ALIASES.get(name, name)
    known = [str(bot["name"]) for bot in offered()]
    if name not in known:
        raise ApiError("bad_request", f"There is no bot {name!r}; there are {', '.join(known)}.")
    return name


def bot_title(bot: str) -> str:
    return f"{bot.capitalize()} bot"


def distinct(name: str, others: list[Seat]) -> str:
    """The name, with a number where somebody else at the table has it already."""
    taken = {other.name for other in others}
    number, result = 1, name
    while result in taken:
        number += 1
        # Room for the number: a name may be as long as names can be.
        result = f"{name[: MAX_NAME - len(str(number)) - 1]} {number}"
    return result


def tell_apart(seats: list[Seat]) -> None:
    """Several bots of one kind get numbers."""
    for bot in {seat.name for seat in seats if seat.kind == BOT}:
        same = [seat for seat in seats if seat.name == bot and seat.kind == BOT]
        if len(same) > 1:
            for number, seat in enumerate(same, 1):
                seat.name = f"{bot} {number}"
