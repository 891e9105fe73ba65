"""Why something cannot be chosen: a reason exactly when it is so."""

from __future__ import annotations

import copy

import pytest

from sandtable.games.resafa.game import Resafa
from sandtable.kernel.rng import seeded
from tests.resafa.playing import busy
from tests.resafa.table import GAME, table


def test_reasons_for_actions() -> None:
    t = table().play("play garden/production")
    assert "stone" in t.why("main garden")
    t = table().play("play trading/canal")
    assert "coin" in t.why("main trading")
    t = table().play("play canal/trading")
    assert t.why("main canal")
    canals = "k1 r1c1, k2 r1c2, k3 r1c3, k4 r1c4, k5 r2c1, k6 r2c2, k7 r2c3"
    t = table(coin=9, marble=9, canals=canals).play("play canal/trading")
    assert "built" in t.why("main canal")
    t = table(coin=1).play("play workshop/provisions")
    assert "stone" in t.why("main workshop")


def test_reasons_count_what_permanent_cards_give() -> None:
    """p59 brings the coin of a workshop, so only the stone is missing."""
    assert table().why("main workshop") == "you lack 1 coin and 1 stone"
    assert table(used="p59").why("main workshop") == "you lack 1 stone"
    assert table(used="p59", specials="p25", coin=1, stone=1).why("use p25") == ""


def test_reasons_for_a_base_without_markers() -> None:
    eight = "antiochia 1, alexandria 1, gerasa 1, alia 1, ctesiphon 1, gerrha 1, charax 1, masqat 1"
    edition = copy.deepcopy(GAME.edition)
    card = next(entry for entry in edition["special_cards"] if entry["id"] == "p64")
    card["do"] = [{"pay": {"coin": 1}, "base": "here"}]
    t = table(at="kena", bases=eight, specials="p64", coin=9, game=Resafa(edition))
    assert "all your bases" in t.why("use p64")


def test_reasons_for_cards_in_hand() -> None:
    t = table(bonus="b13 b2 b10 b11", sacks="s6", specials="p19", tiles="c7")
    assert "5" in t.why("use b13")
    assert "sale" in t.why("use b2")
    assert "canal" in t.why("use b10")
    assert "trading" in t.why("use b11")
    assert "stone" in t.why("use s6")
    assert "stone" in t.why("use p19")
    assert "stone" in t.why("use c7")
    assert table(used="p19").why("use p19")


def test_reasons_for_action_cards() -> None:
    t = table(round=1)
    assert "pile" in t.why("play provisions/garden")
    t.play("play garden/production", "end").others()
    assert "played" in t.why("play garden/production")


def test_reasons_for_tracks() -> None:
    t = table(tracks={"yellow": 9, "white": 8, "blue": 5})
    assert "end" in t.why("step yellow")
    assert "level III" in t.why("step white")
    assert "level II" in t.why("step blue")
    assert not t.why("step pink")


def test_reasons_for_level_two_and_tanks() -> None:
    offer = "w1-01 w1-02 w1-03 w2-01 w2-02 w2-03"
    t = table(round=3, offer=offer, tokens="square", coin=9, stone=9)
    assert "token" in t.why("tile w2-01")
    assert t.why("canal k1 back")
    assert not table(round=3, offer=offer, tokens="square square").why("tile w2-01")


def test_reasons_for_roads() -> None:
    t = table(coin=2).act("trading")
    assert "3" in t.why("go kena")
    assert not t.why("go gerasa")
    t = table(coin=2, at="kena").act("trading")
    assert "3" in t.why("go alia")
    assert "5" in t.why("go kena by resafa")


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_reasons_exactly_for_what_is_not_on_offer(players: int, seed: int) -> None:
    """Nothing on offer has a reason against it; every held card is one or the other."""
    match = GAME.new(players=players, seed=seed)
    rng = seeded(seed, "explain")
    while not match.is_over:
        decision = match.decision()
        assert decision is not None
        seat = decision.player
        offered = {match.action_to_str(action) for action in decision.actions}
        reasons = match.explain(seat)
        assert not offered & set(reasons), (decision.kind, offered & set(reasons))
        assert all(reasons.values())
        if decision.kind == "play":
            own = match.view(seat)["seats"][seat]
            things = [*own["bonus"], *own["sack_cards"], *own["canal_bonus"]]
            things += [card["card"] for card in own["special"] if card["usable"]]
            for thing in things:
                use = f"use {thing}"
                if thing in ("c4", "c9"):  # the second of two equal tiles is not offered
                    continue
                assert (use in offered) != (use in reasons)
            for other in range(players):
                if other != seat:
                    assert match.explain(other) == {}, "nothing about others' hands"
        match.apply(busy(match, rng))
