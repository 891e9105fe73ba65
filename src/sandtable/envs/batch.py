"""Many games of one title stepped together, written into memory that others own.

This is the compiled inside of `vectorized.py`: it knows nothing of NumPy. Memory comes as flat
memoryviews with a row for each game.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.rng import secure
from sandtable.observation.encoder import Encoder

#: The whole of a memoryview.
ALL: Final = slice(None)
#: What a choice, or a whole game, is worth to each seat.
REWARDS: Final = ("win", "score", "margin", "rank")


class StepBuffers:
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
        memory: StepBuffers,
    ) -> None:
        self.game = game
        self.players = players
        self.count = count
        self.reward = reward
        self.options = options
        self.encoder = encoder
        self.memory = memory
        self.pages = [encoder.new_page() for _ in range(count)]
        self.rows = [memory.observations[row * size : (row + 1) * size] for row in range(count)]
        self.matches: list[Match] = []
        self.seeds: list[object] = []
        self.episodes: list[int] = []  # how many games of the row have ended
        self.played: list[list[int]] = []  # the choices of the game under way
        self.before: list[list[int]] = []  # the scores before the last choice
        self.finished: list[Match | None] = [None] * count  # the game of the row that ended last
        # What is small is gathered here and copied at the end of a step, all rows at once.
        self.length: i64 = game.num_actions
        self.masks = vec[u8]([0] * (count * game.num_actions))
        self.masked: list[list[int]] = [[] for _ in range(count)]  # the actions set in each mask
        self.seats = vec[i32]([0] * count)
        self.dones = vec[u8]([0] * count)
        self.no_rewards: Any = memoryview(bytes(4 * count * players)).cast("f")

    # -- beginning -----------------------------------------------------------------------------

    def begin(self, seeds: list[object]) -> None:
        """A new game in every row."""
        self.seeds = seeds
        self.finished = [None] * self.count
        self.episodes = [0] * self.count
        self.matches = [self._new(row) for row in range(self.count)]
        self.played = [[] for _ in range(self.count)]
        self.before = [match.scores() for match in self.matches]
        for row in range(self.count):
            self.write(row)
        self.publish()

    def seed_of(self, row: int) -> object:
        """The seed of the game under way: the row's own, then one made of it for every game."""
        episode = self.episodes[row]
        return self.seeds[row] if episode == 0 else f"{self.seeds[row]}/{episode}"

    def _new(self, row: int) -> Match:
        """The row's next game. Players, options and seeds have been checked once for all."""
        game, seed = self.game, self.seed_of(row)
        state = game.setup(self.players, secure(seed, game.name), self.options)
        return Match(game, self.players, seed, self.options, state, True)

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

    # -- choosing ------------------------------------------------------------------------------

    def pick(self, draws: list[float]) -> list[int]:
        """A legal action for every row, by numbers from 0 to below 1."""
        picked: list[int] = []
        for row in range(self.count):
            legal = self.masked[row]
            picked.append(legal[int(draws[row] * len(legal))])
        return picked

    # -- stepping ------------------------------------------------------------------------------

    def check(self, actions: list[int]) -> None:
        """Raise IllegalAction, and change nothing, if an action is not on offer in its row."""
        if len(actions) != self.count:
            raise IllegalAction(f"there are {self.count} games, but {len(actions)} actions")
        masks = self.masks
        end = self.game.num_actions
        base: i64 = 0
        for row in range(self.count):
            action = actions[row]
            if not 0 <= action < end or not masks[base + i64(action)]:
                legal = self.masked[row]
                shown = ", ".join([str(action) for action in legal[:8]])
                raise IllegalAction(
                    f"game {row} does not offer action {action}; legal are {shown}"
                    + (" ..." if len(legal) > 8 else "")
                )
            base += self.length

    def step(self, actions: list[int]) -> int:
        """One choice in every game; returns how many games ended."""
        self.check(actions)
        ended = 0
        memory = self.memory
        players = self.players
        dones = self.dones
        scoring = self.reward == "score"
        memory.rewards[:] = self.no_rewards
        for row in range(self.count):
            match = self.matches[row]
            action = actions[row]
            match.choose(action)
            self.played[row].append(action)
            over = match.decision() is None
            dones[row] = 1 if over else 0
            if scoring or over:
                scores = match.scores()
                first = row * players
                if not scoring or differ(scores, self.before[row]):
                    rewards = self._rewards(row, match, scores)
                    for seat in range(players):
                        memory.rewards[first + seat] = rewards[seat]
                if over:
                    ended += 1
                    for seat in range(players):
                        memory.scores[first + seat] = scores[seat]
                    self.episodes[row] += 1
                    self.finished[row] = match
                    self.matches[row] = self._new(row)
                    self.played[row] = []
                    self.before[row] = self.matches[row].scores()
            self.write(row)
        memory.dones[:] = dones
        self.publish()
        return ended

    def _rewards(self, row: int, match: Match, scores: list[int]) -> list[float]:
        if self.reward == "score":
            before = self.before[row]
            self.before[row] = scores
            return [float(scores[seat] - before[seat]) for seat in range(self.players)]
        return final_rewards(self.reward, match.winners(), scores)

    def write(self, row: int) -> None:
        """What the seat to choose observes and may do; masks and seats follow in `publish`."""
        match = self.matches[row]
        decision = match.decision()
        assert decision is not None
        seat = decision.player
        self.rows[row][ALL] = self.encoder.encode_on(self.pages[row], match, seat)
        self.seats[row] = seat
        masks = self.masks
        base: i64 = row * self.length
        at: i64 = 0
        for action in self.masked[row]:
            at = action
            masks[base + at] = 0
        legal = decision.actions
        for action in legal:
            at = action
            masks[base + at] = 1
        self.masked[row] = legal

    def publish(self) -> None:
        """Masks and seats of all rows."""
        self.memory.masks[:] = self.masks
        self.memory.seats[:] = self.seats


def differ(one: list[int], other: list[int]) -> bool:
    """Whether two lists of the same length differ: quicker than comparing them as objects."""
    return any(one[i] != other[i] for i in range(len(one)))


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
