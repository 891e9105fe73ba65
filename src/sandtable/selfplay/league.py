"""A pool of opponents that grows while somebody learns.

The learner plays against members of the league: bots by name, and snapshots of the learner.
Opponents are drawn by how the learner did against them, so that it meets those it loses to more
often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sandtable import bots
from sandtable.kernel.errors import BadOption
from sandtable.kernel.rng import seeded

#: How the opponents are drawn.
SAMPLINGS = ("hard", "even", "uniform")
#: Games that are counted as drawn before there are any, so that one result does not decide.
PRIOR = 2.0
#: Nobody is left out altogether.
LEAST = 0.02
PARTS = 1 << 30


@dataclass
class Member:
    """An opponent, and the learner's results against it: a victory counts 1, a shared one half."""

    spec: str
    games: int = 0
    points: float = 0.0

    @property
    def learner_share(self) -> float:
        """How often the learner ends before this member, drawn towards a half by few games."""
        return (self.points + PRIOR / 2) / (self.games + PRIOR)


class League:
    def __init__(self, members: Sequence[Member] = (), sampling: str = "hard") -> None:
        if sampling not in SAMPLINGS:
            raise BadOption(f"sampling is one of {', '.join(SAMPLINGS)}, not {sampling!r}")
        self.members = list(members)
        self.sampling = sampling

    def add(self, spec: str) -> Member:
        """A new member, a bot by its name or a snapshot; one that is there already stays."""
        for member in self.members:
            if member.spec == spec:
                return member
        bots.make(spec, 0)  # whatever is wrong with it shows now
        self.members.append(Member(spec))
        return self.members[-1]

    def weights(self) -> list[float]:
        """How likely each member is met. "hard" prefers those the learner loses to, "even" those it
        is level with, "uniform" all alike."""
        if self.sampling == "uniform":
            weights = [1.0] * len(self.members)
        elif self.sampling == "even":
            weights = [4 * m.learner_share * (1 - m.learner_share) for m in self.members]
        else:
            weights = [(1 - m.learner_share) ** 2 for m in self.members]
        total = sum(weights) or 1.0
        return [max(LEAST, weight / total) for weight in weights]

    def draw(self, count: int, seed: object) -> list[str]:
        """So many opponents for a game; the same seed and results draw the same ones."""
        if not self.members:
            raise BadOption("the league has no members: add opponents first")
        rng = seeded(seed, "league")
        weights = self.weights()
        drawn = []
        for _ in range(count):
            left = rng.below(PARTS) / PARTS * sum(weights)
            place = 0
            while place < len(weights) - 1 and left >= weights[place]:
                left -= weights[place]
                place += 1
            drawn.append(self.members[place].spec)
        return drawn

    def count(self, spec: str, points: float) -> None:
        """A result of the learner against a member: 1, a half or 0."""
        for member in self.members:
            if member.spec == spec:
                member.games += 1
                member.points += points

    # -- saving --------------------------------------------------------------------------------

    def document(self) -> list[dict[str, Any]]:
        return [asdict(member) for member in self.members]

    @staticmethod
    def read(document: list[dict[str, Any]], sampling: str) -> League:
        return League([Member(**entry) for entry in document], sampling)
