"""The command line as a whole: help, bad input, bench, play without a terminal, starting."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable.cli import COMMANDS, main
from sandtable.server import NotInstalled
from tests.cli.helpers import here
from tests.cli.helpers import sandtable as run

SEATS = ["--seats", "random,random"]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    done = here(capsys, "--version")
    assert done.code == 0
    assert done.out == f"sandtable {sandtable.__version__}\n"


@pytest.mark.parametrize("words", [[], *[[command] for command in COMMANDS]])
def test_help(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    done = here(capsys, *words, "--help")
    assert done.code == 0
    assert done.out.startswith("usage: sandtable")


def test_help_names_the_options_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    text = here(capsys, "play", "--help").out
    assert "--mode" in text
    assert "campaign" in text


def test_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sandtable", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("sandtable ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["fly"], "fly"),
        (["play", "--seed", "1"], "name the game"),
        (["play", "chess"], "chess"),
        (["play", "faiyum", "--seats", "human,nobody"], "nobody"),
        (["play", "faiyum", "--seats", "human,,random"], "every seat"),
        (["play", "faiyum", "--seats", "human,nofile.py:Bot"], "nofile.py"),
        (["play", "faiyum", "--seats", ",".join(["random"] * 6)], "1 to 5 players"),
        (["play", "faiyum", *SEATS, "--mode", "campaign"], "alone"),
        (["play", "faiyum", "--seats", "random", "--mode", "war"], "war"),
        (["play", "faiyum", "--seats", "random", "--mode", "campaign", "--won", "9"], "9"),
        (["play", "faiyum", *SEATS, "--option", "colour"], "name=value"),
        (["play", "faiyum", *SEATS, "--option", "colour=red"], "colour"),
        (["play", "faiyum", *SEATS, "--option", "seed=3"], "--seed"),
        (["play", "faiyum", *SEATS, "--wings", "2"], "--wings"),
        (["play", "faiyum", *SEATS, "--edition", "nofile.json"], "nofile.json"),
        (["play", "--load", "nofile.txt"], "nofile.txt"),
        (["play", "faiyum", "--load", "nofile.txt", "--seed", "3"], "--load"),
        (["play", "faiyum", "--seats", "human:" + "x" * 30], "1 to 20"),
        (["simulate"], "GAME"),
        (["simulate", "faiyum"], "--seats"),
        (["simulate", "faiyum", "--seats", "human,random"], "computer players"),
        (["simulate", "faiyum", *SEATS, "--games", "0"], "'0'"),
        (["simulate", "faiyum", *SEATS, "--games", "many"], "'many'"),
        (["simulate", "faiyum", *SEATS, "--jobs", "-1"], "'-1'"),
        (["simulate", "faiyum", *SEATS, "--seed", "x"], "'x'"),
        (["simulate", "faiyum", *SEATS, "--games", "1", "--records", "/dev/null/x"], "/dev/null/x"),
        (["replay", "nofile.txt"], "nofile.txt"),
        (["replay", "nofile.txt", "--to", "-3"], "-3"),
        (["replay", "."], "cannot be read"),
        (["edition"], "WHAT"),
        (["edition", "export", "chess", "x.json"], "chess"),
        (["edition", "export", "faiyum", "/dev/null/x"], "/dev/null/x"),
        (["edition", "check", "nofile.json"], "nofile.json"),
        (["bench", "--game", "chess"], "chess"),
        (["bench", "--players", "9", "--seconds", "0.1"], "players"),
        (["bench", "--seconds", "nan"], "nan"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    done = here(capsys, *words)
    assert done.code == 2
    assert done.out == ""
    assert told in done.err
    assert "Traceback" not in done.err


def test_binary_files_are_no_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\xff\xfe\x00\x80")
    for words in (["replay", str(path)], ["play", "--load", str(path)]):
        done = here(capsys, *words)
        assert done.code == 2
        assert "UTF-8" in done.err


def test_bench_document(capsys: pytest.CaptureFixture[str]) -> None:
    done = here(capsys, "bench", "--seconds", "0.05", "--game", "faiyum", "--json")
    assert done.code == 0
    document = done.json()
    assert list(document) == ["version", "python", "compiled", "games"]
    (row,) = document["games"]
    assert row["game"] == "faiyum"
    assert row["players"] == 4
    for figure in ("decisions_per_s", "games_per_s", "decisions_per_game", "clone_us"):
        assert row[figure] > 0
    assert row["decisions_per_s"] > row["games_per_s"]
    assert row["clone_and_step_us"] > row["clone_us"]


def test_bench_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    done = here(capsys, "bench", "--seconds", "0.05", "--game", "faiyum", "--players", "2")
    assert done.code == 0
    assert "decisions/s" in done.out
    assert "faiyum" in done.out


def test_play_without_a_terminal(tmp_path: Path) -> None:
    """Answers from a pipe: plain output, and the end of input is the end."""
    words = ["play", "faiyum", "--seats", "human,random", "--seed", "7"]
    done = run(*words, stdin="1\nc4\n\nlog\n", folder=tmp_path)
    assert done.code == 0, done.err
    assert "\x1b" not in done.out
    assert "Player 1 plays Farmer: sends a worker to c4" in done.out
    assert "The game is saved" in done.out
    kept = tmp_path / "sandtable" / "unfinished-faiyum.txt"
    match = sandtable.Record.parse(kept.read_text()).replay()
    assert match.action_to_str(match.actions()[1]) == "space c4"
    again = run("play", "--load", str(kept), stdin="log 1\n", folder=tmp_path)
    assert again.code == 0, again.err
    assert "turn 3" in again.out


def test_bots_among_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    done = here(capsys, "play", "faiyum", *SEATS, "--seed", "7", "--plain")
    assert done.code == 0
    assert "has won" in done.out or "share the victory" in done.out
    assert done.out.isascii()


def test_the_seed_decides(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", "faiyum", *SEATS, "--seed"]
    first = here(capsys, *words, "7").out
    assert here(capsys, *words, "7").out == first
    assert here(capsys, *words, "8").out != first


def test_loading_needs_to_know_who_plays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(str(sandtable.game("faiyum").new(2, 3).record()))
    done = here(capsys, "play", "--load", str(path))
    assert done.code == 2
    assert "--seats" in done.err
    assert here(capsys, "play", "--load", str(path), *SEATS).code == 0
    done = here(capsys, "play", "--load", str(path), "--seats", "random")
    assert done.code == 2
    assert "2 seats" in done.err


def test_a_saved_game_cannot_name_code_to_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'harm')!r}, 'w')\nclass Bot: pass\n")
    first, _, rest = str(sandtable.game("faiyum").new(2, 3).record()).partition("\n")
    path = tmp_path / "game.txt"
    path.write_text(f"{first}\n# seats: random,{evil}:Bot\n{rest}")
    done = here(capsys, "play", "--load", str(path))
    assert done.code == 2
    assert "--seats" in done.err
    assert not (tmp_path / "harm").exists()


def test_a_saved_game_of_another_edition(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    edition = json.loads(json.dumps(sandtable.game("faiyum").edition))
    edition["name"] = "mine"
    next(card for card in edition["cards"] if card["number"] == 4)["gain"]["money"] = 6
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(edition))
    path = tmp_path / "game.txt"
    path.write_text(str(sandtable.game("faiyum").new(2, 3, edition=edition).record()))
    done = here(capsys, "play", "--load", str(path), *SEATS)
    assert done.code == 2
    assert "edition" in done.err
    assert here(capsys, "play", "--load", str(path), *SEATS, "--edition", str(mine)).code == 0


def test_start_asks_and_plays(tmp_path: Path) -> None:
    done = run("play", stdin="\n1\n2\n3\n1\nc4\n", folder=tmp_path)
    assert done.code == 0, done.err
    assert "How many players?" in done.out


def test_start_leaves_at_the_end_of_input() -> None:
    done = run("play", stdin="")
    assert done.code == 0
    assert done.err == ""


def test_without_a_command_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []

    def remember(**how: object) -> int:
        asked.append(how)
        return 0

    monkeypatch.setattr("sandtable.server.run", remember)
    assert main([]) == 0
    assert asked == [{"open_browser": True}]


def test_without_the_server_one_plays_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(**how: object) -> int:
        raise NotInstalled("the server needs a package")

    monkeypatch.setattr("sandtable.server.run", missing)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main([]) == 0
    assert "the server needs a package" in capsys.readouterr().out


def test_a_campaign_from_the_start(tmp_path: Path) -> None:
    """Alone, campaign, two goals won: the third goal is shown."""
    answers = "alone\ncampaign\n3\n"
    if len(sandtable.games()) > 1:
        answers = "faiyum\n" + answers
    done = run("play", stdin=answers, folder=tmp_path)
    assert done.code == 0, done.err
    assert "Goal 3" in done.out
