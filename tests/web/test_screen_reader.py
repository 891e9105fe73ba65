"""Whole games by the accessibility tree alone: roles, names and live regions, as a screen reader
has them, and the keyboard. No selectors, no ids, nothing that one has to see."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: Choices that bring the end of the game nearer.
BRISK = {
    "Faiyum": re.compile("Pass|Administration"),
    "Resafa": re.compile("End the turn|Use no more rooms|Do not trade"),
}
#: A button of a snapshot of the tree, quoted or not.
BUTTON = re.compile(
    r"^\s*- (?:'button \"(?P<quoted>.*?)\"'(?!')|button \"(?P<plain>.*?)\")(?=[ :]|$)"
)


class Listener:
    """Somebody who hears the table."""

    def __init__(self, page: Page, pick: random.Random) -> None:
        self.page = page
        self.pick = pick
        self.question: Locator = page.get_by_role("region", name="What is asked")
        self.status: Locator = self.question.get_by_role("status").first
        self.step: Locator = page.get_by_role("slider", name="Position in the game")
        self.news: list[str] = []

    def begin(self, title: str) -> None:
        """From the start page to a table against a bot that chooses at random."""
        page = self.page
        page.get_by_role("link", name=f"New table {title}").press("Enter")
        page.get_by_role("radio", name="2", exact=True).check()
        seat = page.get_by_role("combobox", name="Who sits at seat 2")
        seat.select_option(label="Bot")
        page.get_by_role("combobox", name="Strength of the bot at seat 2").select_option("random")
        page.get_by_role("button", name="Start", exact=True).press("Enter")
        self.status.wait_for()

    def hear(self) -> str:
        """What is asked when it is one's turn, or that the game is over."""
        due = re.compile("Your turn|The game is over")
        self.status.filter(has_text=due).wait_for(timeout=60_000)
        said = self.page.get_by_role("log", name="Announcements").inner_text().splitlines()
        self.news += [line for line in said if line not in self.news[-len(said) - 8 :]]
        return self.status.inner_text()

    def choices(self) -> list[str]:
        """The names of all choices of the question."""
        folded = self.question.get_by_role("button", name="All choices", expanded=False)
        if folded.count():
            folded.press("Enter")
        tree = self.question.aria_snapshot().splitlines()
        first = next(
            n for n, line in enumerate(tree) if line.strip().lstrip("- '").startswith("group")
        )
        buttons = [match for line in tree[first:] if (match := BUTTON.match(line))]
        return [
            (match["plain"] or match["quoted"].replace("''", "'")).replace('\\"', '"')
            for match in buttons
        ]

    def choose(self, name: str) -> None:
        """Press a choice, and yes where something would be given up."""
        before = self.step.input_value()
        self.question.get_by_role("button", name=name, exact=True).first.press("Enter")
        yes = self.page.get_by_role("button", name=re.compile("^Do it"))
        sure = self.question.get_by_role("group").filter(has=yes)
        if sure.count():
            # It has the focus, and its group says what is given up.
            assert yes.evaluate("button => button === document.activeElement")
            assert sure.aria_snapshot().splitlines()[0].lstrip("- '").startswith('group "')
            yes.press("Enter")
        self.page.wait_for_function(
            "([slider, before]) => Number(slider.value) > Number(before)",
            arg=[self.step.element_handle(), before],
        )

    def play(self, brisk: re.Pattern[str]) -> int:
        """To the end of the game; returns how many choices that took."""
        made = 0
        while "The game is over" not in self.hear():
            names = self.choices()
            assert names and len(set(names)) == len(names), names
            quick = [name for name in names if brisk.match(name)]
            self.choose(self.pick.choice(quick if quick and self.pick.random() < 0.6 else names))
            made += 1
        return made


@pytest.mark.slow
@pytest.mark.parametrize("title", ["Faiyum", "Resafa"])
def test_a_whole_game_by_names_and_announcements(visit: Visit, title: str) -> None:
    page = visit("/", name="Ann")
    listener = Listener(page, random.Random(3))
    listener.begin(title)
    made = listener.play(BRISK[title])
    assert made > 25
    # The result has the focus, so that it is read out, and says who won.
    result = page.get_by_role("region", name="Result", exact=True)
    heading = result.get_by_role("heading", level=2)
    heading.filter(has_text=re.compile("won|share")).wait_for()
    assert heading.evaluate("heading => heading === document.activeElement")
    # What the players did was announced as it happened.
    for name in ("Ann", "Random bot"):
        assert sum(line.startswith(name) for line in listener.news) > 5, listener.news
