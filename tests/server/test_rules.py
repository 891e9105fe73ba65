"""The rules in words, as the server gives them out."""

from __future__ import annotations

from sandtable.kernel.rulebook.parsing import ids
from tests.server.conftest import LiveServer


def test_rulebook_and_links(server: LiveServer) -> None:
    ann = server.person("Ann")
    for game in ("faiyum", "resafa"):
        answer = ann.get(f"/api/games/{game}/rules?language=en-GB")
        assert answer["language"] == "en"
        known = set(ids(answer["sections"]))
        assert set(answer["things"].values()) <= known
        # A question, its choices and the reasons why not lead into it.
        table = ann.table(game=game, seats="human hotseat")
        decision = ann.get(f"/api/tables/{table['id']}/position")["decision"]
        assert decision["rule"] in known
        assert all(choice["rule"] in known for choice in decision["choices"])
        assert set(decision["explanation_rules"]) == set(decision["explanations"])
        assert set(decision["explanation_rules"].values()) <= known


def test_unknown_rules_are_refused(server: LiveServer) -> None:
    ann = server.person("Ann")
    for path in ("chess/rules", "faiyum/rules/pictures/nothing.svg"):
        assert ann.http.get(f"/api/games/{path}").status_code == 404
