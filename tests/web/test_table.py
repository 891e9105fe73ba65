"""What the table page offers beside choosing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.web.conftest import Visit
from tests.web.live_server import LiveServer
from tests.web.play import (
    CHOICES,
    click,
    explain,
    new_game,
    open_finished,
    play,
    prompt,
    step,
    table_id,
    wait_for_step,
    wait_for_turn,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

Picture = Callable[["Page", str], None]


def play_farmer(page: Page) -> None:
    page.locator('[data-card="1"]').first.click()
    page.get_by_role("button", name=re.compile("^Play ")).and_(page.locator(".primary")).click()
    page.locator(".hexchoice").first.wait_for()


def alone(page: Page, game: str, *notations: str) -> None:
    """A game alone in which this has been chosen, always the same."""
    asked = {"game": game, "seats": [{"kind": "human"}], "seed": 2}
    table = page.request.post("/api/tables", data=asked).json()["id"]
    for version, notation in enumerate(notations):
        wish = {"version": version, "notation": notation}
        assert page.request.post(f"/api/tables/{table}/actions", data=wish).ok
    page.goto(f"/table/{table}")


def test_undo(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    hand = page.locator(".fan [data-card]").count()
    undo = page.locator(".tools button", has_text="Undo")
    assert undo.get_attribute("aria-disabled") == "true"
    assert "nothing has been chosen" in (undo.get_attribute("aria-label") or "")
    play_farmer(page)
    assert page.locator(".fan [data-card]").count() == hand - 1
    undo.click()
    page.locator(".fan [data-card]").nth(hand - 1).wait_for()
    assert "Play a card" in prompt(page)
    # After the turn has gone to the bot, going back is practice, and the page asks first.
    play_farmer(page)
    page.locator(".hexchoice").first.click()
    wait_for_turn(page)
    page.get_by_text("Play a card, buy a card").wait_for()
    before = step(page)
    page.locator(".tools button", has_text="Go back").click()
    page.get_by_role("dialog", name="Go back as practice?").wait_for()
    page.get_by_role("button", name="Play on", exact=True).click()
    assert step(page) == before


def test_restart_turn(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Resafa")
    # Set-up asks for turns of the starting tiles; then the first card.
    pick = random.Random(3)
    while page.get_by_text("Play an action card.").count() == 0:
        before = step(page)
        click(page, page.locator(CHOICES).first, pick)
        wait_for_step(page, before)
        wait_for_turn(page)
    before = step(page)
    page.locator(".half.can").first.click()
    page.locator("button[data-choice]", has_text=re.compile("action$")).first.click()
    page.wait_for_function(
        "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) >= n + 2",
        arg=before,
    )
    restart = page.get_by_role("button", name="Restart turn")
    if restart.count():  # not where a card has come to light
        restart.click()
        page.get_by_text("Play an action card.").wait_for()
        assert step(page) == before


def test_previews(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    play_farmer(page)
    page.locator(".hexchoice").first.hover()
    shown = page.locator(".preview")
    shown.get_by_text("+1").first.wait_for()
    assert "Ends your turn" in shown.inner_text()
    # The worker that would come stands faintly on the map.
    assert page.locator(".ghosts use").count() >= 1


def test_garden_square_tells_what_tiles_would_bring(visit: Visit) -> None:
    page = visit("/", name="Ann")
    alone(page, "resafa", "rotate 0", "rotate 0", "play garden/production", "main garden")
    page.locator(".choice.garden").first.hover()
    shown = page.locator(".preview")
    shown.get_by_text("A small tile").first.wait_for()
    assert re.search(r"A small tile, [\w ]+: 1 \w+", shown.inner_text())
    assert shown.locator(".bed svg").count() >= 2


def test_preview_moves_nothing_under_the_pointer(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Resafa")
    page.locator(".question .choice").first.wait_for()
    place = page.locator(".question .choice").nth(1)
    before = place.bounding_box()
    place.hover()
    page.wait_for_timeout(300)
    assert place.bounding_box() == before


def test_cards_explain_themselves(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    tip = explain(page, page.locator('.fan [data-card="5"]'))
    assert "Found a settlement" in tip.inner_text()
    # A card of the future market cannot be had, and says why.
    page.locator(".half:not(.now) [data-card]").first.hover()
    tip.get_by_text("Not now").wait_for()
    assert "future market" in tip.inner_text()
    page.locator(".players .owns").first.hover()
    tip.get_by_text("Cards: 5 in hand, 0 on the stack").wait_for()
    page.keyboard.press("Escape")
    tip.wait_for(state="detached")


def test_things_of_resafa_explain_themselves(visit: Visit) -> None:
    page = visit("/", name="Ann")
    alone(page, "resafa", "rotate 0", "rotate 0", "play garden/production")
    tip = page.get_by_role("tooltip")
    for place, words in (
        (".card.played .half", r"\w+, \w+\s+Not now: you have already played it"),
        (".offer .tile", "Not now: it is built with a workshop action|Not now: you lack"),
        (".supply .face", r"canal.*\s+Not now:"),
        (".bonus .chip", "Not now: you get it with a colour action"),
        (".stacks .chip", "Not now: you take such a card when you reach level I on its track"),
        (".track .station", "You take a special card of level I here"),
        ("button.deck", "Sack cards come from here.*\\s+Not now:"),
        ("svg.map .base", "This side is up"),
        (".tokens .row-of >> nth=1", "each garden tile scores"),
        (".players .owns", r"\d coins, .* spice\s+Caravan: 1 camel, no load\s+Action cards: "),
    ):
        explain(page, page.locator(place).first)
        assert re.search(words, tip.inner_text()), (place, tip.inner_text())
        page.mouse.move(2, 2)
        tip.wait_for(state="detached")
    # Colours of cards have signs, for those who cannot tell them apart.
    assert page.locator(".half .colour svg").count() >= 6


def test_confirmation_at_the_end_of_a_turn(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Ask before my turn ends").check()
    page.keyboard.press("Escape")
    play_farmer(page)
    page.wait_for_function("document.querySelectorAll('.hexchoice').length > 0")
    before = step(page)
    page.locator(".hexchoice").first.hover()
    page.locator(".preview").get_by_text("Ends your turn").wait_for()
    page.locator(".hexchoice").first.click()
    yes = page.get_by_role("button", name="Do it and end the turn")
    yes.wait_for()
    assert step(page) == before
    yes.click()
    page.wait_for_function(
        "n => Number(document.querySelector('.history .at').textContent.split(' ').pop()) > n",
        arg=before,
    )


def test_history(visit: Visit, live_server: LiveServer) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    play(page, 12, random.Random(2))
    wait_for_turn(page)
    last = step(page)
    assert last > 8
    # The slider.
    slider = page.get_by_role("slider", name="Position in the game")
    slider.fill("3")
    page.wait_for_url("**step=3")
    page.get_by_text(f"After choice 3 of {last}").wait_for()
    page.get_by_text("You are looking at the past.").wait_for()
    assert page.locator(CHOICES).count() == 0
    then = live_server.ask(f"/api/tables/{table_id(page)}/history/3?seat=-1")["view"]
    shown = page.locator(".market li [data-card]").evaluate_all(
        "cards => cards.map(card => Number(card.dataset.card))"
    )
    assert shown == [slot["card"] for slot in then["market"]]
    # Step by step, by the keyboard too.
    page.get_by_role("button", name="One choice forward").click()
    page.wait_for_url("**step=4")
    page.locator("body").press("[")
    page.wait_for_url("**step=3")
    # A line of the log.
    page.locator(".log .turn").nth(1).click()
    page.locator(".log .turn.here").wait_for()
    # Back.
    page.get_by_role("button", name="Back to now").click()
    page.locator(CHOICES).first.wait_for()
    assert "step=" not in page.url
    # A link to a position opens there.
    page.goto(f"/table/{table_id(page)}?step=2")
    page.get_by_text(f"After choice 2 of {last}").wait_for()
    page.locator("body").press("Escape")
    page.locator(CHOICES).first.wait_for()


def test_play_on_from_a_position(visit: Visit, live_server: LiveServer, picture: Picture) -> None:
    page = visit("/", name="Ann")
    new_game(page, "Faiyum")
    play(page, 8, random.Random(4))
    wait_for_turn(page)
    first = table_id(page)
    page.get_by_role("slider", name="Position in the game").fill("2")
    page.wait_for_url("**step=2")
    page.get_by_role("button", name="Play on from here").click()
    picture(page, "branch")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_function("id => !location.pathname.endsWith(id)", arg=first)
    wait_for_turn(page)
    second = table_id(page)
    info = live_server.ask(f"/api/tables/{second}")
    assert info["parent"] == {"table": first, "step": 2}
    old = live_server.ask(f"/api/tables/{first}/history/2?seat=-1")["view"]
    new = live_server.ask(f"/api/tables/{second}/history/0?seat=-1")["view"]
    assert new["spaces"] == old["spaces"] and new["seats"] == old["seats"]
    assert play(page, 2, random.Random(1)) == 2


def test_areas_of_others(visit: Visit) -> None:
    page = visit("/", name="Ann")
    new_game(page, "Resafa")
    page.get_by_role("heading", name="City of Ann").wait_for()
    page.locator(".players .head").nth(1).click()
    page.get_by_role("heading", name=re.compile("City of .*bot")).wait_for()
    assert page.locator(".resafa > .hand [data-choice]").count() == 0
    page.locator(".players .head").first.click()
    page.get_by_role("heading", name="City of Ann").wait_for()


def test_tools(visit: Visit, picture: Picture) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    page.get_by_role("button", name="All cards").click()
    dialog = page.get_by_role("dialog", name="All cards")
    # 56 blue, 4 yellow cards and 4 disasters: each is somewhere.
    assert dialog.locator("[data-card]").count() == 64
    picture(page, "tool-cards")
    page.keyboard.press("Escape")
    page.goto("/")
    new_game(page, "Resafa")
    page.get_by_role("button", name="Rain", exact=True).click()
    page.get_by_role("dialog", name="Rain").get_by_text("The next rain falls").wait_for()
    picture(page, "tool-rain")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Points", exact=True).click()
    page.get_by_role("dialog", name="Points").get_by_text("With final scoring").wait_for()


def test_trading_tiles_show_both_sides(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Resafa")
    page.locator("svg.map .centre").first.hover()
    tip = page.get_by_role("tooltip")
    tip.get_by_text("The other side").wait_for()
    assert "This side is up" in tip.inner_text()


def test_way_of_a_caravan(visit: Visit) -> None:
    page = visit("/", name="Ann")
    alone(page, "resafa", "rotate 0", "rotate 0", "play trading/production", "main trading")
    page.locator(".centre.can", has_text="Gerrha").hover()
    page.locator(".preview").get_by_text("left").wait_for()
    assert [text.strip() for text in page.locator(".stop").all_text_contents()] == ["1", "2"]
    # The explanation leaves the way free.
    tip = page.get_by_role("tooltip")
    tip.wait_for()
    words, drawing = tip.bounding_box(), page.locator("svg.map").bounding_box()
    assert words and drawing and words["x"] >= drawing["x"] + drawing["width"]


def test_all_marks_lie_on_the_tracks(visit: Visit) -> None:
    page = visit("/")
    open_finished(page, "resafa", 4)
    outside = page.evaluate(
        """() => {
            const bottom = (element) => element.getBoundingClientRect().bottom;
            return [...document.querySelectorAll('.track .space')].filter((space) =>
                [...space.querySelectorAll('svg')].some((mark) => bottom(mark) > bottom(space)),
            ).length;
        }"""
    )
    assert outside == 0


def test_a_goal_that_was_missed_can_be_tried_again(visit: Visit) -> None:
    page = visit("/")
    open_finished(page, "faiyum", 1, mode="campaign")
    page.get_by_role("heading", name="Goal 1 not reached").wait_for()
    assert page.get_by_role("button", name="Next goal").count() == 0
    page.get_by_role("button", name="Play again").wait_for()


def test_title_tells_whose_turn_it_is(visit: Visit) -> None:
    page = visit("/")
    new_game(page, "Faiyum")
    page.wait_for_function("document.title.includes('Your turn')")


NOTES = """
window.notes = [];
window.Notification = class {
  static permission = "default";
  static requestPermission() {
    this.permission = "granted";
    return Promise.resolve("granted");
  }
  constructor(title) {
    window.notes.push(title);
    if (window.refused) throw new TypeError("Illegal constructor");
  }
  close() {}
};
"""


def test_notification_when_the_page_is_hidden(visit: Visit) -> None:
    page = visit("/")
    page.context.add_init_script(NOTES)
    new_game(page, "Faiyum")
    page.reload()
    page.locator(CHOICES).first.wait_for()
    # Nobody is asked before they wish for it.
    assert page.evaluate("Notification.permission") == "default"
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Tell me when it is my turn").check()
    page.keyboard.press("Escape")
    assert page.evaluate("Notification.permission") == "granted"
    page.get_by_role("button", name="Administration").click()
    wait_for_turn(page)
    assert page.evaluate("notes") == []  # seen anyway
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, writable: true })")
    play_farmer(page)
    page.locator(".hexchoice").first.click()
    page.get_by_text("Play a card, buy a card").wait_for()
    page.wait_for_function("notes.includes('Your turn')")
    # Some phones know notifications and refuse to make them: the game goes on.
    page.evaluate("window.refused = true")
    play_farmer(page)
    page.locator(".hexchoice").first.click()
    page.get_by_text("Play a card, buy a card").wait_for()


def test_moves_of_others_are_shown_slowly_unless_motion_is_unwanted(visit: Visit) -> None:
    page = visit("/", quiet=False)
    new_game(page, "Faiyum")
    page.get_by_role("button", name="Administration").click()
    page.locator(".second.news").wait_for()
    wait_for_turn(page)
    still = visit("/", quiet=False, reduced_motion="reduce")
    new_game(still, "Faiyum")
    still.get_by_role("button", name="Settings").click()
    still.get_by_text("Your system asks for reduced motion").wait_for()


def test_unknown_table(visit: Visit) -> None:
    page = visit("/table/nosuchtable")
    page.get_by_role("heading", name="There is no such table.").wait_for()
