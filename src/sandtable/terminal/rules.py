"""The rules in words, in the terminal."""

from __future__ import annotations

from rich.console import Group as Stack
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.kernel.messages import Catalog
from sandtable.kernel.rulebook.parsing import block_spans, ids, plain
from sandtable.kernel.rulebook.types import Block, Rulebook, Section, Span

STYLES = {"plain": "", "strong": "bold", "emphasis": "italic"}
MOST = 6  # sections shown for a word


def contents(book: Rulebook) -> Text:
    """The headings, to be asked for by their words."""
    lines = ["  " * (section["level"] - 1) + section["title"] for section in book["sections"]]
    return Text("\n".join(lines))


def about(book: Rulebook, rule: str, messages: Catalog) -> RenderableType:
    """The section a paragraph stands in."""
    section = next(s for s in book["sections"] if rule in ids([s]))
    return _section(section, messages)


def search(book: Rulebook, words: str, messages: Catalog) -> RenderableType | None:
    """The sections with that title, or else those that have all the words; None: there are none."""
    wanted = words.lower().split()
    same = [s for s in book["sections"] if s["title"].lower() == " ".join(wanted)]
    sections = same or [s for s in book["sections"] if all(w in _text(s) for w in wanted)]
    if not sections:
        return None
    parts: list[RenderableType] = [_section(section, messages) for section in sections[:MOST]]
    rest = [section["title"] for section in sections[MOST:]]
    if rest:
        parts.append(Text(messages.say("rules.also", titles=", ".join(rest)), "dim"))
    return Stack(*parts)


def _text(section: Section) -> str:
    spans = [span for block in section["blocks"] for span in block_spans(block)]
    return f"{section['title']} {plain(spans)}".lower()


def _section(section: Section, messages: Catalog) -> RenderableType:
    parts: list[RenderableType] = [Text(section["title"], "bold underline")]
    for block in section["blocks"]:
        parts += _block(block, messages)
    return Stack(*parts, Text())


def _block(block: Block, messages: Catalog) -> list[RenderableType]:
    if block["kind"] == "paragraph":
        return [_line(block["text"])]
    if block["kind"] == "list":
        marks = [f"{n + 1}." if block["ordered"] else "-" for n in range(len(block["items"]))]
        return [
            Text.assemble(f"{mark} ", _line(item["text"]))
            for mark, item in zip(marks, block["items"], strict=True)
        ]
    if block["kind"] == "table":
        table = Table(*[plain(cell) for cell in block["head"]], box=None, padding=(0, 2, 0, 0))
        for row in block["rows"]:
            table.add_row(*[_line(cell) for cell in row])
        return [table]
    if block["kind"] == "picture":
        return []
    inner: list[RenderableType] = [Text(messages.say("rules.example"), "dim")]
    for part in block["blocks"]:
        inner += _block(part, messages)
    return inner


def _line(spans: list[Span]) -> Text:
    return Text.assemble(*[(span["text"], STYLES[span["style"]]) for span in spans])
