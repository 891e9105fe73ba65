"""The built wheel, installed into an empty environment, serves the browser client."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow


def run(*command: str | Path, **variables: str) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_serves_the_client(tmp_path: Path) -> None:
    # Built elsewhere than in build/, which another build may be using. Compiling is tested by
    # every other test, and takes a minute; the client is what this one is about.
    (tmp_path / "setup.cfg").write_text(
        f"[build]\nbuild_base={tmp_path}/build\n[egg_info]\negg_base={tmp_path}\n"
    )
    run(
        *(sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps"),
        *("-w", tmp_path, ROOT),
        SANDTABLE_PURE="1",
        DIST_EXTRA_CONFIG=str(tmp_path / "setup.cfg"),
    )
    (wheel,) = tmp_path.glob("sandtable-*.whl")
    empty = tmp_path / "empty"
    venv.create(empty)
    # The pip of this environment fills the empty one, which saves installing another.
    pip = (sys.executable, "-m", "pip", "--python", empty / "bin/python")
    run(*pip, "install", "-q", "--no-compile", f"{wheel}[server]")

    server = subprocess.Popen(
        [empty / "bin/sandtable", "serve", "--port", "0", "--database", tmp_path / "games.db"],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        ready = re.search(r"https?://\S+", server.stdout.readline())
        assert ready is not None
        with urlopen(ready[0], timeout=30) as page:
            html = page.read().decode()
        script = re.search(r'src="(/assets/[^"]+\.js)"', html)
        assert script is not None, html
        with urlopen(ready[0].rstrip("/") + script[1], timeout=30) as asset:
            assert len(asset.read()) > 10_000
    finally:
        server.terminate()
        server.communicate(timeout=30)
