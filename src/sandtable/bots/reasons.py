"""Why a choice is good: what sets two positions apart, and what each difference is worth.

A title names the differences between two positions (`Reasons.differences`). What each is worth is
not written anywhere: one position is given the other's state of that one thing, and the evaluation
is asked again. So a reason counts exactly what the evaluation counts, whatever it was taught, and
names only what is really different.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sandtable.bots.engine.evaluation import Evaluation
from sandtable.bots.engine.plan import margin
from sandtable.kernel.match import Match
from sandtable.kernel.messages import ENGLISH, catalog

#: Whose messages say what all titles say alike.
PACKAGE = "sandtable.bots"

#: Differences that are worth fewer points than this are not mentioned.
LEAST = 0.3
#: A rival who loses fewer points by a difference does not lose an option worth naming.
LEAST_HARM = 0.15
#: Something hidden may be revealed in a turn. A reason has to hold in this many worlds.
WORLDS = 3
#: A turn that is completed by quick guesses ends before this many choices.
LONGEST = 60

#: How a reason is put: what a choice brings, what it keeps, what it has more than another choice;
#: and of a worse choice what it lacks, and what it gives away.
GAIN, KEEP, MORE, LACK, SPEND = "gain", "keep", "more", "lack", "spend"


class Difference:
    """One thing in which a position differs from another. ``values`` say in plain data what it is;
    a silent one counts, but there are no words for it. A means to an end is worth saying what can
    be done with it."""

    def __init__(
        self, kind: str, values: dict[str, Any], silent: bool = False, means: bool = True
    ) -> None:
        self.kind = kind
        self.values = values
        self.silent = silent
        self.means = means

    def carry(self, source: Any, target: Any) -> None:
        """Make one state like another in this thing."""
        raise NotImplementedError

    def keeps(self, before: Any) -> bool:
        """Whether the seat had it all along, and only has not given it away."""
        return False

    def worth_saying(self, before: Any) -> bool:
        """Whether it makes sense, given what the seat had before the choice."""
        return not self.silent


class Fields(Difference):
    """Fields of the state that go together, such as pieces on the board and those left."""

    def __init__(
        self,
        kind: str,
        values: dict[str, Any],
        fields: Iterable[str],
        silent: bool = False,
        means: bool = True,
    ) -> None:
        super().__init__(kind, values, silent, means)
        self._fields = tuple(fields)

    def carry(self, source: Any, target: Any) -> None:
        copy_fields(self._fields, source, target)


def copy_fields(names: Iterable[str], source: Any, target: Any) -> None:
    for name in names:
        setattr(target, name, getattr(source, name))


def more_and_less(one: Iterable[str], other: Iterable[str]) -> dict[str, Any]:
    """What one position has more than another, and what less, by name."""
    first, second = Counter(one), Counter(other)
    return {
        "more": sorted((first - second).elements()),
        "less": sorted((second - first).elements()),
    }


@dataclass(frozen=True)
class Reason:
    """A difference that matters, as plain data and in words."""

    kind: str
    form: str
    values: dict[str, Any]
    points: float  # what it is worth to its player
    enables: list[str]  # what the seat can do with it, and not without
    denies: list[tuple[int, str]]  # by seat, what a rival can no longer do
    text: str = ""

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(plain: dict[str, Any]) -> Reason:
        return Reason(**{**plain, "denies": [(seat, what) for seat, what in plain["denies"]]})

    @property
    def key(self) -> str:
        return json.dumps([self.kind, self.values], sort_keys=True)


class Reasons:
    """What a title offers so that hints can say why. One speaks one language."""

    language = ENGLISH
    #: Kinds of questions that ask how something is paid.
    paying: tuple[str, ...] = ()
    #: Kinds of differences with an amount of something that cannot be spent.
    not_spent: tuple[str, ...] = ()

    def differences(self, state: Any, other: Any, seat: int) -> list[Difference]:
        """What sets a position apart from another one for a seat: what it has, and what all
        share. What other seats hold is not compared: a turn hardly changes it."""
        raise NotImplementedError

    def options(self, state: Any, seat: int, viewer: int) -> list[str]:
        """What a seat could do in its next turn, as far as the viewer can tell."""
        return []

    def comparable(self, before: Any, after: Any) -> bool:
        """Whether nothing but the turn itself lies between two positions."""
        return True

    # -- words ---------------------------------------------------------------------------------

    def say(self, reason: Reason, names: Sequence[str]) -> str:
        """A reason as a short sentence without a full stop; ``names`` are those of the players."""
        words = catalog(PACKAGE, self.language)
        lacks = reason.form in (LACK, SPEND)
        rivals = ""
        if reason.denies:
            seat = reason.denies[0][0]  # of several rivals the first
            options = self._say_options([what for who, what in reason.denies if who == seat], "can")
            key = "reason.allowed" if lacks else "reason.denied"
            rivals = words.say(key, who=names[seat], options=options)
        text = self.say_difference(reason.kind, reason.form, reason.values)
        if not text:
            return rivals
        if reason.enables and "amount" in reason.values and reason.kind not in self.not_spent:
            key = "reason.too_few" if lacks else "reason.enough"
            text = words.say(key, reason=text, options=self._say_options(reason.enables, "to"))
        return words.say("reason.both", one=text, other=rivals) if rivals else text

    def _say_options(self, options: list[str], way: str) -> str:
        """What can be done; of many options the first two."""
        parts = self.say_options(options[:2], way)
        return catalog(PACKAGE, self.language).listing(parts, "list.or")

    def say_difference(self, kind: str, form: str, values: dict[str, Any]) -> str:
        """What sets two positions apart, in words; empty where only what it takes from rivals is
        mentioned."""
        raise NotImplementedError

    def say_options(self, options: list[str], way: str) -> list[str]:
        """Some of ``options`` in words that follow `can` or, in another ``way``, `to`: `buy 45
        Bazaar`."""
        raise NotImplementedError

    # -- habits --------------------------------------------------------------------------------

    def pays(self, kind: str) -> bool:
        """Whether a kind of question asks how something is paid."""
        return kind in self.paying

    def habit_kind(self, lack: Reason) -> str:
        """What something that was missed has in common with others of its kind."""
        return lack.kind

    def say_habit(self, what: str, one: str, other: str, values: dict[str, Any]) -> str:
        """A habit in words; empty where there are none for it. A ``deed`` is what was done and
        what would have been better, as words of notation. A ``lack`` is what was missed, with how
        (lack, spend, or pay), and with all that was missed."""
        return ""


@dataclass
class Weighed:
    """A difference with what it is worth to each seat."""

    difference: Difference
    points: list[float]
    margin: float
    enables: list[str] = field(default_factory=list)
    #: Of those, what the other position lacks nothing else for.
    suffices: list[str] = field(default_factory=list)
    denies: list[tuple[int, str]] = field(default_factory=list)


def weigh(judge: Evaluation, title: Reasons, state: Any, other: Any, seat: int) -> list[Weighed]:
    """What sets a position apart from another one, each thing with its worth: the mean of adding
    it to the one and of taking it from the other."""
    here, there = judge.values(state), judge.values(other)
    seats = range(len(here))
    can = [title.options(state, who, seat) for who in seats]
    could = [title.options(other, who, seat) for who in seats]
    differences: list[Weighed] = []
    for difference in title.differences(state, other, seat):
        more, less = other.copy(), state.copy()
        difference.carry(state, more)
        difference.carry(other, less)
        added, taken = judge.values(more), judge.values(less)
        points = [((added[who] - there[who]) + (here[who] - taken[who])) / 2 for who in seats]
        weighed = Weighed(difference, points, margin(points, seat))
        if difference.means:
            without = title.options(less, seat, seat)
            weighed.enables = [
                option
                for option in can[seat]
                if option not in without and option not in could[seat]
            ]
            if weighed.enables:
                having = title.options(more, seat, seat)
                weighed.suffices = [option for option in weighed.enables if option in having]
        for who in seats:
            if who != seat and points[who] <= -LEAST_HARM:
                left = title.options(more, who, seat)
                weighed.denies += [
                    (who, option)
                    for option in could[who]
                    if option not in left and option not in can[who]
                ]
        differences.append(weighed)
    return differences


def reasons_in_favour(weighed: list[Weighed], seat: int, before: Any, form: str) -> list[Reason]:
    """Those of some differences that speak for a position and can be said, the weightiest first."""
    reasons: list[Reason] = []
    for one in sorted(weighed, key=lambda one: -one.margin):
        if one.margin < LEAST or not (one.denies or one.difference.worth_saying(before)):
            continue
        put = form
        if one.difference.keeps(before):
            put = {MORE: KEEP, LACK: SPEND}.get(form, form)
        reasons.append(
            Reason(
                one.difference.kind,
                put,
                one.difference.values,
                round(one.points[seat], 2),
                # Too little for something is only what would be enough with the rest there is.
                one.suffices if form == LACK else one.enables,
                one.denies,
            )
        )
    return reasons


def agreed(worlds: list[list[Reason]]) -> list[Reason]:
    """The reasons that hold whatever lies hidden: those found in every world, with what they let
    somebody do in every one of them."""
    reasons: list[Reason] = []
    for reason in worlds[0]:
        same = [other for world in worlds for other in world if other.key == reason.key]
        if len(same) == len(worlds):
            points = round(sum(other.points for other in same) / len(same), 2)
            enables = [one for one in reason.enables if all(one in o.enables for o in same)]
            denies = [one for one in reason.denies if all(one in o.denies for o in same)]
            reasons.append(Reason(reason.kind, reason.form, reason.values, points, enables, denies))
    return reasons


class Explainer:
    """Says why, for the choices of one decision. It starts from a match that its seat may know."""

    def __init__(
        self, judge: Evaluation, match: Match, seat: int, title: Reasons, names: Sequence[str]
    ) -> None:
        self.judge = judge
        self.title = title
        self.seat = seat
        self.names = names
        self._match = match
        decision = match.decision()
        assert decision is not None
        #: Whether the turn begins here: then reasons can say what a choice brings.
        self.begins = judge.begins_turn(decision)
        self._worlds: list[Match] = []
        self._ends: dict[tuple[tuple[int, ...], int], Any] = {}

    def reasons(self, line: list[int], others: list[list[int]], count: int = 3) -> list[Reason]:
        """What speaks for a line of choices: what it brings; and beside another line, the first
        that leads elsewhere, what it has more or has kept."""
        gains: list[Reason] = []
        if self.begins and self._comparable(line):
            gains = self._compare(line, None, GAIN)
        edges: list[Reason] = []
        for other in others:
            edges = edges or self._compare(line, other, MORE)
        if gains:  # what is gained is said once
            known = {reason.kind for reason in gains}
            edges = [reason for reason in edges if reason.form == KEEP and reason.kind not in known]
            # What another choice would give away weighs as much as what this one brings.
            gains = gains[: count - min(1, len(edges))]
        return [self._in_words(reason) for reason in [*gains, *edges][:count]]

    def lacks(self, line: list[int], best: list[int], count: int = 2) -> list[Reason]:
        """What a line of choices lacks beside a better one."""
        return [self._in_words(reason) for reason in self._compare(best, line, LACK)[:count]]

    def _in_words(self, reason: Reason) -> Reason:
        return replace(reason, text=self.title.say(reason, self.names))

    def _compare(self, line: list[int], other: list[int] | None, form: str) -> list[Reason]:
        """What speaks for a line beside another one, or beside the position now."""
        worlds: list[list[Reason]] = []
        for number in range(WORLDS):
            before = self._world(number).state
            state = self._end(line, number)
            against = before if other is None else self._end(other, number)
            if other is None:
                # Whose turn it is does not set the positions apart.
                against = before.copy()
                against.active = state.active
            weighed = weigh(self.judge, self.title, state, against, self.seat)
            worlds.append(reasons_in_favour(weighed, self.seat, before, form))
        return agreed(worlds)

    def _comparable(self, line: list[int]) -> bool:
        return all(
            self.title.comparable(self._world(number).state, self._end(line, number))
            for number in range(WORLDS)
        )

    def _world(self, number: int) -> Match:
        while len(self._worlds) <= number:
            seed = f"reasons {len(self._worlds)}"
            self._worlds.append(self._match.resample(self.seat, seed))
        return self._worlds[number]

    def _end(self, line: list[int], number: int) -> Any:
        """The position after a line of choices and the rest of its turn, by quick guesses."""
        key = (tuple(line), number)
        if key not in self._ends:
            self._ends[key] = end_of_turn(self.judge, self._world(number), line, self.seat)
        return self._ends[key]


def end_of_turn(judge: Evaluation, match: Match, line: list[int], seat: int) -> Any:
    """The state where a seat's turn ends that continues with these choices as long as they can be
    made, and then by quick guesses."""
    match = match.clone()
    turn = match.turn_number()
    ahead = list(line)
    for _ in range(LONGEST):
        decision = match.decision()
        if decision is None or match.turn_number() != turn:
            break
        if ahead and decision.player == seat and ahead[0] in decision.actions:
            match.apply(ahead.pop(0))
            continue
        ahead = []
        rates = judge.rate_actions(match.state, decision)
        match.apply(decision.actions[rates.index(max(rates))])
    return match.state.copy()
