"""Gymnasium: one seat, alone or against others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sandtable.bots.base import Bot, ask
from sandtable.bots.catalog import make
from sandtable.envs.agents import RENDER_MODES, check_render_mode, observation_space
from sandtable.envs.episode import Episode, Mask, Observation, rng_from, rng_state, shallow_copy
from sandtable.kernel.errors import BadOption, IllegalAction, quoted

#: Somebody at another seat: a bot by its name and options, or a function from an observation (with
#: its mask) to an action.
Opponent = str | Callable[[Observation], Any]


class SoloEnv(gymnasium.Env[Observation, np.int64]):
    """One seat, alone or against ``opponents`` who choose between its own choices.

    ``seat`` is the learner's, counted from 0; "random" draws one for every match. An action that is
    not on offer changes nothing, costs ``illegal_reward`` and is explained in the info. When the
    game is over the info has ``scores``, ``winners`` and ``breakdown``.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        players: int = 1,
        *,
        opponents: Opponent | Sequence[Opponent] = (),
        seat: int | str = 0,
        reward: str = "score",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        self._made_with = {
            "name": name,
            "players": players,
            "opponents": opponents,
            "seat": seat,
            "reward": reward,
            "illegal_reward": illegal_reward,
            "render_mode": render_mode,
            **options,
        }
        self.episode = Episode(name, players, reward, options)
        self.opponents = _opponents(players, opponents)
        if seat != "random" and seat not in range(players):
            raise BadOption(
                f"seat is a number from 0 to {players - 1}, or 'random', not {quoted(seat)}"
            )
        self._wanted_seat = seat
        self.seat = 0 if isinstance(seat, str) else seat
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self.observation_space = observation_space(self.episode)
        self.action_space = spaces.Discrete(self.episode.game.num_actions)
        self._players: list[Bot | Callable[[Observation], Any]] = []
        self._shares_rng = False  # with a clone
        self._others()

    @property
    def np_random(self) -> np.random.Generator:
        """The generator of random numbers. Clones share it until one of them needs it."""
        if self._shares_rng:
            self._np_random = deepcopy(self._np_random)
            self._shares_rng = False
        return super().np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random = value
        self._np_random_seed = -1  # unknown, as Gymnasium has it
        self._shares_rng = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match. The option ``match_seed`` takes the one of ``game.new(seed=...)``."""
        super().reset(seed=seed)
        self.episode.start(self.np_random, options)
        if self._wanted_seat == "random":
            self.seat = int(self.np_random.integers(self.episode.players))
        self._others()
        self._wait()
        return self.episode.observe(self.seat), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        match = self.episode.match
        reward = 0.0
        info: dict[str, Any] = {}
        try:
            match.apply(action)
            gained = self.episode.rewards()
            if gained is not None:
                reward = gained[self.seat]
            reward += self._wait()
        except IllegalAction as error:
            reward = self.illegal_reward
            info["illegal"] = str(error)
        if match.is_over:
            info.update(self.episode.result())
        if self.render_mode == "human":
            self.render()
        return self.episode.observe(self.seat), reward, match.is_over, False, info

    def _others(self) -> None:
        """New bots for a new match, each with a seed of its own."""
        seed = self.episode.match.seed
        self._players = [
            make(one, f"{seed} opponent {i}") if isinstance(one, str) else one
            for i, one in enumerate(self.opponents)
        ]

    def _wait(self) -> float:
        """Let the others choose until it is the learner's turn; returns what that was worth to the
        learner."""
        worth = 0.0
        match = self.episode.match
        while (chooser := match.current_player) is not None and chooser != self.seat:
            if not self._players:
                self._others()
            other = self._players[chooser - (chooser > self.seat)]
            if isinstance(other, Bot):
                match.apply(ask(other, match))
            else:
                match.apply(other(self.episode.observe(chooser)))
            gained = self.episode.rewards()
            if gained is not None:
                worth += gained[self.seat]
        return worth

    def action_masks(self) -> Mask:
        """The mask alone, by the name that libraries for masked actions ask for."""
        return self.episode.mask()

    def render(self) -> str | None:
        return self.episode.render(self.render_mode)

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> str:
        """The environment as text; any other of the same kind can `restore` it."""
        return self.episode.save({"rng": rng_state(self.np_random), "seat": self.seat})

    def restore(self, saved: str) -> Observation:
        """Go back to where `save` was called; returns the observation there."""
        extra = self.episode.restore(saved)
        self.np_random = rng_from(extra["rng"])
        self.seat = extra["seat"]
        self._players = []
        return self.episode.observe(self.seat)

    def clone(self) -> SoloEnv:
        """An environment of its own in the same position, at little more than the cost of
        `match.clone()`. What its bots remember starts again."""
        other = shallow_copy(self)
        other.episode = self.episode.clone()
        self._shares_rng = other._shares_rng = self._np_random is not None
        other._players = []
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {"made_with": self._made_with, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        SoloEnv.__init__(self, **state["made_with"])
        self.restore(state["saved"])


def _opponents(players: int, opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """One for each other seat; a single one sits at all of them."""
    if isinstance(opponents, str) or callable(opponents):
        return [opponents] * (players - 1)
    if len(opponents) != players - 1:
        raise BadOption(
            f"with {players} players there are {players - 1} opponents, not {len(opponents)}; "
            "name one for each of the other seats, or a single one for all"
        )
    return list(opponents)
