"""PettingZoo, one seat after the other (AEC)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from sandtable.envs.episode import Episode, Observation, rng_from, rng_state, shallow_copy
from sandtable.kernel.errors import BadOption, IllegalAction, quoted
from sandtable.observation.tensors import Tensor

RENDER_MODES = ["ansi", "human"]


class TurnEnv(AECEnv[str, Observation, int | None]):
    """The agents are ``seat_0``, ``seat_1`` and so on; whoever has to choose is selected.

    An action that is not on offer changes nothing: the seat gets ``illegal_reward`` and the reason
    in its info, and is asked again.
    """

    def __init__(
        self,
        name: str,
        players: int = 3,
        *,
        reward: str = "win",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self._made_with = {
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
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = np.random.default_rng()
        # Spaces for each agent: whoever samples from those of one must not change the others.
        self.observation_spaces = {
            agent: observation_space(self.episode, 0) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.episode.game.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self.action_spaces[agent]

    # -- playing -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. Without a seed it follows from the one before. The option ``match_seed``
        takes the match that ``game.new(seed=...)`` would give."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.episode.start(self._rng, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._rewarded = False
        self._select()

    def _select(self) -> None:
        seat = self.episode.match.current_player
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]

    def observe(self, agent: str) -> Observation:
        return self.episode.observe(self._seat[agent])

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise BadOption("there is nobody to act: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} has to choose; None is for agents whose game is over")
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        self._cumulative_rewards[agent] = 0.0
        if self.infos[agent]:
            self.infos[agent] = {}
        try:
            self.episode.match.apply(action)
        except IllegalAction as error:
            self.infos[agent] = {"illegal": str(error)}
            self._reward({agent: self.illegal_reward})
            return
        rewards = self.episode.rewards()
        if rewards is not None:
            self._reward(dict(zip(self.possible_agents, rewards, strict=True)))
        if self.episode.match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: self.episode.result() for agent in self.agents}
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def _reward(self, rewards: dict[str, float]) -> None:
        self._rewarded = True
        for agent, reward in rewards.items():
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def render(self) -> str | None:
        text = self.episode.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""

    def state(self) -> Tensor:
        """What all seats together observe, one after the other; for critics that may see all."""
        layout, match = self.episode.layout, self.episode.match
        seats = range(self.episode.players)
        return np.concatenate([layout.of_match(match, seat) for seat in seats])

    def clone(self) -> TurnEnv:
        """An environment of its own in the same position, at little more than the cost of
        `match.clone()`."""
        other = shallow_copy(self)
        other.episode = self.episode.clone()
        other._rng = deepcopy(self._rng)
        other.agents = self.agents[:]
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in self.__dict__:
                setattr(other, name, dict(getattr(self, name)))
        return other

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> str:
        """The environment as text; any other of the same kind can `restore` it."""
        if not self.agents:
            raise BadOption("there is no match to save: call reset() first")
        return self.episode.save(
            {
                "rng": rng_state(self._rng),
                "agents": self.agents,
                "selected": self.agent_selection,
                "rewards": self.rewards,
                "cumulative": self._cumulative_rewards,
                "infos": self.infos,
                "skipped": getattr(self, "_skip_agent_selection", None),
            }
        )

    def restore(self, saved: str) -> None:
        """Go back to where `save` was called."""
        extra = self.episode.restore(saved)
        self._rng = rng_from(extra["rng"])
        self.agents = extra["agents"]
        self.agent_selection = extra["selected"]
        self.rewards = extra["rewards"]
        self._cumulative_rewards = extra["cumulative"]
        self.infos = extra["infos"]
        self.terminations = dict.fromkeys(self.agents, self.episode.match.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = extra["skipped"]
        self._rewarded = True

    def __getstate__(self) -> dict[str, Any]:
        return {"made_with": self._made_with, "saved": self.save() if self.agents else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        TurnEnv.__init__(self, **state["made_with"])
        if state["saved"] is not None:
            self.restore(state["saved"])


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


def observation_space(episode: Episode, more: int) -> spaces.Dict:
    """The space of `Episode.observe`."""
    low, high = episode.layout.low, episode.layout.high
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (episode.game.num_actions + more,), np.int8),
        }
    )
