"""Reads a rulebook from its source, a small part of Markdown.

``# Title``, then sections: ``## Chapter {#id}`` and ``### Part {#id}``. Below them paragraphs,
lists (``- `` or ``1. ``), tables, examples (``> ``) and pictures on a line of their own
(``![what is on it](name)``). A paragraph or item may end with an id of its own, ``{#id}``.
In the text: ``**strong**``, ``*emphasis*`` and ``[words](#id)``.
"""

from __future__ import annotations

import re

from sandtable.kernel.rulebook.types import (
    Block,
    Example,
    Item,
    Listing,
    Paragraph,
    Picture,
    Section,
    Span,
    Table,
)

HEADING = re.compile(r"(##|###) (.+) \{#([a-z0-9-]+)\}")
PICTURE = re.compile(r"!\[([^\]]+)\]\(([a-z0-9-]+)\)")
ITEM = re.compile(r"(-|\d+\.) (.+)", re.DOTALL)
OWN_ID = re.compile(r"(.*?)\s*\{#([a-z0-9-]+)\}", re.DOTALL)
INLINE = re.compile(r"\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(#([a-z0-9-]+)\)")


class RulebookError(ValueError):
    """The source of a rulebook is not written as it should be."""


def parse(source: str) -> tuple[str, list[Section]]:
    """The title and the sections."""
    title = ""
    sections: list[Section] = []
    seen: set[str] = set()
    for part in re.split(r"\n\s*\n", source.strip()):
        if part.startswith("# "):
            title = part[2:].strip()
        elif part.startswith("#"):
            heading = HEADING.fullmatch(part.strip())
            if heading is None:
                raise RulebookError(f"a heading needs an id: {part!r}")
            level = len(heading[1]) - 1
            section: Section = {"id": heading[3], "level": level, "title": heading[2], "blocks": []}
            sections.append(section)
        elif not sections:
            raise RulebookError(f"text before the first section: {part[:60]!r}")
        else:
            sections[-1]["blocks"].append(_block(part))
    for rule in ids(sections):
        if rule in seen:
            raise RulebookError(f"the id {rule!r} is used twice")
        seen.add(rule)
    return title, sections


def _block(part: str) -> Block:
    lines = part.split("\n")
    if all(line.startswith(">") for line in lines):
        return _example("\n".join(line[1:].removeprefix(" ") for line in lines))
    if all(line.startswith("|") for line in lines):
        return _table(lines)
    return _plain(part)


def _plain(part: str) -> Paragraph | Listing | Picture:
    picture = PICTURE.fullmatch(part.strip())
    if picture is not None:
        drawn: Picture = {"kind": "picture", "name": picture[2], "alt": picture[1]}
        return drawn
    if ITEM.match(part):
        return _list(part)
    text, rule = _own_id(part)
    paragraph: Paragraph = {"kind": "paragraph", "id": rule, "text": spans(text)}
    return paragraph


def _example(text: str) -> Example:
    parts = re.split(r"\n\s*\n", text.strip())
    example: Example = {"kind": "example", "blocks": [_plain(part) for part in parts]}
    return example


def _list(part: str) -> Listing:
    items: list[Item] = []
    ordered = part[0].isdigit()
    for entry in re.split(r"\n(?=- |\d+\. )", part):
        matched = ITEM.fullmatch(entry)
        if matched is None:
            raise RulebookError(f"not an item of a list: {entry!r}")
        text, rule = _own_id(matched[2])
        item: Item = {"id": rule, "text": spans(text)}
        items.append(item)
    listing: Listing = {"kind": "list", "ordered": ordered, "items": items}
    return listing


def _table(lines: list[str]) -> Table:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    if len(rows) < 3 or any(len(row) != len(rows[0]) for row in rows):
        raise RulebookError(f"a table has rows of different lengths: {lines[0]!r}")
    table: Table = {
        "kind": "table",
        "head": [spans(cell) for cell in rows[0]],
        "rows": [[spans(cell) for cell in row] for row in rows[2:]],
    }
    return table


def _own_id(text: str) -> tuple[str, str | None]:
    matched = OWN_ID.fullmatch(text.strip())
    return (matched[1], matched[2]) if matched is not None else (text, None)


def spans(text: str) -> list[Span]:
    """Text with its styles and links, line breaks made spaces."""
    text = " ".join(text.split())
    result: list[Span] = []
    at = 0
    for match in INLINE.finditer(text):
        _add(result, text[at : match.start()])
        if match[1]:
            result.append({"text": match[1], "style": "strong", "link": None})
        elif match[2]:
            result.append({"text": match[2], "style": "emphasis", "link": None})
        else:
            result.append({"text": match[3], "style": "plain", "link": match[4]})
        at = match.end()
    _add(result, text[at:])
    return result


def _add(result: list[Span], text: str) -> None:
    if text:
        result.append({"text": text, "style": "plain", "link": None})


# -- looking through a rulebook --------------------------------------------------------------------


def ids(sections: list[Section]) -> list[str]:
    """The ids of all sections, paragraphs and items, in their order."""
    result: list[str] = []
    for section in sections:
        result.append(section["id"])
        for block in section["blocks"]:
            if block["kind"] == "paragraph" and block["id"]:
                result.append(block["id"])
            elif block["kind"] == "list":
                result += [item["id"] for item in block["items"] if item["id"]]
    return result


def all_spans(sections: list[Section]) -> list[Span]:
    result: list[Span] = []
    for section in sections:
        for block in section["blocks"]:
            result += block_spans(block)
    return result


def block_spans(block: Block) -> list[Span]:
    result: list[Span] = []
    if block["kind"] == "paragraph":
        result += block["text"]
    elif block["kind"] == "list":
        for item in block["items"]:
            result += item["text"]
    elif block["kind"] == "table":
        for row in [block["head"], *block["rows"]]:
            for cell in row:
                result += cell
    elif block["kind"] == "example":
        for inner in block["blocks"]:
            result += block_spans(inner)
    return result


def plain(text: list[Span]) -> str:
    return "".join(span["text"] for span in text)


def pictures(sections: list[Section]) -> list[str]:
    """The names of all pictures, in their order."""
    names: list[str] = []
    for section in sections:
        for block in section["blocks"]:
            inner: list[Block] = [block]
            if block["kind"] == "example":
                inner = list(block["blocks"])
            names += [part["name"] for part in inner if part["kind"] == "picture"]
    return names
