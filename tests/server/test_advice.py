"""Nobody gets advice in a game against people, by whatever way around."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from tests.server.conftest import LiveServer, Start
from tests.server.people import Json, Person


@pytest.fixture
def game(server: LiveServer, ann: Person, bob: Person) -> Json:
    """A running game between two people."""
    table = ann.table("faiyum", "human open")
    return bob.post(f"/api/invites/{table['invite']}")


def finish(person: Person, table: Json) -> None:
    with person.live(table) as live:
        live.play_on(random.Random(1))


def test_a_branch_gives_no_hints(server: LiveServer, game: Json, ann: Person) -> None:
    eve = server.person("Eve")
    for person in (ann, eve):
        told = person.refused(
            "POST", f"/api/tables/{game['id']}/branch", "forbidden", {"step": 0, "bot": "random"}
        )
        assert "until that game is over" in told
        branch = person.post(f"/api/tables/{game['id']}/branch", step=0)
        assert [seat["kind"] for seat in branch["seats"]].count("bot") == 0
        assert all(seat["mine"] for seat in branch["seats"])
        assert branch["hints"] is False and branch["advice_after"] == game["id"]
        path = f"/api/tables/{branch['id']}"
        assert "until that game is over" in person.refused("POST", f"{path}/hint", "forbidden", {})
        # Leaving would hand the seats to bots.
        person.refused("POST", f"{path}/leave", "forbidden", {})
        assert person.get(f"{path}/history/0")["step"] == 0
        # A branch of the branch is no way around it.
        again = person.post(f"{path}/branch", step=0)
        assert again["advice_after"] == game["id"]
        person.refused("POST", f"/api/tables/{again['id']}/hint", "forbidden", {})
        person.refused("POST", f"{path}/branch", "forbidden", {"step": 0, "bot": "random"})


def test_a_finished_branch_is_not_analysed(game: Json, ann: Person) -> None:
    branch = ann.post(f"/api/tables/{game['id']}/branch", step=0)
    finish(ann, branch)
    path = f"/api/tables/{branch['id']}"
    assert ann.get(path)["status"] == "over"
    ann.refused("POST", f"{path}/analysis", "forbidden", {})
    ann.refused("POST", f"{path}/branch", "forbidden", {"step": 3, "bot": "random"})
    assert ann.post(f"{path}/branch", step=3)["advice_after"] == game["id"]


def test_when_the_game_is_over_its_branches_are_free(
    start: Start, server: LiveServer, game: Json, ann: Person, bob: Person
) -> None:
    branch = ann.post(f"/api/tables/{game['id']}/branch", step=0)
    stored = ann.post(f"/api/tables/{game['id']}/branch", step=0)
    path = f"/api/tables/{branch['id']}"
    watching = ann.live(branch)
    lives = [ann.live(game), bob.live(game)]
    source = random.Random(3)
    while not (lives[0].position and lives[0].position["over"]):
        for live in lives:
            if live.position and live.position["decision"]:
                answer = live.act(source.choice(live.choices)["id"])
                for other in lives:
                    other.until(answer["version"])
    assert watching.wait("table")["table"]["advice_after"] is None
    assert ann.get(path)["hints"] is True
    assert ann.post(f"{path}/hint", bot="random")["choices"]
    cookie = ann.cookie
    server.stop()
    back = start().person()
    back.http.cookies.set("sandtable", cookie)
    assert back.get(f"/api/tables/{stored['id']}")["advice_after"] is None


def test_when_one_person_is_left_the_branches_are_free(
    game: Json, ann: Person, bob: Person
) -> None:
    branch = ann.post(f"/api/tables/{game['id']}/branch", step=0)
    bob.post(f"/api/tables/{game['id']}/leave")
    assert ann.get(f"/api/tables/{branch['id']}")["hints"] is True


def test_a_running_game_has_no_record(game: Json, ann: Person) -> None:
    ann.refused("GET", f"/api/tables/{game['id']}/record", "not_over")


def test_branches_of_games_against_bots_have_bots_and_hints(ann: Person) -> None:
    table = ann.table("faiyum", "human bot:random")
    branch = ann.post(f"/api/tables/{table['id']}/branch", step=0, bot="random")
    assert branch["advice_after"] is None and branch["hints"] is True
    with ann.live(branch) as live:
        live.my_turn()
    deadline = time.monotonic() + 20
    analysis: Any = None
    while analysis is None and time.monotonic() < deadline:
        analysis = ann.post(f"/api/tables/{branch['id']}/hint", bot="random")
    assert analysis["choices"]
