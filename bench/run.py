"""Measures Sandtable, compiled and pure, against Catanatron and OpenSpiel's chess in one run.

Each contender plays in a process of its own, one after the other, and this several times in turn:
so whatever else the machine is doing hits all alike. The best round of each counts; all rounds
are in the JSON. Run it with `make bench`; `make bench BENCH="--rounds 5"` passes options on.
`--before CHECKOUT` measures another checkout, compiled in place, in the same run.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import sandtable

ROOT = Path(__file__).resolve().parent.parent
CATAN = "catanatron, 4 players"
CHESS = "OpenSpiel chess"

# For each figure, whether more is better.
FIGURES = {
    "decisions_per_s": True,
    "games_per_s": True,
    "decisions_per_game": True,
    "copy_us": False,
    "copy_and_step_us": False,
    "replay_ms": False,
}

# How many times faster than catanatron: decisions, copies. Other games: as Resafa.
WANTED = {"faiyum": (10.0, 25.0), "resafa": (8.0, 15.0)}

Results = dict[str, dict[str, list[float]]]


class Contender(NamedTuple):
    command: list[str]  # module and arguments
    pure: bool = False
    checkout: Path = ROOT


def contenders(games: list[str], before: Path | None) -> dict[str, Contender]:
    result: dict[str, Contender] = {}
    for game in games:
        command = ["bench.ours", game]
        result[f"{game}, compiled"] = Contender(command)
        result[f"{game}, pure"] = Contender(command, pure=True)
        if before is not None:
            result[f"{game}, compiled, before"] = Contender(command, checkout=before)
            result[f"{game}, pure, before"] = Contender(command, True, before)
    result[CATAN] = Contender(["bench.catan"])
    result[CHESS] = Contender(["bench.chess"])
    return result


def measure(contender: Contender, seconds: float) -> dict[str, Any]:
    command, pure, checkout = contender
    environment = dict(
        os.environ, SANDTABLE_PURE="1" if pure else "0", PYTHONPATH=str(checkout / "src")
    )
    run = subprocess.run(
        [sys.executable, "-m", *command, "--seconds", str(seconds)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    if run.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{run.stderr}")
    # Other people's libraries may greet; the figures are on the last line.
    result: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    if result.pop("compiled", not pure) == pure:
        sys.exit("The kernel is not compiled (run `make build`), so there is nothing to compare.")
    return result


def best(results: Results, name: str, figure: str) -> float | None:
    values = results[name].get(figure)
    if not values:
        return None
    if figure == "decisions_per_game":
        return statistics.median(values)
    return max(values) if FIGURES[figure] else min(values)


def number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def table(results: Results) -> list[str]:
    heads = ["", "decisions/s", "games/s", "dec./game", "copy us", "copy+step us", "replay ms"]
    rows = [heads]
    rows += [[name] + [number(best(results, name, f)) for f in FIGURES] for name in results]
    widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
    return [
        "  ".join(
            [row[0].ljust(widths[0])]
            + [c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)]
        )
        for row in rows
    ]


def ratio(results: Results, figure: str, name: str, other: str) -> float:
    """How many times better `name` is than `other`."""
    ours, theirs = best(results, name, figure), best(results, other, figure)
    assert ours is not None
    assert theirs is not None
    return ours / theirs if FIGURES[figure] else theirs / ours


def targets(results: Results, games: list[str]) -> list[tuple[str, float, float]]:
    """What is promised: (words, factor reached, factor to reach)."""
    rows = []
    for game in games:
        compiled, pure = f"{game}, compiled", f"{game}, pure"
        speed, copy, step = "decisions_per_s", "copy_us", "copy_and_step_us"
        times, copies = WANTED.get(game, WANTED["resafa"])
        rows += [
            (f"{compiled}: decisions/s against catanatron", speed, compiled, CATAN, times),
            (f"{compiled}: decisions/s against OpenSpiel chess", speed, compiled, CHESS, 1.0),
            (f"{pure}: decisions/s against catanatron", speed, pure, CATAN, 3.0),
            (f"{compiled}: copy against catanatron", copy, compiled, CATAN, copies),
            # A copy that puts off its work until it is used must not win by that alone.
            (f"{compiled}: copy and step against catanatron", step, compiled, CATAN, copies),
        ]
        rows += [
            (f"{name}: {figure} against before", figure, name, f"{name}, before", 1.0)
            for name in (compiled, pure)
            for figure in FIGURES
            if f"{name}, before" in results and figure != "decisions_per_game"
        ]
    reached = [
        (words, ratio(results, figure, ours, theirs), target)
        for words, figure, ours, theirs, target in rows
    ]
    replay = best(results, "faiyum, compiled", "replay_ms") if "faiyum" in games else None
    if replay is not None:
        reached.append(("faiyum, compiled: replay of 5 players within 50 ms", 50 / replay, 1.0))
    return reached


def cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((x.split(":", 1)[1].strip() for x in lines if x.startswith("model name")), "")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the speed of Sandtable and of others.")
    parser.add_argument("--rounds", type=int, default=5, help="how often each one plays")
    parser.add_argument("--seconds", type=float, default=2.0, help="play-outs in each round")
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    parser.add_argument("--before", type=Path, help="another checkout, compiled in place")
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--check", action="store_true", help="fail if a target is missed")
    options = parser.parse_args()

    games = options.game or sandtable.games()
    field = contenders(games, options.before and options.before.resolve())
    results: Results = {name: {} for name in field}
    for turn in range(1, options.rounds + 1):
        for name, contender in field.items():
            print(f"round {turn} of {options.rounds}: {name}", file=sys.stderr, flush=True)
            for figure, value in measure(contender, options.seconds).items():
                results[name].setdefault(figure, []).append(value)

    reached = targets(results, games)
    if options.json:
        document = {
            "version": sandtable.__version__,
            "python": platform.python_version(),
            "cpu": cpu(),
            "rounds": options.rounds,
            "results": {
                name: {
                    figure: {"best": best(results, name, figure), "rounds": values}
                    for figure, values in figures.items()
                }
                for name, figures in results.items()
            },
            "ratios": [
                {"what": words, "factor": factor, "target": target}
                for words, factor, target in reached
            ],
        }
        print(json.dumps(document, indent=2))
    else:
        print(f"\nPython {platform.python_version()}, {cpu()}; best of {options.rounds} rounds\n")
        print("\n".join(table(results)))
        print()
        for words, factor, target in reached:
            verdict = "reached" if factor >= target else "MISSED"
            print(f"{words}: {factor:.2f} times (to reach: {target:g}) {verdict}")
    if options.check and any(factor < target for _, factor, target in reached):
        sys.exit(1)


if __name__ == "__main__":
    main()
