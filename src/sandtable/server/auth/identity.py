"""Who somebody is: a signed cookie or token with an id nobody can guess and a name they chose."""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer, URLSafeTimedSerializer

from sandtable.server.auth.guest_names import guest_name

COOKIE = "sandtable"
YEARS_5 = 5 * 365 * 24 * 3600
GUEST = "Guest"
MAX_NAME = 30
TICKET_SECONDS = 3600


class Identity(NamedTuple):
    id: str
    name: str
    by_token: bool = False  # a program with a token, not the person's browser
    address: str | None = None  # a hash of where the request comes from
    account: bool = False  # not a guest
    admin: bool = False
    sign_in: str | None = None  # the device, for somebody with an account


class IdentityClaim(NamedTuple):
    """What a cookie or token says. Whether it still counts is known by `SignIns`."""

    id: str
    name: str
    generation: int
    old: bool = False  # in the form of version 0.1, without a generation
    sign_in: str | None = None  # of an account: counts instead of the generation


class Signer:
    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._cookies = URLSafeSerializer(key, salt="sandtable identity")
        self._tickets = URLSafeTimedSerializer(key, salt="sandtable guest")
        self._tokens = URLSafeSerializer(key, salt="sandtable token")

    def cookie(self, claim: IdentityClaim) -> str:
        parts: list[str | int] = [claim.id, claim.name, claim.generation]
        if claim.sign_in is not None:
            parts.append(claim.sign_in)
        return _text(self._cookies.dumps(parts))

    def token(self, claim: IdentityClaim) -> str:
        return _text(self._tokens.dumps([claim.id, claim.name, claim.generation]))

    def read_cookie(self, text: str) -> IdentityClaim | None:
        """Whom a cookie names; None where it was not signed here."""
        return _read(self._cookies, text)

    def read_token(self, text: str) -> IdentityClaim | None:
        claim = _read(self._tokens, text)
        if claim is None:  # tokens of version 0.1 look like its cookies
            claim = _read(self._cookies, text)
            return claim if claim is not None and claim.old else None
        return claim

    def ticket(self, guest: str, account: str) -> str:
        """A ticket that lets an account take over a guest's games for an hour."""
        return _text(self._tickets.dumps([guest, account]))

    def read_ticket(self, text: str, account: str) -> str | None:
        """The guest of a ticket for this account."""
        try:
            guest, taker = self._tickets.loads(text, max_age=TICKET_SECONDS)
        except (BadData, ValueError, TypeError):
            return None
        return str(guest) if taker == account else None

    def address(self, host: str) -> str:
        """A hash of an address that tells nobody the address. Of an IPv6 address only the network
        counts: its owner has as many addresses as they like."""
        try:
            parsed = ip_address(host)
            if isinstance(parsed, IPv6Address):
                host = str(ip_network((parsed, 64), strict=False))
        except ValueError:
            pass  # a name, as in tests
        return blake2b(host.encode(), key=self._key[:64], digest_size=16).hexdigest()


def _text(signed: str | bytes) -> str:
    return signed.decode() if isinstance(signed, bytes) else signed


def _read(serializer: URLSafeSerializer, text: str) -> IdentityClaim | None:
    if not text or len(text) > 1000:
        return None
    try:
        data = serializer.loads(text)
    except BadData:
        return None
    if not isinstance(data, list) or len(data) not in (2, 3, 4):
        return None
    if len(data) == 2:
        return IdentityClaim(str(data[0]), str(data[1]), 0, old=True)
    sign_in = str(data[3]) if len(data) == 4 else None
    return IdentityClaim(str(data[0]), str(data[1]), int(data[2]), sign_in=sign_in)


def name_key(name: str) -> str:
    """A name as it is compared: two that look alike to a reader in a hurry are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def new_identity() -> Identity:
    """Somebody new, with a name of their own until they choose one."""
    id = secrets.token_hex(16)
    return Identity(id, guest_name(id))


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
