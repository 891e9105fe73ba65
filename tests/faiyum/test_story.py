"""Events, log lines, prompts and texts of choices."""

from __future__ import annotations

import json

import pytest

import sandtable
from sandtable.kernel.rng import seeded
from tests.faiyum.table import FARMER, TWO_ROADS, Table, table

GAME = sandtable.game("faiyum")


def kinds(t: Table) -> list[str]:
    return [event["type"] for event in t.match.events()]


def test_events_of_a_harvest() -> None:
    t = table(hand=[FARMER], workers="b4").play("play farmer")
    assert t.match.events() == [{"type": "play", "seat": 0, "card": 1, "action": 1}]
    t.play("space c4")
    told = t.match.events()
    assert {"type": "worker", "seat": 0, "space": "c4"} in told
    assert {"type": "gain", "seat": 0, "resource": "grape", "amount": 1} in told
    assert {"type": "crocodile", "seat": 0, "space": "c4"} in told
    assert {"type": "money", "seat": 0, "amount": 1} in told
    assert len(told) == 4


def test_events_are_those_of_the_last_choice_only() -> None:
    t = table(hand=[FARMER], workers="b4").play("play farmer", "space c4")
    t.play("cash farmer")
    assert t.match.events() == [
        {"type": "cash", "seat": 1, "card": 1},
        {"type": "money", "seat": 1, "amount": 2},
    ]


def test_events_of_a_purchase_name_card_price_and_draw() -> None:
    market = [6, 8, 10, 14, 16, 18, 20, 24]
    t = table(hand=[FARMER], market=market, tokens=[8], draws=[26], money=3).play("buy 8")
    told = t.match.events()
    assert {"type": "buy", "seat": 0, "card": 8, "price": 3} in told
    assert {"type": "draw", "card": 26} in told


def test_events_of_roads_and_first_connections() -> None:
    t = table(hand=[TWO_ROADS], settlements="d9 b7", wheat=1, grape=1)
    t.play("play two-roads", "road d9-e9", "road a7-b7")
    told = t.match.events()
    assert {"type": "road", "seat": 0, "space": "a7", "to": "b7"} in told
    assert [event for event in told if event["type"] == "connection"]
    assert {"type": "reputation", "seat": 0, "amount": 3} in told


def test_events_of_administration() -> None:
    market = [6, 8, 10, 14, 16, 18, 20, 24]
    t = table(hand=[FARMER], stack=[4], market=market, tokens=[6, 8], draws=[26, 28])
    t.play("administration")
    told = t.match.events()
    assert {"type": "money", "seat": 0, "amount": 2} in told
    assert {"type": "take_back", "seat": 0, "card": 4} in told
    assert [e["card"] for e in told if e["type"] == "off_market"] == [6, 8]
    assert [e["card"] for e in told if e["type"] == "token"] == [10, 14]
    assert [e["card"] for e in told if e["type"] == "draw"] == [26, 28]


def test_events_of_the_end() -> None:
    market = [106, 108, 110, 112, 122, 124, 126, 128]
    t = table(hand=[FARMER], market=market, deck=[]).play("pass")
    assert {"type": "disaster", "seat": 0, "card": 128, "amount": 6} in t.match.events()
    t.play("pass")
    assert {"type": "end"} in t.match.events()
    t = table(hand=[FARMER], market=market[:7], deck=[128], money=3).play("buy 106")
    assert {"type": "last_turns"} in t.match.events()


def test_lines_read_like_a_person_telling_the_move() -> None:
    t = table(hand=[FARMER], workers="b4").play("play farmer", "space c4")
    (line,) = t.match.lines()
    assert "c4" in line and "1 grape" in line and "$1" in line
    assert line.endswith(".")
    market = [6, 8, 10, 14, 16, 18, 20, 24]
    t = table(hand=[FARMER], market=market, draws=[26], money=3).play("buy 6")
    assert t.match.lines()[0] == "Seat 1 buys 6 Senior farmer for $3."
    assert any("26 Migrant farmer" in line for line in t.match.lines()[1:])


def test_events_and_texts_of_whole_games() -> None:
    """Every event is plain data, names its seat where it has one, and can be told."""
    seen = set()
    for players in range(1, 6):
        match = GAME.new(players=players, seed=players)
        rng = seeded(players, "story")
        while not match.is_over:
            options = match.legal_actions()
            assert match.prompt()
            for action in options[:6]:
                assert match.action_text(action)
            seat = match.current_player
            match.apply(options[rng.below(len(options))])
            told = match.events()
            assert told == json.loads(json.dumps(told))
            for event in told:
                seen.add(event["type"])
                assert event.get("seat", seat) == seat
            for line in match.lines():
                assert line
                assert line[0].isupper() or line[0].isdigit()
        assert match.prompt()
    assert {"play", "cash", "buy", "administration", "pass", "draw", "end"} <= seen


@pytest.mark.parametrize("players", [1, 3])
def test_events_account_for_every_change_of_money_resources_and_reputation(players: int) -> None:
    match = GAME.new(players=players, seed=12)
    rng = seeded(12, "books")

    def owned() -> list[dict[str, int]]:
        return [
            {"money": seat["money"], "reputation": seat["reputation"], **seat["resources"]}
            for seat in match.view(None)["seats"]
        ]

    books = owned()
    while not match.is_over:
        options = match.legal_actions()
        match.apply(options[rng.below(len(options))])
        for event in match.events():
            kind = event["type"]
            if kind in ("gain", "pay"):
                sign = 1 if kind == "gain" else -1
                books[event["seat"]][event["resource"]] += sign * event["amount"]
            elif kind in ("money", "spend"):
                books[event["seat"]]["money"] += event["amount"] * (1 if kind == "money" else -1)
            elif kind == "buy":
                books[event["seat"]]["money"] -= event["price"]
            elif kind == "reputation":
                books[event["seat"]]["reputation"] += event["amount"]
        assert books == owned()


def test_breakdown_adds_up_to_the_reputation() -> None:
    for players in (1, 2, 5):
        match = GAME.new(players=players, seed=31)
        rng = seeded(31, "breakdown")
        while not match.is_over:
            options = match.legal_actions()
            match.apply(options[rng.below(len(options))])
            assert [sum(seat.values()) for seat in match.breakdown()] == match.scores()
