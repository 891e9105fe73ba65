"""Quick guesses for every choice Resafa offers, as a practised player would make them at sight."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa.actions import MOST_CAMELS
from sandtable.games.resafa.bot.value import SeatValue
from sandtable.games.resafa.edition.components import BASE_SPACES, LEVEL_1, STRIDE
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.base import EffectPart
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

    def rate_actions(self, state: State, decision: Decision) -> list[float]:
        f = self.features
        kind = decision.kind
        if kind in WIDE or f.turns == 0.0:
            self.value.update_actions(state, decision.player)
        else:
            # What main actions are worth has hardly changed since the last wide look.
            self.value.update(state, decision.player)
            if kind in ("square", "lay"):
                self.gardens.set_squares()
        subject = decision.subject
        first_use = f.codes.first_use
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
        codes, edition = f.codes, f.edition
        if action >= codes.discard:
            if f.turns == 0.0:
                return 0.0  # worth the same at the end
            return 0.9 - self.effects.sack_gain(action - codes.discard)
        if action < codes.use_sack:
            gain = self.effects.bonus_gain(action - codes.first_use)
        elif action < codes.use_tile:
            gain = self.effects.effect_gain(edition.sack_do[action - codes.use_sack])
            if f.turns == 0.0:
                gain -= 1.0
        elif action < codes.use_special:
            gain = self.effects.effect_gain(edition.canal_bonus_do[action - codes.use_tile])
        else:
            gain = self.effects.effect_gain(
                edition.special_do[edition.usable[action - codes.use_special]]
            )
        if f.turns == 0.0:
            return gain
        return (1.0 - self.cards.w_keep) * gain

    def rate(self, kind: str, subject: Subject | None, action: int) -> float:
        f = self.features
        codes = f.codes
        if action == codes.decline or action == codes.end:
            return 0.0
        if kind == "next":
            if action == codes.colour:
                return 3.0
            return f.act[action - codes.main]
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
            return self.gardens.square_gain((action - codes.square) * 2 + 1)
        if kind == "lay":
            assert isinstance(subject, SquareSubject)
            return self.gardens.lay_gain(subject.square, action - codes.lay)
        if kind in ("canal", "space"):
            return self.canal_rate(kind, action)
        if kind in ("go", "load", "trade", "sale", "base"):
            return self.trade_rate(kind, subject, action)
        if kind == "row":
            return f.row_gain(action - codes.row)
        if kind == "flow":
            assert isinstance(subject, WaterSubject)
            return self.flow_rate(subject.space, action - codes.flow)
        return self.other_rate(kind, subject, action)

    def play_rate(self, action: int) -> float:
        f = self.features
        codes, edition = f.codes, f.edition
        if action >= codes.play_free:
            card = edition.free_cards[action - codes.play_free]
            return (
                max(f.act) * edition.mains[card]
                + self.effects.effect_gain(edition.special_do[card])
                + 4.0
            )
        place = action - codes.play
        bonus = 0.0
        colour = 3.5
        if action >= codes.play_pair:
            place = action - codes.play_pair
            card = edition.pair_cards[place // 2]
            bonus = self.effects.effect_gain(edition.special_do[card])
            place = edition.yellow_pair[card] * 2 + place % 2
        else:
            row = edition.set_colours[f.area.set][place]
            colour = max(f.step_gain[row], 2.5)
        return f.act[edition.pair_actions[place]] + colour + bonus

    def provide_rate(self, action: int) -> float:
        f = self.features
        codes = f.codes
        if action == codes.sack:
            return f.price[fx.SACK]
        if action >= codes.step:
            return f.step_gain[action - codes.step]
        return self.effects.bonus_gain(f.state.bonus[action - codes.bonus])

    def special_rate(self, subject: Subject | None, action: int) -> float:
        f = self.features
        codes = f.codes
        if action >= codes.take:
            return self.cards.card_gain(action - codes.take)
        assert isinstance(subject, StackSubject)
        cards = f.state.special[subject.stack]
        if action == codes.open:
            return self.cards.card_gain(cards[0]) + f.gains(f.edition.open_card)
        best = 0.0
        for card in cards:
            gain = self.cards.card_gain(card)
            if gain > best:
                best = gain
        return best

    def workshop_rate(self, kind: str, subject: Subject | None, action: int) -> float:
        codes = self.features.codes
        if kind == "tile":
            return self.workshops.tile_gain(action - codes.tile + LEVEL_1)
        if kind == "side":
            assert isinstance(subject, TileSubject)
            return self.workshops.engine_with(subject.tile * 2 + action - codes.side)
        if kind == "cell":
            return self.workshops.cell_gain((action - codes.cell) * 2)
        assert isinstance(subject, RotationSubject)
        return self.workshops.turned_gain(subject.face, subject.cell, action - codes.rotate)

    def room_rate(self, action: int) -> float:
        f = self.features
        place = (action - f.codes.room) // 2
        room = (action - f.codes.room) % 2
        for face in f.area.workshops:
            if tile_place(face // 2) == place:
                part = f.edition.rooms[face][room]
                gain = part.value(f)
                camel = part.gain and part.gain[fx.CAMEL]
                if camel and f.area.camel == f.edition.camel_max:
                    gain = 0.0
                return gain
        return 0.0

    def canal_rate(self, kind: str, action: int) -> float:
        codes = self.features.codes
        if action >= codes.with_card:
            return 6.0 + 0.5 * self.effects.bonus_gain(action - codes.with_card)
        if kind == "canal":
            return 5.0 + self.water.face_rate(action - codes.canal)
        cell = action - codes.space
        return self.water.space_rate(cell) + 0.001 * (cell // STRIDE)

    def trade_rate(self, kind: str, subject: Subject | None, action: int) -> float:
        f = self.features
        codes, edition, area = f.codes, f.edition, f.area
        if kind == "go":
            centre = (action - codes.go) // 2
            by_resafa = (action - codes.go) % 2 == 1
            return self.trade.go_gain(centre, by_resafa, f.state.free_move)
        if kind == "base":
            return self.trade.space_gain(area.at * BASE_SPACES + action - codes.base) - f.gains(
                edition.base_cost
            )
        if kind == "sale":
            return 3.0
        # While it loads, the caravan stands in Resafa on its way.
        face = f.state.trading[subject.centre if isinstance(subject, JourneySubject) else area.at]
        if kind == "load":
            if action == codes.load_nothing:
                room = area.camel
                if edition.buy_coin[face]:
                    room = min(room, area.item[fx.COIN] // edition.buy_coin[face])
                return self.trade.buy_gain(face, room) if room > 0 else 0.0
            item = (action - codes.load) // MOST_CAMELS + STONE
            count = (action - codes.load) % MOST_CAMELS + 1
            if item == edition.sell_item[face]:
                return self.trade.sell_gain(face, count)
            return -1.0 - 0.1 * count
        if action >= codes.with_card:
            return 3.0
        if action == codes.flip:
            return self.deal_rate(face ^ 1) - self.deal_rate(face)
        if action > codes.buy and action <= codes.buy + MOST_CAMELS:
            count = action - codes.buy
            left = area.item[fx.COIN] - count * edition.buy_coin[face]
            return self.trade.buy_gain(face, count) + self.trade.base_gain(area.at, float(left))
        count = action - codes.sell
        return self.trade.sell_gain(face, count) + self.trade.base_gain(
            area.at, float(area.item[fx.COIN] + count * edition.sell_coin[face])
        )

    def deal_rate(self, face: int) -> float:
        """What the caravan could do now with such a tile."""
        f = self.features
        area, edition = f.area, f.edition
        best = 0.0
        if area.cargo and area.cargo_item == edition.sell_item[face]:
            best = self.trade.sell_gain(face, area.cargo)
        if not area.cargo or area.cargo_item == edition.buy_item[face]:
            room = area.camel - area.cargo
            if edition.buy_coin[face]:
                room = min(room, area.item[fx.COIN] // edition.buy_coin[face])
            if room > 0:
                gain = self.trade.buy_gain(face, room)
                if gain > best:
                    best = gain
        return best

    def flow_rate(self, cell: int, direction: int) -> float:
        if direction == 0:
            return self.water.flow(cell - 1, cell)
        if direction == 2:
            return self.water.flow(cell + 1, cell)
        return self.water.flow(cell + STRIDE, cell)

    def other_rate(self, kind: str, subject: Subject | None, action: int) -> float:
        f = self.features
        codes, edition, area = f.codes, f.edition, f.area
        if kind == "item":
            return f.price[action - codes.item]
        if kind == "part":
            parts = self.parts_of(subject)
            place = action - codes.part
            return parts[place].value(f) if place < len(parts) else 0.0
        if kind == "pay":
            return 0.5
        if kind == "room_now":
            assert isinstance(subject, TileSubject)
            return max(part.value(f) for part in edition.rooms[subject.tile * 2])
        if kind == "replace":
            slot = action - codes.replace
            rate = -max(
                f.act[edition.pair_actions[slot * 2]], f.act[edition.pair_actions[slot * 2 + 1]]
            )
            if area.hand >> slot & 1:
                rate += 8.0
            elif slot in area.pile:
                rate += 9.0
            return rate
        if kind == "limit":
            return -self.effects.bonus_gain(action - codes.drop)
        return 0.0

    def parts_of(self, subject: Subject | None) -> list[EffectPart]:
        """The open parts of the effect a question is about."""
        f = self.features
        if isinstance(subject, UseSubject):
            return f.lookup.effects[subject.thing].open
        if isinstance(subject, CardSubject):
            return f.lookup.yellow[subject.card].open
        if isinstance(subject, RewardSubject):
            rewards = f.lookup.rewards
            return rewards[min(max(f.area.full_squares, 1), len(rewards)) - 1].open
        return []
