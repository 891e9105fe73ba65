"""What an analysis says of a game: its turns, its decisions, and where everybody stood."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from sandtable.bots.hints import Hint
from sandtable.bots.reasons import Reason


@dataclass(frozen=True)
class JudgedDecision:
    """A decision with more than one answer: what was chosen, and the best that was found."""

    step: int  # how many choices had been made before
    seat: int
    options: int  # how many answers there were
    played: Hint
    best: Hint
    kind: str = ""  # what was asked, a key of the title's own
    begins: bool = False  # whether a turn begins with it

    @property
    def points_lost(self) -> float:
        return round(max(0.0, self.best.value - self.played.value), 2)

    @property
    def chance_lost(self) -> float | None:
        if self.best.chance is None or self.played.chance is None:
            return None
        return round(max(0.0, self.best.chance - self.played.chance), 4)

    def plain(self) -> dict[str, Any]:
        return {
            **asdict(self),
            "points_lost": self.points_lost,
            "chance_lost": self.chance_lost,
        }

    @staticmethod
    def of(plain: dict[str, Any]) -> JudgedDecision:
        return JudgedDecision(
            plain["step"],
            plain["seat"],
            plain["options"],
            Hint.of(plain["played"]),
            Hint.of(plain["best"]),
            plain.get("kind", ""),
            plain.get("begins", False),
        )


@dataclass(frozen=True)
class Loss:
    """A decision that cost something, in short: what repeated ones have in common is a habit."""

    seat: int
    points: float
    kind: str  # what was asked
    begins: bool
    played: str  # the words of the choices' notation
    best: str
    lack: Reason | None  # what was missed most

    @staticmethod
    def of_decision(judged: JudgedDecision) -> Loss:
        lacks = judged.played.lacks
        return Loss(
            judged.seat,
            judged.points_lost,
            judged.kind,
            judged.begins,
            judged.played.notation.partition(" ")[0],
            judged.best.notation.partition(" ")[0],
            lacks[0] if lacks else None,
        )

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(plain: dict[str, Any]) -> Loss:
        lack = plain["lack"]
        return Loss(**{**plain, "lack": None if lack is None else Reason.of(lack)})


@dataclass(frozen=True)
class Standing:
    """Where everybody stands: points to be expected at the end, and chances to win."""

    points: list[float]
    chances: list[float] | None  # None for somebody who plays alone

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class JudgedTurn:
    """A turn: where everybody stood before it, and its decisions."""

    turn: int
    seat: int
    first: int  # choices made before it
    last: int  # and with it
    before: Standing
    decisions: list[JudgedDecision]
    losses: list[Loss] = field(default_factory=list)

    def opening(self) -> JudgedDecision | None:
        """The decision with which the turn began."""
        return self.decisions[0] if self.decisions and self.decisions[0].begins else None

    def worst(self) -> JudgedDecision | None:
        """The decision that cost who took it most; None where nothing better was found."""
        worst: JudgedDecision | None = None
        for judged in self.decisions:
            if cost(judged) > (cost(worst) if worst else 0.0):
                worst = judged
        return worst

    def plain(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "seat": self.seat,
            "first": self.first,
            "last": self.last,
            "before": self.before.plain(),
            "decisions": [judged.plain() for judged in self.decisions],
            "losses": [loss.plain() for loss in self.losses],
        }

    @staticmethod
    def of(plain: dict[str, Any]) -> JudgedTurn:
        return JudgedTurn(
            plain["turn"],
            plain["seat"],
            plain["first"],
            plain["last"],
            Standing(**plain["before"]),
            [JudgedDecision.of(judged) for judged in plain["decisions"]],
            [Loss.of(loss) for loss in plain.get("losses", [])],
        )


@dataclass(frozen=True)
class Sources:
    """Where the points of each seat came from, in the game and in the search's own game of the
    same deal: it plays all seats, and knows in each only what that seat may know."""

    played: list[dict[str, int]]
    search: list[dict[str, int]]

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Analysis:
    """All turns of a game, and where everybody stood after the last one."""

    game: str
    players: int
    turns: list[JudgedTurn]
    end: Standing
    sources: Sources | None = None  # None for a game that is not over

    def after(self, place: int) -> Standing:
        """Where everybody stood after a turn, given by its index in ``turns``."""
        return self.turns[place + 1].before if place + 1 < len(self.turns) else self.end

    def swing(self, place: int) -> float:
        """By how much a turn moved its player's chance to win; alone: the points expected."""
        turn = self.turns[place]
        before, after = turn.before, self.after(place)
        if before.chances is None or after.chances is None:
            return round(after.points[turn.seat] - before.points[turn.seat], 2)
        return round(after.chances[turn.seat] - before.chances[turn.seat], 4)

    def swings(self, count: int = 5) -> list[int]:
        """The indices of the turns that moved most, up or down."""
        places = range(len(self.turns))
        return sorted(places, key=lambda place: -abs(self.swing(place)))[:count]

    def missed(self, count: int = 5) -> list[int]:
        """The indices of the turns in which most was given away, greatest loss first."""
        places = [place for place, turn in enumerate(self.turns) if turn.worst() is not None]
        return sorted(places, key=lambda place: -cost(self.turns[place].worst()))[:count]

    def plain(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "game": self.game,
            "players": self.players,
            "turns": [
                {
                    **turn.plain(),
                    "after": self.after(place).plain(),
                    "swing": self.swing(place),
                }
                for place, turn in enumerate(self.turns)
            ],
            "swings": self.swings(),
            "missed": self.missed(),
            "end": self.end.plain(),
            "sources": None if self.sources is None else self.sources.plain(),
        }

    def summary(self) -> dict[str, Any]:
        """The short form that is stored and shown: of each turn its first and its costliest
        decision."""
        short = self.plain()
        for turn, shown in zip(self.turns, short["turns"], strict=True):
            del shown["decisions"]
            for name, judged in (("worst", turn.worst()), ("opening", turn.opening())):
                shown[name] = None if judged is None else judged.plain()
        return short


def cost(judged: JudgedDecision | None) -> float:
    if judged is None:
        return 0.0
    lost = judged.chance_lost
    return judged.points_lost if lost is None else lost
