"""The results folder of an arena.

``arena.json`` says what is played, ``log.jsonl`` has a line for every finished game and only ever
grows, ``records/`` the games themselves. Only one process writes: a game counts once its whole line
is in the log, and its record is written before that.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from sandtable.arena.plan import Plan
from sandtable.arena.playing import Played
from sandtable.kernel.errors import BadOption

try:
    import fcntl
except ImportError:  # Windows: nobody is kept out
    fcntl = None  # type: ignore[assignment]

#: A line of the log.
FinishedGame = dict[str, Any]


class ArenaFolder:
    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        self.games: dict[int, FinishedGame] = {}  # finished games by number
        self._log: IO[str] | None = None

    @contextmanager
    def open(self) -> Iterator[None]:
        """Read what is there, and keep others out while games are added."""
        try:
            (self.path / "records").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadOption(f"{self.path}: cannot be made ({error.strerror})") from None
        with (self.path / "log.jsonl").open("a+", encoding="utf-8") as log:
            _lock(log, self.path)
            self._check_plan()
            self._read(log)
            self._log = log
            try:
                yield
            finally:
                self._log = None
                log.flush()
                os.fsync(log.fileno())

    def add(self, played: Played, keep_record: bool) -> None:
        """A finished game. One that is there already is not counted again."""
        if played.number in self.games:
            return
        number = played.number
        if keep_record:
            self.record_path(number).write_text(played.record, encoding="utf-8")
        game = {
            "game": number,
            "seed": self.plan.game_seed(number),
            "players": self.plan.seating(number),
            **played.figures,
        }
        assert self._log is not None
        self._log.write(json.dumps(game, separators=(",", ":")) + "\n")
        self._log.flush()
        self.games[number] = game

    def record_path(self, number: int) -> Path:
        return self.path / "records" / f"{number:06}.txt"

    def finished(self, games: int) -> list[FinishedGame]:
        """The finished ones among the first ``games`` games, in their order."""
        return [self.games[number] for number in range(games) if number in self.games]

    def missing(self, games: int) -> list[int]:
        return [number for number in range(games) if number not in self.games]

    def _check_plan(self) -> None:
        path = self.path / "arena.json"
        identity = self.plan.identity()
        if not path.exists():
            path.write_text(json.dumps(identity, indent=1) + "\n", encoding="utf-8")
            return
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise BadOption(f"{path} cannot be read; choose another folder with --out") from None
        # As JSON gives it back, so that like is compared with like.
        for word, value in json.loads(json.dumps(identity)).items():
            if stored.get(word) != value:
                raise BadOption(
                    f"{self.path} holds games of another arena: its {word} is "
                    f"{stored.get(word)!r}, not {value!r}; choose another folder with --out"
                )

    def _read(self, log: IO[str]) -> None:
        log.seek(0)
        text = log.read()
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            # The last line was being written when the process was stopped.
            log.truncate(len(whole.encode()))
        for place, line in enumerate(whole.splitlines(), 1):
            try:
                game: FinishedGame = json.loads(line)
                number = game["game"]
            except (ValueError, KeyError, TypeError):
                raise BadOption(f"{self.path / 'log.jsonl'}: line {place} cannot be read") from None
            self.games.setdefault(number, game)


def _lock(log: IO[str], path: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(log, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadOption(f"another arena is writing to {path} right now") from None
