"""What a choice gives up is said by the title, for every choice that does, in any position."""

from __future__ import annotations

import random

import pytest

import sandtable
from tests.conftest import games

#: Words of choices that always or never give something up, where there is something else.
LOSES = {"faiyum": {"cash", "pass"}, "resafa": {"end", "drop"}}
KEEPS = {
    "faiyum": {"play", "buy", "space", "administration", "pay", "road", "take"},
    "resafa": {"play", "main", "step", "bonus", "tile", "cell", "canal", "go", "room", "load"},
}


@pytest.mark.parametrize("name", sandtable.games())
def test_losses_are_declared_in_whole_games(name: str) -> None:
    game = sandtable.game(name)
    seen: set[str] = set()
    for number in range(games(3, cost=20)):
        source = random.Random(number)
        match = game.new(2, number)
        while not match.is_over:
            actions = match.legal_actions()
            for action in actions:
                word = game.action_space.words[action]
                loss = match.gives_up(action)
                if len(actions) == 1:
                    assert loss is None
                    continue
                if loss is not None:
                    seen.add(word)
                    assert loss.endswith(".")
                assert word not in LOSES[name] or loss is not None, match.action_text(action)
                assert word not in KEEPS[name] or loss is None, match.action_text(action)
            match.apply(source.choice(actions))
        assert match.gives_up(0) is None
    assert LOSES[name] - {"drop"} <= seen
