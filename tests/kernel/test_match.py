"""Matches: legal and illegal actions, seats, events, what a third game needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import BadOption, Game, IllegalAction, Match
from sandtable.kernel.edition import write
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from sandtable.testing import whole
from tests.faiyum.table import FARMER, table
from tests.kernel.toy_game import EDITION, ToyGame

NAMES = ["faiyum", "toy"]


class Indexed:
    """A number that is no int, as numeric libraries have them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize("name", NAMES)
def test_illegal_actions_raise_and_change_nothing(name: str, toy: Game) -> None:
    game = sandtable.game(name)
    match = game.new(players=3, seed=2)
    rng = seeded(2, "illegal")
    for _ in range(40):
        if match.is_over:
            break
        before = whole(match)
        legal = match.legal_actions()
        undo = match.can_undo()
        events = match.events()
        wrong: list[Any] = [a for a in range(0, game.num_actions, 7) if a not in legal]
        wrong += [-1, -legal[0] - 1, game.num_actions, 10**20, 1.5, "play", None, [], (legal[0],)]
        for action in wrong:
            with pytest.raises(IllegalAction) as caught:
                match.apply(action)
            assert str(caught.value)
        assert whole(match) == before
        assert match.can_undo() == undo
        assert match.events() == events
        match.apply(legal[rng.below(len(legal))])


def test_refusal_says_what_can_be_chosen() -> None:
    t = table(hand=[FARMER], workers="b4")
    with pytest.raises(IllegalAction, match=r"'pass' cannot be chosen now.*play farmer"):
        t.match.apply(t.match.str_to_action("pass"))
    with pytest.raises(IllegalAction, match="ids run from 0 to"):
        t.match.apply(-5)


def test_numbers_of_other_libraries_are_welcome() -> None:
    t = table(hand=[FARMER], workers="b4")
    t.match.apply(Indexed(t.match.str_to_action("cash farmer")))
    assert t.changes() == {"money": 2}


def test_lists_of_legal_actions_are_the_callers_own() -> None:
    t = table(hand=[FARMER], workers="b4")
    t.match.legal_actions().clear()
    assert t.match.legal_actions()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_seats_are_checked(name: str, seat: int, toy: Game) -> None:
    match = sandtable.game(name).new(players=3, seed=1)
    for ask in (match.view, match.events, match.lines, match.explain):
        with pytest.raises(BadOption, match=r"no seat -?\d+; they run from 0 to 2"):
            ask(seat)
    with pytest.raises(BadOption, match="no seat"):
        match.resample(seat, 1)


def test_finished_game_refuses_actions(toy: Game) -> None:
    match = toy.new(players=2, seed=1, length=1)
    match.apply(match.legal_actions()[1])
    assert match.is_over
    assert match.current_player is None
    assert match.legal_actions() == []
    assert match.decision() is None
    assert match.prompt()
    assert match.explain() == {}
    with pytest.raises(IllegalAction, match="over"):
        match.apply(0)


# -- a third game ------------------------------------------------------------------------------


def test_a_game_is_added_without_touching_the_kernel(toy: Game) -> None:
    assert "toy" in sandtable.games()
    assert sandtable.game("toy") is toy
    for players in (2, 3, 4):
        for seed in range(20):
            match = toy.new(players=players, seed=seed)
            assert random_play(match, seeded(seed)) > 0
            assert match.is_over
            assert match.winners()
            again = sandtable.Record.parse(str(match.record())).replay()
            assert whole(again) == whole(match)


def test_events_show_each_seat_only_what_it_sees(toy: Game) -> None:
    match = toy.new(players=2, seed=3)
    match.apply(match.str_to_action("draw"))
    drawn = match.events(0)[0]["card"]
    assert isinstance(drawn, int)
    assert match.events(1) == [{"type": "draw", "seat": 0, "card": None}]
    assert match.events(None) == match.events(1)
    match.apply(match.str_to_action("keep"))
    assert match.events(0)[0] == {"type": "keep", "seat": 0, "value": 1}
    assert match.events(1) == []
    assert drawn in match.view(0)["hand"]


def test_events_of_the_last_choice_cover_silent_turns(toy: Game) -> None:
    idle_seen = False
    for seed in range(40):
        match = toy.new(players=2, seed=seed, length=100)
        rng = seeded(seed)
        while not match.is_over:
            options = match.legal_actions()
            match.apply(options[rng.below(len(options))])
            kinds = [event["type"] for event in match.events(None)]
            idle_seen = idle_seen or "idle" in kinds
    assert idle_seen, "some seat had nothing to choose in some game"


def test_silent_turns_are_counted_but_not_written(toy: Game) -> None:
    for seed in range(60):
        match = toy.new(players=2, seed=seed, length=100)
        random_play(match, seeded(seed))
        assert len(match.turns()) == 100
        written = str(match.record()).split("\n\n")[1].splitlines()
        if len(written) < 100:
            again = sandtable.Record.parse(str(match.record())).replay()
            assert whole(again) == whole(match)
            return
    pytest.fail("no game with a silent turn")


def test_events_are_gone_after_an_undo(toy: Game) -> None:
    match = toy.new(players=2, seed=3)
    match.apply(match.str_to_action("ask"))
    assert match.events()
    match.undo()
    assert match.events() == []
    assert match.lines() == []


def test_editions_by_dict_and_file(toy: Game, tmp_path: Path) -> None:
    larger = EDITION | {"name": "larger", "cards": 30}
    match = toy.new(players=2, seed=1, edition=larger)
    assert match.view(None)["deck"] == 26
    path = str(tmp_path / "larger.json")
    write(larger, path)
    assert whole(toy.new(players=2, seed=1, edition=path)) == whole(match)
    assert toy.in_edition(dict(EDITION)) is toy
    with pytest.raises(sandtable.EditionError, match="8 to 99"):
        toy.new(players=2, seed=1, edition=EDITION | {"cards": 3})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "line 1"),
        (b"[1]", "JSON object"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"[" * 100_000, "nested|JSON"),
        (b'{"a": 1}' + b" " * 4_000_001, "larger"),
    ],
)
def test_edition_files_that_are_none(
    content: bytes, reason: str, toy: Game, tmp_path: Path
) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(sandtable.EditionError, match=reason):
        toy.new(players=2, seed=1, edition=str(path))
    with pytest.raises(sandtable.EditionError, match="cannot be read"):
        toy.new(players=2, seed=1, edition=str(tmp_path / "missing.json"))


def test_default_number_of_players(toy: Game) -> None:
    assert toy.new().players == 2
    assert isinstance(toy, ToyGame)
    assert isinstance(toy.new(), Match)
