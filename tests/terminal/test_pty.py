"""Sandtable in a pseudo-terminal, as a person would use it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sandtable

pytest.importorskip("pty", reason="no pseudo-terminals on this system")
from tests.terminal.pty_player import Terminal

Open = Callable[..., Terminal]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    terminals: list[Terminal] = []

    def start(*words: str, **extra: str) -> Terminal:
        terminals.append(Terminal(list(words), tmp_path, **extra))  # type: ignore[arg-type]
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()


def play_on(terminal: Terminal, rng: random.Random) -> str:
    """Choose at random among the numbers on the screen until the game is over; the last screen."""
    while True:
        screen = terminal.wait()
        assert screen is not None, terminal.screen()
        assert "Traceback" not in screen
        if "Enter to leave" in screen:
            return screen
        keys = re.findall(r"(?<!\S)(\d+)\) ", screen)
        terminal.type(rng.choice(keys) if keys else "")


def result(folder: Path) -> sandtable.Match:
    return sandtable.Record.parse((folder / "game.txt").read_text()).replay()


@pytest.mark.slow
@pytest.mark.parametrize("seats", ["human", "human,random", "random,human,random"])
def test_a_whole_game(opened: Open, tmp_path: Path, seats: str) -> None:
    terminal = opened("play", "faiyum", "--seats", seats, "--seed", "7")
    screen = play_on(terminal, random.Random(2))
    terminal.type(f"save {tmp_path / 'game.txt'}")
    terminal.wait()
    terminal.type("")
    assert terminal.end() == 0
    match = result(tmp_path)
    assert match.is_over
    assert match.players == seats.count(",") + 1
    assert match.seed == 7
    for score in match.scores():
        assert str(score) in screen
    assert "\x1b[" in terminal.raw  # colours


@pytest.mark.parametrize("way", ["--plain", "NO_COLOR", "TERM"])
def test_plain_where_colours_are_not_wanted(opened: Open, way: str) -> None:
    words = ["play", "faiyum", "--seats", "human,random", "--seed", "7"]
    if way == "--plain":
        terminal = opened(*words, "--plain")
    else:
        terminal = opened(*words, **{way: "1" if way == "NO_COLOR" else "dumb"})
    screen = terminal.wait()
    assert screen is not None
    assert not re.search(r"\x1b\[[0-9;]*m", terminal.raw)
    assert "c4 whe" in screen
    if way == "--plain":
        assert screen.isascii()
    terminal.type("1")
    screen = terminal.wait()
    assert screen is not None
    assert "c4*whe" in screen
    terminal.type("quit")
    assert terminal.end() == 0


def test_undo_save_and_load(opened: Open, tmp_path: Path) -> None:
    terminal = opened("play", "faiyum", "--seats", "human,random", "--seed", "7")
    path = tmp_path / "game.txt"
    for line in ["play farmer", "c4", "undo", "d4", "", f"save {path}", "quit"]:
        assert terminal.wait() is not None
        terminal.type(line)
    assert terminal.end() == 0
    first = result(tmp_path)
    assert [first.action_to_str(a) for a in first.actions()][:2] == ["play farmer", "space d4"]
    again = opened("play", "--load", str(path))
    screen = again.wait()
    assert screen is not None
    assert "Player 1 plays Farmer: sends a worker to d4" in screen
    again.type("cash farmer")
    again.wait()
    again.type("")
    again.wait()
    again.type("save")
    again.wait()
    again.type("quit")
    assert again.end() == 0
    assert result(tmp_path).actions()[: len(first.actions())] == first.actions()
    assert len(result(tmp_path).actions()) > len(first.actions())


def test_ctrl_c_ends_cleanly_and_keeps_the_game(opened: Open, tmp_path: Path) -> None:
    terminal = opened("play", "faiyum", "--seats", "human", "--seed", "7")
    terminal.wait()
    terminal.type("cash farmer")
    terminal.wait()
    assert terminal.interrupt() == 130
    assert "Traceback" not in terminal.raw
    kept = tmp_path / "sandtable" / "unfinished-faiyum.txt"
    assert sandtable.Record.parse(kept.read_text()).replay().actions()


def test_end_of_input_leaves(opened: Open) -> None:
    terminal = opened("play", "faiyum", "--seats", "human", "--seed", "7")
    terminal.wait()
    terminal.press("\x04")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.raw


def test_wide_terminals_show_market_beside_the_map(opened: Open) -> None:
    terminal = opened("play", "faiyum", "--seats", "human", "--seed", "7", width=140)
    screen = terminal.wait()
    assert screen is not None
    assert any("a1 gra" in line and "MARKET" in line for line in screen.splitlines())
    terminal.type("quit")
    assert terminal.end() == 0


def test_sandtable_alone_asks_what_to_play(opened: Open) -> None:
    terminal = opened("play")
    seen = ""
    for _ in range(8):
        screen = terminal.wait()
        assert screen is not None
        seen += screen
        if "Play a card" in screen:
            break
        terminal.type("2" if "How many players?" in screen else "")
    assert "How many players?" in seen
    assert "Who plays seat 2?" in seen
    assert "Play a card" in seen
    terminal.type("quit")
    assert terminal.end() == 0


def test_completion(opened: Open) -> None:
    terminal = opened("play", "faiyum", "--seats", "human", "--seed", "7")
    terminal.wait()
    terminal.type("adminis\t")
    screen = terminal.wait()
    assert screen is not None
    terminal.type("log")
    screen = terminal.wait()
    assert screen is not None
    assert "does administration" in screen or "Administration:" in screen
    terminal.type("quit")
    assert terminal.end() == 0
