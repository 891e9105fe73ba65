"""Play the whole games of Resafa that the tests keep as records, and write them down.

    python -m tools.make_records_resafa

Run it in the project's folder after anything has changed that gives other games (edition, rules);
the tests then replay what it wrote.
"""

from __future__ import annotations

from pathlib import Path

import sandtable
from sandtable.kernel.rng import seeded
from tests.resafa.playing import KIND_NAMES, KINDS, POLICIES

FOLDER = Path("tests/records/resafa")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, (players, options) in zip(KIND_NAMES, KINDS, strict=True):
        for policy in POLICIES:
            match = sandtable.game("resafa").new(players=players, seed=f"kept {name}", **options)
            rng = seeded(name, policy.__name__)
            while not match.is_over:
                match.apply(policy(match, rng))
            path = FOLDER / f"{name}-{policy.__name__}.txt"
            path.write_text(str(match.record()), encoding="utf-8")
            print(f"{path.stem}: {match.record().header['result']}")


if __name__ == "__main__":
    main()
