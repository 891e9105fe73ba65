"""The client's files, the page that is there without them, and what every answer carries."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from sandtable.server import pages
from tests.server.conftest import LiveServer
from tests.server.people import Person


@pytest.fixture
def client_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>The client</title>" + "x" * 2000)
    (folder / "assets" / "app-1a2b.js").write_text("console.log('hello');" * 200)
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("not for the world")
    monkeypatch.setattr(pages, "STATIC", folder)
    return folder


def test_the_client_is_served(client_files: Path, ann: Person) -> None:
    for path in ("/", "/table/abc?step=5", "/join/CODE", "/index.html"):
        answer = ann.http.get(path)
        assert answer.status_code == 200 and "The client" in answer.text, path
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"].startswith("text/html")
    script = ann.http.get("/assets/app-1a2b.js")
    assert "immutable" in script.headers["cache-control"]
    assert "javascript" in script.headers["content-type"]
    assert script.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in script.headers["vary"].lower()
    plain = ann.http.get("/assets/app-1a2b.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == script.text == "console.log('hello');" * 200
    assert (
        ann.http.head("/assets/app-1a2b.js").headers.items() >= {"content-encoding": "gzip"}.items()
    )
    assert ann.http.get("/icon.svg").headers["content-type"].startswith("image/svg")
    assert ann.http.get("/assets/old-9.js").status_code == 404
    assert ann.http.get("/missing.png").status_code == 404
    for page in ("/notices/stop/signed.by-us", "/notices/confirm/signed.by-us", "/people/J.%20R."):
        answer = ann.http.get(page)
        assert answer.status_code == 200 and "text/html" in answer.headers["content-type"], page
    assert ann.http.head("/").status_code == 200


def test_nothing_outside_the_folder(client_files: Path, server: LiveServer) -> None:
    import http.client

    host = server.url.removeprefix("http://")
    for path in (
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        f"/{client_files.parent}/secret.txt",
        "//etc/passwd",
        "/assets/app-1a2b.js%00",
    ):
        connection = http.client.HTTPConnection(host, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read()
        if answer.getheader("content-encoding") == "gzip":
            text = gzip.decompress(text)
        connection.close()
        assert b"not for the world" not in text and b"root:" not in text, path
        assert answer.status in (200, 400, 404, 422), path


def test_without_the_client_there_is_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ann: Person
) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path / "nothing")
    answer = ann.http.get("/")
    assert answer.status_code == 200 and "make web" in answer.text
    assert ann.http.get("/table/abc").status_code == 404


def test_the_interface_is_described(ann: Person) -> None:
    page = ann.http.get("/api/docs")
    assert page.status_code == 200 and "/api/tables/{id}/actions" in page.text
    assert "http://" not in page.text.replace("http://www.w3.org", "")
    schema = ann.get("/openapi.json")
    for name in ("ServerMessage", "ClientMessage", "HelloMessage", "ActMessage", "Position"):
        assert name in schema["components"]["schemas"], name
        assert f"id='{name}'" in page.text


def test_every_answer_is_guarded(ann: Person) -> None:
    for path in ("/", "/api/me", "/api/nothing"):
        headers = ann.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "server" not in headers
    assert ann.http.get("/api/me").headers["cache-control"] == "no-store"
