"""A mail server on loopback for tests; it keeps what it is given."""

from __future__ import annotations

import socket
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from queue import Queue
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult


class MailServer:
    """``answer`` decides what the server says to each mail, such as "250 OK"."""

    def __init__(self, password: str | None = None) -> None:
        self.mails: Queue[EmailMessage] = Queue()
        self.answer: Callable[[], str] = lambda: "250 OK"
        self.logins: list[str] = []
        self.ports: list[int] = []  # from which mails came
        self._password = password
        self._stopped = False
        more: dict[str, Any] = {}
        if password is not None:
            more = {"authenticator": self._login, "auth_require_tls": False}
        with socket.socket() as probe:  # the controller connects to the port it was given
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, **more)
        self._controller.start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def next(self, seconds: float = 60.0) -> EmailMessage:
        return self.mails.get(timeout=seconds)

    def stop(self) -> None:
        if not self._stopped:
            self._stopped = True
            self._controller.stop()

    def _login(
        self, server: object, session: object, envelope: object, mechanism: str, data: Any
    ) -> AuthResult:
        self.logins.append(data.login.decode())
        right = data.password.decode() == self._password
        return AuthResult(success=right, handled=False)  # aiosmtpd answers

    async def handle_DATA(self, server: object, session: Any, envelope: Any) -> str:
        self.ports.append(session.peer[1])
        answer = self.answer()
        if answer.startswith("250"):
            message = message_from_bytes(envelope.content, policy=default)
            assert isinstance(message, EmailMessage)
            assert [message["To"]] == envelope.rcpt_tos
            self.mails.put(message)
        return answer
