"""How strong the players are: contests whose games add up from run to run.

    python -m bench.strength [CONTEST ...] [--games 40] [--minutes M] [--jobs N] [--report]

A contest is one player against others on the same deals, each seat in turn, or a player alone. Its
games are kept in bench/strength/CONTEST.jsonl, one line each, with a fingerprint of the players. A
later run adds the games that are missing; games of players that have changed since do not count.
Thinking time is processor time. ``--report`` prints the table of what has been played so far; a
player alone has its time for a decision there, too.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import sandtable
from sandtable.arena.standings import mean_error, wilson
from sandtable.bots import LEVELS, make, play
from sandtable.bots.engine.sequential_halving import COMPLETIONS, FINALISTS, MAX_ACTIONS
from sandtable.bots.evaluations import tuned
from sandtable.bots.levels import spec
from sandtable.processes import run_jobs

FOLDER = Path(__file__).parent / "strength"
#: As good as greedy nearly, in a fraction of the time: a turn of the search's play-outs.
QUICK = f"greedy:max_actions={MAX_ACTIONS}:completions={COMPLETIONS}:finalists={FINALISTS}"
OLD = "greedy:version=1"
#: What decides how our own players think, beside the evaluations of the titles.
SOURCES = ("engine", "search.py", "greedy.py", "evaluations.py", "fallible.py")


@dataclass(frozen=True)
class Contest:
    game: str
    players: int
    one: str
    others: str = ""
    goal: str = ""


def search(seconds: str, version: str = "") -> str:
    return f"search:{version}time={seconds}:clock=processor"


def contests() -> dict[str, Contest]:
    """All contests, by name."""
    found: dict[str, Contest] = {}
    solo = {"faiyum": "at least 330 points", "resafa": "at least 250 points"}
    for game in sandtable.games():
        for seconds in ("0.1", "1"):
            new, old = search(seconds), search(seconds, "version=1:")
            goal = "at least 75 %" if seconds == "1" else ""
            found[f"{game}-2-old-{seconds}s"] = Contest(game, 2, new, old, goal)
            goal = "at least 40 %" if seconds == "1" else ""
            found[f"{game}-4-old-{seconds}s"] = Contest(game, 4, new, old, goal)
            goal = "lower end above 90 %" if seconds == "1" else ""
            found[f"{game}-2-greedy-{seconds}s"] = Contest(game, 2, new, OLD, goal)
            goal = solo[game] if seconds == "1" else ""
            found[f"{game}-1-{seconds}s"] = Contest(game, 1, new, "", goal)
        found[f"{game}-1-10s"] = Contest(game, 1, search("10"), "", "more than at 1 s")
        for name, player in (("old", OLD), ("greedy", "greedy"), ("quick", QUICK)):
            found[f"{game}-1-{name}"] = Contest(game, 1, player)
        found[f"{game}-2-quick"] = Contest(game, 2, QUICK, OLD, "at most 0.3 ms for a decision")
        found[f"{game}-2-master"] = Contest(game, 2, "master", "expert", "70 to 80 %")
    return found


def fingerprint(contest: Contest) -> str:
    """Changes with whatever may change how the players of a contest play."""
    digest = blake2b(repr(contest).encode(), digest_size=8)
    bots = Path(str(files("sandtable.bots")))
    title = Path(str(files(f"sandtable.games.{contest.game}.bot")))
    paths = [path for name in SOURCES for path in _python_files(bots / name)]
    paths += _python_files(title)
    for path in sorted(paths):
        digest.update(path.read_bytes())
    digest.update(json.dumps(learnt(contest), sort_keys=True).encode())
    for player in (contest.one, contest.others):
        if player in LEVELS:
            digest.update(spec(sandtable.game(contest.game), player).encode())
    return digest.hexdigest()


def learnt(contest: Contest) -> dict[str, Any]:
    """The weights of the title, and what was learnt for this number of players."""
    document = tuned(contest.game)
    experiences = {"": document["experience"], **document["earlier"]}
    own = f"{contest.players} "
    return {
        "weights": document["weights"],
        **{
            f"{version} {phase}": numbers
            for version, experience in experiences.items()
            for phase, numbers in experience.items()
            if phase.startswith(own)
        },
    }


def _python_files(path: Path) -> list[Path]:
    return sorted(path.glob("*.py")) if path.is_dir() else [path]


@dataclass(frozen=True)
class GameJob:
    name: str
    contest: Contest
    number: int
    fingerprint: str


def play_game(job: GameJob) -> dict[str, Any]:
    """One game of a contest, as the line that is kept."""
    contest = job.contest
    deal, seat = divmod(job.number, contest.players)
    match = sandtable.game(contest.game).new(contest.players, f"strength {deal}")
    bots = [
        make(contest.one if place == seat else contest.others, f"strength {job.number} {place}")
        for place in range(contest.players)
    ]
    begun = time.process_time()
    play(match, bots)
    scores, winners = match.scores(), match.winners()
    return {
        "number": job.number,
        "players": job.fingerprint,
        "won": round((seat in winners) / len(winners), 3),
        "score": scores[seat],
        "others": [score for place, score in enumerate(scores) if place != seat],
        "decisions": len(match.actions()),
        "seconds": round(time.process_time() - begun, 4),
    }


def kept(name: str, contest: Contest) -> dict[int, dict[str, Any]]:
    """The games that count, by number."""
    path = FOLDER / f"{name}.jsonl"
    if not path.exists():
        return {}
    own = fingerprint(contest)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {line["number"]: line for line in lines if line["players"] == own}


def jobs(names: list[str], games: int, until: float) -> Iterator[GameJob]:
    """The games that are missing, contest by contest in turn, until it is too late to begin."""
    known = contests()
    missing: dict[str, list[int]] = {}
    for name in names:
        have = kept(name, known[name])
        missing[name] = [number for number in range(games) if number not in have]
    prints = {name: fingerprint(known[name]) for name in names}
    for round_ in range(games):
        for name in names:
            if round_ < len(missing[name]):
                if time.monotonic() > until:
                    return
                yield GameJob(name, known[name], missing[name][round_], prints[name])


def row(name: str, contest: Contest) -> str:
    """What a contest has shown so far."""
    found = list(kept(name, contest).values())
    scores = [game["score"] for game in found]
    count = len(found)
    mean = sum(scores) / count
    points = f"{mean:.0f} ± {mean_error(scores):.0f}"
    if contest.players == 1:
        each = sum(game["seconds"] for game in found) / sum(game["decisions"] for game in found)
        said = f"{points} points, {1000 * each:.3g} ms for a decision"
    else:
        won = sum(game["won"] for game in found)
        low, high = wilson(won, count)
        best = sum(max(game["others"]) for game in found) / count
        said = f"{won:g} won: {won / count:.0%} ({low:.0%} to {high:.0%}), {points} to {best:.0f}"
    against = f" against {contest.others}" if contest.others else ""
    return f"| {contest.game} | {contest.players} | {contest.one}{against} | {count} | {said} |"


def report(names: list[str]) -> None:
    known = contests()
    print("| title | players | who | games | result |\n|---|---:|---|---:|---|")
    for name in names:
        if kept(name, known[name]):
            print(row(name, known[name]))


def main() -> None:
    known = contests()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("contests", nargs="*", metavar="CONTEST", help=", ".join(known))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=1e9, help="then no game begins any more")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", action="store_true")
    args = parser.parse_args()
    for name in args.contests:
        if name not in known:
            parser.error(f"there is no contest {name}; there are {', '.join(known)}")
    names = args.contests or list(known)
    if args.report:
        report(names)
        return
    FOLDER.mkdir(exist_ok=True)
    until = time.monotonic() + 60 * args.minutes
    for job, line in run_jobs(play_game, jobs(names, args.games, until), args.jobs):
        with (FOLDER / f"{job.name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(job.name, row(job.name, job.contest), flush=True)


if __name__ == "__main__":
    main()
