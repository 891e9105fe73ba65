"""Offers, figures and markets of whole games, against the rules written down a second time."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable import Match
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import card_of
from sandtable.kernel.rng import Rng, seeded
from tests.faiyum import plain_market
from tests.faiyum.plain_figures import Connections, Turn
from tests.faiyum.plain_rules import PRICE, Plain, word
from tests.faiyum.playing import busy

GAME = sandtable.game("faiyum")
BOARD = GAME.edition["board"]
CARDS = [1, 3, 5, *range(2, 113, 2), 114, 116, 118, 120]
#: What is dealt where the game goes on: there is but one PAPYRUS, which cannot copy itself.
BUT_PAPYRUS = [card for card in CARDS if card != 88]


def offered(match: Match) -> set[str]:
    return {match.action_to_str(action) for action in match.legal_actions()}


def dealt(match: Match, rng: Rng, from_cards: list[int]) -> Match:
    """The same board and market; the seat has other cards, money and resources."""
    state = match.state
    assert isinstance(state, State)
    state = state.copy()
    seat = state.active
    cards = from_cards[:]
    rng.shuffle(cards)
    state.hands[seat] = tuple(sorted(cards[:8]))
    state.stacks[seat] = tuple(cards[8 : 8 + rng.below(4)])
    most = 1 + rng.below(4)
    state.resources[seat * 5 : seat * 5 + 5] = [rng.below(most) for _ in range(5)]
    state.money[seat] = rng.below(14)
    if rng.below(8) == 0:
        state.workers_left = 0
    if rng.below(8) == 0:
        state.roads_left = rng.below(3)
    return Match(GAME, state.players, 0, dict(match.options), state)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_offers_are_those_of_the_plain_rules(players: int) -> None:
    match = GAME.new(players=players, seed=players)
    rng = seeded(players, "plain rules")
    looked: set[int] = set()
    while not match.is_over:
        decision = match.decision()
        assert decision is not None
        if decision.kind in ("turn", "last"):
            look(match, rng)
            looked |= look(dealt(match, rng, CARDS), rng)
        match.apply(busy(match, rng))
    assert len(looked) > len(CARDS) // 2


def look(match: Match, rng: Rng) -> set[int]:
    """Compare the offers of a turn and the first question of every card; returns the cards."""
    seat = match.current_player
    assert seat is not None
    plain = Plain(BOARD, match.view(None), seat)
    assert offered(match) == plain.offers()
    looked = set()
    for card in sorted(set(plain.me["hand"])):
        asked = plain.asked(card, card)
        if asked is None:
            continue
        looked.add(card)
        other = match.clone()
        other.apply(other.str_to_action(f"play {word(card)}"))
        if len(asked) > 1:
            assert offered(other) == asked, card
            look_at_payment(other, plain, card, rng)
    return looked


def look_at_payment(match: Match, plain: Plain, card: int, rng: Rng) -> None:
    """Go on with some choice; where it then asks how to pay, compare all the ways."""
    blocks = 1
    actions = match.legal_actions()
    match.apply(actions[rng.below(len(actions))])
    decision = match.decision()
    while decision is not None and decision.kind == "block":
        actions = decision.actions
        chosen = actions[rng.below(len(actions))]
        blocks += match.action_to_str(chosen) != "done"
        match.apply(chosen)
        decision = match.decision()
    if decision is None or decision.kind != "pay" or card_of(decision) != card:
        return
    if card in PRICE:
        ways = plain.ways(card)
    elif card == 72:
        ways = plain.blocks(blocks)
    else:
        ways = plain.different(2, 2, 0) if card == 20 else plain.different(1, 5, 3)
    assert offered(match) == {f"pay {way}" for way in ways}, card


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_turns_cost_and_bring_what_the_plain_figures_say(players: int) -> None:
    match = GAME.new(players=players, seed=players + 10)
    rng = seeded(players, "plain figures")
    connections = Connections(Plain(BOARD, match.view(None), 0))
    while not match.is_over:
        if rng.below(4) == 0:
            match = dealt(match, rng, BUT_PAPYRUS)
        seat = match.current_player
        assert seat is not None
        before = Plain(BOARD, match.view(None), seat)
        happened = play_turn(match, rng)
        extra = connections.extra(Plain(BOARD, before.view, seat), happened)
        view = match.view(None)
        assert {frozenset(pair) for pair in view["joined"]} == connections.known
        changes = changed(before.me, view["seats"][seat])
        gained = Counter({what: changes[what] for what in before.own if changes[what] > 0})
        expected = Turn(before, happened, extra).expected(gained)
        assert {k: v for k, v in expected.items() if v} == changes, happened


def play_turn(match: Match, rng: Rng) -> list[dict[str, Any]]:
    """One whole turn; returns what happened in it."""
    match.apply(busy(match, rng))
    happened = list(match.events())
    while not match.is_over:
        decision = match.decision()
        assert decision is not None
        if decision.kind in ("turn", "last"):
            break
        match.apply(busy(match, rng))
        happened += match.events()
    return happened


def changed(before: dict[str, Any], after: dict[str, Any]) -> Counter[str]:
    changes: Counter[str] = Counter()
    for what in ("money", "reputation"):
        changes[what] = after[what] - before[what]
    for what, amount in after["resources"].items():
        changes[what] = amount - before["resources"][what]
    return Counter({what: amount for what, amount in changes.items() if amount})


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_market_after_every_turn_is_as_the_plain_rules_say(players: int) -> None:
    for seed in range(3):
        match = GAME.new(players=players, seed=f"market {seed}")
        rng = seeded(seed, "plain market")
        while not match.is_over:
            before = match.view(None)
            happened = play_turn(match, rng)
            now = match.view(None)
            assert plain_market.after(before, happened) == {
                "market": [(slot["card"], slot["token"]) for slot in now["market"]],
                "tokens_free": now["tokens_free"],
                "last_turns": now["last_turns"],
            }
