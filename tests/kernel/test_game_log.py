"""A match with its choices and logs: whatever is chosen and taken back, they agree with it."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.game_log import GameLog
from sandtable.kernel.history import History, replayed
from sandtable.kernel.match import seat_names
from sandtable.kernel.rng import seeded
from sandtable.testing import position


def log_for(history: History, viewer: int | None) -> GameLog:
    match = history.match
    return GameLog(match.game, seat_names(match.players), viewer, match.events(viewer))


def told(log: GameLog) -> list[tuple[int, int | None, list[str], list[str]]]:
    return [(turn.number, turn.seat, turn.texts, log.lines(turn)) for turn in log.turns]


def test_choices_logs_and_past_positions_follow_the_match() -> None:
    game = sandtable.game("resafa")
    history = History(game.new(players=2, seed=5))
    for viewer in (None, 0):
        history.add_log(log_for(history, viewer))
    rng = seeded(5, "history")
    undone = 0
    while not history.match.is_over and len(history.choices) < 150:
        if history.match.can_undo() and rng.below(3) == 0:
            history.undo()
            undone += 1
        else:
            actions = history.match.legal_actions()
            seat, turn = history.match.current_player, history.match.turn_number()
            choice = history.apply(actions[rng.below(len(actions))])
            assert (choice.seat, choice.turn) == (seat, turn)
            log = history.logs[None, "en"]
            assert log.turns[-1].texts[-1]
    assert undone > 10
    actions = history.actions()
    assert actions == history.match.actions()
    for viewer in (None, 0):
        start = game.new(players=2, seed=5)
        fresh = GameLog(game, seat_names(2), viewer, start.events(viewer))
        again = replayed(start, actions, fresh)
        assert told(fresh) == told(history.logs[viewer, "en"])
        assert fresh.step == history.logs[viewer, "en"].step == len(actions)
        assert again.choices == history.choices
        assert fresh.lines_since(0) == game.log_lines(
            [event for turn in fresh.turns for events in turn.events for event in events],
            seat_names(2),
        )
    for step in (0, 1, 25, 60, len(actions)):
        there = game.new(players=2, seed=5)
        for action in actions[:step]:
            there.apply(action)
        assert position(history.at(step)) == position(there)


def test_a_refused_choice_changes_nothing() -> None:
    history = History(sandtable.game("faiyum").new(players=2, seed=1))
    for action in (-1, 10**9):
        with pytest.raises(IllegalAction):
            history.apply(action)
    with pytest.raises(IllegalAction):
        history.undo()
    assert history.choices == [] and history.match.actions() == []
