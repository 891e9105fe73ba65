"""Trading: roads, loading in Resafa, buying and selling, golden bonuses, flipping, sale cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.resafa.reference import DEPTH, EDITION, FROM_CTESIPHON, FROM_GERASA, road
from tests.resafa.table import Position, Table, table

CENTRES = list(DEPTH)
TILES = [(entry["id"], side, entry[side]) for entry in EDITION["trading_tiles"] for side in "ab"]
TILE_IDS = [f"{tile} {side}" for tile, side, _ in TILES]


def go(t: Table, way: str) -> Table:
    return t.act("trading").play(f"go {way}")


# -- roads -------------------------------------------------------------------------------------


def test_figures_of_the_rulebook() -> None:
    assert road("gerasa", "gerasa", True) == 1
    assert road("alia", "alia", True) == 3
    assert road("alia", "ctesiphon", True) == 2
    assert max(road(a, b, True) for a in CENTRES for b in CENTRES) == 5


@pytest.mark.parametrize("start", [*CENTRES, "resafa"])
@pytest.mark.parametrize("end", CENTRES)
def test_every_road(start: str, end: str) -> None:
    """Direct where that is cheaper, by Resafa always; from Resafa there is one way."""
    ways: dict[str, int] = {}
    if start == "resafa":
        ways[end] = road(start, end, False)
    else:
        ways[f"{end} by resafa"] = road(start, end, True)
        if start != end and road(start, end, False) < road(start, end, True):
            ways[end] = road(start, end, False)
    t = table(at=start, coin=9).act("trading")
    assert {way for way in t.choices("go") if way.split()[0] == end} == set(ways)
    for way, cost in ways.items():
        t = go(table(at=start, coin=9), way)
        assert t.changes() == ({"coin": -cost} if cost else {})
        assert t.at() == end


@pytest.mark.parametrize("start", [*CENTRES, "resafa"])
@pytest.mark.parametrize("coin", range(5))
def test_only_roads_that_can_be_paid(start: str, coin: int) -> None:
    expected = set()
    for end in CENTRES:
        if start == "resafa":
            if road(start, end, False) <= coin:
                expected.add(end)
            continue
        if road(start, end, True) <= coin:
            expected.add(f"{end} by resafa")
        direct = road(start, end, False)
        if start != end and direct < road(start, end, True) and direct <= coin:
            expected.add(end)
    t = table(at=start, coin=coin).play("play trading/canal")
    assert t.can("main trading") == bool(expected)
    if len(expected) > 1:
        t.play("main trading")
        assert t.choices("go") == expected


def test_between_colours_a_stop_in_resafa_costs_nothing() -> None:
    for start in FROM_GERASA:
        for end in FROM_CTESIPHON:
            assert road(start, end, True) == road(start, end, False)
            assert road(end, start, True) == road(end, start, False)


def test_the_caravan_must_move() -> None:
    t = table(at="gerasa", coin=9).act("trading")
    assert "gerasa" not in t.choices("go")
    assert "gerasa by resafa" in t.choices("go")
    assert not t.can("decline")


def test_nobody_ends_in_resafa() -> None:
    t = table(at="gerasa", coin=9).act("trading")
    assert not any(way.split()[0] == "resafa" for way in t.choices("go"))


# -- loading -----------------------------------------------------------------------------------


def test_loading_one_type_up_to_the_capacity() -> None:
    t = table(coin=1, stone=2, marble=1, amphora=5, camel=3).act("trading").play("go gerasa")
    assert t.choices("load") == {
        "nothing", "1 stone", "2 stone", "1 marble", "1 amphora", "2 amphora", "3 amphora"
    }  # fmt: skip
    t.play("load 2 amphora")
    assert t.me.cargo == "2 amphora"
    assert t.changes() == {"coin": -1, "amphora": -2}


def test_no_stop_no_loading() -> None:
    t = go(table(at="gerasa", coin=9, spice=3, camel=3), "alia")
    assert t.asked() != "load"
    assert not t.choices("load")


def test_a_stop_is_offered_where_the_way_passes_resafa() -> None:
    t = go(table(at="alia", coin=9, amphora=3, camel=3), "ctesiphon by resafa")
    assert t.asked() == "load"


def test_cargo_can_be_put_into_the_warehouse() -> None:
    t = go(table(at="gerasa", coin=9, camel=3, cargo="2 spice"), "gerasa by resafa")
    assert t.choices("load") == {"nothing", "1 spice", "2 spice"}
    t.play("load nothing")
    assert t.me.cargo == "nothing"
    assert t.me.spice == 2


def test_cargo_can_be_exchanged() -> None:
    t = go(table(at="gerasa", coin=9, camel=2, cargo="2 spice", amphora=2), "charax by resafa")
    t.play("load 2 amphora")
    assert t.me.cargo == "2 amphora"
    assert t.me.spice == 2
    assert t.me.amphora == 0


def test_cargo_can_be_kept_and_added_to() -> None:
    t = go(table(at="gerasa", coin=9, camel=3, cargo="1 spice", spice=1), "gerasa by resafa")
    assert t.choices("load") == {"nothing", "1 spice", "2 spice"}
    kept = Table(t.match.clone()).play("load 1 spice")
    assert kept.me.cargo == "1 spice"
    assert kept.me.spice == 1
    t.play("load 2 spice")
    assert t.me.cargo == "2 spice"


def test_coins_are_no_cargo_and_vp_neither() -> None:
    t = table(coin=9, camel=7).act("trading").play("go gerasa")
    assert t.asked() == "trade", "nothing to load"


def test_cargo_cannot_be_thrown_away() -> None:
    t = go(table(at="gerasa", coin=9, camel=3, cargo="2 stone"), "alia")
    # Alia's tile sells stone; all of it may also be kept.
    t.play("decline")
    assert t.me.cargo == "2 stone"


def test_only_the_warehouse_pays() -> None:
    """Stone on the caravan builds nothing."""
    t = table(cargo="3 stone", camel=3, coin=9, at="alia").play("play garden/production")
    assert not t.can("main garden")


# -- buying and selling ------------------------------------------------------------------------


@pytest.mark.parametrize(("tile", "side", "entry"), TILES, ids=TILE_IDS)
def test_every_sale(tile: str, side: str, entry: dict[str, Any]) -> None:
    """Coins and points for each item, the golden bonus once."""
    centre = "gerasa" if tile.startswith("r") else "ctesiphon"
    item = entry["sell"]["item"]
    for count in (1, 3):
        position: Position = {
            "coin": 1, "camel": 4, item: 3, "trading": f"{centre} {tile} {side}", "sack_deck": "s1"
        }  # fmt: skip
        t = table(**position).act("trading").play(f"go {centre}", f"load 3 {item}")
        t.play(f"sell {count}")
        expected = {
            "coin": count * entry["sell"].get("coin", 0) - 1,
            "vp": count * entry["sell"].get("vp", 0),
            item: -3,
        }
        for part in entry["sell_bonus"]:
            if "step" in part:
                assert t.asked() == "step"
                t.play("step pink")
                expected["pink"] = 1
            else:
                for word, amount in part["gain"].items():
                    word = "sacks" if word == "sack" else word
                    expected[word] = expected.get(word, 0) + amount
        assert t.changes() == {word: change for word, change in expected.items() if change}
        assert t.me.cargo == ("nothing" if count == 3 else f"{3 - count} {item}")


@pytest.mark.parametrize(("tile", "side", "entry"), TILES, ids=TILE_IDS)
def test_every_purchase(tile: str, side: str, entry: dict[str, Any]) -> None:
    centre = "gerasa" if tile.startswith("r") else "ctesiphon"
    item, price = entry["buy"]["item"], entry["buy"]["coin"]
    for count in (1, 3):
        position: Position = {
            "coin": 9, "camel": 4, "trading": f"{centre} {tile} {side}", "sack_deck": "s1"
        }  # fmt: skip
        t = table(**position).act("trading").play(f"go {centre}", f"buy {count}")
        expected = {"coin": -1 - count * price}
        for part in entry["buy_bonus"]:
            for word, amount in part["gain"].items():
                word = "sacks" if word == "sack" else word
                expected[word] = expected.get(word, 0) + amount
        assert t.changes() == expected
        assert t.me.cargo == f"{count} {item}"


@pytest.mark.parametrize(("tile", "side", "entry"), TILES, ids=TILE_IDS)
def test_what_red_and_blue_tiles_trade(tile: str, side: str, entry: dict[str, Any]) -> None:
    if tile.startswith("r"):
        assert entry["buy"]["item"] == "amphora"
        assert entry["sell"]["item"] in ("spice", "stone")
    else:
        assert entry["buy"]["item"] == "spice"
        assert entry["sell"]["item"] in ("amphora", "marble")
    assert entry["buy"]["coin"] == (2 if side == "a" else 1)


def test_either_buying_or_selling() -> None:
    """With two spice on the caravan it can be sold at a red centre, but no amphora bought."""
    t = go(table(at="gerasa", coin=9, camel=4, cargo="2 spice"), "antiochia")
    assert t.choices("sell") == {"1", "2"}
    assert t.choices("buy") == set(), "only one type at a time"
    t.play("sell 2")
    assert t.asked() == "next", "no purchase after a sale"


def test_buying_more_of_the_same() -> None:
    t = go(table(at="gerasa", coin=9, camel=4, cargo="2 amphora"), "antiochia")
    assert t.choices("buy") == {"1", "2"}, "up to the capacity"
    t.play("buy 2")
    assert t.me.cargo == "4 amphora"


def test_purchases_are_limited_by_coins() -> None:
    t = table(coin=6, camel=7).act("trading").play("go gerasa")
    assert t.choices("buy") == {"1", "2"}, "five coins left, two each"


def test_a_trade_may_be_left_out() -> None:
    t = go(table(coin=9, camel=2), "gerasa").play("decline")
    assert t.asked() == "next"
    assert t.changes() == {"coin": -1}
    assert t.trading_tile("gerasa") == "r3 a", "without a trade the tile stays"


def test_other_goods_are_not_sold() -> None:
    t = go(table(at="alia", coin=9, camel=3, cargo="2 amphora"), "gerasa")
    assert not t.choices("sell")


def test_the_golden_bonus_comes_once_and_pays() -> None:
    """r5 B buys amphoras at a coin with a marble as bonus; b1 A's coins come before anything."""
    t = table(3, coin=1, stone=1, amphora=1, camel=1, trading="ctesiphon b1 a")
    t.act("trading").play("go ctesiphon", "load 1 amphora", "sell 1")
    assert t.changes() == {"coin": -1 + 1 + 3, "vp": 4 + 1, "amphora": -1}
    assert t.choices("base") == {"1", "2", "3"}, "the coins of the sale pay for the base"


def test_what_the_golden_bonus_brings_may_pay_for_more() -> None:
    """The bonus may be taken first: a purse out of the sack buys what the coins did not."""
    held: Position = {"camel": 3, "trading": "gerasa r2 b", "sack_deck": "s1 s2"}
    t = go(table(coin=2, **held), "gerasa")
    assert t.choices("buy") == {"1"}
    t.play("buy 1")
    assert t.asked() == "trade"
    assert not t.choices("buy")
    assert t.match.prompt() == "Bonus of the trade: Do you buy more?"
    t.play("use s1")
    assert t.choices("buy") == {"1", "2"}
    t.play("buy 2")
    assert t.changes() == {"coin": -1 - 1 + 3 - 2}
    assert t.me.cargo == "3 amphora"
    assert t.trading_tile("gerasa") == "r2 a"
    assert t.me.sacks == [], "the bonus comes once"


def test_no_more_is_bought_by_who_could_have_bought_more_at_once() -> None:
    held: Position = {"camel": 3, "trading": "gerasa r2 b", "sack_deck": "s1 s2"}
    t = go(table(coin=4, **held), "gerasa").play("buy 2")
    assert t.asked() == "base"


def test_more_is_bought_only_where_the_bonus_brings_what_is_lacking() -> None:
    held: Position = {"camel": 3, "trading": "gerasa r2 b"}
    t = go(table(coin=2, stone=2, sack_deck="s11", **held), "gerasa")
    t.play("load nothing", "buy 1")
    assert t.asked() == "base", "points for stone do not help"
    full: Position = {"camel": 1, "trading": "gerasa r2 b"}
    t = go(table(coin=3, sack_deck="s1", **full), "gerasa").play("buy 1")
    assert t.asked() == "base", "coins do not help where the caravan is full"
    t = go(table(coin=4, sack_deck="s10", **full), "gerasa").play("buy 1", "use s10")
    assert t.choices("buy") == {"1"}, "a camel does"


def test_a_card_reached_by_the_golden_bonus_helps_with_this_trade() -> None:
    """The bonus may be taken first: its step leads to p58, which gives a point for a trade."""
    stacks = {"blue 1": "p58 p55 p56"}
    t = table(coin=1, spice=1, tracks={"blue": 2}, trading="gerasa r2 a", stacks=stacks)
    t.act("trading").play("go gerasa", "load 1 spice", "sell 1", "step blue", "open")
    assert t.changes()["vp"] == 5 + 1 + 1


def test_points_of_a_sale_are_booked_as_trade() -> None:
    t = table(coin=1, amphora=2, camel=2, trading="ctesiphon b1 a").act("trading")
    t.play("go ctesiphon", "load 2 amphora", "sell 2")
    assert t.points() == {"trade": 9}


# -- flipping ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("up", "then"), [("a", "b"), ("b", "a")])
def test_the_tile_flips_after_a_trade(up: str, then: str) -> None:
    t = go(table(coin=9, camel=2, trading=f"gerasa r1 {up}"), "gerasa").play("buy 1")
    assert t.trading_tile("gerasa") == f"r1 {then}"
    t = table(coin=9, stone=9, camel=2, trading=f"gerasa r1 {up}")
    go(t, "gerasa").play("load nothing", "buy 1")
    assert t.asked() == "base"
    assert t.trading_tile("gerasa") == f"r1 {up}", "after the base"
    t.play("decline")
    assert t.trading_tile("gerasa") == f"r1 {then}"


def test_only_the_tile_of_the_centre_flips() -> None:
    t = go(table(coin=9, camel=2), "gerasa").play("buy 1")
    others = [c for c in CENTRES if c != "gerasa"]
    assert all(t.trading_tile(centre).endswith("a") for centre in others)


def test_b11_the_tile_may_be_turned_before_the_trade() -> None:
    t = table(coin=9, camel=2, bonus="b11", sack_deck="s9").act("trading").play("go gerasa")
    assert t.choices("with") == {"b11"}
    assert not t.can("flip")
    t.play("with b11")
    assert t.me.sacks == ["s9"]
    assert t.can("flip"), "both sides are known to all"
    t.play("flip")
    assert t.trading_tile("gerasa") == "r3 b"
    assert not t.can("flip"), "once for each card"
    t.play("buy 2", "decline")
    assert t.me.coin == 9 - 1 - 2, "the price of side B"
    assert t.trading_tile("gerasa") == "r3 a", "and flipped after the trade"


def test_b11_without_turning() -> None:
    t = table(coin=9, camel=2, bonus="b11", sack_deck="s9").act("trading")
    t.play("go gerasa", "with b11", "decline")
    assert t.trading_tile("gerasa") == "r3 a"
    assert t.me.sacks == ["s9"]


def test_two_trading_cards() -> None:
    t = table(coin=9, camel=2, bonus="b11 b11", sack_deck="s9 s1").act("trading")
    t.play("go gerasa", "with b11", "with b11", "flip", "flip")
    assert t.trading_tile("gerasa") == "r3 a"
    assert t.me.bonus == []


def test_trading_cards_need_a_trading_action() -> None:
    t = table(coin=9, stone=9, bonus="b11 b2 b3 b20")
    assert not t.choices("use")
    t.act("garden")
    assert not t.choices("with")


# -- cards for sales ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "item", "centre", "tile", "sold", "coins", "points"),
    [
        ("b2", "amphora", "ctesiphon", "b1 a", 1, 2, 1),
        ("b2", "amphora", "ctesiphon", "b1 a", 2, 4, 2),
        ("b2", "amphora", "ctesiphon", "b1 a", 4, 4, 2),
        ("b3", "marble", "masqat", "b4 a", 1, 2, 1),
        ("b3", "marble", "masqat", "b4 a", 3, 4, 2),
        ("b20", "marble", "masqat", "b4 a", 1, 0, 2),
        ("b20", "marble", "masqat", "b4 a", 3, 0, 6),
        ("b20", "marble", "masqat", "b4 a", 4, 0, 6),
    ],
)
def test_sale_cards_by_items_sold(
    card: str, item: str, centre: str, tile: str, sold: int, coins: int, points: int
) -> None:
    """2 coins and a point for up to two items; 2 points for up to three."""
    position: Position = {"coin": 4, "camel": 5, item: 5, "bonus": card}
    t = table(trading=f"{centre} {tile}", **position).act("trading")
    t.play(f"go {centre}", f"load 5 {item}", f"sell {sold}")
    assert t.asked() == "sale"
    before = t.me
    t.play(f"with {card}")
    assert t.me.coin - before.coin == coins
    assert t.me.vp - before.vp == points
    assert t.me.bonus == []
    assert t.points()["bonus cards"] == points


def test_sale_cards_come_before_the_base() -> None:
    """Their coins pay for it."""
    t = table(coin=3, stone=1, marble=1, bonus="b3", trading="masqat b4 b").act("trading")
    t.play("go masqat", "load 1 marble", "sell 1", "with b3")
    assert t.me.coin == 1 + 2
    assert t.asked() == "base"


def test_sale_cards_fit_their_item_only() -> None:
    t = table(coin=1, amphora=1, bonus="b3 b20", trading="ctesiphon b1 a").act("trading")
    t.play("go ctesiphon", "load 1 amphora", "sell 1")
    assert t.asked() != "sale"


def test_sale_cards_do_not_fit_purchases() -> None:
    t = table(coin=9, bonus="b2").act("trading").play("go gerasa", "buy 1")
    assert t.asked() != "sale"


def test_several_sale_cards_on_one_sale() -> None:
    t = table(coin=4, marble=2, camel=2, bonus="b3 b3 b20", trading="masqat b4 b").act("trading")
    t.play("go masqat", "load 2 marble", "sell 2", "with b3", "with b20", "with b3")
    # 2 marble at a coin and a point; twice 4 coins and 2 points; 4 points.
    assert t.changes() == {
        "coin": -3 + 2 + 8, "vp": 2 + 4 + 4, "marble": -2, "bonus": -3
    }  # fmt: skip


def test_sale_cards_may_be_kept() -> None:
    t = table(coin=4, marble=2, camel=2, bonus="b3", trading="masqat b4 b").act("trading")
    t.play("go masqat", "load 2 marble", "sell 2", "decline")
    assert t.me.bonus == ["b3"]
