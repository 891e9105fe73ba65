"""Choices with their full meaning, for people who do not see the table."""

from __future__ import annotations

from tests.descriptions import check_descriptions
from tests.resafa.playing import busy
from tests.resafa.table import Table, table


def described(t: Table, notation: str) -> str:
    return t.match.describe(t.match.str_to_action(notation))


def test_a_card_with_both_of_its_actions_at_their_prices() -> None:
    t = table(coin=1, stone=2)
    assert described(t, "play workshop/provisions") == (
        "Play workshop, blue (other half: provisions, white). Workshop action: build a workshop "
        "(costs 1 coin and 1 stone). Colour action: take a blue bonus card, take a step on the "
        "blue track, or draw a sack card"
    )
    assert "Garden action: lay a garden tile; small: costs 1 stone" in described(
        t, "play garden/production"
    )
    assert "Canal action: not possible now" in described(t, "play canal/trading")


def test_a_canal_space_with_its_price_and_all_that_lies_there() -> None:
    t = table(3, coin=3, marble=2, water_bonus="r1c3 c2").act("canal").play("canal k7")
    text = described(t, "space r1c3")
    assert text.startswith("In row 1, column 3. Pay ")
    assert "gain 3 VP" in text
    assert "The water cube moves onto your tile. Take the bonus tile Praise (" in text


def test_prices_are_those_to_be_paid() -> None:
    """The space in row 2, column 2 takes a coin off."""
    t = table(coin=9, marble=9).act("canal").play("canal k7")
    full, less = described(t, "space r2c1"), described(t, "space r2c2")
    assert "Pay 3 coins and 2 marble" in full and "Pay 2 coins and 2 marble" in less


def test_a_garden_tile_with_its_price_and_green_bonuses() -> None:
    t = table(coin=1, stone=2).act("garden")
    assert described(t, "square i8") == (
        "Square i8. Empty. Starting tile B below and starting tile A to the left"
    )
    t.play("square i8")
    assert described(t, "lay small top").endswith(". Pay 1 stone and gain 1 VP")


def test_a_side_of_a_workshop_with_its_green_bonuses() -> None:
    t = table(coin=1, stone=1, offer="w1-06").act("workshop")  # it takes the only tile
    assert described(t, "side front") == (
        "Front: 2 stone, or 3 VP for 1 marble. "
        "Green bonuses: 2 stone to the right, 1 VP below, 1 coin to the left"
    )
    assert described(t, "side back").endswith(". Green bonuses: 1 stone above, 2 VP below")


def test_a_room_with_what_it_costs_and_brings() -> None:
    t = table(stone=1).act("production")
    assert described(t, "room b 2") == "Starting tile B. Pay 1 stone and gain 2 marble"


def test_a_centre_with_its_trades_and_free_bases() -> None:
    t = table(coin=3, trading="gerasa r1 a").act("trading")
    text = described(t, "go gerasa")
    assert text.startswith("Gerasa (1 coin). Sell 1 spice for ")
    assert "Buy 1 amphora for 2 coins" in text
    assert "Free for a base: 1 square token and 1 sack card; 1 scarab token" in text


def test_a_step_with_the_card_that_lies_open() -> None:
    t = table(tracks={"white": 2}, stacks={"white 1": "p19 p20"}).act("provisions")
    assert "Take a white card of level I. " in described(t, "step white")
    assert "lies open" in described(t, "step white")
    assert described(t, "step pink").endswith("The next card is on space 3")


def test_a_workshop_with_both_sides_its_neighbours_and_its_green_bonuses() -> None:
    t = table(coin=1, stone=1).act("workshop")
    assert "Its back: 2 VP and one more room in every production action" in described(
        t, "tile w1-01"
    )
    t.play("tile w1-01", "side front")
    assert "Garden squares beside it: " in described(t, "cell g9")
    t.play("cell g9")
    told = {described(t, notation) for notation in t.offers()}
    assert all("Green bonuses: " in text for text in told)
    assert len(told) == len(t.offers())


def test_a_card_that_scores_says_how_much_now() -> None:
    t = table(bonus="b18", tokens="square scarab")
    assert described(t, "use b18").endswith(". Gain 2 VP")


def test_water_says_whose_canal_it_reaches() -> None:
    """A cube on a tile with an arm: straight down lies the other player's tile."""
    t = table(
        start=1,
        step=5,
        hand="3",
        canals="k3 r1c2, k1 r1c1",
        cubes="r1c2",
        others={1: {"canals": "k1 r2c2"}},
    )
    t.play("play garden/production", "end")
    assert t.asked() == "flow"
    told = [described(t, notation) for notation in t.offers()]
    assert any("another player's, 1 VP for them" in text for text in told)
    assert any("A straight canal in row 1, column 1: yours, 1 VP for you" in text for text in told)


def test_whole_games_are_described_without_changing_or_telling_anything_hidden() -> None:
    check_descriptions("resafa", busy)
