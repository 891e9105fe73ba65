"""Accounts: sign up, sign in, devices, passkeys, forgotten passwords."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Path, Request, Response

from sandtable.server.api.dependencies import (
    ERRORS,
    Anyone,
    Member,
    Person,
    Serving,
    address,
    host,
    only_in_a_browser,
    set_cookie,
)
from sandtable.server.api.me import about
from sandtable.server.auth.accounts import Device
from sandtable.server.auth.devices import device_name
from sandtable.server.auth.identity import Identity, clean_name, name_key
from sandtable.server.auth.passkeys import Site
from sandtable.server.errors import ApiError
from sandtable.server.schemas.accounts import (
    AccountInfo,
    ConfirmRequest,
    EmailRequest,
    ListedRequest,
    NewPasswordRequest,
    PasskeyNameRequest,
    PasskeyOptions,
    PasskeyRequest,
    PasskeySignInRequest,
    PasswordRequest,
    ResetRequest,
    SignedIn,
    SignInRequest,
    SignUpRequest,
    SignUpRules,
)
from sandtable.server.service import Service
from sandtable.server.storage import account_store, table_store
from sandtable.server.tables.info import moment

router = APIRouter(prefix="/api/account", tags=["account"], responses=ERRORS)

SignInId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[a-z0-9]+$")]
PasskeyId = Annotated[str, Path(min_length=1, max_length=1400, pattern="^[A-Za-z0-9_-]+$")]

#: A name is guessed at from many addresses; this many times as often as from one.
NAME_FACTOR = 3.0
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


def site_of(request: Request) -> Site:
    return Site(f"{request.url.scheme}://{request.headers.get('host', 'localhost')}")


def device_of(request: Request, server: Service) -> Device:
    name = device_name(request.headers.get("user-agent", ""))
    return Device(name, is_local(request) and not server.settings.public_url)


def is_local(request: Request) -> bool:
    """Whether a request comes from the server's own machine, and through no proxy there: then the
    page was opened under a name of this machine, too."""
    if any(name in request.headers for name in FORWARDED):
        return False
    return _loopback(host(request)) and _loopback(urlsplit(site_of(request).origin).hostname)


def _loopback(name: str | None) -> bool:
    try:
        return name == "localhost" or ip_address(name or "").is_loopback
    except ValueError:
        return False


async def signed_in(
    request: Request, server: Service, before: Identity | None, now: Identity
) -> dict[str, Any]:
    """Let the answer sign this device in; what a guest has there can be brought along."""
    set_cookie(request, await server.sign_ins.cookie(now))
    guest = None
    if before is not None and not before.account and before.id != now.id:
        tables = await server.table_cache.read(table_store.table_ids_of, before.id)
        if tables:
            ticket = server.signer.ticket(before.id, now.id)
            guest = {"name": before.name, "tables": len(tables), "ticket": ticket}
    return {"me": about(now), "guest": guest}


def limit_sign_in(request: Request, server: Service, name: str | None = None) -> None:
    server.limiter.check("sign_in", address(request))
    if name is not None:
        server.limiter.check("sign_in", f"name {name_key(name)}", NAME_FACTOR)


@router.get("/rules", response_model=SignUpRules)
async def sign_up_rules(who: Anyone, server: Serving, request: Request) -> dict[str, Any]:
    """Get the rules for signing up on this server."""
    first = False
    if device_of(request, server).local:
        first = not await server.table_cache.read(account_store.has_admin)
    return {
        "signup": server.settings.signup,
        "first": first,
        "mail": server.accounts.can_mail,
    }


@router.post("", response_model=SignedIn, status_code=201)
async def sign_up(
    asked: SignUpRequest, who: Person, server: Serving, request: Request
) -> dict[str, Any]:
    """Turn my guest identity into an account; all my games stay mine."""
    only_in_a_browser(who)
    limit_sign_in(request, server)
    now = await server.accounts.sign_up(
        who,
        asked.name,
        asked.password,
        asked.passkey,
        asked.email,
        asked.invite,
        device_of(request, server),
        site_of(request),
    )
    return await signed_in(request, server, who, now)


@router.post("/sign-in", response_model=SignedIn)
async def sign_in(
    asked: SignInRequest, who: Anyone, server: Serving, request: Request
) -> dict[str, Any]:
    """Sign in with name and password."""
    limit_sign_in(request, server, asked.name)
    now = await server.accounts.sign_in(asked.name, asked.password, device_of(request, server))
    return await signed_in(request, server, who, now)


@router.post("/sign-in/passkey-options", response_model=PasskeyOptions)
async def sign_in_options(who: Anyone, server: Serving, request: Request) -> dict[str, Any]:
    """Get what the browser needs to sign in with a passkey."""
    limit_sign_in(request, server)
    return {"options": await server.accounts.sign_in_options(site_of(request))}


@router.post("/sign-in/passkey", response_model=SignedIn)
async def sign_in_by_passkey(
    asked: PasskeySignInRequest, who: Anyone, server: Serving, request: Request
) -> dict[str, Any]:
    """Sign in with a passkey."""
    limit_sign_in(request, server)
    now = await server.accounts.sign_in_by_passkey(
        asked.passkey, device_of(request, server), site_of(request)
    )
    return await signed_in(request, server, who, now)


@router.post("/sign-out", status_code=204)
async def sign_out(who: Member, server: Serving, request: Request) -> Response:
    """Sign out on this device; whoever uses it next is a guest."""
    assert who.sign_in is not None
    await server.accounts.end_sign_in(who, who.sign_in)
    server.sign_out(who.id, lambda other: other.sign_in == who.sign_in)
    set_cookie(request, "")
    return Response(status_code=204)


@router.get("", response_model=AccountInfo)
async def account(who: Member, server: Serving) -> dict[str, Any]:
    """Get my account: ways to sign in, and where I am signed in."""
    row = await server.accounts.account(who)
    read = server.table_cache.read
    return {
        "name": row.name,
        "email": row.email,
        "admin": row.admin,
        "listed": row.listed,
        "created": moment(row.created),
        "has_password": row.password is not None,
        "passkeys": [
            {
                "id": key.id,
                "name": key.name,
                "created": moment(key.created),
                "used": None if key.used is None else moment(key.used),
            }
            for key in await read(account_store.passkeys_of, who.id)
        ],
        "sign_ins": [
            {
                "id": device.id,
                "device": device.device,
                "created": moment(device.created),
                "seen": moment(device.seen),
                "current": device.id == who.sign_in,
            }
            for device in await read(account_store.sign_ins_of, who.id)
        ],
        "may_invite": server.accounts.may_invite(who),
    }


def _on_another_device(who: Identity) -> Callable[[Identity], bool]:
    return lambda other: not other.by_token and other.sign_in != who.sign_in


@router.delete("/sign-ins/{id}", status_code=204)
async def end_sign_in(id: SignInId, who: Member, server: Serving) -> Response:
    """Sign one device out."""
    await server.accounts.end_sign_in(who, id)
    server.sign_out(who.id, lambda other: other.sign_in == id)
    return Response(status_code=204)


@router.delete("/sign-ins", status_code=204)
async def end_other_sign_ins(who: Member, server: Serving) -> Response:
    """Sign all other devices out."""
    await server.accounts.end_other_sign_ins(who)
    server.sign_out(who.id, _on_another_device(who))
    return Response(status_code=204)


@router.put("/listed", status_code=204)
async def set_listed(asked: ListedRequest, who: Member, server: Serving) -> Response:
    """Choose whether I appear in rankings and everybody may see my profile."""
    await server.accounts.set_listed(who, asked.listed)
    return Response(status_code=204)


@router.put("/email", status_code=204)
async def set_email(
    asked: EmailRequest, who: Member, server: Serving, request: Request
) -> Response:
    """Set or delete the mail address of my account."""
    limit_sign_in(request, server, who.name)
    await server.accounts.set_email(who, asked.email, asked.password)
    return Response(status_code=204)


@router.put("/password", status_code=204)
async def set_password(
    asked: PasswordRequest, who: Member, server: Serving, request: Request
) -> Response:
    """Set a new password; all other devices are signed out."""
    limit_sign_in(request, server, who.name)
    await server.accounts.set_password(who, asked.password, asked.new)
    server.sign_out(who.id, _on_another_device(who))
    return Response(status_code=204)


@router.post("/passkey-options", response_model=PasskeyOptions)
async def passkey_options(
    asked: PasskeyNameRequest, who: Person, server: Serving, request: Request
) -> dict[str, Any]:
    """Get what the browser needs to create a passkey, for this or for a new account."""
    only_in_a_browser(who)
    limit_sign_in(request, server)
    options = await server.accounts.registration_options(who, asked.name, site_of(request))
    return {"options": options}


@router.post("/passkeys", status_code=204)
async def add_passkey(
    asked: PasskeyRequest, who: Member, server: Serving, request: Request
) -> Response:
    """Add a passkey to my account."""
    name = clean_name(asked.name)
    if name is None:
        raise ApiError("bad_request", "A name has 1 to 30 visible characters.")
    await server.accounts.add_passkey(who, asked.passkey, name, site_of(request))
    return Response(status_code=204)


@router.delete("/passkeys/{id}", status_code=204)
async def remove_passkey(
    id: PasskeyId, asked: ConfirmRequest, who: Member, server: Serving, request: Request
) -> Response:
    """Remove a passkey from my account."""
    limit_sign_in(request, server, who.name)
    await server.accounts.remove_passkey(who, id, asked.password)
    return Response(status_code=204)


@router.post("/reset", status_code=204)
async def request_reset(
    asked: ResetRequest, who: Anyone, server: Serving, request: Request
) -> Response:
    """Request a link for a new password by mail. The answer is the same whether the account
    exists."""
    server.limiter.check("mail", address(request))
    server.limiter.check("mail", f"name {name_key(asked.name)}")
    server.accounts.ask_reset(asked.name, asked.language)
    return Response(status_code=204)


@router.post("/reset/password", response_model=SignedIn)
async def reset_password(
    asked: NewPasswordRequest, who: Anyone, server: Serving, request: Request
) -> dict[str, Any]:
    """Set a new password with the link from the mail; signs out all devices except this one."""
    limit_sign_in(request, server)
    now = await server.accounts.reset(asked.link, asked.password, device_of(request, server))
    server.sign_out(now.id, lambda other: other.sign_in != now.sign_in)
    return await signed_in(request, server, who, now)
