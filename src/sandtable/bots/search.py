"""The bot that looks ahead: Monte-Carlo tree search, guided by the greedy bot's judgement."""

from __future__ import annotations

from sandtable.bots.base import Bot, BotError, Table
from sandtable.bots.engine.evaluation import Evaluation, Experience
from sandtable.bots.engine.network import Network
from sandtable.bots.engine.plan import Planner
from sandtable.bots.engine.sequential_halving import (
    CERTAINTY,
    COMPLETIONS,
    FINALISTS,
    MAX_ACTIONS,
    SequentialHalvingSearch,
)
from sandtable.bots.engine.tree import SEATS, Node, Search
from sandtable.bots.evaluations import VERSION, evaluation, experience_for_version
from sandtable.bots.networks import network
from sandtable.bots.options import number, positive, whole
from sandtable.bots.parallel import search_in_processes
from sandtable.bots.watching import SearchProgress
from sandtable.kernel.game import Game
from sandtable.kernel.match import Match
from sandtable.kernel.rng import seeded

NEVER = 10**9
UNLIMITED = 1e9
MOST_WORKERS = 64


class SearchBot(Bot):
    """Thinks ``time`` seconds per decision, or for ``iterations`` where they are given. A turn has
    many decisions, and most depends on the first: each further one may get only ``later`` seconds.

    With ``workers`` further processes search the same position from other seeds, as long or as many
    iterations each, and their statistics are added up.

    Play-outs are ``planned``: that many turns of every player, planned as the greedy player does
    (trying out ``max_actions`` actions, and of the ``finalists`` among them ``completions`` each),
    or played by a network (``tries=1``; with more ``tries`` the best of the turns it proposes;
    ``tries=0``: planned).
    Unless these options are given, the evaluation decides. ``contenders`` choices of the root are
    compared, and the tree grows below a node from ``expansion_threshold`` visits on. With
    ``planned=0`` there are many quick play-outs by guesses at first sight instead, ``turns`` long.

    A planned search ends early where the best choice leads every other by ``certainty`` standard
    errors; with ``certainty=0`` it always takes all of its time.

    ``clock=processor`` measures processor time instead of wall-clock time: fair between players on
    a machine with other work. ``version=1`` searches as version 0.1 did. The other options are
    those of `Search`."""

    name = "search"

    def __init__(
        self,
        seed: object = 0,
        time: float = 0.0,
        iterations: int = 0,
        later: float | None = None,
        workers: int = 1,
        weights: dict[str, float] | None = None,
        experience: Experience | None = None,
        exploration: float = 1.2,
        temperature: float = 1.0,
        root_temperature: float = 0.7,
        widening_base: float = 4.0,
        widening_rate: float = 1.2,
        planned: int | None = None,
        turns: int | None = None,
        tries: int | None = None,
        contenders: int | None = None,
        expansion_threshold: int | None = None,
        max_actions: int | None = None,
        completions: int | None = None,
        finalists: int | None = None,
        clock: str = "wall",
        version: int = VERSION,
        points_weight: float = 0.3,
        plan_weight: float | None = None,
        value_unit: float = 0.06,
        certainty: float = CERTAINTY,
    ) -> None:
        super().__init__(seed)
        if clock not in ("wall", "processor"):
            raise BotError(f"clock is wall or processor, not {clock!r}")
        self.workers = whole("workers", workers, 1, MOST_WORKERS)
        seconds = number("time", time, 0.0)
        self.iterations = whole("iterations", iterations, 0) or NEVER
        self.seconds = seconds if seconds else (UNLIMITED if iterations else 1.0)
        self.first = self.seconds
        self.later = self.seconds if later is None else positive("later", later)
        self.exploration = number("exploration", exploration, 0.0)
        self.temperature = positive("temperature", temperature)
        self.root_temperature = positive("root_temperature", root_temperature)
        self.widening_base = number("widening_base", widening_base, 1.0)
        self.widening_rate = number("widening_rate", widening_rate, 0.0)
        self.planned = None if planned is None else whole("planned", planned, 0)
        self.turns = None if turns is None else whole("turns", turns, 0)
        self.points_weight = number("points_weight", points_weight, 0.0, 0.99)
        self.plan_weight = None if plan_weight is None else number("plan_weight", plan_weight, 0.0)
        self.value_unit = positive("value_unit", value_unit)
        self.certainty = number("certainty", certainty, 0.0)
        self.version = whole("version", version, 1, VERSION)
        self.tries = None if tries is None else whole("tries", tries, 0)
        if self.version == 1:
            self.tries = 0
        self.contenders = None if contenders is None else whole("contenders", contenders, 2)
        self.expansion_threshold = (
            None
            if expansion_threshold is None
            else whole("expansion_threshold", expansion_threshold, 2)
        )
        self.max_actions = None if max_actions is None else whole("max_actions", max_actions, 2)
        self.completions = None if completions is None else whole("completions", completions, 1)
        self.finalists = None if finalists is None else whole("finalists", finalists, 1)
        self.processor = clock == "processor"
        self._weights = weights
        self._experience = experience
        self._rng = seeded(seed, "search bot")
        self._evaluation: Evaluation | None = None
        self._networks: dict[tuple[str, int], Network | None] = {}
        self._last: Search | None = None
        self._turn = -1
        self._known: list[int] = []  # all choices of the match when the last search began

    def choose(self, table: Table) -> int:
        legal = table.legal_actions()
        if len(legal) == 1:
            return legal[0]
        self.seconds = self.later if table.turn == self._turn else self.first
        self._turn = table.turn
        return self.think(table).best(legal)

    def think(self, table: Table) -> Search:
        """Search the decision. Quick iterations continue with the tree of the last one."""
        judge = self._evaluation
        if judge is None or judge.game is not table.game:
            experience = self._experience
            if experience is None:
                experience = experience_for_version(table.game, self.version)
            judge = evaluation(table.game, self._weights, experience)
            self._networks.clear()
            self._evaluation = judge
        seed = int(self._rng.below(1 << 30))
        match = table.resample(seed)
        planned = self.planned_for(judge, table.players)
        search = self._search(judge, match, table.seat, str(seed), planned)
        search.exploration = self.exploration
        search.temperature = self.temperature
        search.widening_base = self.widening_base
        search.widening_rate = self.widening_rate
        search.turns = planned or self.turns_for(judge)
        search.points_weight = self.points_weight
        if self.plan_weight is not None:
            search.plan_weight = self.plan_weight
        search.value_unit = self.value_unit
        search.processor = self.processor
        known = match.actions()
        if not planned:
            self._keep(search, known)
        self._last = search
        self._known = known
        watcher = self.watcher
        if watcher is not None:
            seconds = self.seconds if self.seconds < UNLIMITED else None
            progress = SearchProgress(search, table, seconds)
            search.watcher = lambda _: watcher.on_progress(progress)
        planner = Planner(judge, deepest_first=self.version == 1)
        search.set_plans(planner.plans(match), self.root_temperature)
        search_in_processes(search, self.workers, self.iterations, self.seconds)
        search.watcher = None  # it refers to the search: break the cycle
        return search

    def _search(
        self, judge: Evaluation, match: Match, seat: int, seed: str, planned: int
    ) -> Search:
        if not planned:
            return Search(judge, match, seat, seed)
        search = SequentialHalvingSearch(judge, match, seat, seed)
        search.contenders = self.contenders or search.contenders
        search.expansion_threshold = self.expansion_threshold or search.expansion_threshold
        if self.version > 1:
            search.certainty = self.certainty
            search.use_planner(
                self.max_actions or MAX_ACTIONS,
                self.completions or COMPLETIONS,
                self.finalists or FINALISTS,
            )
        tries = self.tries_for(judge, match.players)
        if tries:
            guide = self._network(match.game, match.players)
            assert guide is not None
            search.use_network(guide, tries)
        return search

    def _network(self, game: Game, players: int) -> Network | None:
        key = (game.name, players)
        if key not in self._networks:
            self._networks[key] = network(game, players)
        return self._networks[key]

    def planned_for(self, judge: Evaluation, players: int) -> int:
        """How many turns of each player are planned in play-outs: as the option says, else
        as the evaluation prefers."""
        if self.planned is not None:
            return self.planned
        length = "played" if self.tries_for(judge, players) else "planned"
        return max(1, round(judge.weights.get(length, 2.0) / players))

    def tries_for(self, judge: Evaluation, players: int) -> int:
        """How many turns a network proposes for each one of a play-out, 0 where turns are planned:
        as the option says, else as the evaluation prefers."""
        tries = self.tries
        if tries is None:
            tries = round(judge.weights.get("tries", 0.0))
        if tries and self._network(judge.game, players) is None:
            return 0
        return tries

    def turns_for(self, judge: Evaluation) -> int:
        """How long quick play-outs are: as the option says, else as the evaluation prefers."""
        if self.turns is not None:
            return self.turns
        return max(0, round(judge.weights.get("play_out", 1.0)))

    def _keep(self, search: Search, known: list[int]) -> None:
        """Continue with the subtree of the last search that belongs to this position."""
        kept = self._follow(known, search.match)
        if kept is not None and self._last is not None:
            search.root = kept
            search.start = self._last.start
            search.lowest = self._last.lowest
            search.highest = self._last.highest

    def _follow(self, known: list[int], match: Match) -> Node | None:
        """The node of the last tree that the choices since then lead to."""
        last = self._last
        before = len(self._known)
        if last is None or len(known) <= before or known[:before] != self._known:
            return None
        node: Node | None = last.root
        since = known[before:]
        for i, action in enumerate(since):
            assert node is not None
            child: Node | None = None
            for player in range(match.players):
                if i == len(since) - 1 and player != last.seat:
                    continue
                child = child or node.children.get(action * SEATS + player)
            if child is None:
                return None
            node = child
        return node
