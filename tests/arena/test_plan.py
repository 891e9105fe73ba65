"""Plans: what is wrong shows at once, and the same plan gives the same games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.arena import Plan
from sandtable.arena.playing import play, play_match
from sandtable.commands import simulate
from tests.arena.helpers import bot_file


def test_defaults() -> None:
    plan = Plan("faiyum", ["random"] * 6)
    assert plan.seats == 5
    assert plan.names == ["random", *[f"random #{i}" for i in range(2, 7)]]
    assert [plan.game_seed(number) for number in range(3)] == [1, 2, 3]


def test_alone_everybody_plays_every_seed() -> None:
    plan = Plan("faiyum", ["random", "random"], seats=1, seed=10)
    jobs = [plan.job(number) for number in range(4)]
    assert [job.seed for job in jobs] == [10, 10, 11, 11]
    assert [plan.seating(number) for number in range(4)] == [[0], [1], [0], [1]]


@pytest.mark.parametrize("name", sandtable.games())
def test_a_game_is_the_same_everywhere(name: str) -> None:
    """Also the same as `sandtable simulate` plays for these seats and this seed."""
    plan = Plan(name, ["random", "random"], seed=5)
    job = plan.job(3)
    played = play(plan.title, plan.options, job)
    assert play(plan.source.load(), {}, job).record == played.record
    simulation = simulate.Simulation(plan.source, job.seats, None)
    simulated = simulate.play_one(simulation, sandtable.game(name), job.seed)
    for word in ("scores", "winners", "decisions", "turns"):
        assert played.figures[word] == simulated[word]
    match = sandtable.Record.parse(played.record).replay()
    assert match.scores() == played.figures["scores"]
    assert match.breakdown() == played.figures["points"]


def test_points_by_source_make_the_score() -> None:
    match, _ = play_match(sandtable.game("faiyum"), ["random", "random"], 3, {})
    for score, points in zip(match.scores(), match.breakdown(), strict=True):
        assert sum(points.values()) == score


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": ["random", ""]}, "between the commas"),
        ({"players": ["random"] * 21}, "up to 20 players"),
        ({"players": ["random"], "seats": 2}, "2 seats need 2 players"),
        ({"players": ["random"] * 6, "seats": 6}, "takes 1 to 5 players"),
        ({"players": ["nobody", "random"]}, "no bot 'nobody'"),
        ({"players": ["random", "random"], "options": {"mode": "campaign"}}, "players=1"),
        ({"game": "chess", "players": ["random"]}, "no game 'chess'"),
    ],
)
def test_bad_plans(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(sandtable.SandtableError, match=message):
        Plan(**{"game": "faiyum", **arguments})


def test_identity_knows_the_contents_of_bot_files(tmp_path: Path) -> None:
    path = bot_file(tmp_path)
    plan = Plan("faiyum", [f"{path}:First", "random"])
    before = plan.fingerprint()
    assert Plan("faiyum", [f"{path}:First", "random"]).fingerprint() == before
    Path(path).write_text(Path(path).read_text() + "\n# changed\n")
    assert Plan("faiyum", [f"{path}:First", "random"]).fingerprint() != before
    assert Plan("faiyum", ["random", "random"]).fingerprint() != before


def test_edition_is_part_of_the_plan() -> None:
    edition = {**sandtable.game("faiyum").edition, "name": "mine"}
    plan = Plan("faiyum", ["random", "random"], edition=edition)
    assert plan.source.load().edition["name"] == "mine"
    assert plan.fingerprint() != Plan("faiyum", ["random", "random"]).fingerprint()
