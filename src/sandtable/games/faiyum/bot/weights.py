"""The weights of Faiyum's evaluation, as they were first guessed; tuned ones replace them."""

from __future__ import annotations

#: Prices are in points of reputation.
DEFAULTS: dict[str, float] = {
    # What a unit is worth where supply and demand are in balance.
    "basic": 0.95,  # wheat, grape, stone
    "fish": 0.75,
    "rose": 1.2,
    "money": 0.45,
    # The same when the last turns have come and a card is at hand that takes them.
    "resource_end": 0.25,
    "money_end": 0.03,
    # Draws before the end at which prices have fallen half way.
    "resource_half": 4.0,
    "money_half": 6.0,
    # Units beyond what can be used are worth this part of the price; needed ones so much more.
    "surplus": 0.2,
    "needed": 0.15,
    # Units of a kind that a cycle can use beside what cards name.
    "room": 0.7,
    # A kind that the cards take more than they make is dearer than the others by up to this part.
    "scarce": 0.5,
    # Dollars for cards of the market: what one is worth, and how many a cycle can use.
    "market": 0.6,
    "market_cash": 4.0,
    # Cards in hand: the part of a use that is realised, and what each unit short takes off.
    "hand": 0.95,
    "short": 0.98,
    "blocked": 0.8,
    # The engine: the part of the yield per draw that the rest of the game brings.
    "engine": 1.0,
    # The part of what a further card seems to add that is left when prices have followed.
    "growth": 0.65,
    # Cards deep in the stack are dear, by dollars per place.
    "deep": 0.03,
    "deep_alone": 0.15,
    # Draws a turn of another player takes, by number of players.
    "pace_2": 0.37,
    "pace_3": 0.30,
    "pace_4": 0.24,
    "pace_5": 0.22,
    # Cards bought per cycle.
    "buys": 0.6,
    # Extra reputation expected of roads and settlements.
    "connection": 0.4,
    # Getting rid of a weak card (SACRIFICE, ORDER).
    "thinning": 0.5,
    # Cards got without buying (THIEF, BAZAAR), in dollars.
    "free_card": 5.0,
    # The part of the best disaster that counts for a seat that has not passed yet.
    "disaster": 0.5,
    # Turns that are planned in a play-out of the search, shared among the players.
    "planned": 4.0,
    # The same where a network proposes them, and how many it proposes for each one; 0: turns are
    # planned without it.
    "played": 4.0,
    "tries": 0.0,
    # Turns of quick play-outs; the judgement is good enough to need none.
    "play_out": 0.0,
    # The odds: points that the rest of the game can shift, fixed and per root of draws left.
    "spread": 3.0,
    "spread_draws": 2.0,
}


def defaults(cards: list[int]) -> dict[str, float]:
    """The weights for an edition with these cards: each has one for what its data do not say."""
    return {**DEFAULTS, **{f"card_{number}": 0.0 for number in cards}}
