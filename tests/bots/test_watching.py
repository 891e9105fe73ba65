"""Looking on while a bot thinks, and telling it to stop."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

import sandtable
from sandtable import bots
from sandtable.bots import parallel
from sandtable.bots.base import Table
from sandtable.bots.search import SearchBot
from sandtable.bots.watching import BotProgress
from sandtable.kernel.match import Match

SPLITS = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot split processes")
#: Far more than any test waits for.
LONG = 10**7


class Looking:
    """Notes what it sees, and says when to stop."""

    def __init__(self, stop: Callable[[int], bool]) -> None:
        self.stop = stop
        self.looks: list[list[bots.Candidate]] = []
        self.seconds: set[float | None] = set()

    def on_progress(self, progress: BotProgress) -> bool:
        self.looks.append(progress.candidates(5))
        self.seconds.add(progress.seconds)
        return self.stop(len(self.looks))


def middle(game: str, players: int) -> Match:
    """A position with much to choose."""
    match = sandtable.game(game).new(players, 4)
    bot = bots.make("greedy", 1)
    while match.turn_number() < 9 or len(match.legal_actions()) < 4:
        match.apply(bots.ask(bot, match))
    return match


@pytest.mark.parametrize("planned", [0, None])
@pytest.mark.parametrize(("game", "players"), [("faiyum", 2), ("resafa", 1)])
def test_a_bot_told_to_stop_answers_with_the_best_so_far(
    game: str, players: int, planned: int | None
) -> None:
    match = middle(game, players)
    bot = SearchBot(1, iterations=LONG, planned=planned)
    bot.watcher = watcher = Looking(lambda looks: looks >= 3)
    action = bots.ask(bot, match)
    assert len(watcher.looks) == 3
    assert watcher.seconds == {None}, "it would have thought for ever"
    last = watcher.looks[-1]
    assert action == last[0].action, "what it thought of most"
    assert {candidate.action for candidate in last} <= set(match.legal_actions())
    assert 0.0 < sum(candidate.share for candidate in last) <= 1.001
    for candidate in last:
        assert (candidate.chance is None) == (players == 1)
        assert candidate.chance is None or 0.0 <= candidate.chance <= 1.0


def test_a_bot_stopped_at_its_first_look_chooses_all_the_same() -> None:
    match = middle("faiyum", 3)
    for name in ("search:time=60", "master"):
        bot = bots.make(name, 1)
        bot.watcher = watcher = Looking(lambda looks: True)
        assert bots.ask(bot, match) in match.legal_actions()
        assert len(watcher.looks) == 1
        assert all(seconds is not None and seconds > 0 for seconds in watcher.seconds)


@SPLITS
def test_searching_in_several_processes_stops_in_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the other processes have found so far counts."""
    tallies: list[parallel.Tally] = []
    tally = parallel.SearchProcess.tally

    def noted(self: parallel.SearchProcess, late: float) -> parallel.Tally:
        tallies.append(tally(self, late))
        return tallies[-1]

    monkeypatch.setattr(parallel.SearchProcess, "tally", noted)
    match = middle("faiyum", 2)
    bot = SearchBot(1, iterations=LONG, workers=2)
    bot.watcher = watcher = Looking(lambda looks: looks >= 3)
    search = bot.think(Table(match))
    assert len(watcher.looks) == 3, "of the bot's own process, not of the other"
    assert search.best(match.legal_actions()) in match.legal_actions()
    (other,) = tallies
    assert 0 < sum(visits for _, visits, _, _ in other) < search.root.visits


@pytest.mark.parametrize("planned", [0, None])
def test_who_looks_on_changes_nothing(planned: int | None) -> None:
    """Same seed, same choices."""
    match = middle("resafa", 2)
    tallies: list[list[tuple[int, int, float, float]]] = []
    watcher = Looking(lambda looks: False)
    for looks_on in (None, watcher):
        bot = SearchBot(3, iterations=60, planned=planned)
        bot.watcher = looks_on
        tallies.append(bot.think(Table(match)).tally())
    assert watcher.looks
    assert tallies[0] == tallies[1]


def test_hints_that_are_stopped_tell_what_they_have() -> None:
    match = middle("resafa", 2)
    told = bots.hints(match, seconds=LONG, watcher=Looking(lambda looks: looks >= 2))
    assert 1 <= len(told) <= 3
    assert {hint.action for hint in told} <= set(match.legal_actions())
