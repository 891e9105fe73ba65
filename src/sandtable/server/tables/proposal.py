"""What somebody proposes to the others at a table: they agree, refuse, or do not answer in time."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any, Literal

ProposalKind = Literal["undo", "pause", "resume", "replace", "end"]
#: How it came out.
Outcome = Literal["agreed", "refused", "expired", "withdrawn", "void"]

#: Where silence is consent: a pause must end even if somebody does not answer.
BY_SILENCE: tuple[ProposalKind, ...] = ("resume",)


def new_proposal_id() -> str:
    return secrets.token_hex(6)


@dataclass(frozen=True)
class Proposal:
    id: str
    kind: ProposalKind
    seat: int  # who proposes
    identity: str
    made: int
    expires: int
    target: int | None = None  # replace: the seat
    step: int | None = None  # undo: how many choices would stand
    version: int | None = None  # undo: of the position it was asked in
    agreed: frozenset[str] = field(default_factory=frozenset)  # who has agreed so far


def settled(proposal: Proposal, outcome: Outcome, by: int | None = None) -> dict[str, Any]:
    """The message that says what became of a proposal. ``by``: the seat that refused."""
    return {
        "type": "settled",
        "kind": proposal.kind,
        "seat": proposal.seat,
        "target": proposal.target,
        "outcome": outcome,
        "by": by,
    }
