"""Seeds: nobody can guess them, everybody can check them, and a chosen one is no secret."""

from __future__ import annotations

import json
import random
import re

from sandtable import Record
from sandtable.kernel.rng import seed_commitment
from tests.server.conftest import LiveServer
from tests.server.people import Person


def test_the_hash_of_the_seed_comes_first_and_the_seed_at_the_end(
    server: LiveServer, ann: Person, bob: Person
) -> None:
    table = ann.table("faiyum", "human open")
    before = bob.get(f"/api/invites/{table['invite']}")
    commitment = before["seed_commitment"]
    assert re.fullmatch("[0-9a-f]{64}", commitment) and before["seed"] is None
    bob.post(f"/api/invites/{table['invite']}")
    path = f"/api/tables/{table['id']}"
    source = random.Random(5)
    with ann.live(table) as first, bob.live(table) as second:
        while not (first.position and first.position["over"]):
            chooser = first if first.position and first.position["decision"] else second
            chooser.my_turn()
            answer = chooser.act(source.choice(chooser.choices)["id"])
            assert answer["type"] == "ack"
            for live in (first, second):
                live.until(answer["version"])
        running = [text for text in first.texts + second.texts if '"over":true' not in text]
    for info in (ann.get(path), bob.get(f"{path}/result")):
        assert info["seed_commitment"] == commitment
        seed = info["seed"]
        assert re.fullmatch("[0-9a-f]{32}", seed), "128 bits"
        assert seed_commitment(seed) == commitment
    assert not any(seed in text for text in running if '"status":"over"' not in text)
    record = bob.http.get(f"{path}/record").text
    assert f"# seed hash: {commitment}" in record
    assert Record.parse(record).replay().seed == seed


def test_seeds_differ(ann: Person) -> None:
    seen = {ann.table()["seed_commitment"] for _ in range(5)}
    assert len(seen) == 5


def test_a_chosen_seed_is_told_and_counts_for_nothing(ann: Person, bob: Person) -> None:
    table = ann.table("faiyum", "human open", seed=7, listed=True)
    for info in (
        bob.get(f"/api/invites/{table['invite']}"),
        bob.get(f"/api/tables/{table['id']}"),
        bob.get("/api/tables")["tables"][0],
    ):
        assert info["seed_chosen"] is True and info["counts"] is False
    solo = ann.table("faiyum", "human", seed=7, options={"mode": "campaign", "won": 2})
    with ann.live(solo) as live:
        live.play_on(random.Random(1))
    assert ann.get(f"/api/tables/{solo['id']}")["status"] == "over"
    assert ann.get("/api/me/scores")["scores"] == []
    assert ann.get("/api/me/progress")["progress"] == {}
    assert ann.table("faiyum", "human")["counts"] is True


def test_a_branch_of_a_running_game_never_shows_its_seed(server: LiveServer, ann: Person) -> None:
    table = ann.table("faiyum", "human hotseat")
    branch = ann.post(f"/api/tables/{table['id']}/branch", step=0, bot="random")
    assert branch["seed_commitment"] is None
    with ann.live(branch) as live:
        live.play_on(random.Random(1))
        texts = live.texts
    over = ann.get(f"/api/tables/{branch['id']}")
    result = ann.get(f"/api/tables/{branch['id']}/result")
    assert over["status"] == "over" and over["seed"] is None and result["seed"] is None
    session = server.service.table_cache.find(table["id"])
    assert session is not None and session.table is not None
    seed = str(session.table.setup.seed)
    assert not any(seed in text for text in [*texts, json.dumps(over), json.dumps(result)])
