"""What everybody may know of a game: all but the order of the cards to come."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.rules import market, roads
from sandtable.games.faiyum.state import State
from sandtable.kernel.bits import count, members


def view(s: State, b: Board, codes: Codes) -> dict[str, Any]:
    return {
        "turn": s.turns + 1,
        "last_turns": s.last_turns,
        "goal": s.goal or None,
        "playing": s.playing or None,
        "spaces": [_space(s, b, space) for space in range(b.size)],
        "roads": [
            [b.names[a], b.names[z]] for a, z in roads.network(s, b) if b.neighbours[a] >> z & 1
        ],
        "dam": [b.names[b.dam[0]], b.names[b.dam[1]]],
        "bridges": [
            {
                "ends": [b.names[b.bridge_places[place][0]], b.names[b.bridge_places[place][1]]],
                "grand": bool(s.grand >> place & 1),
            }
            for place in members(s.bridges)
        ],
        "joined": [[b.names[a], b.names[z]] for a, z in roads.joined(s, b)],
        "market": [_slot(s, slot) for slot in range(len(s.market))],
        "tokens_free": s.tokens_free,
        "to_come": {
            "draw_pile": sorted(s.deck[s.drawn : s.pile]),
            "final_stack": sorted(s.deck[max(s.drawn, s.pile) :]),
        },
        "gone": _gone(s, codes),
        "supply": supply(s),
        "seats": [_seat(s, seat) for seat in range(s.players)],
    }


def _space(s: State, b: Board, space: int) -> dict[str, Any]:
    """A space, made only once for all that can lie on it."""
    key: i64 = (
        s.crocodiles >> space & 1
        | (s.upright >> space & 1) << 1
        | (s.prone >> space & 1) << 2
        | (s.settlements >> space & 1) << 3
        | (s.towns >> space & 1) << 4
        | (s.palaces >> space & 1) << 5
        | (s.workshops >> space & 1) << 6
        | (s.expansions >> space & 1) << 7
        | (s.developed >> space & 1) << 8
    )
    key = (key << 32 | s.blocks[space]) << 6 | space
    shown = b.space_views.get(key)
    if shown is None:
        shown = b.space_views[key] = _new_space(s, b, space)
    return shown


def _new_space(s: State, b: Board, space: int) -> dict[str, Any]:
    bit = 1 << space
    worker = None
    if s.upright & bit:
        worker = "upright"
    elif s.prone & bit:
        worker = "prone"
    return {
        "name": b.names[space],
        "kind": constants.SPACE_KINDS[b.kind[space]],
        "crocodile": bool(s.crocodiles & bit),
        "worker": worker,
        "settlement": bool(s.settlements & bit),
        "town": bool(s.towns & bit),
        "palace": bool(s.palaces & bit),
        "workshop": bool(s.workshops & bit),
        "expansion": bool(s.expansions & bit),
        "developed": bool(s.developed & bit),
        "blocks": s.blocks[space],
        "block_limit": b.block_limit[space],
    }


def _slot(s: State, slot: int) -> dict[str, Any]:
    card = s.market[slot]
    current = slot < constants.CURRENT
    to_be_had = current and card < constants.WASTELAND
    return {
        "card": card,
        "current": current,
        "token": market.has_token(s, card),
        "price": market.price(s, slot) if to_be_had else None,
    }


def _seat(s: State, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "money": s.money[seat],
        "reputation": s.reputation[seat],
        "resources": {
            word: s.resources[seat * constants.NUM_RESOURCES + resource]
            for resource, word in enumerate(constants.RESOURCES)
        },
        "hand": list(s.hands[seat]),
        "stack": list(s.stacks[seat]),
        "passed": bool(s.passed >> seat & 1),
        "points": breakdown(s)[seat],
    }


def _gone(s: State, codes: Codes) -> list[int]:
    """Cards that have left the game: off the market, sacrificed, or disasters taken."""
    here = {s.playing, *s.market, *s.deck[s.drawn :]}
    for seat in range(s.players):
        here.update(s.hands[seat])
        here.update(s.stacks[seat])
    return [card for card in codes.drawn_cards if card not in here]


def supply(s: State) -> dict[str, int]:
    """Pieces left."""
    return {
        "workers": int(s.workers_left),
        "settlements": constants.SETTLEMENTS - int(count(s.settlements)),
        "towns": constants.TOWNS - int(count(s.towns)),
        "workshops": constants.WORKSHOPS - int(count(s.workshops)),
        "expansions": constants.EXPANSIONS - int(count(s.expansions)),
        "roads": int(s.roads_left),
        "bridges": constants.BRIDGES - int(count(s.bridges & ~s.grand)),
        "grand_bridges": constants.GRAND_BRIDGES - int(count(s.grand)),
        "palaces": constants.PALACES - int(count(s.palaces)),
        "blocks": sum(
            constants.BLOCKS[kind]
            for kind in (
                constants.OBELISK,
                constants.COLOSSUS,
                constants.PYRAMID,
                constants.PYRAMID,
            )
        )
        - sum(s.blocks),
    }


def breakdown(s: State) -> list[dict[str, int]]:
    return [
        {
            word: s.points[seat * constants.NUM_SOURCES + source]
            for source, word in enumerate(constants.SOURCES)
        }
        for seat in range(s.players)
    ]
