"""`sandtable baseline`: fixed seeds, so anybody gets the same table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.arena.baseline import SEED, Pairing, markdown, pairings
from sandtable.cli import main
from sandtable.kernel.errors import BadOption
from tests.arena.helpers import made_up

pytest.importorskip("openskill", reason="needs the packages of the extra 'arena'")


def test_same_table_again_and_after_a_stop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["baseline", "faiyum", "--bots", "random,policy", "--against", "random"]
    words += ["--seats", "1,2", "--jobs", "1", "--json"]
    assert main([*words, "--games", "3", "--out", str(tmp_path / "a")]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["seed"] == SEED
    rows = [(r["players"], r["bot"], r["opponent"], r["games"]) for r in first["results"]]
    assert rows == [
        (1, "random", None, 3),
        (1, "policy", None, 3),
        (2, "policy", "random", 3),
    ]
    # Fewer games first, then all: the others are added.
    assert main([*words, "--games", "2", "--out", str(tmp_path / "b")]) == 0
    assert main([*words, "--games", "3", "--out", str(tmp_path / "b")]) == 0
    for name in ("baseline.json", "baseline.md"):
        assert (tmp_path / "a" / name).read_text() == (tmp_path / "b" / name).read_text()
    assert json.loads((tmp_path / "a" / "baseline.json").read_text()) == first


def test_results_are_those_of_the_bot() -> None:
    pairing = Pairing("faiyum", 2, "random", "greedy")
    # The bot sits on the first seat, then on the second.
    games = made_up(pairing.plan, [[10, 30], [25, 20], [12, 12], [5, 9]])
    assert [game["players"].index(0) for game in games] == [0, 1, 0, 1]
    result = pairing.result(games)
    assert result["wins"] == 0.5 + 1
    assert result["mean_score"] == (10 + 20 + 12 + 9) / 4
    assert result["mean_margin"] == (-20 - 5 + 0 + 4) / 4
    low, high = result["win_rate_95"]
    assert low < 0.375 < high
    assert "| faiyum | 2 | `random` | `greedy` | 4 | 37.5 % |" in markdown([result])


def test_all_titles_and_player_counts() -> None:
    pairs = pairings(["faiyum", "resafa"], None, ["random", "greedy"], ["greedy"])
    tables = {(p.plan.title.name, p.plan.seats) for p in pairs}
    assert tables == {("faiyum", n) for n in range(1, 6)} | {("resafa", n) for n in range(1, 5)}
    assert all(p.bot != p.opponent for p in pairs)
    assert len({p.folder(Path()) for p in pairs}) == len(pairs)
    with pytest.raises(BadOption, match="nothing to play"):
        pairings(["resafa"], [5], ["random"], ["greedy"])
