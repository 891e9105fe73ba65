"""Finds a title's rulebook: a folder with a source per language and the pictures."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from sandtable.kernel.rulebook.links import RuleLinks
from sandtable.kernel.rulebook.parsing import parse
from sandtable.kernel.rulebook.types import Rulebook

#: The language every rulebook has.
FIRST = "en"


def folder(package: str) -> Traversable:
    return files(package) / "rulebook"


def languages(package: str) -> list[str]:
    """The languages a title's rules are written in, the first one first."""
    names = [entry.name for entry in folder(package).iterdir()]
    codes = sorted(name.removesuffix(".md") for name in names if name.endswith(".md"))
    return sorted(codes, key=lambda language: language != FIRST)


def load(package: str, language: str, links: RuleLinks) -> Rulebook:
    """The rules of the title in ``package``; in English where the language is missing."""
    known = languages(package)
    if language not in known:
        language = FIRST
    source = (folder(package) / f"{language}.md").read_text(encoding="utf-8")
    title, sections = parse(source)
    return {
        "title": title,
        "language": language,
        "languages": known,
        "sections": sections,
        "things": links.things,
    }


def picture(package: str, name: str) -> bytes | None:
    """A drawing as SVG; None where there is none of this name."""
    file = folder(package) / "pictures" / f"{name}.svg"
    return file.read_bytes() if file.is_file() else None
