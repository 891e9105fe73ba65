"""A match with the choices made in it: by whom, and in which turn."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.game_log import GameLog, PastChoice
from sandtable.kernel.match import Match

STRIDE: Final = 25  # choices from one copy of the match to the next


class History:
    """Plays a match, remembers every choice and keeps a log for each viewer.

    A copy of the match is kept every few choices, so that any past position is near one.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.choices: list[PastChoice] = []
        #: The logs that are kept up to date, by the seat they are for (None: a spectator) and
        #: their language.
        self.logs: dict[tuple[int | None, str], GameLog] = {}
        self._copies: list[Match] = [match.clone()]

    def apply(self, action: int) -> PastChoice:
        """Choose for the seat to choose; IllegalAction changes nothing."""
        match = self.match
        decision = match.decision()
        turn = match.turn_number()
        texts = self._texts(action) if decision and action in decision.actions else {}
        match.apply(action)
        assert decision is not None
        choice = PastChoice(turn, decision.player, action)
        self.choices.append(choice)
        if len(self.choices) % STRIDE == 0:
            self._copies.append(match.clone())
        for log in self.logs.values():
            log.add(choice, texts[log.language], match.events(log.viewer))
        return choice

    def _texts(self, action: int) -> dict[str, str]:
        """The choice in the languages of the logs; it can be said only before it is made."""
        languages = dict.fromkeys(log.language for log in self.logs.values())
        return {language: self.match.action_text(action, language) for language in languages}

    def add_log(self, log: GameLog) -> None:
        """Keep a log up to date from now on."""
        self.logs[log.viewer, log.language] = log

    def undo(self) -> None:
        """Take back the last choice; IllegalAction changes nothing."""
        self.match.undo()
        self._cut(len(self.choices) - 1)

    def go_back(self, step: int) -> None:
        """Go back to the position after this many choices, whatever has been revealed since and
        whoever has chosen."""
        self.match = self.at(step)
        self._cut(step)

    def _cut(self, step: int) -> None:
        del self.choices[step:]
        del self._copies[step // STRIDE + 1 :]
        for log in self.logs.values():
            log.cut(step)

    def at(self, step: int) -> Match:
        """An independent match in the position after this many choices."""
        if step == len(self.choices):
            return self.match.clone()
        match = self._copies[step // STRIDE].clone()
        for choice in self.choices[step // STRIDE * STRIDE : step]:
            match.apply(choice.action)
        return match

    def actions(self) -> list[int]:
        """The ids of all choices."""
        return [choice.action for choice in self.choices]


def replayed(start: Match, actions: list[int], log: GameLog | None = None) -> History:
    """A match from its beginning and its choices; ``start`` is played forward, the log follows."""
    history = History(start)
    if log is not None:
        history.add_log(log)
    for action in actions:
        history.apply(action)
    return history
