"""A table as a person may see it in lists and headers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sandtable.kernel.errors import BadOption
from sandtable.kernel.messages import ENGLISH
from sandtable.kernel.record import edition_name
from sandtable.kernel.registry import game as standard_game
from sandtable.kernel.rng import seed_commitment
from sandtable.server.languages import spoken_name, spoken_table
from sandtable.server.people.ratings import is_rated
from sandtable.server.storage.stored_table import BOT, OPEN, OVER, RUNNING, Seat, StoredTable
from sandtable.server.tables.proposal import Proposal
from sandtable.server.tables.setup import Editions


def moment(milliseconds: int) -> str:
    found = datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
    return found.replace("+00:00", "Z")


def alone(table: StoredTable) -> bool:
    """Whether one person at most plays here, on however many seats."""
    return one_person(table.seats)


def one_person(seats: list[Seat]) -> bool:
    people = {seat.identity for seat in seats if seat.person}
    return len(people) < 2 and all(seat.kind != OPEN for seat in seats)


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
        "name": spoken_table(table.name, language),
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
        "clock": None if table.clock is None else table.clock.shown(now),
        "proposal": shown_proposal(table, identity),
        "can_go_back": table.status == RUNNING and bool(own) and _may_go_back(table),
        "listed": table.listed,
        "owner": identity is not None and identity == table.owner,
        "invite": table.invite if own or (identity and identity == table.owner) else None,
        "seats": [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "name": None if seat.name is None else spoken_name(seat.name, language),
                "bot": seat.bot,
                "mine": seat.seat in own,
                "driver": seat.driver,
                "abandoned": seat.abandoned,
                "profile": seat.profile,
                "present": present[seat.seat] if present is not None else seat.kind == BOT,
            }
            for seat in table.seats
        ],
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
