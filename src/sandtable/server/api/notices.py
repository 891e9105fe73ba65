"""Notices: how I want them, and the links in mails."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from sandtable.server.api.dependencies import ERRORS, Actor, Anyone, Serving
from sandtable.server.auth.identity import Identity
from sandtable.server.errors import ApiError
from sandtable.server.mail import MailFailed, is_address
from sandtable.server.notices.delivery import Gone, Undeliverable
from sandtable.server.notices.preferences import Preferences, QuietHours
from sandtable.server.notices.push import good_keys, subscription_id
from sandtable.server.notices.texts import title_of
from sandtable.server.outgoing import NotAllowed, check_url
from sandtable.server.schemas.notices import (
    AddressRequest,
    ChannelRequest,
    Confirmed,
    EndpointRequest,
    NoticeChoices,
    NoticeSettings,
    PushRequest,
    TokenRequest,
    Turns,
)
from sandtable.server.service import Service
from sandtable.server.storage import notice_store, table_store
from sandtable.server.storage.stored_table import RUNNING

router = APIRouter(prefix="/api", tags=["notices"], responses=ERRORS)

MOST = 100
OLD_LINK = "This link was not made here, or it is too old; ask for a new one in the settings."

EndToken = Annotated[str, Path(min_length=1, max_length=1000, pattern="^[A-Za-z0-9_.-]+$")]


@router.get("/me/turns", response_model=Turns)
async def my_turns(who: Anyone, server: Serving) -> dict[str, Any]:
    """List the tables where it is my turn, for the title of the browser tab."""
    if who is None:
        return {"tables": []}
    tables = await server.table_cache.read(table_store.tables_of, who.id, RUNNING, MOST)
    waiting = [table for table in tables if table.to_choose in table.own(who.id)]
    return {
        "tables": [
            {
                "id": table.id,
                "name": table.name,
                "game": table.setup.game,
                "title": title_of(table.setup.game),
            }
            for table in waiting
        ]
    }


@router.post("/me/seen", status_code=204)
async def report_activity(who: Anyone, server: Serving) -> Response:
    """Report that I am active, so that no notice is sent."""
    if who is not None:
        row = await server.table_cache.read(notice_store.person, who.id)
        if row is not None:
            moment = server.time_source.now()
            await server.writer.run(lambda c: notice_store.see(c, who.id, moment))
    return Response(status_code=204)


@router.get("/me/notices", response_model=NoticeSettings)
async def my_notices(who: Anyone, server: Serving) -> dict[str, Any]:
    """Get my notice settings. By default no notices are sent."""
    return await _settings(server, who)


@router.put("/me/notices", response_model=NoticeSettings)
async def set_notices(asked: NoticeChoices, who: Actor, server: Serving) -> dict[str, Any]:
    """Choose which notices I get, by which channels, and my quiet hours."""
    row = await server.table_cache.read(notice_store.person, who.id)
    email = None if row is None else row.email
    if asked.email and email is None:
        raise ApiError("bad_request", "Confirm a mail address first.")
    if asked.webhook_url is not None:
        try:
            check_url(asked.webhook_url, server.settings.outgoing_private)
        except NotAllowed as error:
            raise ApiError("bad_request", str(error)) from None
    elif asked.webhook:
        raise ApiError("bad_request", "Give the address of the webhook.")
    quiet = asked.quiet
    preferences = Preferences(
        kinds=list(dict.fromkeys(asked.kinds)),
        push=asked.push,
        email=asked.email,
        webhook=asked.webhook,
        webhook_format=asked.webhook_format,
        quiet=None if quiet is None else QuietHours(quiet.begin, quiet.until, quiet.zone),
        language=asked.language,
    )
    moment = server.time_source.now()
    await server.writer.run(
        lambda c: notice_store.set_person(
            c,
            who.id,
            moment,
            preferences=preferences.plain(),
            active=asked.push or asked.email or asked.webhook,
            webhook=asked.webhook_url,
        )
    )
    return await _settings(server, who)


@router.post("/me/notices/email", status_code=204)
async def request_confirmation(asked: AddressRequest, who: Actor, server: Serving) -> Response:
    """Send a mail with a link that confirms my address."""
    if not server.notices.deliverer.mails:
        raise ApiError("bad_request", "This server sends no mail; its host can set that up.")
    if not is_address(asked.address):
        raise ApiError("bad_request", "This is not a mail address.")
    server.limiter.check("mail", who.id)
    server.limiter.check("mail", f"to {asked.address.lower()}")
    try:
        await server.notices.deliverer.confirm(who.id, asked.address, asked.language)
    except MailFailed as error:
        if error.permanent:
            raise ApiError("bad_request", "The mail server refused this address.") from None
        raise ApiError("busy", "The mail could not be sent; try again later.", wait=60) from None
    return Response(status_code=204)


@router.delete("/me/notices/email", status_code=204)
async def delete_address(who: Actor, server: Serving) -> Response:
    """Delete my mail address; no more mail is sent."""
    row = await server.table_cache.read(notice_store.person, who.id)
    if row is not None:
        await _end_mails(server, who.id, row.preferences, forget=True)
    return Response(status_code=204)


@router.post("/notices/confirm", response_model=Confirmed)
async def confirm_address(asked: TokenRequest, who: Anyone, server: Serving) -> dict[str, Any]:
    """Confirm a mail address with the link sent there, and switch mail on."""
    moment = server.time_source.now()
    confirmed = server.notice_links.read_confirm(asked.token, moment)
    if confirmed is None:
        raise ApiError("not_found", OLD_LINK)
    identity, address = confirmed
    row = await server.table_cache.read(notice_store.person, identity)
    preferences = Preferences.of(None if row is None else row.preferences).plain()
    preferences["email"] = True
    await server.writer.run(
        lambda c: notice_store.set_person(
            c, identity, moment, preferences=preferences, active=True, email=address
        )
    )
    return {"address": address}


@router.post("/notices/stop/{token}", status_code=204)
async def unsubscribe_from_mail(token: EndToken, who: Anyone, server: Serving) -> Response:
    """Unsubscribe from mail with the link at the end of every mail (also for mail programs)."""
    link = server.notice_links.read_end(token)
    if link is None:
        raise ApiError("not_found", OLD_LINK)
    row = await server.table_cache.read(notice_store.person, link[0])
    if row is not None and row.email == link[1]:
        await _end_mails(server, link[0], row.preferences, forget=False)
    return Response(status_code=204)


@router.post("/me/push", status_code=204)
async def subscribe(asked: PushRequest, who: Actor, server: Serving) -> Response:
    """Subscribe this browser to push messages."""
    try:
        check_url(asked.endpoint, server.settings.outgoing_private)
    except NotAllowed as error:
        raise ApiError("bad_request", str(error)) from None
    if not good_keys(asked.keys.p256dh, asked.keys.auth):
        raise ApiError("bad_request", "The browser's keys cannot be used.")
    moment = server.time_source.now()
    values = {
        "id": subscription_id(asked.endpoint),
        "identity": who.id,
        "endpoint": asked.endpoint,
        "p256dh": asked.keys.p256dh,
        "auth": asked.keys.auth,
        "made": moment,
    }
    await server.writer.run(lambda c: notice_store.add_push(c, values))
    return Response(status_code=204)


@router.post("/me/push/end", status_code=204)
async def unsubscribe(asked: EndpointRequest, who: Actor, server: Serving) -> Response:
    """Unsubscribe this browser from push messages."""
    id = subscription_id(asked.endpoint)
    await server.writer.run(lambda c: notice_store.drop_push(c, id, who.id))
    return Response(status_code=204)


@router.post("/me/notices/test", status_code=204)
async def send_test_notice(asked: ChannelRequest, who: Actor, server: Serving) -> Response:
    """Send me a test notice now."""
    server.limiter.check("mail", who.id)
    row = await server.table_cache.read(notice_store.person, who.id)
    devices = await server.table_cache.read(notice_store.push_of, who.id)
    if row is None or (asked.channel == "push" and not devices):
        raise ApiError("bad_request", "Switch this kind of notice on first.")
    for device in devices if asked.channel == "push" else [None]:
        try:
            await server.notices.deliverer.deliver(asked.channel, row, device, {"kind": "test"})
        except Gone:
            gone = "" if device is None else str(device.id)
            await server.writer.run(partial(notice_store.drop_push, id=gone))
            raise ApiError("bad_request", "This browser no longer accepts messages.") from None
        except Undeliverable as error:
            raise ApiError("bad_request", f"The notice was not accepted: {error}.") from None
    return Response(status_code=204)


async def _settings(server: Service, who: Identity | None) -> dict[str, Any]:
    row = None if who is None else await server.table_cache.read(notice_store.person, who.id)
    devices = [] if who is None else await server.table_cache.read(notice_store.push_of, who.id)
    preferences = Preferences.of(None if row is None else row.preferences)
    return {
        **asdict(preferences),
        "push_key": server.notices.deliverer.pusher.public_key,
        "devices": len(devices),
        "email_available": server.notices.deliverer.mails,
        "email_address": None if row is None else row.email,
        "webhook_url": None if row is None else row.webhook,
    }


async def _end_mails(server: Service, identity: str, stored: dict[str, Any], forget: bool) -> None:
    """Switch mails off; being here is another matter: mail programs open links, too."""
    preferences = {**Preferences.of(stored).plain(), "email": False}
    values: dict[str, Any] = {
        "preferences": preferences,
        "active": preferences["push"] or preferences["webhook"],
    }
    if forget:
        values["email"] = None
    await server.writer.run(lambda c: notice_store.change_person(c, identity, **values))
