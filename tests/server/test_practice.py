"""Practice: against bots alone a game goes back as far as one likes, and no longer counts."""

from __future__ import annotations

import random
from typing import Any

import pytest

import sandtable
from sandtable.kernel.errors import IllegalAction
from sandtable.server.play.game import Play
from tests.conftest import games
from tests.server.conftest import Start
from tests.server.people import Live, Person
from tests.server.test_play import NAMES, same, setup_for


@pytest.mark.parametrize("name", sandtable.games())
def test_going_back_leaves_the_game_as_it_was_then(name: str) -> None:
    game = sandtable.game(name)
    for number in range(games(1, cost=20)):
        source = random.Random(number)
        setup = setup_for(name, seed=number)
        play = Play(setup, game, NAMES)
        play.log(0)
        entries: list[tuple[str, str]] = []
        backs = 0
        while not play.over and len(entries) < 150:
            if play.choices and source.random() < 0.08:
                step = source.randrange(len(play.choices))
                before, logged = play.past(step, 0), play.choices[:step]
                play.go_back(step)
                backs += 1
                entries.append(("back", str(step)))
                after = play.position(0, (0,))
                assert play.choices == logged
                assert after["view"] == before["view"] and after["turn"] == before["turn"]
                assert after["turn"] in after["returns"]
                assert same(play.log(0), play.make_log(0, play.choices, play.over))
            elif play.choices and source.random() < 0.2:
                # Taking back still ends where it did when the game came here first.
                own = {play.choices[-1].seat}
                count = play.restart_count(own)
                if count:
                    play.undo(count)
                    entries.append(("undo", str(count)))
            else:
                action = source.choice(play.match.legal_actions())
                entries.append(("act", play.match.action_to_str(action)))
                play.act(action)
        assert backs
        again = Play.load(setup, game, NAMES, entries)
        assert again.match.actions() == play.match.actions()
        assert again.version == play.version == len(entries)
        assert again.position(0, (0,)) == play.position(0, (0,))
        with pytest.raises(IllegalAction):
            play.go_back(len(play.choices))


def play_some(live: Live, turns: int, source: random.Random) -> None:
    """Play until so many own turns are over."""
    live.my_turn()
    assert live.position is not None
    begun, last = 0, live.position["turn"]
    while begun < turns:
        live.act(source.choice(live.choices)["id"])
        live.my_turn()
        if live.position["turn"] != last:
            begun, last = begun + 1, live.position["turn"]


def test_back_past_bots_is_practice_for_everybody_and_outlives_a_restart(
    start: Start, database: str
) -> None:
    source = random.Random(3)
    server = start(database=database)
    ann = server.person("Ann")
    table = ann.table("faiyum", "human bot:greedy", seed=4)
    assert table["can_go_back"] and not table["practice"]
    watcher = server.person("Eve")
    live, seen = ann.live(table), watcher.live(table)
    assert seen.hello["table"]["can_go_back"] is False
    play_some(live, 3, source)
    assert live.position is not None
    now = live.position["step"]
    # The bot has chosen since: that cannot be taken back, but gone back past.
    assert not live.position["undo"]["allowed"]
    back = live.position["undo"]["back"]
    assert back is not None and back < now - 1
    past = ann.get(f"/api/tables/{table['id']}/history/{back}")
    answer = live.ask("back", version=live.version, step=now)
    assert answer["type"] == "ack" and answer["step"] == back
    assert live.wait("table")["table"]["practice"]
    assert live.position["view"] == past["view"]
    assert live.position["decision"] is not None and live.position["returns"]
    seen.until(answer["version"])
    told = seen.wait("table")["table"]
    assert told["practice"] and not told["counts"]
    assert live.log == ann.get(f"/api/tables/{table['id']}/log")["turns"]
    # And back to the very beginning, over HTTP.
    ann.post(f"/api/tables/{table['id']}/back", version=live.version, step=back - 1)
    ann.refused("POST", f"/api/tables/{table['id']}/back", "stale", {"version": 1, "step": 0})
    position = ann.get(f"/api/tables/{table['id']}/position")
    ann.post(f"/api/tables/{table['id']}/back", version=position["version"], step=0)
    position = ann.get(f"/api/tables/{table['id']}/position")
    assert position["step"] == 0
    version = position["version"]
    watcher.refused(
        "POST", f"/api/tables/{table['id']}/back", "forbidden", {"version": version, "step": 0}
    )
    ann.refused(
        "POST", f"/api/tables/{table['id']}/back", "illegal", {"version": version, "step": 5}
    )
    live.close()
    seen.close()
    server.stop()
    # The log alone brings it all back; the finished game counts for nothing and its record says so.
    server = start(database=database)
    again = server.person()
    again.http.cookies.set("sandtable", ann.cookie)
    reloaded = again.get(f"/api/tables/{table['id']}/position")
    assert {**reloaded, "version": version} == position
    info = again.get(f"/api/tables/{table['id']}")
    assert info["practice"] and not info["counts"] and info["can_go_back"]
    with again.live(table) as live:
        live.play_on(source)
        assert live.position is not None and live.position["over"]
    assert "# practice: " in again.http.get(f"/api/tables/{table['id']}/record").text
    assert again.get("/api/me/scores")["scores"] == []


def test_no_going_back_where_others_play(ann: Person, bob: Person) -> None:
    for seats in ("human open", "human hotseat"):
        table = ann.table("faiyum", seats, listed=True)
        if "open" in seats:
            bob.post(f"/api/tables/{table['id']}/join")
        position = ann.get(f"/api/tables/{table['id']}/position")
        action: dict[str, Any] = position["decision"]["choices"][0]
        wish = {"version": position["version"], "action": action["id"]}
        done = ann.post(f"/api/tables/{table['id']}/actions", **wish)
        assert not ann.get(f"/api/tables/{table['id']}")["can_go_back"]
        body = {"version": done["version"], "step": 0}
        ann.refused("POST", f"/api/tables/{table['id']}/back", "forbidden", body)


def test_bots_wait_while_a_choice_can_be_taken_back(ann: Person) -> None:
    """The bot follows only when it is let go: a turn that uncovers nothing can be taken back."""
    table = ann.table("faiyum", "human bot:random", seed=1)
    with ann.live(table) as live:
        live.my_turn()

        def end_turn() -> None:
            """Put a card down for money: the turn is over, and nothing has come to light."""
            assert live.position is not None
            cash = next(choice for choice in live.choices if choice["word"] == "cash")
            answer = live.ask("act", version=live.version, action=cash["id"], hold=10)
            live.until(answer["version"])
            assert live.position["to_choose"] == 1 and live.position["undo"]["allowed"]

        before = live.position
        end_turn()
        assert live.ask("undo", version=live.version)["type"] == "ack"
        live.my_turn()
        assert live.position is not None and before is not None
        assert live.position["view"] == before["view"]
        assert not ann.get(f"/api/tables/{table['id']}")["practice"]
        end_turn()
        live.send("release")
        live.my_turn()
        assert live.position["step"] > 1


def test_what_was_missed_in_the_last_turn(start: Start) -> None:
    server = start(review_seconds=0.05)
    ann, bob = server.person("Ann"), server.person("Bob")
    table = ann.table("resafa", "human bot:greedy", seed=4)
    path = f"/api/tables/{table['id']}/review"
    ann.refused("POST", path, "not_found", {})
    with ann.live(table) as live:
        play_some(live, 1, random.Random(1))
        review = ann.post(path)
        assert live.position is not None
        assert review["turn"] < live.position["turn"] and review["seat"] == 0
        steps = {judged["step"] for judged in review["decisions"]}
        assert steps and all(judged["seat"] == 0 for judged in review["decisions"])
        made = [step for turn in live.log for step in turn["steps"] if step["step"] - 1 in steps]
        assert [step["text"] for step in made] == [
            judged["played"]["text"] for judged in review["decisions"]
        ]
        assert review["worst"] is None or review["worst"]["points_lost"] >= 0
    bob.refused("POST", path, "forbidden", {})
