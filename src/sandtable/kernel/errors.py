"""Everything that can go wrong, with a message for the person who caused it."""


def quoted(value: object) -> str:
    """A value as it was given, cut short: messages repeat what was wrong, not all of it."""
    text = repr(value[:60] if isinstance(value, str) else value)
    return text if len(text) <= 80 else text[:77] + "..."


class SandtableError(Exception):
    """Base of all errors Sandtable raises on purpose."""


class IllegalAction(SandtableError):
    """An action that is not on offer, or an undo that is not allowed. Nothing was changed."""


class BadOption(SandtableError):
    """A game, player count, option or notation that does not exist."""


class RecordError(SandtableError):
    """A record that cannot be read or replayed; ``line`` is where, counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason


class EditionError(SandtableError):
    """An edition that breaks the rules for editions; ``problems`` lists every one found."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems
