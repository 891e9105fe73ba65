"""`sandtable` without a command: the server and a browser. `sandtable play` without a game asks
what to play in the terminal."""

from __future__ import annotations

import secrets

import sandtable
from sandtable import bots, server
from sandtable.commands.play import play
from sandtable.kernel.game import Game
from sandtable.kernel.messages import ENGLISH
from sandtable.terminal.players import HUMAN
from sandtable.terminal.screen import Screen, make_screen


def start() -> int:
    """Start the server and open a browser; play in the terminal where the server is missing."""
    try:
        return server.run(open_browser=True)
    except server.NotInstalled as missing:
        screen = make_screen()
        screen.console.print(f"Playing in the terminal: {missing}", style="yellow")
        return ask_and_play(screen)


def ask_and_play(screen: Screen, language: str = ENGLISH) -> int:
    """Ask for game, players and options, and play in the terminal."""
    screen.heading("Sandtable")
    try:
        games = sandtable.games()
        titles = [f"{sandtable.game(name).title}" for name in games]
        game = sandtable.game(games[ask(screen, "Which game?", titles)])
        counts = list(range(game.min_players, game.max_players + 1))
        words = ["alone" if n == 1 else f"{n} players" for n in counts]
        players = counts[ask(screen, "How many players?", words, usual=min(1, len(words) - 1))]
        specs = [HUMAN] + [ask_player(screen, seat) for seat in range(2, players + 1)]
        options = ask_options(screen, game, players)
    except EOFError:
        screen.console.print()
        return 0
    match = game.in_language(language).new(players, secrets.randbelow(10**9), **options)
    return play(match, [], specs, screen)


def ask_player(screen: Screen, seat: int) -> str:
    """Who takes a seat: a program of some strength, or another person."""
    known = bots.names()
    levels = [level for level in bots.LEVELS if level in known] or known
    words = [f"the computer, {level}" for level in levels] + ["a person at this keyboard"]
    return [*levels, HUMAN][ask(screen, f"Who plays seat {seat}?", words)]


def ask_options(screen: Screen, game: Game, players: int) -> dict[str, object]:
    """The options of a game that matter for this many players."""
    options: dict[str, object] = {}
    for option in game.option_help():
        if players not in option.get("players", [players]) or len(option["values"]) < 2:
            continue
        # An option that the others have ruled out is not asked for.
        trial = next(v for v in option["values"] if v != option["default"])
        try:
            game.resolve_options(players, {**options, option["name"]: trial})
        except sandtable.BadOption:
            continue
        values = option["values"]
        chosen = ask(
            screen, option["help"], [str(v) for v in values], usual=values.index(option["default"])
        )
        options[option["name"]] = values[chosen]
    return options


def ask(screen: Screen, question: str, words: list[str], usual: int = 0) -> int:
    """One of the words, by number or by itself; Enter takes the usual one."""
    if len(words) == 1:
        return 0
    screen.console.print(question, style="bold yellow")
    for number, word in enumerate(words, 1):
        screen.console.print(f"  {number}  {word}")
    while True:
        typed = input(f"[{usual + 1}] > ").strip().lower()
        if not typed:
            return usual
        if typed.isdecimal() and len(typed) < 4 and 1 <= int(typed) <= len(words):
            return int(typed) - 1
        fitting = [i for i, word in enumerate(words) if word.lower().startswith(typed)]
        if len(fitting) == 1:
            return fitting[0]
        screen.console.print(f"Type a number from 1 to {len(words)}.", style="red")
