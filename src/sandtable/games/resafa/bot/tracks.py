"""The tracks: what steps towards special cards are worth."""

from __future__ import annotations

import math
from typing import Final

from sandtable.games.resafa.bot.cards import Cards
from sandtable.games.resafa.bot.features import MOST_TURNS, Features
from sandtable.games.resafa.effects import language as fx

LEVELS: Final = 3


class Tracks:
    def __init__(self, features: Features, cards: Cards, weights: dict[str, float]) -> None:
        self.features = features
        self.cards = cards
        w = weights
        self.w_cards: list[float] = [w["card_1"], w["card_2"], w["card_3"]]
        self.w_way: float = w["way"]
        self.w_seen: float = w["seen"]
        self.like_track: list[float] = [
            w["like_tracks"] * liking for liking in (1.0, w["like_white"], w["like_blue"], 1.0)
        ]
        self.guess: list[float] = [0.0] * (len(fx.COLOURS) * LEVELS)  # unseen cards, by stack
        # By turns to come and steps to a card: how much of its worth is in sight.
        self.sight: list[list[float]] = []
        for turns in range(MOST_TURNS + 1):
            reach = w["pace"] * turns + 0.6
            self.sight.append(
                [math.exp(-left / reach) for left in range(features.edition.track_end + 1)]
            )

    def card_guess(self, colour: int, level: int) -> float:
        """What a special card is worth that nobody has seen yet."""
        f = self.features
        turns = f.turns
        total = self.w_cards[level]
        if colour == fx.PINK:
            total += 0.5 + f.gains(f.edition.pink_gain[f.state.round - 1])
        elif colour == fx.YELLOW:
            uses = turns / 6.0 + 0.3
            total = uses * (2.5 + self.cards.w_yellow[level] + level)
        else:
            total *= f.fade(0.7)
        return total * self.like_track[colour]

    def open_to(self, colour: int, level: int) -> bool:
        """Whether the limits let a marker enter the card space of a level."""
        f = self.features
        if level == 0 or colour == fx.PINK:
            return True
        area, edition = f.area, f.edition
        there = 0
        for other in range(fx.PINK):
            if other != colour and area.track(other) >= edition.card_spaces[level]:
                there += 1
        return there < edition.level_limit[level - 1]

    def standing_value(self, colour: int, space: int) -> float:
        """What standing there is worth, for all cards still ahead: the nearer, the more."""
        f = self.features
        spaces = f.edition.card_spaces
        sight = self.sight[int(f.turns)]
        total = 0.0
        for level in range(LEVELS):
            left = spaces[level] - space
            if left <= 0:
                continue
            if not self.open_to(colour, level):
                break
            total += self.guess[colour * LEVELS + level] * sight[left]
        return total * self.w_way

    def look_at_open_card(self, colour: int, space: int) -> None:
        """The next card of a track is worth no less than the open one, which others may take."""
        f = self.features
        spaces = f.edition.card_spaces
        level = 0
        while level < LEVELS and spaces[level] <= space:
            level += 1
        if level == LEVELS:
            return
        stack = colour * LEVELS + level
        cards = f.state.special[stack]
        if not cards or not f.state.open >> stack & 1:
            return
        worth = self.cards.card_gain(cards[0]) + f.gains(f.edition.open_card)
        if colour == fx.PINK:
            worth += f.gains(f.edition.pink_gain[f.state.round - 1])
        worth *= self.like_track[colour]
        before = self.guess[stack]
        if worth > before:
            left = spaces[level] - space
            self.guess[stack] = before + (worth - before) * self.w_seen ** (left - 1)

    def set_steps(self) -> None:
        f = self.features
        area, edition = f.area, f.edition
        best = 0.0
        for stack in range(len(self.guess)):
            self.guess[stack] = self.card_guess(stack // LEVELS, stack % LEVELS)
        for colour in range(4):
            space = int(area.track(colour))
            self.look_at_open_card(colour, space)
            gain = 0.0
            if space < edition.track_end:
                gain = self.standing_value(colour, space + 1) - self.standing_value(colour, space)
                for level in range(LEVELS):
                    if edition.card_spaces[level] == space + 1:
                        gain += self.guess[colour * LEVELS + level]
                        if not self.open_to(colour, level):
                            gain = -1.0
            f.step_gain[colour] = gain
            if gain > best:
                best = gain
        f.best_step = best
