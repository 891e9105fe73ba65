"""Handing one notice over, by push, mail or webhook."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Row

from sandtable.server.languages import server_message
from sandtable.server.mail import Mailer, MailFailed
from sandtable.server.notices.links import NoticeLinks
from sandtable.server.notices.preferences import EMAIL, PUSH, WEBHOOK, Preferences
from sandtable.server.notices.push import Gone, Pusher, PushFailed
from sandtable.server.notices.texts import text_of
from sandtable.server.notices.webhooks import webhook_body
from sandtable.server.outgoing import NotAllowed, Outgoing, SendFailed
from sandtable.server.time_source import TimeSource

log = logging.getLogger("sandtable.server.notices")

#: Called just before a message goes out; raises where it must not.
Begin = Callable[[], Awaitable[None]]


async def _at_once() -> None:
    """Nobody has to know."""


class Undeliverable(Exception):
    """A notice was not taken. ``permanent``: it is not tried again."""

    def __init__(self, message: str, permanent: bool) -> None:
        super().__init__(message)
        self.permanent = permanent


class Deliverer:
    def __init__(
        self,
        mailer: Mailer | None,
        pusher: Pusher,
        outgoing: Outgoing,
        links: NoticeLinks,
        public_url: str,
        time_source: TimeSource,
    ) -> None:
        self.pusher = pusher
        self._mailer = mailer
        self._outgoing = outgoing
        self._links = links
        self._public_url = public_url.rstrip("/")
        self._time_source = time_source

    @property
    def mails(self) -> bool:
        """Whether mails can be sent: their links need the server's public address."""
        return self._mailer is not None and bool(self._public_url)

    async def deliver(
        self,
        channel: str,
        person: Row[Any],
        push: Row[Any] | None,
        notice: dict[str, Any],
        key: str | None = None,
        begin: Begin = _at_once,
    ) -> None:
        """Returns when it was taken; raises Undeliverable, or Gone for a push address that is.
        ``begin`` is called just before it goes out; ``key`` is the same for every try."""
        preferences = Preferences.of(person.preferences)
        try:
            if channel == PUSH and push is not None:
                await begin()
                await self._push(push, notice, preferences.language)
            elif channel == EMAIL and person.email and preferences.email:
                await begin()
                await self._mail(person, notice, preferences.language, key)
            elif channel == WEBHOOK and person.webhook and preferences.webhook:
                await self._hook(person.webhook, notice, preferences, begin)
        except (MailFailed, PushFailed) as error:
            raise Undeliverable(str(error), error.permanent) from None
        except NotAllowed as error:
            raise Undeliverable(str(error), permanent=True) from None
        except SendFailed as error:
            raise Undeliverable(f"not reached: {error}", permanent=False) from None

    async def confirm(self, identity: str, address: str, language: str) -> None:
        """Send the link that confirms an address; raises MailFailed."""
        assert self._mailer is not None
        token = self._links.confirm_token(identity, address, self._time_source.now())
        subject = server_message("notice.confirm.title", language)
        sentence = server_message("notice.confirm.body", language)
        ignore = server_message("notice.confirm.ignore", language)
        link = f"{self._public_url}/notices/confirm/{token}"
        await self._mailer.send(address, subject, f"{sentence}\n\n{link}\n\n{ignore}\n")

    def link(self, notice: dict[str, Any]) -> str:
        """Where a notice leads to, as a path."""
        return f"/table/{notice['table']}" if notice.get("table") else "/"

    async def _push(self, push: Row[Any], notice: dict[str, Any], language: str) -> None:
        text = text_of(notice, language)
        message = {
            "title": text.title,
            "body": text.body,
            "url": self.link(notice),
            "kind": notice["kind"],
        }
        subscription = {"endpoint": push.endpoint, "p256dh": push.p256dh, "auth": push.auth}
        await self.pusher.send(subscription, message, self._time_source.now(), "sandtable")

    async def _mail(
        self, person: Row[Any], notice: dict[str, Any], language: str, key: str | None
    ) -> None:
        if self._mailer is None or not self._public_url:
            raise Undeliverable("this server sends no mails", permanent=True)
        text = text_of(notice, language)
        token = self._links.end_token(person.identity, person.email)
        unsubscribe = server_message("notice.unsubscribe", language)
        body = (
            f"{text.body}\n\n{self._public_url}{self.link(notice)}\n\n-- \n"
            f"{unsubscribe}\n{self._public_url}/notices/stop/{token}\n"
        )
        one_click = f"{self._public_url}/api/notices/stop/{token}"
        headers = {
            "List-Unsubscribe": f"<{one_click}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        await self._mailer.send(person.email, text.title, body, headers, key)

    async def _hook(
        self, url: str, notice: dict[str, Any], preferences: Preferences, begin: Begin
    ) -> None:
        link = self._public_url + self.link(notice) if self._public_url else None
        text = text_of(notice, preferences.language)
        body = webhook_body(preferences.webhook_format, text, link)
        headers = {"content-type": "application/json"}
        status = await self._outgoing.post(url, body, headers, begin)
        if not 200 <= status < 300:
            later = status == 429 or status >= 500
            raise Undeliverable(f"the webhook answered {status}", permanent=not later)


__all__ = ["Deliverer", "Gone", "Undeliverable"]
