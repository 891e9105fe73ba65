"""Many games at once with an agent for each seat, in the manner of PettingZoo.

The agents are ``seat_0``, ``seat_1`` and so on. Each has to choose in some of the games; a step
takes the actions of all of them. What an agent learns with its next choice in a game covers
everything since its last one there, whatever the others did in between.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable.envs.agents import box_and_mask, seat_names
from sandtable.envs.episode import Observation
from sandtable.envs.vectorized import VectorGames
from sandtable.kernel.errors import BadOption, IllegalAction, quoted

Rows = NDArray[np.int64]


class MultiAgentGames:
    """``num_envs`` games in which every seat is an agent.

    A game that ends is followed by the next one of its row in the same step. Each agent hears of
    the end with its first choice in the new game: `last` then says that its episode there was
    terminated, with the rewards of the game that ended.
    """

    def __init__(self, name: str, players: int = 2, num_envs: int = 64, **options: Any) -> None:
        self.games = VectorGames(name, players, num_envs, **options)
        self.num_envs = num_envs
        self.possible_agents = seat_names(players)
        self.agents = self.possible_agents[:]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # What each seat has gained in each row since it last chose there, and whether a game ended.
        self._gained = np.zeros((num_envs, players), np.float32)
        self._ended = np.zeros((num_envs, players), np.bool_)
        self.observation_spaces = {
            agent: box_and_mask(self.games.layout, self.games.game.num_actions)
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.games.game.num_actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of one row of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        return self.action_spaces[agent]

    # -- playing -------------------------------------------------------------------------------

    def reset(self, seed: int | str | Sequence[int | str] = 0) -> None:
        """New games. One seed gives every row its own; a list names the seed of each row."""
        self.games.reset(seed)
        self._gained[:] = 0
        self._ended[:] = False

    def rows(self, agent: str) -> Rows:
        """The games in which the agent has to choose now."""
        return np.flatnonzero(self.games.seats == self._seat_of(agent))

    def agent_iter(self) -> Iterator[str]:
        """The agents that have to choose somewhere, each once."""
        for agent in self.agents:
            if len(self.rows(agent)):
                yield agent

    def last(
        self, agent: str
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Any]:
        """Observations, rewards, terminations, truncations and info of the rows in which the agent
        has to choose; ``info["rows"]`` says which. Rewards are the sum since the agent's last
        choice in the row. Where an episode was terminated, ``info["scores"]`` has the scores,
        ``info["results"]`` also winners and breakdown (None for other rows), and the observation is
        the first one of the next game."""
        rows, seat = self.rows(agent), self._seat_of(agent)
        observation = {
            "observation": self.games.observations[rows],
            "action_mask": self.games.masks[rows],
        }
        ended = self._ended[rows, seat]
        info: dict[str, Any] = {"rows": rows}
        if ended.any():
            info["scores"] = self.games.scores[rows]
            info["results"] = [
                self.games.result(row) if over else None
                for row, over in zip(rows.tolist(), ended.tolist(), strict=True)
            ]
        return observation, self._gained[rows, seat], ended, np.zeros_like(ended), info

    def step(self, actions: Mapping[str, Any]) -> int:
        """One choice in every game: for each agent an action for each of its rows, in the order of
        `rows`. Returns how many games ended. An action that is not on offer raises IllegalAction,
        and then nothing has changed anywhere."""
        chosen = np.zeros(self.num_envs, np.int64)
        for agent in actions:
            self._seat_of(agent)
        for agent in self.agents:
            rows = self.rows(agent)
            own = np.asarray(actions.get(agent, []))
            if own.shape != rows.shape or (len(rows) and own.dtype.kind not in "iu"):
                raise IllegalAction(
                    f"{agent} has to choose in {len(rows)} games: give a flat list of as many "
                    "whole numbers"
                )
            chosen[rows] = own
        acted = self.games.seats.copy()
        ended = self.games.step(chosen)
        each = np.arange(self.num_envs)
        self._gained[each, acted] = 0
        self._ended[each, acted] = False
        self._gained += self.games.rewards
        self._ended |= self.games.dones[:, None]
        return ended

    def state(self) -> NDArray[np.float32]:
        """What all seats of each game together observe, for critics that may see all."""
        return self.games.state()

    def random_actions(self, rng: np.random.Generator) -> dict[str, Rows]:
        """Legal actions for all agents."""
        chosen = self.games.random_actions(rng)
        return {agent: chosen[self.rows(agent)] for agent in self.agents}

    def _seat_of(self, agent: str) -> int:
        if agent not in self._seat:
            raise BadOption(
                f"there is no agent {quoted(agent)}; there are {', '.join(self.possible_agents)}"
            )
        return self._seat[agent]

    # -- saving --------------------------------------------------------------------------------

    def save(self) -> str:
        """Everything as text; `restore` of the same kind takes it."""
        return json.dumps(
            {
                "games": self.games.save(),
                "gained": self._gained.tolist(),
                "ended": self._ended.tolist(),
            }
        )

    def restore(self, text: str) -> None:
        """Back to where `save` was called."""
        try:
            saved = json.loads(text)
            games, gained, ended = saved["games"], saved["gained"], saved["ended"]
        except (TypeError, ValueError, KeyError):
            raise BadOption("this was not saved by games with agents") from None
        self.games.restore(games)
        self._gained[:] = gained
        self._ended[:] = ended
