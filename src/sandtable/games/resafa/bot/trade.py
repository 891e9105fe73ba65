"""Trade as a seat sees it: what each destination has to offer, and bases."""

from __future__ import annotations

from sandtable.games.resafa import constants
from sandtable.games.resafa.bot.effects import EffectValues
from sandtable.games.resafa.bot.features import Features
from sandtable.games.resafa.edition.components import BASE_SPACES
from sandtable.games.resafa.effects import language as fx


class Trade:
    def __init__(
        self, features: Features, effects: EffectValues, weights: dict[str, float]
    ) -> None:
        self.features = features
        self.effects = effects
        self.like_trade: float = weights["like_trade"]
        self.off = 0  # coins off a move
        edition = features.edition
        # Bonus cards that give something for each item sold.
        self.sale_cards: list[int] = [
            card
            for card in range(len(edition.bonus_do))
            if edition.bonus_when[card] == fx.SALE_TIME
        ]

    def set_trade(self) -> None:
        """The worth of a trading action now."""
        f = self.features
        self.off = 0
        for help_ in f.area.helps:
            if help_.on == fx.ON_MOVE:
                self.off += help_.discount[fx.COIN]
        best = 0.0
        for centre in range(f.edition.centres):
            gain = self.go_gain(centre, True, False)
            if gain > best:
                best = gain
            if f.area.cargo:
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
        state, area = f.state, f.area
        if area.bases >> centre & 1 or int(area.bases).bit_count() >= constants.MARKERS:
            return 0.0
        stone = area.item[fx.STONE]
        cost = f.gains(f.edition.base_cost)
        for help_ in area.helps:
            if help_.on == fx.ON_BASE:
                stone += help_.discount[fx.STONE]
                cost -= f.gains(help_.discount)
                cost -= f.gains(help_.gain)
        if coins < f.edition.base_cost[fx.COIN] or stone < f.edition.base_cost[fx.STONE]:
            return 0.0
        there = f.lookup.spaces[state.players]
        best = 0.0
        first = centre * BASE_SPACES
        for space in range(first, first + BASE_SPACES):
            if there[space] and state.bases[space] == constants.NOBODY:
                gain = self.space_gain(space)
                if gain > best:
                    best = gain
        best -= cost
        return best if best > 0.0 else 0.0

    def units(self, item: int, stops: bool) -> int:
        """How many of an item the caravan can have on its back at the end of the way."""
        area = self.features.area
        have = area.cargo if area.cargo_item == item else 0
        if stops:
            have += area.item[item]
            if have > area.camel:
                have = area.camel
        return have

    def sell_gain(self, face: int, count: int) -> float:
        """A sale of so many, the goods themselves taken off."""
        f = self.features
        edition = f.edition
        item = edition.sell_item[face]
        total = self.effects.effect_gain(edition.sell_bonus[face])
        total += count * (edition.sell_coin[face] * f.price[fx.COIN] + edition.sell_vp[face])
        total -= count * f.price[item]
        for card in self.sale_cards:
            if f.area.bonus >> 2 * card & 3:
                for part in edition.bonus_do[card]:
                    total += part.sale_worth(f, item, count)
        return total

    def buy_gain(self, face: int, count: int) -> float:
        f = self.features
        edition = f.edition
        total = self.effects.effect_gain(edition.buy_bonus[face])
        worth = f.price[edition.buy_item[face]] - edition.buy_coin[face] * f.price[fx.COIN]
        # What is bought has to be brought to a buyer first.
        return total + count * (worth - 0.3)

    def go_gain(self, centre: int, by_resafa: bool, free: bool) -> float:
        """What a trading action with that destination brings in all."""
        f = self.features
        state, area, edition = f.state, f.area, f.edition
        stops = by_resafa or area.at == edition.resafa
        costs = edition.direct if area.at == edition.resafa or not by_resafa else edition.by_resafa
        cost = 0
        if not free:
            cost = costs[area.at * edition.centres + centre] - self.off
            if cost < 0:
                cost = 0
        coins = area.item[fx.COIN] - cost
        if coins < 0 or (centre == area.at and not stops):
            return -9.0
        face = state.trading[centre]
        best = 0.0
        count = self.units(edition.sell_item[face], stops)
        if count:
            gain = self.sell_gain(face, count)
            more = coins + count * edition.sell_coin[face]
            gain += self.base_gain(centre, more)
            if gain > best:
                best = gain
        room = area.camel
        if area.cargo and not stops:
            room = area.camel - area.cargo if area.cargo_item == edition.buy_item[face] else 0
        if edition.buy_coin[face]:
            can = coins // edition.buy_coin[face]
            if can < room:
                room = can
        if room > 0:
            gain = self.buy_gain(face, room) + self.base_gain(
                centre, coins - room * edition.buy_coin[face]
            )
            if room > 1:
                less = room - 1
                other = self.buy_gain(face, less) + self.base_gain(
                    centre, coins - less * edition.buy_coin[face]
                )
                if other > gain:
                    gain = other
            if gain > best:
                best = gain
        return best * self.like_trade - cost * f.price[fx.COIN]
