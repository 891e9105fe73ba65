"""The bot that chooses by its network: nearly as good as greedy, and far quicker."""

from __future__ import annotations

from sandtable.bots import networks
from sandtable.bots.engine.network import Network
from sandtable.bots.engine.plan import Planner
from sandtable.bots.evaluations import evaluation
from sandtable.bots.greedy import GreedyBot
from sandtable.bots.options import whole
from sandtable.kernel.game import Game

#: Without a network the evaluation rates: so many actions are tried out, with so many completions.
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
        self.tries = whole("tries", tries, 1)
        self.completions = whole("completions", completions, 1)
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
