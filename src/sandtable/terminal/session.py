"""A game at the terminal: people type, programs think, and everybody sees what happened."""

from __future__ import annotations

import contextlib
from pathlib import Path

from rich.text import Text

from sandtable.bots import ask
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game_log import PastChoice
from sandtable.kernel.history import History
from sandtable.kernel.match import Match
from sandtable.kernel.messages import catalog
from sandtable.terminal import saved_games
from sandtable.terminal.choices import NoChoice, NumberedChoice, find, number, show
from sandtable.terminal.commands import Commands
from sandtable.terminal.players import Player
from sandtable.terminal.prompt import Prompt
from sandtable.terminal.renderer import renderer_for
from sandtable.terminal.screen import Screen


class Leave(Exception):
    """The player wants to go."""


class Session:
    """A match with its log, its players and a terminal. ``pause``: wait at the end of a person's
    turn, as long as it can still be taken back."""

    def __init__(
        self, history: History, players: list[Player], screen: Screen, pause: bool = True
    ) -> None:
        self.history = history
        (self.log,) = history.logs.values()
        self.players = players
        self.screen = screen
        self.words = catalog("sandtable.terminal", self.match.game.language)
        self.pause = pause
        self.renderer = renderer_for(self.match.game, self.log.names, screen)
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.prompt = Prompt(screen)
        self.commands = Commands(self)
        self.saved_as: Path | None = None
        self.unsaved = False
        # How many choices have been shown on the screen: all but those of the turn under way.
        self._logged_choices = len(history.choices) - len(self.unfinished())
        self._at_keyboard: int | None = None  # the person who looked at the screen last
        self._shown = (0, 0)  # turn and seat whose table is on the screen

    @property
    def match(self) -> Match:
        return self.history.match

    def greet(self) -> None:
        """What is played by whom, and how to choose."""
        title, names = self.match.game.title, ", ".join(self.log.names)
        self.screen.heading(self.words.say("begin", title=title, names=names, seed=self.match.seed))
        if self.people:
            self.screen.console.print(self.words.say("choose"))

    # -- the course of a game ------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        try:
            self.end()
            while not self.match.is_over:
                seat = self.match.current_player
                assert seat is not None
                if self.players[seat].bot is None:
                    self.person(seat)
                else:
                    self.bot(seat)
                self.end()
        except (Leave, EOFError):
            self.screen.console.print()
            self.keep()
        except KeyboardInterrupt:
            self.screen.console.print()
            self.keep()
            raise
        except Exception:
            # A bot of somebody's own may fail in any way; the game must not be lost with it.
            self.keep()
            raise

    def bot(self, seat: int) -> None:
        player = self.players[seat]
        assert player.bot is not None
        waiting: contextlib.AbstractContextManager[object] = contextlib.nullcontext()
        if self.screen.colour and self.screen.console.is_terminal:
            waiting = self.screen.console.status(self.words.say("thinking", name=player.name))
        with waiting:
            action = ask(player.bot, self.match)
        self.history.apply(action)
        self.tell()

    def person(self, seat: int) -> None:
        """One choice of a person, or a command."""
        self.hand_over(seat)
        groups = self.renderer.groups(self.match)
        choices = number(groups)
        offered = self.match.legal_actions()
        view = self.match.view(seat)
        turn = self.match.turn_number()
        if (turn, seat) != self._shown:
            self.screen.console.print()
            self.screen.heading(self.words.say("turn", name=self.players[seat].name, turn=turn))
            self.screen.console.print(self.renderer.table(view, offered))
            self._shown = (turn, seat)
        else:
            again = self.renderer.before_question(view, offered)
            if again is not None:
                self.screen.console.print(again)
        self.screen.console.print()
        question = self.match.prompt()
        if len(self.people) > 1:
            question = f"[{self.players[seat].name}] {question}"
        self.screen.console.print(Text(question, style="bold yellow"))
        show(groups, self.screen)
        more = self.renderer.after_choices(self.match)
        if more is not None:
            self.screen.console.print(more)
        while True:
            typed = self.prompt.ask("> ", self.commands.words(choices))
            if self.commands.run(typed or "choices", choices):
                if self.commands.changed:
                    return
                continue
            try:
                chosen = find(choices, typed, self.words)
            except NoChoice as error:
                self.screen.console.print(Text(str(error), style="red"))
                continue
            self.choose(seat, chosen)
            return

    def choose(self, seat: int, choice: NumberedChoice) -> None:
        self.history.apply(choice.action)
        self.unsaved = True
        self.tell()
        if self.pause and self.turn_is_over_for(seat) and self.match.can_undo():
            self.confirm()

    def turn_is_over_for(self, seat: int) -> bool:
        """Whether somebody else comes next, so that nothing could be taken back any more."""
        return not self.match.is_over and self.match.current_player != seat

    def confirm(self) -> None:
        """The last moment to take a turn back: the next player is waiting."""
        while True:
            typed = self.prompt.ask(self.words.say("go_on"), self.commands.words([]))
            # Whatever is no command means: go on.
            if not self.commands.run(typed, []) or self.commands.changed:
                return

    def tell(self) -> None:
        """Print what happened: once a turn is complete, or somebody else has to choose in it."""
        choices = self.history.choices
        if self._logged_choices == len(choices):
            return
        goes_on = not self.match.is_over and choices[-1].turn == self.match.turn_number()
        if goes_on and self.match.current_player == choices[-1].seat:
            return
        for line in self.log.lines_since(self._logged_choices):
            self.screen.console.print(Text(line, style="italic"))
        self._logged_choices = len(choices)

    def undo(self) -> None:
        """Take the last choice back; raises SandtableError where that is impossible."""
        self.history.undo()
        complete = len(self.history.choices) - len(self.unfinished())
        self._logged_choices = min(self._logged_choices, complete)
        self._shown = (0, 0)

    def unfinished(self) -> list[PastChoice]:
        """The choices of the turn under way."""
        turn = self.match.turn_number()
        return [choice for choice in self.history.choices if choice.turn == turn]

    def hand_over(self, seat: int) -> None:
        """Where players have secrets, hide the table until the next person is at the keyboard."""
        before, self._at_keyboard = self._at_keyboard, seat
        if before is None or before == seat or not self.secrets(before, seat):
            return
        self.screen.wipe()
        name = self.players[seat].name
        self.prompt.ask(self.words.say("your_turn", name=name), [])

    def secrets(self, one: int, two: int) -> bool:
        """Whether two seats know different things."""
        own = {"seat", "decision"}
        views = [
            {key: value for key, value in self.match.view(seat).items() if key not in own}
            for seat in (one, two)
        ]
        return views[0] != views[1]

    # -- the end -------------------------------------------------------------------------------

    def end(self) -> None:
        """When the game is over: show how it ended, and let people look back."""
        if not self.match.is_over:
            return
        console = self.screen.console
        console.print()
        self.screen.heading(self.words.say("over"))
        console.print(self.renderer.table(self.match.view(self.viewer()), []))
        console.print()
        console.print(self.renderer.result(self.match))
        if not self.people:
            return
        while self.match.is_over:
            console.print(Text(self.words.say("after_the_end"), style="dim"))
            try:
                typed = self.prompt.ask("> ", self.commands.words([]))
            except EOFError:
                console.print()
                return
            if not typed.strip():
                return
            if not self.commands.run(typed, []):
                console.print(Text(self.words.say("over_no_choice"), "red"))

    def viewer(self) -> int | None:
        """Who the screen is for: the only person's, or nobody's in particular."""
        return self.people[0] if len(self.people) == 1 else None

    # -- disk ----------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        saved_games.save(self.match, [player.spec for player in self.players], path)
        self.saved_as = path
        self.unsaved = False

    def keep(self) -> None:
        """Save the game in the user's data folder when a player leaves."""
        if not self.unsaved or self.match.is_over:
            return
        folder = saved_games.data_folder()
        path = folder / f"unfinished-{self.match.game.name}.txt"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.save(path)
        except (OSError, SandtableError) as error:
            self.screen.console.print(self.words.say("not_kept", error=error))
            return
        self.screen.console.print(self.words.say("kept", path=path), soft_wrap=True)
