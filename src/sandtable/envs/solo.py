"""Gymnasium: a game alone."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sandtable.envs.aec import RENDER_MODES, check_render_mode, observation_space
from sandtable.envs.episode import Episode, Mask, Observation, rng_from, rng_state
from sandtable.kernel.errors import IllegalAction
from sandtable.kernel.registry import games


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """One seat. An action that is not on offer changes nothing, costs ``illegal_reward`` and is
    explained in the info."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        *,
        reward: str = "score",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        self._made_with = {
            "name": name,
            "reward": reward,
            "illegal_reward": illegal_reward,
            "render_mode": render_mode,
            **options,
        }
        self.episode = Episode(name, 1, reward, options)
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.observation_space = observation_space(self.episode, 0)
        self.action_space = spaces.Discrete(self.episode.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match. The option ``match_seed`` takes the one of ``game.new(seed=...)``."""
        super().reset(seed=seed)
        self.episode.start(self.np_random, options)
        return self.episode.observe(0), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        match = self.episode.match
        reward = 0.0
        info: dict[str, Any] = {}
        try:
            match.apply(action)
            gained = self.episode.rewards()
            if gained is not None:
                reward = gained[0]
        except IllegalAction as error:
            reward = self.illegal_reward
            info["illegal"] = str(error)
        if self.render_mode == "human":
            self.render()
        return self.episode.observe(0), reward, match.is_over, False, info

    def action_masks(self) -> Mask:
        """The mask alone, by the name that libraries for masked actions ask for."""
        return self.episode.mask()

    def render(self) -> str | None:
        text = self.episode.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> str:
        """The environment as text; any other of the same kind can `restore` it."""
        return self.episode.save({"rng": rng_state(self.np_random)})

    def restore(self, saved: str) -> Observation:
        """Go back to where `save` was called; returns the observation there."""
        extra = self.episode.restore(saved)
        self.np_random = rng_from(extra["rng"])
        return self.episode.observe(0)

    def __getstate__(self) -> dict[str, Any]:
        return {"made_with": self._made_with, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        SoloEnv.__init__(self, **state["made_with"])
        self.restore(state["saved"])


# For `gymnasium.make("sandtable.envs.solo:sandtable/GAME-v1")`.
for _name in games():
    gymnasium.register(
        f"sandtable/{_name}-v1",
        entry_point="sandtable.envs.solo:SoloEnv",
        kwargs={"name": _name},
    )
