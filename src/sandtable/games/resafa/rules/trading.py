"""Trading: move, load in Resafa, buy or sell, found a base. The tile flips after a trade."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants, events
from sandtable.games.resafa.actions import MOST_CAMELS
from sandtable.games.resafa.constants import RETRY
from sandtable.games.resafa.edition.components import BASE_SPACES
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import CAMEL, COIN, HELD, STONE
from sandtable.games.resafa.lookup import Effect
from sandtable.games.resafa.rules.turn import Turn
from sandtable.games.resafa.subjects import BaseBonusSubject, JourneySubject, TradeBonusSubject
from sandtable.kernel.bits import BIT, INDEX
from sandtable.kernel.game import Flow, Step


class Trip:
    """One trading action: what it may do besides, and what has become of it."""

    def __init__(self, flips: int) -> None:
        self.flips = flips  # how often the tile may still be turned over before the trade
        self.sold_item = -1
        self.sold = 0
        self.traded = False


# -- moving ----------------------------------------------------------------------------------------


def move_off(t: Turn) -> int:
    """Coins off the move by permanent cards."""
    off = 0
    for help_ in t.area.helps:
        if help_.on == fx.ON_MOVE:
            off += help_.discount[COIN]
    return off


def possible(t: Turn, free_move: bool) -> bool:
    return free_move or t.lookup.cheapest[t.area.at] <= t.area.item[COIN] + move_off(t)


def move_cost(t: Turn, centre: int, by_resafa: bool, free_move: bool) -> int:
    if free_move:
        return 0
    costs = t.edition.by_resafa if by_resafa else t.edition.direct
    return max(0, costs[t.area.at * t.edition.centres + centre] - move_off(t))


def destinations(t: Turn, free_move: bool) -> list[int]:
    """The ids of all moves that can be paid. A stop in Resafa that costs nothing is always made,
    so there is no choice without it."""
    area = t.area
    coins = area.item[COIN]
    off = MOST_COINS if free_move else move_off(t)
    ids: list[int] = []
    centres = t.edition.centres
    first = area.at * centres
    for centre in range(centres):
        direct = max(0, t.edition.direct[first + centre] - off)
        stopping = max(0, t.edition.by_resafa[first + centre] - off)
        number = t.codes.go + centre * 2
        if area.at == centres:  # Resafa
            if direct <= coins:
                ids.append(number)
        else:
            if centre != area.at and direct < stopping and direct <= coins:
                ids.append(number)
            if stopping <= coins:
                ids.append(number + 1)
    return ids


MOST_COINS: Final = 99  # more than any road costs
NOTHING: Final[list[int]] = []


def trade(t: Turn, free_move: bool, flips: int, may_decline: bool) -> Step:
    """The trading action; returns whether the caravan moved."""
    codes, area = t.codes, t.area
    chosen: int = RETRY
    while chosen == RETRY:
        options = destinations(t, free_move)
        if may_decline:
            options.insert(0, codes.decline)
        if not options:
            return 0
        t.state.free_move = free_move
        chosen = yield from t.ask("go", options)
        t.state.free_move = False
    if chosen == codes.decline:
        return 0
    trip = Trip(flips)
    centre = (chosen - codes.go) // 2
    by_resafa = (chosen - codes.go) % 2 == 1
    stops = by_resafa or area.at == t.edition.resafa
    cost = move_cost(t, centre, by_resafa, free_move)
    area.item[COIN] -= cost
    if t.log is not None:
        t.emit(events.GO, centre, 1 if by_resafa else 0, cost)
    if stops:
        area.at = t.edition.resafa
        before, t.subject = t.subject, JourneySubject(centre)
        yield from load(t)
        t.subject = before
    area.at = centre
    yield from deal(t, trip)
    if trip.traded:
        yield from sale_cards(t, trip)
        yield from found_base(t, t.edition.base_cost, fx.ON_BASE, True)
        flip(t)
    return 1


# -- loading ---------------------------------------------------------------------------------------


def load(t: Turn) -> Flow:
    """In Resafa: put the cargo into the warehouse and load one type, or leave all as it is."""
    codes, area = t.codes, t.area
    chosen: int = RETRY
    while chosen == RETRY:
        options = [codes.load_nothing]
        for item in range(STONE, HELD):
            most = area.item[item] + (area.cargo if area.cargo_item == item else 0)
            first = codes.load + (item - STONE) * MOST_CAMELS
            for count in range(min(most, area.camel)):
                options.append(first + count)
        chosen = yield from t.ask("load", options)
    item, count = -1, 0
    if chosen != codes.load_nothing:
        item = (chosen - codes.load) // MOST_CAMELS + STONE
        count = (chosen - codes.load) % MOST_CAMELS + 1
    if item == area.cargo_item and count == area.cargo:
        return
    if area.cargo:
        area.item[area.cargo_item] += area.cargo
    if item >= 0:
        area.item[item] -= count
    area.cargo_item = item
    area.cargo = count
    t.emit(events.LOAD, item, count)


# -- buying and selling ----------------------------------------------------------------------------


def deal(t: Turn, trip: Trip) -> Flow:
    """Turn the tile over, buy or sell, or do nothing."""
    codes = t.codes
    while True:
        chosen = yield from t.ask("trade", deals(t, trip))
        if chosen == RETRY:
            continue
        if chosen == codes.decline:
            return
        if chosen == codes.flip:
            trip.flips -= 1
            flip(t)
        elif chosen >= codes.with_card:
            yield from trading_card(t, trip, chosen - codes.with_card)
        elif chosen > codes.buy:
            yield from buy(t, trip, chosen - codes.buy)
            return
        else:
            yield from sell(t, trip, chosen - codes.sell)
            return


def deals(t: Turn, trip: Trip) -> list[int]:
    state, codes, area, edition = t.state, t.codes, t.area, t.edition
    face = state.trading[area.at]
    options = [codes.decline]
    if area.cargo and area.cargo_item == edition.sell_item[face]:
        for count in range(1, area.cargo + 1):
            options.append(codes.sell + count)
    if not area.cargo or area.cargo_item == edition.buy_item[face]:
        for count in range(1, most_to_buy(t, t.lookup.buy_bonus[face].gain) + 1):
            options.append(codes.buy + count)
    if trip.flips:
        options.append(codes.flip)
    cards: i64 = area.bonus & t.lookup.bonus_masks[fx.TRADING_TIME]
    while cards:
        card = INDEX[(cards & -cards) % 67] // 2
        cards &= ~(3 * BIT[2 * card])
        if any(part.can(t) for part in edition.bonus_do[card]):
            options.append(codes.with_card + card)
    return options


def trading_card(t: Turn, trip: Trip, card: int) -> Flow:
    """A bonus card for trading actions: gains, and the right to turn the tile over."""
    t.area.bonus -= BIT[2 * card]
    t.emit(events.WITH, card)
    source, t.source = t.source, constants.FROM_BONUS
    for part in t.edition.bonus_do[card]:
        yield from part.with_trading(t, trip)
    t.source = source


def flip(t: Turn) -> None:
    """Turn over the trading tile where the caravan stands."""
    turn_over(t, t.area.at)


def turn_over(t: Turn, centre: int) -> None:
    state = t.state
    faces = state.trading[:]
    faces[centre] ^= 1
    state.trading = faces
    t.emit_shared(events.FLIP, centre, faces[centre])


def most_to_buy(t: Turn, bonus: list[int]) -> int:
    """How many more items the caravan can take and the player pay, with the coins of a bonus."""
    area = t.area
    price = t.edition.buy_coin[t.state.trading[area.at]]
    room = area.camel - area.cargo
    if not price:
        return room
    return min(room, (area.item[COIN] + (bonus[COIN] if bonus else 0)) // price)


def buy(t: Turn, trip: Trip, count: int) -> Flow:
    face = t.state.trading[t.area.at]
    bonus = t.lookup.buy_bonus[face]
    all_possible = count == most_to_buy(t, bonus.gain)
    uses = t.runner.offered(t) if all_possible else NOTHING
    t.emit(events.BUY, t.edition.buy_item[face], count)
    take_bonus(t, bonus)
    pay_and_load(t, face, count)
    yield from after_trade(t, trip, bonus)
    if all_possible:
        yield from buy_more(t, face, uses)


def pay_and_load(t: Turn, face: int, count: int) -> None:
    area, edition = t.area, t.edition
    due = count * edition.buy_coin[face]
    if due:
        area.item[COIN] -= due
        t.emit(events.PAY, COIN, due)
    area.cargo_item = edition.buy_item[face]
    area.cargo += count


def buy_more(t: Turn, face: int, uses: list[int]) -> Flow:
    """What the golden bonus has brought may help to buy more, as it may come before the items.
    ``uses`` are those there were without it."""
    codes = t.codes
    lacking = COIN if t.area.camel > t.area.cargo else CAMEL
    if not most_to_buy(t, NOTHING) and not any(
        use not in uses and use < codes.discard and may_bring(t, use, lacking)
        for use in t.runner.offered(t)
    ):
        return
    before, t.subject = t.subject, TradeBonusSubject()
    chosen: int = RETRY
    while chosen == RETRY:
        options = [codes.decline]
        for count in range(1, most_to_buy(t, NOTHING) + 1):
            options.append(codes.buy + count)
        chosen = yield from t.ask("trade", options)
    t.subject = before
    if chosen != codes.decline:
        t.emit(events.BUY, t.edition.buy_item[face], chosen - codes.buy)
        pay_and_load(t, face, chosen - codes.buy)


def may_bring(t: Turn, use: int, item: int) -> bool:
    """Whether using something may bring an item."""
    parts = t.lookup.effects[use - t.codes.first_use].parts
    return any(part.may_bring(item) for part in parts)


def sell(t: Turn, trip: Trip, count: int) -> Flow:
    area, edition = t.area, t.edition
    face = t.state.trading[area.at]
    bonus = t.lookup.sell_bonus[face]
    t.emit(events.SELL, area.cargo_item, count)
    take_bonus(t, bonus)
    trip.sold_item = area.cargo_item
    trip.sold = count
    area.cargo -= count
    if not area.cargo:
        area.cargo_item = -1
    if edition.sell_coin[face]:
        t.take(COIN, count * edition.sell_coin[face])
    source, t.source = t.source, constants.FROM_TRADE
    t.score(count * edition.sell_vp[face])
    t.source = source
    yield from after_trade(t, trip, bonus)


def take_bonus(t: Turn, bonus: Effect) -> None:
    """The golden bonus comes first: its coins may pay. What has to be asked waits."""
    source, t.source = t.source, constants.FROM_TRADE
    t.grant(bonus.gain)
    t.source = source


def after_trade(t: Turn, trip: Trip, bonus: Effect) -> Flow:
    """The rest of the golden bonus, and what permanent cards give for a trade."""
    trip.traded = True
    source, t.source = t.source, constants.FROM_TRADE
    if bonus.gain:
        yield from t.tokens(bonus.gain)
    if bonus.then or bonus.open:
        yield from t.runner.run(t, bonus.rest(), TradeBonusSubject())
    t.source = source
    # Last, so that a card which the bonus leads to helps already.
    for help_ in t.area.helps:
        if help_.on == fx.ON_TRADE:
            t.help(help_.gain)


def sale_cards(t: Turn, trip: Trip) -> Flow:
    """Bonus cards for what was just sold."""
    codes, area, edition = t.codes, t.area, t.edition
    while trip.sold:
        options = [codes.decline]
        cards: i64 = area.bonus & t.lookup.bonus_masks[fx.SALE_TIME]
        while cards:
            card = INDEX[(cards & -cards) % 67] // 2
            cards &= ~(3 * BIT[2 * card])
            if any(part.fits_sale(trip.sold_item) for part in edition.bonus_do[card]):
                options.append(codes.with_card + card)
        if len(options) == 1:
            return
        chosen = yield from t.ask("sale", options)
        if chosen == RETRY:
            continue
        if chosen == codes.decline:
            return
        card = chosen - codes.with_card
        area.bonus -= BIT[2 * card]
        t.emit(events.WITH, card)
        source, t.source = t.source, constants.FROM_BONUS
        for part in edition.bonus_do[card]:
            if part.fits_sale(trip.sold_item):
                yield from part.after_sale(t, trip.sold)
        t.source = source


# -- bases -----------------------------------------------------------------------------------------


def base_spaces(t: Turn) -> list[int]:
    """The ids of the free base spaces where the caravan stands; none where a base of the own is.

    Of equal spaces the first is offered, except in the solo game: Resafabot takes the leftmost.
    """
    state, area = t.state, t.area
    ids: list[int] = []
    if (
        area.at == t.edition.resafa
        or area.bases >> area.at & 1
        or int(area.bases).bit_count() >= constants.MARKERS
    ):
        return ids
    first = area.at * BASE_SPACES
    there = t.lookup.spaces[state.players]
    twins = t.lookup.space_twin[t.lookup.side_index(state.players)]
    for space in range(first, first + BASE_SPACES):
        if there[space] and state.bases[space] == constants.NOBODY:
            twin = twins[space]
            if state.players == 1 or twin == space or t.codes.base + twin - first not in ids:
                ids.append(t.codes.base + space - first)
    return ids


def base_possible(t: Turn, cost: list[int], trigger: int) -> bool:
    return t.affords(cost, [], trigger) and len(base_spaces(t)) > 0


def found_base(t: Turn, cost: list[int], trigger: int, may_decline: bool) -> Step:
    """Found a base where the caravan stands; returns whether one was founded."""
    codes, area, state = t.codes, t.area, t.state
    chosen: int = RETRY
    while chosen == RETRY:
        options = base_spaces(t)
        if not options:
            return 0
        if not t.affords(cost, [], trigger):
            options = []
        if may_decline:
            options.insert(0, codes.decline)
        if not options:
            return 0
        chosen = yield from t.ask("base", options)
    if chosen == codes.decline:
        return 0
    t.settle(cost, [], trigger)
    space = area.at * BASE_SPACES + chosen - codes.base
    put_base(t, t.player, space)
    area.bases |= BIT[area.at]
    t.emit(events.BASE, area.at, chosen - codes.base)
    yield from t.token(t.side.base_token[space])
    bonus = t.lookup.base_bonus[t.lookup.side_index(state.players)][space]
    if bonus.parts:
        yield from t.runner.run(t, bonus, BaseBonusSubject())
    return 1


def put_base(t: Turn, owner: int, space: int) -> None:
    owners = t.state.bases[:]
    owners[space] = owner
    t.state.bases = owners
