"""Notices: only to those who asked, once, not at night, and with nothing secret in them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from queue import Empty
from typing import Any

import pytest

from sandtable.server.outgoing import NotAllowed
from sandtable.server.outgoing_sessions import PublicResolver
from sandtable.server.storage import notice_store
from sandtable.server.storage.database import address, connect
from tests.server.conftest import LiveServer, Start
from tests.server.fake_time import FakeTime
from tests.server.mail_server import MailServer
from tests.server.people import Json, Person
from tests.server.web_hooks import HookServer, PushBrowser, hook_server, vapid_claims

ALL = ["turn", "asked", "invited", "began", "ended"]
PUBLIC = "https://games.example.org"
#: Processes that live.
ALIVE = ["one", "two"]


@pytest.fixture
def mails() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.stop()


@pytest.fixture
def hooks() -> Iterator[HookServer]:
    with hook_server() as server:
        yield server


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def club(start: Start, mails: MailServer, time: FakeTime, database: str) -> LiveServer:
    """A server that may send to loopback, once with each database."""
    return start(
        time,
        database=database,
        smtp_url=mails.url,
        mail_from="club@example.org",
        public_url=PUBLIC,
        outgoing_private=True,
    )


def choose(person: Person, **changes: Any) -> Json:
    asked = {"kinds": ALL, "push": False, "email": False, "webhook": False, **changes}
    answer = person.http.put("/api/me/notices", json=asked)
    assert answer.status_code == 200, answer.text
    document: Json = answer.json()
    return document


def with_hook(person: Person, hooks: HookServer, **changes: Any) -> Json:
    return choose(person, webhook=True, webhook_url=f"{hooks.url}/hook", **changes)


def table_of(ann: Person, bob: Person) -> Json:
    """A running table at which Ann has to choose first."""
    table = ann.table(seats="human open", name="Oasis")
    return bob.post(f"/api/invites/{table['invite']}")


def pass_time(server: LiveServer, time: FakeTime, seconds: float) -> None:
    """Let time pass and wait until the server has looked for notices."""
    time.advance(seconds)
    loop = server.server.servers[0].get_loop()
    asyncio.run_coroutine_threadsafe(server.service.notices.poll(), loop).result(30)


def waiting_for_bob(
    club: LiveServer, time: FakeTime, hooks: HookServer, **changes: Any
) -> tuple[Person, Json]:
    """Bob, who is away and gets notices by webhook, and a table at which he has to choose."""
    ann, bob = club.person("Ann"), club.person("Bob")
    table = table_of(ann, bob)
    with_hook(bob, hooks, **changes)
    time.advance(1000)
    play_turn(ann, table)
    return bob, table


def nothing(hooks: HookServer) -> None:
    with pytest.raises(Empty):
        hooks.hits.get_nowait()


def play_turn(person: Person, table: Json) -> None:
    """Choose until it is somebody else's turn."""
    while True:
        position = person.get(f"/api/tables/{table['id']}/position")
        if position["decision"] is None:
            return
        choice = position["decision"]["choices"][0]["id"]
        person.post(
            f"/api/tables/{table['id']}/actions", version=position["version"], action=choice
        )


def test_nothing_is_sent_until_asked_for(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    ann, bob = club.person("Ann"), club.person("Bob")
    settings = ann.get("/api/me/notices")
    assert not settings["push"] and not settings["email"] and not settings["webhook"]
    table = table_of(ann, bob)
    play_turn(ann, table)
    pass_time(club, time, 3600)
    nothing(hooks)


def test_one_notice_until_the_person_was_here(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    ann, bob = club.person("Ann"), club.person("Bob")
    table = table_of(ann, bob)
    with_hook(bob, hooks)
    time.advance(10)
    play_turn(ann, table)
    pass_time(club, time, 20)
    nothing(hooks)  # he was here a moment ago
    pass_time(club, time, 150)
    hit = hooks.next()
    assert hit.path == "/hook"
    assert json.loads(hit.body) == {
        "content": f"It is your turn at “Oasis” \\(Faiyum\\). {PUBLIC}/table/{table['id']}",
        "allowed_mentions": {"parse": []},
    }
    # Another game waits for him, but he has not been here.
    second = table_of(ann, bob)
    play_turn(ann, second)
    pass_time(club, time, 3600)
    nothing(hooks)
    # He looks and does nothing: he knows now.
    bob.http.post("/api/me/seen")
    pass_time(club, time, 3600)
    nothing(hooks)
    # A new turn of his comes.
    play_turn(bob, table)
    bob.http.post("/api/me/seen")
    time.advance(200)
    play_turn(ann, table)
    pass_time(club, time, 40)
    assert "Oasis" in hooks.next().body.decode()
    nothing(hooks)


def test_a_choice_that_is_taken_back_at_once_is_no_news(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    waiting_for_bob(club, time, hooks)
    pass_time(club, time, 10)
    nothing(hooks)
    pass_time(club, time, 25)
    hooks.next()


def test_quiet_hours(club: LiveServer, time: FakeTime, hooks: HookServer) -> None:
    moment = datetime.fromtimestamp(time.now() / 1000, UTC) + timedelta(hours=5, minutes=30)
    begin = moment.hour * 60 + moment.minute  # of a clock in Kolkata
    quiet = {"begin": begin, "until": (begin + 8 * 60) % 1440, "zone": "Asia/Kolkata"}
    waiting_for_bob(club, time, hooks, quiet=quiet)
    for _ in range(7):
        pass_time(club, time, 3600)
        nothing(hooks)
    pass_time(club, time, 3600)
    assert "Oasis" in hooks.next().body.decode()


def test_games_that_begin_and_end_and_kinds_that_are_off(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    ann, bob = club.person("Ann"), club.person("Bob")
    table = ann.table(seats="open human", name="Delta")
    with_hook(ann, hooks, kinds=["began"], language="de")
    time.advance(1000)
    bob.post(f"/api/invites/{table['invite']}")
    pass_time(club, time, 40)
    assert "Die Partie am Tisch „Delta“" in hooks.next().body.decode()
    # Her turn is of no interest to her.
    ann.http.post("/api/me/seen")
    time.advance(1000)
    play_turn(bob, table)
    pass_time(club, time, 40)
    nothing(hooks)


def test_somebody_alone_with_bots_gets_no_notice(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    ann = club.person("Ann")
    with_hook(ann, hooks)
    time.advance(1000)
    ann.table(seats="human bot:random")
    pass_time(club, time, 1000)
    nothing(hooks)


def test_push_messages_can_be_read_by_the_browser_alone(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    ann, bob = club.person("Ann"), club.person("Bob")
    browser = PushBrowser()
    endpoint = f"{hooks.url}/push/bob"
    answer = bob.http.post("/api/me/push", json={"endpoint": endpoint, "keys": browser.keys})
    assert answer.status_code == 204
    settings = choose(bob, push=True)
    assert settings["devices"] == 1
    table = table_of(ann, bob)
    time.advance(1000)
    play_turn(ann, table)
    pass_time(club, time, 40)
    hit = hooks.next()
    assert b"Oasis" not in hit.body
    assert browser.read(hit) == {
        "title": "Your turn: Oasis",
        "body": "It is your turn at “Oasis” (Faiyum).",
        "url": f"/table/{table['id']}",
        "kind": "turn",
    }
    claims = vapid_claims(hit, settings["push_key"])
    assert claims["aud"] == hooks.url
    assert claims["sub"] == "mailto:club@example.org"
    assert time.now() / 1000 < claims["exp"] <= time.now() / 1000 + 24 * 3600
    assert hit.headers["topic"] == "sandtable" and int(hit.headers["ttl"]) > 0


def test_a_browser_that_is_gone_is_forgotten(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    bob = club.person("Bob")
    body = {"endpoint": f"{hooks.url}/push/bob", "keys": PushBrowser().keys}
    bob.http.post("/api/me/push", json=body)
    choose(bob, push=True)
    hooks.statuses = [410]
    bob.refused("POST", "/api/me/notices/test", "bad_request", json={"channel": "push"})
    assert bob.get("/api/me/notices")["devices"] == 0


def test_a_failed_delivery_is_tried_again_and_then_given_up(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    _, table = waiting_for_bob(club, time, hooks, webhook_format="slack")
    hooks.statuses = [500, 429, 302]
    pass_time(club, time, 40)
    assert json.loads(hooks.next().body)["text"].endswith(f"<{PUBLIC}/table/{table['id']}>")
    pass_time(club, time, 61)
    hooks.next()
    pass_time(club, time, 301)
    hooks.next()  # a redirect is not followed, and not tried again
    pass_time(club, time, 100_000)
    nothing(hooks)


def test_what_is_tried_again_waits_for_the_end_of_the_quiet_hours(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    # Bob's quiet hours begin two minutes after the first try; he lives in Kolkata.
    begins = datetime.fromtimestamp(time.now() / 1000 + 1000 + 40 + 120, UTC)
    begins += timedelta(hours=5, minutes=30)
    begin = begins.hour * 60 + begins.minute
    quiet = {"begin": begin, "until": (begin + 8 * 60) % 1440, "zone": "Asia/Kolkata"}
    waiting_for_bob(club, time, hooks, quiet=quiet)
    hooks.statuses = [500] * 6
    pass_time(club, time, 40)
    hooks.next()
    pass_time(club, time, 300)  # the second try would be due
    pass_time(club, time, 7 * 3600)
    nothing(hooks)
    pass_time(club, time, 3600)
    hooks.next()
    # It is not one of the tries after which it is given up.
    for pause in (301, 1801, 7201):
        pass_time(club, time, pause)
        hooks.next()
    pass_time(club, time, 100_000)
    nothing(hooks)


@pytest.mark.parametrize("withdrawn", [False, True])
def test_who_is_asked_for_consent_is_told(
    club: LiveServer, time: FakeTime, hooks: HookServer, withdrawn: bool
) -> None:
    """By correspondence there is a day to answer; who never comes by would miss it."""
    ann, bob = club.person("Ann"), club.person("Bob")
    clock = {"pace": "correspondence", "bank": 86_400, "increment": 3600}
    table = ann.table(seats="human open", name="Oasis", clock=clock)
    bob.post(f"/api/invites/{table['invite']}")
    with_hook(bob, hooks, kinds=["asked"])
    time.advance(1000)
    path = f"/api/tables/{table['id']}/proposals"
    proposal = ann.post(path, kind="pause")["proposal"]
    if withdrawn:
        ann.post(f"{path}/answer", proposal=proposal["id"], agree=False)
    pass_time(club, time, 40)
    if withdrawn:
        nothing(hooks)
    else:
        assert "Ann asks you something at “Oasis”" in json.loads(hooks.next().body)["content"]


def test_what_waits_is_dropped_when_the_person_comes(
    club: LiveServer, time: FakeTime, hooks: HookServer
) -> None:
    bob, _ = waiting_for_bob(club, time, hooks)
    hooks.statuses = [500]
    pass_time(club, time, 40)
    hooks.next()
    bob.http.post("/api/me/seen")
    pass_time(club, time, 3600)
    nothing(hooks)


def test_an_address_is_confirmed_and_mails_end_with_one_click(
    club: LiveServer, time: FakeTime, mails: MailServer
) -> None:
    ann, bob = club.person("Ann"), club.person("Bob")
    table = table_of(ann, bob)
    asked = {"address": "bob@example.com", "language": "de"}
    assert bob.http.post("/api/me/notices/email", json=asked).status_code == 204
    mail = mails.next()
    assert mail["Subject"] == "Bestätige deine Adresse"
    assert bob.get("/api/me/notices")["email_address"] is None
    bob.refused("PUT", "/api/me/notices", "bad_request", json={
        "kinds": ALL, "push": False, "email": True, "webhook": False,
    })  # fmt: skip
    token = re.search(rf"{PUBLIC}/notices/confirm/(\S+)", mail.get_content())
    assert token is not None
    stranger = club.person()  # links are opened in any browser
    assert stranger.post("/api/notices/confirm", token=token[1]) == {"address": "bob@example.com"}
    settings = bob.get("/api/me/notices")
    assert settings["email"] and settings["email_address"] == "bob@example.com"
    time.advance(1000)
    play_turn(ann, table)
    pass_time(club, time, 40)
    mail = mails.next()
    assert mail["Subject"] == "Your turn: Oasis"
    assert f"{PUBLIC}/table/{table['id']}" in mail.get_content()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip("<>").removeprefix(PUBLIC)
    answer = stranger.http.post(link, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 204
    assert not bob.get("/api/me/notices")["email"]


def test_links_that_are_old_or_forged_do_nothing(club: LiveServer, time: FakeTime) -> None:
    bob = club.person("Bob")
    links = club.service.notice_links
    old = links.confirm_token("bob", "bob@example.com", time.now() - 3 * 24 * 3600 * 1000)
    bob.refused("POST", "/api/notices/confirm", "not_found", json={"token": old})
    for token in ("x", links.end_token("bob", "b@example.com") + "x", old):
        bob.refused("POST", f"/api/notices/stop/{token}", "not_found")
    end = links.end_token("bob", "bob@example.com")
    bob.refused("POST", "/api/notices/confirm", "not_found", json={"token": end})


def test_names_cannot_mention_or_link(club: LiveServer, time: FakeTime, hooks: HookServer) -> None:
    ann, bob = club.person("Ann"), club.person("Bob")
    table = ann.table(seats="human open", name="[x](//y) <!here> @all")
    bob.post(f"/api/invites/{table['invite']}")
    for kind in ("discord", "slack"):
        with_hook(bob, hooks, webhook_format=kind)
        time.advance(1000)
        play_turn(ann, table)
        pass_time(club, time, 40)
        text = hooks.next().body.decode()
        assert "[x](" not in text or kind == "slack"
        assert "<!here>" not in text
        play_turn(bob, table)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "https://127.0.0.1/hook",
        "https://[::1]/hook",
        "https://10.0.0.8/hook",
        "https://169.254.169.254/latest",
        "https://[::ffff:10.0.0.1]/",
        "https://localhost/hook",
        "https://printer.local/",
        "https://example.org:8080/",
        "https://me:secret@example.org/",
        "ftp://example.org/",
        "//example.org",
        "https://",
    ],
)
def test_addresses_of_the_hosts_own_network_are_refused(ann: Person, url: str) -> None:
    asked = {"kinds": ALL, "push": False, "email": False, "webhook": True, "webhook_url": url}
    ann.refused("PUT", "/api/me/notices", "bad_request", json=asked)
    keys = PushBrowser().keys
    ann.refused("POST", "/api/me/push", "bad_request", json={"endpoint": url, "keys": keys})


def test_bad_choices_are_refused(club: LiveServer) -> None:
    bob = club.person("Bob")
    usual = {"kinds": ALL, "push": False, "email": False, "webhook": False}
    quiet = {"begin": 0, "until": 60, "zone": "Mars/Olympus"}
    for change in ({"kinds": ["weather"]}, {"quiet": quiet}, {"language": "xx"}):
        bob.refused("PUT", "/api/me/notices", "bad_request", json={**usual, **change})
    bob.refused("POST", "/api/me/notices/email", "bad_request", json={"address": "nobody"})
    keys = {"p256dh": "AAAA", "auth": "AAAA"}
    body = {"endpoint": "https://push.example.org/x", "keys": keys}
    bob.refused("POST", "/api/me/push", "bad_request", json=body)


def test_my_turns(club: LiveServer) -> None:
    ann, bob = club.person("Ann"), club.person("Bob")
    table = table_of(ann, bob)
    assert bob.get("/api/me/turns") == {"tables": []}
    waiting = {"id": table["id"], "name": "Oasis", "game": "faiyum", "title": "Faiyum"}
    assert ann.get("/api/me/turns") == {"tables": [waiting]}


def test_two_processes_tell_a_person_once(database: str) -> None:
    """Both see that somebody is to be told; one of them claims it, and each delivery."""
    engine = connect(address(database))
    with engine.begin() as connection:
        notice_store.set_person(connection, "bob", 1000, preferences={}, active=True)

    def claim(_: int) -> bool:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            deliveries = [("webhook", "", {"kind": "test"})]
            return notice_store.claim(connection, "bob", 1000, 500_000, deliveries)

    def take(_: int) -> int:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            rows = notice_store.take_deliveries(connection, 500_000, 60_000, 10, "one", ALIVE)
            return len(rows)

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(claim, range(8))) == 1
        assert sum(pool.map(take, range(8))) == 1
    with engine.begin() as connection:
        # Whoever took it is slow: after the lease another one may.
        (row,) = notice_store.take_deliveries(connection, 560_000, 60_000, 10, "two", ALIVE)
        assert not notice_store.begin_delivery(connection, row.id, "one"), "it comes too late"
        assert notice_store.begin_delivery(connection, row.id, "two")
        # Whoever took it is gone: another one takes it at once, and knows how far it came.
        (row,) = notice_store.take_deliveries(connection, 560_001, 60_000, 10, "one", ["one"])
        assert row.begun
        notice_store.drop_delivery(connection, row.id, "two")
        assert notice_store.deliveries_due(connection, 900_000, ALIVE)
        notice_store.drop_delivery(connection, row.id, "one")
        assert not notice_store.deliveries_due(connection, 900_000, ALIVE)
    engine.dispose()


def test_names_that_lead_into_the_hosts_network_are_refused() -> None:
    async def resolve() -> None:
        resolver = PublicResolver()
        try:
            await resolver.resolve("localhost", 443)
        finally:
            await resolver.close()

    with pytest.raises(NotAllowed):
        asyncio.run(resolve())
