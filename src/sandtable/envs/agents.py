"""What both PettingZoo environments share: one match at a time, with an agent for each seat."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from gymnasium import spaces

from sandtable.envs.episode import Episode, SharedRng, rng_from, shallow_copy
from sandtable.kernel.errors import BadOption, quoted
from sandtable.observation.tensors import Layout, Tensor

RENDER_MODES = ["ansi", "human"]


class SeatAgents:
    """The agents are ``seat_0``, ``seat_1`` and so on."""

    def _set_up(
        self,
        name: str,
        players: int,
        reward: str,
        illegal_reward: float,
        render_mode: str | None,
        options: dict[str, Any],
        more_actions: int = 0,
    ) -> None:
        """``more_actions``: how many the environment has beyond those of the game."""
        check_render_mode(render_mode)
        self._made_with: dict[str, Any] = {
            "name": name,
            "players": players,
            "reward": reward,
            "illegal_reward": illegal_reward,
            "render_mode": render_mode,
            **options,
        }
        self.episode = Episode(name, players, reward, options)
        self.metadata = metadata(name)
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.possible_agents = seat_names(players)
        self.agents: list[str] = []
        self._rng = SharedRng(np.random.default_rng())
        # Spaces for each agent: sampling from those of one must not change the others.
        actions = self.episode.game.num_actions + more_actions
        self.observation_spaces = {
            agent: box_and_mask(self.episode.layout, actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self.action_spaces[agent]

    def _start(self, seed: int | None, options: dict[str, Any] | None) -> None:
        if seed is not None:
            self._rng = SharedRng(np.random.default_rng(seed))
        self.episode.start(self._rng.own(), options)
        self.agents = self.possible_agents[:]

    def render(self) -> str | None:
        return self.episode.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def state(self) -> Tensor:
        """The observations of all seats, one after the other, for centralised critics."""
        return self.episode.state()

    def clone(self) -> Self:
        """An independent environment in the same position, at little more than the cost of
        `match.clone()`."""
        other = shallow_copy(self)
        other.episode = self.episode.clone()
        other._rng = self._rng.clone()
        other.agents = self.agents[:]
        return other

    def _restore(self, saved: str) -> dict[str, Any]:
        """Go back to what was saved; returns what the environment had added."""
        extra = self.episode.restore(saved)
        self._rng = SharedRng(rng_from(extra["rng"]))
        self.agents = extra["agents"]
        return extra


def seat_names(players: int) -> list[str]:
    return [f"seat_{seat}" for seat in range(players)]


def metadata(name: str) -> dict[str, Any]:
    return {
        "name": f"{name}_v1",
        "render_modes": RENDER_MODES,
        "render_fps": 1,
        "is_parallelizable": False,
    }


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"render_mode is 'ansi' or 'human', not {quoted(mode)}")


def observation_space(episode: Episode) -> spaces.Dict:
    """The space of `Episode.observe`."""
    return box_and_mask(episode.layout, episode.game.num_actions)


def box_and_mask(layout: Layout, actions: int) -> spaces.Dict:
    """The space of an observation with its mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low, layout.high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
