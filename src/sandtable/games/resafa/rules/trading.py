"""Trading: move, load in Resafa, buy or sell, found a base. The tile flips after a trade."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sandtable.games.resafa import constants as n
from sandtable.games.resafa import events as ev
from sandtable.games.resafa.actions import MOST_CAMELS
from sandtable.games.resafa.edition.components import BASE_SPACES
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import COIN, HELD, STONE
from sandtable.games.resafa.lookup import Effect
from sandtable.games.resafa.rules.turn import RETRY, Turn
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
    for help_ in t.p.helps:
        if help_.on == fx.ON_MOVE:
            off += help_.discount[COIN]
    return off


def possible(t: Turn, free_move: bool) -> bool:
    return free_move or t.r.cheapest[t.p.at] <= t.p.item[COIN] + move_off(t)


def move_cost(t: Turn, centre: int, by_resafa: bool, free_move: bool) -> int:
    if free_move:
        return 0
    costs = t.c.by_resafa if by_resafa else t.c.direct
    return max(0, costs[t.p.at * t.c.centres + centre] - move_off(t))


def destinations(t: Turn, free_move: bool) -> list[int]:
    """The ids of all moves that can be paid. A stop in Resafa that costs nothing is always made,
    so there is no choice without it."""
    p = t.p
    coins = p.item[COIN]
    off = MOST_COINS if free_move else move_off(t)
    found: list[int] = []
    centres = t.c.centres
    first = p.at * centres
    for centre in range(centres):
        direct = max(0, t.c.direct[first + centre] - off)
        stopping = max(0, t.c.by_resafa[first + centre] - off)
        number = t.k.go + centre * 2
        if p.at == centres:  # Resafa
            if direct <= coins:
                found.append(number)
        else:
            if centre != p.at and direct < stopping and direct <= coins:
                found.append(number)
            if stopping <= coins:
                found.append(number + 1)
    return found


MOST_COINS: Final = 99  # more than any road costs


def trade(t: Turn, free_move: bool, flips: int, may_decline: bool) -> Step:
    """The trading action; returns whether the caravan moved."""
    k, p = t.k, t.p
    chosen: int = RETRY
    while chosen == RETRY:
        options = destinations(t, free_move)
        if may_decline:
            options.insert(0, k.decline)
        if not options:
            return 0
        t.s.free_move = free_move
        chosen = yield from t.ask("go", options)
        t.s.free_move = False
    if chosen == k.decline:
        return 0
    trip = Trip(flips)
    centre = (chosen - k.go) // 2
    by_resafa = (chosen - k.go) % 2 == 1
    stops = by_resafa or p.at == t.c.resafa
    cost = move_cost(t, centre, by_resafa, free_move)
    p.item[COIN] -= cost
    if t.log is not None:
        t.tell(ev.GO, centre, 1 if by_resafa else 0, cost)
    if stops:
        p.at = t.c.resafa
        before, t.subject = t.subject, JourneySubject(centre)
        yield from load(t)
        t.subject = before
    p.at = centre
    yield from deal(t, trip)
    if trip.traded:
        yield from sale_cards(t, trip)
        yield from found_base(t, t.c.base_cost, fx.ON_BASE, True)
        flip(t)
    return 1


# -- loading ---------------------------------------------------------------------------------------


def load(t: Turn) -> Flow:
    """In Resafa: put the cargo into the warehouse and load one type, or leave all as it is."""
    k, p = t.k, t.p
    chosen: int = RETRY
    while chosen == RETRY:
        options = [k.load_nothing]
        for item in range(STONE, HELD):
            most = p.item[item] + (p.cargo if p.cargo_item == item else 0)
            first = k.load + (item - STONE) * MOST_CAMELS
            for count in range(min(most, p.camel)):
                options.append(first + count)
        chosen = yield from t.ask("load", options)
    item, count = -1, 0
    if chosen != k.load_nothing:
        item = (chosen - k.load) // MOST_CAMELS + STONE
        count = (chosen - k.load) % MOST_CAMELS + 1
    if item == p.cargo_item and count == p.cargo:
        return
    if p.cargo:
        p.item[p.cargo_item] += p.cargo
    if item >= 0:
        p.item[item] -= count
    p.cargo_item = item
    p.cargo = count
    t.tell(ev.LOAD, item, count)


# -- buying and selling ----------------------------------------------------------------------------


def deal(t: Turn, trip: Trip) -> Flow:
    """Turn the tile over, buy or sell, or do nothing."""
    k = t.k
    while True:
        chosen = yield from t.ask("trade", deals(t, trip))
        if chosen == RETRY:
            continue
        if chosen == k.decline:
            return
        if chosen == k.flip:
            trip.flips -= 1
            flip(t)
        elif chosen >= k.with_card:
            yield from trading_card(t, trip, chosen - k.with_card)
        elif chosen > k.buy:
            yield from buy(t, trip, chosen - k.buy)
            return
        else:
            yield from sell(t, trip, chosen - k.sell)
            return


def deals(t: Turn, trip: Trip) -> list[int]:
    s, k, p, c = t.s, t.k, t.p, t.c
    face = s.trading[p.at]
    found = [k.decline]
    if p.cargo and p.cargo_item == c.sell_item[face]:
        for count in range(1, p.cargo + 1):
            found.append(k.sell + count)
    if not p.cargo or p.cargo_item == c.buy_item[face]:
        most = p.camel - p.cargo
        price = c.buy_coin[face]
        if price:
            bonus = t.r.buy_bonus[face].gain
            coins = p.item[COIN] + (bonus[COIN] if bonus else 0)
            most = min(most, coins // price)
        for count in range(1, most + 1):
            found.append(k.buy + count)
    if trip.flips:
        found.append(k.flip)
    cards: i64 = p.bonus & t.r.bonus_masks[fx.TRADING_TIME]
    while cards:
        card = INDEX[(cards & -cards) % 67] // 2
        cards &= ~(3 * BIT[2 * card])
        if any(part.kind == fx.FLIP or helps(t, part) for part in c.bonus_do[card]):
            found.append(k.with_card + card)
    return found


def helps(t: Turn, part: fx.Part) -> bool:
    """Whether the gain of a bonus card for trading can be paid for and is not lost."""
    return t.can_pay(part.pay) and t.gains_something(part.gain)


def trading_card(t: Turn, trip: Trip, card: int) -> Flow:
    """A bonus card for trading actions: gains, and the right to turn the tile over."""
    t.p.bonus -= BIT[2 * card]
    t.tell(ev.WITH, card)
    source, t.source = t.source, n.FROM_BONUS
    for part in t.c.bonus_do[card]:
        if part.kind == fx.FLIP:
            trip.flips += 1
        elif t.can_pay(part.pay):
            t.pay(part.pay)
            yield from t.gain(part.gain)
    t.source = source


def flip(t: Turn) -> None:
    """Turn over the trading tile where the caravan stands."""
    turn_over(t, t.p.at)


def turn_over(t: Turn, centre: int) -> None:
    s = t.s
    faces = s.trading[:]
    faces[centre] ^= 1
    s.trading = faces
    t.tell_all(ev.FLIP, centre, faces[centre])


def buy(t: Turn, trip: Trip, count: int) -> Flow:
    p, c = t.p, t.c
    face = t.s.trading[p.at]
    bonus = t.r.buy_bonus[face]
    item = c.buy_item[face]
    t.tell(ev.BUY, item, count)
    take_bonus(t, bonus)
    due = count * c.buy_coin[face]
    if due:
        p.item[COIN] -= due
        t.tell(ev.PAY, COIN, due)
    p.cargo_item = item
    p.cargo += count
    yield from after_trade(t, trip, bonus)


def sell(t: Turn, trip: Trip, count: int) -> Flow:
    p, c = t.p, t.c
    face = t.s.trading[p.at]
    bonus = t.r.sell_bonus[face]
    t.tell(ev.SELL, p.cargo_item, count)
    take_bonus(t, bonus)
    trip.sold_item = p.cargo_item
    trip.sold = count
    p.cargo -= count
    if not p.cargo:
        p.cargo_item = -1
    if c.sell_coin[face]:
        t.take(COIN, count * c.sell_coin[face])
    source, t.source = t.source, n.FROM_TRADE
    t.score(count * c.sell_vp[face])
    t.source = source
    yield from after_trade(t, trip, bonus)


def take_bonus(t: Turn, bonus: Effect) -> None:
    """The golden bonus comes first: its coins may pay. What has to be asked waits."""
    source, t.source = t.source, n.FROM_TRADE
    t.grant(bonus.gain)
    t.source = source


def after_trade(t: Turn, trip: Trip, bonus: Effect) -> Flow:
    """The rest of the golden bonus, and what permanent cards give for a trade."""
    trip.traded = True
    for help_ in t.p.helps:
        if help_.on == fx.ON_TRADE:
            t.help(help_.gain)
    source, t.source = t.source, n.FROM_TRADE
    if bonus.gain:
        yield from t.tokens(bonus.gain)
    if bonus.then or bonus.open:
        yield from t.runner.run(t, bonus.rest(), TradeBonusSubject())
    t.source = source


def sale_cards(t: Turn, trip: Trip) -> Flow:
    """Bonus cards for what was just sold."""
    k, p, c = t.k, t.p, t.c
    while trip.sold:
        options = [k.decline]
        cards: i64 = p.bonus & t.r.bonus_masks[fx.SALE_TIME]
        while cards:
            card = INDEX[(cards & -cards) % 67] // 2
            cards &= ~(3 * BIT[2 * card])
            if any(part.items[0] == trip.sold_item for part in c.bonus_do[card]):
                options.append(k.with_card + card)
        if len(options) == 1:
            return
        chosen = yield from t.ask("sale", options)
        if chosen == RETRY:
            continue
        if chosen == k.decline:
            return
        card = chosen - k.with_card
        p.bonus -= BIT[2 * card]
        t.tell(ev.WITH, card)
        source, t.source = t.source, n.FROM_BONUS
        for part in c.bonus_do[card]:
            if part.items[0] == trip.sold_item:
                for _ in range(min(trip.sold, part.most)):
                    yield from t.gain(part.gain)
        t.source = source


# -- bases -----------------------------------------------------------------------------------------


def base_spaces(t: Turn) -> list[int]:
    """The ids of the free base spaces where the caravan stands; none where a base of the own is.

    Of equal spaces the first is offered, except in the solo game: Resafabot takes the leftmost.
    """
    s, p = t.s, t.p
    found: list[int] = []
    if p.at == t.c.resafa or p.bases >> p.at & 1 or int(p.bases).bit_count() >= n.MARKERS:
        return found
    first = p.at * BASE_SPACES
    there = t.r.spaces[s.players]
    twins = t.r.space_twin[t.r.side_index(s.players)]
    for space in range(first, first + BASE_SPACES):
        if there[space] and s.bases[space] == n.NOBODY:
            twin = twins[space]
            if s.players == 1 or twin == space or t.k.base + twin - first not in found:
                found.append(t.k.base + space - first)
    return found


def base_possible(t: Turn, cost: list[int], trigger: int) -> bool:
    return t.affords(cost, [], trigger) and len(base_spaces(t)) > 0


def found_base(t: Turn, cost: list[int], trigger: int, may_decline: bool) -> Step:
    """Found a base where the caravan stands; returns whether one was founded."""
    k, p, s = t.k, t.p, t.s
    chosen: int = RETRY
    while chosen == RETRY:
        options = base_spaces(t)
        if not options:
            return 0
        if not t.affords(cost, [], trigger):
            options = []
        if may_decline:
            options.insert(0, k.decline)
        if not options:
            return 0
        chosen = yield from t.ask("base", options)
    if chosen == k.decline:
        return 0
    t.settle(cost, [], trigger)
    space = p.at * BASE_SPACES + chosen - k.base
    put_base(t, t.seat, space)
    p.bases |= BIT[p.at]
    t.tell(ev.BASE, p.at, chosen - k.base)
    yield from t.token(t.side.base_token[space])
    bonus = t.r.base_bonus[t.r.side_index(s.players)][space]
    if bonus.parts:
        yield from t.runner.run(t, bonus, BaseBonusSubject())
    return 1


def put_base(t: Turn, owner: int, space: int) -> None:
    owners = t.s.bases[:]
    owners[space] = owner
    t.s.bases = owners
