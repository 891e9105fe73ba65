"""Records of games as decisions to learn from: `sandtable dataset`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sandtable.bots.search import SearchBot
from sandtable.kernel.errors import BadOption, RecordError
from sandtable.kernel.record import Record
from sandtable.processes import run_jobs
from sandtable.selfplay.store import Decisions, DecisionStore

#: Told after each record: how many are done, and of how many.
Progress = Callable[[int, int], None]
#: Does jobs somewhere, and gives them back as they are finished.
Backend = Callable[[Iterable["RecordJob"]], Iterator[tuple["RecordJob", int]]]


@dataclass(frozen=True)
class RecordJob:
    """A record to turn into a file of decisions."""

    record: Path
    folder: Path  # of the store
    name: str  # of the file
    iterations: int  # of the search that is asked about every decision; 0: none
    edition: str | None


def records_in(paths: Sequence[str]) -> list[Path]:
    """The files named, and all text files in the folders named and below."""
    records: list[Path] = []
    for word in paths:
        path = Path(word)
        if path.is_dir():
            records += [file for file in sorted(path.rglob("*.txt")) if _is_record(file)]
        elif path.is_file():
            records.append(path)
        else:
            raise BadOption(f"there is no file or folder {path}")
    if not records:
        raise BadOption("there are no records there; they are text files that begin with "
                        "'Sandtable record 1'")  # fmt: skip
    return list(dict.fromkeys(records))


def _is_record(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(16).lstrip(b"\xef\xbb\xbf").startswith(b"Sandtable reco")


def make_dataset(
    records: Sequence[Path],
    out: Path,
    iterations: int = 0,
    edition: str | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    backend: Backend | None = None,
) -> list[DecisionStore]:
    """Turn records into decisions: a store for each title and number of players below ``out``, a
    file for each record. Records that are there already are not turned again."""
    jobs = []
    stores: dict[Path, DecisionStore] = {}
    for path in records:
        job = _job(path, out, iterations, edition, stores)
        if not DecisionStore(job.folder).file(job.name).exists():
            jobs.append(job)
    done = len(records) - len(jobs)
    if progress is not None:
        progress(done, len(records))
    if backend is None:
        results = run_jobs(convert, jobs, max(1, min(workers, len(jobs))))
    else:
        results = backend(jobs)
    for _ in results if jobs else ():
        done += 1
        if progress is not None:
            progress(done, len(records))
    return list(stores.values())


def _job(
    path: Path, out: Path, iterations: int, edition: str | None, stores: dict[Path, DecisionStore]
) -> RecordJob:
    text = path.read_bytes()
    try:
        match = Record.parse(text.decode("utf-8", "replace")).start(edition)
    except RecordError as error:
        raise BadOption(f"{path}: {error}") from None
    folder = out / f"{match.game.name}-{match.players}"
    if folder not in stores:
        stores[folder] = DecisionStore(folder)
        stores[folder].prepare(match.game, match.players)
    # The same game gives the same file, whatever it is called; another search gives another.
    name = hashlib.sha256(text).hexdigest()[:16] + (f"-search{iterations}" if iterations else "")
    return RecordJob(path, folder, name, iterations, edition)


def convert(job: RecordJob) -> int:
    """Write the decisions of a record; returns how many there are."""
    try:
        record = Record.parse(job.record.read_text(encoding="utf-8"))
        actions = record.replay(edition=job.edition).actions()
    except RecordError as error:
        raise BadOption(f"{job.record}: {error}") from None
    match = record.start(job.edition)
    decisions = Decisions(match.game, match.players)
    search = SearchBot(job.name, iterations=job.iterations) if job.iterations else None
    for action in actions:
        if len(match.legal_actions()) > 1:
            decisions.add(job.record.name, match, action, "", search)
        match.apply(action)
    if not match.is_over:
        raise BadOption(f"{job.record}: the game is not over, so nothing can be learnt of its end")
    decisions.finish(match)
    DecisionStore(job.folder).write(job.name, decisions)
    return len(decisions)
