"""Decks of another size than the standard one: whole games with bots, views, tensors, terminal."""

from __future__ import annotations

from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import sandtable
from sandtable import envs
from sandtable.bots import ask, make
from sandtable.games.faiyum import constants
from sandtable.games.faiyum.edition.loading import standard
from sandtable.games.faiyum.game import Faiyum
from sandtable.games.faiyum.state import State
from sandtable.kernel.match import Match, random_play
from sandtable.kernel.rng import seeded
from sandtable.terminal.renderer import renderer_for
from sandtable.terminal.screen import Screen

GAME = sandtable.game("faiyum")


def with_fewer() -> dict[str, Any]:
    """Every other blue card, and two yellow ones."""
    edition = standard()
    gone = {*range(4, 112, 4), 114, 116}
    edition["cards"] = [card for card in edition["cards"] if card["number"] not in gone]
    return edition


def with_more() -> dict[str, Any]:
    """Twenty further cards with odd numbers, among them a second Papyrus and a second Sacrifice."""
    edition = standard()
    cards = {card["number"]: card for card in edition["cards"]}
    for number in (7, 13, 21, 25, 27, 33, 39, 45, 51, 53, 57, 61, 65, 73, 81, 87, 89, 93, 105, 109):
        like = cards[number - 1] if number != 7 else cards[88]
        edition["cards"].append({**like, "number": number})
    return edition


EDITIONS = {"fewer": with_fewer, "more": with_more}


@pytest.fixture(params=list(EDITIONS))
def game(request: pytest.FixtureRequest) -> Faiyum:
    made = GAME.in_edition(EDITIONS[request.param]())
    assert isinstance(made, Faiyum)
    assert isinstance(GAME, Faiyum)
    assert len(made.codes.blue) != len(GAME.codes.blue)
    return made


def screen(match: Match) -> None:
    """What people and programs see of a position."""
    state = match.state
    assert isinstance(state, State)
    view = match.view(0)
    owned = [card for seat in view["seats"] for card in seat["hand"] + seat["stack"]]
    everywhere = [
        *owned,
        *[slot["card"] for slot in view["market"]],
        *view["to_come"]["draw_pile"],
        *view["to_come"]["final_stack"],
        *view["gone"],
        *([view["playing"]] if view["playing"] else []),
    ]
    assert isinstance(match.game, Faiyum)
    assert (
        sorted(card for card in everywhere if card not in constants.STARTING)
        == match.game.codes.drawn_cards
    )
    layout = envs.layout(match.game, match.players)
    for seat in range(match.players):
        assert np.array_equal(layout.of_match(match, seat), layout.of_view(match.view(seat)))
    names = [f"Seat {seat}" for seat in range(match.players)]
    console = Console(file=StringIO(), width=120)
    drawing = renderer_for(match.game, names, Screen(console, plain=True))
    console.print(drawing.table(view, []))
    for group in drawing.groups(match) if not match.is_over else []:
        assert all(choice.label for choice in group.choices)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_whole_games_of_random_players(game: Faiyum, players: int) -> None:
    match = game.new(players=players, seed=players)
    rng = seeded(players, "deck")
    made = 0
    while not match.is_over:
        if made % 40 == 0:
            screen(match)
        options = match.legal_actions()
        assert match.prompt()
        assert all(match.action_text(action) for action in options)
        match.apply(options[rng.below(len(options))])
        assert all(match.lines())
        made += 1
    screen(match)
    assert sandtable.Record.parse(str(match.record())).replay(edition=game.edition).is_over


@pytest.mark.once
def test_bots_play_whole_games(game: Faiyum) -> None:
    match = game.new(players=2, seed=3)
    bots = [make("greedy", seed=seat) for seat in range(2)]
    while not match.is_over:
        seat = match.current_player
        assert seat is not None
        match.apply(ask(bots[seat], match))
    assert max(match.scores()) > 20


def test_draw_pile_and_final_stack_have_what_the_edition_has(game: Faiyum) -> None:
    match = game.new(players=3, seed=1)
    coming = match.view(None)["to_come"]
    assert len(coming["draw_pile"]) == len(game.codes.blue) - 12
    assert len(coming["final_stack"]) == 4 + len(game.codes.yellow) + 4
    other = match.resample(0, 1)
    random_play(other, seeded(5))
    assert other.is_over
