"""Play the whole games that the tests keep as records, and write them down.

    python -m tools.make_records

Run it in the project's folder after anything has changed that gives other games (map, cards,
rules); the tests then replay what it wrote. It takes a minute with the compiled build.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import sandtable
from sandtable import Match
from sandtable.bots import Bot, ask, make
from sandtable.games.faiyum.actions import card_word
from sandtable.games.faiyum.game import Faiyum
from sandtable.kernel.rng import seeded
from tests.faiyum import endings
from tests.faiyum.playing import busy

FOLDER = Path("tests/records/faiyum")
MOST_SEEDS = 20_000

#: What a seat does in the last turns, in place of what its bot thinks: an action, or None.
Ending = Callable[[Match, int, list[str]], str | None]


def as_the_bot_likes(match: Match, seat: int, offers: list[str]) -> str | None:
    return None


def pass_at_once(match: Match, seat: int, offers: list[str]) -> str | None:
    return "pass" if "pass" in offers else None


def buy_everything(match: Match, seat: int, offers: list[str]) -> str | None:
    """Buy while one can, put cards down for money to buy more, and pass in the end."""
    if "pass" not in offers:
        return None
    for word in ("buy", "cash"):
        for offer in offers:
            if offer.startswith(word):
                return offer
    return "pass"


def others_pass(match: Match, seat: int, offers: list[str]) -> str | None:
    """All but seat 0 pass; seat 0 goes on until nothing is left to do."""
    if "pass" not in offers:
        return None
    if seat or len(offers) == 1:
        return "pass"
    return next(offer for offer in offers if offer.startswith(("cash", "play", "buy")))


class Wanted:
    """A game to look for: its kind, who plays, how it ends."""

    def __init__(
        self,
        name: str,
        players: int,
        bots: str,
        wanted: list[str],
        ending: Ending = as_the_bot_likes,
        **options: Any,
    ) -> None:
        self.name = name
        self.players = players
        self.bots = bots
        self.wanted = wanted
        self.ending = ending
        self.options = options


GAMES = [
    Wanted("1-score", 1, "greedy", [endings.SCORE_ALONE]),
    Wanted(
        "1-score-bought-out",
        1,
        "greedy",
        [endings.BOUGHT_OUT, endings.FINAL_STACK_EMPTY],
        buy_everything,
    ),
    *[
        Wanted(
            f"1-campaign-{won + 1}-won",
            1,
            "greedy",
            [endings.GOAL_REACHED],
            mode="campaign",
            won=won,
        )
        for won in (0, 3)
    ],
    Wanted("1-campaign-2-lost", 1, "random", [endings.GOAL_MISSED], mode="campaign", won=1),
    Wanted("1-campaign-7-won", 1, "greedy", [endings.CAMPAIGN_COMPLETE], mode="campaign", won=6),
    Wanted("1-campaign-7-lost", 1, "greedy", [endings.GOAL_MISSED], mode="campaign", won=6),
    Wanted("2-all-pass-at-once", 2, "greedy", [endings.ALL_PASS_AT_ONCE], pass_at_once),
    Wanted("2-last-one-alone", 2, "greedy", [endings.LAST_ONE_ALONE], others_pass),
    Wanted("2-tie-shared", 2, "random", [endings.TIE_SHARED]),
    Wanted("2-random", 2, "random", [endings.PASSED_WITH_CARDS]),
    Wanted("3-greedy", 3, "greedy", [endings.PASSED_LAST_WON]),
    Wanted("3-final-stack-empty", 3, "greedy", [endings.FINAL_STACK_EMPTY], buy_everything),
    Wanted("3-tie-broken", 3, "random", [endings.TIE_BROKEN]),
    Wanted("4-greedy", 4, "greedy", []),
    Wanted("4-all-pass-at-once", 4, "greedy", [endings.ALL_PASS_AT_ONCE], pass_at_once),
    Wanted("4-bought-out", 4, "greedy", [endings.BOUGHT_OUT], buy_everything),
    Wanted("5-greedy", 5, "greedy", []),
    Wanted("5-last-one-alone", 5, "greedy", [endings.LAST_ONE_ALONE], others_pass),
    Wanted("5-random", 5, "random", [endings.PASSED_WITH_CARDS]),
    # Games in which cards are played for their own sake, so that none is left out.
    *[Wanted(f"{players}-busy", players, "busy", []) for players in (2, 3, 4, 5)],
]


def play(wanted: Wanted, seed: int) -> Match:
    match = sandtable.game("faiyum").new(players=wanted.players, seed=seed, **wanted.options)
    bots: list[Bot] = []
    if wanted.bots != "busy":
        bots = [make(wanted.bots, seed=seat) for seat in range(wanted.players)]
    rng = seeded(seed, "busy")
    while not match.is_over:
        seat = match.current_player
        assert seat is not None
        forced = None
        if match.view(None)["last_turns"]:
            offers = [match.action_to_str(action) for action in match.legal_actions()]
            forced = wanted.ending(match, seat, offers)
        if forced is not None:
            match.apply(match.str_to_action(forced))
        else:
            match.apply(ask(bots[seat], match) if bots else busy(match, rng))
    return match


def find(wanted: Wanted) -> Match:
    for seed in range(1, MOST_SEEDS):
        match = play(wanted, seed)
        if set(wanted.wanted) <= endings.endings(match):
            return match
    raise SystemExit(f"{wanted.name}: no such game among {MOST_SEEDS} seeds")


def played(match: Match) -> set[str]:
    """The cards whose action was used."""
    firsts = [match.action_to_str(choices[0]) for _, choices in match.turns() if choices]
    return {first.removeprefix("play ") for first in firsts if first.startswith("play ")}


def write(name: str, match: Match) -> None:
    first, _, rest = str(match.record()).partition("\n")
    told = "".join(f"# {way}\n" for way in endings.ALL if way in endings.endings(match))
    (FOLDER / f"{name}.txt").write_text(f"{first}\n{told}{rest}", encoding="utf-8")
    print(f"{name}: seed {match.seed}, {match.record().header['result']}")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    faiyum = sandtable.game("faiyum")
    assert isinstance(faiyum, Faiyum)
    missing = {card_word(card.number) for card in faiyum.deck if card is not None}
    for wanted in GAMES:
        match = find(wanted)
        missing -= played(match)
        write(wanted.name, match)
    # Cards that none of these games has used get games of their own.
    for seed in range(2, MOST_SEEDS):
        if not missing:
            break
        match = play(Wanted("busy", 3, "busy", []), seed)
        if missing & played(match):
            write(f"3-with-card-{min(missing & played(match))}", match)
            missing -= played(match)


if __name__ == "__main__":
    main()
