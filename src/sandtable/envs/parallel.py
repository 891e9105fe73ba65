"""PettingZoo, all seats at once: in every cycle each acts, and all but one can only wait."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from sandtable.envs.aec import check_render_mode, metadata, observation_space, seat_names
from sandtable.envs.episode import Episode, Observation, rng_from, rng_state
from sandtable.kernel.errors import BadOption, IllegalAction, quoted

Rewards = dict[str, float]
Flags = dict[str, bool]
Infos = dict[str, dict[str, Any]]


class CycleEnv(ParallelEnv[str, Observation, int]):
    """A step is one choice of the seat that has to choose. All others give the action ``wait``,
    the last id of the action space; whatever else they give is ignored."""

    def __init__(
        self,
        name: str,
        players: int = 3,
        *,
        max_cycles: int | None = None,
        reward: str = "win",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise BadOption(f"max_cycles is a whole number from 1 up, not {quoted(max_cycles)}")
        self._made_with = {
            "name": name,
            "players": players,
            "max_cycles": max_cycles,
            "reward": reward,
            "illegal_reward": illegal_reward,
            "render_mode": render_mode,
            **options,
        }
        self.episode = Episode(name, players, reward, options)
        self.metadata = {**metadata(name), "is_parallelizable": True}
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.max_cycles = max_cycles
        self.cycles = 0
        self.possible_agents = seat_names(players)
        self.agents: list[str] = []
        self.wait: int = self.episode.game.num_actions
        self._rng = np.random.default_rng()
        self.observation_spaces = {
            agent: observation_space(self.episode, 1) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.episode.start(self._rng, options)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], Rewards, Flags, Flags, Infos]:
        if not self.agents:
            raise BadOption("there is nobody to act: call reset() first")
        seat = self.episode.match.current_player
        assert seat is not None
        agent = self.possible_agents[seat]
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        infos: Infos = {other: {} for other in agents}
        if agent not in actions:
            raise IllegalAction(f"{agent} has to choose, but there is no action for it")
        try:
            self.episode.match.apply(actions[agent])
            gained = self.episode.rewards()
            if gained is not None:
                rewards = dict(zip(agents, gained, strict=True))
        except IllegalAction as error:
            infos[agent] = {"illegal": str(error)}
            rewards[agent] = self.illegal_reward
        self.cycles += 1
        over = self.episode.match.is_over
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        observations = self._observations()
        if over:
            infos = {other: {**infos[other], **self.episode.result()} for other in agents}
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _observations(self) -> dict[str, Observation]:
        found = {}
        chooser = self.episode.match.current_player
        for seat, agent in enumerate(self.possible_agents):
            found[agent] = self.episode.observe(seat, 1)
            if seat != chooser:
                found[agent]["action_mask"][self.wait] = 1
        return found

    def render(self) -> str | None:
        text = self.episode.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> str:
        """The environment as text; any other of the same kind can `restore` it."""
        return self.episode.save(
            {"rng": rng_state(self._rng), "agents": self.agents, "cycles": self.cycles}
        )

    def restore(self, saved: str) -> None:
        """Go back to where `save` was called."""
        extra = self.episode.restore(saved)
        self._rng = rng_from(extra["rng"])
        self.agents = extra["agents"]
        self.cycles = extra["cycles"]

    def __getstate__(self) -> dict[str, Any]:
        return {"made_with": self._made_with, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        CycleEnv.__init__(self, **state["made_with"])
        self.restore(state["saved"])


def in_turns(name: str, players: int, **options: Any) -> Any:
    """The same with the seats asked one after the other within a cycle."""
    return parallel_to_aec(CycleEnv(name, players, **options))
