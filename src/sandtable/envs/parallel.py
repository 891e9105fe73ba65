"""PettingZoo, all seats at once: in every cycle each acts, and all but one can only wait."""

from __future__ import annotations

from typing import Any

from pettingzoo import ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from sandtable.envs.agents import SeatAgents
from sandtable.envs.episode import Observation, rng_state
from sandtable.kernel.errors import BadOption, IllegalAction, quoted

Rewards = dict[str, float]
Flags = dict[str, bool]
Infos = dict[str, dict[str, Any]]


class CycleEnv(SeatAgents, ParallelEnv[str, Observation, int]):
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
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise BadOption(f"max_cycles is a whole number from 1 up, not {quoted(max_cycles)}")
        self._set_up(name, players, reward, illegal_reward, render_mode, options, more_actions=1)
        self._made_with["max_cycles"] = max_cycles
        self.metadata = {**self.metadata, "is_parallelizable": True}
        self.max_cycles = max_cycles
        self.cycles = 0
        self.wait: int = self.episode.game.num_actions

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self._start(seed, options)
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
        observations = {}
        chooser = self.episode.match.current_player
        for seat, agent in enumerate(self.possible_agents):
            observations[agent] = self.episode.observe(seat, 1)
            if seat != chooser:
                observations[agent]["action_mask"][self.wait] = 1
        return observations

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> str:
        """The environment as text; any other of the same kind can `restore` it."""
        return self.episode.save(
            {"rng": rng_state(self._rng.own()), "agents": self.agents, "cycles": self.cycles}
        )

    def restore(self, saved: str) -> None:
        """Go back to where `save` was called."""
        extra = self._restore(saved)
        self.cycles = extra["cycles"]

    def __getstate__(self) -> dict[str, Any]:
        return {"made_with": self._made_with, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        CycleEnv.__init__(self, **state["made_with"])
        self.restore(state["saved"])


def in_turns(name: str, players: int, **options: Any) -> Any:
    """The same with the seats asked one after the other within a cycle."""
    return parallel_to_aec(CycleEnv(name, players, **options))
