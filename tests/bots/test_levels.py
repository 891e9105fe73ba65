"""The strengths offered to people."""

from __future__ import annotations

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.base import BotError, Table
from sandtable.bots.fallible import FallibleBot, ShortSighted
from sandtable.bots.levels import ALIASES, LevelBot, ratings, spec
from sandtable.bots.search import SearchBot


def test_all_levels_are_there_and_know_their_names() -> None:
    assert len(bots.LEVELS) == 6
    for level in bots.LEVELS:
        assert level in bots.names()
        assert bots.make(level).name == level


@pytest.mark.parametrize("old", ["easy", "medium", "hard"])
def test_names_of_the_first_version_still_work_but_are_not_offered(old: str) -> None:
    assert old not in bots.names()
    assert bots.make(old).name == ALIASES[old] in bots.LEVELS


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_each_title_says_who_plays_its_levels_and_how_strong_they_are(game: str) -> None:
    title = sandtable.game(game)
    for level in bots.LEVELS:
        bots.make(spec(title, level))
    measured = ratings(game)
    assert list(measured) == bots.LEVELS
    assert sorted(measured.values()) == list(measured.values())


def test_a_title_without_levels_of_its_own_has_the_usual_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sandtable.bots.levels.spec", lambda game, level: "random")
    match = sandtable.game("faiyum").new(2, 1)
    assert LevelBot(1, "casual").choose(Table(match)) in match.legal_actions()


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_the_gentlest_plays_sensibly_but_not_well(game: str) -> None:
    """Against an experienced one it loses; against chance it wins: both clearly."""
    sums = {"newcomer": 0, "experienced": 0, "random": 0}
    for seed in range(3):
        for seats in (["newcomer", "experienced"], ["random", "newcomer"]):
            match = sandtable.game(game).new(2, seed)
            bots.play(match, [bots.make(name, f"{seed} {name}") for name in seats])
            for seat, name in enumerate(seats):
                sums[name] += match.scores()[seat] * (1 if name == "newcomer" else 2)
    assert sums["random"] * 1.5 < sums["newcomer"]
    assert sums["newcomer"] * 1.15 < sums["experienced"]


@pytest.mark.parametrize("level", ["newcomer", "learner", "casual"])
def test_weak_levels_repeat_themselves_and_have_days(level: str) -> None:
    games = []
    for seed in (1, 1, 2):
        match = sandtable.game("faiyum").new(2, 7)
        bots.play(match, [bots.make(level, seed), bots.make("random", 3)])
        games.append(match.actions())
    assert games[0] == games[1] != games[2]


def test_the_short_sighted_count_the_points_of_the_moment() -> None:
    match = sandtable.game("faiyum").new(2, 4)
    planner = FallibleBot(1).planner_for(match.game, 2)
    whole = planner.evaluation
    assert not isinstance(whole, ShortSighted)
    blind = FallibleBot(1, sight=0).planner_for(match.game, 2).evaluation
    assert blind.values(match.state) == [float(score) for score in match.scores()]
    half = FallibleBot(1, sight=0.5).planner_for(match.game, 2).evaluation
    expected = [
        (far + near) / 2
        for far, near in zip(whole.values(match.state), match.scores(), strict=True)
    ]
    assert half.values(match.state) == pytest.approx(expected)


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_the_forgetful_do_not_see_the_end_coming(game: str) -> None:
    match = sandtable.game(game).new(2, 4)
    players = [bots.make("greedy", seat) for seat in range(2)]
    sensible = FallibleBot(1).planner_for(match.game, 2).evaluation
    forgetful = FallibleBot(1, forgets=0.5).planner_for(match.game, 2).evaluation
    first = match.current_player
    differs = []
    while not match.is_over:
        decision = match.decision()
        assert decision is not None
        if sensible.begins_turn(decision):
            differs.append(sensible.values(match.state) != forgetful.values(match.state))
        seat = match.current_player
        assert seat is not None
        match.apply(bots.ask(players[seat], match))
    assert first is not None
    late = differs[len(differs) * 2 // 3 :]
    assert not differs[0] and sum(late) > len(late) / 4  # the very last turns are known to all


def test_further_decisions_of_a_turn_get_less_time() -> None:
    match = sandtable.game("resafa").new(2, 5)
    bot = SearchBot(seed=1, time=0.05, later=0.02)
    spent: list[tuple[int, float]] = []
    while len({turn for turn, _ in spent}) < 3:
        if match.current_player == 0 and len(match.legal_actions()) > 1:
            action = bot.choose(Table(match))
            spent.append((match.turn_number(), bot.seconds))
        else:
            action = match.legal_actions()[0]
        match.apply(action)
    for place, (turn, seconds) in enumerate(spent):
        first = place == 0 or spent[place - 1][0] != turn
        assert seconds == (0.05 if first else 0.02)
    assert any(seconds == 0.02 for _, seconds in spent)


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_the_strongest_keeps_within_two_seconds_by_its_settings(game: str) -> None:
    """The search stops by the clock; its settings leave room for what is done around it."""
    bot = bots.make(spec(sandtable.game(game), "master"))
    assert isinstance(bot, SearchBot)
    assert bot.first <= 1.5 and bot.later <= 0.5


@pytest.mark.parametrize(
    "name",
    [
        "search:later=-1",
        "fallible:sight=2",
        "fallible:form=-1",
        "master:depth=3",
        "fallible:noise=-1",
    ],
)
def test_bad_settings_are_refused(name: str) -> None:
    with pytest.raises(BotError, match=r"master|later|seconds|sight|form|noise"):
        bots.make(name)
