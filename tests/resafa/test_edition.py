"""The components of Resafa: what the rulebook says of them, and the check of changed editions."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.resafa.edition.check import SECTIONS, check, source_of
from sandtable.games.resafa.edition.components import (
    LEVEL_1,
    RED,
    TANK,
    Components,
    cell_name,
    cell_number,
)
from sandtable.games.resafa.edition.loading import load, standard
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.kinds import KINDS
from sandtable.games.resafa.text import effects as describe
from sandtable.games.resafa.text.words import PACKAGE
from sandtable.kernel.messages import ENGLISH, catalog
from tools.resafa_components_doc import page

EN = catalog(PACKAGE, ENGLISH)

DOCS = Path(__file__).resolve().parents[2] / "docs"
Edition = dict[str, Any]


@pytest.fixture(scope="module")
def edition() -> Edition:
    return standard()


@pytest.fixture(scope="module")
def c(edition: Edition) -> Components:
    return load(edition)


def entry(edition: Edition, section: str, name: str) -> dict[str, Any]:
    matching: dict[str, Any] = next(e for e in edition[section] if e["id"] == name)
    return matching


def entries(edition: Edition) -> list[dict[str, Any]]:
    """Every entry of the edition, those inside others too."""
    all_entries = [e for section in SECTIONS for e in edition[section]]
    all_entries += [card for e in edition["action_sets"] for card in e["cards"]]
    for side in edition["sides"].values():
        all_entries += [side, *side["cells"], *side["bases"]]
    return all_entries


def travel(c: Components, start: str, end: str, by_resafa: bool) -> int:
    places = [*c.centre_ids, "resafa"]
    table = c.by_resafa if by_resafa else c.direct
    return table[places.index(start) * 9 + places.index(end)]


# -- the standard edition --------------------------------------------------------------------------


def test_standard_edition_passes_its_check(edition: Edition) -> None:
    assert check(edition) == []


def test_every_entry_has_a_source(edition: Edition) -> None:
    counts = Counter(e["source"] for e in entries(edition))
    assert set(counts) == {"rulebook", "seen", "reconstructed"}
    assert counts["rulebook"] > 60


def test_box_contents(edition: Edition) -> None:
    counts = {
        "centres": 9, "trading_tiles": 9, "canal_setup_cards": 3, "canal_bonus_tiles": 9,
        "canal_tiles": 7, "starting_workshops": 8, "workshops": 26, "action_sets": 4,
        "bonus_cards": 24, "special_cards": 72, "sack_cards": 12, "solo_cards": 7,
    }  # fmt: skip
    assert {section: len(edition[section]) for section in counts} == counts
    assert [e["count"] for e in edition["garden_tiles"]] == [22, 17]
    assert sum(one["count"] for e in edition["bonus_cards"] for one in e["copies"]) == 72


def test_names_and_texts_are_all_different(edition: Edition) -> None:
    for section in ("workshops", "bonus_cards", "special_cards", "sack_cards"):
        names = [e["name"] for e in edition[section]]
        assert len(set(names)) == len(names)
    for section in ("bonus_cards", "special_cards", "sack_cards"):
        texts = [e["text"] for e in edition[section]]
        assert len(set(texts)) == len(texts)


def test_no_card_or_tile_is_a_copy_of_another(edition: Edition) -> None:
    def unlike(section: str, *fields: str) -> None:
        seen = [json.dumps([e.get(f) for f in fields]) for e in edition[section]]
        assert len(set(seen)) == len(seen), section

    unlike("special_cards", "colour", "do", "always", "end", "actions")
    unlike("bonus_cards", "when", "do")
    unlike("sack_cards", "do")
    unlike("trading_tiles", "a")
    unlike("trading_tiles", "b")
    unlike("canal_setup_cards", "1-2")
    unlike("canal_setup_cards", "3-4")
    rooms = [json.dumps(e["front"]["rooms"]) for e in edition["workshops"]]
    assert len(set(rooms)) == 26
    single = [json.dumps(r) for e in edition["workshops"][:12] for r in e["front"]["rooms"]]
    assert len(set(single)) == 24


def test_page_of_components_is_up_to_date() -> None:
    assert (DOCS / "resafa-components.md").read_text(encoding="utf-8") == page()


def test_page_of_the_effect_language_names_every_word() -> None:
    text = (DOCS / "resafa-effects.md").read_text(encoding="utf-8")
    words = [*fx.COUNTS, *fx.TRIGGERS, *fx.TIMES, *fx.ITEMS, *fx.ACTIONS]
    words += [field for kind in KINDS for field in kind.fields]
    assert [word for word in words if f'"{word}"' not in text and f"`{word}`" not in text] == []


# -- figures from the rulebook ---------------------------------------------------------------------


def test_travel_costs(c: Components) -> None:
    assert travel(c, "gerasa", "gerasa", by_resafa=True) == 1
    assert travel(c, "alia", "alia", by_resafa=True) == 3
    assert travel(c, "alia", "ctesiphon", by_resafa=True) == 2
    assert travel(c, "alia", "ctesiphon", by_resafa=False) == 2
    assert travel(c, "resafa", "gerasa", by_resafa=False) == 1
    assert travel(c, "kena", "alexandria", by_resafa=False) == 1
    assert travel(c, "kena", "alexandria", by_resafa=True) == 4
    assert max(c.direct) == max(c.by_resafa) == 5


def test_between_the_colours_a_stop_in_resafa_is_free(c: Components) -> None:
    for start in range(9):
        for end in range(9):
            if c.centre_colour[start] != c.centre_colour[end]:
                assert c.direct[start * 9 + end] == c.by_resafa[start * 9 + end]
            else:
                assert c.direct[start * 9 + end] < c.by_resafa[start * 9 + end]
            assert c.by_resafa[start * 9 + end] == c.by_resafa[end * 9 + start]
    assert c.direct[c.resafa * 9 :] == c.by_resafa[c.resafa * 9 :]


def test_trading_examples(c: Components) -> None:
    # Two spice at the first red tile: 3 coins and 10 VP. Three amphoras at a blue one: 6 and 13.
    for face, item, number, coins, vp in ((0, fx.SPICE, 2, 3, 10), (10, fx.AMPHORA, 3, 6, 13)):
        bonus = c.sell_bonus[face][0].gain
        assert c.sell_item[face] == item
        assert number * c.sell_coin[face] + bonus[fx.COIN] == coins
        assert number * c.sell_vp[face] + bonus[fx.VP] == vp
    assert c.buy_item[11] == fx.SPICE
    assert c.buy_coin[11] == 1


def test_goods_are_carried_from_one_colour_to_the_other(c: Components) -> None:
    for face in range(18):
        colour = c.trade_colour[face // 2]
        assert c.buy_item[face] == (fx.AMPHORA if colour == RED else fx.SPICE)
    sold = [c.sell_item[face] for face in range(0, 18, 2)]
    assert sold.count(fx.SPICE) == 4
    assert sold.count(fx.AMPHORA) == 3
    assert sold.count(fx.STONE) == sold.count(fx.MARBLE) == 1


def test_base_spaces(c: Components) -> None:
    small, large = c.sides
    for side, least in ((small, 2), (large, 3)):
        for centre in range(9):
            spaces = [s for s in range(centre * 4, centre * 4 + 4) if side.base_token[s] >= 0]
            assert len([s for s in spaces if side.base_players[s] <= 3]) == least
    assert [i for i, players in enumerate(large.base_players) if players == 4] == [3, 27]
    assert small.base_token.count(fx.SCARAB) >= 6
    ctesiphon = c.centre_ids.index("ctesiphon") * 4
    assert large.base_token[ctesiphon + 1] == fx.SQUARE
    assert large.base_do[ctesiphon + 1][0].gain[fx.SACK] == 1
    assert large.base_token[ctesiphon] == fx.SCARAB


def test_water_networks(c: Components) -> None:
    small, large = c.sides
    assert large.water.bit_count() == 9
    assert small.water.bit_count() == 8
    assert sum(vp >= 0 for vp in large.cell_vp) == 30
    assert sum(vp >= 0 for vp in small.cell_vp) == 24
    assert small.palms.bit_count() == 4
    assert large.cell_vp[cell_number("r1c3")] == 3
    assert large.cell_vp[cell_number("r2c3")] == 4
    assert large.cell_discount[cell_number("r2c3")] == [1, 0, 0, 0, 0]
    discounts = {cell_name(i): d for i, d in enumerate(large.cell_discount) if d}
    assert sorted(discounts) == ["r2c3", "r3c2", "r4c5"]
    assert [cell_name(cell) for cell in (0, 7, 24, 27)] == ["r1c1", "r2c3", "r5c5", "t3"]
    assert [cell_number(name) for name in ("r1c1", "t5", "r6c1", "t0", "x")] == [0, 29, -1, -1, -1]


def test_set_up_cards_keep_bonus_tiles_apart(c: Components) -> None:
    for side, number in ((c.sides[0], 7), (c.sides[1], 9)):
        for layout in side.layouts:
            assert len(layout) == number
            assert 1 <= sum(cell >= 25 for cell in layout) <= 2
            assert sum(side.water >> cell & 1 for cell in layout) >= 3
            for a in layout:
                assert a + 5 not in layout
                assert a % 5 == 4 or a + 1 not in layout


def test_canal_tiles(c: Components) -> None:
    assert c.canal_cost[6 * 2] == [3, 0, 2, 0, 0]
    assert c.canal_cost[2 * 2] == [1, 0, 2, 0, 0]
    assert [face for face, shape in enumerate(c.canal_shape) if shape == TANK] == [1, 3]
    assert c.canal_blue[1] == c.canal_blue[3] == 4
    assert c.canal_twin == [0, 1, 0, 1, *range(4, 14)]
    assert sorted(Counter(c.canal_bonus_twin).values()) == [1, 1, 1, 1, 1, 2, 2]


def test_workshops(c: Components) -> None:
    assert describe.amounts(EN, c.workshop_cost) == "1 coin and 1 stone"
    for tile in range(LEVEL_1, len(c.workshop_ids)):
        level = 1 if tile < c.level_2 else 2
        assert c.workshop_level[tile] == level
        assert len(c.rooms[tile * 2]) == 3 - level
        assert [p.gain[fx.VP] for p in c.rooms[tile * 2 + 1]] == [level + 1]
        assert c.extra[tile * 2 : tile * 2 + 2] == [0, 1]
    for tile in range(8):
        rooms = [p.priced_text(EN) for p in c.rooms[tile * 2]]
        assert rooms == [["1 camel", "2 coins"], ["3 stone", "2 marble for 1 stone"]][tile % 2]
    fronts = [c.rooms[tile * 2][0].priced_text(EN) for tile in range(c.level_2, c.level_2 + 14)]
    assert "1 amphora and 2 VP" in [" and ".join(sorted(f.split(" and "))) for f in fronts]
    assert "1 coin and 3 VP" in fronts


def test_green_bonuses_are_three_or_four_units_on_a_front(c: Components) -> None:
    for tile in range(c.level_2 + 14):
        amounts = c.green_amount[tile * 24 : tile * 24 + 12]
        assert 3 <= sum(amounts) <= 4
        assert max(amounts) <= 2
        for edge in range(4):
            assert sum(1 for n in amounts[edge * 3 : edge * 3 + 3] if n) <= 1


def test_action_sets(c: Components, edition: Edition) -> None:
    seen = {
        "alpha": ["workshop blue/provisions white", "provisions yellow/garden white",
                  "garden yellow/production pink"],
        "beta": ["provisions yellow/garden blue", "garden pink/production yellow",
                 "production pink/trading blue"],
        "gamma": ["garden pink/production blue", "trading yellow/canal pink",
                  "canal blue/workshop white"],
    }  # fmt: skip
    for name, cards in seen.items():
        numbers = [
            "/".join(f"{card['actions'][i]} {card['colours'][i]}" for i in range(2))
            for card in entry(edition, "action_sets", name)["cards"]
            if card["source"] == "seen"
        ]
        assert numbers == cards
    for colours in c.set_colours:
        pairs = {frozenset(colours[i : i + 2]) for i in range(0, 12, 2)}
        assert len(pairs) == 6
    for action in range(6):
        found_colours = [
            colours[i]
            for colours in c.set_colours
            for i in range(12)
            if c.pair_actions[i] == action
        ]
        assert sorted(found_colours) == [0, 0, 1, 1, 2, 2, 3, 3]


BONUS = [
    "any: use a room",
    "sale: 2 coins and 1 VP for each amphora sold, at most 2",
    "sale: 2 coins and 1 VP for each marble sold, at most 2",
    "any: 1 amphora",
    "canal: 2 marble for 1 coin",
    "any: 1 stone, a step on the pink track",
    "any: 1 square token",
    "any: build a small garden without green bonuses for 1 stone",
    "any: build a small garden for 2 coins and 1 stone",
    "canal: 1 coin and 1 marble less",
    "trading: you may turn the trading tile over, 1 sack card",
    "any: 1 coin and 1 camel",
    "any: 1 coin, 2 VP and 2 sack cards 5 workshops",
    "any: a step on any track",
    "any: 2 stone",
    "any: 1 scarab token for 1 coin",
    "canal: 1 marble less, 1 VP for each canal tile",
    "any: 1 VP for each merchant token",
    "any: 1 VP for each camel",
    "sale: 2 VP for each marble sold, at most 3",
    "any: 1 VP for each workshop",
    "any: 1 stone, 1 VP and 1 sack card 1 canal tile",
    "canal: 2 coins less, 1 VP for each canal tile",
    "any: 1 VP for each garden tile",
]


@pytest.mark.parametrize("number", range(24))
def test_bonus_card(c: Components, number: int) -> None:
    need = describe.need(EN, c.bonus_need[number])
    text = f"{fx.TIMES[c.bonus_when[number]]}: {describe.parts(EN, c.bonus_do[number])} {need}"
    assert text.strip() == BONUS[number]


SPECIAL = {
    1: "2; 2 VP for each base",
    2: "4; 3 VP for each blue card",
    3: "0; 2 VP for each camel",
    5: "2; 2 VP for each canal tile",
    7: "4; 2 VP for each special card",
    8: "7; 5 VP for each amphora or spice turned in, at most 3",
    9: "5; 4 VP for each water cube, at most 3",
    10: "2; 2 VP for each coin turned in, at most 8",
    11: "0; 13 VP",
    14: "10; 3 VP for each square token",
    15: "5; another pink card scores once more",
    18: "10; 2 VP for each pair of a workshop and a garden tile",
    22: "2; build a small garden",
    26: "4; garden action, 1 coin and 1 stone less",
    28: "3; use a room, workshop action",
    30: "0; build a workshop of level I for 1 coin and 1 stone, "
    "build a workshop of level II for 1 coin and 1 stone",
    36: "8; use rooms in 4 different workshops",
    37: "0; 1 coin and 1 marble",
    45: "0; use a room, 1 sack card",
    49: "0; 2 stone and 3 VP",
    55: "0; each garden action: 1 coin and 1 stone",
    56: "0; each canal action: 1 marble less, 1 VP",
    57: "0; each base: 1 stone less, 1 marble",
    59: "0; each workshop action: 1 coin and 1 marble",
    61: "2; 2 coins, trading action, you may turn the trading tile over",
    65: "0; 1 coin and 1 scarab token, canal action",
    68: "4; 2 of amphora or spice, 1 camel, trading action, the move is free",
    71: "5; 1 scarab token, 4 of coin, stone or marble, use rooms in 2 different workshops",
}


@pytest.mark.parametrize("number", sorted(SPECIAL))
def test_special_card_of_the_rulebook(c: Components, number: int) -> None:
    i = number - 1
    parts = [*c.special_do[i], *c.end[i]]
    text = describe.parts(EN, parts) if parts else ""
    text += ", ".join(one.text(EN) for one in c.always[i])
    assert f"{c.boxed[i]}; {text}" == SPECIAL[number]


def test_special_stacks(c: Components) -> None:
    assert [len(stack) for stack in c.special_stacks] == [6] * 12
    assert c.special_stacks[fx.PINK * 3] == [0, 1, 2, 3, 4, 5]
    assert c.special_stacks[fx.BLUE * 3 + 2] == [66, 67, 68, 69, 70, 71]
    assert c.pair_cards == [36, 37, 38, 39, 40, 41]
    assert c.mains[36:54] == [1] * 12 + [2] * 6
    assert [card for card in range(72) if c.mains[card]] == list(range(36, 54))


def test_bonus_stacks(c: Components) -> None:
    assert [len(stack) for stack in c.bonus_stacks] == [9] * 8
    for number in range(24):
        stacks = [i for i, stack in enumerate(c.bonus_stacks) for card in stack if card == number]
        assert len(stacks) == 3
        assert len({i % 2 for i in stacks}) == 1


def test_tables(c: Components) -> None:
    assert describe.amounts(EN, c.start_gain) == "2 coins and 1 stone"
    assert describe.amounts(EN, c.fourth_gain) == "1 stone and 2 VP"
    assert describe.amounts(EN, c.base_cost) == "1 coin and 1 stone"
    assert [describe.amounts(EN, cost) for cost in c.garden_cost] == [
        "1 stone",
        "1 coin and 1 stone",
    ]
    assert [describe.parts(EN, reward) for reward in c.garden_rewards] == [
        "a step on any track",
        "a step on any track, 2 VP",
        "2 steps on any track, 3 VP",
        "2 steps on any track, 4 VP",
        "5 VP",
    ]
    assert c.scarab_vp == [2, 4, 7, 11, 16]
    assert c.canal_vp[4] == 8
    assert (c.camel_start, c.camel_max, c.causeway, c.row_vp) == (1, 7, 2, [1, 2, 3])
    assert (c.track_end, c.card_spaces, c.level_limit) == (9, [3, 6, 9], [2, 1])
    assert [describe.amounts(EN, gain) for gain in c.pink_gain] == [
        "2 coins and 3 VP", "2 coins and 3 VP", "1 coin and 1 VP", "1 coin and 1 VP", "-", "-",
    ]  # fmt: skip
    assert describe.amounts(EN, c.open_card) == "1 coin and 1 VP"
    assert (c.hand_limit, c.level_2_round, c.level_2_tokens) == (5, 3, 2)
    assert (c.tank_squares, c.tank_bases, c.rain_rounds) == (2, 1, 0b1010100)
    assert c.solo_scale == [150, 180, 200, 220]


def test_solo_cards(c: Components) -> None:
    assert c.solo[0].actions == []
    assert all(len(card.actions) == len(card.colours) == 2 for card in c.solo[1:])
    names = [[c.centre_ids[i] for i in card.centres] for card in c.solo]
    assert ["antiochia", "kena"] in names
    # Resafabot can come to every centre.
    assert {name for pair in names for name in pair} == set(c.centre_ids)
    assert {1 << cell for cell in c.solo_palms} == {
        1 << cell for cell in range(30) if c.sides[0].palms >> cell & 1
    }


# -- changed editions ------------------------------------------------------------------------------

Change = Callable[[Edition], object]


def _keep_copies(edition: Edition, colour: str, level: int, left: int) -> None:
    """Take copies of bonus cards out of a stack until so many are left."""
    for card in edition["bonus_cards"]:
        for copies in list(card["copies"]):
            if (copies["colour"], copies["level"]) == (colour, level):
                keep = min(left, copies["count"])
                left -= keep
                copies.update({"count": keep} if keep else {"level": 3 - level})


BAD: list[tuple[str, Change]] = [
    ("game: expected one of 'resafa', found 'faiyum'", lambda e: e.update(game="faiyum")),
    ("format: expected one of 1, found 2", lambda e: e.update(format=2)),
    ("name: expected a text", lambda e: e.update(name=" ")),
    ("ships: nothing of that name", lambda e: e.update(ships=[])),
    ("sack_cards: missing", lambda e: e.pop("sack_cards")),
    ("sack_cards s3: there are two entries", lambda e: e["sack_cards"][3].update(id="s3")),
    ("sack_cards s3[1]: a sack card must not give sack cards",
     lambda e: e["sack_cards"][2]["do"].append({"gain": {"coin": 1, "sack": 1}})),
    ("special_cards: the cards must stand in the order", lambda e: e["special_cards"].reverse()),
    ("special_cards p4.source: missing", lambda e: e["special_cards"][3].pop("source")),
    ("special_cards p4.boxed: missing",
     lambda e: e["special_cards"][3].pop("boxed")),
    ("special_cards p4.boxed: expected a whole number, found '4'",
     lambda e: e["special_cards"][3].update(boxed="4")),
    ("special_cards p4.boxed: expected a whole number from 0 to 30, found 31",
     lambda e: e["special_cards"][3].update(boxed=31)),
    ("special_cards p1: 'boxed' is 3, but the rulebook says 2",
     lambda e: e["special_cards"][0].update(boxed=3)),
    ("special_cards p19.cost: nothing of that name",
     lambda e: e["special_cards"][18].update(cost={})),
    ("special_cards p19.always: nothing of that name",
     lambda e: e["special_cards"][18].update(always=[{"on": "canal", "gain": {"vp": 1}}])),
    ("special_cards p4.colour: expected one of 'pink', 'white', 'yellow', 'blue'",
     lambda e: e["special_cards"][3].update(colour="black")),
    ("special_cards: the cards must stand in the order",
     lambda e: e["special_cards"][3].update(level=2)),
    ("special_cards p38: 'actions' must be one of the pairs",
     lambda e: e["special_cards"][37].update(actions=["workshop", "garden"])),
    ("special_cards p50: 'mains' must be 2", lambda e: e["special_cards"][49].update(mains=1)),
    ("special_cards p71: 'do.2' is {'produce': 3}, but the rulebook says {'produce': 2}",
     lambda e: e["special_cards"][70]["do"].__setitem__(2, {"produce": 3})),
    ("special_cards p58.always[0].on: expected one of 'workshop'",
     lambda e: e["special_cards"][57]["always"][0].update(on="rain")),
    ("special_cards p20.do[0]: expected an object with 'gain' or",
     lambda e: e["special_cards"][19].update(do=[{"teleport": 1}])),
    ("special_cards p20.do[0].produce: nothing of that name",
     lambda e: e["special_cards"][19].update(do=[{"gain": {"coin": 1}, "produce": 1}])),
    ("special_cards p20.do[0].green: nothing of that name",
     lambda e: e["special_cards"][19].update(do=[{"produce": 1, "green": False}])),
    ("special_cards p20.do[0].gain.gold: nothing of that name",
     lambda e: e["special_cards"][19].update(do=[{"gain": {"gold": 1}}])),
    ("special_cards p20.do[0].gain.coin: expected a whole number from 1 to 99, found 0",
     lambda e: e["special_cards"][19].update(do=[{"gain": {"coin": 0}}])),
    ("special_cards p20[0]: 'free_move' and 'flip' go with a trading action only",
     lambda e: e["special_cards"][19].update(do=[{"action": "canal", "flip": True}])),
    ("special_cards p20[0]: trading has no cost to take a discount from",
     lambda e: e["special_cards"][19].update(
         do=[{"action": "trading", "discount": {"coin": 1}}])),
    ("special_cards p20.do[0].from: missing",
     lambda e: e["special_cards"][19].update(do=[{"choose": 2}])),
    ("special_cards p20: does nothing", lambda e: e["special_cards"][19].update(do=[])),
    ("bonus_cards b1: 'do' is", lambda e: e["bonus_cards"][0].update(do=[{"gain": {"coin": 1}}])),
    ("bonus_cards b13: 'need' is missing, but the rulebook says {'workshop': 5}",
     lambda e: e["bonus_cards"][12].pop("need")),
    ("bonus_cards b1: there are at most 3 copies, found 4",
     lambda e: e["bonus_cards"][0]["copies"][0].update(count=3)),
    ("bonus_cards: the pink stack of level 1 must have 3 cards or more, found 2",
     lambda e: _keep_copies(e, "pink", 1, 2)),
    ("action_sets delta-1: the two colours of a card must differ",
     lambda e: e["action_sets"][3]["cards"][0].update(colours=["blue", "blue"])),
    ("action_sets delta: all colours must appear equally often",
     lambda e: e["action_sets"][3]["cards"][0].update(colours=["white", "pink"])),
    ("action_sets delta: another set has the same colours",
     lambda e: [card.update(colours=e["action_sets"][0]["cards"][i]["colours"])
                for i, card in enumerate(e["action_sets"][3]["cards"])]),
    ("trading_tiles: expected a blue tile for each of the 5 blue centres",
     lambda e: e["centres"][0].update(colour="blue")),
    ("roads: exactly one must begin in resafa",
     lambda e: e["roads"][1].update(joins=["gerasa", "antiochia", "resafa"])),
    ("roads: masqat cannot be reached", lambda e: e["roads"].pop()),
    ("roads: from alia by resafa to alia must cost 3 coins, it costs 5",
     lambda e: e["roads"][3].update(joins=["antiochia", "alia"])),
    ("sides.3-4.cells r1c1.vp: expected a whole number from 0 to 20, found -1",
     lambda e: e["sides"]["3-4"]["cells"][0].update(vp=-1)),
    ("sides 3-4 r1c3: 'vp' is 4, but the rulebook says 3",
     lambda e: e["sides"]["3-4"]["cells"][2].update(vp=4)),
    ("sides 1-2: expected 8 sources, found 7",
     lambda e: e["sides"]["1-2"]["cells"][0].pop("water")),
    ("sides 3-4 r2c2: 'water' must name an edge",
     lambda e: e["sides"]["3-4"]["cells"][6].update(water="left")),
    ("sides 1-2: expected 4 palms", lambda e: e["sides"]["1-2"]["cells"][5].pop("palm")),
    ("sides 1-2 antiochia-2: 'players' goes with",
     lambda e: e["sides"]["1-2"]["bases"][1].update(players=4)),
    ("sides 1-2 kena-3: the id of this space must be kena-2",
     lambda e: e["sides"]["1-2"]["bases"][7].update(id="kena-3")),
    ("canal_setup_cards setup-1 3-4: a cell is named twice",
     lambda e: e["canal_setup_cards"][0]["3-4"].append("r1c2")),
    ("canal_setup_cards setup-1 1-2: 'r1c5' is no cell",
     lambda e: e["canal_setup_cards"][0]["1-2"].append("r1c5")),
    ("canal_tiles k7: 'front' is", lambda e: e["canal_tiles"][6]["front"].update(blue=2)),
    ("canal_tiles k4 front: a tank is on the back",
     lambda e: e["canal_tiles"][3]["front"].update(shape="tank")),
    ("trading_tiles b1: 'a.sell' is", lambda e: e["trading_tiles"][5]["a"]["sell"].update(vp=5)),
    ("trading_tiles r2: both sides must sell the same",
     lambda e: e["trading_tiles"][1]["b"]["sell"].update(item="stone")),
    ("trading_tiles r2 a.sell: a sale must give coins or VP",
     lambda e: e["trading_tiles"][1]["a"]["sell"].pop("vp")),
    ("starting_workshops red-b: expected colour red and tile b",
     lambda e: e["starting_workshops"][1].update(tile="a")),
    ("workshops w1-02 front: expected 2 rooms, found 1",
     lambda e: e["workshops"][1]["front"]["rooms"].pop()),
    ("workshops w1-02: 'back.rooms' is", lambda e: e["workshops"][1]["back"].update(
        rooms=[{"gain": {"vp": 4}}])),
    ("workshops w1-02 front green: an edge carries at most one bonus",
     lambda e: e["workshops"][1]["front"].update(green={"0": {"coin": 1}, "1": {"vp": 1}})),
    ("workshops w1-02.front.green.12: nothing of that name",
     lambda e: e["workshops"][1]["front"].update(green={"12": {"coin": 1}})),
    ("workshops w1-02.front.green.4.spice: nothing of that name",
     lambda e: e["workshops"][1]["front"].update(green={"4": {"spice": 1}})),
    ("workshops w1-02.back.extra: expected one of 1, found 2",
     lambda e: e["workshops"][1]["back"].update(extra=2)),
    ("garden_tiles small: 'count' is 23, but the rulebook says 22",
     lambda e: e["garden_tiles"][0].update(count=23)),
    ("solo_cards solo1: expected two different centres",
     lambda e: e["solo_cards"][1].update(centres=["kena", "kena"])),
    ("solo_cards solo1.red: expected one of", lambda e: e["solo_cards"][1].update(red="garden")),
    ("solo_cards: the rulebook shows a card with antiochia, then kena",
     lambda e: e["solo_cards"][0].update(centres=["kena", "antiochia"])),
    ("tables scarabs: 'vp' is", lambda e: e["tables"][6].update(vp=[2, 4, 7, 11, 17])),
    ("tables scarabs vp: the numbers must not fall",
     lambda e: e["tables"][6].update(vp=[2, 1, 7, 11, 16])),
    ("tables hand_limit.cards: missing",
     lambda e: entry(e, "tables", "hand_limit").pop("cards")),
    ("tables start.bonus: nothing of that name",
     lambda e: entry(e, "tables", "start").update(bonus=1)),
    ("tables tracks: 'cards' must name three spaces of the track, rising",
     lambda e: entry(e, "tables", "tracks").update(cards=[3, 3, 9])),
]  # fmt: skip


@pytest.mark.parametrize(("message", "change"), BAD, ids=[message for message, _ in BAD])
def test_a_bad_change_is_named(message: str, change: Change) -> None:
    changed = standard()
    change(changed)
    errors = check(changed)
    assert any(error.startswith(message) for error in errors), errors


GOOD: list[Change] = [
    lambda e: e["special_cards"][3].update(boxed=5, source="seen"),
    lambda e: e["special_cards"][0].update(name="Another name", text="Another text."),
    lambda e: e["special_cards"][70]["do"][1].update({"from": ["coin", "marble", "amphora"]}),
    lambda e: e["special_cards"][19].update(do=[{"step": "blue", "times": 3}]),
    lambda e: e["sides"]["3-4"]["cells"][0].update(vp=7, discount={"marble": 2}),
    lambda e: e["sides"]["1-2"]["bases"].insert(
        2, {"id": "antiochia-3", "centre": "antiochia", "token": "square", "do": [],
            "source": "seen"}),
    lambda e: e["workshops"][5]["front"].update(green={"1": {"vp": 3}}),
    lambda e: e["canal_tiles"][6]["back"].update(shape="left", blue=1),
    lambda e: e["roads"].append(
        {"id": "kena-alia", "joins": ["kena", "alia"], "source": "reconstructed"}),
    lambda e: e["canal_setup_cards"][0].update({"1-2": ["r1c1", "t4"]}),
    lambda e: e.update(name="my box"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(GOOD)))
def test_a_good_change_is_accepted_and_loads(number: int) -> None:
    changed = standard()
    GOOD[number](changed)
    assert changed != standard()
    assert check(changed) == []
    load(changed)


def test_the_check_changes_nothing(edition: Edition) -> None:
    before = copy.deepcopy(edition)
    check(edition)
    assert edition == before


def test_the_longest_path_gives_the_source() -> None:
    card = {"source": "rulebook", "except": {"do": "seen", "do.1": "reconstructed"}}
    assert source_of(card, "boxed") == "rulebook"
    assert source_of(card, "do.0.gain") == "seen"
    assert source_of(card, "do.1.from") == "reconstructed"
    assert source_of(card, "do.10") == "seen"


def spots(value: object) -> list[tuple[Any, Any]]:
    """Every place inside a document where a value can be replaced."""
    result: list[tuple[Any, Any]] = []
    keys = (
        list(value)
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else []
    )
    for key in keys:
        result.append((value, key))
        result += spots(value[key])  # type: ignore[index]
    return result


@pytest.mark.once
@pytest.mark.parametrize("seed", range(20))
def test_no_junk_makes_the_check_fail(seed: int) -> None:
    """Whatever stands in a document, the check answers; what it accepts can be loaded."""
    rng = random.Random(seed)
    junk: list[Any] = [None, True, -1, 0, 3, 1.5, "", "coin", [], {}, [1], [[]], {"coin": 1}, "x"]
    for _ in range(20):
        changed = standard()
        where, key = rng.choice(spots(changed))
        if rng.random() < 0.3:
            del where[key]
        else:
            where[key] = rng.choice(junk)
        errors = check(changed)
        assert all(isinstance(error, str) and ":" in error for error in errors)
        if not errors:
            load(changed)
