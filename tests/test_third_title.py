"""A title in a package of its own, made from docs/adding-a-game.md as a stranger would make it."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/adding-a-game.md"


def block(language: str, number: int = 0) -> str:
    page = PAGE.read_text(encoding="utf-8")
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", page, flags=re.DOTALL)
    return blocks[number]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder the package is installed into."""
    project = tmp_path_factory.mktemp("project")
    (project / "pyproject.toml").write_text(block("toml"), encoding="utf-8")
    (project / "stones.py").write_text(block("python"), encoding="utf-8")
    target = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target)]
    subprocess.run([*command, str(project)], check=True)
    return target


def environment(installed: Path) -> dict[str, str]:
    paths = [str(installed), *[path for path in sys.path if path]]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def run(installed: Path, *words: str, stdin: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *words],
        input=stdin,
        capture_output=True,
        text=True,
        env={**environment(installed), "XDG_DATA_HOME": str(installed / "data")},
        cwd=installed,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def command(installed: Path, line: str, stdin: str = "") -> str:
    return run(installed, "-m", "sandtable", *line.split(), stdin=stdin)


def test_simulate(installed: Path) -> None:
    line = "simulate stones --seats greedy,random --games 4 --seed 1 --jobs 2 --json"
    document = json.loads(command(installed, line))
    assert document["game"] == "stones"
    assert len(document["games"]) == 4


def test_terminal(installed: Path) -> None:
    line = "play stones --seats human,greedy --seed 1 --plain --no-pause"
    shown = command(installed, line, stdin="1\n" * 30)
    assert "stones do you take?" in shown
    assert "has won." in shown


def test_arena(installed: Path) -> None:
    pytest.importorskip("openskill", reason="needs the packages of the extra 'arena'")
    line = "arena stones --players greedy,random --seats 2 --games 4 --jobs 1 --out out --json"
    document = json.loads(command(installed, line))
    assert document["games"] == 4


PROGRAM = """
import random
from sandtable import envs

env = envs.pettingzoo_env("stones", players=3)
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        env.step(None)
    else:
        assert observation in env.observation_space(agent)
        legal = [a for a, on in enumerate(observation["action_mask"]) if on]
        env.step(random.choice(legal))
print([field.name for field in envs.layout("stones", 3).fields])
"""


def test_environments(installed: Path) -> None:
    pytest.importorskip("pettingzoo", reason="needs the packages of the extra 'envs'")
    assert "'stones'" in run(installed, "-c", PROGRAM)


def test_the_programs_of_the_page(installed: Path) -> None:
    program = "\n".join([block("python", 1), block("python", 2)])
    assert "Sandtable record 1" in run(installed, "-c", program)
    stronger = (
        block("python", 3)
        + textwrap.dedent(block("python", 4))
        + """
import sandtable
from sandtable import bots
from stones import Stones

Stones.evaluation = evaluation
match = sandtable.game("stones").new(players=2, seed=2)
player = bots.make("greedy", seed=1)
while not match.is_over:
    match.apply(bots.ask(player, match))
"""
    )
    run(installed, "-c", stronger)


def test_server(installed: Path, tmp_path: Path) -> None:
    """A table against a bot, played to its end over HTTP."""
    pytest.importorskip("uvicorn", reason="needs the packages of the extra 'server'")
    from tests.server.people import Person
    from tests.server.processes import ServerProcess

    database = f"sqlite:///{tmp_path / 'tables.db'}"
    paths = environment(installed)["PYTHONPATH"]
    server = ServerProcess(database, tmp_path / "log.txt", PYTHONPATH=paths)
    person = Person(server.url, "Ann")
    try:
        made = person.table("stones", "human bot:random")
        with person.live(made) as live:
            live.play_on(random.Random(1))
            assert live.position is not None
            assert live.position["over"]
    finally:
        person.http.close()
        server.process.terminate()
        server.process.communicate(timeout=20)
