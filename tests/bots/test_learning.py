"""`sandtable tune --method learning`: what positions are worth, learnt from how games went on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.evaluations import default_experience, evaluation, tuned
from sandtable.bots.tuning import learning
from sandtable.bots.tuning.learning import Learning, Sums, Trajectory, least_squares
from sandtable.cli import main
from sandtable.games.faiyum.bot import experience as faiyum
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.resafa.bot import experience as resafa
from sandtable.kernel.errors import BadOption

numpy = pytest.importorskip("numpy")

FAIYUM = sandtable.game("faiyum")
RESAFA = sandtable.game("resafa")
TRAITS = {"faiyum": faiyum.TRAITS, "resafa": resafa.TRAITS}


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
    (coefficients,) = least_squares(Sums(square, square, traits.T @ points), 1)
    assert coefficients == pytest.approx([7.0, 2.0, -1.0, 30.0], rel=0.05)


def test_a_trait_that_never_changes_is_worth_nothing() -> None:
    traits = numpy.array([[1.0, 0.0, 2.0], [1.0, 0.0, 3.0], [1.0, 0.0, 5.0]])
    square = traits.T @ traits
    (coefficients,) = least_squares(Sums(square, square, traits.T @ [4.0, 6.0, 10.0]), 1)
    assert coefficients[1] == 0.0
    assert coefficients[2] == pytest.approx(2.0, rel=0.01)


def test_what_comes_later_is_learnt_step_by_step() -> None:
    """A point for each of four steps: a position is worth as many points as there are steps to
    come, and that is learnt without ever being told a final score."""
    trajectory = Trajectory()
    for left in (4, 3, 2, 1):
        trajectory.add([1.0, float(left)], 0, 4.0 - left)
    (coefficients,) = least_squares(trajectory.sums(4.0, 0.9), 1)
    assert coefficients == pytest.approx([0.0, 1.0], abs=0.02)


def test_every_card_has_a_place_of_its_own() -> None:
    assert isinstance(FAIYUM, Faiyum)
    places = faiyum.learnt_places()
    assert set(places) == set(FAIYUM.codes.cards)
    assert sorted(places.values()) == list(range(1, len(places) + 1))
    assert len(places) < faiyum.CARDS
    # What was learnt is kept by these places.
    assert (places[2], places[120], places[1], places[5]) == (1, 60, 61, 63)


def test_every_card_of_resafa_has_a_place_of_its_own() -> None:
    special = resafa.learnt_places("special_cards")
    bonus = resafa.learnt_places("bonus_cards")
    assert sorted(special.values()) == list(range(resafa.SPECIALS))
    assert sorted(bonus.values()) == list(range(resafa.BONUSES))
    # What was learnt is kept by these places.
    assert (special["p1"], special["p72"], bonus["b1"]) == (0, 71, 0)


def some_coefficients(game: Any, players: int, units: int = 0) -> dict[str, list[float]]:
    """An experience of numbers that mean nothing, others in every phase."""
    phases = evaluation(game, None, {}).phases(players)
    size = TRAITS[game.name]
    places = range(size + units * (size + 1))
    return {
        phase: [((place + number) * 7 % 11 - 5) / 10 for place in places]
        for number, phase in enumerate(phases)
    }


def expected_worth(traits: list[float], learnt: list[float]) -> float:
    """What traits are worth by the description of `sandtable.bots.engine.traits`."""
    size = len(traits)
    total = sum(a * b for a, b in zip(traits, learnt[:size], strict=True))
    for begin in range(size, len(learnt), size + 1):
        taken, added = learnt[begin : begin + size], learnt[begin + size]
        total += added * max(0.0, sum(a * b for a, b in zip(traits, taken, strict=True)))
    return total


@pytest.mark.parametrize(
    ("game", "players", "units"),
    [
        (FAIYUM, 1, 0),
        (FAIYUM, 2, 3),
        (FAIYUM, 5, 0),
        (RESAFA, 1, 0),
        (RESAFA, 2, 3),
        (RESAFA, 4, 0),
    ],
)
def test_values_are_what_traits_are_worth(game: Any, players: int, units: int) -> None:
    experience = some_coefficients(game, players, units)
    judge = evaluation(game, None, experience)
    match = game.new(players=players, seed=3)
    players_ = [bots.make("greedy", seat) for seat in range(players)]
    seen = set()
    while (decision := match.decision()) is not None:
        if judge.begins_turn(decision) and match.turn_number() % 5 == 0:
            phase = judge.phase(match.state)
            seen.add(phase)
            values = judge.values(match.state)
            for seat in range(players):
                traits = judge.traits(match.state, seat)
                worth = expected_worth(traits, experience[phase]) if traits else 0.0
                if phase.endswith("last"):
                    worth = max(0.0, worth)  # one can pass and keep what one has
                sure = judge.baseline(match.state, seat)
                assert values[seat] == pytest.approx(sure + worth, abs=1.0)
        match.apply(bots.ask(players_[decision.player], match))
    assert seen == set(experience)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_resafa_without_experience_reasons_as_it_learns_from(players: int) -> None:
    """An empty experience, and one for other numbers of players, leave the reasoning alone."""
    plain = evaluation(RESAFA, None, {})
    other = evaluation(RESAFA, None, some_coefficients(RESAFA, players % 4 + 1))
    match = RESAFA.new(players=players, seed="plain")
    while (decision := match.decision()) is not None:
        if plain.begins_turn(decision):
            values = plain.values(match.state)
            assert values == [plain.baseline(match.state, seat) for seat in range(players)]
            assert other.values(match.state) == values
        match.apply(decision.actions[len(decision.actions) // 2])


def test_nothing_is_learnt_of_a_seat_that_has_had_its_turns() -> None:
    judge = evaluation(RESAFA, None, {})
    match = RESAFA.new(players=2, seed="turns")
    empty = []
    while (decision := match.decision()) is not None:
        if judge.begins_turn(decision):
            traits = [judge.traits(match.state, seat) for seat in range(2)]
            assert traits[decision.player], "a seat that plays has something to learn"
            assert all(len(each) in (0, resafa.TRAITS) for each in traits)
            empty.append(not all(traits))
        match.apply(decision.actions[0])
    # Only whoever played the last but one turn of the game.
    assert empty == [False] * (len(empty) - 1) + [True]


@pytest.mark.parametrize("game", [FAIYUM, RESAFA])
def test_an_experience_of_other_traits_is_not_used(game: Any) -> None:
    match = game.new(players=2, seed=1)
    judge = evaluation(game, None, {})
    plain = judge.values(match.state)
    for phase in judge.phases(2):
        assert evaluation(game, None, {phase: [1.0] * 5}).values(match.state) == plain


@pytest.mark.parametrize("game", [FAIYUM, RESAFA])
def test_the_experience_shipped(game: Any) -> None:
    shipped = dict(default_experience(game.name))
    notes = dict(tuned(game.name)["learnt"])
    for players in range(game.min_players, game.max_players + 1):
        # Every number of players has all its phases, and a note of how they were learnt.
        note = notes.pop("alone" if players == 1 else f"{players} players")
        size, units = TRAITS[game.name], note.get("units", 0)
        for phase in evaluation(game).phases(players):
            assert len(shipped.pop(phase)) == size + units * (size + 1)
        assert note["check"]["gain"] > note["check"]["interval"]
    assert not notes
    assert not shipped


def test_a_game_without_traits_cannot_learn(tmp_path: Path, toy: Any) -> None:
    with pytest.raises(BadOption, match="toy has an evaluation that learns nothing"):
        Learning("toy", 2, 2, tmp_path / "run", 1)


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
    document = json.loads(capsys.readouterr().out)
    assert set(document["experience"]) >= {"1 turns", "1 last"}
    assert document["learnt"]["alone"]["games"] == 2


@pytest.mark.slow
def test_the_command_with_hidden_units(tmp_path: Path, small: None, capsys: Any) -> None:
    """What single traits are worth stays as it came with Sandtable; units are added, in every
    round from all games so far."""
    arguments = ["tune", "resafa", "--method", "learning", "--players", "3", "--units", "2"]
    arguments += ["--games", "2", "--check", "2", "--generations", "2", "--json"]
    assert main([*arguments, "--folder", str(tmp_path / "run")]) == 0
    document = json.loads(capsys.readouterr().out)
    size = TRAITS["resafa"]
    for phase in evaluation(RESAFA).phases(3):
        learnt = document["experience"][phase]
        assert len(learnt) == size + 2 * (size + 1)
        assert learnt[:size] == default_experience("resafa")[phase][:size]
    assert document["learnt"]["3 players"]["units"] == 2
    assert document["learnt"]["3 players"]["began with"] == tuned("resafa")["learnt"]["3 players"]
    assert document["learnt"]["3 players"]["by"].startswith("hidden units")


@pytest.mark.slow
def test_hidden_units_of_a_fresh_start(tmp_path: Path, small: None) -> None:
    """Where nothing is known, least squares find what single traits are worth first."""
    learning_ = Learning("resafa", 2, 2, tmp_path / "run", 1, fresh=True, units=1)
    document = learning_.run(1, 2, 1, quiet)
    size = TRAITS["resafa"]
    learnt = document["experience"]["2 rounds 1-2"]
    assert len(learnt) == size + size + 1
    assert any(learnt[:size])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["faiyum", "--units", "300"], "at most 256 --units"),
        (["faiyum", "--weights", "money"], "are for the method evolution"),
        (["faiyum", "--games", "200000"], "at most 100000 --games"),
    ],
)
def test_bad_arguments(tmp_path: Path, capsys: Any, arguments: list[str], told: str) -> None:
    folder = ["--folder", str(tmp_path / "run")]
    assert main(["tune", *arguments, "--method", "learning", *folder]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--trace", "1.5"], ["--shrink", "much"]])
def test_parts_are_numbers_from_0_to_1(tmp_path: Path, capsys: Any, arguments: list[str]) -> None:
    command = ["tune", "resafa", "--method", "learning", "--folder", str(tmp_path / "run")]
    with pytest.raises(SystemExit):
        main([*command, *arguments])
    option, given = arguments[:2]
    assert f"{option}: {given!r} is not a number from 0 to 1" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
