"""Trade as a seat sees it: what each destination has to offer, and bases."""

from __future__ import annotations

from sandtable.games.resafa import constants as n
from sandtable.games.resafa.bot.effects import Effects
from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.edition.components import BASE_SPACES
from sandtable.games.resafa.effects import language as fx


class Trade:
    def __init__(self, features: Features, effects: Effects, weights: dict[str, float]) -> None:
        self.features = features
        self.effects = effects
        self.like_trade: float = weights["like_trade"]
        self.off = 0  # coins off a move
        c = features.c
        # Bonus cards that give something for each item sold.
        self.sale_cards: list[int] = [
            card
            for card in range(len(c.bonus_do))
            if any(part.kind == fx.PER_SOLD for part in c.bonus_do[card])
        ]

    def set_trade(self) -> None:
        """The worth of a trading action now."""
        f = self.features
        self.off = 0
        for help_ in f.p.helps:
            if help_.on == fx.ON_MOVE:
                self.off += help_.discount[fx.COIN]
        best = 0.0
        for centre in range(f.c.centres):
            gain = self.go_gain(centre, True, False)
            if gain > best:
                best = gain
            if f.p.cargo:
                gain = self.go_gain(centre, False, False)
                if gain > best:
                    best = gain
        f.act[fx.TRADING] = best

    def space_gain(self, space: int) -> float:
        """What the token and the bonus of a base space bring."""
        f = self.features
        token = f.side.base_token[space]
        total = f.price[token]
        parts = f.side.base_do[space]
        if parts:
            total += self.effects.effect_gain(parts)
        return total

    def base_gain(self, centre: int, coins: float) -> float:
        """What a base there brings, its cost taken off; 0 if none can be founded."""
        f = self.features
        s, p = f.s, f.p
        if p.bases >> centre & 1 or int(p.bases).bit_count() >= n.MARKERS:
            return 0.0
        stone = p.item[fx.STONE]
        cost = f.gains(f.c.base_cost)
        for help_ in p.helps:
            if help_.on == fx.ON_BASE:
                stone += help_.discount[fx.STONE]
                cost -= f.gains(help_.discount)
                cost -= f.gains(help_.gain)
        if coins < f.c.base_cost[fx.COIN] or stone < f.c.base_cost[fx.STONE]:
            return 0.0
        there = f.r.spaces[s.players]
        best = 0.0
        first = centre * BASE_SPACES
        for space in range(first, first + BASE_SPACES):
            if there[space] and s.bases[space] == n.NOBODY:
                gain = self.space_gain(space)
                if gain > best:
                    best = gain
        best -= cost
        return best if best > 0.0 else 0.0

    def units(self, item: int, stops: bool) -> int:
        """How many of an item the caravan can have on its back at the end of the way."""
        p = self.features.p
        have = p.cargo if p.cargo_item == item else 0
        if stops:
            have += p.item[item]
            if have > p.camel:
                have = p.camel
        return have

    def sell_gain(self, face: int, count: int) -> float:
        """A sale of so many, the goods themselves taken off."""
        f = self.features
        c = f.c
        item = c.sell_item[face]
        total = self.effects.effect_gain(c.sell_bonus[face])
        total += count * (c.sell_coin[face] * f.price[fx.COIN] + c.sell_vp[face])
        total -= count * f.price[item]
        for card in self.sale_cards:
            if f.p.bonus >> 2 * card & 3:
                for part in c.bonus_do[card]:
                    if part.kind == fx.PER_SOLD and part.items[0] == item:
                        total += 0.4 * min(count, part.most) * f.gains(part.gain)
        return total

    def buy_gain(self, face: int, count: int) -> float:
        f = self.features
        c = f.c
        total = self.effects.effect_gain(c.buy_bonus[face])
        worth = f.price[c.buy_item[face]] - c.buy_coin[face] * f.price[fx.COIN]
        # What is bought has to be brought to a buyer first.
        return total + count * (worth - 0.3)

    def go_gain(self, centre: int, by_resafa: bool, free: bool) -> float:
        """What a trading action with that destination brings in all."""
        f = self.features
        s, p, c = f.s, f.p, f.c
        stops = by_resafa or p.at == c.resafa
        way = c.direct if p.at == c.resafa or not by_resafa else c.by_resafa
        cost = 0
        if not free:
            cost = way[p.at * c.centres + centre] - self.off
            if cost < 0:
                cost = 0
        coins = p.item[fx.COIN] - cost
        if coins < 0 or (centre == p.at and not stops):
            return -9.0
        face = s.trading[centre]
        best = 0.0
        count = self.units(c.sell_item[face], stops)
        if count:
            gain = self.sell_gain(face, count)
            more = coins + count * c.sell_coin[face]
            gain += self.base_gain(centre, more)
            if gain > best:
                best = gain
        room = p.camel
        if p.cargo and not stops:
            room = p.camel - p.cargo if p.cargo_item == c.buy_item[face] else 0
        if c.buy_coin[face]:
            can = coins // c.buy_coin[face]
            if can < room:
                room = can
        if room > 0:
            gain = self.buy_gain(face, room) + self.base_gain(
                centre, coins - room * c.buy_coin[face]
            )
            if room > 1:
                less = room - 1
                other = self.buy_gain(face, less) + self.base_gain(
                    centre, coins - less * c.buy_coin[face]
                )
                if other > gain:
                    gain = other
            if gain > best:
                best = gain
        return best * self.like_trade - cost * f.price[fx.COIN]
