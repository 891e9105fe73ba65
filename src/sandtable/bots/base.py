"""What a bot is, and all it gets to see.

A bot sits at a `Table`. The table holds no reference to the true match, only to one that agrees
with everything the seat knows while the rest was redrawn. So a bot cannot cheat, however deep
it digs: what its seat may not know is not there.
"""

from __future__ import annotations

import operator
import sys
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

from sandtable.kernel.errors import SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match

if TYPE_CHECKING:
    from sandtable.bots.watching import Watcher


class BotError(SandtableError):
    """A bot that does not exist, cannot be loaded, fails, or makes an illegal choice."""


class Table:
    """A decision as the seat that has to take it sees it, in words of a language (None: that of
    the match)."""

    __slots__ = ("_known", "language", "seat")

    def __init__(self, match: Match, seat: int | None = None, language: str | None = None) -> None:
        if seat is None:
            seat = match.current_player
        if seat is None or match.current_player != seat:
            raise BotError(f"seat {seat} has nothing to choose now")
        self.seat: int = seat
        self.language = language
        # The match's own seed never leaves this line, and without it nobody can tell how the
        # hidden things were redrawn.
        self._known = match.resample(seat, f"{match.seed!r} turn {match.turn_number()}")

    @property
    def game(self) -> Game:
        """The rules: action space, edition, number of players allowed."""
        return self._known.game

    @property
    def players(self) -> int:
        return self._known.players

    @property
    def options(self) -> dict[str, Any]:
        """The options of this match, such as the mode."""
        return dict(self._known.options)

    @property
    def turn(self) -> int:
        """The number of the turn under way, counted from 1."""
        return self._known.turn_number()

    def view(self) -> dict[str, Any]:
        """All the seat may know, ready for JSON."""
        return self._known.view(self.seat)

    def legal_actions(self) -> list[int]:
        """The ids that can be chosen, ascending."""
        return self._known.legal_actions()

    def resample(self, seed: object, lean: bool = False) -> Match:
        """A match to try things out on: it agrees with all the seat knows, the rest is redrawn.

        Another seed draws another one. A lean one keeps no choices: quicker, but it cannot undo,
        be recorded or be cloned.
        """
        return self._known.resample(self.seat, seed, lean)

    def prompt(self) -> str:
        """What is asked, in a short sentence."""
        return self._known.prompt(self.language)

    def kind(self) -> str:
        """What kind of choice is asked, a key of the game's own."""
        decision = self._known.decision()
        assert decision is not None
        return decision.kind

    def action_to_str(self, action: int) -> str:
        return self._known.action_to_str(action)

    def str_to_action(self, notation: str) -> int:
        return self._known.str_to_action(notation)

    def action_text(self, action: int) -> str:
        """A choice as a person would say it."""
        return self._known.action_text(action, self.language)


class Bot:
    """A player that is a program. Subclasses implement ``choose``.

    One bot plays one seat of one match at a time; it may remember what it likes between its
    choices, as long as it copes with being asked about a position it has not seen before.
    """

    name: str = ""
    #: Who looks on while it thinks and may tell it to stop; of no use to bots that choose at once.
    watcher: Watcher | None = None

    def __init__(self, seed: object = 0) -> None:
        self.seed = seed

    def choose(self, table: Table) -> int:
        """One of ``table.legal_actions()``."""
        raise NotImplementedError


def ask(bot: Bot, match: Match) -> int:
    """Let a bot choose for the seat that has to; the match is not changed.

    Raises BotError where the bot fails or its answer is no legal action.
    """
    table = Table(match)
    try:
        answer: SupportsIndex = bot.choose(table)
    except SandtableError:
        raise
    except Exception as error:  # whatever goes wrong inside somebody's bot
        raise BotError(f"{_who(bot)} failed {_where(bot, error)}") from error
    try:
        action = operator.index(answer)
    except TypeError:
        raise BotError(
            f"{_who(bot)} answered {answer!r}; choose() has to return one of "
            "table.legal_actions(), a whole number"
        ) from None
    legal = match.legal_actions()
    if action not in legal:
        some = ", ".join(str(a) for a in legal[:8]) + (", ..." if len(legal) > 8 else "")
        raise BotError(f"{_who(bot)} answered {action}, which is not on offer; legal are: {some}")
    return action


def play(match: Match, bots: Sequence[Bot]) -> int:
    """Play a match to its end, ``bots[seat]`` choosing for each seat; returns the choices made."""
    if len(bots) != match.players:
        raise BotError(f"the match has {match.players} seats, but there are {len(bots)} bots")
    made = 0
    while True:
        seat = match.current_player
        if seat is None:
            return made
        match.apply(ask(bots[seat], match))
        made += 1


def _where(bot: Bot, error: Exception) -> str:
    """The place of an error and what it says; the place is in the bot's own file if possible, even
    where the error came from a library it called."""
    frames = traceback.extract_tb(error.__traceback__)
    own = getattr(sys.modules.get(type(bot).__module__), "__file__", None)
    place = next((frame for frame in reversed(frames) if frame.filename == own), frames[-1])
    message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"in {place.filename}, line {place.lineno}, in {place.name}: {message}"


def _who(bot: Bot) -> str:
    return f"the bot {getattr(bot, 'name', '') or type(bot).__name__}"
