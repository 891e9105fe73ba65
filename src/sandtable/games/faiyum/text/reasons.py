"""Why a card cannot be played or bought now."""

from __future__ import annotations

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import card_word
from sandtable.games.faiyum.rules import market
from sandtable.games.faiyum.rules.turn import Turn


def explain(t: Turn) -> dict[str, str]:
    """Notation of what cannot be done -> the reason, for hand and market."""
    s = t.state
    reasons: dict[str, str] = {}
    for number in s.hands[t.player]:
        card = t.edition.deck[number]
        assert card is not None
        reason = card.why(t)
        if reason:
            reasons[f"play {card_word(number)}"] = reason
    for slot, number in enumerate(s.market):
        if number >= constants.WASTELAND:
            reasons[f"buy {number}"] = t.say("why.buy_disaster")
        elif slot >= constants.CURRENT:
            reasons[f"buy {number}"] = t.say("why.buy_future")
        elif t.money() < market.price(s, slot):
            price = market.price(s, slot)
            reasons[f"buy {number}"] = t.say("why.buy_cost", price=price, money=t.money())
    if s.last_turns:
        reasons["administration"] = t.say("why.last_turns")
    else:
        reasons["pass"] = t.say("why.not_last_turns")
    return reasons
