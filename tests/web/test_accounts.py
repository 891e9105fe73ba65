"""Accounts, profiles and friends in the browser; passkeys with a virtual authenticator."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.people import Person
from tests.server.test_accounts import PASSWORD, sign_up
from tests.web.conftest import Visit, axe, in_sight
from tests.web.live_server import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def live_server(built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Passkeys belong to a host name, so its pages are opened at localhost."""
    folder: Path = tmp_path_factory.mktemp("accounts")
    server = LiveServer(folder, settings={"SANDTABLE_SIGNUP": "open"})
    server.url = server.url.replace("127.0.0.1", "localhost")
    yield server
    server.stop()


def authenticator(page: Page) -> None:
    """A device of the browser's own that makes passkeys and says yes."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def member(live_server: LiveServer, name: str, email: str | None = None) -> Person:
    person = Person(live_server.url)
    sign_up(person, name, email=email)
    return person


def enter(page: Page, person: Person, live_server: LiveServer) -> None:
    """Give the browser the sign-in of a person."""
    cookie: Any = {"name": "sandtable", "value": person.cookie, "url": live_server.url}
    page.context.add_cookies([cookie])


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_sign_up_and_in_with_a_passkey(visit: Visit, picture: Picture) -> None:
    page = visit("/", name="Pia")
    authenticator(page)
    # By keyboard alone, from the name in the header.
    page.get_by_role("button", name="Pia").focus()
    page.keyboard.press("Enter")
    link = page.get_by_role("dialog").get_by_role("link", name="Create an account")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/sign-up")
    field = page.get_by_label("Name", exact=True)
    field.wait_for()
    assert field.input_value() == "Pia"
    page.get_by_role("button", name="Create the account with a passkey").click()
    page.wait_for_url("**/")
    page.goto("/account")
    page.get_by_role("heading", name="Pia").wait_for()
    page.get_by_text("You sign in with passkeys only.").wait_for()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Guest").wait_for()
    page.goto("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("button", name="Pia").wait_for()
    # A second passkey on the same device is refused by the browser, and said in words.
    page.goto("/account")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("alert").wait_for()
    page.get_by_label("New password").fill("quite another word")
    page.get_by_role("button", name="Change the password").click()
    assert in_sight(page.get_by_role("status").get_by_text("Your other devices"))
    picture(page, "account")
    # From now on the password is asked for before a passkey goes.
    page.get_by_role("button", name="Remove").click()
    dialog = page.get_by_role("dialog", name="Remove this passkey?")
    dialog.get_by_label("Your password").fill("not this one")
    dialog.get_by_role("button", name="Remove", exact=True).click()
    dialog.get_by_role("alert").get_by_text("The password is wrong.").wait_for()
    assert axe(page, "dialog[open]") == []
    dialog.get_by_label("Your password").fill("quite another word")
    dialog.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("status").get_by_text("Saved.").wait_for()
    page.get_by_role("button", name="Remove").wait_for(state="detached")


def test_a_passkey_that_is_not_used(visit: Visit) -> None:
    page = visit("/sign-in")
    authenticator(page)  # it has none for this site
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error()); }")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("alert").get_by_text("The passkey was not used").wait_for()


def test_a_guest_brings_games_along(visit: Visit, live_server: LiveServer) -> None:
    member(live_server, "Gerda").close()
    page = visit("/", name="Gast")
    page.context.request.post(
        "/api/tables", data={"game": "faiyum", "seats": [{"kind": "human"}, {"kind": "open"}]}
    )
    page.goto("/sign-in")
    page.get_by_label("Name", exact=True).fill("gerda")
    page.get_by_label("Password").fill("wrong password")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("alert").get_by_text("name or the password is wrong").wait_for()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("dialog").get_by_text("1 game as guest Gast").wait_for()
    page.get_by_role("button", name="Bring them along").click()
    page.wait_for_url("**/")
    page.locator("article", has_text="Gast's table").first.wait_for()


def test_a_friends_link_waits_until_one_has_an_account(
    visit: Visit, live_server: LiveServer
) -> None:
    lea = member(live_server, "Lea")
    secret = lea.post("/api/friend-links")["secret"]
    page = visit(f"/people#{secret}", name="Max")
    page.get_by_role("link", name="Create an account").click()
    page.get_by_role("textbox", name="New password At least").fill(PASSWORD)
    page.get_by_role("button", name="With a password").click()
    page.get_by_role("button", name="Become friends").click()
    page.get_by_text("You and Lea are friends now.").wait_for()
    lea.close()


def test_an_address_that_cannot_be_read(visit: Visit) -> None:
    visit("/people/%E0%A4%A").get_by_text("There is no such page.").wait_for()


def test_an_invitation_appears_at_once(
    visit: Visit, live_server: LiveServer, picture: Picture
) -> None:
    ida, otto = member(live_server, "Ida"), member(live_server, "Otto")
    ida.post("/api/friends", name="Otto")
    otto.post("/api/friends", name="Ida")
    table = ida.table(seats="human open")
    host = visit("/sign-in")
    enter(host, ida, live_server)
    friend = visit("/sign-in")
    enter(friend, otto, live_server)
    with friend.expect_websocket(lambda socket: socket.url.endswith("/api/me/live")):
        friend.goto("/about")
    host.goto(f"/table/{table['id']}")
    host.get_by_role("button", name="Invite Otto").click()
    host.get_by_text("Otto is invited.").wait_for()
    news = friend.get_by_role("link", name="Ida invites you to play Faiyum")
    news.wait_for()
    picture(friend, "invitation")
    news.click()
    friend.wait_for_url(f"**/table/{table['id']}")
    friend.locator(".waiting li").last.get_by_role("button").click()
    host.locator(".waiting").wait_for(state="detached")
    for person in (ida, otto):
        person.close()


@pytest.mark.parametrize("width", [1440, 390])
def test_every_page_is_accessible(
    visit: Visit, live_server: LiveServer, picture: Picture, width: int
) -> None:
    name = f"Zoe{width}"
    zoe, other = member(live_server, name, "zoe@example.org"), member(live_server, f"Max{width}")
    zoe.http.put("/api/account/listed", json={"listed": True})
    zoe.post("/api/friends", name=f"Max{width}")
    other.post("/api/friends", name=name)
    zoe.live(zoe.table(seats="human bot:random")).play_on(random.Random(2))
    # A clock makes the widest table of results.
    slow = {"pace": "correspondence", "bank": 86_400, "increment": 3600}
    zoe.live(zoe.table("resafa", "human bot:random", clock=slow)).play_on(random.Random(2))
    waiting = other.table(seats="human open")
    other.http.post(f"/api/tables/{waiting['id']}/invitations", json={"name": name})
    rude = member(live_server, f"Rude{width}")
    zoe.http.post("/api/blocks", json={"name": f"Rude{width}"})
    rude.post("/api/friends", name=f"Max{width}")
    viewport = WIDE if width == 1440 else PHONE
    page = visit("/sign-in", viewport=viewport)
    shown = [("/sign-in", "Sign in"), ("/sign-up", "Create an account"), ("/reset", "Set a new")]
    for path, heading in shown:
        _check(page, path, heading, picture, width)
    enter(page, zoe, live_server)
    for path, heading in (
        ("/account", "Account"),
        ("/profile", "Your profile"),
        (f"/people/Zoe{width}", "Your profile"),
        ("/people", "Friends and invitations"),
        ("/ranking", "Rankings"),
        ("/", "Invitations"),
    ):
        _check(page, path, heading, picture, width)
    page.goto("/profile")
    page.get_by_role("row").filter(has_text="Random bot").first.wait_for()
    page.get_by_role("columnheader", name="You", exact=True).first.wait_for()
    page.get_by_role("cell", name="Correspondence").wait_for()
    if width == 1440:
        # Nothing is cut off; on a phone the table scrolls by itself if it must.
        wide = page.locator(".data-scroll").evaluate_all(
            "parts => parts.filter((part) => part.scrollWidth > part.clientWidth).length"
        )
        assert wide == 0
    page.goto("/account")
    page.get_by_role("button", name="Delete account").click()
    page.get_by_role("dialog").wait_for()
    assert axe(page) == []
    for person in (zoe, other, rude):
        person.close()


def _check(page: Page, path: str, heading: str, picture: Picture, width: int) -> None:
    page.goto(path)
    page.get_by_role("heading", name=heading).first.wait_for()
    page.wait_for_load_state("networkidle")
    assert axe(page) == [], path
    assert fits(page), path
    picture(page, f"people-{path.strip('/').split('/')[0] or 'start'}-{width}")


def test_a_friend_request_is_answered_on_the_start_page(
    visit: Visit, live_server: LiveServer
) -> None:
    """Who was away when it came would never see it otherwise."""
    ulf, vera = member(live_server, "Ulf"), member(live_server, "Vera")
    ulf.post("/api/friends", name="Vera")
    page = visit("/sign-in")
    enter(page, vera, live_server)
    page.goto("/")
    page.get_by_role("heading", name="Friend requests").wait_for()
    assert axe(page) == []
    page.get_by_role("button", name="Accept Ulf").click()
    page.get_by_role("heading", name="Friend requests").wait_for(state="detached")
    assert vera.get("/api/friends")["friends"] == ["Ulf"]
    for person in (ulf, vera):
        person.close()


def test_in_german(visit: Visit, live_server: LiveServer) -> None:
    page = visit("/sign-in")
    page.evaluate("localStorage.setItem('sandtable.language', 'de')")
    page.reload()
    page.get_by_role("heading", name="Anmelden").wait_for()
    page.get_by_role("link", name="Konto anlegen").click()
    page.get_by_label("E-Mail-Adresse (freiwillig)").wait_for()


def test_delete_the_account(visit: Visit, live_server: LiveServer) -> None:
    person = member(live_server, "Ende")
    page = visit("/sign-in")
    enter(page, person, live_server)
    page.goto("/account")
    page.get_by_role("button", name="Delete account").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your password").fill("not this one")
    dialog.get_by_role("button", name="Delete for good").click()
    dialog.get_by_role("alert").get_by_text("wrong").wait_for()
    dialog.get_by_label("Your password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete for good").click()
    page.get_by_role("button", name="Guest").wait_for()
    assert page.context.request.get("/api/people/Ende").status == 404
    person.close()
