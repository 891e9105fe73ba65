"""The bot that looks ahead: Monte-Carlo tree search, guided by the greedy bot's judgement."""

from __future__ import annotations

from sandtable.bots.base import Bot, BotError, Table
from sandtable.bots.engine.evaluation import Evaluation, Experience
from sandtable.bots.engine.plan import Planner
from sandtable.bots.engine.sequential_halving import SequentialHalvingSearch
from sandtable.bots.engine.tree import SEATS, Node, Search
from sandtable.bots.evaluations import evaluation
from sandtable.bots.parallel import together
from sandtable.kernel.match import Match
from sandtable.kernel.rng import seeded

NEVER = 10**9
MOST_WORKERS = 64


class SearchBot(Bot):
    """Thinks ``time`` seconds per decision, or ``iterations`` where they are given.

    With ``workers`` further processes search the same position from other seeds, as long or as many
    iterations each, and the visits of all are added up.

    Play-outs are ``careful``: so many turns of every player, planned like the greedy player's. With
    ``careful=0`` they are many quick ones instead, ``turns`` long."""

    name = "search"

    def __init__(
        self,
        seed: object = 0,
        time: float = 0.0,
        iterations: int = 0,
        workers: int = 1,
        weights: dict[str, float] | None = None,
        experience: Experience | None = None,
        explore: float = 1.2,
        heat: float = 1.0,
        root_heat: float = 0.7,
        widen: float = 4.0,
        wider: float = 1.2,
        careful: int | None = None,
        turns: int | None = None,
        own: float = 0.3,
        trust: float | None = None,
        unit: float = 0.06,
    ) -> None:
        super().__init__(seed)
        if time < 0:
            raise BotError(f"time is a number of seconds, not {time}")
        if iterations < 0 or iterations != int(iterations):
            raise BotError(f"iterations is a whole number, not {iterations}")
        if workers != int(workers) or not 1 <= workers <= MOST_WORKERS:
            raise BotError(f"workers is a whole number from 1 to {MOST_WORKERS}, not {workers}")
        for name, length in (("careful", careful), ("turns", turns)):
            if length is not None and (length < 0 or length != int(length)):
                raise BotError(f"{name} is a whole number of turns, 0 or more, not {length}")
        self.workers = int(workers)
        self.seconds = float(time) if time else (1e9 if iterations else 1.0)
        self.iterations = int(iterations) or NEVER
        self.explore = float(explore)
        self.heat = float(heat)
        self.root_heat = float(root_heat)
        self.widen = float(widen)
        self.wider = float(wider)
        self.careful = None if careful is None else int(careful)
        self.turns = None if turns is None else int(turns)
        self.own = float(own)
        self.trust = None if trust is None else float(trust)
        self.unit = float(unit)
        self._weights = weights
        self._experience = experience
        self._rng = seeded(seed, "search bot")
        self._evaluation: Evaluation | None = None
        self._last: Search | None = None
        self._known: list[int] = []  # all choices of the match when the last search began

    def choose(self, table: Table) -> int:
        legal = table.legal_actions()
        if len(legal) == 1:
            return legal[0]
        search = self.think(table)
        return search.best(legal)

    def think(self, table: Table) -> Search:
        """Search the decision. Quick iterations go on with the tree of the last one."""
        judge = self._evaluation
        if judge is None or judge.game is not table.game:
            judge = evaluation(table.game, self._weights, self._experience)
            self._evaluation = judge
        number = int(self._rng.below(1 << 30))
        match = table.resample(number)
        careful = self.careful_for(judge, table.players)
        kind = SequentialHalvingSearch if careful else Search
        search = kind(judge, match, table.seat, str(number))
        search.explore = self.explore
        search.heat = self.heat
        search.widen = self.widen
        search.wider = self.wider
        search.turns = careful or self.turns_for(judge)
        search.own = self.own
        if self.trust is not None:
            search.trust = self.trust
        search.unit = self.unit
        known = match.actions()
        if not careful:
            self._keep(search, known)
        self._last = search
        self._known = known
        search.guide(Planner(judge).plans(match), self.root_heat)
        together(search, self.workers, self.iterations, self.seconds)
        return search

    def careful_for(self, judge: Evaluation, players: int) -> int:
        """How many turns of each player are planned in play-outs: as asked for, else as the
        evaluation likes them."""
        if self.careful is not None:
            return self.careful
        return max(1, round(judge.weights.get("planned", 2.0) / players))

    def turns_for(self, judge: Evaluation) -> int:
        """How long quick play-outs are: as asked for, else as the evaluation likes them."""
        if self.turns is not None:
            return self.turns
        return max(0, round(judge.weights.get("play_out", 1.0)))

    def _keep(self, search: Search, known: list[int]) -> None:
        """Go on with the part of the last tree that is still ahead."""
        kept = self._follow(known, search.match)
        if kept is not None and self._last is not None:
            search.root = kept
            search.start = self._last.start
            search.lowest = self._last.lowest
            search.highest = self._last.highest

    def _follow(self, known: list[int], match: Match) -> Node | None:
        """The node of the last tree that stands for the choices made since."""
        last = self._last
        before = len(self._known)
        if last is None or len(known) <= before or known[:before] != self._known:
            return None
        node: Node | None = last.root
        made = known[before:]
        for i, action in enumerate(made):
            assert node is not None
            found: Node | None = None
            for player in range(match.players):
                if i == len(made) - 1 and player != last.seat:
                    continue
                found = found or node.children.get(action * SEATS + player)
            if found is None:
                return None
            node = found
        return node
