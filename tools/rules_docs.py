"""Writes the rulebooks into the documentation: docs/rules-*.md and their pictures.

`python tools/rules_docs.py` after a rulebook has changed; a test compares.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.kernel.registry import game, games
from sandtable.kernel.rulebook.parsing import pictures
from sandtable.kernel.rulebook.types import Block, Rulebook, Span

DOCS = Path(__file__).resolve().parents[1] / "docs"
PICTURES = "img/rules"


def files() -> dict[str, bytes]:
    """All files that are made, by their path in docs/."""
    made: dict[str, bytes] = {}
    for name in games():
        first = game(name).rulebook("en")
        for language in [] if first is None else first["languages"]:
            book = game(name).rulebook(language)
            assert book is not None
            suffix = "" if language == "en" else f"-{language}"
            made[f"rules-{name}{suffix}.md"] = page(name, book).encode()
        for picture in [] if first is None else pictures(first["sections"]):
            made[f"{PICTURES}/{name}-{picture}.svg"] = game(name).rule_picture(picture) or b""
    return made


def page(name: str, book: Rulebook) -> str:
    lines = [f"<!-- Made from the rulebook of {name} by tools/rules_docs.py. -->", ""]
    lines += [f"# {book['title']}", ""]
    for section in book["sections"]:
        hashes = "#" * (section["level"] + 1)
        lines += [f"{anchor(section['id'])}\n", f"{hashes} {section['title']}", ""]
        for block in section["blocks"]:
            lines += [*block_lines(name, block), ""]
    return "\n".join(lines).rstrip() + "\n"


def block_lines(name: str, block: Block) -> list[str]:
    if block["kind"] == "paragraph":
        return [anchor(block["id"]) + words(block["text"])]
    if block["kind"] == "list":
        mark = "1." if block["ordered"] else "-"
        return [f"{mark} {anchor(item['id'])}{words(item['text'])}" for item in block["items"]]
    if block["kind"] == "table":
        rows = [block["head"], *block["rows"]]
        cells = ["| " + " | ".join(words(cell) for cell in row) + " |" for row in rows]
        return [cells[0], "|" + "---|" * len(block["head"]), *cells[1:]]
    if block["kind"] == "picture":
        return [f"![{block['alt']}]({PICTURES}/{name}-{block['name']}.svg)"]
    inner: list[str] = []
    for part in block["blocks"]:
        inner += [*block_lines(name, part), ""]
    return [f"> {line}".rstrip() for line in inner[:-1]]


def anchor(rule: str | None) -> str:
    return f'<a id="{rule}"></a>' if rule else ""


def words(spans: list[Span]) -> str:
    text = ""
    for span in spans:
        if span["link"]:
            text += f"[{span['text']}](#{span['link']})"
        else:
            mark = {"plain": "", "strong": "**", "emphasis": "*"}[span["style"]]
            text += f"{mark}{span['text']}{mark}"
    return text


if __name__ == "__main__":
    for path, content in files().items():
        target = DOCS / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        print(target.relative_to(DOCS.parent))
