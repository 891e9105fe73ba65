"""The checks themselves. They run in another process: plain data in, plain data out."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from sandtable.kernel.edition import digest as digest_of
from sandtable.kernel.errors import EditionError, RecordError
from sandtable.kernel.record import Record
from sandtable.kernel.registry import game as standard_game

MAX_CHOICES = 5_000
MAX_PROBLEMS = 200


@dataclass
class CheckedEdition:
    problems: list[str]
    digest: str = ""


@dataclass
class CheckedRecord:
    """What a record says, or the message why it cannot be read."""

    message: str | None = None
    problems: list[str] = field(default_factory=list)
    game: str = ""
    players: int = 0
    seed: int | str = 0
    options: dict[str, Any] = field(default_factory=dict)
    actions: list[int] = field(default_factory=list)
    over: bool = False


def check_edition(game: str, text: str) -> CheckedEdition:
    """Everything wrong with an edition, given as JSON."""
    problem = _unstorable(text)
    if problem is not None:
        return CheckedEdition([problem])
    try:
        edition = json.loads(text)
        problems = standard_game(game).check_edition(edition)
        return CheckedEdition(problems[:MAX_PROBLEMS], digest_of(edition))
    except RecursionError:
        return CheckedEdition(["the edition is nested too deeply"])


def replay_record(text: str, edition: str | None) -> CheckedRecord:
    """Replay a record, in an edition (JSON) where it is not the standard one."""
    data: dict[str, Any] | None = None
    if edition is not None:
        problem = _unstorable(edition)
        if problem is not None:
            return CheckedRecord("This edition cannot be used.", [problem])
        data = json.loads(edition)
    try:
        record = Record.parse(text)
        count = sum(len(turn[3]) for turn in record.turns)
        if count > MAX_CHOICES:
            raise RecordError(0, f"{count} choices; at most {MAX_CHOICES} are read here")
        match = record.replay(edition=data)
    except RecordError as error:
        return CheckedRecord(f"This record cannot be read: {error}.")
    except EditionError as error:
        return CheckedRecord("This edition cannot be used.", error.problems[:MAX_PROBLEMS])
    except RecursionError:
        return CheckedRecord("This record cannot be read: it is nested too deeply.")
    seed = match.seed
    assert isinstance(seed, (int, str))
    return CheckedRecord(
        game=match.game.name,
        players=match.players,
        seed=seed,
        options=dict(match.options),
        actions=match.actions(),
        over=match.is_over,
    )


def _unstorable(text: str) -> str | None:
    """Databases cannot keep every text that JSON can write."""
    if "\\u0000" in text:
        return "the edition contains the character 0"
    try:
        json.dumps(json.loads(text), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return "the edition contains half of a surrogate pair"
    except RecursionError:
        return "the edition is nested too deeply"
    return None
