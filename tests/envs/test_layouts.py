"""Observations: the quick way and the view tell the same, and nothing hidden."""

from __future__ import annotations

import json
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
from tools import layout_docs  # noqa: E402

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
def test_a_page_takes_any_position_after_any_other(name: str, players: int) -> None:
    layout = envs.layout(name, players)
    encoder = layout.encoder()
    page = encoder.new_page()
    all_options = OPTIONS.get((name, players), [{}])
    played = [positions(name, players, 3 + i, 31, **all_options[-(i % 2)]) for i in range(3)]
    played[1].reverse()
    for turn in range(max(len(game) for game in played)):
        for game in played:
            match = game[turn % len(game)]
            for seat in range(players):
                memory = encoder.encode_on(page, match, seat)
                fresh = encoder.encode_on(encoder.new_page(), match, seat)
                assert memory.tolist() == fresh.tolist()
                assert (np.frombuffer(memory, np.float32) == layout.of_match(match, seat)).all()


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


def test_docs_have_every_field_and_action() -> None:
    assert layout_docs.PAGE.read_text(encoding="utf-8") == layout_docs.page(), (
        "run: python tools/layout_docs.py"
    )


def test_layouts_and_action_ids_are_those_of_earlier_versions() -> None:
    """Networks that were trained on them would stop working."""
    kept = json.loads(layout_docs.DIGESTS.read_text(encoding="utf-8"))
    assert layout_docs.digests() == kept, (
        "Observations or action ids have changed, so networks trained on them no longer work. If "
        "that is not meant, change them back. If it is: raise the version in the ids of "
        "sandtable/envs/registration.py, say so in CHANGELOG.md, train the networks in "
        "games/*/bot again, and run: python tools/layout_docs.py --accept"
    )


def test_layout_by_a_function(toy: sandtable.Game) -> None:
    layout = envs.layout("toy", 2, coins_only)
    assert [field.name for field in layout.fields] == ["coins"]
    games = envs.vector("toy", 2, 3, layout=coins_only)
    assert games.observations.shape == (3, 1)
    with pytest.raises(sandtable.BadOption, match="coins_only has nothing for Faiyum"):
        envs.layout("faiyum", 2, coins_only)
    with pytest.raises(sandtable.BadOption, match=r"is to return a .*Layout, not list"):
        envs.layout("toy", 2, lambda game, players: [])


def test_layout_of_another_package(
    toy: sandtable.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By an entry point of the group sandtable.layouts."""
    info = tmp_path / "elsewhere-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[sandtable.layouts]\n"
        "coins = tests.envs.test_layouts:coins_only\n"
        "broken = tests.envs.test_layouts:missing\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    env = envs.gymnasium_env("toy", 2, opponents="random", layout="coins")
    observation, _ = env.reset(seed=1)
    assert observation["observation"].shape == (1,)
    assert env.observation_space["observation"].shape == (1,)
    with pytest.raises(sandtable.BadOption, match=r"'broken'.*cannot be loaded"):
        envs.layout("toy", 2, "broken")
    with pytest.raises(sandtable.BadOption, match="no layout 'grand'; there are broken, coins"):
        envs.pettingzoo_env("toy", 2, layout="grand")


def coins_only(game: sandtable.Game, players: int) -> Layout | None:
    if game.name != "toy":
        return None
    coins = Field("coins", (1,), "the own coins", lambda view: [view["coins"][view["seat"]]], 99)
    return Layout(game, players, [coins])


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


def test_game_without_a_layout_of_its_own(toy: sandtable.Game) -> None:
    """The plain numbers of its view, in matches at any stage."""
    layout = envs.layout("toy", 2)
    names = [field.name for field in layout.fields]
    assert names[:4] == ["seat", "turn_of", "to_choose", "over"]
    assert {"coins.0", "coins.1", "hands.0"} <= set(names)
    match = toy.new(2, 1)
    random_play(match, seeded(1))
    parts = layout.parts(layout.of_match(match, 1))
    assert parts["over"].tolist() == [1]
    assert parts["coins.0"].tolist() == pytest.approx([match.view(1)["coins"][0] / 10])


def test_layout_of_ones_own(toy: sandtable.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fields alone are enough; an encoder only makes it quicker."""
    match = toy.new(2, 1)
    first = match.decision()
    assert first is not None
    kinds = [first.kind]

    def observation(game: sandtable.Game, players: int) -> Layout:
        over = Field("finished", (1,), "the game is over", lambda view: [int(view["over"])])
        fields = [field for field in table_fields(players, kinds) if field.name != "kind"]
        return Layout(game, players, [*fields, over])

    monkeypatch.setattr(type(toy), "observation", observation)
    layout = envs.layout("toy", 2)
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
