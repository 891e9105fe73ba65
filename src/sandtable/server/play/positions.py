"""A position as a seat may see it, and a question with all its answers: plain data for clients."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.match import Match
from sandtable.kernel.messages import ENGLISH


def shown(match: Match, viewer: int | None, over: bool) -> dict[str, Any]:
    """What a seat (None: a spectator) sees of a match, without anything to choose."""
    view = match.shared_view(viewer)
    view.pop("decision", None)
    return {
        "step": 0,
        "version": 0,
        "turn": match.turn_number(),
        "seat": viewer,
        "view": view,
        "to_choose": None if over else match.current_player,
        "over": over,
        "decision": None,
        "undo": None,
        "lesson": None,
        # While it runs, the view has the points everybody may know.
        "scores": match.scores() if over else None,
        "returns": [],
        "notes": [],
    }


def decision(match: Match, language: str = ENGLISH) -> dict[str, Any]:
    """What is asked, with all that can be answered. For the seat that has to choose."""
    asked = match.decision()
    assert asked is not None
    links = match.game.rule_links()
    explanations = match.explain(asked.player, language)
    return {
        "kind": asked.kind,
        "subject": match.subject(),
        "prompt": match.prompt(language),
        "rule": links.question(asked.kind),
        "choices": choices(match, language),
        "explanations": explanations,
        "explanation_rules": {
            notation: rule for notation in explanations if (rule := links.reason(notation))
        },
    }


def choices(match: Match, language: str = ENGLISH, described: bool = True) -> list[dict[str, Any]]:
    """All that can be chosen now, in words for programs and for people. Full descriptions try
    every choice out; without them the short text stands there."""
    action_space = match.game.action_space
    links = match.game.rule_links()
    return [
        {
            "id": action,
            "notation": match.action_to_str(action),
            "word": action_space.words[action],
            "item": action_space.items[action],
            "text": (text := match.action_text(action, language)),
            "description": match.describe(action, language) if described else text,
            "rule": links.choice(match.action_to_str(action)),
            "gives_up": match.gives_up(action, language),
        }
        for action in match.legal_actions()
    ]
