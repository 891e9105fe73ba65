"""What an action works with: the state, the player, owning, paying and asking."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.actions import Codes
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.edition.components import ROW_KINDS, Components, Side
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import HELD
from sandtable.games.resafa.lookup import Effect, LookupTables
from sandtable.games.resafa.state import Player, State
from sandtable.kernel.bits import BIT
from sandtable.kernel.game import Decision, Event, Flow, Step, Subject


@mypyc_attr(allow_interpreted_subclasses=True)
class Runner:
    """What can be used at any time, and how effects run; `effects.run.EffectRunner` implements it.

    Effects start actions and actions start effects: this interface keeps their modules from
    importing each other.
    """

    def offered(self, t: Turn) -> list[int]:
        """The ids of everything the player can use now, ascending."""
        raise NotImplementedError

    def use(self, t: Turn, action: int) -> Flow:
        raise NotImplementedError

    def run(self, t: Turn, effect: Effect, subject: Subject | None) -> Step:
        """Carry out an effect; what is not automatic may be declined."""
        raise NotImplementedError


class Turn:
    def __init__(
        self, state: State, rules: LookupTables, runner: Runner, log: list[Event] | None
    ) -> None:
        self.state = state
        self.lookup = rules
        self.edition: Components = rules.edition
        self.codes: Codes = rules.codes
        self.runner = runner
        self.log = log
        self.player: int = state.active
        self.area: Player = state.seats[state.active]
        self.side: Side = rules.edition.sides[rules.side_index(state.players)]
        self.busy: i64 = 0  # main actions in progress
        self.interrupted = ""  # the kind of the question during which something was just used
        self.source = 0  # where VP are booked
        self.subject: Subject | None = None  # what questions are about
        self.swaps: list[int] = []  # yellow cards taken this turn, to be swapped in
        self.pulled: list[int] = []  # slots swapped in the draw pile: one will be the draw

    # -- asking --------------------------------------------------------------------------------

    def ask(self, kind: str, options: list[int]) -> Step:
        """Ask the player; a single answer is taken silently if nothing can be used meanwhile,
        except when the same question was interrupted by a use: then it is asked all the same.

        Returns the answer, or RETRY after something was used.
        """
        uses = self.runner.offered(self)
        again = self.interrupted
        self.interrupted = ""
        if not uses:
            if len(options) == 1 and again != kind:
                return options[0]
            chosen = yield Decision(self.player, kind, self.subject, options)
            return chosen
        chosen = yield Decision(self.player, kind, self.subject, options + uses)
        if chosen < self.codes.first_use:
            return chosen
        yield from self.use(kind, chosen)
        return RETRY

    def use(self, kind: str, chosen: int) -> Flow:
        """Use something in the middle of a question."""
        yield from self.runner.use(self, chosen)
        self.interrupted = kind

    # -- events --------------------------------------------------------------------------------

    def emit(self, code: int, one: int = 0, two: int = 0, three: int = 0, four: int = 0) -> None:
        """Add an event of this seat to the log."""
        log = self.log
        if log is not None:
            log.append((code, self.player, one, two, three, four))

    def emit_shared(
        self, code: int, one: int = 0, two: int = 0, three: int = 0, four: int = 0
    ) -> None:
        """Add an event that is nobody's own."""
        log = self.log
        if log is not None:
            log.append((code, one, two, three, four))

    # -- owning --------------------------------------------------------------------------------

    def take(self, item: int, amount: int) -> None:
        """Coins, or things for the warehouse."""
        self.area.item[item] += amount
        if self.log is not None:
            self.emit(events.GAIN, item, amount)

    def score(self, amount: int) -> None:
        if amount:
            area = self.area
            area.vp += amount
            area.points[self.source] += amount
            if self.log is not None:
                self.emit(events.GAIN, fx.VP, amount)

    def grant(self, gain: list[int]) -> bool:
        """Everything gained but merchant tokens; returns whether there are any to be placed."""
        if not gain:
            return False
        area = self.area
        for item in range(HELD):
            amount = gain[item]
            if amount:
                area.item[item] += amount
                if self.log is not None:
                    self.emit(events.GAIN, item, amount)
        self.score(gain[fx.VP])
        if gain[fx.CAMEL]:
            more = min(gain[fx.CAMEL], self.edition.camel_max - area.camel)
            if more > 0:
                area.camel += more
                self.emit(events.GAIN, fx.CAMEL, more)
        for _ in range(gain[fx.SACK]):
            self.draw_sack()
        return gain[fx.SQUARE] + gain[fx.SCARAB] > 0

    def gain(self, gain: list[int]) -> Flow:
        if self.grant(gain):
            yield from self.tokens(gain)

    def tokens(self, gain: list[int]) -> Flow:
        """Place the merchant tokens of a gain."""
        for item in (fx.SQUARE, fx.SCARAB):
            for _ in range(gain[item]):
                yield from self.token(item)

    def token(self, item: int) -> Flow:
        """Place one merchant token: the causeway first, then a row with space."""
        area, codes = self.area, self.codes
        place = 0
        if area.token_count() >= self.edition.causeway:
            chosen: int = RETRY
            while chosen == RETRY:
                options = [
                    codes.row + kind
                    for kind in range(len(ROW_KINDS))
                    if area.row(kind) < len(self.edition.row_vp)
                ]
                if not options:
                    self.emit(events.TOKEN, item, -1)
                    return
                chosen = yield from self.ask("row", options)
            place = chosen - codes.row + 1
            area.rows += BIT[8 * (place - 1)]
        if item == fx.SCARAB:
            area.scarabs += 1
        else:
            area.squares += 1
        area.tokens = (*area.tokens, place * 2 + (1 if item == fx.SCARAB else 0))
        self.emit(events.TOKEN, item, place)

    def token_fits(self) -> bool:
        return self.area.token_count() < self.edition.causeway + len(ROW_KINDS) * len(
            self.edition.row_vp
        )

    def gains_something(self, gain: list[int]) -> bool:
        """Whether not all of a gain would be lost."""
        if not gain:
            return False
        for item in range(HELD + 1):
            if gain[item]:
                return True
        if gain[fx.CAMEL] and self.area.camel < self.edition.camel_max:
            return True
        if gain[fx.SACK] and self.state.sacks:
            return True
        return (gain[fx.SQUARE] > 0 or gain[fx.SCARAB] > 0) and self.token_fits()

    # -- paying --------------------------------------------------------------------------------

    def can_pay(self, cost: list[int]) -> bool:
        if cost:
            owned = self.area.item
            for item in range(HELD):
                if owned[item] < cost[item]:
                    return False
        return True

    def pay(self, cost: list[int]) -> None:
        if cost:
            owned = self.area.item
            for item in range(HELD):
                amount = cost[item]
                if amount:
                    owned[item] -= amount
                    if self.log is not None:
                        self.emit(events.PAY, item, amount)

    def affords(self, cost: list[int], off: list[int], trigger: int) -> bool:
        """Whether a cost can be paid with a discount and with permanent cards for ``trigger``
        (-1: none help)."""
        helps = self.area.helps
        if not off and (trigger < 0 or not helps):
            return self.can_pay(cost)
        owned = self.area.item
        for item in range(HELD):
            due = cost[item]
            if off:
                due -= off[item]
            have = owned[item]
            for help_ in helps:
                if help_.on == trigger:
                    due -= help_.discount[item]
                    have += help_.gain[item]
            if due > have and due > 0:
                return False
        return True

    def settle(self, cost: list[int], off: list[int], trigger: int) -> None:
        """Gain what permanent cards give for ``trigger``, then pay the lowered cost."""
        if trigger >= 0:
            for help_ in self.area.helps:
                if help_.on == trigger:
                    self.help(help_.gain)
        owned = self.area.item
        for item in range(HELD):
            due = cost[item]
            if due:
                if off:
                    due -= off[item]
                if trigger >= 0:
                    for help_ in self.area.helps:
                        if help_.on == trigger:
                            due -= help_.discount[item]
                if due > 0:
                    owned[item] -= due
                    if self.log is not None:
                        self.emit(events.PAY, item, due)

    def help(self, gain: list[int]) -> None:
        """The gain of a permanent card: things to hold and points only."""
        source = self.source
        self.source = constants.FROM_SPECIAL
        self.grant(gain)
        self.source = source

    # -- sacks ---------------------------------------------------------------------------------

    def draw_sack(self) -> None:
        """The top sack card, if there is one."""
        state, area = self.state, self.area
        if not state.sacks:
            return
        card = state.sacks[0]
        state.sacks = state.sacks[1:]
        area.sacks |= BIT[card]
        known = state.sacks_known > len(state.sacks)
        if known:
            state.sacks_known -= 1
            area.sacks_shown |= BIT[card]
        state.revealed = True
        self.emit(events.SACK, card, 1 if known else 0)

    def put_sack_under(self, card: int) -> None:
        """A used or discarded sack card, which all have seen, goes under the deck."""
        state = self.state
        state.sacks = (*state.sacks, card)
        state.sacks_known += 1

    def drop_sack(self, card: int) -> None:
        area = self.area
        area.sacks &= ~BIT[card]
        area.sacks_shown &= ~BIT[card]

    # -- counting ------------------------------------------------------------------------------

    def counted(self, what: int) -> int:
        return counted(self.edition, self.area, what)


def counted(edition: Components, area: Player, what: int) -> int:
    """What ``per`` and ``need`` count."""
    if what == fx.COUNT_WORKSHOP:
        return len(area.workshops)
    if what == fx.COUNT_GARDEN:
        return area.gardens
    if what == fx.COUNT_FULL_SQUARE:
        return area.full_squares
    if what == fx.COUNT_CANAL:
        return area.canals
    if what == fx.COUNT_TANK:
        return area.tanks
    if what == fx.COUNT_BASE:
        return int(area.bases).bit_count()
    if what == fx.COUNT_TOKEN:
        return area.token_count()
    if what == fx.COUNT_SQUARE:
        return area.squares
    if what == fx.COUNT_SCARAB:
        return area.scarabs
    if what == fx.COUNT_CAMEL:
        return area.camel
    if what == fx.COUNT_WATER_CUBE:
        return area.cubes
    if what == fx.COUNT_PAIR:
        return min(len(area.workshops), area.gardens)
    cards = 0
    if what == fx.COUNT_PINK_CARD or what == fx.COUNT_SPECIAL:
        cards += int(area.pink_white & (BIT[edition.first_white] - 1)).bit_count()
    if what == fx.COUNT_WHITE_CARD or what == fx.COUNT_SPECIAL:
        cards += int(area.pink_white >> edition.first_white).bit_count()
    if what == fx.COUNT_YELLOW_CARD or what == fx.COUNT_SPECIAL:
        cards += int(
            area.yellow_blue & (BIT[edition.first_blue - edition.first_yellow] - 1)
        ).bit_count()
    if what == fx.COUNT_BLUE_CARD or what == fx.COUNT_SPECIAL:
        cards += int(area.yellow_blue >> edition.first_blue - edition.first_yellow).bit_count()
    return cards
