"""Every worked example of the rulebook, to the point."""

from __future__ import annotations

import copy

import pytest

from sandtable.games.resafa.game import Resafa
from tests.resafa.table import GAME, Position, Table, table


def test_workshop_construction() -> None:
    """A bonus card gives the second token, so level II can be built; its back lies up."""
    t = table(
        round=3,
        coin=1,
        stone=1,
        tokens="square",
        hand="6 3 5",
        offer="w1-01 w1-02 w1-03 w2-01 w2-02 w2-03",
        bonus_cards={"pink": "b7 b6 b14"},
    )
    t.play("play workshop/canal", "colour", "bonus pink 1")
    assert not {"w2-01", "w2-02", "w2-03"} & set(t.options_after("main workshop"))
    t.play("use b7")
    assert t.me.squares == 2
    assert t.me.rows == [0, 0, 0], "it lies on the causeway"
    t.play("main workshop")
    assert {"w2-01", "w2-02", "w2-03"} <= t.choices("tile")
    t.play("tile w2-01")
    assert t.changes() == {"coin": -1, "stone": -1, "squares": 1, "amphora": 1, "vp": 2}
    assert t.choices("side") == {"front", "back"}
    t.play("side back", "cell g7", "rotate 90")
    assert t.me.workshops == 3
    assert t.offer() == ["w1-01", "w1-02", "w1-03", "w2-04", "w2-02", "w2-03"]
    t.finish().others()

    # From now on its room yields 3 VP, and a production action has an extra activation.
    before = t.me
    t.act("production").play("room w2-01 1", "room a 2", "room b 1")
    assert t.me.vp == before.vp + 3
    assert t.asked() == "next"


def test_production() -> None:
    """Five workshops with seven rooms, two of them backs: four activations, and a bonus card."""
    t = table(
        round=4,
        workshops="w1-01 back g7, w2-04 back i7, w2-03 j10",
        bonus="b1",
    )
    t.act("production")
    assert len(t.choices("room")) == 6, "the seventh costs stone, and there is none"
    t.play("room b 1")
    assert t.changes() == {"stone": 3}
    assert not any(room.startswith("b ") for room in t.choices("room"))
    t.play("room w2-04 1")
    assert t.changes() == {"stone": 3, "vp": 3}
    t.play("room a 1")
    assert t.changes() == {"stone": 3, "vp": 3, "camel": 1}
    t.play("room w2-03 1")
    assert t.changes() == {"stone": 3, "vp": 6, "camel": 1, "coin": 1}
    assert not t.choices("room"), "four activations"
    t.play("use b1", "room w2-03 1")
    assert t.changes() == {"stone": 3, "vp": 9, "camel": 1, "coin": 2, "bonus": -1}


def test_production_bonus_card_during_the_action() -> None:
    """Within the action the card may use a room that was used before, and uses up nothing."""
    t = table(round=4, workshops="w1-01 back g7, w2-04 back i7, w2-03 j10", bonus="b1")
    t.act("production").play("room w2-03 1", "use b1")
    assert "w2-03 1" in t.choices("room")
    t.play("room w2-03 1")
    assert t.changes() == {"coin": 2, "vp": 6, "bonus": -1}
    assert t.choices("room") == {"a 1", "a 2", "b 1", "w1-01 1", "w2-04 1"}
    t.play("room b 1", "room w2-04 1", "room a 1")
    assert t.asked() == "next"


def green_game(greens: dict[str, dict[str, dict[str, int]]]) -> Resafa:
    """The game with other green bonuses on the fronts of some workshops."""
    edition = copy.deepcopy(GAME.edition)
    for entry in edition["workshops"]:
        if entry["id"] in greens:
            entry["front"]["green"] = greens[entry["id"]]
            entry["source"] = "reconstructed"
    return Resafa(edition)


def test_gardens() -> None:
    """A small tile yields a coin and a stone; the large one that fills the square a stone and
    three coins; the first full square is worth a step."""
    # Around i8: A in the west shows a stone in the upper third, B in the south a coin.
    game = green_game({"w1-01": {"7": {"coin": 1}}, "w1-02": {"10": {"coin": 1}}})
    t = table(
        stone=1,
        rotations=(90, 0),
        workshops="w1-01 i7, w1-02 j8",
        game=game,
    )
    t.act("garden").play("square i8", "lay small top")
    assert t.changes() == {"coin": 1}, "a stone paid, a coin and a stone gained"
    t = table(
        coin=1,
        stone=1,
        rotations=(90, 0),
        workshops="w1-01 i7, w1-02 j8",
        gardens="i8 small top",
        game=game,
    )
    t.act("garden").play("square i8", "lay large bottom")
    assert t.changes() == {"coin": -1 + 3}, "and the stone that was paid comes back"
    assert t.me.full_squares == 1
    assert t.choices("step") == {"yellow", "white", "blue", "pink"}
    t.play("step white")
    assert t.changes() == {"coin": 2, "white": 1}


def test_canals() -> None:
    """The crossing for 2 marble and 3 coins takes a cube; the tile below it has a discount."""
    t = table(3, coin=3, marble=2)
    t.act("canal").play("canal k7", "space r1c3")
    assert t.changes() == {"coin": -3, "marble": -2, "vp": 3}
    assert t.cubes() == {"r1c3"}
    assert "r1c3" not in t.sources()
    t = table(3, marble=2, canals="k7 r1c3", cubes="r1c3")
    t.act("canal").play("canal k3", "space r2c3")
    assert t.changes() == {"marble": -2, "vp": 4}, "the space takes a coin off"
    assert t.canals() == {"r1c3": (0, "k7"), "r2c3": (0, "k3")}


def test_trading_on_the_spot() -> None:
    """From Gerasa by way of Resafa back to Gerasa for one coin, with two spice."""
    t = table(at="gerasa", coin=1, spice=2, camel=3, trading="gerasa r1 a, antiochia r3 a")
    t.act("trading").play("go gerasa by resafa")
    assert t.changes() == {"coin": -1}
    assert t.choices("load") == {"nothing", "1 spice", "2 spice"}
    t.play("load 2 spice", "sell 2")
    assert t.changes() == {"coin": -1 + 3, "spice": -2, "vp": 10}
    assert t.me.cargo == "nothing"


def test_trading_could_have_loaded_three() -> None:
    t = table(at="gerasa", coin=1, spice=4, camel=3)
    t.act("trading").play("go gerasa by resafa")
    assert t.choices("load") == {"nothing", "1 spice", "2 spice", "3 spice"}


def test_trading_base() -> None:
    """Two spice bought for two coins in Ctesiphon; a base in the middle: token and sack."""
    t = table(3, coin=4, stone=1, camel=2, trading="ctesiphon b1 b", sack_deck="s4 s1")
    t.act("trading").play("go ctesiphon", "load nothing", "buy 2")
    assert t.me.cargo == "2 spice"
    assert t.changes() == {"coin": -3}
    assert t.choices("base") == {"1", "2", "3"}
    t.play("base 2")
    assert t.changes() == {"coin": -4, "stone": -1, "squares": 1, "sacks": 1}
    assert t.me.sacks == ["s4"]
    assert t.base_owners("ctesiphon") == [-1, 0, -1, -1]
    assert t.trading_tile("ctesiphon") == "b1 a"


def test_trading_the_long_way() -> None:
    """Alia, Gerasa, Resafa, Ctesiphon: 2 coins. Three amphoras: 13 VP and 6 coins. The last free
    base space there, with a scarab for the row of gardens."""
    t = table(
        3,
        at="alia",
        coin=2,
        stone=1,
        amphora=1,
        cargo="2 amphora",
        camel=3,
        tokens="square square garden:square",
        trading="ctesiphon b1 a",
        others={1: {"bases": "ctesiphon 2"}, 2: {"bases": "ctesiphon 3"}},
    )
    t.act("trading").play("go ctesiphon by resafa")
    assert t.changes() == {"coin": -2}
    t.play("load 3 amphora")
    assert t.me.cargo == "3 amphora"
    t.play("sell 3")
    assert t.changes() == {"coin": -2 + 6, "vp": 13, "amphora": -1}
    assert t.choices("base") == {"1"}
    t.play("base 1")
    assert t.choices("row") == {"garden", "workshop", "canal"}
    t.play("row garden")
    assert t.changes() == {
        "coin": -2 + 6 - 1, "stone": -1, "vp": 13, "amphora": -1, "scarabs": 1
    }  # fmt: skip
    assert t.me.rows == [2, 0, 0], "2 VP for each garden tile"
    assert t.trading_tile("ctesiphon") == "b1 b"


def test_rain() -> None:
    """Red 6, green 7 for their tiles; the cube then brings red 5 and green 1."""
    t = table(
        round=2,
        start=1,
        step=5,
        canals="k4 back r1c2, k7 r3c2, k1 r4c3, k2 r5c1",
        cubes="r1c2",
        others={1: {"canals": "k1 r2c2, k3 r1c1, k2 back t4"}},
    )
    t.play("play garden/production", "end")
    assert t.asked() == "flow"
    assert t.match.current_player == 0
    assert t.changes(1) == {"vp": 7 + 1}
    assert t.changes(0) == {"vp": 6 + 2 + 2}, "the first tile and the crossing are passed"
    assert t.choices("flow") == {"left", "down", "right"}
    t.play("flow right")
    assert t.changes(0) == {"vp": 6 + 5, "cubes": 1}
    assert t.changes(1) == {"vp": 7 + 1}
    assert t.state.round == 3
    assert t.points(0) == {"rain": 11}
    assert t.points(1) == {"rain": 8}
    assert "r1c2" not in t.sources()
    assert t.cubes() == set()


def test_final_scoring() -> None:
    """Eleven, twenty-four, six, ten, pink cards, boxed points, goods, coins, canals: 100 with
    five bases."""
    t = table(
        3,
        round=6,
        start=1,
        step=8,
        hand="1",
        pile="",
        coin=9,
        marble=2,
        stone=3,
        amphora=1,
        spice=1,
        camel=4,
        cargo="2 amphora",
        at="gerasa",
        tokens="scarab square garden:scarab garden:square garden:scarab workshop:square "
        "canal:scarab canal:square",
        bases="antiochia 1, alexandria 1, gerasa 1, kena 1, alia 1",
        workshops="w1-01 g7, w1-02 i7, w1-03 j8, w1-04 j10",
        gardens="h9 small top, h9 large bottom, i8 small top, i8 large bottom, "
        "j9 small top, j9 small middle-row, j9 small bottom, i10 small top",
        canals="k1 r3c1, k2 r3c2, k3 r3c3, k4 r3c4, k5 r4c3",
        used="p11 p1 p22 p28 p71",
    )
    # The last turn of the game.
    t.play("play workshop/provisions", "end")
    assert t.match.is_over
    assert t.points() == {
        "rain": 5 + 2,
        "scarabs": 11,
        "garden row": 24,
        "workshop row": 6,
        "canal row": 10,
        "pink cards": 13 + 2 * 5,
        "boxed points": 2 + 3 + 5 + 2,
        "goods": 4,
        "coins and resources": 2,
        "canal tiles": 8,
    }
    assert sum(vp for source, vp in t.points().items() if source != "rain") == 100
    assert t.match.scores()[0] == 107
    assert t.match.winners() == [0]


# -- Resafabot ---------------------------------------------------------------------------------


def bot(position: Position | None = None, **given: object) -> Table:
    """A solo game after Resafabot has begun it with a turn."""
    return table(1, start=1, bot=dict(given), **(position or {}))


def test_bot_discards_the_rightmost_yellow_card_and_takes_provisions() -> None:
    rows = {"yellow": "b1 b3 b4", "white": "b8 b9 b10"}
    t = bot({"bonus_cards": rows}, deck="0 2 1 3 4 5 6", tracks={"yellow": 1})
    assert t.display("yellow") == ["b1", "b3", "-"]
    assert t.display("white") == ["b8", "b9", "b10"]
    assert t.state.bot_tracks == 3, "two spaces on the yellow track"


def test_bot_moves_two_steps_on_the_pink_track_onto_a_card_and_trades() -> None:
    """From an artificial position: it cannot be at 1 there."""
    position: Position = {"stacks": {"pink 1": "p3 p5 p1 p2", "pink 2": "p9 p7 p8 p10"}}
    t = bot(position, deck="5 4 0 1 2 3 6", tracks={"pink": 1})
    assert t.state.bot_tracks >> 24 == 3
    assert t.stack("pink", 1) == ["p5", "p1", "p2"]
    assert t.is_open("pink", 1)
    assert t.is_open("pink", 2)
    assert t.stack("pink", 2)[0] == "p9"
    assert not t.is_open("pink", 3)
    assert t.base_owners("alexandria")[0] == 4
    assert t.trading_tile("alexandria") == "r2 b"


def test_bot_takes_the_action_in_the_red_outline() -> None:
    """The arrow points at a production; the left card's red outline says trading."""
    t = bot(deck="0 3 1 2 4 5 6")
    assert t.base_owners("antiochia")[0] == 4
    assert t.trading_tile("antiochia") == "r1 b"


@pytest.mark.parametrize(
    ("round_", "tokens", "gone", "come"),
    [
        (2, "square square", 1, "w1-04"),
        (3, "square", 1, "w1-04"),
        (3, "square scarab", 4, "w2-04"),
        (5, "square square", 4, "w2-04"),
    ],
)
def test_bot_removes_the_middle_workshop(round_: int, tokens: str, gone: int, come: str) -> None:
    """Of level II if those are out and the player could build them."""
    offer = "w1-01 w1-02 w1-03" + (" w2-01 w2-02 w2-03" if round_ >= 3 else "")
    t = bot({"round": round_, "tokens": tokens, "offer": offer}, deck="3 6 0 1 2 4 5")
    expected = [*offer.split(), *["-"] * (6 - len(offer.split()))]
    expected[gone] = come
    assert t.offer() == expected


def test_bot_moves_the_marker_of_the_colour_or_the_furthest() -> None:
    same = bot(deck="0 2 1 3 4 5 6", tracks={"pink": 5, "yellow": 0})
    assert same.state.bot_tracks == (5 << 24) + 2
    # Card 1 says the furthest and points down at yellow provisions on card 2.
    rows = {"yellow": "b1 b3 b4"}
    furthest = bot({"bonus_cards": rows}, deck="1 2 0 3 4 5 6", tracks={"pink": 7, "yellow": 1})
    # The colour action comes first: yellow goes to 3, then the furthest is pink.
    assert furthest.state.bot_tracks == (9 << 24) + 3
    tied = bot(deck="1 2 0 3 4 5 6", tracks={"pink": 3, "yellow": 1})
    assert tied.state.bot_tracks == (3 << 24) + 5, "the arrow's colour among the furthest"


def test_bot_builds_a_canal_to_the_left() -> None:
    t = bot(deck="0 6 1 2 3 4 5", cell="r2c3", canals="k1 r2c3", stack="k3 k2 k4 k5 k6 k7")
    assert t.canals() == {"r2c3": (4, "k1"), "r2c2": (4, "k3")}
    assert t.state.bot_cell == 6


def test_bot_trades_at_the_second_centre_if_it_has_a_base_at_the_first() -> None:
    t = bot(deck="0 5 1 2 3 4 6", bases="antiochia 1")
    assert t.base_owners("kena") == [4, -1, -1, -1]
    assert t.trading_tile("kena") == "r4 b"
    assert t.trading_tile("antiochia") == "r1 a"
