"""Results that others can be compared with: fixed bots, fixed opponents, fixed seeds.

Every bot plays one seat, in turn each of them, against as many of one opponent as there are other
seats; alone it plays for points. Each such pairing is an arena with a folder of its own, so what
was played stays, and a run that was stopped continues.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandtable.arena.analysis import win_of
from sandtable.arena.folder import FinishedGame
from sandtable.arena.plan import Plan
from sandtable.arena.run import Arena, Progress
from sandtable.arena.standings import mean_error, wilson
from sandtable.kernel.errors import BadOption
from sandtable.kernel.registry import game as load

#: The first seed; game number i has this plus i.
SEED = 1_000_000
BOTS = ("random", "greedy", "policy", "search:iterations=100")
OPPONENTS = ("random", "greedy")

#: A row of the table of results.
Result = dict[str, Any]


class Pairing:
    """A bot at a table with this many seats, the others taken by one opponent (None: alone)."""

    def __init__(self, game: str, seats: int, bot: str, opponent: str | None) -> None:
        self.bot = bot
        self.opponent = opponent
        others = [] if opponent is None else [opponent] * (seats - 1)
        self.plan = Plan(game, [bot, *others], seats=seats, seed=SEED)

    def __str__(self) -> str:
        against = "" if self.opponent is None else f", {self.bot} against {self.opponent}"
        return f"{self.plan.title.name}, {self.plan.seats} players{against or f', {self.bot}'}"

    def folder(self, out: Path) -> Path:
        words = [self.plan.title.name, str(self.plan.seats), self.bot]
        if self.opponent is not None:
            words += ["against", self.opponent]
        # The fingerprint keeps bots apart whose names differ in signs only.
        name = re.sub(r"[^A-Za-z0-9=.-]+", "_", "-".join(words))[-80:]
        return out / f"{name}-{self.plan.fingerprint()}"

    def play(
        self, out: Path, games: int, jobs: int, ray: str | None, progress: Progress | None = None
    ) -> Result:
        arena = Arena(self.plan, self.folder(out), keep_records=False)
        return self.result(arena.play(games, jobs, ray, progress))

    def result(self, games: Sequence[FinishedGame]) -> Result:
        """What came of it, from the bot's side."""
        own = [game["players"].index(0) for game in games]
        scores = [game["scores"][seat] for game, seat in zip(games, own, strict=True)]
        result: Result = {
            "game": self.plan.title.name,
            "players": self.plan.seats,
            "bot": self.bot,
            "opponent": self.opponent,
            "games": len(games),
            "mean_score": round(sum(scores) / len(scores), 2),
            "mean_score_error": round(mean_error(scores), 2),
        }
        if self.opponent is not None:
            wins = sum(win_of(game, seat) for game, seat in zip(games, own, strict=True))
            low, high = wilson(wins, len(games))
            margins = [
                score - max(s for seat, s in enumerate(game["scores"]) if seat != own_seat)
                for game, score, own_seat in zip(games, scores, own, strict=True)
            ]
            result |= {
                "wins": round(wins, 3),
                "win_rate": round(wins / len(games), 4),
                "win_rate_95": [round(low, 4), round(high, 4)],
                "mean_margin": round(sum(margins) / len(margins), 2),
                "mean_margin_error": round(mean_error(margins), 2),
            }
        return result


def pairings(
    titles: Sequence[str],
    seats: Sequence[int] | None,
    bots: Sequence[str],
    opponents: Sequence[str],
) -> list[Pairing]:
    """All there is to play, title by title; a bot does not play against itself."""
    wanted = []
    for title in titles:
        game = load(title)
        counts = range(game.min_players, game.max_players + 1)
        for count in counts if seats is None else [one for one in seats if one in counts]:
            for bot in bots:
                against: list[str | None] = [None]
                if count > 1:
                    against = [opponent for opponent in opponents if opponent != bot]
                wanted += [Pairing(title, count, bot, opponent) for opponent in against]
    if not wanted:
        raise BadOption("there is nothing to play: no title takes so many players")
    return wanted


def markdown(results: Sequence[Result]) -> str:
    """The results as a table."""
    lines = [
        "| game | players | bot | against | games | won | 95 % | score | lead |",
        "|---|---:|---|---|---:|---:|---:|---:|---:|",
    ]
    for row in results:
        won = interval = lead = ""
        if row["opponent"] is not None:
            low, high = row["win_rate_95"]
            won = f"{100 * row['win_rate']:.1f} %"
            interval = f"{100 * low:.1f} to {100 * high:.1f}"
            lead = f"{row['mean_margin']:+.1f} ± {row['mean_margin_error']:.1f}"
        opponent = "" if row["opponent"] is None else f"`{row['opponent']}`"
        lines.append(
            f"| {row['game']} | {row['players']} | `{row['bot']}` | {opponent} | {row['games']} | "
            f"{won} | {interval} | {row['mean_score']:.1f} ± {row['mean_score_error']:.1f} | "
            f"{lead} |"
        )
    return "\n".join(lines) + "\n"
