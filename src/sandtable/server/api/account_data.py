"""An account's data: download it, take over a guest's games, delete it; and invitations to sign
up."""

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
    BroughtTables,
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
async def download_data(who: Person, server: Serving, request: Request) -> Response:
    """Download everything stored about me, as a guest or with an account."""
    only_in_a_browser(who)
    server.limit("analysis", who, address(request))
    export = await server.personal_data.export(who)
    headers = {"content-disposition": 'attachment; filename="sandtable-data.json"'}
    text = orjson.dumps(export, option=orjson.OPT_INDENT_2)
    return Response(text, media_type="application/json", headers=headers)


@router.post("/bring", response_model=BroughtTables)
async def take_over_guest_games(
    asked: BringRequest, who: Member, server: Serving
) -> dict[str, Any]:
    """Move the games I had as a guest on this device to my account."""
    return {"tables": await server.personal_data.bring(who, asked.ticket)}


@router.delete("", status_code=204)
async def delete_account(
    asked: ConfirmRequest, who: Member, server: Serving, request: Request
) -> Response:
    """Delete my account for good. Finished games stay, without my name."""
    limit_sign_in(request, server, who.name)
    await server.accounts.confirm(who, asked.password)
    await server.personal_data.delete(who)
    set_cookie(request, "")
    return Response(status_code=204)


@router.get("/invites", response_model=Invites)
async def my_invites(who: Member, server: Serving) -> dict[str, Any]:
    """List my invitations to this server that can still be used."""
    rows = await invites.invites_of(server.accounts, who)
    return {
        "invites": [
            {"id": row.digest, "uses": row.uses, "expires": moment(row.expires)} for row in rows
        ]
    }


@router.post("/invites", response_model=NewInvite, status_code=201)
async def create_invite(asked: InviteRequest, who: Member, server: Serving) -> dict[str, Any]:
    """Create a link with which others can sign up."""
    id, secret, expires = await invites.new_invite(server.accounts, who, asked.uses)
    return {"id": id, "uses": asked.uses, "expires": moment(expires), "secret": secret}


@router.delete("/invites/{id}", status_code=204)
async def revoke_invite(id: InviteId, who: Member, server: Serving) -> Response:
    """Revoke an invitation to this server."""
    await invites.take_back(server.accounts, who, id)
    return Response(status_code=204)
