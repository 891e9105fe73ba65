"""Hints say why: every reason is true of the positions it speaks of, and worth what it says."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.bots import hints
from sandtable.bots.evaluations import evaluation
from sandtable.bots.hints import Hint, hint_line
from sandtable.bots.reasons import (
    GAIN,
    KEEP,
    LACK,
    LEAST,
    MORE,
    SPEND,
    Reason,
    Reasons,
    end_of_turn,
    reasons_in_favour,
    weigh,
)
from sandtable.games.faiyum import constants as faiyum
from sandtable.games.resafa.effects import language as fx
from sandtable.kernel.match import Match
from tests.bots.test_hints import begun

FORMS = (GAIN, KEEP, MORE, LACK, SPEND)
POSITIONS = [
    (game, players, choices)
    for game, players in (("faiyum", 2), ("faiyum", 4), ("resafa", 2), ("resafa", 3))
    for choices in (7, 40, 75, 120)
]


def held(state: Any, seat: int, kind: str) -> int:
    """How many of a good a seat has, looked up in its own way."""
    if hasattr(state, "hands"):
        if kind in ("money", "reputation"):
            return int(getattr(state, kind)[seat])
        place = seat * faiyum.NUM_RESOURCES + faiyum.RESOURCES.index(kind)
        return int(state.resources[place])
    area = state.seats[seat]
    if kind in fx.ITEMS[: fx.HELD]:
        item = fx.ITEMS.index(kind)
        return int(area.item[item]) + (int(area.cargo) if area.cargo_item == item else 0)
    if kind == "sack":
        return bin(area.sacks).count("1")
    return int(
        getattr(area, {"square": "squares", "scarab": "scarabs", "cube": "cubes"}.get(kind, kind))
    )


def check(reason: Reason, state: Any, other: Any, before: Any, seat: int) -> None:
    """Compare a reason with the positions it is about: one that is better, and another one."""
    values = reason.values
    if "amount" in values and reason.kind not in ("clock", "track", "garden"):
        have, had = held(state, seat, reason.kind), held(other, seat, reason.kind)
        assert have - had == values["amount"]
        if reason.form in (KEEP, SPEND):
            assert have <= held(before, seat, reason.kind)
    elif reason.kind == "hand" and "cards" in values:
        for card in values["cards"]:
            assert state.hands[seat].count(card) > other.hands[seat].count(card)
    elif reason.kind == "owned":
        for card in values["cards"]:
            owned = state.hands[seat] + state.stacks[seat]
            assert owned.count(card) > (other.hands[seat] + other.stacks[seat]).count(card)
    elif reason.kind == "track":
        colour = fx.COLOURS.index(values["colour"])
        steps = state.seats[seat].track(colour) - other.seats[seat].track(colour)
        assert steps == values["amount"]
    elif reason.kind == "canal":
        built = [cell for cell in range(30) if state.water[cell] != other.water[cell]]
        assert len(built) >= max(len(values["more"]), len(values["less"]))


def ends(match: Match, seat: int, hint: Hint, world: str) -> Any:
    known = match.resample(seat, world)
    return end_of_turn(evaluation(match.game), known, hint_line(hint), seat), known


@pytest.mark.parametrize(("game", "players", "choices"), POSITIONS)
def test_reasons_are_true(game: str, players: int, choices: int) -> None:
    """Whatever lies hidden: in a world of which the hint knew nothing, each reason holds."""
    match = begun(game, players, choices)
    seat = match.current_player
    assert seat is not None
    told = hints(match, iterations=60)
    title = match.game.reasons()
    best, known = ends(match, seat, told[0], "another world")
    for hint in told[1:]:
        state, _ = ends(match, seat, hint, "another world")
        for reason in hint.lacks:
            assert reason.form in (LACK, SPEND)
            check(reason, best, state, known.state, seat)
            for option in reason.enables:
                assert option in title.options(best, seat, seat)
                assert option not in title.options(state, seat, seat)
            for rival, option in reason.denies:
                assert option not in title.options(best, rival, seat)
                assert option in title.options(state, rival, seat)
    for hint in told:
        state, _ = ends(match, seat, hint, "another world")
        for reason in hint.reasons:
            if reason.form == GAIN:
                check(reason, state, known.state, known.state, seat)
                assert all(option in title.options(state, seat, seat) for option in reason.enables)


def test_many_positions_have_reasons() -> None:
    told = [
        hint
        for game, players, choices in POSITIONS[::2]
        for hint in hints(begun(game, players, choices), iterations=40)
    ]
    assert sum(1 for hint in told if hint.reasons or hint.lacks) > len(told) / 2
    for hint in told:
        assert len(hint.reasons) <= 3 and len(hint.lacks) <= 2
        for reason in hint.reasons + hint.lacks:
            assert reason.text and "{" not in reason.text


def test_a_good_is_worth_what_the_evaluation_says() -> None:
    match = begun("faiyum", 2, 30)
    judge, title = evaluation(match.game), match.game.reasons()
    state: Any = match.state.copy()
    state.resources[faiyum.STONE] += 3
    (weighed,) = weigh(judge, title, state, match.state, 0)
    assert (weighed.difference.kind, weighed.difference.values) == ("stone", {"amount": 3})
    worth = judge.values(state)[0] - judge.values(match.state)[0]
    assert weighed.points[0] == pytest.approx(worth, abs=0.05) and worth > LEAST


def test_what_goods_are_kept_for() -> None:
    """With four stones more a card can be played that cannot be played without: it is named."""
    game = sandtable.game("faiyum")
    title, judge = game.reasons(), evaluation(game)
    named = 0
    start: Any = game.new(1, 3).state
    for number in (number for number in start.deck if number < faiyum.WASTELAND):
        poor: Any = game.new(2, 3).state.copy()
        poor.hands[0] = (number,)
        poor.money[0] = 0
        for kind in (faiyum.WHEAT, faiyum.GRAPE, faiyum.FISH):
            poor.resources[kind] = 6
        rich = poor.copy()
        rich.resources[faiyum.STONE] = 4
        (weighed,) = weigh(judge, title, rich, poor, 0)
        needed = f"play {number}" in game.explain(poor, 0)
        playable = f"play {number}" not in game.explain(rich, 0)
        assert weighed.enables == ([f"play {number}"] if needed and playable else [])
        named += len(weighed.enables)
    assert named >= 3


def test_too_little_is_what_would_be_enough_with_the_rest() -> None:
    """Who does not have the card in hand does not lack the money to play it."""
    game = sandtable.game("faiyum")
    title, judge = game.reasons(), evaluation(game)
    rich: Any = game.new(2, 3).state.copy()
    number = next(
        number
        for number in sorted(rich.deck)
        if number < faiyum.WASTELAND and _costs_money(game, rich, number)
    )
    rich.hands[0], rich.money[0] = (number,), 9
    poor = rich.copy()
    poor.money[0] = 0
    elsewhere = poor.copy()
    elsewhere.hands[0], elsewhere.stacks[0] = (), (number,)
    for other, expected in ((poor, True), (elsewhere, False)):
        reasons = reasons_in_favour(weigh(judge, title, rich, other, 0), 0, rich, LACK)
        (money,) = [reason for reason in reasons if reason.kind == "money"]
        assert (f"play {number}" in money.enables) is expected


def _costs_money(game: Any, start: Any, number: int) -> bool:
    """Whether a card can be played with $9 at the beginning of a game, and not without."""
    state = start.copy()
    state.hands[0], state.money[0] = (number,), 9
    poor = state.copy()
    poor.money[0] = 0
    options = [game.reasons().options(one, 0, 0) for one in (state, poor)]
    return f"play {number}" in options[0] and f"play {number}" not in options[1]


def test_a_card_that_a_rival_can_no_longer_buy() -> None:
    """Where a rival would have liked a card of the market, and could have paid for it."""
    game = sandtable.game("faiyum")
    title, judge = game.reasons(), evaluation(game)
    denied = 0
    for seed in range(6):
        other: Any = game.new(2, seed).state.copy()
        other.money[1] = 9
        for slot in range(faiyum.CURRENT):
            card = other.market[slot]
            state = other.copy()
            state.market = other.market[:slot] + other.market[slot + 1 :]
            state.hands[0] = tuple(sorted((*state.hands[0], card)))
            by_kind = {one.difference.kind: one for one in weigh(judge, title, state, other, 0)}
            denies = by_kind["market"].denies
            assert denies in ([], [(1, f"buy {card}")])
            if denies:
                assert by_kind["market"].points[1] < 0
                denied += 1
            poor = other.copy()
            poor.money[1] = 0
            assert f"buy {card}" not in title.options(poor, 1, 0)
    assert denied >= 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_kinds_can_be_said(language: str) -> None:
    """Every kind of reason in every form, as plain data that went through JSON."""
    amounts = {
        "faiyum": ["reputation", "money", *faiyum.RESOURCES, "clock"],
        "resafa": [*fx.ITEMS, "cube"],
    }
    places = {
        "faiyum": [
            "settlement",
            "town",
            "palace",
            "workshop",
            "expansion",
            "worker",
            "crocodile",
            "road",
            "block",
        ],
        "resafa": ["workshop", "canal", "base", "special", "bonus", "tile", "unused"],
    }
    for name in ("faiyum", "resafa"):
        title = sandtable.game(name).in_language(language).reasons()
        option = "play farmer" if name == "faiyum" else "action canal"
        for form in FORMS:
            for kind in amounts[name]:
                say(title, Reason(kind, form, {"amount": 2}, 1.0, [option], [(1, option)]))
            for kind in places[name]:
                values = {"more": ["r1c1"], "less": [], "rains": 2}
                say(title, Reason(kind, form, values, 1.0, [], []))
        if name == "faiyum":
            for kind in ("owned", "gone", "hand"):
                for form in FORMS:
                    say(title, Reason(kind, form, {"cards": [1, 26]}, 1.0, [], []))
        else:
            for form in FORMS:
                say(title, Reason("track", form, {"colour": "blue", "amount": 1}, 1.0, [], []))
                say(title, Reason("garden", form, {"full": 0, "amount": 1}, 1.0, [], []))
                say(title, Reason("hand", form, {"slots": [0]}, 1.0, [], []))
                say(title, Reason("caravan", form, {"centre": ""}, 1.0, [], []))


def say(title: Reasons, reason: Reason) -> None:
    text = title.say(Reason.of(reason.plain()), ["Ann", "Bob"])
    assert text and "{" not in text
    if reason.denies:
        assert "Bob" in text


def test_names_of_players_are_those_given() -> None:
    title = sandtable.game("faiyum").reasons()
    reason = Reason("market", LACK, {"cards": [26]}, 0.0, [], [(1, "buy 26")])
    assert title.say(reason, ["Ann", "Bob"]) == "Bob can still buy 26 Migrant farmer"


def reason(kind: str, form: str, values: dict[str, Any], *enables: str) -> Reason:
    return Reason(kind, form, values, 1.0, list(enables), [])


@pytest.mark.parametrize(
    ("game", "given", "english", "german"),
    [
        (
            "faiyum",
            reason("money", GAIN, {"amount": 2}, "buy 24", "buy 28"),
            "Gains $2, enough to buy 24 Trader or 28 Supplier",
            "Bringt $2: genug, um 24 Händler oder 28 Lieferant zu kaufen",
        ),
        (
            "faiyum",
            reason("wheat", LACK, {"amount": 1}, "play settlement", "buy 38"),
            "1 wheat less, too little to play Settlement or buy 38 Bridge",
            "1 Weizen weniger: zu wenig, um Siedlung zu spielen oder 38 Brücke zu kaufen",
        ),
        (
            "faiyum",
            reason("hand", LACK, {"cards": [24, 28]}),
            "Leaves 24 Trader and 28 Supplier on the stack",
            "Lässt 24 Händler und 28 Lieferant auf dem Stapel",
        ),
        (
            "faiyum",
            reason("worker", GAIN, {"more": [], "less": ["a2", "d3"]}, "play 20"),
            "Takes the workers off a2 and d3",
            "Nimmt die Arbeiter von a2 und d3",
        ),
        (
            "resafa",
            reason("stone", LACK, {"amount": 1}, "action garden", "action workshop"),
            "1 stone less, too little to plant a garden or build a workshop",
            "1 Stein weniger: zu wenig, um einen Garten anzulegen oder eine Werkstatt zu bauen",
        ),
        (
            "resafa",
            reason("canal", GAIN, {"more": ["r4c1"], "less": [], "rains": 2}),
            "Canal in row 4, column 1 in time for 2 rains",
            "Kanal in Reihe 4, Spalte 1 rechtzeitig für 2 Regen",
        ),
    ],
)
def test_reasons_read_well(game: str, given: Reason, english: str, german: str) -> None:
    title = sandtable.game(game)
    assert title.reasons().say(given, ["Ann", "Bob"]) == english
    assert title.in_language("de").reasons().say(given, ["Ann", "Bob"]) == german
