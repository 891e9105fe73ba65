"""`sandtable dataset`: decisions of records as Parquet and as tensors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sandtable
from sandtable import bots, envs
from sandtable.cli import main
from sandtable.kernel.match import Match, random_play
from sandtable.kernel.rng import seeded
from tests.envs.helpers import GAMES, needs

needs("numpy", "librt")
pytest.importorskip("pyarrow", reason="needs the package pyarrow")

import numpy as np  # noqa: E402

from sandtable.selfplay.store import DecisionStore  # noqa: E402


def record(folder: Path, game: str, players: int, seed: int) -> Match:
    match = sandtable.game(game).new(players, seed)
    random_play(match, seeded(seed))
    folder.mkdir(exist_ok=True)
    (folder / f"{game}-{players}-{seed}.txt").write_text(str(match.record()), encoding="utf-8")
    return match


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_becomes_a_row(game: str, tmp_path: Path) -> None:
    match = record(tmp_path / "records", game, 2, 3)
    assert main(["dataset", str(tmp_path / "records"), "--out", str(tmp_path / "out")]) == 0
    store = DecisionStore(tmp_path / "out" / f"{game}-2")
    layout = envs.layout(game, 2)
    (rows,) = store.tensors(rows=10_000)
    again = sandtable.game(game).new(2, 3)
    row = 0
    for action in match.actions():
        seat = again.current_player
        assert seat is not None
        if len(again.legal_actions()) > 1:
            assert (rows["observations"][row] == layout.of_match(again, seat)).all()
            assert np.flatnonzero(rows["masks"][row]).tolist() == again.legal_actions()
            assert rows["chosen"][row] == action
            assert (rows["seat"][row], rows["turn"][row]) == (seat, again.turn_number())
            scores = match.scores()
            assert rows["score"][row] == scores[seat]
            assert rows["margin"][row] == scores[seat] - scores[1 - seat]
            assert rows["win"][row] == (seat in match.winners()) / len(match.winners())
            row += 1
        again.apply(action)
    assert row == len(rows["chosen"]) == len(store) > 50
    assert np.isnan(rows["value"]).all()
    assert not rows["shares"].any()


def test_batches_of_rows_are_the_same_decisions(tmp_path: Path) -> None:
    record(tmp_path / "records", "resafa", 3, 1)
    record(tmp_path / "records", "resafa", 3, 2)
    main(["dataset", str(tmp_path / "records"), "--out", str(tmp_path / "out")])
    store = DecisionStore(tmp_path / "out" / "resafa-3")
    whole = list(store.tensors(rows=10_000))
    parts = list(store.tensors(rows=37))
    assert max(len(part["seat"]) for part in parts) == 37
    for word in ("observations", "masks", "chosen", "game"):
        one = np.concatenate([part[word] for part in whole])
        other = np.concatenate([part[word] for part in parts])
        assert (one == other).all()
    assert set(whole[0]["game"]) == {"resafa-3-1.txt"} or set(whole[0]["game"]) == {
        "resafa-3-2.txt"
    }


def test_the_search_tells_what_it_makes_of_every_choice(tmp_path: Path) -> None:
    match = sandtable.game("faiyum").new(1, 3)
    bots.play(match, [bots.make("greedy", 1)])
    path = tmp_path / "game.txt"
    path.write_text(str(match.record()), encoding="utf-8")
    words = ["dataset", str(path), "--out", str(tmp_path / "out"), "--search", "4"]
    assert main(words) == 0
    (rows,) = DecisionStore(tmp_path / "out" / "faiyum-1").tensors(rows=10_000)
    assert np.allclose(rows["shares"].sum(1), 1, atol=1e-4)
    assert (rows["shares"][rows["masks"] == 0] == 0).all()
    assert np.isfinite(rows["value"]).all()
    best = rows["values"].max(1)
    assert (rows["value"] <= best + 1e-3).all()


def test_what_is_there_is_not_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record(tmp_path / "records", "faiyum", 2, 1)
    words = ["dataset", str(tmp_path / "records"), "--out", str(tmp_path / "out"), "--json"]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    (file,) = (tmp_path / "out" / "faiyum-2").glob("*.parquet")
    made = file.stat().st_mtime_ns
    record(tmp_path / "records", "faiyum", 2, 2)
    record(tmp_path / "records", "resafa", 2, 2)
    assert main([*words, "--jobs", "2"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert file.stat().st_mtime_ns == made
    assert [store["game"] for store in second["stores"]] == ["faiyum", "resafa"]
    assert second["stores"][0]["decisions"] > first["stores"][0]["decisions"]
    assert not list(tmp_path.rglob("*.part"))


def test_bad_input_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def error(path: Path) -> str:
        assert main(["dataset", str(path), "--out", str(tmp_path / "out")]) == 2
        return capsys.readouterr().err

    assert "there is no file or folder" in error(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "notes.txt").write_text("no record")
    assert "there are no records there" in error(tmp_path / "empty")
    bad = tmp_path / "bad.txt"
    bad.write_text("hello")
    assert "bad.txt: line 1" in error(bad)
    match = sandtable.game("faiyum").new(2, 1)
    match.apply(match.legal_actions()[0])
    unfinished = tmp_path / "unfinished.txt"
    unfinished.write_text(str(match.record()))
    assert "unfinished.txt: the game is not over" in error(unfinished)


def test_a_store_of_another_kind_is_refused(tmp_path: Path) -> None:
    store = DecisionStore(tmp_path)
    store.prepare(sandtable.game("faiyum"), 2)
    store.prepare(sandtable.game("faiyum"), 2)
    with pytest.raises(sandtable.BadOption, match="decisions with another players: 2, not 3"):
        store.prepare(sandtable.game("faiyum"), 3)
    with pytest.raises(sandtable.BadOption, match="holds no decisions"):
        DecisionStore(tmp_path / "nowhere").about()
