"""What a player can type apart from choices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from sandtable.bots.hints import hints
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
        words = session.words
        doing: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "rules": self.rules,
            "why": self.why,
            "hint": self.hint,
            "undo": self.undo,
            "choices": self.choices,
            "log": self.log,
            "save": self.save,
            "quit": self.quit,
        }
        self.all: dict[str, tuple[Callable[[str], None], str]] = {
            word: (command, words.say(f"help.{word}")) for word, command in doing.items()
        }
        for part in session.renderer.parts:
            text = words.say("help.show", part=session.renderer.part_text(part))
            self.all[part] = (self._part(part), text)

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
        self.session.screen.console.print(Text(text, style=style), soft_wrap=whole)

    # -- looking -------------------------------------------------------------------------------

    def _part(self, name: str) -> Callable[[str], None]:
        def show_part(_: str) -> None:
            session = self.session
            view = session.match.view(self.viewing_seat())
            offered = session.match.legal_actions()
            session.screen.console.print(session.renderer.part(name, view, offered))

        return show_part

    def viewing_seat(self) -> int | None:
        """Whose view to show: that of the person to choose, else of the only person."""
        seat = self.session.match.current_player
        if seat is not None and seat in self.session.people:
            return seat
        return self.session.viewer()

    def choices(self, _: str) -> None:
        if not self._shown:
            self.say(self.session.words.say("nothing_to_choose"))
            return
        session = self.session
        self.say(session.match.prompt(), "bold yellow")
        groups: list[Group] = session.renderer.groups(session.match)
        keys = {choice.action: choice.key for choice in self._shown}
        for group in groups:
            for choice in group.choices:
                choice.key = keys[choice.action]
        show(groups, session.screen)

    def help(self, thing: str) -> None:
        session = self.session
        if thing:
            page = session.renderer.help(thing, session.match.view(self.viewing_seat()))
            if page is None:
                hint = session.renderer.help_hint()
                parts = [session.words.say("unknown", thing=thing)]
                if hint:
                    parts.append(session.words.say("ask_about", hint=hint))
                self.say(" ".join(parts))
            else:
                session.screen.console.print(page)
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="bold cyan", no_wrap=True)
        table.add_column()
        for word, (_, text) in self.all.items():
            table.add_row(word, text)
        self.say(session.words.say("by_number"))
        hint = session.renderer.help_hint()
        if hint:
            self.say(session.words.say("thing", hint=hint))
        session.screen.console.print(table)

    def rules(self, words: str) -> None:
        session = self.session
        links = session.match.game.rule_links()
        book = session.match.game.rulebook(session.match.game.language)
        if book is None:
            self.say(session.words.say("no_rulebook"))
            return
        decision = session.match.decision()
        rule = links.question(decision.kind) if decision is not None else ""
        if words:
            page = rules.search(book, words, session.words)
            if page is None:
                self.say(session.words.say("not_in_rules", words=words))
                page = rules.contents(book)
            session.screen.console.print(page)
        else:
            page = rules.about(book, rule, session.words) if rule else rules.contents(book)
            session.screen.console.print(page)

    def why(self, thing: str) -> None:
        session = self.session
        seat = self.viewing_seat()
        if seat is None or session.match.is_over:
            self.say(self.session.words.say("nothing_to_choose"))
            return
        rows = session.renderer.reasons(session.match.explain(seat))
        if thing:
            rows = [row for row in rows if thing.lower() in row[0].lower()]
        if not rows:
            self.say(session.words.say("not_barred" if thing else "nothing_barred"))
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style="bold")
        table.add_column()
        for label, reason in rows:
            table.add_row(label, reason)
        session.screen.console.print(table)

    def hint(self, seconds: str) -> None:
        session = self.session
        seat = session.match.current_player
        if seat is None or seat not in session.people or not self._shown:
            self.say(self.session.words.say("nothing_to_choose"))
            return
        try:
            spent = float(seconds) if seconds else HINT_SECONDS
        except ValueError:
            spent = 0.0
        if not 0 < spent <= LONGEST_HINT:
            said = session.words.say("bad_seconds", most=LONGEST_HINT, seconds=seconds)
            self.say(said, "red")
            return
        suggestions = hints(session.match, seat, seconds=spent)
        keys = {choice.action: choice.key for choice in self._shown}
        session.screen.console.print(hint_table(suggestions, keys, session.match.game.language))

    def log(self, count: str) -> None:
        log = self.session.log
        turns = log.turns
        if count:
            if not count.isdecimal() or len(count) > 6:
                self.say(self.session.words.say("bad_turns", count=count), "red")
                return
            turns = turns[max(0, len(turns) - int(count)) :]
        if not turns:
            self.say(self.session.words.say("nothing_happened"))
        else:
            self.session.screen.console.print(log_table(log, turns))

    # -- doing ---------------------------------------------------------------------------------

    def undo(self, _: str) -> None:
        words = self.session.words
        reason = self.session.match.undo_refusal()
        if reason is not None:
            self.say(words.say("cannot_undo", reason=reason), "red")
            return
        self.session.undo()
        self.changed = True
        self.say(words.say("taken_back"))

    def save(self, name: str) -> None:
        session = self.session
        path = Path(name).expanduser() if name else session.saved_as
        if path is None:
            self.say(session.words.say("name_a_file"), "red")
            return
        if path.exists() and path != session.saved_as and not self._force:
            self.say(session.words.say("exists", path=path), "red", True)
            return
        try:
            session.save(path)
        except OSError as error:
            why = error.strerror or error
            self.say(session.words.say("not_written", path=path, error=why), "red", True)
            return
        self.say(session.words.say("saved", path=path), whole=True)

    def quit(self, _: str) -> None:
        from sandtable.terminal.session import Leave

        raise Leave
