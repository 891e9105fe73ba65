"""The story of a game: its turning points in a sentence each, and habits that cost points.

It is made from what an analysis stores (`Analysis.summary`), anew for each language: no sentence of
it is stored.

A turning point is a turn that moved its player's chances for good, and that has a cause to name: a
mistake that cost a large part of it, a choice that brought much, or something that came to light.
Estimates go up and down by themselves, so a swing that is gone a round later, or that nothing
explains, does not count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sandtable.bots.analysis.habits import Habit, habits
from sandtable.bots.analysis.model import Loss
from sandtable.bots.reasons import Reason, Reasons
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.messages import Catalog, catalog

PACKAGE = "sandtable.bots"
#: Turns that moved less are no turning points: chance to win, alone points.
LEAST_CHANCE = 0.06
LEAST_POINTS = 3.0
#: The most turning points in a story.
MOST = 5
#: A mistake is the cause of a fall if it has cost at least this part of it.
PART = 0.5
#: A choice is the cause of a rise if what it brings is worth so many points.
WORTH = 3.0
#: Bad luck has to move this many times as much as anything else to be mentioned.
LUCK = 2.0

MISTAKE, GOOD, CHANCE = "mistake", "good", "chance"


@dataclass(frozen=True)
class TurningPoint:
    """A turn that moved much, and why: a mistake, a good choice, or chance."""

    place: int  # in the list of turns
    cause: str
    text: str


@dataclass(frozen=True)
class Story:
    summary: str
    turning_points: list[TurningPoint]
    habits: list[Habit]

    def plain(self) -> dict[str, Any]:
        return asdict(self)


def story(summary: dict[str, Any], start: Match, actions: list[int], names: Sequence[str]) -> Story:
    """The story of an analysis in the language of the start's game."""
    return StoryWriter(summary, start.game, names, *replayed(summary, start, actions)).story()


def replayed(
    summary: dict[str, Any], start: Match, actions: list[int]
) -> tuple[dict[tuple[int, int], str], set[int]]:
    """The choices an analysis speaks of in the words of the game, by step and id; and the steps
    in which something hidden came to light."""
    wanted: dict[int, set[int]] = {}
    for turn in summary["turns"]:
        for judged in (turn["worst"], turn.get("opening")):
            if judged is not None:
                ids = wanted.setdefault(judged["step"], set())
                ids |= {judged["played"]["action"], judged["best"]["action"]}
    words: dict[tuple[int, int], str] = {}
    revealed: set[int] = set()
    match = start.clone()
    for step, action in enumerate(actions):
        for id in wanted.get(step, ()):
            words[step, id] = match.action_text(id, start.game.language)
        match.apply(action)
        if match.state.revealed:
            revealed.add(step)
    return words, revealed


class StoryWriter:
    def __init__(
        self,
        summary: dict[str, Any],
        game: Game,
        names: Sequence[str],
        texts: dict[tuple[int, int], str],
        revealed: set[int],
    ) -> None:
        self._analysis = summary
        self._revealed = revealed
        self._names = names
        self._texts = texts
        self._title: Reasons | None = game.reasons()
        self._words: Catalog = catalog(PACKAGE, game.language)

    def story(self) -> Story:
        turns = self._analysis["turns"]
        causes = {place: cause for place in range(len(turns)) if (cause := self._cause(place))}
        greatest = sorted(causes, key=lambda place: -self._moved(place))[:MOST]
        points = [self._turning_point(place, causes[place]) for place in sorted(greatest)]
        losses = [Loss.of(loss) for turn in turns for loss in turn.get("losses", [])]
        return Story(self._opening_line(), points, habits(losses, self._title))

    @property
    def _least(self) -> float:
        return LEAST_POINTS if self._analysis["end"]["chances"] is None else LEAST_CHANCE

    def _opening_line(self) -> str:
        """From when on the winner was ahead; alone: how the expected points moved."""
        end, turns = self._analysis["end"], self._analysis["turns"]
        if end["chances"] is None:
            first, last = turns[0]["before"]["points"][0], end["points"][0]
            return self._words.say("story.alone", first=round(first), last=round(last))
        winner = leader(end["chances"])
        since = len(turns)
        while since > 0 and leader(turns[since - 1]["before"]["chances"]) == winner:
            since -= 1
        who = self._names[winner]
        if since == 0:
            return self._words.say("story.always", who=who)
        if since == len(turns):
            return self._words.say("story.last", who=who)
        return self._words.say("story.since", who=who, turn=turns[since]["turn"])

    def _moved(self, place: int) -> float:
        """How much of a turn's swing lasted: what was left of it all through the round after it,
        compared with the mean of the round before, but no more than the swing itself."""
        turns = self._analysis["turns"]
        seat, swing, size = turns[place]["seat"], turns[place]["swing"], self._analysis["players"]
        standings = [turn["before"] for turn in turns] + [self._analysis["end"]]
        worths = [self._worth(standing, seat) for standing in standings]
        earlier = worths[max(0, place - size + 1) : place + 1]
        later = worths[place + 1 : place + 1 + size]
        left = max(later) if swing < 0 else min(later)
        lasting = left - sum(earlier) / len(earlier)
        return min(abs(swing), abs(lasting)) if swing * lasting > 0 else 0.0

    def _worth(self, standing: dict[str, Any], seat: int) -> float:
        figures: list[float] = standing["chances"] or standing["points"]
        return figures[seat]

    def _cause(self, place: int) -> str | None:
        """What made a turn a turning point; None where it was none."""
        turn, moved = self._analysis["turns"][place], self._moved(place)
        if moved < self._least:
            return None
        worst, opening = turn["worst"], turn.get("opening")
        if turn["swing"] < 0:
            own = worst is not None and worst["seat"] == turn["seat"]
            if own and _cost(worst) >= PART * abs(turn["swing"]):
                return MISTAKE
            revealed = any(step in self._revealed for step in range(turn["first"], turn["last"]))
            return CHANCE if opening and revealed and moved >= LUCK * self._least else None
        if opening is None or _cost(opening) >= PART * turn["swing"]:
            return None
        reasons = opening["played"].get("reasons", [])
        worth = sum(reason["points"] for reason in reasons)
        return GOOD if worth >= WORTH or any(reason["enables"] for reason in reasons) else None

    def _turning_point(self, place: int, cause: str) -> TurningPoint:
        turn = self._analysis["turns"][place]
        worst, opening = turn["worst"], turn.get("opening")
        seat = turn["seat"]
        before, after = self._shown(turn["before"], seat), self._shown(turn["after"], seat)
        who = self._names[seat]
        reasons: list[dict[str, Any]] = []
        if cause == MISTAKE:
            text = self._words.say(
                "story.mistake",
                who=who,
                before=before,
                after=after,
                played=self._text(worst, "played"),
                better=self._text(worst, "best"),
            )
            reasons = worst["played"].get("lacks", [])
        else:
            played = self._text(opening, "played")
            key = f"story.{cause}"
            text = self._words.say(key, who=who, before=before, after=after, played=played)
            reasons = [] if cause == CHANCE else opening["played"].get("reasons", [])
        if reasons and self._title is not None:
            why = [self._title.say(Reason.of(reason), self._names) for reason in reasons[:2]]
            text = self._words.say("story.why", text=text, reasons=". ".join(why))
        return TurningPoint(place, cause, text)

    def _text(self, judged: dict[str, Any], which: str) -> str:
        """A choice in short: a sentence about several has no room for what brackets explain."""
        hint = judged[which]
        text = self._texts.get((judged["step"], hint["action"]), hint["text"])
        return re.sub(r" *\([^()]*\)", "", text)

    def _shown(self, standing: dict[str, Any], seat: int) -> str:
        if standing["chances"] is None:
            return self._words.say("story.points", points=round(standing["points"][seat]))
        return self._words.say("story.percent", percent=round(standing["chances"][seat] * 100))


def _cost(judged: dict[str, Any]) -> float:
    """What a decision cost who took it: chance to win, alone points."""
    lost: float | None = judged["chance_lost"]
    points: float = judged["points_lost"]
    return points if lost is None else lost


def leader(chances: list[float]) -> int:
    return chances.index(max(chances))
