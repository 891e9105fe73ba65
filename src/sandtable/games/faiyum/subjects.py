"""What Faiyum's questions are about."""

from __future__ import annotations

from sandtable.kernel.game import Decision, Subject


class CardSubject(Subject):
    """The card whose action is carried out."""

    def __init__(self, card: int) -> None:
        self.card = card


def card_of(decision: Decision) -> int:
    """The card a question is about; 0 where it is about none."""
    subject = decision.subject
    return subject.card if isinstance(subject, CardSubject) else 0
