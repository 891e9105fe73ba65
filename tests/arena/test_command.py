"""`sandtable arena` as people use it: files, report, messages."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from sandtable import cli
from sandtable.arena import Plan, report, tables
from sandtable.arena.standings import standings
from sandtable.bots import skill
from tests.arena.helpers import bot_file, made_up

WHY = "needs the packages of the extra 'arena'"
pytest.importorskip("openskill", reason=WHY)
pytest.importorskip("pyarrow", reason=WHY)

import pyarrow.parquet as pq  # noqa: E402


def arena(*words: str) -> int:
    return cli.main(["arena", *words])


def test_a_whole_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    words = ["faiyum", "--players", "random,random,random", "--seats", "2", "--games", "6"]
    assert arena(*words, "--jobs", "1", "--out", str(out), "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["games"] == 6
    assert document["seats"] == 2
    assert [player["games"] for player in document["players"]] == [4, 4, 4]
    assert {path.name for path in out.iterdir()} == {
        "arena.json",
        "log.jsonl",
        "records",
        "report.html",
        "results.parquet",
    }
    table = pq.read_table(out / "results.parquet").to_pylist()
    assert len(table) == 12
    games = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    for row in table:
        game = games[row["game"]]
        assert row["score"] == game["scores"][row["seat"] - 1]
        assert row["seed"] == row["game"] + 1
        assert row["points_roads"] == game["points"][row["seat"] - 1]["roads"]
    # The same once more, in words and as CSV: nothing is played again.
    log = (out / "log.jsonl").read_bytes()
    assert arena(*words, "--jobs", "2", "--out", str(out), "--format", "csv") == 0
    assert (out / "log.jsonl").read_bytes() == log
    said = capsys.readouterr().out
    assert "random #3" in said
    assert "results.csv" in said
    with (out / "results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{key: str(value) for key, value in row.items()} for row in table] == rows


def test_same_seed_same_files(tmp_path: Path) -> None:
    words = ["faiyum", "--players", "random,random", "--games", "4", "--format", "csv"]
    for jobs in ("1", "2"):
        assert arena(*words, "--jobs", jobs, "--out", str(tmp_path / jobs)) == 0
    for name in ("results.csv", "report.html", "arena.json"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--players", "random,random", "--games", "1", "--jobs", "1", "--no-report"]
    assert arena("faiyum", *words) == 0
    assert arena("faiyum", *words) == 0
    assert arena("faiyum", *words, "--seed", "2") == 0
    folders = sorted(path.name for path in tmp_path.iterdir())
    assert len(folders) == 2
    assert all(re.fullmatch(r"arena-faiyum-[0-9a-f]{8}", name) for name in folders)
    assert not (tmp_path / folders[0] / "report.html").exists()


def test_alone_and_with_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["faiyum", "--players", "random,random", "--seats", "1", "--games", "4"]
    words += ["--mode", "campaign", "--jobs", "1", "--out", str(tmp_path), "--no-records"]
    assert arena(*words) == 0
    assert "4 games of Faiyum" in capsys.readouterr().out
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Score by strategy" in page
    assert "mode campaign" in page
    assert ">Seats<" not in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess", "--players", "random"], "there is no game 'chess'"),
        (["faiyum", "--players", "random,nobody"], "there is no bot 'nobody'"),
        (["faiyum", "--players", "random", "--seats", "3"], "3 seats need 3 players"),
        (["faiyum", "--players", "random,,random"], "between the commas"),
    ],
)
def test_bad_input(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena(*words) == 2
    assert message in capsys.readouterr().err


def test_a_failing_bot_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = f"random,{bot_file(tmp_path)}:Cheater"
    assert arena("faiyum", "--players", players, "--jobs", "1", "--out", str(tmp_path / "o")) == 2
    said = capsys.readouterr().err
    assert "Cheater" in said
    assert "--seed 1" in said


class Reader(HTMLParser):
    """Collects what an HTML page would load from elsewhere, and its headings."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.headings: list[str] = []
        self._in_heading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for word, value in attrs:
            if word in ("src", "href") and value:
                self.loaded.append(value)
        self._in_heading = tag == "h2"

    def handle_data(self, data: str) -> None:
        if self._in_heading:
            self.headings.append(data.strip())
            self._in_heading = False


def test_report() -> None:
    plan = Plan("faiyum", ["random", "random", "random"], seats=2)
    games = made_up(plan, [[30 + number % 7, 25 + number % 5] for number in range(12)])
    page = report.page(plan, games, standings(plan, games))
    reader = Reader()
    reader.feed(page)
    assert reader.loaded == []
    assert reader.headings == [
        "Ratings",
        "Who ends before whom",
        "Scores",
        "Seats",
        "Length",
        "Where points come from",
        "Win rate by strategy",
    ]
    assert page.count('<div class="plot') == 7  # length has two, who ends before whom is a table
    assert page.count('<table class="duels">') == 1
    assert "<script" not in page
    assert len(page) < 100_000


def test_report_of_many_games_stays_small() -> None:
    players = [f"search:iterations={number}" for number in range(1, 11)]
    plan = Plan("faiyum", players, seats=3)
    rows = [[number * 37 % 211, number * 53 % 197, number * 71 % 223] for number in range(3000)]
    games = made_up(plan, rows)
    assert len(report.page(plan, games, standings(plan, games))) < 1_000_000


def test_report_of_games_that_are_all_alike() -> None:
    """No histogram of a single bar: a sentence says it."""
    plan = Plan("faiyum", ["random", "random"])
    games = made_up(plan, [[30, 30]] * 4)
    for game in games:
        game["turns"] = 50
    page = report.page(plan, games, standings(plan, games))
    assert "Every game took 50 turns." in page
    assert "decisions in a game" in page
    assert "always 30" in page


def test_report_of_one_game() -> None:
    plan = Plan("faiyum", ["random", "random"])
    games = made_up(plan, [[30, -5]])
    page = report.page(plan, games, standings(plan, games))
    assert "Every game took 50 turns." in page


def test_names_are_escaped(tmp_path: Path) -> None:
    plan = Plan("faiyum", ["random", "random"])
    plan.names[0] = "<script>alert(1)</script>"
    games = made_up(plan, [[30, 25], [20, 30]])
    page = report.page(plan, games, standings(plan, games))
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;" in page


def test_alone_rows_compare_those_of_a_seed() -> None:
    plan = Plan("faiyum", ["random", "random", "random"], seats=1)
    rows = tables.rows(plan, made_up(plan, [[50], [70], [70], [40], [30], [20]]))
    assert [row["place"] for row in rows] == [3, 1, 1, 1, 2, 3]
    assert [row["win"] for row in rows] == [0, 0.5, 0.5, 1, 0, 0]


def test_no_games_no_rows(tmp_path: Path) -> None:
    plan = Plan("faiyum", ["random", "random"])
    assert tables.rows(plan, []) == []
    assert tables.write(plan, [], tmp_path, "csv").read_text() == "\n"


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("pyarrow", []),
        ("openskill.models", []),
    ],
)
def test_missing_package(
    module: str,
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(__import__("sys").modules, module, None)
    skill._model.cache_clear()  # another test may have made one
    given = ["faiyum", "--players", "random,random", "--games", "1", "--jobs", "1"]
    assert arena(*given, "--out", str(tmp_path), *words) == 2
    assert "pip install 'sandtable[arena]'" in capsys.readouterr().err
