"""Plans and bots for the tests of the arena."""

from __future__ import annotations

from pathlib import Path

from sandtable.arena import Plan
from sandtable.arena.folder import FinishedGame

#: A bot that takes its process down as long as a file is not there; it then makes the file.
DEADLY = """
import os, signal
from pathlib import Path
from sandtable.bots import Bot

class Deadly(Bot):
    def choose(self, table):
        mark = Path({mark!r})
        if not mark.exists():
            mark.write_text("died once")
            os.kill(os.getpid(), signal.SIGKILL)
        return table.legal_actions()[0]

class Doomed(Bot):
    def choose(self, table):
        os.kill(os.getpid(), signal.SIGKILL)

class Cheater(Bot):
    def choose(self, table):
        return -5

class Broken(Bot):
    def choose(self, table):
        raise ZeroDivisionError("my own fault")

class First(Bot):
    def choose(self, table):
        return table.legal_actions()[0]
"""


def bot_file(folder: Path) -> str:
    path = folder / "mybot.py"
    path.write_text(DEADLY.format(mark=str(folder / "mark")), encoding="utf-8")
    return str(path)


def made_up(plan: Plan, scores: list[list[int]]) -> list[FinishedGame]:
    """Finished games with these scores by seat, without playing them."""
    games: list[FinishedGame] = []
    for number, row in enumerate(scores):
        best = max(row)
        games.append(
            {
                "game": number,
                "seed": plan.game_seed(number),
                "players": plan.seating(number),
                "scores": row,
                "winners": [seat for seat, score in enumerate(row) if score == best],
                "decisions": 100 + number,
                "turns": 50 + number,
                "points": [{"roads": score // 2, "cities": score - score // 2} for score in row],
            }
        )
    return games
