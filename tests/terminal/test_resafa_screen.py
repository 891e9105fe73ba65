"""What the table of Resafa shows: map, water, area, display, seats, help, choices."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import sandtable
from sandtable import Match
from sandtable.games.resafa.terminal.renderer import TerminalRenderer
from sandtable.terminal import saved_games
from sandtable.terminal.choices import number
from tests.conftest import games
from tests.resafa.table import table
from tests.terminal.helpers import printed, screen, sit, text_of

RESAFA = sandtable.game("resafa")
NAMES = ["Ada", "Bob", "Cyd", "Dan"]


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "data_folder", lambda: tmp_path / "data")


def drawing(width: int = 80, plain: bool = True, players: int = 2) -> TerminalRenderer:
    return TerminalRenderer(RESAFA, NAMES[:players], screen(width, plain))


def played(players: int, seed: int, choices: int) -> Match:
    match = RESAFA.new(players, seed)
    rng = random.Random(seed)
    while not match.is_over and choices:
        match.apply(rng.choice(match.legal_actions()))
        choices -= 1
    return match


def middle() -> Match:
    """Round 4: workshops, gardens, canals with a cube, bases, cards of all kinds."""
    return table(
        round=4,
        coin=3,
        stone=2,
        spice=1,
        camel=4,
        cargo="2 amphora",
        at="gerasa",
        tracks={"pink": 4, "blue": 2},
        tokens="square scarab garden:square",
        bases="gerasa 2",
        workshops="w1-01 g7, w1-08 back i7 90",
        gardens="h9 small top, h9 large bottom, i8 large left",
        canals="k7 r1c1, k3 back r2c1",
        cubes="r1c1",
        specials="p3 p19",
        bonus="b7",
        sacks="s5",
        tiles="c5",
        trading="ctesiphon b1 b",
        water_bonus="r3c2 c2",
        bonus_cards={"pink": "b6 - b14"},
        others={1: {"coin": 9, "canals": "k1 r3c4", "bases": "alia 1"}},
    ).match


@pytest.mark.parametrize("width", [80, 100, 122, 130, 140, 160, 250])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_table_fits_and_tells_all(width: int, players: int) -> None:
    match = played(players, 8, 150)
    view = match.view(None)
    text = text_of(drawing(width, players=players).table(view, match.legal_actions()), width)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= width
    flat = " ".join(text.split())
    for centre in RESAFA.edition["centres"]:
        assert centre["name"] in flat
    for seat in view["seats"]:
        assert NAMES[seat["seat"]] in flat
    for cell in view["water"]:
        assert cell["space"] in flat
    for tile in view["offer"]:
        assert tile is None or tile in flat
    assert ("Resafabot: tracks" in flat) == (players == 1)


def test_a_position_in_plain_text() -> None:
    match = middle()
    text = text_of(drawing().table(match.view(0), match.legal_actions()))
    assert text.isascii()
    flat = " ".join(text.split())
    assert flat.startswith("Round 4 of 6, card 1 of 3; Ada began")
    assert "Gerasa >Ada spice: 2 coins and 3 VP" in flat
    assert "-|- Ada +1 ~" in flat  # the cross with its cube
    assert "| Bob" in flat
    assert "b6 Mason's favour" in flat and "b14 Good word" in flat
    assert "w1-01" in flat and "back" in flat
    assert ",,,,,,," in text and '"""""""' in text
    (ada,) = [line for line in text.splitlines() if line.startswith("> Ada")]
    assert ada.split()[2:7] == ["0", "3", "2", "-", "-"]
    assert "2 amphora" in flat and "1 sack (s5)" in flat and "bonus b7" in flat


def test_the_same_position_in_colour() -> None:
    match = middle()
    paper = screen(122, plain=False, colour=True)
    paper.console.print(
        TerminalRenderer(RESAFA, NAMES[:2], paper).table(match.view(0), match.legal_actions())
    )
    shown = printed(paper)
    assert "\x1b[1;31mAda" in shown or "\x1b[1;31m▸ Ada" in shown  # in the colour of the seat
    assert "\x1b[32m" in shown  # gardens
    assert "\x1b[31mGerasa" in shown and "\x1b[34mCharax" in shown


def test_every_part_of_the_table_can_be_asked_for() -> None:
    match = middle()
    painter = drawing()
    texts = {
        part: text_of(painter.part(part, match.view(0), match.legal_actions()))
        for part in painter.parts
    }
    assert [part for part, text in texts.items() if not text.isascii()] == []
    assert len(set(texts.values())) == len(texts)
    assert "Antiochia" in texts["map"] and "r5c4" not in texts["map"]
    assert "r5c4" in texts["water"]
    assert texts["area"].index("Ada") < texts["area"].index("Bob")
    assert "p37 Clerk of works: 1 coin and 1 " in texts["display"]
    assert "Lord of camels   End: 2 VP per camel" in texts["cards"]
    assert "if it ended now" in texts["score"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("p22", "p22 Seedlings (white, level 1, boxed 2 VP): "),
        ("b5", "b5 Quarry deal: With a canal action: pay 1 coin for 2 marble. [rulebook]"),
        ("W1-09", "w1-09 Kiln: 1 amphora for 1 coin, or 1 coin and 1 camel"),
        ("k7", "k7: canal crossing +1, 3 coins and 2 marble / canal with an arm to the right +0"),
        ("kena", "kena Kena: red trading centre"),
        ("canal", "Build one of your canal tiles"),
        ("camel  DRIVER", "b12 Camel driver: Take 1 coin and 1 camel."),
    ],
)
def test_help_on_a_thing(words: str, told: str) -> None:
    text = drawing(200, plain=False).help(words, RESAFA.new(1, 1).view(0))
    assert text is not None
    assert told in " ".join(text_of(text, 200, plain=False).split())


def test_help_on_part_of_a_name_tells_all_that_have_it() -> None:
    text = drawing().help("kiln", RESAFA.new(1, 1).view(0))
    assert text is not None
    assert [line.split()[0] for line in text_of(text, 200).splitlines()] == [
        "w1-09", "w2-01", "w2-06",
    ]  # fmt: skip
    assert drawing().help("zeppelin", RESAFA.new(1, 1).view(0)) is None


def test_choosing_by_number_and_by_notation() -> None:
    match = table(1, coin=1, stone=1, tokens="square square").match
    lines = ["play garden/production", "main garden", "1", "lay small bottom"]
    session, person = sit(match, ["human"], lines)
    session.run()
    notations = [match.action_to_str(action) for action in match.actions()]
    assert notations[:2] == ["play garden/production", "main garden"]
    assert notations[2:] == ["square h7", "lay small bottom"]
    assert "Play a card" in person.screens[0]
    assert "Squares" in person.screens[2]


def test_nonsense_changes_nothing() -> None:
    match = RESAFA.new(1, 3)
    session, person = sit(match, ["human"], ["camel", "99", "play garden/production"])
    session.run()
    assert match.actions() == []
    assert "'camel' is none of the choices" in person.screens[1]
    assert "no choice 99" in person.screens[2]


def test_help_in_a_session() -> None:
    session, person = sit(RESAFA.new(1, 3), ["human"], ["help p13", "help zeppelin", "score"])
    session.run()
    assert "Scarab cult" in person.screens[1]
    assert "help b1" in person.screens[2]
    assert "if it ended now" in person.screens[3]


def test_what_a_question_is_about_is_told() -> None:
    match = table(1, coin=1, spice=1).match
    session, person = sit(match, ["human"], ["play trading/canal", "main trading", "go gerasa"])
    session.run()
    assert "On the way to Gerasa: What does your caravan carry" in person.screens[3]


def test_every_choice_is_offered_once_with_a_label() -> None:
    """Whole games of all sizes: groups hold exactly the legal actions, and keys are unique."""
    kinds: set[str] = set()
    for seed in range(games(4)):
        players = seed % 4 + 1
        match = RESAFA.new(players, seed)
        painter = drawing(players=players)
        rng = random.Random(seed)
        while not match.is_over:
            decision = match.decision()
            assert decision is not None
            kinds.add(decision.kind)
            choices = number(painter.groups(match))
            assert sorted(choice.action for choice in choices) == match.legal_actions()
            assert len({choice.key for choice in choices}) == len(choices)
            assert all(choice.label and choice.label.isascii() for choice in choices)
            assert all(choice.note.isascii() for choice in choices)
            match.apply(rng.choice(match.legal_actions()))
    assert len(kinds) > 10


def test_the_verdict_names_the_designers_word() -> None:
    match = played(1, 3, -1)
    assert match.is_over
    told = drawing(players=1).verdict(match)
    assert told == f"Ada ends with {match.scores()[0]} VP: below the scale."


def test_everything_is_german_in_german() -> None:
    game = RESAFA.in_language("de")
    english = drawing(120, players=1)
    german = TerminalRenderer(game, NAMES[:1], screen(120))
    match = played(1, 5, 60)
    view, offered = match.in_language("de").view(0), match.legal_actions()
    for part in german.parts:
        assert german.part_text(part) != english.part_text(part)
        assert text_of(german.part(part, view, offered)) != text_of(
            english.part(part, match.view(0), offered)
        )
    table = text_of(german.table(view, offered), 120)
    for word in ("Round", "CENTRES", "sell", "cube", "COLOUR", "SEATS", "caravan", "Action cards"):
        assert word not in table, word
    for word in ("Runde", "ORTE", "Verkauf", "FARBE", "PLÄTZE", "Karawane", "Aktionskarten"):
        assert word in table, word
    for words in ("Kanal", "canal"):
        page = german.help(words, view)
        assert page is not None
        assert "Kanalplättchen" in text_of(page)
