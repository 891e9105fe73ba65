"""Playing: the same for any number of processes, continued, and nothing lost or counted twice."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.arena import Arena, Plan
from sandtable.arena.playing import GameFailed, GameJob, Played
from sandtable.processes import MOST_DEATHS, JobPool, work_in_process
from tests.arena.helpers import bot_file

GAMES = 8


def log_of(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def records_of(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted((folder / "records").iterdir())}


def whole(folder: Path, games: int) -> bool:
    """Every game stands in the log once, and has its record."""
    counted = Counter(game["game"] for game in log_of(folder))
    names = [f"{number:06}.txt" for number in range(games)]
    return counted == Counter(range(games)) and list(records_of(folder)) == names


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], Path]:
    """The games of a small arena, played in this process."""
    folder = tmp_path_factory.mktemp("arena")
    return Arena(plan(), folder).play(GAMES), folder


def plan() -> Plan:
    return Plan("faiyum", ["random", "random", "random"], seed=3)


Reference = tuple[list[dict[str, Any]], Path]


def test_in_one_process(reference: Reference) -> None:
    games, folder = reference
    assert [game["game"] for game in games] == list(range(GAMES))
    assert whole(folder, GAMES)
    assert [game["seed"] for game in games] == list(range(3, 3 + GAMES))
    for number, game in enumerate(games):
        assert game["players"] == plan().seating(number)
        replayed = sandtable.Record.parse(records_of(folder)[f"{number:06}.txt"]).replay()
        assert replayed.scores() == game["scores"]


@pytest.mark.parametrize("jobs", [2, 3])
def test_same_games_for_any_number_of_processes(
    jobs: int, reference: Reference, tmp_path: Path
) -> None:
    games, folder = reference
    told: list[tuple[int, int]] = []
    assert (
        Arena(plan(), tmp_path).play(
            GAMES, jobs, progress=lambda done, lost: told.append((done, lost))
        )
        == games
    )
    assert records_of(tmp_path) == records_of(folder)
    assert told == [(done, 0) for done in range(GAMES + 1)]
    assert not multiprocessing.active_children()


def test_continued(reference: Reference, tmp_path: Path) -> None:
    games, folder = reference
    assert Arena(plan(), tmp_path).play(3) == games[:3]
    written = (tmp_path / "log.jsonl").read_text()
    told: list[int] = []
    arena = Arena(plan(), tmp_path)
    assert arena.play(GAMES, progress=lambda done, lost: told.append(done)) == games
    assert told[0] == 3
    assert (tmp_path / "log.jsonl").read_text().startswith(written)
    assert whole(tmp_path, GAMES)
    # Nothing is missing any more, so nothing is played; and fewer games can be asked for.
    assert Arena(plan(), tmp_path).play(GAMES) == games
    assert Arena(plan(), tmp_path).play(2) == games[:2]
    assert whole(tmp_path, GAMES)
    assert records_of(tmp_path) == records_of(folder)


def test_half_a_line_is_played_again(reference: Reference, tmp_path: Path) -> None:
    games, _ = reference
    Arena(plan(), tmp_path).play(3)
    log = tmp_path / "log.jsonl"
    log.write_text(log.read_text()[:-20])
    assert Arena(plan(), tmp_path).play(4) == games[:4]
    assert whole(tmp_path, 4)


def test_unreadable_line(tmp_path: Path) -> None:
    Arena(plan(), tmp_path).play(1)
    log = tmp_path / "log.jsonl"
    log.write_text(log.read_text() + "what is this\n")
    with pytest.raises(sandtable.BadOption, match="line 2 cannot be read"):
        Arena(plan(), tmp_path).play(2)


def test_a_game_is_not_counted_twice(tmp_path: Path) -> None:
    arena = Arena(plan(), tmp_path)
    with arena.folder.open():
        first = Played(0, {"scores": [1, 2, 3]}, "record")
        arena.folder.add(first, True)
        arena.folder.add(Played(0, {"scores": [4, 5, 6]}, "another"), True)
    assert [game["scores"] for game in log_of(tmp_path)] == [[1, 2, 3]]
    assert records_of(tmp_path) == {"000000.txt": "record"}


def test_without_records(tmp_path: Path) -> None:
    Arena(plan(), tmp_path, keep_records=False).play(2)
    assert records_of(tmp_path) == {}
    assert len(log_of(tmp_path)) == 2


def test_another_arena_in_the_folder(tmp_path: Path) -> None:
    Arena(plan(), tmp_path).play(1)
    other = Plan("faiyum", ["random", "random", "random"], seed=4)
    with pytest.raises(sandtable.BadOption, match="its seed is 3, not 4"):
        Arena(other, tmp_path).play(1)
    (tmp_path / "arena.json").write_text("{")
    with pytest.raises(sandtable.BadOption, match="cannot be read"):
        Arena(plan(), tmp_path).play(1)


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not locked on Windows")
def test_two_at_once(tmp_path: Path) -> None:
    first, second = Arena(plan(), tmp_path), Arena(plan(), tmp_path)
    with (
        first.folder.open(),
        pytest.raises(sandtable.BadOption, match="another arena"),
        second.folder.open(),
    ):
        pass


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(sandtable.BadOption, match="cannot be made"):
        Arena(plan(), tmp_path / "file").play(1)


# -- processes that die ----------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_killed_process_is_replaced(reference: Reference, tmp_path: Path) -> None:
    """Killed from outside in the middle of games, but not so often that one game gets the blame."""
    games, folder = reference
    arena = Arena(plan(), tmp_path)
    lost: list[int] = []
    killed: set[int] = set()

    def progress(done: int, replaced: int) -> None:
        lost.append(replaced)
        for process in multiprocessing.active_children():
            pid = process.pid
            if len(killed) < MOST_DEATHS - 1 and pid is not None and pid not in killed:
                killed.add(pid)
                os.kill(pid, signal.SIGKILL)
                return

    assert arena.play(GAMES, jobs=2, progress=progress) == games
    assert whole(tmp_path, GAMES)
    assert records_of(tmp_path) == records_of(folder)
    assert len(killed) == MOST_DEATHS - 1
    assert 1 <= lost[-1] < MOST_DEATHS  # one that dies when all is done need not be replaced
    assert not multiprocessing.active_children()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_bot_that_takes_its_process_down_once(tmp_path: Path) -> None:
    deadly = Plan("faiyum", [f"{bot_file(tmp_path)}:Deadly", "random"])
    lost: list[int] = []
    arena = Arena(deadly, tmp_path / "out")
    games = arena.play(4, jobs=2, progress=lambda done, replaced: lost.append(replaced))
    assert len(games) == 4
    assert whole(tmp_path / "out", 4)
    # Two may have looked for the mark before one of them made it.
    assert lost[-1] in (1, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_a_game_that_always_takes_its_process_down(tmp_path: Path) -> None:
    doomed = Plan("faiyum", [f"{bot_file(tmp_path)}:Doomed", "random"])
    with pytest.raises(GameFailed, match="has taken 3 processes down"):
        Arena(doomed, tmp_path / "out").play(4, jobs=2)
    assert not multiprocessing.active_children()


def test_main_process_killed_and_continued(reference: Reference, tmp_path: Path) -> None:
    """What a whole arena had finished when it was killed is kept; the rest is played after."""
    games, _ = reference
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=play_and_die, args=(str(tmp_path),))
    process.start()
    process.join()
    assert process.exitcode == 9
    kept = len(log_of(tmp_path))
    assert kept == 3
    assert Arena(plan(), tmp_path).play(GAMES) == games
    assert whole(tmp_path, GAMES)


def play_and_die(folder: str) -> None:
    def progress(done: int, replaced: int) -> None:
        if done == 3:
            os._exit(9)

    Arena(plan(), folder).play(GAMES, jobs=2, progress=progress)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("Cheater", r"answered -5, which is not on offer"),
        ("Broken", r"Broken failed in .*mybot\.py, line 24, in choose: ZeroDivisionError: my own"),
    ],
)
def test_bots_that_fail(bot: str, message: str, jobs: int, tmp_path: Path) -> None:
    failing = Plan("faiyum", ["random", f"{bot_file(tmp_path)}:{bot}"])
    with pytest.raises(GameFailed, match=message) as caught:
        Arena(failing, tmp_path / "out").play(4, jobs=jobs)
    assert "--seed" in str(caught.value)
    assert not multiprocessing.active_children()


def test_a_process_ends_quietly_when_nobody_reads_its_answer() -> None:
    """Ctrl-C closes the pipe while an answer lies in it; the next read then fails otherwise than at
    a plain end."""
    mine, other = multiprocessing.Pipe()

    def leave() -> None:
        assert mine.poll(30)
        mine.close()

    mine.send(20)
    leaving = threading.Thread(target=leave)
    leaving.start()
    before = signal.getsignal(signal.SIGINT)
    try:
        work_in_process(lambda: lambda job: job + 1, other)
    finally:
        signal.signal(signal.SIGINT, before)
        leaving.join()
        other.close()


def test_pool_can_be_left_early() -> None:
    pool = JobPool(plan().source.player, 2)
    played = pool.run(GameJob(number, ["random", "random"], number) for number in range(100))
    next(played)
    assert len(multiprocessing.active_children()) == 2
    del played
    assert not multiprocessing.active_children()
