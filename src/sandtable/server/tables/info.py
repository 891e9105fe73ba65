"""A table as a person may see it in lists and headers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sandtable.kernel.errors import BadOption
from sandtable.kernel.messages import ENGLISH
from sandtable.kernel.record import edition_name
from sandtable.kernel.registry import game as standard_game
from sandtable.kernel.rng import seed_commitment
from sandtable.server.languages import translated_seat_name, translated_table_name
from sandtable.server.people.ratings import is_rated
from sandtable.server.storage.stored_table import BOT, OPEN, OVER, RUNNING, Seat, StoredTable
from sandtable.server.tables.lesson_run import lesson_title, lessons_of
from sandtable.server.tables.proposal import Proposal
from sandtable.server.tables.setup import Editions


def moment(milliseconds: int) -> str:
    text = datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def alone(table: StoredTable) -> bool:
    """Whether one person at most plays here, on however many seats."""
    return one_person(table.seats)


def one_person(seats: list[Seat]) -> bool:
    people = {seat.identity for seat in seats if seat.person}
    return len(people) < 2 and all(seat.kind != OPEN for seat in seats)


def _name(table: StoredTable, language: str) -> str:
    """The name of a table; a lesson is called as it is in the language."""
    if table.lesson is not None and language != ENGLISH:
        try:
            lessons = lessons_of(standard_game(table.setup.game))
        except BadOption:  # a game that this server does not have
            lessons = None
        if lessons is not None:
            return lesson_title(lessons, table.lesson, language) or table.name
    return translated_table_name(table.name, language)


def only_bots(table: StoredTable) -> bool:
    """Whether no person has a seat here."""
    return all(seat.kind == BOT for seat in table.seats)


def can_move_now(table: StoredTable, identity: str | None) -> bool:
    """Whether a person may make bots here move now: a player, or the owner of a table of bots only.
    It makes bots weaker, so nobody may do it in rated games with other people."""
    if table.status != RUNNING or identity is None:
        return False
    others = not alone(table) or any(seat.former is not None for seat in table.seats)
    if others and is_rated(table):
        return False
    return identity == table.owner if only_bots(table) else bool(table.own(identity))


def against_bots(table: StoredTable) -> bool:
    """Whether one person plays one seat of a game, no lesson, and bots or nobody the others."""
    people = sum(seat.kind != BOT for seat in table.seats)
    return people == 1 and alone(table) and table.lesson is None


def _may_go_back(table: StoredTable) -> bool:
    return against_bots(table) and table.source != table.id


def shown_seed(table: StoredTable) -> str | None:
    """The seed of a game that is over. A branch of a running game has that game's seed: it is
    not shown here."""
    if table.status != OVER or table.setup.origin is not None:
        return None
    return str(table.setup.seed)


def voters(table: StoredTable, proposal: Proposal) -> set[str]:
    """Who has to agree to a proposal: all people who play, but for who makes it and whom it is
    to replace. Bots agree, and so do those that play for a person."""
    people = {
        seat.identity
        for seat in table.seats
        if seat.person and seat.driver is None and seat.identity is not None
    }
    people.discard(proposal.identity)
    if proposal.target is not None:
        people.discard(table.seats[proposal.target].identity or "")
    return people


def shown_proposal(table: StoredTable, identity: str | None) -> dict[str, Any] | None:
    """What is proposed, and whether this person is asked."""
    proposal = table.proposal
    if proposal is None:
        return None
    wanted = voters(table, proposal) - proposal.agreed
    return {
        "id": proposal.id,
        "kind": proposal.kind,
        "seat": proposal.seat,
        "target": proposal.target,
        "step": proposal.step,
        "expires": moment(proposal.expires),
        "agreed": [seat.seat for seat in table.seats if seat.identity in proposal.agreed],
        "waiting": [seat.seat for seat in table.seats if seat.identity in wanted],
        "mine": identity == proposal.identity,
        "asked": identity in wanted,
    }


def coach_refusal(table: StoredTable) -> str | None:
    """Why nobody can be coached at this table; None: they can."""
    if table.status != RUNNING:
        return "Somebody can be coached while the game runs."
    if table.lesson is not None:
        return "Lessons have a guide of their own."
    if table.source == table.id:
        return "This is your one try: nobody may look on from your seat."
    if table.source is not None:
        return "This position comes from a game that people still play: no coach until it is over."
    if is_rated(table) and not alone(table):
        return "This game is rated. Coaches are for tables that are made unrated."
    return None


def shown_coaches(table: StoredTable, identity: str | None) -> list[dict[str, Any]]:
    """Who coaches whom, and who did. Only those whom it concerns see an offer."""
    own = table.own(identity)
    return [
        {
            "number": coach.number,
            "seat": coach.seat,
            "name": coach.name,
            "profile": coach.profile,
            "state": coach.state,
            "mine": identity is not None and coach.identity == identity,
        }
        for coach in table.coaches
        if coach.state != "offered" or coach.seat in own or coach.identity == identity
    ]


def table_info(
    table: StoredTable,
    identity: str | None,
    editions: Editions,
    present: list[bool] | None,
    problem: str | None,
    now: int,
    language: str = ENGLISH,
) -> dict[str, Any]:
    setup = table.setup
    own = table.own(identity)
    try:
        title = standard_game(setup.game).title
        standard = editions.standard_digest(setup.game) == setup.digest
        game = editions.get(setup.game, setup.digest)
        edition = setup.digest
        if game is not None:
            # An edition that differs from the standard one in its words only plays the same.
            edition = edition_name(game)
            standard = game.fingerprint() == standard_game(setup.game).fingerprint()
    except BadOption:  # a game that this server does not have
        title, standard, edition = setup.game, False, setup.digest
        problem = problem or f"this server does not have the game {setup.game!r}"
    return {
        "id": table.id,
        "game": setup.game,
        "title": title,
        "name": _name(table, language),
        "status": table.status,
        "created": moment(table.created),
        "updated": moment(table.updated),
        "players": setup.players,
        "options": setup.options,
        "edition": edition,
        "digest": setup.digest,
        "standard_edition": standard,
        "seed_chosen": table.seed_chosen,
        "seed_commitment": seed_commitment(setup.seed) if setup.origin is None else None,
        "seed": shown_seed(table),
        "counts": table.counts,
        "rated": is_rated(table),
        "lesson": table.lesson,
        "practice": table.practice,
        "ended": table.ended,
        "auto_plans": table.auto_plans,
        "clock": None if table.clock is None else table.clock.shown(now),
        "proposal": shown_proposal(table, identity),
        "can_go_back": table.status == RUNNING and bool(own) and _may_go_back(table),
        "can_move_now": can_move_now(table, identity),
        "listed": table.listed,
        "owner": identity is not None and identity == table.owner,
        "invite": table.invite if own or (identity and identity == table.owner) else None,
        "seats": [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "name": None if seat.name is None else translated_seat_name(seat.name, language),
                "bot": seat.bot,
                "mine": seat.seat in own,
                "driver": seat.driver,
                "abandoned": seat.abandoned,
                "profile": seat.profile,
                "present": present[seat.seat] if present is not None else seat.kind == BOT,
            }
            for seat in table.seats
        ],
        "coaches": shown_coaches(table, identity),
        "coaching": table.coached(identity),
        "can_have_coach": coach_refusal(table) is None,
        "to_choose": table.to_choose,
        "my_turn": table.status == RUNNING and table.to_choose in table.playing(identity),
        "step": table.step,
        "version": table.version,
        "scores": table.scores,
        "winners": table.winners,
        "parent": None
        if table.parent is None
        else {"table": table.parent, "step": table.parent_step},
        "rematch": table.rematch,
        "hints": alone(table) and table.source is None,
        "advice_after": table.source,
        "problem": problem,
    }
