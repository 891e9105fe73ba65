"""What a player can type beside choices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sandtable.bots.hints import hints
from sandtable.kernel.errors import SandtableError
from sandtable.terminal import rules
from sandtable.terminal.advice import hint_table
from sandtable.terminal.choices import Group, NumberedChoice, show
from sandtable.terminal.log_table import log_table

if TYPE_CHECKING:
    from sandtable.terminal.session import Session

HINT_SECONDS = 1.0
LONGEST_HINT = 60


class Commands:
    """Runs commands for a session. ``changed`` tells whether the last one changed the match."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.changed = False
        self._shown: list[NumberedChoice] = []
        self.all: dict[str, tuple[Callable[[str], None], str]] = {
            "help": (self.help, "this list; help THING: what a thing is and does"),
            "rules": (self.rules, "the rules for what is asked; rules WORD: what they say of it"),
            "why": (self.why, "why things cannot be chosen now; why THING: only that"),
            "hint": (self.hint, "the best choices, by a search; hint 3: think 3 seconds"),
            "undo": (self.undo, "take the last choice back, as long as nothing new was seen"),
            "choices": (self.choices, "show the choices again"),
            "log": (self.log, "what has happened; log 5: the last 5 turns"),
            "save": (self.save, "save FILE: write the game so far as a record"),
            "quit": (self.quit, "leave; the game is kept and can be gone on with"),
        }
        for part, text in session.renderer.parts.items():
            self.all[part] = (self._part(part), f"show {text}")

    def words(self, choices: list[NumberedChoice]) -> list[str]:
        """Everything that can be typed, for completion."""
        return sorted([*self.all, *[choice.notation for choice in choices]])

    def run(self, typed: str, choices: list[NumberedChoice]) -> bool:
        """Run what was typed; False where it is no command. A slash in front is optional."""
        self.changed = False
        self._shown = choices
        if any(choice.notation == " ".join(typed.lower().split()) for choice in choices):
            return False
        word, _, rest = typed.strip().partition(" ")
        word = word.lower().lstrip("/")
        word = {"exit": "quit", "?": "help", "q": "quit", "save!": "save"}.get(word, word)
        if word not in self.all:
            return False
        self._force = typed.strip().lower().lstrip("/").startswith("save!")
        self.all[word][0](rest.strip())
        return True

    def say(self, text: str, style: str = "", whole: bool = False) -> None:
        """Print a line; ``whole`` leaves it in one piece, so that a path in it can be copied."""
        self.session.look.console.print(Text(text, style=style), soft_wrap=whole)

    # -- looking -------------------------------------------------------------------------------

    def _part(self, name: str) -> Callable[[str], None]:
        def show_part(_: str) -> None:
            session = self.session
            view = session.match.view(self.eyes())
            offered = session.match.legal_actions()
            session.look.console.print(session.renderer.part(name, view, offered))

        return show_part

    def eyes(self) -> int | None:
        """Whose view to show: that of the person to choose, else of the only person."""
        seat = self.session.match.current_player
        if seat is not None and seat in self.session.people:
            return seat
        return self.session.viewer()

    def choices(self, _: str) -> None:
        if not self._shown:
            self.say("There is nothing to choose now.")
            return
        session = self.session
        self.say(session.match.prompt(), "bold yellow")
        groups: list[Group] = session.renderer.groups(session.match)
        keys = {choice.action: choice.key for choice in self._shown}
        for group in groups:
            for choice in group.choices:
                choice.key = keys[choice.action]
        show(groups, session.look)

    def help(self, thing: str) -> None:
        session = self.session
        if thing:
            found = session.renderer.help(thing, session.match.view(self.eyes()))
            if found is None:
                hint = session.renderer.help_hint()
                advice = f" Ask about {hint}." if hint else ""
                self.say(f"Nothing is known about {thing!r}.{advice}")
            else:
                session.look.console.print(found)
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="bold cyan", no_wrap=True)
        table.add_column()
        for word, (_, text) in self.all.items():
            table.add_row(word, text)
        self.say("Choose by number, by notation (as in records), or by what a choice is called.")
        hint = session.renderer.help_hint()
        if hint:
            self.say(f"THING can be {hint}.")
        session.look.console.print(table)

    def rules(self, words: str) -> None:
        session = self.session
        links = session.match.game.rule_links()
        book = session.match.game.rulebook("en")
        if book is None:
            self.say("This game has no rulebook here.")
            return
        decision = session.match.decision()
        rule = links.question(decision.kind) if decision is not None else ""
        if words:
            found = rules.search(book, words)
            if found is None:
                self.say(f"Nothing in the rules has {words!r}. There are these parts:")
                found = rules.contents(book)
            session.look.console.print(found)
        else:
            session.look.console.print(rules.about(book, rule) if rule else rules.contents(book))

    def why(self, thing: str) -> None:
        session = self.session
        seat = self.eyes()
        if seat is None or session.match.is_over:
            self.say("There is nothing to choose now.")
            return
        rows = session.renderer.reasons(session.match.explain(seat))
        if thing:
            rows = [row for row in rows if thing.lower() in row[0].lower()]
        if not rows:
            self.say("Nothing of that kind is barred." if thing else "Nothing is barred now.")
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="bold")
        table.add_column()
        for label, reason in rows:
            table.add_row(label, reason)
        session.look.console.print(table)

    def hint(self, seconds: str) -> None:
        session = self.session
        seat = session.match.current_player
        if seat is None or seat not in session.people or not self._shown:
            self.say("There is nothing to choose now.")
            return
        try:
            spent = float(seconds) if seconds else HINT_SECONDS
        except ValueError:
            spent = 0.0
        if not 0 < spent <= LONGEST_HINT:
            self.say(f"hint takes seconds, up to {LONGEST_HINT}, not {seconds!r}.", "red")
            return
        found = hints(session.match, seat, seconds=spent)
        keys = {choice.action: choice.key for choice in self._shown}
        session.look.console.print(hint_table(found, keys))

    def log(self, count: str) -> None:
        log = self.session.log
        turns = log.turns
        if count:
            if not count.isdecimal() or len(count) > 6:
                self.say(f"log takes a number of turns, not {count!r}.", "red")
                return
            turns = turns[max(0, len(turns) - int(count)) :]
        if not turns:
            self.say("Nothing has happened yet.")
        else:
            self.session.look.console.print(log_table(log, turns))

    # -- doing ---------------------------------------------------------------------------------

    def undo(self, _: str) -> None:
        try:
            self.session.undo()
        except SandtableError as error:
            self.say(str(error).capitalize() + ".", "red")
            return
        self.changed = True
        self.say("Taken back.")

    def save(self, name: str) -> None:
        session = self.session
        path = Path(name).expanduser() if name else session.saved_as
        if path is None:
            self.say("Name a file: save my-game.txt", "red")
            return
        if path.exists() and path != session.saved_as and not self._force:
            self.say(f"{path} exists already. Take another name, or: save! {path}", "red", True)
            return
        try:
            session.save(path)
        except OSError as error:
            self.say(f"{path}: cannot be written ({error.strerror or error})", "red", True)
            return
        self.say(f"Saved. Go on later with: sandtable play --load {path}", whole=True)

    def quit(self, _: str) -> None:
        from sandtable.terminal.session import Leave

        raise Leave
