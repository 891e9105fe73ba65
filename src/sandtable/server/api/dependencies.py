"""What the endpoints need from a request: the service, who asks, and answers ready to send."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import Depends, Path, Request, Response
from starlette.requests import HTTPConnection

from sandtable.server.auth.identity import COOKIE, Identity, new_identity
from sandtable.server.errors import ApiError
from sandtable.server.schemas.responses import ErrorAnswer
from sandtable.server.service import Service

#: What any request may be answered with instead.
ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": ErrorAnswer, "description": "Refused; the error says why."},
    "5XX": {"model": ErrorAnswer, "description": "The server could not answer."},
}

TableId = Annotated[str, Path(min_length=1, max_length=16, pattern="^[a-z0-9]+$")]


def service(connection: HTTPConnection) -> Service:
    found = connection.app.state.service
    assert isinstance(found, Service)
    return found


def address(connection: HTTPConnection) -> str:
    return "address " + (connection.client.host if connection.client else "unknown")


def identity(connection: HTTPConnection) -> Identity | None:
    """Who asks: by cookie, or by token for programs. None: nobody we know."""
    signer = service(connection).signer
    header = connection.headers.get("authorization")
    if header is not None:
        scheme, _, token = header.partition(" ")
        found = signer.read(token.strip()) if scheme.lower() == "bearer" else None
        if found is None:
            raise ApiError(
                "forbidden", "This token is not from here; POST /api/me/token gives one."
            )
        return found
    return signer.read(connection.cookies.get(COOKIE, ""))


def anyone(request: Request) -> Identity | None:
    """For reading: limited, but nobody has to be known."""
    found = identity(request)
    service(request).limit("read", found, address(request))
    return found


def person(request: Request) -> Identity:
    """For doing something: whoever is not known yet gets a cookie."""
    found = identity(request)
    if found is None:
        service(request).limit("create", None, address(request))
        found = new_identity()
        know(request, found)
    return found


def know(request: Request, who: Identity) -> None:
    """Let the answer set the cookie."""
    request.scope["state"]["new_token"] = service(request).signer.token(who)


class Limited:
    """A known person, limited by what they do."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __call__(self, request: Request, who: Annotated[Identity, Depends(person)]) -> Identity:
        service(request).limit(self.what, who, address(request))
        return who


Serving = Annotated[Service, Depends(service)]
Anyone = Annotated[Identity | None, Depends(anyone)]
Person = Annotated[Identity, Depends(person)]
Creator = Annotated[Identity, Depends(Limited("create"))]
Actor = Annotated[Identity, Depends(Limited("act"))]


def ready(content: Any) -> Response:
    """JSON of plain data that needs no further checks."""
    return Response(orjson.dumps(content), media_type="application/json")


def id_of(who: Identity | None) -> str | None:
    return None if who is None else who.id
