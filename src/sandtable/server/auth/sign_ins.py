"""Which cookies and tokens still count.

Every cookie and token carries a generation. A new name raises the generation of a person's cookies,
revoking raises that of their tokens; older ones end. The current generations are kept in memory, so
that a request costs no look into the database.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from sandtable.server.auth.identity import Identity, IdentityClaim, Signer
from sandtable.server.play.table_cache import TableCache
from sandtable.server.storage import people

KEEP = 20_000
#: Requests that were on their way when the name changed still count for so many seconds.
GRACE = 10.0


@dataclass
class Person:
    name: str | None  # None: as the cookie says
    cookies: int
    tokens: int
    changed: float = 0.0  # when the last cookie ended


class SignIns:
    def __init__(self, signer: Signer, table_cache: TableCache) -> None:
        self._signer = signer
        self._table_cache = table_cache
        self._people: OrderedDict[str, Person] = OrderedDict()

    async def by_cookie(self, claim: IdentityClaim) -> Identity | None:
        """Who sends this cookie; None where it has ended."""
        person = await self._person(claim.id)
        if claim.generation < person.cookies:
            in_time = time.monotonic() - person.changed < GRACE
            if claim.generation < person.cookies - 1 or not in_time:
                return None
        return Identity(claim.id, person.name or claim.name)

    async def by_token(self, claim: IdentityClaim) -> Identity | None:
        person = await self._person(claim.id)
        if claim.generation < person.tokens:
            return None
        return Identity(claim.id, person.name or claim.name, by_token=True)

    async def cookie(self, who: Identity) -> str:
        person = await self._person(who.id)
        return self._signer.cookie(IdentityClaim(who.id, who.name, person.cookies))

    async def token(self, who: Identity) -> str:
        person = await self._person(who.id)
        return self._signer.token(IdentityClaim(who.id, who.name, person.tokens))

    async def rename(self, who: Identity, name: str) -> str:
        """A new name: returns the new cookie; older ones end, tokens go on with the new name."""
        await self._change(who, lambda c: people.rename(c, who.id, name), ended=True)
        return await self.cookie(Identity(who.id, name))

    async def revoke_tokens(self, who: Identity) -> None:
        await self._change(who, lambda c: people.revoke_tokens(c, who.id, who.name), ended=False)

    async def _change(
        self, who: Identity, change: Callable[[Connection], people.Row], ended: bool
    ) -> None:
        before = await self._person(who.id)
        name, cookies, tokens = await self._table_cache.writer.run(change)
        changed = time.monotonic() if ended else before.changed
        self._keep(who.id, Person(name, cookies, tokens, changed))

    async def _person(self, id: str) -> Person:
        found = self._people.get(id)
        if found is not None:
            self._people.move_to_end(id)
            return found
        row = await self._table_cache.read(people.person, id)
        # Somebody may have changed it meanwhile: that is newer than what was read.
        return self._people.get(id) or self._keep(id, Person(*(row or (None, 0, 0))))

    def _keep(self, id: str, person: Person) -> Person:
        self._people[id] = person
        self._people.move_to_end(id)
        while len(self._people) > KEEP:
            self._people.popitem(last=False)
        return person
