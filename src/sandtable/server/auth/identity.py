"""Who somebody is: a signed cookie with a number nobody can guess and a name they chose."""

from __future__ import annotations

import secrets
import unicodedata
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer

COOKIE = "sandtable"
YEARS_5 = 5 * 365 * 24 * 3600
GUEST = "Guest"
MAX_NAME = 30


class Identity(NamedTuple):
    id: str
    name: str


class Signer:
    def __init__(self, key: str) -> None:
        self._serializer = URLSafeSerializer(key, salt="sandtable identity")

    def token(self, who: Identity) -> str:
        found = self._serializer.dumps([who.id, who.name])
        return found.decode() if isinstance(found, bytes) else found

    def read(self, token: str) -> Identity | None:
        """Whom a token speaks of; None where it was not signed here."""
        if not token or len(token) > 1000:
            return None
        try:
            found = self._serializer.loads(token)
        except BadData:
            return None
        if not isinstance(found, list) or len(found) != 2:
            return None
        return Identity(str(found[0]), str(found[1]))


def new_identity(name: str = GUEST) -> Identity:
    return Identity(secrets.token_hex(16), name)


def clean_name(text: str) -> str | None:
    """A name as it will be shown, or None where nothing is left of it."""
    kept = [
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", text)
        # Control, format (such as text that runs backwards), surrogates, private use.
        if char.isspace() or unicodedata.category(char)[0] != "C"
    ]
    name = " ".join("".join(kept).split())
    return name if 0 < len(name) <= MAX_NAME else None
