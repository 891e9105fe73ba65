"""Reads an edition into the typed tables of `components`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sandtable.games.resafa.constants import LEVELS
from sandtable.games.resafa.edition.components import (
    ARROWS,
    BASE_SPACES,
    CENTRE_COLOURS,
    COLOUR_OPS,
    DIRECTIONS,
    LEVEL_1,
    PROVISION_RULES,
    ROW_KINDS,
    SHAPES,
    THIRDS,
    Components,
    Side,
    SoloCard,
    cell_number,
    road_lengths,
)
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import Permanent


def standard() -> dict[str, Any]:
    """The edition that comes with the game."""
    path = Path(__file__).parent / "standard.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def load(edition: dict[str, Any]) -> Components:
    """The tables of an edition that has passed its check."""
    c = Components()
    _load_map(c, edition)
    for name in ("1-2", "3-4"):
        c.sides.append(_load_side(c, name, edition))
    _load_canals(c, edition)
    _load_trading(c, edition)
    _load_workshops(c, edition)
    _load_action_cards(c, edition)
    _load_bonus(c, edition)
    _load_special(c, edition)
    for entry in edition["sack_cards"]:
        c.sack_ids.append(entry["id"])
        c.sack_names.append(entry["name"])
        c.sack_texts.append(entry["text"])
        c.sack_do.append(fx.read_parts(entry["do"]))
    _load_solo(c, edition)
    _load_tables(c, edition)
    return c


def _load_map(c: Components, edition: dict[str, Any]) -> None:
    for entry in edition["centres"]:
        c.centre_ids.append(entry["id"])
        c.centre_names.append(entry["name"])
        c.centre_colour.append(CENTRE_COLOURS.index(entry["colour"]))
    c.centres = c.resafa = len(c.centre_ids)
    lengths = road_lengths(c.centre_ids, [road["joins"] for road in edition["roads"]])
    for start in range(c.centres + 1):
        for end in range(c.centres):
            c.direct.append(lengths[start][end])
            # The one segment at Resafa is paid once for the way in and out.
            stop = 0 if start == c.resafa else lengths[start][c.resafa] - 1
            c.by_resafa.append(stop + lengths[c.resafa][end])


def _load_side(c: Components, name: str, edition: dict[str, Any]) -> Side:
    data = edition["sides"][name]
    side = Side(c.centres)
    side.columns = data["columns"]
    for entry in data["cells"]:
        cell = cell_number(entry["id"])
        side.cell_vp[cell] = entry["vp"]
        if "discount" in entry:
            side.cell_discount[cell] = fx.read_cost(entry["discount"])
        if "water" in entry:
            side.water |= 1 << cell
        if entry.get("palm", False):
            side.palms |= 1 << cell
    places = [0] * c.centres
    for entry in data["bases"]:
        centre = c.centre_ids.index(entry["centre"])
        space = centre * BASE_SPACES + places[centre]
        places[centre] += 1
        side.base_token[space] = fx.ITEMS.index(entry["token"])
        side.base_do[space] = fx.read_parts(entry["do"])
        side.base_players[space] = entry.get("players", 1)
    for entry in edition["canal_setup_cards"]:
        side.layouts.append([cell_number(cell) for cell in entry[name]])
    return side


def _load_canals(c: Components, edition: dict[str, Any]) -> None:
    effects: list[object] = []
    for entry in edition["canal_bonus_tiles"]:
        c.canal_bonus_ids.append(entry["id"])
        c.canal_bonus_do.append(fx.read_parts(entry["do"]))
        effects.append(entry["do"])
        c.canal_bonus_twin.append(effects.index(entry["do"]))
    tiles: list[object] = []
    for number, entry in enumerate(edition["canal_tiles"]):
        both = [entry["front"], entry["back"]]
        c.canal_ids.append(entry["id"])
        tiles.append(both)
        twin = tiles.index(both)
        for i in range(2):
            face = both[i]
            c.canal_cost.append(fx.read_cost(face["cost"]))
            c.canal_shape.append(SHAPES.index(face["shape"]))
            c.canal_blue.append(face["blue"])
            c.canal_twin.append((twin if twin < number else number) * 2 + i)
    c.canal_tiles = len(c.canal_ids)
    c.canal_faces = 2 * c.canal_tiles


def _load_trading(c: Components, edition: dict[str, Any]) -> None:
    for entry in edition["trading_tiles"]:
        c.trading_ids.append(entry["id"])
        c.trade_colour.append(CENTRE_COLOURS.index(entry["colour"]))
        for letter in ("a", "b"):
            face = entry[letter]
            sell = face["sell"]
            c.sell_item.append(fx.ITEMS.index(sell["item"]))
            c.sell_coin.append(sell.get("coin", 0))
            c.sell_vp.append(sell.get("vp", 0))
            c.sell_bonus.append(fx.read_parts(face["sell_bonus"]))
            c.buy_item.append(fx.ITEMS.index(face["buy"]["item"]))
            c.buy_coin.append(face["buy"]["coin"])
            c.buy_bonus.append(fx.read_parts(face["buy_bonus"]))


def _load_workshops(c: Components, edition: dict[str, Any]) -> None:
    for entry in edition["starting_workshops"]:
        c.workshop_ids.append(entry["id"])
        c.workshop_names.append(f"starting tile {entry['tile'].upper()}")
        c.workshop_level.append(0)
        for _ in range(2):  # both faces alike: a starting tile is never turned over
            _load_face(c, entry)
    for entry in edition["workshops"]:
        c.workshop_ids.append(entry["id"])
        c.workshop_names.append(entry["name"])
        c.workshop_level.append(entry["level"])
        for face in ("front", "back"):
            _load_face(c, entry[face])
    c.level_2 = LEVEL_1 + c.workshop_level.count(1)
    for entry in edition["garden_tiles"]:
        c.garden_count.append(entry["count"])
        c.garden_cost.append(fx.read_cost(entry["cost"]))


def _load_face(c: Components, face: dict[str, Any]) -> None:
    c.rooms.append(fx.read_parts(face["rooms"]))
    c.extra.append(face.get("extra", 0))
    items = [0] * THIRDS
    amounts = [0] * THIRDS
    for third, gain in face["green"].items():
        for item, amount in gain.items():
            items[int(third)] = fx.ITEMS.index(item)
            amounts[int(third)] = amount
    c.green_item += items
    c.green_amount += amounts


def _load_action_cards(c: Components, edition: dict[str, Any]) -> None:
    for entry in edition["action_sets"]:
        c.set_ids.append(entry["id"])
        names = [name for card in entry["cards"] for name in card["colours"]]
        c.set_colours.append([fx.COLOURS.index(name) for name in names])
    for card in edition["action_sets"][0]["cards"]:
        c.pair_actions += [fx.ACTIONS.index(name) for name in card["actions"]]
        c.pairs += 1


def _load_bonus(c: Components, edition: dict[str, Any]) -> None:
    c.bonus_stacks = [[] for _ in range(len(fx.COLOURS) * 2)]
    for number, entry in enumerate(edition["bonus_cards"]):
        c.bonus_ids.append(entry["id"])
        c.bonus_names.append(entry["name"])
        c.bonus_texts.append(entry["text"])
        when = fx.TIMES.index(entry["when"])
        c.bonus_when.append(when)
        c.bonus_need.append(fx.read_need(entry.get("need", {})))
        c.bonus_do.append(fx.read_parts(entry["do"]))
        for copies in entry["copies"]:
            stack = fx.COLOURS.index(copies["colour"]) * 2 + copies["level"] - 1
            for _ in range(copies["count"]):
                c.bonus_stacks[stack].append(number)


def _load_special(c: Components, edition: dict[str, Any]) -> None:
    c.special_stacks = [[] for _ in range(len(fx.COLOURS) * LEVELS)]
    for number, entry in enumerate(edition["special_cards"]):
        colour = fx.COLOURS.index(entry["colour"])
        level: int = entry["level"]
        c.special_ids.append(entry["id"])
        c.special_names.append(entry["name"])
        c.special_texts.append(entry["text"])
        c.special_colour.append(colour)
        c.special_level.append(level)
        c.special_stacks[colour * LEVELS + level - 1].append(number)
        c.boxed.append(entry["boxed"])
        c.special_do.append(fx.read_parts(entry.get("do", [])))
        helps: list[Permanent] = []
        if "always" in entry:
            helps = fx.read_permanents(entry["always"])
        c.always.append(helps)
        c.end.append(fx.read_parts(entry.get("end", [])))
        c.mains.append(entry.get("mains", 0))
        pair = -1
        if isinstance(entry.get("actions"), list):
            wanted = [fx.ACTIONS.index(name) for name in entry["actions"]]
            for k in range(c.pairs):
                if c.pair_actions[k * 2 : k * 2 + 2] == wanted:
                    pair = k
        c.yellow_pair.append(pair)
    cards = range(len(c.special_ids))
    c.first_white = c.special_colour.count(fx.PINK)
    c.first_yellow = c.first_white + c.special_colour.count(fx.WHITE)
    c.first_blue = c.first_yellow + c.special_colour.count(fx.YELLOW)
    c.usable = [card for card in cards if c.special_colour[card] in (fx.WHITE, fx.BLUE)]
    c.free_cards = [card for card in cards if c.mains[card] and c.yellow_pair[card] < 0]
    paired = [(c.yellow_pair[card], card) for card in cards if c.yellow_pair[card] >= 0]
    c.pair_cards = [card for _, card in sorted(paired)]


def _load_solo(c: Components, edition: dict[str, Any]) -> None:
    for entry in edition["solo_cards"]:
        c.solo_ids.append(entry["id"])
        card = SoloCard()
        for half in ("upper", "lower"):
            if half in entry:
                card.actions.append(fx.ACTIONS.index(entry[half]["action"]))
                card.colours.append(fx.COLOURS.index(entry[half]["colour"]))
        card.arrow = fx.read_word(entry["arrow"], ARROWS)
        card.colour_op = fx.read_word(entry["colour_action"], COLOUR_OPS)
        card.workshop = entry["workshop"] - 1
        card.provisions = fx.read_word(entry["provisions"], PROVISION_RULES)
        card.canal = fx.read_word(entry["canal"], DIRECTIONS)
        card.red = fx.read_word(entry["red"], fx.ACTIONS)
        card.centres = [c.centre_ids.index(name) for name in entry["centres"]]
        c.solo.append(card)
    c.solo_palms = [cell_number(cell) for cell in edition["solo_cards"][0]["palms"]]


def _load_tables(c: Components, edition: dict[str, Any]) -> None:
    t: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in edition["tables"]}
    c.start_gain = fx.read_gain(t["start"]["gain"])
    c.fourth_gain = fx.read_gain(t["fourth_player"]["gain"])
    c.workshop_cost = fx.read_cost(t["workshop_cost"]["cost"])
    c.base_cost = fx.read_cost(t["base_cost"]["cost"])
    for reward in t["garden_rewards"]["rewards"]:
        c.garden_rewards.append(fx.read_parts(reward))
    c.camel_start = t["camels"]["start"]
    c.camel_max = t["camels"]["max"]
    c.scarab_vp = t["scarabs"]["vp"]
    c.causeway = t["token_rows"]["causeway"]
    c.token_rows = [ROW_KINDS.index(kind) for kind in t["token_rows"]["rows"]]
    c.row_vp = t["token_rows"]["vp"]
    c.track_end = t["tracks"]["spaces"]
    c.card_spaces = t["tracks"]["cards"]
    c.level_limit = [t["tracks"]["level_2"], t["tracks"]["level_3"]]
    c.open_card = fx.read_gain(t["tracks"]["open_card"])
    for gain in t["pink_cards"]["rounds"]:
        c.pink_gain.append(fx.read_gain(gain))
    c.hand_limit = t["hand_limit"]["cards"]
    c.level_2_round = t["level_2_workshops"]["round"]
    c.level_2_tokens = t["level_2_workshops"]["tokens"]
    c.tank_squares = t["tanks"]["full_squares"]
    c.tank_bases = t["tanks"]["bases"]
    for number in t["rain"]["rounds"]:
        c.rain_rounds |= 1 << number
    c.rain_tile = t["rain"]["tile"]
    c.canal_vp = t["canals"]["vp"]
    c.good_vp = t["leftovers"]["good"]
    c.others_per_vp = t["leftovers"]["others"]
    c.sack_vp = t["leftovers"]["sack"]
    c.solo_scale = t["solo_scale"]["vp"]
    c.solo_names = t["solo_scale"]["names"]
