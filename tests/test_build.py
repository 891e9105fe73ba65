"""Compiled or pure: that a process really runs what it was asked to run."""

import json
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SourceFileLoader
from pathlib import Path

import pytest

from sandtable import _pure
from tools.compiled_modules import compiled_modules

# What a process with the whole package loaded has loaded, and from where.
LOOK = """
import importlib, json, pkgutil, sys
from sandtable import _pure

for package in ("sandtable.kernel", "sandtable.games"):
    path = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(path, package + "."):
        importlib.import_module(module.name)
try:
    mapped = open("/proc/self/maps").read()
except OSError:
    mapped = ""
loaders = {
    name: type(module.__spec__.loader).__name__
    for name, module in sorted(sys.modules.items())
    if name.partition(".")[0] in ("sandtable", "sandtable__mypyc")
    and not hasattr(module, "__path__")
}
mapped = [line.split()[-1] for line in mapped.splitlines() if ".so" in line]
print(json.dumps({
    "compiled": _pure.is_compiled(),
    "loaders": loaders,
    "mapped": [path for path in mapped if "sandtable" in path.rpartition("/src/")[2]],
}))
"""


def look(pure: str) -> dict[str, object]:
    run = subprocess.run(
        [sys.executable, "-c", LOOK],
        env=dict(os.environ, SANDTABLE_PURE=pure),
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    report: dict[str, object] = json.loads(run.stdout)
    return report


def hot(loaders: object) -> dict[str, str]:
    """The loaders of the modules that are to be compiled."""
    assert isinstance(loaders, dict)
    names = {
        path.removeprefix("src/").removesuffix(".py").replace("/", ".")
        for path in compiled_modules()
    }
    return {name: loader for name, loader in loaders.items() if name in names}


def test_this_run_is_what_it_claims_to_be() -> None:
    expected = os.environ.get("SANDTABLE_EXPECT")
    if expected is None:
        pytest.skip("nobody said whether this run is compiled or pure")
    assert expected in ("compiled", "pure")
    assert _pure.is_compiled() == (expected == "compiled")


def test_pure_process_never_touches_a_compiled_file() -> None:
    report = look("1")
    loaders = hot(report["loaders"])
    assert report["compiled"] is False
    assert "sandtable.kernel.match" in loaders
    assert set(loaders.values()) == {"SourceFileLoader"}
    assert report["mapped"] == []


def test_compiled_process_runs_every_kernel_and_game_module_compiled() -> None:
    report = look("0")
    if not report["compiled"]:
        pytest.skip("nothing is compiled here")
    loaders = hot(report["loaders"])
    assert "sandtable.kernel.match" in loaders
    assert set(loaders.values()) == {"ExtensionFileLoader"}


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A folder with a source, a compiled file beside it, and a compiled file alone."""
    for name in ("both.py", "both" + EXTENSION_SUFFIXES[0], "alone" + EXTENSION_SUFFIXES[0]):
        (tmp_path / name).write_text("")
    return str(tmp_path)


def test_finder_takes_the_source_beside_a_compiled_file(folder: str) -> None:
    spec = _pure.SourceFinder().find_spec("sandtable.both", [folder])
    assert spec is not None
    assert isinstance(spec.loader, SourceFileLoader)
    assert spec.origin == str(Path(folder, "both.py"))


def test_finder_leaves_the_rest_to_others(folder: str) -> None:
    finder = _pure.SourceFinder()
    assert finder.find_spec("sandtable.alone", [folder]) is None
    assert finder.find_spec("elsewhere.both", [folder]) is None
    assert finder.find_spec("sandtable", None) is None


@pytest.mark.parametrize(
    ("value", "asked"), [("1", True), ("yes", True), ("0", False), ("", False)]
)
def test_environment_asks(monkeypatch: pytest.MonkeyPatch, value: str, asked: bool) -> None:
    monkeypatch.setenv("SANDTABLE_PURE", value)
    monkeypatch.setattr(sys, "meta_path", [])
    _pure.install_if_asked()
    _pure.install_if_asked()
    assert len(sys.meta_path) == (1 if asked else 0)


def test_environment_asks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SANDTABLE_PURE", raising=False)
    assert not _pure.asked()
