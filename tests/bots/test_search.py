"""The search: what it goes by, how its play-outs end, and searching in several processes."""

from __future__ import annotations

import math
import os
from typing import Any

import pytest

import sandtable
from sandtable.bots import parallel
from sandtable.bots.base import BotError, Table
from sandtable.bots.engine.plan import Planner
from sandtable.bots.engine.sequential_halving import (
    CLEAR_VISITS,
    CONTENDERS,
    EXPANSION_THRESHOLD,
    SequentialHalvingSearch,
)
from sandtable.bots.engine.tree import Search
from sandtable.bots.evaluations import default_experience, evaluation, experience_for_version
from sandtable.bots.search import SearchBot
from sandtable.kernel.match import Match

SPLITS = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot split processes")


def begun(game: str = "faiyum", players: int = 2, choices: int = 0) -> Match:
    match = sandtable.game(game).new(players=players, seed=4)
    for _ in range(choices):
        match.apply(match.legal_actions()[0])
    return match


def searching(match: Match, plan_weight: float = 20.0, kind: type[Search] = Search) -> Search:
    seat = match.current_player
    assert seat is not None
    judge = evaluation(match.game)
    search = kind(judge, match.resample(seat, 1), seat, "a test")
    search.plan_weight = plan_weight
    search.set_plans(Planner(judge).plans(search.match), 0.7)
    return search


@pytest.mark.parametrize("kind", [Search, SequentialHalvingSearch])
@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_every_iteration_is_a_visit_of_the_root(game: str, kind: type[Search]) -> None:
    search = searching(begun(game), kind=kind)
    search.run(30, 1e9)
    assert search.iterations == search.root.visits == sum(search.root.counts) == 30
    search.sample(search.match.legal_actions()[0], 3, 1e9)
    assert search.iterations == search.root.visits == sum(search.root.counts) == 33
    assert search.best(search.match.legal_actions()) in search.match.legal_actions()


def test_opinions_begin_with_what_trying_out_said() -> None:
    search = searching(begun(choices=40))  # by then some choices are clearly worse than others
    slots = list(range(len(search.root.actions)))
    assert search.root_values(slots) == pytest.approx(search.plan_values)
    best = max(slots, key=lambda slot: search.plan_values[slot])
    other = min(slots, key=lambda slot: search.plan_values[slot])
    # Visits that went better than those of all others together win in the end.
    for slot, chance in ((best, 0.2), (other, 0.9)):
        search.root.counts[slot] = 2
        search.root.utilities[slot] = 2 * chance
    max_actions = search.root_values(slots)
    for slot, chance in ((best, 0.2), (other, 0.9)):
        search.root.counts[slot] = 500
        search.root.utilities[slot] = 500 * chance
    many = search.root_values(slots)
    assert max_actions[best] > max_actions[other]
    assert many[best] < many[other]


def test_a_bias_of_all_visits_changes_no_opinion() -> None:
    search = searching(begun())
    slots = list(range(len(search.root.actions)))
    for slot in slots:
        search.root.counts[slot] = 400
        search.root.utilities[slot] = 400 * (search.plan_values[slot] + 0.2)
    assert search.root_values(slots) == pytest.approx(search.plan_values, abs=0.01)


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_play_outs_end_where_the_seat_that_thinks_is_to_move(game: str) -> None:
    search = searching(begun(game))
    for number in range(10):
        match = search.match.resample(search.seat, number, True)
        match.apply(match.legal_actions()[0])
        search.play_out(match)
        decision = match.decision()
        assert decision is not None
        assert decision.player == search.seat
        assert search.evaluation.begins_turn(decision)


def test_play_outs_of_no_turns_end_with_the_turn() -> None:
    search = searching(begun())
    search.turns = 0
    match = search.match.resample(search.seat, 1, True)
    match.apply(match.legal_actions()[0])
    search.play_out(match)
    decision = match.decision()
    assert decision is not None
    assert decision.player != search.seat
    assert search.evaluation.begins_turn(decision)


def test_alone_play_outs_end_after_an_administration() -> None:
    search = searching(begun(players=1))
    before = search.match.view(0)["market"]
    match = search.match.resample(0, 5, True)
    search.play_out(match)
    decision = match.decision()
    assert decision is not None
    assert search.evaluation.begins_turn(decision)
    assert match.view(0)["market"] != before
    # More than a turn has passed.
    state: Any = match.state
    begun_with: Any = search.match.state
    assert state.turns > begun_with.turns + 1


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_planned_play_outs_are_turns_of_every_player(game: str, players: int) -> None:
    search = searching(begun(game, players), kind=SequentialHalvingSearch)
    while (decision := search.match.decision()) and not search.evaluation.begins_turn(decision):
        search.match.apply(decision.actions[0])
    for turns in (1, 2):
        search.turns = turns
        match = search.match.resample(search.seat, turns)
        before = match.turn_number()
        seat = match.current_player
        search.play_out(match)
        decision = match.decision()
        assert decision is not None
        assert search.evaluation.begins_turn(decision)
        assert decision.player == seat
        # Resafa has turns without a choice in between.
        more = match.turn_number() - before
        assert more == turns * players if game == "faiyum" else more >= turns * players


def test_contenders_are_halved() -> None:
    search = searching(begun(players=1, choices=2), kind=SequentialHalvingSearch)
    assert len(search.root.actions) > CONTENDERS == 8
    search.run(48, 1e9)
    # Sixteen tries each for eight, for four, for two.
    assert sorted(search.root.counts, reverse=True)[:9] == [14, 14, 6, 6, 2, 2, 2, 2, 0]
    ranked = search.ranked(search.match.legal_actions())
    assert sorted(ranked) == sorted(search.match.legal_actions())
    counts = [search.root.counts[search.root.slots[action]] for action in ranked]
    assert counts[:2] == [14, 14]
    assert search.best(search.match.legal_actions()) == ranked[0]
    # Of the two that were compared to the end the better one is chosen.
    first, second = (search.root.slots[action] for action in ranked[:2])
    root_values = search.root_values([first, second])
    assert root_values[0] >= root_values[1]


def test_what_is_tried_often_decides_against_the_first_look() -> None:
    search = searching(begun(players=1), plan_weight=3.0, kind=SequentialHalvingSearch)
    slots = [search.root.slots[action] for action in search.match.legal_actions()]
    best = max(slots, key=lambda slot: search.plan_values[slot])
    other = min(slots, key=lambda slot: search.plan_values[slot])
    for slot, chance in ((best, 0.2), (other, 0.9)):
        search.root.counts[slot] = 40
        search.root.utilities[slot] = 40 * chance
    assert search.best(search.match.legal_actions()) == search.root.actions[other]


def test_a_careful_tree_grows_where_it_is_visited_often() -> None:
    search = searching(begun(players=1), kind=SequentialHalvingSearch)
    action = search.match.legal_actions()[0]
    search.sample(action, EXPANSION_THRESHOLD, 1e9)
    (child,) = search.root.children.values()
    assert not child.actions and child.visits == EXPANSION_THRESHOLD - 1
    search.sample(action, 3, 1e9)
    assert child.actions and sum(child.counts) == 2


def test_sampling_ends_with_its_time_but_not_before_a_first_try() -> None:
    search = searching(begun(), kind=SequentialHalvingSearch)
    action = search.match.legal_actions()[0]
    search.sample(action, 5, 0.0)
    search.sample(action, 5, 0.0)
    assert search.root.counts[search.root.slots[action]] == search.iterations == 1


def test_a_search_out_of_time_still_chooses() -> None:
    search = searching(begun(), kind=SequentialHalvingSearch)
    search.run(10**9, 0.0)
    assert search.iterations == 0
    best = search.root.slots[search.best(search.match.legal_actions())]
    assert search.plan_values[best] == max(search.plan_values)


def test_the_length_of_play_outs() -> None:
    match = begun()
    judge = evaluation(match.game, {"planned": 4.0})
    bot = SearchBot(tries=0)
    assert [bot.planned_for(judge, players) for players in (1, 2, 3, 5)] == [4, 2, 1, 1]
    network = SearchBot(tries=1)
    assert network.planned_for(evaluation(match.game, {"played": 6.0}), 2) == 3
    assert SearchBot(planned=3).planned_for(judge, 2) == 3
    table = Table(match)
    assert isinstance(SearchBot(iterations=2).think(table), SequentialHalvingSearch)
    assert not isinstance(SearchBot(iterations=2, planned=0).think(table), SequentialHalvingSearch)
    judge = evaluation(match.game, {"play_out": 5.0})
    assert SearchBot().turns_for(judge) == 5
    assert SearchBot(turns=3).turns_for(judge) == 3
    assert SearchBot().turns_for(evaluation(sandtable.game("resafa"), {})) == 1
    assert SearchBot().turns_for(evaluation(match.game)) == 0


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes that searches have started."""
    actions: list[int] = []
    fork = os.fork

    def noted() -> int:
        process = fork()
        if process:
            actions.append(process)
        return process

    monkeypatch.setattr(os, "fork", noted)
    return actions


def gone(processes: list[int]) -> bool:
    """Whether they have ended, and their end has been taken note of."""
    for process in processes:
        try:
            os.waitpid(process, os.WNOHANG)
        except ChildProcessError:
            continue
        return False
    return True


@SPLITS
def test_processes_add_up_and_leave_nothing_behind(forked: list[int]) -> None:
    chosen = []
    for _ in range(2):
        bot = SearchBot(seed=3, iterations=20, workers=3)
        search = bot.think(Table(begun()))
        assert search.iterations == sum(search.root.counts) == 60
        chosen.append(search.tally())
    assert len(forked) == 4
    assert gone(forked)
    assert chosen[0] == chosen[1]
    assert SearchBot(seed=3, iterations=20).think(Table(begun())).tally() != chosen[0]


@SPLITS
def test_the_next_decision_counts_no_visit_twice() -> None:
    match = begun()
    bot = SearchBot(seed=3, iterations=40, workers=2, planned=0)
    for _ in range(3):
        match.apply(bot.choose(Table(match)))
        if match.current_player != 0:
            break
        kept = bot.think(Table(match))
        assert sum(kept.root.counts) >= kept.iterations == 80


@SPLITS
@pytest.mark.parametrize("trouble", ["error", "death", "nonsense", "silence"])
def test_a_process_that_fails_is_done_without(
    trouble: str, monkeypatch: pytest.MonkeyPatch, forked: list[int]
) -> None:
    def continue_search(*_: object) -> Any:
        if trouble == "error":
            raise RuntimeError("a process in trouble")
        if trouble == "death":
            os._exit(9)
        if trouble == "silence":
            os.read(os.pipe()[0], 1)
        return ["nonsense"]

    monkeypatch.setattr(parallel, "continue_search", continue_search)
    monkeypatch.setattr(parallel, "TIMEOUT", 0.1)
    bot = SearchBot(seed=3, time=0.3, workers=2)
    search = bot.think(Table(begun()))
    assert sum(search.root.counts) == search.iterations > 0
    assert len(forked) == 1
    assert gone(forked)


@pytest.mark.parametrize(
    "options",
    [
        {"workers": 0},
        {"workers": 1.5},
        {"workers": 1000},
        {"time": -1},
        {"planned": -1},
        {"turns": 1.5},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BotError):
        SearchBot(**options)


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
@pytest.mark.parametrize("tries", [1, 2])
def test_play_outs_by_a_network_repeat_themselves(game: str, tries: int) -> None:
    tallies = []
    for _ in range(2):
        bot = SearchBot(3, iterations=40, tries=tries)
        search = bot.think(Table(begun(game, choices=8)))
        assert isinstance(search, SequentialHalvingSearch)
        assert search.planner.network is not None and search.planner.max_actions == tries
        assert search.iterations == sum(search.root.counts) == 40
        tallies.append(search.tally())
    assert tallies[0] == tallies[1]


def test_play_outs_by_a_network_finish_the_turn_as_it_was_tried_out() -> None:
    """A card that is played on as the greedy player would, not as the network likes it."""
    match = begun(choices=8)
    search = SearchBot(3, iterations=1, tries=1).think(Table(match))
    assert isinstance(search, SequentialHalvingSearch)
    first, line = next((a, line) for a, line in search.planned.items() if len(line) > 1)
    trial = search.match.clone()
    trial.apply(first)
    search.iteration_actions = [first]
    search.finish(trial)
    assert trial.actions()[-len(line) :] == line


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_version_1_thinks_without_networks(game: str) -> None:
    search = SearchBot(3, iterations=2, version=1).think(Table(begun(game)))
    assert isinstance(search, SequentialHalvingSearch)
    assert search.planner.network is None


@pytest.mark.parametrize("game", ["faiyum", "resafa"])
def test_a_clear_choice_ends_the_search(game: str) -> None:
    """Not before every contender left has been visited a few times."""
    table = Table(begun(game))
    early = SearchBot(3, iterations=400, certainty=0.05).think(table)
    assert isinstance(early, SequentialHalvingSearch)
    assert CLEAR_VISITS * 2 <= early.iterations < 400
    slots = early.leaders([early.root.slots[action] for action in table.legal_actions()], 2)
    assert early.is_clear(slots)
    assert SearchBot(3, iterations=400, certainty=0).think(table).iterations == 400
    assert SearchBot(3, iterations=400, certainty=1e6).think(table).iterations == 400


def test_version_1_takes_all_its_time() -> None:
    search = SearchBot(3, iterations=100, version=1, certainty=0.01).think(Table(begun("resafa")))
    assert search.iterations == 100


def test_a_choice_is_clear_by_its_standard_errors() -> None:
    """Two choices of 16 visits each: utilities of 0.6 and 0.4, which vary by 0.1 each time."""
    search = searching(begun("resafa"), 0.0, SequentialHalvingSearch)
    assert isinstance(search, SequentialHalvingSearch)
    for slot, mean in ((0, 0.6), (1, 0.4)):
        search.root.counts[slot] = 16
        search.root.utilities[slot] = 16 * mean
        search.root.squares[slot] = 16 * (mean * mean + 0.01)
    assert search.squared_error(0) == pytest.approx(0.01 / 16)
    errors = 0.2 / math.sqrt(2 * 0.01 / 16)  # by so many standard errors one leads the other
    for certainty, clear in ((0.0, False), (errors - 0.01, True), (errors + 0.01, False)):
        search.certainty = certainty
        assert search.is_clear([0, 1]) == clear
    search.certainty = 0.1
    search.root.counts[1] = CLEAR_VISITS - 1
    assert not search.is_clear([0, 1]), "too few visits"


def test_version_1_knows_nothing_learnt_since() -> None:
    faiyum, resafa = sandtable.game("faiyum"), sandtable.game("resafa")
    assert experience_for_version(resafa, 1) == {}, "Resafa had learnt nothing yet"
    before = experience_for_version(faiyum, 1)
    now = default_experience("faiyum")
    assert before is not None and before.keys() == now.keys()
    assert before["2 turns"] != now["2 turns"]
    assert experience_for_version(faiyum, 2) is None and experience_for_version(resafa, 2) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("clock", "sun"),
        ("version", 9),
        ("time", -1),
        ("time", "long"),
        ("later", 0),
        ("iterations", 2.5),
        ("workers", 0),
        ("exploration", -0.1),
        ("temperature", 0),
        ("root_temperature", 0),
        ("widening_base", 0),
        ("widening_rate", float("nan")),
        ("planned", -1),
        ("turns", 1.5),
        ("tries", -1),
        ("contenders", 1),
        ("expansion_threshold", 0),
        ("max_actions", 1),
        ("certainty", -1),
        ("completions", 0),
        ("points_weight", 1),
        ("plan_weight", -2),
        ("value_unit", 0),
    ],
)
def test_bad_options_are_refused(name: str, value: Any) -> None:
    with pytest.raises(BotError, match=f"^{name} is "):
        SearchBot(1, **{name: value})


def test_thinking_can_be_measured_by_the_processor() -> None:
    search = SearchBot(1, time=0.02, clock="processor").think(Table(begun()))
    assert search.processor and search.iterations > 0
