"""Why a card cannot be played or bought now."""

from __future__ import annotations

from sandtable.games.faiyum import constants
from sandtable.games.faiyum.actions import card_word
from sandtable.games.faiyum.rules import market
from sandtable.games.faiyum.rules.turn import Turn


def explain(t: Turn) -> dict[str, str]:
    """Notation of what cannot be done -> the reason, for hand and market."""
    s = t.state
    found: dict[str, str] = {}
    for number in s.hands[t.player]:
        card = t.edition.deck[number]
        assert card is not None
        reason = card.why(t)
        if reason:
            found[f"play {card_word(number)}"] = reason
    for slot, number in enumerate(s.market):
        if number >= constants.WASTELAND:
            found[f"buy {number}"] = "a natural disaster cannot be bought"
        elif slot >= constants.CURRENT:
            found[f"buy {number}"] = (
                "it is in the future market; only the first four cards can be bought"
            )
        elif t.money() < market.price(s, slot):
            found[f"buy {number}"] = f"it costs ${market.price(s, slot)}, you have ${t.money()}"
    if s.last_turns:
        found["administration"] = "there is no administration in the last turns"
    else:
        found["pass"] = "you can pass only in the last turns"
    return found
