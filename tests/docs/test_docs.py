"""The programs in the documentation run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import rules_docs

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").glob("*.md"))]


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def run(code: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_readme_program(tmp_path: Path) -> None:
    (program,) = blocks("README.md", "python")
    assert "Sandtable record 1" in run(program, tmp_path)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), f"{page} links to {target}"


def test_rules_in_the_documentation_are_up_to_date() -> None:
    """`python tools/rules_docs.py` writes them anew."""
    made = rules_docs.files()
    for path, content in made.items():
        assert (ROOT / "docs" / path).read_bytes() == content, path
    drawn = {f"img/rules/{picture.name}" for picture in (ROOT / "docs/img/rules").iterdir()}
    assert drawn == {path for path in made if path.endswith(".svg")}
