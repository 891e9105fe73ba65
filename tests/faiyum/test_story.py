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


def test_lines_count_resources_in_plain_english() -> None:
    t = table(hand=[16], settlements="c4").play("play 16", "space c4")
    assert t.match.lines() == ["Seat 1: a worker goes to c4; gains 2 grapes."]
    t = table(hand=[72], stone=2, money=2).play("play 72", "space a7", "space e2")
    assert t.match.lines() == ["Seat 1: block 1 on e2; pays 2 stones; gains 4 reputation."]
    t = table(hand=[38], settlements="c4", crocodiles_off="d3 d4", rose=1, money=3)
    t.play("play 38", "bridge c4-d4")
    assert "pays 1 rose and $3" in t.match.lines()[0]
    t = table(hand=[38], settlements="c4", crocodiles_off="d3 d4", wheat=2, money=3)
    t.play("play 38", "bridge c4-d4")
    texts = {t.match.action_text(action) for action in t.match.legal_actions()}
    assert texts == {"Pay 2 wheat", "Pay 1 wheat and $3 instead of a resource"}


@pytest.mark.parametrize(
    ("towns", "settlements", "stock", "told"),
    [
        ("c1", "", 1, "supplies 1 town;"),
        ("", "c1", 1, "supplies 1 settlement;"),
        ("", "c1 c3", 2, "supplies 2 settlements;"),
        ("c1 c5", "c3", 3, "supplies 2 towns and 1 other settlement;"),
        ("c1", "c3 c5", 3, "supplies 1 town and 2 other settlements;"),
    ],
)
def test_lines_of_a_festival(towns: str, settlements: str, stock: int, told: str) -> None:
    t = table(hand=[104], towns=towns, settlements=settlements, fish=stock).play("play 104")
    lines = t.match.lines()
    while not t.turn_over():
        t.play("pay fish")
        lines = t.match.lines()
    assert told in lines[0]


@pytest.mark.parametrize(("players", "texts"), [(1, ["1 for $1", "2 for $3"]), (2, ["1 for $1"])])
def test_further_cards_are_offered_with_what_they_cost(players: int, texts: list[str]) -> None:
    stack = [4, 14, 16, 18, 20][: 3 + len(texts)]
    t = table(players=players, hand=[FARMER] * 3, stack=stack, money=5).play("administration")
    offers = [t.match.action_text(action) for action in t.match.legal_actions()]
    assert offers == ["None", *texts]


def test_86_escort_is_offered_with_cost_and_reputation() -> None:
    way = "c1-c2 c2-c3 c3-c4 c4-c5"
    t = table(hand=[86], settlements="c1 c3 c5", roads=way, workers="c1", money=4).play("play 86")
    offers = [t.match.action_text(action) for action in t.match.legal_actions()]
    assert offers == ["1: $2 for 4 reputation", "2: $4 for 5 reputation"]


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
