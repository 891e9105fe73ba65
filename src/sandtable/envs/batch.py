"""Many games of one title stepped together, written into memory that others own.

This is the compiled inside of `vectorized.py`: it knows nothing of NumPy. Memory comes as flat
memoryviews with a row for each game.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import u8

from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.observation.encoder import Encoder

#: What a choice, or a whole game, is worth to each seat.
REWARDS: Final = ("win", "score", "margin", "rank")


class Memory:
    """Where the results of a step go: memoryviews, which take whatever has memory to copy from.
    Those of observations hold bits, as encoders write them."""

    def __init__(
        self,
        observations: Any,
        masks: Any,
        rewards: Any,
        seats: Any,
        dones: Any,
        scores: Any,
    ) -> None:
        self.observations = observations
        self.masks = masks
        self.rewards = rewards
        self.seats = seats
        self.dones = dones
        self.scores = scores


class Batch:
    """Games under way. A game that ends is followed by the next one of its row in the same step."""

    def __init__(
        self,
        game: Game,
        players: int,
        count: int,
        reward: str,
        options: dict[str, Any],
        encoder: Encoder,
        size: int,
        memory: Memory,
    ) -> None:
        self.game = game
        self.players = players
        self.count = count
        self.reward = reward
        self.options = options
        self.encoder = encoder
        self.size = size
        self.memory = memory
        self.matches: list[Match] = []
        self.seeds: list[object] = []
        self.episodes: list[int] = []  # how many games of the row have ended
        self.played: list[list[int]] = []  # the choices of the game under way
        self.before: list[list[int]] = []  # the scores before the last choice
        self.no_mask = vec[u8]([0] * game.num_actions)

    # -- beginning -----------------------------------------------------------------------------

    def begin(self, seeds: list[object]) -> None:
        """A new game in every row."""
        self.seeds = seeds
        self.episodes = [0] * self.count
        self.matches = [self._new(row) for row in range(self.count)]
        self.played = [[] for _ in range(self.count)]
        self.before = [match.scores() for match in self.matches]
        for row in range(self.count):
            self.write(row)

    def seed_of(self, row: int) -> object:
        """The seed of the game under way: the row's own, then one made of it for every game."""
        episode = self.episodes[row]
        return self.seeds[row] if episode == 0 else f"{self.seeds[row]}/{episode}"

    def _new(self, row: int) -> Match:
        return self.game.new(self.players, self.seed_of(row), **self.options).clone(True)

    def resume(self, row: int, seed: object, episode: int, actions: list[int]) -> None:
        """Put a row where a saved one was."""
        self.seeds[row] = seed
        self.episodes[row] = episode
        match = self._new(row)
        for action in actions:
            match.apply(action)
        self.matches[row] = match
        self.played[row] = actions[:]
        self.before[row] = match.scores()
        self.write(row)

    # -- stepping ------------------------------------------------------------------------------

    def check(self, actions: list[int]) -> None:
        """Raise IllegalAction, and change nothing, if an action is not on offer in its row."""
        if len(actions) != self.count:
            raise IllegalAction(f"there are {self.count} games, but {len(actions)} actions")
        for row in range(self.count):
            decision = self.matches[row].decision()
            assert decision is not None  # a game that ended has been followed by another
            if actions[row] not in decision.actions:
                shown = ", ".join([str(action) for action in decision.actions[:8]])
                raise IllegalAction(
                    f"game {row} does not offer action {actions[row]}; legal are {shown}"
                    + (" ..." if len(decision.actions) > 8 else "")
                )

    def step(self, actions: list[int]) -> int:
        """One choice in every game; returns how many games ended."""
        self.check(actions)
        ended = 0
        memory = self.memory
        players = self.players
        scoring = self.reward == "score"
        for row in range(self.count):
            match = self.matches[row]
            action = actions[row]
            match.apply(action)
            self.played[row].append(action)
            over = match.is_over
            first = row * players
            if scoring or over:
                scores = match.scores()
                rewards = self._rewards(row, match, scores)
                for seat in range(players):
                    memory.rewards[first + seat] = rewards[seat]
            else:
                for seat in range(players):
                    memory.rewards[first + seat] = 0.0
            memory.dones[row] = over
            if over:
                ended += 1
                for seat in range(players):
                    memory.scores[first + seat] = scores[seat]
                self.episodes[row] += 1
                self.matches[row] = self._new(row)
                self.played[row] = []
                self.before[row] = self.matches[row].scores()
            self.write(row)
        return ended

    def _rewards(self, row: int, match: Match, scores: list[int]) -> list[float]:
        if self.reward == "score":
            before = self.before[row]
            self.before[row] = scores
            return [float(scores[seat] - before[seat]) for seat in range(self.players)]
        return final_rewards(self.reward, match.winners(), scores)

    def write(self, row: int) -> None:
        """What whoever has to choose observes and may do."""
        match = self.matches[row]
        decision = match.decision()
        assert decision is not None
        seat = decision.player
        memory = self.memory
        memory.seats[row] = seat
        start = row * self.size
        memory.observations[start : start + self.size] = self.encoder.encode(match, seat)
        mask = self.no_mask[:]
        for action in decision.actions:
            mask[action] = 1
        length = len(self.no_mask)
        start = row * length
        memory.masks[start : start + length] = mask


def final_rewards(reward: str, winners: list[int], scores: list[int]) -> list[float]:
    """What a whole game was worth to each seat: victory, lead over the best of the others, or
    place among all from 1 to -1, in which equal scores share."""
    players = len(scores)
    if reward == "margin":
        if players == 1:
            return [float(scores[0])]
        return [
            float(scores[seat] - max([scores[other] for other in range(players) if other != seat]))
            for seat in range(players)
        ]
    if reward == "rank" and players > 1:
        # Better minus worse seats, so the sum is 0.
        return [
            float(
                len([1 for other in scores if other < own])
                - len([1 for other in scores if other > own])
            )
            / (players - 1)
            for own in scores
        ]
    if players == 1:
        return [float(len(winners))]
    losers = players - len(winners)
    if not winners or not losers:
        return [0.0] * players
    return [1 / len(winners) if seat in winners else -1 / losers for seat in range(players)]
