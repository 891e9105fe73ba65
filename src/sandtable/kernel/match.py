"""A match: a state, the turn under way, and all choices made so far.

A turn is a generator and cannot be copied. So a match keeps *checkpoints*, states as they
were when a turn began, and the choices since: to copy, undo or load, the last checkpoint is copied
and the choices after it are fed again. Checkpoints are made every few turns, and every turn once
somebody has cloned. A clone starts with nothing but references; its state is rebuilt when it is
first used.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from sandtable.kernel.errors import BadOption, IllegalAction, quoted
from sandtable.kernel.game import TURN_OVER, Decision, Event, Flow, Game, State
from sandtable.kernel.messages import ENGLISH, general
from sandtable.kernel.rng import Rng, seeded
from sandtable.kernel.rng import secure as secure_rng

if TYPE_CHECKING:
    from sandtable.kernel.record import Record

#: Why nothing can be taken back: keys of the kernel's messages.
NOTHING_CHOSEN: Final = "undo.nothing_chosen"
OTHER_PLAYER: Final = "undo.other_player"
REVEALED: Final = "undo.revealed"
DRAWN_ANEW: Final = "undo.drawn_anew"
LEAN: Final = "undo.lean"
STRIDE: Final = 8  # turns from one checkpoint to the next


class ClosedTurn:
    """A closed turn and what came before it; shared between clones and never changed."""

    def __init__(self, before: ClosedTurn | None, seat: int, choices: list[int]) -> None:
        self.before = before
        self.number: int = 1 if before is None else before.number + 1
        self.seat = seat
        self.choices = choices


class Match:
    def __init__(
        self,
        game: Game,
        players: int,
        seed: object,
        options: dict[str, Any],
        state: State | None,
        lean: bool = False,
    ) -> None:
        """``game.new`` is what sets a match up. A lean one is as `clone` says."""
        self.game = game
        self.players = players
        self.options = options
        self._seed = seed
        # Turns long closed, and the choices of the later ones, the current turn last. Nothing
        # before choice _floor of turn _floor_turn can be undone.
        self._past: ClosedTurn | None = None
        self._turns: list[list[int]] = []
        self._seats: list[int] = []
        self._floor_turn = 0
        self._floor = 0
        self._why_floor = NOTHING_CHOSEN
        # States as they were when some of these turns began, never changed; the first turn has one.
        self._checkpoints: list[State] = []
        self._checkpoint_turns: list[int] = []
        self._stride = STRIDE
        self._last_player = -1
        self._undone = True  # no choice yet, or the last one taken back: there are no events
        self._lean = lean
        self._state: State | None = state
        self._flow: Flow | None = None
        self._decision: Decision | None = None
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
                raise IllegalAction(f"an action is a whole number, not {quoted(action)}") from None
        if chosen not in decision.actions:
            raise IllegalAction(self._refusal(chosen))
        self.choose(chosen)

    def choose(self, chosen: int) -> None:
        """`apply` without a check: the action must be legal."""
        decision = self._decision
        assert decision is not None
        if self._flow is None:
            self._rebuild(decision)
        state = self._state
        assert state is not None and self._flow is not None
        if not self._lean:
            if decision.player != self._last_player:
                if self._last_player >= 0:
                    self._forbid_undo(OTHER_PLAYER)
                self._last_player = decision.player
            self._turns[-1].append(chosen)
            self._undone = False
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
            self._forbid_undo(REVEALED)

    def _next_turn(self, state: State) -> None:
        while not state.over:
            if not self._lean:
                turn = len(self._turns)
                if not turn or turn - self._checkpoint_turns[-1] >= self._stride:
                    turn = self._checkpoint(state, turn)
                self._turns.append([])
                self._seats.append(state.active)
            self._flow = self.game.turn(state, None, None)
            decision = _begin(self._flow)
            if decision.player >= 0:
                self._decision = decision
                return
        self._flow = None
        self._decision = None

    def _refusal(self, action: int) -> str:
        if not 0 <= action < len(self.game.action_space):
            return (
                f"{action} is not an action of {self.game.title}: ids run from 0 to "
                f"{len(self.game.action_space) - 1}"
            )
        decision = self._decision
        assert decision is not None
        some = ", ".join(self.game.action_space.notation(a) for a in decision.actions[:5])
        more = ", ..." if len(decision.actions) > 5 else ""
        return (
            f"{quoted(self.game.action_space.notation(action))} cannot be chosen now; "
            f"seat {decision.player} can choose: {some}{more}"
        )

    # -- undo and copies -----------------------------------------------------------------------

    def _checkpoint(self, state: State, turn: int) -> int:
        """Keep the state before the turn that begins, and close turns nobody can come back to.
        Returns the turn's index, which closing changes."""
        self._checkpoints.append(state.copy())
        self._checkpoint_turns.append(turn)
        turns = self._checkpoint_turns
        keep = 0
        while keep + 1 < len(turns) and turns[keep + 1] <= self._floor_turn:
            keep += 1
        first = turns[keep]
        if first:
            for i in range(first):
                self._past = ClosedTurn(self._past, self._seats[i], self._turns[i])
            del self._turns[:first]
            del self._seats[:first]
            del self._checkpoints[:keep]
            self._checkpoint_turns = [at - first for at in self._checkpoint_turns[keep:]]
            self._floor_turn -= first
        return turn - first

    def _forbid_undo(self, why: str) -> None:
        """Nothing up to this moment can be undone any more."""
        self._floor_turn = len(self._turns) - 1
        self._floor = len(self._turns[-1])
        self._why_floor = why

    def can_undo(self) -> bool:
        """Whether the last choice can be taken back."""
        return self._undo_refused() is None

    def undo_refusal(self, language: str | None = None) -> str | None:
        """Why the last choice cannot be taken back, or None where it can."""
        why = self._undo_refused()
        return None if why is None else general(language or self.game.language).say(why)

    def _undo_refused(self) -> str | None:
        """The reason as a key of the kernel's messages."""
        if self._lean:
            return LEAN
        for i in range(self._floor_turn + 1, len(self._turns)):
            if self._turns[i]:
                return None
        return None if len(self._turns[self._floor_turn]) > self._floor else self._why_floor

    def undo(self) -> None:
        """Take back the last choice. Never past revealed information or another player's choice."""
        refusal = self.undo_refusal()
        if refusal is not None:
            raise IllegalAction(f"cannot undo: {refusal}")
        while not self._turns[-1]:
            self._turns.pop()
            self._seats.pop()
        self._turns[-1].pop()
        while self._checkpoint_turns[-1] >= len(self._turns):
            self._checkpoints.pop()
            self._checkpoint_turns.pop()
        self._undone = True
        self._rebuild(None)

    def _rebuild(self, known: Decision | None) -> None:
        """Rebuild state and turn from the last checkpoint. ``known`` is the decision to reach."""
        turn = len(self._turns) - 1
        at = len(self._checkpoints) - 1
        state = self._checkpoints[at].copy()
        self._feed(state, self._checkpoint_turns[at], turn)
        self._begin_turn(state, self._turns[turn], known)

    def _begin_turn(self, state: State, choices: list[int], known: Decision | None) -> None:
        """Begin the turn under way from its state, and feed it the choices made so far."""
        flow = self.game.turn(state, None, None if choices else known)
        decision = _begin(flow)
        for choice in choices:
            decision = _send(flow, choice)
        self._state = state
        self._flow = flow
        self._decision = decision

    def _feed(self, state: State, first: int, last: int) -> None:
        """Play the turns from ``first`` up to but not including ``last`` once more."""
        for i in range(first, last):
            flow = self.game.turn(state, None, None)
            _begin(flow)
            for choice in self._turns[i]:
                _send(flow, choice)

    def _checkpoint_here(self) -> None:
        """Make a checkpoint of the turn under way, so that clones replay little."""
        turn = len(self._turns) - 1
        if self._checkpoint_turns[-1] != turn:
            state = self._checkpoints[-1].copy()
            self._feed(state, self._checkpoint_turns[-1], turn)
            self._checkpoints.append(state)
            self._checkpoint_turns.append(turn)
        self._stride = 1

    def clone(self, lean: bool = False) -> Match:
        """An independent copy. A lean one keeps no choices: quicker, but it can't undo, be
        recorded or be cloned again. For play-outs."""
        if self._lean:
            raise IllegalAction("a lean match keeps too little to be cloned")
        if self._decision is not None:
            self._checkpoint_here()
            if lean:
                return self._lean_clone(self._decision)
        other = Match(self.game, self.players, self._seed, self.options, None, lean)
        other._past = self._past
        other._turns = [choices[:] for choices in self._turns]
        other._seats = self._seats[:]
        other._floor_turn = self._floor_turn
        other._floor = self._floor
        other._why_floor = self._why_floor
        other._checkpoints = self._checkpoints[:]
        other._checkpoint_turns = self._checkpoint_turns[:]
        other._last_player = self._last_player
        other._undone = self._undone
        other._decision = self._decision
        if self._decision is None and self._state is not None:
            other._state = self._state.copy()
        return other

    def _lean_clone(self, known: Decision) -> Match:
        """A lean copy of the turn under way, of which there is a checkpoint."""
        other = Match(self.game, self.players, self._seed, self.options, None, True)
        other._begin_turn(self._checkpoints[-1].copy(), self._turns[-1], known)
        return other

    def in_language(self, language: str) -> Match:
        """A clone that speaks another language."""
        other = self.clone()
        other.game = self.game.in_language(language)
        return other

    def resample(
        self, seat: int | None, seed: object, lean: bool = False, secure: bool = False
    ) -> Match:
        """A clone that agrees with all the seat knows (None: all a spectator knows), with
        everything hidden from it redrawn. ``secure`` draws it as a new game is dealt, for
        people to play on; otherwise a quick generator does, for programs."""
        self._check_seat(seat)
        other = self.clone()
        other._seed = None  # the true seed would give everything away
        if self._decision is None:
            return other
        # Only the turn under way is redrawn; earlier turns cannot be undone.
        for i in range(len(other._turns) - 1):
            other._past = ClosedTurn(other._past, other._seats[i], other._turns[i])
        other._turns = other._turns[-1:]
        other._seats = other._seats[-1:]
        other._floor_turn = 0
        other._floor = len(other._turns[0])
        other._why_floor = DRAWN_ANEW
        rng: Rng = seeded(seed, "resample")
        if secure:
            rng = secure_rng(seed, "resample")
        drawn = self.game.resample(self._checkpoints[-1], self.state, seat, rng)
        drawn.rng = rng  # the true one would give everything away, too
        other._checkpoints = [drawn]
        other._checkpoint_turns = [0]
        other._lean = lean
        other._undone = True
        other._rebuild(None)
        return other

    # -- what there is to know -----------------------------------------------------------------

    @property
    def state(self) -> State:
        """The true state. For the engine and its tests; players get ``view``."""
        if self._state is None:
            self._rebuild(self._decision)
        state = self._state
        assert state is not None
        return state

    @property
    def seed(self) -> object:
        return self._seed

    def decision(self) -> Decision | None:
        """What is asked now."""
        return self._decision

    def subject(self) -> dict[str, Any] | None:
        """What the question is about, as plain data; None where the question itself says all."""
        decision = self._decision
        if decision is None or decision.subject is None:
            return None
        return self.game.subject(decision.subject)

    def scores(self) -> list[int]:
        return self.game.scores(self.state)

    def winners(self) -> list[int]:
        """The seats that have won; empty while the game runs."""
        return self.game.winners(self.state) if self._decision is None else []

    def breakdown(self) -> list[dict[str, int]]:
        return self.game.breakdown(self.state)

    def result(self, language: str | None = None) -> dict[str, Any]:
        """Further facts about a finished game, some of them in words."""
        return self.game_in(language).result(self.state) if self._decision is None else {}

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that the seat (None: a spectator) may know, ready for JSON."""
        view: dict[str, Any] = _copied(self.shared_view(seat))
        return view

    def shared_view(self, seat: int | None = None) -> dict[str, Any]:
        """The view, but quicker: parts of it are shared with other views, so never change them."""
        self._check_seat(seat)
        decision = self._decision
        asked: dict[str, Any] | None = None
        if decision is not None and seat == decision.player:
            asked = {
                "kind": decision.kind,
                "subject": self.subject(),
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
        """The events of the last choice: its turn again, this time with a log. So playing costs
        nothing for them."""
        log: list[Event] = []
        if self._undone:
            return log
        turn = len(self._turns) - 1
        while not self._turns[turn]:
            turn -= 1
        at = len(self._checkpoint_turns) - 1
        while self._checkpoint_turns[at] > turn:
            at -= 1
        state = self._checkpoints[at].copy()
        self._feed(state, self._checkpoint_turns[at], turn)
        flow = self.game.turn(state, log, None)
        _begin(flow)
        choices = self._turns[turn]
        for choice in choices[:-1]:
            flow.send(choice)
        del log[:]
        following = _send(flow, choices[-1])
        # Turns without a choice that follow at once belong to it.
        while following.player < 0 and not state.over:
            following = _begin(self.game.turn(state, log, None))
        return log

    # What is said to people takes a language; without one, the match speaks as its game does.

    def game_in(self, language: str | None) -> Game:
        """The game in that language."""
        return self.game if language is None else self.game.in_language(language)

    def lines(self, seat: int | None = None, language: str | None = None) -> list[str]:
        """What the last choice brought about, as sentences of the log."""
        game = self.game_in(language)
        return game.log_lines(self.events(seat), seat_names(self.players, game.language))

    def prompt(self, language: str | None = None) -> str:
        """What is asked now, in a short sentence."""
        decision = self._decision
        game = self.game_in(language)
        if decision is None:
            return general(game.language).say("game_over")
        return game.prompt(self.state, decision)

    def explain(self, seat: int | None = None, language: str | None = None) -> dict[str, str]:
        """Why things cannot be chosen now: notation -> reason. Default: for the seat to choose."""
        self._check_seat(seat)
        if self._decision is None:
            return {}
        asked = self._decision.player if seat is None else seat
        return self.game_in(language).explain(self.state, asked)

    def action_to_str(self, action: int) -> str:
        return self.game.action_space.notation(action)

    def str_to_action(self, notation: str) -> int:
        return self.game.action_space.action(notation)

    def action_text(self, action: int, language: str | None = None) -> str:
        """A choice as a person would say it."""
        decision = self._decision
        if decision is None or action not in decision.actions:
            return self.game.action_space.notation(action)
        return self.game_in(language).action_text(self.state, decision, action)

    def describe(self, action: int, language: str | None = None) -> str:
        """A choice with its full meaning: what is there, what it costs and brings."""
        decision = self._decision
        if decision is None or action not in decision.actions:
            return self.action_text(action)
        return self.game_in(language).describe(self, decision, action)

    def gives_up(self, action: int, language: str | None = None) -> str | None:
        """What a choice throws away, forgoes or ends, in words; None: nothing."""
        decision = self._decision
        if decision is None or action not in decision.actions or len(decision.actions) == 1:
            return None
        return self.game_in(language).gives_up(self.state, decision, action)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < self.players:
            raise BadOption(f"there is no seat {seat}; they run from 0 to {self.players - 1}")

    # -- records -------------------------------------------------------------------------------

    def turn_number(self) -> int:
        """The number of the turn under way, counted from 1."""
        return len(self._turns) + (0 if self._past is None else self._past.number)

    def turns(self) -> list[tuple[int, list[int]]]:
        """All turns so far, each as its seat and its choices."""
        turns: list[tuple[int, list[int]]] = []
        for i in range(len(self._turns) - 1, -1, -1):
            turns.append((self._seats[i], self._turns[i][:]))
        past = self._past
        while past is not None:
            turns.append((past.seat, past.choices[:]))
            past = past.before
        turns.reverse()
        return turns

    def actions(self) -> list[int]:
        """All choices so far."""
        return [choice for _, choices in self.turns() for choice in choices]

    def record(self) -> Record:
        """The match so far as a record."""
        from sandtable.kernel.record import Record

        if self._lean:
            raise IllegalAction("a lean match keeps no choices, so it has no record")
        if self._seed is None:
            raise IllegalAction("a resampled match has no seed, so it has no record")
        return Record.of(self)


def _begin(flow: Flow) -> Decision:
    """The first decision of a turn, or TURN_OVER where there is none."""
    try:
        return flow.send(None)  # type: ignore[arg-type]
    except StopIteration:
        return TURN_OVER


def _send(flow: Flow, choice: int) -> Decision:
    """The next decision of a turn, or TURN_OVER."""
    try:
        return flow.send(choice)
    except StopIteration:
        return TURN_OVER


def _copied(value: Any) -> Any:
    """A copy of plain data, with all its parts."""
    if isinstance(value, dict):
        return {key: _copied(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_copied(part) for part in value]
    return value


def seat_names(players: int, language: str = ENGLISH) -> list[str]:
    """What seats are called where nobody has given them a name."""
    return [general(language).say("seat", number=seat + 1) for seat in range(players)]


def random_play(match: Match, rng: Rng) -> int:
    """Play a match to its end with uniformly random choices; returns how many were made."""
    made = 0
    while True:
        decision = match.decision()
        if decision is None:
            return made
        match.apply(decision.actions[rng.below(len(decision.actions))])
        made += 1
