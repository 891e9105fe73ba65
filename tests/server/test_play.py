"""A game in memory: choices, taking back, logs, positions of the past."""

from __future__ import annotations

import random

import orjson
import pytest

import sandtable
from sandtable.kernel.edition import digest
from sandtable.kernel.errors import BadOption, IllegalAction
from sandtable.server.play.game import Play
from sandtable.server.play.packed_log import PackedLog
from sandtable.server.tables.setup import Editions, Origin, Setup, Unplayable, begin
from tests.conftest import games

NAMES = ["Ann", "Bob", "Cy"]


def setup_for(name: str, players: int = 3, seed: int | str = 7) -> Setup:
    game = sandtable.game(name)
    match = game.new(players, seed)
    return Setup(name, game.rules_version, digest(game.edition), players, seed, match.options)


def same(one: PackedLog, other: PackedLog) -> bool:
    return orjson.dumps(one.since()) == orjson.dumps(other.since())


@pytest.fixture(params=[*sandtable.games(), "toy"])
def name(request: pytest.FixtureRequest) -> str:
    if request.param == "toy":
        request.getfixturevalue("toy")
    value: str = request.param
    return value


def test_games_with_much_taking_back(name: str) -> None:
    """Whatever is chosen and taken back: what is kept agrees with what the log makes anew."""
    game = sandtable.game(name)
    for number in range(games(2, cost=20)):
        source = random.Random(number)
        setup = setup_for(name, seed=number)
        play = Play(setup, game, NAMES)
        entries: list[tuple[str, str]] = []
        for viewer in (None, 0, 1):
            play.log(viewer)
        while not play.over:
            last = {play.choices[-1].seat} if play.choices else set()
            if last and play.undo_refusal(last) is None and source.random() < 0.3:
                count = source.choice([1, play.restart_count(last)])
                play.undo(count)
                entries.append(("undo", str(count)))
            else:
                action = source.choice(play.match.legal_actions())
                entries.append(("act", play.match.action_to_str(action)))
                play.act(action)
            assert play.version == len(entries)
            assert play.step == len(play.choices)
            if source.random() < 0.05:
                for viewer in (None, 0, 1):
                    fresh = play.make_log(viewer, play.choices, play.over)
                    assert same(play.log(viewer), fresh)
        again = Play.load(setup, game, NAMES, entries)
        assert again.match.actions() == play.match.actions()
        assert again.version == play.version
        for viewer in (None, 0, 2):
            assert same(again.log(viewer), play.log(viewer))
            assert again.position(viewer, ()) == play.position(viewer, ())


def test_as_many_can_be_taken_back_as_the_engine_allows(name: str) -> None:
    source = random.Random(1)
    play = Play(setup_for(name), sandtable.game(name), NAMES)
    while not play.over:
        play.act(source.choice(play.match.legal_actions()))
        if play.over:
            break
        trial, possible = play.match.clone(), 0
        while trial.can_undo():
            trial.undo()
            possible += 1
        with pytest.raises(IllegalAction):
            play.undo(possible + 1)
        with pytest.raises(IllegalAction):
            play.undo(0)
        own = {play.choices[-1].seat}
        assert (play.undo_refusal(own) is None) == (possible > 0)
        count = play.restart_count(own)
        assert count <= possible
        if count:
            first = play.choices[len(play.choices) - count]
            assert first.turn == play.choices[-1].turn


def test_positions_of_the_past(name: str) -> None:
    source = random.Random(2)
    play = Play(setup_for(name), sandtable.game(name), NAMES)
    truth = begin(play.setup, play.game)
    views = [truth.view(0)]
    while not play.over:
        action = source.choice(play.match.legal_actions())
        play.act(action)
        truth.apply(action)
        views.append(truth.view(0))
    for step in {*range(0, play.step, 7), 24, 25, 26, play.step - 1, play.step}:
        if step > play.step:
            continue
        past = play.past(step, 0)
        expected = dict(views[step])
        expected.pop("decision")
        assert past["view"] == expected
        assert past["step"] == step and past["decision"] is None and past["undo"] is None


def test_who_looks_from_where() -> None:
    play = Play(setup_for("faiyum"), sandtable.game("faiyum"), NAMES)
    chooser = play.to_choose
    assert chooser is not None
    others = sorted({0, 1, 2} - {chooser})
    assert play.viewer(()) is None
    assert play.viewer({0, 1, 2}) == chooser
    assert play.viewer(set(others)) == others[0], "nobody has chosen yet: the lowest"
    while play.to_choose == chooser:
        play.act(play.match.legal_actions()[-1])
    after = play.to_choose
    assert play.viewer({chooser, *({0, 1, 2} - {chooser, after})}) == chooser


def test_the_end(name: str) -> None:
    source = random.Random(3)
    play = Play(setup_for(name), sandtable.game(name), NAMES)
    while not play.over:
        play.act(source.choice(play.match.legal_actions()))
    outcome = play.outcome()
    assert outcome["scores"] == play.match.scores()
    assert outcome["winners"] == play.match.winners()
    assert sorted(outcome["ranking"]) == [0, 1, 2]
    assert outcome["ranking"][0] in outcome["winners"]
    assert outcome["breakdown"] == play.match.breakdown()
    points = outcome["over_time"]
    assert points[0]["step"] == 0 and points[-1]["step"] == play.step
    assert points[-1]["scores"] == play.match.scores()
    turns = [point["turn"] for point in points[1:]]
    assert turns == sorted(set(turns)), "one point for each turn"
    with pytest.raises(IllegalAction, match="over"):
        play.undo(1)


def test_branches_of_branches(toy: sandtable.Game) -> None:
    """What a seat knows stays through any number of branches; the rest differs."""
    setup = setup_for("toy")
    first = begin(setup, toy)
    hand = first.view(1)["hand"]
    origin = None
    for depth in range(4):
        origin = Origin([], 1, f"seed {depth}", origin)
        branched = Setup(**{**vars(setup), "origin": origin})
        match = begin(branched, toy)
        assert match.view(1)["hand"] == hand
        again = begin(Setup.of(branched.plain()), toy)
        assert again.state.rng.position() == match.state.rng.position()
        assert [again.view(seat) for seat in range(3)] == [match.view(seat) for seat in range(3)]
        assert origin.depth == depth + 1


def test_other_rules_are_refused() -> None:
    setup = setup_for("faiyum")
    older = Setup(**{**vars(setup), "rules": 0})
    with pytest.raises(Unplayable, match="rules 0"):
        begin(older, sandtable.game("faiyum"))


def test_editions_are_kept_within_bounds() -> None:
    editions = Editions(keep=2)
    standard = sandtable.game("faiyum").edition
    made = []
    for number in range(4):
        edition = {**standard, "name": f"mine-{number}"}
        made.append(digest(edition))
        assert editions.add("faiyum", edition).edition["name"] == f"mine-{number}"
    known = [editions.get("faiyum", fingerprint) is not None for fingerprint in made]
    assert known == [False, False, True, True]
    assert editions.get("faiyum", digest(standard)) is sandtable.game("faiyum")
    with pytest.raises(BadOption):
        editions.get("chess", "x")
