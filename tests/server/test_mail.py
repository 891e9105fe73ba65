"""Mail goes to a real mail server on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from sandtable.kernel.errors import BadOption
from sandtable.server.mail import Mailer, MailFailed, is_address, mail_server
from sandtable.server.settings import Settings
from tests.server.mail_server import MailServer

FROM = "club@example.org"


@pytest.fixture
def mails() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.stop()


def mailer(url: str) -> Mailer:
    made = Mailer.of(Settings(smtp_url=url, mail_from=FROM))
    assert made is not None
    return made


def test_a_mail_arrives(mails: MailServer) -> None:
    text = "Grüße aus Fayum\nhttp://example.org/table/abc\n"
    headers = {"List-Unsubscribe": "<http://example.org/off>"}
    asyncio.run(mailer(mails.url).send("ann@example.com", "Your turn: Übung", text, headers))
    mail = mails.next()
    assert mail["To"] == "ann@example.com"
    assert mail["From"] == f"Sandtable <{FROM}>"
    assert mail["Subject"] == "Your turn: Übung"
    assert mail["List-Unsubscribe"] == "<http://example.org/off>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Message-ID"].endswith("@example.org>")
    assert mail.get_content().replace("\r\n", "\n") == text


def test_a_name_cannot_add_headers(mails: MailServer) -> None:
    subject = "Ann\r\nBcc: all@example.org\r\n\r\nBuy"
    asyncio.run(mailer(mails.url).send("ann@example.com", subject, "x"))
    mail = mails.next()
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Ann Bcc: all@example.org Buy"


def test_no_mail_without_settings() -> None:
    assert Mailer.of(Settings()) is None


def test_a_sender_is_needed() -> None:
    with pytest.raises(BadOption, match="SANDTABLE_MAIL_FROM"):
        Mailer.of(Settings(smtp_url="smtp://localhost", mail_from="nobody"))


@pytest.mark.parametrize(
    "url",
    ["localhost", "http://localhost", "smtp://", "smtp://host:port", "smtp://h/x", "smtp://h?a=b"],
)
def test_a_wrong_address_of_the_mail_server_is_refused(url: str) -> None:
    with pytest.raises(BadOption, match="SANDTABLE_SMTP_URL"):
        mail_server(url)


def test_passwords_go_over_tls_only() -> None:
    assert mail_server("smtp://ann:secret@h").start_tls is True
    assert mail_server("smtps://ann:secret@h").use_tls
    assert mail_server("smtp://h").start_tls is None
    assert mail_server("smtp://ann:secret@h?tls=off").start_tls is False


def test_a_password_is_not_sent_where_tls_is_missing() -> None:
    server = MailServer(password="p@ss")
    try:
        url = f"smtp://ann:p%40ss@127.0.0.1:{server.port}"
        with pytest.raises(MailFailed):
            asyncio.run(mailer(url).send("ann@example.com", "Hello", "x"))
        assert server.logins == []
        asyncio.run(mailer(url + "?tls=off").send("ann@example.com", "Hello", "x"))
        assert server.logins == ["ann"]
        assert server.next()["Subject"] == "Hello"
        with pytest.raises(MailFailed) as failed:
            asyncio.run(mailer(url.replace("p%40ss", "wrong") + "?tls=off").send("a@b.c", "x", "x"))
        assert not failed.value.permanent
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("answer", "permanent"), [("550 No such mailbox", True), ("451 Try again later", False)]
)
def test_a_refusal_tells_whether_to_try_again(
    mails: MailServer, answer: str, permanent: bool
) -> None:
    mails.answer = lambda: answer
    with pytest.raises(MailFailed) as failed:
        asyncio.run(mailer(mails.url).send("ann@example.com", "Hello", "x"))
    assert failed.value.permanent is permanent


def test_a_mail_server_that_is_down_is_tried_again(mails: MailServer) -> None:
    url = mails.url
    mails.stop()
    with pytest.raises(MailFailed) as failed:
        asyncio.run(mailer(url).send("ann@example.com", "Hello", "x"))
    assert not failed.value.permanent


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("ann@example.org", True),
        ("ann+club@mail.example.org", True),
        ("", False),
        ("ann", False),
        ("ann@localhost", False),
        ("@example.org", False),
        ("Ann <ann@example.org>", False),
        ("ann@example.org\nBcc: bob@example.org", False),
        ("ann@example.org,bob@example.org", False),
        ("ann@[127.0.0.1]", False),
        ("a" * 250 + "@example.org", False),
    ],
)
def test_addresses(text: str, good: bool) -> None:
    assert is_address(text) is good
