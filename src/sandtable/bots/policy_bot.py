"""The bot that chooses by its network: nearly as good as greedy, and far quicker."""

from __future__ import annotations

from sandtable.bots import networks
from sandtable.bots.base import BotError
from sandtable.bots.engine.network import Network
from sandtable.bots.engine.plan import Planner
from sandtable.bots.evaluations import evaluation
from sandtable.bots.greedy import GreedyBot
from sandtable.kernel.game import Game

#: Without a network, the actions and completions the evaluation's guesses are good enough for.
GUESSED, GUESSED_COMPLETIONS = 8, 4


class PolicyBot(GreedyBot):
    """Tries out the turns that begin with the ``tries`` actions its network likes best, each
    completed in the ``completions`` ways it likes best, and takes the best of them."""

    name = "policy"

    def __init__(
        self,
        seed: object = 0,
        tries: int = 3,
        completions: int = 1,
        network: Network | None = None,
    ) -> None:
        super().__init__(seed)
        for word, number in (("tries", tries), ("completions", completions)):
            if number < 1 or number != int(number):
                raise BotError(f"{word} is a whole number from 1, not {number}")
        self.tries = int(tries)
        self.completions = int(completions)
        self._network = network  # instead of the one that comes with the game

    def planner_for(self, game: Game, players: int) -> Planner:
        planner = self._planner
        if planner is None or planner.evaluation.game is not game:
            judge = evaluation(game)
            guide = self._network or networks.network(game, players)
            if guide is None:
                planner = Planner(judge, GUESSED, GUESSED_COMPLETIONS)
            else:
                planner = Planner(judge, self.tries, self.completions, guide)
            self._planner = planner
        return planner
