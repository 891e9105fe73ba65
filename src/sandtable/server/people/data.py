"""A person's data: download it, take it over from a guest, or delete it."""

from __future__ import annotations

from typing import Any

from sandtable.server.auth.accounts import Accounts
from sandtable.server.auth.identity import Identity, Signer
from sandtable.server.errors import ApiError
from sandtable.server.play.table_service import TableService
from sandtable.server.storage import coach_store, personal_data, table_store
from sandtable.server.storage.stored_table import OVER
from sandtable.server.tables.lobby import Lobby


class PersonalData:
    def __init__(
        self, accounts: Accounts, signer: Signer, table_service: TableService, lobby: Lobby
    ) -> None:
        self.accounts = accounts
        self.signer = signer
        self.table_service = table_service
        self.table_cache = table_service.table_cache
        self.lobby = lobby

    async def export(self, who: Identity) -> dict[str, Any]:
        return await self.table_cache.read(personal_data.export, who.id)

    async def bring(self, who: Identity, ticket: str) -> int:
        """Give an account the games a guest had on this device; returns how many."""
        guest = self.signer.read_ticket(ticket, who.id)
        if guest is None:
            raise ApiError("forbidden", "This was too long ago: sign in again the same way.")
        coached = await self.table_cache.read(coach_store.table_ids, guest)
        tables = await self.accounts.sign_ins.change(
            guest, lambda connection: personal_data.move(connection, guest, who.id)
        )
        await self._reload([*tables, *coached])
        return len(tables)

    async def delete(self, who: Identity) -> None:
        """Delete an account. Bots take over its running games, tables that were theirs alone go,
        and in finished games a former player remains."""
        tables = await self.table_cache.read(table_store.table_ids_of, who.id)
        coached = await self.table_cache.read(coach_store.table_ids, who.id)
        for id in tables:
            await self._leave(id, who)
        await self.accounts.sign_ins.change(
            who.id, lambda connection: personal_data.erase(connection, who.id)
        )
        self.table_service.sign_out(who.id, lambda other: True)
        await self._reload([*tables, *coached])

    async def _leave(self, id: str, who: Identity) -> None:
        async with self.table_cache.at(id) as (_, table):
            others = any(seat.person and seat.identity != who.id for seat in table.seats)
            over, seated = table.status == OVER, bool(table.own(who.id))
        if over:
            return
        if not others and table.owner == who.id:
            await self.lobby.delete(id, who)
        elif seated:
            await self.lobby.leave(id, who)

    async def _reload(self, tables: list[str]) -> None:
        """Tables in memory are read again, and those who look at them see the change."""
        for id in tables:
            if self.table_cache.find(id) is None:
                continue
            try:
                async with self.table_cache.at(id) as (live, _):
                    stored = await self.table_cache.read(table_store.table, id)
                    if stored is None:
                        continue
                    live.table = stored
                    if live.play is not None:
                        live.play.rename(stored.names())
                    live.send_table()
            except ApiError:
                continue  # the table is gone
