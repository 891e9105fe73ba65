"""OpenSpiel: every game as a Python game registered there.

Chance comes first: a few chance nodes draw the seed of the match, byte by byte. From then on only
players act; what the seed decides stays hidden behind the observer until it is revealed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

from sandtable.envs.batch import final_rewards
from sandtable.envs.layouts import layout
from sandtable.envs.openspiel_observers import (
    InformationStateObserver,
    Memory,
    PrivateObserver,
    PublicObserver,
    SeatObserver,
    memory_of,
)
from sandtable.kernel.errors import BadOption, SandtableError
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.registry import game as load
from sandtable.kernel.registry import games
from sandtable.observation.tensors import Layout

PREFIX = "sandtable_"
CHANCE_NODES = 4
OUTCOMES = 256
#: More choices than any game comes near, and more points than anybody makes.
MAX_LENGTH = 20_000
MAX_SCORE = 1_000

_outcomes = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
_types: dict[str, pyspiel.GameType] = {}


def openspiel_game(name: str, players: int = 2, **options: Any) -> pyspiel.Game:
    """A game, loaded through OpenSpiel's registry."""
    game = load(name)
    game.check_players(players)
    register(name)
    return pyspiel.load_game(PREFIX + name, {"players": players, **_given(game, players, options)})


def register(name: str) -> None:
    """Make a game known to OpenSpiel; once is enough."""
    if name in _types:
        return
    _types[name] = _game_type(load(name), pyspiel.GameType.Utility.ZERO_SUM)
    pyspiel.register_game(_types[name], _creator(name))


def _game_type(game: Game, utility: pyspiel.GameType.Utility) -> pyspiel.GameType:
    defaults = {option["name"]: option["default"] for option in game.option_help()}
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(2, game.max_players), **defaults},
    )


def register_all() -> None:
    """Make all games known to OpenSpiel, for loading them by name."""
    for name in games():
        register(name)


def _creator(name: str) -> type[SpielGame]:
    """What OpenSpiel calls to make a game. A class, because OpenSpiel lets go of it when Python
    has already gone: a function would then be freed, a class refers to itself and stays."""

    class Made(SpielGame):
        def __init__(self, params: dict[str, Any]) -> None:
            super().__init__(name, params)

    return Made


def _given(game: Game, players: int, options: dict[str, Any]) -> dict[str, Any]:
    """The options that OpenSpiel has to be told: those that differ from the defaults."""
    resolved = game.resolve_options(players, dict(options))
    usual = {option["name"]: option["default"] for option in game.option_help()}
    return {word: value for word, value in resolved.items() if value != usual.get(word)}


class SpielGame(pyspiel.Game):
    """A game with its number of players and options."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        self.game: Game = load(name)
        given = dict(params)
        self.players: int = given.pop("players")
        self.options: dict[str, Any] = _given(self.game, self.players, self._asked(given))
        alone = self.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=OUTCOMES,
            num_players=self.players,
            min_utility=-float(MAX_SCORE) if alone else -1.0,
            max_utility=float(MAX_SCORE) if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=MAX_LENGTH,
        )
        self.layout: Layout = layout(self.game, self.players)
        # Alone one plays for points, so there is no sum to keep.
        general = pyspiel.GameType.Utility.GENERAL_SUM
        kind = _game_type(self.game, general) if alone else _types[name]
        super().__init__(kind, info, {"players": self.players, **self.options})

    def _asked(self, params: dict[str, Any]) -> dict[str, Any]:
        """Options without those at their usual value: not every number of players has them all."""
        usual = {option["name"]: option["default"] for option in self.game.option_help()}
        return {word: value for word, value in params.items() if value != usual[word]}

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (self.game.name, self.players, self.options)

    def max_chance_nodes_in_history(self) -> int:
        return CHANCE_NODES

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SeatObserver | InformationStateObserver | PublicObserver | None:
        """Observers of what a player sees now, of all a player has seen and chosen (perfect
        recall), of what everybody may know, and of what a player knows beyond that. None for any
        other kind."""
        if params:
            raise BadOption(f"observers have no parameters, not {sorted(params)}")
        if iig_obs_type is None:
            return SeatObserver(self.layout)
        private = pyspiel.PrivateInfoType
        kind = (iig_obs_type.public_info, iig_obs_type.private_info, iig_obs_type.perfect_recall)
        if kind == (True, private.SINGLE_PLAYER, False):
            return SeatObserver(self.layout)
        if kind == (True, private.SINGLE_PLAYER, True):
            return InformationStateObserver(self.layout)
        if kind == (True, private.NONE, False):
            return PublicObserver()
        if kind == (False, private.SINGLE_PLAYER, False):
            return PrivateObserver()
        return None


class SpielPosition:
    """The part of a state that is ours: the seed so far, then the match."""

    __slots__ = ("_memory", "drawn", "match", "spiel_game")

    def __init__(
        self,
        spiel_game: SpielGame,
        drawn: list[int],
        match: Match | None,
        memory: Memory | None = None,
    ) -> None:
        self.spiel_game = spiel_game
        self.drawn = drawn
        self.match = match
        self._memory = memory  # made when it is asked for, kept up from then on

    def draw(self, outcome: int) -> None:
        self.drawn.append(outcome)
        if len(self.drawn) == CHANCE_NODES:
            self.match = self._new_match()

    def _new_match(self) -> Match:
        seed = int.from_bytes(bytes(self.drawn), "big")
        made = self.spiel_game
        return made.game.new(made.players, seed, **made.options)

    def apply(self, action: int) -> None:
        match = self.match
        assert match is not None
        if self._memory is not None:
            self._memory.add(match, action)
        match.apply(action)

    def memory(self) -> Memory:
        """What each player has seen and chosen. The first time the match is played again."""
        if self._memory is None:
            assert self.match is not None
            self._memory = memory_of(
                self.spiel_game.layout, self._new_match(), self.match.actions()
            )
        return self._memory

    def resample(self, player: int, seed: int) -> None:
        """Redraw what the player cannot know."""
        assert self.match is not None
        self.memory()  # what was seen cannot be found out afterwards
        self.match = self.match.resample(player, seed)

    def __deepcopy__(self, memo: object) -> SpielPosition:
        match, memory = self.match, self._memory
        return SpielPosition(
            self.spiel_game,
            self.drawn[:],
            None if match is None else match.clone(),
            None if memory is None else memory.copy(),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        match = self.match
        if match is not None and match.seed is None:
            raise SandtableError("a resampled state cannot be stored: it has no seed")
        actions = [] if match is None else match.actions()
        made = self.spiel_game
        return rebuild, (made.game.name, made.players, made.options, self.drawn, actions)


def load_game(name: str, players: int, options: dict[str, Any]) -> SpielGame:
    """A game again from what `SpielGame` was stored as."""
    game = openspiel_game(name, players, **options)
    assert isinstance(game, SpielGame)
    return game


def load_state(game: SpielGame, text: str) -> SpielState:
    """A state again from what `SpielState` was stored as."""
    state: SpielState = game.deserialize_state(text)
    return state


def rebuild(
    name: str, players: int, options: dict[str, Any], drawn: list[int], actions: list[int]
) -> SpielPosition:
    """A position again from what `SpielPosition` was stored as."""
    spiel_game = load_game(name, players, options)
    position = SpielPosition(spiel_game, [], None)
    for outcome in drawn:
        position.draw(outcome)
    if position.match is not None:
        for action in actions:
            position.match.apply(action)
    return position


class SpielState(pyspiel.State):
    """A match as OpenSpiel sees it. Copies and stores what it holds in ``position`` only."""

    def __init__(self, spiel_game: SpielGame) -> None:
        super().__init__(spiel_game)
        self.position = SpielPosition(spiel_game, [], None)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_state, (self.position.spiel_game, self.serialize())

    @property
    def match(self) -> Match | None:
        """The match; None while chance has not drawn its seed."""
        return self.position.match

    def current_player(self) -> int:
        match = self.position.match
        if match is None:
            return int(pyspiel.PlayerId.CHANCE)
        player = match.current_player
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def is_terminal(self) -> bool:
        match = self.position.match
        return match is not None and match.is_over

    def is_chance_node(self) -> bool:
        return self.position.match is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.position.match is not None:
            raise BadOption("this is not a chance node")
        return _outcomes

    def _legal_actions(self, player: int) -> list[int]:
        match = self.position.match
        return [] if match is None else match.legal_actions()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The same without the way through C++ and back."""
        match = self.position.match
        if match is None:
            return list(range(OUTCOMES)) if player is None or player < 0 else []
        if player is None or player == match.current_player:
            return match.legal_actions()
        return []

    def _apply_action(self, action: int) -> None:
        if self.position.match is None:
            self.position.draw(action)
        else:
            self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        match = self.position.match
        return f"seed byte {action}" if match is None else match.action_to_str(action)

    def returns(self) -> list[float]:
        """Nothing before the end; then 1 shared by the winners and -1 by the others, alone the
        score."""
        match = self.position.match
        players = self.position.spiel_game.players
        if match is None or not match.is_over:
            return [0.0] * players
        if players == 1:
            return [float(match.scores()[0])]
        return final_rewards("win", match.winners(), match.scores())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A copy that agrees with all the player knows, the rest redrawn."""
        if self.position.match is not None:
            self.position.memory()  # once here, not in each of many copies
        copy: SpielState = self.clone()
        if copy.position.match is not None:
            copy.position.resample(player, int(sampler() * 2**53))
        return copy

    def __str__(self) -> str:
        match = self.position.match
        if match is None:
            return f"seed {self.position.drawn}"
        moves = " ".join(str(action) for action in match.actions())
        return f"seed {match.seed}: {moves}"
