"""Records: a whole match as text that people can read, type and keep.

    Sandtable record 1
    game: faiyum
    rules: 1
    edition: standard 0123456789ab
    version: 0.2.0
    players: 2
    seed: 7
    mode: score
    result: 71 64, won by seat 1

    1. seat 1: play farmer, space c4
    2. seat 2: cash settlement

One line per turn; turns in which nothing could be chosen are left out but counted. Seats are
counted from 1 in the text. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sandtable.kernel.errors import BadOption, EditionError, IllegalAction, RecordError, quoted
from sandtable.kernel.registry import game as load
from sandtable.version import VERSION

if TYPE_CHECKING:
    from sandtable.kernel.game import Game
    from sandtable.kernel.match import Match

T = TypeVar("T")

FORMAT = 1
MAX_CHARS = 2_000_000
FIXED = ["game", "rules", "edition", "version", "players", "seed"]
TURN = re.compile(r"(\d+)\. seat (\d+): (.*)")


class Record:
    """The header as a dict of texts, and the turns as (line, turn, seat, notations)."""

    def __init__(
        self,
        header: dict[str, str],
        turns: list[tuple[int, int, int, list[str]]],
        lines: dict[str, int] | None = None,
    ) -> None:
        self.header = header
        self.turns = turns
        self.lines = lines or {}  # where each header entry stands

    # -- writing -------------------------------------------------------------------------------

    @staticmethod
    def of(match: Match) -> Record:
        game = match.game
        header = {
            "game": game.name,
            "rules": str(game.rules_version),
            "edition": edition_name(game),
            "version": VERSION,
            "players": str(match.players),
            "seed": json.dumps(match.seed),
        }
        for key, value in match.options.items():
            header[key] = json.dumps(value)
        header["result"] = result_text(match)
        turns = []
        for number, (seat, choices) in enumerate(match.turns(), 1):
            if choices:
                turns.append((0, number, seat, [game.action_space.notation(c) for c in choices]))
        return Record(header, turns)

    def __str__(self) -> str:
        lines = [f"Sandtable record {FORMAT}"]
        lines += [f"{key}: {value}" for key, value in self.header.items()]
        lines.append("")
        lines += [f"{n}. seat {seat + 1}: {', '.join(made)}" for _, n, seat, made in self.turns]
        return "\n".join(lines) + "\n"

    @property
    def text(self) -> str:
        return str(self)

    # -- reading -------------------------------------------------------------------------------

    @staticmethod
    def parse(text: str) -> Record:
        """Read a record; raises RecordError with line and reason if the text is not one."""
        if len(text) > MAX_CHARS:
            raise RecordError(0, f"longer than {MAX_CHARS} characters, so not a record")
        lines = text.lstrip("\ufeff").splitlines()
        first = lines[0].strip() if lines else ""
        if not first.startswith("Sandtable record "):
            raise RecordError(1, "a record begins with the line 'Sandtable record 1'")
        if first != f"Sandtable record {FORMAT}":
            raise RecordError(
                1, f"{quoted(first)}: this Sandtable reads records of format {FORMAT} only"
            )
        header: dict[str, str] = {}
        where: dict[str, int] = {}
        turns: list[tuple[int, int, int, list[str]]] = []
        in_header = True
        for number, raw in enumerate(lines[1:], 2):
            line = raw.strip()
            if line.startswith("#"):
                continue
            if not line:
                in_header = in_header and not header
                continue
            if in_header:
                key, colon, value = line.partition(":")
                if not colon:
                    raise RecordError(number, f"{quoted(line)}: a header line reads 'name: value'")
                if key in header:
                    raise RecordError(number, f"{quoted(key)} appears in the header twice")
                header[key] = value.strip()
                where[key] = number
                continue
            turns.append(_turn(number, line))
        for key in FIXED:
            if key not in header:
                raise RecordError(len(header) + 1, f"the header lacks the line '{key}: ...'")
        return Record(header, turns, where)

    def replay(self, upto: int | None = None, edition: object = None) -> Match:
        """The match again; with ``upto`` only that many choices. A record of another edition
        needs that edition, as a dict or a file name."""
        if upto is not None and upto < 0:
            raise BadOption(f"upto counts choices from 0, not {upto}")
        match = self.start(edition)
        left = -1 if upto is None else upto
        for line, number, seat, notations in self.turns:
            for notation in notations:
                if left == 0:
                    return match
                self._feed(match, line, number, seat, notation)
                left -= 1
        if upto is not None and left > 0:
            raise BadOption(f"the record has {upto - left} choices, fewer than {upto}")
        if upto is None:
            told = self.header.get("result")
            if told is not None and told != result_text(match):
                raise RecordError(
                    0, f"the header says 'result: {told}' but the game came to {result_text(match)}"
                )
        return match

    def _feed(self, match: Match, line: int, number: int, seat: int, notation: str) -> None:
        try:
            if match.is_over:
                raise RecordError(line, f"{quoted(notation)}: the game is over before this choice")
            if match.turn_number() != number:
                raise RecordError(
                    line, f"turn {number} stands where turn {match.turn_number()} is due"
                )
            if match.state.active != seat:
                raise RecordError(
                    line,
                    f"seat {seat + 1} moves, but it is the turn of seat {match.state.active + 1}",
                )
            match.apply(match.str_to_action(notation))
        except (BadOption, IllegalAction) as error:
            raise RecordError(line, str(error)) from None

    def start(self, edition: object = None) -> Match:
        """The match at its beginning."""
        header = self.header
        game = self._at("game", lambda: load(header["game"]))
        if header["rules"] != str(game.rules_version):
            raise RecordError(
                self.lines.get("rules", 0),
                f"the record was made with rules {header['rules']} of {game.title}, this "
                f"Sandtable plays rules {game.rules_version}: replay it with "
                f"Sandtable {header['version']}",
            )
        if edition is not None:
            game = self._at("edition", lambda: game.in_edition(edition))
        if header["edition"].split()[-1:] != [game.fingerprint()]:
            raise RecordError(
                self.lines.get("edition", 0),
                f"the record was made with edition '{header['edition']}', this is "
                f"'{edition_name(game)}': give the edition's file to replay it",
            )
        players = self._at("players", lambda: _count(header["players"]))
        seed = self._at("seed", lambda: _value("seed", header["seed"]))
        options: dict[str, Any] = {}
        last = "seed"
        for key, text in header.items():
            if key not in FIXED and key != "result":
                if key not in game.option_names():
                    raise RecordError(
                        self.lines.get(key, 0), f"{game.title} has no option {quoted(key)}"
                    )
                options[key] = self._at(key, partial(_value, key, text))
                last = key
        self._at("players", lambda: game.check_players(players))
        self._at("seed", lambda: game.check_seed(seed))
        return self._at(last, lambda: game.new(players, seed, **options))

    def _at(self, key: str, do: Callable[[], T]) -> T:
        """Do something with a header entry; what is wrong with it is reported at its line."""
        try:
            return do()
        except (BadOption, EditionError) as error:
            raise RecordError(self.lines.get(key, 0), str(error)) from None


def _turn(number: int, line: str) -> tuple[int, int, int, list[str]]:
    matched = TURN.fullmatch(line)
    if matched is None:
        raise RecordError(number, f"{quoted(line)}: a turn reads '12. seat 1: choice, choice'")
    if len(matched[1]) > 9 or len(matched[2]) > 9:
        raise RecordError(number, "a turn or seat number of more than nine digits")
    notations = [part.strip() for part in matched[3].split(",")]
    if not all(notations):
        raise RecordError(number, "an empty choice between commas")
    return number, int(matched[1]), int(matched[2]) - 1, notations


def _value(key: str, text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):  # also for numbers of thousands of digits
        raise BadOption(
            f"{key}: {quoted(text)} cannot be read (numbers plain, words in quotes)"
        ) from None
    return value


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise BadOption(f"players: {quoted(text)} is not a number")
    return int(text)


def edition_name(game: Game) -> str:
    return f"{game.edition.get('name', 'unnamed')} {game.fingerprint()}"


def result_text(match: Match) -> str:
    if not match.is_over:
        return "unfinished"
    scores = " ".join(str(score) for score in match.scores())
    winners = " and ".join(str(seat + 1) for seat in match.winners())
    return f"{scores}, won by seat {winners}" if winners else f"{scores}, won by nobody"
