"""`sandtable edition`: export and check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sandtable
from tests.cli.helpers import here


def test_export_and_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    assert here(capsys, "edition", "export", "faiyum", str(path)).code == 0
    assert json.loads(path.read_text()) == sandtable.game("faiyum").edition
    done = here(capsys, "edition", "check", str(path))
    assert done.code == 0
    assert "Faiyum" in done.out
    done = here(capsys, "edition", "check", str(path), "--json")
    assert done.json() == {"file": str(path), "game": "faiyum", "ok": True, "problems": []}


def test_export_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert here(capsys, "edition", "export", "faiyum", "-").json()["game"] == "faiyum"


def test_export_spares_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("precious")
    done = here(capsys, "edition", "export", "faiyum", str(path))
    assert done.code == 2
    assert "--force" in done.err
    assert path.read_text() == "precious"
    assert here(capsys, "edition", "export", "faiyum", str(path), "--force").code == 0
    assert path.read_text() != "precious"


def test_what_is_wrong_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    here(capsys, "edition", "export", "faiyum", str(path))
    edition = json.loads(path.read_text())
    edition["board"]["spaces"][4]["kind"] = "swamp"
    path.write_text(json.dumps(edition))
    done = here(capsys, "edition", "check", str(path))
    assert done.code == 1
    assert "spaces[4]" in done.err
    assert "swamp" in done.err
    document = here(capsys, "edition", "check", str(path), "--json").json()
    assert document["ok"] is False
    assert any("swamp" in problem for problem in document["problems"])
    done = here(capsys, "play", "faiyum", "--seats", "random", "--edition", str(path))
    assert done.code == 2
    assert "swamp" in done.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "line 1"),
        ("[1]", "JSON object"),
        ("{}", "game: has to be"),
        ('{"game": "chess"}', '"chess"'),
        ('{"game": ["faiyum"]}', "game: has to be"),
    ],
)
def test_files_that_are_no_edition(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    done = here(capsys, "edition", "check", str(path))
    assert done.code == 1
    assert words in done.err


def test_a_missing_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    done = here(capsys, "edition", "check", str(tmp_path / "none.json"))
    assert done.code == 2
    assert "none.json" in done.err


def test_schema_describes_the_standard_edition(capsys: pytest.CaptureFixture[str]) -> None:
    done = here(capsys, "edition", "schema", "faiyum")
    assert done.code == 0
    schema = json.loads(done.out)
    assert schema["title"] == "An edition of Faiyum"
    outline = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    assert set(outline["required"]) <= set(sandtable.game("faiyum").edition)
    assert schema["$defs"]["Space"]["properties"]["name"]["maxLength"] <= 6
