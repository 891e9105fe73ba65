"""Trade as a seat sees it: what each destination has to offer, and bases."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa import constants as n
from sandtable.games.resafa.bot.player_area import ResafaYard
from sandtable.games.resafa.edition.components import BASE_SPACES, CENTRES, RESAFA
from sandtable.games.resafa.effects import language as fx
from sandtable.kernel.game import Game

#: Bonus cards that give something for each good sold.
PER_SOLD_CARDS: Final[list[int]] = [1, 2, 19]


class ResafaTrade(ResafaYard):
    def __init__(self, game: Game, weights: dict[str, float]) -> None:
        super().__init__(game, weights)
        self.like_trade: float = weights["like_trade"]
        self.off = 0  # coins off a move

    def set_trade(self) -> None:
        """The worth of a trading action now."""
        self.off = 0
        for help_ in self.p.helps:
            if help_.on == fx.ON_MOVE:
                self.off += help_.discount[fx.COIN]
        best = 0.0
        for centre in range(CENTRES):
            gain = self.go_gain(centre, True, False)
            if gain > best:
                best = gain
            if self.p.cargo:
                gain = self.go_gain(centre, False, False)
                if gain > best:
                    best = gain
        self.act[fx.TRADING] = best

    def space_gain(self, space: int) -> float:
        """What the token and the bonus of a base space bring."""
        token = self.side.base_token[space]
        found = self.price[token]
        parts = self.side.base_do[space]
        if parts:
            found += self.effect_gain(parts)
        return found

    def base_gain(self, centre: int, coins: float) -> float:
        """What a base there brings, its cost taken off; 0 if none can be founded."""
        s, p = self.s, self.p
        if p.bases >> centre & 1 or int(p.bases).bit_count() >= n.MARKERS:
            return 0.0
        stone = p.item[fx.STONE]
        cost = self.gains(self.c.base_cost)
        for help_ in p.helps:
            if help_.on == fx.ON_BASE:
                stone += help_.discount[fx.STONE]
                cost -= self.gains(help_.discount)
                cost -= self.gains(help_.gain)
        if coins < self.c.base_cost[fx.COIN] or stone < self.c.base_cost[fx.STONE]:
            return 0.0
        there = self.r.spaces[s.players]
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
        p = self.p
        have = p.cargo if p.cargo_item == item else 0
        if stops:
            have += p.item[item]
            if have > p.camel:
                have = p.camel
        return have

    def sell_gain(self, face: int, count: int) -> float:
        """A sale of so many, the goods themselves taken off."""
        c = self.c
        item = c.sell_item[face]
        found = self.effect_gain(c.sell_bonus[face])
        found += count * (c.sell_coin[face] * self.price[fx.COIN] + c.sell_vp[face])
        found -= count * self.price[item]
        for card in PER_SOLD_CARDS:
            if self.p.bonus >> 2 * card & 3:
                for part in c.bonus_do[card]:
                    if part.kind == fx.PER_SOLD and part.items[0] == item:
                        found += 0.4 * min(count, part.most) * self.gains(part.gain)
        return found

    def buy_gain(self, face: int, count: int) -> float:
        c = self.c
        found = self.effect_gain(c.buy_bonus[face])
        worth = self.price[c.buy_item[face]] - c.buy_coin[face] * self.price[fx.COIN]
        # What is bought has to be brought to a buyer first.
        return found + count * (worth - 0.3)

    def go_gain(self, centre: int, by_resafa: bool, free: bool) -> float:
        """What a trading action with that destination brings in all."""
        s, p, c = self.s, self.p, self.c
        stops = by_resafa or p.at == RESAFA
        way = c.direct if p.at == RESAFA or not by_resafa else c.by_resafa
        cost = 0
        if not free:
            cost = way[p.at * CENTRES + centre] - self.off
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
        return best * self.like_trade - cost * self.price[fx.COIN]
