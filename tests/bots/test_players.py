"""The players that come with Sandtable, and one's own from a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.base import Table
from sandtable.bots.evaluations import evaluation, experience_for_version
from sandtable.bots.greedy import GreedyBot
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.match import Match

ROOT = Path(__file__).resolve().parents[2]


def play(match: Match, specs: list[str], most: int) -> list[int]:
    """Let bots choose; returns what they chose."""
    seats = [bots.make(spec, seed) for seed, spec in enumerate(specs)]
    chosen: list[int] = []
    while not match.is_over and len(chosen) < most:
        seat = match.current_player
        assert seat is not None
        action = int(seats[seat].choose(Table(match)))
        assert action in match.legal_actions()
        match.apply(action)
        chosen.append(action)
    return chosen


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
@pytest.mark.parametrize("spec", ["random", "greedy", "search:iterations=4"])
def test_players_choose_what_is_offered_and_the_same_again(game: str, spec: str) -> None:
    first = play(sandtable.game(game).new(players=2, seed=5), [spec, "random"], 12)
    second = play(sandtable.game(game).new(players=2, seed=5), [spec, "random"], 12)
    assert first == second


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_greedy_beats_random(game: str) -> None:
    match = sandtable.game(game).new(players=2, seed=3)
    play(match, ["greedy", "random"], 10_000)
    assert match.is_over
    assert match.winners() == [0]


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_greedy_of_version_1_judges_as_it_had_learnt(game: str) -> None:
    title = sandtable.game(game)
    match = title.new(players=2, seed=3)
    state = match.state
    old = GreedyBot(version=1).planner_for(title, 2).evaluation
    judge = evaluation(title, None, experience_for_version(title, 1))
    assert old.values(state) == judge.values(state)
    assert old.values(state) != GreedyBot().planner_for(title, 2).evaluation.values(state)
    with pytest.raises(bots.BotError, match="version"):
        GreedyBot(version=3)


def test_greedy_tries_out_no_more_than_it_may() -> None:
    table = Table(sandtable.game("faiyum").new(players=2, seed=3))
    every = GreedyBot(seed=1)._plans(table)
    assert len(every) == len(table.legal_actions()) > 3
    few = GreedyBot(seed=1, max_actions=3, completions=1)._plans(table)
    assert len(few) == 3
    assert few[0].value <= every[0].value
    for option in ("max_actions", "completions", "finalists"):
        with pytest.raises(bots.BotError, match=f"{option} is a whole number from 1 up"):
            bots.make(f"greedy:{option}=0", 1)


def test_table_keeps_the_seed_and_the_order_of_cards() -> None:
    match = sandtable.game("faiyum").new(players=2, seed=11)
    table = Table(match)
    assert table.view() == match.view(0)
    other = table.resample(1)
    assert other.seed is None
    assert other.view(0) == match.view(0)


def _plays(match: sandtable.Match) -> int:
    """How many cards can be played."""
    return sum(match.action_to_str(action).startswith("play") for action in match.legal_actions())


def test_own_bot_from_the_documentation(tmp_path: Path) -> None:
    page = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    miser, builder = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    path = tmp_path / "miser.py"
    path.write_text(miser, encoding="utf-8")
    (tmp_path / "builder.py").write_text(builder, encoding="utf-8")
    match = sandtable.game("faiyum").new(players=2, seed=1)
    chosen = play(match, [f"{path}:Miser", "random"], 10)
    assert match.action_to_str(chosen[0]).startswith("cash")
    match = sandtable.game("faiyum").new(players=2, seed=1)
    while not (Table(match).kind() == "turn" and _plays(match) > 1):
        match.apply(match.legal_actions()[0])
    table = Table(match)
    first = bots.make(f"{tmp_path / 'builder.py'}:Builder", 3).choose(table)
    last = bots.make(f"{tmp_path / 'builder.py'}:Builder:last=1", 3).choose(table)
    assert first < last
    assert {table.action_to_str(action).split()[0] for action in (first, last)} == {"play"}


@pytest.mark.parametrize("spec", ["nobody", "search:time=soon", "missing.py:Bot", ""])
def test_bad_specs_are_explained(spec: str) -> None:
    with pytest.raises(SandtableError):
        bots.make(spec)
