"""An account's data: downloaded, brought along, deleted; and invitations to have an account."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response

from sandtable.server.api.accounts import limit_sign_in
from sandtable.server.api.dependencies import (
    ERRORS,
    Member,
    Person,
    Serving,
    address,
    only_in_a_browser,
    set_cookie,
)
from sandtable.server.auth import invites
from sandtable.server.schemas.accounts import (
    BringRequest,
    Brought,
    ConfirmRequest,
    InviteRequest,
    Invites,
    NewInvite,
)
from sandtable.server.tables.info import moment

router = APIRouter(prefix="/api/account", tags=["account"], responses=ERRORS)

InviteId = Annotated[str, Path(min_length=1, max_length=64, pattern="^[0-9a-f]+$")]


@router.get(
    "/data",
    response_class=Response,
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
)
async def data(who: Person, server: Serving, request: Request) -> Response:
    """All that is stored about me, guest or not, as a file."""
    only_in_a_browser(who)
    server.limit("analysis", who, address(request))
    found = await server.personal_data.export(who)
    headers = {"content-disposition": 'attachment; filename="sandtable-data.json"'}
    text = orjson.dumps(found, option=orjson.OPT_INDENT_2)
    return Response(text, media_type="application/json", headers=headers)


@router.post("/bring", response_model=Brought)
async def bring(asked: BringRequest, who: Member, server: Serving) -> dict[str, Any]:
    """Take over the games that I had as a guest on this device."""
    return {"tables": await server.personal_data.bring(who, asked.ticket)}


@router.delete("", status_code=204)
async def delete_account(
    asked: ConfirmRequest, who: Member, server: Serving, request: Request
) -> Response:
    """Delete my account for good. Finished games stay, without my name."""
    limit_sign_in(request, server, who.name)
    await server.personal_data.delete(who, asked.password)
    set_cookie(request, "")
    return Response(status_code=204)


@router.get("/invites", response_model=Invites)
async def my_invites(who: Member, server: Serving) -> dict[str, Any]:
    """The invitations to this server that I made and that can still be used."""
    rows = await invites.invites_of(server.accounts, who)
    return {
        "invites": [
            {"id": row.digest, "uses": row.uses, "expires": moment(row.expires)} for row in rows
        ]
    }


@router.post("/invites", response_model=NewInvite, status_code=201)
async def new_invite(asked: InviteRequest, who: Member, server: Serving) -> dict[str, Any]:
    """A link with which others can make an account."""
    id, secret, expires = await invites.new_invite(server.accounts, who, asked.uses)
    return {"id": id, "uses": asked.uses, "expires": moment(expires), "secret": secret}


@router.delete("/invites/{id}", status_code=204)
async def take_back_invite(id: InviteId, who: Member, server: Serving) -> Response:
    await invites.take_back(server.accounts, who, id)
    return Response(status_code=204)
