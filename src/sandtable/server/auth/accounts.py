"""Accounts: made from what a guest has, signed in to, changed and recovered.

Nothing here reveals whether a name has an account: signing in takes as long and answers the same
for a wrong name as for a wrong password, and a mail to recover one is sent after the answer.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row
from sqlalchemy.exc import IntegrityError

from sandtable.server.auth import passkeys
from sandtable.server.auth.identity import Identity, clean_name, name_key
from sandtable.server.auth.passkeys import Site
from sandtable.server.auth.passwords import Passwords, check_password
from sandtable.server.auth.sign_ins import SignIns
from sandtable.server.errors import ApiError
from sandtable.server.languages import server_message
from sandtable.server.mail import Mailer, MailFailed, is_address
from sandtable.server.play.table_cache import TableCache
from sandtable.server.storage import account_store, link_store, people
from sandtable.server.storage.database import DATABASE_FAILURES

MINUTE = 60 * 1000
RESET_LIFETIME = 60 * MINUTE
#: Of a link that an administrator hands to somebody.
HANDED_LIFETIME = 24 * 60 * MINUTE
#: Without a password, a sign-in this recent confirms a sensitive change.
FRESH = 15 * MINUTE
MAX_SIGN_INS = 50
MAX_PASSKEYS = 20
#: Accounts with one mail address that get a link when it asks for one.
MAX_MAILS = 5

RESERVED = {"guest", "former player"}
WRONG = "The name or the password is wrong."
TAKEN = "This name is taken; choose another."

log = logging.getLogger("sandtable.server.accounts")


@dataclass(frozen=True)
class Device:
    """From where somebody signs in."""

    name: str
    local: bool  # on the server's own machine


class Accounts:
    def __init__(self, table_cache: TableCache, sign_ins: SignIns, mailer: Mailer | None) -> None:
        self.settings = table_cache.settings
        self.writer = table_cache.writer
        self.read = table_cache.read
        self.time_source = table_cache.time_source
        self.sign_ins = sign_ins
        self.mailer = mailer
        self.passwords = Passwords()
        self._mailing: set[asyncio.Task[None]] = set()

    @property
    def can_mail(self) -> bool:
        """Whether passwords can be reset by mail: links need to know where the server is."""
        return self.mailer is not None and bool(self.settings.public_url)

    async def stop(self) -> None:
        for task in list(self._mailing):
            task.cancel()
        self.passwords.close()

    # -- making one ------------------------------------------------------------------------------

    async def sign_up(
        self,
        who: Identity,
        name: str,
        password: str | None,
        passkey: dict[str, Any] | None,
        email: str | None,
        invite: str | None,
        device: Device,
        site: Site,
    ) -> Identity:
        """Turn a guest into somebody with an account. All that is theirs stays theirs."""
        name = new_name(name)
        if who.account:
            raise ApiError("bad_request", "You already have an account.")
        if (password is None) == (passkey is None):
            raise ApiError("bad_request", "Choose a password or make a passkey.")
        address = mail_address(email)
        hashed = None
        if password is not None:
            check_password(password, name)
            hashed = await self.passwords.hash(password)
        moment = self.time_source.now()
        key = None
        if passkey is not None:
            key = await self._new_passkey(who, passkey, site, moment)

        def job(connection: Connection) -> tuple[str, bool]:
            first = device.local and not account_store.has_admin(connection)
            invited_by = None if first else self._admission(connection, invite, moment)
            try:
                with connection.begin_nested():
                    account_store.add_account(
                        connection,
                        identity=who.id,
                        name=name,
                        name_key=name_key(name),
                        password=hashed,
                        email=address,
                        admin=first,
                        listed=False,
                        invited_by=invited_by,
                        created=moment,
                    )
            except IntegrityError:
                raise ApiError("name_taken", TAKEN) from None
            if key is not None:
                add_passkey(connection, who.id, key, device.name, moment)
            people.rename(connection, who.id, name)
            return (
                account_store.add_sign_in(connection, who.id, device.name, moment, MAX_SIGN_INS),
                first,
            )

        sign_in, admin = await self.sign_ins.change(who.id, job, ended=True)
        log.info("account made", extra={"by": "passkey" if key else "password"})
        return who._replace(name=name, account=True, admin=admin, sign_in=sign_in)

    def _admission(self, connection: Connection, invite: str | None, moment: int) -> str | None:
        """Who has invited; raises where somebody may not have an account here."""
        if self.settings.signup == "open":
            return None
        if self.settings.signup == "closed":
            raise ApiError(
                "forbidden", "This server does not accept new accounts; play as a guest."
            )
        link = link_store.use_link(connection, link_store.SIGNUP, invite or "", moment)
        if link is None:
            raise ApiError(
                "forbidden",
                "An account here needs an invitation, and this one is used up or has expired."
                if invite
                else "An account here needs an invitation; ask somebody who has one for a link.",
            )
        invited_by: str | None = link.identity
        return invited_by

    def may_invite(self, who: Identity) -> bool:
        if self.settings.signup == "closed":
            return False
        return who.admin or self.settings.invites == "members"

    # -- signing in ------------------------------------------------------------------------------

    async def sign_in(self, name: str, password: str, device: Device) -> Identity:
        account = await self.read(account_store.account_by_key, name_key(name.strip()))
        hashed = None if account is None else account.password
        if not await self.passwords.matches(hashed, password) or account is None:
            raise ApiError("forbidden", WRONG)
        if self.passwords.outdated(account.password):
            fresh = await self.passwords.hash(password)
            await self.writer.run(
                lambda c: account_store.set_account(c, account.identity, password=fresh)
            )
        return await self._signed_in(account, device)

    async def sign_in_by_passkey(
        self, credential: dict[str, Any], device: Device, site: Site
    ) -> Identity:
        moment = self.time_source.now()
        challenge = await self.writer.run(
            lambda c: passkeys.use_challenge(c, credential, None, moment)
        )
        known = await self.read(account_store.passkey, passkeys.credential_id(credential))
        if known is None:
            raise ApiError("forbidden", "This passkey is not known here; it may have been removed.")
        count = passkeys.check_sign_in(site, credential, challenge, known)
        await self.writer.run(lambda c: account_store.use_passkey(c, known.id, count, moment))
        account = await self.read(account_store.account, known.identity)
        if account is None:
            raise ApiError("forbidden", WRONG)
        return await self._signed_in(account, device)

    async def _signed_in(self, account: Row[Any], device: Device) -> Identity:
        moment = self.time_source.now()
        sign_in = await self.sign_ins.change(
            account.identity,
            lambda c: account_store.add_sign_in(
                c, account.identity, device.name, moment, MAX_SIGN_INS
            ),
        )
        return Identity(
            account.identity, account.name, account=True, admin=account.admin, sign_in=sign_in
        )

    async def end_sign_in(self, who: Identity, id: str) -> None:
        ended = await self.sign_ins.change(
            who.id, lambda c: account_store.end_sign_in(c, who.id, id)
        )
        if not ended:
            raise ApiError("not_found", "This sign-in has already ended.")

    async def end_other_sign_ins(self, who: Identity) -> None:
        await self.sign_ins.change(
            who.id, lambda c: account_store.end_sign_ins(c, who.id, keep=who.sign_in)
        )

    # -- changes ---------------------------------------------------------------------------------

    async def account(self, who: Identity) -> Row[Any]:
        row = await self.read(account_store.account, who.id)
        if row is None or who.sign_in is None:
            raise ApiError("forbidden", "This needs an account: sign in or create one.")
        return row

    async def confirm(self, who: Identity, password: str | None) -> Row[Any]:
        """A sensitive change needs the password once more, or a recent sign-in where there is none:
        a page left open is not enough."""
        account = await self.account(who)
        if account.password is not None:
            if not await self.passwords.matches(account.password, password or ""):
                raise ApiError("forbidden", "The password is wrong.")
            return account
        devices = await self.read(account_store.sign_ins_of, who.id)
        since = self.time_source.now() - FRESH
        if not any(device.id == who.sign_in and device.created >= since for device in devices):
            raise ApiError("forbidden", "Sign in with your passkey again, then retry.")
        return account

    async def rename(self, who: Identity, name: str) -> Identity:
        name = new_name(name)
        await self.account(who)

        def job(connection: Connection) -> None:
            try:
                with connection.begin_nested():
                    account_store.set_account(
                        connection, who.id, name=name, name_key=name_key(name)
                    )
            except IntegrityError:
                raise ApiError("name_taken", TAKEN) from None
            people.set_name(connection, who.id, name)

        await self.sign_ins.change(who.id, job)
        return who._replace(name=name)

    async def set_listed(self, who: Identity, listed: bool) -> None:
        await self.account(who)
        await self.writer.run(lambda c: account_store.set_account(c, who.id, listed=listed))

    async def set_email(self, who: Identity, email: str | None, password: str | None) -> None:
        address = mail_address(email)
        await self.confirm(who, password)

        def job(connection: Connection) -> None:
            account_store.set_account(connection, who.id, email=address)
            link_store.drop_links(connection, who.id, link_store.RESET)

        await self.writer.run(job)

    async def set_password(self, who: Identity, password: str | None, new: str | None) -> None:
        """A new password, or none: then there must be a passkey. Other devices are signed out."""
        await self.confirm(who, password)
        hashed = None
        if new is not None:
            check_password(new, who.name)
            hashed = await self.passwords.hash(new)

        def job(connection: Connection) -> None:
            if hashed is None and not account_store.passkeys_of(connection, who.id):
                raise ApiError("bad_request", "Make a passkey first: you need a way to sign in.")
            account_store.set_account(connection, who.id, password=hashed)
            account_store.end_sign_ins(connection, who.id, keep=who.sign_in)
            link_store.drop_links(connection, who.id, link_store.RESET)

        await self.sign_ins.change(who.id, job)

    # -- a forgotten password --------------------------------------------------------------------

    def ask_reset(self, name_or_email: str, language: str) -> None:
        """Send links by name or address; nobody learns whether there was
        anybody to send one to."""
        if not self.can_mail:
            raise ApiError(
                "forbidden", "This server sends no mail; ask its host for a new password."
            )
        task = asyncio.create_task(self._send_resets(name_or_email.strip(), language))
        self._mailing.add(task)
        task.add_done_callback(self._mailing.discard)

    async def _send_resets(self, asked: str, language: str) -> None:
        try:
            row = await self.read(account_store.account_by_key, name_key(asked))
            accounts = [] if row is None else [row]
            if "@" in asked:
                mail = asked.lower()
                accounts += await self.read(account_store.accounts_by_email, mail, MAX_MAILS)
            for account in accounts:
                if account.email is not None:
                    await self._send_reset(account, language)
        except (MailFailed, *DATABASE_FAILURES) as error:
            log.warning("no mail to reset a password", extra={"error": type(error).__name__})

    async def reset_link(
        self, account: Row[Any], lifetime: int = HANDED_LIFETIME
    ) -> tuple[str, int]:
        """The secret of a link to set a new password, and when it ends. Older ones end at once."""
        secret = link_store.new_secret()
        moment = self.time_source.now()

        def job(connection: Connection) -> None:
            link_store.drop_expired(connection, moment)
            link_store.drop_links(connection, account.identity, link_store.RESET)
            link_store.add_link(
                connection, link_store.RESET, secret, account.identity, moment, lifetime
            )

        await self.writer.run(job)
        return secret, moment + lifetime

    async def _send_reset(self, account: Row[Any], language: str) -> None:
        assert self.mailer is not None
        secret, _ = await self.reset_link(account, RESET_LIFETIME)
        site = self.settings.public_url.rstrip("/")
        # The secret stands behind the #, which browsers send to no server: no log has it.
        link = f"{site}/reset#{secret}"
        text = server_message("reset.text", language, name=account.name, site=site, link=link)
        await self.mailer.send(account.email, server_message("reset.subject", language), text)

    async def reset(self, secret: str, password: str, device: Device) -> Identity:
        """Set the password by a link; all devices and programs are signed out."""
        moment = self.time_source.now()
        link = await self.read(link_store.find_link, link_store.RESET, secret, moment)
        account = None if link is None else await self.read(account_store.account, link.identity)
        if account is None:
            raise ApiError("forbidden", "This link is used up or has expired; ask for another.")
        check_password(password, account.name)
        hashed = await self.passwords.hash(password)

        def job(connection: Connection) -> None:
            if link_store.use_link(connection, link_store.RESET, secret, moment) is None:
                raise ApiError("forbidden", "This link is used up or has expired; ask for another.")
            account_store.set_account(connection, account.identity, password=hashed)
            account_store.end_sign_ins(connection, account.identity)
            people.end_all(connection, account.identity, account.name)

        await self.sign_ins.change(account.identity, job)
        return await self._signed_in(account, device)

    # -- passkeys --------------------------------------------------------------------------------

    async def registration_options(
        self, who: Identity, name: str | None, site: Site
    ) -> dict[str, Any]:
        """To make a passkey: one more, or the first one of a new account of that name."""
        known: list[str] = []
        if who.account:
            await self.account(who)
            rows = await self.read(account_store.passkeys_of, who.id)
            if len(rows) >= MAX_PASSKEYS:
                raise ApiError(
                    "bad_request", f"You have {MAX_PASSKEYS} passkeys; remove one first."
                )
            known = [row.id for row in rows]
            name = who.name
        options, challenge = passkeys.registration_options(
            site, who.id, new_name(name or who.name) if not who.account else who.name, known
        )
        await self._keep_challenge(challenge, who.id)
        return options

    async def sign_in_options(self, site: Site) -> dict[str, Any]:
        options, challenge = passkeys.sign_in_options(site)
        await self._keep_challenge(challenge, None)
        return options

    async def _keep_challenge(self, challenge: bytes, identity: str | None) -> None:
        moment = self.time_source.now()
        await self.writer.run(lambda c: passkeys.keep_challenge(c, challenge, identity, moment))

    async def _new_passkey(
        self, who: Identity, credential: dict[str, Any], site: Site, moment: int
    ) -> passkeys.NewPasskey:
        challenge = await self.writer.run(
            lambda c: passkeys.use_challenge(c, credential, who.id, moment)
        )
        return passkeys.check_new(site, credential, challenge)

    async def add_passkey(
        self, who: Identity, credential: dict[str, Any], name: str, site: Site
    ) -> None:
        await self.account(who)
        moment = self.time_source.now()
        key = await self._new_passkey(who, credential, site, moment)
        await self.writer.run(lambda c: add_passkey(c, who.id, key, name, moment))

    async def remove_passkey(self, who: Identity, id: str, password: str | None) -> None:
        account = await self.confirm(who, password)

        def job(connection: Connection) -> None:
            if not account_store.delete_passkey(connection, who.id, id):
                raise ApiError("not_found", "There is no such passkey.")
            if account.password is None and not account_store.passkeys_of(connection, who.id):
                raise ApiError(
                    "bad_request", "This is your only way to sign in; add another first."
                )

        await self.writer.run(job)


def add_passkey(
    connection: Connection, identity: str, key: passkeys.NewPasskey, name: str, moment: int
) -> None:
    try:
        with connection.begin_nested():
            account_store.add_passkey(
                connection,
                id=key.id,
                identity=identity,
                public_key=key.public_key,
                sign_count=key.sign_count,
                transports=[],
                name=name,
                created=moment,
                used=None,
            )
    except IntegrityError:
        raise ApiError("bad_request", "This passkey is already known.") from None


def new_name(text: str) -> str:
    """A name for an account; raises where it cannot be one."""
    name = clean_name(text)
    if name is None:
        raise ApiError("bad_request", "A name has 1 to 30 visible characters.")
    if name_key(name) in RESERVED or "@" in name or "/" in name:
        raise ApiError("bad_request", f"{name!r} cannot be the name of an account.")
    return name


def mail_address(text: str | None) -> str | None:
    if text is None or not text.strip():
        return None
    address = text.strip().lower()
    if not is_address(address):
        raise ApiError("bad_request", "This is not a mail address.")
    return address
