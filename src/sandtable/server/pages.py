"""The browser client's files, and pages for when there are none."""

from __future__ import annotations

import gzip
import html
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from sandtable.server.errors import ApiError

STATIC = Path(__file__).parent / "static"

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}"
    "code,pre{background:#8882;padding:.1em .3em;border-radius:.2em}summary{cursor:pointer}"
    "pre{overflow:auto;padding:.6em}details{margin:.3em 0}:root{color-scheme:light dark}"
)

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandtable</title>
<meta name="viewport" content="width=device-width"><link rel='stylesheet' href='/api/docs.css'>
<h1>Sandtable runs, but its pages are not built yet</h1>
<p>The server is up; what you would see here is made from the folder <code>web</code> of the
sources. Build it there with <code>make web</code>, then load this page again. An installed package
brings the pages with it.</p>
<p>Programs can play already: see the <a href="/api/docs">description of the interface</a>.</p>
</html>"""

router = APIRouter(include_in_schema=False)


@router.get("/api/docs.css")
async def docs_style() -> Response:
    """A file of its own, since the content security policy allows no styles inside a page."""
    return Response(STYLE, media_type="text/css")


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """The interface for people to read, made from its own schema: works without the net."""
    app: FastAPI = request.app
    return HTMLResponse(describe(app.openapi()))


@router.api_route("/api/{path:path}", methods=["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"])
async def nothing(path: str) -> Response:
    raise no_address()


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(path: str, request: Request) -> Response:
    """A file of the client; any other path is one of its pages."""
    if path == "api":
        raise no_address()
    index = STATIC / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, status_code=200 if not path else 404)
    file = _file(path)
    if file is not None and file.parent.name == "assets":
        return _asset(file, request.headers.get("accept-encoding", ""))
    if file is not None:
        return FileResponse(file, headers={"cache-control": "no-cache"})
    # Deeper paths are pages, whatever is in them: tokens of mails and names of people have dots.
    folder, _, name = path.partition("/")
    if folder == "assets" or ("." in folder and not name):
        return Response("There is no such file.\n", status_code=404, media_type="text/plain")
    return FileResponse(index, headers={"cache-control": "no-cache"})


def _asset(file: Path, accepted: str) -> Response:
    """A file whose name changes with its content. What has to be compressed for every visitor is
    compressed once."""
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    if file.suffix not in (".css", ".js") or "gzip" not in accepted:
        return FileResponse(file, headers=headers)
    headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
    media_type = mimetypes.guess_type(file.name)[0]
    return Response(_compressed(file), headers=headers, media_type=media_type)


@cache
def _compressed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes())


def _file(path: str) -> Path | None:
    """The file of that name in the folder, and nowhere else."""
    try:
        file = (STATIC / path).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # names that no file can have
        return None


def no_address() -> ApiError:
    return ApiError("not_found", "There is no such address; /api/docs lists what there is.")


def describe(schema: dict[str, Any]) -> str:
    """An OpenAPI schema as a plain page."""
    title, about = _(schema["info"]["title"]), _(schema["info"].get("description", ""))
    head = (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        f"<title>{title}</title><meta name='viewport' content='width=device-width'>"
        f"<link rel='stylesheet' href='/api/docs.css'><h1>{title}</h1><p>{about}</p>"
        "<p>The same for programs: <a href='/openapi.json'>/openapi.json</a>.</p>"
    )
    parts = [head]
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            does = operation.get("description") or operation.get("summary", "")
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            rows = [
                f"<li><code>{_(p['name'])}</code> ({_(p['in'])}) {_(p.get('description', ''))}</li>"
                for p in operation.get("parameters", [])
            ]
            parts.append(
                f"<details><summary><b>{method.upper()}</b> <code>{_(path)}</code> {_(does)}"
                f"</summary><ul>{''.join(rows)}</ul>"
                + (f"<p>Body: {_link(body['schema'])}</p>" if body else "")
                + "".join(
                    _answer(status, answer) for status, answer in operation["responses"].items()
                )
                + "</details>"
            )
    parts.append("<h2>Parts</h2>")
    for name, part in schema["components"]["schemas"].items():
        rows = [
            f"<li><code>{_(key)}</code>: {_link(value)} {_(value.get('description', ''))}</li>"
            for key, value in part.get("properties", {}).items()
        ]
        what = "" if rows else _link(part)
        parts.append(f"<h3 id='{_(name)}'>{_(name)}</h3>{what}<ul>{''.join(rows)}</ul>")
    return "".join(parts) + "</html>"


def _(text: object) -> str:
    return html.escape(str(text))


def _answer(status: str, answer: dict[str, Any]) -> str:
    kinds = answer.get("content", {})
    shown = ", ".join(
        f"{_(kind)} {_link(value['schema'])}" for kind, value in kinds.items() if "schema" in value
    )
    return f"<p>{_(status)}: {_(answer.get('description', ''))} {shown}</p>"


def _link(schema: dict[str, Any]) -> str:
    """A schema in a few words, with links to its parts."""
    if "$ref" in schema:
        name = _(schema["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(_link(part) for part in schema[key])
    if "enum" in schema:
        return _(", ".join(str(value) for value in schema["enum"]))
    if "const" in schema:
        return f"<code>{_(schema['const'])}</code>"
    if schema.get("type") == "array":
        return f"list of {_link(schema.get('items', {}))}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_link(schema['additionalProperties'])}"
    return _(schema.get("type", "anything"))
