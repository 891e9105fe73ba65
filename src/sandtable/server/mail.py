"""Sending mail through the host's mail server, where the host has named one."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import aiosmtplib

from sandtable.kernel.errors import BadOption
from sandtable.server.settings import Settings

#: Seconds for one step of the conversation with the mail server.
TIMEOUT = 20.0
MAX_ADDRESS = 254
PORTS = {"smtp": 587, "smtps": 465}

log = logging.getLogger("sandtable.server.mail")


class MailFailed(Exception):
    """A mail was not accepted. ``permanent``: sending it again would not help."""

    def __init__(self, message: str, permanent: bool) -> None:
        super().__init__(message)
        self.permanent = permanent


class MailServer(NamedTuple):
    """Where mail goes, as read from SANDTABLE_SMTP_URL."""

    host: str
    port: int
    user: str | None
    password: str | None
    use_tls: bool  # from the first byte
    start_tls: bool | None  # None: where the server offers it


def mail_server(text: str) -> MailServer:
    """Read ``smtp://USER:PASSWORD@HOST:PORT`` or ``smtps://...``; raises BadOption.

    With a password, smtp:// insists on STARTTLS; ``?tls=off`` is for a mail server on this machine.
    """
    hint = "SANDTABLE_SMTP_URL is wrong: give smtp://USER:PASSWORD@HOST:PORT or smtps://..."
    try:
        url = urlsplit(text)
        port = url.port
    except ValueError:
        raise BadOption(hint) from None
    options = dict(parse_qsl(url.query, keep_blank_values=True))
    if url.scheme not in PORTS or not url.hostname or url.path not in ("", "/"):
        raise BadOption(hint)
    if options.keys() - {"tls"} or options.get("tls", "off") != "off":
        raise BadOption(f"{hint}; the only option is ?tls=off")
    return MailServer(
        url.hostname,
        port or PORTS[url.scheme],
        unquote(url.username) if url.username else None,
        unquote(url.password) if url.password else None,
        url.scheme == "smtps",
        _start_tls(url, bool(options)),
    )


def _start_tls(url: SplitResult, off: bool) -> bool | None:
    if off or url.scheme == "smtps":
        return False
    return True if url.password else None


def is_address(text: str) -> bool:
    """Whether the text is one plain mail address, such as ann@example.org."""
    if len(text) > MAX_ADDRESS or not text.isprintable() or " " in text or "," in text:
        return False
    try:
        parsed = Address(addr_spec=text)
    except (ValueError, HeaderParseError, IndexError):
        return False
    domain = parsed.domain.strip(".")
    return parsed.addr_spec == text and "." in domain and "[" not in domain


class Mailer:
    """Sends plain text mails. `Mailer.of` returns None where the host has set up no mail."""

    def __init__(self, server: MailServer, sender: str) -> None:
        self._server = server
        self._sender = sender

    @staticmethod
    def of(settings: Settings) -> Mailer | None:
        if not settings.smtp_url:
            return None
        sender = settings.mail_from
        if not is_address(sender):
            raise BadOption("SANDTABLE_MAIL_FROM is wrong: give the address that mails come from")
        return Mailer(mail_server(settings.smtp_url), sender)

    async def send(
        self,
        to: str,
        subject: str,
        text: str,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> None:
        """Returns when the mail server has taken the mail; raises MailFailed. Mails with the same
        ``key`` have the same id, so that mail programs show a repeated one once."""
        if not is_address(to):
            raise MailFailed("this is not a mail address", permanent=True)
        server = self._server
        try:
            await aiosmtplib.send(
                self._message(to, subject, text, headers or {}, key),
                hostname=server.host,
                port=server.port,
                username=server.user,
                password=server.password,
                use_tls=server.use_tls,
                start_tls=server.start_tls,
                timeout=TIMEOUT,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            codes = _codes(error)
            permanent = bool(codes) and all(500 <= code < 600 for code in codes)
            # The answer of a mail server may repeat the recipient's address: log its code only.
            log.warning("mail failed", extra={"error": type(error).__name__, "codes": codes})
            raise MailFailed("the mail server did not take the mail", permanent) from None

    def _message(
        self, to: str, subject: str, text: str, headers: Mapping[str, str], key: str | None
    ) -> EmailMessage:
        message = EmailMessage(policy=SMTP)
        message["From"] = Address("Sandtable", addr_spec=self._sender)
        message["To"] = to
        # Names of tables and people may be part of it: one line, whatever they contain.
        message["Subject"] = " ".join(subject.split())
        message["Date"] = formatdate()
        domain = self._sender.rpartition("@")[2]
        message["Message-ID"] = make_msgid(domain=domain) if key is None else f"<{key}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            message[name] = value
        message.set_content(text)
        return message


def _codes(error: Exception) -> list[int]:
    """What the mail server answered: one code, or one for each recipient it refused."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return [refused.code for refused in error.recipients]
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return []  # the host has to set it right; then it works
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return [error.code]
    return []
