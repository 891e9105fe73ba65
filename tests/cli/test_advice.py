"""`sandtable hint` and `sandtable analyse`."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import sandtable
from tests.cli.helpers import here


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a game alone, played at random."""
    match = sandtable.game("faiyum").new(1, 9)
    rng = random.Random(1)
    while not match.is_over:
        match.apply(rng.choice(match.legal_actions()))
    path = tmp_path / "finished.txt"
    path.write_text(str(match.record()))
    return path


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    match = sandtable.game("resafa").new(2, 9)
    rng = random.Random(1)
    for _ in range(25):
        match.apply(rng.choice(match.legal_actions()))
    path = tmp_path / "begun.txt"
    path.write_text(str(match.record()))
    return path


def replayed(path: Path, **more: int) -> sandtable.Match:
    return sandtable.Record.parse(path.read_text()).replay(**more)


def test_a_hint_for_the_last_position(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = here(capsys, "hint", str(begun), "--iterations", "20", "--json")
    document = done.json()
    match = replayed(begun)
    assert document["seat"] == match.current_player
    assert document["step"] == 25
    assert document["prompt"] == match.prompt()
    for hint in document["hints"]:
        assert match.str_to_action(hint["notation"]) in match.legal_actions()
    done = here(capsys, "hint", str(begun), "--iterations", "20", "--count", "2")
    assert done.code == 0
    words = " ".join(done.out.split())
    assert "to win" in words and "points" in words and match.prompt() in words
    assert document["hints"][0]["text"].split()[0] in words


def test_a_hint_at_a_turn(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = sandtable.Record.parse(finished.read_text())
    number = record.turns[4][1]
    before = sum(len(turn[3]) for turn in record.turns[:4])
    words = ["hint", str(finished), "--turn", str(number), "--iterations", "5", "--json"]
    document = here(capsys, *words).json()
    assert (document["turn"], document["step"]) == (number, before)
    assert document["hints"][0]["chance"] is None
    document = here(capsys, *words[:2], "--to", "3", "--seconds", "0.05", "--json").json()
    assert document["step"] == 3


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "the game is over"),
        (["--turn", "9999"], "no"),
        (["--to", "99999"], "choices"),
        (["--turn", "1", "--to", "1"], "not allowed"),
        (["--seconds", "0"], "'0'"),
        (["--count", "x"], "'x'"),
    ],
)
def test_hints_that_cannot_be(
    finished: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    done = here(capsys, "hint", str(finished), *words)
    assert done.code == 2
    assert done.out == "" and told in done.err


def test_an_analysis(finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "analysis.json"
    done = here(
        capsys, "analyse", str(finished), "--iterations", "1", "--output", str(output), "--all"
    )
    assert done.code == 0
    for heading in ("Every turn", "The turns that changed the most", "What would have been better"):
        assert heading in done.out
    document = json.loads(output.read_text())
    match = replayed(finished)
    assert document["game"] == "faiyum" and document["header"]["seed"] == "9"
    assert document["turns"][-1]["last"] == len(match.actions())
    assert document["end"] == {"points": match.scores(), "chances": None}
    worst = document["turns"][document["missed"][0]]
    assert f"{worst['turn']} " in done.out


def test_an_analysis_as_a_document(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = here(capsys, "analyse", str(begun), "--seconds", "0.01", "--json").json()
    assert document["turns"][-1]["last"] == 25
    assert len(document["end"]["chances"]) == 2


@pytest.mark.parametrize("command", ["hint", "analyse"])
def test_damaged_records(
    command: str, finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = finished.read_text()
    for damage, told in (
        ("hello\n" + text, "line 1"),
        (text.replace("1. seat 1", "1. seat 2", 1), "seat 2"),
        (text.replace("edition: standard ", "edition: other 0", 1), "edition"),
        ("", "line 1"),
    ):
        finished.write_text(damage)
        done = here(capsys, command, str(finished))
        assert done.code == 2
        assert done.out == ""
        assert told in done.err and finished.name in done.err
    done = here(capsys, command, str(tmp_path / "none.txt"))
    assert done.code == 2 and "none.txt" in done.err


def test_a_file_that_cannot_be_written(
    finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Known before the work is done."""
    done = here(capsys, "analyse", str(finished), "--output", str(tmp_path / "no" / "a.json"))
    assert done.code == 2 and "a.json" in done.err


def test_nothing_to_analyse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new.txt"
    path.write_text(str(sandtable.game("faiyum").new(2, 1).record()))
    done = here(capsys, "analyse", str(path))
    assert done.code == 2 and "nothing has been chosen" in done.err
