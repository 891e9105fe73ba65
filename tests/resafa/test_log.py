"""Events, log lines, prompts and texts of choices."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sandtable.games.resafa.subjects import JourneySubject, RotationSubject
from sandtable.kernel.rng import seeded
from tests.resafa.playing import busy, uniform
from tests.resafa.table import GAME, PLACES, Table, table

HELD = ["coin", "stone", "marble", "amphora", "spice"]


def told(t: Table, seat: int | None = None) -> list[dict[str, Any]]:
    return t.match.events(seat)


def test_events_of_a_garden() -> None:
    t = table(stone=1).act("garden").play("square i8", "lay small top")
    assert {"type": "garden", "seat": 0, "cell": "i8", "placement": "small top"} in told(t)
    assert {"type": "pay", "seat": 0, "item": "stone", "amount": 1} in told(t)
    assert {"type": "gain", "seat": 0, "item": "vp", "amount": 1} in told(t)


def test_events_of_a_canal() -> None:
    t = table(3, coin=3, marble=2, water_bonus="r1c3 c2").act("canal")
    t.play("canal k7", "space r1c3")
    kinds = [event["type"] for event in told(t)]
    assert {"canal", "pay", "gain", "cube", "canal_bonus"} <= set(kinds)
    assert {"type": "canal_bonus", "seat": 0, "canal_bonus": "c2"} in told(t)


def test_events_of_a_trade() -> None:
    t = table(coin=1, spice=1, trading="gerasa r1 a").act("trading").play("go gerasa")
    assert {
        "type": "go", "seat": 0, "centre": "gerasa", "by_resafa": False, "cost": 1
    } in told(t)  # fmt: skip
    t.play("load 1 spice", "sell 1")
    assert {"type": "sell", "seat": 0, "item": "spice", "amount": 1} in told(t)
    assert {"type": "flip", "centre": "gerasa", "trading_tile": "r1", "side": "b"} in told(t)


def test_a_drawn_sack_is_told_to_its_owner_only() -> None:
    t = table(sack_deck="s7 s1").colour("garden").play("sack")
    assert {"type": "sack", "seat": 0, "sack": "s7"} in told(t, 0)
    for seat in (None, 1):
        assert {"type": "sack", "seat": 0} in told(t, seat)
    assert any("Stone seller" in line for line in t.match.lines(0))
    assert not any("Stone seller" in line for line in t.match.lines(1))


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    t = table(round=1).play("play garden/production", "end")
    own = [event for event in told(t, 0) if event["type"] == "draw"]
    others = [event for event in told(t, 1) if event["type"] == "draw"]
    assert len(own) == len(others) == 1
    assert "pair" in own[0]
    assert "pair" not in others[0]


def test_what_is_looked_at_is_not_told() -> None:
    t = table(tracks={"white": 2}).act("provisions").play("step white", "look")
    assert {"type": "look", "seat": 0, "colour": "white", "level": 1} in told(t, 1)
    assert not any("p19" in json.dumps(event) for event in told(t, 1))


def test_events_of_the_rain_and_the_new_round() -> None:
    t = table(start=1, step=5, hand="3", canals="k1 r1c1", cubes="r1c1")
    t.play("play garden/production", "end")
    kinds = [event["type"] for event in told(t)]
    for kind in ("rain", "rain_tiles", "rain_flow", "rain_pass", "cube_kept", "round"):
        assert kind in kinds
    assert {"type": "round", "round": 3, "start": 0} in told(t)


def test_events_of_resafabot() -> None:
    rows = {"yellow": "b1 b3 b4", "white": "b8 b9 b10", "blue": "b2 b5 b11", "pink": "b6 b7 b14"}
    t = table(1, start=0, bot={"deck": "0 4 1 2 3 5 6"}, bonus_cards=rows)
    t.play("play garden/production", "end")
    kinds = [event["type"] for event in told(t)]
    assert kinds.index("bot_cards") < kinds.index("bot_bonus") < kinds.index("bot_base")
    assert "flip" in kinds
    assert any(line.startswith("Resafabot") for line in t.match.lines())


def test_lines_read_like_a_person_telling_the_move() -> None:
    t = table(3, coin=3, marble=2).act("canal").play("canal k7", "space r1c3")
    (line, *_) = t.match.lines()
    assert line.startswith("Seat 1")
    assert "builds a canal crossing in row 1, column 3" in line and "3 VP" in line
    assert line.endswith(".")


def test_events_and_texts_of_whole_games() -> None:
    """Every event is plain data, names its seat where it has one, and can be told."""
    seen = set()
    for players in (1, 2, 3, 4):
        match = GAME.new(players=players, seed=players)
        rng = seeded(players, "story")
        while not match.is_over:
            assert match.prompt()
            for action in match.legal_actions()[:8]:
                text = match.action_text(action)
                assert text
                assert re.match("[A-Z0-9]|[prkt][0-9]", text), text
            match.apply(busy(match, rng))
            for seat in (None, 0):
                happened = match.events(seat)
                assert happened == json.loads(json.dumps(happened))
                for line in match.lines(seat):
                    assert line
                    assert re.match("[A-Z]|p[0-9]", line), line
                    assert line.endswith(".")
                    assert "None" not in line
            seen |= {event["type"] for event in happened}
        assert match.prompt()
    assert {
        "play", "main", "colour", "gain", "pay", "sack", "bonus", "step", "look", "special", "open",
        "token", "tile", "workshop", "offer", "room", "garden", "full_square", "canal",
        "canal_bonus", "cube", "go", "load", "flip", "sell", "buy", "base", "use", "swap", "draw",
        "rotate", "round", "rain", "rain_tiles", "rain_flow", "rain_pass", "cube_kept",
        "end_points", "end", "bot_cards", "bot_bonus", "bot_track", "bot_tile", "bot_canal",
        "bot_base", "bot_shuffle",
    } <= seen  # fmt: skip


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("policy", [uniform, busy])
def test_events_account_for_every_change_of_items_and_points(players: int, policy: Any) -> None:
    """Coins, things in the warehouse and on the caravan, points: all of it is told."""
    match = GAME.new(players=players, seed=12)
    rng = seeded(12, "books")

    def owned() -> list[dict[str, Any]]:
        return [
            {
                "vp": seat["vp"],
                **seat["items"],
                "cargo": seat["caravan"]["count"],
                "of": seat["caravan"]["item"],
                "camels": seat["camels"],
            }
            for seat in match.view(None)["seats"]
        ]

    books = owned()
    while not match.is_over:
        match.apply(policy(match, rng))
        for event in match.events():
            kind = event["type"]
            if "seat" not in event:
                continue
            book = books[event["seat"]]
            if kind == "gain":
                item = "camels" if event["item"] == "camel" else event["item"]
                book[item] += event["amount"]
            elif kind == "pay":
                book[event["item"]] -= event["amount"]
            elif kind == "go":
                book["coin"] -= event["cost"]
            elif kind == "load":
                if book["cargo"]:
                    book[book["of"]] += book["cargo"]
                book["cargo"], book["of"] = event["amount"], event["item"]
                if event["amount"]:
                    book[event["item"]] -= event["amount"]
            elif kind == "buy":
                book["cargo"] += event["amount"]
                book["of"] = event["item"]
            elif kind == "sell":
                book["cargo"] -= event["amount"]
                if not book["cargo"]:
                    book["of"] = None
            elif kind in ("rain_tiles", "rain_pass", "end_points"):
                book["vp"] += event["amount"]
        assert books == owned()


def test_breakdown_adds_up_to_the_points() -> None:
    for players in (1, 2, 4):
        match = GAME.new(players=players, seed=31)
        rng = seeded(31, "breakdown")
        while not match.is_over:
            match.apply(busy(match, rng))
            assert [sum(seat.values()) for seat in match.breakdown()] == match.scores()


@pytest.mark.parametrize("players", [1, 2])
def test_new_hands_are_told_after_the_rain_not_within_the_last_turn(players: int) -> None:
    """Also where the turn and the end of the round are told in one go."""
    t = table(players, start=1, step=5, hand="3", canals="k1 r3c3")
    events: list[dict[str, Any]] = []
    for choice in ("play garden/production", "end"):
        events += told(t.play(choice))
    assert t.state.round == 3
    lines = GAME.log_lines(events, ["Ann", "Ben"])
    assert lines[0].startswith("Ann plays garden")
    assert "draw" not in lines[0]
    assert lines.index("It rains.") < lines.index(
        "The action cards are shuffled, and everybody draws a new hand."
    )


# -- what questions are about ----------------------------------------------------------------------


def test_a_caravan_that_loads_is_on_its_way_somewhere() -> None:
    t = table(coin=1, spice=1).act("trading").play("go gerasa")
    assert t.asked() == "load"
    asked = "What does your caravan carry when it leaves Resafa?"
    assert t.match.prompt() == f"On the way to Gerasa: {asked}"
    decision = t.match.decision()
    assert decision is not None
    assert isinstance(decision.subject, JourneySubject)
    assert decision.subject.centre == GAME.components.centre_ids.index("gerasa")
    assert t.match.subject() == {"type": "journey", "centre": "gerasa"}
    t.play("load 1 spice")
    assert "On the way" not in t.match.prompt()


def test_a_workshop_that_is_turned_lies_somewhere() -> None:
    t = table(coin=1, stone=1).act("workshop").play("tile w1-02", "side back", "cell g7")
    assert t.asked() == "rotate"
    assert t.match.prompt() == "Marble market on g7: Which way do you turn the workshop?"
    decision = t.match.decision()
    assert decision is not None and isinstance(decision.subject, RotationSubject)
    assert decision.subject.face == GAME.components.workshop_ids.index("w1-02") * 2 + 1
    assert decision.subject.cell == PLACES["g7"]
    assert t.match.subject() == {
        "type": "rotation",
        "tile": "w1-02",
        "side": "back",
        "cell": "g7",
    }


def test_starting_tiles_are_turned_where_they_lie() -> None:
    match = GAME.new(players=2, seed=3)
    prompts = []
    while (decision := match.decision()) is not None and decision.kind == "rotate":
        prompts.append(match.prompt())
        match.apply(match.legal_actions()[0])
    assert (
        prompts
        == [
            "Starting tile A on h8: Which way do you turn the workshop?",
            "Starting tile B on i9: Which way do you turn the workshop?",
        ]
        * 2
    )


def test_cards_given_up_are_one_deed() -> None:
    events = [{"type": "drop", "seat": 0, "bonus": card} for card in ("b3", "b5", "b3")]
    assert GAME.log_lines(events, ["Ann", "Ben"]) == [
        "Ann gives up Marble dealer, Quarry deal and Marble dealer."
    ]
    german = GAME.in_language("de").log_lines(events[:2], ["Ann", "Ben"])
    assert german[0].count("gibt") == 1
    assert german[0].count("„") == 2
