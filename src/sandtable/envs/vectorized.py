"""Many games at once, for training at scale.

A step makes one choice in every game. Its results are written into arrays, which can be the
caller's own: what whoever has to choose observes, which actions are legal, who that is, what the
step was worth to each seat, and which games ended. A game that ends is followed by the next one of
its row within the same step, so the observations are then those of the new game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from sandtable.envs.batch import REWARDS, Batch, Memory
from sandtable.envs.episode import game_with, read_saved
from sandtable.envs.layouts import layout
from sandtable.kernel.edition import digest
from sandtable.kernel.errors import BadOption, IllegalAction, quoted
from sandtable.kernel.match import Match
from sandtable.observation.encoder import Encoder, Frame
from sandtable.observation.tensors import Layout

FORMAT = 1

Array = NDArray[Any]


class VectorGames:
    """So many games of one title with so many players.

    ``observations`` (games x numbers, float32), ``masks`` (games x actions, int8), ``seats``
    (games, int32), ``rewards`` (games x seats, float32), ``dones`` (games, bool) and ``scores``
    (games x seats, int32; of the game that ended last in the row) are always the same arrays. Pass
    your own by these names in ``arrays`` to have them filled instead, as in shared memory.
    """

    def __init__(
        self,
        name: str,
        players: int = 2,
        num_envs: int = 64,
        *,
        reward: str = "win",
        seed: int | str = 0,
        arrays: dict[str, Array] | None = None,
        **options: Any,
    ) -> None:
        if reward not in REWARDS:
            raise BadOption(f"reward is one of {', '.join(REWARDS)}, not {quoted(reward)}")
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise BadOption(f"num_envs is a number from 1, not {quoted(num_envs)}")
        self._made_with: dict[str, Any] = {
            "name": name,
            "players": players,
            "num_envs": num_envs,
            "reward": reward,
            **options,
        }
        self.game, options = game_with(name, options)
        self.game.check_players(players)
        self.players = players
        self.num_envs = num_envs
        self.reward = reward
        self.options = self.game.settle_options(players, options)
        self.layout: Layout = layout(self.game, players)
        given = dict(arrays or {})
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((num_envs, self.layout.size), np.float32),
            "masks": ((num_envs, self.game.num_actions), np.int8),
            "seats": ((num_envs,), np.int32),
            "rewards": ((num_envs, players), np.float32),
            "dones": ((num_envs,), np.bool_),
            "scores": ((num_envs, players), np.int32),
        }
        made = {
            what: _array(what, given.pop(what, None), shape, kind)
            for what, (shape, kind) in shapes.items()
        }
        if given:
            raise BadOption(f"there is no array called {quoted(sorted(given)[0])}")
        self.observations = made["observations"]
        self.masks = made["masks"]
        self.seats = made["seats"]
        self.rewards = made["rewards"]
        self.dones = made["dones"]
        self.scores = made["scores"]
        self._batch = Batch(
            self.game,
            players,
            num_envs,
            reward,
            self.options,
            self.layout.encoder() or _ViewEncoder(self.layout),
            self.layout.size,
            Memory(
                _flat(self.observations, "i"),
                _flat(self.masks, "B"),
                _flat(self.rewards, "f"),
                _flat(self.seats, "i"),
                _flat(self.dones, "B"),
                _flat(self.scores, "i"),
            ),
        )
        self.reset(seed)

    # -- playing -------------------------------------------------------------------------------

    def reset(self, seed: int | str | Sequence[int | str] = 0) -> None:
        """New games. One seed gives every row its own; a list names the seed of each row."""
        if isinstance(seed, (int, str)):
            self.game.check_seed(seed)
            seeds: list[object] = [f"{seed}:{row}" for row in range(self.num_envs)]
        else:
            seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise BadOption(f"there are {self.num_envs} games, but {len(seeds)} seeds")
            for one in seeds:
                self.game.check_seed(one)
        self._batch.begin(seeds)
        self.rewards[:] = 0
        self.dones[:] = False
        self.scores[:] = 0

    def step(self, actions: Any) -> int:
        """One choice in every game; returns how many games ended. An action that is not on offer
        raises IllegalAction, and then nothing has changed anywhere."""
        chosen = np.asarray(actions)
        if chosen.ndim != 1 or chosen.dtype.kind not in "iu":
            raise IllegalAction("actions are a flat list of whole numbers, one for each game")
        return self._batch.step(chosen.tolist())

    def random_actions(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A legal action for every game, each as likely as the others of its game."""
        draws = rng.random(self.masks.shape, np.float32) * self.masks
        return cast("NDArray[np.int64]", draws.argmax(1))

    def match(self, row: int) -> Match:
        """A game of its own, standing where the row stands; choices there change nothing here."""
        batch = self._batch
        match = self.game.new(self.players, batch.seed_of(row), **self.options)
        for action in batch.played[row]:
            match.apply(action)
        return match

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> str:
        """All games as text; `restore` of the same kind of games takes it."""
        batch = self._batch
        rows = zip(batch.seeds, batch.episodes, batch.played, strict=True)
        return json.dumps(
            {
                "format": FORMAT,
                "game": self.game.name,
                "edition": digest(self.game.edition),
                "players": self.players,
                "options": self.options,
                "rows": [list(row) for row in rows],
            }
        )

    def restore(self, text: str) -> None:
        """Back to where `save` was called."""
        own: dict[str, object] = {
            "game": self.game.name,
            "edition": digest(self.game.edition),
            "players": self.players,
            "options": self.options,
        }
        saved = read_saved(text, FORMAT, own)
        if len(saved["rows"]) != self.num_envs:
            raise BadOption(f"saved were {len(saved['rows'])} games, but these are {self.num_envs}")
        for row, (seed, episode, actions) in enumerate(saved["rows"]):
            self._batch.resume(row, seed, episode, actions)
        self.rewards[:] = 0
        self.dones[:] = False

    def clone(self) -> VectorGames:
        """Games of their own that stand where these stand, with arrays of their own."""
        other = VectorGames(**self._made_with)
        other.restore(self.save())
        return other


class _ViewEncoder(Encoder):
    """For titles without an encoder: the numbers of the view, as the layout reads them."""

    def __init__(self, of: Layout) -> None:
        frame = Frame(of.players, of.start, of.least, of.most, of.unit, [])
        frame.start = {"kind": 0, **frame.start}
        super().__init__(frame)
        self.of = of

    def encode(self, match: Match, seat: int) -> object:
        return self.of.of_view(match.view(seat)).view(np.int32).data


def _array(what: str, array: Array | None, shape: tuple[int, ...], kind: Any) -> Array:
    if array is None:
        return np.zeros(shape, kind)
    if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
        raise BadOption(
            f"{what} has to be a contiguous array of {np.dtype(kind).name} with the shape {shape}, "
            f"not {array.dtype.name} with {array.shape}"
        )
    if not array.flags.writeable:
        raise BadOption(f"{what} cannot be written to")
    return array


def _flat(array: Array, code: Literal["B", "i", "f"]) -> Any:
    memory: Any = array.data.cast("B")
    return memory.cast(code)
