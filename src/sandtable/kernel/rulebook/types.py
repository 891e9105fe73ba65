"""What a rulebook is made of, as it goes to the client: text as data, never as markup."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from sandtable.kernel.schema import Text


class Span(TypedDict):
    """A run of text in one style; ``link`` is the id of the rule it leads to."""

    text: Annotated[str, Text(most=2000)]
    style: Literal["plain", "strong", "emphasis"]
    link: str | None


class Paragraph(TypedDict):
    kind: Literal["paragraph"]
    id: str | None
    text: list[Span]


class Item(TypedDict):
    id: str | None
    text: list[Span]


class Listing(TypedDict):
    kind: Literal["list"]
    ordered: bool
    items: list[Item]


class Table(TypedDict):
    kind: Literal["table"]
    head: list[list[Span]]
    rows: list[list[list[Span]]]


class Picture(TypedDict):
    """A picture of the title, by name; ``alt`` describes it."""

    kind: Literal["picture"]
    name: str
    alt: str


class Example(TypedDict):
    kind: Literal["example"]
    blocks: list[Paragraph | Listing | Picture]


Block = Paragraph | Listing | Table | Picture | Example


class Section(TypedDict):
    """A chapter (level 1) or a part of one (level 2)."""

    id: str
    level: int
    title: str
    blocks: list[Block]


class Rulebook(TypedDict):
    title: str
    language: str
    languages: list[str]
    sections: list[Section]
    #: Which rule explains what: cards, pieces, icons, tracks by name -> id.
    things: dict[str, str]
