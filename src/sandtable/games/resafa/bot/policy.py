"""Quick guesses for every choice Resafa offers, as a practised player would make them at sight."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.actions import MOST_CAMELS
from sandtable.games.resafa.bot.value import SeatValue
from sandtable.games.resafa.edition.components import BASE_SPACES, LEVEL_1, STRIDE
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import STONE
from sandtable.games.resafa.lookup import tile_place
from sandtable.games.resafa.state import State
from sandtable.games.resafa.subjects import (
    CardSubject,
    JourneySubject,
    RewardSubject,
    RotationSubject,
    SquareSubject,
    StackSubject,
    TileSubject,
    UseSubject,
    WaterSubject,
)
from sandtable.kernel.game import Decision, Subject

#: Questions about the whole of a turn.
WIDE: Final = ("play", "next", "colour", "provisions", "part", "limit", "go")


class Policy:
    def __init__(self, value: SeatValue) -> None:
        self.value = value
        self.features = value.features
        self.production = value.production
        self.effects = value.effects
        self.cards = value.cards
        self.gardens = value.gardens
        self.workshops = value.workshops
        self.water = value.water
        self.trade = value.trade

    def rates(self, state: State, decision: Decision) -> list[float]:
        f = self.features
        kind = decision.kind
        if kind in WIDE or f.turns == 0.0:
            self.value.survey(state, decision.player)
        else:
            # What main actions are worth has hardly changed since the last wide look.
            self.value.look(state, decision.player)
            if kind in ("square", "lay"):
                self.gardens.set_squares()
        subject = decision.subject
        first_use = f.k.first_use
        result: list[float] = []
        for action in decision.actions:
            if action >= first_use:
                result.append(self.use_rate(action))
            else:
                result.append(self.rate(kind, subject, action))
        return result

    def use_rate(self, action: int) -> float:
        """Using something now instead of keeping it."""
        f = self.features
        k, c = f.k, f.c
        if action >= k.discard:
            if f.turns == 0.0:
                return 0.0  # worth the same at the end
            return 0.9 - self.effects.sack_gain(action - k.discard)
        if action < k.use_sack:
            gain = self.effects.bonus_gain(action - k.first_use)
        elif action < k.use_tile:
            gain = self.effects.effect_gain(c.sack_do[action - k.use_sack])
            if f.turns == 0.0:
                gain -= 1.0
        elif action < k.use_special:
            gain = self.effects.effect_gain(c.canal_bonus_do[action - k.use_tile])
        else:
            gain = self.effects.effect_gain(c.special_do[c.usable[action - k.use_special]])
        if f.turns == 0.0:
            return gain
        return (1.0 - self.cards.w_keep) * gain

    def rate(self, kind: str, subject: Subject | None, action: int) -> float:
        f = self.features
        k = f.k
        if action == k.decline or action == k.end:
            return 0.0
        if kind == "next":
            if action == k.colour:
                return 3.0
            return f.act[action - k.main]
        if kind == "play":
            return self.play_rate(action)
        if kind in ("colour", "provisions", "step", "bonus"):
            return self.provide_rate(action)
        if kind == "special" or kind == "take":
            return self.special_rate(subject, action)
        if kind in ("tile", "side", "cell", "rotate"):
            return self.workshop_rate(kind, subject, action)
        if kind == "produce":
            return self.room_rate(action)
        if kind == "square":
            return self.gardens.square_gain((action - k.square) * 2 + 1)
        if kind == "lay":
            assert isinstance(subject, SquareSubject)
            return self.gardens.lay_gain(subject.square, action - k.lay)
        if kind in ("canal", "space"):
            return self.canal_rate(kind, action)
        if kind in ("go", "load", "trade", "sale", "base"):
            return self.trade_rate(kind, subject, action)
        if kind == "row":
            return f.row_gain(action - k.row)
        if kind == "flow":
            assert isinstance(subject, WaterSubject)
            return self.flow_rate(subject.space, action - k.flow)
        return self.other_rate(kind, subject, action)

    def play_rate(self, action: int) -> float:
        f = self.features
        k, c = f.k, f.c
        if action >= k.play_free:
            card = c.free_cards[action - k.play_free]
            return max(f.act) * c.mains[card] + self.effects.effect_gain(c.special_do[card]) + 4.0
        place = action - k.play
        bonus = 0.0
        colour = 3.5
        if action >= k.play_pair:
            place = action - k.play_pair
            card = c.pair_cards[place // 2]
            bonus = self.effects.effect_gain(c.special_do[card])
            place = c.yellow_pair[card] * 2 + place % 2
        else:
            row = c.set_colours[f.p.set][place]
            colour = max(f.step_gain[row], 2.5)
        return f.act[c.pair_actions[place]] + colour + bonus

    def provide_rate(self, action: int) -> float:
        f = self.features
        k = f.k
        if action == k.sack:
            return f.price[fx.SACK]
        if action >= k.step:
            return f.step_gain[action - k.step]
        return self.effects.bonus_gain(f.s.bonus[action - k.bonus])

    def special_rate(self, subject: Subject | None, action: int) -> float:
        f = self.features
        k = f.k
        if action >= k.take:
            return self.cards.card_gain(action - k.take)
        assert isinstance(subject, StackSubject)
        cards = f.s.special[subject.stack]
        if action == k.open:
            return self.cards.card_gain(cards[0]) + f.gains(f.c.open_card)
        best = 0.0
        for card in cards:
            gain = self.cards.card_gain(card)
            if gain > best:
                best = gain
        return best

    def workshop_rate(self, kind: str, subject: Subject | None, action: int) -> float:
        k = self.features.k
        if kind == "tile":
            return self.workshops.tile_gain(action - k.tile + LEVEL_1)
        if kind == "side":
            assert isinstance(subject, TileSubject)
            return self.workshops.engine_with(subject.tile * 2 + action - k.side)
        if kind == "cell":
            return self.workshops.cell_gain((action - k.cell) * 2)
        assert isinstance(subject, RotationSubject)
        return self.workshops.turned_gain(subject.face, subject.cell, action - k.rotate)

    def room_rate(self, action: int) -> float:
        f = self.features
        place = (action - f.k.room) // 2
        room = (action - f.k.room) % 2
        for face in f.p.workshops:
            if tile_place(face // 2) == place:
                part = f.c.rooms[face][room]
                gain = self.production.room_gain(part)
                if part.kind == fx.GAIN and part.gain[fx.CAMEL] and f.p.camel == f.c.camel_max:
                    gain = 0.0
                return gain
        return 0.0

    def canal_rate(self, kind: str, action: int) -> float:
        k = self.features.k
        if action >= k.with_card:
            return 6.0 + 0.5 * self.effects.bonus_gain(action - k.with_card)
        if kind == "canal":
            return 5.0 + self.water.face_rate(action - k.canal)
        cell = action - k.space
        return self.water.space_rate(cell) + 0.001 * (cell // STRIDE)

    def trade_rate(self, kind: str, subject: Subject | None, action: int) -> float:
        f = self.features
        k, c, p = f.k, f.c, f.p
        if kind == "go":
            centre = (action - k.go) // 2
            by_resafa = (action - k.go) % 2 == 1
            return self.trade.go_gain(centre, by_resafa, f.s.free_move)
        if kind == "base":
            return self.trade.space_gain(p.at * BASE_SPACES + action - k.base) - f.gains(
                c.base_cost
            )
        if kind == "sale":
            return 3.0
        # While it loads, the caravan stands in Resafa on its way.
        face = f.s.trading[subject.centre if isinstance(subject, JourneySubject) else p.at]
        if kind == "load":
            if action == k.load_nothing:
                room = p.camel
                if c.buy_coin[face]:
                    room = min(room, p.item[fx.COIN] // c.buy_coin[face])
                return self.trade.buy_gain(face, room) if room > 0 else 0.0
            item = (action - k.load) // MOST_CAMELS + STONE
            count = (action - k.load) % MOST_CAMELS + 1
            if item == c.sell_item[face]:
                return self.trade.sell_gain(face, count)
            return -1.0 - 0.1 * count
        if action >= k.with_card:
            return 3.0
        if action == k.flip:
            return self.deal_rate(face ^ 1) - self.deal_rate(face)
        if action > k.buy and action <= k.buy + MOST_CAMELS:
            count = action - k.buy
            left = p.item[fx.COIN] - count * c.buy_coin[face]
            return self.trade.buy_gain(face, count) + self.trade.base_gain(p.at, float(left))
        count = action - k.sell
        return self.trade.sell_gain(face, count) + self.trade.base_gain(
            p.at, float(p.item[fx.COIN] + count * c.sell_coin[face])
        )

    def deal_rate(self, face: int) -> float:
        """What the caravan could do now with such a tile."""
        f = self.features
        p, c = f.p, f.c
        best = 0.0
        if p.cargo and p.cargo_item == c.sell_item[face]:
            best = self.trade.sell_gain(face, p.cargo)
        if not p.cargo or p.cargo_item == c.buy_item[face]:
            room = p.camel - p.cargo
            if c.buy_coin[face]:
                room = min(room, p.item[fx.COIN] // c.buy_coin[face])
            if room > 0:
                gain = self.trade.buy_gain(face, room)
                if gain > best:
                    best = gain
        return best

    def flow_rate(self, cell: int, way: int) -> float:
        if way == 0:
            return self.water.flow(cell - 1, cell)
        if way == 2:
            return self.water.flow(cell + 1, cell)
        return self.water.flow(cell + STRIDE, cell)

    def other_rate(self, kind: str, subject: Subject | None, action: int) -> float:
        f = self.features
        k, c, p = f.k, f.c, f.p
        if kind == "item":
            return f.price[action - k.item]
        if kind == "part":
            parts = self.parts_of(subject)
            place = action - k.part
            return self.effects.part_gain(parts[place]) if place < len(parts) else 0.0
        if kind == "pay":
            return 0.5
        if kind == "room_now":
            assert isinstance(subject, TileSubject)
            return max(self.production.room_gain(part) for part in c.rooms[subject.tile * 2])
        if kind == "replace":
            slot = action - k.replace
            rate = -max(f.act[c.pair_actions[slot * 2]], f.act[c.pair_actions[slot * 2 + 1]])
            if p.hand >> slot & 1:
                rate += 8.0
            elif slot in p.pile:
                rate += 9.0
            return rate
        if kind == "limit":
            return -self.effects.bonus_gain(action - k.drop)
        return 0.0

    def parts_of(self, subject: Subject | None) -> list[fx.Part]:
        """The open parts of the effect a question is about."""
        f = self.features
        if isinstance(subject, UseSubject):
            return f.r.effects[subject.thing].open
        if isinstance(subject, CardSubject):
            return f.r.yellow[subject.card].open
        if isinstance(subject, RewardSubject):
            rewards = f.r.rewards
            return rewards[min(max(f.p.full_squares, 1), len(rewards)) - 1].open
        return []
