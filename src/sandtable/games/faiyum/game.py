"""Faiyum as the kernel sees it."""

from __future__ import annotations

from typing import Any

from sandtable.games.faiyum import constants, view
from sandtable.games.faiyum.actions import Codes
from sandtable.games.faiyum.board import Board
from sandtable.games.faiyum.cards.base import Card
from sandtable.games.faiyum.edition.check import check
from sandtable.games.faiyum.edition.components import Components
from sandtable.games.faiyum.edition.loading import standard
from sandtable.games.faiyum.edition.models import Edition
from sandtable.games.faiyum.edition.translation import translated
from sandtable.games.faiyum.resample import resample
from sandtable.games.faiyum.rules import campaign
from sandtable.games.faiyum.rules.setup import set_up
from sandtable.games.faiyum.rules.turn import Turn
from sandtable.games.faiyum.rules.turns import take_turn
from sandtable.games.faiyum.state import State
from sandtable.games.faiyum.subjects import CardSubject
from sandtable.games.faiyum.text import descriptions, prompts, reasons
from sandtable.games.faiyum.text import log as log_text
from sandtable.games.faiyum.text.rule_links import rule_links
from sandtable.games.faiyum.types import FaiyumEvent, FaiyumResult, FaiyumSubject, FaiyumView
from sandtable.kernel.edition import without
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Decision, Event, Flow, Game
from sandtable.kernel.match import Match
from sandtable.kernel.messages import ENGLISH, catalog
from sandtable.kernel.rng import Rng
from sandtable.kernel.rulebook import loading as rulebook
from sandtable.kernel.rulebook.links import RuleLinks
from sandtable.kernel.rulebook.types import Rulebook


def make() -> Faiyum:
    return Faiyum(standard())


class Faiyum(Game):
    name = "faiyum"
    title = "Faiyum"
    min_players = 1
    max_players = 5
    rules_version = 2
    view_type = FaiyumView
    subject_type = FaiyumSubject
    event_type = FaiyumEvent
    result_type = FaiyumResult
    edition_type = Edition
    languages = (ENGLISH, "de")

    def __init__(self, edition: dict[str, Any], language: str = ENGLISH) -> None:
        edition = translated(edition, language)
        words = catalog("sandtable.games.faiyum", language)
        self.components = Components(edition, self.max_players, words)
        self.board: Board = self.components.board
        self.codes: Codes = self.components.codes
        self.deck: list[Card | None] = self.components.deck
        self.cards: dict[int, dict[str, Any]] = self.components.cards
        self.goals: list[dict[str, Any]] = self.components.goals
        super().__init__(edition, self.codes.book)
        self.language = language
        self.links = rule_links(edition["cards"], edition.get("name") == "standard")

    # -- options and editions ------------------------------------------------------------------

    def resolve_options(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        resolved: dict[str, Any] = {}
        mode = options.pop("mode", "score")
        if mode not in ("score", "campaign"):
            raise BadOption(f"mode is 'score' or 'campaign', not {mode!r}")
        if mode == "campaign" and players != 1:
            raise BadOption("the campaign is played alone: players=1")
        won = options.pop("won", 0)
        last = len(self.goals) - 1
        if isinstance(won, bool) or not isinstance(won, int) or not 0 <= won <= last:
            raise BadOption(f"won counts the goals won so far, 0 to {last}, not {won!r}")
        if won and mode != "campaign":
            raise BadOption("won goes with mode='campaign'")
        if options:
            raise BadOption(f"Faiyum has no option {sorted(options)[0]!r}; it has mode and won")
        if players == 1:
            resolved["mode"] = mode
        if mode == "campaign":
            resolved["won"] = won
        return resolved

    def option_help(self) -> list[dict[str, Any]]:
        return [
            {
                "name": "mode",
                "values": ["score", "campaign"],
                "default": "score",
                "players": [1],
                "help": self.components.words.say("option.mode"),
            },
            {
                "name": "won",
                "values": list(range(len(self.goals))),
                "default": 0,
                "players": [1],
                "help": self.components.words.say("option.won"),
            },
        ]

    def rules_data(self) -> dict[str, Any]:
        board = self.edition["board"]
        return {
            "spaces": without(board["spaces"], ["source"]),
            "dam": board["dam"],
            "bridges": board["bridges"],
            "cards": without(self.edition["cards"], ["name", "text", "icon", "face", "source"]),
            "campaign": [[goal["goal"], goal["bonus"]] for goal in self.goals],
        }

    def check_edition(self, edition: dict[str, Any]) -> list[str]:
        return check(edition)

    def with_edition(self, edition: dict[str, Any]) -> Faiyum:
        return Faiyum(edition, self.language)

    def translated(self, language: str) -> Faiyum:
        return Faiyum(self.edition, language)

    # -- the rules -----------------------------------------------------------------------------

    def setup(self, players: int, rng: Rng, options: dict[str, Any]) -> State:
        s = State(players, rng)
        set_up(s, self.components)
        if options.get("mode") == "campaign":
            s.goal = options["won"] + 1
            if options["won"]:
                campaign.give_bonus(s, self.goals[options["won"] - 1]["bonus"])
        return s

    def turn(self, state: State, log: list[Event] | None, known: Decision | None) -> Flow:
        return take_turn(Turn(state, self.components, log), known)

    def scores(self, state: State) -> list[int]:
        return state.reputation[:]

    def winners(self, state: State) -> list[int]:
        """Most reputation, then most money and resources; a campaign game is won by its goal."""
        if state.goal:
            return [0] if campaign.reached(state, self.goals[state.goal - 1]["goal"]) else []
        ranks = [
            (
                state.reputation[seat],
                state.money[seat]
                + sum(
                    state.resources[
                        seat * constants.NUM_RESOURCES : (seat + 1) * constants.NUM_RESOURCES
                    ]
                ),
            )
            for seat in range(state.players)
        ]
        best = max(ranks)
        return [seat for seat in range(state.players) if ranks[seat] == best]

    def breakdown(self, state: State) -> list[dict[str, int]]:
        return view.breakdown(state)

    def result(self, state: State) -> dict[str, Any]:
        return campaign.outcome(state, self.goals) if state.goal else {}

    # -- what is known -------------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, self.board, self.codes)

    def resample(self, start: State, now: State, seat: int | None, rng: Rng) -> State:
        return resample(start, now, rng)

    # -- for people ----------------------------------------------------------------------------

    def prompt(self, state: State, decision: Decision) -> str:
        return prompts.prompt(self.components, decision)

    def action_text(self, state: State, decision: Decision, action: int) -> str:
        return prompts.action_text(self.components, state, decision, action)

    def subject(self, subject: CardSubject) -> dict[str, Any]:
        return {"type": "card", "card": subject.card}

    def describe(self, match: Match, decision: Decision, action: int) -> str:
        return descriptions.describe(self.components, match, decision, action)

    def gives_up(self, state: State, decision: Decision, action: int) -> str | None:
        return prompts.gives_up(self.components, decision, action)

    def event(self, event: Event, seat: int | None) -> dict[str, Any] | None:
        return log_text.event(self.board, event)

    def log_lines(self, events: list[dict[str, Any]], names: list[str]) -> list[str]:
        return log_text.log_lines(self.components, events, names)

    def explain(self, state: State, seat: int) -> dict[str, str]:
        t = Turn(state, self.components, None)
        t.player = seat
        return reasons.explain(t)

    # -- the rules in words --------------------------------------------------------------------

    def rulebook(self, language: str) -> Rulebook | None:
        return rulebook.load("sandtable.games.faiyum", language, self.links)

    def rule_picture(self, name: str) -> bytes | None:
        return rulebook.picture("sandtable.games.faiyum", name)

    def rule_links(self) -> RuleLinks:
        return self.links

    # -- faces ---------------------------------------------------------------------------------

    def evaluation(self, weights: dict[str, float], experience: dict[str, list[float]]) -> Any:
        from sandtable.games.faiyum.bot import make as make_evaluation

        return make_evaluation(self, weights, experience)

    def evaluation_weights(self) -> tuple[dict[str, float], dict[str, Any]]:
        from sandtable.bots.engine.evaluation import read_weights
        from sandtable.games.faiyum.bot import defaults

        return defaults(self.codes.cards), read_weights("sandtable.games.faiyum.bot")

    def reasons(self) -> Any:
        from sandtable.games.faiyum.bot.reasons import FaiyumReasons

        return FaiyumReasons(self)

    def policy_network(self, players: int) -> dict[str, Any] | None:
        from sandtable.bots.engine.evaluation import read_document

        return read_document("sandtable.games.faiyum.bot", f"policy-{players}.json")

    def bot_levels(self) -> dict[str, Any]:
        from sandtable.bots.engine.evaluation import read_document

        return read_document("sandtable.games.faiyum.bot", "levels.json") or {}

    def observation(self, players: int) -> Any:
        from sandtable.games.faiyum.observation.layout import FaiyumLayout

        return FaiyumLayout(self, players)

    def renderer(self) -> Any:
        from sandtable.games.faiyum.terminal.renderer import TerminalRenderer

        return TerminalRenderer

    def lessons(self) -> Any:
        from sandtable.kernel.lessons import read_lessons

        return read_lessons("sandtable.games.faiyum.lessons")
