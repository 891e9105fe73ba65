"""What all environments share: a match under way, observations, rewards, saving."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandtable.envs.batch import REWARDS, final_rewards
from sandtable.envs.layouts import layout
from sandtable.kernel.edition import digest
from sandtable.kernel.errors import BadOption, quoted
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as load
from sandtable.observation.tensors import Layout, Tensor

FORMAT = 1
#: Where the seeds of matches come from: those that a signed 32-bit number can hold.
SEEDS = 2**31

T = TypeVar("T")
Observation = dict[str, Any]
Mask = NDArray[np.int8]


class Episode:
    """Matches of one game with one number of players, one at a time."""

    def __init__(self, name: str, players: int, reward: str, options: dict[str, Any]) -> None:
        if reward not in REWARDS:
            raise BadOption(f"reward is one of {', '.join(REWARDS)}, not {quoted(reward)}")
        self.game, options = game_with(name, options)
        self.players = players
        self.reward = reward
        self.layout: Layout = layout(self.game, players, options.pop("layout", None))
        self.options = options
        self.match: Match = self.game.new(players, 0, **options)
        self.scores: list[int] = self.match.scores()

    def start(self, rng: np.random.Generator, options: dict[str, Any] | None) -> None:
        """Set up a match. The option ``match_seed`` chooses which one."""
        seed: object = (options or {}).get("match_seed")
        if seed is None:
            seed = int(rng.integers(SEEDS))
        self._begin(self.game.new(self.players, seed, **self.options))

    def _begin(self, match: Match) -> None:
        self.match = match
        self.scores = match.scores()

    # -- observing -----------------------------------------------------------------------------

    def observe(self, seat: int, more: int = 0) -> Observation:
        """What a seat observes. ``more`` actions beyond the game's are left open in the mask."""
        match = self.match
        actions = match.legal_actions() if match.current_player == seat else []
        mask = mask_of(actions, self.game.num_actions + more)
        return {"observation": self.layout.of_match(match, seat), "action_mask": mask}

    def mask(self) -> Mask:
        """Which actions are legal for the seat to choose: 1 or 0 by action id."""
        return mask_of(self.match.legal_actions(), self.game.num_actions)

    def state(self) -> Tensor:
        """What all seats together observe, one after the other."""
        layout, match = self.layout, self.match
        return np.concatenate([layout.of_match(match, seat) for seat in range(self.players)])

    # -- rewards -------------------------------------------------------------------------------

    def rewards(self) -> list[float] | None:
        """What the last choice was worth to each seat; None where it was worth nothing."""
        match = self.match
        if self.reward == "score":
            before = self.scores
            self.scores = match.scores()
            if self.scores == before:
                return None
            return [float(now - then) for now, then in zip(self.scores, before, strict=True)]
        if not match.is_over:
            return None
        return final_rewards(self.reward, match.winners(), match.scores())

    def result(self) -> dict[str, Any]:
        """How a finished game ended."""
        return result_of(self.match)

    # -- saving --------------------------------------------------------------------------------

    def clone(self) -> Episode:
        """A match of its own in the same position."""
        other = shallow_copy(self)
        other.match = self.match.clone()
        return other

    def save(self, extra: dict[str, Any]) -> str:
        """The match, and what the environment adds, as a line of JSON."""
        match = self.match
        saved = {
            "format": FORMAT,
            "game": self.game.name,
            "edition": digest(self.game.edition),
            "players": self.players,
            "options": match.options,
            "reward": self.reward,
            "seed": match.seed,
            "actions": match.actions(),
            **extra,
        }
        return json.dumps(saved)

    def restore(self, text: str) -> dict[str, Any]:
        """The match that was saved; returns what the environment had added."""
        own = {
            "game": self.game.name,
            "edition": digest(self.game.edition),
            "players": self.players,
            "reward": self.reward,
        }
        saved = read_saved(text, FORMAT, own)
        match = self.game.new(self.players, saved["seed"], **saved["options"])
        for action in saved["actions"]:
            match.apply(action)
        self._begin(match)
        return saved

    # -- for people ----------------------------------------------------------------------------

    def render(self, mode: str | None) -> str | None:
        """The position as text: printed for people, else returned."""
        if mode == "human":
            print(self.text())
            return None
        return self.text()

    def text(self) -> str:
        """The position in a few lines."""
        match = self.match
        scores = ", ".join(f"seat {seat + 1} {score}" for seat, score in enumerate(match.scores()))
        lines = [f"{self.game.title}, turn {match.turn_number()}: {scores}", *match.lines(None)]
        seat = match.current_player
        if seat is None:
            winners = " and ".join(f"seat {winner + 1}" for winner in match.winners())
            lines.append(f"The game is over, won by {winners or 'nobody'}.")
        else:
            lines.append(f"Seat {seat + 1} is to choose. {match.prompt()}")
        return "\n".join(lines)


def game_with(name: str, options: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
    """A game in the edition among the options, and the other options."""
    others = dict(options)
    edition = others.pop("edition", None)
    game = load(name)
    return game if edition is None else game.in_edition(edition), others


def result_of(match: Match) -> dict[str, Any]:
    """How a finished game ended."""
    return {
        "scores": match.scores(),
        "winners": match.winners(),
        "breakdown": match.breakdown(),
    }


def read_saved(text: str, format: int, own: dict[str, Any]) -> dict[str, Any]:
    """What was saved as JSON; raises BadOption where it was not by us, or with other values."""
    try:
        saved = json.loads(text)
    except (TypeError, ValueError):
        saved = None
    if not isinstance(saved, dict) or saved.get("format") != format:
        raise BadOption("this was not saved by an environment of this version of Sandtable")
    for word, value in own.items():
        if saved.get(word) != value:
            raise BadOption(f"saved with {word} {saved.get(word)!r}, but this is {value!r}")
    return saved


def shallow_copy(of: T) -> T:
    """Another object with the same fields, without the way through saving and restoring."""
    other = object.__new__(type(of))
    other.__dict__.update(of.__dict__)
    return other


def mask_of(actions: list[int], size: int) -> Mask:
    """1 at the actions, 0 elsewhere. There are but a few as a rule, and for those a loop is much
    quicker than NumPy with a list of indices."""
    mask = bytearray(size)
    for action in actions:
        mask[action] = 1
    return np.frombuffer(mask, np.int8)


class SharedRng:
    """A generator of random numbers that clones share until one of them needs it: copying one
    costs many times as much as a match."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._is_shared = False

    def own(self) -> np.random.Generator:
        """The generator, to draw from."""
        if self._is_shared:
            self._rng = deepcopy(self._rng)
            self._is_shared = False
        return self._rng

    def clone(self) -> SharedRng:
        other = SharedRng(self._rng)
        self._is_shared = other._is_shared = True
        return other


def rng_state(rng: np.random.Generator) -> Any:
    """A generator as plain data."""
    return rng.bit_generator.state


def rng_from(state: Any) -> np.random.Generator:
    rng = np.random.default_rng(0)
    rng.bit_generator.state = state
    return rng
