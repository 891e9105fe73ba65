"""A push service and webhooks on loopback, and a browser's keys to read push messages with."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass
class Hit:
    path: str
    headers: dict[str, str]
    body: bytes


class HookServer:
    """Keeps every POST; `statuses` are the answers to the next ones, 201 after that."""

    def __init__(self) -> None:
        self.hits: Queue[Hit] = Queue()
        self.statuses: list[int] = []
        #: Called with the caller's port before the answer.
        self.on_hit: Callable[[int], None] = lambda port: None
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.hits.put(Hit(self.path, headers, body))
                outer.on_hit(self.client_address[1])
                self.send_response(outer.statuses.pop(0) if outer.statuses else 201)
                self.send_header("content-length", "0")
                self.send_header("location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def next(self, seconds: float = 60.0) -> Hit:
        return self.hits.get(timeout=seconds)

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def hook_server() -> Iterator[HookServer]:
    server = HookServer()
    try:
        yield server
    finally:
        server.stop()


class PushBrowser:
    """What a browser makes when it subscribes, and how it reads a message."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": encode(point), "auth": encode(self._auth)}

    def read(self, hit: Hit) -> dict[str, Any]:
        assert hit.headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(
            hit.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        message: dict[str, Any] = json.loads(text)
        return message


def vapid_claims(hit: Hit, server_key: str) -> dict[str, Any]:
    """What the server says of itself; fails if it was not signed with the server's key."""
    scheme, _, rest = hit.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == server_key
    head, claims, signature = parts["t"].split(".")
    raw = decode(signature)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(server_key))
    point.verify(
        encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:])),
        f"{head}.{claims}".encode(),
        ec.ECDSA(hashes.SHA256()),
    )
    parsed: dict[str, Any] = json.loads(decode(claims))
    return parsed


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
