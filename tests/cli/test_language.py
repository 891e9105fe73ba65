"""`sandtable play --language`: a game at the terminal in German."""

from __future__ import annotations

from pathlib import Path

from tests.cli.helpers import sandtable
from tests.test_german import WORD

TYPED = "help\nhelp c4\nhelp 26\nmarket\nwhy\nundo\n1\n1\nlog\nquit\n"
SEATS = ("play", "faiyum", "--seats", "human,random", "--seed", "1", "--plain")


def test_german(tmp_path: Path) -> None:
    done = sandtable(*SEATS, "--language", "de", stdin=TYPED, folder=tmp_path)
    assert done.code == 0, done.err
    assert "Spiel eine Karte, kauf eine Karte oder mach Verwaltung." in done.out
    assert "26 Wanderbauer" in done.out and "Zurücknehmen geht nicht" in done.out
    words = {word.lower() for word in WORD.findall(done.out)}
    assert not words & {"the", "and", "your", "card", "worker", "farmer", "you", "nothing"}


def test_the_language_of_the_environment(tmp_path: Path) -> None:
    unset = {"LC_ALL": "", "LC_MESSAGES": ""}
    german = sandtable(*SEATS, stdin="quit\n", folder=tmp_path, LANG="de_DE.UTF-8", **unset)
    assert "Spieler 1, Zug 1" in german.out
    other = sandtable(*SEATS, stdin="quit\n", folder=tmp_path, LANG="fr_FR.UTF-8", **unset)
    assert "Player 1, turn 1" in other.out
