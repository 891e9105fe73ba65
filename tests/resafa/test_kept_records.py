"""Whole games kept as records: they replay to the results they were written with.

After a change that gives other games on purpose, `python -m tools.make_records_resafa` plays them
anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import Record
from tests.resafa.invariants import check_everything, check_result
from tests.resafa.playing import KINDS

FILES = sorted((Path(__file__).parents[1] / "records" / "resafa").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_record_replays_to_its_result(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = Record.parse(text).replay()
    assert match.is_over
    check_everything(match)
    check_result(match)
    assert str(match.record()) == text
    scores, _, won = Record.parse(text).header["result"].partition(", won by ")
    assert [int(score) for score in scores.split()] == match.scores()
    seats = won.removeprefix("seat ").split(" and ")
    assert match.winners() == [int(seat.removeprefix("seat ")) - 1 for seat in seats]


def test_records_cover_every_kind_of_game() -> None:
    kinds = []
    for path in FILES:
        match = Record.parse(path.read_text(encoding="utf-8")).replay(upto=0)
        kinds.append((match.players, match.options["advanced"]))
    assert set(kinds) == {(players, options["advanced"]) for players, options in KINDS}
