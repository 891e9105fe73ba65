"""A game looked at again, turn by turn."""

from __future__ import annotations

import json
import random

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.analysis import Analysis, Analyst, JudgedTurn, Standing, analyse
from sandtable.kernel.match import Match
from sandtable.kernel.record import Record


def played(game: str, players: int, seed: int = 2, bot: str = "random") -> Match:
    match = sandtable.game(game).new(players, seed)
    bots.play(match, [bots.make(bot, seat) for seat in range(players)])
    return match


@pytest.fixture(scope="module")
def duel() -> tuple[Match, Analysis]:
    match = played("resafa", 2)
    return match, analyse(match, iterations=2)


def test_every_turn_and_every_choice_is_there(duel: tuple[Match, Analysis]) -> None:
    match, analysis = duel
    actions = match.actions()
    turns = [(seat, choices) for seat, choices in match.turns() if choices]
    assert len(analysis.turns) == len(turns)
    step = 0
    again = sandtable.game("resafa").new(2, 2)
    for turn, (seat, choices) in zip(analysis.turns, turns, strict=True):
        assert (turn.seat, turn.first, turn.last) == (seat, step, step + len(choices))
        judged = {decision.step: decision for decision in turn.decisions}
        for action in choices:
            offered = again.legal_actions()
            if len(offered) > 1:
                decision = judged.pop(step)
                assert decision.played.action == action
                assert decision.best.action in offered
                assert decision.options == len(offered)
                assert decision.seat == again.current_player
                assert decision.chance_lost is not None and decision.chance_lost >= 0
            again.apply(action)
            step += 1
        assert not judged
    assert step == len(actions)


def test_the_end_is_the_result(duel: tuple[Match, Analysis]) -> None:
    match, analysis = duel
    assert analysis.end.points == match.scores()
    assert analysis.end.chances is not None
    assert [seat for seat in (0, 1) if analysis.end.chances[seat]] == match.winners()
    assert analysis.after(len(analysis.turns) - 1) == analysis.end


def test_swings_are_what_lies_between_two_turns(duel: tuple[Match, Analysis]) -> None:
    _, analysis = duel
    for place, turn in enumerate(analysis.turns):
        before, after = turn.before.chances, analysis.after(place).chances
        assert before is not None and after is not None
        assert sum(before) == pytest.approx(1, abs=0.01)
        assert analysis.swing(place) == pytest.approx(after[turn.seat] - before[turn.seat])
    most = [abs(analysis.swing(place)) for place in analysis.swings(4)]
    assert most == sorted(most, reverse=True)
    assert most[0] == max(abs(analysis.swing(place)) for place in range(len(analysis.turns)))


def test_random_play_is_found_out(duel: tuple[Match, Analysis]) -> None:
    """Who chooses by chance gives something away; the greatest losses come first."""
    _, analysis = duel
    costs = [analysis.turns[place].worst().chance_lost for place in analysis.missed(3)]  # type: ignore[union-attr]
    assert len(costs) == 3
    assert costs == sorted(costs, reverse=True)  # type: ignore[type-var]
    assert costs[0] is not None and costs[0] > 0.02


def test_a_document_and_back(duel: tuple[Match, Analysis]) -> None:
    _, analysis = duel
    plain = json.loads(json.dumps(analysis.plain()))
    assert len(plain["turns"]) == len(analysis.turns)
    assert plain["end"]["chances"] is not None
    for turn in plain["turns"]:
        again = JudgedTurn.of(turn)
        assert {**again.plain(), "after": turn["after"], "swing": turn["swing"]} == turn
    assert plain["swings"] == analysis.swings() and plain["missed"] == analysis.missed()


def test_alone() -> None:
    match = played("resafa", 1)
    told: list[tuple[int, int]] = []
    analysis = analyse(
        Record.parse(str(match.record())), iterations=2, progress=lambda a, b: told.append((a, b))
    )
    assert analysis.end == Standing([float(match.scores()[0])], None)
    assert all(turn.before.chances is None for turn in analysis.turns)
    worst = analysis.turns[analysis.missed(1)[0]].worst()
    assert worst is not None and worst.chance_lost is None and worst.points_lost > 0
    assert told == [(n, len(analysis.turns)) for n in range(1, len(analysis.turns) + 1)]


def test_an_unfinished_game_ends_in_an_estimate() -> None:
    match = sandtable.game("faiyum").new(2, 3)
    rng = random.Random(1)
    for _ in range(12):
        match.apply(rng.choice(match.legal_actions()))
    analysis = analyse(match, iterations=4)
    assert analysis.turns[-1].last == 12
    assert analysis.end.chances is not None and 0 < analysis.end.chances[0] < 1


def test_turns_can_be_judged_in_any_order() -> None:
    """So a long analysis can be done in pieces, by several processes."""
    match = played("resafa", 2)
    start = sandtable.game("resafa").new(2, 2)
    forth = Analyst(start, match.actions(), iterations=3)
    back = Analyst(start, match.actions(), iterations=3)
    places = [0, 3, 7]
    one = {place: forth.turn(place) for place in places}
    two = {place: back.turn(place) for place in reversed(places)}
    assert one == two


def test_only_what_could_be_known_counts() -> None:
    """Two games whose difference comes to light only after the turn are judged alike up to it."""
    match = sandtable.game("resafa").new(2, 4)
    rng = random.Random(5)
    while match.turn_number() < 5:
        match.apply(rng.choice(match.legal_actions()))
    seat = match.current_player
    actions: list[int] = []
    worlds = [match.resample(seat, f"world {world}") for world in range(3)]
    trial = worlds[0].clone()
    trial.apply(rng.choice(trial.legal_actions()))
    actions.append(trial.actions()[-1])
    judged = [Analyst(world, actions, iterations=12).turn(0) for world in worlds]
    assert judged[0].decisions
    assert judged[1:] == judged[:1] * 2


def test_what_cannot_be_analysed() -> None:
    new = sandtable.game("faiyum").new(2, 1)
    with pytest.raises(bots.BotError, match="nothing has been chosen"):
        analyse(new)
    with pytest.raises(bots.BotError, match="resampled match"):
        analyse(new.resample(0, 1))
    with pytest.raises(bots.BotError, match="seconds"):
        analyse(played("faiyum", 1), seconds=-1)
