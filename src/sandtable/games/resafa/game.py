"""Resafa as the kernel sees it."""

from __future__ import annotations

from typing import Any

from sandtable.games.resafa import constants as names
from sandtable.games.resafa import view
from sandtable.games.resafa.actions import Codes
from sandtable.games.resafa.edition.check import check
from sandtable.games.resafa.edition.loading import load, standard
from sandtable.games.resafa.edition.models import Edition
from sandtable.games.resafa.edition.translation import translated
from sandtable.games.resafa.effects.run import EffectRunner
from sandtable.games.resafa.lookup import LookupTables
from sandtable.games.resafa.resample import resample
from sandtable.games.resafa.rules import turns
from sandtable.games.resafa.rules.setup import set_up
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.state import State
from sandtable.games.resafa.subjects import plain
from sandtable.games.resafa.text import descriptions, log, log_lines, prompts, reasons
from sandtable.games.resafa.text.rule_links import rule_links
from sandtable.games.resafa.text.words import PACKAGE, Words
from sandtable.games.resafa.types import ResafaEvent, ResafaResult, ResafaSubject, ResafaView
from sandtable.kernel.errors import BadOption
from sandtable.kernel.game import Decision, Event, Flow, Game, Subject
from sandtable.kernel.match import Match
from sandtable.kernel.messages import ENGLISH
from sandtable.kernel.rng import Rng
from sandtable.kernel.rulebook import loading as rulebook
from sandtable.kernel.rulebook.links import RuleLinks
from sandtable.kernel.rulebook.types import Rulebook


def make() -> Resafa:
    return Resafa(standard())


class Resafa(Game):
    name = "resafa"
    title = "Resafa"
    min_players = 1
    max_players = 4
    rules_version = 2
    languages = (ENGLISH, "de")
    view_type = ResafaView
    subject_type = ResafaSubject
    event_type = ResafaEvent
    result_type = ResafaResult
    edition_type = Edition

    def __init__(self, edition: dict[str, Any], language: str = ENGLISH) -> None:
        self.components = load(edition)
        self.codes = Codes(self.components)
        super().__init__(edition, self.codes.book)
        self.links = rule_links(self.components, self.codes.book)
        self.rules = LookupTables(self.components, self.codes)
        self.runner = EffectRunner()
        self.words = Words(self.rules, language)

    # -- options and editions ------------------------------------------------------------------

    def resolve_options(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
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
                "help": self.words.speech.say("option.advanced"),
            },
        ]

    def check_edition(self, edition: dict[str, Any]) -> list[str]:
        return check(edition)

    def with_edition(self, edition: dict[str, Any]) -> Resafa:
        return Resafa(edition)

    def translated(self, language: str) -> Resafa:
        return Resafa(translated(self.edition, language), language)

    # -- the rules -----------------------------------------------------------------------------

    def setup(self, players: int, rng: Rng, options: dict[str, Any]) -> State:
        state = State(players, rng)
        state.advanced = bool(options["advanced"])
        set_up(state, self.rules, self.runner)
        return state

    def turn(self, state: State, log: list[Event] | None, known: Decision | None) -> Flow:
        t = Turn(state, self.rules, self.runner, log)
        if state.phase == names.PLAYING:
            if state.bots_turn():
                return turns.bot_turn(t)
            return turns.play_turn(t, known)
        if state.phase == names.SETTING_UP:
            return turns.rotate_start(t)
        return turns.end_round(t)

    def scores(self, state: State) -> list[int]:
        return [player.vp for player in state.seats]

    def winners(self, state: State) -> list[int]:
        """Most VP, then most canal tiles; a tie even there is a shared victory."""
        ranks = [(player.vp, player.canals) for player in state.seats]
        best = max(ranks)
        return [seat for seat in range(state.players) if ranks[seat] == best]

    def breakdown(self, state: State) -> list[dict[str, int]]:
        """VP by source; what the final scoring would add now is in the view of each seat."""
        return [view.points(player) for player in state.seats]

    def result(self, state: State) -> dict[str, Any]:
        """Alone, the designer's scale names the result."""
        if state.players > 1:
            return {}
        edition = self.components
        reached = sum(1 for least in edition.solo_scale if state.seats[0].vp >= least)
        return {"mode": "solo", "score": state.seats[0].vp, "rank": edition.solo_names[reached]}

    # -- what is known -------------------------------------------------------------------------

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(self.rules, state, seat)

    def resample(self, start: State, now: State, seat: int | None, rng: Rng) -> State:
        return resample(self.rules, start, now, seat, rng)

    # -- for people ----------------------------------------------------------------------------

    def prompt(self, state: State, decision: Decision) -> str:
        return prompts.prompt(self.words, decision)

    def action_text(self, state: State, decision: Decision, action: int) -> str:
        return prompts.action_text(
            self.words, self._asking(state, decision.player), decision, action
        )

    def describe(self, match: Match, decision: Decision, action: int) -> str:
        state = match.state
        assert isinstance(state, State)
        asking = self._asking(state, decision.player)
        return descriptions.describe(self.words, asking, match, decision, action)

    def subject(self, subject: Subject) -> dict[str, Any]:
        return plain(subject, self.components, self.rules.codes)

    def gives_up(self, state: State, decision: Decision, action: int) -> str | None:
        asking = self._asking(state, decision.player)
        return prompts.gives_up(self.words, asking, decision, action)

    def event(self, event: Event, seat: int | None) -> dict[str, Any] | None:
        return log.event(self.words, event, seat)

    def log_lines(self, events: list[dict[str, Any]], names: list[str]) -> list[str]:
        return log_lines.log_lines(self.words, events, names)

    def explain(self, state: State, seat: int) -> dict[str, str]:
        return reasons.explain(self.words.speech, self._asking(state, seat))

    def _asking(self, state: State, seat: int) -> Turn:
        """A turn to ask about things, for a seat that need not be the active one."""
        t = Turn(state, self.rules, self.runner, None)
        t.player = seat
        t.area = state.seats[seat]
        return t

    # -- the rules in words --------------------------------------------------------------------

    def rulebook(self, language: str) -> Rulebook | None:
        return rulebook.load(PACKAGE, language, self.links)

    def rule_picture(self, name: str) -> bytes | None:
        return rulebook.picture(PACKAGE, name)

    def rule_links(self) -> RuleLinks:
        return self.links

    # -- faces ---------------------------------------------------------------------------------

    def evaluation(self, weights: dict[str, float], experience: dict[str, list[float]]) -> Any:
        from sandtable.games.resafa.bot import make as make_evaluation

        return make_evaluation(self, weights, experience)

    def evaluation_weights(self) -> tuple[dict[str, float], dict[str, Any]]:
        from sandtable.bots.engine.evaluation import read_weights
        from sandtable.games.resafa.bot import DEFAULTS

        return DEFAULTS, read_weights("sandtable.games.resafa.bot")

    def reasons(self) -> Any:
        from sandtable.games.resafa.bot.reasons import ResafaReasons

        return ResafaReasons(self)

    def policy_network(self, players: int) -> dict[str, Any] | None:
        from sandtable.bots.engine.evaluation import read_document

        return read_document("sandtable.games.resafa.bot", f"policy-{players}.json")

    def bot_levels(self) -> dict[str, Any]:
        from sandtable.bots.engine.evaluation import read_document

        return read_document("sandtable.games.resafa.bot", "levels.json") or {}

    def observation(self, players: int) -> Any:
        from sandtable.games.resafa.observation.layout import ResafaLayout

        return ResafaLayout(self, players)

    def renderer(self) -> Any:
        from sandtable.games.resafa.terminal.renderer import TerminalRenderer

        return TerminalRenderer

    def lessons(self) -> Any:
        from sandtable.kernel.lessons import read_lessons

        return read_lessons("sandtable.games.resafa.lessons")
