"""The interface of a title: its state, its turns, which ask, and its texts for people."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sandtable.kernel.edition import digest, read, without
from sandtable.kernel.errors import BadOption, EditionError, quoted
from sandtable.kernel.messages import ENGLISH
from sandtable.kernel.rng import Rng, secure
from sandtable.kernel.rulebook.links import NO_LINKS, RuleLinks

if TYPE_CHECKING:
    from sandtable.kernel.action_space import ActionSpace
    from sandtable.kernel.match import Match
    from sandtable.kernel.rulebook.types import Rulebook


@mypyc_attr(allow_interpreted_subclasses=True)
class Subject:
    """What a question is about. A title has a subclass for every kind of thing it asks about."""


# Nothing in a decision refers back to it: the garbage collector need not look at one.
@mypyc_attr(acyclic=True)
class Decision:
    """A question to one player: what is asked, about what, and the ids that answer it."""

    def __init__(self, player: int, kind: str, subject: Subject | None, actions: list[int]) -> None:
        self.player = player
        self.kind = kind  # a key of the game's prompts
        self.subject = subject  # None where the question itself says all
        self.actions = actions  # ascending, never empty


#: What a turn yields when it is over. Returning ends it as well, but costs an exception.
TURN_OVER: Final = Decision(-1, "turn over", None, [])

#: A turn, or a part of one: it yields decisions and is sent the chosen ids.
Flow = Generator[Decision, int, None]
#: A part of a turn that ends with a number (usually the chosen id).
Step = Generator[Decision, int, int]
#: What happened, as a code and plain numbers; ``Game.event`` makes it readable.
Event = tuple[int, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """All of a game at one moment, in plain data. Everything random is drawn from ``rng``."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.active = 0  # the seat whose turn it is
        self.over = False
        self.revealed = False  # set when something hidden was revealed: no undo past it

    def copy(self) -> State:
        raise NotImplementedError

    def caches(self) -> list[str]:
        """Fields that only remember what can be worked out from the others."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """A title. Subclasses fill in the attributes and the methods that raise here."""

    # Of the class, so that compiled code sees what an interpreted subclass sets.
    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = 1
    #: What crosses a border, declared (usually as TypedDicts in a module ``types.py`` or
    #: ``models.py``): views, what questions are about, events, results, editions. Schemas and
    #: client types are made from it.
    view_type: ClassVar[Any] = dict[str, Any]
    subject_type: ClassVar[Any] = dict[str, Any]
    event_type: ClassVar[Any] = dict[str, Any]
    result_type: ClassVar[Any] = dict[str, Any]
    edition_type: ClassVar[Any] = dict[str, Any]
    rules_version: ClassVar[int] = 1  # raised whenever an old record would replay to another game
    #: The languages it speaks; for all but English, `translated` is called.
    languages: ClassVar[tuple[str, ...]] = (ENGLISH,)

    def __init__(self, edition: dict[str, Any], action_space: ActionSpace) -> None:
        self.edition = edition
        self.action_space = action_space
        self.language = ENGLISH
        self._by_language: dict[str, Game] = {}
        self._fingerprint = ""

    @property
    def num_actions(self) -> int:
        return len(self.action_space)

    # -- a new match ---------------------------------------------------------------------------

    def new(self, players: Any = None, seed: object = 0, **options: Any) -> Match:
        """Set up a match. ``edition=`` takes an edition as a dict or a file name."""
        from sandtable.kernel.match import Match

        edition = options.pop("edition", None)
        if edition is not None:
            other = self.in_edition(edition)
            if other is not self:
                return other.new(players, seed, **options)
        if players is None:
            players = max(self.min_players, min(2, self.max_players))
        self.check_players(players)
        self.check_seed(seed)
        resolved = self.resolve_options(players, dict(options))
        state = self.setup(players, secure(seed, self.name), resolved)
        return Match(self, players, seed, resolved, state)

    def check_players(self, players: object) -> None:
        if isinstance(players, bool) or not isinstance(players, int):
            raise BadOption(f"players must be a number, not {quoted(players)}")
        if not self.min_players <= players <= self.max_players:
            raise BadOption(
                f"{self.title} takes {self.min_players} to {self.max_players} players, "
                f"not {players}"
            )

    def check_seed(self, seed: object) -> None:
        if not isinstance(seed, (int, str)) or isinstance(seed, bool):
            raise BadOption(f"a seed is a whole number or a word, not {quoted(seed)}")
        if isinstance(seed, str) and (not seed or len(seed) > 100 or not seed.isprintable()):
            raise BadOption("a seed in words has 1 to 100 printable characters")
        if isinstance(seed, int) and abs(seed) >= 10**100:
            raise BadOption("a seed has at most 100 digits")

    def resolve_options(self, players: int, options: dict[str, Any]) -> dict[str, Any]:
        """All options with their values, defaults filled in; raises BadOption for bad ones."""
        if options:
            raise BadOption(f"{self.title} has no option {quoted(sorted(options)[0])}")
        return {}

    def option_help(self) -> list[dict[str, Any]]:
        """The options for people: name, the values it takes, the default, a line of help."""
        return []

    def option_names(self) -> list[str]:
        return [str(option["name"]) for option in self.option_help()]

    def in_edition(self, edition: object) -> Game:
        """The same game with the components of an edition: a dict, or the name of a file."""
        data = read(edition) if isinstance(edition, str) else edition
        if not isinstance(data, dict):
            raise BadOption(f"an edition is a dict or the name of a file, not {quoted(edition)}")
        if digest(data) == digest(self.edition):
            return self
        problems = self.check_edition(data)
        if problems:
            raise EditionError(problems)
        return self.with_edition(data)

    def rules_data(self) -> dict[str, Any]:
        """What of the edition the rules depend on. Words and drawings are left out, so that records
        stay valid when a text is improved."""
        data: dict[str, Any] = without(self.edition, ["about", "text", "icon", "source", "except"])
        return data

    def fingerprint(self) -> str:
        """A short text that differs between editions that play differently."""
        if not self._fingerprint:
            self._fingerprint = digest(self.rules_data())
        return self._fingerprint

    def check_edition(self, edition: dict[str, Any]) -> list[str]:
        """Everything wrong with an edition of this game, each problem naming its entry."""
        raise NotImplementedError

    def with_edition(self, edition: dict[str, Any]) -> Game:
        """The same game built from another edition, which has been checked."""
        raise NotImplementedError

    # -- languages -----------------------------------------------------------------------------

    def in_language(self, language: str) -> Game:
        """The same game, saying everything in that language; in English where it does not speak
        it. Rules and action ids are the same, so it can speak about any match of this game."""
        if language == self.language:
            return self
        known = self._by_language
        if not known:
            known[self.language] = self
        if language not in self.languages:
            language = ENGLISH
        if language not in known:
            other = self.translated(language)
            other.language = language
            # Words of components do not make another edition.
            other._fingerprint = self.fingerprint()
            other._by_language = known
            known[language] = other
        return known[language]

    def translated(self, language: str) -> Game:
        """The same game built to speak one of its ``languages``."""
        raise NotImplementedError

    # -- the rules -----------------------------------------------------------------------------

    def setup(self, players: int, rng: Rng, options: dict[str, Any]) -> State:
        """The state before the first turn. Every deck, bag or hand that is shuffled draws from a
        stream of its own, ``rng.stream("draw pile")``, so that seeing one reveals nothing about
        another."""
        raise NotImplementedError

    def turn(self, state: Any, log: list[Event] | None, known: Decision | None) -> Flow:
        """The next turn, changing the state as it goes and telling ``log`` what happens. It
        ends by yielding TURN_OVER (or by returning).

        ``known`` is the turn's first decision where the caller has it already; the turn may then
        use it instead of working it out again.
        """
        raise NotImplementedError

    def scores(self, state: Any) -> list[int]:
        raise NotImplementedError

    def winners(self, state: Any) -> list[int]:
        raise NotImplementedError

    # -- what is known -------------------------------------------------------------------------

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        """The state as that seat may know it (``None``: as everybody may), ready for JSON. Views
        may share parts; nobody changes them, and `Match.view` hands out copies."""
        raise NotImplementedError

    def resample(self, start: Any, now: Any, seat: int | None, rng: Rng) -> State:
        """A copy of ``start`` (the turn's beginning) with all that is hidden from the seat drawn
        anew. What has been revealed between ``start`` and ``now`` stays as it was. The match puts
        ``rng`` into the copy, in place of the generator that dealt the game."""
        raise NotImplementedError

    # -- for people ----------------------------------------------------------------------------

    def prompt(self, state: Any, decision: Decision) -> str:
        """What is asked, in a short sentence."""
        raise NotImplementedError

    def subject(self, subject: Any) -> dict[str, Any]:
        """What a question is about, as plain data. Only titles that use subjects need it."""
        raise NotImplementedError

    def action_text(self, state: Any, decision: Decision, action: int) -> str:
        """A choice as a person would say it."""
        return self.action_space.notation(action)

    def describe(self, match: Match, decision: Decision, action: int) -> str:
        """A choice with its full meaning, for people who do not see the table: what is there, what
        it costs and brings. A title may try it out on a copy of the match, and must not tell what
        the player cannot know."""
        return self.action_text(match.state, decision, action)

    def gives_up(self, state: Any, decision: Decision, action: int) -> str | None:
        """What a choice throws away, forgoes or ends while there is something else to choose, in
        a short sentence; None: nothing. People are asked before they give something up."""
        return None

    def event(self, event: Event, seat: int | None) -> dict[str, Any] | None:
        """An event as plain data for that seat, or None where the seat does not see it."""
        raise NotImplementedError

    def log_lines(self, events: list[dict[str, Any]], names: list[str]) -> list[str]:
        """Events, of one choice or of a whole turn, as sentences of the log."""
        raise NotImplementedError

    def explain(self, state: Any, seat: int) -> dict[str, str]:
        """Why things cannot be chosen now: notation of the choice -> a short reason."""
        return {}

    def breakdown(self, state: Any) -> list[dict[str, int]]:
        """Each seat's points by source."""
        raise NotImplementedError

    def result(self, state: Any) -> dict[str, Any]:
        """Further facts about a finished game, plain data; may be empty."""
        return {}

    # -- the rules in words --------------------------------------------------------------------

    def rulebook(self, language: str) -> Rulebook | None:
        """The rules for people to read; in English where the language is missing."""
        return None

    def rule_picture(self, name: str) -> bytes | None:
        """A drawing of the rulebook as SVG."""
        return None

    def rule_links(self) -> RuleLinks:
        """Which rule belongs to which question, choice, reason and thing."""
        return NO_LINKS

    # -- faces ---------------------------------------------------------------------------------
    #
    # What bots, environments and the terminal need of a title. A title imports these parts inside
    # the methods, so that nothing is loaded before it is asked for. None: the general one is used.

    def evaluation(self, weights: dict[str, float], experience: dict[str, list[float]]) -> Any:
        """How bots judge positions: a `sandtable.bots.engine.evaluation.Evaluation`. The general
        one takes the current score."""
        return None

    def evaluation_weights(self) -> tuple[dict[str, float], dict[str, Any]]:
        """The weights the evaluation was written with, and the document of tuned ones that comes
        with the title (`sandtable tune` writes it); both may be empty."""
        return {}, {}

    def reasons(self) -> Any:
        """How hints and analyses name what sets two positions apart: a
        `sandtable.bots.reasons.Reasons` that speaks this game's language. None: they give no
        reasons."""
        return None

    def policy_network(self, players: int) -> dict[str, Any] | None:
        """A network that was taught to choose quickly in games for this many, as `sandtable train`
        writes it; None: there is none, and bots guess by the evaluation."""
        return None

    def bot_levels(self) -> dict[str, Any]:
        """Which bots stand for the strengths offered to people, by level: ``bot`` and ``mu``, the
        strength it was measured to have; empty: the usual ones."""
        return {}

    def observation(self, players: int) -> Any:
        """What learning programs see: a `sandtable.observation.tensors.Layout`. The general one
        holds the plain numbers of the view."""
        return None

    def renderer(self) -> Any:
        """How the terminal shows the game: a subclass of `sandtable.terminal.renderer.Renderer`.
        The general one prints the view."""
        return None

    def lessons(self) -> Any:
        """The guided first game and the puzzles: a `sandtable.kernel.lessons.Lessons`, usually
        read from the title's folder ``lessons``. None: there are none."""
        return None
