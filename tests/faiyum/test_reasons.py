"""Why a card cannot be played or bought: a reason exactly when it is so."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import card_word
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.state import State
from sandtable.kernel.rng import seeded
from tests.faiyum.table import FARMER, Position, table

GAME = sandtable.game("faiyum")
assert isinstance(GAME, Faiyum)
PLAYABLE = [card for card in GAME.deck if card is not None]


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_reason_exactly_when_the_action_is_impossible(players: int, seed: int) -> None:
    assert isinstance(GAME, Faiyum)
    match = GAME.new(players=players, seed=seed)
    rng = seeded(seed, "explain")
    while not match.is_over:
        state = match.state
        assert isinstance(state, State)
        if rng.below(4) == 0:
            for seat in range(players):
                t = Turn(state.copy(), GAME.components, None)
                t.player = seat
                for card in PLAYABLE:
                    if card.number in state.stacks[seat][-1:]:
                        continue  # no card is played while it lies on the stack
                    assert (card.why(t) == "") == card.can(t), card.name
        options = match.legal_actions()
        match.apply(options[rng.below(len(options))])


@pytest.mark.parametrize("players", [1, 2, 4])
def test_reasons_for_hand_and_market_agree_with_the_offers(players: int) -> None:
    match = GAME.new(players=players, seed=9)
    rng = seeded(9, "explain")
    looked = 0
    while not match.is_over:
        decision = match.decision()
        assert decision is not None
        offered = [match.action_to_str(action) for action in decision.actions]
        if decision.kind in ("turn", "last"):
            looked += 1
            told = match.explain()
            state = match.state
            assert isinstance(state, State)
            for card in state.hands[decision.player]:
                notation = f"play {card_word(card)}"
                assert (notation in offered) != (notation in told)
            for card in state.market:
                notation = f"buy {card}"
                assert (notation in offered) != (notation in told)
            assert ("pass" in offered) != ("pass" in told)
            assert ("administration" in offered) != ("administration" in told)
            assert all(reason for reason in told.values())
            assert match.explain(decision.player) == told
        match.apply(decision.actions[rng.below(len(decision.actions))])
    assert looked > 50
    assert match.explain() == {}


def test_reasons_in_the_market() -> None:
    market = [6, 8, 10, 14, 16, 18, 122, 124]
    t = table(hand=[FARMER], market=market, tokens=[8], money=4)
    assert t.choices("buy") == {"6", "8"}
    assert t.why("buy 6") == ""
    assert "$5" in t.why("buy 10") and "$4" in t.why("buy 10")
    assert "$7" in t.why("buy 14")
    assert "first four" in t.why("buy 16")
    assert "disaster" in t.why("buy 122")


def test_price_in_the_reason_has_the_discount() -> None:
    t = table(hand=[FARMER], market=[6, 8, 10, 14, 16, 18, 20, 24], tokens=[14], money=5)
    assert "$6" in t.why("buy 14")


def test_reasons_for_other_seats() -> None:
    t = table(hand=[4], other_hand=[30], money=9)
    assert "play 4" not in t.match.explain(0)
    assert "play 30" in t.match.explain(1), "seat 1 has no money"


@pytest.mark.parametrize("card", [card.number for card in PLAYABLE])
def test_reasons_are_short_sentences_for_people(card: int) -> None:
    t = table(hand=[card], stack=[88] if card == 52 else [], workers_left=0, blocks={})
    reason = t.why(f"play {card_word(card)}")
    assert len(reason) < 120
    assert "_" not in reason
    if reason:
        assert not t.can(f"play {card_word(card)}")


def test_86_escort_reason_tells_money_from_distance() -> None:
    way = "c1-c2 c2-c3 c3-c4 c4-c5"
    position: Position = {"settlements": "c1 c3 c5", "roads": way, "prone": "c3"}
    t = table(hand=[86], workers="c1", money=3, **position)
    assert t.why("play 86") == "the nearest settlement without a worker is too far for your money"
    assert table(hand=[86], workers="c1", money=4, **position).why("play 86") == ""
    t = table(hand=[86], workers="c1 c5", money=6, **position)
    assert t.why("play 86") == "no upright worker can reach a settlement without a worker"


@pytest.mark.parametrize(
    ("card", "position", "reason"),
    [
        (3, {"grape": 2}, "you have no resource that matches a road you could build"),
        (
            3,
            {"stone": 1, "grape": 1},
            "after the first road, no second one could be built and paid for",
        ),
        (24, {"settlements": "c4"}, "you have no resource to swap"),
        (104, {"settlements": "a5", "fish": 1}, "no settlement lies on the channel"),
        (116, {"money": 1}, "it costs at least $2, and you have $1"),
        (38, {"wheat": 2}, "no settlement or road reaches a bridge place"),
        (
            38,
            {"wheat": 2, "settlements": "c1"},
            "at every bridge place within reach, a crocodile sits on the other bank",
        ),
        (
            38,
            {
                "wheat": 2,
                "roads": "b9-b8 b8-c8 c8-c9 d8-d9 d9-e9 d8-d7 d7-d6 d6-d5 d5-d4 d4-d3 d3-d2 d2-d1",
            },
            "wherever a bridge could go, one end already has two roads",
        ),
        (110, {"stone": 3}, "you have no wheat, grape or fish, no rose and less than $3"),
        (72, {"wheat": 3}, "you have no stone, no rose and less than $3"),
        (
            40,
            {"wheat": 1, "settlements": "c4"},
            "it costs 1 wheat, 1 grape and 1 stone, and you lack 1 grape and 1 stone",
        ),
        (
            94,
            {"wheat": 1, "grape": 1, "fish": 1, "money": 5},
            "it costs 1 wheat, 1 grape, 1 fish and $6, and you have only $5",
        ),
        (84, {"towns": "b9 c1 c3 c5 d1 d3 d5 d7", "wheat": 1}, "no town is left in the supply"),
        (
            54,
            {"expansions": "c1 c2 c3 c4 c5", "workshops": "c6"},
            "no expansion is left in the supply",
        ),
    ],
)
def test_reasons_name_what_is_missing(card: int, position: Position, reason: str) -> None:
    t = table(hand=[card], **position)
    play = f"play {card_word(card)}"
    assert not t.can(play)
    assert t.why(play) == reason


def test_every_card_has_the_texts_people_need() -> None:
    assert isinstance(GAME, Faiyum)
    for number in [*GAME.codes.cards, *constants.DISASTERS]:
        data = GAME.cards[number]
        assert data["name"] and data["text"] and data["icon"]
    assert GAME.cards[32]["source"] == "reconstructed"
