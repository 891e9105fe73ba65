"""Many games at once, for training at scale.

A step makes one choice in every game. Its results are written into arrays, which can be the
caller's own: what the seat to choose observes, which actions are legal, which seat it is, what the
step was worth to each seat, and which games ended. A game that ends is followed by the next one of
its row within the same step, so the observations are then those of the new game.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from sandtable.envs.batch import REWARDS, Batch, StepBuffers
from sandtable.envs.episode import game_with, read_saved, result_of
from sandtable.envs.layouts import layout
from sandtable.kernel.edition import digest
from sandtable.kernel.errors import BadOption, IllegalAction, quoted
from sandtable.kernel.match import Match
from sandtable.observation.encoder import Encoder, Frame, Page
from sandtable.observation.tensors import Layout, Tensor

FORMAT = 2

#: What every encoder asks its layout for.
TABLE_FIELDS = ("seat", "turn_of", "to_choose", "over", "kind")

Array = NDArray[Any]


class VectorGames:
    """Many games of one title with the same number of players.

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
        self.layout: Layout = layout(self.game, players, options.pop("layout", None))
        self.options = self.game.resolve_options(players, options)
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
            StepBuffers(
                _flat(self.observations, "i"),
                _flat(self.masks, "B"),
                _flat(self.rewards, "f"),
                _flat(self.seats, "i"),
                _flat(self.dones, "B"),
                _flat(self.scores, "i"),
            ),
        )
        self._restored: list[dict[str, Any] | None] = []  # results from before saving
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
        self._restored = [None] * self.num_envs
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
        return np.array(self._batch.pick(rng.random(self.num_envs).tolist()), np.int64)

    def match(self, row: int) -> Match:
        """An independent match in the row's position; choices made in it change nothing here."""
        batch = self._batch
        match = self.game.new(self.players, batch.seed_of(row), **self.options)
        for action in batch.played[row]:
            match.apply(action)
        return match

    def result(self, row: int) -> dict[str, Any] | None:
        """Scores, winners and breakdown of the game that ended last in the row; None: none has."""
        match = self._batch.finished[row]
        return self._restored[row] if match is None else result_of(match)

    def last_observation(self, row: int, seat: int) -> Tensor | None:
        """What a seat saw when the last game of the row was over; None: none has ended here."""
        match = self._batch.finished[row]
        return None if match is None else self.layout.of_match(match, seat)

    def state(self) -> Tensor:
        """What all seats of each game together observe (games x numbers), for critics that may
        see all."""
        of_match, seats = self.layout.of_match, range(self.players)
        return np.stack(
            [np.concatenate([of_match(m, seat) for seat in seats]) for m in self._batch.matches]
        )

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
                "results": [self.result(row) for row in range(self.num_envs)],
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
        self._batch.publish()
        self._batch.finished = [None] * self.num_envs
        self._restored = saved["results"]
        for row, result in enumerate(self._restored):
            self.scores[row] = 0 if result is None else result["scores"]
        self.rewards[:] = 0
        self.dones[:] = False

    def clone(self) -> VectorGames:
        """Independent games in the same positions, with arrays of their own."""
        other = VectorGames(**self._made_with)
        other.restore(self.save())
        return other


class _ViewEncoder(Encoder):
    """For titles without an encoder: the numbers of the view, as the layout reads them."""

    def __init__(self, of: Layout) -> None:
        frame = Frame(of.players, of.start, of.least, of.most, of.unit, [])
        # Nothing is written by the fields that encoders know; layouts need not have them.
        frame.start = {**dict.fromkeys(TABLE_FIELDS, 0), **frame.start}
        super().__init__(frame)
        self.of = of

    def encode_on(self, page: Page, match: Match, seat: int) -> object:
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
