"""The story of a game: turning points, habits and points by source."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sandtable
from sandtable import bots
from sandtable.bots.analysis import Analysis, Loss, Reference, analyse, story
from sandtable.bots.analysis.habits import habits
from sandtable.bots.analysis.story import LEAST_CHANCE, StoryWriter
from sandtable.bots.reasons import GAIN, LACK, SPEND, Reason
from sandtable.kernel.match import Match

NAMES = ["Ann", "Bob"]


def loss(
    points: float = 1.0,
    seat: int = 0,
    kind: str = "pay",
    deed: tuple[str, str] | None = None,
    lack: Reason | None = None,
) -> Loss:
    played, best = deed or ("pay", "pay")
    return Loss(seat, points, kind, deed is not None, played, best, lack)


def roses(form: str = SPEND, amount: int = 1) -> Reason:
    return Reason("rose", form, {"amount": amount}, 1.0, [], [])


def test_roses_paid_again_and_again_are_a_habit() -> None:
    title = sandtable.game("faiyum").reasons()
    (habit,) = habits([loss(1.5, lack=roses()) for _ in range(4)], title)
    assert (habit.seat, habit.times, habit.points) == (0, 4, 6.0)
    assert habit.text == "Paid with 4 roses where another payment was cheaper"
    german = sandtable.game("faiyum").in_language("de").reasons()
    (habit,) = habits([loss(1.5, lack=roses()) for _ in range(4)], german)
    assert "4 Rosen" in habit.text


def test_what_comes_seldom_or_costs_little_is_no_habit() -> None:
    title = sandtable.game("faiyum").reasons()
    assert habits([loss(9.0, lack=roses())] * 2, title) == []
    assert habits([loss(0.3, lack=roses())] * 3, title) == []
    # Two players, or two kinds of loss, make no habit together.
    assert habits([loss(lack=roses())] * 2 + [loss(seat=1, lack=roses())] * 2, title) == []
    mixed = [loss(kind="gain", lack=roses(LACK))] * 2 + [loss(lack=roses())] * 2
    assert habits(mixed, title) == []


def test_deeds_are_told_by_what_would_have_been_better() -> None:
    title = sandtable.game("faiyum").reasons()
    deeds = [loss(2.0, kind="turn", deed=("cash", "administration"))] * 3
    (habit,) = habits(deeds, title)
    assert habit.text == "Put a card down for money where administration was better"


def test_only_the_costliest_habits_of_a_player_are_told() -> None:
    title = sandtable.game("faiyum").reasons()
    words = ["play", "cash", "buy", "administration", "pass"]
    losses = [
        loss(float(number), kind="turn", deed=(words[number], words[number - 1]))
        for number in range(1, 5)
        for _ in range(3)
    ]
    all_habits = habits(losses, title)
    assert [habit.points for habit in all_habits] == [12.0, 9.0, 6.0]


@pytest.fixture(scope="module")
def game() -> tuple[Match, Analysis]:
    match = sandtable.game("resafa").new(2, 2)
    bots.play(match, [bots.make("random", 0), bots.make("random", 1)])
    return match, analyse(match, iterations=1)


def test_every_turning_point_has_a_true_sentence(game: tuple[Match, Analysis]) -> None:
    match, analysis = game
    told: dict[str, Any] = json.loads(json.dumps(analysis.summary()))
    for language in ("en", "de"):
        start = match.game.in_language(language).new(2, 2)
        game_story = story(told, start, match.actions(), NAMES)
        assert game_story.summary and game_story.turning_points
        for point in game_story.turning_points:
            turn = analysis.turns[point.place]
            swing = analysis.swing(point.place)
            assert abs(swing) >= LEAST_CHANCE
            assert point.cause == "good" if swing > 0 else point.cause in ("mistake", "chance")
            assert NAMES[turn.seat] in point.text
            before, after = turn.before.chances, analysis.after(point.place).chances
            assert before is not None and after is not None
            for chance in (before[turn.seat], after[turn.seat]):
                assert f"{round(chance * 100)}" in point.text
            if point.cause == "mistake":
                worst = turn.worst()
                assert worst is not None and after[turn.seat] < before[turn.seat]
                if language == "en":
                    for text in (worst.played.text, worst.best.text):
                        assert text.partition(" (")[0] in point.text
            if point.cause == "good":
                assert after[turn.seat] > before[turn.seat]


def choice(text: str, reasons: list[Reason], lacks: list[Reason]) -> dict[str, Any]:
    choice = {"text": text, "action": 0, "reasons": reasons, "lacks": lacks}
    return json.loads(json.dumps(choice, default=Reason.plain))  # type: ignore[no-any-return]


def judgement(
    played: str,
    best: str = "",
    lost: float = 0.0,
    reasons: list[Reason] | None = None,
) -> dict[str, Any]:
    """A decision of Ann's, with what it cost her."""
    return {
        "step": 0,
        "seat": 0,
        "played": choice(played, reasons or [], [roses()] if lost else []),
        "best": choice(best or played, [], []),
        "chance_lost": lost,
        "points_lost": 10 * lost,
    }


def told_story(
    chances: list[float],
    worst: dict[str, Any] | None = None,
    opening: dict[str, Any] | None = None,
    revealed: bool = False,
) -> list[tuple[int, str, str]]:
    """The turning points of a game of Ann's and Bob's with these chances of Ann's, the first of
    them before the first turn. All turns are hers; what is given is of the third one."""
    standings = [{"points": [0.0, 0.0], "chances": [ann, 1 - ann]} for ann in chances]
    turns = [
        {
            "turn": place + 1,
            "seat": 0,
            "first": place,
            "last": place + 1,
            "before": standings[place],
            "after": standings[place + 1],
            "swing": chances[place + 1] - chances[place],
            "worst": worst if place == 2 else None,
            "opening": opening if place == 2 else judgement("Play Farmer"),
        }
        for place in range(len(chances) - 1)
    ]
    told = {"turns": turns, "swings": list(range(len(turns))), "players": 2, "end": standings[-1]}
    teller = StoryWriter(told, sandtable.game("faiyum"), NAMES, {}, {2} if revealed else set())
    return [(p.place, p.cause, p.text) for p in teller.story().turning_points]


FALL = [0.5, 0.5, 0.5, 0.2, 0.2, 0.2]
RISE = [0.5, 0.5, 0.5, 0.8, 0.8, 0.8]


def test_a_mistake_is_a_turning_point_if_it_cost_what_was_lost() -> None:
    worst = judgement("Play Two roads", "Buy 40 Small town for $4 (the last one)", lost=0.2)
    ((place, cause, text),) = told_story(FALL, worst, worst)
    assert (place, cause) == (2, "mistake")
    assert "from 50% to 20%" in text
    assert "“Play Two roads” instead of “Buy 40 Small town for $4”" in text
    assert text.endswith("Spends 1 rose more.")
    # A trifle is not why somebody falls so far.
    trifle = judgement("Play Two roads", "Play Farmer", lost=0.01)
    assert told_story(FALL, trifle, trifle) == []


def test_what_is_gone_a_round_later_is_no_turning_point() -> None:
    worst = judgement("Play Two roads", "Buy 40 Small town for $4", lost=0.2)
    assert told_story([0.5, 0.5, 0.5, 0.2, 0.52, 0.5], worst, worst) == []
    gain = judgement("Play Farmer", reasons=[roses(GAIN, 4)])
    assert told_story([0.5, 0.5, 0.5, 0.8, 0.5, 0.5], None, gain) == []


def test_a_rise_needs_something_that_it_came_from() -> None:
    def gains(points: float, enables: list[str]) -> dict[str, Any]:
        reason = Reason("rose", GAIN, {"amount": 2}, points, enables, [])
        return judgement("Play 42 Grower", reasons=[reason])

    ((place, cause, text),) = told_story(RISE, None, gains(3.5, []))
    assert (place, cause) == (2, "good")
    assert text == "Ann rises from 50% to 80% with “Play 42 Grower”. Gains 2 roses."
    ((_, _, text),) = told_story(RISE, None, gains(0.8, ["play 84"]))
    assert text.endswith("Gains 2 roses, enough to play 84 Town.")
    assert told_story(RISE, None, gains(0.8, [])) == [], "a trifle"
    assert told_story(RISE, None, judgement("Pass")) == []


def test_bad_luck_is_what_came_to_light() -> None:
    ((place, cause, text),) = told_story(FALL, None, judgement("Play Farmer"), revealed=True)
    assert (place, cause) == (2, "chance")
    assert text.startswith("Bad luck") and "“Play Farmer”" in text
    assert told_story(FALL, None, judgement("Play Farmer")) == [], "nothing explains it"


def test_points_by_source_beside_those_of_the_search(game: tuple[Match, Analysis]) -> None:
    match, analysis = game
    sources = analysis.sources
    assert sources is not None
    assert sources.played == match.breakdown()
    assert len(sources.search) == 2
    # The search plays a real game of the same deal, and better than chance.
    sums = [sum(points.values()) for points in sources.search]
    assert min(sums) > max(match.scores())


def test_a_game_that_is_not_over_has_no_comparison() -> None:
    match = sandtable.game("faiyum").new(1, 3)
    for _ in range(4):
        match.apply(match.legal_actions()[0])
    assert analyse(match, iterations=1).sources is None


def test_the_game_of_the_search_can_be_played_bit_by_bit() -> None:
    """In any process, and from any start: a branch counts its own choices only."""
    match = sandtable.game("resafa").new(1, 2)
    for _ in range(6):
        match.apply(match.legal_actions()[0])
    start = match.resample(0, "a branch")
    made: list[int] = []
    for _ in range(3):
        made = Reference(start, 0.0, 1, made).play(0.0)
    assert len(made) == 3
    again = start.clone()
    for action in made:
        again.apply(action)
