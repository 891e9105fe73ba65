"""`sandtable replay`: the log, and the position after so many choices."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import sandtable
from tests.cli.helpers import here
from tests.cli.helpers import sandtable as run


@pytest.fixture
def record(tmp_path: Path) -> tuple[Path, sandtable.Match]:
    match = sandtable.game("faiyum").new(2, 9)
    rng = random.Random(1)
    while not match.is_over:
        match.apply(rng.choice(match.legal_actions()))
    path = tmp_path / "game.txt"
    path.write_text(str(match.record()))
    return path, match


def after(match: sandtable.Match, choices: int) -> sandtable.Match:
    return sandtable.Record.parse(str(match.record())).replay(upto=choices)


def test_the_whole_game(
    record: tuple[Path, sandtable.Match], capsys: pytest.CaptureFixture[str]
) -> None:
    path, match = record
    done = here(capsys, "replay", str(path))
    assert done.code == 0
    assert "the game is over" in done.out
    winner = match.winners()[0] + 1
    assert f"Seat {winner} has won." in done.out or "share the victory" in done.out
    assert f"After {len(match.actions())} of {len(match.actions())} choices" in done.out


def test_up_to_a_choice(
    record: tuple[Path, sandtable.Match], capsys: pytest.CaptureFixture[str]
) -> None:
    path, match = record
    done = here(capsys, "replay", str(path), "--to", "20")
    half = after(match, 20)
    assert done.code == 0
    assert f"After 20 of {len(match.actions())} choices" in done.out
    assert half.prompt() in " ".join(done.out.split())
    assert f"Seat {(half.current_player or 0) + 1} is to choose" in done.out


def test_before_the_first_choice(
    record: tuple[Path, sandtable.Match], capsys: pytest.CaptureFixture[str]
) -> None:
    done = here(capsys, "replay", str(record[0]), "--to", "0")
    assert done.code == 0
    assert "After 0 of" in done.out
    assert done.out.count("croc") == 38


@pytest.mark.parametrize("to", [0, 1, 20, None])
def test_the_document(
    record: tuple[Path, sandtable.Match], capsys: pytest.CaptureFixture[str], to: int | None
) -> None:
    path, match = record
    words = ["replay", str(path), "--json"] + ([] if to is None else ["--to", str(to)])
    document = here(capsys, *words).json()
    count = len(match.actions()) if to is None else to
    there = after(match, count)
    assert document["game"] == "faiyum"
    assert document["choices"] == len(match.actions())
    assert document["to"] == count
    assert document["view"] == there.view(None)
    assert document["scores"] == there.scores()
    assert document["winners"] == there.winners()
    assert document["header"]["seed"] == "9"
    made = [notation for turn in document["turns"] for notation in turn["choices"]]
    assert made == [match.action_to_str(a) for a in match.actions()[:count]]
    if count:
        assert all(turn["lines"] for turn in document["turns"][:-1])
        assert document["turns"][0]["seat"] == 0
        assert document["turns"][0]["turn"] == 1


def test_from_standard_input(record: tuple[Path, sandtable.Match]) -> None:
    done = run("replay", "-", "--to", "3", "--json", stdin=record[0].read_text())
    assert done.json()["to"] == 3


def test_too_far(record: tuple[Path, sandtable.Match], capsys: pytest.CaptureFixture[str]) -> None:
    path, match = record
    done = here(capsys, "replay", str(path), "--to", "9999")
    assert done.code == 2
    assert f"{len(match.actions())} choices" in done.err


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: "hello\n" + text, "line 1"),
        (lambda text: text.replace("1. seat 1", "1. seat 2", 1), "line 10"),
        (lambda text: text.replace("rules: 2", "rules: 0", 1), "rules 0"),
        (lambda text: text.replace("game: faiyum", "game: chess", 1), "chess"),
        (lambda text: text.replace("edition: standard ", "edition: other 0", 1), "edition"),
        (lambda text: "", "line 1"),
    ],
)
def test_damaged_records(
    record: tuple[Path, sandtable.Match],
    capsys: pytest.CaptureFixture[str],
    damage: object,
    words: str,
) -> None:
    path, _ = record
    assert callable(damage)
    path.write_text(damage(path.read_text()))
    done = here(capsys, "replay", str(path))
    assert done.code == 2
    assert done.out == ""
    assert words in done.err
    assert path.name in done.err


def test_a_reader_that_goes_away(record: tuple[Path, sandtable.Match], tmp_path: Path) -> None:
    import subprocess
    import sys

    replay = subprocess.Popen(
        [sys.executable, "-m", "sandtable.cli", "replay", str(record[0])],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert replay.stdout is not None and replay.stderr is not None
    replay.stdout.close()
    assert replay.stderr.read() == b""
    replay.stderr.close()
    assert replay.wait(timeout=30) == 141
