"""The web application: routes, error answers, and starting and stopping the service."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from sandtable.kernel.errors import SandtableError
from sandtable.server import pages
from sandtable.server.api import (
    account_data,
    accounts,
    admin,
    agreements,
    challenges,
    chat,
    coaches,
    games,
    lessons,
    live,
    me,
    notices,
    people,
    plans,
    playing,
    tables,
)
from sandtable.server.api.dependencies import ERRORS, Serving, host
from sandtable.server.errors import ApiError
from sandtable.server.metrics import CONTENT_TYPE, Metrics, may_read
from sandtable.server.middleware import RequestMiddleware
from sandtable.server.schemas.live import ClientMessage, ServerMessage
from sandtable.server.schemas.people import PersonalMessage
from sandtable.server.schemas.responses import Health
from sandtable.server.schemas.titles import add_titles
from sandtable.server.service import Service
from sandtable.server.settings import Settings
from sandtable.server.storage.database import DATABASE_FAILURES, database_failed
from sandtable.server.time_source import WALL_CLOCK, TimeSource
from sandtable.version import VERSION

log = logging.getLogger("sandtable.server")

ABOUT = (
    "Everything the browser can do. People are known by a signed cookie, programs by a token "
    "(POST /api/me/token). The live channel of a table is the WebSocket /api/tables/ID/live; its "
    "messages are described as ServerMessage and ClientMessage."
)


def create_app(settings: Settings, time_source: TimeSource = WALL_CLOCK) -> FastAPI:
    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = await asyncio.to_thread(Service, settings, time_source)
        metrics.start(app.state.service)
        app.state.service.start()
        log.info("started", extra={"version": VERSION})
        yield
        await app.state.service.stop()
        log.info("stopped")

    metrics = Metrics()
    app = FastAPI(
        title="Sandtable",
        version=VERSION,
        description=ABOUT,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(RequestMiddleware, settings=settings, metrics=metrics)
    _errors(app)

    @app.get(
        "/api/health",
        response_model=Health,
        responses={503: {"model": Health, "description": "A part fails."}, **ERRORS},
        tags=["server"],
    )
    async def health(server: Serving) -> Response:
        """Whether games can be read and stored, and bots can think; 503 if not."""
        parts = await server.health.parts()
        well = all(parts.values())
        words = {name: "ok" if ok else "failing" for name, ok in parts.items()}
        body = {"status": "ok" if well else "failing", "version": VERSION, **words}
        return JSONResponse(body, 200 if well else 503)

    @app.get("/metrics", include_in_schema=False)
    async def figures(request: Request, server: Serving) -> Response:
        """For Prometheus: those who may not read it get a 404."""
        given = request.headers.get("authorization")
        if not may_read(settings.metrics_token, given, host(request)):
            raise ApiError("not_found", "There is nothing here for you.")
        return Response(await metrics.text(server), media_type=CONTENT_TYPE)

    app.router.routes.extend(_module_routes())
    _describe_messages(app)
    return app


@cache
def _module_routes() -> list[BaseRoute]:
    """The routes of all modules. They know nothing of the application, and building them takes most
    of the time that an application takes: do it once in a process."""
    router = APIRouter()
    for module in (
        me,
        notices,
        accounts,
        account_data,
        people,
        admin,
        games,
        lessons,
        tables,
        playing,
        plans,
        agreements,
        chat,
        coaches,
        challenges,
        live,
        pages,
    ):
        router.include_router(module.router)
    for route in router.routes:
        # FastAPI builds the routes of a router when it first looks for one there. Have it done now:
        # later it would hold up everybody, and it is not safe in two threads at once.
        route.matches(
            {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
        )
    return router.routes


def _errors(app: FastAPI) -> None:
    def answer(api_error: ApiError) -> Response:
        headers = {}
        if api_error.wait is not None:
            headers["retry-after"] = str(max(1, round(api_error.wait + 0.5)))
        return JSONResponse(api_error.body(), api_error.status, headers)

    @app.exception_handler(ApiError)
    async def on_api_error(request: Request, error: ApiError) -> Response:
        return answer(error)

    @app.exception_handler(RequestValidationError)
    async def on_invalid_request(request: Request, error: RequestValidationError) -> Response:
        # Do not repeat what was sent: it may be large or secret.
        problems = [
            ".".join(str(part) for part in problem["loc"]) + ": " + problem["msg"]
            for problem in error.errors()[:20]
        ]
        message = "This request is not valid: " + "; ".join(problems[:3]) + "."
        return answer(ApiError("bad_request", message, problems, status=422))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        codes = {403: "forbidden", 404: "not_found", 413: "too_large"}
        code = codes.get(error.status_code, "bad_request")
        api_error = ApiError(code, f"{error.detail}.", status=error.status_code)
        response = answer(api_error)
        for name, value in (error.headers or {}).items():
            response.headers[name] = value
        return response

    @app.exception_handler(SandtableError)
    async def game(request: Request, error: SandtableError) -> Response:
        log.exception("unexpected game error", exc_info=error)
        return answer(ApiError("internal", "The server could not do that; nothing was changed."))

    @app.exception_handler(RecursionError)
    async def on_deep_nesting(request: Request, error: RecursionError) -> Response:
        return answer(ApiError("bad_request", "The JSON is nested too deeply."))

    async def database(request: Request, error: Exception) -> Response:
        return answer(database_failed(error))

    for kind in DATABASE_FAILURES:
        app.exception_handler(kind)(database)

    @app.exception_handler(Exception)
    async def on_unexpected_error(request: Request, error: Exception) -> Response:
        # The framework logs it with its traceback.
        return answer(ApiError("internal", "The server could not do that; nothing was changed."))


def _describe_messages(app: FastAPI) -> None:
    """Add the messages of the live channel and what the titles declare to the schema; the client's
    types come from it."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = plain()
            parts = schema["components"]["schemas"]
            kinds: dict[str, TypeAdapter[Any]] = {
                "ClientMessage": TypeAdapter(ClientMessage),
                "ServerMessage": TypeAdapter(ServerMessage),
                "PersonalMessage": TypeAdapter(PersonalMessage),
            }
            for name, kind in kinds.items():
                described = kind.json_schema(
                    ref_template="#/components/schemas/{model}",
                    mode="validation" if name == "ClientMessage" else "serialization",
                )
                for part, definition in described.pop("$defs", {}).items():
                    parts.setdefault(part, definition)
                parts[name] = described
            add_titles(schema)
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
