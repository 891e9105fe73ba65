"""Notices for chat programs, as Discord and Slack take them."""

from __future__ import annotations

import re

import orjson

from sandtable.server.notices.texts import Text

FORMATS = ("discord", "slack")
#: Characters with a meaning in Discord's Markdown.
MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#@:<-])")


def webhook_body(kind: str, text: Text, link: str | None) -> bytes:
    """Names of tables and people are shown as they are: they can mention nobody and hide no
    link."""
    if kind == "slack":
        plain = text.body.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return orjson.dumps({"text": f"{plain} <{link}>" if link else plain})
    escaped = MARKDOWN.sub(r"\\\1", text.body)
    return orjson.dumps(
        {
            "content": f"{escaped} {link}" if link else escaped,
            "allowed_mentions": {"parse": []},
        }
    )
