"""A private copy of a game, on which a seat plans its next turn.

It agrees with all the seat knows, and everything else is redrawn. The others' turns up to the
seat's own are assumed: of several random ones, the turn that changes least of what the seat sees.
That is no advice, and leaves the table as near to what the seat looks at as the rules allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.kernel.match import Match
from sandtable.kernel.rng import Rng, seeded
from sandtable.server.play.previews import Trial
from sandtable.server.tables.plan import PlannedChoice, PlayerPlan, plain

#: Random turns from which the quietest is assumed.
TRIES = 24
#: Choices that are assumed at most; a turn that lies further ahead is not planned.
MOST_ASSUMED = 400
#: What a change of another seat's own things counts, and any other change.
THEIRS, ANYTHING = 1, 100
GAME_OVER = 1_000_000


def draw(match: Match, seat: int, seed: str) -> Match:
    return match.resample(seat, seed, secure=True)


def has_turn(match: Match, seat: int) -> bool:
    """Whether the seat chooses in a turn of its own."""
    return match.current_player == seat and match.state.active == seat


def assume(copy: Match, seat: int, seed: str) -> list[int] | None:
    """Go on to the seat's next turn; returns what was chosen for the others. None: the game is
    over before, or the turn is too far away."""
    rng = seeded(seed, "assume")
    made: list[int] = []
    while not has_turn(copy, seat):
        if copy.is_over or len(made) > MOST_ASSUMED:
            return None
        for action in _quiet_turn(copy, seat, rng):
            copy.apply(action)
            made.append(action)
    return made


def _quiet_turn(copy: Match, seat: int, rng: Rng) -> list[int]:
    before = copy.shared_view(seat)
    actor = copy.state.active
    best: list[int] = []
    least = -1
    for _ in range(TRIES):
        trial = copy.clone()
        actions = _random_turn(trial, seat, rng)
        change = GAME_OVER if trial.is_over else 0
        change += difference(before, trial.shared_view(seat), actor)
        if least < 0 or change < least:
            best, least = actions, change
    return best


def _random_turn(match: Match, seat: int, rng: Rng) -> list[int]:
    turn = match.turn_number()
    actions: list[int] = []
    while not match.is_over and match.turn_number() == turn and not has_turn(match, seat):
        offered = match.legal_actions()
        actions.append(offered[rng.below(len(offered))])
        match.apply(actions[-1])
    return actions


#: Parts of a view that say whose turn it is: they change with every turn.
_WHOSE_TURN = ("turn_of", "to_choose", "decision", "over", "winners")


def difference(before: dict[str, Any], after: dict[str, Any], actor: int) -> int:
    """How much two views differ; what the acting seat owns counts little."""
    total = 0
    for key, value in after.items():
        old = before.get(key)
        if key in _WHOSE_TURN or old == value:
            continue
        if key == "seats" and isinstance(value, list) and isinstance(old, list):
            for seat, (mine, theirs) in enumerate(zip(old, value, strict=False)):
                total += _changed(mine, theirs) * (THEIRS if seat == actor else ANYTHING)
        else:
            total += _changed(old, value) * ANYTHING
    return total


def _changed(old: Any, new: Any) -> int:
    """How many values differ."""
    if old == new:
        return 0
    if isinstance(old, dict) and isinstance(new, dict):
        return sum(_changed(old.get(key), new.get(key)) for key in old.keys() | new.keys())
    if isinstance(old, list) and isinstance(new, list):
        pairs = sum(_changed(a, b) for a, b in zip(old, new, strict=False))
        return pairs + abs(len(old) - len(new))
    return 1


class PrivateCopy:
    """The copy of a plan, played as far as the plan goes."""

    def __init__(self, base: Match, plan: PlayerPlan, names: list[str], language: str) -> None:
        """``base``: the real game where the copy was drawn. Raises SandtableError where the plan
        was made under other rules."""
        self.seat = plan.seat
        self.match = draw(base, plan.seat, plan.seed)
        self.names = names
        self.language = language
        self.assumed = self._play_assumed(plan.assumed)
        self.turn = self.match.turn_number()
        self.revealed = False
        self.steps: list[dict[str, Any]] = []
        for choice in plan.choices:
            self._step(choice.notation)

    def _play_assumed(self, notations: Iterable[str]) -> list[str]:
        """Play what is assumed; returns it in words, turn by turn."""
        lines: list[str] = []
        events: list[dict[str, Any]] = []
        match = self.match
        game = match.game_in(self.language)
        for notation in notations:
            turn = match.turn_number()
            match.apply(match.str_to_action(notation))
            events += match.events(self.seat)
            if match.turn_number() != turn:
                lines += game.log_lines(events, self.names)
                events = []
        return lines + (game.log_lines(events, self.names) if events else [])

    def _step(self, notation: str) -> None:
        match = self.match
        action = match.str_to_action(notation)
        text, prompt = match.action_text(action, self.language), match.prompt(self.language)
        match.apply(action)
        self.revealed = match.state.revealed
        lines = match.game_in(self.language).log_lines(match.events(self.seat), self.names)
        step = {"notation": notation, "text": text, "prompt": prompt, "lines": lines}
        self.steps.append(step)

    @property
    def complete(self) -> bool:
        """Whether the turn is over on the copy."""
        return self.match.is_over or self.match.turn_number() != self.turn

    @property
    def open(self) -> bool:
        """Whether there is something more to plan. What comes after something hidden has come to
        light would be planned for what was only drawn."""
        return not self.complete and not self.revealed and self.match.current_player == self.seat

    def choose(self, action: int) -> PlannedChoice:
        """Plan one more choice, which is on offer."""
        match = self.match
        asked, notation = match.decision(), match.action_to_str(action)
        assert asked is not None
        effect = effect_of(match, self.seat, action)
        choice = PlannedChoice(notation, asked.kind, plain(match.subject()), effect)
        self._step(notation)
        return choice


def effect_of(match: Match, seat: int, action: int) -> dict[str, Any] | None:
    """What a choice brings the seat at once, as far as the seat can know; None: it uncovers
    something, so nobody can know."""
    preview = Trial(match, seat, [""] * match.players, "effect").preview(action)
    if not preview["certain"]:
        return None
    own = [change for change in preview["seats"] if change["seat"] == seat]
    return {"score": own[0]["score"], "changes": own[0]["changes"]} if own else {}
