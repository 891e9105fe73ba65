"""Choices say what happens and what it costs; the log tells a turn as a person would."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.resafa.edition.components import cell_number
from sandtable.games.resafa.rules import solo
from sandtable.games.resafa.rules.turn import Turn
from sandtable.kernel.game import Event
from tests.resafa.table import GAME, Table, table


def text(t: Table, notation: str) -> str:
    return t.match.action_text(t.match.str_to_action(notation))


def test_loading_says_what_becomes_of_the_cargo() -> None:
    t = table(at="gerasa", coin=5, camel=3, cargo="2 spice", amphora=2, spice=1).act("trading")
    t.play("go ctesiphon by resafa")
    assert text(t, "load nothing") == "Put 2 spice into the warehouse and travel without cargo"
    assert text(t, "load 2 amphora") == "Unload 2 spice and load 2 amphoras"
    assert text(t, "load 1 spice") == "Unload 1 spice"
    assert text(t, "load 2 spice") == "Keep 2 spice"
    assert text(t, "load 3 spice") == "Load 1 spice more"


def test_canal_prices_are_what_is_paid() -> None:
    t = table(coin=9, marble=9).act("canal")
    assert (
        text(t, "canal k7") == "Canal crossing, 1 more VP in the rain (costs 3 coins and 2 marble)"
    )
    t = table(coin=9, marble=9, used="p56").act("canal")
    assert (
        text(t, "canal k7") == "Canal crossing, 1 more VP in the rain (costs 3 coins and 1 marble)"
    )


def test_workshops_and_bases_have_a_price() -> None:
    assert "(costs 1 coin and 1 stone)" in text(
        table(coin=2, stone=2).act("workshop"), "tile w1-01"
    )
    assert "(costs 1 stone)" in text(table(specials="p19", stone=1).play("use p19"), "tile w1-01")
    t = table(specials="p64", at="gerasa", coin=3).play("use p64", "part 2")
    assert "(costs 1 coin)" in text(t, "base 1")


def test_the_open_card_is_named_with_its_bonus() -> None:
    t = table(tracks={"white": 2}, stacks={"white 1": "p21 p19"}).act("provisions")
    t.play("step white")
    # The card's sentence stands within another, without its full stop.
    shelves = "Open shelves (Take two bonus cards of your choice from the display)"
    assert text(t, "open").startswith(f"Take {shelves}, ")
    assert text(t, "open").endswith("with 1 coin and 1 VP")
    assert text(t, "look") == "Look through the stack and take one of its 2 cards, without a bonus"


def test_yellow_cards_say_which_actions_they_bring() -> None:
    t = table(yellow="p43 1, p51 3")
    assert "any main action and a colour action" in text(t, "play p43")
    assert "two different main actions and a colour action" in text(t, "play p51")


def test_only_the_coin_for_a_large_garden_is_missing() -> None:
    t = table(small_left=0, stone=1).play("play garden/production")
    assert t.why("main garden") == (
        "no small garden tile is left; for a large tile, you lack 1 coin"
    )


def test_needs_and_tracks_in_plain_words() -> None:
    assert "needs 5 workshops" in table(bonus="b13").why("use b13")
    t = table(tracks={"yellow": 6, "white": 6, "blue": 5})
    assert t.why("step blue") == (
        "only 2 of your yellow, white and blue markers may reach level II"
    )


def test_the_log_of_a_workshop() -> None:
    t = table(coin=1, stone=1, offer="w1-09 w1-02 w1-03").act("workshop")
    t.play("tile w1-09", "side back", "cell g7", "rotate 180")
    assert any("builds the Kiln on g7, back side up" in line for line in t.match.lines())


def told(*events: Mapping[str, object]) -> list[str]:
    return GAME.log_lines([{"seat": 0, **event} for event in events], ["Ann"])


PLAYED = {"type": "play", "special": None, "action": "trading", "colour": "white"}


def test_a_card_taken_and_used_is_one_deed_and_steps_are_told_once() -> None:
    taken = {"type": "bonus", "colour": "pink", "bonus": "b9", "slot": 1}
    steps = [{"type": "step", "colour": "yellow", "position": n} for n in (1, 2)]
    (line,) = told(PLAYED, steps[0], taken, {"type": "use", "thing": "b9"}, steps[1])
    assert line.endswith(" (used at once) and goes to 2 on yellow.")
    assert "goes to 1" not in line


def test_a_base_where_something_was_sold_is_founded_there() -> None:
    go = {"type": "go", "centre": "kena", "by_resafa": False, "cost": 2}
    sell = {"type": "sell", "item": "spice", "amount": 1}
    line, _ = told(PLAYED, go, sell, {"type": "base", "centre": "kena"})
    assert line == "Ann plays trading (white): sells 1 spice in Kena and founds a base there."


def test_the_log_says_when_resafabot_finds_no_bonus_card() -> None:
    t = table(1, start=0, bot={"deck": "0 4 1 2 3 5 6"}).play("play garden/production", "end")
    assert any(line.startswith("There is no ") and "Resafabot" in line for line in t.match.lines())


def test_the_log_says_when_resafabot_removes_a_canal_bonus_tile() -> None:
    state = table(1, water_bonus="r1c1 c5").state
    log: list[Event] = []
    solo.build(Turn(state, GAME.rules, GAME.runner, log), state.bot_stack[0], cell_number("r1c1"))
    told = [GAME.event(event, None) for event in log]
    lines = GAME.log_lines([event for event in told if event is not None], ["Ann"])
    assert any(line == "It removes the bonus tile Mill race there." for line in lines)
