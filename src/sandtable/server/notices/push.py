"""Web push: messages encrypted for one browser, signed with the server's VAPID key."""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import Any
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from py_vapid import Vapid02

from sandtable.server.outgoing import Outgoing

#: Seconds a push service keeps a message for a device that is off.
KEEP_SECONDS = 24 * 3600
#: Seconds for which a signature counts; push services allow a day.
SIGNED_SECONDS = 12 * 3600


class Gone(Exception):
    """The browser no longer accepts messages at this address."""


class PushFailed(Exception):
    """The push service did not take the message. ``permanent``: nor will it later."""

    def __init__(self, message: str, permanent: bool) -> None:
        super().__init__(message)
        self.permanent = permanent


def new_key() -> str:
    """A key pair for a server, as it is kept."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def subscription_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def good_keys(p256dh: str, auth: str) -> bool:
    """Whether a browser's keys can be used: a point of the curve, and 16 bytes."""
    try:
        point = _decode(p256dh)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        return len(_decode(auth)) == 16
    except (ValueError, binascii.Error):
        return False


class Pusher:
    def __init__(self, key: str, contact: str, outgoing: Outgoing) -> None:
        private = load_pem_private_key(key.encode(), None)
        assert isinstance(private, ec.EllipticCurvePrivateKey)
        self._vapid = Vapid02(private_key=private)
        self._contact = contact
        self._outgoing = outgoing
        point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        #: What browsers subscribe with.
        self.public_key = _encode(point)

    async def send(
        self, subscription: dict[str, str], message: dict[str, Any], moment: int, topic: str
    ) -> None:
        """``topic``: a message replaces an older one of its topic that still waits."""
        from pywebpush import WebPusher  # slow to import: it comes with two HTTP clients

        endpoint = subscription["endpoint"]
        keys = {"p256dh": subscription["p256dh"], "auth": subscription["auth"]}
        encrypted = WebPusher({"endpoint": endpoint, "keys": keys}).encode(
            orjson.dumps(message), content_encoding="aes128gcm"
        )
        headers = {
            **self._signature(endpoint, moment),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEEP_SECONDS),
            "urgency": "normal",
            "topic": topic,
        }
        status = await self._outgoing.post(endpoint, bytes(encrypted["body"]), headers)
        if status in (404, 410):
            raise Gone
        if not 200 <= status < 300:
            later = status == 429 or status >= 500
            raise PushFailed(f"the push service answered {status}", permanent=not later)

    def _signature(self, endpoint: str, moment: int) -> dict[str, str]:
        parts = urlsplit(endpoint)
        claims = {
            "sub": self._contact,
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": moment // 1000 + SIGNED_SECONDS,
        }
        return {name.lower(): value for name, value in self._vapid.sign(claims).items()}


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
