"""The market after a turn, worked out from the market before it and the cards that were drawn."""

from __future__ import annotations

from typing import Any

DISASTERS = (122, 124, 126, 128)


def after(view: dict[str, Any], happened: list[dict[str, Any]]) -> dict[str, Any]:
    """The cards with their tokens, the tokens above the market, and whether the end is near."""
    cards = {slot["card"]: bool(slot["token"]) for slot in view["market"]}
    free: int = view["tokens_free"]
    players = len(view["seats"])
    kind = happened[0]["type"]
    if kind == "administration":
        going = leaving(cards, players, happened)
    elif kind == "pass":
        left = [card for card in cards if card in DISASTERS]
        going = [max(left)] if left else []
    else:
        going = [event["card"] for event in happened if event["type"] in ("buy", "take")]
    staying = [card for card in sorted(cards)[:4] if card not in going]
    for card in going:
        assert kind == "pass" or card in sorted(cards)[:4], "only the current market can be had"
        assert kind == "pass" or card not in DISASTERS
        free += cards.pop(card)
    if kind == "administration":
        for card in staying:
            if free and not cards[card]:
                cards[card] = True
                free -= 1
    pile, final = set(view["to_come"]["draw_pile"]), set(view["to_come"]["final_stack"])
    drawn = [event["card"] for event in happened if event["type"] == "draw"]
    assert len(drawn) == min(len(going), len(pile) + len(final))
    for card in drawn:
        source = pile or final
        assert card in source, "the final stack comes after the draw pile"
        source.remove(card)
        cards[card] = False
    return {
        "market": [(card, cards[card]) for card in sorted(cards)],
        "tokens_free": free,
        "last_turns": not final & set(DISASTERS),
    }


def leaving(cards: dict[int, bool], players: int, happened: list[dict[str, Any]]) -> list[int]:
    """The cards an administration takes out of the market."""
    current = sorted(cards)[:4]
    if players == 1:
        chosen = [event["card"] for event in happened if event["type"] == "off_market"]
        assert len(set(chosen)) == 2 and set(chosen) <= set(current)
        return chosen
    by_token = [card for card in current if cards[card]]
    by_token += [card for card in current if not cards[card]]
    return by_token[: 2 if players <= 3 else 1]
