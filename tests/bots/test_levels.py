"""The strengths offered to people."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.base import BotError, Table
from sandtable.bots.levels import HardBot


def test_all_levels_are_there_and_know_their_names() -> None:
    assert bots.LEVELS == ["easy", "medium", "hard"]
    for level in bots.LEVELS:
        assert level in bots.names()
        assert bots.make(level).name == level


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_easy_plays_sensibly_but_not_well(game: str) -> None:
    """Against medium it loses; against chance it wins: both clearly, over several games."""
    sums = {"easy": 0, "medium": 0, "random": 0}
    for seed in range(2):
        for seats in (["easy", "medium"], ["random", "easy"]):
            match = sandtable.game(game).new(2, seed)
            bots.play(match, [bots.make(spec, f"{seed} {spec}") for spec in seats])
            for seat, spec in enumerate(seats):
                sums[spec] += match.scores()[seat] * (1 if spec == "easy" else 2)
    assert sums["random"] * 1.5 < sums["easy"]
    assert sums["easy"] * 1.15 < sums["medium"]


def test_hard_thinks_less_about_the_rest_of_a_turn() -> None:
    """What was learnt for a turn's first decision serves the next ones."""
    match = sandtable.game("resafa").new(2, 5)
    bot = HardBot(seed=1, time=0.05, later=0.02)
    spent: list[tuple[int, float]] = []
    while len({turn for turn, _ in spent}) < 3:
        if match.current_player == 0 and len(match.legal_actions()) > 1:
            action = bot.choose(Table(match))
            spent.append((match.turn_number(), bot.seconds))
        else:
            action = match.legal_actions()[0]
        match.apply(action)
    for place, (turn, seconds) in enumerate(spent):
        first = place == 0 or spent[place - 1][0] != turn
        assert seconds == (0.05 if first else 0.02)
    assert any(seconds == 0.02 for _, seconds in spent)


def test_hard_keeps_within_two_seconds_by_its_settings() -> None:
    """The search stops by the clock; its settings leave room for what is done around it."""
    bot = bots.make("hard")
    assert isinstance(bot, HardBot)
    assert bot.seconds <= 1.5


@pytest.mark.parametrize("spec", ["hard:time=0", "hard:later=-1", "hard:depth=3"])
def test_bad_settings_are_refused(spec: str) -> None:
    with pytest.raises(BotError, match=r"hard|seconds"):
        bots.make(spec)
