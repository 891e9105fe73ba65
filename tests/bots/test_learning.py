"""`sandtable tune --method learning`: what positions are worth, learnt from how games went on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.evaluations import evaluation, learnt, tuned
from sandtable.bots.tuning import learning
from sandtable.bots.tuning.learning import Learning, Sums, Walk, least_squares
from sandtable.cli import main
from sandtable.games.faiyum.bot.experience import CARDS, TRAITS, learnt_places
from sandtable.games.faiyum.game import Faiyum
from sandtable.kernel.errors import BadOption

numpy = pytest.importorskip("numpy")

FAIYUM = sandtable.game("faiyum")


def quiet(*_: object) -> None:
    return


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "CHUNK", 1)


def test_least_squares_finds_what_traits_are_worth() -> None:
    rng = numpy.random.default_rng(1)
    traits = rng.normal(size=(4000, 4)) * [0, 1, 5, 0.2] + [1, 3, -2, 0.5]
    points = traits @ [7.0, 2.0, -1.0, 30.0] + rng.normal(size=4000)
    # Positions with nothing after them: what they bring is what they are worth.
    square = traits.T @ traits
    (worths,) = least_squares(Sums(square, square, traits.T @ points), 1)
    assert worths == pytest.approx([7.0, 2.0, -1.0, 30.0], rel=0.05)


def test_a_trait_that_never_changes_is_worth_nothing() -> None:
    traits = numpy.array([[1.0, 0.0, 2.0], [1.0, 0.0, 3.0], [1.0, 0.0, 5.0]])
    square = traits.T @ traits
    (worths,) = least_squares(Sums(square, square, traits.T @ [4.0, 6.0, 10.0]), 1)
    assert worths[1] == 0.0
    assert worths[2] == pytest.approx(2.0, rel=0.01)


def test_what_comes_later_is_learnt_step_by_step() -> None:
    """A point for each of four steps: a position is worth as many points as there are steps to
    come, and that is learnt without ever being told a final score."""
    walk = Walk()
    for left in (4, 3, 2, 1):
        walk.traits.append([1.0, float(left)])
        walk.points.append(4.0 - left)
    (worths,) = least_squares(walk.sums(4.0), 1)
    assert worths == pytest.approx([0.0, 1.0], abs=0.02)


def test_every_card_has_a_place_of_its_own() -> None:
    assert isinstance(FAIYUM, Faiyum)
    places = learnt_places()
    assert set(places) == set(FAIYUM.codes.cards)
    assert sorted(places.values()) == list(range(1, len(places) + 1))
    assert len(places) < CARDS
    # What was learnt is kept by these places.
    assert (places[2], places[120], places[1], places[5]) == (1, 60, 61, 63)


@pytest.mark.parametrize("players", [1, 2, 5])
def test_values_are_what_traits_are_worth(players: int) -> None:
    worths = [(place * 7 % 11 - 5) / 10 for place in range(TRAITS)]
    lessons = {f"{players} turns": worths, f"{players} last": worths[::-1]}
    judge = evaluation(FAIYUM, None, lessons)
    match = FAIYUM.new(players=players, seed=3)
    players_ = [bots.make("greedy", seat) for seat in range(players)]
    seen = set()
    while (decision := match.decision()) is not None:
        if judge.settled(decision) and match.turn_number() % 5 == 0:
            lesson = judge.lesson(match.state)
            seen.add(lesson)
            values = judge.values(match.state)
            for seat in range(players):
                traits = judge.traits(match.state, seat)
                if traits:
                    worth = sum(a * b for a, b in zip(traits, lessons[lesson], strict=True))
                    if lesson.endswith("last"):
                        worth = max(0.0, worth)  # one can pass and keep what one has
                    sure = judge.sure(match.state, seat)
                    assert values[seat] == pytest.approx(sure + worth, abs=1.0)
        match.apply(bots.ask(players_[decision.player], match))
    assert seen == set(lessons)


def test_an_experience_of_other_traits_is_not_used() -> None:
    match = FAIYUM.new(players=2, seed=1)
    plain = evaluation(FAIYUM, None, {}).values(match.state)
    assert evaluation(FAIYUM, None, {"2 turns": [1.0] * 5}).values(match.state) == plain


def test_the_experience_shipped() -> None:
    found = learnt("faiyum")
    assert {"1 turns", "1 last", "2 turns", "2 last"} <= set(found)
    assert all(len(worths) == TRAITS for worths in found.values())
    # There is a note of how each lesson was learnt.
    titles = {"alone" if word[0] == "1" else f"{word[0]} players" for word in found}
    notes = tuned("faiyum")["learnt"]
    assert set(notes) == titles
    assert all(note["check"]["gain"] > note["check"]["interval"] for note in notes.values())


@pytest.mark.slow
def test_a_stopped_run_goes_on_as_if_it_had_not_been(tmp_path: Path, small: None) -> None:
    class Stop(Exception):
        pass

    told = 0

    def stop(*_: object) -> None:
        nonlocal told
        told += 1
        if told == 4:
            raise Stop

    def run(folder: str, tell: Any) -> Any:
        return Learning("faiyum", 2, 2, tmp_path / folder, 1).run(2, 2, 1, tell)

    unbroken = run("a", quiet)
    with pytest.raises(Stop):
        run("b", stop)
    assert run("b", quiet) == unbroken
    assert json.loads((tmp_path / "b" / "weights.json").read_text()) == unbroken
    assert unbroken["learnt"]["2 players"]["rounds"] == 2
    # Nothing is played again, and more rounds can follow.
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "b").glob("*.npz")}
    Learning("faiyum", 2, 2, tmp_path / "b", 1).run(3, 2, 1, quiet)
    for name, time in before.items():
        assert (tmp_path / "b" / name).stat().st_mtime_ns == time
    # A broken file is named.
    (tmp_path / "b" / "round-1-0001.npz").write_bytes(b"nothing")
    with pytest.raises(BadOption, match=r"round-1-0001\.npz cannot be read; remove it"):
        Learning("faiyum", 2, 2, tmp_path / "b", 1).run(2, 2, 1, quiet)


@pytest.mark.slow
def test_the_command(tmp_path: Path, small: None, capsys: Any) -> None:
    arguments = ["tune", "faiyum", "--method", "learning", "--players", "1", "--generations", "1"]
    arguments += ["--games", "2", "--check", "2", "--folder", str(tmp_path / "run")]
    assert main(arguments) == 0
    assert "2 games of the check" in capsys.readouterr().out
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["experience"]) >= {"1 turns", "1 last"}
    assert found["learnt"]["alone"]["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["resafa"], "learns nothing from games"),
        (["faiyum", "--weights", "money"], "are for the method evolution"),
        (["faiyum", "--games", "200000"], "at most 100000 --games"),
    ],
)
def test_bad_arguments(tmp_path: Path, capsys: Any, arguments: list[str], told: str) -> None:
    folder = ["--folder", str(tmp_path / "run")]
    assert main(["tune", *arguments, "--method", "learning", *folder]) == 2
    assert told in capsys.readouterr().err
