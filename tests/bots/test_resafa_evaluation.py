"""The judgement of Resafa's positions: sound for every question, and good enough to play by."""

from __future__ import annotations

import math
from typing import Any

import pytest

import sandtable
from sandtable.bots.base import play
from sandtable.bots.evaluations import all_weights, defaults, evaluation, tuned
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.random_bot import RandomBot
from sandtable.games.resafa.bot import ResafaEvaluation
from sandtable.games.resafa.bot.cards import Cards
from sandtable.games.resafa.bot.effects import EffectValues
from sandtable.games.resafa.bot.experience import (
    BONUS,
    SLOT,
    SPACES,
    SPECIAL,
    TRACK,
    TRAITS,
    ResafaExperience,
)
from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.bot.production import Production
from sandtable.games.resafa.bot.value import SeatValue
from sandtable.games.resafa.bot.water import Water
from sandtable.games.resafa.edition.components import STRIDE
from sandtable.games.resafa.effects import language as fx
from sandtable.kernel.rng import seeded


@pytest.fixture(scope="module")
def game() -> Any:
    return sandtable.game("resafa")


@pytest.fixture(scope="module")
def judge(game: Any) -> ResafaEvaluation:
    """As it reasons, without experience."""
    evaluator = evaluation(game, None, {})
    assert isinstance(evaluator, ResafaEvaluation)
    return evaluator


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_question_is_answered(game: Any, judge: ResafaEvaluation, players: int) -> None:
    match = game.new(players=players, seed=f"questions {players}")
    rng = seeded(players, "answers")
    kinds = set()
    while (decision := match.decision()) is not None:
        before = match.view(0)
        rates = judge.rate_actions(match.state, decision)
        assert len(rates) == len(decision.actions)
        assert all(math.isfinite(rate) for rate in rates), decision.kind
        kinds.add(decision.kind)
        if judge.begins_turn(decision):
            values = judge.values(match.state)
            assert len(values) == players
            assert all(0 <= value < 400 for value in values)
            assert match.view(0) == before
        match.apply(decision.actions[int(rng.below(len(decision.actions)))])
    assert {"play", "next", "colour", "rotate"} <= kinds
    assert judge.values(match.state) == [float(score) for score in match.scores()]


def test_more_is_better(game: Any, judge: ResafaEvaluation) -> None:
    match = game.new(players=1, seed="more")
    while not judge.begins_turn(match.decision()):
        match.apply(match.legal_actions()[0])
    state = match.state
    own = state.seats[0]
    plain = judge.values(state)[0]
    for item in range(5):
        own.item[item] += 1
        assert judge.values(state)[0] > plain
        own.item[item] -= 1
    own.camel += 1
    assert judge.values(state)[0] > plain
    own.camel -= 1
    own.scarabs += 1
    assert judge.values(state)[0] > plain
    own.scarabs -= 1
    own.sacks |= 1
    assert judge.values(state)[0] > plain
    own.sacks &= ~1
    assert judge.values(state)[0] == plain


def test_a_liking_changes_what_is_built(game: Any) -> None:
    weights = defaults("resafa")
    match = game.new(players=1, seed="liking")
    plain = evaluation(game, weights, {})
    fond = evaluation(game, {**weights, "like_canals": 3.0}, {})
    while not plain.begins_turn(match.decision()):
        match.apply(match.legal_actions()[0])
    match.state.seats[0].item[2] = 4
    decision = match.decision()
    canal = [
        place
        for place, action in enumerate(decision.actions)
        if match.action_to_str(action).startswith("play canal")
    ]
    assert canal, "this seed deals a card with a canal"
    one = plain.rate_actions(match.state, decision)
    other = fond.rate_actions(match.state, decision)
    assert other[canal[0]] > one[canal[0]]


def test_tuned_weights_are_known_and_used(game: Any, judge: ResafaEvaluation) -> None:
    weights = tuned("resafa")["weights"]
    assert weights
    assert set(weights) <= set(defaults("resafa"))
    assert judge.weights == {**defaults("resafa"), **weights}


def test_judging_twice_gives_the_same(game: Any) -> None:
    """Nothing that was looked at before may colour a judgement."""
    judge = evaluation(game)
    match = game.new(players=3, seed="twice")
    rng = seeded(1, "twice")
    kept = []
    while (decision := match.decision()) is not None:
        if judge.begins_turn(decision):
            kept.append((match.clone().state, judge.values(match.state)))
        match.apply(decision.actions[int(rng.below(len(decision.actions)))])
    assert len(kept) > 40
    for state, values in reversed(kept):
        assert judge.values(state) == values


def test_tanks_in_sight_make_full_squares_dearer(game: Any) -> None:
    """Two full squares and a base open the tanks: worth something while rains are to come."""
    weights = defaults("resafa")
    blind = evaluation(game, {**weights, "tanks": 0.0}, {})
    seeing = evaluation(game, {**weights, "tanks": 1.0}, {})
    match = game.new(players=1, seed="tanks")
    while not blind.begins_turn(match.decision()):
        match.apply(match.legal_actions()[0])
    own = match.state.seats[0]
    own.bases = 1

    def worth(squares: int) -> float:
        own.full_squares = squares
        return seeing.values(match.state)[0] - blind.values(match.state)[0]

    assert worth(2) > worth(1) > worth(0) >= 0.0
    own.canal_left = 0
    assert worth(2) == 0.0


def test_goods_without_a_trade_to_come_are_leftovers(game: Any, judge: ResafaEvaluation) -> None:
    match = game.new(players=1, seed="late")
    while not judge.begins_turn(match.decision()):
        match.apply(match.legal_actions()[0])
    state = match.state
    own = state.seats[0]
    own.camel = 5
    state.round = 6
    own.pile = ()
    worths = []
    for hand in (0b000011, 0b011000):  # cards without and with trading
        own.hand = hand
        own.item[3] = 0
        before = judge.values(state)[0]
        own.item[3] = 2
        worths.append(judge.values(state)[0] - before)
    assert worths[0] == pytest.approx(2.0)
    assert worths[1] > 3.0


def test_greedy_reaches_the_designers_neighbourhood(game: Any) -> None:
    match = game.new(players=1, seed="a quiet evening")
    play(match, [GreedyBot(1)])
    assert match.scores()[0] >= 150


def test_greedy_beats_random(game: Any) -> None:
    match = game.new(players=2, seed="a lesson")
    play(match, [RandomBot(1), GreedyBot(1)])
    assert match.winners() == [1]
    assert match.scores()[1] > match.scores()[0] + 50


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_parts_add_up_to_what_a_seat_can_expect(game: Any, players: int) -> None:
    """The promises that experience is told are those the reasoning adds up."""
    value = SeatValue(game, all_weights("resafa"))
    match = game.new(players=players, seed="sum")
    rng = seeded("sum")
    while (decision := match.decision()) is not None:
        if decision.kind == "play":
            for seat in range(players):
                total = value.seat_value(match.state, seat)
                parts = [value.end, value.rain, value.coins, value.stone, value.marble]
                parts += [value.goods, value.camels, *value.ways, value.engine, value.squares]
                parts += [value.held, value.doors, value.hand]
                parts.append(value.w_turn * value.features.turns)
                assert total == pytest.approx(match.state.seats[seat].vp + sum(parts))
        match.apply(decision.actions[int(rng.below(len(decision.actions)))])


# -- parts -------------------------------------------------------------------------------------


@pytest.fixture
def features(game: Any) -> Features:
    """A seat in the middle of a game."""
    result = Features(game, all_weights("resafa"))
    match = game.new(players=2, seed="parts")
    rng = seeded("parts")
    while match.state.round < 3 or match.decision().kind != "play":
        legal = match.legal_actions()
        match.apply(legal[int(rng.below(len(legal)))])
    result.update(match.state, match.current_player)
    return result


def test_prices_fall_towards_the_end(features: Features) -> None:
    before = list(features.price)
    features.state.round = 6
    features.update(features.state, features.player)
    held = [fx.COIN, fx.STONE, fx.MARBLE, fx.AMPHORA, fx.SPICE]
    assert all(features.price[item] < before[item] for item in held)
    assert features.price[fx.VP] == before[fx.VP] == 1.0


def test_production_alone(features: Features) -> None:
    production = Production(features, all_weights("resafa"))
    production.set_rooms()
    rooms = features.rooms
    assert len(rooms) == len(features.area.workshops)
    assert rooms == sorted(rooms, reverse=True)
    assert features.produced(1) == rooms[0]
    assert features.produced(99) == pytest.approx(sum(rooms))
    assert production.engine(rooms, 1) > production.engine(rooms, 0)


def test_effects_alone(features: Features) -> None:
    effects = EffectValues(features)
    sacks = features.edition.sack_do
    assert effects.effect_gain(sacks[0]) == pytest.approx(3 * features.price[fx.COIN])
    assert all(effects.sack_gain(card) >= 1.0 for card in range(len(sacks)))


def test_water_alone(features: Features) -> None:
    """Water that starts on a tile scores the own tiles below it and no others."""
    weights = all_weights("resafa")
    water = Water(features, EffectValues(features), weights)
    s = features.state
    s.water = [-1] * len(s.water)
    assert water.flow(0, -1) == 0.0
    tile = features.player * features.edition.canal_faces
    s.water[0] = tile
    assert water.flow(0, -1) == water.tile_rain(0)
    s.water[STRIDE] = tile
    assert water.flow(0, -1) == 2 * water.tile_rain(0)
    other = (1 - features.player) * features.edition.canal_faces
    s.water[STRIDE] = other
    assert water.flow(0, -1) == water.tile_rain(0), "the other player's tile"


def test_cards_alone(features: Features) -> None:
    """A flat pink card is worth what it says; one that counts is worth more with more to count."""
    weights = all_weights("resafa")
    cards = Cards(features, EffectValues(features), weights)
    assert cards.card_gain(5) == 8.0
    per_base = cards.card_gain(0)
    features.area.bases = 0b111111
    assert cards.card_gain(0) > per_base


# -- traits ------------------------------------------------------------------------------------


@pytest.fixture
def experience(game: Any, features: Features) -> ResafaExperience:
    """Traits of the same seat, about to be told."""
    value = SeatValue(game, all_weights("resafa"))
    value.seat_value(features.state, features.player)
    return ResafaExperience(value, {})


def test_traits_of_goods_alone(experience: ResafaExperience) -> None:
    area = experience.value.features.area
    area.item[:] = [4, 1, 0, 2, 0]
    area.camel = 1
    experience.add_goods(0.5)
    assert experience.seen.values()[:4] == [
        0.8,
        1.0,
        1.0,
        0.4,
    ]  # coins: all, any, up to three, time
    assert experience.seen.values()[8:12] == [0.0] * 4  # marble
    assert experience.seen.values()[12] == 0.25  # five of all kinds, squared
    assert experience.seen.values()[13:15] == [0.4, 0.2]  # goods, and those a camel has room for


def test_traits_of_tracks_alone(experience: ResafaExperience) -> None:
    area = experience.value.features.area
    area.tracks = 3 | 9 << 16
    experience.add_tracks(1.0)
    places = [place for place in range(TRACK, SLOT) if experience.seen.values()[place]]
    assert places == [TRACK + 3, TRACK + SPACES, TRACK + 2 * SPACES + 9, TRACK + 3 * SPACES]
    assert experience.seen.values()[:5] == pytest.approx([3 / 9, 0.0, 1.0, 0.0, 12 / 20])


def test_traits_of_cards_alone(experience: ResafaExperience) -> None:
    """Each card a seat has is told once, whichever set it is kept in."""
    f = experience.value.features
    area = f.area
    area.pink_white = 1 << 2
    area.yellow_blue = 1 << 5
    area.bonus = 1 << 2 * 7 | 2 << 2 * 9
    f.slots = 0b101
    experience.add_cards(1.0)
    values = experience.seen.values()
    assert [i - SPECIAL for i in range(SPECIAL, BONUS) if values[i]] == [
        2,
        f.edition.first_yellow + 5,
    ]
    assert {i - BONUS: values[i] for i in range(BONUS, TRAITS) if values[i]} == {7: 1.0, 9: 2.0}
    assert [i for i in range(6) if values[SLOT + i]] == [0, 2]


def test_traits_of_others_are_their_means(game: Any, experience: ResafaExperience) -> None:
    state = game.new(players=3, seed="others").state
    state.seats[0].canals = 7  # the seat's own
    state.seats[1].canals = 4
    state.seats[2].canals = 2
    experience.add_others(state, 0)
    assert experience.seen.values()[0] == pytest.approx(3 / 7)
