"""Accounts: made from a guest, signed in to on several devices, recovered by mail."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from sandtable.server.auth import accounts, sign_ins
from sandtable.server.auth.devices import device_name
from sandtable.server.settings import Rates
from sandtable.server.storage.people_models import AccountRow, LinkRow
from tests.server.conftest import LiveServer, Start
from tests.server.mail_server import MailServer
from tests.server.people import Person

PASSWORD = "correct horse battery"


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.stop()


def sign_up(person: Person, name: str = "Ann", **more: Any) -> dict[str, Any]:
    return person.post("/api/account", name=name, password=PASSWORD, **more)


def sign_in(person: Person, name: str = "Ann", password: str = PASSWORD) -> dict[str, Any]:
    return person.post("/api/account/sign-in", name=name, password=password)


def test_a_guest_becomes_an_account_with_all_games(server: LiveServer) -> None:
    guest = server.person("Annie")
    table = guest.table(seats="human open")
    token = guest.post("/api/me/token")["token"]
    answer = sign_up(guest, "Ann")
    assert answer["me"] == {"name": "Ann", "known": True, "account": True, "admin": True}
    assert answer["guest"] is None
    assert guest.get(f"/api/tables/{table['id']}")["owner"]
    assert guest.get("/api/me/tables")["tables"][0]["seats"][0]["mine"]
    # A program goes on with its token, and has the new name.
    program = server.person()
    bearer = {"authorization": f"Bearer {token}"}
    assert program.http.get("/api/me", headers=bearer).json()["name"] == "Ann"
    guest.refused("POST", "/api/account", "bad_request", {"name": "B", "password": PASSWORD})


def test_the_guests_cookie_ends_with_the_account(
    server: LiveServer, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = ann.cookie
    sign_up(ann)
    assert ann.cookie != old
    monkeypatch.setattr(sign_ins, "GRACE", -1.0)
    thief = server.person()
    thief.http.cookies.set("sandtable", old)
    assert thief.get("/api/me")["known"] is False


def test_what_is_left_of_the_guest_has_no_rights_of_the_account(
    server: LiveServer, ann: Person
) -> None:
    """For a moment an old cookie still counts, but not for the account itself."""
    old = ann.cookie
    assert sign_up(ann)["me"]["admin"]
    late = server.person()
    late.http.cookies.set("sandtable", old)
    assert late.get("/api/me") == {"name": "Ann", "known": True, "account": True, "admin": False}
    late.refused("GET", "/api/account", "forbidden")
    bearer = {"authorization": f"Bearer {ann.post('/api/me/token')['token']}"}
    for method, path in (("GET", ""), ("DELETE", ""), ("DELETE", "/sign-ins")):
        late.refused(method, f"/api/account{path}", "forbidden", json={}, headers=bearer)


def test_several_devices(start: Start, database: str) -> None:
    server = start(database=database)
    ann = server.person("Annie")
    ann.http.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"
    sign_up(ann)
    table = ann.table(seats="human open")
    phone, tablet = server.person(), server.person()
    for device in (phone, tablet):
        assert sign_in(device, " ANN ")["me"]["name"] == "Ann"
        assert device.get(f"/api/tables/{table['id']}")["owner"]
    # A new name signs nobody out.
    phone.post("/api/me", name="Anna")
    assert tablet.get("/api/me")["name"] == "Anna"
    sign_ins = ann.get("/api/account")["sign_ins"]
    assert len(sign_ins) == 3
    assert [s["device"] for s in sign_ins if s["current"]] == ["Firefox, Linux"]
    # One ends, with its live connections.
    (current,) = [s for s in phone.get("/api/account")["sign_ins"] if s["current"]]
    live = phone.live(table)
    assert ann.http.delete(f"/api/account/sign-ins/{current['id']}").status_code == 204
    with suppress(ConnectionClosed):
        while True:
            live.next()  # times out unless it is closed
    assert phone.get("/api/me")["known"] is False
    assert tablet.get("/api/me")["known"]
    ann.refused("DELETE", f"/api/account/sign-ins/{current['id']}", "not_found")
    # All others end.
    assert ann.http.delete("/api/account/sign-ins").status_code == 204
    assert tablet.get("/api/me")["known"] is False
    assert ann.get("/api/me")["account"]
    # And this one.
    assert ann.http.post("/api/account/sign-out").status_code == 204
    assert ann.http.cookies.get("sandtable") is None
    assert ann.get("/api/me")["known"] is False


def test_sign_ins_survive_a_restart(start: Start) -> None:
    server = start()
    ann = server.person("Ann")
    sign_up(ann)
    cookie = ann.cookie
    server.stop()
    later = start().person()
    later.http.cookies.set("sandtable", cookie)
    assert later.get("/api/me")["account"]


def test_names_are_unique(server: LiveServer, ann: Person, bob: Person) -> None:
    sign_up(ann, "Ann")
    body = {"name": "ＡＮＮ", "password": PASSWORD}
    message = bob.refused("POST", "/api/account", "name_taken", body)
    assert "taken" in message
    assert bob.get("/api/me")["account"] is False
    sign_up(bob, "Bob")
    bob.refused("POST", "/api/me", "name_taken", {"name": "ann"})
    assert bob.get("/api/me")["name"] == "Bob"
    bob.post("/api/me", name="BOB")
    for name in ("Guest", "former  PLAYER", "a@b.de", "a/b", "\u202e"):
        person = server.person()
        person.refused("POST", "/api/account", "bad_request", {"name": name, "password": PASSWORD})


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaa", "Annabella"])
def test_passwords_that_are_too_easy(ann: Person, password: str) -> None:
    body = {"name": "annabella", "password": password}
    ann.refused("POST", "/api/account", "bad_request", body)


def test_a_wrong_name_looks_like_a_wrong_password(
    server: LiveServer, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(ann)
    looked: list[str] = []
    passwords = server.service.accounts.passwords
    verify = type(passwords._hasher).verify

    def counting(hasher: Any, hashed: str, password: str) -> bool:
        looked.append(hashed)
        return bool(verify(hasher, hashed, password))

    monkeypatch.setattr(type(passwords._hasher), "verify", counting)
    stranger = server.person()
    messages = {
        stranger.refused(
            "POST", "/api/account/sign-in", "forbidden", {"name": name, "password": "wrong one"}
        )
        for name in ("Ann", "Nobody")
    }
    assert len(messages) == 1
    # Both cost a look at a hash of the same kind.
    assert len(looked) == 2
    assert len({hashed.rpartition("$")[0].rpartition("$")[0] for hashed in looked}) == 1


def test_guessing_is_slowed_down(start: Start) -> None:
    server = start(rate_factor=1, rates=Rates(sign_in=(3, 1e6)))
    eve = server.person()
    body = {"name": "Ann", "password": "guess"}
    codes = [eve.http.post("/api/account/sign-in", json=body).status_code for _ in range(5)]
    assert codes == [403, 403, 403, 429, 429]


def test_the_first_account_of_this_machine_is_the_administrator(start: Start) -> None:
    server = start()
    outside = server.person()
    assert outside.get("/api/account/rules")["first"] is True
    proxied = {"x-forwarded-for": "203.0.113.7"}
    assert outside.http.get("/api/account/rules", headers=proxied).json()["first"] is False
    named = {"host": "club.example"}
    assert outside.http.get("/api/account/rules", headers=named).json()["first"] is False
    body = {"name": "Eve", "password": PASSWORD}
    answer = outside.http.post("/api/account", json=body, headers=proxied)
    assert answer.json()["me"]["admin"] is False
    here = server.person()
    assert sign_up(here, "Host")["me"]["admin"] is True
    assert here.get("/api/me")["admin"] is True
    assert sign_up(server.person(), "Second")["me"]["admin"] is False


def test_a_server_with_a_public_address_makes_no_administrator_by_itself(start: Start) -> None:
    server = start(public_url="https://club.example")
    person = server.person()
    assert person.get("/api/account/rules")["first"] is False
    assert sign_up(person)["me"]["admin"] is False


def test_sign_up_by_invitation(start: Start, database: str) -> None:
    server = start(signup="invite", invites="admins", database=database)
    host, ann, bob = (server.person() for _ in range(3))
    assert sign_up(host, "Host")["me"]["admin"]
    body: dict[str, Any] = {"name": "Ann", "password": PASSWORD}
    assert "invitation" in ann.refused("POST", "/api/account", "forbidden", body)
    invite = host.post("/api/account/invites", uses=1)
    assert len(host.get("/api/account/invites")["invites"]) == 1
    body["invite"] = invite["secret"] + "x"
    ann.refused("POST", "/api/account", "forbidden", body)
    # A name that is taken does not use it up.
    taken = {**body, "name": "host", "invite": invite["secret"]}
    ann.refused("POST", "/api/account", "name_taken", taken)
    sign_up(ann, "Ann", invite=invite["secret"])
    again = {"name": "Bob", "password": PASSWORD, "invite": invite["secret"]}
    bob.refused("POST", "/api/account", "forbidden", again)
    # Members do not invite here.
    assert ann.get("/api/account")["may_invite"] is False
    ann.refused("POST", "/api/account/invites", "forbidden", {})
    second = host.post("/api/account/invites", uses=2)
    ann.refused("DELETE", f"/api/account/invites/{second['id']}", "not_found")
    assert host.http.delete(f"/api/account/invites/{second['id']}").status_code == 204
    bob.refused("POST", "/api/account", "forbidden", {**again, "invite": second["secret"]})
    # The database holds no secret.
    with server.service.engine.connect() as connection:
        stored = str(connection.execute(LinkRow.__table__.select()).all())
    assert invite["secret"] not in stored


def test_no_sign_up(start: Start) -> None:
    server = start(signup="closed", public_url="https://club.example")
    person = server.person()
    body = {"name": "Ann", "password": PASSWORD}
    assert "guest" in person.refused("POST", "/api/account", "forbidden", body)
    person.table()  # playing is as easy as ever


def test_a_new_password_signs_other_devices_out(server: LiveServer, ann: Person) -> None:
    sign_up(ann)
    phone = server.person()
    sign_in(phone)
    body = {"password": "wrong one", "new": "another password"}
    ann.refused("PUT", "/api/account/password", "forbidden", body)
    body["password"] = PASSWORD
    assert ann.http.put("/api/account/password", json=body).status_code == 204
    assert ann.get("/api/me")["account"]
    assert phone.get("/api/me")["known"] is False
    phone.refused(
        "POST", "/api/account/sign-in", "forbidden", {"name": "Ann", "password": PASSWORD}
    )
    sign_in(phone, password="another password")
    # Without a passkey there must be a password.
    none = {"password": "another password", "new": None}
    ann.refused("PUT", "/api/account/password", "bad_request", none)


def test_reset_by_mail(
    start: Start, database: str, mail_server: MailServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = start(
        database=database,
        smtp_url=mail_server.url + "?tls=off",
        mail_from="table@club.example",
        public_url="https://club.example",
    )
    ann = server.person()
    sign_up(ann, email="Ann@Example.org")
    assert ann.get("/api/account")["email"] == "ann@example.org"
    assert ann.get("/api/account/rules")["mail"] is True
    bearer = {"authorization": f"Bearer {ann.post('/api/me/token')['token']}"}
    lost = server.person()
    secrets = []
    for name, language, subject in (
        ("nobody", "en", None),
        ("Ann", "en", "A new password for Sandtable"),
        ("ann@example.ORG", "de", "Ein neues Passwort für Sandtable"),
    ):
        answer = lost.http.post("/api/account/reset", json={"name": name, "language": language})
        assert (answer.status_code, answer.text) == (204, "")
        if subject is not None:
            mail = mail_server.next()
            assert mail["Subject"] == subject
            link = re.search(r"https://club.example/reset#(\S+)", mail.get_content())
            assert link is not None
            secrets.append(link.group(1))
    assert mail_server.mails.empty()
    # Only the last link counts, and once.
    body = {"link": secrets[0], "password": "a new password"}
    lost.refused("POST", "/api/account/reset/password", "forbidden", body)
    body["link"] = secrets[1]
    lost.refused("POST", "/api/account/reset/password", "bad_request", {**body, "password": "no"})
    assert lost.post("/api/account/reset/password", **body)["me"]["name"] == "Ann"
    server.person().refused("POST", "/api/account/reset/password", "forbidden", body)
    # All who were signed in are out, programs too.
    assert ann.get("/api/me")["known"] is False
    lost.refused("GET", "/api/me", "forbidden", headers=bearer)
    sign_in(server.person(), password="a new password")
    # No secret stands in the database or in the log.
    with server.service.engine.connect() as connection:
        stored = str(connection.execute(LinkRow.__table__.select()).all())
        stored += str(connection.execute(AccountRow.__table__.select()).all())
    ours = [record for record in caplog.records if record.name.startswith("sandtable")]
    assert ours
    written = stored + "".join(str(vars(record)) for record in ours)
    for secret in (*secrets, PASSWORD, "a new password"):
        assert secret not in written


def test_a_reset_link_expires(start: Start, mail_server: MailServer) -> None:
    server = start(
        smtp_url=mail_server.url + "?tls=off",
        mail_from="table@club.example",
        public_url="https://club.example",
    )
    ann = server.person()
    sign_up(ann, email="ann@example.org")
    ann.http.post("/api/account/reset", json={"name": "Ann"})
    link = re.search(r"reset#(\S+)", mail_server.next().get_content())
    assert link is not None
    with server.service.engine.begin() as connection:
        earlier = LinkRow.expires - accounts.RESET_LIFETIME - 1000
        connection.execute(update(LinkRow).values(expires=earlier))
    body = {"link": link.group(1), "password": "a new password"}
    ann.refused("POST", "/api/account/reset/password", "forbidden", body)
    sign_in(server.person())


def test_no_reset_without_mail(ann: Person) -> None:
    assert ann.get("/api/account/rules")["mail"] is False
    message = ann.refused("POST", "/api/account/reset", "forbidden", {"name": "Ann"})
    assert "mail" in message


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/130 Safari/537.36 Edg/130", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari, iPhone"),
        ("curl/8", ""),
    ],
)
def test_devices_have_names(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name
