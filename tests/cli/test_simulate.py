"""`sandtable simulate`: the document, and the same games however they are played."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sandtable
from tests.cli.helpers import here
from tests.cli.helpers import sandtable as run

BOT = """
class First:
    def choose(self, table):
        return table.legal_actions()[0]

class Broken:
    def choose(self, table):
        return -5
"""


def test_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "faiyum", "--seats", "random,random,random"]
    done = here(capsys, *words, "--games", "4", "--seed", "10", "--json")
    assert done.code == 0
    document = done.json()
    assert list(document) == ["game", "seats", "games", "seconds"]
    assert document["game"] == "faiyum"
    assert document["seats"] == ["random", "random", "random"]
    assert document["seconds"] > 0
    assert [game["seed"] for game in document["games"]] == [10, 11, 12, 13]
    for game in document["games"]:
        assert list(game) == ["seed", "scores", "winners", "decisions", "turns"]
        assert len(game["scores"]) == 3
        assert max(game["scores"]) == game["scores"][game["winners"][0]]
        assert 0 < game["turns"] <= game["decisions"]
    assert done.out.count("\n") == 1


def test_the_same_games_for_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "faiyum", "--seats", "random,random", "--games", "7", "--seed", "3"]
    alone = here(capsys, *words, "--json").json()
    assert run(*words, "--json", "--jobs", "2").json()["games"] == alone["games"]
    assert run(*words, "--json", "--jobs", "3").json()["games"] == alone["games"]


def test_a_game_depends_on_its_seed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "faiyum", "--seats", "random,random", "--json"]
    many = here(capsys, *words, "--games", "4", "--seed", "5").json()["games"]
    one = here(capsys, *words, "--games", "1", "--seed", "7").json()["games"]
    assert one == many[2:3]
    assert many[0]["scores"] != many[1]["scores"] or many[0]["decisions"] != many[1]["decisions"]


def test_the_same_in_another_process_with_other_hashes() -> None:
    words = ["simulate", "faiyum", "--seats", "random,random", "--games", "2", "--json"]
    first = run(*words, PYTHONHASHSEED="1").json()["games"]
    assert run(*words, PYTHONHASHSEED="2").json()["games"] == first


def test_records_of_the_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "records"
    words = ["simulate", "faiyum", "--seats", "random,random", "--games", "2", "--seed", "5"]
    document = here(capsys, *words, "--records", str(folder), "--json").json()
    assert sorted(path.name for path in folder.iterdir()) == ["faiyum-5.txt", "faiyum-6.txt"]
    for game in document["games"]:
        text = (folder / f"faiyum-{game['seed']}.txt").read_text()
        match = sandtable.Record.parse(text).replay()
        assert match.scores() == game["scores"]
        assert match.winners() == game["winners"]
        assert len(match.actions()) == game["decisions"]
        assert match.turn_number() == game["turns"]


def test_options_of_the_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["simulate", "faiyum", "--seats", "random", "--games", "1", "--records", str(tmp_path)]
    assert here(capsys, *words, "--mode", "campaign", "--won", "2").code == 0
    text = (tmp_path / "faiyum-1.txt").read_text()
    assert 'mode: "campaign"' in text
    assert "won: 2" in text
    assert here(capsys, *words, "--option", "mode=campaign", "--option", "won=2").code == 0
    assert (tmp_path / "faiyum-1.txt").read_text() == text


def test_own_bots_in_several_processes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mybot.py"
    path.write_text(BOT)
    words = ["simulate", "faiyum", "--seats", f"{path}:First,random", "--games", "3"]
    alone = here(capsys, *words, "--json")
    assert alone.code == 0, alone.err
    assert run(*words, "--jobs", "2", "--json").json()["games"] == alone.json()["games"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_breaks_the_rules(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "mybot.py"
    path.write_text(BOT)
    words = ["simulate", "faiyum", "--seats", f"random,{path}:Broken", "--games", "2"]
    done = run(*words, "--jobs", jobs, "--json")
    assert done.code == 2
    assert "not on offer" in done.err
    assert "Traceback" not in done.err
    assert done.out == ""


def test_an_edition_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    edition = json.loads(json.dumps(sandtable.game("faiyum").edition))
    edition["name"] = "mine"
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(edition))
    words = ["simulate", "faiyum", "--seats", "random,random", "--games", "1"]
    words += ["--records", str(tmp_path), "--edition", str(path)]
    assert here(capsys, *words).code == 0
    assert "edition: mine " in (tmp_path / "faiyum-1.txt").read_text()
    done = run(*words, "--jobs", "2", "--json")
    assert done.code == 0, done.err


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    done = here(capsys, "simulate", "faiyum", "--seats", "random,random", "--games", "3")
    assert done.code == 0
    assert "3 games of Faiyum" in done.out
    assert done.out.count("random") == 2
    wins = [int(line.split()[2]) + int(line.split()[3]) for line in done.out.splitlines()[1:3]]
    assert sum(wins) >= 3


# The shell may have made the tests deaf to Ctrl-C; the program under test shall not be.
LAUNCH = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from sandtable.cli import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


def group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_cleanly(tmp_path: Path, jobs: str) -> None:
    program = tmp_path / "launch.py"
    program.write_text(LAUNCH)
    words = ["simulate", "faiyum", "--seats", "random,random", "--games", "99999", "--jobs", jobs]
    process = subprocess.Popen(
        [sys.executable, str(program), *words, "--records", str(tmp_path / "records"), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        limit = time.monotonic() + 60
        while not any((tmp_path / "records").glob("*.txt")) and time.monotonic() < limit:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    limit = time.monotonic() + 10
    while group_lives(process.pid) and time.monotonic() < limit:
        time.sleep(0.1)
    assert not group_lives(process.pid)
