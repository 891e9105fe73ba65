"""What notices say. They name tables, titles and people, nothing else."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.kernel.errors import BadOption
from sandtable.kernel.registry import game as standard_game
from sandtable.server.languages import server_message


class Text(NamedTuple):
    title: str
    body: str


def text_of(notice: dict[str, Any], language: str) -> Text:
    """A notice in words."""
    kind = notice["kind"]
    values = {
        "name": notice.get("name", ""),
        "title": title_of(notice.get("game", "")),
        "by": notice.get("by", ""),
    }
    body = server_message(f"notice.{kind}.body", language, **values)
    more = int(notice.get("more", 0))
    if more:
        body += " " + server_message("notice.more", language, count=more)
    return Text(server_message(f"notice.{kind}.title", language, **values), body)


def title_of(game: str) -> str:
    try:
        return standard_game(game).title
    except BadOption:  # a title that this server no longer has
        return game
