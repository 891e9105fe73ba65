"""Decks of another size than the standard one: whole games with bots, views, tensors, terminal."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import sandtable
from sandtable import envs
from sandtable.bots import ask, make
from sandtable.games.resafa.edition.check import check
from sandtable.games.resafa.edition.loading import standard
from sandtable.games.resafa.game import Resafa
from sandtable.games.resafa.observation.layout import KINDS
from sandtable.games.resafa.text.prompts import QUESTIONS
from sandtable.kernel.match import Match
from sandtable.kernel.rng import seeded
from sandtable.terminal.renderer import renderer_for
from sandtable.terminal.screen import Screen
from tests.resafa.editions import larger, smaller
from tests.resafa.playing import busy

GAME = sandtable.game("resafa")
EDITIONS = {"smaller": smaller, "larger": larger}
#: Sections that the editions of these tests have in another size.
RESIZED = [
    "centres", "roads", "canal_setup_cards", "canal_bonus_tiles", "canal_tiles", "trading_tiles",
    "workshops", "special_cards", "sack_cards", "solo_cards",
]  # fmt: skip


@pytest.fixture(params=list(EDITIONS))
def game(request: pytest.FixtureRequest) -> Resafa:
    edition = EDITIONS[request.param]()
    assert check(edition) == []
    for section in RESIZED:
        assert (len(edition[section]) > len(GAME.edition[section])) == (request.param == "larger")
    made = GAME.in_edition(edition)
    assert isinstance(made, Resafa)
    return made


def screen(match: Match) -> None:
    """What people and programs see of a position."""
    layout = envs.layout(match.game, match.players)
    for seat in range(match.players):
        assert np.array_equal(layout.of_match(match, seat), layout.of_view(match.view(seat)))
    names = [f"Seat {seat}" for seat in range(match.players)]
    console = Console(file=StringIO(), width=120)
    drawing = renderer_for(match.game, names, Screen(console, plain=True))
    console.print(drawing.table(match.view(0), []))
    for part in ("display", "cards", "score"):
        console.print(drawing.part(part, match.view(0), []))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_whole_games_of_random_players(game: Resafa, players: int) -> None:
    match = game.new(players=players, seed=players)
    rng = seeded("sizes", str(players))
    made = 0
    while not match.is_over:
        options = match.legal_actions()
        if made % 60 == 0:
            screen(match)
            other = match.resample(match.current_player, made)
            assert other.legal_actions() == options
        if made % 7 == 0:
            assert match.prompt()
            assert all(match.action_text(action) for action in options)
            assert match.game.explain(match.state, match.current_player or 0) is not None
        match.apply(busy(match, rng))
        assert all(match.lines())
        made += 1
    screen(match)
    assert sandtable.Record.parse(str(match.record())).replay(edition=game.edition).is_over


@pytest.mark.once
def test_bots_play_whole_games(game: Resafa) -> None:
    for players in (1, 3):
        match = game.new(players=players, seed=3)
        bots = [make("greedy", seed=seat) for seat in range(players)]
        while not match.is_over:
            seat = match.current_player
            assert seat is not None
            match.apply(ask(bots[seat], match))
        assert max(match.scores()) > 40


@pytest.mark.once
def test_environments_play_whole_games(game: Resafa) -> None:
    env = envs.gymnasium_env("resafa", edition=game.edition)
    observation, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    over = False
    while not over:
        assert env.observation_space.contains(observation)
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, _, over, _, _ = env.step(action)


def test_the_bonus_display_follows_the_decks() -> None:
    """A large deck shows three cards a round, level II from the fourth on; a small one runs dry."""
    game = GAME.in_edition(smaller())
    assert isinstance(game, Resafa)
    match = game.new(players=2, seed=5)
    rng = seeded("display")
    shown: dict[int, dict[str, int]] = {}
    while not match.is_over:
        view = match.view(0)
        if view["round"] not in shown:
            shown[view["round"]] = {
                colour: sum(card is not None for card in row)
                for colour, row in view["bonus"].items()
            }
        match.apply(busy(match, rng))
    stacks = game.components.bonus_stacks
    for number, rows in shown.items():
        level, turn = divmod(number - 1, 3)
        for i, colour in enumerate(rows):
            left = len(stacks[i * 2 + level]) - 3 * turn
            assert rows[colour] == max(0, min(3, left)), (number, colour)


def _without(section: str, keep: int) -> Callable[[dict[str, Any]], None]:
    def change(edition: dict[str, Any]) -> None:
        edition[section] = edition[section][:keep]

    return change


def _with(section: str, word: str, size: int) -> Callable[[dict[str, Any]], None]:
    def change(edition: dict[str, Any]) -> None:
        last = edition[section][-1]
        for i in range(size - len(edition[section])):
            edition[section].append({**last, "id": f"{word}{100 + i}"})

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_without("sack_cards", 0), "sack_cards: expected at least 1"),
        (_with("sack_cards", "s", 31), "sack_cards: expected at most 30"),
        (_without("solo_cards", 3), "solo_cards: expected at least 4"),
        (_with("solo_cards", "solo", 31), "solo_cards: expected at most 30"),
        (_with("bonus_cards", "b", 32), "bonus_cards: expected at most 31"),
        (_with("special_cards", "p", 77), "special_cards: expected 1 to 10 blue cards of level 3"),
        (_without("special_cards", 66), "special_cards: expected 1 to 10 blue cards of level 3"),
        (_with("workshops", "w2-", 51), "workshops: expected 1 to 30 of level 2, found 39"),
        (_without("workshops", 12), "workshops: expected 1 to 30 of level 2, found 0"),
        (_with("canal_tiles", "k", 16), "canal_tiles: expected at most 15"),
        (_with("canal_tiles", "k", 8), "tables canals vp: expected 8 numbers"),
        (_with("canal_bonus_tiles", "c", 31), "canal_bonus_tiles: expected at most 30"),
        (_without("action_sets", 3), "action_sets: expected at least 4"),
        (_without("trading_tiles", 8), "trading_tiles: expected a blue tile for each of the 4"),
    ],
)
def test_decks_beyond_the_limits_are_refused(
    change: Callable[[dict[str, Any]], None], message: str
) -> None:
    edition = standard()
    change(edition)
    problems = check(edition)
    assert any(problem.startswith(message) for problem in problems), problems


def test_the_tensor_has_a_place_for_every_question() -> None:
    assert sorted(KINDS) == sorted(QUESTIONS)
