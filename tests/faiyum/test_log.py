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


def told(t: Table, *choices: str) -> list[str]:
    """The log of a whole turn."""
    happened = []
    for choice in choices:
        t.play(choice)
        happened += t.match.events()
    return t.game.log_lines(happened, ["Ann", "Ben"])


def test_a_turn_is_told_in_two_short_sentences() -> None:
    t = table(hand=[FARMER], workers="b4")
    assert told(t, "play farmer", "space c4") == [
        (
            "Ann plays Farmer: sends a worker to c4 and chases the crocodile away. "
            "Gains 1 grape and $1."
        )
    ]
    market = [6, 8, 10, 14, 16, 18, 20, 24]
    t = table(hand=[FARMER], market=market, draws=[26], money=3)
    assert told(t, "buy 6") == [
        "Ann buys 6 Senior farmer for $3.",
        "Market: 26 Migrant farmer comes in.",
    ]


def test_lines_name_monuments_and_what_was_joined() -> None:
    t = table(hand=[72], stone=2, money=2)
    assert told(t, "play 72", "space a7", "space e2") == [
        (
            "Ann plays 72 Monument: adds 1 block to the pyramid on a7 and adds 1 block to the "
            "colossus on e2. Pays 2 stones and gains 4 reputation."
        )
    ]
    t = table(hand=[TWO_ROADS], settlements="d9 b7", wheat=1, grape=1)
    (line,) = told(t, "play two-roads", "road d9-e9", "road a7-b7")
    assert line.startswith(
        "Ann plays Two roads: builds roads d9-e9 and a7-b7 and joins d9 with the pyramid on e9 and "
        "the pyramid on a7 with b7."
    ), line


def test_lines_of_administration() -> None:
    market = [6, 8, 10, 14, 16, 18, 20, 24]
    t = table(hand=[FARMER], stack=[4], market=market, tokens=[6, 8], draws=[26, 28])
    assert told(t, "administration") == [
        "Ann does administration: takes back 4 Revenue. Gains $2.",
        (
            "Market: 6 Senior farmer and 8 Hermit leave; 26 Migrant farmer and 28 Supplier come "
            "in; 10 Senior farmer and 14 Wheat supplier get discount tokens."
        ),
    ]


def test_lines_count_resources_in_plain_english() -> None:
    t = table(hand=[16], settlements="c4").play("play 16", "space c4")
    assert t.match.lines() == ["Seat 1 sends a worker to c4. Gains 2 grapes."]
    t = table(hand=[38], settlements="c4", crocodiles_off="d3 d4", rose=1, money=3)
    t.play("play 38", "bridge c4-d4")
    assert "Pays 1 rose and $3" in t.match.lines()[0]
    t = table(hand=[38], settlements="c4", crocodiles_off="d3 d4", wheat=2, money=3)
    t.play("play 38", "bridge c4-d4")
    texts = {t.match.action_text(action) for action in t.match.legal_actions()}
    assert texts == {"Pay 2 wheat", "Pay 1 wheat and $3 instead of a resource"}


@pytest.mark.parametrize(
    ("towns", "settlements", "stock", "told"),
    [
        ("c1", "", 1, "supplies 1 town."),
        ("", "c1", 1, "supplies 1 settlement."),
        ("", "c1 c3", 2, "supplies 2 settlements."),
        ("c1 c5", "c3", 3, "supplies 2 towns and 1 other settlement."),
        ("c1", "c3 c5", 3, "supplies 1 town and 2 other settlements."),
    ],
)
def test_lines_of_a_festival(towns: str, settlements: str, stock: int, told: str) -> None:
    t = table(hand=[104], towns=towns, settlements=settlements, fish=stock).play("play 104")
    lines = t.match.lines()
    while not t.turn_over():
        t.play("pay fish")
        lines = t.match.lines()
    assert told in lines[0]


@pytest.mark.parametrize(
    ("players", "texts"), [(1, ["1 card for $1", "2 cards for $3"]), (2, ["1 card for $1"])]
)
def test_further_cards_are_offered_with_what_they_cost(players: int, texts: list[str]) -> None:
    stack = [4, 14, 16, 18, 20][: 3 + len(texts)]
    t = table(players=players, hand=[FARMER] * 3, stack=stack, money=5).play("administration")
    offers = [t.match.action_text(action) for action in t.match.legal_actions()]
    assert offers == ["No more cards", *texts]


def test_administration_says_what_it_does() -> None:
    t = table(hand=[FARMER, 4], stack=[14, 16, 18, 20])
    text = t.match.action_text(t.match.str_to_action("administration"))
    assert text == ("Administration: gain $1, take back the top 3 cards, then the market changes")


def test_sales_are_offered_with_what_they_cost_and_bring() -> None:
    t = table(hand=[32], rose=2).play("play 32")
    texts = [t.match.action_text(action) for action in t.match.legal_actions()]
    assert texts == ["Pay 1 rose, gain $5", "Pay 2 roses, gain $10"]


def test_86_escort_is_offered_with_cost_and_reputation() -> None:
    way = "c1-c2 c2-c3 c3-c4 c4-c5"
    t = table(hand=[86], settlements="c1 c3 c5", roads=way, workers="c1", money=4).play("play 86")
    offers = [t.match.action_text(action) for action in t.match.legal_actions()]
    assert offers == [
        "1 settlement: pay $2, gain 4 reputation",
        "2 settlements: pay $4, gain 5 reputation",
    ]


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


def test_cards_under_the_stack_are_one_deed() -> None:
    events = [
        {"type": "play", "seat": 0, "card": 52, "action": 52},
        {"type": "card_under", "seat": 0, "card": 8},
        {"type": "card_under", "seat": 0, "card": 60},
        {"type": "money", "seat": 0, "amount": 4},
    ]
    assert GAME.log_lines(events, ["Ann", "Ben"]) == [
        "Ann plays 52 Order: puts 8 Hermit and 60 Gem searchers under the stack. Gains $4."
    ]
