"""Observations: the quick way and the view tell the same, and nothing hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import bots, envs
from sandtable.kernel.match import random_play
from sandtable.kernel.rng import seeded
from tests.conftest import games
from tests.envs.helpers import GAMES, TABLES, needs, positions

needs("numpy", "librt")

import numpy as np  # noqa: E402

from sandtable.observation.tensors import Field, Layout, one_hot, table_fields  # noqa: E402

DOCS = Path(__file__).resolve().parents[2] / "docs" / "environments.md"

OPTIONS: dict[tuple[str, int], list[dict[str, Any]]] = {
    ("faiyum", 1): [{}, {"mode": "campaign", "won": 3}],
    ("resafa", 1): [{}, {"advanced": True}],
    ("resafa", 3): [{}, {"advanced": True}],
}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_encoder_tells_what_the_view_tells(name: str, players: int) -> None:
    layout = envs.layout(name, players)
    for options in OPTIONS.get((name, players), [{}]):
        for seed in range(games(2, 10)):
            for match in positions(name, players, seed, 7, **options):
                for seat in range(players):
                    quick = layout.of_match(match, seat)
                    told = layout.of_view(match.view(seat))
                    for field, numbers in layout.parts(quick).items():
                        assert numbers.tolist() == layout.parts(told)[field].tolist(), field
                    assert (quick >= layout.low).all()
                    assert (quick <= layout.high).all()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_observation_does_not_depend_on_what_is_hidden(name: str, players: int) -> None:
    layout = envs.layout(name, players)
    for match in positions(name, players, 5, 17):
        for seat in range(players):
            seen = layout.of_match(match, seat)
            for draw in range(2):
                assert (layout.of_match(match.resample(seat, draw), seat) == seen).all()


@pytest.mark.parametrize("name", GAMES)
def test_bots_can_observe_through_their_table(name: str) -> None:
    layout = envs.layout(name, 2)
    match = sandtable.game(name).new(2, 3)
    table = bots.Table(match)
    assert (layout.of_view(table.view()) == layout.of_match(match, table.seat)).all()


@pytest.mark.parametrize("name", GAMES)
def test_write_fills_a_tensor(name: str) -> None:
    layout = envs.layout(name, 2)
    match = sandtable.game(name).new(2, 3)
    tensor = np.full(layout.size, 7, np.float32)
    layout.write(match, 1, tensor)
    assert (tensor == layout.of_match(match, 1)).all()
    column = np.full((layout.size, 2), 7, np.float32)
    layout.write(match, 1, column[:, 0])
    assert (column[:, 0] == tensor).all()
    assert (column[:, 1] == 7).all()


@pytest.mark.parametrize("name", GAMES)
def test_writer_fills_its_tensor_again_and_again(name: str) -> None:
    layout = envs.layout(name, 2)
    tensor = np.full(layout.size, 7, np.float32)
    write = layout.writer(tensor)
    for match in positions(name, 2, 3, 20):
        for seat in range(2):
            write(match, seat)
            assert (tensor == layout.of_match(match, seat)).all()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_fields_cover_the_tensor(name: str, players: int) -> None:
    layout = envs.layout(name, players)
    numbers = np.arange(layout.size, dtype=np.float32)
    together = np.concatenate([part.ravel() for part in layout.parts(numbers).values()])
    assert (together == numbers).all()


@pytest.mark.parametrize("name", GAMES)
def test_docs_have_the_layout(name: str) -> None:
    assert envs.layout(name, 2).describe() in DOCS.read_text(encoding="utf-8")


def test_observer_comes_first() -> None:
    match = sandtable.game("faiyum").new(3, 1)
    layout = envs.layout("faiyum", 3)
    money = match.scores()  # a list of three, to be filled
    for seat, entry in enumerate(match.view(0)["seats"]):
        money[seat] = entry["money"]
    for seat in range(3):
        parts = layout.parts(layout.of_match(match, seat))
        assert parts["seat"].tolist() == one_hot(3, seat)
        expected = [money[(seat + place) % 3] for place in range(3)]
        assert (parts["money"] * 20).round().tolist() == expected
        assert parts["kind"].sum() == (1 if seat == match.current_player else 0)


def test_numbers_beyond_a_field_are_cut_off() -> None:
    layout = envs.layout("faiyum", 2)
    match = sandtable.game("faiyum").new(2, 1)
    state: Any = match.state
    state.money[0] = 10_000
    state.points = [-10_000] * len(state.points)
    quick = layout.of_match(match, 0)
    assert layout.parts(quick)["money"][0] == 10
    assert (layout.parts(quick)["points"] == -10).all()
    assert (quick == layout.of_view(match.view(0))).all()


def test_spectators_have_no_observation() -> None:
    view = sandtable.game("faiyum").new(2, 1).view(None)
    with pytest.raises(sandtable.BadOption, match="spectator"):
        envs.layout("faiyum", 2).of_view(view)


def test_game_without_a_layout_of_its_own(whispers: sandtable.Game) -> None:
    """The plain numbers of its view, in matches at any stage."""
    layout = envs.layout("whispers", 2)
    names = [field.name for field in layout.fields]
    assert names[:4] == ["seat", "turn_of", "to_choose", "over"]
    assert {"coins.0", "coins.1", "hands.0"} <= set(names)
    match = whispers.new(2, 1)
    random_play(match, seeded(1))
    parts = layout.parts(layout.of_match(match, 1))
    assert parts["over"].tolist() == [1]
    assert parts["coins.0"].tolist() == pytest.approx([match.view(1)["coins"][0] / 10])


def test_layout_of_ones_own(whispers: sandtable.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fields alone are enough; an encoder only makes it quicker."""
    match = whispers.new(2, 1)
    first = match.decision()
    assert first is not None
    kinds = [first.kind]

    def observation(game: sandtable.Game, players: int) -> Layout:
        over = Field("finished", (1,), "the game is over", lambda view: [int(view["over"])])
        fields = [field for field in table_fields(players, kinds) if field.name != "kind"]
        return Layout(game, players, [*fields, over])

    monkeypatch.setattr(type(whispers), "observation", observation)
    layout = envs.layout("whispers", 2)
    assert layout.fields[-1].name == "finished"
    assert layout.of_match(match, 0).tolist() == layout.of_view(match.view(0)).tolist()
    assert layout.parts(layout.of_match(match, 1))["seat"].tolist() == [0, 1]
    tensor = np.zeros(layout.size, np.float32)
    layout.write(match, 1, tensor)
    assert (tensor == layout.of_match(match, 1)).all()


def test_two_fields_of_one_name() -> None:
    twice = [Field("x", (1,), "one", lambda view: [0]), Field("x", (1,), "two", lambda view: [0])]
    with pytest.raises(ValueError, match="both called x"):
        Layout(sandtable.game("faiyum"), 2, twice)


def test_field_that_reads_too_little() -> None:
    layout = Layout(
        sandtable.game("faiyum"), 2, [Field("x", (2,), "two numbers", lambda view: [0])]
    )
    with pytest.raises(ValueError, match="x has 2 numbers, not 1"):
        layout.of_view(sandtable.game("faiyum").new(2, 1).view(0))


def test_bad_player_count() -> None:
    with pytest.raises(sandtable.BadOption, match="takes 1 to 5 players"):
        envs.layout("faiyum", 6)
