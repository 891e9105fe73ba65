"""What the table of Faiyum shows: market, seats, choices, the end of a campaign."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable import Match
from sandtable.games.faiyum.terminal.renderer import TerminalRenderer, shorten
from sandtable.terminal.choices import number
from tests.conftest import games
from tests.terminal.helpers import screen, text_of

FAIYUM = sandtable.game("faiyum")
NAMES = ["Ada", "Bob", "Cyd", "Dan", "Eve"]


def drawing(width: int = 80, plain: bool = True, players: int = 2) -> TerminalRenderer:
    return TerminalRenderer(FAIYUM, NAMES[:players], screen(width, plain))


def played(players: int, seed: int, choices: int, **options: Any) -> Match:
    match = FAIYUM.new(players, seed, **options)
    rng = random.Random(seed)
    while not match.is_over and choices:
        match.apply(rng.choice(match.legal_actions()))
        choices -= 1
    return match


@pytest.mark.parametrize("width", [80, 100, 122, 160, 250])
@pytest.mark.parametrize("players", [1, 2, 5])
def test_the_table_fits_and_tells_all(width: int, players: int) -> None:
    match = played(players, 8, 150)
    view = match.view(None)
    text = text_of(drawing(width, players=players).table(view, match.legal_actions()), width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    flat = " ".join(text.split())
    for slot in view["market"]:
        assert str(slot["card"]) in flat
    for seat in view["seats"]:
        assert NAMES[seat["seat"]] in flat
        assert f"${seat['money']}" in flat
    for space in view["spaces"]:
        assert f"{space['name']} " in text or f"{space['name']}*" in text


def test_prices_and_tokens() -> None:
    view = FAIYUM.new(2, 3).view(0)
    lines = text_of(drawing().market(view, 80)).splitlines()
    prices = [f"${slot['price']}*" for slot in view["market"] if slot["current"]]
    assert [line.split()[0] for line in lines[1:5]] == prices == ["$2*", "$3*", "$4*", "$6*"]
    alone = FAIYUM.new(1, 3).view(0)
    lines = text_of(drawing(players=1).market(alone, 80)).splitlines()
    assert [line.split()[0] for line in lines[1:5]] == ["$3", "$4", "$5", "$7"]


def test_disasters_have_no_price() -> None:
    match = played(1, 11, 0)
    view = match.view(0)
    view["market"][0] = {"card": 122, "current": True, "token": False, "price": None}
    assert "-  122 Wasteland" in text_of(drawing(players=1).market(view, 80))


def test_whoever_is_to_choose_is_marked() -> None:
    match = FAIYUM.new(2, 3)
    match.apply(match.str_to_action("cash farmer"))
    lines = text_of(drawing().seats(match.view(0), 80)).splitlines()
    assert lines[1].startswith("  Ada")
    assert lines[2].startswith("> Bob")


def test_hands_and_stacks_are_public() -> None:
    match = FAIYUM.new(2, 3)
    match.apply(match.str_to_action("cash farmer"))
    text = " ".join(text_of(drawing().seats(match.view(None), 80)).split())
    assert "Ada holds Farmer x2, Two roads, Settlement; stack from the top: Farmer" in text
    assert "Bob holds Farmer x3, Two roads, Settlement; stack from the top: empty" in text


def test_the_goal_of_a_campaign_is_shown() -> None:
    match = FAIYUM.new(1, 3, mode="campaign", won=2)
    goal = FAIYUM.edition["campaign"][2]
    text = " ".join(text_of(drawing(players=1).seats(match.view(0), 80)).split())
    assert f"Goal 3, {goal['name']}: {goal['text']}" in text


def test_the_verdict_of_a_campaign() -> None:
    match = played(1, 3, -1, mode="campaign", won=2)
    assert match.is_over
    told = drawing(players=1).verdict(match)
    reached = match.result()["reached"]
    assert ("reaches goal 3" in told) == reached
    assert f"--mode campaign --won {match.result()['won']}" in told


def test_every_choice_is_offered_once_with_a_label() -> None:
    """Whole games of all sizes: groups hold exactly the legal actions, and keys are unique."""
    kinds: set[str] = set()
    for seed in range(games(4)):
        players = seed % 5 + 1
        match = FAIYUM.new(players, seed)
        painter = drawing(players=players)
        rng = random.Random(seed)
        while not match.is_over:
            decision = match.decision()
            assert decision is not None
            kinds.add(decision.kind)
            choices = number(painter.groups(match))
            assert sorted(choice.action for choice in choices) == match.legal_actions()
            assert len({choice.key for choice in choices}) == len(choices)
            assert all(choice.label for choice in choices)
            match.apply(rng.choice(match.legal_actions()))
    assert len(kinds) > 10


def test_buying_back_shows_what_it_costs() -> None:
    match = FAIYUM.new(1, 3)
    for notation in ["cash farmer"] * 3 + ["cash settlement", "cash two-roads", "administration"]:
        match.apply(match.str_to_action(notation))
    decision = match.decision()
    assert decision is not None and decision.kind == "buy_back"
    (group,) = drawing(players=1).groups(match)
    number([group])
    assert [choice.key for choice in group.choices] == ["0", "1", "2"]
    labels = [choice.label for choice in group.choices]
    assert labels == ["(no change)", "(-$1, +1 card)", "(-$3, +2 cards)"]


def test_cards_of_no_use_are_told_with_the_reason() -> None:
    match = FAIYUM.new(2, 3)
    text = " ".join(text_of(drawing().after_choices(match)).split())
    assert text.startswith("Cannot be played now: Two roads (")
    assert "Settlement (" in text


def test_plain_is_ascii_all_over() -> None:
    match = played(3, 5, 200)
    painter = drawing(players=3)
    view = match.view(None)
    for part in painter.parts:
        assert text_of(painter.part(part, view, match.legal_actions())).isascii()


def test_the_map_and_its_legend_are_german_in_german() -> None:
    german = TerminalRenderer(FAIYUM.in_language("de"), NAMES[:2], screen(120))
    match = played(2, 5, 70)
    text = text_of(german.part("map", match.view(0), match.legal_actions()), 120)
    for word in ("a1 tra", "krok", "Krokodil", "Siedlung", "Brückenplatz"):
        assert word in text, word
    for word in ("gra", "croc", "worker", "bridge"):
        assert word not in text, word
    points = text_of(german.result(played(2, 5, 10_000)), 120)
    assert "Straßen und Brücken" in points


def test_shorten() -> None:
    assert shorten("one two three four five", 30, "...") == "one two three four five"
    assert shorten("one two three four five", 20, "...") == "one two three..."
    assert shorten("one two three", 5, "...") == ""
