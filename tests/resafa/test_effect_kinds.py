"""An effect of a known kind is data, and a new kind is one class: both play, ask, are described,
explained, observed and judged without a line of code elsewhere."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterable
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from sandtable import envs
from sandtable.bots.evaluations import evaluation
from sandtable.games.resafa.edition.check import check
from sandtable.games.resafa.effects import base
from sandtable.games.resafa.effects.kinds import KINDS, kind_of, read_parts
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.rules.scoring import EndScoring
from sandtable.kernel.rng import seeded
from sandtable.terminal.renderer import renderer_for
from sandtable.terminal.screen import Screen
from tests.resafa.table import GAME, Table, table

Entry = dict[str, Any]

#: A part of every kind that acts now, and how it is described.
NOW: dict[str, tuple[Entry, str]] = {
    "gain": ({"gain": {"marble": 3}, "pay": {"coin": 1}}, "3 marble for 1 coin"),
    "choose": ({"choose": 2, "from": ["stone", "spice"]}, "2 of stone or spice"),
    "per": ({"per": "camel", "vp": 2, "max": 2}, "2 VP for each camel, at most 2"),
    "step": ({"step": "blue", "times": 2}, "2 steps on the blue track"),
    "bonus_card": (
        {"bonus_card": "any", "pay": {"stone": 1}},
        "a bonus card of your choice for 1 stone",
    ),
    "produce": ({"produce": 2}, "use rooms in 2 different workshops"),
    "garden": (
        {"garden": "large", "green": False, "pay": {"coin": 1}},
        "build a large garden without green bonuses for 1 coin",
    ),
    "workshop": ({"workshop": 1, "pay": {"stone": 1}}, "build a workshop of level I for 1 stone"),
    "base": (
        {"base": "here", "pay": {"coin": 2}},
        "found a base where your caravan stands for 2 coins",
    ),
    "action": (
        {"action": "canal", "discount": {"marble": 2}},
        "canal action, 2 marble less",
    ),
}
#: Parts that go with an action, by when their bonus card is used.
WITH: dict[str, tuple[str, Entry, str]] = {
    "discount": ("canal", {"discount": {"coin": 2, "marble": 1}}, "2 coins and 1 marble less"),
    "flip": ("trading", {"flip": True}, "you may turn the trading tile over"),
    "per_sold": (
        "sale",
        {"per_sold": "amphora", "gain": {"stone": 2}, "max": 3},
        "2 stone for each amphora sold, at most 3",
    ),
}
#: Parts of pink cards, and what they score in the rich position.
END: dict[str, tuple[Entry, str, int]] = {
    "vp": ({"vp": 4}, "4 VP", 4),
    "convert": (
        {"convert": ["stone", "spice"], "vp": 2, "max": 7},
        "2 VP for each stone or spice turned in, at most 7",
        14,
    ),
    "scarabs": ({"scarabs": [9, 9, 9, 9, 9]}, "scarab tokens score 9, 9, 9, 9 or 9 VP", 0),
    "repeat": ({"repeat": True}, "another pink card scores once more", 0),
}


def cards(section: str, words: Iterable[str]) -> dict[str, str]:
    """For each word a card of a section that the rulebook does not fix; pink ones come first."""
    free = [entry["id"] for entry in GAME.edition[section] if entry["source"] != "rulebook"]
    return dict(zip(words, free, strict=False))


SACKS = cards("sack_cards", NOW)
BONUS = {
    word: f"b{number}" for number, word in enumerate(WITH, len(GAME.edition["bonus_cards"]) + 1)
}
PINK = cards("special_cards", END)

#: A position in which all of them do something.
RICH: dict[str, Any] = {
    "coin": 6,
    "stone": 6,
    "marble": 6,
    "spice": 2,
    "camel": 3,
    "cargo": "2 amphora",
    "at": "gerasa",
    "tokens": "square scarab",
    "bonus_cards": {"pink": "b7 b6 b12", "blue": "b4 b15 -"},
}


def changed() -> Entry:
    """The standard edition with a card for every kind of part."""
    edition = deepcopy(GAME.edition)

    def change(section: str, card: str, **fields: Any) -> None:
        entry = next(entry for entry in edition[section] if entry["id"] == card)
        entry.update(fields, source="reconstructed")
        entry.pop("except", None)
        entry.pop("need", None)

    for word, (part, _) in NOW.items():
        change("sack_cards", SACKS[word], do=[part], name=f"New {word}")
    for word, (when, part, _) in WITH.items():
        card = {
            **GAME.edition["bonus_cards"][0],
            "copies": [{"colour": "pink", "level": 1, "count": 1}],
        }
        edition["bonus_cards"].append({**card, "id": BONUS[word]})
        change("bonus_cards", BONUS[word], when=when, do=[part], name=f"New {word}")
    for word, (part, _, _) in END.items():
        change("special_cards", PINK[word], end=[part], boxed=0, name=f"New {word}")
    return edition


@pytest.fixture(scope="module")
def game() -> Resafa:
    edition = changed()
    assert check(edition) == []
    return Resafa(edition)


def sample(word: str) -> tuple[Entry, str]:
    """The part of a kind, and how it is described."""
    if word in WITH:
        return WITH[word][1], WITH[word][2]
    return NOW[word] if word in NOW else (END[word][0], END[word][1])


def rich(game: Resafa, **more: Any) -> Table:
    return table(game=game, **{**RICH, **more})


def test_there_is_a_part_of_every_kind() -> None:
    assert {*NOW, *WITH, *END} == {kind.word for kind in KINDS}
    for word in [*NOW, *WITH, *END]:
        assert kind_of(sample(word)[0]).word == word


def test_every_kind_declares_what_it_needs() -> None:
    for kind in KINDS:
        assert kind.word in kind.fields
        assert kind.rule
        assert kind.places
        assert set(kind.places) <= set(base.PLACES)
        assert set(kind.defaults) <= set(kind.fields)


@pytest.mark.parametrize("word", [*NOW, *WITH, *END])
def test_a_part_is_described(word: str) -> None:
    data, text = sample(word)
    assert [part.priced_text(GAME.words.speech) for part in read_parts([data])] == [text]


def play_on(t: Table, seed: str, until: str) -> int:
    """Judge and answer questions by chance while something is in use; returns how many."""
    judge = evaluation(t.match.game)
    rng = seeded(0, seed)
    asked = 0
    while not t.match.is_over and t.match.current_player == 0 and t.asked() != until:
        decision = t.match.decision()
        assert decision is not None
        rates = judge.rate_actions(t.match.state, decision)
        assert len(rates) == len(decision.actions)
        assert all(math.isfinite(rate) for rate in rates)
        texts = [t.match.action_text(action) for action in decision.actions]
        assert len(set(texts)) == len(texts) and all(texts)
        assert t.match.prompt()
        wanted = [n for n in t.offers() if n.split()[0] not in ("decline", "use", "discard", "end")]
        options = wanted or t.offers()
        t.play(options[rng.below(len(options))])
        asked += 1
    assert all(math.isfinite(value) for value in judge.values(t.match.state))
    return asked


@pytest.mark.parametrize("word", list(NOW))
def test_a_part_of_a_sack_card_plays_and_is_judged(game: Resafa, word: str) -> None:
    t = rich(game, sacks=SACKS[word])
    assert t.can(f"use {SACKS[word]}")
    owned = vars(t.before)
    t.play(f"use {SACKS[word]}")
    play_on(t, word, "play")
    assert SACKS[word] not in t.me.sacks
    assert {key for key, value in vars(t.me).items() if value != owned[key]} > {"sacks"}


@pytest.mark.parametrize("word", list(NOW))
def test_a_part_of_a_sack_card_is_explained(game: Resafa, word: str) -> None:
    """Where it is of no use there is a reason, and where it is of use there is none."""
    notation = f"use {SACKS[word]}"
    assert notation not in rich(game, sacks=SACKS[word]).match.explain()
    poor = table(game=game, sacks=SACKS[word], tracks={"blue": 12}, camel=1)
    reason = poor.match.explain().get(notation, "")
    assert bool(reason) != poor.can(notation)


@pytest.mark.parametrize("word", list(NOW))
def test_a_part_of_a_sack_card_is_observed_and_drawn(game: Resafa, word: str) -> None:
    t = rich(game, sacks=SACKS[word])
    layout = envs.layout(game, 2)
    seen = layout.of_match(t.match, 0)
    assert np.array_equal(seen, layout.of_view(t.match.view(0)))
    assert not np.array_equal(seen, layout.of_match(rich(game).match, 0))
    out = StringIO()
    drawing = renderer_for(game, ["Ann", "Ben"], Screen(Console(file=out, width=160), plain=True))
    drawing.screen.console.print(drawing.table(t.match.view(0), []))
    assert f"1 sack ({SACKS[word]})" in out.getvalue()


def test_a_discount_goes_with_a_canal_action(game: Resafa) -> None:
    t = rich(game, bonus=BONUS["discount"]).act("canal")
    t.play(f"with {BONUS['discount']}")
    assert play_on(t, "discount", "next")
    assert t.me.canals == 1
    assert not t.state.seats[0].bonus


def test_a_flip_goes_with_a_trading_action(game: Resafa) -> None:
    t = table(game=game, coin=1, bonus=BONUS["flip"]).act("trading").play("go ctesiphon")
    assert not t.can("flip")
    t.play(f"with {BONUS['flip']}")
    assert t.can("flip")


def test_a_gain_for_each_item_sold(game: Resafa) -> None:
    card = BONUS["per_sold"]
    t = table(game=game, coin=1, amphora=2, camel=3, bonus=card, trading="ctesiphon b1 b")
    t.act("trading").play("go ctesiphon", "load 2 amphora", "sell 2")
    before = t.me.stone
    t.play(f"with {card}")
    assert t.me.stone == before + 4
    marble = table(game=game, coin=3, marble=1, bonus=card, trading="masqat b4 a").act("trading")
    assert not marble.play("go masqat", "load 1 marble", "sell 1").can(f"with {card}")


@pytest.mark.parametrize("word", list(END))
def test_a_part_of_a_pink_card_scores(game: Resafa, word: str) -> None:
    t = rich(game, specials=PINK[word])
    scoring = EndScoring(game.components, t.state.seats[0])
    assert sum(scoring.pink.values()) == END[word][2]
    judge = evaluation(game)
    assert all(math.isfinite(value) for value in judge.values(t.match.state))


def test_parts_of_pink_cards_that_change_others(game: Resafa) -> None:
    def total(*words: str) -> int:
        specials = " ".join(PINK[word] for word in words)
        return EndScoring(game.components, rich(game, specials=specials).state.seats[0]).total()

    usual = game.components.scarab_vp[0]
    assert total("scarabs") - total() == 9 - usual
    assert total("vp", "repeat") - total("vp") == 4


NEW_KIND = '''
from typing import Any, ClassVar

from sandtable.games.resafa.effects import base, fields, kinds
from sandtable.games.resafa.effects import language as fx


class DoublePart(base.EffectPart):
    """Take as many of an item as one has."""

    word = "double"
    rule = "goods"
    fields: ClassVar[dict[str, Any]] = {"pay": fields.PRICE, "double": fields.HELD}
    places: ClassVar[tuple[str, ...]] = (base.NOW,)

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(data)
        self.item = fx.ITEMS.index(data["double"])

    def works(self, t):
        return t.area.item[self.item] > 0

    def do(self, t):
        t.take(self.item, t.area.item[self.item])
        return
        yield

    def text(self, speech):
        return f"{fx.ITEMS[self.item]} doubled"

    def why(self, speech, t):
        return f"you have no {fx.ITEMS[self.item]}"

    def worth(self, p):
        return p.area.item[self.item] * p.price[self.item]


kinds.KINDS.append(DoublePart)

from copy import deepcopy

from sandtable import envs
from sandtable.bots.evaluations import evaluation
from sandtable.games.resafa.edition.check import check
from sandtable.games.resafa.game import Resafa
from sandtable.kernel.schema import json_schema
from tests.resafa.table import GAME, table

edition = deepcopy(GAME.edition)
card = edition["sack_cards"][0]
card.update(do=[{"double": "marble", "pay": {"coin": 1}}], source="reconstructed")
assert check(edition) == []
card["do"][0]["double"] = "camel"
assert "double" in check(edition)[0], check(edition)
card["do"][0]["double"] = "marble"
assert "DoublePart" in json_schema(GAME.edition_type)["$defs"]

game = Resafa(edition)
t = table(game=game, sacks="s1", coin=1, marble=3)
part = t.match.game.rules.effects[24].parts[0]
assert part.priced_text(game.words.speech) == "marble doubled for 1 coin"
judge = evaluation(game)
rates = judge.rate_actions(t.match.state, t.match.decision())
assert len(rates) == len(t.offers())
values = [judge.values(table(game=game, sacks="s1", marble=n).match.state)[0] for n in (0, 9)]
assert values[1] > values[0]
layout = envs.layout(game, 2)
assert (layout.of_match(t.match, 0) == layout.of_view(t.match.view(0))).all()
t.play("use s1")
assert t.changes() == {"coin": -1, "marble": 3, "sacks": -1}, t.changes()
poor = table(game=game, sacks="s1", coin=1)
assert not poor.can("use s1")
assert poor.match.explain()["use s1"] == "you have no marble"
print("played")
'''


def test_a_new_kind_is_one_class() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", NEW_KIND], capture_output=True, text=True, cwd=root, check=False
    )
    assert done.stdout == "played\n", done.stderr
