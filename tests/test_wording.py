"""What all titles say, looked at in whole games: one of a thing is no plural."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import sandtable
from sandtable.kernel.game_log import GameLog
from sandtable.kernel.history import History
from sandtable.kernel.rng import seeded

#: As they stand in a pattern.
PLURALS = (
    "coins|points|cards|camels|amphoras|steps|workers|grapes|stones|roses|blocks|roads|tokens|sacks"
    "|scarabs|rooms|turns|crocodiles|settlements|towns|resources|workshops|gardens|canals"
    "|expansions|bridges|palaces"
)
ONE_OF_MANY = re.compile(rf"(?<![\d.,/$-])\b1 ({PLURALS})\b")


@pytest.mark.parametrize("game", sandtable.games())
def test_one_of_a_thing_is_no_plural(game: str) -> None:
    rng = seeded("wording")
    wrong: set[str] = set()
    for players in (1, 2):
        match = sandtable.game(game).new(players, "wording")
        history = History(match)
        log = GameLog(match.game, ["Ann", "Bob"][:players], None, [])
        history.add_log(log)
        while not match.is_over:
            actions = match.legal_actions()
            texts = [match.prompt()]
            for action in actions[:12]:
                texts += [match.action_text(action), match.describe(action)]
            wrong |= {text for text in texts if ONE_OF_MANY.search(text)}
            history.apply(actions[rng.below(len(actions))])
        wrong |= {line for line in log.lines_since(0) if ONE_OF_MANY.search(line)}
    assert not wrong


def test_messages_that_count_have_a_singular() -> None:
    """Also where whole games do not lead: `1 bridges`."""
    counted = re.compile(rf"(?<! of )\{{(?:n|count|number|amount|points)\}} (?:\w+ )?({PLURALS})\b")
    wrong: list[str] = []
    for path in Path(sandtable.__file__).parent.rglob("text/messages/en.json"):
        messages: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        wrong += [f"{key}: {text}" for key, text in messages.items() if counted.search(text)]
    assert not wrong
