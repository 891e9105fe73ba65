"""Resafa as the kernel sees it."""

from __future__ import annotations

from typing import Any

from sandtable.games.resafa import flow, names
from sandtable.games.resafa.check import check
from sandtable.games.resafa.codebook import Codes
from sandtable.games.resafa.effect_run import Effects
from sandtable.games.resafa.loading import load, standard
from sandtable.games.resafa.rules import Rules
from sandtable.games.resafa.setup import set_up
from sandtable.games.resafa.state import State
from sandtable.games.resafa.turn import Turn
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Decision, Event, Flow, Game
from sandtable.kernel.rng import seeded


def make() -> Resafa:
    return Resafa(standard())


class Resafa(Game):
    name = "resafa"
    title = "Resafa"
    min_players = 1
    max_players = 4
    rules_version = 1

    def __init__(self, edition: dict[str, Any]) -> None:
        self.components = load(edition)
        self.codes = Codes(self.components)
        super().__init__(edition, self.codes.book)
        self.rules = Rules(self.components, self.codes)
        self.runner = Effects()

    # -- options and editions ------------------------------------------------------------------

    def settle_options(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        advanced = options.pop("advanced", False)
        if not isinstance(advanced, bool):
            raise BadOption(f"advanced is true or false, not {advanced!r}")
        if options:
            raise BadOption(f"Resafa has no option {sorted(options)[0]!r}; it has advanced")
        return {"advanced": advanced}

    def option_help(self) -> list[dict[str, Any]]:
        return [
            {
                "name": "advanced",
                "values": [False, True],
                "default": False,
                "players": [1, 2, 3, 4],
                "help": "All players know which special cards are not in this game.",
            },
        ]

    def check_edition(self, edition: dict[str, Any]) -> list[str]:
        return check(edition)

    def with_edition(self, edition: dict[str, Any]) -> Resafa:
        return Resafa(edition)

    # -- the rules -----------------------------------------------------------------------------

    def setup(self, players: int, seed: object, options: dict[str, Any]) -> State:
        s = State(players, seeded(seed, "resafa"))
        s.advanced = bool(options["advanced"])
        set_up(s, self.rules, self.runner)
        return s

    def turn(self, state: State, log: list[Event] | None, known: Decision | None) -> Flow:
        t = Turn(state, self.rules, self.runner, log)
        if state.phase == names.PLAYING:
            if state.bots_turn():
                return flow.bot_turn(t)
            return flow.play_turn(t, known)
        if state.phase == names.SETTING_UP:
            return flow.rotate_start(t)
        return flow.end_round(t)

    def scores(self, state: State) -> list[int]:
        return [player.vp for player in state.seats]

    def winners(self, state: State) -> list[int]:
        """Most VP, then most canal tiles; a tie even there is a shared victory."""
        ranks = [(player.vp, player.canals) for player in state.seats]
        best = max(ranks)
        return [seat for seat in range(state.players) if ranks[seat] == best]
