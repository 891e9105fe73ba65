"""Payments: roses, the one $3 that replaces a basic resource, every way offered once."""

from __future__ import annotations

from itertools import product

import pytest

from tests.faiyum.table import SETTLEMENT, Position, table

KINDS = ["wheat", "grape", "stone", "fish", "rose"]


def text(way: tuple[int, ...]) -> str:
    """The notation of (wheat, grape, stone, fish, rose, $3)."""
    words = [*KINDS, "$3"]
    return "+".join(
        (str(n) if n > 1 else "") + word for n, word in zip(way, words, strict=True) if n
    )


def ways(cost: dict[str, int], fixed_money: int, stock: Position) -> set[str]:
    """All payments for fixed amounts, by the rules: a rose for any, $3 for one basic resource."""
    texts = set()
    for way in product(*[range(stock.get(kind, 0) + 1) for kind in KINDS], range(2)):
        paid = dict(zip(KINDS, way[:5], strict=True))
        if way[5] and stock.get("money", 0) < fixed_money + 3:
            continue
        lacking = {kind: cost.get(kind, 0) - paid[kind] for kind in KINDS[:4]}
        if min(lacking.values()) < 0:
            continue  # more of a kind than is asked for
        basic = lacking["wheat"] + lacking["grape"] + lacking["stone"]
        if way[5] and not basic:
            continue  # $3 never replace fish
        if paid["rose"] + way[5] == sum(lacking.values()):
            texts.add(text(way))
    return texts


STOCKS = [
    {"wheat": 1, "grape": 1, "stone": 1},
    {"wheat": 1, "grape": 1, "stone": 1, "money": 2},
    {"wheat": 1, "grape": 1, "stone": 1, "money": 3},
    {"wheat": 1, "grape": 1, "stone": 1, "rose": 1},
    {"wheat": 2, "grape": 2, "stone": 2, "fish": 2, "rose": 3, "money": 20},
    {"wheat": 1, "rose": 1, "money": 9},
    {"rose": 2, "money": 9},
    {"rose": 3},
    {"rose": 9, "money": 20},
    {"grape": 2, "rose": 1, "money": 9},
    {"fish": 3, "wheat": 1, "grape": 1, "money": 9},
    {"fish": 1, "wheat": 1, "money": 9},
    {"fish": 1, "wheat": 1, "money": 8},
    {"fish": 1, "rose": 1, "money": 11},
    {"wheat": 3, "grape": 2, "stone": 1, "rose": 6, "money": 14},
    {"money": 99},
    {},
]
COSTS = [
    (SETTLEMENT, "settlement", {"wheat": 1, "grape": 1, "stone": 1}, 0),
    (40, "40", {"wheat": 1, "grape": 1, "stone": 1}, 0),
    (84, "84", {"wheat": 1, "grape": 1, "stone": 1}, 0),
    (44, "44", {"grape": 1, "stone": 1}, 0),
    (46, "46", {"wheat": 1, "stone": 1}, 0),
    (48, "48", {"wheat": 1, "grape": 1}, 0),
    (94, "94", {"wheat": 1, "grape": 1, "fish": 1}, 6),
    (98, "98", {"wheat": 1}, 0),
    (100, "100", {"grape": 1}, 0),
    (102, "102", {"stone": 1}, 0),
    (118, "118", {"wheat": 1, "grape": 1, "stone": 1}, 5),
    (120, "120", {"wheat": 2, "grape": 2, "stone": 2}, 0),
]
#: Where the cards can be played. Most have one place only, so the first question is the payment.
PLACES: dict[int, Position] = {
    40: {},
    84: {},
    44: {"roads": "b8-b9"},
    46: {"roads": "b9-c9"},
    48: {"workshops": "c10"},
    94: {"workers": "a7 b2 e2"},
    98: {"workshops": "b8"},
    100: {"workshops": "c9"},
    102: {"workshops": "c10"},
    118: {"settlements": "c4"},
    120: {"towns": "c4"},
    SETTLEMENT: {"settlements": "c7 d8"},
}


@pytest.mark.parametrize("stock", STOCKS)
@pytest.mark.parametrize(("card", "word", "cost", "money"), COSTS)
def test_every_way_to_pay_is_offered_once(
    card: int, word: str, cost: dict[str, int], money: int, stock: Position
) -> None:
    expected = ways(cost, money, stock) if stock.get("money", 0) >= money else set()
    t = table(hand=[card], **PLACES[card], **stock)
    assert t.can(f"play {word}") == bool(expected)
    assert bool(t.why(f"play {word}")) != bool(expected)
    if not expected:
        return
    t.play(f"play {word}")
    if t.choices("space"):
        t.play(t.offers()[0])
    if len(expected) == 1:
        assert t.turn_over(), "a single way is taken silently"
    else:
        offered = [offer.removeprefix("pay ") for offer in t.offers()]
        assert len(offered) == len(set(offered))
        assert set(offered) == expected
        for way in sorted(expected):
            assert_paid(card, word, way, money, stock)


def assert_paid(card: int, word: str, way: str, money: int, stock: Position) -> None:
    """What a way says is what is paid: no more, no less."""
    t = table(hand=[card], **PLACES[card], **stock)
    t.play(f"play {word}")
    if t.choices("space"):
        t.play(t.offers()[0])
    before = t.seat(0).amounts()
    t.play(f"pay {way}")
    gains = {
        40: {"money": 2},
        84: {"money": 2},
        44: {"wheat": 3},
        46: {"grape": 3},
        48: {"stone": 3},
        98: {"money": 5},
        100: {"money": 5},
        102: {"money": 5},
        SETTLEMENT: {"money": 3},
    }.get(card, {})
    after = t.seat(0).amounts()
    paid = {"money": money + (3 if "$3" in way else 0)}
    for part in way.split("+"):
        kind = part.lstrip("0123456789")
        if kind in KINDS:
            paid[kind] = int(part[: -len(kind)] or 1)
    for kind in ("money", *KINDS):
        assert after[kind] == before[kind] - paid.get(kind, 0) + gains.get(kind, 0)


@pytest.mark.parametrize("money", range(9, 15))
def test_fixed_money_is_not_counted_twice_94(money: int) -> None:
    t = table(hand=[94], wheat=1, fish=1, workers="a7 b2 e2", money=money).play("play 94")
    assert t.changes() == {"wheat": -1, "fish": -1, "money": -9, "reputation": 8}


@pytest.mark.parametrize("money", range(8, 14))
def test_fixed_money_is_not_counted_twice_118(money: int) -> None:
    t = table(hand=[118], wheat=1, grape=1, settlements="c4", money=money).play("play 118")
    assert t.changes() == {"wheat": -1, "grape": -1, "money": -8, "reputation": 12}


@pytest.mark.parametrize("card", [38, 54, 20, 92, 24, 72, 104, 110, 114, 108])
def test_three_dollars_and_roses_where_resources_are_of_choice(card: int) -> None:
    position: Position = {"settlements": "c4", "workshops": "c10", "crocodiles_off": "all"}
    t = table(hand=[card], rose=2, money=9, **position)
    assert t.can(f"play {card}")
    t = table(hand=[card], money=2, **position)
    assert not t.can(f"play {card}")


@pytest.mark.parametrize(
    ("card", "pays"),
    [
        (20, True),
        (24, True),
        (54, True),
        (94, True),
        (104, True),
        (108, True),
        (110, True),
        (114, True),
        (38, False),
        (72, False),
        (92, False),
        (40, False),
        (98, False),
        (120, False),
    ],
)
def test_fish_pays_only_where_the_glossary_lists_it(card: int, pays: bool) -> None:
    t = table(
        hand=[card],
        fish=9,
        wheat=1 if card in (20, 94) else 0,
        grape=1 if card == 94 else 0,
        money=6 if card == 94 else 3 if card == 108 else 0,
        settlements="c4 d6",
        towns="d8",
        workshops="b8 c10",
        workers="b9",
    )
    assert t.can(f"play {card}") == pays
