"""Quick guesses for every choice Resafa offers, as a practised player would make them at sight."""

from __future__ import annotations

from typing import Final

from sandtable.games.resafa import constants as n
from sandtable.games.resafa.actions import MOST_CAMELS, USABLE
from sandtable.games.resafa.bot.value import ResafaValue
from sandtable.games.resafa.edition.components import BASE_SPACES, LEVEL_1, STRIDE
from sandtable.games.resafa.effects import language as fx
from sandtable.games.resafa.effects.language import STONE
from sandtable.games.resafa.geometry import AREA
from sandtable.games.resafa.state import State
from sandtable.kernel.game import Decision

#: Questions about the whole of a turn.
WIDE: Final = ("play", "next", "colour", "provisions", "part", "limit", "go")


class ResafaEvaluation(ResafaValue):
    def easy_noise(self) -> float:
        return 20.0

    def settled(self, decision: Decision) -> bool:
        return decision.kind == "play"

    def rates(self, state: State, decision: Decision) -> list[float]:
        kind = decision.kind
        if kind in WIDE or self.turns == 0.0:
            self.survey(state, decision.player)
        else:
            # What main actions are worth has hardly changed since the last wide look.
            self.look(state, decision.player)
            if kind in ("square", "lay"):
                self.set_squares()
        subject = decision.subject
        first_use = self.k.first_use
        found: list[float] = []
        for action in decision.actions:
            if action >= first_use:
                found.append(self.use_rate(action))
            else:
                found.append(self.rate(kind, subject, action))
        return found

    # -- using things --------------------------------------------------------------------------

    def use_rate(self, action: int) -> float:
        """Using something now instead of keeping it."""
        k, c = self.k, self.c
        if action >= k.discard:
            if self.turns == 0.0:
                return 0.0  # worth the same at the end
            return 0.9 - self.sack_gain(action - k.discard)
        if action < k.use_sack:
            gain = self.bonus_gain(action - k.first_use)
        elif action < k.use_tile:
            gain = self.effect_gain(c.sack_do[action - k.use_sack])
            if self.turns == 0.0:
                gain -= 1.0
        elif action < k.use_special:
            gain = self.effect_gain(c.canal_bonus_do[action - k.use_tile])
        else:
            gain = self.effect_gain(c.special_do[USABLE[action - k.use_special]])
        if self.turns == 0.0:
            return gain
        return (1.0 - self.w_keep) * gain

    # -- answers -------------------------------------------------------------------------------

    def rate(self, kind: str, subject: int, action: int) -> float:
        k = self.k
        if action == k.decline or action == k.end:
            return 0.0
        if kind == "next":
            if action == k.colour:
                return 3.0
            return self.act[action - k.main]
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
            return self.square_gain((action - k.square) * 2 + 1)
        if kind == "lay":
            return self.lay_gain(subject - n.SQUARE, action - k.lay)
        if kind in ("canal", "space"):
            return self.canal_rate(kind, action)
        if kind in ("go", "load", "trade", "sale", "base"):
            return self.trade_rate(kind, subject, action)
        if kind == "row":
            return self.row_gain(action - k.row)
        if kind == "flow":
            return self.flow_rate(subject - n.FLOW, action - k.flow)
        return self.other_rate(kind, subject, action)

    def play_rate(self, action: int) -> float:
        k, c = self.k, self.c
        if action >= k.play_free:
            card = k.free_yellow[action - k.play_free]
            return max(self.act) * c.mains[card] + self.effect_gain(c.special_do[card]) + 4.0
        place = action - k.play
        bonus = 0.0
        colour = 3.5
        if action >= k.play_pair:
            place = action - k.play_pair
            bonus = self.effect_gain(c.special_do[self.p.cards[place // 2]])
        else:
            row = c.set_colours[self.p.set][place]
            colour = max(self.step_gain[row], 2.5)
        return self.act[c.pair_actions[place]] + colour + bonus

    def provide_rate(self, action: int) -> float:
        k = self.k
        if action == k.sack:
            return self.price[fx.SACK]
        if action >= k.step:
            return self.step_gain[action - k.step]
        return self.bonus_gain(self.s.bonus[action - k.bonus])

    def special_rate(self, subject: int, action: int) -> float:
        k = self.k
        if action >= k.take:
            return self.card_gain(action - k.take)
        stack = subject - n.STACK
        cards = self.s.special[stack]
        if action == k.open:
            return self.card_gain(cards[0]) + self.gains(self.c.open_card)
        best = 0.0
        for card in cards:
            gain = self.card_gain(card)
            if gain > best:
                best = gain
        return best

    def workshop_rate(self, kind: str, subject: int, action: int) -> float:
        k = self.k
        if kind == "tile":
            return self.tile_gain(action - k.tile + LEVEL_1)
        if kind == "side":
            return self.engine_with((subject - n.TILE) * 2 + action - k.side)
        if kind == "cell":
            return self.cell_gain((action - k.cell) * 2)
        face = (subject - n.TURNING) // AREA
        return self.turned_gain(face, (subject - n.TURNING) % AREA, action - k.rotate)

    def room_rate(self, action: int) -> float:
        place = (action - self.k.room) // 2
        room = (action - self.k.room) % 2
        for face in self.p.workshops:
            tile = face // 2
            if (tile % 2 if tile < LEVEL_1 else tile - LEVEL_1 + 2) == place:
                part = self.c.rooms[face][room]
                gain = self.room_gain(part)
                if part.kind == fx.GAIN and part.gain[fx.CAMEL] and self.p.camel == 7:
                    gain = 0.0
                return gain
        return 0.0

    def canal_rate(self, kind: str, action: int) -> float:
        k = self.k
        if action >= k.with_card:
            return 6.0 + 0.5 * self.bonus_gain(action - k.with_card)
        if kind == "canal":
            return 5.0 + self.face_rate(action - k.canal)
        cell = action - k.space
        return self.space_rate(cell) + 0.001 * (cell // STRIDE)

    def trade_rate(self, kind: str, subject: int, action: int) -> float:
        k, c, p = self.k, self.c, self.p
        if kind == "go":
            centre = (action - k.go) // 2
            by_resafa = (action - k.go) % 2 == 1
            return self.go_gain(centre, by_resafa, self.s.free_move)
        if kind == "base":
            return self.space_gain(p.at * BASE_SPACES + action - k.base) - self.gains(c.base_cost)
        if kind == "sale":
            return 3.0
        # While it loads, the caravan stands in Resafa on its way.
        face = self.s.trading[subject - n.WAY_TO if kind == "load" else p.at]
        if kind == "load":
            if action == k.load_nothing:
                room = p.camel
                if c.buy_coin[face]:
                    room = min(room, p.item[fx.COIN] // c.buy_coin[face])
                return self.buy_gain(face, room) if room > 0 else 0.0
            item = (action - k.load) // MOST_CAMELS + STONE
            count = (action - k.load) % MOST_CAMELS + 1
            if item == c.sell_item[face]:
                return self.sell_gain(face, count)
            return -1.0 - 0.1 * count
        if action >= k.with_card:
            return 3.0
        if action == k.flip:
            return self.deal_rate(face ^ 1) - self.deal_rate(face)
        if action > k.buy and action <= k.buy + MOST_CAMELS:
            count = action - k.buy
            left = p.item[fx.COIN] - count * c.buy_coin[face]
            return self.buy_gain(face, count) + self.base_gain(p.at, float(left))
        count = action - k.sell
        return self.sell_gain(face, count) + self.base_gain(
            p.at, float(p.item[fx.COIN] + count * c.sell_coin[face])
        )

    def deal_rate(self, face: int) -> float:
        """What the caravan could do now with such a tile."""
        p, c = self.p, self.c
        best = 0.0
        if p.cargo and p.cargo_item == c.sell_item[face]:
            best = self.sell_gain(face, p.cargo)
        if not p.cargo or p.cargo_item == c.buy_item[face]:
            room = p.camel - p.cargo
            if c.buy_coin[face]:
                room = min(room, p.item[fx.COIN] // c.buy_coin[face])
            if room > 0:
                gain = self.buy_gain(face, room)
                if gain > best:
                    best = gain
        return best

    def flow_rate(self, cell: int, way: int) -> float:
        if way == 0:
            return self.flow(cell - 1, cell)
        if way == 2:
            return self.flow(cell + 1, cell)
        return self.flow(cell + STRIDE, cell)

    def other_rate(self, kind: str, subject: int, action: int) -> float:
        k, c, p = self.k, self.c, self.p
        if kind == "item":
            return self.price[action - k.item]
        if kind == "part":
            parts = self.parts_of(subject)
            place = action - k.part
            return self.part_gain(parts[place]) if place < len(parts) else 0.0
        if kind == "pay":
            return 0.5
        if kind == "room_now":
            return max(self.room_gain(part) for part in c.rooms[(subject - n.TILE) * 2])
        if kind == "replace":
            slot = action - k.replace
            rate = -max(self.act[c.pair_actions[slot * 2]], self.act[c.pair_actions[slot * 2 + 1]])
            if p.hand >> slot & 1:
                rate += 8.0
            elif slot in p.pile:
                rate += 9.0
            return rate
        if kind == "limit":
            return -self.bonus_gain(action - k.drop)
        return 0.0

    def parts_of(self, subject: int) -> list[fx.Part]:
        """The open parts of the effect a question is about."""
        if 0 <= subject < len(self.r.effects):
            return self.r.effects[subject].open
        if subject >= n.CARD and subject < n.TILE:
            return self.r.yellow[subject - n.CARD].open
        if subject == n.REWARD:
            rewards = self.r.rewards
            return rewards[min(max(self.p.full_squares, 1), len(rewards)) - 1].open
        return []
