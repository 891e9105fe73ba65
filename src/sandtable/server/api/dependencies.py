"""What the endpoints need from a request: the service, who asks, and answers ready to send."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import Depends, Path, Query, Request, Response
from starlette.requests import HTTPConnection

from sandtable.server.auth.identity import COOKIE, Identity, IdentityClaim, new_identity
from sandtable.server.errors import ApiError
from sandtable.server.languages import language_of
from sandtable.server.schemas.responses import ErrorAnswer
from sandtable.server.service import Service

#: What any request may be answered with instead.
ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorAnswer, "description": "The request was refused; the error says why."},
    "5XX": {"model": ErrorAnswer, "description": "The server could not answer."},
}

TableId = Annotated[str, Path(min_length=1, max_length=16, pattern="^[a-z0-9]+$")]


def service(connection: HTTPConnection) -> Service:
    result = connection.app.state.service
    assert isinstance(result, Service)
    return result


def host(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "unknown"


def address(connection: HTTPConnection) -> str:
    """Where a request comes from, as a key for limits."""
    return "address " + host(connection)


def claim_of(connection: HTTPConnection) -> IdentityClaim | None:
    """What the cookie or token of a request says, if it was signed here; it may have ended."""
    signer = service(connection).signer
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, token = header.partition(" ")
        return signer.read_token(token.strip()) if scheme.lower() == "bearer" else None
    return signer.read_cookie(connection.cookies.get(COOKIE, ""))


async def identity(connection: HTTPConnection) -> Identity | None:
    """Who asks: by cookie, or by token for programs. None: nobody we know, or a cookie that has
    ended (see `ended`)."""
    server = service(connection)
    claim = claim_of(connection)
    if "authorization" in connection.headers:
        who = None if claim is None else await server.sign_ins.by_token(claim)
        if who is None:
            raise ApiError(
                "forbidden",
                "This token is not from here or was revoked; POST /api/me/token gives one.",
            )
        return who._replace(address=server.signer.address(host(connection)))
    if claim is None:
        return None
    who = await server.sign_ins.by_cookie(claim)
    if who is None:
        connection.scope.setdefault("state", {})["sign_in_ended"] = True
        return None
    if claim.old and connection.scope["type"] == "http":
        set_cookie(connection, await server.sign_ins.cookie(who))
    return who._replace(address=server.signer.address(host(connection)))


def ended(request: Request) -> bool:
    """Whether the request came with a cookie that no longer counts."""
    return bool(request.scope["state"].get("sign_in_ended"))


async def anyone(request: Request) -> Identity | None:
    """For reading: rate-limited, but needs no identity."""
    who = await identity(request)
    service(request).limit("read", who, address(request))
    return who


async def person(request: Request) -> Identity:
    """For changes: somebody without a cookie gets one."""
    who = await identity(request)
    if who is not None:
        return who
    if ended(request):
        raise ApiError(
            "forbidden", "This sign-in has ended: reload the page, or choose a name to start again."
        )
    return await new_guest(request)


def only_in_a_browser(who: Identity) -> None:
    """A program must not be able to outlive its token."""
    if who.by_token:
        raise ApiError("forbidden", "A program cannot do this with a token; use the browser.")


async def member(request: Request) -> Identity:
    """Somebody who is signed in to an account, in a browser."""
    who = await identity(request)
    service(request).limit("act", who, address(request))
    if who is not None:
        only_in_a_browser(who)
    if who is None or who.sign_in is None:
        raise ApiError("forbidden", "This needs an account: sign in or create one.")
    return who


async def administrator(who: Annotated[Identity, Depends(member)]) -> Identity:
    if not who.admin:
        raise ApiError("forbidden", "This is for administrators of the server.")
    return who


async def new_guest(request: Request) -> Identity:
    """Somebody new, who gets a cookie with the answer."""
    server = service(request)
    server.limit("create", None, address(request))
    who = new_identity()
    set_cookie(request, await server.sign_ins.cookie(who))
    return who._replace(address=server.signer.address(host(request)))


def set_cookie(connection: HTTPConnection, cookie: str) -> None:
    """Let the answer set the cookie."""
    connection.scope.setdefault("state", {})["new_cookie"] = cookie


class Limited:
    """A known person, limited by what they do."""

    def __init__(self, what: str) -> None:
        self.what = what

    async def __call__(
        self, request: Request, who: Annotated[Identity, Depends(person)]
    ) -> Identity:
        service(request).limit(self.what, who, address(request))
        return who


async def serving(connection: HTTPConnection) -> Service:
    return service(connection)


async def answer_language(
    connection: HTTPConnection,
    language: Annotated[
        str | None,
        Query(
            min_length=2,
            max_length=20,
            pattern="^[A-Za-z0-9-]+$",
            description="Such as en or de; by default taken from the header Accept-Language.",
        ),
    ] = None,
) -> str:
    """The language of the answer."""
    return language_of(connection)


Serving = Annotated[Service, Depends(serving)]
AnswerLanguage = Annotated[str, Depends(answer_language)]
Anyone = Annotated[Identity | None, Depends(anyone)]
Person = Annotated[Identity, Depends(person)]
Creator = Annotated[Identity, Depends(Limited("create"))]
Actor = Annotated[Identity, Depends(Limited("act"))]
Member = Annotated[Identity, Depends(member)]
Admin = Annotated[Identity, Depends(administrator)]


def ready(content: Any) -> Response:
    """JSON of plain data that needs no further checks."""
    return Response(orjson.dumps(content), media_type="application/json")


def id_of(who: Identity | None) -> str | None:
    return None if who is None else who.id
