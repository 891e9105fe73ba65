"""The weights of Resafa's evaluation, as they were first guessed; tuned ones replace them."""

from __future__ import annotations

#: Prices are in victory points.
DEFAULTS: dict[str, float] = {
    # What one is worth with many turns to go.
    "coin": 1.3,
    "stone": 1.2,
    "marble": 1.1,
    "good": 0.8,  # the part of the best sale that a good in the warehouse is worth
    "camel": 2.0,
    "sack": 2.7,
    "bonus_card": 3.5,
    "causeway": 4.0,
    # Turns before the end at which prices have fallen half way.
    "fade": 1.2,
    "fade_camel": 4.0,
    "fade_good": 1.5,
    # How many of a kind can be used: at once, and per turn to come. What is beyond is worth less.
    "use_now": 2.0,
    "use_coin": 1.2,
    "use_stone": 0.6,
    "use_marble": 0.8,
    "surplus": 0.3,
    # How many times a full caravan will be sold, per chance to trade.
    "sales": 0.25,
    # What having any coin or stone at all adds.
    "first": 1.0,
    # How often each action will be taken, per turn to come.
    "productions": 0.22,
    "workshops": 0.15,
    "gardens": 0.22,
    "canals": 0.17,
    "trades": 0.2,
    # The part of it that counts for points per building, and for cards that help.
    "hope": 0.6,
    # How much more of a kind is built per token in its row, as a part of it.
    "commit": 0.3,
    # A card with any action, as a part of three turns for each.
    "free_card": 1.5,
    # The second room of a workshop, as a part of what it brings more seldom.
    "second_room": 0.15,
    # Special cards by level.
    "card_1": 9.0,
    "card_2": 15.0,
    "card_3": 21.0,
    # Steps on a track per turn, and the part that is gained of a way begun.
    "pace": 0.5,
    "way": 0.85,
    # How much of an open card better than usual is believed in, per step to it.
    "seen": 0.7,
    # A yellow card: what each use brings besides its bonus, by level.
    "yellow_1": 1.0,
    "yellow_2": 2.0,
    "yellow_3": 7.0,
    # What may be used later is worth this part of its use now.
    "keep": 0.88,
    # A main action without a look at the board.
    "workshop": 6.0,
    "canal": 3.0,
    # Squares begun and not begun.
    "square_0": 0.2,
    "square_1": 0.45,
    "square_2": 0.65,
    # The action cards that are left, by what their better half can do.
    "hand": 0.3,
    # Tanks and level II are open.
    "tanks": 0.7,
    "level_2": 3.0,
    # What each turn to come brings besides.
    "turn": 2.0,
    # The odds: points that the rest of the game can shift, fixed and per root of turns left.
    "spread": 3.0,
    "spread_turns": 3.0,
    # 0: only points count, as if the game ended now. Any other number: all of this.
    "foresight": 1.0,
    # Liking for one line more than others: factors on what it promises.
    "like_canals": 1.0,
    "like_gardens": 1.0,
    "like_trade": 1.0,
    "like_tracks": 1.0,
    "like_white": 1.0,
    "like_blue": 1.0,
    "like_workshops": 1.0,
    # Turns that are planned in a play-out of the search, shared among the players.
    "planned": 2.0,
    # The same where a network proposes them, and how many it proposes for each one; 0: turns are
    # planned without it.
    "played": 2.0,
    "tries": 0.0,
}
