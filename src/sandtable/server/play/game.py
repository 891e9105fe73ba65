"""A game being played: the match, what was chosen, and what each seat may be told about it.

No database and no network here: whoever holds a `Play` writes entries and sends messages.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.game import Game
from sandtable.kernel.game_log import PastChoice
from sandtable.kernel.history import History
from sandtable.kernel.lessons import Run
from sandtable.kernel.match import Match
from sandtable.kernel.messages import ENGLISH
from sandtable.server.languages import server_message, translated_seat_name
from sandtable.server.play.notes import DRIVER_NOTES, END_NOTES, Driver, Note, NoteKind
from sandtable.server.play.packed_log import PackedLog
from sandtable.server.play.positions import decision, shown
from sandtable.server.tables.setup import Setup, Unplayable, begin

#: Bytes that a game takes in memory, and for each choice (measured, with a log).
GAME_SIZE = 60_000
CHOICE_SIZE = 1_600

GAME_OVER = "undo.game_over"
NOT_HERE = "undo.not_here"
LESSON_BEGINS = "undo.lesson_begins"
SOMEBODY_ELSE = "undo.somebody_else"


class Play:
    def __init__(
        self, setup: Setup, game: Game, names: list[str], lesson: Run | None = None
    ) -> None:
        self.setup = setup
        self.game = game
        self.names = names
        self.history = History(begin(setup, game))
        self.choices: list[PastChoice] = self.history.choices
        self.version = 0
        self.lesson = lesson
        self._taught_from = 0 if lesson is None else len(lesson.prefix)
        if lesson is not None and not lesson.prefix:
            lesson.begin(self.match)
        self._floor = 0  # choices before this one cannot be taken back
        #: How often the game went back into a turn, against the rules of taking back: practice.
        self.returns: dict[int, int] = {}
        #: What happened at the table apart from choices, for the log: see `Note`.
        self.notes: list[Note] = []
        self.drivers: dict[int, Driver] = {}  # bots that play for people, by seat
        self.bot_choices = [0] * setup.players  # made by bots for the people of the seats
        self.ended: str | None = None  # why the game ended before its end

    @staticmethod
    def load(
        setup: Setup,
        game: Game,
        names: list[str],
        entries: Iterable[tuple[str, str]],
        lesson: Run | None = None,
    ) -> Play:
        """The game again from its log: kind and contents of every entry, in order."""
        play = Play(setup, game, names, lesson)
        for kind, what in entries:
            play.apply_entry(kind, what)
        return play

    def apply_entry(self, kind: str, what: str) -> None:
        """Do what an entry of the log says."""
        if kind == "act":
            self.act(self.match.str_to_action(what))
        elif kind in ("read", "stop"):
            self.go_on(kind)
        elif kind == "undo":
            self.undo(int(what))
        elif kind == "back":
            self.go_back(int(what))
        elif kind == "note":
            self.read_note(what)
        else:
            raise Unplayable(f"its log has an entry of the unknown kind {kind!r}")

    # -- what changes it -----------------------------------------------------------------------

    @property
    def match(self) -> Match:
        return self.history.match

    @property
    def step(self) -> int:
        return len(self.choices)

    @property
    def over(self) -> bool:
        return self.ended is not None or self.match.is_over

    @property
    def to_choose(self) -> int | None:
        return None if self.ended is not None else self.match.current_player

    def act(self, action: int) -> None:
        """Make a choice for whoever has to choose; IllegalAction changes nothing."""
        before = self.choices[-1].seat if self.choices else None
        choice = self.history.apply(action)
        if choice.seat in self.drivers:
            self.bot_choices[choice.seat] += 1
        if before is not None and before != choice.seat:
            self._floor = self.step - 1
        if not self.match.can_undo():
            self._floor = self.step
        self.version += 1
        if self.match.is_over:
            self.history.logs.clear()  # now everything may be shown
        self._teach(choice)

    def _teach(self, choice: PastChoice) -> None:
        """The lesson follows each choice since it began."""
        if self.lesson is None or self.step < self._taught_from:
            return
        if self.step > self._taught_from:
            self.lesson.made(self.match, self.match.action_to_str(choice.action), choice.seat)
        else:
            self.lesson.begin(self.match)

    def go_on(self, kind: str) -> None:
        """In a lesson: the step was read, or the person stops it; IllegalAction changes nothing."""
        if self.lesson is None:
            raise IllegalAction("this table is not a lesson")
        if kind == "stop":
            self.lesson.stop()
        elif not self.lesson.read():
            raise IllegalAction("the lesson waits for a choice")
        self.version += 1

    def undo(self, count: int) -> None:
        """Take back the last choices; IllegalAction changes nothing."""
        if self.over:
            raise IllegalAction(f"cannot undo: {server_message(GAME_OVER)}")
        possible = self.step - max(self._floor, self._taught_from)
        if not 0 < count <= possible:
            refusal = self.match.undo_refusal() or "not so many choices can be taken back"
            raise IllegalAction(f"cannot undo: {refusal}")
        for _ in range(count):
            self.history.undo()
        if self.lesson is not None:
            self.lesson.back(count)
        self.version += 1

    def go_back(self, step: int, agreed: int | None = None) -> None:
        """Go back to where this many choices had been made, whatever has come to light since and
        whoever has chosen. It is practice, unless all have ``agreed`` to what this seat asked for;
        the caller checks whether it is allowed."""
        if self.over or not self._taught_from <= step < self.step:
            reason = server_message(GAME_OVER) if self.over else f"the game has {self.step} choices"
            if step < self._taught_from:
                reason = server_message(LESSON_BEGINS)
            raise IllegalAction(f"cannot go back to choice {step}: {reason}")
        if self.lesson is not None:
            self.lesson.back(self.step - step)
        self.history.go_back(step)
        self._floor = step - self._free_choices()
        turn = self.match.turn_number()
        self.returns = {at: times for at, times in self.returns.items() if at <= turn}
        self.notes = [note._replace(turn=min(turn, note.turn)) for note in self.notes]
        if agreed is not None:
            self.note("undo", agreed)
            return
        self.version += 1
        self.returns[turn] = self.returns.get(turn, 0) + 1

    # -- what happens apart from choices -----------------------------------------------------------

    def read_note(self, what: str) -> None:
        """Read an entry that is not a choice back from the log."""
        word, *rest = what.split()
        if word == "undo":
            self.go_back(int(rest[0]), agreed=int(rest[1]))
        elif word == "bot":
            self.seat_to_bot(int(rest[0]), rest[1], rest[2])
        elif word == "self":
            self.seat_to_person(int(rest[0]))
        elif word == "pause":
            self.note("pause", int(rest[0]))
        elif word == "resume":
            self.note("resume", int(rest[0]))
        elif word == "end":
            self.end(rest[0])
        elif word == "coach":
            self.note("coach", int(rest[0]), int(rest[1]))
        elif word == "uncoach":
            self.note("coach_end", int(rest[0]), int(rest[1]))
        else:
            raise Unplayable(f"its log has a note that nobody knows: {what!r}")

    def note(self, kind: NoteKind, seat: int | None, coach: int | None = None) -> None:
        """Something that the log has to tell, in the turn under way."""
        self.notes.append(Note(self.match.turn_number(), kind, seat, coach))
        self.version += 1

    def seat_to_bot(self, seat: int, bot: str, reason: str) -> None:
        """A bot plays for the person from now on: because of "time" or a "vote", or just for this
        "turn"."""
        self.drivers[seat] = Driver(bot, reason, self.match.turn_number())
        self.note(DRIVER_NOTES[reason], seat)

    def seat_to_person(self, seat: int) -> None:
        """The person plays again; the log does not mention it after a bot has played a single
        turn."""
        driver = self.drivers.pop(seat)
        if driver.reason == "turn":
            self.version += 1
        else:
            self.note("self", seat)

    def turn_driven(self, seat: int) -> bool:
        """Whether a bot played one turn for this seat, and that turn is over."""
        driver = self.drivers.get(seat)
        if driver is None or driver.reason != "turn":
            return False
        return self.to_choose != seat or self.match.turn_number() != driver.turn

    def end(self, reason: str) -> None:
        """The game ends here, before its end."""
        self.ended = reason
        self.note(END_NOTES[reason], None)
        self.history.logs.clear()  # now everything may be shown

    def finished_turns(self) -> list[int]:
        """How many turns each seat has finished."""
        counts = [0] * self.setup.players
        now = None if self.match.is_over else self.match.turn_number()
        last = None
        for choice in self.choices:
            if choice.turn != last and choice.turn != now:
                counts[choice.seat] += 1
            last = choice.turn
        return counts

    def _free_choices(self) -> int:
        """How many of the last choices the rules of taking back leave free."""
        trial, count = self.match.clone(), 0
        while trial.can_undo():
            trial.undo()
            count += 1
        return count

    def back_step(self, own: Collection[int], step: int) -> int | None:
        """The last moment, with at most this many choices made, when one of these seats chose."""
        for at in range(min(step, self.step - 1), self._taught_from - 1, -1):
            if self.choices[at].seat in own:
                return at
        return None

    def last_turn(self, own: Collection[int]) -> int | None:
        """The number of the last turn that one of these seats has finished."""
        now = None if self.over else self.match.turn_number()
        for choice in reversed(self.choices):
            if choice.seat in own and choice.turn != now:
                return choice.turn
        return None

    def size(self) -> int:
        """About how many bytes it takes."""
        return GAME_SIZE + CHOICE_SIZE * self.step

    def undo_refusal(self, own: Collection[int], language: str = ENGLISH) -> str | None:
        """Why those who hold these seats cannot take back the last choice; None: they can."""
        if self.over:
            return server_message(GAME_OVER, language)
        if not own:
            return server_message(NOT_HERE, language)
        if self.step <= self._taught_from and self.lesson is not None:
            return server_message(LESSON_BEGINS, language)
        if self.choices and self.choices[-1].seat not in own:
            return server_message(SOMEBODY_ELSE, language)
        return self.match.undo_refusal(language)

    def restart_count(self, own: Collection[int]) -> int:
        """How many choices lead back to where the turn of the last one began."""
        if self.undo_refusal(own) is not None:
            return 0
        first = self.step
        turn = self.choices[-1].turn
        while first > max(self._floor, self._taught_from) and self.choices[first - 1].turn == turn:
            first -= 1
        return self.step - first

    # -- what may be told ----------------------------------------------------------------------

    def viewer(self, own: Collection[int]) -> int | None:
        """The seat from which those who hold these seats look by themselves."""
        if not own:
            return None
        to_choose = self.match.current_player
        if to_choose in own:
            return to_choose
        for choice in reversed(self.choices):
            if choice.seat in own:
                return choice.seat
        return min(own)

    def position(
        self, viewer: int | None, own: Collection[int], language: str = ENGLISH
    ) -> dict[str, Any]:
        """The position now, as a seat (None: a spectator) sees it."""
        position = self._shown(self.match, self.step, viewer)
        match = self.match
        if viewer is not None and viewer == self.to_choose and viewer in own:
            position["decision"] = decision(match, language)
        refusal = self.undo_refusal(own, language)
        position["undo"] = {
            "allowed": refusal is None,
            "reason": refusal,
            "count": self.restart_count(own),
            "back": self.back_step(own, self.step),
        }
        if self.lesson is not None and self.lesson.seat in own:
            position["lesson"] = self.lesson.state(match, language)
        return position

    def past(self, step: int, viewer: int | None) -> dict[str, Any]:
        """A position of the past, or the present one, without anything to choose."""
        return self._shown(self.history.at(step), step, viewer)

    def _shown(self, match: Match, step: int, viewer: int | None) -> dict[str, Any]:
        over = match.is_over or (self.ended is not None and step == self.step)
        return shown(match, viewer, over) | {
            "step": step,
            "version": self.version,
            "returns": sorted(self.returns),
            "notes": [note._asdict() for note in self.notes],
        }

    def spoken(self, language: str) -> str:
        """That language where the title speaks it, otherwise English."""
        return self.game.in_language(language).language

    def has_log(self, viewer: int | None, language: str = ENGLISH) -> bool:
        return (viewer, self.spoken(language)) in self.history.logs

    def log(self, viewer: int | None, language: str = ENGLISH) -> PackedLog:
        """All that happened as the seat may know it. The first time, the game is gone through."""
        log = self.history.logs.get((viewer, self.spoken(language)))
        if not isinstance(log, PackedLog):
            log = self.make_log(viewer, self.choices[:], self.over, language)
            self.history.add_log(log)
        return log

    def keep_log(self, log: PackedLog) -> None:
        """Keep a log made by `make_log`, if nothing has happened meanwhile."""
        if log.step == self.step and log.over == self.over:
            self.history.logs.setdefault((log.viewer, log.language), log)

    def make_log(
        self,
        viewer: int | None,
        choices: list[PastChoice],
        over: bool,
        language: str = ENGLISH,
    ) -> PackedLog:
        """A log from the beginning; touches nothing that changes, so any thread may do it."""
        match = begin(self.setup, self.game)
        game = self.game.in_language(language)
        names = self.names_in(language)
        log = PackedLog(game, names, viewer, match.events(viewer), over)
        for choice in choices:
            text = match.action_text(choice.action, language)
            match.apply(choice.action)
            log.add(choice, text, match.events(viewer))
        return log

    def drop_logs(self) -> None:
        """Nobody looks any more."""
        self.history.logs.clear()

    def names_in(self, language: str) -> list[str]:
        """The players' names as that language says them."""
        return [translated_seat_name(name, language) for name in self.names]

    def rename(self, names: list[str]) -> None:
        self.names = names
        self.history.logs.clear()

    # -- the end -------------------------------------------------------------------------------

    def winners(self) -> list[int]:
        """Nobody wins a game that was not played out."""
        return [] if self.ended is not None else self.match.winners()

    def ranking(self) -> list[int]:
        """The seats, best first: winners, then by score."""
        scores, winners = self.match.scores(), self.winners()
        return sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat]))

    def outcome(self, language: str = ENGLISH) -> dict[str, Any]:
        """The result of a finished game, with the way there."""
        match = begin(self.setup, self.game)
        over_time = [{"step": 0, "turn": match.turn_number(), "scores": match.scores()}]
        for step, choice in enumerate(self.choices, 1):
            match.apply(choice.action)
            point = {"step": step, "turn": choice.turn, "scores": match.scores()}
            if step > 1 and over_time[-1]["turn"] == choice.turn:
                over_time[-1] = point
            else:
                over_time.append(point)
        return {
            "scores": match.scores(),
            "winners": self.winners(),
            "ranking": self.ranking(),
            "breakdown": match.breakdown(),
            "over_time": over_time,
            "result": match.result(language),
            "names": self.names_in(language),
            "ended": self.ended,
        }
