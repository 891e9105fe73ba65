"""Which cookies and tokens still count.

A guest's cookie carries a generation, and so does every token. A new name raises the generation of
a guest's cookies, revoking raises that of tokens; older ones end. The cookie of somebody with an
account names a sign-in, one for each device, and counts until that ends. What counts now is kept
in memory, so that a request needs no query.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from cachetools import LRUCache
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from sandtable.server.auth.identity import Identity, IdentityClaim, Signer
from sandtable.server.play.table_cache import TableCache
from sandtable.server.storage import account_store, news, people
from sandtable.server.storage.writer import Closed

T = TypeVar("T")

KEEP = 20_000
#: Requests that were on their way when the name changed still count for this many seconds.
GRACE = 10.0
#: How often it is noted that somebody used a device, in milliseconds.
SEEN_EVERY = 3_600_000

log = logging.getLogger("sandtable.server.auth")


@dataclass
class Person:
    name: str | None  # None: as the cookie says
    cookies: int
    tokens: int
    changed: float = 0.0  # when the last cookie ended
    account: people.Account | None = None

    @property
    def admin(self) -> bool:
        return self.account is not None and self.account[0]


class SignIns:
    def __init__(self, signer: Signer, table_cache: TableCache) -> None:
        self._signer = signer
        self._table_cache = table_cache
        self._people: LRUCache[str, Person] = LRUCache(KEEP)
        self._noting: set[asyncio.Task[None]] = set()

    async def by_cookie(self, claim: IdentityClaim) -> Identity | None:
        """Who sends this cookie; None where it has ended."""
        person = await self._person(claim.id)
        if claim.sign_in is not None:
            if person.account is None or claim.sign_in not in person.account[1]:
                return None
            self._note_seen(person.account[1], claim.sign_in)
            return self._identity(claim, person, claim.sign_in)
        if claim.generation < person.cookies:
            in_time = time.monotonic() - person.changed < GRACE
            if claim.generation < person.cookies - 1 or not in_time:
                return None
        return self._identity(claim, person)

    async def by_token(self, claim: IdentityClaim) -> Identity | None:
        person = await self._person(claim.id)
        if claim.generation < person.tokens:
            return None
        return self._identity(claim, person)._replace(by_token=True)

    @staticmethod
    def _identity(claim: IdentityClaim, person: Person, sign_in: str | None = None) -> Identity:
        return Identity(
            claim.id,
            person.name or claim.name,
            account=person.account is not None,
            # Only a sign-in of the account's own gives its rights, not what is left of the guest.
            admin=person.admin and sign_in is not None,
            sign_in=sign_in,
        )

    async def cookie(self, who: Identity) -> str:
        person = await self._person(who.id)
        claim = IdentityClaim(who.id, who.name, person.cookies, sign_in=who.sign_in)
        return self._signer.cookie(claim)

    async def token(self, who: Identity) -> str:
        person = await self._person(who.id)
        return self._signer.token(IdentityClaim(who.id, who.name, person.tokens))

    async def rename(self, who: Identity, name: str) -> str:
        """A guest's new name: returns the new cookie; older ones end, tokens continue with the new
        name."""
        await self.change(who.id, lambda c: people.rename(c, who.id, name), ended=True)
        return await self.cookie(Identity(who.id, name))

    async def revoke_tokens(self, who: Identity) -> None:
        await self.change(who.id, lambda c: people.revoke_tokens(c, who.id, who.name))

    async def change(self, id: str, job: Callable[[Connection], T], ended: bool = False) -> T:
        """Run a job that changes what counts for a person, and read that again. ``ended``: their
        cookies end, but those on their way still count for a moment."""
        before = await self._person(id)

        def work(
            connection: Connection,
        ) -> tuple[T, tuple[people.Row | None, people.Account | None]]:
            result = job(connection)
            news.publish(connection, people.TOPIC, id)
            return result, people.known(connection, id)

        result, (row, account) = await self._table_cache.writer.run(work)
        changed = time.monotonic() if ended else before.changed
        self._keep(id, _person(row, account, changed))
        return result

    async def changed_elsewhere(self, id: str) -> Callable[[Identity], bool]:
        """Another process has changed what counts for a person. Returns whether a sign-in that
        came in before still does."""
        before = self._people.get(id)
        row, account = await self._table_cache.read(people.known, id)
        person = self._keep(id, _person(row, account, time.monotonic()))

        def counts(who: Identity) -> bool:
            if who.by_token:
                return before is not None and before.tokens == person.tokens
            if who.sign_in is not None:
                return person.account is not None and who.sign_in in person.account[1]
            return True

        return counts

    def forget(self, id: str) -> None:
        """What counts for a person has changed elsewhere."""
        self._people.pop(id, None)

    async def _person(self, id: str) -> Person:
        person = self._people.get(id)
        if person is not None:
            return person
        row, account = await self._table_cache.read(people.known, id)
        # Somebody may have changed it meanwhile: that is newer than what was read.
        fresh = _person(row, account)
        return self._people.get(id) or self._keep(id, fresh)

    def _keep(self, id: str, person: Person) -> Person:
        self._people[id] = person
        return person

    def _note_seen(self, devices: dict[str, int], sign_in: str) -> None:
        moment = self._table_cache.time_source.now()
        if moment - devices[sign_in] < SEEN_EVERY:
            return
        devices[sign_in] = moment

        async def note() -> None:
            try:
                await self._table_cache.writer.run(
                    lambda c: account_store.set_seen(c, sign_in, moment)
                )
            except (Closed, SQLAlchemyError) as error:
                log.warning("a device's last use was not noted", extra={"reason": str(error)})

        task = asyncio.create_task(note())
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)


def _person(row: people.Row | None, account: people.Account | None, changed: float = 0.0) -> Person:
    name, cookies, tokens = row or (None, 0, 0)
    return Person(name, cookies, tokens, changed, account)
