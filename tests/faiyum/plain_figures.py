"""What every card costs and brings, written down from the glossary a second time.

A turn is judged by what it did on the board and by what was paid: from that follow the changes of
money, resources and reputation, which the tests compare with what the seat really has more or less.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.faiyum.plain_rules import BASIC, Plain

Changes = Counter[str]
Happened = list[dict[str, Any]]

#: What a card brings in any case.
BRINGS: dict[int, dict[str, int]] = {
    2: {"rose": 1},
    3: {"reputation": 3},
    4: {"money": 5},
    5: {"reputation": 3, "money": 3},
    8: {"reputation": 2},
    12: {"reputation": 1, "money": 3},
    14: {"wheat": 2},
    16: {"grape": 2},
    18: {"stone": 2},
    20: {"reputation": 3, "money": 3},
    38: {"reputation": 4},
    40: {"reputation": 5, "money": 2},
    42: {"rose": 2},
    44: {"reputation": 3, "wheat": 3},
    46: {"reputation": 3, "grape": 3},
    48: {"reputation": 3, "stone": 3},
    54: {"reputation": 3},
    58: {"fish": 3},
    66: {"wheat": 3},
    68: {"grape": 3},
    70: {"stone": 3},
    74: {"reputation": 3, "wheat": 4},
    76: {"reputation": 3, "grape": 4},
    78: {"reputation": 3, "stone": 4},
    84: {"reputation": 6, "money": 2},
    94: {"reputation": 8},
    96: {"reputation": 3},
    98: {"reputation": 2, "money": 5},
    100: {"reputation": 2, "money": 5},
    102: {"reputation": 2, "money": 5},
    118: {"reputation": 12},
    120: {"reputation": 15},
}
#: How many resources a card takes, where that is fixed, and how much money beside them.
TAKES = {5: 3, 20: 2, 38: 2, 40: 3, 54: 1, 84: 3, 94: 3, 98: 1, 100: 1, 102: 1, 118: 3, 120: 6}
TAKES |= dict.fromkeys([44, 46, 48, 74, 76, 78], 2) | {3: 2}
MONEY = {94: 6, 108: 3, 118: 5}
MASONS = [1, 3, 5, 10, 15]
#: Resources the player chooses freely, never roses.
CHOICE = {28: 2, 82: 3}


class Turn:
    """One turn: the position before it, and what happened."""

    def __init__(self, before: Plain, happened: Happened, extra: int) -> None:
        self.before = before
        self.happened = happened
        self.extra = extra  # reputation for first connections, worked out elsewhere
        self.first = happened[0]
        self.number = Counter(event["type"] for event in happened)
        self.paid: Changes = Counter()
        self.spent = 0
        for event in happened:
            if event["type"] == "pay":
                self.paid[event["resource"]] += event["amount"]
            elif event["type"] == "spend":
                self.spent += event["amount"]

    def kind(self, event: dict[str, Any]) -> str:
        name = event["to"] if event["type"] == "worker_moves" else event["space"]
        kind: str = self.before.space[name]["kind"]
        return kind

    def of(self, *types: str) -> Happened:
        return [event for event in self.happened if event["type"] in types]

    def units(self, money: int) -> int:
        """How many resources were paid, with $3 for at most one of them."""
        replaced, rest = divmod(self.spent - money, 3)
        assert rest == 0 and replaced in (0, 1), (self.spent, money)
        return self.paid.total() + replaced

    def expected(self, gained: Changes) -> Changes:
        """All changes of the seat; ``gained`` are the resources it has more, for free choices."""
        kind = self.first["type"]
        if kind == "play":
            changes = self.card(self.first["action"], gained)
        elif kind == "cash":
            changes = Counter(money=2)
        elif kind == "buy":
            slots = self.before.view["market"]
            at = [slot["card"] for slot in slots].index(self.first["card"])
            changes = Counter(money=-([3, 4, 5, 7][at] - (1 if slots[at]["token"] else 0)))
        elif kind == "administration":
            changes = self.administration()
        else:
            changes = self.passing()
        changes.subtract(self.paid)
        changes["money"] -= self.spent
        return changes

    def administration(self) -> Changes:
        income = max(0, 3 - len(self.before.me["hand"]))
        assert self.number["worker_off"] <= 2
        back = self.number["take_back"]
        assert back >= min(3, len(self.before.me["stack"]))
        more = max(0, back - 3)
        alone = len(self.before.view["seats"]) == 1
        assert self.spent == (sum(range(1, more + 1)) if alone else more)
        return Counter(money=income + self.number["worker_off"])

    def passing(self) -> Changes:
        seats = self.before.view["seats"]
        rewards = {1: [], 2: [6], 3: [10, 6], 4: [10, 6, 3], 5: [10, 6, 3, 1]}[len(seats)]
        out = sum(1 for seat in seats if seat["passed"])
        return Counter(reputation=rewards[out] if out < len(rewards) else 0)

    def card(self, card: int, gained: Changes) -> Changes:
        changes: Changes = Counter(BRINGS.get(card, {}))
        if card != 96:
            changes["money"] += self.number["crocodile"]
        if card in (3, 5, 20, 38, 92):
            changes["reputation"] += self.extra
        if card in TAKES:
            assert self.units(MONEY.get(card, 0)) == TAKES[card], card
        elif card in (1, 6, 10, 80, 26):
            for event in self.of("worker", "worker_moves"):
                changes[self.kind(event)] += 2 if card in (6, 10) else 1
            assert self.spent == (self.number["worker"] if card == 80 else 0)
            most = {80: 3, 26: 2}.get(card, 1)
            assert 1 <= len(self.of("worker", "worker_moves")) <= most
        elif card in CHOICE or card in (22, 30, 50):
            changes.update(self.chosen(card, gained))
        else:
            changes.update(self.by_what_was_done(card))
            changes["reputation"] += self.by_what_was_paid(card)
        return changes

    def chosen(self, card: int, gained: Changes) -> Changes:
        """Gains of the player's choice are taken as they are; their number is not."""
        number = gained.total()
        if card in CHOICE:
            assert number == CHOICE[card]
        if card == 30:
            assert 1 <= number <= 3 and self.spent == number
        if card == 22:
            assert 1 <= number <= 2
            assert all(gained[what] <= self.before.own[what] for what in gained)
        else:
            assert not gained["rose"]
        if card == 50 and not self.number["take_back"]:
            assert number <= 1
            return gained + Counter(reputation=1 - number)
        return gained.copy()

    def by_what_was_done(self, card: int) -> Changes:
        number = self.number
        before = self.before
        changes: Changes = Counter()
        if card == 24:
            changes["rose"] = self.units(0)
            assert 1 <= changes["rose"] <= 3
        elif card == 32:
            changes["money"] = 5 * self.paid["rose"]
            assert 1 <= self.paid.total() <= 3
        elif card == 34:
            sold = -sum(event["amount"] for event in self.of("reputation"))
            assert 1 <= sold <= 3
            changes = Counter(reputation=-sold, money=4 * sold)
            assert before.me["reputation"] >= sold
        elif card == 52:
            assert 1 <= number["card_under"] <= 3
            changes["money"] = 2 * number["card_under"]
        elif card == 56:
            changes[self.kind(self.of("worker")[0])] = 3
        elif card == 60:
            assert self.spent == number["lay_down"] <= 5
            changes["money"] = 3 * number["worker_off"]
            if not self.spent:
                assert number["worker_off"] == len(before.workers - before.upright)
        elif card == 62:
            assert 1 <= number["worker_off"] <= 3
            changes["money"] = 2 * number["worker_off"]
        elif card == 64:
            taken = self.of("take")[0]["card"]
            tokens = [slot["card"] for slot in before.view["market"] if slot["token"]]
            assert self.spent == (1 if taken in tokens else 2)
        elif card == 90:
            changes["money"] = len(before.having("workshop")) + len(before.having("town"))
        elif card == 106:
            changes["money"] = 3 * len(before.having("town"))
        return changes

    def by_what_was_paid(self, card: int) -> int:
        """Reputation of the cards that give more for more."""
        number, before = self.number, self.before
        if card == 72:
            assert 1 <= number["block"] == self.units(0) <= 3
            assert not set(self.paid) - {"stone", "rose"}
            return 2 * number["block"]
        if card == 86:
            hops = self.spent // 2
            assert hops in (1, 2, 3)
            return 3 + hops
        if card == 92:
            assert 1 <= number["road"] == self.units(0) <= 5
            return number["road"]
        if card in (104, 110):
            return self.festival(card)
        if card == 108:
            assert all(self.paid[what] <= 1 for what in (*BASIC, "fish"))
            if all(self.paid[what] for what in BASIC):
                assert self.spent == 3, "$3 stand for a basic resource that was not paid"
            return MASONS[self.units(3) - 1]
        if card == 112:
            return self.pharaoh(self.of("worker")[0]["space"])
        if card == 114:
            site = before.space[self.of("worker")[0]["space"]]
            assert 1 <= self.units(0) <= 10
            return self.units(0) + int(site["blocks"])
        if card == 116:
            assert self.spent % 2 == 0 and 1 <= self.spent // 2 <= 12
            return self.spent // 2
        return 0

    def pharaoh(self, town: str) -> int:
        total = 0
        for place in {town, *self.before.direct(town)}:
            space = self.before.space[place]
            total += 2 if space["town"] else 1 if space["settlement"] else int(space["blocks"])
        return total

    def festival(self, card: int) -> int:
        before, fed = self.before, self.units(0)
        assert 1 <= fed <= (9 if card == 104 else 10)
        assert card == 104 or not self.paid["stone"]
        groups = [before.settlements & before.on("channel")] if card == 104 else self.groups()
        towns = before.having("town")
        return max(fed + min(fed, len(group & towns)) for group in groups if len(group) >= fed)

    def groups(self) -> list[set[str]]:
        """Settlements joined by roads and bridges, however far."""
        groups = []
        for start in self.before.settlements:
            group, edge = {start}, [start]
            while edge:
                at = edge.pop()
                more = {end for link in self.before.links if at in link for end in link} - group
                group |= more
                edge += more
            groups.append(group & self.before.settlements)
        return groups


class Connections:
    """The pairs of places that were ever directly connected, kept by looking at the whole map."""

    def __init__(self, start: Plain) -> None:
        self.known = pairs(start)

    def extra(self, now: Plain, happened: Happened) -> int:
        """Reputation for the pieces laid in a turn; ``now`` is the position before it."""
        extra = 0
        for event in happened:
            kind = event["type"]
            if kind in ("road", "bridge"):
                now.links.append(frozenset((event["space"], event["to"])))
            elif kind == "settlement":
                now.settlements = now.settlements | {event["space"]}
                now.places = now.places | {event["space"]}
            else:
                continue
            new = pairs(now) - self.known
            self.known |= new
            if new and not event.get("grand"):
                extra += 1
        return extra


def pairs(plain: Plain) -> set[frozenset[str]]:
    return {frozenset((one, other)) for one in plain.places for other in plain.direct(one)}
