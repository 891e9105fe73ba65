"""Gymnasium's vector environment over many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sandtable.envs.vectorized import VectorGames
from sandtable.kernel.errors import BadOption

Observations = dict[str, NDArray[Any]]


class GamesVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Every environment is a game, and the seat to choose acts: alone always the same one, with
    more players ``info["seat"]`` says who. Rewards are those of the seat that acted;
    ``info["rewards"]`` has those of all seats, ``info["scores"]`` the scores of games that ended.

    A game that ends is followed by the next one in the same step. As Gymnasium has it,
    ``info["final_info"]`` then has its scores, winners and breakdown, and ``info["final_obs"]`` the
    last observation of the seat that acted.
    """

    def __init__(
        self, name: str, num_envs: int = 64, players: int = 1, reward: str = "score", **options: Any
    ) -> None:
        self.games = VectorGames(name, players, num_envs, reward=reward, **options)
        layout = self.games.layout
        self.num_envs = num_envs
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(layout.low, layout.high, dtype=np.float32),
                "action_mask": spaces.MultiBinary(self.games.game.num_actions),
            }
        )
        self.single_action_space = spaces.Discrete(self.games.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        if isinstance(seed, list):
            if any(one is None for one in seed):
                raise BadOption("give every game a seed, or one seed for all")
            self.games.reset([one for one in seed if one is not None])
        else:
            super().reset(seed=seed, options=options)
            self.games.reset(int(self.np_random.integers(2**31)))
        return self._observe(), {"seat": self.games.seats.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        games = self.games
        acted = games.seats.copy()
        ended = games.step(actions)
        rewards = games.rewards[np.arange(self.num_envs), acted]
        info: dict[str, Any] = {"seat": games.seats.copy(), "rewards": games.rewards.copy()}
        if ended:
            info["scores"] = games.scores.copy()
            info["_scores"] = games.dones.copy()
            info |= self._final(np.flatnonzero(games.dones).tolist(), acted)
        dones = games.dones.copy()
        return self._observe(), rewards, dones, np.zeros_like(dones), info

    def _final(self, rows: list[int], acted: NDArray[np.int32]) -> dict[str, Any]:
        """How the games of some rows ended, laid out as Gymnasium's own vectors do."""
        infos: dict[str, Any] = {}
        for row in rows:
            last = {
                "observation": self.games.last_observation(row, int(acted[row])),
                "action_mask": np.zeros(self.games.game.num_actions, np.int8),
            }
            one = {"final_obs": last, "final_info": self.games.result(row)}
            infos = self._add_info(infos, one, row)
        return infos

    def action_masks(self) -> NDArray[np.int8]:
        """The masks alone, by the name that libraries for masked actions ask for."""
        return self.games.masks.copy()

    def _observe(self) -> Observations:
        return {
            "observation": self.games.observations.copy(),
            "action_mask": self.games.masks.copy(),
        }
