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
from sandtable.games.resafa.effects.kinds import read_parts
from sandtable.games.resafa.effects.permanent import read_permanents


def standard() -> dict[str, Any]:
    """The edition that comes with the game."""
    path = Path(__file__).parent / "standard.json"
    edition: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return edition


def load(edition: dict[str, Any]) -> Components:
    """The tables of an edition that has passed its check."""
    components = Components()
    _load_map(components, edition)
    for name in ("1-2", "3-4"):
        components.sides.append(_load_side(components, name, edition))
    _load_canals(components, edition)
    _load_trading(components, edition)
    _load_workshops(components, edition)
    _load_action_cards(components, edition)
    _load_bonus(components, edition)
    _load_special(components, edition)
    for entry in edition["sack_cards"]:
        components.sack_ids.append(entry["id"])
        components.sack_names.append(entry["name"])
        components.sack_texts.append(entry["text"])
        components.sack_do.append(read_parts(entry["do"]))
    _load_solo(components, edition)
    _load_tables(components, edition)
    return components


def _load_map(components: Components, edition: dict[str, Any]) -> None:
    for entry in edition["centres"]:
        components.centre_ids.append(entry["id"])
        components.centre_names.append(entry["name"])
        components.centre_colour.append(CENTRE_COLOURS.index(entry["colour"]))
    components.centres = components.resafa = len(components.centre_ids)
    lengths = road_lengths(components.centre_ids, [road["joins"] for road in edition["roads"]])
    for start in range(components.centres + 1):
        for end in range(components.centres):
            components.direct.append(lengths[start][end])
            # The one segment at Resafa is paid once for the way in and out.
            stop = 0 if start == components.resafa else lengths[start][components.resafa] - 1
            components.by_resafa.append(stop + lengths[components.resafa][end])


def _load_side(components: Components, name: str, edition: dict[str, Any]) -> Side:
    data = edition["sides"][name]
    side = Side(components.centres)
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
    places = [0] * components.centres
    for entry in data["bases"]:
        centre = components.centre_ids.index(entry["centre"])
        space = centre * BASE_SPACES + places[centre]
        places[centre] += 1
        side.base_token[space] = fx.ITEMS.index(entry["token"])
        side.base_do[space] = read_parts(entry["do"])
        side.base_players[space] = entry.get("players", 1)
    for entry in edition["canal_setup_cards"]:
        side.layouts.append([cell_number(cell) for cell in entry[name]])
    return side


def _load_canals(components: Components, edition: dict[str, Any]) -> None:
    effects: list[object] = []
    for entry in edition["canal_bonus_tiles"]:
        components.canal_bonus_ids.append(entry["id"])
        components.canal_bonus_names.append(entry["name"])
        components.canal_bonus_texts.append(entry["text"])
        components.canal_bonus_do.append(read_parts(entry["do"]))
        effects.append(entry["do"])
        components.canal_bonus_twin.append(effects.index(entry["do"]))
    tiles: list[object] = []
    for number, entry in enumerate(edition["canal_tiles"]):
        both = [entry["front"], entry["back"]]
        components.canal_ids.append(entry["id"])
        tiles.append(both)
        twin = tiles.index(both)
        for i in range(2):
            face = both[i]
            components.canal_cost.append(fx.read_cost(face["cost"]))
            components.canal_shape.append(SHAPES.index(face["shape"]))
            components.canal_blue.append(face["blue"])
            components.canal_twin.append((twin if twin < number else number) * 2 + i)
    components.canal_tiles = len(components.canal_ids)
    components.canal_faces = 2 * components.canal_tiles


def _load_trading(components: Components, edition: dict[str, Any]) -> None:
    for entry in edition["trading_tiles"]:
        components.trading_ids.append(entry["id"])
        components.trade_colour.append(CENTRE_COLOURS.index(entry["colour"]))
        for letter in ("a", "b"):
            face = entry[letter]
            sell = face["sell"]
            components.sell_item.append(fx.ITEMS.index(sell["item"]))
            components.sell_coin.append(sell.get("coin", 0))
            components.sell_vp.append(sell.get("vp", 0))
            components.sell_bonus.append(read_parts(face["sell_bonus"]))
            components.buy_item.append(fx.ITEMS.index(face["buy"]["item"]))
            components.buy_coin.append(face["buy"]["coin"])
            components.buy_bonus.append(read_parts(face["buy_bonus"]))


def _load_workshops(components: Components, edition: dict[str, Any]) -> None:
    for entry in edition["starting_workshops"]:
        components.workshop_ids.append(entry["id"])
        components.workshop_names.append(f"starting tile {entry['tile'].upper()}")
        components.workshop_level.append(0)
        for _ in range(2):  # both faces alike: a starting tile is never turned over
            _load_face(components, entry)
    for entry in edition["workshops"]:
        components.workshop_ids.append(entry["id"])
        components.workshop_names.append(entry["name"])
        components.workshop_level.append(entry["level"])
        for face in ("front", "back"):
            _load_face(components, entry[face])
    components.level_2 = LEVEL_1 + components.workshop_level.count(1)
    for entry in edition["garden_tiles"]:
        components.garden_count.append(entry["count"])
        components.garden_cost.append(fx.read_cost(entry["cost"]))


def _load_face(components: Components, face: dict[str, Any]) -> None:
    components.rooms.append(read_parts(face["rooms"]))
    components.extra.append(face.get("extra", 0))
    items = [0] * THIRDS
    amounts = [0] * THIRDS
    for third, gain in face["green"].items():
        for item, amount in gain.items():
            items[int(third)] = fx.ITEMS.index(item)
            amounts[int(third)] = amount
    components.green_item += items
    components.green_amount += amounts


def _load_action_cards(components: Components, edition: dict[str, Any]) -> None:
    for entry in edition["action_sets"]:
        components.set_ids.append(entry["id"])
        names = [name for card in entry["cards"] for name in card["colours"]]
        components.set_colours.append([fx.COLOURS.index(name) for name in names])
    for card in edition["action_sets"][0]["cards"]:
        components.pair_actions += [fx.ACTIONS.index(name) for name in card["actions"]]
        components.pairs += 1


def _load_bonus(components: Components, edition: dict[str, Any]) -> None:
    components.bonus_stacks = [[] for _ in range(len(fx.COLOURS) * 2)]
    for number, entry in enumerate(edition["bonus_cards"]):
        components.bonus_ids.append(entry["id"])
        components.bonus_names.append(entry["name"])
        components.bonus_texts.append(entry["text"])
        when = fx.TIMES.index(entry["when"])
        components.bonus_when.append(when)
        components.bonus_need.append(fx.read_need(entry.get("need", {})))
        components.bonus_do.append(read_parts(entry["do"]))
        for copies in entry["copies"]:
            stack = fx.COLOURS.index(copies["colour"]) * 2 + copies["level"] - 1
            for _ in range(copies["count"]):
                components.bonus_stacks[stack].append(number)


def _load_special(components: Components, edition: dict[str, Any]) -> None:
    components.special_stacks = [[] for _ in range(len(fx.COLOURS) * LEVELS)]
    for number, entry in enumerate(edition["special_cards"]):
        colour = fx.COLOURS.index(entry["colour"])
        level: int = entry["level"]
        components.special_ids.append(entry["id"])
        components.special_names.append(entry["name"])
        components.special_texts.append(entry["text"])
        components.special_colour.append(colour)
        components.special_level.append(level)
        components.special_stacks[colour * LEVELS + level - 1].append(number)
        components.boxed.append(entry["boxed"])
        components.special_do.append(read_parts(entry.get("do", [])))
        components.always.append(read_permanents(entry.get("always", [])))
        components.end.append(read_parts(entry.get("end", [])))
        components.mains.append(entry.get("mains", 0))
        pair = -1
        if isinstance(entry.get("actions"), list):
            wanted = [fx.ACTIONS.index(name) for name in entry["actions"]]
            for codes in range(components.pairs):
                if components.pair_actions[codes * 2 : codes * 2 + 2] == wanted:
                    pair = codes
        components.yellow_pair.append(pair)
    cards = range(len(components.special_ids))
    components.first_white = components.special_colour.count(fx.PINK)
    components.first_yellow = components.first_white + components.special_colour.count(fx.WHITE)
    components.first_blue = components.first_yellow + components.special_colour.count(fx.YELLOW)
    components.usable = [
        card for card in cards if components.special_colour[card] in (fx.WHITE, fx.BLUE)
    ]
    components.free_cards = [
        card for card in cards if components.mains[card] and components.yellow_pair[card] < 0
    ]
    paired = [
        (components.yellow_pair[card], card) for card in cards if components.yellow_pair[card] >= 0
    ]
    components.pair_cards = [card for _, card in sorted(paired)]


def _load_solo(components: Components, edition: dict[str, Any]) -> None:
    for entry in edition["solo_cards"]:
        components.solo_ids.append(entry["id"])
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
        card.centres = [components.centre_ids.index(name) for name in entry["centres"]]
        components.solo.append(card)
    components.solo_palms = [cell_number(cell) for cell in edition["solo_cards"][0]["palms"]]


def _load_tables(components: Components, edition: dict[str, Any]) -> None:
    t: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in edition["tables"]}
    components.start_gain = fx.read_gain(t["start"]["gain"])
    components.fourth_gain = fx.read_gain(t["fourth_player"]["gain"])
    components.workshop_cost = fx.read_cost(t["workshop_cost"]["cost"])
    components.base_cost = fx.read_cost(t["base_cost"]["cost"])
    for reward in t["garden_rewards"]["rewards"]:
        components.garden_rewards.append(read_parts(reward))
    components.camel_start = t["camels"]["start"]
    components.camel_max = t["camels"]["max"]
    components.scarab_vp = t["scarabs"]["vp"]
    components.causeway = t["token_rows"]["causeway"]
    components.token_rows = [ROW_KINDS.index(kind) for kind in t["token_rows"]["rows"]]
    components.row_vp = t["token_rows"]["vp"]
    components.track_end = t["tracks"]["spaces"]
    components.card_spaces = t["tracks"]["cards"]
    components.level_limit = [t["tracks"]["level_2"], t["tracks"]["level_3"]]
    components.open_card = fx.read_gain(t["tracks"]["open_card"])
    for gain in t["pink_cards"]["rounds"]:
        components.pink_gain.append(fx.read_gain(gain))
    components.hand_limit = t["hand_limit"]["cards"]
    components.level_2_round = t["level_2_workshops"]["round"]
    components.level_2_tokens = t["level_2_workshops"]["tokens"]
    components.tank_squares = t["tanks"]["full_squares"]
    components.tank_bases = t["tanks"]["bases"]
    for number in t["rain"]["rounds"]:
        components.rain_rounds |= 1 << number
    components.rain_tile = t["rain"]["tile"]
    components.canal_vp = t["canals"]["vp"]
    components.good_vp = t["leftovers"]["good"]
    components.others_per_vp = t["leftovers"]["others"]
    components.sack_vp = t["leftovers"]["sack"]
    components.solo_scale = t["solo_scale"]["vp"]
    components.solo_names = t["solo_scale"]["names"]
