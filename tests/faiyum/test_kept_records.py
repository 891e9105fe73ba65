"""Whole games kept as records: they replay to the results they were written with.

After a change that gives other games on purpose, `python -m tools.make_records` plays them anew.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from sandtable import Match, Record
from tests.faiyum import endings
from tests.faiyum.invariants import check_everything

FILES = sorted((Path(__file__).parents[1] / "records" / "faiyum").glob("*.txt"))

each_file = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


@cache
def replayed(path: Path) -> Match:
    return Record.parse(path.read_text(encoding="utf-8")).replay()


@each_file
def test_record_replays_to_its_result(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = replayed(path)
    assert match.is_over
    check_everything(match)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert str(match.record()).splitlines() == lines
    scores, _, won = Record.parse(text).header["result"].partition(", won by ")
    assert [int(score) for score in scores.split()] == match.scores()
    winners = [] if won == "nobody" else won.removeprefix("seat ").split(" and ")
    assert match.winners() == [int(seat) - 1 for seat in winners]


@each_file
def test_record_ends_as_it_says(path: Path) -> None:
    told = {
        line.removeprefix("# ")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("#")
    }
    assert endings.endings(replayed(path)) == told


def test_records_cover_every_kind_of_game_and_every_way_of_ending() -> None:
    kinds = {(m.players, str(m.options.get("mode", ""))) for m in map(replayed, FILES)}
    assert kinds == {(1, "score"), (1, "campaign"), (2, ""), (3, ""), (4, ""), (5, "")}
    ways = {way for match in map(replayed, FILES) for way in endings.endings(match)}
    assert ways == set(endings.ALL)


def test_records_hold_every_card() -> None:
    """Together the kept games play every card there is, so that a change of any is noticed."""
    text = "".join(path.read_text(encoding="utf-8") for path in FILES)
    cards = ["farmer", "two-roads", "settlement", *range(2, 113, 2), 114, 116, 118, 120]
    played = set(re.findall(r": play ([^,\n]+)", text))
    assert played == {str(card) for card in cards}
