"""A match: a state, the turn under way, and all choices made so far.

A turn is a generator and cannot be copied. So a match keeps the state as it was when the turn
began, and the choices since: to copy, undo or load, that state is copied and the choices are fed
again. A clone starts asleep, with nothing but references; it wakes when it is first used.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, SupportsIndex

from sandtable.kernel.errors import BadOption, IllegalAction
from sandtable.kernel.game import TURN_OVER, Decision, Event, Flow, Game, State
from sandtable.kernel.rng import Rng, seeded

if TYPE_CHECKING:
    from sandtable.kernel.record import Record

NOTHING_CHOSEN = "nothing has been chosen yet"
OTHER_PLAYER = "another player has chosen since"
REVEALED = "something hidden has come to light since"


class History:
    """A closed turn and what came before it; shared between clones and never changed."""

    def __init__(self, before: History | None, seat: int, choices: list[int]) -> None:
        self.before = before
        self.number: int = 1 if before is None else before.number + 1
        self.seat = seat
        self.choices = choices


class Match:
    def __init__(
        self, game: Game, players: int, seed: object, options: dict[str, Any], state: State | None
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self._seed = seed
        self._past: History | None = None
        # The turns that undo can still reach, the current one last: state at its beginning (never
        # changed) and choices. _floor counts the choices of the first that can't be undone.
        self._starts: list[State] = []
        self._turns: list[list[int]] = []
        self._floor = 0
        self._why_floor = NOTHING_CHOSEN
        self._last_player = -1
        self._lean = False
        self._state: State | None = state
        self._flow: Flow | None = None
        self._decision: Decision | None = None
        # The turn of the last choice, which is the last of _told. Events are made from it on
        # demand, so that playing costs nothing for them.
        self._told_start: State | None = None
        self._told: list[int] = []
        if state is not None:
            self._next_turn(state)

    # -- playing -------------------------------------------------------------------------------

    @property
    def current_player(self) -> int | None:
        """The seat that has to choose, or None when the game is over."""
        decision = self._decision
        return None if decision is None else decision.player

    @property
    def is_over(self) -> bool:
        return self._decision is None

    def legal_actions(self) -> list[int]:
        """The ids that can be chosen now, ascending; empty only when the game is over."""
        decision = self._decision
        return [] if decision is None else decision.actions[:]

    def apply(self, action: SupportsIndex) -> None:
        """Choose. An action that is not on offer raises IllegalAction and changes nothing."""
        decision = self._decision
        if decision is None:
            raise IllegalAction("the game is over: there is nothing left to choose")
        if isinstance(action, int):
            chosen: int = action
        else:
            try:
                chosen = operator.index(action)
            except TypeError:
                raise IllegalAction(f"an action is a whole number, not {action!r}") from None
        if chosen not in decision.actions:
            raise IllegalAction(self._refusal(chosen))
        if self._flow is None:
            self._wake()
        state = self._state
        assert state is not None and self._flow is not None
        if not self._lean:
            choices = self._turns[-1]
            if decision.player != self._last_player:
                if self._last_player >= 0:
                    self._fix(OTHER_PLAYER)
                self._last_player = decision.player
            choices.append(chosen)
            self._told_start = self._starts[-1]
            self._told = choices
        state.revealed = False
        try:
            following = self._flow.send(chosen)
        except StopIteration:
            following = TURN_OVER
        if following.player < 0:
            self._next_turn(state)
        else:
            self._decision = following
        if state.revealed and not self._lean:
            self._fix(REVEALED)

    def _next_turn(self, state: State) -> None:
        while not state.over:
            if not self._lean:
                self._starts.append(state.copy())
                self._turns.append([])
            self._flow = self.game.turn(state, None, None)
            decision = _begin(self._flow)
            if decision.player >= 0:
                self._decision = decision
                return
        self._flow = None
        self._decision = None

    def _refusal(self, action: int) -> str:
        if not 0 <= action < len(self.game.codebook):
            return (
                f"{action} is no action of {self.game.title}: ids run from 0 to "
                f"{len(self.game.codebook) - 1}"
            )
        decision = self._decision
        assert decision is not None
        some = ", ".join(self.game.codebook.notation(a) for a in decision.actions[:5])
        more = ", ..." if len(decision.actions) > 5 else ""
        return (
            f"{self.game.codebook.notation(action)!r} cannot be chosen now; "
            f"seat {decision.player} can choose: {some}{more}"
        )

    # -- undo and copies -----------------------------------------------------------------------

    def _fix(self, why: str) -> None:
        """Nothing up to this moment can be undone any more."""
        last = len(self._turns) - 1
        if last:
            for i in range(last):
                self._past = History(self._past, self._starts[i].active, self._turns[i])
            del self._starts[:last]
            del self._turns[:last]
        self._floor = len(self._turns[0])
        self._why_floor = why

    def can_undo(self) -> bool:
        """Whether the last choice can be taken back."""
        return self.undo_refusal() is None

    def undo_refusal(self) -> str | None:
        """Why the last choice cannot be taken back, or None where it can."""
        if self._lean:
            return "this match keeps no choices"
        for i in range(1, len(self._turns)):
            if self._turns[i]:
                return None
        return None if len(self._turns[0]) > self._floor else self._why_floor

    def undo(self) -> None:
        """Take back the last choice. Never past revealed information or another player's choice."""
        refusal = self.undo_refusal()
        if refusal is not None:
            raise IllegalAction(f"cannot undo: {refusal}")
        while not self._turns[-1]:
            self._turns.pop()
            self._starts.pop()
        self._turns[-1].pop()
        self._told_start = None
        self._restore(None)

    def _wake(self) -> None:
        """Give a sleeping clone a state and a turn of its own."""
        self._restore(self._decision)

    def _restore(self, known: Decision | None) -> None:
        choices = self._turns[-1]
        state = self._starts[-1].copy()
        self._state = state
        flow = self.game.turn(state, None, None if choices else known)
        decision = _begin(flow)
        for choice in choices:
            decision = flow.send(choice)
        self._flow = flow
        self._decision = decision

    def clone(self, lean: bool = False) -> Match:
        """An independent copy. A lean one keeps no choices: quicker, but it can't undo, be
        recorded or be cloned again. For play-outs."""
        if self._lean:
            raise IllegalAction("a lean match keeps too little to be cloned")
        other = Match(self.game, self.players, self._seed, self.options, None)
        other._past = self._past
        other._starts = self._starts[:]
        other._turns = [choices[:] for choices in self._turns]
        other._floor = self._floor
        other._why_floor = self._why_floor
        other._last_player = self._last_player
        other._decision = self._decision
        other._told_start = self._told_start
        other._told = self._told[:]
        if self._decision is None and self._state is not None:
            other._state = self._state.copy()
        if lean:
            other._lean = True
            if self._decision is not None:
                other._wake()
        return other

    def resample(self, seat: int | None, seed: object, lean: bool = False) -> Match:
        """A clone that agrees with all the seat knows (None: all a spectator knows), with
        everything hidden from it drawn anew."""
        self._check_seat(seat)
        other = self.clone()
        if self._decision is None:
            return other
        other._seed = None  # the true seed would give all away
        other._starts = [
            self.game.resample(self._starts[-1], self.state, seat, seeded(seed, "resample"))
        ]
        before = other._past
        for i in range(len(other._turns) - 1):
            before = History(before, self._starts[i].active, other._turns[i])
        other._past = before
        # What the seat can undo would lead back to hidden things that were never drawn anew.
        other._turns = [other._turns[-1]]
        other._floor = len(other._turns[0])
        other._why_floor = "what came before was drawn anew"
        other._lean = lean
        other._wake()
        return other

    # -- what there is to know -----------------------------------------------------------------

    @property
    def state(self) -> State:
        """The true state. For the engine and its tests; players get ``view``."""
        if self._state is None:
            self._wake()
        state = self._state
        assert state is not None
        return state

    @property
    def seed(self) -> object:
        return self._seed

    def decision(self) -> Decision | None:
        """What is asked now."""
        return self._decision

    def scores(self) -> list[int]:
        return self.game.scores(self.state)

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game runs."""
        return self.game.winners(self.state) if self._decision is None else []

    def breakdown(self) -> list[dict[str, int]]:
        return self.game.breakdown(self.state)

    def result(self) -> dict[str, Any]:
        return self.game.result(self.state) if self._decision is None else {}

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that the seat (None: a spectator) may know, ready for JSON."""
        self._check_seat(seat)
        decision = self._decision
        asked: dict[str, Any] | None = None
        if decision is not None and seat == decision.player:
            asked = {
                "kind": decision.kind,
                "prompt": self.game.prompt(self.state, decision),
                "actions": decision.actions[:],
            }
        view: dict[str, Any] = {
            "game": self.game.name,
            "players": self.players,
            "seat": seat,
            "turn_of": None if decision is None else self.state.active,
            "to_choose": None if decision is None else decision.player,
            "over": decision is None,
            "decision": asked,
            "winners": self.winners(),
        }
        view.update(self.game.view(self.state, seat))
        return view

    def events(self, seat: int | None = None) -> list[dict[str, Any]]:
        """What the last choice brought about, as far as the seat (None: a spectator) sees it."""
        self._check_seat(seat)
        told = [self.game.event(event, seat) for event in self._raw_events()]
        return [event for event in told if event is not None]

    def _raw_events(self) -> list[Event]:
        """The events of the last choice: its turn again, this time with a log."""
        log: list[Event] = []
        if self._told_start is None:
            return log
        state = self._told_start.copy()
        flow = self.game.turn(state, log, None)
        _begin(flow)
        for choice in self._told[:-1]:
            flow.send(choice)
        del log[:]
        try:
            following = flow.send(self._told[-1])
        except StopIteration:
            following = TURN_OVER
        # Turns without a choice that follow at once belong to it.
        while following.player < 0 and not state.over:
            following = _begin(self.game.turn(state, log, None))
        return log

    def lines(self, seat: int | None = None) -> list[str]:
        """What the last choice brought about, as a person would tell it."""
        return self.game.tell(self.events(seat), seat_names(self.players))

    def prompt(self) -> str:
        """What is asked now, in a short sentence."""
        decision = self._decision
        if decision is None:
            return "The game is over."
        return self.game.prompt(self.state, decision)

    def explain(self, seat: int | None = None) -> dict[str, str]:
        """Why things cannot be chosen now: notation -> reason. Default: for who is to choose."""
        self._check_seat(seat)
        if self._decision is None:
            return {}
        return self.game.explain(self.state, self._decision.player if seat is None else seat)

    def action_to_str(self, action: int) -> str:
        return self.game.codebook.notation(action)

    def str_to_action(self, notation: str) -> int:
        return self.game.codebook.action(notation)

    def action_text(self, action: int) -> str:
        """A choice as a person would say it."""
        decision = self._decision
        if decision is None or action not in decision.actions:
            return self.game.codebook.notation(action)
        return self.game.action_text(self.state, decision, action)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise BadOption(f"there is no seat {seat}; they run from 0 to {self.players - 1}")

    # -- records -------------------------------------------------------------------------------

    def turn_number(self) -> int:
        """The number of the turn under way, counted from 1."""
        return len(self._turns) + (0 if self._past is None else self._past.number)

    def turns(self) -> list[tuple[int, list[int]]]:
        """All turns so far, each as its seat and its choices."""
        found: list[tuple[int, list[int]]] = []
        for i in range(len(self._turns) - 1, -1, -1):
            found.append((self._starts[i].active, self._turns[i][:]))
        past = self._past
        while past is not None:
            found.append((past.seat, past.choices[:]))
            past = past.before
        found.reverse()
        return found

    def actions(self) -> list[int]:
        """All choices so far."""
        return [choice for _, choices in self.turns() for choice in choices]

    def record(self) -> Record:
        """The match so far as a record."""
        from sandtable.kernel.record import Record

        if self._lean:
            raise IllegalAction("a lean match keeps no choices, so it has no record")
        if self._seed is None:
            raise IllegalAction("a match that was drawn anew has no seed, so it has no record")
        return Record.of(self)


def _begin(flow: Flow) -> Decision:
    """The first decision of a turn, or TURN_OVER where there is none."""
    try:
        return flow.send(None)  # type: ignore[arg-type]
    except StopIteration:
        return TURN_OVER


def seat_names(players: int) -> list[str]:
    """What seats are called where nobody has given them a name."""
    return [f"Seat {seat + 1}" for seat in range(players)]


def random_play(match: Match, rng: Rng) -> int:
    """Play a match to its end with uniformly random choices; returns how many were made."""
    made = 0
    while True:
        decision = match.decision()
        if decision is None:
            return made
        match.apply(decision.actions[rng.below(len(decision.actions))])
        made += 1
