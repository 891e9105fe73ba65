"""PettingZoo, one seat after the other (AEC)."""

from __future__ import annotations

from typing import Any, Self

from pettingzoo import AECEnv

from sandtable.envs.agents import SeatAgents
from sandtable.envs.episode import Observation, rng_state
from sandtable.kernel.errors import BadOption, IllegalAction


class TurnEnv(SeatAgents, AECEnv[str, Observation, int | None]):
    """The agents are ``seat_0``, ``seat_1`` and so on; the one that has to choose is selected.

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
        self._set_up(name, players, reward, illegal_reward, render_mode, options)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    # -- playing -------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. Without a seed it follows from the one before. The option ``match_seed``
        takes the match that ``game.new(seed=...)`` would give."""
        self._start(seed, options)
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

    def clone(self) -> Self:
        """An independent environment in the same position, at little more than the cost of
        `match.clone()`."""
        other = super().clone()
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
                "rng": rng_state(self._rng.own()),
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
        extra = self._restore(saved)
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
