"""`sandtable selfplay`: games of a learner against a league, kept as data to learn from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from sandtable import cluster
from sandtable.commands.arguments import add_json, add_number, add_ray, add_run_options
from sandtable.commands.progress import bars, run_kept_in
from sandtable.selfplay.league import SAMPLINGS
from sandtable.selfplay.run import SelfPlay, SelfPlayPlan, play_batch


def add(parser: argparse.ArgumentParser) -> None:
    add_run_options(parser)
    parser.add_argument(
        "--learner", required=True, metavar="BOT", help="who learns, as mybot.py:MyBot:file=new.pt"
    )
    parser.add_argument(
        "--pool",
        default="",
        metavar="A,B,...",
        help="opponents to add to the league: bots, and snapshots of the learner",
    )
    add_number(parser, "--games", 100, "games in all")
    parser.add_argument(
        "--sampling",
        choices=SAMPLINGS,
        default="hard",
        help="whom the learner meets: mostly those it loses to (hard, the default), those it is "
        "level with (even), or all alike (uniform)",
    )
    parser.add_argument(
        "--everybody", action="store_true", help="also keep the decisions of the opponents"
    )
    add_ray(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    plan = SelfPlayPlan(args.game, args.players, args.learner, args.seed, args.everybody)
    selfplay = SelfPlay(plan, args.folder, args.sampling)
    pool = [spec.strip() for spec in args.pool.split(",") if spec.strip()]
    backend = cluster.backend(args.ray, play_batch)
    with run_kept_in(Path(args.folder)), bars(note=True) as progress:
        bar = progress.add_task(args.game, total=args.games, note="")

        def report(done: int, total: int, share: float) -> None:
            progress.update(bar, completed=done, note=f"{100 * share:.0f} % won")

        league = selfplay.play(args.games, pool, args.workers, report, backend)
    decisions = len(selfplay.store)
    if args.json:
        print(json.dumps({"decisions": decisions, "league": league.document()}))
        return 0
    for member in league.members:
        print(f"against {member.spec}: {member.points:g} of {member.games}")
    print(f"{selfplay.store.folder}: {decisions} decisions")
    return 0
