"""`sandtable dataset`: recorded games as tensors to learn from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from sandtable import cluster
from sandtable.commands.arguments import add_json, add_ray, add_workers, count_from_0
from sandtable.commands.progress import bars, run_kept_in
from sandtable.selfplay.dataset import convert, make_dataset, records_in


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "records", nargs="+", metavar="PATH", help="records, or folders of them (as of an arena)"
    )
    parser.add_argument(
        "--out",
        required=True,
        metavar="DIR",
        help="where the decisions go; records that are there already are left out",
    )
    parser.add_argument(
        "--search",
        type=count_from_0,
        default=0,
        metavar="N",
        help="ask the search about every decision, with N iterations (default: 0, not at all)",
    )
    parser.add_argument("--edition", metavar="FILE", help="the edition the games were played with")
    add_workers(parser)
    add_ray(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    records = records_in(args.records)
    backend = cluster.backend(args.ray, convert)
    out = Path(args.out)
    with run_kept_in(out), bars() as progress:
        bar = progress.add_task("records", total=len(records))

        def report(done: int, total: int) -> None:
            progress.update(bar, completed=done)

        stores = make_dataset(
            records, out, args.search, args.edition, args.workers, report, backend
        )
    made = [{"folder": str(s.folder), "decisions": len(s), **s.about()} for s in stores]
    if args.json:
        print(json.dumps({"records": len(records), "stores": made}))
    else:
        for entry in made:
            print(f"{entry['folder']}: {entry['decisions']} decisions")
    return 0
